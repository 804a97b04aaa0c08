//! Joining with nodes of the execution tree that are not leaves (Trabish 2024, §6.3).
//!
//! A loop over a condition with several ways to hold has exponentially many paths, of which many soon differ in nothing that
//! is still read: `memspn(s, n, "ab")` looks at the next byte in the same way after an `a` as after a `b`. If such paths were
//! only joined where they leave the loop, all of them would have to be explored before. So where a state begins in a region
//! that keeps its *nodes*, it is remembered as it is then. A state that comes to the same place later, equal in all that is still read,
//! becomes one with it: what has come of the earlier one is discarded, since it assumed too much, and the joined
//! state is explored in its place. It hangs below the nearest node that both come from, and its condition is a disjunction of
//! what the two have assumed since. The nodes between are left out from then on: a part of what comes of them is elsewhere.
//!
//! As in the paper, no state is joined with one that it comes from, and the joined state takes the place that is nearest to the
//! root. Departures: the node that both come from may be further away than the parent of one of them. The conditions of
//! other paths are left as they are; where a tree needs no conditions, [`super::paths`] finds that out. What has come
//! of a node cannot be discarded if a path of it has ended, or was joined or released elsewhere; such a node is *settled*, and
//! nothing becomes one with it. And the states of such a region run in turns, so that little has come of a
//! node before the others arrive that are equal to it: with one path before all others, each join would discard all that is below.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::{FxHashMap, FxHasher};
use solver::PathCondition;
use triomphe::Arc;

use super::{Extent, Membership, Reason, Region, RegionId, chain};
use crate::state::{State, StateId};
use crate::tuning::{MERGE_GROUPS, NODES_ALONE, NODES_KEPT};
use crate::worker::Worker;

/// A place in the execution tree of a region: a state began there.
#[derive(Debug)]
pub struct Node {
    region: RegionId,
    /// What was assumed there.
    condition: PathCondition,
    /// The nearest node that it comes from, of this region or of one around it.
    parent: Option<Link>,
    /// The number of nodes that it comes from.
    depth: u32,
    /// What has come of it was discarded.
    is_gone: AtomicBool,
    /// What has come of it cannot be discarded any more.
    is_settled: AtomicBool,
}

/// A node that something is below of.
pub type Link = Arc<Node>;

/// The nodes of a region, with the states that began there, by a hash of what is still read there.
#[derive(Default)]
pub(super) struct Nodes {
    known: FxHashMap<u64, Vec<(Link, Box<State>)>>,
    count: usize,
}

impl Node {
    /// What was assumed there.
    pub(super) fn condition(&self) -> &PathCondition {
        &self.condition
    }

    /// The nodes from here to the root.
    fn up(from: Option<&Link>) -> impl Iterator<Item = &Link> {
        std::iter::successors(from, |node| node.parent.as_ref())
    }

    /// Whether something is below a node, or at it.
    fn is_above(&self, below: Option<&Link>) -> bool {
        let mut up = Node::up(below).skip_while(|node| node.depth > self.depth);
        up.next().is_some_and(|node| std::ptr::eq(&raw const **node, self))
    }

    /// The nearest node that two come from.
    fn common(one: Option<&Link>, other: Option<&Link>) -> Option<Link> {
        Node::up(one).find(|node| node.is_above(other)).cloned()
    }

    fn is_gone(&self) -> bool {
        let is_gone = |node: &Node| node.is_gone.load(Ordering::Relaxed);
        is_gone(self) || Node::up(self.parent.as_ref()).any(|node| is_gone(node))
    }

    fn is_settled(&self) -> bool {
        self.is_settled.load(Ordering::Relaxed)
    }

    /// Settles what a state comes from, up to a node.
    fn settle(from: Option<&Link>, up_to: Option<&Link>) {
        let is_below = |node: &&Link| up_to.is_none_or(|up_to| !Arc::ptr_eq(node, up_to));
        Node::up(from).take_while(is_below).for_each(|node| node.is_settled.store(true, Ordering::Relaxed));
    }
}

impl Nodes {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// The region of a state that keeps nodes, and the membership in it; none if the program has marked a region within.
fn keeping<'s>(worker: &Worker<'_>, state: &'s State) -> Option<&'s Arc<Membership>> {
    let members = std::iter::successors(state.schedule.regions.as_ref(), |member| member.outer.as_ref());
    for member in members {
        let region = &worker.regions.open[&member.region];
        if region.nodes.is_some() {
            return Some(member);
        }
        if matches!(region.extent, Extent::Marked) {
            break;
        }
    }
    None
}

impl Worker<'_> {
    /// Looks for a node that a state which has just begun is equal to. Returns the state that is to go on: this one, or what it
    /// has become.
    pub(crate) fn met(&mut self, mut state: Box<State>) -> Box<State> {
        let Some(region) = keeping(self, &state).map(|member| member.region) else { return state };
        let key = self.key_of_live(&state);
        if let Some((node, known)) = self.equal_node(region, key, &state) {
            match self.joined_at(region, node, known, state) {
                Ok(joined) => state = joined,
                Err(apart) => return apart,
            }
        }
        self.keep_node(region, key, &mut state);
        state
    }

    /// Remembers a state as it is now, where it began.
    fn keep_node(&mut self, region: RegionId, key: u64, state: &mut Box<State>) {
        let Some(nodes) = self.regions.open.get_mut(&region).and_then(|region| region.nodes.as_mut()) else { return };
        if nodes.count >= NODES_KEPT {
            return;
        }
        let parent = state.schedule.node.take();
        let node = Arc::new(Node {
            region,
            condition: state.path.condition.clone(),
            depth: parent.as_ref().map_or(0, |parent| parent.depth + 1),
            parent,
            is_gone: AtomicBool::new(false),
            is_settled: AtomicBool::new(false),
        });
        state.schedule.node = Some(node.clone());
        nodes.count += 1;
        self.regions.compared += 1;
        let of_key = nodes.known.entry(key).or_default();
        of_key.retain(|(node, _)| !node.is_gone());
        of_key.push((node, state.clone()));
        self.is_awaited(region);
    }

    /// The node nearest to the root that a state is equal to and does not come from, with the state that began there.
    fn equal_node(&mut self, region: RegionId, key: u64, state: &State) -> Option<(Link, Box<State>)> {
        let Region { nodes, reason, .. } = &self.regions.open[&region];
        let nodes = nodes.as_ref()?;
        if *reason == Reason::Cheap && nodes.count < NODES_ALONE {
            return None;
        }
        let mut compared = 0;
        let is_equal = |(node, known): &&(Link, Box<State>)| {
            if node.is_settled() || node.is_gone() || node.is_above(state.schedule.node.as_ref()) {
                return false;
            }
            compared += 1;
            compared <= MERGE_GROUPS && self.can_join(known, state, Reason::Same)
        };
        let equal = nodes.known.get(&key).into_iter().flatten().filter(is_equal);
        let found = equal.min_by_key(|(node, _)| node.depth).cloned();
        if let Some(kind) = self.regions.open[&region].kind() {
            self.regions.learn(kind, usize::from(found.is_some()), compared);
        }
        found
    }

    /// Joins a state with a node of a region.
    fn joined_at(
        &mut self,
        region: RegionId,
        node: Link,
        known: Box<State>,
        state: Box<State>,
    ) -> Result<Box<State>, Box<State>> {
        let from = state.schedule.node.clone();
        let common = Node::common(from.as_ref(), Some(&node));
        let root = match &common {
            Some(common) if common.region == region => common.condition.clone(),
            _ => self.regions.open[&region].root.clone(),
        };
        let member = keeping(self, &state).cloned();
        let own = (state.id, state.path.node, chain(&state).collect::<Vec<_>>());
        let mut joined = match self.join(&root, vec![known, state], Reason::Same, None) {
            Ok(joined) => joined,
            Err(mut apart) => return Err(apart.pop().expect("two were to be joined")),
        };
        // What was between has lost a part to the joined state, which is not below it.
        for one in [from.as_ref(), node.parent.as_ref()] {
            Node::settle(one, common.as_ref());
        }
        joined.schedule.regions = member;
        joined.schedule.node = common;
        // First the joined state is in, so that no region is left without a member meanwhile.
        for id in chain(&joined) {
            self.regions.open.get_mut(&id).expect("a member's region is open").running += 1;
        }
        let (id, leaf, regions) = own;
        self.attempt.tree().end(leaf);
        self.searcher.remove(id);
        self.out_of(regions);
        joined.record.covered_new |= self.discard(region, &node);
        joined.path.node = self.attempt.tree().revive(joined.id);
        self.runs_in_regions(&joined, joined.id);
        self.regions.open.get_mut(&region).expect("it has a member").since = self.turns;
        self.counts.node_joins += 1;
        Ok(joined)
    }

    /// Discards the states that have come of a node, and says whether one of them was the first to execute something.
    fn discard(&mut self, region: RegionId, node: &Link) -> bool {
        node.is_gone.store(true, Ordering::Relaxed);
        let comes_of_it = |state: &State| node.is_above(state.schedule.node.as_ref());
        let mut running: Vec<StateId> = self.regions.open[&region].members.iter().copied().collect();
        running.retain(|id| self.states.get(id).is_some_and(|state| comes_of_it(state)));
        running.sort_unstable();
        running.dedup();
        let mut gone: Vec<Box<State>> = Vec::new();
        for id in running {
            let state = self.states.remove(&id).expect("it runs");
            self.attempt.tree().end(state.path.node);
            self.searcher.remove(id);
            gone.push(state);
        }
        // Those that wait have left the tree and the searcher.
        let mut inner: Vec<RegionId> = self.regions.open.keys().copied().filter(|&inner| inner >= region).collect();
        inner.sort_unstable();
        for id in inner {
            let waiting = &mut self.regions.open.get_mut(&id).expect("it is open").waiting;
            gone.extend(waiting.extract_if(.., |state| comes_of_it(state)));
        }
        self.counts.discarded += gone.len() as u64;
        for state in &gone {
            self.out_of(chain(state).collect());
        }
        gone.iter().any(|state| state.record.covered_new)
    }

    /// Settles the nodes that a path comes from which has ended, or which goes on outside of a region with such nodes, up to one
    /// that the region lies below.
    pub(super) fn settle_nodes(&self, state: &State, up_to: Option<&Link>) {
        Node::settle(state.schedule.node.as_ref(), up_to);
    }

    /// The nearest node that several states come from.
    pub(super) fn common_node(&self, states: &[Box<State>]) -> Option<Link> {
        let mut nodes = states.iter().map(|state| state.schedule.node.as_ref());
        let first = nodes.next().flatten().cloned();
        nodes.fold(first, |common, node| Node::common(common.as_ref(), node))
    }

    /// A hash of the place of a state and of the values that are still read in its innermost frame.
    pub(super) fn key_of_live(&self, state: &State) -> u64 {
        let frame = &state.machine.frame;
        let live = self.run.program.funcs[frame.func.index()].live_at(frame.pc);
        let mut hasher = FxHasher::default();
        (frame.func.index(), frame.pc, state.machine.call_depth).hash(&mut hasher);
        for (slot, value) in frame.regs.iter().enumerate() {
            if live.contains(slot) {
                value.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}
