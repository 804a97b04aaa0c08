//! `cargo xtask test`: every check and every test, step by step. All steps run even if one fails.
//!
//! The steps share one target directory and the development profile, so nothing is compiled twice except for
//! lints, which need their own artefacts. The big test programs run by themselves: each uses all cores and
//! prints what it did. In the closing line, a check counts as one test. Testing the solver with its other SAT
//! solver belongs to the long mode, because CaDiCaL takes minutes to compile.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{capture, show, watch};
use crate::project::{SourceFile, cargo, files, metadata, metadata_with_dependencies, root};
use crate::{licences, long, setup, tidy};

/// What a step counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of tests and checks that passed.
    pub passed: u64,
    /// The number of tests and checks that failed.
    pub failed: u64,
    /// The number of generated tests that were replayed natively.
    pub replayed: u64,
    /// The number of random questions that another solver was asked as well.
    pub questions: u64,
    /// The number of random questions that were put to value sets in every mode, and to a solver with clauses
    /// only.
    pub set_questions: u64,
    /// The number of random questions about arrays that were put to every mode of array axioms, to clauses
    /// alone and to Z3.
    pub array_questions: u64,
    /// The number of paths of microc programs that were compared with the interpreter.
    pub interpreted: u64,
    /// The number of generated C programs that were compared with their native runs.
    pub generated: u64,
    /// The number of random programs that were explored with and without joining paths.
    pub joined: u64,
    /// The problems, one per line.
    pub complaints: Vec<String>,
}

impl Tally {
    /// The tally of a check that either holds or says why not.
    fn of_check(result: Result<(), String>) -> Tally {
        match result {
            Ok(()) => Tally { passed: 1, ..Tally::default() },
            Err(why) => Tally { failed: 1, complaints: vec![why], ..Tally::default() },
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.replayed += other.replayed;
        self.questions += other.questions;
        self.set_questions += other.set_questions;
        self.array_questions += other.array_questions;
        self.interpreted += other.interpreted;
        self.generated += other.generated;
        self.joined += other.joined;
        self.complaints.extend(other.complaints);
    }

    /// The tally of a check with any number of complaints.
    fn of_complaints(complaints: Vec<String>) -> Tally {
        let failed = u64::from(!complaints.is_empty());
        Tally { passed: 1 - failed, failed, complaints, ..Tally::default() }
    }
}

type Step = (&'static str, fn() -> Tally);

/// The steps, quick ones first.
const STEPS: [Step; 10] = [
    ("setup", || Tally::of_check(setup::setup())),
    ("format", || Tally::of_check(show(&mut cargo(["fmt", "--all", "--check"])))),
    ("tidy", tidy_step),
    ("licences", licence_step),
    ("tables of lexers", lexer_step),
    ("lints", lint_step),
    ("build", || Tally::of_check(show(&mut cargo(["test", "--workspace", "--no-run"])))),
    ("tests", small_tests),
    ("examples in comments", comment_tests),
    ("C suite and random programs", big_tests),
];

/// The number of random questions about value sets, and of as many about arrays, for the other SAT solver.
const QUESTIONS_WITH_CADICAL: &str = "4000";

/// The test programs that use all cores by themselves and print what they did.
const BIG: [&str; 6] = ["suite", "cxx", "random_programs", "csmith", "pointers", "random"];

/// Runs the command.
pub fn test(words: &[&str]) -> Result<(), String> {
    let long = Request::parse(words)?;
    let started = Instant::now();
    let mut results = run_steps(&STEPS);
    if let Some(long) = long {
        results.extend(run_steps(&[("solver with CaDiCaL", cadical_step)]));
        let step_started = Instant::now();
        let tally = long::long(long.hours, long.seed)?;
        results.push(("random tests on new seeds".to_owned(), tally, step_started.elapsed()));
    }
    sum_up(&results, started.elapsed())
}

/// Runs the steps that need no build.
pub fn check() -> Result<(), String> {
    let started = Instant::now();
    sum_up(&run_steps(&STEPS[1..4]), started.elapsed())
}

fn run_steps(steps: &[Step]) -> Vec<(String, Tally, Duration)> {
    let mut results = Vec::new();
    for &(name, step) in steps {
        println!("\n== {name}");
        let step_started = Instant::now();
        let tally = step();
        for complaint in &tally.complaints {
            println!("{complaint}");
        }
        results.push((name.to_owned(), tally, step_started.elapsed()));
    }
    results
}

/// The arguments of `--long`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Request {
    hours: f64,
    seed: Option<u64>,
}

impl Request {
    fn parse(words: &[&str]) -> Result<Option<Request>, String> {
        let mut request = Request { hours: 1.0, seed: None };
        let long = words.contains(&"--long");
        if !long && !words.is_empty() {
            return Err(format!("test without --long knows no '{}': see cargo xtask help", words[0]));
        }
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("{word} needs a number"));
            match word {
                "--long" => {}
                "--hours" => request.hours = number(word, value()?)?,
                "--seed" => request.seed = Some(number(word, value()?)?),
                _ => return Err(format!("test knows no '{word}': see cargo xtask help")),
            }
        }
        Ok(long.then_some(request))
    }
}

fn number<T: std::str::FromStr>(word: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{word} needs a number, not '{value}'"))
}

fn tidy_step() -> Tally {
    let complaints = metadata_with_dependencies().and_then(|metadata| Ok(tidy::check(&metadata, &files()?)));
    Tally::of_complaints(complaints.unwrap_or_else(|why| vec![why]))
}

fn licence_step() -> Tally {
    let complaints = metadata_with_dependencies().map(|metadata| {
        let (count, complaints) = licences::check(&metadata);
        println!("{count} packages");
        complaints
    });
    Tally::of_complaints(complaints.unwrap_or_else(|why| vec![why]))
}

/// Checks that the tables of the benchmarked lexers match their sources.
fn lexer_step() -> Tally {
    let mut command = Command::new("python3");
    Tally::of_check(show(command.args(["bench/arrays/make_lexer.py", "--check"]).current_dir(root())))
}

fn lint_step() -> Tally {
    let mut command = cargo(["clippy", "--workspace", "--all-targets"]);
    Tally::of_check(show(command.args(["--", "-D", "warnings"])))
}

/// Lints and tests the solver with its other SAT solver. Both name only this package: together with the
/// workspace, cargo would choose other features for shared dependencies, and compile CaDiCaL twice.
///
/// Without a setting, a dependency of a build script has debug information only if the program uses it as well.
/// Lints and tests use different dependencies, so each would build and run its own script. With the setting
/// made for both, CaDiCaL, which takes minutes, is compiled once.
///
/// Questions about value sets and arrays are compared with clauses whichever SAT solver answers them, so a part
/// of them is enough here.
fn cadical_step() -> Tally {
    let solver = ["--package", "solver", "--features", "cadical"];
    let (variable, value) = ("CARGO_PROFILE_DEV_BUILD_OVERRIDE_DEBUG", "line-tables-only");
    let mut lints = cargo(["clippy", "--all-targets"]);
    lints.args(solver).args(["--", "-D", "warnings"]).env(variable, value);
    let mut tally = Tally::of_check(show(&mut lints));
    let mut tests = runner();
    tests.args(solver).env(variable, value).env("PLEACH_RANDOM_CASES", QUESTIONS_WITH_CADICAL);
    // Each question about a large array is asked again after each axiom: BatSat takes seconds for all of them,
    // CaDiCaL minutes.
    let skipped: &[&str] =
        if has_nextest() { &["-E", "not test(large_arrays)"] } else { &["--", "--skip", "large_arrays"] };
    tests.args(skipped);
    tally.add(counted(&mut tests));
    tally
}

/// Runs the examples in doc comments, if there are any: merely looking for them takes cargo half a minute.
fn comment_tests() -> Tally {
    let examples = |file: &SourceFile| file.name.ends_with(".rs") && has_example(&file.text);
    match files() {
        Ok(files) if files.iter().any(examples) => {
            counted(&mut cargo(["test", "--workspace", "--no-fail-fast", "--doc"]))
        }
        Ok(_) => {
            println!("there are none");
            Tally::default()
        }
        Err(why) => Tally::of_check(Err(why)),
    }
}

/// Whether a doc comment of the file contains an example in Rust.
fn has_example(text: &str) -> bool {
    let mut inside = false;
    for line in text.lines().map(str::trim_start) {
        let Some(comment) = line.strip_prefix("///").or(line.strip_prefix("//!")).map(str::trim) else {
            inside = false;
            continue;
        };
        let Some(tag) = comment.strip_prefix("```") else { continue };
        if !inside && ["", "rust", "no_run", "should_panic", "compile_fail"].contains(&tag) {
            return true;
        }
        inside = !inside;
    }
    false
}

fn has_nextest() -> bool {
    capture(&mut cargo(["nextest", "--version"])).is_ok()
}

/// nextest, or cargo's own test runner if nextest is not installed.
fn runner() -> Command {
    let mut command = if has_nextest() { cargo(["nextest", "run"]) } else { cargo(["test"]) };
    command.arg("--no-fail-fast");
    command
}

/// Runs all tests except the big ones.
fn small_tests() -> Tally {
    let mut command = runner();
    command.arg("--workspace");
    if has_nextest() {
        let big = BIG.map(|name| format!("binary({name})")).join(" | ");
        command.args(["-E", &format!("not ({big})")]);
    } else {
        let names = match test_programs() {
            Ok(names) => names,
            Err(why) => return Tally::of_check(Err(why)),
        };
        command.args(["--lib", "--bins"]);
        command.args(names.iter().filter(|name| !BIG.contains(&name.as_str())).flat_map(|name| ["--test", name]));
    }
    counted(&mut command)
}

/// The names of all test programs in the workspace.
fn test_programs() -> Result<Vec<String>, String> {
    let metadata = metadata(&["--no-deps"])?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let targets = list(&metadata["packages"]).into_iter().flat_map(move |package| list(&package["targets"]));
    let tests = targets.filter(|target| target["kind"][0] == "test");
    Ok(tests.filter_map(|target| target["name"].as_str().map(str::to_owned)).collect())
}

/// Runs the big test programs one after the other, and shows their output.
fn big_tests() -> Tally {
    let mut command = cargo(["test", "--workspace", "--no-fail-fast"]);
    command.args(BIG.iter().flat_map(|name| ["--test", name])).args(["--", "--nocapture"]);
    counted(&mut command)
}

/// Runs a test runner and adds up the results that it prints.
pub fn counted(command: &mut Command) -> Tally {
    let mut tally = Tally::default();
    let result = watch(command, |line| {
        if let Some((passed, failed)) = closing_line(line) {
            tally.passed += passed;
            tally.failed += failed;
        } else if let Some(replayed) = number_before(line, "tests replayed") {
            tally.replayed += replayed;
        } else if let Some(questions) = number_before(line, "random questions compared") {
            tally.questions += questions;
        } else if let Some(questions) = number_before(line, "questions about sets of values") {
            tally.set_questions += questions;
        } else if let Some(questions) = number_before(line, "questions about arrays") {
            tally.array_questions += questions;
        } else if let Some(paths) = number_before(line, "paths compared with the interpreter") {
            tally.interpreted += paths;
        } else if let Some(programs) = number_before(line, "generated programs compared") {
            tally.generated += programs;
        } else if let Some(programs) = number_before(line, "programs explored with and without joining paths") {
            tally.joined += programs;
        } else if let Some(test) = failed_test(line)
            && !tally.complaints.contains(&test)
        {
            tally.complaints.push(test);
        }
    });
    if let Err(why) = result {
        // Nothing ran, for example because it does not compile.
        tally.failed = tally.failed.max(1);
        tally.complaints.push(why);
    }
    tally
}

/// The numbers of tests that passed and failed in a line such as `test result: ok. 5 passed; 0 failed; …` or
/// `Summary [ 0.1s] 6 tests run: 5 passed (1 slow), 1 failed, 0 skipped`.
fn closing_line(line: &str) -> Option<(u64, u64)> {
    let line = line.trim_start();
    if !line.starts_with("test result:") && !line.starts_with("Summary [") {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let before = |names: &[&str]| -> u64 {
        let pairs = words.windows(2).filter(|pair| names.contains(&pair[1].trim_matches([',', ';', '.'])));
        pairs.filter_map(|pair| pair[0].parse::<u64>().ok()).sum()
    };
    Some((before(&["passed"]), before(&["failed", "timed", "exec"])))
}

/// The number before some words.
fn number_before(line: &str, words: &str) -> Option<u64> {
    line.split_once(words)?.0.split_whitespace().next_back()?.parse().ok()
}

/// The name of the failed test, if the line reports one.
fn failed_test(line: &str) -> Option<String> {
    let line = line.trim();
    if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(name.to_owned());
    }
    let rest = line.strip_prefix("FAIL [").or(line.strip_prefix("TIMEOUT [")).or(line.strip_prefix("SIGABRT ["))?;
    let (_, name) = rest.split_once(']')?;
    // `(  3/120) solver::answers enumeration::…`
    let name = name.trim();
    let name = name.strip_prefix('(').and_then(|rest| Some(rest.split_once(')')?.1.trim())).unwrap_or(name);
    Some(name.to_owned())
}

/// Prints the table of steps, the complaints and the closing line.
fn sum_up(results: &[(String, Tally, Duration)], total: Duration) -> Result<(), String> {
    println!("\n== summary");
    let widest = results.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (name, tally, time) in results {
        let verdict = if tally.failed == 0 { "ok" } else { "FAILED" };
        println!(
            "{name:widest$}  {:>8}  {:>6} passed  {:>4} failed  {verdict}",
            seconds(*time),
            tally.passed,
            tally.failed
        );
    }
    println!("{:widest$}  {:>8}", "all", seconds(total));
    let failed: Vec<_> = results.iter().filter(|(_, tally, _)| tally.failed > 0).collect();
    for (name, tally, _) in &failed {
        println!("\n{name}:");
        tally.complaints.iter().flat_map(|text| text.lines()).for_each(|line| println!("  {line}"));
    }
    let sum = |count: fn(&Tally) -> u64| results.iter().map(|(_, tally, _)| count(tally)).sum::<u64>();
    let (passed, bad) = (sum(|tally| tally.passed), sum(|tally| tally.failed));
    let replayed = sum(|tally| tally.replayed);
    if replayed > 0 {
        println!("\n{replayed} generated tests replayed natively");
    }
    println!("\n{passed} passed, {bad} failed");
    if bad == 0 { Ok(()) } else { Err(String::new()) }
}

fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if whole < 60 { format!("{:.1} s", time.as_secs_f64()) } else { format!("{}:{:02} min", whole / 60, whole % 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_both_runners() {
        assert_eq!(closing_line("test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured"), Some((5, 0)));
        assert_eq!(closing_line("test result: FAILED. 4 passed; 2 failed; 0 ignored"), Some((4, 2)));
        assert_eq!(closing_line("     Summary [   0.031s] 7 tests run: 7 passed, 0 skipped"), Some((7, 0)));
        let line =
            "     Summary [   1.0s] 9 tests run: 5 passed (1 slow), 2 failed, 1 timed out, 1 exec failed, 3 skipped";
        assert_eq!(closing_line(line), Some((5, 4)));
        assert_eq!(closing_line("running 5 tests"), None);
    }

    #[test]
    fn replays_are_counted() {
        let line = "suite: 12 programs, 345 tests replayed, 0 mismatches, 1 skipped";
        assert_eq!(number_before(line, "tests replayed"), Some(345));
        assert_eq!(number_before("running 5 tests", "tests replayed"), None);
    }

    #[test]
    fn failed_tests_are_named() {
        assert_eq!(failed_test("test a::b ... FAILED").as_deref(), Some("a::b"));
        assert_eq!(failed_test("        FAIL [   0.003s] xtask a::b").as_deref(), Some("xtask a::b"));
        assert_eq!(failed_test("        FAIL [   0.003s] ( 3/12) xtask a::b").as_deref(), Some("xtask a::b"));
        assert_eq!(failed_test("test a::b ... ok"), None);
    }

    #[test]
    fn examples_are_told_from_other_text() {
        assert!(has_example("/// Adds.\n/// ```\n/// f(1);\n/// ```\nfn f() {}\n"));
        assert!(!has_example("//! ```text\n//! x\n//! ```\n\nfn f() {}\n"));
        assert!(!has_example("fn f() {} // ```\n"));
    }

    #[test]
    fn flags() {
        assert_eq!(Request::parse(&[]), Ok(None));
        let request = Request { hours: 0.5, seed: Some(7) };
        assert_eq!(Request::parse(&["--long", "--hours", "0.5", "--seed", "7"]), Ok(Some(request)));
        assert!(Request::parse(&["--hours"]).is_err());
        assert!(Request::parse(&["--verbose"]).is_err());
        assert!(Request::parse(&["--hours", "2"]).is_err());
    }
}
