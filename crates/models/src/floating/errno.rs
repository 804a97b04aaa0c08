//! What the functions of `<math.h>` note in `errno`, as glibc does it: `EDOM` where a function is not defined, `ERANGE` where it
//! has no limit, where its result is too large, and for some of them where it is so small that it becomes zero.

use float::x86::{self, Kind};

use crate::errors::{EDOM, ERANGE};

/// When a function notes an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Errno {
    /// What it computes with.
    kind: Kind,
    /// Whether it is a function of two numbers.
    two: bool,
    /// Where a result of zero is one that was too small.
    vanishes: Vanishes,
}

/// Where a result of zero is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Vanishes {
    Nowhere,
    Everywhere,
    /// Where the first argument is not zero.
    UnlessOfZero,
}

impl Errno {
    /// That of a function by its name: for doubles, with `f` behind it for floats, with `l` for long doubles.
    pub(super) fn of(name: &str) -> Option<Errno> {
        let of = |base: &str, kind: Kind| {
            let (two, vanishes) = match base {
                "exp" | "exp2" => (false, Vanishes::Everywhere),
                "sqrt" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "expm1"
                | "log" | "log2" | "log10" | "log1p" => (false, Vanishes::Nowhere),
                "pow" | "atan2" => (true, Vanishes::UnlessOfZero),
                "hypot" | "fmod" => (true, Vanishes::Nowhere),
                _ => return None,
            };
            Some(Errno { kind, two, vanishes })
        };
        let suffixed = |suffix: char, kind: Kind| of(name.strip_suffix(suffix)?, kind);
        of(name, Kind::Double).or_else(|| suffixed('f', Kind::Single)).or_else(|| suffixed('l', Kind::Extended))
    }

    /// The error, by the arguments and the result, if there is one.
    pub(super) fn error(self, operands: [u128; 3], result: u128) -> Option<u64> {
        let number = |bits: u128| f64::from_bits(x86::convert(self.kind, Kind::Double, bits) as u64);
        let (x, y) = (number(operands[0]), if self.two { number(operands[1]) } else { 0.0 });
        let result = number(result);
        if result.is_nan() {
            return (!x.is_nan() && !y.is_nan()).then_some(EDOM);
        }
        let vanishes = match self.vanishes {
            Vanishes::Nowhere => false,
            Vanishes::Everywhere => true,
            Vanishes::UnlessOfZero => x != 0.0,
        };
        let out_of_range = result.is_infinite() || (result == 0.0 && vanishes);
        (out_of_range && x.is_finite() && y.is_finite()).then_some(ERANGE)
    }
}
