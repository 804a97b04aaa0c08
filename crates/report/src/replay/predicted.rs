//! Runs a program on a test so that the predicted end can be observed.
//!
//! UndefinedBehaviorSanitizer lets a program continue after a report, and what it does then is not predicted:
//! it may ask for input that the test does not have, or never end. So if such a report is predicted, the first
//! report ends the run. That first report may be about something that the executor does not look for, such as a
//! signed addition that wraps on the way to the predicted place. In that case the program runs once more, past
//! all reports.

use ir::ErrorKind;

use super::judge::{Verdict, judge};
use super::run::{Observed, RunOptions};
use super::{Native, ReplayError, Sanitizers};
use crate::ktest::KTest;
use crate::prediction::Prediction;

impl Native {
    /// Runs the program on a test, and compares its behaviour with the prediction.
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

/// Whether UndefinedBehaviorSanitizer may be the tool that reports an error of this kind.
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
