//! `pleach replay`: build natively, run on tests, compare with the prediction.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use ir::ErrorKind;
use report::replay::{Builder, HARNESS, Native, Origin, Program, RunOptions, Verdict};
use report::{KTest, Prediction, Predictions, prediction};

use crate::command_line::Given;
use crate::compile;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::{binary, binary_replay, microc, microc_replay, print};

/// Runs the command.
pub fn replay(given: Given<'_>) -> Result<Exit, Failure> {
    let is_test = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ktest");
    let (tests, sources): (Vec<PathBuf>, Vec<PathBuf>) = given.paths("files").into_iter().partition(is_test);
    if sources.is_empty() {
        return Err(Failure::Usage("name the program's source files as well as the test".to_owned()));
    }
    if tests.is_empty() {
        return Err(Failure::Usage("name at least one test (a .ktest file of a run directory)".to_owned()));
    }
    let mut predictions = Predictions::default();
    let read = |path| Test::read(path, &mut predictions);
    let tests = tests.into_iter().map(read).collect::<Result<Vec<Test>, Failure>>()?;
    let cflags = compile::split_cflags(&given.texts("cflags"))?;
    let entry = given.text("entry");
    let entry = entry.or_else(|| tests.iter().find_map(|test| Some(test.prediction.as_ref()?.entry.clone())));
    let entry = entry.unwrap_or_else(|| "main".to_owned());
    if sources.iter().any(|source| microc::is_microc(source)) {
        return microc_replay::replay(given, &sources, &tests, &entry);
    }
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
            let harness = tests.iter().map(|test| test.path.with_file_name(HARNESS)).find(|harness| harness.exists());
            let program = Program { sources, cflags: &cflags, entry: &entry, harness: harness.as_deref() };
            let uses = |test: &Test| test.kind() == Some(ErrorKind::Uninitialized);
            if given.switch("sanitize") && tests.iter().any(uses) {
                with_memory = Builder::for_memory()?.map(|builder| builder.build(&program)).transpose()?;
            }
            Builder::new(given.switch("sanitize"))?.build(&program)?
        }
    };
    let defaults = RunOptions::default();
    let quiet = given.switch("quiet");
    let mut exit = Exit::Clean;
    for test in &tests {
        let interpreted = match (sources.as_slice(), Origin::memory(&test.ktest)) {
            ([executable], Some(object)) if native.is_emulated() => {
                Some(binary_replay::replay(given, executable, test, &object)?)
            }
            _ => None,
        };
        if let Some(done) = interpreted {
            if !quiet {
                test.show(&done.stdout, &[], &done.verdict);
            }
            exit = worse(exit, &done.verdict);
            continue;
        }
        let leaks = test.kind() == Some(ErrorKind::Leak);
        let timeout = given.duration("timeout").unwrap_or(defaults.timeout);
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
        if !quiet {
            test.show(&observed.stdout, &observed.stderr, &verdict);
        }
        exit = worse(exit, &verdict);
    }
    Ok(exit)
}

/// A test with its prediction.
pub struct Test {
    path: PathBuf,
    /// The input.
    pub ktest: KTest,
    /// What should happen, if that is known.
    pub prediction: Option<Prediction>,
}

impl Test {
    fn read(path: PathBuf, predictions: &mut Predictions) -> Result<Test, Failure> {
        let wrong = |path: &Path, why: String| Failure::Input { file: path.to_owned(), why };
        let bytes = std::fs::read(&path).map_err(|error| wrong(&path, error.to_string()))?;
        let ktest = KTest::from_bytes(&bytes).map_err(|error| wrong(&path, error.to_string()))?;
        let prediction = predictions
            .of(&path)
            .map_err(|error| wrong(&path.with_file_name(prediction::FILE), format!("damaged: {error}")))?;
        let prediction = prediction.cloned();
        Ok(Test { path, ktest, prediction })
    }

    /// The kind of the error that should happen.
    fn kind(&self) -> Option<ErrorKind> {
        self.prediction.as_ref().and_then(Prediction::kind)
    }

    /// The verdict on a test without a prediction.
    pub fn unpredicted(&self, what: &str) -> Verdict {
        let missing = self.path.with_file_name(prediction::FILE);
        Verdict::Unpredicted(format!("{} does not mention the test; the program {what}", missing.display()))
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the program printed goes where it would have gone; the verdict follows.
    pub fn show(&self, stdout: &[u8], stderr: &[u8], verdict: &Verdict) {
        let paint = Paint::stdout();
        let mut text = format!("{}\n", paint.bold(self.path.display()));
        if let Some(prediction) = &self.prediction {
            text.push_str(&format!("  predicted: {}\n", prediction.describe()));
        }
        print(&text);
        pass_on(stdout, false);
        pass_on(stderr, true);
        let (word, why) = match verdict {
            Verdict::Happened(why) => (paint.green("it happened:"), why),
            Verdict::DidNot(why) => (paint.red("it did not happen:"), why),
            Verdict::Unpredicted(why) => (paint.yellow("nothing to compare:"), why),
        };
        print(&format!("  {word} {why}\n"));
    }
}

/// Hands the program's output through; a closed pipe is no reason to fail.
fn pass_on(bytes: &[u8], error: bool) {
    if bytes.is_empty() {
        return;
    }
    let newline: &[u8] = if bytes.ends_with(b"\n") { b"" } else { b"\n" };
    let whole = [bytes, newline].concat();
    let _ = if error { std::io::stderr().write_all(&whole) } else { std::io::stdout().write_all(&whole) };
}

/// The worst of several: not happening outweighs not knowing.
pub fn worse(exit: Exit, verdict: &Verdict) -> Exit {
    match (exit, verdict) {
        (Exit::Findings, _) | (_, Verdict::DidNot(_)) => Exit::Findings,
        (Exit::Incomplete, _) | (_, Verdict::Unpredicted(_)) => Exit::Incomplete,
        _ => Exit::Clean,
    }
}
