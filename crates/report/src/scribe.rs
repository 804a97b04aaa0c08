//! Makes a test from the end of a path: the `.ktest` file, the error file beside it, and the lines that predict
//! it, describe it and say what it chose. The scribe lives on the thread of the [`crate::writer::Writer`], so that none of this takes
//! time from the exploration, and it reuses its buffers.
//!
//! **Invariant.** A predicted test exists: its files are written before the line about them, and archives are
//! handed to the operating system before the lines about their members, which are dropped if that fails.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use exec::PathEnd;

use crate::archive::ArchiveWriter;
use crate::batch::{End, Exit, Record, TestId};
use crate::decisions;
use crate::error_file::error_text;
use crate::exit_line::ExitLines;
use crate::ktest::{self, Object};
use crate::lines::Lines;
use crate::place::Places;
use crate::prediction::{self, Entry, Prediction};
use crate::run_dir::RunDir;
use crate::suffix::suffix;
use crate::tuning::FILES;
use crate::writer::{self, Gate};

/// The data that all tests of a run have in common.
#[derive(Clone, Debug)]
pub struct Common {
    /// The function that the run begins with.
    pub entry: String,
    /// Whether that function returns no value.
    pub entry_is_void: bool,
    /// The program's name and its arguments.
    pub args: Vec<String>,
    /// The objects that every test holds before the path's own inputs.
    pub fixed: Vec<Object>,
    /// How source files are named.
    pub places: Places,
}

/// Writes the tests of a run.
#[derive(Debug)]
pub struct Scribe {
    dir: PathBuf,
    gate: Gate,
    archives: ArchiveWriter,
    predictions: Lines,
    messages: Lines,
    decisions: Lines,
    common: Common,
    exit_lines: ExitLines,
    /// How many bytes of the buffered predictions, messages and decisions are about tests that the operating
    /// system already has.
    certain: [usize; 3],
    /// Buffers that are reused from test to test.
    name: String,
    contents: Vec<u8>,
}

impl Scribe {
    /// Creates a scribe that writes to `dir` while it holds the gate.
    pub fn new(dir: &RunDir, gate: Gate, common: Common) -> io::Result<Scribe> {
        let open = |name: &str| dir.create(name).map(Lines::new);
        Ok(Scribe {
            predictions: open(prediction::FILE)?,
            messages: open("messages.txt")?,
            decisions: open(decisions::FILE)?,
            archives: ArchiveWriter::new(dir.path(), gate.clone()),
            gate,
            dir: dir.path().to_owned(),
            exit_lines: ExitLines::new(Entry { name: &common.entry, is_void: common.entry_is_void }),
            common,
            certain: [0; 3],
            name: String::new(),
            contents: Vec::new(),
        })
    }

    /// Makes a test from an end. Tests come in the order of their numbers; ends that become no test are not
    /// passed here.
    pub fn add(&mut self, end: End<'_>) -> io::Result<()> {
        match end {
            End::Exit(exit) => {
                self.put_test(exit.test, false, exit.inputs)?;
                self.say_exit(&exit);
            }
            End::Other(Record { test, is_finding, end }) => {
                let inputs = end.inputs.iter().map(|input| (input.name.as_bytes(), &input.bytes[..]));
                self.put_test(*test, *is_finding, inputs)?;
                if let Some(suffix) = suffix(end) {
                    self.name.clear();
                    write!(self.name, "{test}.{suffix}").expect("a string takes everything");
                    self.contents.clear();
                    self.contents.extend_from_slice(error_text(end, &self.common.places).as_bytes());
                    self.put(*test, *is_finding)?;
                }
                self.say_other(*test, end);
            }
        }
        if self.archives.has_all_written() {
            self.certain = self.lines().map(|lines| lines.waiting().len());
        }
        if self.lines().iter().any(|lines| lines.is_full()) { self.flush() } else { Ok(()) }
    }

    /// The files with a line for each test.
    fn lines(&mut self) -> [&mut Lines; 3] {
        [&mut self.predictions, &mut self.messages, &mut self.decisions]
    }

    /// Writes the test with these inputs.
    fn put_test<'a>(
        &mut self,
        test: TestId,
        is_finding: bool,
        inputs: impl Iterator<Item = (&'a [u8], &'a [u8])> + Clone,
    ) -> io::Result<()> {
        self.name.clear();
        write!(self.name, "{test}.ktest").expect("a string takes everything");
        self.contents.clear();
        ktest::write(&mut self.contents, &self.common.args, &self.common.fixed, inputs);
        self.put(test, is_finding)
    }

    /// Writes a file of a test, or a member of an archive. Its name and contents are taken from the buffers.
    fn put(&mut self, test: TestId, is_finding: bool) -> io::Result<()> {
        if test.0 > FILES && !is_finding {
            let outcome = self.archives.add(test.0, &self.name, &self.contents);
            return self.archived(outcome);
        }
        let _whole = self.gate.hold();
        writer::write(&self.dir.join(&self.name), &self.contents)
    }

    /// Adds the lines about a path that exits.
    fn say_exit(&mut self, exit: &Exit<'_>) {
        self.exit_lines.write(self.predictions.waiting(), exit, &self.common.places);
        let Exit { test, status, .. } = exit;
        writeln!(self.messages.waiting(), "{test}: exits with status {}", *status as u8)
            .expect("a vector takes everything");
        let Exit { test, instructions, surroundings, decisions, .. } = *exit;
        decisions::write(self.decisions.waiting(), test, instructions, surroundings, decisions);
    }

    /// Adds the lines about a path that ends in another way.
    fn say_other(&mut self, test: TestId, end: &PathEnd) {
        let Common { entry, entry_is_void, places, .. } = &self.common;
        let entry = Entry { name: entry, is_void: *entry_is_void };
        let Some(prediction) = Prediction::of(end, &test.file_name(), entry, places) else { return };
        self.predictions.waiting().extend_from_slice(prediction.to_line().as_bytes());
        writeln!(self.messages.waiting(), "{test}: {}", prediction.describe()).expect("a vector takes everything");
        let surroundings = end.surroundings.iter().map(|input| (input.name.as_bytes(), &input.bytes[..]));
        decisions::write(self.decisions.waiting(), test, end.instructions, surroundings, &end.decisions);
    }

    /// Hands all buffered data to the operating system. Every file is tried.
    pub fn flush(&mut self) -> io::Result<()> {
        let outcome = self.archives.flush();
        self.archived(outcome).and(self.flush_lines())
    }

    /// Ends the archives.
    pub fn finish_archives(&mut self) -> io::Result<()> {
        let outcome = self.archives.finish();
        self.archived(outcome)
    }

    /// Hands the buffered lines to the operating system.
    pub fn flush_lines(&mut self) -> io::Result<()> {
        let gate = self.gate.clone();
        let _whole = gate.hold();
        self.certain = [0; 3];
        // Every file is tried.
        self.lines().map(Lines::flush).into_iter().collect()
    }

    /// If a write to an archive failed, drops the lines about its members.
    fn archived(&mut self, outcome: io::Result<()>) -> io::Result<()> {
        if outcome.is_err() {
            let certain = self.certain;
            self.lines().into_iter().zip(certain).for_each(|(lines, certain)| lines.waiting().truncate(certain));
        }
        outcome
    }
}
