//! What the condition of a choice says about its branches: it holds in the first and fails in the second.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;

/// A term that is known to have a constant value.
#[derive(Clone, Copy)]
struct Fact {
    term: ExprId,
    value: ExprId,
}

impl Pool {
    /// ite_inside
    /// match: ite(c, x, y) where c or its complement occurs in x or y; ite(t = k, x, y) where t occurs in x
    /// result: the same with true for c in x, false in y, and k for t in x
    pub(super) fn rewrite_ite_inside(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (yes, no) = (self.bool(true), self.bool(false));
        let holds = match self.const_right(c, Op::Eq) {
            Some((term, value)) => Fact { term, value },
            None => Fact { term: c, value: yes },
        };
        let x = self.assuming(a, holds, &mut { self.tuning.assume_nodes });
        let y = self.assuming(b, Fact { term: c, value: no }, &mut { self.tuning.assume_nodes });
        if (x, y) == (a, b) {
            return None;
        }
        let result = self.ite(c, x, y);
        self.hit(Rule::IteInside, result)
    }

    /// The term simplified by the fact, in the places that are found within the remaining `left` nodes.
    fn assuming(&mut self, id: ExprId, fact: Fact, left: &mut u32) -> ExprId {
        if id == fact.term {
            return fact.value;
        }
        let node = *self.node(id);
        if node.op.arity() == 0 || node.op.is_array() || node.op == Op::Select || *left == 0 {
            return id;
        }
        *left -= 1;
        if node.width == 1 && self.width(fact.term) == 1 && self.are_complements(id, fact.term) {
            return self.not(fact.value);
        }
        // A term is younger than its subterms, so this one cannot contain the fact's term.
        if id < fact.term {
            return id;
        }
        let mut args = node.args;
        for arg in &mut args[..node.op.arity()] {
            *arg = self.assuming(ExprId(*arg), fact, left).0;
        }
        if args == node.args { id } else { self.again(&node, args) }
    }
}
