//! Which terms read arrays: asked of every question, so it is kept by term.

use expr::{ExprId, Op, Pool};

/// Which terms read an array at a place that is no constant.
#[derive(Default)]
pub(crate) struct Readers {
    /// By term: whether it does, once that is known.
    known: Vec<Option<bool>>,
}

impl Readers {
    /// Whether the term or one below it is a read.
    pub(crate) fn reads(&mut self, pool: &Pool, term: ExprId) -> bool {
        if self.known.len() < pool.len() {
            self.known.resize(pool.len(), None);
        }
        let mut pending = vec![term];
        while let Some(&top) = pending.last() {
            if self.known[top.index()].is_some() {
                pending.pop();
                continue;
            }
            let node = pool.node(top);
            let open = pending.len();
            let mut reads = node.op == Op::Select;
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
