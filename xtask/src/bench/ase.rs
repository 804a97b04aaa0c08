//! `cargo xtask bench ase`: the programs of Abyaneh 2021, with the stages that reason about value sets on and
//! off.
//!
//! Each program in `bench/ase/` is explored completely in every mode. A technique changes cost, never paths:
//! the command fails if the modes of a row differ in the number of paths, if a run reaches its time limit, or
//! if a measured goal is missed. The figures of Abyaneh 2021 stand beside ours. They were taken on another
//! machine with another engine and another front end, so only their proportions can be compared.

mod goals;
mod modes;
mod riscv;
mod rows;

use std::sync::Mutex;

use super::measure::{Bench, Job, Run};
use super::mode::{self, Mode, marked, ratio, run_in};
use super::table::{Table, count, number};
use super::{Section, Settings, goal, record};
use crate::project::build_release;
use goals::goals;
use modes::MODES;
use rows::{ROWS, Row};

/// The number of parallel runs, if there are as many cores.
const WORKERS: usize = 2;

/// What is measured, as far as the goals depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Whether all rows are measured.
    all_rows: bool,
    /// Whether sizes are small.
    quick: bool,
}

/// A row with its runs.
pub struct Measured {
    row: &'static Row,
    runs: Vec<(Mode, Run)>,
}

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let mut settings = Settings { quick: false, max_time: "15min".to_owned(), only: None };
    let mut modes = MODES.to_vec();
    let mut executables = false;
    settings.read("bench ase", words, |word, value| {
        match word {
            "--riscv" => executables = true,
            "--modes" => modes = mode::parse(&MODES, &value()?)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let scope = Scope { all_rows: settings.only.is_none(), quick: settings.quick };
    let bench = Bench::new(build_release()?, settings)?;
    if executables {
        return riscv::bench(&bench, &modes);
    }
    let measured = measure(&bench, &modes)?;
    if measured.is_empty() {
        return Err("no row has that word in its name".to_owned());
    }
    println!();
    let goals = goals(&measured, scope);
    let long = [questions(&measured, &modes), times(&measured, &modes)];
    let short = [goal::table("Value sets: goals", &goals)];
    long.iter().chain(&short).for_each(|table| println!("{}", table.text()));
    if scope.all_rows && !scope.quick && modes == MODES {
        let remark = format!("; two runs at a time, each limited to {}", bench.settings.max_time);
        record(Section::ValueSets, &remark, &short, &long)?;
    }
    goal::verdict(&goals)
}

/// Runs every row in every mode, several at a time.
fn measure(bench: &Bench, modes: &[Mode]) -> Result<Vec<Measured>, String> {
    let wanted: Vec<&Row> = ROWS.iter().filter(|row| bench.wants(row.name)).collect();
    let jobs: Vec<(usize, Mode)> =
        (0..wanted.len()).flat_map(|row| modes.iter().map(move |&mode| (row, mode))).collect();
    let mut waiting = jobs.into_iter();
    let waiting = Mutex::new(&mut waiting);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some((row, mode)) = waiting.lock().expect("no run panics").next() else { return };
            let result = run(bench, wanted[row], mode);
            done.lock().expect("no run panics").push((row, mode, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |cores| WORKERS.min(cores.get())) {
            scope.spawn(work);
        }
    });
    let mut measured: Vec<Measured> = wanted.iter().map(|row| Measured { row, runs: Vec::new() }).collect();
    for (row, mode, result) in done.into_inner().expect("no run panics") {
        measured[row].runs.push((mode, result?));
    }
    let place = |mode: &Mode| modes.iter().position(|other| other == mode);
    measured.iter_mut().for_each(|row| row.runs.sort_by_key(|(mode, _)| place(mode)));
    Ok(measured)
}

fn run(bench: &Bench, row: &Row, mode: Mode) -> Result<Run, String> {
    let program = format!("ase/{}.c", row.program);
    bench.run(&Job { program: &program, defines: defines(bench, row), flags: mode.flags.to_vec() })
}

/// The macros that a row is compiled with.
fn defines(bench: &Bench, row: &Row) -> Vec<String> {
    let sizes = bench.scale(row.sizes.normal, row.sizes.quick);
    let check = if row.checked { None } else { Some("UNCHECKED") };
    sizes.iter().copied().chain(check).map(str::to_owned).collect()
}

impl Measured {
    /// The run in a mode.
    fn run(&self, mode: &str) -> Option<&Run> {
        run_in(&self.runs, mode)
    }

    /// The problem with the row, if there is one.
    fn complaint(&self) -> Option<String> {
        let name = self.row.name;
        for (mode, run) in &self.runs {
            if !run.complete() {
                return Some(format!("{name} was cut short in mode {}", mode.name));
            }
            if run.findings() > 0 {
                return Some(format!("{name} has errors in mode {}", mode.name));
            }
        }
        let paths: Vec<String> = self.runs.iter().map(|(_, run)| count(run.paths())).collect();
        let differ = paths.iter().any(|number| *number != paths[0]);
        differ.then(|| format!("{name} has {} paths", paths.join(" and ")))
    }
}

/// The table of paths and questions.
fn questions(measured: &[Measured], modes: &[Mode]) -> Table {
    let mut columns = vec!["program".to_owned(), "paths".to_owned(), "questions".to_owned()];
    columns.extend(modes.iter().map(|mode| format!("SAT, {}", mode.name)));
    let paper = ["paths in the paper", "SMT, baseline", "SMT, PARTI", "SMT, ASE 1", "SMT, ASE 2"];
    columns.extend(paper.map(str::to_owned));
    let row = |measured: &Measured| {
        let (_, first) = &measured.runs[0];
        let mut cells = vec![measured.row.name.to_owned(), count(first.paths()), count(first.questions())];
        cells.extend(measured.runs.iter().map(|(_, run)| marked(count(run.backend()), run)));
        cells.extend(match measured.row.paper {
            None => vec!["–".to_owned(); 5],
            Some(paper) => {
                [[paper.paths].as_slice(), &paper.queries].concat().into_iter().map(f64::from).map(count).collect()
            }
        });
        cells
    };
    Table {
        title: "Value sets: paths and questions, beside Table III of the paper on ASE".to_owned(),
        remark: "Questions that the SAT solver was asked, in each mode. To the right what Table III of the paper on ASE says: \
                 paths, and questions that its SMT solver was asked. An asterisk marks a run that the limit of time cut short."
            .to_owned(),
        columns,
        rows: measured.iter().map(row).collect(),
    }
}

/// The table of times, with their ratios to the first mode's.
fn times(measured: &[Measured], modes: &[Mode]) -> Table {
    let mut columns = vec!["program".to_owned()];
    columns.extend(modes.iter().map(|mode| format!("s, {}", mode.name)));
    columns.extend(modes.iter().skip(1).map(|mode| format!("{} / {}", modes[0].name, mode.name)));
    columns.extend(["baseline", "PARTI", "ASE 1", "ASE 2"].map(|name| format!("s, {name}")));
    columns.push("baseline / ASE 2".to_owned());
    let row = |measured: &Measured| {
        let seconds: Vec<f64> = measured.runs.iter().map(|(_, run)| run.seconds()).collect();
        let mut cells = vec![measured.row.name.to_owned()];
        cells.extend(measured.runs.iter().map(|(_, run)| marked(number(run.seconds()), run)));
        cells.extend(seconds.iter().skip(1).map(|other| ratio(seconds[0] / other)));
        let quoted = measured.row.paper.map(|paper| paper.seconds).unwrap_or([f64::NAN; 4]);
        cells.extend(quoted.map(number));
        cells.push(ratio(quoted[0] / quoted[3]));
        cells
    };
    Table {
        title: "Value sets: times, beside Table III of the paper on ASE".to_owned(),
        remark: "Seconds in each mode, and how often the first mode's time holds the others'. To the right the paper's seconds."
            .to_owned(),
        columns,
        rows: measured.iter().map(row).collect(),
    }
}
