//! Turns floating-point numbers into fractions, with small denominators where possible.
//!
//! The numbers that simplex computes are fractions of small integers, up to powers of two, plus rounding errors.
//! The convergents of a number's continued fraction recover them.

use dashu_int::{IBig, UBig, ops::BitTest};

use crate::tuning::{ROUND_COMMON_BITS, ROUND_DENOMINATOR, ROUND_NEAR, ROUNDED_BITS};

/// Integers that are proportional to given numbers, up to rounding; `one` represents the number 1.
pub(crate) struct Multiples {
    pub(crate) numbers: Vec<IBig>,
    pub(crate) one: UBig,
}

/// Numbers times powers of two, written over a common denominator.
pub(crate) fn multiples(numbers: &[(f64, i32)]) -> Multiples {
    let fractions: Vec<(i64, i64)> = numbers.iter().map(|&(number, _)| fraction(number)).collect();
    // Negative powers of two become part of the common denominator.
    let down = numbers.iter().filter(|number| number.0 != 0.0).map(|number| -number.1).max().unwrap_or(0).max(0);
    let mut common = UBig::from(1u8);
    for &(_, denominator) in &fractions {
        let denominator = denominator.unsigned_abs();
        let rest = &common % denominator;
        common *= denominator / gcd(denominator, rest);
        if common.bit_len() > ROUND_COMMON_BITS {
            return rounded(numbers, down);
        }
    }
    let whole = |(&(top, bottom), &(_, power)): (&(i64, i64), &(f64, i32))| {
        let factor = IBig::from(common.clone()) / bottom;
        (factor * top) << (power + down).max(0) as usize
    };
    let numbers = fractions.iter().zip(numbers).map(whole).collect();
    Multiples { numbers, one: common << down as usize }
}

/// Like [`multiples`], with a power of two as the denominator, so numbers are rounded.
fn rounded(numbers: &[(f64, i32)], down: i32) -> Multiples {
    let whole = |&(number, power): &(f64, i32)| {
        let top = (number * 2f64.powi(ROUNDED_BITS)).round();
        let top = if top.abs() < 1e18 { top as i64 } else { 0 };
        IBig::from(top) << (power + down).max(0) as usize
    };
    Multiples { numbers: numbers.iter().map(whole).collect(), one: UBig::from(1u8) << (ROUNDED_BITS + down) as usize }
}

/// A fraction near a number: the first convergent of its continued fraction that is near enough.
fn fraction(number: f64) -> (i64, i64) {
    let (mut before, mut now) = ((1i64, 0i64), (number.floor() as i64, 1i64));
    let mut rest = number - number.floor();
    let near = ROUND_NEAR * number.abs().max(1e-3);
    while (now.0 as f64 / now.1 as f64 - number).abs() > near && rest > 1e-12 {
        let inverse = 1.0 / rest;
        let digit = inverse.floor();
        rest = inverse - digit;
        let digit = digit as i64;
        let next = |a: i64, b: i64| digit.checked_mul(a)?.checked_add(b);
        let (Some(top), Some(bottom)) = (next(now.0, before.0), next(now.1, before.1)) else { break };
        if bottom > ROUND_DENOMINATOR {
            // Not a small fraction: use the number itself, rounded to the greatest denominator.
            let top = (number * ROUND_DENOMINATOR as f64).round();
            return if top.abs() < 1e18 { (top as i64, ROUND_DENOMINATOR) } else { now };
        }
        (before, now) = (now, (top, bottom));
    }
    now
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
