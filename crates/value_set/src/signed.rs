//! Signed division and remainder by SMT-LIB's rules: the quotient is truncated towards zero, the remainder has
//! the dividend's sign.
//!
//! Both are the unsigned operation on magnitudes, with the sign put back afterwards. This also holds for division
//! by zero and for the least number divided by -1. So each operand is split by its sign, and each combination of
//! signs is one unsigned operation, in either direction.

use crate::divide;
use crate::linear::neg;
use crate::number::Number;
use crate::op::Binary;
use crate::outcome::Found;
use crate::set::Set;

/// The magnitudes of the values of one sign.
struct Side<N: Number, const CAP: usize> {
    negative: bool,
    magnitudes: Set<N, CAP>,
}

/// The values by sign. Exact, since negating a half without zero keeps its number of intervals.
fn sides<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> impl Iterator<Item = Side<N, CAP>> {
    let (plain, negative) = set.by_sign();
    let sides = [Side { negative: false, magnitudes: plain }, Side { negative: true, magnitudes: neg(&negative).set }];
    sides.into_iter().filter(|side| !side.magnitudes.is_empty())
}

/// The set, negated if `negative`.
fn signed<N: Number, const CAP: usize>(negative: bool, set: &Set<N, CAP>) -> Found<N, CAP> {
    if negative { neg(set) } else { Found::exact(set.clone()) }
}

/// The values of one sign whose magnitude is in `magnitudes`.
fn operands<N: Number, const CAP: usize>(negative: bool, magnitudes: &Set<N, CAP>) -> Found<N, CAP> {
    let half = N::power_of_two(magnitudes.width() - 1);
    if negative {
        neg(&magnitudes.clipped(&N::one(), &half))
    } else {
        Found::exact(magnitudes.clipped(&N::zero(), &half.minus(&N::one())))
    }
}

fn united<N: Number, const CAP: usize>(width: u32, parts: impl Iterator<Item = Found<N, CAP>>) -> Found<N, CAP> {
    parts.fold(Found::exact(Set::empty(width)), Found::or)
}

pub(crate) fn sdiv<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    united(
        left.width(),
        sides(left).flat_map(|a| {
            sides(right).map(move |b| {
                divide::udiv(&a.magnitudes, &b.magnitudes).then(|quotients| signed(a.negative != b.negative, quotients))
            })
        }),
    )
}

pub(crate) fn srem<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    united(
        left.width(),
        sides(left).flat_map(|a| {
            sides(right).map(move |b| {
                divide::urem(&a.magnitudes, &b.magnitudes).then(|remainders| signed(a.negative, remainders))
            })
        }),
    )
}

/// The values of one operand, from the results and the other operand: for each combination of signs, by the
/// unsigned operation on magnitudes. `sign` gives the sign of the result from the sign of the wanted operand and
/// that of the other.
fn backward<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    other: &Set<N, CAP>,
    sign: fn(bool, bool) -> bool,
    unsigned: fn(&Set<N, CAP>, &Set<N, CAP>) -> Found<N, CAP>,
) -> Found<N, CAP> {
    united(
        result.width(),
        sides(other).flat_map(|other| {
            [false, true].map(move |negative| {
                signed(sign(negative, other.negative), result)
                    .then(|results| unsigned(results, &other.magnitudes))
                    .then(|magnitudes| operands(negative, magnitudes))
            })
        }),
    )
}

pub(crate) fn sdiv_backward_left<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    divisors: &Set<N, CAP>,
) -> Found<N, CAP> {
    backward(result, divisors, |dividend, divisor| dividend != divisor, divide::udiv_backward_left)
}

pub(crate) fn sdiv_backward_right<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    dividends: &Set<N, CAP>,
) -> Found<N, CAP> {
    backward(result, dividends, |divisor, dividend| divisor != dividend, divide::udiv_backward_right)
}

pub(crate) fn srem_backward_left<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    divisors: &Set<N, CAP>,
) -> Found<N, CAP> {
    backward(result, divisors, |dividend, _| dividend, divide::urem_backward_left)
}

pub(crate) fn srem_backward_right<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    dividends: &Set<N, CAP>,
) -> Found<N, CAP> {
    backward(result, dividends, |_, dividend| dividend, divide::urem_backward_right)
}

/// The values of a domain whose remainder by a constant is in `result`, sign by sign and window by window.
pub(crate) fn srem_windowed<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    divisor: &N,
    domain: &Set<N, CAP>,
) -> Option<Found<N, CAP>> {
    let width = result.width();
    let divisor = sides(&Set::<N, CAP>::single(width, divisor.clone())).next()?.magnitudes.least()?.clone();
    let mut found = Found::exact(Set::empty(width));
    for side in sides(domain) {
        let wanted = signed(side.negative, result);
        let magnitudes = Binary::URem.windowed(&wanted.set, &divisor, &side.magnitudes)?;
        let magnitudes = Found { exact: magnitudes.exact && wanted.exact, set: magnitudes.set };
        found = found.or(magnitudes.then(|magnitudes| operands(side.negative, magnitudes)));
    }
    Some(found)
}
