//! Products.
//!
//! A progression times a constant is a progression: its stride is multiplied, and the result is cut where it
//! wraps. Backward, Dustmann 2018, §3.3.4, divides and ignores wrapping, which loses solutions: modulo 2^w,
//! `x * c = r` has one solution for odd c, namely r times the inverse of c; for c = 2^k * d with odd d it has none or
//! 2^k, one in each of the 2^k blocks of 2^(w - k) values.

use crate::combine::{each_value, pairwise};
use crate::interval::Interval;
use crate::linear::neg;
use crate::number::{Number, inverse};
use crate::outcome::Found;
use crate::pieces::Pieces;
use crate::resize::unfold;
use crate::set::Set;

pub(crate) fn mul<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    each_value(left, right, mul_constant)
        .or_else(|| each_value(right, left, mul_constant))
        .unwrap_or_else(|| pairwise(left, right, mul_intervals))
}

pub(crate) fn mul_constant<N: Number, const CAP: usize>(set: &Set<N, CAP>, factor: &N) -> Found<N, CAP> {
    let mut pieces = Pieces::new(set.width());
    let modulus = pieces.modulus();
    for interval in set.intervals() {
        let (first, stride) = (interval.lo().times(factor), interval.stride().times(factor));
        pieces.push_progression(&modulus, &first, &stride, &interval.steps());
    }
    pieces.finish()
}

/// Adds the products of two intervals. For a = lo + s * i and b = lo' + t * j they lie between the products of
/// the ends, in steps of a common divisor of lo * t, lo' * s and s * t. Negative numbers are multiplied by
/// magnitude, so that a product of small numbers of either sign stays small.
fn mul_intervals<N: Number, const CAP: usize>(pieces: &mut Pieces<N, CAP>, a: &Interval<N>, b: &Interval<N>) {
    let modulus = pieces.modulus();
    let half = modulus.shifted_right(1);
    let greatest = modulus.minus(&N::one());
    let magnitudes = |interval: &Interval<N>| {
        let positive = interval.clip(&N::zero(), &half.minus(&N::one()));
        let negative = interval.clip(&half, &greatest).map(|interval| interval.mirrored(&modulus));
        [(false, positive), (true, negative)]
    };
    for (a_negative, a) in magnitudes(a) {
        for (b_negative, b) in magnitudes(b) {
            let (Some(a), Some(b)) = (&a, &b) else { continue };
            let (lo, hi) = (a.lo().times(b.lo()), a.hi().times(b.hi()));
            let stride = a.lo().times(b.stride()).gcd(&b.lo().times(a.stride())).gcd(&a.stride().times(b.stride()));
            let steps = if stride.is_zero() { N::zero() } else { hi.minus(&lo).quotient(&stride) };
            let first = if a_negative == b_negative { lo } else { modulus.minus(&hi.remainder(&modulus)) };
            if !a.is_single() && !b.is_single() {
                pieces.over();
            }
            pieces.push_progression(&modulus, &first, &stride, &steps);
        }
    }
}

/// The values that give a result in `result` when multiplied by some value of `other`.
pub(crate) fn mul_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, other: &Set<N, CAP>) -> Found<N, CAP> {
    each_value(result, other, mul_constant_backward).unwrap_or_else(|| {
        // Without knowing the other factor, only the products of zero are known.
        let width = result.width();
        if result.contains(&N::zero()) {
            Found::unknown(width)
        } else {
            Found::over(Set::range(width, N::one(), N::all_ones(width)))
        }
    })
}

pub(crate) fn mul_constant_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, factor: &N) -> Found<N, CAP> {
    let width = result.width();
    let Some(twos) = factor.trailing_zeros() else {
        let all = result.contains(&N::zero());
        return Found::exact(if all { Set::full(width) } else { Set::empty(width) });
    };
    if twos == 0 {
        return odd_backward(result, factor);
    }
    // Only multiples of 2^twos are results, and the upper `twos` bits of the operand do not matter.
    let low = width - twos;
    let odd = factor.shifted_right(twos).low_bits(low);
    odd_backward(&exact_quotients(result, twos), &odd).then(|low_parts| unfold(low_parts, &N::power_of_two(low), width))
}

/// The multiples of 2^bits in a set, divided by 2^bits, as a set that is `bits` bits narrower.
pub(crate) fn exact_quotients<N: Number, const CAP: usize>(set: &Set<N, CAP>, bits: u32) -> Set<N, CAP> {
    let width = set.width();
    let divisor = N::power_of_two(bits);
    let multiples = Interval::new(N::zero(), N::power_of_two(width).minus(&divisor), divisor);
    let mut pieces = Pieces::<N, CAP>::new(width - bits);
    for interval in set.intervals().iter().filter_map(|interval| interval.intersect(&multiples)) {
        let [lo, hi, stride] = [interval.lo(), interval.hi(), interval.stride()].map(|n| n.shifted_right(bits));
        pieces.push(Interval::new(lo, hi, stride));
    }
    pieces.finish_disjoint().set
}

/// The values whose product with an odd constant is in `result`, computed in one of two ways. If there are few
/// results or the inverse of the constant is small, the results are multiplied by the inverse. If the constant
/// itself is small, say 3, the operands fall into 3 slices within which multiplication does not wrap, and each
/// slice is inverted by division.
fn odd_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, factor: &N) -> Found<N, CAP> {
    if factor.is_one() {
        return Found::exact(result.clone());
    }
    let modulus = N::power_of_two(result.width());
    let product = mul_constant(result, &inverse(factor, &modulus));
    if product.exact {
        return product;
    }
    let most = N::from_u64(CAP as u64);
    let opposite = modulus.minus(factor);
    if *factor <= most {
        product.better(slices(result, factor))
    } else if opposite <= most {
        product.better(neg(result).then(|negated| slices(negated, &opposite)))
    } else {
        product
    }
}

fn slices<N: Number, const CAP: usize>(result: &Set<N, CAP>, factor: &N) -> Found<N, CAP> {
    let mut pieces = Pieces::new(result.width());
    let modulus = pieces.modulus();
    let mut offset = N::zero();
    while offset < factor.times(&modulus) {
        for interval in result.intervals() {
            pieces.push_some(divided(&interval.moved_up(&offset), factor));
        }
        offset = offset.plus(&modulus);
    }
    pieces.finish()
}

/// The natural numbers whose product with `factor` is in an interval.
pub(crate) fn divided<N: Number>(interval: &Interval<N>, factor: &N) -> Option<Interval<N>> {
    let least = interval.lo().plus(factor).minus(&N::one()).quotient(factor);
    let greatest = interval.hi().quotient(factor);
    if least > greatest {
        return None;
    }
    if interval.is_range() {
        return Some(Interval::range(least, greatest));
    }
    // Solve factor * x = lo modulo the stride.
    let common = factor.gcd(interval.stride());
    let (target, rest) = interval.lo().div_rem(&common);
    if !rest.is_zero() {
        return None;
    }
    let period = interval.stride().quotient(&common);
    let class = target.remainder(&period).times(&inverse(&factor.quotient(&common), &period)).remainder(&period);
    let first = least.plus(&class.plus(&period).minus(&least.remainder(&period)).remainder(&period));
    (first <= greatest).then(|| Interval::new(first, greatest, period))
}
