//! Runs a program on a test whose end was predicted, such that it can be seen.
//!
//! UndefinedBehaviorSanitizer lets a program go on after a report, and what it does then is predicted by nobody: it may ask for
//! input that the test does not have, or never end. So where such a report is what should happen, the first one ends the run. It
//! may be of something that the executor does not look for, such as a signed addition that wraps, on the way to the predicted
//! place: then the program runs once more, past all reports.

use ir::ErrorKind;

use super::judge::{Verdict, judge};
use super::run::{Observed, RunOptions};
use super::{Native, ReplayError, Sanitizers};
use crate::ktest::KTest;
use crate::prediction::Prediction;

impl Native {
    /// Runs the program on a test, and compares what it does with what was predicted.
    pub fn run_predicted(
        &self,
        ktest: &KTest,
        prediction: &Prediction,
        options: &RunOptions,
    ) -> Result<(Observed, Verdict), ReplayError> {
        if self.sanitizers == Sanitizers::Usual && prediction.kind().is_some_and(is_undefined) {
            let observed = self.run_on(ktest, &RunOptions { end_at_undefined: true, ..options.clone() })?;
            let verdict = judge(prediction, &observed);
            if verdict.happened() {
                return Ok((observed, verdict));
            }
        }
        let observed = self.run_on(ktest, options)?;
        let verdict = judge(prediction, &observed);
        Ok((observed, verdict))
    }
}

/// Whether UndefinedBehaviorSanitizer may be the one that reports an error of that kind.
fn is_undefined(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Overflow
            | ErrorKind::Overshift
            | ErrorKind::DivByZero
            | ErrorKind::Unreachable
            | ErrorKind::OutOfBounds
            | ErrorKind::Null
            | ErrorKind::Misaligned
            | ErrorKind::Undefined
    )
}
