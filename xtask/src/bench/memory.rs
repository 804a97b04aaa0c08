//! `cargo xtask bench memory`: explores the programs in `bench/memory/` in every memory model.
//!
//! The models are those that the option knows: they are read from its line in `docs/cli/options.md`, which is made from
//! the table of options, so a new model is measured without a change here. Each program is explored in one model after
//! the other with the same time limit, so that other load on the machine affects them alike.
//!
//! A model changes cost, never truth: the command fails if two runs that were both complete differ in what they find
//! or in the lines that they cover.

mod tables;

use std::fs;

use super::both::{self, Mean};
use super::goal::{self, Goal, Standing, judge};
use super::measure::{Bench, Job, Run};
use super::mode::{self, Mode, run_in};
use super::table::number;
use super::{Section, Settings, record};
use crate::project::{build_release, root};

/// The directory of the programs.
const PROGRAMS: &str = "bench/memory";
/// The page that lists the models.
const OPTIONS: &str = "docs/cli/options.md";
/// The option.
const OPTION: &str = "--memory-model";
/// The model that all are compared with.
const FORK: &str = "fork";
/// The model that is to choose between the others.
const AUTO: &str = "auto";
/// How many times as fast as forking it is to be.
const FASTER: f64 = 3.0;
/// The time limits of a run: normal and quick.
const LIMITS: [&str; 2] = ["10s", "2s"];
/// A run that takes less time than this, in seconds, is repeated, and the fastest of three counts.
const SHORT: f64 = 1.0;

/// A program with its runs, in the order of the models.
struct Measured {
    program: String,
    runs: Vec<(Mode, Run)>,
}

impl Measured {
    fn run(&self, model: &str) -> Option<&Run> {
        run_in(&self.runs, model)
    }
}

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let [limit, quick_limit] = LIMITS;
    let mut settings = Settings { quick: false, max_time: limit.to_owned(), only: None };
    let page = fs::read_to_string(root().join(OPTIONS)).map_err(|error| format!("cannot read {OPTIONS}: {error}"))?;
    let all = models(&page)?;
    let mut models = all.clone();
    settings.read("bench memory", words, |word, value| {
        match word {
            "--modes" => models = mode::parse(&all, &value()?)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    if settings.quick && settings.max_time == limit {
        quick_limit.clone_into(&mut settings.max_time);
    }
    let bench = Bench::new(build_release()?, settings)?;
    let programs: Vec<String> = names()?.into_iter().filter(|name| bench.wants(name)).collect();
    if programs.is_empty() {
        return Err("no program has that word in its name".to_owned());
    }
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    let mut measured = Vec::new();
    for program in programs {
        let run = |&model: &Mode| Ok((model, steady(|| run(&bench, &program, model.flags))?));
        let runs = models.iter().map(run).collect::<Result<_, String>>()?;
        measured.push(Measured { program, runs });
    }
    let short =
        [tables::times(&measured), tables::ratios(&measured), goal::table("Memory models: goals", &goals(&measured))];
    let long = [tables::counts(&measured)];
    long.iter().chain(&short).for_each(|table| println!("\n{}", table.markdown(2)));
    if bench.settings.only.is_none() && !bench.settings.quick && models == all {
        let limited = format!(
            "; each run was limited to {}; the load average was {load} at the beginning",
            bench.settings.max_time,
        );
        record(Section::Memory, &limited, &short, &long)?;
    }
    match disagreements(&measured) {
        differ if differ.is_empty() => Ok(()),
        differ => Err(differ.join("\n")),
    }
}

/// The models that the option's line on the page names, in their order.
fn models(page: &str) -> Result<Vec<Mode>, String> {
    let line = page.lines().find(|line| line.starts_with(&format!("| `{OPTION} ")));
    let values = line.and_then(|line| line.split('|').nth(2)).ok_or_else(|| format!("{OPTIONS} lacks {OPTION}"))?;
    let mode = |name: &str| {
        // For as long as the command runs.
        let name: &'static str = String::leak(name.trim().to_owned());
        Mode { name, flags: Vec::leak(vec![OPTION, name]) }
    };
    Ok(values.split(',').map(mode).collect())
}

/// The names of the programs, in order.
fn names() -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("cannot read {PROGRAMS}: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join(PROGRAMS)).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.extend(name.to_str().and_then(|name| name.strip_suffix(".c")).map(str::to_owned));
    }
    // By the numbers that names end with, as a person would.
    let key = |name: &String| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.to_owned(), name[stem.len()..].parse::<u64>().unwrap_or(0))
    };
    names.sort_by_key(key);
    Ok(names)
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

fn run(bench: &Bench, program: &str, model: &'static [&'static str]) -> Result<Run, String> {
    let flags = ["--tests", "new"].into_iter().chain(model.iter().copied()).collect();
    bench.run(&Job { program: &format!("memory/{program}.c"), defines: Vec::new(), flags })
}

/// How many times as fast as the model `base` a model is.
fn mean(measured: &[Measured], model: &str, base: &str) -> Option<Mean> {
    both::mean(measured.iter().filter_map(|measured| Some((measured.run(base)?, measured.run(model)?))))
}

/// How models differ in what they found or covered, of the runs that were complete.
fn disagreements(measured: &[Measured]) -> Vec<String> {
    measured.iter().flat_map(|measured| both::disagreements(&measured.program, &measured.runs)).collect()
}

/// The goals.
fn goals(measured: &[Measured]) -> Vec<Goal> {
    let none = |list: Vec<String>| judge(list.is_empty(), list.join("; "));
    let has_auto = measured.iter().any(|measured| measured.run(AUTO).is_some());
    let of_auto =
        |standing: Standing| if has_auto { standing } else { Standing::NotMeasured("there is no such model") };
    let slower = measured.iter().filter_map(|measured| {
        let others = measured.runs.iter().filter(|(model, _)| model.name != AUTO);
        both::slower(&measured.program, measured.run(AUTO)?, others)
    });
    let faster = match mean(measured, AUTO, FORK) {
        Some(mean) => judge(mean.times >= FASTER, format!("{}×", number(mean.times))),
        None => Standing::NotMeasured("no program was complete"),
    };
    vec![
        Goal { what: "complete runs agree on errors and covered lines", standing: none(disagreements(measured)) },
        Goal {
            what: "auto is nowhere more than 10 % and 50 ms slower than the best single model",
            standing: of_auto(none(slower.collect())),
        },
        Goal { what: "auto is at least 3 times as fast as fork in the mean", standing: of_auto(faster) },
    ]
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
        let summary = json!({
            "complete": complete, "seconds": seconds, "findings": findings,
            "paths": {"completed": 5, "errors": errors.len(), "represented": 5},
            "questions": {"asked": 10, "backend": 4}, "stopped_by": if complete { json!(null) } else { json!("max-time") },
        });
        Run::of(summary, json!({"counters": {"expr.terms": 7, "exec.choices": 3}}))
    }

    /// A program with runs in some models.
    pub fn measured(runs: &[(&'static str, Run)]) -> Measured {
        let runs = runs.iter().map(|(name, run)| (Mode { name, flags: &[] }, run.clone())).collect();
        Measured { program: "it".to_owned(), runs }
    }
}

#[cfg(test)]
mod tests {
    use super::made_up::{measured, run};
    use super::*;

    #[test]
    fn models_are_those_of_the_option() {
        let page = fs::read_to_string(root().join(OPTIONS)).expect("the page is there");
        let models = models(&page).expect("the option is there");
        assert!(models.len() >= 2 && models.contains(&Mode { name: FORK, flags: &[OPTION, FORK] }));
        assert!(super::models("no options").is_err());
    }

    #[test]
    fn programs_are_there_in_order() {
        let names = names().expect("the directory is there");
        let tables: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix("hash_table_")).collect();
        assert_eq!(tables, ["30", "100", "300", "1000"]);
        assert!(names.len() >= 16);
    }

    #[test]
    fn auto_is_judged_by_the_best_and_by_fork() {
        let standings = |auto: f64| {
            let runs = [(FORK, run(true, 4.0, &[])), ("merge", run(true, 1.0, &[])), (AUTO, run(true, auto, &[]))];
            goals(&[measured(&runs)]).into_iter().map(|goal| goal.standing).collect::<Vec<_>>()
        };
        let reached = standings(1.1);
        assert!(reached.iter().all(|standing| matches!(standing, Standing::Holds(_))), "{reached:?}");
        let missed = standings(2.0);
        assert_eq!(missed[1], Standing::Missed("it 2.00 s (merge 1.00 s)".to_owned()));
        assert_eq!(missed[2], Standing::Missed("2.00×".to_owned()));
        let without = goals(&[measured(&[(FORK, run(true, 4.0, &[])), ("merge", run(true, 1.0, &[3]))])]);
        assert!(without[0].is_missed() && matches!(without[1].standing, Standing::NotMeasured(_)));
    }
}
