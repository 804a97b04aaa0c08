//! The execution tree: the forks whose two sides are both alive.
//!
//! Inner nodes have two children; leaves are live states. When one side of a fork has ended, the fork is
//! removed and the other side takes its position. A random walk from the root tosses a coin at every node, so
//! its expected length is at most the logarithm of the number of live states, and the tree needs memory for these only.
//! What a path chose at forks that are gone is in its own list ([`crate::decision`]).
//!
//! A node may carry a payload, for techniques that need to know something about a fork or a leaf. Live states that
//! join become one leaf with several parents, so the tree is a graph without cycles: every walk still ends at a
//! live state, and a joined leaf is reached over each of its parents.

use rustc_hash::FxHashMap;

use crate::state::StateId;

/// The number of a node. A leaf keeps its number as long as its state neither forks, joins nor ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The first node.
    pub const ROOT: NodeId = NodeId(0);
}

#[derive(Clone, Debug)]
struct Node<P> {
    /// The fork that this node is a side of; `None` for the topmost node.
    parent: Option<u32>,
    content: Content,
    payload: P,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Live(StateId),
    Fork { yes: u32, no: u32 },
}

/// The tree of a run. Each node has a payload `P`.
pub struct Tree<P = ()> {
    nodes: Vec<Node<P>>,
    /// The other forks that a node is a side of, if states have joined. A fork of which both sides are one node
    /// does not exist. Not in the nodes: few have any.
    other_parents: FxHashMap<u32, Vec<u32>>,
    /// Indices in `nodes` that are not in use.
    free: Vec<u32>,
    /// The topmost node; `None` if no state is alive.
    top: Option<u32>,
    /// The number of forks made, including those of which one side ended at once.
    forks: u64,
}

impl<P: Default> Tree<P> {
    /// A tree of one live state.
    pub fn new(root: StateId) -> Tree<P> {
        let mut tree = Tree {
            nodes: Vec::new(),
            other_parents: FxHashMap::default(),
            free: Vec::new(),
            top: Some(NodeId::ROOT.0),
            forks: 0,
        };
        tree.add(None, Content::Live(root));
        tree
    }

    /// Turns a live leaf into a fork: its state becomes the first child and `second` the second child.
    pub fn fork(&mut self, at: NodeId, first: StateId, second: StateId) -> (NodeId, NodeId) {
        self.forks += 1;
        let yes = self.add(Some(at.0), Content::Live(first));
        let no = self.add(Some(at.0), Content::Live(second));
        self.nodes[at.0 as usize].content = Content::Fork { yes: yes.0, no: no.0 };
        (yes, no)
    }

    /// Adds a leaf for a state that had none: beside all others, since nothing tells where it belongs.
    pub fn revive(&mut self, state: StateId) -> NodeId {
        let leaf = self.add(None, Content::Live(state));
        match self.top {
            None => self.top = Some(leaf.0),
            Some(top) => {
                let fork = self.add(None, Content::Fork { yes: top, no: leaf.0 });
                self.nodes[top as usize].parent = Some(fork.0);
                self.nodes[leaf.0 as usize].parent = Some(fork.0);
                self.top = Some(fork.0);
            }
        }
        leaf
    }

    /// Makes one leaf of several, which have become one state.
    #[cfg_attr(not(test), expect(dead_code, reason = "states that wait have no leaves to join"))]
    pub fn join(&mut self, leaves: &[NodeId], state: StateId) -> NodeId {
        let joined = self.add(None, Content::Live(state));
        for leaf in leaves {
            let parents = self.parents(leaf.0);
            self.free(leaf.0);
            self.put_in_place(leaf.0, joined.0, &parents);
        }
        joined
    }

    fn add(&mut self, parent: Option<u32>, content: Content) -> NodeId {
        let node = Node { parent, content, payload: P::default() };
        if let Some(place) = self.free.pop() {
            self.nodes[place as usize] = node;
            return NodeId(place);
        }
        let id = u32::try_from(self.nodes.len()).expect("fewer than 2^31 states are alive at once");
        self.nodes.push(node);
        NodeId(id)
    }
}

impl<P> Tree<P> {
    /// Counts a fork whose second side has already ended; the state keeps its leaf.
    pub fn fork_ended(&mut self) {
        self.forks += 1;
    }

    /// Ends a live leaf: its sibling takes the position of their fork.
    pub fn end(&mut self, at: NodeId) {
        let parents = self.parents(at.0);
        self.free(at.0);
        if parents.is_empty() {
            self.top = None;
        }
        for fork in parents {
            let Content::Fork { yes, no } = self.nodes[fork as usize].content else {
                unreachable!("a parent is a fork");
            };
            self.replace_fork(fork, if yes == at.0 { no } else { yes });
        }
    }

    /// What a node carries.
    #[cfg_attr(not(test), expect(dead_code, reason = "no technique needs a payload yet"))]
    pub fn payload(&mut self, at: NodeId) -> &mut P {
        &mut self.nodes[at.0 as usize].payload
    }

    /// Walks from the root to a live state; `coin` chooses the side of every fork.
    pub fn walk(&self, mut coin: impl FnMut() -> bool) -> Option<StateId> {
        let mut at = self.top?;
        loop {
            match self.nodes[at as usize].content {
                Content::Live(state) => return Some(state),
                Content::Fork { yes, no } => at = if coin() { yes } else { no },
            }
        }
    }

    /// The number of nodes of a tree of all forks made, with leaves for the paths that have ended.
    pub fn made(&self) -> u64 {
        1 + 2 * self.forks
    }

    fn parents(&mut self, at: u32) -> Vec<u32> {
        let others = self.other_parents.remove(&at).unwrap_or_default();
        self.nodes[at as usize].parent.take().into_iter().chain(others).collect()
    }

    fn free(&mut self, at: u32) {
        self.free.push(at);
    }

    /// Puts a node where another was: `parents` are the forks that the other was a side of.
    fn put_in_place(&mut self, old: u32, new: u32, parents: &[u32]) {
        if self.top == Some(old) {
            self.top = Some(new);
        }
        for &fork in parents {
            let Content::Fork { yes, no } = &mut self.nodes[fork as usize].content else {
                unreachable!("a parent is a fork");
            };
            *(if *yes == old { &mut *yes } else { &mut *no }) = new;
            let both = *yes == *no;
            let node = &mut self.nodes[new as usize];
            if both {
                // The fork decides nothing any more.
                self.replace_fork(fork, new);
            } else if node.parent.is_none() {
                node.parent = Some(fork);
            } else {
                self.other_parents.entry(new).or_default().push(fork);
            }
        }
    }

    /// Removes a fork; one of its sides takes its position.
    fn replace_fork(&mut self, fork: u32, side: u32) {
        let above = self.parents(fork);
        self.free(fork);
        let node = &mut self.nodes[side as usize];
        let others = self.other_parents.get_mut(&side);
        if node.parent == Some(fork) {
            node.parent = others.and_then(Vec::pop);
        } else if let Some(others) = others
            && let Some(place) = others.iter().position(|&parent| parent == fork)
        {
            others.swap_remove(place);
        }
        self.put_in_place(fork, side, &above);
    }

    /// The number of nodes.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn walks_reach_exactly_the_live_states() {
        let mut tree = Tree::<()>::new(StateId(0));
        let (a, b) = tree.fork(NodeId::ROOT, StateId(0), StateId(1));
        let (c, d) = tree.fork(b, StateId(1), StateId(2));
        assert_eq!(tree.walk(|| true), Some(StateId(0)));
        tree.end(a);
        assert_eq!(tree.walk(|| true), Some(StateId(1)));
        tree.end(c);
        assert_eq!(tree.walk(|| true), Some(StateId(2)));
        tree.end(d);
        assert_eq!(tree.walk(|| true), None);
        assert_eq!((tree.len(), tree.made()), (0, 5));
    }

    #[test]
    fn a_side_that_ended_at_once_is_only_counted() {
        let mut tree = Tree::<()>::new(StateId(0));
        tree.fork_ended();
        assert_eq!(tree.walk(|| panic!("there is nothing to choose")), Some(StateId(0)));
        tree.end(NodeId::ROOT);
        assert_eq!(tree.walk(|| false), None);
        assert_eq!(tree.made(), 3);
    }

    /// A path of a million forks whose other sides have ended is no deeper than one without forks.
    #[test]
    fn what_has_ended_takes_neither_steps_nor_memory() {
        let mut tree = Tree::<()>::new(StateId(0));
        let (mut deep, other) = tree.fork(NodeId::ROOT, StateId(0), StateId(1));
        for id in 2..100_000 {
            let (goes_on, ends) = tree.fork(deep, StateId(0), StateId(id));
            tree.end(ends);
            deep = goes_on;
        }
        let mut coins = 0;
        let found = tree.walk(|| {
            coins += 1;
            true
        });
        assert_eq!((found, coins, tree.len(), tree.nodes.len()), (Some(StateId(0)), 1, 3, 5));
        tree.end(other);
        assert_eq!(tree.walk(|| panic!("one is left")), Some(StateId(0)));
        tree.end(deep);
        assert_eq!((tree.walk(|| true), tree.made()), (None, 199_999));
    }

    #[test]
    fn a_joined_leaf_is_reached_over_each_parent() {
        let mut tree = Tree::<u32>::new(StateId(0));
        let (a, b) = tree.fork(NodeId::ROOT, StateId(0), StateId(1));
        let (c, d) = tree.fork(a, StateId(0), StateId(2));
        let joined = tree.join(&[c, b], StateId(3));
        *tree.payload(joined) = 7;
        // To the first side twice, or to the second side at once.
        assert_eq!(tree.walk(|| true), Some(StateId(3)));
        assert_eq!(tree.walk(|| false), Some(StateId(3)));
        tree.end(d);
        assert_eq!((tree.walk(|| panic!("one is left")), tree.len()), (Some(StateId(3)), 1));
        assert_eq!(*tree.payload(joined), 7);
        let (e, f) = tree.fork(joined, StateId(3), StateId(4));
        let joined = tree.join(&[e, f], StateId(5));
        assert_eq!((tree.walk(|| panic!("one is left")), tree.len()), (Some(StateId(5)), 1));
        tree.end(joined);
        assert_eq!((tree.walk(|| true), tree.len()), (None, 0));
    }

    /// Random forks, joins and ends: all live states are reached, and nothing else is kept.
    #[test]
    fn random_graphs() {
        for seed in 0..200 {
            let mut random = Rng::new(seed);
            let mut tree = Tree::<()>::new(StateId(0));
            let mut live = vec![(StateId(0), NodeId::ROOT)];
            let mut next = 1;
            for _ in 0..60 {
                if live.is_empty() {
                    break;
                }
                let place = random.below(live.len() as u64) as usize;
                let (state, node) = live.swap_remove(place);
                match random.below(8) {
                    0..4 => {
                        let (a, b) = tree.fork(node, state, StateId(next));
                        live.extend([(state, a), (StateId(next), b)]);
                        next += 1;
                    }
                    4..6 if !live.is_empty() => {
                        let mut group = vec![node];
                        for _ in 0..1 + random.below(live.len() as u64) {
                            let other = random.below(live.len() as u64) as usize;
                            group.push(live.swap_remove(other).1);
                            if live.is_empty() {
                                break;
                            }
                        }
                        live.push((StateId(next), tree.join(&group, StateId(next))));
                        next += 1;
                    }
                    _ => tree.end(node),
                }
                let mut reached = BTreeSet::new();
                let mut pending: Vec<u32> = tree.top.into_iter().collect();
                let mut seen = BTreeSet::new();
                while let Some(at) = pending.pop() {
                    if !seen.insert(at) {
                        continue;
                    }
                    match tree.nodes[at as usize].content {
                        Content::Live(state) => assert!(reached.insert(state)),
                        Content::Fork { yes, no } => {
                            assert_ne!(yes, no);
                            pending.extend([yes, no]);
                        }
                    }
                }
                let expected: BTreeSet<StateId> = live.iter().map(|(state, _)| *state).collect();
                assert_eq!((reached, seen.len()), (expected, tree.len()), "seed {seed}");
            }
        }
    }
}
