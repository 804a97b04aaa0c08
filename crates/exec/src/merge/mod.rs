//! Merging: states that leave a region of the program at the same place become one again (Trabish 2024, §2.5).
//!
//! A *region* is a loop, a call of a function, what lies between a branch and the place where its sides meet, or what
//! the program marks itself (`pleach_merge_begin`). A region is opened when a state forks in it, or where the program
//! says so; all states that come from it are its members. A
//! member that leaves the region waits. When no member runs inside any more, those that wait at the same place are
//! joined ([`join`]), and go on. Regions lie within each other: the members of the inner one are members of the
//! outer one, too.

mod ahead;
mod awaited;
mod counters;
mod join;
mod live;
mod machine_code;
mod nodes;
mod partition;
mod paths;
mod patterns;
mod places;
mod pointers;
mod routines;
mod runs;
mod several;
mod shape;
mod terms;
mod variants;

pub use join::Joined;
pub(crate) use live::LiveWidths;
pub(crate) use machine_code::MachineCode;
pub use nodes::Link;
pub(crate) use places::Places;

use std::collections::VecDeque;
use std::num::NonZeroU64;

use expr::ExprId;
use ir::FuncId;
use rustc_hash::FxHashMap;
use solver::PathCondition;
use triomphe::Arc;

use self::machine_code::CodeRegion;
use self::nodes::Nodes;
use self::paths::Routes;
use crate::config::Merging;
use crate::state::{State, StateId, States};
use crate::tuning::{
    COMPARED_WORK, MERGE_GROUPS, MERGE_PATIENCE, MERGE_SAVES, TURNS_BETWEEN_RELEASES, WAITING_STATES, WAITING_TURNS,
};
use crate::worker::Worker;

/// The number of a region, in the order in which they are opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(NonZeroU64);

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
    Call { func: FuncId, depth: u32 },
    /// Some blocks of a function, in a frame at this depth, and what they call.
    Blocks { func: FuncId, depth: u32, place: usize },
    /// Some blocks of machine code, in a call of a routine, and what they call.
    Code(CodeRegion),
}

/// Why states are to be joined, which says how much they may differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// The program asks for it: in anything.
    Wanted,
    /// They have parted over the size of an object: in few places, but not in where they point to.
    Size,
    /// They have parted within such a region: in nothing that is still read. What comes after is the same for them, so it
    /// need not be explored for each.
    Same,
    /// It may pay: in values, as in the case above, that no question to come is expected to depend on.
    Cheap,
}

struct Region {
    extent: Extent,
    reason: Reason,
    /// The path condition with which it was opened: what all members have in common.
    root: PathCondition,
    /// The number of members that have neither left nor ended.
    running: usize,
    /// The members that have left and wait.
    waiting: States,
    /// Members that ran when they were added, the last one last; some may wait or have ended since.
    members: VecDeque<StateId>,
    /// The turn in which it was opened, or in which a state was last joined with one of its nodes.
    since: u64,
    /// Where its members began, if states are joined there, too.
    nodes: Option<Nodes>,
    /// The node of the state that it was opened by, of a region around it.
    below: Option<Link>,
}

impl Region {
    /// What it is taken together with.
    fn kind(&self) -> Option<Kind> {
        match self.extent {
            Extent::Marked => None,
            Extent::Call { func, .. } => Some((func, None)),
            Extent::Blocks { func, place, .. } => Some((func, Some(place))),
            Extent::Code(region) => Some((region.func, Some(region.number()))),
        }
    }
}

/// The regions that are open.
#[derive(Default)]
pub(crate) struct Regions {
    open: FxHashMap<RegionId, Region>,
    next: u64,
    /// What the disjunctions stand for that joined states have assumed since the first of these regions was opened.
    routes: Routes,
    /// The number of symbols that count repetitions.
    counters: u64,
    /// What joining has saved less what looking for states to join has cost, in comparisons of two states, for each kind
    /// of region that was opened because it might pay; at most zero.
    gains: FxHashMap<Kind, i64>,
    /// How many states have been compared or kept to be compared.
    compared: u64,
    /// The regions at which states wait, the last one last; some may have no one left to wait for. See [`awaited`].
    awaited: Vec<RegionId>,
}

/// What regions are taken together by: a function, with the place in it, or `None` for its calls.
type Kind = (FuncId, Option<usize>);

impl Regions {
    /// Whether it may pay to open a region: not if too much was compared for what was joined.
    fn may_pay(&self, kind: Kind) -> bool {
        self.gains.get(&kind).is_none_or(|&gain| gain > -MERGE_PATIENCE)
    }

    /// Learns that fewer states went on than had waited, and how many comparisons it took.
    fn learn(&mut self, kind: Kind, fewer: usize, compared: usize) {
        self.compared += compared as u64;
        if compared > 0 {
            let gain = self.gains.entry(kind).or_default();
            *gain = (*gain + fewer as i64 * MERGE_SAVES - compared as i64).min(0);
        }
    }
}

impl Regions {
    /// The work of looking for states to join, in units of about a fast instruction.
    pub(crate) fn work(&self) -> u64 {
        COMPARED_WORK * self.compared
    }
}

impl Worker<'_> {
    /// Whether states wait to be joined.
    pub(crate) fn has_waiting(&self) -> bool {
        self.regions.open.values().any(|region| !region.waiting.is_empty())
    }
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
        if self.attempt.joining.merging != Merging::Off && self.guide.is_none() {
            self.open(state, Extent::Marked, Reason::Wanted);
        }
    }

    /// Ends the region that the program has marked last: the state is to wait there.
    pub(crate) fn end_marked(&mut self, state: &mut State) {
        let is_marked = |id: &RegionId| matches!(self.regions.open[id].extent, Extent::Marked);
        state.schedule.leaves = chain(state).find(is_marked);
    }

    fn open(&mut self, state: &mut State, extent: Extent, reason: Reason) {
        let id = RegionId(NonZeroU64::MIN.saturating_add(self.regions.next));
        self.regions.next += 1;
        if self.regions.open.is_empty() {
            self.regions.routes.forget();
        }
        let root = state.path.condition.clone();
        let region = Region {
            nodes: self.keeps_nodes(&extent, reason).then(Nodes::default),
            extent,
            reason,
            root,
            running: 1,
            waiting: Vec::new(),
            members: VecDeque::from([state.id]),
            since: self.turns,
            below: state.schedule.node.clone(),
        };
        self.regions.open.insert(id, region);
        state.schedule.regions = Some(Arc::new(Membership { region: id, outer: state.schedule.regions.take() }));
    }

    /// Opens the regions of a state that is about to fork on a condition and is not in them yet: the call, the loops and
    /// the branch that it is in, as far as states are to be joined there.
    pub(crate) fn open_around(&mut self, state: &mut State, cond: ExprId) {
        let merging = self.attempt.joining.merging;
        if !matches!(merging, Merging::Sizes | Merging::All) || self.guide.is_some() {
            return;
        }
        let (func, depth) = (state.machine.frame.func, state.machine.call_depth);
        let reason = match merging {
            Merging::Sizes if self.depends_on_a_size(state, cond) => Reason::Size,
            Merging::Sizes if state.schedule.regions.is_some() => Reason::Same,
            Merging::Sizes => return,
            _ => Reason::Cheap,
        };
        if self.run.module.functions[func.index()].machine {
            return self.open_in_code(state, reason);
        }
        let Some(places) = self.run.places(func) else { return };
        let block = self.run.program.funcs[func.index()].block_of[state.machine.frame.pc as usize];
        let is_open = |wanted: &dyn Fn(&Extent) -> bool| chain(state).any(|id| wanted(&self.regions.open[&id].extent));
        let loops = places.around(block);
        let mut around: Vec<usize> = match reason {
            Reason::Size => loops.last().copied().into_iter().collect(),
            Reason::Same => loops.last().copied().into_iter().chain(places.diamond(block)).collect(),
            _ => loops.iter().copied().chain(places.diamond(block)).collect(),
        };
        let has_call = merging == Merging::Sizes
            || depth == 0
            || !self.regions.may_pay((func, None))
            || is_open(&|extent| matches!(extent, Extent::Call { depth: of, .. } if *of == depth));
        around.retain(|&wanted| {
            let may_pay = reason == Reason::Size || self.regions.may_pay((func, Some(wanted)));
            may_pay && !is_open(&|extent| {
                matches!(extent, Extent::Blocks { func: of, depth: at, place } if (*of, *at, *place) == (func, depth, wanted))
            })
        });
        if !has_call {
            self.open(state, Extent::Call { func, depth }, Reason::Cheap);
            for thing in places.returns() {
                self.noted.watch(*thing);
            }
        }
        for place in around {
            self.open(state, Extent::Blocks { func, depth, place }, reason);
            for thing in places.exits(place) {
                self.noted.watch(*thing);
            }
        }
    }

    /// Whether states are to be joined with nodes of a region: of a loop, unless too much was compared there. Where states
    /// are joined whatever they differ in, the ends of branches leave little for that, and turns between the members would
    /// keep these ends from all being reached.
    fn keeps_nodes(&self, extent: &Extent, reason: Reason) -> bool {
        let Extent::Blocks { func, place, .. } = *extent else { return false };
        let is_selective = match reason {
            Reason::Size => true,
            Reason::Cheap => self.attempt.joining.cost < u32::MAX,
            Reason::Wanted | Reason::Same => false,
        };
        is_selective
            && self.run.places(func).is_some_and(|places| places.is_loop(place))
            && self.regions.may_pay((func, Some(place)))
    }

    /// Whether a condition depends on an input that the size of an object depends on, too.
    fn depends_on_a_size(&self, state: &State, cond: ExprId) -> bool {
        let Some(sizes) = &state.schedule.sizes else { return false };
        self.pool.support(cond).iter().any(|range| sizes.contains(&range.symbol))
    }

    /// Counts the other side of a fork as a member of the regions that the state is in.
    pub(crate) fn forked_in_regions(&mut self, state: &State, other: StateId) {
        for id in chain(state) {
            self.regions.open.get_mut(&id).expect("a member's region is open").running += 1;
        }
        self.runs_in_regions(state, other);
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
            Extent::Call { depth: of, .. } => depth < of,
            Extent::Code(ref region) => self.has_left_code(region, state),
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
            let within = region.nodes.as_ref().map(|_| region.below.clone());
            if here.region == id {
                region.waiting.push(state);
                let is_full = region.waiting.len() >= WAITING_STATES;
                if region.running == 0 || is_full {
                    self.release(id);
                } else {
                    self.is_awaited(id);
                }
                return;
            }
            if let Some(below) = within {
                self.settle_nodes(&state, below.as_ref());
                state.schedule.node = below;
            }
            self.release_if_empty(here.region);
        }
        unreachable!("a state waits for a region that it is in");
    }

    /// Takes a state that has ended out of its regions.
    pub(crate) fn leave_regions(&mut self, state: &State) {
        self.settle_nodes(state, None);
        self.out_of(chain(state).collect());
    }

    /// Takes a state out of some regions, and releases those that have no other member.
    fn out_of(&mut self, ids: Vec<RegionId>) {
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
        let reason = region.reason;
        let kind = region.kind();
        let below = region.nodes.as_ref().map(|_| region.below.clone());
        let closes = region.running == 0;
        if closes {
            self.regions.open.remove(&id);
        }
        waiting.sort_by_key(|state| state.id);
        let waited = waiting.len();
        let (groups, compared) = self.grouped(waiting, reason);
        if let Some(kind) = kind {
            self.regions.learn(kind, waited - groups.len(), compared);
        }
        for (mut group, pattern) in self.partitioned(&root, groups, reason) {
            let (count, outer) = (group.len(), chain(&group[0]).collect::<Vec<_>>());
            let common = self.common_node(&group);
            if let Some(below) = &below {
                for state in &mut group {
                    if !closes {
                        self.settle_nodes(state, below.as_ref());
                    }
                    state.schedule.node = below.clone();
                }
            }
            if count == 1 {
                group.into_iter().for_each(|state| self.go_on(state));
                continue;
            }
            let node = match below {
                Some(ref below) => below.clone(),
                None => {
                    // No part of a joined state can be discarded.
                    group.iter().for_each(|state| self.settle_nodes(state, common.as_ref()));
                    common.clone()
                }
            };
            let root = match &common {
                // What all have assumed after the root need not be told again.
                Some(common) if pattern.is_none() && common.condition().assumed_len() > root.assumed_len() => {
                    common.condition()
                }
                _ => &root,
            };
            match self.join(root, group, reason, pattern) {
                Ok(mut state) => {
                    state.schedule.node = node;
                    for id in outer {
                        self.regions.open.get_mut(&id).expect("a member's region is open").running -= count - 1;
                    }
                    self.go_on(state);
                }
                Err(states) => states.into_iter().for_each(|state| self.go_on(state)),
            }
        }
    }

    /// The states in groups of those that can be joined, in the order of their first members, and the number of
    /// comparisons that it took.
    fn grouped(&self, states: States, reason: Reason) -> (Vec<States>, usize) {
        let mut compared = 0;
        let mut groups: Vec<States> = Vec::new();
        // The groups that a state may belong to, by what its members must have in common.
        let mut by_key: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        // Those among them whose first member is equal in what is still read: they are looked at first.
        let mut by_live: FxHashMap<(u64, u64), usize> = FxHashMap::default();
        for state in states {
            let key = match reason {
                Reason::Cheap if let Some(code) = self.in_code(&state) => Some(code.key(&state)),
                Reason::Cheap => self.run.slot_costs().key(&self.run.program, &state, self.attempt.joining.cost),
                Reason::Wanted | Reason::Size | Reason::Same => Some(0),
            };
            let Some(key) = key else {
                groups.push(vec![state]);
                continue;
            };
            let live = (key, self.key_of_live(&state));
            let candidates = by_key.entry(key).or_default();
            let equal = by_live.get(&live).copied();
            let others = candidates.iter().copied().take(MERGE_GROUPS).filter(|&group| Some(group) != equal);
            let can_join = |group: usize| {
                compared += 1;
                self.can_join(&groups[group][0], &state, reason).then_some(group)
            };
            match equal.into_iter().chain(others).find_map(can_join) {
                Some(group) => groups[group].push(state),
                None => {
                    by_live.entry(live).or_insert(groups.len());
                    candidates.push(groups.len());
                    groups.push(vec![state]);
                }
            }
        }
        (groups, compared)
    }

    /// Lets a state go on that has waited, unless it has left the next region, too.
    fn go_on(&mut self, mut state: Box<State>) {
        match self.region_left(&state) {
            Some(outer) => self.wait(state, outer),
            None => {
                state.path.node = self.attempt.tree().revive(state.id);
                self.runs_in_regions(&state, state.id);
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
            |region: &Region| !region.waiting.is_empty() && (at_end || self.turns - region.since > WAITING_TURNS);
        let mut late: Vec<RegionId> =
            self.regions.open.iter().filter(|(_, region)| is_late(region)).map(|(&id, _)| id).collect();
        // Inner regions first.
        late.sort_by_key(|id| std::cmp::Reverse(*id));
        // An outer region stays open meanwhile: whoever an inner one waits for is a member of both.
        late.into_iter().for_each(|id| self.release(id));
    }
}
