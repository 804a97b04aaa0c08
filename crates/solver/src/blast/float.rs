//! Circuits of floating-point operations, for formats of any size.
//!
//! A number is taken apart into a sign, an exponent and a significand (`parts.rs`), the operation makes of these a
//! result that is exact but for a bit which stands for all bits below (`arithmetic.rs`, `remainder.rs`), and one circuit
//! rounds it and puts it together (`round.rs`). `convert.rs` has integers and other formats. Exponents are words in two's
//! complement that are wide enough for everything that is computed with them.

mod arithmetic;
mod convert;
mod parts;
mod remainder;
mod round;
#[cfg(test)]
mod tests;

use float::{Exponent, Function, Layout, Nan, Operation, Rounding};

use crate::blast::float::parts::Parts;
use crate::blast::gates::Gates;
use crate::blast::words::constant_word;
use crate::sat::{Bounded, Lit, Literal};

/// An operation with what its circuit depends on.
#[derive(Clone, Copy)]
pub(super) struct Circuit {
    pub(super) operation: Operation,
    /// The extra number of the operation.
    pub(super) extra: u32,
    /// The width of the result.
    pub(super) width: u32,
    /// The width of the operands.
    pub(super) operand: u32,
}

impl Circuit {
    /// The format of the result, or of the operands if that is no number.
    fn layout(&self) -> Layout {
        self.operation.layout(self.width, self.operand)
    }

    /// The format of the operands.
    fn source(&self) -> Layout {
        match self.operation.function {
            Function::Convert => Exponent::from_number(self.extra, self.operand)
                .map_or(self.layout(), |exponent| exponent.layout(self.operand)),
            _ => self.layout(),
        }
    }

    /// How many clauses the circuit has, roughly.
    pub(super) fn clauses(&self) -> usize {
        let layout = self.layout();
        let precision = layout.precision() as usize;
        let width = self.width.max(self.operand) as usize;
        match self.operation.function {
            Function::Equal | Function::Less | Function::LessEqual => 8 * self.operand as usize,
            Function::Mul => 14 * precision * precision + 200 * width,
            Function::Div | Function::Sqrt => 20 * precision * precision + 200 * width,
            Function::MulAdd => 14 * precision * precision + 600 * width,
            Function::Rem | Function::Remainder => {
                20 * precision * ((1usize << layout.exponent) + precision) + 200 * width
            }
            _ => 300 * width,
        }
    }
}

impl<S: Bounded> Gates<S> {
    /// The result of an operation on numbers.
    pub(super) fn float(&mut self, circuit: &Circuit, args: &[Vec<Lit>]) -> Vec<Lit> {
        let Operation { function, mode, .. } = circuit.operation;
        let (layout, rounding) = (circuit.layout(), mode.rounding());
        if function.compares() {
            return vec![self.float_compare(layout, function, &args[0], &args[1])];
        }
        let signed = matches!(function, Function::FromSigned | Function::ToSigned);
        match function {
            Function::FromSigned | Function::FromUnsigned => {
                return self.integer_as_float(layout, signed, &args[0], rounding);
            }
            Function::ToSigned | Function::ToUnsigned => return self.float_as_integer(circuit, signed, &args[0]),
            _ => {}
        }
        let source = circuit.source();
        let parts: Vec<Parts> = args.iter().map(|arg| self.parts(source, arg)).collect();
        let (result, invalid) = match (function, &parts[..]) {
            (Function::Add, [a, b]) => self.float_add(layout, a, b, rounding),
            (Function::Sub, [a, b]) => self.float_add(layout, a, &b.negated(), rounding),
            (Function::Mul, [a, b]) => self.float_mul(layout, a, b, rounding),
            (Function::Div, [a, b]) => self.float_div(layout, a, b, rounding),
            (Function::MulAdd, [a, b, c]) => self.float_mul_add(layout, a, b, c, rounding),
            (Function::Sqrt, [a]) => self.float_sqrt(layout, a, rounding),
            (Function::Round, [a]) => (self.float_round(layout, a, rounding), Lit::FALSE),
            (Function::Rem, [a, b]) => self.float_remainder(layout, a, b, false),
            (Function::Remainder, [a, b]) => self.float_remainder(layout, a, b, true),
            (Function::Convert, [a]) => (self.float_convert(source, layout, a, rounding), Lit::FALSE),
            (function, _) => unreachable!("{function:?} has other operands"),
        };
        let canonical = constant(layout.width, layout.canonical_nan());
        match (mode.nan(), function) {
            (Nan::Canonical, _) => {
                let nan = self.any(parts.iter().map(|part| part.nan).chain([invalid]));
                self.choose(nan, &canonical, &result)
            }
            (Nan::Machine, Function::Convert) => {
                let nan = converted_nan(source, layout, &args[0]);
                self.choose(parts[0].nan, &nan, &result)
            }
            (Nan::Machine, _) => {
                let invalid_nan = constant(layout.width, layout.canonical_nan() | layout.sign());
                let result = self.choose(invalid, &invalid_nan, &result);
                self.machine_nan(layout, &parts, args, result)
            }
        }
    }

    /// The first operand that is a NaN, quieted, or in the x87 format the one with the greatest significand; else the
    /// result.
    fn machine_nan(&mut self, layout: Layout, parts: &[Parts], args: &[Vec<Lit>], result: Vec<Lit>) -> Vec<Lit> {
        let quiet = layout.precision() as usize - 2;
        let (mut best, mut any) = (result, Lit::FALSE);
        for (part, arg) in parts.iter().zip(args).rev() {
            let mut nan = arg.clone();
            nan[quiet] = Lit::TRUE;
            let wins = if layout.explicit {
                let below = self.less(&nan[..64], &best[..64], false);
                let below = self.and(below, any);
                self.and(part.nan, !below)
            } else {
                part.nan
            };
            best = self.choose(wins, &nan, &best);
            any = self.or(any, part.nan);
        }
        best
    }

    /// Whether a comparison holds. Numbers are compared like integers with a sign.
    fn float_compare(&mut self, layout: Layout, function: Function, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (self.ordered(layout, a), self.ordered(layout, b));
        let number = self.and(!a.nan, !b.nan);
        let both_zero = self.and(a.zero, b.zero);
        if function == Function::Equal {
            let same_sign = self.iff(a.sign, b.sign);
            let same = self.equal(&a.magnitude, &b.magnitude);
            let same = self.and(same, same_sign);
            let equal = self.or(same, both_zero);
            return self.and(equal, number);
        }
        let or_equal = function == Function::LessEqual;
        let up = self.less(&a.magnitude, &b.magnitude, or_equal);
        let down = self.less(&b.magnitude, &a.magnitude, or_equal);
        let same_sign = self.mux(a.sign, down, up);
        let differ = self.xor(a.sign, b.sign);
        let less = self.mux(differ, a.sign, same_sign);
        let less = self.mux(both_zero, Lit::constant(or_equal), less);
        self.and(less, number)
    }
}

/// The literals of a constant of at most 128 bits.
fn constant(width: u32, bits: u128) -> Vec<Lit> {
    constant_word(&[bits as u64, (bits >> 64) as u64], width).collect()
}

/// The literals of an exponent.
fn exponent(width: usize, value: i64) -> Vec<Lit> {
    (0..width).map(|bit| Lit::constant(value >> bit.min(63) & 1 == 1)).collect()
}

/// The NaN that a NaN of another format becomes, with the highest bits of its payload.
fn converted_nan(from: Layout, to: Layout, bits: &[Lit]) -> Vec<Lit> {
    let (narrow, wide) = (from.precision() as usize - 1, to.precision() as usize - 1);
    let mut nan = constant(to.width, to.canonical_nan());
    for at in 0..wide.min(narrow) {
        nan[wide - 1 - at] = bits[narrow - 1 - at];
    }
    nan[wide - 1] = Lit::TRUE;
    nan[to.width as usize - 1] = bits[from.width as usize - 1];
    nan
}

/// Whether rounding goes away from zero, given the last bit that is kept, the next bit, and whether anything follows.
fn increment<S: Bounded>(
    gates: &mut Gates<S>,
    rounding: Rounding,
    sign: Lit,
    last: Lit,
    guard: Lit,
    sticky: Lit,
) -> Lit {
    let inexact = gates.or(guard, sticky);
    match rounding {
        Rounding::NearestEven => {
            let up = gates.or(last, sticky);
            gates.and(guard, up)
        }
        Rounding::NearestAway => guard,
        Rounding::TowardZero => Lit::FALSE,
        Rounding::Down => gates.and(sign, inexact),
        Rounding::Up => gates.and(!sign, inexact),
    }
}
