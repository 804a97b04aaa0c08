//! Which terms read arrays. Every question asks this, so the answer is remembered for each term.

use expr::{ExprId, Node, Op, Pool};

/// Which terms contain a read of an array at an index that is not constant.
pub(crate) struct Readers {
    /// Whether a node is a read of the kind in question.
    is_read: fn(&Pool, &Node) -> bool,
    /// Indexed by term: whether it contains such a read, if known.
    known: Vec<Option<bool>>,
}

impl Default for Readers {
    /// All reads.
    fn default() -> Readers {
        Readers { is_read: |_, node| node.op == Op::Select, known: Vec::new() }
    }
}

impl Readers {
    /// Looks for nodes of another kind, which need not be reads.
    pub(crate) fn of(is_read: fn(&Pool, &Node) -> bool) -> Readers {
        Readers { is_read, known: Vec::new() }
    }

    /// Looks only for reads of arrays that were written at symbolic indices.
    pub(crate) fn of_stores() -> Readers {
        let is_read = |pool: &Pool, node: &Node| node.op == Op::Select && pool.node(node.arg(0)).op == Op::Store;
        Readers { is_read, known: Vec::new() }
    }

    /// Whether the term or one below it is a read.
    pub(crate) fn reads(&mut self, pool: &Pool, term: ExprId) -> bool {
        if self.known.len() < pool.len() {
            self.known.resize(pool.len(), None);
        }
        if let Some(reads) = self.known[term.index()] {
            return reads;
        }
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if self.known[top.index()].is_some() {
                pending.pop();
                continue;
            }
            let node = pool.node(top);
            let open = pending.len();
            let mut reads = (self.is_read)(pool, node);
            for child in node.children() {
                match self.known[child.index()] {
                    Some(child_reads) => reads |= child_reads,
                    None => pending.push(child),
                }
            }
            if reads || pending.len() == open {
                self.known[top.index()] = Some(reads);
                pending.truncate(open - 1);
            }
        }
        self.known[term.index()] == Some(true)
    }
}
