//! Replays a log of questions and prints what each that reaches the SAT solver costs: `sat_costs SCRIPT...`,
//! the scripts of one log in order.
//!
//! For each such question a line is printed: its number, then its cost where the solvers are kept from question
//! to question, then its cost with a fresh solver, and last the nanoseconds that the log noted (`-` if it did
//! not get so far then). Each cost is an answer (`1`, `0` or `?`), clauses, propagations, conflicts, the sum of
//! these as work, and nanoseconds. Answers that differ from the log's are printed as `mismatch ...`.

use std::time::Duration;

use solver::{Config, Replay, SatCosts, SatSpent, Technique};

/// The conflicts after which a question is given up, with kept solvers as well as with fresh ones.
const CONFLICTS: u64 = 5_000;

fn main() -> Result<(), String> {
    let scripts: Vec<String> = std::env::args().skip(1).collect();
    if scripts.is_empty() {
        return Err("usage: sat_costs SCRIPT...".to_owned());
    }
    // No time limit may end a question, and no other solver may answer it: except for times, the output depends
    // only on the log.
    let costs = SatCosts::default();
    let limits = Config { conflicts: Some(CONFLICTS), question_time: None, ..Config::default() };
    let config = Config { sat_costs: Some(costs), ..limits }.without(Technique::External);
    let mut replay = Replay::new(config);
    for script in &scripts {
        let text = std::fs::read_to_string(script).map_err(|error| format!("cannot read {script}: {error}"))?;
        replay.script(&text).map_err(|error| format!("{script}: {error}"))?;
    }
    let report = replay.report();
    let mut output = String::new();
    for question in &report.translated {
        let logged = question.logged.map_or("-".to_owned(), |time: Duration| time.as_nanos().to_string());
        let (kept, alone) = (spent(question.cost.kept), spent(question.cost.alone));
        output += &format!("{} {kept} {alone} {logged}\n", question.number);
    }
    for mismatch in &report.mismatches {
        output += &format!("mismatch {mismatch}\n");
    }
    print!("{output}");
    Ok(())
}

fn spent(spent: SatSpent) -> String {
    let answer = match spent.answer {
        Some(true) => '1',
        Some(false) => '0',
        None => '?',
    };
    let SatSpent { work, time, .. } = spent;
    let (clauses, propagations, conflicts) = (work.clauses, work.propagations, work.conflicts);
    format!("{answer} {clauses} {propagations} {conflicts} {} {}", work.total(), time.as_nanos())
}
