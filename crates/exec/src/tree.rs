//! The execution tree: the forks whose two sides are both alive.
//!
//! Inner nodes have two children; leaves are live states. When one side of a fork has ended, the fork is
//! removed and the other side takes its position. A random walk from the root tosses a coin at every node, so
//! its expected length is at most the logarithm of the number of live states, and the tree needs memory for these only.

use crate::state::StateId;

/// The number of a node. A leaf keeps its number as long as its state neither forks nor ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The first node.
    pub const ROOT: NodeId = NodeId(0);
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The fork that this node is a side of; `None` for the topmost node.
    parent: Option<u32>,
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Live(StateId),
    Fork { yes: u32, no: u32 },
}

/// The tree of a run.
pub struct Tree {
    nodes: Vec<Node>,
    /// Indices in `nodes` that are not in use.
    free: Vec<u32>,
    /// The topmost node; `None` if no state is alive.
    top: Option<u32>,
    /// The number of forks made, including those of which one side ended at once.
    forks: u64,
}

impl Tree {
    /// A tree of one live state.
    pub fn new(root: StateId) -> Tree {
        let root = Node { parent: None, content: Content::Live(root) };
        Tree { nodes: vec![root], free: Vec::new(), top: Some(NodeId::ROOT.0), forks: 0 }
    }

    /// Turns a live leaf into a fork: its state becomes the first child and `second` the second child.
    pub fn fork(&mut self, at: NodeId, first: StateId, second: StateId) -> (NodeId, NodeId) {
        self.forks += 1;
        let yes = self.add(at, Content::Live(first));
        let no = self.add(at, Content::Live(second));
        self.nodes[at.0 as usize].content = Content::Fork { yes: yes.0, no: no.0 };
        (yes, no)
    }

    /// Counts a fork whose second side has already ended; the state keeps its leaf.
    pub fn fork_ended(&mut self) {
        self.forks += 1;
    }

    fn add(&mut self, parent: NodeId, content: Content) -> NodeId {
        let node = Node { parent: Some(parent.0), content };
        if let Some(place) = self.free.pop() {
            self.nodes[place as usize] = node;
            return NodeId(place);
        }
        let id = u32::try_from(self.nodes.len()).expect("fewer than 2^31 states are alive at once");
        self.nodes.push(node);
        NodeId(id)
    }

    /// Ends a live leaf: its sibling takes the position of their fork.
    pub fn end(&mut self, at: NodeId) {
        self.free.push(at.0);
        let Some(fork) = self.nodes[at.0 as usize].parent else {
            self.top = None;
            return;
        };
        let Content::Fork { yes, no } = self.nodes[fork as usize].content else {
            unreachable!("a parent is a fork");
        };
        let sibling = if yes == at.0 { no } else { yes };
        let above = self.nodes[fork as usize].parent;
        self.nodes[sibling as usize].parent = above;
        match above {
            None => self.top = Some(sibling),
            Some(above) => {
                if let Content::Fork { yes, no } = &mut self.nodes[above as usize].content {
                    *(if *yes == fork { yes } else { no }) = sibling;
                }
            }
        }
        self.free.push(fork);
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

    /// The number of nodes.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_reach_exactly_the_live_states() {
        let mut tree = Tree::new(StateId(0));
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
        let mut tree = Tree::new(StateId(0));
        tree.fork_ended();
        assert_eq!(tree.walk(|| panic!("there is nothing to choose")), Some(StateId(0)));
        tree.end(NodeId::ROOT);
        assert_eq!(tree.walk(|| false), None);
        assert_eq!(tree.made(), 3);
    }

    /// A path of a million forks whose other sides have ended is no deeper than one without forks.
    #[test]
    fn what_has_ended_takes_neither_steps_nor_memory() {
        let mut tree = Tree::new(StateId(0));
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
}
