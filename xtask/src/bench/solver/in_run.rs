//! What the questions of a run cost the SAT solver: asked again in order, and each alone with a new solver.
//!
//! Work is counted (clauses made, literals propagated, conflicts; `SatWork` says how they are added up), so
//! that it is the same on every machine. Times are processor times, except for those from the log. The goal is
//! about work: no question may cost more than one and a half times what it costs alone, plus a small constant.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::recorded;
use crate::bench::goal::{Goal, judge};
use crate::bench::table::{Table, columns, count, number};
use crate::command::{capture, show};
use crate::project::{cargo, target_dir};

/// The greatest allowed ratio of a question's work to its work alone.
const FACTOR: f64 = 1.5;
/// The amount of work that is ignored, some 45 microseconds: a solver is not stopped between conflicts that follow each
/// other immediately, and a few may do that much. How many questions cost more without it is told, too.
const SMALL: f64 = 300.0;
/// The number of questions listed, those with the greatest cost beyond their cost alone.
const TOLD: usize = 5;

/// One question that reached the SAT solver.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    number: u64,
    kept: Spent,
    alone: Spent,
    /// The time that the log has for the last stages, in nanoseconds.
    logged: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Spent {
    answered: bool,
    work: f64,
    nanoseconds: f64,
}

/// The questions of a log.
pub struct Costs {
    name: String,
    questions: Vec<Question>,
}

impl Question {
    fn ratio(&self) -> f64 {
        self.kept.work / self.alone.work.max(1.0)
    }

    /// The work beyond [`FACTOR`] times the work alone.
    fn excess(&self) -> f64 {
        self.kept.work - FACTOR * self.alone.work
    }
}

/// How many questions cost more than [`FACTOR`] times their work alone, and this much.
fn beyond(questions: &[&Question], allowed: f64) -> usize {
    questions.iter().filter(|question| question.excess() > allowed).count()
}

/// Asks the questions of some logs again.
pub fn measure(logs: &[(String, PathBuf)]) -> Result<Vec<Costs>, String> {
    show(&mut cargo(["build", "--release", "--package", "solver", "--example", "sat_costs"]))?;
    let program = target_dir()?.join("release/examples/sat_costs");
    let mut costs = Vec::new();
    for (name, log) in logs {
        println!("{name}");
        let questions = asked(&program, log)?;
        if !questions.is_empty() {
            costs.push(Costs { name: name.clone(), questions });
        }
    }
    Ok(costs)
}

fn asked(program: &Path, log: &Path) -> Result<Vec<Question>, String> {
    read(&capture(Command::new(program).args(recorded::scripts(log)?))?)
}

fn read(text: &str) -> Result<Vec<Question>, String> {
    text.lines().map(|line| question(line).ok_or_else(|| format!("a cost reads '{line}'"))).collect()
}

fn question(line: &str) -> Option<Question> {
    let words: Vec<&str> = line.split(' ').collect();
    let spent = |words: &[&str]| match words {
        [answer @ ("0" | "1" | "?"), _, _, _, work, nanoseconds] => {
            Some(Spent { answered: *answer != "?", work: work.parse().ok()?, nanoseconds: nanoseconds.parse().ok()? })
        }
        _ => None,
    };
    let (number, logged) = (words.first()?.parse().ok()?, words.get(13)?);
    let logged = if *logged == "-" { None } else { Some(logged.parse().ok()?) };
    Some(Question { number, kept: spent(words.get(1..7)?)?, alone: spent(words.get(7..13)?)?, logged })
}

/// The table of sums for each log.
pub fn sums(costs: &[Costs]) -> Table {
    let row = |name: &str, questions: &[&Question]| {
        let sum = |value: fn(&Question) -> f64| questions.iter().map(|question| value(question)).sum::<f64>();
        let (kept, alone) = (sum(|question| question.kept.work), sum(|question| question.alone.work));
        let worst = questions.iter().map(|question| question.ratio()).fold(0.0, f64::max);
        let open =
            |spent: fn(&Question) -> Spent| questions.iter().filter(|question| !spent(question).answered).count();
        vec![
            name.to_owned(),
            count(questions.len() as f64),
            count(kept),
            count(alone),
            number(kept / alone),
            number(worst),
            count(beyond(questions, 0.0) as f64),
            count(beyond(questions, SMALL) as f64),
            number(sum(|question| question.logged.unwrap_or(0.0)) / 1e6),
            number(sum(|question| question.kept.nanoseconds) / 1e6),
            number(sum(|question| question.alone.nanoseconds) / 1e6),
            format!("{} / {}", open(|question| question.kept), open(|question| question.alone)),
        ]
    };
    let of = |costs: &Costs| row(&costs.name, &costs.questions.iter().collect::<Vec<_>>());
    let all: Vec<&Question> = costs.iter().flat_map(|costs| &costs.questions).collect();
    Table {
        title: "Questions in a run and alone".to_owned(),
        remark: "Questions that come to the SAT solver when a log is asked again in order, and what they cost it: the work of the \
                 solvers that are kept from question to question, and of one made for each question, which knows its slice only; the ratio \
                 of these sums, the greatest ratio of a question, how many cost more than half as much again, and how many more than \
                 that and 300. Then \
                 milliseconds: what the log noted on the clock, with those of other SMT solvers, and the processor's in order and \
                 alone. Last, how many were given up in order and alone, after 5,000 conflicts."
            .to_owned(),
        columns: columns([
            "run",
            "questions",
            "work in order",
            "work alone",
            "ratio",
            "worst ratio",
            "beyond 1.5",
            "beyond the goal",
            "ms in the run",
            "ms in order",
            "ms alone",
            "given up",
        ]),
        rows: costs.iter().map(of).chain([row("all", &all)]).collect(),
    }
}

/// The table of the questions with the greatest cost beyond their cost alone.
pub fn worst(costs: &[Costs]) -> Table {
    let mut all: Vec<(&str, &Question)> =
        costs.iter().flat_map(|costs| costs.questions.iter().map(|question| (costs.name.as_str(), question))).collect();
    all.sort_by(|a, b| b.1.excess().total_cmp(&a.1.excess()));
    let rows = all.into_iter().take(TOLD).map(|(name, question)| {
        vec![
            format!("{name}, {}", question.number),
            count(question.kept.work),
            count(question.alone.work),
            number(question.ratio()),
            number(question.kept.nanoseconds / 1e6),
            number(question.alone.nanoseconds / 1e6),
        ]
    });
    Table {
        title: "Where others cost most".to_owned(),
        remark: "The questions that cost most beyond half as much again as alone, if any does.".to_owned(),
        columns: columns(["question", "work in order", "work alone", "ratio", "ms in order", "ms alone"]),
        rows: rows.collect(),
    }
}

/// The goals of the comparison.
pub fn goals(costs: &[Costs]) -> Vec<Goal> {
    let all: Vec<&Question> = costs.iter().flat_map(|costs| &costs.questions).collect();
    let beyond = beyond(&all, SMALL);
    let left = all.iter().filter(|question| !question.kept.answered && question.alone.answered).count();
    vec![
        Goal {
            what: "no question costs more than 1.5 times what it costs alone, and 300",
            standing: judge(beyond == 0, format!("{beyond} of {}", all.len())),
        },
        Goal {
            what: "no question is given up that is answered alone",
            standing: judge(left == 0, format!("{left} of {}", all.len())),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_read_and_judged() {
        let text = "7 1 10 20 1 70000 5000 0 10 20 1 30000 3000 9000\n9 ? 1 2 3 93 10 1 1 2 3 93 10 -\n";
        let questions = read(text).expect("these are costs");
        assert_eq!((questions[0].number, questions[0].logged, questions[1].logged), (7, Some(9000.0), None));
        assert_eq!((questions[0].ratio(), questions[0].excess()), (70.0 / 30.0, 25_000.0));
        let costs = [Costs { name: "some".to_owned(), questions }];
        let goals = goals(&costs);
        assert!(goals.iter().all(Goal::is_missed));
        assert_eq!(sums(&costs).rows[1][..5], ["all", "2", "70,093", "30,093", "2.33"].map(str::to_owned));
        assert_eq!(worst(&costs).rows[0][0], "some, 7");
        assert!(read("7 1 10").is_err() && read("mismatch question 7").is_err());
    }
}
