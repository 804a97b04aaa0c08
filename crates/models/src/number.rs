//! Floating-point numbers as text, exactly as glibc prints them.
//!
//! A binary fraction has a finite decimal expansion: m·2^-k = m·5^k / 10^k. So every digit is computed exactly
//! with plain big-number arithmetic, and the exact digits are rounded to nearest with ties to even. A `double`
//! has at most about 1,100 digits and a `long double` about 16,500, which takes microseconds; nothing more
//! elaborate is needed.

use crate::format::Specifier;
use crate::format::render::{Spec, pad, sign};

/// A floating-point number, decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Float {
    negative: bool,
    class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Infinity,
    Nan,
    /// `mantissa` · 2^`exponent`; `hex` has the digits in hexadecimal.
    Finite {
        mantissa: u64,
        exponent: i32,
        hex: Hex,
    },
}

/// The digits of `%a`: one before the point, then those of `fraction` (left-justified in 64 bits), times 2^`exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hex {
    leading: u8,
    fraction: u64,
    exponent: i32,
}

impl Float {
    /// From the bits of a `double`.
    pub(crate) fn from_double(bits: u64) -> Float {
        const FRACTION_BITS: u32 = 52;
        let negative = bits >> 63 == 1;
        let fraction = bits & bv::mask(FRACTION_BITS);
        let biased = (bits >> FRACTION_BITS & 0x7ff) as i32;
        let class = match biased {
            0x7ff if fraction == 0 => Class::Infinity,
            0x7ff => Class::Nan,
            _ => {
                let leading = u8::from(biased > 0);
                let power = biased.max(1) - 1023;
                let zero = biased == 0 && fraction == 0;
                Class::Finite {
                    mantissa: u64::from(leading) << FRACTION_BITS | fraction,
                    exponent: power - FRACTION_BITS as i32,
                    hex: Hex { leading, fraction: fraction << 12, exponent: if zero { 0 } else { power } },
                }
            }
        };
        Float { negative, class }
    }

    /// From the 80 bits of an x86 `long double`.
    pub(crate) fn from_long_double(bits: u128) -> Float {
        let negative = bits >> 79 & 1 == 1;
        let mantissa = bits as u64;
        let biased = (bits >> 64 & 0x7fff) as i32;
        let class = match biased {
            0x7fff if mantissa << 1 == 0 => Class::Infinity,
            0x7fff => Class::Nan,
            _ => {
                let power = biased.max(1) - 16383;
                // The first digit shows four bits: the explicit leading one and three more.
                let exponent = if mantissa == 0 { 0 } else { power - 3 };
                let hex = Hex { leading: (mantissa >> 60) as u8, fraction: mantissa << 4, exponent };
                Class::Finite { mantissa, exponent: power - 63, hex }
            }
        };
        Float { negative, class }
    }
}

/// The text of a floating-point number; `None` if the conversion is not for floating point.
pub(crate) fn render_float(spec: &Spec, float: Float) -> Option<Vec<u8>> {
    let start = sign(spec.flags, float.negative);
    let upper = match spec.specifier {
        Specifier::Fixed { upper }
        | Specifier::Exponent { upper }
        | Specifier::General { upper }
        | Specifier::HexFloat { upper } => upper,
        _ => return None,
    };
    let in_case = |text: String| if upper { text.to_ascii_uppercase() } else { text };
    let (mantissa, exponent, hex) = match float.class {
        Class::Infinity => return Some(pad(spec, start, in_case("inf".to_string()).as_bytes(), false)),
        Class::Nan => return Some(pad(spec, start, in_case("nan".to_string()).as_bytes(), false)),
        Class::Finite { mantissa, exponent, hex } => (mantissa, exponent, hex),
    };
    let point = spec.flags.alternate;
    let precision = spec.precision.unwrap_or(6);
    let decimal = || Decimal::new(mantissa, exponent);
    let (prefix, body): (&[u8], String) = match spec.specifier {
        Specifier::HexFloat { .. } => (if upper { b"0X" } else { b"0x" }, hexadecimal(hex, spec.precision, point)),
        Specifier::Fixed { .. } => (b"", fixed(&decimal(), precision, point)),
        Specifier::Exponent { .. } => (b"", scientific(&decimal(), precision, point)),
        _ => (b"", general(&decimal(), precision.max(1), point)),
    };
    Some(pad(spec, &[start, prefix].concat(), in_case(body).as_bytes(), spec.flags.zero))
}

/// An exact, nonnegative decimal number: 0.d₁d₂d₃… · 10^`point`. Zero has no digits; otherwise d₁ is not 0.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// `mantissa` · 2^`exponent`.
    fn new(mantissa: u64, exponent: i32) -> Decimal {
        if mantissa == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let mut number = Big::new(mantissa);
        let (base, shift) = if exponent >= 0 { (2, 0) } else { (5, i64::from(-exponent)) };
        number.multiply_by_power(base, exponent.unsigned_abs());
        let digits = number.digits();
        Decimal { point: digits.len() as i64 - shift, digits }
    }

    /// The number rounded to `count` digits, to nearest with ties to even; a carry moves the point.
    fn rounded(&self, count: i64) -> Decimal {
        let Ok(count) = usize::try_from(count) else {
            return Decimal { digits: Vec::new(), point: 0 };
        };
        let Some((&next, rest)) = self.digits.get(count..).and_then(<[u8]>::split_first) else {
            return self.clone();
        };
        let mut digits = self.digits[..count].to_vec();
        let odd = digits.last().is_some_and(|digit| digit % 2 == 1);
        let tie = next == 5 && rest.iter().all(|&digit| digit == 0);
        let up = if tie { odd } else { next >= 5 };
        let mut point = self.point;
        if up {
            match digits.iter().rposition(|&digit| digit != 9) {
                Some(index) => {
                    digits[index] += 1;
                    digits[index + 1..].fill(0);
                }
                None => {
                    digits.fill(0);
                    digits.insert(0, 1);
                    digits.truncate(count.max(1));
                    point += 1;
                }
            }
        }
        Decimal { digits, point }
    }

    /// The digit at the position worth 10^`place`.
    fn digit(&self, place: i64) -> char {
        let index = usize::try_from(self.point - 1 - place).ok();
        char::from(b'0' + index.and_then(|index| self.digits.get(index)).copied().unwrap_or(0))
    }

    /// The exponent of the first digit; 0 for zero.
    fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }
}

/// `%f`: `precision` digits after the point.
fn fixed(number: &Decimal, precision: usize, point: bool) -> String {
    let rounded = number.rounded(number.point + precision as i64);
    let whole = (0..rounded.point.max(1)).rev().map(|place| rounded.digit(place));
    with_fraction(whole.collect(), (1..=precision as i64).map(|place| rounded.digit(-place)).collect(), point)
}

/// `%e`: one digit, `precision` digits after the point, and the exponent.
fn scientific(number: &Decimal, precision: usize, point: bool) -> String {
    let rounded = number.rounded(precision as i64 + 1);
    let exponent = rounded.exponent();
    let fraction = (1..=precision as i64).map(|place| rounded.digit(exponent - place)).collect();
    let sign = if exponent < 0 { '-' } else { '+' };
    let text = with_fraction(rounded.digit(exponent).to_string(), fraction, point);
    format!("{text}e{sign}{:02}", exponent.abs())
}

/// `%g`: `precision` significant digits in the form of `%f` or `%e`; trailing zeros are dropped unless `point` is set.
fn general(number: &Decimal, precision: usize, point: bool) -> String {
    let exponent = number.rounded(precision as i64).exponent();
    let is_fixed = exponent >= -4 && exponent < precision as i64;
    let text = if is_fixed {
        fixed(number, (precision as i64 - 1 - exponent) as usize, point)
    } else {
        scientific(number, precision - 1, point)
    };
    if point || !text.contains('.') {
        return text;
    }
    let (digits, tail) = text.split_at(text.find('e').unwrap_or(text.len()));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits}{tail}")
}

/// `%a` without its prefix: as many digits as needed, or `precision` of them.
fn hexadecimal(hex: Hex, precision: Option<usize>, point: bool) -> String {
    let all = format!("{:016x}", hex.fraction);
    let (mut leading, mut exponent) = (u64::from(hex.leading), hex.exponent);
    let fraction = match precision {
        None => all.trim_end_matches('0').to_string(),
        Some(count) if count >= all.len() => format!("{all:0<count$}"),
        Some(count) => {
            // The leading digit and the kept digits as one number, rounded to nearest with ties to even.
            let dropped = 64 - 4 * count as u32;
            let number = u128::from(leading) << 64 | u128::from(hex.fraction);
            let (mut kept, rest) = (number >> dropped, number & ((1 << dropped) - 1));
            let half = 1u128 << (dropped - 1);
            if rest > half || rest == half && kept & 1 == 1 {
                kept += 1;
            }
            leading = (kept >> (4 * count)) as u64;
            if leading > 15 {
                leading = 1;
                exponent += 4;
            }
            if count == 0 { String::new() } else { format!("{:0count$x}", kept & ((1 << (4 * count)) - 1)) }
        }
    };
    let text = with_fraction(format!("{leading:x}"), fraction, point);
    format!("{text}p{exponent:+}")
}

fn with_fraction(whole: String, fraction: String, point: bool) -> String {
    if fraction.is_empty() && !point { whole } else { format!("{whole}.{fraction}") }
}

/// A natural number in base 10^9, the lowest limb first.
struct Big {
    limbs: Vec<u32>,
}

impl Big {
    const BASE: u64 = 1_000_000_000;

    fn new(mut value: u64) -> Big {
        let mut limbs = Vec::new();
        while value > 0 {
            limbs.push((value % Big::BASE) as u32);
            value /= Big::BASE;
        }
        Big { limbs }
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = (product % Big::BASE) as u32;
            carry = product / Big::BASE;
        }
        if carry > 0 {
            self.limbs.push(carry as u32);
        }
    }

    /// Multiplies by `base`^`exponent`, with as many factors at a time as fit in a limb.
    fn multiply_by_power(&mut self, base: u32, mut exponent: u32) {
        let at_once = if base == 2 { 29 } else { 12 };
        while exponent > 0 {
            let step = exponent.min(at_once);
            self.multiply(base.pow(step));
            exponent -= step;
        }
    }

    /// The decimal digits, the highest first, without leading zeros.
    fn digits(&self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.limbs.len() * 9);
        for &limb in self.limbs.iter().rev() {
            digits.extend(format!("{limb:09}").bytes().map(|digit| digit - b'0'));
        }
        let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.split_off(zeros)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::Random;

    fn decimal(value: f64) -> Decimal {
        match Float::from_double(value.to_bits()).class {
            Class::Finite { mantissa, exponent, .. } => Decimal::new(mantissa, exponent),
            class => panic!("{class:?}"),
        }
    }

    #[test]
    fn expansions_are_exact() {
        assert_eq!(decimal(0.5).rounded(3), Decimal { digits: vec![5, 0, 0], point: 0 });
        assert_eq!(decimal(1024.0).rounded(4), Decimal { digits: vec![1, 0, 2, 4], point: 4 });
        assert_eq!(decimal(f64::from_bits(1)).digits.len(), 751);
        assert_eq!(decimal(f64::from_bits(1)).exponent(), -324);
    }

    #[test]
    fn ties_go_to_even() {
        assert_eq!(fixed(&decimal(0.5), 0, false), "0");
        assert_eq!(fixed(&decimal(1.5), 0, false), "2");
        assert_eq!(fixed(&decimal(2.5), 0, true), "2.");
        assert_eq!(fixed(&decimal(0.125), 2, false), "0.12");
        assert_eq!(fixed(&decimal(9.96), 1, false), "10.0");
        assert_eq!(fixed(&decimal(0.06), 1, false), "0.1");
        assert_eq!(fixed(&decimal(0.6), 0, false), "1");
        assert_eq!(fixed(&decimal(0.004), 1, false), "0.0");
    }

    #[test]
    fn standard_library_agrees() {
        // Rust prints exact digits too, with ties to even.
        let mut random = Random::new(1);
        for round in 0..4000 {
            let value = f64::from_bits(random.bits() & !(1 << 63));
            if value.is_finite() {
                let precision = round % 30;
                assert_eq!(fixed(&decimal(value), precision, false), format!("{value:.precision$}"));
            }
        }
    }
}
