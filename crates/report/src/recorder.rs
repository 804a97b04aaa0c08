//! Writes the tests of a run as its paths end, and sums the run up in the same directory.
//!
//! Which paths become tests is the executor's decision ([`exec::Tests`]). Times go to `summary.json`, `statistics.json` and `info` only: all else is the same, byte for byte, when the run is repeated.

use std::fmt::Write as _;
use std::io;
use std::time::Instant;

use exec::{Location, PathEnd, RunResult};
use serde_json::json;

use crate::archive::ArchiveWriter;
use crate::error_file::error_text;
use crate::found;
use crate::ktest::{KTest, Object};
use crate::lcov::Lcov;
use crate::lines::Lines;
use crate::place::Places;
use crate::prediction::{self, Entry, Prediction};
use crate::run_dir::{Reserve, RunDir};
use crate::suffix::suffix;
use crate::summary::{About, Finding, Summary};
use crate::writer::{Gate, Writer};

/// The names of statistics that are times in microseconds end so.
const TIME_SUFFIX: &str = ".time_us";

/// The lines executed.
pub const COVERAGE: &str = "coverage.lcov";

/// The question whose answer failed its check.
pub const WRONG_ANSWER: &str = "wrong-answer.smt2";

/// Bytes that are kept free for the end, when the disk may be full: enough for the summary of hundreds of errors.
const RESERVE: usize = 256 << 10;

/// So many tests are files of the run directory; further ones that show no error are in archives.
pub const FILES: u64 = 1_000;

/// What a recorder needs to know beforehand.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The function that the run begins with.
    pub entry: String,
    /// Whether that function returns no value.
    pub entry_is_void: bool,
    /// The program's name and its arguments.
    pub args: Vec<String>,
    /// What every test holds before the path's own inputs.
    pub fixed: Vec<Object>,
    /// How files are named.
    pub places: Places,
    /// What the summary says about the command.
    pub about: About,
}

/// Keeps the run directory.
#[derive(Debug)]
pub struct Recorder {
    dir: RunDir,
    writer: Writer,
    archives: ArchiveWriter,
    recording: Recording,
    tests: u64,
    findings: Vec<Finding>,
    predictions: Lines,
    messages: Lines,
    /// Room on the disk for what is written at the end.
    reserve: Reserve,
    warnings: String,
}

impl Recorder {
    /// Records into that directory.
    pub fn new(dir: RunDir, recording: Recording) -> io::Result<Recorder> {
        let open = |name: &str| dir.create(name).map(Lines::new);
        let writer = Writer::new();
        Ok(Recorder {
            predictions: open(prediction::FILE)?,
            messages: open("messages.txt")?,
            reserve: dir.reserve(RESERVE)?,
            archives: ArchiveWriter::new(dir.path(), writer.gate()),
            writer,
            dir,
            recording,
            tests: 0,
            findings: Vec::new(),
            warnings: String::new(),
        })
    }

    /// The run directory.
    pub fn dir(&self) -> &RunDir {
        &self.dir
    }

    /// What its files pass on their way to the disk.
    pub fn gate(&self) -> Gate {
        self.writer.gate()
    }

    /// How many tests were written.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// The errors found so far.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// A line for `warnings.txt`.
    pub fn warn(&mut self, warning: &str) {
        writeln!(self.warnings, "{warning}").expect("a string takes everything");
    }

    /// A line for `warnings.txt` about a place in the program; gives it back.
    pub fn message(&mut self, at: &Location, text: &str) -> String {
        let line = format!("{}:{}: {text}", self.recording.places.name(&at.file), at.line);
        self.warn(&line);
        line
    }

    /// Hands on the test of a path that ended to be written; gives back its file's name if there is one.
    pub fn record(&mut self, end: &PathEnd) -> io::Result<Option<String>> {
        if !end.kept {
            return Ok(None);
        }
        let stem = format!("test{:06}", self.tests + 1);
        let test = format!("{stem}.ktest");
        let entry = Entry { name: &self.recording.entry, is_void: self.recording.entry_is_void };
        let Some(prediction) = Prediction::of(end, &test, entry, &self.recording.places) else {
            return Ok(None);
        };
        self.tests += 1;
        let finding = Some(end).filter(|end| end.first).and_then(|end| Finding::of(end, &test, &self.recording.places));
        let number = self.tests;
        // What shows an error is looked at by itself.
        let is_file = number <= FILES || finding.is_some();
        let ktest = self.ktest(end).to_bytes();
        let mut write = |name: &str, contents: Vec<u8>| match is_file {
            true => self.writer.write(self.dir.path().join(name), contents),
            false => self.archives.add(number, name, &contents),
        };
        write(&test, ktest)?;
        if let Some(suffix) = suffix(end) {
            write(&format!("{stem}.{suffix}"), error_text(end, &self.recording.places).into_bytes())?;
        }
        let line = prediction.to_line();
        if self.predictions.would_flush(&line) {
            // What is predicted is there.
            self.archives.flush()?;
        }
        self.predictions.add(&line)?;
        self.messages.add(&format!("{stem}: {}\n", prediction.describe()))?;
        self.findings.extend(finding);
        Ok(Some(test))
    }

    /// Hands what waits in buffers to the operating system, so that it outlives the process.
    pub fn flush(&mut self) -> io::Result<()> {
        self.archives.flush()?;
        self.predictions.flush()?;
        self.messages.flush()
    }

    /// Writes what concerns the whole run and gives back the summary, and why some of it could not be written: each file is tried.
    pub fn finish(mut self, result: &RunResult) -> (Summary, io::Result<()>) {
        let started = Instant::now();
        self.reserve.release();
        let gate = self.writer.gate();
        let mut written = self.writer.finish().and(self.archives.finish());
        let _whole = gate.hold();
        written = written.and(self.predictions.flush()).and(self.messages.flush());
        if written.is_err() || result.write_error.is_some() {
            // Some were counted that are not there.
            self.tests = found::tests_in(self.dir.path()).map_or(0, |tests| tests.len() as u64);
        }
        let mut note = |outcome: io::Result<()>| {
            if written.is_ok() {
                written = outcome;
            }
        };
        let mut result = result.clone();
        result.time.total += started.elapsed();
        result.time.report += started.elapsed();
        let result = &result;
        let summary = Summary::of(result, self.findings, self.tests, self.recording.about, &self.recording.places);
        note(self.dir.write("summary.json", summary.to_json()));
        note(self.dir.write("statistics.json", statistics(result)));
        note(self.dir.write(COVERAGE, lcov(result, &self.recording.places).to_text()));
        note(self.dir.write("warnings.txt", self.warnings));
        note(self.dir.write("info", info(&summary)));
        if let Some(wrong) = &result.wrong_answer {
            note(self.dir.write(WRONG_ANSWER, wrong.script.as_str()));
        }
        (summary, written)
    }

    fn ktest(&self, end: &PathEnd) -> KTest {
        let object = |input: &exec::Input| Object { name: input.name.clone().into(), bytes: input.bytes.clone() };
        KTest {
            args: self.recording.args.iter().map(|arg| arg.clone().into_bytes()).collect(),
            objects: self.recording.fixed.iter().cloned().chain(end.inputs.iter().map(object)).collect(),
        }
    }
}

/// The counters of every component, and how often each reason cut a path short.
fn statistics(result: &RunResult) -> String {
    // Times differ from run to run; they stand apart from what does not.
    let (times, counters): (Vec<_>, Vec<_>) =
        result.statistics.iter().partition(|(name, _)| name.ends_with(TIME_SUFFIX));
    let table = |rows: Vec<&(String, u64)>| -> serde_json::Map<_, _> {
        rows.into_iter().map(|(name, n)| (name.trim_end_matches(TIME_SUFFIX).to_owned(), json!(n))).collect()
    };
    let reasons: Vec<_> =
        result.incomplete_because.iter().map(|(reason, paths)| json!({ "reason": reason, "paths": paths })).collect();
    let whole = json!({
        "counters": table(counters),
        "incomplete_because": reasons,
        "microseconds": table(times),
    });
    let mut text = serde_json::to_string_pretty(&whole).expect("strings and numbers have a JSON form");
    text.push('\n');
    text
}

/// The lines executed.
fn lcov(result: &RunResult, places: &Places) -> Lcov {
    let mut lcov = Lcov::default();
    for (file, line, executed) in &result.lines {
        let lines = lcov.files.entry(places.name(file)).or_default();
        *lines.counts.entry(*line).or_default() |= u64::from(*executed);
    }
    lcov
}

/// The run in a few lines of text.
fn info(summary: &Summary) -> String {
    let command = summary.command.join(" ");
    let [complete, symbolic] = [summary.complete, summary.symbolic].map(|holds| if holds { "yes" } else { "no" });
    format!(
        "command: {command}\nversion: {}\ncomplete: {complete}\nsymbolic: {symbolic}\nseconds: {:.3}\npaths completed: {}\npaths with errors: {}\n\
         errors: {}\ntests: {}\ninstructions: {}\nquestions: {}\npeak memory: {} bytes\n",
        summary.version,
        summary.seconds,
        summary.paths.completed,
        summary.paths.errors,
        summary.findings.len(),
        summary.tests,
        summary.instructions,
        summary.questions.asked,
        summary.peak_memory_bytes,
    )
}
