//! Sums, products, quotients, square roots.

use rustc_apfloat::ieee::{Double, DoubleS, IeeeFloat, Semantics, Single, SingleS};
use rustc_apfloat::{Float as _, FloatConvert as _, Round, Status, StatusAnd};

use crate::root::sqrt_of;
use crate::{Flagged, Flags, Format, Rounding};

/// A format, with a wider format and the canonical NaN that belong to it.
pub(crate) trait Known: Semantics {
    /// The same precision with a range of exponents that no operation on two or three numbers of the format
    /// leaves.
    type Wide: Semantics;
    /// The bits of the canonical NaN.
    const NAN: u64;
}

impl Known for SingleS {
    type Wide = WideSingle;
    const NAN: u64 = 0x7fc0_0000;
}

impl Known for DoubleS {
    type Wide = WideDouble;
    const NAN: u64 = 0x7ff8_0000_0000_0000;
}

/// Single precision with exponents of 15 bits.
pub(crate) struct WideSingle;

impl Semantics for WideSingle {
    const BITS: usize = 1 + 15 + 23;
    const EXP_BITS: usize = 15;
}

/// Double precision with exponents of 15 bits.
pub(crate) struct WideDouble;

impl Semantics for WideDouble {
    const BITS: usize = 1 + 15 + 52;
    const EXP_BITS: usize = 15;
}

/// An arithmetic operation.
#[derive(Clone, Copy)]
enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    MulAdd,
}

/// `a + b`
pub fn add(format: Format, a: u64, b: u64, rounding: Rounding) -> Flagged {
    compute(format, Operation::Add, [a, b, 0], rounding)
}

/// `a - b`
pub fn sub(format: Format, a: u64, b: u64, rounding: Rounding) -> Flagged {
    compute(format, Operation::Sub, [a, b, 0], rounding)
}

/// `a * b`
pub fn mul(format: Format, a: u64, b: u64, rounding: Rounding) -> Flagged {
    compute(format, Operation::Mul, [a, b, 0], rounding)
}

/// `a / b`
pub fn div(format: Format, a: u64, b: u64, rounding: Rounding) -> Flagged {
    compute(format, Operation::Div, [a, b, 0], rounding)
}

/// `a * b + c`, rounded once.
pub fn mul_add(format: Format, a: u64, b: u64, c: u64, rounding: Rounding) -> Flagged {
    compute(format, Operation::MulAdd, [a, b, c], rounding)
}

/// The square root of `a`.
pub fn sqrt(format: Format, a: u64, rounding: Rounding) -> Flagged {
    match format {
        Format::Single => canonical(sqrt_of(Single::from_bits(a.into()), rounding.round())),
        Format::Double => canonical(sqrt_of(Double::from_bits(a.into()), rounding.round())),
    }
}

fn compute(format: Format, operation: Operation, operands: [u64; 3], rounding: Rounding) -> Flagged {
    match format {
        Format::Single => compute_in::<SingleS>(operation, operands, rounding.round()),
        Format::Double => compute_in::<DoubleS>(operation, operands, rounding.round()),
    }
}

fn compute_in<S: Known>(operation: Operation, operands: [u64; 3], round: Round) -> Flagged {
    let operands = operands.map(|bits| IeeeFloat::<S>::from_bits(bits.into()));
    let mut done = apply(operation, operands, round);
    let product_is_invalid = matches!(operation, Operation::MulAdd)
        && (operands[0].is_infinite() && operands[1].is_zero() || operands[0].is_zero() && operands[1].is_infinite());
    if product_is_invalid || operands.iter().any(|operand| operand.is_signaling()) {
        done.status |= Status::INVALID_OP;
    }
    let again = || apply(operation, operands.map(widened::<S>), round).value;
    range(&mut done, again);
    canonical(done)
}

fn apply<S: Semantics>(operation: Operation, [a, b, c]: [IeeeFloat<S>; 3], round: Round) -> StatusAnd<IeeeFloat<S>> {
    match operation {
        Operation::Add => a.add_r(b, round),
        Operation::Sub => a.sub_r(b, round),
        Operation::Mul => a.mul_r(b, round),
        Operation::Div => a.div_r(b, round),
        Operation::MulAdd => a.mul_add_r(b, c, round),
    }
}

fn widened<S: Known>(value: IeeeFloat<S>) -> IeeeFloat<S::Wide> {
    value.convert(&mut false).value
}

/// Corrects the underflow and overflow flags. A result underflows if it is inexact and, rounded to the same
/// precision with unbounded exponents, lies below all normal numbers; it overflows if, so rounded, it lies
/// above all finite numbers. LLVM's arithmetic looks at the final result instead, which may have been rounded
/// up to the least normal number or down to the greatest finite one. `wide` computes the result with a wide
/// range of exponents.
pub(crate) fn range<S: Known>(done: &mut StatusAnd<IeeeFloat<S>>, wide: impl Fn() -> IeeeFloat<S::Wide>) {
    if !done.status.contains(Status::INEXACT) || !done.value.is_finite_non_zero() {
        return;
    }
    let (least, greatest) = (IeeeFloat::<S>::smallest_normalized(), IeeeFloat::<S>::largest());
    let magnitude = done.value.abs();
    if magnitude == least {
        done.status.set(Status::UNDERFLOW, wide().cmp_abs_normal(widened(least)).is_lt());
    } else if magnitude == greatest {
        done.status.set(Status::OVERFLOW, wide().cmp_abs_normal(widened(greatest)).is_gt());
    }
}

/// The bits and flags of a result; a NaN becomes the canonical NaN.
pub(crate) fn canonical<S: Known>(done: StatusAnd<IeeeFloat<S>>) -> Flagged {
    let bits = if done.value.is_nan() { S::NAN } else { done.value.to_bits() as u64 };
    Flagged { bits, flags: Flags::of(done.status) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDINGS: [Rounding; 5] =
        [Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up, Rounding::NearestAway];

    #[test]
    fn to_the_nearest_it_is_the_hosts_arithmetic() {
        let values = [0.0, -0.0, 1.0, 1.5, -2.25, 1e-310, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, 0.1, 3.7e150];
        for a in values {
            for b in values {
                let (x, y) = (a.to_bits(), b.to_bits());
                let pairs = [
                    (add(Format::Double, x, y, Rounding::NearestEven), a + b),
                    (sub(Format::Double, x, y, Rounding::NearestEven), a - b),
                    (mul(Format::Double, x, y, Rounding::NearestEven), a * b),
                    (div(Format::Double, x, y, Rounding::NearestEven), a / b),
                    (mul_add(Format::Double, x, y, x, Rounding::NearestEven), a.mul_add(b, a)),
                    (sqrt(Format::Double, x, Rounding::NearestEven), a.sqrt()),
                ];
                for (found, expected) in pairs {
                    let expected = if expected.is_nan() { DoubleS::NAN } else { expected.to_bits() };
                    assert_eq!(found.bits, expected, "{a} and {b}");
                }
            }
        }
    }

    #[test]
    fn a_root_of_a_square_is_exact_and_others_lie_between() {
        for n in 1..2000u32 {
            let root = |bits: u64, rounding| sqrt(Format::Single, bits, rounding);
            for rounding in ROUNDINGS {
                let square = ((n * n) as f32).to_bits();
                assert_eq!(
                    root(square.into(), rounding),
                    Flagged { bits: (n as f32).to_bits().into(), flags: Flags::NONE }
                );
            }
            let other = u64::from(((n * n) as f32 + 0.25).to_bits());
            let (down, up) = (root(other, Rounding::Down), root(other, Rounding::Up));
            assert_eq!((down.bits + 1, down.flags), (up.bits, Flags::INEXACT), "{n}");
            assert!([down.bits, up.bits].contains(&root(other, Rounding::NearestEven).bits));
        }
    }

    #[test]
    fn tininess_is_found_after_rounding() {
        // The least normal number times the greatest number below one lies half a step below the least normal
        // number.
        let least = u64::from(f32::MIN_POSITIVE.to_bits());
        let below_one = u64::from(1f32.to_bits()) - 1;
        let found = mul(Format::Single, least, below_one, Rounding::NearestEven);
        assert_eq!(found.bits, least);
        assert_eq!(found.flags, Flags::INEXACT.with(Flags::UNDERFLOW));
    }

    #[test]
    fn what_is_rounded_down_to_the_greatest_number_overflows() {
        let greatest = u64::from(f32::MAX.to_bits());
        let found = add(Format::Single, greatest, greatest, Rounding::TowardZero);
        assert_eq!(found, Flagged { bits: greatest, flags: Flags::OVERFLOW.with(Flags::INEXACT) });
        let found = add(Format::Single, greatest, 1, Rounding::Down);
        assert_eq!(found, Flagged { bits: greatest, flags: Flags::INEXACT });
    }

    #[test]
    fn what_has_no_result_is_invalid() {
        let (infinity, nan) = (f64::INFINITY.to_bits(), DoubleS::NAN);
        let invalid = Flagged { bits: nan, flags: Flags::INVALID };
        assert_eq!(sub(Format::Double, infinity, infinity, Rounding::Up), invalid);
        assert_eq!(mul_add(Format::Double, infinity, 0, nan, Rounding::Up), invalid);
        assert_eq!(add(Format::Double, nan ^ 1 << 51 | 1, 0, Rounding::Up), invalid);
        assert_eq!(sqrt(Format::Double, (-1f64).to_bits(), Rounding::Up), invalid);
        assert_eq!(add(Format::Double, nan | 5, 0, Rounding::Up), Flagged { bits: nan, flags: Flags::NONE });
        let quotient = div(Format::Double, 1f64.to_bits(), 0, Rounding::Up);
        assert_eq!(quotient, Flagged { bits: infinity, flags: Flags::DIV_BY_ZERO });
    }
}
