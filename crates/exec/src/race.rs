//! Several attempts beside each other, of which the first that explores everything counts.
//!
//! Joining paths can save nearly all of a run or make it many times as long, and static costs tell only a part of
//! that. So the run begins without, and most runs end before anything else is tried. If there are many paths, the
//! program is also explored from its beginning with paths joined, in the ways of [`TRIALS`], by turns. The attempt
//! that first has no path left is the result. What the others have found stays found: errors, coverage and tests belong to the run.
//!
//! Turns are counted in work ([`Worker::work`]) and not in time, so the same run does the same again. How much a
//! trial may do depends on how long the first attempt is expected to take. That is estimated from the part of the
//! execution tree that it has explored, where the two sides of a fork count as halves (Knuth, "Estimating the efficiency of backtrack
//! programs", Mathematics of Computation 29, 1975). A trial that joins nothing is forgotten, and so is one that ends with a gap
//! which the first attempt does not have: it may be owed to harder questions.

use crate::attempt::{Attempt, Joining};
use crate::config::{Config, MergedTerms, Merging, Tests};
use crate::outcome::{Limit, RunResult};
use crate::run::{Run, RunError};
use crate::tuning::{RACE_MOST, RACE_SHARE, RACE_SLICES};
use crate::worker::Worker;

/// The ways of joining that are tried.
///
/// Values that are not asked about, hardly, and all. None was quick everywhere over bench/merging: the first is over at once where it
/// helps at all, the last joins most.
const TRIALS: [Joining; 3] = [
    Joining { merging: Merging::All, terms: MergedTerms::Tree, cost: 1, alternatives: 2 },
    Joining { merging: Merging::All, terms: MergedTerms::Tree, cost: 17, alternatives: 2 },
    Joining { merging: Merging::All, terms: MergedTerms::Tree, cost: u32::MAX, alternatives: 2 },
];

/// The attempts that a run may make beside the first. None if its user asks for something about single paths, such as a
/// test of each, or limits something that is counted.
pub(crate) fn trials(config: &Config) -> Vec<Attempt> {
    let limits = &config.limits;
    let is_counted = limits.instructions.is_some() || limits.forks.is_some() || limits.tests.is_some();
    let is_about_paths = config.tests == Tests::All || config.log_queries || config.static_costs.is_some();
    if config.merging != Merging::Auto || is_counted || limits.depth.is_some() || is_about_paths {
        return Vec::new();
    }
    TRIALS.map(|joining| Attempt::new(joining, true)).into()
}

/// Explores a program by several attempts.
pub(crate) fn race<'r>(run: &'r Run<'r>, first: &'r Attempt, trials: &'r [Attempt]) -> Result<RunResult, RunError> {
    let mut race = Race { run, first: begun(run, first)?, trials: Vec::new(), tests_of_lost: 0 };
    let result = race.go(trials);
    if run.config.leave_memory {
        // Freeing all that single terms and states hold takes as long as making it.
        std::mem::forget(race);
    }
    result
}

fn begun<'r>(run: &'r Run<'r>, attempt: &'r Attempt) -> Result<Worker<'r>, RunError> {
    let mut worker = Worker::new(run, attempt);
    let first = worker.first_state()?;
    worker.begin(first);
    Ok(worker)
}

struct Race<'r> {
    run: &'r Run<'r>,
    first: Worker<'r>,
    /// The trials that may still win.
    trials: Vec<Worker<'r>>,
    /// The tests of those that may not.
    tests_of_lost: u64,
}

impl<'r> Race<'r> {
    fn go(&mut self, attempts: &'r [Attempt]) -> Result<RunResult, RunError> {
        let begins = self.run.config.tuning.race_begins;
        let mut next = begins;
        let mut has_begun = false;
        loop {
            self.first.explore(next);
            if self.first.is_done() {
                break;
            }
            next += (self.first.work() / RACE_SLICES).max(begins / RACE_SLICES);
            let has_room = !self.first.memory.is_half_full();
            if !has_begun && has_room && self.first.counts.forks >= self.run.config.tuning.race_forks {
                has_begun = true;
                for attempt in attempts {
                    self.trials.push(begun(self.run, attempt)?);
                }
            }
            if let Some(winner) = self.try_others() {
                return Ok(self.won_by(winner));
            }
            self.first.looked_after_others();
        }
        Ok(self.won_by_first())
    }

    /// Gives each trial a turn. Returns the one that has explored everything, if there is one.
    fn try_others(&mut self) -> Option<usize> {
        let allowed = self.allowed();
        let mut number = 0;
        while number < self.trials.len() {
            let trial = &mut self.trials[number];
            trial.explore(allowed);
            if let Some(limit) = trial.stopped_by.filter(|limit| ends_the_run(*limit)) {
                // The trial stays: the result asks it for a wrong answer.
                self.first.stopped_by.get_or_insert(limit);
                return None;
            }
            let joins_nothing = trial.counts.joins == 0 && trial.counts.forks >= self.run.config.tuning.race_forks;
            if !trial.is_done() && !joins_nothing {
                number += 1;
            } else if trial.is_done() && trial.stopped_by.is_none() && has_no_more_gaps(trial, &self.first) {
                return Some(number);
            } else {
                self.tests_of_lost += trial.counts.tests;
                drop(self.trials.remove(number));
            }
        }
        None
    }

    /// The work that a trial may have done by now: some in any case and a part of what the first attempt is expected to do in
    /// all, and never more than a part of what that has done.
    fn allowed(&self) -> u64 {
        let done = self.first.work();
        let expected = done as f64 / self.first.explored.max(f64::MIN_POSITIVE);
        let share = self.run.config.tuning.race_free as f64 + expected / RACE_SHARE as f64;
        share.min((done / RACE_MOST) as f64) as u64
    }

    fn won_by_first(&mut self) -> RunResult {
        self.first.end_exploration();
        for trial in &mut self.trials {
            trial.end_trial(self.first.stopped_by);
        }
        self.result_of(None)
    }

    fn won_by(&mut self, number: usize) -> RunResult {
        self.trials[number].end_exploration();
        self.result_of(Some(number))
    }

    /// The result of the run, as an attempt has it; `None` stands for the first.
    fn result_of(&mut self, winner: Option<usize>) -> RunResult {
        let worker = winner.map_or(&mut self.first, |number| &mut self.trials[number]);
        worker.tell_of_vain_assumptions();
        let mut result = worker.result(None);
        for (name, count) in &mut result.statistics {
            match &name[..] {
                "exec.trials" => *count = self.trials.len() as u64,
                "exec.trials_won" => *count = u64::from(winner.is_some()),
                _ => {}
            }
        }
        // What all attempts have done together.
        let all = || std::iter::once(&self.first).chain(&self.trials);
        result.tests = self.tests_of_lost + all().map(|worker| worker.counts.tests).sum::<u64>();
        result.testable = result.testable.max(result.tests);
        result.time.solver = all().map(|worker| worker.solver.statistics().time).sum();
        result.time.report = all().map(|worker| worker.report_time).sum();
        result.wrong_answer = all().find_map(|worker| worker.solver.wrong_answer().cloned());
        result
    }
}

/// Whether what has stopped a trial stops the run.
fn ends_the_run(limit: Limit) -> bool {
    matches!(limit, Limit::Time | Limit::Interrupt | Limit::FirstError | Limit::WrongAnswer | Limit::Output)
}

/// Whether the first attempt has met every reason already for which a trial has left something out.
fn has_no_more_gaps(trial: &Worker<'_>, first: &Worker<'_>) -> bool {
    let known = first.attempt.gaps();
    trial.attempt.gaps().incomplete.keys().all(|why| known.incomplete.contains_key(why))
}
