//! Floating-point arithmetic of C programs on x86-64: all formats of LLVM there, rounded to nearest, without
//! exceptions.
//!
//! Numbers are passed as their bits in the low part of a `u128`. Where the standard leaves a choice, the
//! machine's is taken: an operation without a valid result gives the negative quiet NaN; of several NaN
//! operands the first is returned, quieted (the x87 unit returns the one with the greater significand); a
//! number that does not fit an integer becomes the least integer of the converting instruction.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{
    BFloat, BFloatS, Double, DoubleS, Half, HalfS, IeeeFloat, Quad, QuadS, Semantics, Single, SingleS,
    X87DoubleExtended, X87DoubleExtendedS,
};
use rustc_apfloat::{Float as _, FloatConvert as _, Round, Status};

use crate::Rounding;
use crate::operation::Function;
use crate::root::sqrt_of;

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// 16 bits, `_Float16`.
    Half,
    /// 16 bits with the exponent range of a `float`, `__bf16`.
    BFloat,
    /// 32 bits, `float`.
    Single,
    /// 64 bits, `double`.
    Double,
    /// 80 bits, `long double`.
    Extended,
    /// 128 bits, `__float128`.
    Quad,
}

impl Kind {
    /// Every format.
    pub const ALL: [Kind; 6] = [Kind::Half, Kind::BFloat, Kind::Single, Kind::Double, Kind::Extended, Kind::Quad];

    /// The name of the type in LLVM.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Half => "half",
            Kind::BFloat => "bfloat",
            Kind::Single => "float",
            Kind::Double => "double",
            Kind::Extended => "x86_fp80",
            Kind::Quad => "fp128",
        }
    }

    /// The format with that name in LLVM.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The number of bits.
    pub fn width(self) -> u32 {
        match self {
            Kind::Half | Kind::BFloat => 16,
            Kind::Single => 32,
            Kind::Double => 64,
            Kind::Extended => 80,
            Kind::Quad => 128,
        }
    }
}

/// An operation on numbers of one format. Operations with fewer than three operands ignore the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`.
    Rem,
    /// `a * b + c`, rounded once.
    MulAdd,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To an integer, ties to even.
    RoundEven,
    /// To an integer, ties away from zero.
    RoundAway,
    /// The lesser; if only one operand is a NaN, the other one.
    Min,
    /// The greater; if only one operand is a NaN, the other one.
    Max,
    /// The lesser, where -0 is less than 0; a NaN if any operand is one.
    Minimum,
    /// The greater, where -0 is less than 0; a NaN if any operand is one.
    Maximum,
}

/// Calls a generic function with the semantics of a format.
macro_rules! with {
    ($kind:expr, $function:ident ($($arg:expr),*)) => {
        match $kind {
            Kind::Half => $function::<HalfS>($($arg),*),
            Kind::BFloat => $function::<BFloatS>($($arg),*),
            Kind::Single => $function::<SingleS>($($arg),*),
            Kind::Double => $function::<DoubleS>($($arg),*),
            Kind::Extended => $function::<X87DoubleExtendedS>($($arg),*),
            Kind::Quad => $function::<QuadS>($($arg),*),
        }
    };
}

/// Computes an operation.
pub fn compute(kind: Kind, operation: Operation, operands: [u128; 3]) -> u128 {
    with!(kind, compute_in(operation, operands))
}

/// Compares two numbers; `None` if one of them is a NaN.
pub fn compare(kind: Kind, a: u128, b: u128) -> Option<Ordering> {
    with!(kind, compare_in(a, b))
}

/// Converts a number from one format to another.
pub fn convert(from: Kind, to: Kind, a: u128) -> u128 {
    convert_rounded(from, to, a, Rounding::NearestEven)
}

/// Converts a number from one format to another in a rounding direction.
pub(crate) fn convert_rounded(from: Kind, to: Kind, a: u128, rounding: Rounding) -> u128 {
    let round = rounding.round();
    match to {
        Kind::Half => with!(from, to_half(a, round)),
        Kind::BFloat => with!(from, to_bfloat(a, round)),
        Kind::Single => with!(from, to_single(a, round)),
        Kind::Double => with!(from, to_double(a, round)),
        Kind::Extended => with!(from, to_extended(a, round)),
        Kind::Quad => with!(from, to_quad(a, round)),
    }
}

/// Computes an operation whose operands and result have the same format, in a rounding direction.
pub(crate) fn apply(kind: Kind, function: Function, operands: [u128; 3], rounding: Rounding) -> u128 {
    with!(kind, apply_in(function, operands, rounding.round()))
}

/// The number that a text denotes: decimal, or hexadecimal with an exponent, without blanks; `None` for any
/// other text. The flag says whether the number is too large, or so small that precision is lost.
pub fn parse(kind: Kind, text: &str) -> Option<(u128, bool)> {
    with!(kind, parse_in(text))
}

/// Converts a signed integer.
pub fn from_signed(kind: Kind, value: i128) -> u128 {
    with!(kind, from_signed_in(value))
}

/// Converts an unsigned integer.
pub fn from_unsigned(kind: Kind, value: u128) -> u128 {
    with!(kind, from_unsigned_in(value))
}

/// Converts to an integer of `width` bits, rounding toward zero; `None` if it does not fit.
pub fn to_integer(kind: Kind, a: u128, width: u32, signed: bool) -> Option<u128> {
    with!(kind, to_integer_in(a, width, signed))
}

/// Converts to an integer of `width` bits, rounding toward zero. A number that does not fit becomes the least
/// or the greatest integer, a NaN becomes zero.
pub fn to_integer_saturating(kind: Kind, a: u128, width: u32, signed: bool) -> u128 {
    if let Some(integer) = to_integer(kind, a, width, signed) {
        return integer;
    }
    let all = u128::MAX >> (128 - width);
    match (compare(kind, a, 0), signed) {
        (None, _) => 0,
        (Some(Ordering::Less), false) => 0,
        (Some(Ordering::Less), true) => 1 << (width - 1),
        (Some(_), false) => all,
        (Some(_), true) => all >> 1,
    }
}

/// Converts to an integer of `width` bits as the machine's instructions do, also if the number does not fit.
pub fn to_integer_as_the_machine(kind: Kind, a: u128, width: u32, signed: bool) -> u128 {
    if let Some(integer) = to_integer(kind, a, width, signed) {
        return integer;
    }
    // Narrow integers are the low bits of wider ones, and an unsigned 32-bit integer those of a signed 64-bit
    // one.
    let wider = match (width, signed) {
        (0..=31, _) | (32, true) => 32,
        (33..=64, _) | (32, false) => 64,
        _ => 128,
    };
    let integer = to_integer(kind, a, wider, true).unwrap_or(1 << (wider - 1));
    integer & (u128::MAX >> (128 - width))
}

/// The class of a number, as a set of one bit, with LLVM's numbering. From bit 0 on: signalling NaN, quiet NaN,
/// negative infinity, negative normal, negative subnormal, negative zero, positive zero, positive subnormal,
/// positive normal, positive infinity.
pub fn class(kind: Kind, a: u128) -> u32 {
    with!(kind, class_in(a))
}

fn number<S: Semantics>(bits: u128) -> IeeeFloat<S> {
    IeeeFloat::from_bits(bits)
}

fn compute_in<S: Semantics>(operation: Operation, operands: [u128; 3]) -> u128 {
    let [a, b, c] = operands.map(number::<S>);
    let nearest = Round::NearestTiesToEven;
    let result = match operation {
        Operation::Add => a.add_r(b, nearest).value,
        Operation::Sub => a.sub_r(b, nearest).value,
        Operation::Mul => a.mul_r(b, nearest).value,
        Operation::Div => a.div_r(b, nearest).value,
        Operation::Rem => a.c_fmod(b).value,
        Operation::MulAdd => a.mul_add_r(b, c, nearest).value,
        Operation::Sqrt => sqrt_of(a, nearest).value,
        Operation::Floor => a.round_to_integral(Round::TowardNegative).value,
        Operation::Ceil => a.round_to_integral(Round::TowardPositive).value,
        Operation::Trunc => a.round_to_integral(Round::TowardZero).value,
        Operation::RoundEven => a.round_to_integral(nearest).value,
        Operation::RoundAway => a.round_to_integral(Round::NearestTiesToAway).value,
        Operation::Min => a.min(b),
        Operation::Max => a.max(b),
        Operation::Minimum => a.minimum(b),
        Operation::Maximum => a.maximum(b),
    };
    if !result.is_nan() {
        return result.to_bits();
    }
    let count = match operation {
        Operation::MulAdd => 3,
        Operation::Add | Operation::Sub | Operation::Mul | Operation::Div | Operation::Rem => 2,
        Operation::Min | Operation::Max | Operation::Minimum | Operation::Maximum => 2,
        _ => 1,
    };
    nan_of::<S>(&operands[..count])
}

fn apply_in<S: Semantics>(function: Function, operands: [u128; 3], round: Round) -> u128 {
    let [a, b, c] = operands.map(number::<S>);
    let result = match function {
        Function::Add => a.add_r(b, round).value,
        Function::Sub => a.sub_r(b, round).value,
        Function::Mul => a.mul_r(b, round).value,
        Function::Div => a.div_r(b, round).value,
        Function::Rem => a.c_fmod(b).value,
        Function::Remainder => a.ieee_rem(b).value,
        Function::MulAdd => a.mul_add_r(b, c, round).value,
        Function::Sqrt => sqrt_of(a, round).value,
        Function::Round => a.round_to_integral(round).value,
        function => unreachable!("{function:?} has operands of other kinds"),
    };
    if result.is_nan() { nan_of::<S>(&operands[..function.arity()]) } else { result.to_bits() }
}

/// The NaN that the machine makes of these operands.
fn nan_of<S: Semantics>(operands: &[u128]) -> u128 {
    let mut nans = operands.iter().copied().filter(|&bits| number::<S>(bits).is_nan());
    let quiet = 1 << (S::PRECISION - 2);
    match nans.next() {
        None => (-IeeeFloat::<S>::NAN).to_bits(),
        // The x87 format has an explicit leading bit, so the significand has 64 bits; the NaN with the greater
        // one wins.
        Some(first) if S::BITS == 80 => {
            let significand = |bits: u128| (bits | quiet) as u64;
            nans.fold(first, |a, b| if significand(b) > significand(a) { b } else { a }) | quiet
        }
        Some(first) => first | quiet,
    }
}

fn compare_in<S: Semantics>(a: u128, b: u128) -> Option<Ordering> {
    number::<S>(a).partial_cmp(&number::<S>(b))
}

fn parse_in<S: Semantics>(text: &str) -> Option<(u128, bool)> {
    let number = IeeeFloat::<S>::from_str_r(text, Round::NearestTiesToEven).ok()?;
    Some((number.value.to_bits(), number.status.intersects(Status::OVERFLOW | Status::UNDERFLOW)))
}

fn to_half<S: Semantics>(a: u128, round: Round) -> u128 {
    let to: Half = number::<S>(a).convert_r(round, &mut false).value;
    to.to_bits()
}

fn to_bfloat<S: Semantics>(a: u128, round: Round) -> u128 {
    let to: BFloat = number::<S>(a).convert_r(round, &mut false).value;
    to.to_bits()
}

fn to_single<S: Semantics>(a: u128, round: Round) -> u128 {
    let to: Single = number::<S>(a).convert_r(round, &mut false).value;
    to.to_bits()
}

fn to_double<S: Semantics>(a: u128, round: Round) -> u128 {
    let to: Double = number::<S>(a).convert_r(round, &mut false).value;
    to.to_bits()
}

fn to_extended<S: Semantics>(a: u128, round: Round) -> u128 {
    let to: X87DoubleExtended = number::<S>(a).convert_r(round, &mut false).value;
    to.to_bits()
}

fn to_quad<S: Semantics>(a: u128, round: Round) -> u128 {
    let to: Quad = number::<S>(a).convert_r(round, &mut false).value;
    to.to_bits()
}

fn from_signed_in<S: Semantics>(value: i128) -> u128 {
    IeeeFloat::<S>::from_i128(value).value.to_bits()
}

fn from_unsigned_in<S: Semantics>(value: u128) -> u128 {
    IeeeFloat::<S>::from_u128(value).value.to_bits()
}

fn to_integer_in<S: Semantics>(a: u128, width: u32, signed: bool) -> Option<u128> {
    let value = number::<S>(a).round_to_integral(Round::TowardZero).value;
    if !value.is_finite() {
        return None;
    }
    let mut exact = false;
    let magnitude = value.abs().to_u128_r(128, Round::TowardZero, &mut exact).value;
    if !exact && !value.is_zero() {
        return None;
    }
    let all = u128::MAX >> (128 - width);
    match (value.is_negative(), signed) {
        (false, false) => (magnitude <= all).then_some(magnitude),
        (false, true) => (magnitude <= all >> 1).then_some(magnitude),
        (true, false) => (magnitude == 0).then_some(0),
        (true, true) => (magnitude <= (all >> 1) + 1).then(|| magnitude.wrapping_neg() & all),
    }
}

fn class_in<S: Semantics>(a: u128) -> u32 {
    let value = number::<S>(a);
    let positive = if value.is_nan() {
        return if value.is_signaling() { 1 } else { 2 };
    } else if value.is_infinite() {
        9
    } else if value.is_zero() {
        6
    } else if value.is_denormal() {
        7
    } else {
        8
    };
    1 << if value.is_negative() { 11 - positive } else { positive }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLES: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        2.5,
        -3.5,
        1e-310,
        1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        4294967296.0,
        -9.3e18,
    ];

    #[test]
    fn on_doubles_it_is_the_hosts_arithmetic() {
        use Operation::*;
        for a in DOUBLES {
            for b in DOUBLES {
                let (x, y) = (u128::from(a.to_bits()), u128::from(b.to_bits()));
                let expected = [
                    (Add, a + b),
                    (Sub, a - b),
                    (Mul, a * b),
                    (Div, a / b),
                    (Rem, a % b),
                    (Sqrt, a.sqrt()),
                    (Floor, a.floor()),
                    (Ceil, a.ceil()),
                    (Trunc, a.trunc()),
                    (RoundAway, a.round()),
                    (RoundEven, a.round_ties_even()),
                    (MulAdd, a.mul_add(b, b)),
                ];
                for (operation, host) in expected {
                    let found = f64::from_bits(compute(Kind::Double, operation, [x, y, y]) as u64);
                    let same = found.to_bits() == host.to_bits() || found.is_nan() && host.is_nan();
                    assert!(same, "{operation:?} of {a} and {b}: {found}, not {host}");
                }
                assert_eq!(compare(Kind::Double, x, y), a.partial_cmp(&b));
            }
            let single = convert(Kind::Double, Kind::Single, a.to_bits().into()) as u32;
            assert!(single == (a as f32).to_bits() || a.is_nan());
            let integer = |width, signed| to_integer_saturating(Kind::Double, a.to_bits().into(), width, signed);
            assert_eq!(integer(32, true) as u32 as i32, a as i32);
            assert_eq!(integer(32, false) as u32, a as u32);
            assert_eq!(integer(64, true) as u64 as i64, a as i64);
            assert_eq!(integer(8, true) as u8 as i8, a as i8);
            assert_eq!(integer(128, false), a as u128);
        }
    }

    #[test]
    fn what_is_no_number_is_as_on_the_machine() {
        let invalid = compute(Kind::Double, Operation::Div, [0; 3]) as u64;
        assert_eq!(invalid, 0xfff8_0000_0000_0000);
        let signalling = 0x7ff0_0000_0000_0001;
        assert_eq!(compute(Kind::Double, Operation::Add, [signalling, 0xfff8 << 48, 0]), signalling | 1 << 51);
        assert_eq!(to_integer_as_the_machine(Kind::Double, f64::NAN.to_bits().into(), 32, true), 0x8000_0000);
        assert_eq!(to_integer_as_the_machine(Kind::Double, (-1f64).to_bits().into(), 32, false), 0xffff_ffff);
    }

    #[test]
    fn roots_of_long_doubles() {
        let of = |value: i128| from_signed(Kind::Extended, value);
        let root = |bits| compute(Kind::Extended, Operation::Sqrt, [bits, 0, 0]);
        for n in 1..500 {
            assert_eq!(root(of(n * n)), of(n));
        }
        // The square root of 2, to 64 bits.
        assert_eq!(root(of(2)), 0x3fff_b504_f333_f9de_6484);
        let quad = compute(Kind::Quad, Operation::Sqrt, [from_signed(Kind::Quad, 2), 0, 0]);
        assert_eq!(quad, 0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95);
    }

    #[test]
    fn texts_are_rounded_once() {
        for text in ["0.1", "1e23", "123456789012345678901234567890", "4.9e-324", "1e400", "-2.5e-3", ".5", "7."] {
            let expected: f64 = text.parse().expect("a number");
            let out_of_range = expected.is_infinite() || expected.is_subnormal();
            assert_eq!(parse(Kind::Double, text), Some((expected.to_bits().into(), out_of_range)), "{text}");
        }
        assert_eq!(parse(Kind::Double, "0x1.8p1").map(|(bits, _)| bits), Some(3f64.to_bits().into()));
        assert_eq!(parse(Kind::Double, "e5"), None);
    }

    #[test]
    fn classes() {
        let class = |value: f64| class(Kind::Double, value.to_bits().into());
        assert_eq!(class(f64::NAN), 2);
        assert_eq!((class(f64::NEG_INFINITY), class(-1.0), class(-1e-310), class(-0.0)), (4, 8, 16, 32));
        assert_eq!((class(0.0), class(1e-310), class(1.0), class(f64::INFINITY)), (64, 128, 256, 512));
    }
}
