//! `pleach replay`: builds a program natively, runs it on tests, and compares each run with its prediction.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use front_llvm::Sanitizer;
use ir::ErrorKind;
use report::archive::is_archive;
use report::found::{self, TestFile};
use report::replay::{Builder, HARNESS, Native, Origin, Program, RunOptions, Verdict};
use report::{KTest, Prediction, Predictions, prediction};

use crate::command_line::Given;
use crate::compile;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::progress::Display;
use crate::quantity::{show_count, show_things};
use crate::{binary, binary_replay, built, complain, instrument, microc, microc_replay, print};

/// The time after which a replay shows its progress.
pub const LONG: Duration = Duration::from_secs(1);

/// Runs the command.
pub fn replay(given: Given<'_>) -> Result<Exit, Failure> {
    let is_place = |path: &PathBuf| found::is_test(path) || is_archive(path) || path.is_dir();
    let (places, sources): (Vec<PathBuf>, Vec<PathBuf>) = given.paths("files").into_iter().partition(is_place);
    if let Some(missing) = sources.iter().find(|path| !path.exists()) {
        return Err(Failure::Input { file: missing.clone(), why: "No such file or directory".to_owned() });
    }
    if sources.is_empty() {
        return Err(Failure::Usage("name the program's source files as well as the test".to_owned()));
    }
    if places.is_empty() {
        return Err(Failure::Usage(
            "name at least one test: a .ktest file, an archive of them or a run directory".to_owned(),
        ));
    }
    let mut session = Session::new(&places, given.switch("quiet"))?;
    let cflags = compile::split_cflags(&given.texts("cflags"))?;
    let entry = given.text("entry").or_else(|| session.predicted(|prediction| Some(prediction.entry.clone())));
    let entry = entry.unwrap_or_else(|| "main".to_owned());
    if sources.iter().any(|source| microc::is_microc(source)) {
        return microc_replay::replay(given, &sources, session, &entry);
    }
    let bitcode = tempfile::Builder::new().prefix("pleach-").tempdir()?;
    let sources = built::as_bitcode(&sources, bitcode.path())?;
    let mut with_memory = None;
    let native = match sources.as_slice() {
        [executable] if binary::is_binary(executable) => {
            if given.switch("sanitize") {
                return Err(Failure::Usage(
                    "sanitizers are compiled into programs: --sanitize is for sources".to_owned(),
                ));
            }
            Native::emulated(executable)?
        }
        sources => {
            let harness = session.harness();
            let program = Program { sources, cflags: &cflags, entry: &entry, harness: harness.as_deref() };
            let is_use = |prediction: &Prediction| prediction.kind() == Some(ErrorKind::Uninitialized);
            let sanitize = given.switch("sanitize");
            let marked = tempfile::tempdir()?;
            if sanitize
                && session.predicted(|found| is_use(found).then_some(())).is_some()
                && let Some(builder) = Builder::for_memory()?
            {
                let sources = instrument::sources(sources, Sanitizer::Memory, builder.compiler(), marked.path())?;
                with_memory = Some(builder.build(&Program { sources: &sources, ..program.clone() })?);
            }
            let builder = Builder::new(sanitize)?;
            if sanitize {
                let sources = instrument::sources(sources, Sanitizer::Address, builder.compiler(), marked.path())?;
                builder.build(&Program { sources: &sources, ..program })?
            } else {
                builder.build(&program)?
            }
        }
    };
    let timeout = given.duration("timeout").unwrap_or(RunOptions::default().timeout);
    session.run(|test| {
        if let ([executable], Some(object)) = (sources.as_slice(), Origin::memory(&test.ktest))
            && native.is_emulated()
        {
            return binary_replay::replay(given, executable, test, &object);
        }
        let leaks = test.kind() == Some(ErrorKind::Leak);
        let options = RunOptions { timeout, leaks, ..RunOptions::default() };
        let shows = with_memory.as_ref().filter(|_| test.kind() == Some(ErrorKind::Uninitialized)).unwrap_or(&native);
        let (observed, verdict) = match &test.prediction {
            Some(prediction) => shows.run_predicted(&test.ktest, prediction, &options)?,
            None => {
                let observed = shows.run_on(&test.ktest, &options)?;
                let verdict = test.unpredicted(&report::replay::describe(&observed));
                (observed, verdict)
            }
        };
        Ok(Ran { stdout: observed.stdout, stderr: observed.stderr, verdict })
    })
}

/// The outcome of running a test.
pub struct Ran {
    /// The program's standard output.
    pub stdout: Vec<u8>,
    /// The program's standard error.
    pub stderr: Vec<u8>,
    /// Whether the prediction came true.
    pub verdict: Verdict,
}

/// The tests to replay.
pub struct Session {
    files: Vec<TestFile>,
    predictions: Predictions,
    quiet: bool,
}

impl Session {
    /// Collects the tests at these places.
    fn new(places: &[PathBuf], quiet: bool) -> Result<Session, Failure> {
        let mut files = Vec::new();
        for place in places {
            files.extend(found::tests_at(place)?);
        }
        let mut predictions = Predictions::default();
        for file in &files {
            predictions.in_directory(file.dir(), file.name()).map_err(|error| Failure::Input {
                file: file.dir().join(prediction::FILE),
                why: format!("damaged: {error}"),
            })?;
        }
        Ok(Session { files, predictions, quiet })
    }

    /// The first result of `find` on the predictions of the tests.
    fn predicted<T>(&mut self, find: impl Fn(&Prediction) -> Option<T>) -> Option<T> {
        let predictions = &mut self.predictions;
        self.files.iter().find_map(|file| find(predictions.in_directory(file.dir(), file.name()).ok()??))
    }

    /// The harness that calls the tested function, if there is one.
    fn harness(&self) -> Option<PathBuf> {
        let mut dirs: Vec<&Path> = self.files.iter().map(TestFile::dir).collect();
        dirs.dedup();
        dirs.into_iter().map(|dir| dir.join(HARNESS)).find(|harness| harness.exists())
    }

    /// Runs the program on every test, and sums up. An unusable test does not stop the others.
    pub fn run(mut self, mut run: impl FnMut(&Test) -> Result<Ran, Failure>) -> Result<Exit, Failure> {
        let (started, mut display) = (Instant::now(), Display::new(self.quiet));
        let mut tally = Tally::default();
        for file in &self.files {
            if self.files.len() > 1 && started.elapsed() >= LONG {
                display.show_line(started.elapsed(), || tally.progress(self.files.len()));
            }
            match Test::read(file, &mut self.predictions).and_then(|test| Ok((run(&test)?, test))) {
                Ok((ran, test)) => {
                    tally.count(&ran.verdict);
                    if !self.quiet {
                        display.around(|| test.show(&ran));
                    }
                }
                Err(failure @ Failure::Input { .. }) => {
                    tally.unusable += 1;
                    display.around(|| complain(&failure));
                }
                Err(failure) => return Err(failure),
            }
        }
        display.clear();
        if self.files.len() > 1 && !self.quiet {
            print(&format!("{}\n", tally.text()));
        }
        Ok(tally.exit())
    }
}

/// Counts of tests by their outcome.
#[derive(Default)]
struct Tally {
    happened: u64,
    did_not: u64,
    invisible: u64,
    unpredicted: u64,
    unusable: u64,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Happened(_) => self.happened += 1,
            Verdict::DidNot(_) => self.did_not += 1,
            Verdict::Invisible(_) => self.invisible += 1,
            Verdict::Unpredicted(_) => self.unpredicted += 1,
        }
    }

    fn all(&self) -> u64 {
        self.happened + self.did_not + self.invisible + self.unpredicted + self.unusable
    }

    /// For example `1,200 of 79,790 tests replayed · 3 did not happen`.
    fn progress(&self, of: usize) -> String {
        let mut text = format!("{} of {} replayed", show_count(self.all()), show_things(of as u64, "test"));
        if self.did_not > 0 {
            text.push_str(&format!(" · {} did not happen", show_count(self.did_not)));
        }
        text
    }

    /// For example `4 tests: 2 happened, 1 did not happen, 1 with nothing to compare`.
    fn text(&self) -> String {
        let paint = Paint::stdout();
        let parts = [
            (self.happened, "happened as predicted"),
            (self.did_not, "did not happen"),
            (self.invisible, "cannot be shown natively"),
            (self.unpredicted, "with nothing to compare"),
            (self.unusable, "could not be used"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{} {what}", show_count(count))).collect();
        paint.bold(format_args!("{}: {}", show_things(self.all(), "test"), parts.join(", ")))
    }

    /// The worst outcome decides: unusable tests, then predictions that did not come true, then those that
    /// could not be compared.
    fn exit(&self) -> Exit {
        match self {
            Tally { unusable: 1.., .. } => Exit::Failed,
            Tally { did_not: 1.., .. } => Exit::Findings,
            Tally { invisible: 1.., .. } | Tally { unpredicted: 1.., .. } => Exit::Incomplete,
            _ => Exit::Clean,
        }
    }
}

/// A test with its prediction.
pub struct Test {
    file: TestFile,
    /// The test's input.
    pub ktest: KTest,
    /// The prediction, if there is one.
    pub prediction: Option<Prediction>,
}

impl Test {
    fn read(file: &TestFile, predictions: &mut Predictions) -> Result<Test, Failure> {
        let wrong = |why: String| Failure::Input { file: file.path(), why };
        let bytes = file.read().map_err(|error| wrong(error.to_string()))?;
        let ktest = KTest::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
        let prediction = predictions.in_directory(file.dir(), file.name()).map_err(|error| wrong(error.to_string()))?;
        let prediction = prediction.cloned();
        Ok(Test { file: file.clone(), ktest, prediction })
    }

    /// The kind of the predicted error.
    fn kind(&self) -> Option<ErrorKind> {
        self.prediction.as_ref().and_then(Prediction::kind)
    }

    /// The verdict on a test without a prediction.
    pub fn unpredicted(&self, what: &str) -> Verdict {
        let missing = self.file.dir().join(prediction::FILE);
        Verdict::Unpredicted(format!("{} does not mention the test; the program {what}", missing.display()))
    }

    /// The failure that says that the test cannot be used.
    pub fn wrong(&self, why: impl Into<String>) -> Failure {
        Failure::Input { file: self.file.path(), why: why.into() }
    }

    /// Passes on the program's output to the same streams, and then prints the verdict.
    fn show(&self, ran: &Ran) {
        let paint = Paint::stdout();
        let mut text = format!("{}\n", paint.bold(self.file.path().display()));
        if let Some(prediction) = &self.prediction {
            text.push_str(&format!("  predicted: {}\n", prediction.describe()));
        }
        print(&text);
        pass_on(&ran.stdout, false);
        pass_on(&ran.stderr, true);
        let (word, why) = match &ran.verdict {
            Verdict::Happened(why) => (paint.green("it happened:"), why),
            Verdict::DidNot(why) => (paint.red("it did not happen:"), why),
            Verdict::Invisible(why) => (paint.yellow("cannot be shown natively:"), why),
            Verdict::Unpredicted(why) => (paint.yellow("nothing to compare:"), why),
        };
        print(&format!("  {word} {why}\n"));
    }
}

/// Passes on the program's output. A closed pipe is not a failure.
fn pass_on(bytes: &[u8], error: bool) {
    if bytes.is_empty() {
        return;
    }
    let newline: &[u8] = if bytes.ends_with(b"\n") { b"" } else { b"\n" };
    let whole = [bytes, newline].concat();
    let _ = if error { std::io::stderr().write_all(&whole) } else { std::io::stdout().write_all(&whole) };
}
