//! Comparisons as they are written in constraints.

use expr::{ExprId, Node, Op, Pool};

/// A comparison: an operator, whether it is negated, and the operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    op: Op,
    negated: bool,
    a: ExprId,
    b: ExprId,
}

impl Comparison {
    /// The comparison of words that a boolean term is, if it is one.
    pub(crate) fn of(pool: &Pool, term: ExprId) -> Option<Comparison> {
        let mut node: &Node = pool.node(term);
        let negated = node.op == Op::Not;
        if negated {
            node = pool.node(node.arg(0));
        }
        let is_comparison = matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
        let comparison = is_comparison.then(|| Comparison { op: node.op, negated, a: node.arg(0), b: node.arg(1) });
        comparison.filter(|comparison| pool.width(comparison.a) <= 64)
    }

    /// Whether the order is the signed one; `None` for an equality, which belongs to both orders.
    pub(crate) fn is_signed(&self) -> Option<bool> {
        match self.op {
            Op::Eq => None,
            op => Some(matches!(op, Op::Slt | Op::Sle)),
        }
    }

    /// Whether the comparison is negated.
    pub(crate) fn is_negated(&self) -> bool {
        self.negated
    }

    /// The operands as they are written.
    pub(crate) fn operands(&self) -> (ExprId, ExprId) {
        (self.a, self.b)
    }

    /// For an order: the lesser side, the greater side, and whether they must differ. The negation of a < b is
    /// b <= a.
    pub(crate) fn sides(&self) -> (ExprId, ExprId, bool) {
        let strict = matches!(self.op, Op::Ult | Op::Slt) != self.negated;
        if self.negated { (self.b, self.a, strict) } else { (self.a, self.b, strict) }
    }
}

/// The integer that a value of `width` bits stands for, read as signed or unsigned.
pub(crate) fn number(value: u64, width: u32, signed: bool) -> i128 {
    let negative = signed && value >> (width - 1) & 1 == 1;
    i128::from(value) - if negative { 1 << width } else { 0 }
}
