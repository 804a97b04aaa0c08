//! Unsigned division and remainder by SMT-LIB's rules: x / 0 is all ones, x mod 0 is x.
//!
//! The quotients of a progression by a constant are a range if its stride is at most the divisor (each step adds
//! 0 or 1). Otherwise they are several progressions, as many as it takes until the stride is a multiple of the
//! divisor. The remainders are the progression modulo the divisor, which covers a whole residue class once it is
//! as long as lcm(stride, divisor) (Abyaneh 2021, formula 8).

use crate::combine::{each_value, pairwise};
use crate::interval::Interval;
use crate::number::Number;
use crate::outcome::Found;
use crate::pieces::{List, Pieces};
use crate::resize::unfold;
use crate::set::Set;
use crate::tuning::COMBINE_PAIRS;

pub(crate) fn udiv<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    each_value(left, right, udiv_constant).unwrap_or_else(|| {
        let all_ones = N::all_ones(left.width());
        pairwise(left, right, |pieces, a, b| {
            let (zero, divisors) = zero_and_rest(b, &all_ones);
            if zero {
                pieces.push(Interval::single(all_ones.clone()));
            }
            if let Some(b) = divisors {
                pieces.over();
                pieces.push(Interval::range(a.lo().quotient(b.hi()), a.hi().quotient(b.lo())));
            }
        })
    })
}

pub(crate) fn urem<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    each_value(left, right, urem_constant).unwrap_or_else(|| {
        let all_ones = N::all_ones(left.width());
        pairwise(left, right, |pieces, a, b| {
            let (zero, divisors) = zero_and_rest(b, &all_ones);
            let fits = divisors.as_ref().is_some_and(|b| a.hi() < b.lo());
            if zero || fits {
                pieces.push(a.clone());
            }
            if let Some(b) = divisors
                && !fits
            {
                pieces.over();
                pieces.push(Interval::range(N::zero(), a.hi().min(&b.hi().minus(&N::one())).clone()));
            }
        })
    })
}

/// Whether zero is among the divisors, and the divisors other than zero.
fn zero_and_rest<N: Number>(divisors: &Interval<N>, greatest: &N) -> (bool, Option<Interval<N>>) {
    (divisors.lo().is_zero(), divisors.clip(&N::one(), greatest))
}

pub(crate) fn udiv_constant<N: Number, const CAP: usize>(set: &Set<N, CAP>, divisor: &N) -> Found<N, CAP> {
    if divisor.is_one() || set.is_empty() {
        return Found::exact(set.clone());
    }
    if divisor.is_zero() {
        return Found::exact(Set::single(set.width(), N::all_ones(set.width())));
    }
    let mut pieces = Pieces::new(set.width());
    for interval in set.intervals() {
        quotients(&mut pieces, interval, divisor);
    }
    pieces.finish()
}

fn quotients<N: Number, const CAP: usize>(pieces: &mut Pieces<N, CAP>, interval: &Interval<N>, divisor: &N) {
    let (first, last) = (interval.lo().quotient(divisor), interval.hi().quotient(divisor));
    let stride = interval.stride();
    if stride <= divisor {
        return pieces.push(Interval::range(first, last));
    }
    let phases = divisor.quotient(&stride.gcd(divisor));
    let most = N::from_u64(CAP as u64);
    if phases.is_one() {
        pieces.push(Interval::new(first, last, stride.quotient(divisor)));
    } else if interval.steps() < most {
        for value in interval.iter() {
            pieces.push(Interval::single(value.quotient(divisor)));
        }
    } else if phases <= most {
        let step = stride.times(&phases);
        for value in interval.iter().take_while(|value| *value < interval.lo().plus(&step)) {
            let phase = Interval::new(value, interval.hi().clone(), step.clone());
            let [first, last] = [phase.lo(), phase.hi()].map(|value| value.quotient(divisor));
            pieces.push(Interval::new(first, last, step.quotient(divisor)));
        }
    } else {
        pieces.over();
        pieces.push(Interval::range(first, last));
    }
}

pub(crate) fn urem_constant<N: Number, const CAP: usize>(set: &Set<N, CAP>, divisor: &N) -> Found<N, CAP> {
    if divisor.is_zero() || set.greatest().is_none_or(|greatest| greatest < divisor) {
        return Found::exact(set.clone());
    }
    let mut pieces = Pieces::new(set.width());
    for interval in set.intervals() {
        pieces.push_progression(divisor, interval.lo(), interval.stride(), &interval.steps());
    }
    pieces.finish()
}

/// The dividends that give a quotient in `result` with some divisor in `divisors`.
pub(crate) fn udiv_backward_left<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    divisors: &Set<N, CAP>,
) -> Found<N, CAP> {
    each_value(result, divisors, udiv_constant_backward).unwrap_or_else(|| {
        let greatest = N::all_ones(result.width());
        if divisors.contains(&N::zero()) && result.contains(&greatest) {
            return Found::exact(Set::full(result.width()));
        }
        pairwise(result, divisors, |pieces, quotient, divisor| {
            let Some(divisor) = divisor.clip(&N::one(), &greatest) else { return };
            let least = quotient.lo().times(divisor.lo());
            let last = quotient.hi().times(divisor.hi()).plus(divisor.hi()).minus(&N::one());
            if least <= greatest {
                pieces.over();
                pieces.push(Interval::range(least, last.min(greatest.clone())));
            }
        })
    })
}

/// The dividends whose quotient by `divisor` is in `result`. Each quotient has `divisor` adjacent dividends: a
/// range gives a range, a progression gives either one range for each of its values or `divisor` progressions.
pub(crate) fn udiv_constant_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, divisor: &N) -> Found<N, CAP> {
    let width = result.width();
    let greatest = N::all_ones(width);
    if divisor.is_zero() {
        let all = result.contains(&greatest);
        return Found::exact(if all { Set::full(width) } else { Set::empty(width) });
    }
    let most = N::from_u64(CAP as u64);
    let mut pieces = Pieces::new(width);
    let block_end = |quotient: &N| quotient.times(divisor).plus(divisor).minus(&N::one()).min(greatest.clone());
    let reachable = greatest.quotient(divisor);
    for interval in result.intervals().iter().filter_map(|interval| interval.clip(&N::zero(), &reachable)) {
        let (first, last) = (interval.lo().times(divisor), block_end(interval.hi()));
        if interval.is_range() {
            pieces.push(Interval::range(first, last));
        } else if interval.steps() < most && interval.count() <= *divisor {
            for quotient in interval.iter() {
                pieces.push(Interval::range(quotient.times(divisor), block_end(&quotient)));
            }
        } else if *divisor <= most {
            let stride = interval.stride().times(divisor);
            let end = first.plus(divisor);
            let mut start = first;
            while start < end {
                pieces.push(Interval::new(start.clone(), last.clone(), stride.clone()));
                start = start.plus(&N::one());
            }
        } else {
            pieces.over();
            pieces.push(Interval::range(first, last));
        }
    }
    pieces.finish()
}

/// The divisors that give a quotient in `result` with some dividend in `dividends`.
///
/// For a range of results [q, q'], a range of dividends [a, a'] and a divisor x other than zero, some dividend
/// has a quotient in [q, q'] exactly if q * x <= a' and (q' + 1) * x > a.
pub(crate) fn udiv_backward_right<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    dividends: &Set<N, CAP>,
) -> Found<N, CAP> {
    let width = result.width();
    let greatest = N::all_ones(width);
    let mut found = pairwise(&as_ranges(result), &as_ranges(dividends), |pieces, quotient, dividend| {
        let least = dividend.lo().quotient(&quotient.hi().plus(&N::one())).plus(&N::one());
        let most = if quotient.lo().is_zero() { greatest.clone() } else { dividend.hi().quotient(quotient.lo()) };
        if !quotient.is_range() || !dividend.is_range() {
            pieces.over();
        }
        if least <= most {
            pieces.push(Interval::range(least, most));
        }
    });
    if result.contains(&greatest) && !dividends.is_empty() {
        found = found.or(Found::exact(Set::single(width, N::zero())));
    }
    found
}

/// The set with its short progressions split into single values. The caller treats the remaining progressions as
/// the ranges that they span. The list may be longer than the cap, so the result is for temporary use only.
fn as_ranges<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> Set<N, CAP> {
    let mut budget = COMBINE_PAIRS * CAP;
    let mut list = List::new();
    for interval in set.intervals() {
        match interval.count().to_u64() {
            Some(count) if !interval.is_range() && count <= budget as u64 => {
                budget -= count as usize;
                list.extend(interval.iter().map(Interval::single));
            }
            _ => list.push(interval.clone()),
        }
    }
    list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
    Set::from_list(set.width(), list)
}

/// The dividends that give a remainder in `result` with some divisor in `divisors`.
pub(crate) fn urem_backward_left<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    divisors: &Set<N, CAP>,
) -> Found<N, CAP> {
    each_value(result, divisors, urem_constant_backward).unwrap_or_else(|| {
        // A remainder is never greater than its dividend.
        let width = result.width();
        match result.least() {
            Some(least) => Found::over(Set::range(width, least.clone(), N::all_ones(width))),
            None => Found::exact(Set::empty(width)),
        }
    })
}

pub(crate) fn urem_constant_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, divisor: &N) -> Found<N, CAP> {
    if divisor.is_zero() {
        return Found::exact(result.clone());
    }
    unfold(&result.clipped(&N::zero(), &divisor.minus(&N::one())), divisor, result.width())
}

/// Bounds of the divisors that give a remainder in `result` with some dividend in `dividends`.
///
/// A remainder r is less than the divisor x, unless x is zero and r is the dividend a. If r is not a itself, x
/// divides a - r.
pub(crate) fn urem_backward_right<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    dividends: &Set<N, CAP>,
) -> Found<N, CAP> {
    let width = result.width();
    let (Some(least), Some(dividend)) = (result.least(), dividends.greatest()) else {
        return Found::exact(Set::empty(width));
    };
    let greatest = N::all_ones(width);
    let unchanged = dividends.meets(result);
    let mut pieces = Pieces::new(width);
    pieces.over();
    if unchanged {
        pieces.push(Interval::single(N::zero()));
    } else if dividend <= least {
        return Found::exact(Set::empty(width));
    }
    let last = if unchanged { greatest } else { dividend.minus(least) };
    if *least < last {
        pieces.push(Interval::range(least.plus(&N::one()), last));
    }
    pieces.finish()
}
