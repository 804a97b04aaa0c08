//! `cargo xtask bench arrays`: runs the programs in `bench/arrays/` with more and fewer axioms about tables,
//! and compares with Z3.
//!
//! Each program is explored in every mode with the same budget. Programs that do not end within it are compared
//! by paths per second of processor time; so are those that are explored completely, for which only the times
//! differ. A technique changes cost, never truth: the command fails if two complete runs differ in paths, or if
//! any error is found, since the programs have none. The modes of a program run one after the other, so that
//! other load on the machine affects them alike. Then Z3 is asked the questions of short runs (see
//! `arrays/z3.rs`).

mod asserted;
mod goals;
mod means;
mod tables;
mod z3;

use std::fs;

use super::measure::{Bench, Job, Run};
use super::mode::{self, Mode, run_in};
use super::{Section, Settings, goal, record};
use crate::project::{build_release, root};

/// The directory of the programs.
const PROGRAMS: &str = "bench/arrays";
/// The time limits of a run: normal and quick.
const BUDGETS: [&str; 2] = ["10s", "1s"];
/// A complete run that takes less processor time than this, in seconds, is repeated, and the fastest of three
/// counts.
const SHORT: f64 = 1.0;

/// The baseline mode: axioms for each byte by itself, at every place of a table.
const ALL: &str = "all";
/// Pleach's default mode.
const BOTH: &str = "both";

/// All modes.
const MODES: [Mode; 5] = [
    Mode { name: ALL, flags: &["--array-axioms=all", "--array-precheck=off"] },
    Mode { name: "type", flags: &["--array-axioms=type", "--array-precheck=off"] },
    Mode { name: "interval", flags: &["--array-axioms=interval", "--array-precheck=off"] },
    Mode { name: "both-", flags: &["--array-axioms=both", "--array-precheck=off"] },
    Mode { name: BOTH, flags: &["--array-axioms=both", "--array-precheck=on"] },
];

/// A program with its runs, in the order of the modes.
struct Measured {
    program: String,
    runs: Vec<(Mode, Run)>,
}

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let [budget, quick_budget] = BUDGETS;
    let mut settings = Settings { quick: false, max_time: budget.to_owned(), only: None };
    let mut modes = MODES.to_vec();
    settings.read("bench arrays", words, |word, value| {
        if word == "--modes" {
            modes = mode::parse(&MODES, &value()?)?;
        }
        Ok(word == "--modes")
    })?;
    if settings.quick && settings.max_time == budget {
        quick_budget.clone_into(&mut settings.max_time);
    }
    let bench = Bench::new(build_release()?, settings)?;
    let programs: Vec<String> = programs()?.into_iter().filter(|program| bench.wants(program)).collect();
    if programs.is_empty() {
        return Err("no program has that word in its name".to_owned());
    }
    let measured: Vec<Measured> =
        programs.iter().map(|program| measure(&bench, program, &modes)).collect::<Result<_, _>>()?;
    let beside = z3::measure(&bench, &programs)?;
    let goals = goals::goals(&measured, &beside);
    let long = [tables::paths(&measured), tables::counters(&measured), z3::table(&beside)];
    let short = [tables::means_table(&measured), goal::table("Tables: goals", &goals)];
    long.iter().chain(&short).for_each(|table| println!("\n{}", table.text()));
    let whole = bench.settings.only.is_none() && !bench.settings.quick;
    if whole && modes == MODES {
        let remark = format!("; each run had a budget of {}", bench.settings.max_time);
        record(Section::Arrays, &remark, &short, &long)?;
    }
    goals::verdict(&goals, whole)
}

/// The names of the programs, in order.
fn programs() -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("cannot read {PROGRAMS}: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join(PROGRAMS)).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.extend(name.to_str().and_then(|name| name.strip_suffix(".c")).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Runs a program in every mode.
fn measure(bench: &Bench, program: &str, modes: &[Mode]) -> Result<Measured, String> {
    let run = |&mode: &Mode| Ok((mode, steady(|| run(bench, program, mode.flags))?));
    Ok(Measured { program: program.to_owned(), runs: modes.iter().map(run).collect::<Result<_, String>>()? })
}

/// A run. If it is short and complete, the one with the least time of three.
fn steady(mut run: impl FnMut() -> Result<Run, String>) -> Result<Run, String> {
    let mut best = run()?;
    if best.complete() && best.processor_seconds() < SHORT {
        for _ in 0..2 {
            let again = run()?;
            if again.processor_seconds() < best.processor_seconds() {
                best = again;
            }
        }
    }
    Ok(best)
}

/// Runs a program with some flags.
fn run(bench: &Bench, program: &str, flags: &[&str]) -> Result<Run, String> {
    let program = format!("arrays/{program}.c");
    let flags = [["--cflags", "-Iinclude"].as_slice(), flags].concat();
    bench.run(&Job { program: &program, defines: Vec::new(), flags })
}

impl Measured {
    /// The run in a mode.
    fn run(&self, mode: &str) -> Option<&Run> {
        run_in(&self.runs, mode)
    }

    /// The problem with the program's runs, if there is one.
    fn complaint(&self) -> Option<String> {
        let program = &self.program;
        if let Some((mode, _)) = self.runs.iter().find(|(_, run)| run.findings() > 0) {
            return Some(format!("{program} has errors in mode {}", mode.name));
        }
        let mut complete = self.runs.iter().filter(|(_, run)| run.complete());
        let (first, run) = complete.next()?;
        let (other, differs) = complete.find(|(_, other)| other.paths() != run.paths())?;
        let (paths, others) = (run.paths(), differs.paths());
        Some(format!("{program} has {paths} paths in mode {}, {others} in mode {}", first.name, other.name))
    }
}

/// Made-up runs for tests.
#[cfg(test)]
mod made_up {
    use serde_json::json;

    use super::*;

    /// A run with this number of paths and seconds.
    pub fn run(complete: bool, paths: u32, seconds: f64) -> Run {
        let summary = json!({
            "complete": complete, "processor_seconds": seconds, "findings": [],
            "paths": {"completed": paths, "errors": 0}, "questions": {"asked": 10},
        });
        Run::of(summary, json!({"counters": {"solver.bit_blast.asked": 4}}))
    }

    /// A program with its runs in the modes `all` and `both`.
    pub fn measured(program: &str, all: Run, both: Run) -> Measured {
        let runs = [(ALL, all), (BOTH, both)];
        let runs = runs.into_iter().map(|(name, run)| (Mode { name, flags: &[] }, run)).collect();
        Measured { program: program.to_owned(), runs }
    }
}

#[cfg(test)]
mod tests {
    use super::made_up::{measured, run};
    use super::*;

    #[test]
    fn only_complete_runs_have_to_agree() {
        let complaint = |all, both| measured("it", all, both).complaint();
        assert_eq!(complaint(run(true, 5, 1.0), run(true, 5, 2.0)), None);
        assert_eq!(complaint(run(false, 4, 1.0), run(true, 5, 2.0)), None);
        let expected = "it has 4 paths in mode all, 5 in mode both".to_owned();
        assert_eq!(complaint(run(true, 4, 1.0), run(true, 5, 2.0)), Some(expected));
    }

    #[test]
    fn short_runs_are_repeated() {
        let mut seconds = vec![0.5, 0.3, 0.4].into_iter();
        let best = steady(|| Ok(run(true, 1, seconds.next().expect("three runs are enough"))));
        assert_eq!(best.map(|run| run.processor_seconds()), Ok(0.3));
        let mut seconds = vec![0.5].into_iter();
        let cut = steady(|| Ok(run(false, 1, seconds.next().expect("one run is enough"))));
        assert_eq!(cut.map(|run| run.processor_seconds()), Ok(0.5));
    }

    #[test]
    fn programs_are_there() {
        assert!(programs().expect("the directory is there").contains(&"figure1".to_owned()));
    }
}
