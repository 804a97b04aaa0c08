//! Sets of values change what a run costs and nothing else: every program is explored in modes of `--value-sets` (which ones in an
//! ordinary run depends on its name; all in the long mode), and the questions of the run without sets are asked again in them;
//! those about arrays in modes of `--array-axioms`, too.
//!
//! Paths and forks (where their number says something), findings with their places, covered lines and completeness must be those of the run without sets. Two kinds of
//! programs are not compared, by what the run without sets says of them and never by name: those that ask the solver nothing,
//! for which the modes are all the same, and those that time cut short, in the whole or in a question, because how far such a run
//! gets is no property of the program.

use std::collections::BTreeMap;

use exec::ValueSets;
use report::Summary;
use report::summary::Paths;
use solver::Config;

use crate::again::Again;
use crate::arrays;
use crate::case::{self, Case, Mark};
use crate::check;
use crate::configuration::{self, Configuration};
use crate::explore::Explored;
use crate::verdict::reported;

/// How many modes a program is explored in beside the run without sets, in an ordinary run.
const OF_THE_MODES: usize = 2;

/// Where the questions are written down.
const LOG: &str = "log";

/// What became of a program.
#[derive(Default)]
pub struct Compared {
    /// How many modes were compared with the run without sets.
    pub modes: u64,
    /// Questions that sets of values decided, over all modes.
    pub decided: u64,
    /// Questions of the log that were asked again, over all modes.
    pub again: u64,
    /// The same over modes of axioms about arrays, if the log reads one.
    pub arrays: Again,
    /// It was cut short by time.
    pub timed: bool,
    /// How the modes differ.
    pub complaints: Vec<String>,
}

/// What no mode may change.
#[derive(PartialEq, Debug)]
struct Truth {
    paths: Paths,
    forks: u64,
    findings: Vec<Mark>,
    lines: BTreeMap<(String, u32), bool>,
    complete: bool,
    stopped_by: Option<String>,
    incomplete_because: Vec<String>,
}

impl Truth {
    fn of(case: &Case, explored: &Explored) -> Truth {
        let summary = &explored.summary;
        let counts = case.footer.paths != case::Paths::Any;
        let mut findings: Vec<Mark> = reported(summary).into_iter().map(|(mark, _)| mark).collect();
        findings.sort();
        Truth {
            paths: if counts { summary.paths } else { Paths::default() },
            forks: if counts { summary.forks } else { 0 },
            findings,
            lines: explored.lines.clone(),
            complete: summary.complete,
            stopped_by: summary.stopped_by.clone(),
            incomplete_because: summary.incomplete_because.clone(),
        }
    }

    /// Where two differ, in words; nothing if they do not.
    fn difference(&self, other: &Truth) -> Option<String> {
        if self.lines != other.lines {
            let differs = |place: &&(String, u32)| self.lines.get(*place) != other.lines.get(*place);
            let places: Vec<_> = self.lines.keys().chain(other.lines.keys()).filter(differs).collect();
            return Some(format!("other lines are covered: {places:?}"));
        }
        let without_lines = |truth: &Truth| {
            let Truth { paths, forks, findings, complete, stopped_by, incomplete_because, .. } = truth;
            format!("{paths:?}, {forks} forks, {findings:?}, {complete}, {stopped_by:?}, {incomplete_because:?}")
        };
        (self != other).then(|| format!("\n  {}\ninstead of\n  {}", without_lines(other), without_lines(self)))
    }
}

/// Explores a program without sets, and in its share of the modes.
pub fn compare(case: &Case) -> Compared {
    let mut compared = Compared::default();
    let plain = match Explored::by(case, &Configuration::with_value_sets("off").logged(LOG)) {
        Ok(plain) => plain,
        Err(complaint) => return Compared { complaints: vec![complaint], ..compared },
    };
    if plain.summary.questions.asked == 0 {
        return compared;
    }
    if is_cut_by_time(&plain.summary) {
        compared.timed = true;
        return compared;
    }
    let truth = Truth::of(case, &plain);
    let log = plain.log(LOG);
    let modes: Vec<_> = ValueSets::NAMES.into_iter().filter(|(mode, _)| *mode != ValueSets::Off).collect();
    for &(sets, mode) in configuration::share(&modes, case, OF_THE_MODES) {
        let configuration = Configuration::with_value_sets(mode);
        match Explored::by(case, &configuration) {
            Ok(explored) => {
                compared.modes += 1;
                compared.decided += decided(&explored.summary);
                compared.complaints.extend(check::verdict(case, &configuration, &explored));
                let difference = truth.difference(&Truth::of(case, &explored));
                let label = format!("{}{}", case.name, configuration.label());
                compared.complaints.extend(difference.map(|text| format!("{label}: {text}")));
            }
            Err(complaint) => compared.complaints.push(complaint),
        }
        let again = Again::ask(&case.name, mode, &log, Config { value_sets: sets, ..Config::default() });
        compared.again += again.questions;
        compared.complaints.extend(again.complaints);
    }
    compared.arrays = arrays::ask_again(&case.name, &log);
    compared
}

/// How many questions the stages about sets of values answered.
fn decided(summary: &Summary) -> u64 {
    ["value_sets", "boxes"].iter().filter_map(|stage| summary.questions.by_stage.get(*stage)).sum()
}

fn is_cut_by_time(summary: &Summary) -> bool {
    summary.stopped_by.as_deref() == Some("max-time") || summary.questions.unknown > 0
}
