//! Preimages within a domain.
//!
//! Over all operands of 64 bits, `x * 1000 <= 5000` has solutions scattered over 125 places where the product
//! wraps; for an x below 100 it says `x <= 5`. So a preimage is more precise if it is computed within the known
//! set of the operand, its *domain* (as Abyaneh 2021, formula 9, does, which starts from the operand's old
//! interval). A domain over which the operation wraps a few times is cut into *windows* within which nothing
//! wraps, and a domain of few values is tried value by value.
//!
//! Each function returns the values *of the domain* that give a wanted result.

use crate::bitwise::{fields, run_of_ones};
use crate::divide::{udiv_constant, udiv_constant_backward};
use crate::interval::Interval;
use crate::linear::neg;
use crate::multiply::divided;
use crate::number::Number;
use crate::op::Binary;
use crate::outcome::{Found, Outcome};
use crate::pieces::Pieces;
use crate::resize::{before_extract, truncate};
use crate::set::Set;
use crate::signed;
use crate::tuning::COMBINE_PAIRS;

impl Binary {
    /// The values of `domain` that, as left operands, give a result in `result` with some right operand in `right`.
    pub fn backward_left_within<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        right: &Set<N, CAP>,
        domain: &Set<N, CAP>,
    ) -> Outcome<N, CAP> {
        let everywhere = self.backward_left_found(result, right);
        let found = restricted(everywhere, domain, |value| self.forward_found(value, right), result);
        if found.exact || domain.is_full() {
            return found.outcome();
        }
        let windowed = right.single_value().and_then(|right| self.windowed(result, right, domain));
        windowed.map_or(found.clone(), |windowed| windowed.better(found)).outcome()
    }

    /// The values of `domain` that, as right operands, give a result in `result` with some left operand in `left`.
    pub fn backward_right_within<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        left: &Set<N, CAP>,
        domain: &Set<N, CAP>,
    ) -> Outcome<N, CAP> {
        match self {
            Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor => {
                self.backward_left_within(result, left, domain)
            }
            _ => {
                let everywhere = self.backward_right_found(result, left);
                restricted(everywhere, domain, |value| self.forward_found(left, value), result).outcome()
            }
        }
    }

    /// The preimage under an operation with a constant, window by window; `None` if the operation or the domain
    /// does not allow it.
    pub(crate) fn windowed<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        right: &N,
        domain: &Set<N, CAP>,
    ) -> Option<Found<N, CAP>> {
        let width = result.width();
        match self {
            Binary::Mul if !right.is_zero() => products(result, right, domain),
            Binary::Shl if *right < N::from_u64(width.into()) => {
                products(result, &N::power_of_two(right.to_u64()? as u32), domain)
            }
            Binary::URem if !right.is_zero() => {
                remainders(&result.clipped(&N::zero(), &right.minus(&N::one())), right, domain)
            }
            Binary::SRem => signed::srem_windowed(result, right, domain),
            Binary::And => {
                let (low, high) = run_of_ones(right)?;
                bits(&fields(result, low, high), low, domain)
            }
            _ => None,
        }
    }
}

impl<N: Number, const CAP: usize> Set<N, CAP> {
    /// The values of `domain` whose truncation is in this set.
    pub fn before_truncate_within(&self, domain: &Self) -> Outcome<N, CAP> {
        self.before_extract_within(0, domain)
    }

    /// The values of `domain` whose bits from `low` up, as many as this set is wide, are in this set.
    pub fn before_extract_within(&self, low: u32, domain: &Self) -> Outcome<N, CAP> {
        let everywhere = before_extract(self, low, domain.width());
        let shifted = |value: &Self| udiv_constant(value, &N::power_of_two(low));
        let extracted = |value: &Self| shifted(value).then(|shifted| truncate(shifted, self.width()));
        let found = restricted(everywhere, domain, extracted, self);
        if found.exact || domain.is_full() {
            return found.outcome();
        }
        bits(self, low, domain).map_or(found.clone(), |windowed| windowed.better(found)).outcome()
    }
}

/// The part of a domain that is in a preimage. If that is not exact and the domain has few values, each value is tried.
fn restricted<N: Number, const CAP: usize>(
    everywhere: Found<N, CAP>,
    domain: &Set<N, CAP>,
    forward: impl Fn(&Set<N, CAP>) -> Found<N, CAP>,
    result: &Set<N, CAP>,
) -> Found<N, CAP> {
    let found = everywhere.then(|preimage| domain.intersect_found(preimage));
    if found.exact || !domain.has_at_most(COMBINE_PAIRS * CAP) {
        return found;
    }
    let mut pieces = Pieces::new(domain.width());
    for value in domain.iter() {
        let results = forward(&Set::single(domain.width(), value.clone()));
        if results.set.meets(result) {
            if !results.exact {
                pieces.over();
            }
            pieces.push(Interval::single(value));
        }
    }
    pieces.finish().better(found)
}

/// The values of a domain whose product with a constant is in `result`. The window of a product is its quotient
/// by 2^w. A factor above half of 2^w is treated as a negative number of small magnitude.
fn products<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    factor: &N,
    domain: &Set<N, CAP>,
) -> Option<Found<N, CAP>> {
    let modulus = N::power_of_two(result.width());
    let opposite = modulus.minus(factor);
    if opposite < *factor {
        let negated = neg(result);
        let found = products(&negated.set, &opposite, domain)?;
        return Some(Found { exact: found.exact && negated.exact, set: found.set });
    }
    let window_of = |value: &N| value.times(factor).quotient(&modulus);
    each_window(result, domain, &modulus, window_of, |interval| divided(interval, factor))
}

/// The values of a domain whose remainder modulo `modulus` is in `set`.
fn remainders<N: Number, const CAP: usize>(
    set: &Set<N, CAP>,
    modulus: &N,
    domain: &Set<N, CAP>,
) -> Option<Found<N, CAP>> {
    each_window(set, domain, modulus, |value| value.quotient(modulus), |interval| Some(interval.clone()))
}

/// The values of a domain of which the bits from `low` up, as many as `set` is wide, are in `set`.
fn bits<N: Number, const CAP: usize>(set: &Set<N, CAP>, low: u32, domain: &Set<N, CAP>) -> Option<Found<N, CAP>> {
    let power = N::power_of_two(low);
    let shifted = udiv_constant(domain, &power);
    let found = remainders(set, &N::power_of_two(set.width()), &shifted.set)?;
    // Values that only the approximation of the shifted domain has are removed by the final intersection with the
    // domain.
    Some(
        found.then(|shifted| udiv_constant_backward(shifted, &power)).then(|preimage| domain.intersect_found(preimage)),
    )
}

/// For each window that an interval of the domain reaches into, moves the results into that window, applies
/// `undo` and intersects with the interval. `None` if there are too many windows.
fn each_window<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    domain: &Set<N, CAP>,
    size: &N,
    window_of: impl Fn(&N) -> N,
    undo: impl Fn(&Interval<N>) -> Option<Interval<N>>,
) -> Option<Found<N, CAP>> {
    let mut pieces = Pieces::new(domain.width());
    let mut left = N::from_u64((2 * COMBINE_PAIRS * CAP / result.intervals().len().max(1)) as u64);
    for interval in domain.intervals() {
        let (mut window, last) = (window_of(interval.lo()), window_of(interval.hi()));
        if last.minus(&window) >= left {
            return None;
        }
        left = left.minus(&last.minus(&window));
        while window <= last {
            let offset = window.times(size);
            for wanted in result.intervals() {
                let undone = undo(&wanted.moved_up(&offset));
                pieces.push_some(undone.and_then(|undone| undone.intersect(interval)));
            }
            window = window.plus(&N::one());
        }
    }
    Some(pieces.finish())
}
