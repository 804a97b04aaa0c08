//! `cargo xtask bench compare --with BINARY`: this build beside another one, such as that of an earlier commit.
//!
//! Both run the same programs in turns, so that whatever else the machine does meets both alike. Processor time is
//! compared: the least and the middle of several runs each, as ratios of this build to the other. The solver is compared by
//! itself, too: both builds answer the questions that this one logs in runs of programs. Nothing is written, since nobody
//! else has the other binary.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Settings;
use super::measure::{Bench, Job, Run};
use super::solver::recorded;
use super::speed::bytes_a_state;
use super::table::{Table, columns, number};
use crate::command::timed_until;
use crate::project::build_release;

/// How often each build runs each program, unless told otherwise.
const TIMES: usize = 7;
/// The number of states alive when memory is compared.
const STATES: u64 = 10_000;
/// The name of the questions of runs of the project's programs.
const QUESTIONS: &str = "questions of the project's programs";
/// The name of the questions of runs of fetched programs.
const REAL_QUESTIONS: &str = "questions of fetched programs";
/// A figure that is worse by more than this is marked.
const TOLERATED: f64 = 1.03;

/// The programs: a name for `--only`, the file, its macros, and those of a quick run.
const PROGRAMS: [(&str, &str, &str, &str); 10] = [
    ("concrete code", "concrete.c", "ROUNDS=250", "ROUNDS=1"),
    ("symbolic data on one path", "straight.c", "ROUNDS=200000", "ROUNDS=100"),
    ("forks", "forks.c", "BITS=16", "BITS=6"),
    ("tokens", "tokens.c", "", ""),
    ("bubble sort", "ase/bubble_sort.c", "SIZE=40 SYMBOLIC=3 REPEATS UNCHECKED", "SIZE=8 SYMBOLIC=1 REPEATS UNCHECKED"),
    (
        "insertion sort",
        "ase/insertion_sort.c",
        "SIZE=8 SYMBOLIC=8 REPEATS UNCHECKED",
        "SIZE=4 SYMBOLIC=4 REPEATS UNCHECKED",
    ),
    (
        "selection sort",
        "ase/selection_sort.c",
        "SIZE=8 SYMBOLIC=8 REPEATS UNCHECKED",
        "SIZE=4 SYMBOLIC=4 REPEATS UNCHECKED",
    ),
    ("merge sort", "ase/merge_sort.c", "SIZE=8 SYMBOLIC=8 REPEATS UNCHECKED", "SIZE=4 SYMBOLIC=4 REPEATS UNCHECKED"),
    ("quick sort", "ase/quick_sort.c", "SIZE=8 SYMBOLIC=8 REPEATS UNCHECKED", "SIZE=4 SYMBOLIC=4 REPEATS UNCHECKED"),
    ("heap sort", "ase/heap_sort.c", "SIZE=8 SYMBOLIC=8 REPEATS UNCHECKED", "SIZE=4 SYMBOLIC=4 REPEATS UNCHECKED"),
];

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let mut settings = Settings { quick: false, max_time: "60s".to_owned(), only: None };
    let (mut other, mut times) = (None, TIMES);
    settings.read("bench compare", words, |word, value| {
        match word {
            "--with" => other = Some(PathBuf::from(value()?)),
            "--times" => times = whole(&value()?)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let other = other.ok_or("bench compare needs --with BINARY, another build of pleach")?;
    if !other.is_file() {
        return Err(format!("--with: there is no file {}", other.display()));
    }
    let settings =
        || Settings { quick: settings.quick, max_time: settings.max_time.clone(), only: settings.only.clone() };
    let binaries = [build_release()?, other.canonicalize().map_err(|error| error.to_string())?];
    let these = Bench::new(binaries[0].clone(), settings())?;
    let others = Bench::new(binaries[1].clone(), settings())?;
    let mut rows = Vec::new();
    for (name, program, normal, quick) in PROGRAMS {
        if these.wants(name) {
            let defines = these.scale(normal, quick).split_whitespace().map(str::to_owned).collect();
            let job = Job { program, defines, flags: Vec::new() };
            let [this, other] = runs(&[&these, &others], &job, times)?;
            rows.push(row(name, &this, &other));
        }
    }
    if these.wants(QUESTIONS) {
        let logs = recorded::record(settings().quick)?;
        rows.push(questions(QUESTIONS, &binaries, &logs, times)?);
    }
    if these.wants(REAL_QUESTIONS) && !settings().quick {
        rows.push(questions(REAL_QUESTIONS, &binaries, &recorded::record_real()?, times)?);
    }
    if these.wants("bytes a state") {
        let states = these.scale(STATES, 50);
        let (this, other) = (bytes_a_state(&these, states)?, bytes_a_state(&others, states)?);
        rows.push(vec!["bytes a state".to_owned(), number(this), number(other), marked(this / other), String::new()]);
    }
    let table = Table {
        title: "This build beside another".to_owned(),
        remark: format!(
            "Processor seconds, the least of {times} runs in turns; ratios of this build to the other. `!` marks what is worse \
             by more than 3 %."
        ),
        columns: columns(["measured", "this", "other", "ratio of the least", "of the middle"]),
        rows,
    };
    println!("\n{}", table.text());
    Ok(())
}

fn whole(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&times| times > 0).ok_or_else(|| format!("--times needs a number above 0, not '{text}'"))
}

/// The processor seconds of several runs of each build. The builds must agree on the paths.
fn runs(builds: &[&Bench; 2], job: &Job<'_>, times: usize) -> Result<[Vec<f64>; 2], String> {
    let mut paths: Option<f64> = None;
    in_turns(times, |which| {
        let run: Run = builds[which].run(job)?;
        if *paths.get_or_insert(run.paths()) != run.paths() || !run.complete() {
            return Err(format!(
                "{}: the builds differ in paths, or a run was cut short",
                Path::new(job.program).display()
            ));
        }
        Ok(run.processor_seconds())
    })
}

/// The row of what it takes to answer the questions of logs, all of them one after the other.
fn questions(
    name: &str,
    builds: &[PathBuf; 2],
    logs: &[(String, PathBuf)],
    times: usize,
) -> Result<Vec<String>, String> {
    let mut sums = [vec![0.0; times], vec![0.0; times]];
    for (log, directory) in logs {
        println!("{log}");
        let seconds = in_turns(times, |which| {
            let mut command = Command::new(&builds[which]);
            command.args(["solve", "--without", "external", "--replay"]);
            // 2: a question stayed open.
            timed_until(command.arg(directory), &[0, 2])
        })?;
        for (sums, seconds) in sums.iter_mut().zip(&seconds) {
            sums.iter_mut().zip(seconds).for_each(|(sum, seconds)| *sum += seconds);
        }
    }
    Ok(row(name, &sums[0], &sums[1]))
}

/// What a measurement says of the first and of the second build, several times in turns, sorted.
fn in_turns(times: usize, mut measure: impl FnMut(usize) -> Result<f64, String>) -> Result<[Vec<f64>; 2], String> {
    let mut seconds = [Vec::new(), Vec::new()];
    for turn in 0..times {
        // Who is first changes, so that neither always runs after the other.
        for which in if turn % 2 == 0 { [0, 1] } else { [1, 0] } {
            seconds[which].push(measure(which)?);
        }
    }
    seconds.iter_mut().for_each(|all| all.sort_by(f64::total_cmp));
    Ok(seconds)
}

fn row(name: &str, this: &[f64], other: &[f64]) -> Vec<String> {
    let middle = |all: &[f64]| all[all.len() / 2];
    vec![
        name.to_owned(),
        number(this[0]),
        number(other[0]),
        marked(this[0] / other[0]),
        format!("{:.3}", middle(this) / middle(other)),
    ]
}

fn marked(ratio: f64) -> String {
    format!("{ratio:.3}{}", if ratio > TOLERATED { " !" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_the_least_and_of_the_middle() {
        let cells = row("forks", &[1.0, 3.0, 9.0], &[2.0, 4.0, 5.0]);
        assert_eq!(cells[3..], ["0.500", "0.750"]);
        assert_eq!([marked(1.03), marked(1.04)], ["1.030", "1.040 !"]);
        assert!(whole("0").is_err() && whole("x").is_err() && whole("3") == Ok(3));
    }
}
