//! Runs `pleach coverage` on an exploration: the lines that its tests execute natively must be those that the
//! run executed. Only tests that show something new are kept; together they execute what all tests do.

use crate::binary;
use crate::case::{Case, name_of};
use crate::configuration::Configuration;
use crate::explore::Explored;

/// Whether the lines of a program can be compared: its tests run natively, and the explored code is not
/// optimised.
pub fn is_compared(case: &Case) -> bool {
    let optimised = case.cflags.split_whitespace().any(|flag| flag.starts_with("-O") && flag != "-O0");
    case.replays && case.compares_lines && !optimised
}

/// What is wrong, if anything.
pub fn compare(case: &Case) -> Option<String> {
    let explored = match Explored::by(case, &Configuration::with_new_tests()) {
        Ok(explored) => explored,
        Err(complaint) => return Some(complaint),
    };
    if explored.summary.tests == 0 {
        return None;
    }
    let mut command = binary::pleach();
    command.current_dir(explored.place()).env("NO_COLOR", "1").args(["coverage", "--timeout", "2s"]);
    if !case.cflags.is_empty() {
        command.args(["--cflags", &case.cflags]);
    }
    command.arg(explored.out()).args(case.files.iter().map(|file| name_of(file)));
    let output = command.output().expect("pleach starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let said = text(&output.stdout);
    let holds = output.status.success() && said.contains("the run agrees on");
    (!holds).then(|| format!("{}: coverage: {}\n{said}\n{}", case.name, output.status, text(&output.stderr)))
}
