//! Follows every test of an exploration again (`pleach trace --check`): its path must be found by what it chose,
//! without a question to the solver, and end as predicted.

use crate::binary;
use crate::case::Case;
use crate::configuration::Configuration;
use crate::explore::Explored;

/// The number of tests that were followed; or what is wrong.
pub fn all(case: &Case, configuration: &Configuration, explored: &Explored) -> Result<u64, String> {
    let tests = explored.summary.tests;
    if tests == 0 {
        return Ok(0);
    }
    let mut command = binary::pleach();
    command.current_dir(explored.place()).env("NO_COLOR", "1").args(["trace", "--check"]).arg(explored.out());
    let output = command.output().expect("pleach starts");
    if output.status.success() {
        return Ok(tests);
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let (said, complained) = (text(&output.stdout), text(&output.stderr));
    Err(format!("{}{}: not followed again: {}\n{said}\n{complained}", case.name, configuration.label(), output.status))
}
