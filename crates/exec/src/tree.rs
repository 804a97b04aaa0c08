//! The execution tree: the forks whose two sides are both alive.
//!
//! Inner nodes have two children, leaves are live states. Where a side has ended, its fork is taken out and the other side stands in
//! its place: a random walk from the root tosses a coin at every node that it meets, so its expected length is at most the
//! logarithm of the number of live states, and the tree takes memory for these alone.

use crate::state::StateId;

/// A node of the tree. A leaf keeps its number as long as its state neither forks nor ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The first node.
    pub const ROOT: NodeId = NodeId(0);
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The fork that it is a side of, unless it is the topmost node.
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
    /// Places in `nodes` that are not in use.
    free: Vec<u32>,
    /// The topmost node, if anything is alive.
    top: Option<u32>,
    /// How many forks were made, those with a side that ended at once included.
    forks: u64,
}

impl Tree {
    /// A tree of one live state.
    pub fn new(root: StateId) -> Tree {
        let root = Node { parent: None, content: Content::Live(root) };
        Tree { nodes: vec![root], free: Vec::new(), top: Some(NodeId::ROOT.0), forks: 0 }
    }

    /// Makes a live leaf a fork; its state goes on as the first child and `second` as the second.
    pub fn fork(&mut self, at: NodeId, first: StateId, second: StateId) -> (NodeId, NodeId) {
        self.forks += 1;
        let yes = self.add(at, Content::Live(first));
        let no = self.add(at, Content::Live(second));
        self.nodes[at.0 as usize].content = Content::Fork { yes: yes.0, no: no.0 };
        (yes, no)
    }

    /// A live leaf forked, and its second child has already ended: the state goes on where it is.
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

    /// A live leaf has ended: its sibling takes the place of their fork.
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

    /// Walks from the root to a live state; `coin` chooses at every fork.
    pub fn walk(&self, mut coin: impl FnMut() -> bool) -> Option<StateId> {
        let mut at = self.top?;
        loop {
            match self.nodes[at as usize].content {
                Content::Live(state) => return Some(state),
                Content::Fork { yes, no } => at = if coin() { yes } else { no },
            }
        }
    }

    /// How many nodes a tree of all forks would have, with leaves for the paths that have ended.
    pub fn made(&self) -> u64 {
        1 + 2 * self.forks
    }

    /// How many nodes there are.
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

    /// A path of a million forks whose other sides have ended is no longer than one of none.
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
