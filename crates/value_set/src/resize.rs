//! Changes of width: extension, truncation, extraction of bits, concatenation.
//!
//! The preimage of a truncation is a progression: the 16-bit values whose low byte is 42 are 42, 298, 554, …
//! PARTI has no strides and declines here. The same step, *unfolding* a set of remainders into all numbers that
//! have them, inverts remainders, products with even constants, and masks.

use crate::divide::{udiv_constant, udiv_constant_backward};
use crate::interval::Interval;
use crate::linear::add;
use crate::number::Number;
use crate::outcome::{Found, Outcome};
use crate::pieces::{List, Pieces};
use crate::set::Set;

impl<N: Number, const CAP: usize> Set<N, CAP> {
    /// The values zero-extended to `to` bits.
    pub fn zero_extend(&self, to: u32) -> Outcome<N, CAP> {
        Found::exact(self.at_width(to)).outcome()
    }

    /// The operands of `from` bits whose zero extension is in this set.
    pub fn before_zero_extend(&self, from: u32) -> Outcome<N, CAP> {
        Found::exact(self.clipped(&N::zero(), &N::all_ones(from)).at_width(from)).outcome()
    }

    /// The values sign-extended to `to` bits.
    pub fn sign_extend(&self, to: u32) -> Outcome<N, CAP> {
        let (plain, negative) = self.by_sign();
        let distance = N::power_of_two(to).minus(&N::power_of_two(self.width()));
        let mut pieces = Pieces::new(to);
        for interval in plain.intervals() {
            pieces.push(interval.clone());
        }
        for interval in negative.intervals() {
            pieces.push(interval.moved_up(&distance));
        }
        pieces.finish_disjoint().outcome()
    }

    /// The operands of `from` bits whose sign extension is in this set.
    pub fn before_sign_extend(&self, from: u32) -> Outcome<N, CAP> {
        let half = N::power_of_two(from - 1);
        let modulus = N::power_of_two(self.width());
        let distance = modulus.minus(&N::power_of_two(from));
        let mut pieces = Pieces::new(from);
        for interval in self.intervals() {
            pieces.push_some(interval.clip(&N::zero(), &half.minus(&N::one())));
            let negative = interval.clip(&modulus.minus(&half), &modulus);
            pieces.push_some(negative.map(|interval| interval.moved_down(&distance)));
        }
        pieces.finish_disjoint().outcome()
    }

    /// The low `to` bits of the values.
    pub fn truncate(&self, to: u32) -> Outcome<N, CAP> {
        truncate(self, to).outcome()
    }

    /// The operands of `from` bits whose truncation is in this set.
    pub fn before_truncate(&self, from: u32) -> Outcome<N, CAP> {
        unfold(self, &N::power_of_two(self.width()), from).outcome()
    }

    /// The bits `low .. low + width` of the values.
    pub fn extract(&self, low: u32, width: u32) -> Outcome<N, CAP> {
        udiv_constant(self, &N::power_of_two(low)).then(|shifted| truncate(shifted, width)).outcome()
    }

    /// The operands of `from` bits of which the bits from `low` up, as many as this set is wide, are in this set.
    pub fn before_extract(&self, low: u32, from: u32) -> Outcome<N, CAP> {
        before_extract(self, low, from).outcome()
    }

    /// Every value of this set as the upper bits, concatenated with every value of `low` as the lower bits.
    pub fn concat(&self, low: &Self) -> Outcome<N, CAP> {
        let width = self.width() + low.width();
        let raised: List<N> = self
            .intervals()
            .iter()
            .map(|interval| {
                let [lo, hi, stride] =
                    [interval.lo(), interval.hi(), interval.stride()].map(|n| n.shifted_left(low.width()));
                Interval::new(lo, hi, stride)
            })
            .collect();
        add(&Set::from_list(width, raised), &low.at_width(width)).outcome()
    }

    /// The upper parts whose concatenation with some value of `low` is in this set.
    pub fn before_concat_high(&self, low: &Self) -> Outcome<N, CAP> {
        let (width, bits) = (self.width() - low.width(), low.width());
        if self.has_at_most(CAP) {
            let parts = self.iter().filter(|value| low.contains(&value.low_bits(bits)));
            return singles(width, parts.map(|value| value.shifted_right(bits)));
        }
        unfold(low, &N::power_of_two(bits), self.width())
            .then(|fitting| self.intersect_found(fitting))
            .then(|values| udiv_constant(values, &N::power_of_two(bits)))
            .then(|upper| Found::exact(upper.at_width(width)))
            .outcome()
    }

    /// The lower parts whose concatenation with some value of `high` is in this set.
    pub fn before_concat_low(&self, high: &Self) -> Outcome<N, CAP> {
        let bits = self.width() - high.width();
        if self.has_at_most(CAP) {
            let parts = self.iter().filter(|value| high.contains(&value.shifted_right(bits)));
            return singles(bits, parts.map(|value| value.low_bits(bits)));
        }
        udiv_constant_backward(&high.at_width(self.width()), &N::power_of_two(bits))
            .then(|fitting| self.intersect_found(fitting))
            .then(|values| truncate(values, bits))
            .outcome()
    }
}

fn singles<N: Number, const CAP: usize>(width: u32, values: impl Iterator<Item = N>) -> Outcome<N, CAP> {
    let mut pieces = Pieces::new(width);
    for value in values {
        pieces.push(Interval::single(value));
    }
    pieces.finish().outcome()
}

pub(crate) fn truncate<N: Number, const CAP: usize>(set: &Set<N, CAP>, to: u32) -> Found<N, CAP> {
    let mut pieces = Pieces::new(to);
    let modulus = pieces.modulus();
    for interval in set.intervals() {
        pieces.push_progression(&modulus, interval.lo(), interval.stride(), &interval.steps());
    }
    pieces.finish()
}

pub(crate) fn before_extract<N: Number, const CAP: usize>(result: &Set<N, CAP>, low: u32, from: u32) -> Found<N, CAP> {
    unfold(result, &N::power_of_two(result.width()), from - low)
        .then(|shifted| udiv_constant_backward(&shifted.at_width(from), &N::power_of_two(low)))
}

/// All numbers of `width` bits whose remainder modulo `modulus` is in a set of remainders.
///
/// A single remainder gives a progression of stride `modulus`. A whole residue class of a divisor of `modulus`
/// gives that residue class. Any other interval is repeated, or split into its values, whichever gives fewer intervals.
pub(crate) fn unfold<N: Number, const CAP: usize>(set: &Set<N, CAP>, modulus: &N, width: u32) -> Found<N, CAP> {
    let size = N::power_of_two(width);
    let greatest = size.minus(&N::one());
    let most = N::from_u64(CAP as u64);
    let copies = greatest.quotient(modulus).plus(&N::one());
    let mut pieces = Pieces::new(width);
    for interval in set.intervals().iter().filter(|interval| *interval.lo() <= greatest) {
        let stride = interval.stride();
        if interval.is_single() {
            pieces.push(Interval::new(interval.lo().clone(), greatest.clone(), modulus.clone()));
        } else if interval.lo() < stride
            && interval.hi().plus(stride) >= *modulus
            && modulus.remainder(stride).is_zero()
        {
            pieces.push(Interval::new(interval.lo().clone(), greatest.clone(), stride.clone()));
        } else if copies <= most && copies <= interval.count() {
            let mut offset = N::zero();
            while offset <= greatest {
                pieces.push_some(interval.moved_up(&offset).clip(&N::zero(), &greatest));
                offset = offset.plus(modulus);
            }
        } else if interval.steps() < most {
            for value in interval.iter().take_while(|value| *value <= greatest) {
                pieces.push(Interval::new(value, greatest.clone(), modulus.clone()));
            }
        } else {
            let class = stride.gcd(modulus);
            pieces.over();
            pieces.push(Interval::new(interval.lo().remainder(&class), greatest.clone(), class));
        }
    }
    pieces.finish()
}
