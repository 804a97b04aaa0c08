//! What the comparison should show, and whether it does.

use super::modes::{ASE2, FULL, OFF};
use super::rows::{Kind, Row};
use super::{Measured, Scope};
use crate::bench::table::number;

/// How a goal stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds, and by how much.
    Holds(String),
    /// It does not, and where.
    Fails(String),
    /// Rows or modes were left out that it speaks of.
    NotMeasured(&'static str),
}

/// Every goal with its standing.
pub fn goals(measured: &[Measured], scope: Scope) -> Vec<(&'static str, Standing)> {
    vec![
        ("every mode explores every path, the same number, without an error", same_paths(measured)),
        (
            "full needs no SAT solver where the paper's procedure needs no SMT solver",
            no_calls(measured, |row| row.paper.is_some_and(|paper| paper.is_zero())),
        ),
        (
            "full needs no SAT solver for sorts and searches",
            no_calls(measured, |row| matches!(row.kind, Kind::Sort | Kind::Search)),
        ),
        ("full reaches the SAT solver 10 times less often than ase2", fewer_calls(measured, scope)),
        ("full takes 5 times less time than off", less_time(measured, scope)),
    ]
}

fn same_paths(measured: &[Measured]) -> Standing {
    let complaints: Vec<String> = measured.iter().filter_map(Measured::complaint).collect();
    if complaints.is_empty() { Standing::Holds(rows(measured.len())) } else { Standing::Fails(complaints.join("; ")) }
}

fn no_calls(measured: &[Measured], concerns: impl Fn(&Row) -> bool) -> Standing {
    let calls: Vec<(&str, f64)> = measured
        .iter()
        .filter(|measured| concerns(measured.row))
        .filter_map(|measured| Some((measured.row.name, measured.run(FULL)?.backend())))
        .collect();
    let offenders: Vec<String> =
        calls.iter().filter(|call| call.1 != 0.0).map(|(name, calls)| format!("{name} {calls}")).collect();
    match (calls.is_empty(), offenders.is_empty()) {
        (true, _) => Standing::NotMeasured("no such row with full"),
        (_, true) => Standing::Holds(rows(calls.len())),
        _ => Standing::Fails(offenders.join(", ")),
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

fn total(measured: &[Measured], mode: &str, value: fn(&crate::bench::measure::Run) -> f64) -> Option<f64> {
    measured.iter().map(|measured| measured.run(mode).map(value)).sum()
}

fn judge(holds: bool, remark: String) -> Standing {
    if holds { Standing::Holds(remark) } else { Standing::Fails(remark) }
}
