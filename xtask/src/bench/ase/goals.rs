//! The goals of the comparison, and whether they are reached.

use super::modes::{ASE1, ASE2, FULL, OFF};
use super::rows::{Kind, Row};
use super::{Measured, Scope};
use crate::bench::goal::{Goal, Standing, judge};
use crate::bench::table::number;

/// Every goal with its standing.
pub fn goals(measured: &[Measured], scope: Scope) -> Vec<Goal> {
    let goal = |what, standing| Goal { what, standing };
    vec![
        goal("every mode explores every path, the same number, without an error", same_paths(measured)),
        goal(
            "full needs no SAT solver where the paper's procedure needs no SMT solver",
            no_calls(measured, FULL, |row| row.paper.is_some_and(|paper| paper.is_zero())),
        ),
        goal("neither does ase1", no_calls(measured, ASE1, |row| row.paper.is_some_and(|paper| paper.is_zero()))),
        goal("nor ase2", no_calls(measured, ASE2, |row| row.paper.is_some_and(|paper| paper.is_zero()))),
        goal(
            "full needs no SAT solver for sorts, searches and array indices",
            no_calls(measured, FULL, |row| matches!(row.kind, Kind::Sort | Kind::Search | Kind::Index)),
        ),
        goal("full reaches the SAT solver 10 times less often than ase2", fewer_calls(measured, scope)),
        goal("full takes 5 times less time than off", less_time(measured, scope)),
        goal("where full decides nothing, it costs less than 5 % of the time", small_cost(measured, scope)),
    ]
}

fn same_paths(measured: &[Measured]) -> Standing {
    let complaints: Vec<String> = measured.iter().filter_map(Measured::complaint).collect();
    if complaints.is_empty() { Standing::Holds(rows(measured.len())) } else { Standing::Missed(complaints.join("; ")) }
}

fn no_calls(measured: &[Measured], mode: &str, concerns: impl Fn(&Row) -> bool) -> Standing {
    let calls: Vec<(&str, f64)> = measured
        .iter()
        .filter(|measured| concerns(measured.row))
        .filter_map(|measured| Some((measured.row.name, measured.run(mode)?.backend())))
        .collect();
    let offenders: Vec<String> =
        calls.iter().filter(|call| call.1 != 0.0).map(|(name, calls)| format!("{name} {calls}")).collect();
    match (calls.is_empty(), offenders.is_empty()) {
        (true, _) => Standing::NotMeasured("no such row in this mode"),
        (_, true) => Standing::Holds(rows(calls.len())),
        _ => Standing::Missed(offenders.join(", ")),
    }
}

fn rows(count: usize) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}

fn fewer_calls(measured: &[Measured], scope: Scope) -> Standing {
    let total = |mode: &str| total(measured, mode, |run| run.backend());
    match (scope.all_rows, total(ASE2), total(FULL)) {
        (true, Some(theirs), Some(ours)) => judge(theirs >= 10.0 * ours, format!("{theirs} and {ours}")),
        (true, _, _) => Standing::NotMeasured("needs the modes ase2 and full"),
        (false, _, _) => Standing::NotMeasured("needs every row"),
    }
}

fn less_time(measured: &[Measured], scope: Scope) -> Standing {
    let total = |mode: &str| total(measured, mode, |run| run.seconds());
    match (scope.all_rows && !scope.quick, total(OFF), total(FULL)) {
        (true, Some(off), Some(full)) => {
            let remark = format!("{} s and {} s: {}×", number(off), number(full), number(off / full));
            judge(off >= 5.0 * full, remark)
        }
        (true, _, _) => Standing::NotMeasured("needs the modes off and full"),
        (false, _, _) => Standing::NotMeasured("needs every row at its full size"),
    }
}

/// The stages that reason about value sets and orders.
const STAGES: [&str; 5] = ["value_sets", "order", "disjuncts", "linear", "boxes"];

fn small_cost(measured: &[Measured], scope: Scope) -> Standing {
    let opaque = measured.iter().filter(|measured| measured.row.kind == Kind::Opaque);
    let costs: Vec<(&str, f64)> = opaque
        .filter_map(|measured| {
            let run = measured.run(FULL)?;
            Some((measured.row.name, 100.0 * run.seconds_in(&STAGES) / run.seconds()))
        })
        .collect();
    if costs.is_empty() || scope.quick {
        return Standing::NotMeasured("needs such rows at their full size with full");
    }
    let remark = costs.iter().map(|(name, cost)| format!("{name} {} %", number(*cost))).collect::<Vec<_>>().join(", ");
    judge(costs.iter().all(|&(_, cost)| cost < 5.0), remark)
}

/// The sum over the rows of the papers.
fn total(measured: &[Measured], mode: &str, value: fn(&crate::bench::measure::Run) -> f64) -> Option<f64> {
    let published = measured.iter().filter(|measured| measured.row.kind != Kind::Opaque);
    published.map(|measured| measured.run(mode).map(value)).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::modes::MODES;
    use super::super::rows::ROWS;
    use super::*;
    use crate::bench::measure::Run;
    use crate::bench::mode::Mode;

    fn run(paths: u32, backend: u32, seconds: f64) -> Run {
        let summary = json!({
            "complete": true, "seconds": seconds, "findings": [],
            "paths": {"completed": paths, "errors": 0}, "questions": {"asked": 10, "backend": backend},
        });
        let stages = STAGES.map(|stage| (format!("solver.{stage}"), json!(10_000)));
        Run::of(summary, json!({"microseconds": serde_json::Map::from_iter(stages)}))
    }

    /// One row measured with off, full and ase2.
    fn measured(off: Run, full: Run, ase2: Run) -> Measured {
        let row = ROWS.iter().find(|row| row.name == "half").expect("a row");
        let runs = [(OFF, off), (FULL, full), (ASE2, ase2)];
        Measured { row, runs: runs.into_iter().map(|(name, run)| (Mode { name, flags: &[] }, run)).collect() }
    }

    fn missed(measured: Measured) -> Vec<bool> {
        goals(&[measured], Scope { all_rows: true, quick: false }).iter().map(Goal::is_missed).collect()
    }

    #[test]
    fn goals_are_missed_one_by_one() {
        // Goals: paths, calls of full, of ase1 and of ase2, calls in sorts, fewer calls, less time, cost.
        let good = || (run(5, 40, 50.0), run(5, 0, 1.0), run(5, 0, 2.0));
        let only = |missed: &[usize]| (0..8).map(|goal| missed.contains(&goal)).collect::<Vec<_>>();
        let (off, full, ase2) = good();
        assert_eq!(missed(measured(off, full, ase2)), only(&[]));
        let (_, full, ase2) = good();
        assert_eq!(missed(measured(run(6, 40, 4.0), full, ase2)), only(&[0, 6]));
        let (off, _, ase2) = good();
        assert_eq!(missed(measured(off, run(5, 1, 1.0), ase2)), only(&[1, 5]));
        let (off, full, _) = good();
        assert_eq!(missed(measured(off, full, run(5, 9, 2.0))), only(&[3]));
    }

    #[test]
    fn the_cost_is_a_share_of_the_time() {
        let row = ROWS.iter().find(|row| row.kind == Kind::Opaque).expect("a row");
        let standing = |seconds: f64, quick: bool| {
            let runs = vec![(Mode { name: FULL, flags: &[] }, run(5, 40, seconds))];
            let goals = goals(&[Measured { row, runs }], Scope { all_rows: true, quick });
            goals.last().expect("it is the last").cells().swap_remove(1)
        };
        // Five stages take 10 ms each.
        assert_eq!(standing(1.01, false), "holds");
        assert_eq!(standing(0.99, false), "missed");
        assert_eq!(standing(1.01, true), "not measured");
    }

    #[test]
    fn what_is_left_out_is_not_judged() {
        let row = ROWS.iter().find(|row| row.name == "half").expect("a row");
        let runs = MODES.into_iter().filter(|mode| mode.name == FULL).map(|mode| (mode, run(5, 7, 1.0))).collect();
        let goals = goals(&[Measured { row, runs }], Scope { all_rows: true, quick: false });
        let standing: Vec<String> = goals.iter().map(|goal| goal.cells().swap_remove(1)).collect();
        assert_eq!(standing, ["holds", "missed"].into_iter().chain(["not measured"; 6]).collect::<Vec<_>>());
    }
}
