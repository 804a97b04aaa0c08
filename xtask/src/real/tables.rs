//! The tables of the page.

use std::collections::BTreeMap;

use super::Measured;
use super::outcome::Outcome;
use crate::bench::table::{Table, columns, count, number};

/// More reasons than this are not listed beside a program.
const REASONS: usize = 4;
/// A program with more paths than this counts as one that runs.
const RUNS: u64 = 10;

/// All tables of a project: a summary, what stops its programs, and the programs.
pub fn of(measured: &Measured) -> Vec<Table> {
    vec![summary(measured), causes(measured), programs(measured)]
}

/// The project in figures.
fn summary(Measured { outcomes, .. }: &Measured) -> Table {
    let of = |is: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count().to_string();
    let loaded: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.failed.is_none()).collect();
    let mean = loaded.iter().map(|outcome| outcome.coverage()).sum::<f64>() / loaded.len() as f64;
    let sum = |at: usize| loaded.iter().map(|outcome| outcome.replayed[at]).sum::<u64>();
    let findings = loaded.iter().map(|outcome| outcome.findings.len()).sum::<usize>();
    let shown = loaded.iter().flat_map(|outcome| &outcome.findings).filter(|finding| finding.is_shown).count();
    let row = vec![
        outcomes.len().to_string(),
        of(&|outcome| outcome.failed.is_none()),
        of(&|outcome| outcome.paths > RUNS),
        of(&|outcome| outcome.complete),
        of(&|outcome| outcome.failed.is_none() && outcome.ended.is_empty()),
        number(mean),
        format!("{} of {}", sum(0), sum(1)),
        format!("{shown} of {findings}"),
    ];
    Table {
        title: "In short".to_owned(),
        remark: format!(
            "Load: there was a run. Run: more than {RUNS} paths ended by exit or in an error. Complete: every path was \
             followed to its end. Unhindered: nothing but limits ended a path. Lines: the mean of the programs, in \
             percent of the lines with code that a program has, those of its own libraries included. Replayed: tests \
             that happened natively as predicted, of those with a definite prediction. Findings: shown under \
             sanitizers, of all."
        ),
        columns: columns([
            "programs",
            "load",
            "run",
            "complete",
            "unhindered",
            "lines %",
            "replayed",
            "findings shown",
        ]),
        rows: vec![row],
    }
}

/// What ended paths, by the number of programs.
fn causes(Measured { outcomes, .. }: &Measured) -> Table {
    let mut causes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for outcome in outcomes {
        outcome.ended.keys().for_each(|reason| causes.entry(reason).or_default().push(&outcome.name));
    }
    let mut causes: Vec<(&str, Vec<&str>)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, programs)| std::cmp::Reverse(programs.len()));
    let row = |(reason, programs): &(&str, Vec<&str>)| {
        let mut shown = programs.iter().take(6).copied().collect::<Vec<_>>().join(" ");
        if programs.len() > 6 {
            shown.push_str(" …");
        }
        vec![cell(reason), programs.len().to_string(), shown]
    };
    Table {
        title: "What ended paths".to_owned(),
        remark: "By the number of programs that it happened in. Limits of the run are left out.".to_owned(),
        columns: columns(["what", "programs", "which"]),
        rows: causes.iter().map(row).collect(),
    }
}

/// The programs of a project.
fn programs(Measured { project, outcomes }: &Measured) -> Table {
    let row = |outcome: &Outcome| {
        let name = cell(&outcome.name);
        if let Some(why) = &outcome.failed {
            return [vec![name], vec!["–".to_owned(); 5], vec![cell(why)]].concat();
        }
        let mut ended: Vec<(&String, &u64)> = outcome.ended.iter().collect();
        ended.sort_by_key(|&(_, count)| std::cmp::Reverse(*count));
        let mut what: Vec<String> =
            ended.iter().take(REASONS).map(|(reason, count)| format!("{reason} {count}")).collect();
        if ended.len() > REASONS {
            what.push(format!("{} more", ended.len() - REASONS));
        }
        what.extend(
            outcome
                .findings
                .iter()
                .map(|finding| format!("{} {}", if finding.is_shown { "found:" } else { "not shown:" }, finding.what)),
        );
        let [happened, replayed] = outcome.replayed;
        vec![
            name,
            format!("{}{}", count(outcome.paths as f64), if outcome.complete { ", all" } else { "" }),
            format!("{} of {}", outcome.lines[0], outcome.lines[1]),
            number(outcome.coverage()),
            format!("{happened} of {replayed}"),
            format!("{} + {}", number(outcome.load), number(outcome.seconds)),
            cell(&what.join("; ")),
        ]
    };
    Table {
        title: "Programs".to_owned(),
        remark: format!("Input: `{}`.", project.input),
        columns: columns(["program", "paths", "lines", "%", "replayed", "load + run s", "what ended paths"]),
        rows: outcomes.iter().map(row).collect(),
    }
}

/// Text that stays within its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
