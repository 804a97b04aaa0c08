//! The text of the file beside a test whose path did not exit: message, kind, file, line, stack and input.

use std::fmt::Write as _;

use exec::{PathEnd, Termination};

use crate::place::Places;
use crate::summary::{StackFrame, own_code};
use crate::value;

/// The file's text, in KLEE's layout with the kind added.
pub fn error_text(end: &PathEnd, places: &Places) -> String {
    let (message, kind) = match &end.termination {
        Termination::Error { kind, message, .. } => (message.clone(), kind.name()),
        Termination::Unsupported(reason) => (reason.clone(), "unsupported"),
        Termination::Undecided(reason) => (reason.clone(), "undecided"),
        Termination::Limit(limit) => (format!("the path was cut short by {}", limit.name()), limit.name()),
        Termination::Exit(status) => (format!("exit status {status}"), "exit"),
        Termination::Silent => ("dropped".to_owned(), "silent"),
    };
    let stack: Vec<StackFrame> = end.stack.iter().map(|frame| StackFrame::of(frame, places)).collect();
    let mut out = format!("Error: {message}\nKind: {kind}\n");
    if let Some(place) = own_code(&stack) {
        line(&mut out, format_args!("File: {}\nLine: {}", place.file, place.line));
    }
    line(&mut out, format_args!("Stack:"));
    for (depth, frame) in stack.iter().enumerate() {
        line(&mut out, format_args!("\t#{depth} in {}", frame.describe()));
    }
    if !end.inputs.is_empty() {
        line(&mut out, format_args!("Inputs:"));
    }
    for input in &end.inputs {
        line(&mut out, format_args!("\t{} = {}", input.name, value::readable(&input.bytes)));
    }
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use exec::{Frame, Input, Location};
    use ir::ErrorKind;

    use super::*;

    #[test]
    fn layout() {
        let frame = |function: &str, line, args: &[&str]| Frame {
            function: function.into(),
            at: Location { file: if line > 0 { "/w/a.c".into() } else { String::new() }, line, column: 0 },
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
        };
        let end = PathEnd {
            decisions: exec::Decisions::default(),
            surroundings: Vec::new(),
            termination: Termination::Error {
                kind: ErrorKind::OutOfBounds,
                message: "4 bytes past the end of `a`".into(),
                suffix: None,
            },
            stack: vec![frame("memset", 0, &["=0", "9"]), frame("main", 7, &[])],
            inputs: vec![Input { name: "i".into(), bytes: vec![9, 0, 0, 0] }],
            output: Vec::new(),
            instructions: 3,
            depth: 1,
            first: true,
            kept: true,
            new_coverage: true,
            approximated: false,
        };
        let expected = "Error: 4 bytes past the end of `a`\nKind: out-of-bounds\nFile: a.c\nLine: 7\nStack:\n\
                        \t#0 in memset(=0, 9)\n\t#1 in main() at a.c:7\nInputs:\n\ti = 9\n";
        assert_eq!(error_text(&end, &Places::below("/w")), expected);
    }
}
