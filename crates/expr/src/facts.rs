//! Cheap facts about every term of at most 64 bits: known bits and an unsigned interval.
//!
//! They are computed once, when the node is made, from the facts of its operands; a query is a look-up. Nothing
//! is known of wider terms. For an array, the entry holds the array at the bottom of its chain of stores, and the
//! shape of the stores.

use bv::{mask, word};

use crate::arrays::Shape;
use crate::node::{ExprId, Node, Op, TableId};
use crate::pool::Pool;

/// Bits that have the same value under every assignment. No bit is in both masks; bits above the width are in neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KnownBits {
    /// The bits that are always 0.
    pub zeros: u64,
    /// The bits that are always 1.
    pub ones: u64,
}

/// The facts about one term: known bits and bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    zeros: u64,
    ones: u64,
    lo: u64,
    hi: u64,
}

impl Pool {
    /// The bits of the term that are the same under every assignment. Nothing is known for a term of more than 64 bits.
    #[inline]
    pub fn known_bits(&self, id: ExprId) -> KnownBits {
        let facts = &self.facts[id.index()];
        KnownBits { zeros: facts.zeros, ones: facts.ones }
    }

    /// Bounds of the term as an unsigned number, both inclusive. For a term of more than 64 bits they are
    /// `(0, u64::MAX)`, which means nothing is known.
    #[inline]
    pub fn unsigned_range(&self, id: ExprId) -> (u64, u64) {
        let facts = &self.facts[id.index()];
        (facts.lo, facts.hi)
    }

    /// The table or byte view below all stores of an array.
    #[inline]
    pub fn array_base(&self, array: ExprId) -> ExprId {
        debug_assert!(self.node(array).op.is_array());
        ExprId(self.facts[array.index()].lo as u32)
    }

    /// The shape of the stores of an array.
    pub(crate) fn shape(&self, array: ExprId) -> Shape {
        Shape::of_word(self.facts[array.index()].hi)
    }

    /// The facts of a node that is about to get `id`.
    pub(crate) fn facts_of(&self, id: ExprId, node: &Node) -> Facts {
        if node.op.is_array() {
            let (base, shape) = if node.op == Op::Store {
                let shape = self.shape_with(self.shape(node.arg(0)), node.arg(1), self.width(node.arg(2)) / 8);
                (self.array_base(node.arg(0)), shape)
            } else {
                (id, Shape::Base)
            };
            return Facts { lo: u64::from(base.0), hi: shape.to_word(), ..Facts::NOTHING };
        }
        if node.width > 64 {
            return Facts::NOTHING;
        }
        if node.op == Op::Const {
            return Facts::exactly(node.width, u64::from(node.args[0]) | u64::from(node.args[1]) << 32);
        }
        self.transfer(node).tightened(node.width)
    }

    fn transfer(&self, node: &Node) -> Facts {
        let width = node.width;
        let arg = |i: usize| &self.facts[node.args[i] as usize];
        match node.op {
            Op::Not => arg(0).complement(width),
            Op::Neg => arg(0).complement(width).plus(&Facts::exactly(width, 1), width),
            Op::And => arg(0).and(arg(1)),
            Op::Or => arg(0).complement(width).and(&arg(1).complement(width)).complement(width),
            Op::Xor => arg(0).xor(arg(1), width),
            Op::Add => arg(0).plus(arg(1), width),
            Op::Mul => arg(0).times(arg(1), width),
            Op::UDiv => arg(0).divided(arg(1), width),
            Op::URem => arg(0).remainder(arg(1), width),
            Op::SDiv if arg(0).hi.max(arg(1).hi) <= mask(width - 1) => arg(0).divided(arg(1), width),
            Op::SRem if arg(0).hi.max(arg(1).hi) <= mask(width - 1) => arg(0).remainder(arg(1), width),
            Op::Shl => arg(0).shifted_left(arg(1), width),
            Op::LShr => arg(0).shifted_right(arg(1), width),
            Op::AShr if arg(0).hi <= mask(width - 1) => arg(0).shifted_right(arg(1), width),
            Op::AShr => arg(0).shifted_right_signed(arg(1), width),
            Op::Ite => arg(1).union(arg(2)),
            Op::Extract if self.width(node.arg(0)) <= 64 => arg(0).extracted(node.args[1], width),
            Op::Concat => arg(0).above(arg(1), self.width(node.arg(1))),
            Op::ZExt => Facts { zeros: arg(0).zeros | mask(width) & !mask(self.width(node.arg(0))), ..*arg(0) },
            Op::SExt => arg(0).sign_extended(self.width(node.arg(0)), width),
            Op::Select => self.select_facts(node),
            Op::Index => Facts { lo: 1, hi: u64::from(node.args[1]), ..Facts::unknown(width) },
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let compared = self.width(node.arg(0));
                let decided = if compared <= 64 { decided(node.op, compared, arg(0), arg(1)) } else { None };
                decided.map_or(Facts::unknown(1), |value| Facts::exactly(1, u64::from(value)))
            }
            _ => Facts::unknown(width),
        }
    }

    /// The facts of a read: of a constant table, the union over the places that its index can have.
    fn select_facts(&self, node: &Node) -> Facts {
        let width = node.width;
        let array = self.node(node.arg(0));
        let places = self.places(node.arg(1));
        if array.op != Op::Table || places.count() > self.tuning.table_scan {
            return Facts::unknown(width);
        }
        let table = TableId(array.args[0]);
        let elements = places.iter().map(|at| Facts::exactly(width, self.table_element(table, at, width / 8)));
        elements.reduce(|facts, element| facts.union(&element)).expect("an index has a place")
    }
}

impl Facts {
    const NOTHING: Facts = Facts { zeros: 0, ones: 0, lo: 0, hi: u64::MAX };

    fn unknown(width: u32) -> Facts {
        Facts { zeros: 0, ones: 0, lo: 0, hi: mask(width) }
    }

    fn exactly(width: u32, value: u64) -> Facts {
        Facts { zeros: word::not(width, value), ones: value, lo: value, hi: value }
    }

    /// The value, if there is only one.
    pub(crate) fn single(&self) -> Option<u64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Bounds of the value as a signed number.
    fn signed_range(&self, width: u32) -> (i64, i64) {
        if word::sign(width, self.lo) == word::sign(width, self.hi) {
            return (word::signed(width, self.lo), word::signed(width, self.hi));
        }
        let sign = 1u64 << (width - 1);
        let greatest = mask(width) & !self.zeros & !sign;
        (word::signed(width, self.ones | sign), word::signed(width, greatest))
    }

    /// Bounds the interval by the known bits, and fixes the bits above the highest one in which its ends differ.
    fn tightened(mut self, width: u32) -> Facts {
        self.lo = self.lo.max(self.ones);
        self.hi = self.hi.min(mask(width) & !self.zeros);
        debug_assert!(self.lo <= self.hi && self.zeros & self.ones == 0, "facts contradict each other: {self:?}");
        let changing = mask(64 - (self.lo ^ self.hi).leading_zeros());
        self.ones |= self.lo & !changing;
        self.zeros |= !self.lo & !changing & mask(width);
        self
    }

    fn complement(&self, width: u32) -> Facts {
        Facts { zeros: self.ones, ones: self.zeros, lo: mask(width) - self.hi, hi: mask(width) - self.lo }
    }

    fn and(&self, other: &Facts) -> Facts {
        Facts { zeros: self.zeros | other.zeros, ones: self.ones & other.ones, lo: 0, hi: self.hi.min(other.hi) }
    }

    fn xor(&self, other: &Facts, width: u32) -> Facts {
        let bits = 64 - (self.hi | other.hi).leading_zeros();
        Facts {
            zeros: self.zeros & other.zeros | self.ones & other.ones,
            ones: self.zeros & other.ones | self.ones & other.zeros,
            lo: 0,
            hi: mask(bits.min(width)),
        }
    }

    fn union(&self, other: &Facts) -> Facts {
        Facts {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    fn plus(&self, other: &Facts, width: u32) -> Facts {
        // The greatest and the least sum show which carries are certain. A bit of the sum is known if both
        // operand bits and the carry into it are.
        let most = (mask(width) & !self.zeros).wrapping_add(mask(width) & !other.zeros);
        let least = self.ones.wrapping_add(other.ones);
        let carry_zeros = !(most ^ self.zeros ^ other.zeros);
        let carry_ones = least ^ self.ones ^ other.ones;
        let known = (self.zeros | self.ones) & (other.zeros | other.ones) & (carry_zeros | carry_ones) & mask(width);
        let (zeros, ones) = (known & !least, known & least);
        let (lo, hi) = (u128::from(self.lo) + u128::from(other.lo), u128::from(self.hi) + u128::from(other.hi));
        let (lo, hi) = if lo >> width == hi >> width {
            (lo as u64 & mask(width), hi as u64 & mask(width))
        } else {
            (0, mask(width))
        };
        Facts { zeros, ones, lo, hi }
    }

    fn times(&self, other: &Facts, width: u32) -> Facts {
        let trailing = |facts: &Facts| (!facts.zeros).trailing_zeros();
        let zeros = mask((trailing(self) + trailing(other)).min(width));
        let exact = |facts: &Facts| (!(facts.zeros | facts.ones)).trailing_zeros();
        let known = mask(exact(self).min(exact(other)).min(width));
        let low = self.ones.wrapping_mul(other.ones) & known;
        let highest = u128::from(self.hi) * u128::from(other.hi);
        let (lo, hi) =
            if highest <= u128::from(mask(width)) { (self.lo * other.lo, highest as u64) } else { (0, mask(width)) };
        Facts { zeros: zeros | known & !low, ones: low, lo, hi }
    }

    fn divided(&self, other: &Facts, width: u32) -> Facts {
        match other.lo {
            // Division by zero gives all ones.
            0 => Facts::unknown(width),
            least => Facts { zeros: 0, ones: 0, lo: self.lo / other.hi, hi: self.hi / least },
        }
    }

    fn remainder(&self, other: &Facts, _width: u32) -> Facts {
        if self.hi < other.lo {
            return *self;
        }
        let hi = if other.lo == 0 { self.hi } else { self.hi.min(other.hi - 1) };
        Facts { zeros: 0, ones: 0, lo: 0, hi }
    }

    fn shifted_left(&self, by: &Facts, width: u32) -> Facts {
        if let Some(distance) = by.single().filter(|&distance| distance < u64::from(width)) {
            let fits = self.hi <= mask(width) >> distance;
            return Facts {
                zeros: (self.zeros << distance | mask(distance as u32)) & mask(width),
                ones: self.ones << distance & mask(width),
                lo: if fits { self.lo << distance } else { 0 },
                hi: if fits { self.hi << distance } else { mask(width) },
            };
        }
        let trailing = u64::from((!self.zeros).trailing_zeros()).saturating_add(by.lo).min(u64::from(width));
        Facts { zeros: mask(trailing as u32), ..Facts::unknown(width) }
    }

    fn shifted_right(&self, by: &Facts, width: u32) -> Facts {
        if let Some(distance) = by.single().filter(|&distance| distance < u64::from(width)) {
            return Facts {
                zeros: self.zeros >> distance | mask(width) & !(mask(width) >> distance),
                ones: self.ones >> distance,
                lo: self.lo >> distance,
                hi: self.hi >> distance,
            };
        }
        Facts { lo: word::lshr(width, self.lo, by.hi), hi: word::lshr(width, self.hi, by.lo), ..Facts::unknown(width) }
    }

    /// Arithmetic shift right of a value that may be negative.
    fn shifted_right_signed(&self, by: &Facts, width: u32) -> Facts {
        match by.single() {
            Some(distance) => Facts {
                zeros: word::ashr(width, self.zeros, distance),
                ones: word::ashr(width, self.ones, distance),
                ..Facts::unknown(width)
            },
            None => Facts::unknown(width),
        }
    }

    fn extracted(&self, lo: u32, width: u32) -> Facts {
        let (low, high) = (self.lo >> lo, self.hi >> lo);
        let whole = low & !mask(width) == high & !mask(width);
        Facts {
            zeros: self.zeros >> lo & mask(width),
            ones: self.ones >> lo & mask(width),
            lo: if whole { low & mask(width) } else { 0 },
            hi: if whole { high & mask(width) } else { mask(width) },
        }
    }

    /// The concatenation of `self` as the upper part with the `low_width` bits of `low`.
    fn above(&self, low: &Facts, low_width: u32) -> Facts {
        Facts {
            zeros: self.zeros << low_width | low.zeros,
            ones: self.ones << low_width | low.ones,
            lo: self.lo << low_width | low.lo,
            hi: self.hi << low_width | low.hi,
        }
    }

    fn sign_extended(&self, from: u32, to: u32) -> Facts {
        let same_sign = word::sign(from, self.lo) == word::sign(from, self.hi);
        Facts {
            zeros: word::sext(from, to, self.zeros),
            ones: word::sext(from, to, self.ones),
            lo: if same_sign { word::sext(from, to, self.lo) } else { 0 },
            hi: if same_sign { word::sext(from, to, self.hi) } else { mask(to) },
        }
    }
}

/// The value of a comparison, if bounds or known bits of its operands decide it.
fn decided(op: Op, width: u32, a: &Facts, b: &Facts) -> Option<bool> {
    match op {
        Op::Eq => {
            let differ = a.hi < b.lo || b.hi < a.lo || a.zeros & b.ones != 0 || a.ones & b.zeros != 0;
            differ.then_some(false)
        }
        Op::Ult if a.hi < b.lo => Some(true),
        Op::Ult if a.lo >= b.hi => Some(false),
        Op::Ule if a.hi <= b.lo => Some(true),
        Op::Ule if a.lo > b.hi => Some(false),
        Op::Slt | Op::Sle => {
            let ((a_lo, a_hi), (b_lo, b_hi)) = (a.signed_range(width), b.signed_range(width));
            match op {
                Op::Slt if a_hi < b_lo => Some(true),
                Op::Slt if a_lo >= b_hi => Some(false),
                Op::Sle if a_hi <= b_lo => Some(true),
                Op::Sle if a_lo > b_hi => Some(false),
                _ => None,
            }
        }
        _ => None,
    }
}
