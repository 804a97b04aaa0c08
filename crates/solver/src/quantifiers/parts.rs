//! The parts of a condition: facts that are quantifiers, and what has none.
//!
//! Besides in conjunctions, a fact may stand in a disjunction or a choice with conditions that have no quantifier. It
//! is a fact then too, with another count: `p or (all i <= k: body)` is `all i <= (p ? 0 : k): body`. So are the
//! instances of facts within facts. Anything else, such as the negation of a fact, is written out.

use expr::{ExprId, Op, Pool};

/// The parts of a condition, which holds if all of them do.
#[derive(Default)]
pub(crate) struct Parts {
    /// Conditions without quantifiers.
    pub(crate) plain: Vec<ExprId>,
    /// Bounded universal facts.
    pub(crate) facts: Vec<ExprId>,
}

impl Parts {
    /// The parts of a condition.
    pub(crate) fn of(pool: &mut Pool, condition: ExprId) -> Parts {
        let mut parts = Parts::default();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            let node = *pool.node(term);
            match node.op {
                _ if pool.as_u64(term) == Some(1) => {}
                Op::And => pending.extend(node.children().rev()),
                _ if !pool.is_quantified(term) => parts.plain.push(term),
                Op::Forall => parts.facts.push(term),
                Op::Not if pool.node(node.arg(0)).op == Op::Or => {
                    let inner = *pool.node(node.arg(0));
                    for child in inner.children().rev() {
                        pending.push(pool.not(child));
                    }
                }
                Op::Or if [0, 1].iter().any(|&side| !pool.is_quantified(node.arg(side))) => {
                    let quantified = usize::from(!pool.is_quantified(node.arg(0)));
                    let unless = node.arg(1 - quantified);
                    parts.unless(pool, unless, node.arg(quantified));
                }
                Op::Ite if !pool.is_quantified(node.arg(0)) => {
                    let otherwise = pool.not(node.arg(0));
                    parts.unless(pool, otherwise, node.arg(1));
                    parts.unless(pool, node.arg(0), node.arg(2));
                }
                _ => parts.expanded(pool, term),
            }
        }
        parts
    }

    /// The parts of `unless or condition`; `unless` has no quantifier.
    fn unless(&mut self, pool: &mut Pool, unless: ExprId, condition: ExprId) {
        // As deep as such conditions are nested; what the constructors make of them is not.
        let inner = Parts::of(pool, condition);
        for part in inner.plain {
            let either = pool.or(unless, part);
            self.plain.push(either);
        }
        for fact in inner.facts {
            let parts = pool.as_forall(fact).expect("a fact is a quantifier");
            let none = pool.int(64, 0);
            let count = pool.ite(unless, none, parts.count);
            let fact = pool.forall(parts.index, count, parts.body);
            match pool.node(fact).op {
                Op::Forall => self.facts.push(fact),
                _ => self.expanded(pool, fact),
            }
        }
    }

    fn expanded(&mut self, pool: &mut Pool, term: ExprId) {
        let plain = pool.expanded(term);
        self.plain.push(plain);
    }
}
