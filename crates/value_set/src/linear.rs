//! Sums, differences, negation and complement.
//!
//! The sum of two progressions is one progression if the finer stride divides the coarser one and the finer
//! progression is long enough to fill the gaps (Abyaneh 2021, formula 5); where the sum wraps, the progression is
//! cut. Otherwise the sum is computed for each value of the side that has few values, or approximated by the
//! common stride if both have many.

use crate::combine::pairs;
use crate::interval::Interval;
use crate::number::Number;
use crate::outcome::Found;
use crate::pieces::{List, Pieces};
use crate::set::Set;

pub(crate) fn add<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    let (set, constant) = if left.single_value().is_some() { (right, left) } else { (left, right) };
    if let Some(constant) = constant.single_value() {
        return add_constant(set, constant);
    }
    // For a sum, a range that wraps around is a single range, which fills gaps that its two halves do not fill.
    pairs(left, right, unwrapped, add_intervals)
}

/// The values plus a constant. The number of intervals grows by at most one, where an interval is cut at 2^w.
fn add_constant<N: Number, const CAP: usize>(set: &Set<N, CAP>, constant: &N) -> Found<N, CAP> {
    if constant.is_zero() {
        return Found::exact(set.clone());
    }
    let mut pieces = Pieces::new(set.width());
    let modulus = pieces.modulus();
    for interval in set.intervals() {
        let moved = interval.moved_up(constant);
        if *moved.hi() < modulus {
            pieces.push(moved);
        } else if *moved.lo() >= modulus {
            pieces.push(moved.moved_down(&modulus));
        } else {
            pieces.push_some(moved.clip(&modulus, moved.hi()).map(|above| above.moved_down(&modulus)));
            pieces.push_some(moved.clip(&N::zero(), &modulus.minus(&N::one())));
        }
    }
    pieces.finish_disjoint()
}

/// The intervals of a set, with the two halves of a wrapping interval put together: if one interval ends at 2^w
/// and another continues it from 0, they become one interval that extends beyond 2^w.
fn unwrapped<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> List<N> {
    let mut list: List<N> = set.intervals().iter().cloned().collect();
    let modulus = N::power_of_two(set.width());
    for upper in (1..list.len()).rev() {
        let stride = list[upper].stride().clone().max(list[0].stride().clone());
        let same = |interval: &Interval<N>| interval.is_single() || *interval.stride() == stride;
        let distance = list[0].lo().plus(&modulus).minus(list[upper].hi());
        if same(&list[0]) && same(&list[upper]) && (distance == stride || distance.is_one() && stride.is_zero()) {
            list[upper] = list[upper].join(&list[0].moved_up(&modulus));
            list.remove(0);
            break;
        }
    }
    list
}

pub(crate) fn sub<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    neg(right).then(|negated| add(left, negated))
}

/// The negation. The number of intervals grows by at most one, where an interval contains 0 and other values.
pub(crate) fn neg<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> Found<N, CAP> {
    let modulus = N::power_of_two(set.width());
    let mut pieces = Pieces::<N, CAP>::new(set.width());
    for interval in set.intervals() {
        if interval.lo().is_zero() {
            pieces.push(Interval::single(N::zero()));
            pieces.push_some(interval.clip(&N::one(), &modulus).map(|rest| rest.mirrored(&modulus)));
        } else {
            pieces.push(interval.mirrored(&modulus));
        }
    }
    pieces.finish_disjoint()
}

/// The bitwise complement, which is 2^w - 1 - x.
pub(crate) fn not<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> Set<N, CAP> {
    let greatest = N::all_ones(set.width());
    let mut list: List<N> = set.intervals().iter().map(|interval| interval.mirrored(&greatest)).collect();
    list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
    Set::from_list(set.width(), list)
}

fn add_intervals<N: Number, const CAP: usize>(pieces: &mut Pieces<N, CAP>, a: &Interval<N>, b: &Interval<N>) {
    let modulus = pieces.modulus();
    // `a` is the finer progression, or the only one with more than one value.
    let (a, b) = if b.is_single() || (!a.is_single() && a.stride() <= b.stride()) { (a, b) } else { (b, a) };
    let first = a.lo().plus(b.lo());
    if b.is_single() {
        return pieces.push_progression(&modulus, &first, a.stride(), &a.steps());
    }
    let (ratio, rest) = b.stride().div_rem(a.stride());
    if rest.is_zero() && a.count() >= ratio {
        let steps = a.steps().plus(&b.steps().times(&ratio));
        return pieces.push_progression(&modulus, &first, a.stride(), &steps);
    }
    let most = N::from_u64(CAP as u64);
    let (few, many) = if a.steps() < b.steps() { (a, b) } else { (b, a) };
    if few.steps() < most {
        for value in few.iter() {
            pieces.push_progression(&modulus, &value.plus(many.lo()), many.stride(), &many.steps());
        }
        return;
    }
    let stride = a.stride().gcd(b.stride());
    let length = a.hi().minus(a.lo()).plus(&b.hi().minus(b.lo()));
    pieces.over();
    pieces.push_progression(&modulus, &first, &stride, &length.quotient(&stride));
}
