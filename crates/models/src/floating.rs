//! Floating point of LLVM programs, on concrete numbers of any format.
//!
//! The front end turns LLVM's operations into calls of functions whose names say everything:
//! `float.add.double`, `float.relation.float`, `float.convert.float.x86_fp80`, `float.to_signed.double.32`. The
//! functions of C's library that compute one number from others are here too; those that are not arithmetic
//! (`sin`, `exp` and the like) use the host's own library. A name is decoded once, when the function is looked
//! up ([`Operator::of`]), not at each call.
//!
//! With a symbolic operand, the result is a term (`floating/terms.rs`). Where there is none, as for the functions of
//! the host, the operand is made concrete: the path goes on with one of its values only, and the run is incomplete.

mod errno;
#[cfg(test)]
mod native;
mod terms;

use std::cmp::Ordering;

use bv::Bv;
use expr::ExprId;
use float::x86::{self, Kind, Operation};
use memory::Value;

use crate::errors;
use crate::floating::errno::Errno;
use crate::machine::{Call, Machine, Stop, resize};
use crate::riscv_float::INCOMPLETE;

/// A function on numbers.
#[derive(Clone, Copy, Debug)]
enum Function {
    /// An operation whose operands and result have the same format.
    Compute(Kind, Operation),
    /// The lesser or the greater of two numbers, as in glibc. Zeros of both signs are equal; of equal numbers
    /// the result is the second, except that the lesser of two long doubles is the first.
    Extreme(Kind, Operation),
    /// A comparison. The result has four bits, of which one is set: equal, greater, less, unordered. LLVM
    /// numbers its predicates this way.
    Relation(Kind),
    /// Whether one of LLVM's predicates holds, which is the third operand.
    Compare(Kind),
    /// A conversion from one format to another.
    Convert(Kind, Kind),
    /// A conversion from an integer; the flag says whether the integer is signed.
    FromInteger(Kind, bool),
    /// A conversion to an integer.
    ToInteger(Kind, Target),
    /// The class of a number, as one of ten bits.
    Class(Kind),
    /// The number without its sign, or with the sign of another.
    Sign(Kind),
    /// A function of the host on one double.
    Host(fn(f64) -> f64),
    /// A function of the host on one float.
    HostSingle(fn(f32) -> f32),
    /// A function of the host on two doubles.
    HostTwo(fn(f64, f64) -> f64),
    /// A function of the host on two floats.
    HostTwoSingles(fn(f32, f32) -> f32),
    /// The operation rounds the number, which is then converted to a `long`.
    Rounded(Kind, Operation),
}

/// The integer type that a number is converted to.
#[derive(Clone, Copy, Debug)]
struct Target {
    width: u32,
    signed: bool,
    saturating: bool,
}

/// A function on numbers, decoded from its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator {
    function: Function,
    /// The error that it stores in `errno`, if it does.
    errno: Option<Errno>,
}

impl Operator {
    /// Decodes the name of a function.
    pub(crate) fn of(name: &str) -> Option<Operator> {
        Some(Operator { function: Function::of(name)?, errno: Errno::of(name) })
    }

    /// Executes a call of the function.
    pub(crate) fn call(&self, machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
        if let Some(result) = self.symbolic(machine, call)? {
            return Ok(Some(result));
        }
        let mut operands = [0; 3];
        for (operand, &(value, width)) in operands.iter_mut().zip(call.args) {
            *operand = concrete(machine, value, width)?;
        }
        let first_width = call.args.first().map_or(0, |&(_, width)| width);
        let (bits, width) = self.function.apply(operands, first_width);
        if let Some(error) = self.errno.and_then(|errno| errno.error(operands, bits)) {
            errors::set(machine, error)?;
        }
        let words = [bits as u64, (bits >> 64) as u64];
        let width = if call.ret == 0 { width } else { call.ret };
        let result = Bv::from_words(width, &words[..width.div_ceil(64) as usize]);
        Ok(Some(Value::from_bv(machine.pool(), &result)))
    }
}

impl Operator {
    /// The result as a term, if an operand is symbolic and there is such a term.
    fn symbolic(&self, machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
        let is_symbolic = |&(value, _): &(Value, u32)| match value {
            Value::Int(_) => false,
            Value::Expr(term) => !machine.pool().is_const(term),
        };
        if !call.args.iter().any(is_symbolic) {
            return Ok(None);
        }
        let pool = machine.pool();
        let args: Vec<ExprId> = call.args.iter().map(|&(value, width)| value.to_expr(pool, width)).collect();
        let Some(result) = self.function.term(pool, &args) else { return Ok(None) };
        if self.errno.is_some() {
            let Some((condition, error)) = terms::error(self.function, machine.pool(), &args) else { return Ok(None) };
            errors::set_if(machine, condition, error)?;
        }
        let width = machine.pool().width(result);
        let value = Value::from_expr(machine.pool(), result);
        let to = if call.ret == 0 { width } else { call.ret };
        Ok(Some(resize(machine.pool(), value, width, to, false)))
    }
}

/// The bits of an operand, which is made concrete.
fn concrete(machine: &mut dyn Machine, value: Value, width: u32) -> Result<u128, Stop> {
    let term = match value {
        Value::Int(word) => return Ok(word.into()),
        Value::Expr(term) => term,
    };
    let mut bits = 0;
    for lo in (0..width.min(128)).step_by(64) {
        let part_width = (width - lo).min(64);
        let part = machine.pool().extract(term, lo, part_width);
        let word = match machine.pool().as_u64(part) {
            Some(word) => word,
            None => machine.fix(part, part_width, INCOMPLETE)?,
        };
        bits |= u128::from(word) << lo;
    }
    Ok(bits)
}

impl Function {
    /// Decodes the name of a function.
    fn of(name: &str) -> Option<Function> {
        match name.strip_prefix("float.") {
            Some(rest) => Function::of_front_end(rest),
            None => Function::of_library(name),
        }
    }

    fn of_front_end(name: &str) -> Option<Function> {
        let mut parts = name.split('.');
        let (what, kind) = (parts.next()?, Kind::from_name(parts.next()?)?);
        let last = parts.next();
        let target = |signed, saturating| {
            let width = last?.parse().ok().filter(|width| (1..=128).contains(width))?;
            Some(Function::ToInteger(kind, Target { width, signed, saturating }))
        };
        let compute = |operation| Some(Function::Compute(kind, operation));
        match what {
            "add" => compute(Operation::Add),
            "sub" => compute(Operation::Sub),
            "mul" => compute(Operation::Mul),
            "div" => compute(Operation::Div),
            "rem" => compute(Operation::Rem),
            "mul_add" => compute(Operation::MulAdd),
            "sqrt" => compute(Operation::Sqrt),
            "floor" => compute(Operation::Floor),
            "ceil" => compute(Operation::Ceil),
            "trunc" => compute(Operation::Trunc),
            "round_even" => compute(Operation::RoundEven),
            "round" => compute(Operation::RoundAway),
            "min" => compute(Operation::Min),
            "max" => compute(Operation::Max),
            "minimum" => compute(Operation::Minimum),
            "maximum" => compute(Operation::Maximum),
            "relation" => Some(Function::Relation(kind)),
            "compare" => Some(Function::Compare(kind)),
            "class" => Some(Function::Class(kind)),
            "convert" => Some(Function::Convert(kind, Kind::from_name(last?)?)),
            "from_signed" => Some(Function::FromInteger(kind, true)),
            "from_unsigned" => Some(Function::FromInteger(kind, false)),
            "to_signed" => target(true, false),
            "to_unsigned" => target(false, false),
            "to_signed_saturating" => target(true, true),
            "to_unsigned_saturating" => target(false, true),
            _ => None,
        }
    }

    /// Decodes a name of C's library: without a suffix for doubles, with `f` for floats, with `l` for long doubles.
    fn of_library(name: &str) -> Option<Function> {
        if let Some(found) = host(name) {
            return Some(found);
        }
        let of = |name: &str| -> Option<fn(Kind) -> Function> {
            Some(match name {
                "sqrt" => |kind| Function::Compute(kind, Operation::Sqrt),
                "floor" => |kind| Function::Compute(kind, Operation::Floor),
                "ceil" => |kind| Function::Compute(kind, Operation::Ceil),
                "trunc" => |kind| Function::Compute(kind, Operation::Trunc),
                "round" => |kind| Function::Compute(kind, Operation::RoundAway),
                "rint" | "nearbyint" | "roundeven" => |kind| Function::Compute(kind, Operation::RoundEven),
                "fmod" => |kind| Function::Compute(kind, Operation::Rem),
                "fma" => |kind| Function::Compute(kind, Operation::MulAdd),
                "fmin" => |kind| Function::Extreme(kind, Operation::Min),
                "fmax" => |kind| Function::Extreme(kind, Operation::Max),
                "fabs" | "copysign" => Function::Sign,
                "lround" | "llround" => |kind| Function::Rounded(kind, Operation::RoundAway),
                "lrint" | "llrint" => |kind| Function::Rounded(kind, Operation::RoundEven),
                _ => return None,
            })
        };
        let suffixed = |suffix: char, kind: Kind| Some(of(name.strip_suffix(suffix)?)?(kind));
        let plain = of(name).map(|function| function(Kind::Double));
        plain.or_else(|| suffixed('f', Kind::Single)).or_else(|| suffixed('l', Kind::Extended))
    }

    /// The result and its width in bits. `width` is the width of the first operand.
    fn apply(self, [a, b, c]: [u128; 3], width: u32) -> (u128, u32) {
        let double = |bits: u128| f64::from_bits(bits as u64);
        let single = |bits: u128| f32::from_bits(bits as u32);
        match self {
            Function::Compute(kind, operation) => (x86::compute(kind, operation, [a, b, c]), kind.width()),
            Function::Extreme(kind, operation) if x86::compare(kind, a, b) == Some(Ordering::Equal) => {
                let is_first = kind == Kind::Extended && operation == Operation::Min;
                (if is_first { a } else { b }, kind.width())
            }
            Function::Extreme(kind, operation) => (x86::compute(kind, operation, [a, b, c]), kind.width()),
            Function::Relation(kind) => {
                let relation = match x86::compare(kind, a, b) {
                    Some(Ordering::Equal) => 1,
                    Some(Ordering::Greater) => 2,
                    Some(Ordering::Less) => 4,
                    None => 8,
                };
                (relation, 4)
            }
            Function::Compare(kind) => {
                let relation = Function::Relation(kind).apply([a, b, 0], width).0;
                (u128::from(relation & c != 0), 1)
            }
            Function::Convert(from, to) => (x86::convert(from, to, a), to.width()),
            Function::FromInteger(kind, false) => (x86::from_unsigned(kind, a), kind.width()),
            Function::FromInteger(kind, true) => {
                let unused = 128 - width.clamp(1, 128);
                (x86::from_signed(kind, (a as i128) << unused >> unused), kind.width())
            }
            Function::ToInteger(kind, Target { width, signed, saturating: true }) => {
                (x86::to_integer_saturating(kind, a, width, signed), width)
            }
            Function::ToInteger(kind, Target { width, signed, saturating: false }) => {
                (x86::to_integer_as_the_machine(kind, a, width, signed), width)
            }
            Function::Class(kind) => (x86::class(kind, a).into(), 10),
            Function::Sign(kind) => {
                let sign = 1 << (kind.width() - 1);
                (a & !sign | b & sign, kind.width())
            }
            Function::Host(function) => (function(double(a)).to_bits().into(), 64),
            Function::HostSingle(function) => (function(single(a)).to_bits().into(), 32),
            Function::HostTwo(function) => (function(double(a), double(b)).to_bits().into(), 64),
            Function::HostTwoSingles(function) => (function(single(a), single(b)).to_bits().into(), 32),
            Function::Rounded(kind, operation) => {
                let rounded = x86::compute(kind, operation, [a, 0, 0]);
                (x86::to_integer_as_the_machine(kind, rounded, 64, true), 64)
            }
        }
    }
}

/// The functions that are not arithmetic, for doubles and floats.
fn host(name: &str) -> Option<Function> {
    use Function::{Host, HostSingle, HostTwo, HostTwoSingles};
    Some(match name {
        "sin" => Host(f64::sin),
        "cos" => Host(f64::cos),
        "tan" => Host(f64::tan),
        "asin" => Host(f64::asin),
        "acos" => Host(f64::acos),
        "atan" => Host(f64::atan),
        "sinh" => Host(f64::sinh),
        "cosh" => Host(f64::cosh),
        "tanh" => Host(f64::tanh),
        "exp" => Host(f64::exp),
        "exp2" => Host(f64::exp2),
        "expm1" => Host(f64::exp_m1),
        "log" => Host(f64::ln),
        "log2" => Host(f64::log2),
        "log10" => Host(f64::log10),
        "log1p" => Host(f64::ln_1p),
        // Correctly rounded; glibc's before version 2.41 is sometimes off by one in the last digit.
        "cbrt" => Host(f64::cbrt),
        "pow" => HostTwo(f64::powf),
        "atan2" => HostTwo(f64::atan2),
        "hypot" => HostTwo(f64::hypot),
        "sinf" => HostSingle(f32::sin),
        "cosf" => HostSingle(f32::cos),
        "tanf" => HostSingle(f32::tan),
        "asinf" => HostSingle(f32::asin),
        "acosf" => HostSingle(f32::acos),
        "atanf" => HostSingle(f32::atan),
        "sinhf" => HostSingle(f32::sinh),
        "coshf" => HostSingle(f32::cosh),
        "tanhf" => HostSingle(f32::tanh),
        "expf" => HostSingle(f32::exp),
        "exp2f" => HostSingle(f32::exp2),
        "expm1f" => HostSingle(f32::exp_m1),
        "logf" => HostSingle(f32::ln),
        "log2f" => HostSingle(f32::log2),
        "log10f" => HostSingle(f32::log10),
        "log1pf" => HostSingle(f32::ln_1p),
        "cbrtf" => HostSingle(f32::cbrt),
        "powf" => HostTwoSingles(f32::powf),
        "atan2f" => HostTwoSingles(f32::atan2),
        "hypotf" => HostTwoSingles(f32::hypot),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(name: &str, operands: [f64; 3]) -> f64 {
        let operands = operands.map(|operand| u128::from(operand.to_bits()));
        f64::from_bits(Function::of(name).expect("it is known").apply(operands, 64).0 as u64)
    }

    #[test]
    fn names_say_what_is_computed() {
        assert_eq!(apply("float.add.double", [1.5, 2.0, 0.0]), 3.5);
        assert_eq!(apply("fma", [2.0, 3.0, 1.0]), 7.0);
        assert_eq!(apply("copysign", [2.0, -0.0, 0.0]), -2.0);
        assert_eq!(apply("pow", [2.0, 10.0, 0.0]), 1024.0);
        let seven = Function::of("float.from_signed.float").expect("it is known").apply([0xf9, 0, 0], 8);
        assert_eq!(seven, ((-7f32).to_bits().into(), 32));
        let relation = Function::of("float.relation.double").expect("it is known");
        let of = |a: f64, b: f64| relation.apply([a.to_bits().into(), b.to_bits().into(), 0], 64).0;
        assert_eq!([of(1.0, 1.0), of(2.0, 1.0), of(1.0, 2.0), of(f64::NAN, 1.0)], [1, 2, 4, 8]);
    }

    #[test]
    fn other_names_are_not_known() {
        for name in
            ["float.add", "float.add.int", "float.to_signed.double", "float.to_signed.double.129", "sinl", "flo"]
        {
            assert!(Function::of(name).is_none(), "{name}");
        }
    }
}
