//! Comparisons of two terms that are the same number written in two ways.
//!
//! The other rules bring a term into a normal form while it is built and therefore never multiply out or take words apart
//! into bits, since that makes terms larger. Here nothing is built: the difference of the two sides is expanded on paper,
//! first as a polynomial ([`polynomial`](super::polynomial)), and if that leaves a sum of words also as a sum of bits
//! ([`bit_sum`](super::bit_sum)). What comes to a constant decides the comparison, anything else changes nothing.
//!
//! Few comparisons are identities, so both sides are computed first for two made-up assignments of their leaves. A
//! difference that is not the same for both ends the attempt; that costs a few nanoseconds a node.

use bv::Bv;

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

use super::Rule;
use super::bit_sum::BitSum;
use super::polynomial::Expansion;

/// The widest terms that are looked at.
pub(super) const WIDEST: u32 = 128;
/// How many nodes of a comparison are computed before it is given up.
const SAMPLED_NODES: u32 = 256;
/// How many of these are remembered in case they are met again, a power of two.
const KNOWN: usize = 64;

impl Pool {
    /// eq_identity
    /// match: x = y where x - y is a constant c, multiplied out or bit by bit
    /// result: c = 0
    pub(super) fn eq_identity(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let difference = self.constant_difference(a, b)?;
        let result = self.bool(difference == 0);
        self.hit(Rule::EqIdentity, result)
    }

    /// order_identity
    /// match: x < y; x <= y where x - y is 0, multiplied out or bit by bit, signed or not
    /// result: false; true
    pub(super) fn order_identity(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        if self.constant_difference(a, b)? != 0 {
            return None;
        }
        let result = self.bool(matches!(op, Op::Ule | Op::Sle));
        self.hit(Rule::OrderIdentity, result)
    }

    /// `a - b`, if it is the same under every assignment for reasons of arithmetic.
    fn constant_difference(&self, a: ExprId, b: ExprId) -> Option<u128> {
        let width = self.width(a);
        if width == 1 || width > WIDEST || !self.is_composed(a) && !self.is_composed(b) {
            return None;
        }
        let sampled = |seed: u64| {
            let mut sample = Sample { pool: self, seed, left: SAMPLED_NODES, known: [(ExprId(u32::MAX), 0); KNOWN] };
            let difference = sample.value(a)?.wrapping_sub(sample.value(b)?);
            Some(difference & low_bits(width))
        };
        if sampled(0)? != sampled(1)? {
            return None;
        }
        let mut expansion = Expansion::new(self, width);
        if let Some(difference) = expansion.difference(a, b) {
            let constant = difference.constant().or_else(|| BitSum::new(&expansion).constant(&difference));
            if constant.is_some() {
                return constant;
            }
        }
        // Deep bitwise terms are too long for a polynomial but may still have the same bits.
        let mut expansion = Expansion::new(self, width);
        let difference = expansion.unexpanded_difference(a, b);
        BitSum::new(&expansion).constant(&difference)
    }

    /// Whether the term has an operator that can be written in another way.
    fn is_composed(&self, id: ExprId) -> bool {
        use Op::*;
        let node = self.node(id);
        match node.op {
            Add | Neg | Not | Mul | And | Or | Xor | UDiv | SDiv | URem | SRem | Concat => true,
            // A slice of a word and a word made longer are leaves to most comparisons.
            ZExt | SExt | Extract => self.is_composed(node.arg(0)),
            _ => false,
        }
    }

    /// The constant of at most [`WIDEST`] bits with the low bits of a number.
    pub(super) fn number(&mut self, width: u32, value: u128) -> ExprId {
        if width <= 64 {
            return self.int(width, value as u64);
        }
        self.constant(&Bv::from_words(width, &[value as u64, (value >> 64) as u64]))
    }

    /// The value of a constant of at most [`WIDEST`] bits.
    pub(super) fn as_u128(&self, id: ExprId) -> Option<u128> {
        match self.node(id).op {
            Op::Const => self.as_u64(id).map(u128::from),
            Op::WideConst if self.width(id) <= WIDEST => self.as_const(id).map(|value| number(&value)),
            _ => None,
        }
    }
}

/// The mask of the low `width` bits.
pub(super) fn low_bits(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn number(value: &Bv) -> u128 {
    let word = |at: usize| u128::from(value.words().get(at).copied().unwrap_or(0));
    word(0) | word(1) << 64
}

/// Terms computed with a number made up for each leaf.
struct Sample<'p> {
    pool: &'p Pool,
    seed: u64,
    left: u32,
    /// Terms computed lately, by the low bits of their ids.
    known: [(ExprId, u128); KNOWN],
}

impl Sample<'_> {
    fn value(&mut self, id: ExprId) -> Option<u128> {
        let slot = id.index() % KNOWN;
        if self.known[slot].0 == id {
            return Some(self.known[slot].1);
        }
        self.left = self.left.checked_sub(1)?;
        let node = *self.pool.node(id);
        if node.width > WIDEST {
            return None;
        }
        let value = self.operator(id, &node)? & low_bits(node.width);
        self.known[slot] = (id, value);
        Some(value)
    }

    fn operator(&mut self, id: ExprId, node: &Node) -> Option<u128> {
        Some(match node.op {
            Op::Const | Op::WideConst => self.pool.as_u128(id)?,
            Op::Not => !self.value(node.arg(0))?,
            Op::Neg => self.value(node.arg(0))?.wrapping_neg(),
            Op::And => self.value(node.arg(0))? & self.value(node.arg(1))?,
            Op::Or => self.value(node.arg(0))? | self.value(node.arg(1))?,
            Op::Xor => self.value(node.arg(0))? ^ self.value(node.arg(1))?,
            Op::Add => self.value(node.arg(0))?.wrapping_add(self.value(node.arg(1))?),
            Op::Mul => self.value(node.arg(0))?.wrapping_mul(self.value(node.arg(1))?),
            Op::UDiv => match self.value(node.arg(1))? {
                0 => u128::MAX,
                divisor => self.value(node.arg(0))? / divisor,
            },
            Op::URem => match self.value(node.arg(1))? {
                0 => self.value(node.arg(0))?,
                divisor => self.value(node.arg(0))? % divisor,
            },
            Op::SDiv | Op::SRem => self.signed(node)?,
            Op::Ite => {
                let chosen = if self.value(node.arg(0))? == 1 { node.arg(1) } else { node.arg(2) };
                self.value(chosen)?
            }
            Op::Concat => self.value(node.arg(0))? << self.pool.width(node.arg(1)) | self.value(node.arg(1))?,
            Op::ZExt => self.value(node.arg(0))?,
            Op::SExt => sign_extended(self.value(node.arg(0))?, self.pool.width(node.arg(0))),
            Op::Extract if self.pool.width(node.arg(0)) <= WIDEST => self.value(node.arg(0))? >> node.args[1],
            // Slices of one very wide leaf overlap: its bits are made up byte by byte.
            Op::Extract => self.bytes(node.arg(0), node.args[1], node.width),
            _ => self.bytes(id, 0, node.width),
        })
    }

    /// The signed quotient or remainder, from those of the absolute values.
    fn signed(&mut self, node: &Node) -> Option<u128> {
        let (x, y) = (self.value(node.arg(0))?, self.value(node.arg(1))?);
        let negative = |value: u128| value >> (node.width - 1) & 1 == 1;
        let size = |value: u128| if negative(value) { value.wrapping_neg() & low_bits(node.width) } else { value };
        let minus_if = |minus: bool, value: u128| if minus { value.wrapping_neg() } else { value };
        Some(match (node.op, size(y)) {
            (Op::SDiv, 0) => minus_if(!negative(x), 1),
            (Op::SDiv, divisor) => minus_if(negative(x) != negative(y), size(x) / divisor),
            (_, 0) => x,
            (_, divisor) => minus_if(negative(x), size(x) % divisor),
        })
    }

    fn bytes(&self, id: ExprId, lo: u32, width: u32) -> u128 {
        let byte = |at: u32| {
            let mixed = (u64::from(id.0) << 32 | u64::from(at)).wrapping_add(self.seed << 63 | 0x5bd1_e995);
            let mixed = (mixed ^ mixed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 56
        };
        let first = lo / 8;
        let mut value = u128::from(byte(first)) >> (lo % 8);
        for at in first + 1..(lo + width).div_ceil(8) {
            value |= u128::from(byte(at)) << (8 * at - lo);
        }
        value
    }
}

fn sign_extended(value: u128, from: u32) -> u128 {
    if value >> (from - 1) & 1 == 1 { value | !low_bits(from) } else { value }
}
