//! The goals of the comparison, and whether they are reached.

use super::means::{Means, means, speed_up};
use super::z3::{Beside, total};
use super::{ALL, BOTH, Measured};
use crate::bench::goal::{self, Goal, Standing, judge};
use crate::bench::table::number;

/// The least mean speed-up in paths a second.
const SPEED_UP: f64 = 5.0;
/// The least ratio to Z3 in questions answered a second.
const BESIDE_Z3: f64 = 10.0;
/// The least share of the baseline's rate that each program must keep.
const LEAST: f64 = 0.95;
/// A complete run that takes less than this much longer than the baseline, in seconds, does not count as slower.
const NOISE: f64 = 0.02;

/// Every goal with its standing. [`verdict`] looks at the first [`NEEDED`] goals.
pub fn goals(measured: &[Measured], beside: &[Beside]) -> Vec<Goal> {
    let goal = |what, standing| Goal { what, standing };
    let means = means(measured);
    let mean = |value: fn(&Means) -> f64| match &means {
        Some(means) => judge(value(means) >= SPEED_UP, format!("{}×", number(value(means)))),
        None => Standing::NotMeasured("needs the modes all and both"),
    };
    vec![
        goal("modes agree on errors, and complete runs on paths", agreement(measured)),
        goal("5 times the paths a second of all in the arithmetic mean of both", mean(|means| means.arithmetic)),
        goal("no program has more than 5 % fewer paths in the budget", slower(measured, |complete| !complete)),
        goal("10 times the questions a second that Z3 answers", faster_than_z3(beside)),
        goal("5 times the paths a second in the geometric mean", mean(|means| means.geometric)),
        goal("the same of all paths in all the time", mean(|means| means.of_totals)),
        goal("no program that is complete in both takes 5 % longer", slower(measured, |complete| complete)),
    ]
}

/// The number of goals that must be reached. The first one must always be.
const NEEDED: usize = 4;

/// Fails if modes disagree. If every program had its full budget, also fails if another needed goal is missed:
/// a few programs, or a second each, prove nothing about those.
pub fn verdict(goals: &[Goal], whole: bool) -> Result<(), String> {
    goal::verdict(&goals[..if whole { NEEDED } else { 1 }])
}

fn agreement(measured: &[Measured]) -> Standing {
    let complaints: Vec<String> = measured.iter().filter_map(Measured::complaint).collect();
    judge(complaints.is_empty(), complaints.join("; "))
}

/// The programs with a lower rate than the baseline, among those that are complete in both modes or among the
/// others.
fn slower(measured: &[Measured], wanted: fn(bool) -> bool) -> Standing {
    let is_complete = |measured: &Measured| {
        let complete = |mode| measured.run(mode).is_some_and(|run| run.complete());
        complete(ALL) && complete(BOTH)
    };
    let compared: Vec<(&Measured, f64)> =
        measured.iter().filter_map(|measured| Some((measured, speed_up(measured)?))).collect();
    if compared.is_empty() {
        return Standing::NotMeasured("needs the modes all and both");
    }
    let slower = compared
        .iter()
        .filter(|&&(measured, times)| wanted(is_complete(measured)) && times < LEAST && !is_noise(measured));
    let slower: Vec<String> =
        slower.map(|(measured, times)| format!("{} {}×", measured.program, number(*times))).collect();
    judge(slower.is_empty(), slower.join(", "))
}

/// Whether both runs are complete and the default mode takes less than [`NOISE`] longer.
fn is_noise(measured: &Measured) -> bool {
    let (Some(all), Some(both)) = (measured.run(ALL), measured.run(BOTH)) else { return false };
    let difference = both.processor_seconds() - all.processor_seconds();
    all.complete() && both.complete() && difference < NOISE
}

fn faster_than_z3(beside: &[Beside]) -> Standing {
    let total = total(beside);
    if total.questions == 0.0 {
        return Standing::NotMeasured("Z3 answered nothing in its time");
    }
    judge(total.ratio() >= BESIDE_Z3, format!("{}×", number(total.ratio())))
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::*;

    fn standings(measured: &[Measured], beside: &[Beside]) -> Vec<String> {
        goals(measured, beside).iter().map(|goal| goal.cells().swap_remove(1)).collect()
    }

    fn beside(z3_seconds: f64) -> Beside {
        Beside { program: "it".to_owned(), questions: 50.0, pleach_seconds: 1.0, z3_seconds, ..Beside::default() }
    }

    #[test]
    fn goals_are_judged_one_by_one() {
        let fast = || measured("fast", run(false, 10, 1.0), run(false, 100, 1.0));
        let slow = || measured("slow", run(false, 10, 1.0), run(false, 9, 1.0));
        assert_eq!(standings(&[fast()], &[beside(10.0)]), ["holds"; 7]);
        let two = standings(&[fast(), slow()], &[beside(9.0)]);
        assert_eq!(two, ["holds", "holds", "missed", "missed", "missed", "holds", "holds"]);
        assert!(verdict(&goals(&[fast()], &[beside(10.0)]), true).is_ok());
        for missed in [goals(&[fast(), slow()], &[beside(10.0)]), goals(&[fast()], &[beside(9.0)])] {
            assert!(verdict(&missed, true).is_err());
            assert!(verdict(&missed, false).is_ok());
        }
    }

    #[test]
    fn complete_runs_are_judged_by_their_times() {
        let standings = |seconds| {
            let measured = [measured("short", run(true, 3, 0.04), run(true, 3, seconds))];
            let standings = standings(&measured, &[]);
            [2, 6].map(|goal| standings[goal].clone())
        };
        assert_eq!(standings(0.05), ["holds", "holds"]);
        assert_eq!(standings(0.07), ["holds", "missed"]);
    }

    #[test]
    fn what_is_left_out_is_not_judged() {
        let mut measured = measured("it", run(true, 3, 1.0), run(true, 3, 1.0));
        measured.runs.pop();
        let expected: Vec<&str> = ["holds"].into_iter().chain(["not measured"; 6]).collect();
        assert_eq!(standings(&[measured], &[]), expected);
    }
}
