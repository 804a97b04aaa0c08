//! States that others wait for run first.
//!
//! A member that has left a region waits until no other member runs inside. If the searcher alone decided who runs,
//! states elsewhere would go on forking meanwhile, and what could be one path would be many. So the members of the
//! region that was opened last, of those at which somebody waits, go on before all others (Rozhoň 2024, §4.3.2, calls
//! it fast-forwarding). A region that has been open for long gets no such favour: one of its members may never leave.

use super::{Region, RegionId, chain};
use crate::state::{State, StateId};
use crate::tuning::FAVOURED_TURNS;
use crate::worker::Worker;

impl Region {
    /// Whether members that still run are to go on before other states.
    fn is_awaited(&self, turn: u64) -> bool {
        let is_wanted = !self.waiting.is_empty() || self.takes_turns();
        is_wanted && self.running > 0 && turn - self.since <= FAVOURED_TURNS
    }

    /// Whether its members run in turns: see [`super::nodes`].
    fn takes_turns(&self) -> bool {
        self.nodes.as_ref().is_some_and(|nodes| !nodes.is_empty())
    }
}

impl Worker<'_> {
    /// Notes a state as a member that may run, of all the regions that it is in.
    pub(super) fn runs_in_regions(&mut self, state: &State, id: StateId) {
        for region in chain(state) {
            let region = self.regions.open.get_mut(&region).expect("a member's region is open");
            if !region.takes_turns() || !region.members.contains(&id) {
                region.members.push_back(id);
            }
        }
    }

    /// Notes that a state waits at a region.
    pub(super) fn is_awaited(&mut self, region: RegionId) {
        if self.regions.awaited.last() != Some(&region) {
            self.regions.awaited.push(region);
        }
    }

    /// A state that others wait for, if there is one.
    pub(crate) fn awaited(&mut self) -> Option<StateId> {
        while let Some(&id) = self.regions.awaited.last() {
            let turn = self.turns;
            if let Some(region) = self.regions.open.get_mut(&id).filter(|region| region.is_awaited(turn)) {
                let takes_turns = region.takes_turns();
                let members = &mut region.members;
                // Those that have ended or wait are found in the list sooner or later.
                while let Some(member) = if takes_turns { members.pop_front() } else { members.pop_back() } {
                    if self.states.get(&member).is_some_and(|state| chain(state).any(|of| of == id)) {
                        members.push_back(member);
                        return Some(member);
                    }
                }
            }
            self.regions.awaited.pop();
        }
        None
    }
}
