//! The execution tree: every fork a run made and where its paths ended.
//!
//! Inner nodes have two children, leaves are live states or ended paths. A node remembers whether anything below it is
//! alive, so a random walk from the root never enters a dead subtree.

use crate::state::StateId;

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The first node.
    pub const ROOT: NodeId = NodeId(0);
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Live(StateId),
    Ended,
    Fork {
        yes: u32,
        no: u32,
    },
    /// A fork with nothing alive below it.
    Dead {
        yes: u32,
        no: u32,
    },
}

/// The tree of a run.
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one live state.
    pub fn new(root: StateId) -> Tree {
        Tree { nodes: vec![Node { parent: 0, content: Content::Live(root) }] }
    }

    /// Makes a live leaf a fork; its state goes on as the first child and `second` as the second.
    pub fn fork(&mut self, at: NodeId, first: StateId, second: StateId) -> (NodeId, NodeId) {
        let yes = self.add(at, Content::Live(first));
        let no = self.add(at, Content::Live(second));
        self.nodes[at.0 as usize].content = Content::Fork { yes: yes.0, no: no.0 };
        (yes, no)
    }

    /// Makes a live leaf a fork of which the second child has already ended; the state goes on as the first.
    pub fn fork_ended(&mut self, at: NodeId, first: StateId) -> NodeId {
        let yes = self.add(at, Content::Live(first));
        let no = self.add(at, Content::Ended);
        self.nodes[at.0 as usize].content = Content::Fork { yes: yes.0, no: no.0 };
        yes
    }

    fn add(&mut self, parent: NodeId, content: Content) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("a run makes fewer than 2^32 forks");
        self.nodes.push(Node { parent: parent.0, content });
        NodeId(id)
    }

    /// A live leaf has ended.
    pub fn end(&mut self, at: NodeId) {
        self.nodes[at.0 as usize].content = Content::Ended;
        let mut at = at.0;
        while at != 0 {
            at = self.nodes[at as usize].parent;
            let Content::Fork { yes, no } = self.nodes[at as usize].content else { break };
            if self.is_alive(yes) || self.is_alive(no) {
                break;
            }
            self.nodes[at as usize].content = Content::Dead { yes, no };
        }
    }

    fn is_alive(&self, node: u32) -> bool {
        matches!(self.nodes[node as usize].content, Content::Live(_) | Content::Fork { .. })
    }

    /// Walks from the root to a live state; `coin` chooses where both children are alive.
    pub fn walk(&self, mut coin: impl FnMut() -> bool) -> Option<StateId> {
        let mut at = NodeId::ROOT.0;
        loop {
            match self.nodes[at as usize].content {
                Content::Live(state) => return Some(state),
                Content::Ended | Content::Dead { .. } => return None,
                Content::Fork { yes, no } => {
                    at = match (self.is_alive(yes), self.is_alive(no)) {
                        (true, true) => {
                            if coin() {
                                yes
                            } else {
                                no
                            }
                        }
                        (true, false) => yes,
                        _ => no,
                    }
                }
            }
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
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
    }

    #[test]
    fn a_side_that_ended_at_once_is_never_walked_to() {
        let mut tree = Tree::new(StateId(0));
        let node = tree.fork_ended(NodeId::ROOT, StateId(0));
        assert_eq!(tree.walk(|| false), Some(StateId(0)));
        tree.end(node);
        assert_eq!(tree.walk(|| false), None);
        assert_eq!(tree.len(), 3);
    }
}
