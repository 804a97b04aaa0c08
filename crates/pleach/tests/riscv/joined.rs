//! Programs whose paths are joined, compared with the same programs whose paths are not: the errors, the covered lines
//! and the completeness are the same, every join is proved, and the tests of single paths that stand for a joined one can
//! be followed and happen under qemu.
//!
//! All programs of `tests/suite/riscv/merging` must have joins, those about sizes without optimisation, too. Of the others, which need not, one in four is compared.
//! With `PLEACH_RANDOM_SEED`, all programs are, and those that must join without optimisation, too.

use std::collections::BTreeSet;

use crate::cross;
use crate::programs::{self, Program};
use crate::sandbox::Sandbox;

/// What a run found.
struct Found {
    errors: BTreeSet<(String, u64)>,
    complete: bool,
    lines: BTreeSet<String>,
    joins: u64,
    paths: u64,
}

fn explore(sandbox: &Sandbox, program: &Program, merging: &str, more: &[&str]) -> Found {
    let stdin = ["--sym-stdin", &program.stdin];
    let words = [&["run", "--tests", "all", "--merge", merging, "program.elf"][..], &stdin, more].concat();
    let done = sandbox.pleach(&words);
    assert!([0, 1].contains(&done.code), "{words:?}: {}\n{}", done.stdout, done.stderr);
    let summary = sandbox.summary();
    let statistics: serde_json::Value =
        serde_json::from_str(&sandbox.read("pleach-last/statistics.json")).expect("statistics are JSON");
    let lines = sandbox.read(&format!("pleach-last/{}", report::COVERAGE));
    Found {
        errors: programs::errors(&summary),
        complete: summary["complete"] == true,
        // How often a line was executed is not compared.
        lines: lines.lines().filter(|line| line.starts_with("DA:") && !line.ends_with(",0")).map(line_of).collect(),
        joins: statistics["counters"]["exec.joins"].as_u64().expect("there is such a counter"),
        paths: summary["paths"]["completed"].as_u64().expect("a number"),
    }
}

fn line_of(line: &str) -> String {
    line.split(',').next().unwrap_or_default().to_owned()
}

/// Compares a program with and without joined paths. Returns the number of joins.
fn compare(program: &Program, merging: &str, level: &str, terms: &[&str]) -> u64 {
    let name = format!("{} {merging} {level}", program.path.display());
    let sandbox = Sandbox::new();
    let path = program.path.to_str().expect("a path in UTF-8");
    cross::compile(&sandbox.path(""), &[level, "-static", "-o", "program.elf", path]);
    let apart = explore(&sandbox, program, "off", &[]);
    assert_eq!(apart.joins, 0, "{name}");
    let mut joins = 0;
    for &terms in terms {
        let joined = explore(&sandbox, program, merging, &["--merge-terms", terms, "--check-answers"]);
        assert_eq!(joined.errors, apart.errors, "{name} {terms}");
        assert_eq!((joined.complete, apart.complete), (true, true), "{name} {terms}");
        assert_eq!(joined.lines, apart.lines, "{name} {terms}");
        if terms == "tree" && joined.joins > 0 {
            sandbox.pleach(&["trace", "--check", "pleach-last"]).code(0);
            if let Some(wrong) = program.replay(&sandbox) {
                panic!("{name}: {wrong}");
            }
        }
        if !program.merging.is_empty() {
            assert!(joined.joins > 0, "{name} {terms}: nothing joins");
            assert!(joined.paths < apart.paths, "{name} {terms}: {} of {}", joined.paths, apart.paths);
        }
        joins += joined.joins;
    }
    joins
}

#[test]
fn paths_of_machine_code_join() {
    let programs = programs::all("merging");
    assert!(programs.len() >= 6, "the suite has lost its programs");
    for program in programs {
        compare(&program, &program.merging, "-O1", &["tree", "plain", "patterns"]);
        if test_support::round().is_some() || program.merging == "sizes" {
            compare(&program, &program.merging, "-O0", &["tree"]);
        }
    }
}

#[test]
fn joined_paths_of_other_programs_agree() {
    let chosen = test_support::round().map_or(4, |_| 1);
    let joins: u64 =
        programs::all("").into_iter().step_by(chosen).map(|program| compare(&program, "all", "-O1", &["tree"])).sum();
    assert!(joins > 0, "nothing joins");
}
