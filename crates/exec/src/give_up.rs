//! Paths that are given up: each becomes a test first, as long as there is time for that.
//!
//! Thousands of paths may be alive when a limit is reached, and each takes a moment: its input is computed, with further questions
//! if the program has preferences, and written. A run that its time, its memory or the user ends must not go on for
//! long after that. So these have [`Limits::closing_time`] in one go, and what is left then ends without a test, is counted
//! like the others and also by itself. The paths that are worth most come first: those that have executed something new, then
//! those with fewer forks, then older ones. Limits that count what the program does (instructions, tests, errors) are the
//! same in every run, and so must be what is written: they take the time it takes.

use std::time::{Duration, Instant};

use crate::config::Limits;
use crate::outcome::{Limit, Termination};
use crate::run::Exploration;
use crate::state::State;

/// The least time for the tests of the paths that are given up.
const LEAST: Duration = Duration::from_secs(2);

impl Limits {
    /// The time for the tests of the paths that are given up in one go.
    fn closing_time(&self) -> Duration {
        self.closing.unwrap_or_else(|| LEAST.max(self.time.unwrap_or_default() / 10))
    }
}

impl Exploration<'_> {
    /// Ends paths because of a limit.
    pub(crate) fn give_up(&mut self, states: impl IntoIterator<Item = Box<State>>, limit: Limit) {
        let is_measured = matches!(limit, Limit::Time | Limit::Memory | Limit::Interrupt);
        let (started, time) = (Instant::now(), self.executor.config.limits.closing_time());
        let mut states: Vec<_> = states.into_iter().collect();
        states.sort_by_key(|state| (!state.covered_new, state.depth, state.id));
        for state in states {
            self.executor.tree.end(state.node);
            self.searcher.remove(state.id);
            let is_late = is_measured && started.elapsed() >= time;
            if self.executor.failure.is_none() && !is_late {
                self.executor.finish(&state, &state.path, Termination::Limit(limit));
            } else {
                self.executor.counts.others += 1;
                self.executor.counts.untested += 1;
                self.executor.note_incomplete(limit.name());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_tests_is_a_tenth_or_two_seconds() {
        let closing = |time: Option<u64>| {
            Limits { time: time.map(Duration::from_secs), ..Limits::default() }.closing_time().as_secs()
        };
        assert_eq!([closing(None), closing(Some(1)), closing(Some(20)), closing(Some(600))], [2, 2, 2, 60]);
    }
}
