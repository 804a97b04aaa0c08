//! Floating-point instructions on registers that are terms: result and exceptions, as terms.
//!
//! Whether a result is inexact, it says itself: rounded down and rounded up it would be two numbers. Whether it overflows or
//! underflows is said by the same operation with the same precision and exponents of 15 bits, which no result leaves:
//! that result is compared with the greatest and the least normal number.

use expr::{ExprId, Pool};
use float::x86::Kind;
use float::{Exponent, Format, Function, Integer, Layout, Mode, Nan, Overflow, Rounding};

use super::{BOX, Instruction, Operation};

/// A result and the exceptions raised: invalid, division by zero, overflow, underflow, inexact.
pub(super) struct Outcome {
    /// The contents of the register.
    pub(super) register: ExprId,
    /// Five bits as in `fflags`.
    pub(super) flags: ExprId,
}

/// Exceptions as conditions.
struct Flags {
    invalid: ExprId,
    by_zero: ExprId,
    overflow: ExprId,
    underflow: ExprId,
    inexact: ExprId,
}

/// Numbers of one format with a rounding direction.
#[derive(Clone, Copy)]
struct Numbers {
    layout: Layout,
    rounding: Rounding,
}

fn layout(format: Format) -> Layout {
    Layout::of(match format {
        Format::Single => Kind::Single,
        Format::Double => Kind::Double,
    })
}

/// The format of the same precision with exponents of 15 bits.
fn wide(layout: Layout) -> Layout {
    Layout { exponent: 15, width: 15 + layout.precision(), explicit: false }
}

impl Instruction {
    /// The result and the exceptions for these registers.
    pub(super) fn term(self, pool: &mut Pool, rounding: Rounding, registers: [ExprId; 3]) -> Outcome {
        let register = registers[0];
        match self {
            Instruction::Compute(format, operation) => {
                let numbers = Numbers { layout: layout(format), rounding };
                let operands = registers.map(|register| unboxed(pool, format, register));
                let (bits, flags) = operation.term(pool, numbers, operands);
                let is_integer =
                    matches!(operation, Operation::Equal | Operation::Less | Operation::LessOrEqual | Operation::Class);
                let register = if is_integer { pool.zext(bits, 64) } else { boxed(pool, format, bits) };
                Outcome { register, flags: flags.bits(pool) }
            }
            Instruction::ToSingle => {
                let (from, to) = (layout(Format::Double), layout(Format::Single));
                let numbers = Numbers { layout: to, rounding };
                let convert =
                    |pool: &mut Pool, to: Layout, rounding| numbers.convert(pool, from, to, rounding, register);
                let result = convert(pool, to, rounding);
                let mut flags = numbers.range(pool, |pool, layout, rounding| convert(pool, layout, rounding), false);
                flags.invalid = signalling(pool, from, register);
                Outcome { register: boxed(pool, Format::Single, result), flags: flags.bits(pool) }
            }
            Instruction::ToDouble => {
                let (from, to) = (layout(Format::Single), layout(Format::Double));
                let single = unboxed(pool, Format::Single, register);
                let numbers = Numbers { layout: to, rounding };
                let result = numbers.convert(pool, from, to, rounding, single);
                let flags = Flags { invalid: signalling(pool, from, single), ..Flags::none(pool) };
                Outcome { register: result, flags: flags.bits(pool) }
            }
            Instruction::FromInteger(to, integer) => {
                let numbers = Numbers { layout: layout(to), rounding };
                let low = pool.trunc(register, integer.width);
                let function = if integer.signed { Function::FromSigned } else { Function::FromUnsigned };
                let result = numbers.apply(pool, function, rounding, &[low]);
                let down = numbers.apply(pool, function, Rounding::Down, &[low]);
                let up = numbers.apply(pool, function, Rounding::Up, &[low]);
                let flags = Flags { inexact: numbers.compare(pool, Function::Less, down, up), ..Flags::none(pool) };
                Outcome { register: boxed(pool, to, result), flags: flags.bits(pool) }
            }
            Instruction::ToInteger(from, integer) => {
                let numbers = Numbers { layout: layout(from), rounding };
                let number = unboxed(pool, from, register);
                numbers.to_integer(pool, integer, number)
            }
        }
    }
}

impl Operation {
    fn term(self, pool: &mut Pool, numbers: Numbers, [a, b, c]: [ExprId; 3]) -> (ExprId, Flags) {
        let layout = numbers.layout;
        let (function, operands) = match self {
            Operation::Equal | Operation::Less | Operation::LessOrEqual => {
                let function = match self {
                    Operation::Equal => Function::Equal,
                    Operation::Less => Function::Less,
                    _ => Function::LessEqual,
                };
                let invalid = match self {
                    Operation::Equal => either(pool, [a, b], |pool, a| signalling(pool, layout, a)),
                    _ => either(pool, [a, b], |pool, a| pool.is_nan(layout, a)),
                };
                let flags = Flags { invalid, ..Flags::none(pool) };
                return (numbers.compare(pool, function, a, b), flags);
            }
            Operation::Class => return (class(pool, layout, a), Flags::none(pool)),
            Operation::Min | Operation::Max => {
                let invalid = either(pool, [a, b], |pool, a| signalling(pool, layout, a));
                let flags = Flags { invalid, ..Flags::none(pool) };
                return (numbers.extreme(pool, self == Operation::Min, a, b), flags);
            }
            Operation::Add => (Function::Add, vec![a, b]),
            Operation::Sub => (Function::Sub, vec![a, b]),
            Operation::Mul => (Function::Mul, vec![a, b]),
            Operation::Div => (Function::Div, vec![a, b]),
            Operation::Sqrt => (Function::Sqrt, vec![a]),
            Operation::MulAdd { product, addend } => {
                let sign = pool.float_bits(layout.width, layout.sign());
                let a = if product { pool.xor(a, sign) } else { a };
                let c = if addend { pool.xor(c, sign) } else { c };
                (Function::MulAdd, vec![a, b, c])
            }
        };
        let result = numbers.apply(pool, function, numbers.rounding, &operands);
        let of = |pool: &mut Pool, to: Layout, rounding| {
            let wider = Numbers { layout: to, rounding };
            let operands: Vec<ExprId> = match to == layout {
                true => operands.clone(),
                // Exact, as the format has all numbers of the other.
                false => operands.iter().map(|&a| wider.convert(pool, layout, to, Rounding::NearestEven, a)).collect(),
            };
            wider.apply(pool, function, rounding, &operands)
        };
        let mut flags = numbers.range(pool, of, function == Function::Sqrt);
        flags.invalid = numbers.invalid(pool, function, &operands, result);
        if function == Function::Div {
            let zero = is_zero(pool, layout, b);
            let (none, finite) = (is_zero(pool, layout, a), is_finite(pool, layout, a));
            let some = pool.not(none);
            let number = pool.and(some, finite);
            flags.by_zero = pool.and(number, zero);
        }
        (result, flags)
    }
}

impl Numbers {
    fn apply(self, pool: &mut Pool, function: Function, rounding: Rounding, args: &[ExprId]) -> ExprId {
        let exponent = Exponent::of(self.layout);
        let operation = float::Operation { function, exponent, mode: Mode::new(rounding, Nan::Canonical) };
        pool.float(operation, self.layout.width, args, 0)
    }

    fn compare(self, pool: &mut Pool, function: Function, a: ExprId, b: ExprId) -> ExprId {
        let exponent = Exponent::of(self.layout);
        let mode = Mode::new(Rounding::NearestEven, Nan::Canonical);
        pool.float(float::Operation { function, exponent, mode }, 1, &[a, b], 0)
    }

    fn convert(self, pool: &mut Pool, from: Layout, to: Layout, rounding: Rounding, a: ExprId) -> ExprId {
        let mode = Mode::new(rounding, Nan::Canonical);
        let operation = float::Operation { function: Function::Convert, exponent: Exponent::of(to), mode };
        pool.float(operation, to.width, &[a], Exponent::of(from).number())
    }

    /// Inexact, overflow and underflow of an operation in a format and a rounding direction. `stays` says that it never
    /// leaves the range of exponents.
    fn range(self, pool: &mut Pool, of: impl Fn(&mut Pool, Layout, Rounding) -> ExprId, stays: bool) -> Flags {
        let (down, up) = (of(pool, self.layout, Rounding::Down), of(pool, self.layout, Rounding::Up));
        let inexact = self.compare(pool, Function::Less, down, up);
        let mut flags = Flags { inexact, ..Flags::none(pool) };
        if stays {
            return flags;
        }
        let wide = Numbers { layout: wide(self.layout), ..self };
        let result = of(pool, wide.layout, self.rounding);
        let magnitude = pool.extract(result, 0, wide.layout.width - 1);
        let positive = pool.int(1, 0);
        let magnitude = pool.concat(positive, magnitude);
        let limit = |pool: &mut Pool, bits: u128| {
            let bits = pool.float_bits(self.layout.width, bits);
            self.convert(pool, self.layout, wide.layout, Rounding::NearestEven, bits)
        };
        let greatest = limit(pool, self.layout.greatest());
        let least = limit(pool, 1 << self.layout.below_exponent());
        let above = wide.compare(pool, Function::Less, greatest, magnitude);
        let below = wide.compare(pool, Function::Less, magnitude, least);
        flags.overflow = pool.and(above, inexact);
        flags.underflow = pool.and(below, inexact);
        flags
    }

    /// Whether an operation is invalid, given its result.
    fn invalid(self, pool: &mut Pool, function: Function, operands: &[ExprId], result: ExprId) -> ExprId {
        let layout = self.layout;
        let mut invalid = pool.is_nan(layout, result);
        for &operand in operands {
            let nan = pool.is_nan(layout, operand);
            let number = pool.not(nan);
            invalid = pool.and(invalid, number);
        }
        for &operand in operands {
            let raises = signalling(pool, layout, operand);
            invalid = pool.or(invalid, raises);
        }
        if function == Function::MulAdd {
            // Zero times infinity is invalid, whatever is added.
            for (a, b) in [(operands[0], operands[1]), (operands[1], operands[0])] {
                let (zero, infinite) = (is_zero(pool, layout, a), is_infinite(pool, layout, b));
                let none = pool.and(zero, infinite);
                invalid = pool.or(invalid, none);
            }
        }
        invalid
    }

    /// The lesser or the greater of two numbers.
    fn extreme(self, pool: &mut Pool, least: bool, a: ExprId, b: ExprId) -> ExprId {
        let layout = self.layout;
        let (a_nan, b_nan) = (pool.is_nan(layout, a), pool.is_nan(layout, b));
        let (a_zero, b_zero) = (is_zero(pool, layout, a), is_zero(pool, layout, b));
        let zeros = pool.and(a_zero, b_zero);
        let sign = pool.extract(a, layout.width - 1, 1);
        let less = self.compare(pool, Function::Less, a, b);
        let first = pool.ite(zeros, sign, less);
        let number = if least { pool.ite(first, a, b) } else { pool.ite(first, b, a) };
        let canonical = pool.float_bits(layout.width, layout.canonical_nan());
        let of_a_nan = pool.ite(b_nan, canonical, b);
        let of_number = pool.ite(b_nan, a, number);
        pool.ite(a_nan, of_a_nan, of_number)
    }

    fn to_integer(self, pool: &mut Pool, integer: Integer, number: ExprId) -> Outcome {
        let convert = |pool: &mut Pool, overflow: Overflow| {
            let function = if integer.signed { Function::ToSigned } else { Function::ToUnsigned };
            let exponent = Exponent::of(self.layout);
            let mode = Mode::new(self.rounding, Nan::Canonical);
            pool.float(float::Operation { function, exponent, mode }, integer.width, &[number], overflow as u32)
        };
        let result = convert(pool, Overflow::NearestNanGreatest);
        // The rounded number is within the integers if it is not below the least and below the first one too large.
        let rounded = self.apply(pool, Function::Round, self.rounding, &[number]);
        let power = |exponent: u32, negative: bool| {
            let exponent = (self.layout.bias() as u128 + u128::from(exponent)) << self.layout.below_exponent();
            exponent | if negative { self.layout.sign() } else { 0 }
        };
        let (least, beyond) = match integer.signed {
            true => (power(integer.width - 1, true), power(integer.width - 1, false)),
            false => (0, power(integer.width, false)),
        };
        let (least, beyond) = (pool.float_bits(self.layout.width, least), pool.float_bits(self.layout.width, beyond));
        let above = self.compare(pool, Function::LessEqual, least, rounded);
        let below = self.compare(pool, Function::Less, rounded, beyond);
        let valid = pool.and(above, below);
        let same = self.compare(pool, Function::Equal, rounded, number);
        let differs = pool.not(same);
        let flags = Flags { invalid: pool.not(valid), inexact: pool.and(valid, differs), ..Flags::none(pool) };
        Outcome { register: pool.sext(result, 64), flags: flags.bits(pool) }
    }
}

impl Flags {
    fn none(pool: &mut Pool) -> Flags {
        let no = pool.bool(false);
        Flags { invalid: no, by_zero: no, overflow: no, underflow: no, inexact: no }
    }

    fn bits(&self, pool: &mut Pool) -> ExprId {
        let rest = [self.by_zero, self.overflow, self.underflow, self.inexact];
        rest.into_iter().fold(self.invalid, |high, bit| pool.concat(high, bit))
    }
}

/// A number in a register.
fn unboxed(pool: &mut Pool, format: Format, register: ExprId) -> ExprId {
    if format == Format::Double {
        return register;
    }
    let (low, high) = (pool.trunc(register, 32), pool.extract(register, 32, 32));
    let ones = pool.all_ones(32);
    let is_boxed = pool.eq(high, ones);
    let nan = pool.float_bits(32, layout(format).canonical_nan());
    pool.ite(is_boxed, low, nan)
}

fn boxed(pool: &mut Pool, format: Format, bits: ExprId) -> ExprId {
    if format == Format::Double {
        return bits;
    }
    let high = pool.int(32, BOX >> 32);
    pool.concat(high, bits)
}

fn either(pool: &mut Pool, [a, b]: [ExprId; 2], holds: impl Fn(&mut Pool, ExprId) -> ExprId) -> ExprId {
    let (a, b) = (holds(pool, a), holds(pool, b));
    pool.or(a, b)
}

fn signalling(pool: &mut Pool, layout: Layout, a: ExprId) -> ExprId {
    let nan = pool.is_nan(layout, a);
    let quiet = pool.extract(a, layout.precision() - 2, 1);
    let not_quiet = pool.not(quiet);
    pool.and(nan, not_quiet)
}

fn is_magnitude(pool: &mut Pool, layout: Layout, a: ExprId, bits: u128) -> ExprId {
    let magnitude = pool.extract(a, 0, layout.width - 1);
    let bits = pool.float_bits(layout.width - 1, bits);
    pool.eq(magnitude, bits)
}

fn is_zero(pool: &mut Pool, layout: Layout, a: ExprId) -> ExprId {
    is_magnitude(pool, layout, a, 0)
}

fn is_infinite(pool: &mut Pool, layout: Layout, a: ExprId) -> ExprId {
    is_magnitude(pool, layout, a, layout.infinity())
}

fn is_finite(pool: &mut Pool, layout: Layout, a: ExprId) -> ExprId {
    let magnitude = pool.extract(a, 0, layout.width - 1);
    let infinity = pool.float_bits(layout.width - 1, layout.infinity());
    pool.ult(magnitude, infinity)
}

/// The class of a number, as the instruction numbers them.
fn class(pool: &mut Pool, layout: Layout, a: ExprId) -> ExprId {
    let nan = pool.is_nan(layout, a);
    let signalling = signalling(pool, layout, a);
    let not_signalling = pool.not(signalling);
    let quiet = pool.and(nan, not_signalling);
    let magnitude = pool.extract(a, 0, layout.width - 1);
    let normal_from = pool.float_bits(layout.width - 1, 1 << layout.below_exponent());
    let (zero, infinite, finite) = (is_zero(pool, layout, a), is_infinite(pool, layout, a), is_finite(pool, layout, a));
    let small = pool.ult(magnitude, normal_from);
    let (some, large) = (pool.not(zero), pool.not(small));
    let (subnormal, normal) = (pool.and(small, some), pool.and(finite, large));
    let negative = pool.extract(a, layout.width - 1, 1);
    let positive = pool.not(negative);
    let down = [infinite, normal, subnormal, zero].map(|class| pool.and(class, negative));
    let up = [zero, subnormal, normal, infinite].map(|class| pool.and(class, positive));
    let mut bits = down.into_iter().chain(up).chain([signalling, quiet]);
    let lowest = bits.next().expect("there are ten");
    bits.fold(lowest, |low, bit| pool.concat(bit, low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{Evaluator, Model};
    use test_support::Random;

    fn register(random: &mut Random) -> u64 {
        let special = [0, 1, 0x7ff0 << 48, 0x7ff8 << 48, (0x7ff0 << 48) | 1, 1f64.to_bits(), f64::MAX.to_bits()];
        let singles = [0, 1, 0x7f80_0000, 0x7fc0_0000, 0x7f80_0001, 1f32.to_bits(), f32::MAX.to_bits(), 0x0080_0000];
        let sign = random.below(2u64);
        match random.below(8) {
            0 => random.pick(&special) | sign << 63,
            1 => BOX | u64::from(random.pick(&singles)) | sign << 31,
            2 => (random.bits() % 100) as f64 as i64 as u64,
            3 => ((random.bits() % 100) as f64 / 8.0).to_bits() | sign << 63,
            4 => BOX | u64::from(((random.bits() % 100) as f32 / 8.0).to_bits()) | sign << 31,
            5 => BOX | random.bits() & 0xffff_ffff,
            6 => (1f64.to_bits() - (random.below(1022u64) << 52)) | random.bits() & 0xff,
            _ => random.bits(),
        }
    }

    #[test]
    fn results_and_exceptions_are_those_of_the_instructions() {
        let mut random = Random::of_round(77);
        let mut names = Vec::new();
        for format in ["s", "d"] {
            for stem in [
                "feq", "flt", "fle", "fclass", "fadd", "fsub", "fmul", "fdiv", "fsqrt", "fmin", "fmax", "fmadd",
                "fmsub", "fnmsub", "fnmadd",
            ] {
                names.push(format!("riscv.{stem}.{format}"));
            }
            for integer in ["w", "wu", "l", "lu"] {
                names.push(format!("riscv.fcvt.{integer}.{format}"));
                names.push(format!("riscv.fcvt.{format}.{integer}"));
            }
        }
        names.extend(["riscv.fcvt.s.d".to_owned(), "riscv.fcvt.d.s".to_owned()]);
        for name in names {
            let instruction = Instruction::of(&name).unwrap_or_else(|| panic!("{name} is known"));
            for round in 0..test_support::cases().unwrap_or(250) {
                let rounding = Rounding::ALL[round as usize % 5];
                let values = [0; 3].map(|_| register(&mut random));
                let mut pool = Pool::new();
                let registers = ["a", "b", "c"].map(|name| pool.symbol(name, 64));
                let outcome = instruction.term(&mut pool, rounding, registers);
                let bytes = (0..3).flat_map(|at| {
                    let symbol = pool.symbol_id(["a", "b", "c"][at], 64);
                    (0..8).map(move |index| (symbol, index, values[at].to_le_bytes()[index as usize]))
                });
                let model = Model::default().with_bytes(bytes.collect::<Vec<_>>());
                let mut evaluator = Evaluator::new();
                let found = (
                    evaluator.eval_u64(&pool, &model, outcome.register),
                    evaluator.eval_u64(&pool, &model, outcome.flags),
                );
                let expected = instruction.apply(rounding, values);
                assert_eq!(found, (expected.bits, expected.flags.0.into()), "{name} {rounding:?} of {values:x?}");
            }
        }
    }
}
