//! Rewrites a program's expectations to the current results.

use std::collections::BTreeMap;

use report::Summary;

use crate::case::{Case, Expected, Paths, field, is_prose, name_of};
use crate::explore::Explored;
use crate::verdict::reported;

/// Rewrites `//~ error` on the lines and the footers at the end, in the program's own file and those linked
/// with it.
pub fn rewrite(case: &Case, explored: &Explored) {
    let mut kinds: BTreeMap<(String, u32), Vec<&str>> = BTreeMap::new();
    for (mark, finding) in reported(&explored.summary) {
        kinds.entry((mark.file, mark.line)).or_default().push(&finding.kind);
    }
    for (number, path) in case.files.iter().enumerate() {
        let old = std::fs::read_to_string(path).expect("read before");
        let file = name_of(path);
        let mut lines: Vec<String> = (1..)
            .zip(old.lines())
            .map(|(line, text)| marked(text, kinds.get(&(file.clone(), line)).map_or(&[], Vec::as_slice)))
            .collect();
        if number == 0 {
            let code = lines.len() - lines.iter().rev().take_while(|line| is_prose(line)).count();
            let kept: Vec<String> = lines.split_off(code).into_iter().filter(|line| !is_rewritten(line)).collect();
            lines.push(String::new());
            lines.extend(kept.into_iter().filter(|line| !line.is_empty()));
            lines.extend(footer(case, &explored.summary));
        }
        let new = lines.join("\n") + "\n";
        if new != old {
            std::fs::write(path, new).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            println!("blessed {}", path.display());
        }
    }
}

/// A line with the errors that are reported on it, and its other marks.
fn marked(text: &str, kinds: &[&str]) -> String {
    let mut parts = text.split("//~ ");
    let code = parts.next().unwrap_or_default();
    let others: Vec<&str> = parts.map(str::trim).filter(|mark| !mark.starts_with("error:")).collect();
    let mut sorted = kinds.to_vec();
    sorted.sort_unstable();
    let error = (!sorted.is_empty()).then(|| format!("error: {}", sorted.join(", ")));
    let marks = others.into_iter().map(str::to_owned).chain(error).map(|mark| format!("//~ {mark}"));
    let whole = std::iter::once(code.trim_end().to_owned()).chain(marks).collect::<Vec<_>>().join(" ");
    whole.trim_end().to_owned()
}

fn is_rewritten(line: &str) -> bool {
    field(line).is_some_and(|(key, _)| {
        matches!(key, "paths" | "errors" | "tests" | "complete" | "stopped" | "incomplete" | "warning" | "writes")
    })
}

fn footer(case: &Case, summary: &Summary) -> Vec<String> {
    let old = &case.footer;
    let mut lines = Vec::new();
    lines.push(match old.paths {
        Paths::Any => "// paths: any".to_owned(),
        _ => format!("// paths: {}", summary.paths.completed + summary.paths.errors),
    });
    let expects_errors = case.marks.iter().any(|mark| matches!(mark.expected, Expected::Error(_)));
    if old.errors.is_some() || (summary.paths.errors > 0 && !expects_errors) {
        lines.push(format!("// errors: {}", summary.paths.errors));
    }
    lines.extend(old.tests.map(|_| format!("// tests: {}", summary.tests)));
    if !summary.complete {
        lines.push("// complete: no".to_owned());
        lines.extend(summary.stopped_by.iter().map(|limit| format!("// stopped: {limit}")));
    }
    let holds = |reason: &&String| summary.incomplete_because.iter().any(|because| because.contains(*reason));
    let kept: Vec<&String> = old.reasons.iter().filter(holds).collect();
    let new = summary.incomplete_because.iter().filter(|_| kept.is_empty() && summary.stopped_by.is_none());
    lines.extend(kept.iter().copied().chain(new).map(|reason| format!("// incomplete: {reason}")));
    lines.extend(old.warnings.iter().map(|text| format!("// warning: {text}")));
    lines.extend(old.writes.iter().map(|text| format!("// writes: {text}")));
    lines
}
