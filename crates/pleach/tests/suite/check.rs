//! Compares the results of an exploration with the program's expectations.

use report::Summary;

use crate::case::{Case, Expected, Mark, Paths};
use crate::configuration::Configuration;
use crate::explore::Explored;
use crate::verdict::reported;

/// Checks everything.
pub fn all(case: &Case, configuration: &Configuration, explored: &Explored) -> Vec<String> {
    let mut complaints = verdict(case, configuration, explored);
    let say = |text: String| format!("{}{}: {text}", case.name, configuration.label());
    if !(case.depends_on_order() && configuration.reorders()) {
        complaints.extend(lines(case, explored).into_iter().map(say));
        if let Some(tests) = case.footer.tests.filter(|&tests| tests != explored.summary.tests) {
            complaints.push(say(format!("{} tests, not {tests}", explored.summary.tests)));
        }
    }
    let warnings = std::fs::read_to_string(explored.out().join("warnings.txt")).unwrap_or_default();
    for text in case.footer.warnings.iter().filter(|text| !warnings.contains(*text)) {
        complaints.push(say(format!("no warning holds {text:?}; warnings.txt: {warnings:?}")));
    }
    let files = explored.files();
    for suffix in case.footer.writes.iter().filter(|suffix| !files.iter().any(|file| file.ends_with(*suffix))) {
        complaints.push(say(format!("no file ends with {suffix:?}")));
    }
    complaints
}

/// Checks what must not depend on how the program is explored: errors, paths and completeness.
pub fn verdict(case: &Case, configuration: &Configuration, explored: &Explored) -> Vec<String> {
    let loose = case.depends_on_order() && configuration.reorders();
    let mut complaints = errors(case, &explored.summary, loose);
    complaints.extend(totals(case, &explored.summary, loose));
    complaints.into_iter().map(|text| format!("{}{}: {text}", case.name, configuration.label())).collect()
}

/// Every report must be expected and every expectation reported. If `loose`, an expected error may be missing:
/// a limit cut the run short in another order than the program's own.
pub fn errors(case: &Case, summary: &Summary, loose: bool) -> Vec<String> {
    let mut expected: Vec<&Mark> =
        case.marks.iter().filter(|mark| matches!(mark.expected, Expected::Error(_))).collect();
    let mut complaints = Vec::new();
    for (mark, finding) in reported(summary) {
        match expected.iter().position(|expected| **expected == mark) {
            Some(found) => drop(expected.remove(found)),
            None => complaints.push(format!(
                "unexpected {} at {}:{} ({}, {})",
                finding.kind, mark.file, mark.line, finding.message, finding.test
            )),
        }
    }
    if !loose {
        for mark in expected {
            let Expected::Error(kind) = mark.expected else { continue };
            complaints.push(format!("{}:{}: expected {kind}, which is not reported", mark.file, mark.line));
        }
    }
    complaints
}

fn totals(case: &Case, summary: &Summary, loose: bool) -> Vec<String> {
    let footer = &case.footer;
    let paths = summary.paths.completed + summary.paths.errors;
    let mut complaints = Vec::new();
    match footer.paths {
        Paths::Missing => complaints.push(format!("the footer `// paths: N` is missing; there are {paths}")),
        Paths::Count(expected) if expected != paths && !loose => {
            complaints.push(format!("{paths} paths, not {expected}"));
        }
        Paths::Count(_) | Paths::Any => {}
    }
    if let Some(expected) = footer.errors.filter(|&errors| errors != summary.paths.errors && !loose) {
        complaints.push(format!("{} paths end in an error, not {expected}", summary.paths.errors));
    }
    if summary.complete == footer.incomplete {
        complaints.push(match summary.complete {
            true => "the run is complete, and should not be".to_owned(),
            false => format!("the run is incomplete: {}", summary.incomplete_because.join("; ")),
        });
    }
    if summary.stopped_by != footer.stopped && (footer.stopped.is_some() || !footer.incomplete) {
        complaints.push(format!("stopped by {:?}, not {:?}", summary.stopped_by, footer.stopped));
    }
    for reason in footer.reasons.iter().filter(|reason| !summary.incomplete_because.iter().any(|r| r.contains(*reason)))
    {
        complaints.push(format!("not incomplete because of {reason:?}: {:?}", summary.incomplete_because));
    }
    complaints
}

/// Checks the lines that must and must not be executed.
fn lines(case: &Case, explored: &Explored) -> Vec<String> {
    let mut complaints = Vec::new();
    for mark in &case.marks {
        let executed = explored.lines.get(&(mark.file.clone(), mark.line));
        let wrong = match (mark.expected, executed) {
            (Expected::Error(_), _) | (Expected::Reach, Some(true)) | (Expected::Dead, Some(false)) => continue,
            (_, None) => "has no code",
            (Expected::Reach, Some(false)) => "is not executed",
            (Expected::Dead, Some(true)) => "is executed",
        };
        complaints.push(format!("{}:{}: marked {:?}, but {wrong}", mark.file, mark.line, mark.expected));
    }
    complaints
}
