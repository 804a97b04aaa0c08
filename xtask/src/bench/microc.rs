//! `cargo xtask bench microc`: explores generated microc programs with every strategy, beside the figures of
//! Rozhoň 2024, where the language comes from.
//!
//! The programs come from Pleach's generator with the parameters of Rozhoň 2024 and a fixed seed. The original
//! programs are not public, so only sets of fifty can be compared, not single programs. How similar the sets
//! are is shown first: in how many programs an error was found, and how many ran until their time was over. The
//! tool of Rozhoň 2024 stopped at the first error, which makes the number of paths of a program with errors a
//! matter of luck; so each program is explored twice, up to its first error and past all errors, and both are
//! shown. As there, paths that end in an error are not counted. The time limit is a fraction of the 30 seconds
//! in Rozhoň 2024, and paths per second of run time are compared.

mod sets;
mod tables;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use super::{Section, record};
use crate::command::show;
use crate::project::{cargo, target_dir};
use sets::{PROGRAMS, SEARCHES, SETS, Set};

/// The time limit of each exploration, in milliseconds: a 120th of the limit in Rozhoň 2024. Six thousand
/// programs take some ten minutes.
const LIMIT: u64 = 250;
/// The number of programs between two lines of progress.
const PROGRESS: usize = 100;

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let (mut limit, mut programs, mut only, mut searches) = (LIMIT, PROGRAMS, None, SEARCHES.to_vec());
    let mut quick = false;
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("{word} needs a value"));
        match word {
            "--quick" => (quick, limit, programs) = (true, 100, 3),
            "--limit" => limit = value()?.parse().map_err(|_| "the limit is a number of milliseconds")?,
            "--only" => only = Some(value()?),
            "--search" => {
                let names: Vec<&str> = value()?.split(',').collect();
                searches.retain(|search| names.contains(search));
            }
            _ => return Err(format!("bench microc knows no '{word}': see cargo xtask help")),
        }
    }
    let sets: Vec<&Set> = SETS.iter().filter(|set| only.is_none_or(|word| set.name.contains(word))).collect();
    let whole = sets.len() == SETS.len() && searches.len() == SEARCHES.len() && !quick;
    let mut jobs = Vec::new();
    for set in &sets {
        for search in &searches {
            jobs.extend((0..programs).map(|number| set.job(search, number)));
        }
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default().to_owned();
    let outcomes = explore(&jobs, limit)?;
    let rows = tables::rows(&sets, &searches, &outcomes);
    let long =
        [tables::alike(&rows, programs, limit), tables::beside(&rows), tables::strategies(&sets, &searches, &outcomes)];
    let short = [tables::standings(&rows)];
    println!();
    long.iter().chain(&short).for_each(|table| println!("{}", table.text()));
    let remark = format!("; each program was limited to {limit} ms; the load average was {load} at the beginning");
    if whole {
        record(Section::Microc, &remark, &short, &long)?;
    }
    // Three programs of a set prove nothing about it.
    match rows.iter().filter(|row| !quick && row.misses_goal()).count() {
        0 => Ok(()),
        missed => Err(format!("the goal of {}× is missed in {missed} of {} rows", tables::GOAL, rows.len())),
    }
}

/// The results of a set with one strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outcome {
    /// The number of programs that timed out and are known to have runs that practically never end.
    unbounded: f64,
    /// The number of programs in which an error was found, exploring up to the first one.
    failing: f64,
    /// The number of programs that timed out, exploring up to the first error, before any path ended.
    barren: f64,
    /// The time of the other programs, in seconds.
    fruitful_seconds: f64,
    /// The results of exploring up to the first error.
    first: Explored,
    /// The results of exploring past all errors.
    all: Explored,
}

/// The sums over the explorations of a set's programs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Explored {
    /// The number of paths that ended without an error.
    paths: f64,
    /// The number of these, and of paths that were under way at the end.
    begun: f64,
    /// The number of paths that ended in an error.
    errors: f64,
    timed_out: f64,
    seconds: f64,
}

impl Explored {
    fn add(&mut self, [paths, begun, errors, timed_out, microseconds]: [f64; 5]) {
        self.paths += paths;
        self.begun += begun;
        self.errors += errors;
        self.timed_out += timed_out;
        self.seconds += microseconds / 1e6;
    }
}

type Outcomes = BTreeMap<(String, String), Outcome>;

/// Explores all programs, with one process for each core. Returns the outcomes by set and strategy.
fn explore(jobs: &[String], limit: u64) -> Result<Outcomes, String> {
    let example = "explore_generated";
    show(&mut cargo(["build", "--release", "--package", "front_microc", "--example", example]))?;
    let program = target_dir()?.join("release/examples").join(example);
    let failed = |error: std::io::Error| format!("cannot run {example}: {error}");
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let (send, lines) = mpsc::channel();
    let mut children = Vec::new();
    for core in 0..cores {
        let mut command = Command::new(&program);
        command.arg(limit.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let own: Vec<&str> = jobs.iter().skip(core).step_by(cores).map(String::as_str).collect();
        let mut input = child.stdin.take().expect("it was asked for");
        input.write_all(format!("{}\n", own.join("\n")).as_bytes()).map_err(failed)?;
        let output = child.stdout.take().expect("it was asked for");
        let send = send.clone();
        std::thread::spawn(move || BufReader::new(output).lines().try_for_each(|line| send.send(line)));
        children.push(child);
    }
    drop(send);
    let mut outcomes = Outcomes::new();
    for (done, line) in lines.into_iter().enumerate() {
        add(&mut outcomes, &line.map_err(failed)?)?;
        if (done + 1) % PROGRESS == 0 {
            println!("{} of {} explored", done + 1, jobs.len());
        }
    }
    for mut child in children {
        let status = child.wait().map_err(failed)?;
        if !status.success() {
            return Err(format!("{example} failed ({status})"));
        }
    }
    Ok(outcomes)
}

fn add(outcomes: &mut Outcomes, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split(' ').collect();
    let numbers: Vec<f64> = words.iter().skip(2).filter_map(|word| word.parse().ok()).collect();
    let wrong = || format!("an outcome reads '{line}'");
    let [_, unbounded, explored @ ..] = &numbers[..] else { return Err(wrong()) };
    let (first, all) = explored.split_at_checked(5).ok_or_else(wrong)?;
    let first: [f64; 5] = first.try_into().map_err(|_| wrong())?;
    let all: [f64; 5] = all.try_into().map_err(|_| wrong())?;
    let outcome = outcomes.entry((words[0].to_owned(), words[1].to_owned())).or_default();
    outcome.unbounded += unbounded;
    let [paths, _, errors, timed_out, microseconds] = first;
    outcome.failing += f64::from(errors > 0.0);
    let barren = timed_out > 0.0 && paths == 0.0;
    outcome.barren += f64::from(barren);
    outcome.fruitful_seconds += if barren { 0.0 } else { microseconds / 1e6 };
    outcome.first.add(first);
    outcome.all.add(all);
    Ok(())
}

fn key(set: &Set, search: &str) -> (String, String) {
    (set.name.to_owned(), search.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_summed() {
        let mut outcomes = Outcomes::new();
        add(&mut outcomes, "15-10-3-f-f tree 7 1 120 150 0 1 1000000 120 150 0 1 1000000").expect("as it is printed");
        add(&mut outcomes, "15-10-3-f-f tree 8 0 3 4 1 0 500000 70 80 9 1 1500000").expect("as it is printed");
        add(&mut outcomes, "15-10-3-f-f tree 9 1 0 7 0 1 250000 0 7 0 1 250000").expect("as it is printed");
        for wrong in ["thread panicked", "15-10-3-f-f tree 8 0 3 4 1 0 500000 70 80 9 1", "15-10-3-f-f tree 8 0 3"] {
            assert!(add(&mut outcomes, wrong).is_err(), "{wrong}");
        }
        let found = outcomes[&key(&SETS[0], "tree")];
        let first = Explored { paths: 123.0, begun: 161.0, errors: 1.0, timed_out: 2.0, seconds: 1.75 };
        let all = Explored { paths: 190.0, begun: 237.0, errors: 9.0, timed_out: 3.0, seconds: 2.75 };
        let expected = Outcome { unbounded: 2.0, failing: 1.0, barren: 1.0, fruitful_seconds: 1.5, first, all };
        assert_eq!(found, expected);
    }
}
