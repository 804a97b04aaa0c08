//! `cargo xtask bench microc`: generated microc programs, explored with every strategy, beside the figures of the thesis that
//! the language comes from.
//!
//! The programs come from Pleach's generator with the thesis' parameters and a fixed seed; the thesis' own programs are not
//! public, so that only sets of fifty can be compared, not programs. Its tool stopped at the first error, which makes the number
//! of paths of a program with errors a matter of luck; so each program is explored twice, up to its first error and past all errors,
//! and both are shown. As there, paths that end in an error are not counted. The limit is a fraction of the thesis' 30 seconds.
//! Two ratios are given: of the paths as they are, and of the paths in a second of run time.

mod sets;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use super::table::{Table, columns, count, number};
use super::{Section, record};
use crate::command::show;
use crate::project::{cargo, target_dir};
use sets::{PROGRAMS, Reported, SEARCHES, SETS, Set};

/// Milliseconds that each exploration may take: a 120th of the thesis' limit, and six thousand programs take some ten minutes.
const LIMIT: u64 = 250;
/// After how many programs a line of progress is printed.
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
    let tables = [beside(&sets, &searches, &outcomes, limit), strategies(&sets, &searches, &outcomes)];
    println!();
    tables.iter().for_each(|table| println!("{}", table.text()));
    let remark = format!("; each program was limited to {limit} ms; the load average was {load} at the beginning");
    if whole { record(Section::Microc, &remark, &tables) } else { Ok(()) }
}

/// What a set came to with a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outcome {
    /// Of those that timed out, how many are known to have runs without end in sight.
    unbounded: f64,
    /// Explored up to the first error.
    first: Explored,
    /// Explored past all errors.
    all: Explored,
}

/// What the explorations of a set's programs came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Explored {
    paths: f64,
    /// Paths that ended in an error.
    errors: f64,
    timed_out: f64,
    seconds: f64,
}

impl Explored {
    fn add(&mut self, [paths, errors, timed_out, microseconds]: [f64; 4]) {
        self.paths += paths;
        self.errors += errors;
        self.timed_out += timed_out;
        self.seconds += microseconds / 1e6;
    }

    /// How many times as many paths a second as the thesis reports.
    fn speed(&self, theirs: &Reported) -> f64 {
        (self.paths / self.seconds) / (theirs.paths / theirs.seconds)
    }
}

type Outcomes = BTreeMap<(String, String), Outcome>;

/// Explores all programs, a process for each core; the outcomes by set and strategy.
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
    let [_, unbounded, a, b, c, d, e, f, g, h] = numbers[..] else {
        return Err(format!("an outcome reads '{line}'"));
    };
    let outcome = outcomes.entry((words[0].to_owned(), words[1].to_owned())).or_default();
    outcome.unbounded += unbounded;
    outcome.first.add([a, b, c, d]);
    outcome.all.add([e, f, g, h]);
    Ok(())
}

/// Wherever the thesis has figures.
fn beside(sets: &[&Set], searches: &[&str], outcomes: &Outcomes, limit: u64) -> Table {
    let mut rows = Vec::new();
    for set in sets {
        for &search in searches {
            let (Some(ours), Some(theirs)) = (outcomes.get(&key(set, search)), set.reported(search)) else { continue };
            rows.push(row(set, search, ours, theirs));
        }
    }
    Table {
        title: "Generated microc programs, beside the thesis' figures".to_owned(),
        remark: format!(
            "Fifty programs a row. Up to the first error, as the thesis' tool explored: \"paths\" that ended without an error, \"s\" the time \
             of all runs together (here of the processor, there of the clock), \"out\" the runs that were stopped when their \
             time was over ({limit} ms here, 30 s there), \"errors\" the programs in which an error was found. Past all \
             errors, as Pleach explores by itself, the same in \"all paths\" and \"all s\". \"Unbounded\" are the programs stopped by their \
             time of which a run was found that repeats itself, or a concrete one that goes on for 200,000 steps. The ratios \
             are those of the paths and of the paths in a second, up to the first error, and of the paths in a second past errors, \
             for which the thesis' figures are the same: where it found no errors, that is the fairer one. Other programs of \
             the same parameters, on another machine: the ratios say how far apart the tools are, not more."
        ),
        columns: columns([
            "set",
            "search",
            "paths",
            "s",
            "out",
            "errors",
            "all paths",
            "all s",
            "all out",
            "unbounded",
            "paths there",
            "s there",
            "out there",
            "errors there",
            "paths",
            "paths a second",
            "all paths a second",
        ]),
        rows,
    }
}

fn row(set: &Set, search: &str, ours: &Outcome, theirs: Reported) -> Vec<String> {
    let ratio = |value: f64| format!("{}×", number(value));
    vec![
        set.name.to_owned(),
        search.to_owned(),
        count(ours.first.paths),
        number(ours.first.seconds),
        count(ours.first.timed_out),
        count(ours.first.errors),
        count(ours.all.paths),
        number(ours.all.seconds),
        count(ours.all.timed_out),
        count(ours.unbounded),
        count(theirs.paths),
        count(theirs.seconds),
        count(theirs.timed_out),
        count(theirs.errors),
        ratio(ours.first.paths / theirs.paths),
        ratio(ours.first.speed(&theirs)),
        ratio(ours.all.speed(&theirs)),
    ]
}

/// Every set with every strategy.
fn strategies(sets: &[&Set], searches: &[&str], outcomes: &Outcomes) -> Table {
    let shown: Vec<&str> = SEARCHES.into_iter().filter(|search| searches.contains(search)).collect();
    let rows = sets.iter().map(|set| {
        let cell = |search: &&str| match outcomes.get(&key(set, search)) {
            Some(Outcome { first, all, .. }) => {
                let numbers = [first.paths, first.errors, first.timed_out, all.paths, all.timed_out];
                numbers.map(count).join(" / ")
            }
            None => "–".to_owned(),
        };
        [vec![set.name.to_owned()], shown.iter().map(cell).collect()].concat()
    });
    let rows = rows.collect();
    Table {
        title: "Generated microc programs, by strategy".to_owned(),
        remark: "Up to the first error: paths, programs with an error found, and programs whose time was over, of fifty. Past \
                 all errors: paths, and programs whose time was over."
            .to_owned(),
        columns: ["set"].into_iter().chain(shown).map(str::to_owned).collect(),
        rows,
    }
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
        add(&mut outcomes, "15-10-3-f-f tree 7 1 120 0 1 1000000 120 0 1 1000000").expect("a line as it is printed");
        add(&mut outcomes, "15-10-3-f-f tree 8 0 3 1 0 500000 70 9 1 1500000").expect("a line as it is printed");
        assert!(add(&mut outcomes, "thread panicked").is_err());
        let found = outcomes[&key(&SETS[0], "tree")];
        let first = Explored { paths: 123.0, errors: 1.0, timed_out: 1.0, seconds: 1.5 };
        let all = Explored { paths: 190.0, errors: 9.0, timed_out: 2.0, seconds: 2.5 };
        assert_eq!(found, Outcome { unbounded: 1.0, first, all });
        let table = beside(&[&SETS[0]], &SEARCHES, &outcomes, 1000);
        assert_eq!(table.rows.len(), 1);
        assert_eq!(table.rows[0].len(), table.columns.len());
        assert_eq!(strategies(&[&SETS[0]], &["tree", "dfs"], &outcomes).rows[0][1..], ["123 / 1 / 1 / 190 / 2", "–"]);
    }
}
