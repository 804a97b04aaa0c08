//! Merging: states that leave a region of the program at the same place become one again (Trabish 2024, §2.5).
//!
//! A *region* is a loop, a call of a function, or what the program marks itself (`pleach_merge_begin`). A region is
//! opened when a state forks in it, or where the program says so; all states that come from it are its members. A
//! member that leaves the region waits. When no member runs inside any more, those that wait at the same place are
//! joined ([`join`]), and go on. Regions lie within each other: the members of the inner one are members of the
//! outer one, too.

mod join;
mod live;
mod paths;
mod places;
mod variants;

pub use join::Joined;
pub(crate) use live::LiveWidths;
pub(crate) use places::Places;

use ir::FuncId;
use rustc_hash::FxHashMap;
use solver::PathCondition;
use triomphe::Arc;

use crate::config::Merging;
use crate::state::{State, States};
use crate::tuning::{TURNS_BETWEEN_RELEASES, WAITING_STATES, WAITING_TURNS};
use crate::worker::Worker;

/// The number of a region, in the order in which they are opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(u64);

/// The regions that a state is a member of, innermost first.
#[derive(Debug)]
pub struct Membership {
    region: RegionId,
    outer: Option<Arc<Membership>>,
}

/// What a region is.
#[derive(Clone, Debug)]
enum Extent {
    /// What the program has marked.
    Marked,
    /// The call of a function: all that happens in frames at least this deep.
    Call { depth: u32 },
    /// Some blocks of a function, in a frame at this depth, and what they call.
    Blocks { func: FuncId, depth: u32, place: usize },
}

struct Region {
    extent: Extent,
    /// The path condition with which it was opened: what all members have in common.
    root: PathCondition,
    /// The number of members that have neither left nor ended.
    running: usize,
    /// The members that have left and wait.
    waiting: States,
    /// The turn in which it was opened.
    opened: u64,
}

/// The regions that are open.
#[derive(Default)]
pub(crate) struct Regions {
    open: FxHashMap<RegionId, Region>,
    next: u64,
}

fn chain(state: &State) -> impl Iterator<Item = RegionId> + use<> {
    let mut next = state.schedule.regions.clone();
    std::iter::from_fn(move || {
        let here = next.take()?;
        next = here.outer.clone();
        Some(here.region)
    })
}

impl Worker<'_> {
    /// Opens the region that the program marks.
    pub(crate) fn begin_marked(&mut self, state: &mut State) {
        if self.run.config.merging != Merging::Off && self.guide.is_none() {
            self.open(state, Extent::Marked);
        }
    }

    /// Ends the region that the program has marked last: the state is to wait there.
    pub(crate) fn end_marked(&mut self, state: &mut State) {
        let is_marked = |id: &RegionId| matches!(self.regions.open[id].extent, Extent::Marked);
        state.schedule.leaves = chain(state).find(is_marked);
    }

    fn open(&mut self, state: &mut State, extent: Extent) {
        let id = RegionId(self.regions.next);
        self.regions.next += 1;
        let root = state.path.condition.clone();
        let region = Region { extent, root, running: 1, waiting: Vec::new(), opened: self.turns };
        self.regions.open.insert(id, region);
        state.schedule.regions = Some(Arc::new(Membership { region: id, outer: state.schedule.regions.take() }));
    }

    /// Opens the regions of a state that is about to fork and is not in them yet: the call and the loops that it is in.
    pub(crate) fn open_around(&mut self, state: &mut State) {
        if self.run.config.merging != Merging::All || self.guide.is_some() {
            return;
        }
        let (func, depth) = (state.machine.frame.func, state.machine.call_depth);
        let Some(places) = self.run.places(func) else { return };
        let block = self.run.program.funcs[func.index()].block_of[state.machine.frame.pc as usize];
        let is_open = |wanted: &dyn Fn(&Extent) -> bool| chain(state).any(|id| wanted(&self.regions.open[&id].extent));
        let has_call = depth == 0 || is_open(&|extent| matches!(extent, Extent::Call { depth: of } if *of == depth));
        let around: Vec<usize> = places.around(block).to_vec();
        let missing: Vec<usize> = around
            .into_iter()
            .filter(|&wanted| {
                !is_open(&|extent| {
                    matches!(extent, Extent::Blocks { func: of, depth: at, place } if (*of, *at, *place) == (func, depth, wanted))
                })
            })
            .collect();
        if !has_call {
            self.open(state, Extent::Call { depth });
            for thing in places.returns() {
                self.noted.watch(*thing);
            }
        }
        for place in missing {
            self.open(state, Extent::Blocks { func, depth, place });
            for thing in places.exits(place) {
                self.noted.watch(*thing);
            }
        }
    }

    /// Counts the other side of a fork as a member of the regions that the state is in.
    pub(crate) fn forked_in_regions(&mut self, state: &State) {
        for id in chain(state) {
            self.regions.open.get_mut(&id).expect("a member's region is open").running += 1;
        }
    }

    /// The region that a state has left and is to wait for, if there is one.
    pub(crate) fn region_left(&self, state: &State) -> Option<RegionId> {
        if state.schedule.leaves.is_some() {
            return state.schedule.leaves;
        }
        let id = state.schedule.regions.as_ref()?.region;
        let depth = state.machine.call_depth;
        let has_left = match self.regions.open[&id].extent {
            Extent::Marked => false,
            Extent::Call { depth: of } => depth < of,
            Extent::Blocks { func, depth: of, place } => {
                depth < of
                    || depth == of && {
                        let code = &self.run.program.funcs[func.index()];
                        let block = code.block_of.get(state.machine.frame.pc as usize);
                        let places = self.run.places(func).expect("it has a region");
                        state.machine.frame.func != func || block.is_none_or(|&block| !places.contains(place, block))
                    }
            }
        };
        has_left.then_some(id)
    }

    /// Makes a state wait that has left a region.
    pub(crate) fn wait(&mut self, mut state: Box<State>, id: RegionId) {
        state.schedule.leaves = None;
        while let Some(here) = state.schedule.regions.take() {
            state.schedule.regions = here.outer.clone();
            let region = self.regions.open.get_mut(&here.region).expect("a member's region is open");
            region.running -= 1;
            if here.region == id {
                region.waiting.push(state);
                let is_full = region.waiting.len() >= WAITING_STATES;
                if region.running == 0 || is_full {
                    self.release(id);
                }
                return;
            }
            self.release_if_empty(here.region);
        }
        unreachable!("a state waits for a region that it is in");
    }

    /// Takes a state that has ended out of its regions.
    pub(crate) fn leave_regions(&mut self, state: &State) {
        let ids: Vec<RegionId> = chain(state).collect();
        for &id in &ids {
            self.regions.open.get_mut(&id).expect("a member's region is open").running -= 1;
        }
        ids.into_iter().for_each(|id| self.release_if_empty(id));
    }

    fn release_if_empty(&mut self, id: RegionId) {
        if self.regions.open.get(&id).is_some_and(|region| region.running == 0) {
            self.release(id);
        }
    }

    /// Lets go on whoever waits for a region; those that can be joined as one.
    fn release(&mut self, id: RegionId) {
        let region = self.regions.open.get_mut(&id).expect("it is open");
        let mut waiting = std::mem::take(&mut region.waiting);
        let root = region.root.clone();
        let is_wanted = matches!(region.extent, Extent::Marked);
        if region.running == 0 {
            self.regions.open.remove(&id);
        }
        waiting.sort_by_key(|state| state.id);
        let mut groups: Vec<States> = Vec::new();
        for state in waiting {
            match groups.iter_mut().find(|group| self.can_join(&group[0], &state, is_wanted)) {
                Some(group) => group.push(state),
                None => groups.push(vec![state]),
            }
        }
        for group in groups {
            let (count, outer) = (group.len(), chain(&group[0]).collect::<Vec<_>>());
            if count == 1 {
                group.into_iter().for_each(|state| self.go_on(state));
                continue;
            }
            match self.join(&root, group) {
                Ok(state) => {
                    for id in outer {
                        self.regions.open.get_mut(&id).expect("a member's region is open").running -= count - 1;
                    }
                    self.go_on(state);
                }
                Err(states) => states.into_iter().for_each(|state| self.go_on(state)),
            }
        }
    }

    /// Lets a state go on that has waited, unless it has left the next region, too.
    fn go_on(&mut self, mut state: Box<State>) {
        match self.region_left(&state) {
            Some(outer) => self.wait(state, outer),
            None => {
                state.path.node = self.run.tree().revive(state.id);
                self.add(state);
            }
        }
    }

    /// Lets all go on that wait for regions which have been open for long, or for any if the run ends.
    pub(crate) fn release_late(&mut self, at_end: bool) {
        if !at_end && !self.turns.is_multiple_of(TURNS_BETWEEN_RELEASES) {
            return;
        }
        let is_late =
            |region: &Region| !region.waiting.is_empty() && (at_end || self.turns - region.opened > WAITING_TURNS);
        let mut late: Vec<RegionId> =
            self.regions.open.iter().filter(|(_, region)| is_late(region)).map(|(&id, _)| id).collect();
        // Inner regions first.
        late.sort_by_key(|id| std::cmp::Reverse(*id));
        // An outer region stays open meanwhile: whoever an inner one waits for is a member of both.
        late.into_iter().for_each(|id| self.release(id));
    }
}
