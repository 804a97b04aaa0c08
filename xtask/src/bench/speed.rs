//! The engine itself: instructions and forks a second, and memory per state.

use super::measure::{Bench, Job, Run};
use super::table::{Table, columns, count, number};

/// Instructions a second on concrete code, as quoted for KLEE 3.2.
const KLEE_CONCRETE: f64 = 2.3e6;
/// The number of states alive when memory is measured.
const STATES: u64 = 10_000;

/// Makes all measurements.
pub fn measure(bench: &Bench) -> Result<Vec<Table>, String> {
    let mut rows = Vec::new();
    let mut row = |what: &str, value: f64, klee: Option<f64>| {
        let quoted = klee.map_or("–".to_owned(), number);
        let ratio = klee.map_or("–".to_owned(), |klee| format!("{}×", number(value / klee)));
        rows.push(vec![what.to_owned(), number(value), quoted, ratio]);
    };
    let instructions_per_second: fn(&Run) -> f64 = |run| run.instructions() / run.seconds_without_writing();
    if bench.wants("concrete") {
        let run = bench.middle_of_three(&job("concrete.c", "ROUNDS", bench.scale(100, 1)), instructions_per_second)?;
        row("instructions a second, concrete code", instructions_per_second(&run), Some(KLEE_CONCRETE));
    }
    if bench.wants("straight") {
        let run =
            bench.middle_of_three(&job("straight.c", "ROUNDS", bench.scale(50_000, 100)), instructions_per_second)?;
        row("instructions a second, symbolic data on one path", instructions_per_second(&run), None);
    }
    if bench.wants("forks") {
        let forks_per_second: fn(&Run) -> f64 = |run| run.forks() / run.seconds_without_writing();
        let run = bench.middle_of_three(&job("forks.c", "BITS", bench.scale(13, 6)), forks_per_second)?;
        row("forks a second, without writing tests", forks_per_second(&run), None);
        row("forks a second, with a test written for every path", run.forks() / run.seconds(), None);
    }
    if bench.wants("states") {
        let states = bench.scale(STATES, 50);
        let bytes = bytes_a_state(bench, states)?;
        row(&format!("bytes a state with {} alive", count(states as f64)), bytes, None);
    }
    let table = Table {
        title: "The engine".to_owned(),
        remark: "The middle one of three runs each.".to_owned(),
        columns: columns(["measured", "Pleach", "KLEE 3.2, quoted", "ratio"]),
        rows,
    };
    Ok(vec![table])
}

/// The memory of each state, in bytes: what many states take beyond two states, divided by their difference.
pub fn bytes_a_state(bench: &Bench, states: u64) -> Result<f64, String> {
    let peak = |states: u64| {
        let forks = (states - 1).max(1).to_string();
        let flags = vec!["--search", "bfs", "--max-forks", &forks];
        let job = Job { program: "states.c", defines: vec!["BITS=14".to_owned()], flags };
        bench.run(&job).map(|run| run.peak_memory())
    };
    Ok((peak(states)? - peak(2)?) / (states - 2) as f64)
}

fn job<'a>(program: &'a str, name: &str, value: u32) -> Job<'a> {
    Job { program, defines: vec![format!("{name}={value}")], flags: Vec::new() }
}
