//! `pleach coverage`: the lines that the tests of a run execute natively, and whether the run agrees.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use report::coverage::{Comparison, NativeLines, compare};
use report::found::{self, TestFile};
use report::lcov::Lcov;
use report::replay::profile::{self, Profile};
use report::replay::{Builder, HARNESS, Program, RunOptions};
use report::{COVERAGE, End, KTest, Places, Prediction, Summary, prediction};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::progress::Display;
use crate::quantity::{show_count, show_things};
use crate::replay::LONG;
use crate::{binary, built, compile, microc, print};

/// The greatest number of differing lines that are shown.
const SHOWN: usize = 20;

/// Runs the command.
pub fn coverage(given: Given<'_>) -> Result<Exit, Failure> {
    let place = given.path("directory").expect("the parser requires it");
    let sources = given.paths("files");
    if sources.iter().any(|source| microc::is_microc(source) || binary::is_binary(source) || built::is_built(source)) {
        return Err(Failure::Usage("coverage is measured by clang: name C or C++ sources".to_owned()));
    }
    let cflags = compile::split_cflags(&given.texts("cflags"))?;
    let damaged = |file: &Path, why: String| Failure::Input { file: file.to_owned(), why };
    let tests = found::tests_at(&place)?;
    // All tests are from one run.
    let dir = tests[0].dir().to_owned();
    let predictions = prediction::read_all(&dir)
        .map_err(|error| damaged(&dir.join(prediction::FILE), format!("damaged: {error}")))?;
    let entry = given.text("entry").or_else(|| predictions.first().map(|prediction| prediction.entry.clone()));
    let entry = entry.unwrap_or_else(|| "main".to_owned());
    let timeout = given.duration("timeout").unwrap_or(RunOptions::default().timeout);
    let quiet = given.switch("quiet");
    let job = Job { dir: &dir, sources: &sources, cflags: &cflags, entry: &entry, timeout, quiet };
    let native = run_all(&job, &tests, &predictions)?;
    if let Some(file) = given.path("lcov") {
        std::fs::write(&file, native.all.to_text())
            .map_err(|error| std::io::Error::new(error.kind(), format!("cannot write {}: {error}", file.display())))?;
    }
    if !quiet {
        print(&table(&native.all));
    }
    if !place.is_dir() {
        return Ok(conclude(quiet, "not compared with the run: these are not all of its tests", Exit::Clean));
    }
    let run = match std::fs::read_to_string(dir.join(COVERAGE)) {
        Ok(text) => Lcov::parse(&text).map_err(|error| damaged(&dir.join(COVERAGE), error.to_string()))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(conclude(
                quiet,
                "nothing to compare with: the directory holds no coverage of a run",
                Exit::Clean,
            ));
        }
        Err(error) => return Err(damaged(&dir.join(COVERAGE), error.to_string())),
    };
    if cflags.iter().any(|flag| flag.starts_with("-O") && flag != "-O0") {
        return Ok(conclude(quiet, "not compared with the run: optimised code has lost lines", Exit::Clean));
    }
    let closing = closing_lines(&native.all);
    let mut comparison = compare(&run, &native, &predictions, &|file, line| closing.contains(&(file.to_owned(), line)));
    if !shows_all(&dir) {
        comparison.leave_out_untested();
    }
    let exit = if comparison.differences.is_empty() { Exit::Clean } else { Exit::Findings };
    Ok(conclude(quiet, &verdict(&comparison), exit))
}

/// The program to build and run.
struct Job<'a> {
    dir: &'a Path,
    sources: &'a [PathBuf],
    cflags: &'a [String],
    entry: &'a str,
    timeout: Duration,
    quiet: bool,
}

/// Whether the tests of a run together should execute every line that the run executed: it kept enough of them,
/// and could write them all.
fn shows_all(dir: &Path) -> bool {
    let summary = std::fs::read(dir.join("summary.json")).ok();
    let summary = summary.and_then(|text| serde_json::from_slice::<Summary>(&text).ok());
    summary.is_none_or(|summary| summary.untested == 0 && summary.kept != Some("errors".to_owned()))
}

/// Runs every test and returns the lines that were executed.
fn run_all(job: &Job<'_>, tests: &[TestFile], predictions: &[Prediction]) -> Result<NativeLines, Failure> {
    let (builder, tools) = Builder::counting()?;
    let harness = Some(job.dir.join(HARNESS)).filter(|harness| harness.exists());
    let program = Program { sources: job.sources, cflags: job.cflags, entry: job.entry, harness: harness.as_deref() };
    let native = builder.build(&program)?;
    let (exiting, others) = (Profile::new(&native, "exiting"), Profile::new(&native, "others"));
    let exits = predictions.iter().filter(|prediction| matches!(prediction.end, End::Exit { .. }));
    let exits: BTreeSet<&str> = exits.map(|prediction| prediction.test.as_str()).collect();
    let (started, mut display) = (Instant::now(), Display::new(job.quiet));
    for (done, test) in (0..).zip(tests) {
        if started.elapsed() >= LONG {
            let all = show_things(tests.len() as u64, "test");
            display.show_line(started.elapsed(), || format!("{} of {all} run", show_count(done)));
        }
        let wrong = |why: String| Failure::Input { file: test.path(), why };
        let bytes = test.read().map_err(|error| wrong(error.to_string()))?;
        let ktest = KTest::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
        let profile = Some(if exits.contains(test.name()) { exiting.clone() } else { others.clone() });
        native.run_on(&ktest, &RunOptions { timeout: job.timeout, profile, ..RunOptions::default() })?;
    }
    display.clear();
    let places = Places::below_current();
    let lines = |profiles: &[&Profile]| -> Result<Lcov, Failure> {
        Ok(profile::lines(&native, profiles, &tools)?.renamed(|name| places.name(name)))
    };
    Ok(NativeLines { exiting: lines(&[&exiting])?, all: lines(&[&exiting, &others])? })
}

/// The lines that begin with a closing brace, by file and line.
fn closing_lines(lcov: &Lcov) -> BTreeSet<(String, u32)> {
    let mut closing = BTreeSet::new();
    for name in lcov.files.keys() {
        // A file that no longer exists has no such lines.
        let text = std::fs::read(Places::below_current().path(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().zip(1..).filter(|(line, _)| line.trim_start().starts_with('}'));
        closing.extend(lines.map(|(_, number)| (name.clone(), number)));
    }
    closing
}

/// A row for each file, and one for all files.
fn table(lcov: &Lcov) -> String {
    let widest = lcov.files.keys().map(|name| name.chars().count()).max().unwrap_or(0).max("all".len());
    let row = |name: &str, executed: usize, lines: usize| {
        let percent = if lines == 0 { 100.0 } else { 100.0 * executed as f64 / lines as f64 };
        format!("{name:widest$}  {executed:>6} of {lines:>6} lines  {percent:>5.1} %\n")
    };
    let mut text: String =
        lcov.files.iter().map(|(name, file)| row(name, file.executed(), file.counts.len())).collect();
    if lcov.files.len() > 1 {
        let (executed, lines) = lcov.totals();
        text.push_str(&row("all", executed, lines));
    }
    text
}

/// The outcome of the comparison, for people.
fn verdict(comparison: &Comparison) -> String {
    let Comparison { agreed, behind, untested, differences } = comparison;
    let mut text = match differences.len() {
        0 => format!("{} on {agreed} lines", Paint::stdout().green("the run agrees")),
        count => format!("{} on {count} of {} lines", Paint::stdout().red("the run does not agree"), agreed + count),
    };
    if *behind > 0 {
        text.push_str(&format!("; {behind} more lie behind the end of a path or block, where that proves nothing"));
    }
    if *untested > 0 {
        text.push_str(&format!(
            "; the run executed {} for which it has no tests",
            show_things(*untested as u64, "line")
        ));
    }
    for difference in differences.iter().take(SHOWN) {
        let by = if difference.by_run { "by the run, not natively" } else { "natively, not by the run" };
        text.push_str(&format!("\n  {}:{}: executed {by}", difference.file, difference.line));
    }
    if differences.len() > SHOWN {
        text.push_str(&format!("\n  and {} more", differences.len() - SHOWN));
    }
    text
}

fn conclude(quiet: bool, text: &str, exit: Exit) -> Exit {
    if !quiet {
        print(&format!("{text}\n"));
    }
    exit
}
