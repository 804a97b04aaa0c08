//! Conversions between the formats, and to and from integers.

use rustc_apfloat::ieee::{Double, DoubleS, IeeeFloat, Single, SingleS};
use rustc_apfloat::{Float as _, FloatConvert as _, Status};

use crate::arithmetic::{Known, WideSingle, canonical, range};
use crate::{Flagged, Flags, Format, Integer, Rounding};

/// Converts a single to a double, which is exact.
pub fn to_double(a: u64) -> Flagged {
    let value = Single::from_bits(a.into());
    let mut done = value.convert(&mut false);
    done.status = if value.is_signaling() { Status::INVALID_OP } else { Status::OK };
    canonical::<DoubleS>(done)
}

/// Converts a double to a single.
pub fn to_single(a: u64, rounding: Rounding) -> Flagged {
    let value = Double::from_bits(a.into());
    let mut done = value.convert_r(rounding.round(), &mut false);
    if value.is_nan() {
        done.status = if value.is_signaling() { Status::INVALID_OP } else { Status::OK };
    }
    range::<SingleS>(&mut done, || -> IeeeFloat<WideSingle> { value.convert_r(rounding.round(), &mut false).value });
    canonical::<SingleS>(done)
}

/// Converts an integer, given by the low bits of `word`, to a floating-point number.
pub fn from_integer(format: Format, from: Integer, word: u64, rounding: Rounding) -> Flagged {
    let value = match from {
        Integer { width: 32, signed: true } => i128::from(word as i32),
        Integer { width: 32, signed: false } => i128::from(word as u32),
        Integer { signed: true, .. } => i128::from(word as i64),
        Integer { signed: false, .. } => i128::from(word),
    };
    match format {
        Format::Single => canonical::<SingleS>(Single::from_i128_r(value, rounding.round())),
        Format::Double => canonical::<DoubleS>(Double::from_i128_r(value, rounding.round())),
    }
}

/// Converts a floating-point number to an integer, sign-extended to 64 bits even if it is unsigned. A number
/// that does not fit becomes the least or the greatest integer and a NaN the greatest; both raise `INVALID`.
pub fn to_integer(format: Format, to: Integer, a: u64, rounding: Rounding) -> Flagged {
    match format {
        Format::Single => to_integer_from::<SingleS>(to, a, rounding),
        Format::Double => to_integer_from::<DoubleS>(to, a, rounding),
    }
}

fn to_integer_from<S: Known>(to: Integer, a: u64, rounding: Rounding) -> Flagged {
    let value = IeeeFloat::<S>::from_bits(a.into());
    let (least, greatest) = match to.signed {
        true => (-1i128 << (to.width - 1), (1i128 << (to.width - 1)) - 1),
        false => (0, (1i128 << to.width) - 1),
    };
    let invalid = |integer: i128| (integer, Flags::INVALID);
    let (integer, flags) = if value.is_nan() {
        invalid(greatest)
    } else {
        // A width greater than that of any integer that fits, so that this call only rounds.
        let done = value.to_i128_r(100, rounding.round(), &mut false);
        match done.value {
            integer if integer < least => invalid(least),
            integer if integer > greatest => invalid(greatest),
            integer => (integer, Flags::of(done.status)),
        }
    };
    let word = if to.width == 32 { integer as i32 as u64 } else { integer as u64 };
    Flagged { bits: word, flags }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: Integer = Integer { width: 32, signed: true };
    const UNSIGNED_WORD: Integer = Integer { width: 32, signed: false };
    const UNSIGNED: Integer = Integer { width: 64, signed: false };

    #[test]
    fn integers_that_do_not_fit_become_the_nearest() {
        let convert = |to, value: f64| to_integer(Format::Double, to, value.to_bits(), Rounding::TowardZero);
        let outcome = |word: i64, flags| Flagged { bits: word as u64, flags };
        assert_eq!(convert(WORD, 1e10), outcome(i32::MAX.into(), Flags::INVALID));
        assert_eq!(convert(WORD, -1e300), outcome(i32::MIN.into(), Flags::INVALID));
        assert_eq!(convert(WORD, f64::NAN), outcome(i32::MAX.into(), Flags::INVALID));
        assert_eq!(convert(WORD, -7.9), outcome(-7, Flags::INEXACT));
        assert_eq!(convert(UNSIGNED_WORD, 4294967295.0), outcome(-1, Flags::NONE));
        assert_eq!(convert(UNSIGNED_WORD, -0.9), outcome(0, Flags::INEXACT));
        assert_eq!(convert(UNSIGNED, -1.0), outcome(0, Flags::INVALID));
        assert_eq!(convert(UNSIGNED, f64::INFINITY), outcome(-1, Flags::INVALID));
    }

    #[test]
    fn between_formats() {
        assert_eq!(to_double(1.5f32.to_bits().into()).bits, 1.5f64.to_bits());
        assert_eq!(to_single(1e300f64.to_bits(), Rounding::TowardZero).bits, u64::from(f32::MAX.to_bits()));
        let tiny = to_single(1e-320f64.to_bits(), Rounding::Up);
        assert_eq!(tiny, Flagged { bits: 1, flags: Flags::UNDERFLOW.with(Flags::INEXACT) });
        assert_eq!(from_integer(Format::Single, UNSIGNED, u64::MAX, Rounding::NearestEven).bits, 0x5f80_0000);
    }
}
