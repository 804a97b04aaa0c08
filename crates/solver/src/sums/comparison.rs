//! Comparisons of a sum with a constant.

use expr::{ExprId, Op, Pool};

use crate::order::{Comparison as Written, number};

/// The relation of a sum to a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    AtMost,
    AtLeast,
    Is,
    IsNot,
}

/// A sum, its relation to a constant, and the order of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Comparison {
    pub(crate) sum: ExprId,
    pub(crate) relation: Relation,
    /// The bits of the constant.
    bits: u64,
    /// The width of the constant, in bits; the sum may have been extended to it.
    width: u32,
    /// How the sum is read; `None` if either reading will do.
    signed: Option<bool>,
    /// How the constant is read; `None` if like the sum.
    constant_signed: Option<bool>,
    /// What a strict comparison adds to the constant: 1, -1, or 0 if it is not strict.
    strict: i128,
}

impl Comparison {
    /// The comparison that a boolean term is, if it is one.
    pub(crate) fn of(pool: &Pool, term: ExprId) -> Option<Comparison> {
        let written = Written::of(pool, term)?;
        let (first, second, strict) = written.sides();
        let (sum, constant, sum_is_less) = match (pool.as_u64(first), pool.as_u64(second)) {
            (None, Some(_)) => (first, second, true),
            (Some(_), None) => (second, first, false),
            _ => return None,
        };
        let bits = pool.as_u64(constant)?;
        let width = pool.width(constant);
        let (relation, strict) = match (written.is_signed(), sum_is_less) {
            (None, _) => (if written.is_negated() { Relation::IsNot } else { Relation::Is }, 0),
            (_, true) => (Relation::AtMost, -i128::from(strict)),
            (_, false) => (Relation::AtLeast, i128::from(strict)),
        };
        let node = pool.node(sum);
        let (sum, signed, constant_signed) = match (node.op, written.is_signed()) {
            // A zero-extended sum is not negative in either order.
            (Op::ZExt, order) => (node.arg(0), Some(false), Some(order == Some(true))),
            (Op::SExt, None | Some(true)) => (node.arg(0), Some(true), Some(true)),
            (Op::SExt, _) => return None,
            (_, order) => (sum, order, None),
        };
        let is_sum = pool.node(sum).op == Op::Add;
        is_sum.then_some(Comparison { sum, relation, bits, width, signed, constant_signed, strict })
    }

    /// The number that the sum is compared with, if the sum is read as signed or not.
    pub(crate) fn number(&self, signed: bool) -> i128 {
        number(self.bits, self.width, self.constant_signed.unwrap_or(signed)) + self.strict
    }

    /// Whether the comparison's order is the signed one, for a sum of `width` bits that lies between these
    /// numbers; `None` if the sum may wrap.
    pub(crate) fn reading(&self, (low, high): (i128, i128), width: u32) -> Option<bool> {
        [false, true].into_iter().find(|&signed| {
            let least = if signed { -(1i128 << (width - 1)) } else { 0 };
            self.signed.is_none_or(|said| said == signed) && low >= least && high < least + (1i128 << width)
        })
    }
}
