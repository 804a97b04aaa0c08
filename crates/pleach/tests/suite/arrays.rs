//! Array axioms change the cost of an answer and nothing else: the questions of logs are asked again in modes
//! of `--array-axioms`, with and without the pre-check.
//!
//! An ordinary run tries every axiom without the pre-check, and the fewest axioms with it; the long mode tries
//! each mode both ways. The logs are those of the suite's programs that read an array at a symbolic place
//! (other questions are the same in all modes), and those of short runs of the programs in `bench/arrays`,
//! which do little else.

use std::path::{Path, PathBuf};

use exec::ArrayAxioms;
use solver::{Config, Technique};

use crate::again::Again;
use crate::binary;
use crate::case::name_of;
use crate::configuration;

/// The limits of a run of a program in `bench/arrays`. They are counts, so that the run ends at the same place
/// everywhere.
const LIMITS: [&str; 2] = ["--max-forks=4", "--max-instructions=1000000"];
/// The mode of that run: other modes leave fewer of the reads in the terms, and so in the log.
const LOGGED_IN: [&str; 2] = ["--array-axioms=all", "--array-precheck=off"];

/// The start of the functions in a log that read an array at any place.
const READS: [&str; 3] = ["($table", "($store", "($bytes"];

/// Asks the questions of a log in modes of `--array-axioms`, unless the log reads no array at a symbolic place.
pub fn ask_again(program: &str, log: &[String]) -> Again {
    let mut again = Again::default();
    if log.iter().any(|script| reads_arrays(script)) {
        modes().for_each(|(mode, config)| again.add(Again::ask(program, &mode, log, config)));
    }
    again
}

/// The modes, with their names.
fn modes() -> impl Iterator<Item = (String, Config)> {
    let all = ArrayAxioms::NAMES.into_iter().flat_map(|(axioms, name)| [(axioms, name, false), (axioms, name, true)]);
    let ordinary = [(ArrayAxioms::All, false), (ArrayAxioms::Both, true)];
    let everything = configuration::everything();
    let asked = all.filter(move |&(axioms, _, precheck)| everything || ordinary.contains(&(axioms, precheck)));
    asked.map(|(axioms, name, precheck)| {
        let label = format!("array axioms {name} {} pre-check", if precheck { "with" } else { "without" });
        let config = Config { array_axioms: axioms, ..Config::default() };
        (label, if precheck { config } else { config.without(Technique::ArrayPrecheck) })
    })
}

/// Whether a term of a script reads an array at a symbolic place. Reads at constant places need no function.
fn reads_arrays(script: &str) -> bool {
    let is_term = |line: &&str| {
        line.strip_prefix("(define-fun $").is_some_and(|name| name.starts_with(|first: char| first.is_ascii_digit()))
    };
    script.lines().filter(is_term).any(|line| READS.iter().any(|read| line.contains(read)))
}

/// The programs in `bench/arrays` whose names contain `SUITE_FILTER`, in order.
pub fn programs() -> Vec<PathBuf> {
    let filter = std::env::var("SUITE_FILTER").unwrap_or_default();
    let is_program = |file: &PathBuf| name_of(file).contains(&filter) && file.extension().is_some_and(|end| end == "c");
    let entries = std::fs::read_dir(root().join("bench/arrays")).expect("the programs are there");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<PathBuf> = files.filter(is_program).collect();
    programs.sort();
    programs
}

/// Explores a program in `bench/arrays` briefly, and asks its questions again.
pub fn explore(program: &PathBuf) -> Again {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (out, log) = (dir.path().join("out"), dir.path().join("log"));
    let mut command = binary::pleach();
    command
        .current_dir(root())
        .args(["run", "--klee-exit-codes", "--cflags", "-Iinclude"])
        .args(LIMITS)
        .args(LOGGED_IN);
    command.arg("--output-dir").arg(&out).arg("--log-queries").arg(&log).arg(program);
    let name = program.display().to_string();
    let output = command.output().expect("pleach starts");
    if !output.status.success() {
        let complaint = format!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
        return Again { complaints: vec![complaint], ..Again::default() };
    }
    let scripts = report::query_log::scripts(&log).expect("the log is there");
    let log: Vec<String> =
        scripts.iter().map(|script| std::fs::read_to_string(script).expect("a script is text")).collect();
    let mut again = ask_again(&name, &log);
    if again.questions == 0 {
        again.complaints.push(format!("{name}: no array is read at a symbolic place"));
    }
    again
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
