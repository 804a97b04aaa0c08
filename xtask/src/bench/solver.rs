//! `cargo xtask bench solver`: how long questions take, compared with Z3.
//!
//! Both solvers get the same questions: growing path conditions, where every step asks for both sides of a
//! branch. Each answer is compared, and the command fails if one differs. Pleach is measured in one process
//! through its crate, Z3 in one process through its library with push and pop, and as a new process for each
//! question. Terms are read before the clock starts, except for the identities, which Pleach decides while
//! reading. The last class is the questions of real runs, from logs with Pleach's answers and times: of
//! programs of this project, or of the log given with `--log`.
//!
//! The same logs, and those of fetched third-party programs (`real.rs`), are asked again to see what a question
//! costs after the ones before it and what it costs alone (`in_run.rs`). The command fails if a question costs
//! much more than alone.

mod classes;
mod engines;
mod in_run;
mod real;
pub mod recorded;
mod steps;
mod term;

use std::fs;
use std::path::PathBuf;

use super::table::{Table, columns, count, number};
use super::{Section, goal, record};
use classes::CLASSES;
use engines::{Answers, Engines};
pub use engines::{Limits, Z3};
use steps::{Path, Step};
use term::Random;

/// The bit widths at which the identities are asked.
const IDENTITY_WIDTHS: [u32; 2] = [32, 64];
/// The seed of the random paths.
const SEED: u64 = 20;

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let (mut quick, mut only, mut seed, mut log) = (false, None, SEED, None);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().map(|value| (*value).to_owned()).ok_or_else(|| format!("{word} needs a value"));
        match word {
            "--quick" => quick = true,
            "--only" => only = Some(value()?),
            "--log" => log = Some(PathBuf::from(value()?)),
            "--seed" => seed = value()?.parse().map_err(|_| "a seed is a number")?,
            _ => return Err(format!("bench solver knows no '{word}': see cargo xtask help")),
        }
    }
    let wanted = |name: &str| only.as_ref().is_none_or(|word: &String| name.contains(word.as_str()));
    let mut logs = Vec::new();
    if let Some(log) = &log {
        logs.push((log.display().to_string(), log.clone()));
    } else if wanted(RECORDED) || wanted(IN_RUN) {
        logs = recorded::record(quick)?;
    }
    let (mut short, mut long) = (Vec::new(), Vec::new());
    let classes = if log.is_some() { Vec::new() } else { all_paths(seed, quick) };
    let classes: Vec<_> = classes.into_iter().filter(|(name, _)| wanted(name)).collect();
    if !classes.is_empty() || log.is_some() || wanted(RECORDED) {
        let engines = Engines::build()?;
        let mut measured = Vec::new();
        for (name, paths) in classes {
            println!("{name}");
            measured.push(measure(&engines, name, &paths)?);
        }
        if log.is_some() || wanted(RECORDED) {
            println!("{RECORDED}");
            let logs: Vec<PathBuf> = logs.iter().map(|(_, log)| log.clone()).collect();
            measured.push(measure_logs(&engines, &logs)?);
        }
        short.push(time_table(&measured));
        long.push(stage_table(&measured));
    }
    let mut goals = Vec::new();
    if log.is_some() || wanted(IN_RUN) {
        println!("{IN_RUN}");
        if log.is_none() && !quick {
            logs.extend(recorded::record_real()?);
        }
        let costs = in_run::measure(&logs)?;
        goals = in_run::goals(&costs);
        short.extend([in_run::sums(&costs), goal::table("Goals of questions in a run", &goals)]);
        long.push(in_run::worst(&costs));
    }
    println!();
    short.iter().chain(&long).for_each(|table| println!("{}", table.text()));
    if !quick && only.is_none() && log.is_none() && seed == SEED {
        record(Section::Solver, "", &short, &long)?;
    }
    goal::verdict(&goals)
}

/// The classes with their paths.
fn all_paths(seed: u64, quick: bool) -> Vec<(&'static str, Vec<Path>)> {
    let mut all = Vec::new();
    for (number, class) in CLASSES.iter().enumerate() {
        let count = if quick { 3 } else { class.paths };
        let path = |at: u64| (class.path)(&mut Random(seed << 32 | (number as u64) << 24 | at), at);
        all.push((class.name, (0..count).map(path).collect()));
    }
    let mut identities = Vec::new();
    for width in IDENTITY_WIDTHS {
        for identity in test_support::identities(width).into_iter().take(if quick { 3 } else { usize::MAX }) {
            let ask = format!("(not (= {} {}))", identity.left, identity.right);
            let symbols = test_support::identity_symbols(width);
            identities.push(Path { symbols, tables: Vec::new(), steps: vec![Step::Ask(ask)] });
        }
    }
    all.push((IDENTITIES, identities));
    all
}

const IDENTITIES: &str = "identities";
const RECORDED: &str = "recorded runs";
const IN_RUN: &str = "in a run and alone";

/// A class with the answers of all engines.
struct Measured {
    name: String,
    /// The number of questions in each step.
    questions: Vec<f64>,
    pleach: Answers,
    z3: Answers,
    /// Times of a sample of questions in new processes, in nanoseconds.
    processes: Vec<f64>,
    /// The number of questions that Z3 gave up on.
    open: usize,
    /// The number of questions with the answer no.
    refuted: usize,
}

fn measure(engines: &Engines, name: &'static str, paths: &[Path]) -> Result<Measured, String> {
    let identities = name == IDENTITIES;
    let (pleach, z3) = (engines.pleach(name, paths)?, engines.z3(name, paths, identities)?);
    let processes = engines.processes(paths, identities)?;
    let steps: Vec<&Step> = paths.iter().flat_map(|path| &path.steps).collect();
    if steps.len() != pleach.answers.len() || steps.len() != z3.answers.len() {
        return Err(format!(
            "{name}: {} steps, but {} and {} answers",
            steps.len(),
            pleach.answers.len(),
            z3.answers.len()
        ));
    }
    let questions = steps.iter().map(|step| step.questions() as f64).collect();
    Measured::new(name, questions, pleach, z3, processes)
}

/// Measures the questions of real runs. There are no scripts for new processes.
fn measure_logs(engines: &Engines, logs: &[PathBuf]) -> Result<Measured, String> {
    let (mut pleach, mut z3) = (Answers::default(), Answers::default());
    for script in logs.iter().map(|log| recorded::scripts(log)).collect::<Result<Vec<_>, _>>()?.concat() {
        let text = fs::read_to_string(&script).map_err(|error| format!("cannot read {}: {error}", script.display()))?;
        let ours = recorded::answers(&text)?;
        let theirs = recorded::grouped(&engines.z3.script(&script, Limits::default())?, &ours);
        compare(&script.display().to_string(), &ours, &theirs)?;
        z3.extend(theirs);
        pleach.extend(ours);
    }
    let questions = pleach.answers.iter().map(|answers| answers.len() as f64).collect();
    Measured::new(RECORDED, questions, pleach, z3, Vec::new())
}

/// Fails if two answers differ.
fn compare(name: &str, pleach: &Answers, z3: &Answers) -> Result<(), String> {
    for (at, (ours, theirs)) in pleach.answers.iter().zip(&z3.answers).enumerate() {
        if recorded::contradict(ours, theirs) || ours.len() != theirs.len() || ours.contains('?') {
            return Err(format!("{name}: step {at} has the answers {ours}, by Z3 {theirs}"));
        }
    }
    Ok(())
}

impl Measured {
    /// Fails if two answers differ.
    fn new(
        name: &str,
        questions: Vec<f64>,
        pleach: Answers,
        z3: Answers,
        processes: Vec<f64>,
    ) -> Result<Measured, String> {
        compare(name, &pleach, &z3)?;
        let total = |answers: &Answers, wanted: char| answers.answers.concat().matches(wanted).count();
        let (open, refuted) = (total(&z3, '?'), total(&pleach, '0'));
        Ok(Measured { name: name.to_owned(), questions, pleach, z3, processes, open, refuted })
    }

    fn asked(&self) -> f64 {
        self.questions.iter().sum()
    }

    /// The median time of a question, in microseconds. A step's time is divided equally among its questions.
    fn median(&self, times: &[f64]) -> f64 {
        median(times.iter().zip(&self.questions).map(|(time, questions)| time / questions / 1000.0).collect())
    }

    fn process_median(&self) -> f64 {
        median(self.processes.iter().map(|time| time / 1000.0).collect())
    }

    /// The time for all questions in milliseconds, extrapolated from those that were measured.
    fn process_total(&self) -> f64 {
        self.processes.iter().sum::<f64>() / 1e6 * self.asked() / self.processes.len() as f64
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn total_ms(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / 1e6
}

fn time_table(measured: &[Measured]) -> Table {
    let ratio = |theirs: f64, ours: f64| format!("{}×", number(theirs / ours));
    let rows = measured.iter().map(|class| {
        let (ours, theirs) = (class.median(&class.pleach.times), class.median(&class.z3.times));
        let (our_total, their_total) = (total_ms(&class.pleach.times), total_ms(&class.z3.times));
        vec![
            class.name.clone(),
            count(class.asked()),
            count(class.refuted as f64),
            number(ours),
            number(theirs),
            ratio(theirs, ours),
            number(class.process_median()),
            number(our_total),
            number(their_total),
            ratio(their_total, our_total),
            number(class.process_total()),
            number(class.pleach.reading / 1e6),
            if class.open == 0 { "–".to_owned() } else { count(class.open as f64) },
        ]
    });
    Table {
        title: "Questions, beside Z3".to_owned(),
        remark: "Median times a question in µs, totals of a class in ms. A step of a path asks whether its condition can hold and \
                 whether it can fail: two questions. \"Z3\" is its library in one process with push and pop, \"process\" a \
                 fresh process for each question, measured for some of them. Reading terms, which is where Pleach rewrites \
                 them, is not part of the times but for the identities; its total is given. Of the identities Z3 gave up those \
                 in the last column after a second each, which is counted."
            .to_owned(),
        columns: columns([
            "class",
            "questions",
            "of them unsat",
            "Pleach µs",
            "Z3 µs",
            "ratio",
            "process µs",
            "Pleach ms",
            "Z3 ms",
            "ratio of totals",
            "process ms",
            "reading ms",
            "given up by Z3",
        ]),
        rows: rows.collect(),
    }
}

/// The stages that translate to clauses or ask an external solver.
const BACKENDS: [&str; 2] = ["bit_blast", "external"];

fn stage_table(measured: &[Measured]) -> Table {
    let rows = measured.iter().map(|class| {
        let all: f64 = class.pleach.stages.iter().map(|(_, answered)| answered).sum();
        let below: f64 =
            class.pleach.stages.iter().filter(|(name, _)| BACKENDS.contains(&name.as_str())).map(|s| s.1).sum();
        let mut stages: Vec<&(String, f64)> = class.pleach.stages.iter().filter(|stage| stage.1 > 0.0).collect();
        stages.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let stages: Vec<String> =
            stages.iter().map(|(name, answered)| format!("{name} {}", count(*answered))).collect();
        vec![class.name.clone(), format!("{:.0} %", 100.0 * (all - below) / all), stages.join(", ")]
    });
    Table {
        title: "Who answered".to_owned(),
        remark: "The share of branches answered before anything was translated to clauses, and the branches that each stage \
                 answered."
            .to_owned(),
        columns: columns(["class", "above the bit-blaster", "stages"]),
        rows: rows.collect(),
    }
}
