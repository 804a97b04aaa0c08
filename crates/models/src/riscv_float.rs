//! The floating-point instructions of RISC-V, on concrete numbers.
//!
//! Each instruction is a function named `riscv.` and the instruction's name, with five arguments: the address
//! of the word with the exceptions raised so far, the rounding mode, and up to three registers as they are; the
//! result is a register too. A single is in the lower half of a register whose upper half is all ones; any
//! other contents in place of a single count as NaN. A name is decoded once, when the function is looked up
//! ([`Instruction::of`]).
//!
//! With a symbolic operand, result and exceptions are terms (`riscv_float/terms.rs`). A symbolic rounding mode is made
//! concrete.

mod terms;

use float::{Flagged, Flags, Format, Integer, Rounding};
use ir::ErrorKind;
use memory::Value;

use crate::machine::{Access, Call, Machine, Stop};

const PREFIX: &str = "riscv.";
const SINGLE_NAN: u64 = 0x7fc0_0000;
/// The upper half of a register that holds a single.
const BOX: u64 = 0xffff_ffff << 32;
/// The reason why a run that computes with symbolic numbers is incomplete.
pub(crate) const INCOMPLETE: &str = "floating point on one value of a symbolic operand";

/// A floating-point instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    /// An operation whose operands have the same format.
    Compute(Format, Operation),
    /// `fcvt.s.d`
    ToSingle,
    /// `fcvt.d.s`
    ToDouble,
    /// `fcvt` from an integer register to this format.
    FromInteger(Format, Integer),
    /// `fcvt` from this format to an integer register.
    ToInteger(Format, Integer),
}

/// An operation on operands of one format: the instruction's name without `f` and format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Equal,
    Less,
    LessOrEqual,
    Class,
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Min,
    Max,
    /// `product` says whether the product is negated, and `addend` whether the addend is.
    MulAdd {
        product: bool,
        addend: bool,
    },
}

impl Instruction {
    /// Decodes the name of a function.
    pub(crate) fn of(name: &str) -> Option<Instruction> {
        let (stem, suffix) = name.strip_prefix(PREFIX)?.rsplit_once('.')?;
        if let Some(to) = stem.strip_prefix("fcvt.") {
            return match (format(to), format(suffix)) {
                (Some(Format::Single), Some(Format::Double)) => Some(Instruction::ToSingle),
                (Some(Format::Double), Some(Format::Single)) => Some(Instruction::ToDouble),
                (Some(to), None) => Some(Instruction::FromInteger(to, integer(suffix)?)),
                (None, Some(from)) => Some(Instruction::ToInteger(from, integer(to)?)),
                _ => None,
            };
        }
        let format = format(suffix)?;
        let operation = match stem {
            "feq" => Operation::Equal,
            "flt" => Operation::Less,
            "fle" => Operation::LessOrEqual,
            "fclass" => Operation::Class,
            "fadd" => Operation::Add,
            "fsub" => Operation::Sub,
            "fmul" => Operation::Mul,
            "fdiv" => Operation::Div,
            "fsqrt" => Operation::Sqrt,
            "fmin" => Operation::Min,
            "fmax" => Operation::Max,
            "fmadd" => Operation::MulAdd { product: false, addend: false },
            "fmsub" => Operation::MulAdd { product: false, addend: true },
            "fnmsub" => Operation::MulAdd { product: true, addend: false },
            "fnmadd" => Operation::MulAdd { product: true, addend: true },
            _ => return None,
        };
        Some(Instruction::Compute(format, operation))
    }

    /// Executes a call of the instruction's function.
    pub(crate) fn call(self, machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
        let concrete = |machine: &mut dyn Machine, index: usize| match call.word(machine, index) {
            Value::Int(word) => Ok(word),
            Value::Expr(term) => machine.fix(term, 64, INCOMPLETE),
        };
        let address = concrete(machine, 0)?;
        let mode = concrete(machine, 1)?;
        let Some(rounding) = Rounding::from_number(mode) else {
            let message = format!("illegal instruction: the rounding mode is {mode}");
            return Err(machine.error(ErrorKind::IllegalInstruction, message, None));
        };
        let registers = [2, 3, 4].map(|index| call.word(machine, index));
        let (result, raised) = match registers {
            [Value::Int(a), Value::Int(b), Value::Int(c)] => {
                let outcome = self.apply(rounding, [a, b, c]);
                (Value::Int(outcome.bits), Value::Int(outcome.flags.0.into()))
            }
            _ => {
                let pool = machine.pool();
                let registers = registers.map(|register| register.to_expr(pool, 64));
                let outcome = self.term(pool, rounding, registers);
                let raised = pool.zext(outcome.flags, 64);
                (Value::from_expr(pool, outcome.register), Value::from_expr(pool, raised))
            }
        };
        if raised != Value::Int(0) {
            let place = machine.locate(Value::Int(address), 8, Access::Write)?;
            let raised = match (machine.load(&place, 0, 8), raised) {
                (Value::Int(before), Value::Int(raised)) => Value::Int(before | raised),
                (before, raised) => {
                    let pool = machine.pool();
                    let (before, raised) = (before.to_expr(pool, 64), raised.to_expr(pool, 64));
                    let both = pool.or(before, raised);
                    Value::from_expr(pool, both)
                }
            };
            machine.store(&place, 0, 8, raised);
        }
        Ok(Some(result))
    }

    /// The result as the contents of a register, and the exceptions.
    fn apply(self, rounding: Rounding, registers: [u64; 3]) -> Flagged {
        let register = registers[0];
        match self {
            Instruction::Compute(format, operation) => operation.apply(format, rounding, registers),
            Instruction::ToSingle => boxed(Format::Single, float::to_single(register, rounding)),
            Instruction::ToDouble => float::to_double(unboxed(Format::Single, register)),
            Instruction::FromInteger(to, from) => boxed(to, float::from_integer(to, from, register, rounding)),
            Instruction::ToInteger(from, to) => float::to_integer(from, to, unboxed(from, register), rounding),
        }
    }
}

impl Operation {
    fn apply(self, format: Format, rounding: Rounding, registers: [u64; 3]) -> Flagged {
        let [a, b, c] = registers.map(|register| unboxed(format, register));
        let result = match self {
            // A result in an integer register is not boxed.
            Operation::Equal => return float::equal(format, a, b),
            Operation::Less => return float::less(format, a, b),
            Operation::LessOrEqual => return float::less_or_equal(format, a, b),
            Operation::Class => return Flagged { bits: float::class(format, a), flags: Flags::NONE },
            Operation::Add => float::add(format, a, b, rounding),
            Operation::Sub => float::sub(format, a, b, rounding),
            Operation::Mul => float::mul(format, a, b, rounding),
            Operation::Div => float::div(format, a, b, rounding),
            Operation::Sqrt => float::sqrt(format, a, rounding),
            Operation::Min => float::min(format, a, b),
            Operation::Max => float::max(format, a, b),
            Operation::MulAdd { product, addend } => {
                let sign = match format {
                    Format::Single => 1 << 31,
                    Format::Double => 1 << 63,
                };
                let negated = |bits: u64, is_negated: bool| if is_negated { bits ^ sign } else { bits };
                float::mul_add(format, negated(a, product), b, negated(c, addend), rounding)
            }
        };
        boxed(format, result)
    }
}

fn format(name: &str) -> Option<Format> {
    match name {
        "s" => Some(Format::Single),
        "d" => Some(Format::Double),
        _ => None,
    }
}

fn integer(name: &str) -> Option<Integer> {
    match name {
        "w" => Some(Integer { width: 32, signed: true }),
        "wu" => Some(Integer { width: 32, signed: false }),
        "l" => Some(Integer { width: 64, signed: true }),
        "lu" => Some(Integer { width: 64, signed: false }),
        _ => None,
    }
}

fn unboxed(format: Format, register: u64) -> u64 {
    match format {
        Format::Double => register,
        Format::Single if register & BOX == BOX => register & !BOX,
        Format::Single => SINGLE_NAN,
    }
}

fn boxed(format: Format, outcome: Flagged) -> Flagged {
    match format {
        Format::Double => outcome,
        Format::Single => Flagged { bits: outcome.bits | BOX, ..outcome },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_others_are_not_known() {
        let word = Integer { width: 32, signed: false };
        assert_eq!(Instruction::of("riscv.fcvt.wu.d"), Some(Instruction::ToInteger(Format::Double, word)));
        assert_eq!(Instruction::of("riscv.fcvt.s.wu"), Some(Instruction::FromInteger(Format::Single, word)));
        let negated = Operation::MulAdd { product: true, addend: false };
        assert_eq!(Instruction::of("riscv.fnmsub.d"), Some(Instruction::Compute(Format::Double, negated)));
        for name in ["fadd.d", "riscv.fadd", "riscv.fadd.q", "riscv.fcvt.s.s", "riscv.fcvt.w.l", "riscv.fmv.d"] {
            assert_eq!(Instruction::of(name), None, "{name}");
        }
    }

    #[test]
    fn signs_of_fused_operations_are_where_the_manual_has_them() {
        let of = |name: &str| {
            let registers = [2.0f64, 3.0, 1.0].map(f64::to_bits);
            let instruction = Instruction::of(name).expect("it is known");
            f64::from_bits(instruction.apply(Rounding::NearestEven, registers).bits)
        };
        let found = ["riscv.fmadd.d", "riscv.fmsub.d", "riscv.fnmsub.d", "riscv.fnmadd.d"].map(of);
        assert_eq!(found, [7.0, 5.0, -5.0, -7.0]);
    }
}
