//! Statistics: how many questions were asked, and which stages answered them.

use std::time::Duration;

/// Counters of a [`Solver`](crate::Solver).
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Questions asked by the callers.
    pub asked: u64,
    /// Questions that no stage could answer.
    pub unknown: u64,
    /// Models that failed their check: defects of a stage.
    pub wrong_models: u64,
    /// Constraints that were visited for questions, or copied where paths grew.
    pub constraints_visited: u64,
    /// Values of terms that were computed under models of paths and of questions.
    pub terms_evaluated: u64,
    /// Time spent on all questions.
    pub time: Duration,
    /// The stages in the order of the chain.
    pub stages: Vec<StageStatistics>,
    /// The outcomes of the checks, if answers are checked.
    pub checks: Option<Checks>,
}

/// Counters of the checks that [`Config::check_answers`](crate::Config::check_answers) switches on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Models that were evaluated on the questions and paths as they were written.
    pub sat: u64,
    /// Refutations that another engine confirmed.
    pub unsat: u64,
    /// Refutations that no engine could decide within its budget.
    pub unchecked: u64,
    /// Pairs of terms that rewriting took for equal and that were compared.
    pub rewritings: u64,
    /// Time spent on checks, which is not part of the solver's time.
    pub time: Duration,
}

/// Counters of one stage.
#[derive(Clone, Debug)]
pub struct StageStatistics {
    /// The stage's name.
    pub name: &'static str,
    /// Questions that reached the stage.
    pub asked: u64,
    /// Questions it answered.
    pub answered: u64,
    /// Models it gave that did not satisfy the question: defects.
    pub wrong_models: u64,
    /// Time spent in it.
    pub time: Duration,
    /// Counters that only this stage has.
    pub own: Vec<(&'static str, u64)>,
}

impl StageStatistics {
    pub(crate) fn new(name: &'static str) -> StageStatistics {
        StageStatistics { name, asked: 0, answered: 0, wrong_models: 0, time: Duration::ZERO, own: Vec::new() }
    }
}

impl Statistics {
    /// Every counter under its dotted name, in a fixed order. Times are in microseconds.
    pub fn counters(&self) -> Vec<(String, u64)> {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let mut all = vec![
            ("solver.asked".to_owned(), self.asked),
            ("solver.unknown".to_owned(), self.unknown),
            ("solver.wrong_models".to_owned(), self.wrong_models),
            ("solver.constraints_visited".to_owned(), self.constraints_visited),
            ("solver.terms_evaluated".to_owned(), self.terms_evaluated),
            ("solver.time_us".to_owned(), micros(self.time)),
        ];
        for stage in &self.stages {
            let own = stage.own.iter().copied();
            let shared = [
                ("asked", stage.asked),
                ("answered", stage.answered),
                ("wrong_models", stage.wrong_models),
                ("time_us", micros(stage.time)),
            ];
            all.extend(
                shared.into_iter().chain(own).map(|(name, count)| (format!("solver.{}.{name}", stage.name), count)),
            );
        }
        if let Some(checks) = self.checks {
            let counted = [
                ("sat", checks.sat),
                ("unsat", checks.unsat),
                ("unchecked", checks.unchecked),
                ("rewritings", checks.rewritings),
                ("time_us", micros(checks.time)),
            ];
            all.extend(counted.map(|(name, count)| (format!("solver.checks.{name}"), count)));
        }
        all
    }
}
