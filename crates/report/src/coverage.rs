//! Compares the lines that a run says were executed with those that native runs of its tests executed.
//!
//! Both sides know some lines with code, but not quite the same ones: a run knows the lines that instructions
//! stand on, a compiler's counters know the lines that its source regions stretch over. Only lines that both
//! sides know are compared.
//!
//! - A line that the run executed must be executed natively by some test.
//! - A line that is executed natively by a test that exits must be executed by the run. Tests that end in
//!   another way prove nothing here: natively, an error may go unnoticed and the program goes on, and so does a
//!   program whose path was cut short.
//!
//! Native counters count a region when it is entered. Where a program exits in the middle of a function, or
//! jumps out of it, the lines after that point count as executed though they were not. So the lines from such
//! an end to the end of the function are left out of the second comparison if only the native side says that
//! they were executed.
//!
//! Lines that begin with a closing brace (`}`, `} while (more)`) are not held against either side: natively
//! they belong to the block that they close as well, and in a run the end of a variable's life stands there,
//! however its block is left.

use std::collections::BTreeMap;

use crate::lcov::{FileLines, Lcov};
use crate::prediction::{End, Prediction, StackLevel};

/// The lines that the native runs executed.
#[derive(Clone, Debug, Default)]
pub struct NativeLines {
    /// Lines executed by the tests that are predicted to exit.
    pub exiting: Lcov,
    /// Lines executed by any test.
    pub all: Lcov,
}

/// The outcome of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// The number of lines on which both sides agree.
    pub agreed: usize,
    /// The number of lines that only one side executed, but that prove nothing.
    pub behind: usize,
    /// The number of lines that the run executed but kept no test for.
    pub untested: usize,
    /// The lines on which the sides disagree.
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// Counts lines that the run executed and no test does as untested, not as differences: for a run that did
    /// not keep a test of every path.
    pub fn leave_out_untested(&mut self) {
        let before = self.differences.len();
        self.differences.retain(|difference| !difference.by_run);
        self.untested += before - self.differences.len();
    }
}

/// A line that only one side executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The file, as the run names it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// Whether the run executed the line; otherwise the native program did.
    pub by_run: bool,
}

/// Compares the two sides. The predictions say where tests end; `closes` says whether a line of a file begins
/// with a closing brace.
pub fn compare(
    run: &Lcov,
    native: &NativeLines,
    predictions: &[Prediction],
    closes: &dyn Fn(&str, u32) -> bool,
) -> Comparison {
    let mut comparison = Comparison::default();
    for (name, lines) in &run.files {
        let Some((native_name, all)) = same_file(&native.all, name) else { continue };
        let exiting = native.exiting.files.get(native_name);
        let behind = behind_ends(name, all, predictions);
        for (&line, &count) in &lines.counts {
            let Some(&natively) = all.counts.get(&line) else { continue };
            let certain = exiting.and_then(|file| file.counts.get(&line)).is_some_and(|&count| count > 0);
            match (count > 0, natively > 0) {
                (true, true) | (false, false) => comparison.agreed += 1,
                _ if closes(native_name, line) => comparison.behind += 1,
                (false, true) if !certain || behind.iter().any(|&(from, to)| from < line && line < to) => {
                    comparison.behind += 1;
                }
                (by_run, _) => comparison.differences.push(Difference { file: name.clone(), line, by_run }),
            }
        }
    }
    comparison
}

/// The native file of that name, or one whose path ends in it or that it ends in: a run and a compiler may name
/// files relative to different directories.
fn same_file<'a>(native: &'a Lcov, name: &str) -> Option<(&'a String, &'a FileLines)> {
    let below = format!("/{name}");
    let ends = |file: &&String| file.ends_with(&below) || name.ends_with(&format!("/{file}"));
    let found = native.files.get_key_value(name);
    found.or_else(|| native.files.iter().find(|(file, _)| ends(file)))
}

/// The places in a file where a function was left for good, each with the line at which the function ends. The
/// last line of a function is not such a place: there it returns.
fn behind_ends(file: &str, lines: &FileLines, predictions: &[Prediction]) -> Vec<(u32, u32)> {
    let exits = predictions.iter().filter(|prediction| matches!(prediction.end, End::Exit { .. }));
    let here = |place: &&StackLevel| place.file == file && place.line > 0;
    let mut ends: BTreeMap<u32, u32> = BTreeMap::new();
    for place in exits.flat_map(|prediction| &prediction.stack).filter(here) {
        ends.entry(place.line).or_insert_with(|| lines.function_end(place.line));
    }
    ends.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lcov(file: &str, functions: &[u32], lines: &[(u32, u64)]) -> Lcov {
        let lines = FileLines {
            counts: lines.iter().copied().collect(),
            functions: functions.iter().copied().collect(),
            ..FileLines::default()
        };
        Lcov { files: BTreeMap::from([(file.to_owned(), lines)]) }
    }

    fn exit_at(line: u32) -> Prediction {
        Prediction {
            test: "t".into(),
            end: End::Exit { exit_code: 0 },
            entry: "main".into(),
            entry_is_void: false,
            approximated: false,
            output: None,
            output_hex: None,
            stack: vec![StackLevel { function: "main".into(), file: "a.c".into(), line }],
        }
    }

    /// One file with two functions of ten lines.
    fn compared(run: &[(u32, u64)], exiting: &[(u32, u64)], all: &[(u32, u64)], exit: u32) -> Comparison {
        let native = NativeLines { exiting: lcov("/w/a.c", &[1, 11], exiting), all: lcov("/w/a.c", &[1, 11], all) };
        compare(&lcov("a.c", &[], run), &native, &[exit_at(exit)], &|file, line| file == "/w/a.c" && line == 9)
    }

    #[test]
    fn only_lines_that_both_know_are_compared() {
        let comparison = compared(&[(2, 1), (3, 0)], &[(2, 5), (4, 1)], &[(2, 5), (4, 1)], 20);
        assert_eq!(comparison, Comparison { agreed: 1, ..Comparison::default() });
    }

    #[test]
    fn a_line_of_the_run_must_be_executed_natively() {
        let comparison = compared(&[(2, 1), (3, 1)], &[(2, 1), (3, 0)], &[(2, 1), (3, 0)], 2);
        assert_eq!(comparison.differences, [Difference { file: "a.c".into(), line: 3, by_run: true }]);
    }

    #[test]
    fn a_native_line_must_be_executed_by_the_run() {
        let lines = [(2, 1), (3, 1)];
        let comparison = compared(&[(2, 1), (3, 0)], &lines, &lines, 20);
        assert_eq!(comparison.differences, [Difference { file: "a.c".into(), line: 3, by_run: false }]);
        // Unless only tests that do not exit execute it.
        assert_eq!(compared(&[(2, 1), (3, 0)], &[(2, 1), (3, 0)], &lines, 20).behind, 1);
    }

    #[test]
    fn lines_behind_an_exit_do_not_count() {
        let lines = [(4, 1), (5, 1), (12, 1)];
        let comparison = compared(&[(4, 1), (5, 0), (12, 0)], &lines, &lines, 4);
        assert_eq!((comparison.agreed, comparison.behind), (1, 1));
        // Lines that close a block prove nothing either.
        assert_eq!(compared(&[(8, 1), (9, 0)], &[(8, 1), (9, 1)], &[(8, 1), (9, 1)], 20).behind, 1);
        assert_eq!(comparison.differences, [Difference { file: "a.c".into(), line: 12, by_run: false }]);
    }
}
