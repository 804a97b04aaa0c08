//! Replays tests of an exploration natively, with sanitizers: each must end as predicted. In an ordinary run, those are
//! the first ones, all that end in an error, and some of the others.
//!
//! `judge` tolerates a distance of a few lines, because compilers place a statement of several lines
//! differently. The programs here have one statement a line, so the line must be the predicted one. An
//! assertion and `abort` raise the same signal; the C library's message tells them apart.

use std::path::Path;
use std::time::Duration;

use ir::ErrorKind;
use report::replay::{Builder, HARNESS, Native, Observed, Program, RunOptions, Verdict, describe};
use report::{End, KTest, Prediction};

use crate::case::{Case, name_of};
use crate::configuration::{self, Configuration};
use crate::explore::Explored;

/// The start of every complaint about a replay.
pub const MISMATCH: &str = "replay mismatch";

/// A program as it runs natively, built when first needed.
pub struct Natively<'a> {
    case: &'a Case,
    builder: &'a Builder,
    native: Option<Native>,
    /// The program built with MemorySanitizer, for tests that use uninitialised memory.
    with_memory: Option<Native>,
    /// The number of tests replayed.
    pub replayed: u64,
}

impl<'a> Natively<'a> {
    /// A program that is not built yet.
    pub fn new(case: &'a Case, builder: &'a Builder) -> Natively<'a> {
        Natively { case, builder, native: None, with_memory: None, replayed: 0 }
    }

    /// Replays all tests of an exploration, and returns what did not happen as predicted.
    pub fn replay(&mut self, configuration: &Configuration, explored: &Explored) -> Vec<String> {
        let label = format!("{}{}: {MISMATCH}", self.case.name, configuration.label());
        let complaints = self.replay_all(explored).unwrap_or_else(|whole| vec![whole]);
        complaints.into_iter().map(|text| format!("{label}: {text}")).collect()
    }

    fn replay_all(&mut self, explored: &Explored) -> Result<Vec<String>, String> {
        let predictions =
            report::prediction::read_all(&explored.out()).map_err(|error| format!("predictions: {error}"))?;
        let mut complaints = Vec::new();
        let mut tests = explored.files();
        tests.retain(|file| file.ends_with(".ktest"));
        if tests.iter().ne(predictions.iter().map(|prediction| &prediction.test)) {
            complaints.push("tests and predictions do not fit".to_owned());
        }
        if predictions.is_empty() {
            return Ok(complaints);
        }
        let native = match self.native.take() {
            Some(native) => native,
            None => build(self.case, explored, self.builder)?,
        };
        for (number, prediction) in predictions.iter().enumerate() {
            if !configuration::everything() && !is_replayed(number, prediction) {
                continue;
            }
            self.replayed += 1;
            let test = explored.out().join(&prediction.test);
            let uninitialized = prediction.kind() == Some(ErrorKind::Uninitialized);
            if uninitialized && self.with_memory.is_none() {
                let builder = Builder::for_memory().map_err(|error| error.to_string())?;
                let builder = builder.ok_or("clang has no MemorySanitizer")?;
                self.with_memory = Some(build(self.case, explored, &builder)?);
            }
            let native = self.with_memory.as_ref().filter(|_| uninitialized).unwrap_or(&native);
            if let Err(why) = one(native, &test, prediction, self.case.footer.incomplete) {
                complaints.push(format!("{}\n{why}", prediction.test));
            }
        }
        self.native = Some(native);
        Ok(complaints)
    }
}

/// Whether a test is replayed in an ordinary run: of many that end alike, one in some.
fn is_replayed(number: usize, prediction: &Prediction) -> bool {
    const MANY: usize = 40;
    const SHARE: usize = 8;
    number < MANY || number.is_multiple_of(SHARE) || prediction.kind().is_some()
}

fn build(case: &Case, explored: &Explored, builder: &Builder) -> Result<Native, String> {
    let cflags = shlex::split(&case.cflags).expect("the exploration understood them");
    let entry = case.run.iter().position(|flag| flag == "--entry").and_then(|at| case.run.get(at + 1));
    let entry = entry.map_or("main", String::as_str);
    let harness = Some(explored.out().join(HARNESS)).filter(|harness| harness.exists());
    let program = Program { sources: &explored.sources(case), cflags: &cflags, entry, harness: harness.as_deref() };
    builder.build(&program).map_err(|error| error.to_string())
}

/// Replays one test. A path that was cut short predicts nothing, which is allowed only where the program
/// expects it.
fn one(native: &Native, test: &Path, prediction: &Prediction, may_be_cut_short: bool) -> Result<(), String> {
    let bytes = std::fs::read(test).map_err(|error| format!("  cannot be read: {error}"))?;
    if may_be_cut_short && !matches!(prediction.end, End::Exit { .. } | End::Error { .. }) {
        // There is nothing to compare with, and natively such a path may run forever.
        return Ok(());
    }
    let ktest = KTest::from_bytes(&bytes).map_err(|error| format!("  {error}"))?;
    let leaks = prediction.kind() == Some(ErrorKind::Leak);
    let options = RunOptions { timeout: Duration::from_secs(60), leaks, ..RunOptions::default() };
    let (observed, verdict) =
        native.run_predicted(&ktest, prediction, &options).map_err(|error| format!("  {error}"))?;
    let wrong = match verdict {
        Verdict::Happened(_) => exactly(prediction, &observed).err(),
        Verdict::Unpredicted(_) | Verdict::Invisible(_) if may_be_cut_short || prediction.kind().is_some() => None,
        Verdict::DidNot(why) | Verdict::Invisible(why) | Verdict::Unpredicted(why) => Some(why),
    };
    match wrong {
        None => Ok(()),
        Some(why) => Err(explain(prediction, &observed, &ktest, &why)),
    }
}

/// Checks what `judge` leaves open.
fn exactly(prediction: &Prediction, observed: &Observed) -> Result<(), String> {
    let End::Error { .. } = prediction.end else { return Ok(()) };
    let place = prediction.stack.iter().find(|place| place.line > 0 && !exec::is_library_file(&place.file));
    let Some(place) = place else { return Ok(()) };
    let asserted = observed.stderr.windows(9).any(|part| part == b"Assertion");
    match prediction.kind() {
        Some(ErrorKind::Abort) if asserted => return Err("an assertion failed".to_owned()),
        Some(ErrorKind::Assert) if asserted => {
            let text = String::from_utf8_lossy(&observed.stderr);
            let there = text.contains(&format!("{}:{}: ", place.file, place.line));
            return if there { Ok(()) } else { Err(format!("another assertion failed: {}", text.trim_end())) };
        }
        // Where the stack overflows depends on the size of native frames, and MemorySanitizer reports a value
        // where it is passed on.
        Some(ErrorKind::StackOverflow | ErrorKind::Leak | ErrorKind::Uninitialized) => return Ok(()),
        _ => {}
    }
    let own = |seen: &&report::prediction::StackLevel| seen.line > 0 && name_of(Path::new(&seen.file)) == place.file;
    let found = observed.reports.iter().find_map(|report| Some((report, report.stack.iter().find(own)?)));
    let Some((report, seen)) = found else { return Ok(()) };
    // A call through null has no frame yet by which its caller could be found: the stack goes on with the
    // caller's caller.
    let in_no_function = report.stack.first().is_some_and(|place| place.line == 0 && place.function.is_empty());
    let callers = prediction.stack.iter().filter(|caller| in_no_function && caller.file == place.file);
    if seen.line == place.line || callers.skip(1).take(1).any(|caller| caller.line == seen.line) {
        return Ok(());
    }
    Err(format!("it happened at line {}", seen.line))
}

fn explain(prediction: &Prediction, observed: &Observed, ktest: &KTest, why: &str) -> String {
    let inputs: Vec<String> = ktest
        .objects
        .iter()
        .map(|object| format!("{}={:02x?}", String::from_utf8_lossy(&object.name), object.bytes))
        .collect();
    format!(
        "  predicted: {}, printing {:?}\n  observed:  {}, printing {:?}\n  {why}\n  input: {}",
        prediction.describe(),
        String::from_utf8_lossy(&prediction.printed()),
        describe(observed),
        String::from_utf8_lossy(&observed.stdout),
        inputs.join(" ")
    )
}
