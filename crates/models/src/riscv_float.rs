//! What the floating-point instructions of RISC-V compute, on concrete numbers.
//!
//! Each is a function `riscv.` and the instruction's name, of five arguments: the address of the word that holds the exceptions
//! raised so far, the rounding mode, and up to three registers as they are; the result is a register, too. A single stands in
//! the lower half of a register under ones, and whatever else is found where a single should be counts as no number.
//!
//! An operand that is not concrete becomes so: the path goes on with one of its values only, and the run is incomplete.

use float::{Flags, Format, Integer, Outcome, Rounding};
use ir::ErrorKind;
use memory::Value;

use crate::Model;
use crate::machine::{Access, Call, Machine, Stop};

const PREFIX: &str = "riscv.";
const SINGLE_NAN: u64 = 0x7fc0_0000;
/// Above a single in its register.
const BOX: u64 = 0xffff_ffff << 32;
/// Why a run that computes with symbolic numbers is incomplete.
pub(crate) const INCOMPLETE: &str = "floating point on one value of a symbolic operand";

pub(crate) fn lookup(name: &str) -> Option<Model> {
    let name = name.strip_prefix(PREFIX)?;
    evaluate(name, Rounding::NearestEven, [0; 3]).map(|_| compute as Model)
}

fn compute(machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
    let concrete = |machine: &mut dyn Machine, index: usize| match call.word(machine, index) {
        Value::Int(word) => Ok(word),
        Value::Expr(term) => machine.fix(term, 64, INCOMPLETE),
    };
    let address = concrete(machine, 0)?;
    let mode = concrete(machine, 1)?;
    let operands = [concrete(machine, 2)?, concrete(machine, 3)?, concrete(machine, 4)?];
    let Some(rounding) = Rounding::from_number(mode) else {
        let message = format!("illegal instruction: the rounding mode is {mode}");
        return Err(machine.error(ErrorKind::IllegalInstruction, message, None));
    };
    let name = call.name.strip_prefix(PREFIX).unwrap_or_default();
    let outcome = evaluate(name, rounding, operands).expect("a model is called by the name that it was found by");
    if outcome.flags != Flags::NONE {
        let place = machine.locate(Value::Int(address), 8, Access::Write)?;
        let raised = match machine.load(&place, 0, 8) {
            Value::Int(before) => Value::Int(before | u64::from(outcome.flags.0)),
            Value::Expr(before) => {
                let pool = machine.pool();
                let now = pool.int(64, outcome.flags.0.into());
                let both = pool.or(before, now);
                Value::from_expr(pool, both)
            }
        };
        machine.store(&place, 0, 8, raised);
    }
    Ok(Some(Value::Int(outcome.bits)))
}

/// The result of an instruction by its name; none if it is not known.
fn evaluate(name: &str, rounding: Rounding, registers: [u64; 3]) -> Option<Outcome> {
    let (stem, suffix) = name.rsplit_once('.')?;
    if let Some(to) = stem.strip_prefix("fcvt.") {
        return convert(to, suffix, rounding, registers[0]);
    }
    let format = format(suffix)?;
    let [a, b, c] = registers.map(|register| unboxed(format, register));
    let sign = match format {
        Format::Single => 1 << 31,
        Format::Double => 1 << 63,
    };
    // What goes to an integer register is not boxed.
    Some(match stem {
        "feq" => float::equal(format, a, b),
        "flt" => float::less(format, a, b),
        "fle" => float::less_or_equal(format, a, b),
        "fclass" => Outcome { bits: float::class(format, a), flags: Flags::NONE },
        "fadd" => boxed(format, float::add(format, a, b, rounding)),
        "fsub" => boxed(format, float::sub(format, a, b, rounding)),
        "fmul" => boxed(format, float::mul(format, a, b, rounding)),
        "fdiv" => boxed(format, float::div(format, a, b, rounding)),
        "fsqrt" => boxed(format, float::sqrt(format, a, rounding)),
        "fmin" => boxed(format, float::min(format, a, b)),
        "fmax" => boxed(format, float::max(format, a, b)),
        "fmadd" => boxed(format, float::mul_add(format, a, b, c, rounding)),
        "fmsub" => boxed(format, float::mul_add(format, a, b, c ^ sign, rounding)),
        "fnmsub" => boxed(format, float::mul_add(format, a ^ sign, b, c, rounding)),
        "fnmadd" => boxed(format, float::mul_add(format, a ^ sign, b, c ^ sign, rounding)),
        _ => return None,
    })
}

/// `fcvt`, to and from what the instruction's name says.
fn convert(to: &str, from: &str, rounding: Rounding, register: u64) -> Option<Outcome> {
    match (format(to), format(from)) {
        (Some(Format::Single), Some(Format::Double)) => {
            Some(boxed(Format::Single, float::to_single(register, rounding)))
        }
        (Some(Format::Double), Some(Format::Single)) => Some(float::to_double(unboxed(Format::Single, register))),
        (Some(to), None) => Some(boxed(to, float::from_integer(to, integer(from)?, register, rounding))),
        (None, Some(from)) => Some(float::to_integer(from, integer(to)?, unboxed(from, register), rounding)),
        _ => None,
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

fn boxed(format: Format, outcome: Outcome) -> Outcome {
    match format {
        Format::Double => outcome,
        Format::Single => Outcome { bits: outcome.bits | BOX, ..outcome },
    }
}
