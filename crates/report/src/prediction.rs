//! Predictions of what happens when a test is replayed: `predictions.jsonl`, one line a test.
//!
//! The format is documented in `docs/summary.md`. One file serves all tests because a file for each would take
//! longer to create than most paths take to explore. It holds no times, and files below the current directory
//! are named relative to it, so two runs of one program give the same bytes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use exec::{PathEnd, Termination};
use ir::ErrorKind;
use serde::{Deserialize, Serialize};

use crate::place::Places;
use crate::value;

/// The file's name within the run directory.
pub const FILE: &str = "predictions.jsonl";

/// The prediction for one test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Prediction {
    /// The test's file name.
    pub test: String,
    /// How the path ended.
    #[serde(flatten)]
    pub end: End,
    /// The function that the run began with.
    pub entry: String,
    /// Whether that function returns no value.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub entry_is_void: bool,
    /// Whether the path depends on a call whose effect is unknown, or on how much memory the machine has.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub approximated: bool,
    /// The program's output, if it is text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<String>,
    /// The program's output as hex, if it is not text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output_hex: Option<String>,
    /// The call stack at the end, innermost first.
    #[serde(default)]
    pub stack: Vec<Place>,
}

/// The function that a run begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// The name of the function's symbol.
    pub name: &'a str,
    /// Whether the function returns no value, in which case the exit status is arbitrary.
    pub is_void: bool,
}

impl Entry<'static> {
    /// The usual entry: `main`, which returns a status.
    pub const MAIN: Entry<'static> = Entry { name: "main", is_void: false };
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum End {
    /// `main` returned or the program called `exit`.
    Exit {
        /// The status as the operating system sees it: 0 to 255.
        exit_code: u8,
    },
    /// The program did something wrong.
    Error {
        /// The kind's name, as in `summary.json`.
        kind: String,
        /// One line for people.
        message: String,
    },
    /// The path met something unsupported. What the program does after that is not predicted.
    Unsupported {
        /// The unsupported construct.
        reason: String,
    },
    /// The solver could not decide a question that the path depended on.
    Undecided {
        /// Why there is no answer.
        reason: String,
    },
    /// A limit stopped the path.
    Limit {
        /// The limit's name.
        reason: String,
    },
}

/// One level of a predicted stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The function's name.
    pub function: String,
    /// The source file; empty if unknown.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
}

impl Place {
    /// A level of a path's stack.
    pub fn of(frame: &exec::Frame, places: &Places) -> Place {
        Place { function: frame.function.clone(), file: places.name(&frame.at.file), line: frame.at.line }
    }
}

impl Prediction {
    /// The prediction for this end; `None` for a path that was dropped silently.
    pub fn of(end: &PathEnd, test: &str, entry: Entry<'_>, places: &Places) -> Option<Prediction> {
        let ended = match &end.termination {
            Termination::Exit(status) => End::Exit { exit_code: *status as u8 },
            Termination::Silent => return None,
            Termination::Error { kind, message, .. } => {
                End::Error { kind: kind.name().to_owned(), message: message.clone() }
            }
            Termination::Unsupported(reason) => End::Unsupported { reason: reason.clone() },
            Termination::Undecided(reason) => End::Undecided { reason: reason.clone() },
            Termination::Limit(limit) => End::Limit { reason: limit.name().to_owned() },
        };
        let (output, output_hex) = match std::str::from_utf8(&end.output) {
            Ok(text) => (Some(text.to_owned()), None),
            Err(_) => (None, Some(value::hex(&end.output))),
        };
        let stack = end.stack.iter().map(|frame| Place::of(frame, places)).collect();
        Some(Prediction {
            test: test.to_owned(),
            end: ended,
            entry: entry.name.to_owned(),
            entry_is_void: entry.is_void,
            approximated: end.approximated,
            output,
            output_hex,
            stack,
        })
    }

    /// The kind of error, if an error is predicted.
    pub fn kind(&self) -> Option<ErrorKind> {
        match &self.end {
            End::Error { kind, .. } => ErrorKind::from_name(kind),
            _ => None,
        }
    }

    /// The bytes that the program prints until it ends.
    pub fn printed(&self) -> Vec<u8> {
        let text = self.output.as_ref().map(|text| text.clone().into_bytes());
        text.or_else(|| self.output_hex.as_deref().and_then(value::from_hex)).unwrap_or_default()
    }

    /// One line for people.
    pub fn describe(&self) -> String {
        match &self.end {
            End::Exit { exit_code } => format!("exits with status {exit_code}"),
            End::Error { kind, message } => match self.own_code() {
                Some(place) => format!("{kind} at {}:{}: {message}", place.file, place.line),
                None => format!("{kind}: {message}"),
            },
            End::Unsupported { reason } => format!("unsupported: {reason}"),
            End::Undecided { reason } => format!("undecided: {reason}"),
            End::Limit { reason } => format!("cut short by {reason}"),
        }
    }

    /// The innermost place in the program's own code.
    fn own_code(&self) -> Option<&Place> {
        let known = |place: &&Place| place.line > 0;
        let own = |place: &&Place| !exec::is_library_file(&place.file);
        self.stack.iter().filter(known).find(own).or(self.stack.iter().find(known))
    }

    /// The prediction's line in the file.
    pub fn to_line(&self) -> String {
        #[cfg(test)]
        crate::formatted::note();
        let mut text = serde_json::to_string(self).expect("strings and numbers have a JSON form");
        text.push('\n');
        text
    }

    /// The prediction for one `.ktest` file, from the file beside it. To look up many, use [`Predictions`].
    pub fn beside(test: &Path) -> io::Result<Option<Prediction>> {
        Ok(Predictions::default().of(test)?.cloned())
    }
}

/// The predictions of any number of run directories, each read once.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    read: BTreeMap<PathBuf, BTreeMap<String, Prediction>>,
}

impl Predictions {
    /// The prediction for a `.ktest` file, from the file beside it; `None` if there is none.
    pub fn of(&mut self, test: &Path) -> io::Result<Option<&Prediction>> {
        let name = test.file_name().unwrap_or_default().to_string_lossy();
        self.in_directory(test.parent().unwrap_or(Path::new("")), &name)
    }

    /// The prediction for the test of that name in a run directory or in one of its archives.
    pub fn in_directory(&mut self, dir: &Path, name: &str) -> io::Result<Option<&Prediction>> {
        if !self.read.contains_key(dir) {
            let all = read_all(dir)?.into_iter().map(|prediction| (prediction.test.clone(), prediction)).collect();
            self.read.insert(dir.to_owned(), all);
        }
        Ok(self.read.get(dir).and_then(|all| all.get(name)))
    }
}

/// The predictions of a run directory, in order; none if it has no such file. An unfinished last line is
/// dropped: it was cut off when the run was killed.
pub fn read_all(dir: &Path) -> io::Result<Vec<Prediction>> {
    let text = match std::fs::read_to_string(dir.join(FILE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(|line| serde_json::from_str(line).map_err(io::Error::from)).collect()
}

#[cfg(test)]
mod tests {
    use exec::{Frame, Location};

    use super::*;

    fn end(termination: Termination, output: &[u8]) -> PathEnd {
        let at = Location { file: "/w/a.c".into(), line: 7, column: 2 };
        PathEnd {
            termination,
            stack: vec![Frame { function: "main".into(), at, args: vec!["1".into()] }],
            inputs: Vec::new(),
            output: output.to_vec(),
            decisions: exec::Decisions::default(),
            surroundings: Vec::new(),
            instructions: 1,
            depth: 0,
            first: true,
            kept: true,
            new_coverage: true,
            approximated: false,
        }
    }

    #[test]
    fn round_trip() {
        let places = Places::below("/w");
        let error = Termination::Error { kind: ErrorKind::Null, message: "m".into(), suffix: None };
        let ends = [
            (Termination::Exit(-1), &b"out"[..]),
            (error, b"\xff"),
            (Termination::Unsupported("asm".into()), b""),
            (Termination::Undecided("q".into()), b""),
            (Termination::Limit(exec::Limit::Depth), b""),
        ];
        for (termination, output) in ends {
            let prediction = Prediction::of(&end(termination, output), "test000001.ktest", Entry::MAIN, &places)
                .expect("not silent");
            let read: Prediction = serde_json::from_str(&prediction.to_line()).expect("reads back");
            assert_eq!(read, prediction);
            assert_eq!(read.printed(), output);
            assert_eq!(read.stack[0].file, "a.c");
        }
        assert_eq!(Prediction::of(&end(Termination::Silent, b""), "t", Entry::MAIN, &places), None);
    }

    #[test]
    fn predictions_stand_beside_their_tests() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let test = |name: &str| dir.path().join(name);
        assert_eq!(Predictions::default().of(&test("a.ktest")).expect("no file is fine"), None);
        let line = |name: &str| {
            let end = end(Termination::Exit(0), b"");
            Prediction::of(&end, name, Entry::MAIN, &Places::below("/w")).expect("not silent").to_line()
        };
        let text = format!("{}{}{}", line("a.ktest"), line("b.ktest"), &line("c.ktest")[..20]);
        std::fs::write(test(FILE), text).expect("written");
        let mut predictions = Predictions::default();
        assert!(predictions.of(&test("a.ktest")).expect("read").is_some());
        assert!(predictions.of(&test("b.ktest")).expect("read").is_some());
        assert!(predictions.of(&test("c.ktest")).expect("read").is_none());
        std::fs::write(test(FILE), "{}\n").expect("written");
        assert!(Predictions::default().of(&test("a.ktest")).is_err());
    }

    #[test]
    fn exit_codes_are_the_low_eight_bits() {
        let prediction = Prediction::of(&end(Termination::Exit(-1), b""), "t", Entry::MAIN, &Places::below("/"));
        assert_eq!(prediction.expect("not silent").end, End::Exit { exit_code: 255 });
    }
}
