//! The questions of short runs, put to Z3.
//!
//! Each program's run is cut short and logged (`docs/queries.md`). Pleach's times are those of its log, Z3's those of its library in
//! one process with push and pop, as in `cargo xtask bench solver`. Only questions whose own condition reads a table or a
//! buffer at a symbolic place count. Z3 has [`SECONDS`] for a program with all it has to read, and what it does not come
//! to in that time counts for neither.

use std::fs;

use super::run;
use crate::bench::measure::Bench;
use crate::bench::mode::ratio;
use crate::bench::solver::{Z3, recorded};
use crate::bench::table::{Table, columns, count, number};

/// What ends a run that is logged. Counts, so that it ends at the same place everywhere.
const LIMITS: [&str; 2] = ["--max-forks=40", "--max-instructions=3000000"];
/// How long Z3 may take for a program: normally, and for a quick look.
const SECONDS: [u32; 2] = [30, 5];

/// How both did on the questions of a program.
#[derive(Clone, Default, Debug)]
pub struct Beside {
    /// Its name.
    pub program: String,
    /// How many questions were logged that read a table or buffer.
    pub logged: f64,
    /// How many of those Z3 came to.
    pub questions: f64,
    /// Of these, those it gave up.
    pub given_up: f64,
    /// Of these, those Pleach left open.
    pub open: f64,
    /// Pleach's time for them.
    pub pleach_seconds: f64,
    /// Z3's.
    pub z3_seconds: f64,
}

impl Beside {
    /// How many times as many questions a second Pleach answers.
    pub fn ratio(&self) -> f64 {
        self.z3_seconds / self.pleach_seconds
    }

    fn add(&mut self, more: &Beside) {
        self.logged += more.logged;
        self.questions += more.questions;
        self.given_up += more.given_up;
        self.open += more.open;
        self.pleach_seconds += more.pleach_seconds;
        self.z3_seconds += more.z3_seconds;
    }

    fn cells(&self) -> Vec<String> {
        let rate = |seconds: f64| number(self.questions / seconds);
        vec![
            self.program.clone(),
            count(self.logged),
            count(self.questions),
            count(self.open),
            count(self.given_up),
            rate(self.pleach_seconds),
            rate(self.z3_seconds),
            ratio(self.ratio()),
        ]
    }
}

/// All programs together.
pub fn total(beside: &[Beside]) -> Beside {
    let mut total = Beside { program: "all".to_owned(), ..Beside::default() };
    beside.iter().for_each(|program| total.add(program));
    total
}

/// Logs the questions of programs and puts them to Z3.
pub fn measure(bench: &Bench, programs: &[String]) -> Result<Vec<Beside>, String> {
    let z3 = Z3::build()?;
    let [normal, quick] = SECONDS;
    programs.iter().map(|program| beside(bench, &z3, program, bench.scale(normal, quick))).collect()
}

fn beside(bench: &Bench, z3: &Z3, program: &str, seconds: u32) -> Result<Beside, String> {
    let log = bench.directory()?.join(format!("{program}.log"));
    let flag = format!("--log-queries={}", log.display());
    run(bench, program, &[LIMITS.as_slice(), &[&flag]].concat())?;
    let mut sum = Beside { program: program.to_owned(), ..Beside::default() };
    for script in recorded::scripts(&log)? {
        let text = fs::read_to_string(&script).map_err(|error| format!("cannot read {}: {error}", script.display()))?;
        let ours = recorded::answers(&text)?;
        let theirs = recorded::grouped(&z3.script(&script, Some(seconds))?, &ours);
        for (at, _) in recorded::reads_arrays(&text).iter().enumerate().filter(|(_, reads)| **reads) {
            let answers @ [pleach, z3] = [ours.answers[at].as_str(), theirs.answers[at].as_str()];
            if recorded::contradict(pleach, z3) {
                return Err(format!("{program}: step {at} has the answers {pleach}, by Z3 {z3}"));
            }
            sum.add(&step(answers, [ours.times[at], theirs.times[at]]));
        }
    }
    fs::remove_dir_all(&log).map_err(|error| format!("cannot remove {}: {error}", log.display()))?;
    Ok(sum)
}

/// What a step comes to, from the answers and nanoseconds of both.
fn step([ours, theirs]: [&str; 2], [pleach, z3]: [f64; 2]) -> Beside {
    let logged = ours.len() as f64;
    // The time was over before Z3 came to it.
    if theirs.len() < ours.len() {
        return Beside { logged, ..Beside::default() };
    }
    let open = |answers: &str| answers.matches('?').count() as f64;
    Beside {
        program: String::new(),
        logged,
        questions: logged,
        given_up: open(theirs),
        open: open(ours),
        pleach_seconds: pleach / 1e9,
        z3_seconds: z3 / 1e9,
    }
}

/// Questions a second.
pub fn table(beside: &[Beside]) -> Table {
    let [seconds, _] = SECONDS;
    Table {
        title: "Tables: questions a second, beside Z3".to_owned(),
        remark: format!(
            "The questions of a run that is cut short after a few forks, of those whose own condition reads a table or a buffer at a \
             symbolic place. Z3 is its library in one process with push and pop, and has {seconds} s for a program, in which it also \
             reads all definitions: what it came to in that time counts for both, and only the time of its checks. Pleach's times \
             are those of its log."
        ),
        columns: columns([
            "program",
            "questions",
            "that Z3 came to",
            "left open",
            "given up by Z3",
            "Pleach, a second",
            "Z3, a second",
            "ratio",
        ]),
        rows: beside.iter().chain([&total(beside)]).map(Beside::cells).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_z3_did_not_come_to_counts_for_neither() {
        let steps = [step(["10", "1?"], [1e9, 4e9]), step(["11", ""], [7e9, 0.0]), step(["?", "0"], [1e9, 2e9])];
        let sum = total(&steps);
        assert_eq!((sum.logged, sum.questions, sum.given_up, sum.open), (5.0, 3.0, 1.0, 1.0));
        assert_eq!(sum.ratio(), 3.0);
        assert_eq!(table(&steps).rows.len(), 4);
    }
}
