//! Comparisons, minimum and maximum, and the class of a number.

use rustc_apfloat::ieee::{DoubleS, IeeeFloat, SingleS};
use rustc_apfloat::{Category, Float as _};

use crate::arithmetic::Known;
use crate::{Flagged, Flags, Format};

/// Whether two numbers are equal; a NaN equals nothing. Only signalling NaNs raise `INVALID`.
pub fn equal(format: Format, a: u64, b: u64) -> Flagged {
    match format {
        Format::Single => quiet::<SingleS>(a, b),
        Format::Double => quiet::<DoubleS>(a, b),
    }
}

/// Whether `a` is less than `b`. Any NaN raises `INVALID`.
pub fn less(format: Format, a: u64, b: u64) -> Flagged {
    ordered(format, a, b, false)
}

/// Whether `a` is less than or equal to `b`. Any NaN raises `INVALID`.
pub fn less_or_equal(format: Format, a: u64, b: u64) -> Flagged {
    ordered(format, a, b, true)
}

/// The lesser of two numbers. If only one operand is a NaN, the result is the other; of two zeros, the negative
/// one is the lesser.
pub fn min(format: Format, a: u64, b: u64) -> Flagged {
    match format {
        Format::Single => extreme::<SingleS>(a, b, true),
        Format::Double => extreme::<DoubleS>(a, b, true),
    }
}

/// The greater of two numbers. If only one operand is a NaN, the result is the other; of two zeros, the
/// positive one is the greater.
pub fn max(format: Format, a: u64, b: u64) -> Flagged {
    match format {
        Format::Single => extreme::<SingleS>(a, b, false),
        Format::Double => extreme::<DoubleS>(a, b, false),
    }
}

/// The class of a number, as a set of one bit. From bit 0 on: negative infinity, negative normal, negative
/// subnormal, negative zero, positive zero, positive subnormal, positive normal, positive infinity, signalling
/// NaN, quiet NaN.
pub fn class(format: Format, a: u64) -> u64 {
    match format {
        Format::Single => class_in::<SingleS>(a),
        Format::Double => class_in::<DoubleS>(a),
    }
}

fn pair<S: Known>(a: u64, b: u64) -> (IeeeFloat<S>, IeeeFloat<S>, Flags) {
    let (a, b) = (IeeeFloat::<S>::from_bits(a.into()), IeeeFloat::<S>::from_bits(b.into()));
    let flags = if a.is_signaling() || b.is_signaling() { Flags::INVALID } else { Flags::NONE };
    (a, b, flags)
}

fn quiet<S: Known>(a: u64, b: u64) -> Flagged {
    let (a, b, flags) = pair::<S>(a, b);
    Flagged { bits: u64::from(a == b), flags }
}

fn ordered(format: Format, a: u64, b: u64, or_equal: bool) -> Flagged {
    fn ordered_in<S: Known>(a: u64, b: u64, or_equal: bool) -> Flagged {
        let (a, b, _) = pair::<S>(a, b);
        match a.partial_cmp(&b) {
            Some(order) => Flagged { bits: u64::from(order.is_lt() || or_equal && order.is_eq()), flags: Flags::NONE },
            None => Flagged { bits: 0, flags: Flags::INVALID },
        }
    }
    match format {
        Format::Single => ordered_in::<SingleS>(a, b, or_equal),
        Format::Double => ordered_in::<DoubleS>(a, b, or_equal),
    }
}

fn extreme<S: Known>(a: u64, b: u64, least: bool) -> Flagged {
    let (x, y, flags) = pair::<S>(a, b);
    let bits = match (x.is_nan(), y.is_nan()) {
        (true, true) => S::NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            let first = if x.is_zero() && y.is_zero() { x.is_negative() } else { x < y };
            if first == least { a } else { b }
        }
    };
    Flagged { bits, flags }
}

fn class_in<S: Known>(a: u64) -> u64 {
    let value = IeeeFloat::<S>::from_bits(a.into());
    let positive = match value.category() {
        Category::NaN if value.is_signaling() => return 1 << 8,
        Category::NaN => return 1 << 9,
        Category::Infinity => 7,
        Category::Zero => 4,
        Category::Normal if value.is_denormal() => 5,
        Category::Normal => 6,
    };
    1 << if value.is_negative() { 7 - positive } else { positive }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_doubles() {
        let all = [
            f64::NEG_INFINITY.to_bits(),
            (-1f64).to_bits(),
            1 << 63 | 1,
            1 << 63,
            0,
            1,
            1f64.to_bits(),
            f64::INFINITY.to_bits(),
            f64::INFINITY.to_bits() | 1,
            DoubleS::NAN,
        ];
        for (number, bits) in all.into_iter().enumerate() {
            assert_eq!(class(Format::Double, bits), 1 << number, "{bits:#x}");
        }
    }

    #[test]
    fn of_equals_and_of_zeros_one_is_chosen() {
        let negative_zero = 1 << 63;
        for (a, b) in [(0, negative_zero), (negative_zero, 0)] {
            assert_eq!(min(Format::Double, a, b).bits, negative_zero);
            assert_eq!(max(Format::Double, a, b).bits, 0);
            assert_eq!((equal(Format::Double, a, b).bits, less(Format::Double, a, b).bits), (1, 0));
        }
        let one = 1f64.to_bits();
        assert_eq!((min(Format::Double, one, DoubleS::NAN).bits, max(Format::Double, one, one).bits), (one, one));
    }
}
