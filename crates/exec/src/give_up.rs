//! Paths that are given up: each becomes a test first, as long as there is time.
//!
//! A million paths may be alive when a limit is reached, and each takes a moment: its input is computed, with
//! further questions if the program has preferences, and written. A run that ends because of its time, its
//! memory or the user must not go on for long after that: the process should end within a second. So the tests
//! of all paths that are given up together have half a second, counted for `--max-time` from the moment when
//! that time is over. Paths with the most value come first: those that have executed something new, then those
//! with fewer forks, then older ones. The remaining paths end without a test and are counted: for another
//! quarter of a second those that should have had a test are told from the others, after that all are counted
//! as if they should.
//!
//! Limits that count what the program does (instructions, tests, errors) are the same in every run, so the
//! tests written must be too: they take as long as needed, unless the time of the run ends meanwhile or the
//! user interrupts it.
//!
//! At the end of the run nothing is freed: see [`crate::Config::leave_memory`]. If the run goes on with the
//! other paths, memory is short, and those given up are freed, unless the run ends meanwhile.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use crate::config::{Limits, Tests};
use crate::outcome::{Limit, Termination};
use crate::state::{State, StateId};
use crate::tuning::CLOSING_MILLISECONDS;
use crate::worker::Worker;

/// Until when paths that are given up get a test, and until when they are considered one by one; `None` means for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Closing {
    tests: Option<Instant>,
    counts: Option<Instant>,
    /// Whether the time has begun to run, so that nothing can make it end earlier.
    begun: bool,
    time: Duration,
}

impl Closing {
    /// The time that a limit leaves when it is reached at `now` in a run that began at `started`.
    fn of(limits: &Limits, limit: Limit, now: Instant, started: Instant) -> Closing {
        let time = limits.closing.unwrap_or(Duration::from_millis(CLOSING_MILLISECONDS));
        let mut closing = Closing { tests: None, counts: None, begun: false, time };
        if let Some(max) = limits.time {
            closing.begin(started + max);
        }
        if matches!(limit, Limit::Time | Limit::Memory | Limit::Interrupt) {
            closing.begun = true;
            closing.begin(now);
        }
        closing
    }

    fn begin(&mut self, at: Instant) {
        let [tests, counts] = [at + self.time, at + self.time / 2 * 3];
        self.tests = Some(self.tests.map_or(tests, |before| before.min(tests)));
        self.counts = Some(self.counts.map_or(counts, |before| before.min(counts)));
    }
}

/// The sort key of paths that are given up: the path with the least gets its test first.
fn order(state: &State) -> (bool, u32, StateId) {
    (!state.record.covered_new, state.path.depth, state.id)
}

impl Worker<'_> {
    /// Ends all paths because of a limit that ends the run.
    pub(crate) fn close(&mut self, limit: Limit) {
        let mut closing = self.closing(limit);
        let states = std::mem::take(&mut self.states);
        let mut waiting: BinaryHeap<_> = states.values().map(|state| Reverse(order(state))).collect();
        while let Some(Reverse((_, _, id))) = waiting.pop() {
            if !self.give_up_one(&states[&id], limit, &mut closing) {
                self.abandon_unseen(waiting.len() as u64 + 1, limit);
                break;
            }
        }
        // Not freed here: that takes long, and the run is at its end.
        self.given_up.extend(states);
    }

    /// Ends some paths because of a limit; the run goes on with the others.
    pub(crate) fn give_up(&mut self, states: impl Iterator<Item = Box<State>>, limit: Limit) {
        let mut closing = self.closing(limit);
        let mut states: Vec<_> = states.collect();
        states.sort_by_cached_key(|state| order(state));
        let mut seen = 0;
        while seen < states.len() && self.give_up_one(&states[seen], limit, &mut closing) {
            seen += 1;
        }
        self.abandon_unseen((states.len() - seen) as u64, limit);
        self.closes = None;
        let mut states = states.into_iter();
        while !self.run.is_over()
            && let Some(state) = states.next()
        {
            self.attempt.tree().end(state.path.node);
            self.searcher.remove(state.id);
            self.leave_regions(&state);
        }
        // If the run has ended meanwhile, the tree and the searcher are not used any more.
        self.given_up.extend(states.map(|state| (state.id, state)));
    }

    fn closing(&self, limit: Limit) -> Closing {
        Closing::of(&self.run.config.limits, limit, self.run.config.now(), self.run.started)
    }
}

impl Worker<'_> {
    /// Ends one path with a test, or only counts it; returns false if there is no time even for that.
    fn give_up_one(&mut self, state: &State, limit: Limit, closing: &mut Closing) -> bool {
        let now = self.run.config.now();
        if !closing.begun && self.run.config.is_cancelled() {
            closing.begun = true;
            closing.begin(now);
        }
        self.closes = closing.tests;
        if closing.counts.is_some_and(|end| now >= end) {
            return false;
        }
        if self.run.has_failed() || closing.tests.is_some_and(|end| now >= end) {
            self.abandon(state, limit);
        } else {
            self.finish(state, &state.path.condition, Termination::Limit(limit));
        }
        true
    }

    /// Counts paths that a limit ends and that there is no time to consider one by one.
    fn abandon_unseen(&mut self, paths: u64, limit: Limit) {
        if paths == 0 {
            return;
        }
        self.counts.others += paths;
        self.counts.testable += paths;
        if self.run.config.tests != Tests::Errors {
            self.counts.untested += paths;
        }
        self.attempt.gaps().note(limit.name(), paths);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_half_a_second_from_the_limit_on() {
        let started = Instant::now();
        let after = |seconds: f64| started + Duration::from_secs_f64(seconds);
        let closing = |time: Option<u64>, limit| {
            let limits = Limits { time: time.map(Duration::from_secs), ..Limits::default() };
            let closing = Closing::of(&limits, limit, after(20.25), started);
            (closing.tests, closing.counts)
        };
        let from = |begins: f64| (Some(after(begins + 0.5)), Some(after(begins + 0.75)));
        // Counted from the end of the time, however late that is noticed.
        assert_eq!(closing(Some(20), Limit::Time), from(20.0));
        assert_eq!(closing(None, Limit::Interrupt), from(20.25));
        assert_eq!(closing(Some(60), Limit::Memory), from(20.25));
        // A limit that counts work leaves as much time as is left of the run.
        assert_eq!(closing(Some(60), Limit::Instructions), from(60.0));
        assert_eq!(closing(None, Limit::Instructions), (None, None));
    }
}
