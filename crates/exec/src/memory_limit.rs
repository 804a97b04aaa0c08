//! The memory limit: what is given up when memory runs short.
//!
//! When the process holds nine tenths of the limit, something is given up, in this order:
//!
//! 1. what the solver remembers of earlier questions;
//! 2. half of the states: first those during whose turns the process grew most (in steps of a hundredth of the
//!    limit), then those that have executed nothing new, then those with more forks on their paths, then
//!    younger ones. Each ends like any path that a limit cuts short: its test is written first, as long as
//!    there is time ([`crate::give_up`]), and it is counted.
//!
//! The memory then goes back to the operating system, as far as it consists of whole pages. If that is not
//! enough (terms are never freed), the next round comes when the process has grown by another hundredth of the
//! limit. At a hundredth above the limit the run ends, and all remaining states become tests. So the process
//! stays below the limit plus a tenth.
//!
//! The operating system is asked at most once a millisecond. An operation that can use much memory within one
//! step asks on its own ([`MemoryWatch::has_room`]).

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use crate::process::{address_space_limit, memory};
use crate::state::State;
use crate::tuning::MEMORY_LOOK_MILLISECONDS;

/// Watches how much memory the process holds and decides when something has to be given up.
pub(crate) struct MemoryWatch {
    limit: Option<u64>,
    looked: Instant,
    resident: u64,
    /// The resident bytes when growth was last attributed to a state.
    attributed: u64,
    /// Whether a step has asked for much memory since then. Its growth is attributed to its state, however soon
    /// the next one runs.
    asked: bool,
    peak: u64,
    /// The number of resident bytes from which something has to be given up.
    threshold: u64,
    /// Whether the solver's memory has been given up before.
    forgot: bool,
    /// Returns free memory to the operating system.
    release: Option<fn()>,
}

/// What has to be given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Demand {
    /// Nothing.
    Nothing,
    /// What the solver remembers of earlier questions.
    Memories,
    /// What the solver remembers, and half of the states.
    HalfOfTheStates,
    /// The whole run.
    Everything,
}

impl MemoryWatch {
    /// Watches a limit in bytes. If the address space is limited, the room left in it is a limit too.
    pub(crate) fn new(limit: Option<u64>, release: Option<fn()>) -> MemoryWatch {
        let now = memory();
        let room = address_space_limit().map(|space| space.saturating_sub(now.mapped) / 10 * 7);
        MemoryWatch::over(limit.into_iter().chain(room.map(|room| now.resident + room)).min(), release)
    }

    fn over(limit: Option<u64>, release: Option<fn()>) -> MemoryWatch {
        let now = memory();
        MemoryWatch {
            limit,
            looked: Instant::now(),
            resident: now.resident,
            attributed: now.resident,
            asked: false,
            peak: now.resident,
            threshold: limit.map_or(u64::MAX, |limit| limit / 10 * 9),
            forgot: false,
            release,
        }
    }

    /// The greatest number of resident bytes read so far.
    pub(crate) fn peak(&mut self) -> u64 {
        self.read();
        self.peak
    }

    /// Reads the memory in use, if it is time, and attributes growth to the running state. Returns whether
    /// something has to be given up.
    pub(crate) fn look(&mut self, running: &mut State) -> bool {
        if self.limit.is_none()
            || !self.asked && self.looked.elapsed() < Duration::from_millis(MEMORY_LOOK_MILLISECONDS)
        {
            return false;
        }
        self.read();
        running.schedule.grown += self.growth();
        self.resident >= self.threshold
    }

    /// Whether there is room for `bytes` more bytes.
    pub(crate) fn has_room(&mut self, bytes: u64) -> bool {
        let Some(limit) = self.limit else { return true };
        // A request far below the growth of a millisecond needs no reading.
        if bytes < limit / 1000 {
            return true;
        }
        self.asked = true;
        self.read();
        self.resident.saturating_add(bytes) <= limit
    }

    /// The number of bytes that the process has grown by since the last call.
    fn growth(&mut self) -> u64 {
        self.asked = false;
        self.resident.saturating_sub(std::mem::replace(&mut self.attributed, self.resident))
    }

    /// Attributes growth so far to no state.
    pub(crate) fn disregard_growth(&mut self) {
        self.attributed = self.attributed.max(memory().resident);
    }

    /// Whether half of the memory is in use. Beyond that only what is needed may grow.
    pub(crate) fn is_half_full(&self) -> bool {
        self.limit.is_some_and(|limit| self.resident >= limit / 2)
    }

    /// What has to be given up now.
    pub(crate) fn demand(&self) -> Demand {
        let Some(limit) = self.limit else { return Demand::Nothing };
        if self.resident < self.threshold {
            Demand::Nothing
        } else if self.resident >= limit + limit / 100 {
            Demand::Everything
        } else if self.forgot {
            Demand::HalfOfTheStates
        } else {
            Demand::Memories
        }
    }

    /// To be called after something was given up.
    pub(crate) fn relieved(&mut self) {
        let Some(limit) = self.limit else { return };
        self.forgot = true;
        if let Some(release) = self.release {
            release();
        }
        self.read();
        // Memory that was given back and is taken again is not attributed to any state.
        self.attributed = self.resident;
        self.threshold = (limit / 10 * 9).max(self.resident + limit / 100);
    }

    /// The sort key of states: the state with the least is given up first.
    pub(crate) fn worth(&self, state: &State) -> impl Ord + use<> {
        let step = (self.limit.unwrap_or(u64::MAX) / 100).max(1);
        (Reverse(state.schedule.grown / step), state.record.covered_new, Reverse(state.path.depth), Reverse(state.id))
    }

    fn read(&mut self) {
        self.resident = memory().resident;
        self.peak = self.peak.max(self.resident);
        self.looked = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(limit: u64, resident: u64) -> MemoryWatch {
        MemoryWatch { resident, ..MemoryWatch::over(Some(limit), None) }
    }

    #[test]
    fn demands_grow_with_what_is_held() {
        let mut held = watch(1000, 899);
        assert_eq!(held.demand(), Demand::Nothing);
        held.resident = 900;
        assert_eq!(held.demand(), Demand::Memories);
        held.forgot = true;
        assert_eq!(held.demand(), Demand::HalfOfTheStates);
        held.resident = 1010;
        assert_eq!(held.demand(), Demand::Everything);
        let unlimited = MemoryWatch { resident: u64::MAX, ..MemoryWatch::over(None, None) };
        assert_eq!(unlimited.demand(), Demand::Nothing);
    }

    #[test]
    fn after_relief_the_next_demand_comes_a_hundredth_later() {
        // The limit is far below what any process holds, and so are nine tenths of it.
        let mut held = watch(1000, 900);
        held.relieved();
        assert_eq!(held.threshold, held.resident + 10);
        let large = memory().resident * 1000;
        let mut free = watch(large, large / 10 * 9);
        free.relieved();
        assert_eq!((free.threshold, free.demand()), (large / 10 * 9, Demand::Nothing));
    }

    #[test]
    fn growth_is_seen_once_whoever_looks() {
        let resident = memory().resident;
        let mut held = watch(resident * 100, resident);
        held.attributed = resident / 2;
        // A step that asks for room reads the memory in use, which must not hide earlier growth.
        assert!(held.has_room(resident) && held.asked);
        let grown = held.growth();
        assert!(grown > 0 && !held.asked);
        assert_eq!(held.growth(), 0);
    }

    #[test]
    fn room_is_what_is_left() {
        let large = memory().resident * 100;
        assert!(watch(large, 0).has_room(large / 2));
        assert!(!watch(large, 0).has_room(large));
        assert!(MemoryWatch::over(None, None).has_room(u64::MAX));
    }
}
