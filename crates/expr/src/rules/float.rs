//! Rules for operations on floating-point numbers. All are exact in IEEE 754: nothing is reassociated, and a NaN
//! keeps its payload.

use float::{Exponent, Function, Layout, Mode, Nan, Operation, Rounding};

use crate::build::extra_of;
use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::rules::Rule;

/// An integer that a number was made of without rounding.
#[derive(Clone, Copy)]
struct Integer {
    term: ExprId,
    signed: bool,
}

impl Pool {
    /// The operation of a term, if it is one on floating-point numbers.
    pub fn as_float(&self, term: ExprId) -> Option<Operation> {
        match self.node(term).op {
            Op::Float(operation) => Some(operation),
            _ => None,
        }
    }

    /// The extra number of an operation on floating-point numbers that has one, else zero.
    pub fn float_extra(&self, term: ExprId) -> u32 {
        extra_of(self.node(term))
    }

    /// Whether a number is a NaN, as a condition on its bits.
    pub fn is_nan(&mut self, layout: Layout, a: ExprId) -> ExprId {
        let below = layout.below_exponent();
        if layout.explicit {
            let exponent = self.extract(a, below, layout.exponent);
            let significand = self.extract(a, 0, below);
            let leads = self.extract(a, below - 1, 1);
            let lacks = self.not(leads);
            let (zero, all) = (self.int(layout.exponent, 0), self.all_ones(layout.exponent));
            let (is_normal, is_special) = (self.ne(exponent, zero), self.eq(exponent, all));
            let infinity = self.float_bits(layout.width, layout.infinity());
            let infinity = self.extract(infinity, 0, below);
            let differs = self.ne(significand, infinity);
            let (unnormal, nan) = (self.and(is_normal, lacks), self.and(is_special, differs));
            return self.or(unnormal, nan);
        }
        let magnitude = self.extract(a, 0, layout.width - 1);
        let infinity = self.float_bits(layout.width, layout.infinity());
        let infinity = self.extract(infinity, 0, layout.width - 1);
        self.ult(infinity, magnitude)
    }

    /// A constant of at most 128 bits.
    pub fn float_bits(&mut self, width: u32, bits: u128) -> ExprId {
        let words = [bits as u64, (bits >> 64) as u64];
        self.constant(&bv::Bv::from_words(width, &words[..width.div_ceil(64) as usize]))
    }

    fn as_float_bits(&self, term: ExprId) -> Option<u128> {
        let value = self.as_const(term)?;
        Some(value.words().iter().rev().fold(0, |bits, &word| bits << 64 | u128::from(word)))
    }

    pub(crate) fn rewrite_float_unary(
        &mut self,
        operation: Operation,
        width: u32,
        a: ExprId,
        _extra: u32,
    ) -> Option<ExprId> {
        let inner = self.as_float(a);
        match operation.function {
            // float_round
            // match: round(x) where x is the result of a rounding to an integer or of a conversion from one
            // result: x
            Function::Round => {
                let inner = inner?;
                let integral = match inner.function {
                    // A NaN is the same again only if both are made alike.
                    Function::Round => inner.mode.nan() == operation.mode.nan(),
                    function => matches!(function, Function::FromSigned | Function::FromUnsigned),
                };
                if integral { self.hit(Rule::FloatRound, a) } else { None }
            }
            // float_to_integer
            // match: to_integer(from_integer(x)) where neither loses anything
            // result: x, extended
            Function::ToSigned | Function::ToUnsigned => {
                let from = self.as_exact_integer(a)?;
                let known = self.width(from.term);
                let signed = operation.function == Function::ToSigned;
                let fits = match (from.signed, signed) {
                    (true, true) | (false, false) => known <= width,
                    (false, true) => known < width,
                    (true, false) => false,
                };
                if !fits {
                    return None;
                }
                let result = if from.signed { self.sext(from.term, width) } else { self.zext(from.term, width) };
                self.hit(Rule::FloatToInteger, result)
            }
            _ => None,
        }
    }

    pub(crate) fn rewrite_float_binary(&mut self, operation: Operation, a: ExprId, b: ExprId) -> Option<ExprId> {
        if !operation.function.compares() {
            return None;
        }
        let layout = operation.exponent.layout(self.width(a));
        let is_nan = |bits: Option<u128>| bits.is_some_and(|bits| layout.is_nan(bits));
        let (left, right) = (self.as_float_bits(a), self.as_float_bits(b));
        if is_nan(left) || is_nan(right) || a == b && operation.function == Function::Less {
            // float_never
            // match: a comparison with a NaN, or x < x
            // result: false
            let never = self.bool(false);
            return self.hit(Rule::FloatNever, never);
        }
        if a == b {
            // float_same
            // match: x = x or x <= x
            // result: x is not a NaN
            let nan = self.is_nan(layout, a);
            let number = self.not(nan);
            return self.hit(Rule::FloatSame, number);
        }
        if let Some(result) = self.compare_integers(operation.function, layout, a, b) {
            return self.hit(Rule::FloatIntegers, result);
        }
        let result = self.compare_narrow(operation, layout, a, b)?;
        self.hit(Rule::FloatNarrow, result)
    }

    /// The integer that a term was converted from, if the conversion is exact for all integers of that width.
    fn as_exact_integer(&self, term: ExprId) -> Option<Integer> {
        let operation = self.as_float(term)?;
        let signed = match operation.function {
            Function::FromSigned => true,
            Function::FromUnsigned => false,
            _ => return None,
        };
        let (layout, from) = (operation.exponent.layout(self.width(term)), self.node(term).arg(0));
        let width = self.width(from);
        let exact = layout.precision() >= width && layout.bias() >= width as i32;
        exact.then_some(Integer { term: from, signed })
    }

    /// float_integers
    /// match: a comparison of two numbers that are integers, converted, or of one with a constant
    /// result: the comparison of the integers
    fn compare_integers(&mut self, function: Function, layout: Layout, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (left, right) = (self.as_exact_integer(a), self.as_exact_integer(b));
        let (left, right) = match (left, right) {
            (Some(left), Some(right)) => (left, right),
            (Some(left), None) => return self.compare_integer(function, layout, left, self.as_float_bits(b)?, false),
            (None, Some(right)) => return self.compare_integer(function, layout, right, self.as_float_bits(a)?, true),
            (None, None) => return None,
        };
        let width = self.width(left.term).max(self.width(right.term)) + 1;
        let [left, right] = [left, right]
            .map(|side| if side.signed { self.sext(side.term, width) } else { self.zext(side.term, width) });
        Some(match function {
            Function::Equal => self.eq(left, right),
            Function::Less => self.slt(left, right),
            _ => self.sle(left, right),
        })
    }

    /// The comparison of an integer with a constant number, which is the first operand if `flipped`.
    fn compare_integer(
        &mut self,
        function: Function,
        layout: Layout,
        integer: Integer,
        constant: u128,
        flipped: bool,
    ) -> Option<ExprId> {
        let width = self.width(integer.term) + 2;
        if width > 64 {
            return None;
        }
        // The constant, rounded to an integer such that the comparison stays the same; integers of this width are
        // all further from its limits than any of the other operand.
        let rounded = |rounding| {
            let mode = Mode::new(rounding, Nan::Canonical);
            let operation = Operation { function: Function::ToSigned, exponent: Exponent::of(layout), mode };
            operation.apply(width, layout.width, [constant, 0, 0], 1) as u64
        };
        let (floor, ceil) = (rounded(Rounding::Down), rounded(Rounding::Up));
        let term = if integer.signed { self.sext(integer.term, width) } else { self.zext(integer.term, width) };
        let (below, above) = (self.int(width, floor), self.int(width, ceil));
        Some(match (function, flipped) {
            (Function::Equal, _) if floor != ceil => self.bool(false),
            (Function::Equal, _) => self.eq(term, below),
            // x < c and x <= c
            (Function::Less, false) => self.slt(term, above),
            (_, false) => self.sle(term, below),
            // c < x and c <= x
            (Function::Less, true) => self.slt(below, term),
            (_, true) => self.sle(above, term),
        })
    }

    /// The term that a term was converted from, if its format is part of this one.
    fn as_widened(&self, layout: Layout, term: ExprId) -> Option<(ExprId, Layout)> {
        let operation = self.as_float(term).filter(|operation| operation.function == Function::Convert)?;
        let from = self.node(term).arg(0);
        let number = extra_of(self.node(term));
        let narrow = Exponent::from_number(number, self.width(from))?.layout(self.width(from));
        let wider = operation.exponent.layout(self.width(term)) == layout
            && narrow.precision() <= layout.precision()
            && narrow.exponent <= layout.exponent
            && !narrow.explicit;
        wider.then_some((from, narrow))
    }

    /// float_narrow
    /// match: a comparison of two numbers converted from a narrower format, or of one with a constant
    /// result: the comparison in the narrower format
    fn compare_narrow(&mut self, operation: Operation, layout: Layout, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (left, right) = (self.as_widened(layout, a), self.as_widened(layout, b));
        let (function, mode) = (operation.function, operation.mode);
        let compare = |pool: &mut Pool, function, narrow: Layout, a, b| {
            pool.float(Operation { function, exponent: Exponent::of(narrow), mode }, 1, &[a, b], 0)
        };
        let (term, narrow, constant, flipped) = match (left, right) {
            (Some((a, narrow)), Some((b, other))) if narrow == other => {
                return Some(compare(self, function, narrow, a, b));
            }
            (Some((a, narrow)), None) => (a, narrow, self.as_float_bits(b)?, false),
            (None, Some((b, narrow))) => (b, narrow, self.as_float_bits(a)?, true),
            _ => return None,
        };
        let convert = |rounding| {
            let mode = Mode::new(rounding, Nan::Canonical);
            let operation = Operation { function: Function::Convert, exponent: Exponent::of(narrow), mode };
            operation.apply(narrow.width, layout.width, [constant, 0, 0], Exponent::of(layout).number())
        };
        let (below, above) = (convert(Rounding::Down), convert(Rounding::Up));
        let exact = below & narrow.magnitude() == above & narrow.magnitude();
        if function == Function::Equal && !exact {
            return Some(self.bool(false));
        }
        // With an inexact constant, `<` and `<=` are the same.
        let function = if exact { function } else { Function::LessEqual };
        let bound = self.float_bits(narrow.width, if flipped { above } else { below });
        Some(if flipped {
            compare(self, function, narrow, bound, term)
        } else {
            compare(self, function, narrow, term, bound)
        })
    }
}
