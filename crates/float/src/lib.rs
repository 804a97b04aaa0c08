//! Floating-point arithmetic on concrete bits, by IEEE 754: every rounding direction, and the exceptions that were raised.
//!
//! The arithmetic is LLVM's, as ported to Rust for the compiler (`rustc_apfloat`). What it leaves open or has not is here: square
//! roots (`root.rs`), and when a result overflows or underflows. Where the standard leaves a choice, RISC-V's is taken: a result that is no
//! number is the canonical NaN, tininess is found after rounding, and what does not fit into an integer becomes the nearest one
//! that does. [`x86`] has the formats of C on x86-64 and that machine's choices instead, without directions and exceptions.

mod arithmetic;
mod compare;
mod convert;
mod root;
pub mod x86;

pub use arithmetic::{add, div, mul, mul_add, sqrt, sub};
pub use compare::{class, equal, less, less_or_equal, max, min};
pub use convert::{from_integer, to_double, to_integer, to_single};

use rustc_apfloat::{Round, Status};

/// The two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// A kind of integer to convert from or to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// Its width, 32 or 64.
    pub width: u32,
    /// Whether it has a sign.
    pub signed: bool,
}

/// A rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To the nearest, of two equally near ones to the even one.
    NearestEven,
    /// Towards zero.
    TowardZero,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// To the nearest, of two equally near ones to the one further from zero.
    NearestAway,
}

impl Rounding {
    /// The direction that RISC-V gives this number, if it gives it one.
    pub fn from_number(number: u64) -> Option<Rounding> {
        let all = [Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up, Rounding::NearestAway];
        all.get(usize::try_from(number).ok()?).copied()
    }

    fn round(self) -> Round {
        match self {
            Rounding::NearestEven => Round::NearestTiesToEven,
            Rounding::TowardZero => Round::TowardZero,
            Rounding::Down => Round::TowardNegative,
            Rounding::Up => Round::TowardPositive,
            Rounding::NearestAway => Round::NearestTiesToAway,
        }
    }
}

/// The exceptions that an operation raised, as bits in the order that RISC-V has them in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(pub u8);

impl Flags {
    /// None.
    pub const NONE: Flags = Flags(0);
    /// The result is not exact.
    pub const INEXACT: Flags = Flags(1);
    /// It is not exact and too small for full precision.
    pub const UNDERFLOW: Flags = Flags(2);
    /// It is too large.
    pub const OVERFLOW: Flags = Flags(4);
    /// A finite number was divided by zero.
    pub const DIV_BY_ZERO: Flags = Flags(8);
    /// There is no result.
    pub const INVALID: Flags = Flags(16);

    /// Both together.
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Whether all of the others are among these.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    fn of(status: Status) -> Flags {
        let pairs = [
            (Status::INEXACT, Flags::INEXACT),
            (Status::UNDERFLOW, Flags::UNDERFLOW),
            (Status::OVERFLOW, Flags::OVERFLOW),
            (Status::DIV_BY_ZERO, Flags::DIV_BY_ZERO),
            (Status::INVALID_OP, Flags::INVALID),
        ];
        pairs.iter().filter(|(raised, _)| status.contains(*raised)).fold(Flags::NONE, |all, (_, flag)| all.with(*flag))
    }
}

/// A result with the exceptions on the way to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The bits of the result.
    pub bits: u64,
    /// What was raised.
    pub flags: Flags,
}
