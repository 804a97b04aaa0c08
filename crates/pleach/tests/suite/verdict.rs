//! The errors of a summary in the form of expectations.

use ir::ErrorKind;
use report::{Finding, Summary};

use crate::case::{Expected, Mark};

/// Each report, with the mark that would expect it.
pub fn reported(summary: &Summary) -> Vec<(Mark, &Finding)> {
    let mark = |finding: &Finding| Mark {
        file: finding.file.clone(),
        line: finding.line,
        expected: Expected::Error(ErrorKind::from_name(&finding.kind).expect("a kind that exists")),
    };
    summary.findings.iter().map(|finding| (mark(finding), finding)).collect()
}
