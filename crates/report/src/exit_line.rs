//! The prediction for a path that exits, as most do, written without building a [`Prediction`]: the parts that
//! repeat from line to line are formatted once. [`Prediction::to_line`] defines the format.
//!
//! [`Prediction`]: crate::Prediction
//! [`Prediction::to_line`]: crate::Prediction::to_line

use std::io::Write as _;

use exec::Frame;

use crate::batch::Exit;
use crate::place::Places;
use crate::prediction::{Entry, StackLevel};
use crate::value;

/// Writes lines for paths of one run.
#[derive(Debug)]
pub struct ExitLines {
    /// The text between the exit status and the output.
    entry: Vec<u8>,
    /// The stack of the latest path, with its text. Most programs exit at few places.
    stack: Vec<Frame>,
    stack_text: Vec<u8>,
}

impl ExitLines {
    /// Lines for a program that begins at `entry`.
    pub fn new(entry: Entry<'_>) -> ExitLines {
        let mut text = b",\"entry\":".to_vec();
        json(&mut text, entry.name);
        text.extend_from_slice(if entry.is_void { b",\"entry_is_void\":true" } else { b"" });
        ExitLines { entry: text, stack: Vec::new(), stack_text: b"[]".to_vec() }
    }

    /// Appends the line of a path.
    pub fn write(&mut self, out: &mut Vec<u8>, exit: &Exit<'_>, places: &Places) {
        #[cfg(test)]
        crate::formatted::note();
        let Exit { test, status, approximated, stack, output, .. } = exit;
        write!(out, "{{\"test\":\"{test}.ktest\",\"ended\":\"exit\",\"exit_code\":{}", *status as u8)
            .expect("a vector takes everything");
        out.extend_from_slice(&self.entry);
        out.extend_from_slice(if *approximated { b",\"approximated\":true" } else { b"" });
        match std::str::from_utf8(output) {
            Ok(text) => {
                out.extend_from_slice(b",\"output\":");
                json(out, text);
            }
            Err(_) => {
                out.extend_from_slice(b",\"output_hex\":");
                json(out, &value::hex(output));
            }
        }
        if !alike(&self.stack, stack) {
            self.stack = stack.to_vec();
            self.stack_text.clear();
            let stack: Vec<StackLevel> = stack.iter().map(|frame| StackLevel::of(frame, places)).collect();
            json(&mut self.stack_text, &stack);
        }
        out.extend_from_slice(b",\"stack\":");
        out.extend_from_slice(&self.stack_text);
        out.extend_from_slice(b"}\n");
    }
}

/// Whether two stacks have the same text.
fn alike(one: &[Frame], other: &[Frame]) -> bool {
    let same = |(a, b): (&Frame, &Frame)| (a.at.line, &a.function, &a.at.file) == (b.at.line, &b.function, &b.at.file);
    one.len() == other.len() && one.iter().zip(other).all(same)
}

fn json<T: serde::Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("strings and numbers have a JSON form");
}

#[cfg(test)]
mod tests {
    use exec::{Location, PathEnd, Termination};

    use super::*;
    use crate::batch::{Batch, End, Record, TestId};
    use crate::prediction::Prediction;

    fn frame(function: &str, file: &str, line: u32) -> Frame {
        Frame { function: function.into(), at: Location { file: file.into(), line, column: 2 }, args: vec!["1".into()] }
    }

    #[test]
    fn lines_are_those_of_predictions() {
        let places = Places::below("/w");
        let stacks = [
            vec![],
            vec![frame("main", "/w/a.c", 7)],
            vec![frame("main", "/w/a.c", 8)],
            vec![frame("f", "/w/a.c", 8)],
            vec![frame("f", "/w/b.c", 8)],
            vec![frame("ns::f(\"x\")", "/usr/include/\u{e9}.h", 0), frame("main", "/w/b.c", 8)],
        ];
        let outputs: [&[u8]; 7] =
            [b"", b"text\n", b"\"\\/\t\r\x08\x0c\x01\x1f\x7f", b"\xff\x00", b"\0", "é\u{2028}😀".as_bytes(), b"</x>"];
        for entry in [Entry::MAIN, Entry { name: "che\"ck", is_void: true }] {
            let mut lines = ExitLines::new(entry);
            let (mut out, mut expected) = (Vec::new(), String::new());
            // Each stack follows itself and every other one.
            for (number, first) in (0..stacks.len()).flat_map(|i| (0..stacks.len()).map(move |j| [i, j])).enumerate() {
                for at in first {
                    let status = number as i32 - 3;
                    let end = PathEnd {
                        termination: Termination::Exit(status),
                        stack: stacks[at].clone(),
                        inputs: Vec::new(),
                        output: outputs[number % outputs.len()].to_vec(),
                        decisions: exec::Decisions::default(),
                        surroundings: Vec::new(),
                        instructions: 1,
                        depth: 0,
                        first: true,
                        kept: true,
                        new_coverage: true,
                        approximated: number % 3 == 0,
                    };
                    let test = TestId(number as u64);
                    let mut batch = Batch::default();
                    batch.push(Record { test, is_finding: false, end: end.clone() });
                    let Some(End::Exit(exit)) = batch.ends().next() else { panic!("it exits") };
                    lines.write(&mut out, &exit, &places);
                    expected += &Prediction::of(&end, &test.file_name(), entry, &places).expect("not silent").to_line();
                }
            }
            assert_eq!(String::from_utf8(out).expect("JSON is text"), expected);
        }
    }
}
