//! Conjunctions and disjunctions of two comparisons of one term with constants.

use bv::word;

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;

/// A comparison of `term` with a constant of at most 64 bits.
#[derive(Clone, Copy)]
struct Bound {
    term: ExprId,
    constant: u64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// term = constant
    Equal,
    /// term != constant
    Different,
    /// term < constant
    Below { signed: bool },
    /// constant < term
    Above { signed: bool },
}

impl Bound {
    fn holds_at(&self, width: u32, value: u64) -> bool {
        match self.kind {
            Kind::Equal => value == self.constant,
            Kind::Different => value != self.constant,
            Kind::Below { signed: false } => value < self.constant,
            Kind::Below { signed: true } => word::slt(width, value, self.constant),
            Kind::Above { signed: false } => self.constant < value,
            Kind::Above { signed: true } => word::slt(width, self.constant, value),
        }
    }
}

impl Pool {
    /// What the rules make of `a & b` or `a | b`, where both compare the same term with constants.
    pub(super) fn bool_pair(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        if self.width(a) != 1 {
            return None;
        }
        let (first, second) = (self.as_bound(a)?, self.as_bound(b)?);
        if first.term != second.term {
            return None;
        }
        let width = self.width(first.term);
        // pair_point
        // match: x = c & p(x); ~(x = c) & p(x); x = c | p(x); ~(x = c) | p(x), p decided at c
        // result: x = c or false; p(x) if p(c) is false; p(x) if p(c) is true; true or ~(x = c)
        for (point, bound, (this, other)) in [(first, second, (a, b)), (second, first, (b, a))] {
            let holds = bound.holds_at(width, point.constant);
            let result = match (point.kind, op, holds) {
                (Kind::Equal, Op::And, true) => this,
                (Kind::Equal, Op::And, false) => self.bool(false),
                (Kind::Equal, Op::Or, true) => other,
                (Kind::Different, Op::Or, false) => this,
                (Kind::Different, Op::Or, true) => self.bool(true),
                (Kind::Different, Op::And, false) => other,
                _ => continue,
            };
            return self.hit(Rule::PairPoint, result);
        }
        // pair_bounds
        // match: x < c1 & x < c2; x < c1 | x < c2; the same with c < x, signed or not
        // result: the stronger; the weaker
        if first.kind != second.kind {
            return None;
        }
        let (signed, below) = match first.kind {
            Kind::Below { signed } => (signed, true),
            Kind::Above { signed } => (signed, false),
            _ => return None,
        };
        let (c1, c2) = (first.constant, second.constant);
        let first_less = if signed { word::slt(width, c1, c2) } else { c1 < c2 };
        let first_stronger = first_less == below;
        let result = if first_stronger == (op == Op::And) { a } else { b };
        self.hit(Rule::PairBounds, result)
    }

    fn as_bound(&self, id: ExprId) -> Option<Bound> {
        let node = self.node(id);
        let (equality, kind) = match node.op {
            Op::Eq => (node, Kind::Equal),
            Op::Not if self.op(node.arg(0)) == Op::Eq => (self.node(node.arg(0)), Kind::Different),
            Op::Ult | Op::Slt => {
                let signed = node.op == Op::Slt;
                return match (self.as_u64(node.arg(0)), self.as_u64(node.arg(1))) {
                    (None, Some(constant)) => Some(Bound { term: node.arg(0), constant, kind: Kind::Below { signed } }),
                    (Some(constant), None) => Some(Bound { term: node.arg(1), constant, kind: Kind::Above { signed } }),
                    _ => None,
                };
            }
            _ => return None,
        };
        let constant = self.as_u64(equality.arg(1))?;
        Some(Bound { term: equality.arg(0), constant, kind })
    }
}
