//! The value that the functions of `<math.h>` store in `errno`, as in glibc. It is `EDOM` where a function is not
//! defined, and `ERANGE` at a pole and where the result is too large. For some functions it is `ERANGE`, too, if
//! the result is so small that it becomes zero.

use float::x86::{self, Kind};

use crate::errors::{EDOM, ERANGE};

/// When a function sets `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Errno {
    /// The format of its arguments and its result.
    kind: Kind,
    /// Whether it takes two numbers.
    two: bool,
    /// When a result of zero means that the exact result was too small.
    vanishes: Vanishes,
}

/// When a result of zero is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Vanishes {
    Nowhere,
    Everywhere,
    /// If the first argument is not zero.
    UnlessOfZero,
}

impl Errno {
    /// Looks up a function by its name: without a suffix for doubles, with `f` for floats, with `l` for long
    /// doubles.
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

    /// The value for `errno`, given the arguments and the result. `None` if there is no error.
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
