//! What the functions of `<math.h>` note in `errno`, as glibc does it: `EDOM` where a function is not defined, `ERANGE` where it
//! has no limit, where its result is too large, and for some of them where it is so small that it becomes zero.

use float::x86::{self, Kind};

use crate::errors::{EDOM, ERANGE};

/// Those of one number, then those of two.
const ONE: [&str; 17] = [
    "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "expm1", "log", "log2",
    "log10", "log1p",
];
const TWO: [&str; 4] = ["pow", "atan2", "hypot", "fmod"];

/// The error of a function, by its arguments and its result, if there is one.
pub(super) fn error(name: &str, operands: [u128; 3], result: u128) -> Option<u64> {
    let (base, kind) = split(name)?;
    let number = |bits: u128| f64::from_bits(x86::convert(kind, Kind::Double, bits) as u64);
    let (x, y) = (number(operands[0]), if TWO.contains(&base) { number(operands[1]) } else { 0.0 });
    let result = number(result);
    if result.is_nan() {
        return (!x.is_nan() && !y.is_nan()).then_some(EDOM);
    }
    let vanishes = match base {
        "exp" | "exp2" => true,
        "pow" | "atan2" => x != 0.0,
        _ => false,
    };
    let out_of_range = result.is_infinite() || (result == 0.0 && vanishes);
    (out_of_range && x.is_finite() && y.is_finite()).then_some(ERANGE)
}

/// The function without the suffix that says what it computes with.
fn split(name: &str) -> Option<(&str, Kind)> {
    let known = |base: &str| ONE.contains(&base) || TWO.contains(&base);
    if known(name) {
        return Some((name, Kind::Double));
    }
    let (base, suffix) = name.split_at_checked(name.len().checked_sub(1)?)?;
    match suffix {
        "f" if known(base) => Some((base, Kind::Single)),
        "l" if known(base) => Some((base, Kind::Extended)),
        _ => None,
    }
}
