//! Operations on numbers of any binary format, as terms and circuits need them: a format is its sizes, and an
//! operation is a small value that says everything about itself.
//!
//! The formats of real machines are computed by LLVM's arithmetic ([`crate::x86`]), all others by exact integers
//! (`exact.rs`). A NaN as a result is either the canonical one, as RISC-V and SMT-LIB have it, or the one that an
//! x86-64 machine makes.

use crate::Rounding;
use crate::exact;
use crate::x86::{self, Kind};

/// The sizes of a format: a sign, the bits of the exponent, and the rest. There are at most 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// How many bits the exponent has.
    pub exponent: u32,
    /// How many bits a number has.
    pub width: u32,
    /// Whether the leading bit of the significand is written down, as in the x87 format.
    pub explicit: bool,
}

impl Layout {
    /// The format of IEEE 754 with that many bits of exponent and of significand, which includes the leading bit.
    /// `None` if it has too few or too many bits for the arithmetic here.
    pub fn new(exponent: u32, significand: u32) -> Option<Layout> {
        let fits = (2..=15).contains(&exponent) && significand >= 2 && exponent.checked_add(significand)? <= 128;
        fits.then_some(Layout { exponent, width: exponent + significand, explicit: false })
    }

    /// The sizes of a format of real machines.
    pub fn of(kind: Kind) -> Layout {
        let exponent = match kind {
            Kind::Half => 5,
            Kind::BFloat | Kind::Single => 8,
            Kind::Double => 11,
            Kind::Extended | Kind::Quad => 15,
        };
        Layout { exponent, width: kind.width(), explicit: kind == Kind::Extended }
    }

    /// The format of real machines with these sizes.
    pub fn kind(self) -> Option<Kind> {
        Some(match (self.exponent, self.width, self.explicit) {
            (11, 64, false) => Kind::Double,
            (8, 32, false) => Kind::Single,
            (5, 16, false) => Kind::Half,
            (8, 16, false) => Kind::BFloat,
            (15, 80, true) => Kind::Extended,
            (15, 128, false) => Kind::Quad,
            _ => return None,
        })
    }

    /// How many bits the significand has with its leading bit.
    pub fn precision(self) -> u32 {
        self.width - self.exponent - u32::from(self.explicit)
    }

    /// How many bits stand below the exponent.
    pub fn below_exponent(self) -> u32 {
        self.width - self.exponent - 1
    }

    /// The distance of a written exponent to the exponent that it means, which is also the greatest exponent.
    pub fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The bit of the sign.
    pub fn sign(self) -> u128 {
        1 << (self.width - 1)
    }

    /// All bits but that of the sign.
    pub fn magnitude(self) -> u128 {
        self.sign() - 1
    }

    /// Positive infinity.
    pub fn infinity(self) -> u128 {
        let exponent = ((1u128 << self.exponent) - 1) << self.below_exponent();
        exponent | if self.explicit { 1 << (self.precision() - 1) } else { 0 }
    }

    /// The greatest finite number.
    pub fn greatest(self) -> u128 {
        match self.explicit {
            true => (((1u128 << self.exponent) - 2) << self.below_exponent()) | ((1 << self.precision()) - 1),
            false => self.infinity() - 1,
        }
    }

    /// The bit that tells quiet NaNs from signalling ones.
    pub fn quiet(self) -> u128 {
        1 << (self.precision() - 2)
    }

    /// The positive quiet NaN without payload.
    pub fn canonical_nan(self) -> u128 {
        self.infinity() | self.quiet()
    }

    /// The number one.
    pub fn one(self) -> u128 {
        let exponent = (self.bias() as u128) << self.below_exponent();
        exponent | if self.explicit { 1 << (self.precision() - 1) } else { 0 }
    }

    /// Whether the bits are no number. In the x87 format that includes what lacks its leading bit.
    pub fn is_nan(self, bits: u128) -> bool {
        let magnitude = bits & self.magnitude();
        match self.explicit {
            false => magnitude > self.infinity(),
            true => {
                let (exponent, leads) = (magnitude >> self.below_exponent(), magnitude >> (self.precision() - 1) & 1);
                exponent != 0 && leads == 0 || magnitude > self.infinity()
            }
        }
    }
}

/// What is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Function {
    Add,
    Sub,
    Mul,
    Div,
    /// The remainder of the quotient rounded to zero: C's `fmod`.
    Rem,
    /// The remainder of the quotient rounded to the nearest integer: C's `remainder`.
    Remainder,
    /// `a * b + c`, rounded once.
    MulAdd,
    Sqrt,
    /// Rounds to an integer.
    Round,
    /// Whether two numbers are equal; false with a NaN.
    Equal,
    /// Whether the first is less; false with a NaN.
    Less,
    /// Whether the first is less or equal; false with a NaN.
    LessEqual,
    /// Converts from another format, whose [`Exponent`] is the extra number.
    Convert,
    /// Converts from a signed integer.
    FromSigned,
    /// Converts from an unsigned integer.
    FromUnsigned,
    /// Converts to a signed integer. The extra number is the number of the [`Overflow`].
    ToSigned,
    /// Converts to an unsigned integer. The extra number is the number of the [`Overflow`].
    ToUnsigned,
}

impl Function {
    /// All functions with their names in texts.
    pub const ALL: [(Function, &'static str); 17] = [
        (Function::Add, "add"),
        (Function::Sub, "sub"),
        (Function::Mul, "mul"),
        (Function::Div, "div"),
        (Function::Rem, "fmod"),
        (Function::Remainder, "rem"),
        (Function::MulAdd, "fma"),
        (Function::Sqrt, "sqrt"),
        (Function::Round, "round"),
        (Function::Equal, "eq"),
        (Function::Less, "lt"),
        (Function::LessEqual, "le"),
        (Function::Convert, "convert"),
        (Function::FromSigned, "from_signed"),
        (Function::FromUnsigned, "from_unsigned"),
        (Function::ToSigned, "to_signed"),
        (Function::ToUnsigned, "to_unsigned"),
    ];

    /// The function's name in texts.
    pub fn name(self) -> &'static str {
        Function::ALL[self as usize].1
    }

    /// How many operands it has.
    pub fn arity(self) -> usize {
        match self {
            Function::MulAdd => 3,
            Function::Add | Function::Sub | Function::Mul | Function::Div | Function::Rem | Function::Remainder => 2,
            Function::Equal | Function::Less | Function::LessEqual => 2,
            _ => 1,
        }
    }

    /// Whether it compares two numbers.
    pub fn compares(self) -> bool {
        matches!(self, Function::Equal | Function::Less | Function::LessEqual)
    }

    /// Whether it has an extra number.
    pub fn has_extra(self) -> bool {
        matches!(self, Function::Convert | Function::ToSigned | Function::ToUnsigned)
    }
}

/// The size of an exponent, and whether the format is that of x87: with the width, this is the [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Exponent(u8);

impl Exponent {
    const EXPLICIT: u8 = 1 << 7;

    /// That of a format.
    pub fn of(layout: Layout) -> Exponent {
        Exponent(layout.exponent as u8 | if layout.explicit { Exponent::EXPLICIT } else { 0 })
    }

    /// The format with that many bits.
    pub fn layout(self, width: u32) -> Layout {
        Layout { exponent: u32::from(self.0 & !Exponent::EXPLICIT), width, explicit: self.0 & Exponent::EXPLICIT != 0 }
    }

    /// As a number for texts and nodes.
    pub fn number(self) -> u32 {
        self.0.into()
    }

    /// The inverse of [`number`](Exponent::number), for a format of that width; `None` if there is no such format.
    pub fn from_number(number: u32, width: u32) -> Option<Exponent> {
        let exponent = Exponent(u8::try_from(number).ok()?);
        let layout = exponent.layout(width);
        let known = if layout.explicit {
            layout.kind().is_some()
        } else {
            Layout::new(layout.exponent, width.checked_sub(layout.exponent)?).is_some()
        };
        known.then_some(exponent)
    }
}

/// What a conversion makes of a number that does not fit the integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Overflow {
    /// The integer of which only the highest bit is set, also of a NaN: what instructions of x86-64 do.
    HighBit,
    /// The nearest integer; of a NaN, zero.
    Nearest,
    /// The nearest integer; of a NaN, the greatest: what instructions of RISC-V do.
    NearestNanGreatest,
}

impl Overflow {
    /// The one with that number.
    pub fn from_number(number: u32) -> Option<Overflow> {
        [Overflow::HighBit, Overflow::Nearest, Overflow::NearestNanGreatest].get(number as usize).copied()
    }
}

/// Which NaN a result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nan {
    /// Always the positive quiet NaN without payload.
    Canonical,
    /// That of an x86-64 machine: the first operand that is a NaN, quieted, and else the negative quiet NaN.
    Machine,
}

/// The rounding direction of an operation, and which NaN its result can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Mode(u8);

impl Mode {
    /// The mode for both.
    pub fn new(rounding: Rounding, nan: Nan) -> Mode {
        let rounding = Rounding::ALL.iter().position(|&other| other == rounding).unwrap_or(0) as u8;
        Mode(rounding | if nan == Nan::Machine { 8 } else { 0 })
    }

    /// The rounding direction.
    pub fn rounding(self) -> Rounding {
        Rounding::ALL[usize::from(self.0 & 7)]
    }

    /// Which NaN a result is.
    pub fn nan(self) -> Nan {
        if self.0 & 8 == 0 { Nan::Canonical } else { Nan::Machine }
    }

    /// As a number for texts.
    pub fn number(self) -> u32 {
        self.0.into()
    }

    /// The inverse of [`number`](Mode::number).
    pub fn from_number(number: u32) -> Option<Mode> {
        let mode = Mode(u8::try_from(number).ok()?);
        (number < 16 && usize::from(mode.0 & 7) < Rounding::ALL.len()).then_some(mode)
    }
}

/// An operation with everything that it depends on besides operands, their widths, and an extra number for some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Operation {
    /// What is computed.
    pub function: Function,
    /// The format: of operands and result, or of whichever of them is no integer, or of the result of a conversion
    /// between formats.
    pub exponent: Exponent,
    /// How results are rounded.
    pub mode: Mode,
}

impl Operation {
    /// The operation as a number.
    pub fn number(self) -> u32 {
        self.function as u32 | self.exponent.number() << 8 | self.mode.number() << 16
    }

    /// The format of the operands (or of the result, if these are integers), given the widths of the result and of
    /// the operands.
    pub fn layout(self, width: u32, operand: u32) -> Layout {
        match self.function {
            Function::FromSigned | Function::FromUnsigned | Function::Convert => self.exponent.layout(width),
            _ => self.exponent.layout(operand),
        }
    }

    /// The result in `width` bits of operands of `operand` bits each, where no more than 128 bits are involved.
    pub fn apply(self, width: u32, operand: u32, args: [u128; 3], extra: u32) -> u128 {
        let layout = self.layout(width, operand);
        let rounding = self.mode.rounding();
        if let Some(bits) = self.on_the_host(layout, rounding, args) {
            return bits;
        }
        let result = match self.function {
            Function::Equal => return u128::from(self.compares(layout, args, |order| order.is_eq())),
            Function::Less => return u128::from(self.compares(layout, args, |order| order.is_lt())),
            Function::LessEqual => return u128::from(self.compares(layout, args, |order| order.is_le())),
            Function::ToSigned | Function::ToUnsigned => {
                let overflow = Overflow::from_number(extra).unwrap_or(Overflow::HighBit);
                let signed = self.function == Function::ToSigned;
                return exact::to_integer(layout, args[0], width, signed, rounding, overflow);
            }
            Function::FromSigned | Function::FromUnsigned => {
                let signed = self.function == Function::FromSigned;
                return exact::from_integer(layout, args[0], operand, signed, rounding);
            }
            Function::Convert => {
                let from = Exponent(extra as u8).layout(operand);
                match (from.kind(), layout.kind()) {
                    (Some(from), Some(to)) => x86::convert_rounded(from, to, args[0], rounding),
                    _ => exact::convert(from, layout, args[0], rounding),
                }
            }
            function => match layout.kind() {
                Some(kind) => x86::apply(kind, function, args, rounding),
                None => exact::compute(layout, function, args, rounding),
            },
        };
        match self.mode.nan() {
            Nan::Canonical if layout.is_nan(result) => layout.canonical_nan(),
            _ => result,
        }
    }

    fn compares(self, layout: Layout, args: [u128; 3], holds: fn(std::cmp::Ordering) -> bool) -> bool {
        exact::compare(layout, args[0], args[1]).is_some_and(holds)
    }

    /// What the host's own arithmetic computes: doubles rounded to nearest whose result is a number.
    fn on_the_host(self, layout: Layout, rounding: Rounding, args: [u128; 3]) -> Option<u128> {
        if layout.kind() != Some(Kind::Double) {
            return None;
        }
        let [a, b, _] = args.map(|bits| f64::from_bits(bits as u64));
        match self.function {
            Function::Equal => return Some((a == b).into()),
            Function::Less => return Some((a < b).into()),
            Function::LessEqual => return Some((a <= b).into()),
            _ if rounding != Rounding::NearestEven => return None,
            _ => {}
        }
        let result = match self.function {
            Function::Add => a + b,
            Function::Sub => a - b,
            Function::Mul => a * b,
            Function::Div => a / b,
            Function::Sqrt => a.sqrt(),
            _ => return None,
        };
        (!result.is_nan()).then(|| result.to_bits().into())
    }
}
