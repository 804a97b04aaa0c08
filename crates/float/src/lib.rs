//! Floating-point arithmetic on concrete bits, by IEEE 754, with all rounding directions and the exceptions
//! raised.
//!
//! The arithmetic is LLVM's, as ported to Rust for the compiler (`rustc_apfloat`). This crate adds what it
//! lacks: square roots (`root.rs`), and exact rules for when a result overflows or underflows. Where the
//! standard leaves a choice, RISC-V's is taken: a NaN result is the canonical NaN, tininess is detected after
//! rounding, and a number that does not fit an integer becomes the nearest one that does. [`x86`] has the
//! formats of C on x86-64 and that machine's choices instead, without rounding directions and exceptions.

mod arithmetic;
mod compare;
mod convert;
mod exact;
mod operation;
mod root;
pub mod x86;

pub use arithmetic::{add, div, mul, mul_add, sqrt, sub};
pub use compare::{class, equal, less, less_or_equal, max, min};
pub use convert::{from_integer, to_double, to_integer, to_single};
pub use exact::from_ratio;
pub use operation::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow};

use rustc_apfloat::{Round, Status};

/// The floating-point formats of RISC-V.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// A type of integer to convert to or from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// Its width in bits, 32 or 64.
    pub width: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// A rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To the nearest number; ties to even.
    NearestEven,
    /// Towards zero.
    TowardZero,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// To the nearest number; ties away from zero.
    NearestAway,
}

impl Rounding {
    /// All directions, in the order of their numbers in RISC-V.
    pub const ALL: [Rounding; 5] =
        [Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up, Rounding::NearestAway];

    /// The rounding direction with this number in RISC-V; `None` if the number is reserved.
    pub fn from_number(number: u64) -> Option<Rounding> {
        Rounding::ALL.get(usize::try_from(number).ok()?).copied()
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

/// The exceptions that an operation raised, as bits in RISC-V's order (`fflags`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(pub u8);

impl Flags {
    /// No exceptions.
    pub const NONE: Flags = Flags(0);
    /// The result is not exact.
    pub const INEXACT: Flags = Flags(1);
    /// The result is not exact, and too small for full precision.
    pub const UNDERFLOW: Flags = Flags(2);
    /// The result is too large for the format.
    pub const OVERFLOW: Flags = Flags(4);
    /// A finite number was divided by zero.
    pub const DIV_BY_ZERO: Flags = Flags(8);
    /// The operation has no valid result.
    pub const INVALID: Flags = Flags(16);

    /// The union of both sets.
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Whether all flags in `other` are set.
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

/// A result with the exceptions that the operation raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flagged {
    /// The bits of the result, in the low part of the word.
    pub bits: u64,
    /// The exceptions raised.
    pub flags: Flags,
}
