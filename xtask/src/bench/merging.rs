//! `cargo xtask bench merging`: runs functions over buffers of symbolic size in the modes of sizes and of merging.
//!
//! The functions are the programs in `bench/merging/`, and some of libraries whose sources are fetched
//! (`merging/libraries.rs`). Each is explored in every mode of [`MODES`] with the same time limit, one mode after
//! the other, so that other load on the machine affects them alike. The mode `largest` explores one size of each
//! object and is what Trabish 2024, §5.4, calls Base; it misses what other sizes do.
//!
//! With `--thesis`, it measures something else: how many times as fast as forking patterns are on larger buffers (`merging/thesis.rs`).
//!
//! A technique changes cost, never truth: the command fails if two runs that were both complete differ in what
//! they find or in the lines that they cover.

mod compare;
mod libraries;
mod tables;
mod thesis;

use std::fs;

use super::measure::{Bench, Job, Run};
use super::mode::{self, Mode, run_in};
use super::{Section, Settings, goal, record};
use crate::project::{build_release, root};

/// The directory of the programs.
const PROGRAMS: &str = "bench/merging";
/// The time limits of a run: normal and quick.
const LIMITS: [&str; 2] = ["10s", "2s"];
/// The sizes of the buffers, `SIZE` in `bench/merging/input.h`: normal and quick.
const SIZES: [u32; 2] = [8, 4];
/// The sizes of the buffers with `--thesis`: normal and quick.
const THESIS_SIZES: [u32; 2] = [24, 12];
/// A run that takes less time than this, in seconds, is repeated, and the fastest of three counts.
const SHORT: f64 = 1.0;

/// The mode that the thesis compares with.
const LARGEST: &str = "largest";
/// Joining by the number of repetitions, which the thesis compares with it.
const PATTERNS: &str = "sizes patterns";
/// Forking where the program branches on a size.
const LAZY: &str = "lazy";
/// The mode that Pleach is in without options.
const DEFAULT: &str = "auto";

/// All modes. A new technique is one more line.
const MODES: [Mode; 8] = [
    Mode { name: LARGEST, flags: &["--sizes", "largest", "--merge", "off"] },
    Mode { name: "eager", flags: &["--sizes", "eager", "--merge", "off"] },
    Mode { name: LAZY, flags: &["--sizes", "lazy", "--merge", "off"] },
    Mode { name: DEFAULT, flags: &["--sizes", "lazy", "--merge", "auto"] },
    Mode { name: "merge sizes", flags: &["--sizes", "lazy", "--merge", "sizes"] },
    Mode { name: "merge all", flags: &["--sizes", "lazy", "--merge", "all"] },
    Mode { name: PATTERNS, flags: &["--sizes", "lazy", "--merge", "sizes", "--merge-terms", "patterns"] },
    Mode { name: "all patterns", flags: &["--sizes", "lazy", "--merge", "all", "--merge-terms", "patterns"] },
];

/// A function with its runs, in the order of the modes.
#[derive(Clone)]
struct Measured {
    function: String,
    runs: Vec<(Mode, Run)>,
}

impl Measured {
    fn run(&self, mode: &str) -> Option<&Run> {
        run_in(&self.runs, mode)
    }
}

/// A function that could not be measured, with the reason.
struct Failed {
    function: String,
    why: String,
}

/// A program that is measured.
struct Program {
    name: String,
    /// The files, relative to `bench/` or absolute; the one with `main` is the last.
    files: Vec<String>,
    /// Flags for the compiler.
    cflags: String,
}

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let [limit, quick_limit] = LIMITS;
    let mut settings = Settings { quick: false, max_time: limit.to_owned(), only: None };
    let mut modes = MODES.to_vec();
    let mut of_thesis = false;
    settings.read("bench merging", words, |word, value| {
        match word {
            "--modes" => modes = mode::parse(&MODES, &value()?)?,
            "--thesis" => of_thesis = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    if settings.quick && settings.max_time == limit {
        quick_limit.clone_into(&mut settings.max_time);
    }
    let bench = Bench::new(build_release()?, settings)?;
    if of_thesis {
        modes.retain(|mode| [LARGEST, PATTERNS].contains(&mode.name));
    }
    let [size, quick_size] = if of_thesis { THESIS_SIZES } else { SIZES };
    let size = bench.scale(size, quick_size);
    let (mut programs, mut missing) = programs(&bench, size)?;
    if of_thesis {
        programs.retain(|program| thesis::has(&program.name));
        missing.retain(|failed| thesis::has(&failed.function));
    }
    if programs.is_empty() && missing.is_empty() {
        return Err("no function has that word in its name".to_owned());
    }
    let load = load();
    let (mut measured, mut failed) = (Vec::new(), missing);
    for program in &programs {
        match measure(&bench, program, &modes) {
            Ok(runs) => measured.push(runs),
            Err(why) => failed.push(Failed { function: program.name.clone(), why }),
        }
    }
    let whole = bench.settings.only.is_none() && !bench.settings.quick;
    let limited = format!(
        "; each run was limited to {}, and buffers to less than {size} bytes; the load average was {load} at the beginning",
        bench.settings.max_time,
    );
    if of_thesis {
        let goals = thesis::goals(&measured);
        let short = [thesis::table(&measured), goal::table("Patterns and forking: goals", &goals)];
        short.iter().for_each(|table| println!("\n{}", table.markdown(2)));
        if whole {
            record(Section::Patterns, &limited, &short, &[])?;
        }
        return agree(&measured);
    }
    let goals = compare::goals(&measured, &failed);
    let short = [tables::times(&measured), tables::ratios(&measured), goal::table("Sizes and merging: goals", &goals)];
    let long = [tables::counts(&measured)];
    long.iter().chain(&short).for_each(|table| println!("\n{}", table.markdown(2)));
    if whole && modes == MODES {
        record(Section::Merging, &limited, &short, &long)?;
    }
    agree(&measured)
}

/// Fails if complete runs differ in what they found.
fn agree(measured: &[Measured]) -> Result<(), String> {
    match compare::disagreements(measured) {
        differ if differ.is_empty() => Ok(()),
        differ => Err(differ.join("\n")),
    }
}

/// The system's load average over the last minute.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}

/// The programs that are wanted, and the functions whose sources could not be fetched.
fn programs(bench: &Bench, size: u32) -> Result<(Vec<Program>, Vec<Failed>), String> {
    let cflags = format!("-Iinclude -DSIZE={size}");
    let own = names()?.into_iter().map(|name| {
        let files = vec![format!("merging/{name}.c")];
        Program { name, files, cflags: cflags.clone() }
    });
    let mut programs: Vec<Program> = own.filter(|program| bench.wants(&program.name)).collect();
    let mut missing = Vec::new();
    for function in libraries::FUNCTIONS.iter().filter(|function| bench.wants(function.name)) {
        match function.program(&cflags) {
            Ok(program) => programs.push(program),
            Err(why) => missing.push(Failed { function: function.name.to_owned(), why }),
        }
    }
    Ok((programs, missing))
}

/// The names of our own functions, in order.
fn names() -> Result<Vec<String>, String> {
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
fn measure(bench: &Bench, program: &Program, modes: &[Mode]) -> Result<Measured, String> {
    let run = |&mode: &Mode| Ok((mode, steady(|| run(bench, program, mode.flags))?));
    Ok(Measured { function: program.name.clone(), runs: modes.iter().map(run).collect::<Result<_, String>>()? })
}

/// A run; if it is short, the fastest of three.
fn steady(mut run: impl FnMut() -> Result<Run, String>) -> Result<Run, String> {
    let mut best = run()?;
    if best.seconds() < SHORT {
        for _ in 0..2 {
            let again = run()?;
            if again.seconds() < best.seconds() {
                best = again;
            }
        }
    }
    Ok(best)
}

fn run(bench: &Bench, program: &Program, mode: &[&str]) -> Result<Run, String> {
    let (main, others) = program.files.split_last().expect("a program has a file");
    let mut flags = vec!["--cflags", &program.cflags, "--tests", "new"];
    flags.extend(mode);
    flags.extend(others.iter().map(String::as_str));
    bench.run(&Job { program: main, defines: Vec::new(), flags })
}

/// Made-up runs for tests.
#[cfg(test)]
mod made_up {
    use serde_json::json;

    use super::*;

    /// A run that takes so many seconds and finds an error on these lines.
    pub fn run(complete: bool, seconds: f64, errors: &[u32]) -> Run {
        let finding = |line: &u32| json!({"kind": "assert", "file": "it.c", "line": line});
        let findings: Vec<_> = errors.iter().map(finding).collect();
        let paths = json!({"completed": 5, "errors": errors.len(), "represented": 9});
        let summary = json!({
            "complete": complete, "seconds": seconds, "findings": findings, "paths": paths,
            "questions": {"asked": 10}, "coverage": {"lines_covered": 3, "lines_total": 4},
            "stopped_by": if complete { json!(null) } else { json!("max-time") },
        });
        Run::of(summary, json!({"counters": {"expr.terms": 7}}))
    }

    /// A function with runs in some modes.
    pub fn measured(runs: &[(&'static str, Run)]) -> Measured {
        let runs = runs.iter().map(|(name, run)| (Mode { name, flags: &[] }, run.clone())).collect();
        Measured { function: "it".to_owned(), runs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_there() {
        let names = names().expect("the directory is there");
        assert!(names.len() >= 40 && names.contains(&"strchr_chain".to_owned()));
        assert!(MODES.iter().any(|mode| mode.name == DEFAULT));
    }

    #[test]
    fn short_runs_are_repeated() {
        let mut seconds = [0.5, 0.3, 0.4].into_iter();
        let best = steady(|| Ok(made_up::run(true, seconds.next().expect("three runs are enough"), &[])));
        assert_eq!(best.map(|run| run.seconds()), Ok(0.3));
        let mut seconds = [2.0].into_iter();
        let long = steady(|| Ok(made_up::run(true, seconds.next().expect("one run is enough"), &[])));
        assert_eq!(long.map(|run| run.seconds()), Ok(2.0));
    }
}
