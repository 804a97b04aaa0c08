//! Value sets change the cost of a run and nothing else: every program is explored in modes of `--value-sets`
//! (chosen by its name in an ordinary run; all of them in the long mode), and the questions of the run without
//! sets are asked again in these modes. Questions about arrays are also asked in modes of `--array-axioms`.
//!
//! Paths and forks (unless the program says that their number is not checked), findings with their places,
//! covered lines and completeness must be those of the run without sets. Two kinds of programs are not
//! compared. They are recognized by their run without sets and never by name: those that ask the solver
//! nothing, for which all modes are the same, and those that a time limit cut short, in the whole or in a
//! question, because how far such a run gets is not a property of the program.

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

/// The number of modes that a program is explored in, besides the run without sets, in an ordinary run.
const OF_THE_MODES: usize = 2;

/// The directory that the questions are logged to.
const LOG: &str = "log";

/// The outcome for a program.
#[derive(Default)]
pub struct Compared {
    /// The number of modes compared with the run without sets.
    pub modes: u64,
    /// The number of questions that value sets decided, over all modes.
    pub decided: u64,
    /// The number of questions of the log that were asked again, over all modes.
    pub again: u64,
    /// The same over modes of `--array-axioms`, if the log reads an array.
    pub arrays: Again,
    /// Whether a time limit cut the run short.
    pub timed: bool,
    /// How the modes differ.
    pub complaints: Vec<String>,
}

/// The results that no mode may change.
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

    /// A description of the difference; `None` if there is none.
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

/// The number of questions that the stages of value sets answered.
fn decided(summary: &Summary) -> u64 {
    ["value_sets", "boxes"].iter().filter_map(|stage| summary.questions.by_stage.get(*stage)).sum()
}

fn is_cut_by_time(summary: &Summary) -> bool {
    summary.stopped_by.as_deref() == Some("max-time") || summary.questions.unknown > 0
}
