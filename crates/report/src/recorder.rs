//! Writes the tests of a run as its paths end, and the summary of the run, to the run directory.
//!
//! Which paths become tests is the executor's decision ([`exec::Tests`]). Only `summary.json`,
//! `statistics.json` and `info` hold times: everything else is the same, byte for byte, when the run is
//! repeated.

use std::fmt::Write as _;
use std::io;
use std::time::Instant;

use exec::{Limit, Location, PathEnd, RunResult, Termination};
use serde_json::json;

use crate::batch::{Record, TestId};
use crate::found;
use crate::lcov::Lcov;
use crate::place::Places;
use crate::run_dir::{Reserve, RunDir};
use crate::scribe::{Common, Scribe};
use crate::summary::{About, Finding, Summary};
use crate::tuning::RESERVE;
use crate::writer::{Gate, Writer};

/// The end of the names of statistics that are times in microseconds.
const TIME_SUFFIX: &str = ".time_us";

/// The file that holds the executed lines.
pub const COVERAGE: &str = "coverage.lcov";

/// The file that holds the question whose answer failed its check.
pub const WRONG_ANSWER: &str = "wrong-answer.smt2";

/// The settings of a recorder.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The data that all tests have in common.
    pub common: Common,
    /// The summary's data about the command.
    pub about: About,
}

/// Writes the run directory.
#[derive(Debug)]
pub struct Recorder {
    dir: RunDir,
    gate: Gate,
    writer: Writer,
    places: Places,
    about: About,
    tests: u64,
    findings: Vec<Finding>,
    /// Disk space reserved for the files that are written at the end.
    reserve: Reserve,
    warnings: String,
}

impl Recorder {
    /// Creates a recorder that writes to `dir`.
    pub fn new(dir: RunDir, recording: Recording) -> io::Result<Recorder> {
        let gate = Gate::default();
        let places = recording.common.places.clone();
        let scribe = Scribe::new(&dir, gate.clone(), recording.common)?;
        Ok(Recorder {
            reserve: dir.reserve(RESERVE)?,
            writer: Writer::new(scribe),
            dir,
            gate,
            places,
            about: recording.about,
            tests: 0,
            findings: Vec::new(),
            warnings: String::new(),
        })
    }

    /// The run directory.
    pub fn dir(&self) -> &RunDir {
        &self.dir
    }

    /// The gate that is held while a file of the run directory is written.
    pub fn gate(&self) -> Gate {
        self.gate.clone()
    }

    /// The number of tests handed over to be written.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// The errors found so far.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Adds a line to `warnings.txt`.
    pub fn warn(&mut self, warning: &str) {
        writeln!(self.warnings, "{warning}").expect("a string takes everything");
    }

    /// Adds a line about a place in the program to `warnings.txt`, and returns the line.
    pub fn message(&mut self, at: &Location, text: &str) -> String {
        let line = format!("{}:{}: {text}", self.places.name(&at.file), at.line);
        self.warn(&line);
        line
    }

    /// The test that this end becomes if it is recorded next.
    pub fn test_of(&self, end: &PathEnd) -> Option<TestId> {
        let is_test = end.kept && !matches!(end.termination, Termination::Silent);
        is_test.then_some(TestId(self.tests + 1))
    }

    /// Hands over a path that ended, to be written if it becomes a test. Another thread writes it later, so an
    /// error returned here may be about an earlier test.
    pub fn record(&mut self, end: PathEnd) -> io::Result<()> {
        let Some(test) = self.test_of(&end) else { return Ok(()) };
        self.tests = test.0;
        let is_error = matches!(end.termination, Termination::Error { .. });
        let finding = if end.first && is_error { Finding::of(&end, &test.file_name(), &self.places) } else { None };
        let is_finding = finding.is_some();
        self.findings.extend(finding);
        // A finding is written at once, because whoever is told of the error looks for its test.
        self.writer.add(Record { test, is_finding, end }, is_finding)
    }

    /// Asks the writing thread to hand buffered data to the operating system, so that it outlives the process.
    /// Does not wait for it.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// Writes the files about the whole run. Returns the summary, and the reason if some file could not be
    /// written; every file is tried.
    pub fn finish(mut self, result: &RunResult) -> (Summary, io::Result<()>) {
        let started = Instant::now();
        let (mut scribe, mut written) = self.writer.finish();
        if let Some(scribe) = &mut scribe {
            written = written.and(scribe.finish_archives());
        }
        // The reserved space is for the lines about the tests and for the files that follow.
        self.reserve.release();
        if let Some(scribe) = &mut scribe {
            written = written.and(scribe.flush_lines());
        }
        let _whole = self.gate.hold();
        let mut result = result.clone();
        if let Err(error) = &written {
            note_unwritten(&mut result, error);
        }
        if result.write_error.is_some() {
            // Tests that could not be written were counted.
            self.tests = found::tests_in(self.dir.path()).map_or(0, |tests| tests.len() as u64);
        }
        let mut note = |outcome: io::Result<()>| {
            if written.is_ok() {
                written = outcome;
            }
        };
        result.time.total += started.elapsed();
        result.time.report += started.elapsed();
        let result = &result;
        let summary = Summary::of(result, self.findings, self.tests, self.about, &self.places);
        note(self.dir.write("summary.json", summary.to_json()));
        note(self.dir.write("statistics.json", statistics(result)));
        note(self.dir.write(COVERAGE, lcov(result, &self.places).to_text()));
        note(self.dir.write("warnings.txt", self.warnings));
        note(self.dir.write("info", info(&summary)));
        if let Some(wrong) = &result.wrong_answer {
            note(self.dir.write(WRONG_ANSWER, wrong.script.as_str()));
        }
        (summary, written)
    }
}

/// Records in the result of a finished run that some of it could not be written.
fn note_unwritten(result: &mut RunResult, error: &io::Error) {
    result.write_error.get_or_insert_with(|| error.to_string());
    result.stopped_by = Some(Limit::Output);
    result.complete = false;
    let reason = Limit::Output.name();
    if let Err(at) = result.incomplete_because.binary_search_by(|(known, _)| known.as_str().cmp(reason)) {
        result.incomplete_because.insert(at, (reason.to_owned(), 0));
    }
}

/// The counters of every component, and how often each reason cut a path short.
fn statistics(result: &RunResult) -> String {
    // Times differ from run to run, so they are kept apart from the counters.
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

/// The executed lines.
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::decisions::DecisionsFile;
    use crate::formatted;
    use crate::ktest::KTest;
    use crate::prediction;
    use crate::sample::{decisions as decisions_of, error, exit};

    fn recorder(dir: &Path) -> Recorder {
        let run_dir = RunDir::named(dir).expect("an empty directory");
        let recording = Recording { common: crate::sample::common(), about: About::default() };
        Recorder::new(run_dir, recording).expect("a writable directory")
    }

    fn result() -> RunResult {
        RunResult { complete: true, ..RunResult::default() }
    }

    /// The exploring thread hands over ends, many at a time, and another thread does everything else.
    #[test]
    fn who_explores_formats_nothing() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let out = dir.path().join("out");
        let before = formatted::on_this_thread();
        let mut recorder = recorder(&out);
        for number in 1..=3000 {
            recorder.record(exit(number)).expect("there is room");
        }
        let (summary, written) = recorder.finish(&result());
        written.expect("there is room");
        assert_eq!(formatted::on_this_thread(), before);
        // All tests exist, in order.
        let predictions = prediction::read_all(&out).expect("whole lines");
        let tests = found::tests_in(&out).expect("readable");
        assert_eq!((summary.tests, tests.len(), predictions.len()), (3000, 3000, 3000));
        for (number, (test, prediction)) in (1u32..).zip(tests.iter().zip(&predictions)) {
            assert_eq!(
                (test.name(), &prediction.test),
                (TestId(number.into()).file_name().as_str(), &test.name().to_owned())
            );
            let read = KTest::from_bytes(&test.read().expect("it is there")).expect("it is whole");
            assert_eq!(read.objects[0].bytes, number.to_le_bytes());
            assert_eq!(prediction.printed(), format!("{number}\n").into_bytes());
        }
        let messages = std::fs::read_to_string(out.join("messages.txt")).expect("it is there");
        assert_eq!(messages.lines().nth(299), Some("test000300: exits with status 44"));
        assert_eq!(messages.lines().count(), 3000);
        let decisions = DecisionsFile::read(&out).expect("readable").expect("it is there");
        for number in [1, 2, 3, 1500, 3000] {
            let line = decisions.of(&TestId(number).file_name()).expect("it is there").expect("it is whole");
            assert!(line.decisions.iter().eq(decisions_of(number as u32 % 3).iter()), "{number}");
        }
    }

    #[test]
    fn errors_are_found_once_and_tests_are_counted() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut recorder = recorder(&dir.path().join("out"));
        recorder.record(error(1)).expect("there is room");
        recorder.record(PathEnd { first: false, ..error(2) }).expect("there is room");
        assert_eq!((recorder.findings().len(), recorder.findings()[0].test.as_str()), (1, "test000001.ktest"));
        // An end that becomes no test gets no number.
        recorder.record(PathEnd { kept: false, ..exit(3) }).expect("there is room");
        recorder.record(PathEnd { termination: Termination::Silent, ..exit(3) }).expect("there is room");
        assert_eq!(recorder.test_of(&exit(3)), Some(TestId(3)));
        let (summary, written) = recorder.finish(&result());
        written.expect("there is room");
        assert_eq!((summary.tests, summary.complete), (2, true));
    }

    /// A failed write is reported while the run goes on or at its end, and in the summary.
    #[test]
    fn failures_come_to_light() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let broken = |name: &str| {
            let recorder = recorder(&dir.path().join(name));
            std::fs::remove_dir_all(dir.path().join(name)).expect("removed");
            recorder
        };
        let mut recorder = broken("late");
        recorder.record(exit(1)).expect("handed over");
        let (summary, written) = recorder.finish(&result());
        assert!(written.expect_err("not written").to_string().contains("test000001.ktest"));
        assert!(summary.write_error.expect("it is said").contains("test000001.ktest"));
        assert_eq!((summary.complete, summary.tests, summary.stopped_by.as_deref()), (false, 0, Some("output")));

        let mut recorder = broken("early");
        let refused = (1..).find_map(|number| recorder.record(exit(number)).err());
        assert!(refused.expect("told").to_string().contains(".ktest"));
    }

    /// Lines about members that could not be written are dropped; later members are written.
    #[test]
    fn what_is_predicted_is_there() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let out = dir.path().join("out");
        let mut recorder = recorder(&out);
        // Archives are never overwritten.
        std::fs::write(out.join("tests-001001.tar"), "").expect("written");
        for number in 1..=1003 {
            // The error is returned here or at the end.
            let _ = recorder.record(exit(number));
        }
        let (summary, _) = recorder.finish(&result());
        assert_eq!((summary.tests, summary.complete), (1003 - 1, false));
        let predictions = prediction::read_all(&out).expect("whole lines");
        let known: Vec<_> =
            found::tests_in(&out).expect("readable").iter().map(|test| test.name().to_owned()).collect();
        assert!(predictions.iter().map(|prediction| &prediction.test).eq(&known), "{}", predictions.len());
        let decisions = DecisionsFile::read(&out).expect("readable").expect("it is there");
        assert!(
            (1..=1003)
                .map(|number| TestId(number).file_name())
                .all(|test| { decisions.of(&test).is_some() == known.contains(&test) })
        );
    }
}
