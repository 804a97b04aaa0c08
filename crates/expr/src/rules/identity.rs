//! Comparisons of two terms that are the same number written in two ways.
//!
//! The other rules bring a term into a normal form while it is built. They never multiply out sums or split words
//! into bits, since that makes terms larger. Here no term is built: the difference of the two sides is expanded
//! on the side, first as a polynomial ([`polynomial`](super::polynomial)), and if that leaves a sum of words,
//! also as a sum of bits ([`bit_sum`](super::bit_sum)). If the result is a constant, it decides the comparison;
//! otherwise nothing changes.
//!
//! Few comparisons are identities, so both sides are first evaluated under four arbitrary assignments of their
//! leaves. If the difference is not the same under all of them, the attempt ends. The values are cached, so a
//! comparison only costs the nodes that no earlier one had. Comparisons of sums that the normal form already
//! decides are not tried.

use bv::Bv;

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;
use crate::tuning::{IDENTITY_DEPTH, IDENTITY_LANES};

use super::Rule;
use super::bit_sum::BitSum;
use super::polynomial::Expansion;

/// The greatest width, in bits, of terms that are compared this way.
pub(super) const WIDEST: u32 = 128;

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

    /// `a - b`, if arithmetic shows that it is the same under every assignment.
    fn constant_difference(&mut self, a: ExprId, b: ExprId) -> Option<u128> {
        let width = self.width(a);
        if width == 1 || width > WIDEST || !self.is_worth_expanding(a, b) {
            return None;
        }
        let mut left = self.tuning.identity_nodes;
        let (x, y) = (self.sample(a, &mut left)?, self.sample(b, &mut left)?);
        let sampled = lanes(|lane| x[lane].wrapping_sub(y[lane]) & low_bits(width));
        if sampled != [sampled[0]; IDENTITY_LANES] {
            return None;
        }
        let mut expansion = Expansion::new(self, width);
        if let Some(difference) = expansion.difference(a, b) {
            let constant = difference.constant().or_else(|| BitSum::new(&expansion).constant(&difference));
            if constant.is_some() {
                return constant;
            }
        }
        // The polynomial of a deep bitwise term is too long, but its bits may still cancel.
        let mut expansion = Expansion::new(self, width);
        let difference = expansion.unexpanded_difference(a, b);
        BitSum::new(&expansion).constant(&difference)
    }

    /// Whether two terms may be equal in a way that the normal form of sums does not show.
    fn is_worth_expanding(&self, a: ExprId, b: ExprId) -> bool {
        if !self.is_const(a) && !self.is_const(b) {
            return self.is_composed(a, IDENTITY_DEPTH) || self.is_composed(b, IDENTITY_DEPTH);
        }
        // A term that is always constant has parts that cancel.
        let node = self.node(if self.is_const(b) { a } else { b });
        matches!(node.op, Op::Add | Op::And | Op::Or | Op::Xor)
            && self.is_composed(node.arg(0), IDENTITY_DEPTH)
            && self.is_composed(node.arg(1), IDENTITY_DEPTH)
    }

    /// Whether the term contains an operator, other than those of sums, that can be written in another way.
    fn is_composed(&self, id: ExprId, depth: u32) -> bool {
        use Op::*;
        let node = self.node(id);
        match node.op {
            And | Or | Xor | UDiv | SDiv | URem | SRem | Concat => true,
            Mul if !self.is_const(node.arg(1)) => true,
            _ if depth == 0 => false,
            Ite => depth < IDENTITY_DEPTH,
            Extract if self.op(node.arg(0)) == Add => true,
            Add => self.is_composed(node.arg(1), depth - 1) || self.is_composed(node.arg(0), depth - 1),
            // Slices and extensions are leaves in most comparisons, so they do not count by themselves.
            Neg | Not | Mul | ZExt | SExt | Extract => self.is_composed(node.arg(0), depth - 1),
            _ => false,
        }
    }

    /// The constant of at most [`WIDEST`] bits with the low bits of `value`.
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

/// The values of a term under the arbitrary assignments.
pub(crate) type Sample = [u128; IDENTITY_LANES];

fn lanes(value: impl FnMut(usize) -> u128) -> Sample {
    std::array::from_fn(value)
}

impl Pool {
    /// The values of a term, with an arbitrary number for each leaf; `None` if too many nodes would have to be
    /// evaluated.
    fn sample(&mut self, id: ExprId, left: &mut u32) -> Option<Sample> {
        let node = *self.node(id);
        if node.width > WIDEST {
            return None;
        }
        if node.op.arity() == 0 {
            return Some(self.sampled_leaf(id, &node));
        }
        if let Some(&known) = self.samples.get(&id) {
            return Some(known);
        }
        *left = left.checked_sub(1)?;
        let value = self.sampled_operator(id, &node, left)?.map(|value| value & low_bits(node.width));
        if self.samples.len() >= self.tuning.identity_samples {
            self.samples.clear();
        }
        self.samples.insert(id, value);
        Some(value)
    }

    fn sampled_leaf(&self, id: ExprId, node: &Node) -> Sample {
        match self.as_u128(id) {
            Some(value) => [value; IDENTITY_LANES],
            None => lanes(|lane| made_up(lane, id, 0, node.width) & low_bits(node.width)),
        }
    }

    fn sampled_operator(&mut self, id: ExprId, node: &Node, left: &mut u32) -> Option<Sample> {
        match node.op {
            // Slices of one very wide leaf can overlap, so its value is made up byte by byte.
            Op::Extract if self.width(node.arg(0)) > WIDEST => {
                return Some(lanes(|lane| made_up(lane, node.arg(0), node.args[1], node.width)));
            }
            Op::Not | Op::Neg | Op::Extract | Op::ZExt | Op::SExt => {
                let x = self.sample(node.arg(0), left)?;
                let inner = self.width(node.arg(0));
                return Some(x.map(|x| match node.op {
                    Op::Not => !x,
                    Op::Neg => x.wrapping_neg(),
                    Op::Extract => x >> node.args[1],
                    Op::SExt if is_negative(x, inner) => x | !low_bits(inner),
                    _ => x,
                }));
            }
            Op::Ite => {
                let choice = self.sample(node.arg(0), left)?;
                let (x, y) = (self.sample(node.arg(1), left)?, self.sample(node.arg(2), left)?);
                return Some(lanes(|lane| if choice[lane] == 1 { x[lane] } else { y[lane] }));
            }
            _ => {}
        }
        let width = node.width;
        let operator: fn(u32, u128, u128) -> u128 = match node.op {
            Op::And => |_, x, y| x & y,
            Op::Or => |_, x, y| x | y,
            Op::Xor => |_, x, y| x ^ y,
            Op::Add => |_, x, y| x.wrapping_add(y),
            Op::Mul => |_, x, y| x.wrapping_mul(y),
            Op::UDiv => |_, x, y| x.checked_div(y).unwrap_or(u128::MAX),
            Op::URem => |_, x, y| x.checked_rem(y).unwrap_or(x),
            Op::SDiv => signed_quotient,
            Op::SRem => signed_remainder,
            Op::Concat => |_, x, _| x,
            _ => return Some(lanes(|lane| made_up(lane, id, 0, width))),
        };
        let (x, y) = (self.sample(node.arg(0), left)?, self.sample(node.arg(1), left)?);
        if node.op == Op::Concat {
            let border = self.width(node.arg(1));
            return Some(lanes(|lane| x[lane] << border | y[lane]));
        }
        Some(lanes(|lane| operator(width, x[lane], y[lane])))
    }
}

/// Bits `lo .. lo + width` of a leaf's arbitrary value, consistent across overlapping slices.
fn made_up(lane: usize, id: ExprId, lo: u32, width: u32) -> u128 {
    let word = |at: u32| {
        let mixed = (u64::from(id.0) << 32 | u64::from(at) << 3 | lane as u64) ^ 0x5851_f42d_4c95_7f2d;
        let mixed = (mixed ^ mixed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        u128::from(mixed ^ mixed >> 32)
    };
    let first = lo / 64;
    let mut value = word(first) >> (lo % 64);
    for at in first + 1..(lo + width).div_ceil(64) {
        value |= word(at) << (64 * at - lo);
    }
    value
}

fn is_negative(value: u128, width: u32) -> bool {
    value >> (width - 1) & 1 == 1
}

/// The absolute value of a signed number.
fn size(width: u32, value: u128) -> u128 {
    if is_negative(value, width) { value.wrapping_neg() & low_bits(width) } else { value }
}

fn minus_if(minus: bool, value: u128) -> u128 {
    if minus { value.wrapping_neg() } else { value }
}

fn signed_quotient(width: u32, x: u128, y: u128) -> u128 {
    match size(width, x).checked_div(size(width, y)) {
        Some(quotient) => minus_if(is_negative(x, width) != is_negative(y, width), quotient),
        None => minus_if(!is_negative(x, width), 1),
    }
}

fn signed_remainder(width: u32, x: u128, y: u128) -> u128 {
    size(width, x).checked_rem(size(width, y)).map_or(x, |rest| minus_if(is_negative(x, width), rest))
}
