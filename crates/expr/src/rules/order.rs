//! Orders: signed and unsigned less-than and less-or-equal.

use bv::word;

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;

impl Pool {
    pub(super) fn rewrite_order(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let signed = matches!(op, Op::Slt | Op::Sle);
        if matches!(op, Op::Ule | Op::Sle) && (self.is_const(a) || self.is_const(b)) {
            return self.order_strict(signed, a, b);
        }
        // order_unsigned
        // match: a signed order of terms that are known to have equal signs
        // result: the unsigned order
        if signed {
            let (x, y) = (self.sign_known(a), self.sign_known(b));
            if x.0 && y.0 || x.1 && y.1 {
                let result = if op == Op::Slt { self.ult(a, b) } else { self.ule(a, b) };
                return self.hit(Rule::OrderUnsigned, result);
            }
        }
        self.order_edge(signed, a, b)
            .or_else(|| self.order_extended(op, a, b))
            .or_else(|| self.order_add(op, a, b))
            .or_else(|| self.order_range(op, a, b))
            .or_else(|| self.order_not(op, a, b))
            .or_else(|| self.order_sign(op, a, b))
            .or_else(|| self.order_identity(op, a, b))
    }

    /// order_strict
    /// match: x <= c; c <= x, signed or not
    /// result: x < c + 1; c - 1 < x; true where that would wrap
    fn order_strict(&mut self, signed: bool, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        let (least, greatest) = self.bounds(signed, width);
        let result = if a == least || b == greatest {
            self.bool(true)
        } else if self.is_const(b) {
            let one = self.int(width, 1);
            let next = self.add(b, one);
            self.less(signed, a, next)
        } else {
            let minus_one = self.all_ones(width);
            let previous = self.add(a, minus_one);
            self.less(signed, previous, b)
        };
        self.hit(Rule::OrderStrict, result)
    }

    /// order_edge
    /// match: x < c; c < x where c equals a bound of x or is next to it
    /// result: false; x = bound; ~(x = bound)
    fn order_edge(&mut self, signed: bool, a: ExprId, b: ExprId) -> Option<ExprId> {
        let right = self.is_const(b);
        if !right && !self.is_const(a) {
            return None;
        }
        let (x, c) = if right { (a, b) } else { (b, a) };
        if self.width(x) > 64 {
            return self.wide_order_edge(signed, right, x, c);
        }
        let width = self.width(x);
        let constant = self.as_u64(c)?;
        let (least, greatest) = self.term_bounds(signed, x);
        // x < c holds for values from the least one up, c < x for values from the greatest one down.
        let (near, far, next) = if right { (least, greatest, 1) } else { (greatest, least, bv::mask(width)) };
        let result = if constant == near {
            self.bool(false)
        } else if constant == word::add(width, near, next) {
            let near = self.int(width, near);
            self.eq(x, near)
        } else if constant == far {
            self.ne(x, c)
        } else {
            return None;
        };
        self.hit(Rule::OrderEdge, result)
    }

    fn wide_order_edge(&mut self, signed: bool, right: bool, x: ExprId, c: ExprId) -> Option<ExprId> {
        let width = self.width(x);
        let (least, greatest) = self.bounds(signed, width);
        let (near, far) = if right { (least, greatest) } else { (greatest, least) };
        let step = if right { self.int(width, 1) } else { self.all_ones(width) };
        let result = if c == near {
            self.bool(false)
        } else if c == self.add(near, step) {
            self.eq(x, near)
        } else if c == far {
            self.ne(x, far)
        } else {
            return None;
        };
        self.hit(Rule::OrderEdge, result)
    }

    /// order_zext, order_sext
    /// match: an order of two extended terms, or of one and a constant
    /// result: the order of the terms inside, or what the constant decides
    fn order_extended(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let signed = matches!(op, Op::Slt | Op::Sle);
        let (x, y) = (self.op(a), self.op(b));
        if x == Op::ZExt || y == Op::ZExt {
            let constant = self.is_const(a) || self.is_const(b);
            let result = match self.both_narrow(a, b) {
                // Both fit below the sign bit of the wide terms, so the inner order is unsigned.
                Some((x, y)) => match op {
                    Op::Ult | Op::Slt => self.ult(x, y),
                    _ => self.ule(x, y),
                },
                None if constant => {
                    // The constant is greater than every zero-extended value, or less if it is negative.
                    let (c, c_right) = if self.is_const(b) { (b, true) } else { (a, false) };
                    let below = signed && self.sign_known(c).1;
                    self.bool(c_right != below)
                }
                None => return None,
            };
            return self.hit(Rule::OrderZExt, result);
        }
        if x == Op::SExt && y == Op::SExt {
            let (x, y) = (self.unary_arg(a, Op::SExt)?, self.unary_arg(b, Op::SExt)?);
            if self.width(x) != self.width(y) {
                return None;
            }
            // Sign extension preserves both the signed and the unsigned order.
            let result = self.order(op, x, y);
            return self.hit(Rule::OrderSExt, result);
        }
        if x == Op::SExt && self.is_const(b) || y == Op::SExt && self.is_const(a) {
            return self.order_sext_const(op, a, b);
        }
        None
    }

    fn order_sext_const(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let signed = matches!(op, Op::Slt | Op::Sle);
        let c_right = self.is_const(b);
        let (extended, c) = if c_right { (a, b) } else { (b, a) };
        let x = self.unary_arg(extended, Op::SExt)?;
        let narrow = self.trunc(c, self.width(x));
        let result = if self.sext(narrow, self.width(c)) == c {
            if c_right { self.order(op, x, narrow) } else { self.order(op, narrow, x) }
        } else if signed {
            // The constant is greater or less than every value.
            self.bool(c_right != self.sign_known(c).1)
        } else {
            // Unsigned, the constant is greater than extended values with a clear sign and less than the others.
            let zero = self.int(self.width(x), 0);
            if c_right { self.sge(x, zero) } else { self.slt(x, zero) }
        };
        self.hit(Rule::OrderSExt, result)
    }

    /// order_add
    /// match: x + c1 < c2; c2 < x + c1, unsigned, where x + c1 never wraps or always does
    /// result: x < c2 - c1; c2 - c1 < x; true or false where that wraps
    fn order_add(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if op != Op::Ult || width > 64 {
            return None;
        }
        let c_right = self.is_const(b);
        let (sum, c) = if c_right { (a, b) } else { (b, a) };
        let c = self.as_u64(c)?;
        let (x, offset) = self.const_right(sum, Op::Add)?;
        let offset = self.as_u64(offset)?;
        let (lo, hi) = self.unsigned_range(x);
        // As integers: x + shift is in 0..2^w and needs no reduction.
        let shift = if u128::from(hi) + u128::from(offset) <= u128::from(bv::mask(width)) {
            i128::from(offset)
        } else if u128::from(lo) + u128::from(offset) > u128::from(bv::mask(width)) {
            i128::from(offset) - (1i128 << width)
        } else {
            return None;
        };
        let bound = i128::from(c) - shift;
        let result = if bound < 0 {
            self.bool(!c_right)
        } else if bound > i128::from(bv::mask(width)) {
            self.bool(c_right)
        } else {
            let bound = self.int(width, bound as u64);
            if c_right { self.ult(x, bound) } else { self.ult(bound, x) }
        };
        self.hit(Rule::OrderAdd, result)
    }

    /// order_range
    /// match: ext(x) + -m < k; k - 1 < ext(x) + -m, unsigned, where m..m + k are values of ext(x) with a clear sign
    /// result: x + -m < k; k - 1 < x + -m
    fn order_range(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        if op != Op::Ult || self.width(a) > 64 {
            return None;
        }
        let c_right = self.is_const(b);
        let (sum, c) = if c_right { (a, b) } else { (b, a) };
        let bound = self.as_u64(c)?;
        let (extended, offset) = self.const_right(sum, Op::Add)?;
        let node = *self.node(extended);
        if !matches!(node.op, Op::ZExt | Op::SExt) {
            return None;
        }
        let x = node.arg(0);
        let narrow = self.width(x);
        let first = word::neg(node.width, self.as_u64(offset)?);
        let count = u128::from(bound) + u128::from(!c_right);
        let values = 1u128 << if node.op == Op::ZExt { narrow } else { narrow - 1 };
        if u128::from(first) + count > values || bound > bv::mask(narrow) {
            return None;
        }
        let offset = self.int(narrow, word::neg(narrow, first));
        let sum = self.add(x, offset);
        let bound = self.int(narrow, bound);
        let result = if c_right { self.ult(sum, bound) } else { self.ult(bound, sum) };
        self.hit(Rule::OrderRange, result)
    }

    /// order_not
    /// match: ~x < ~y; ~x < c; c < ~x, and with <=
    /// result: y < x; ~c < x; x < ~c
    fn order_not(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.unary_arg(a, Op::Not), self.unary_arg(b, Op::Not));
        if x.is_none() && !self.is_const(a) || y.is_none() && !self.is_const(b) {
            return None;
        }
        let x = x.unwrap_or_else(|| self.not(a));
        let y = y.unwrap_or_else(|| self.not(b));
        let result = self.order(op, y, x);
        self.hit(Rule::OrderNot, result)
    }

    /// order_sign
    /// match: concat(x, y) < 0; -1 < concat(x, y), signed
    /// result: x < 0; -1 < x
    fn order_sign(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        if op != Op::Slt {
            return None;
        }
        let result = if let Some((high, _)) = self.binary_args(a, Op::Concat)
            && self.is_zero(b)
        {
            let zero = self.int(self.width(high), 0);
            self.slt(high, zero)
        } else if let Some((high, _)) = self.binary_args(b, Op::Concat)
            && self.is_all_ones(a)
        {
            let minus_one = self.all_ones(self.width(high));
            self.slt(minus_one, high)
        } else {
            return None;
        };
        self.hit(Rule::OrderSign, result)
    }

    fn order(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        match op {
            Op::Ult => self.ult(a, b),
            Op::Ule => self.ule(a, b),
            Op::Slt => self.slt(a, b),
            _ => self.sle(a, b),
        }
    }

    fn less(&mut self, signed: bool, a: ExprId, b: ExprId) -> ExprId {
        if signed { self.slt(a, b) } else { self.ult(a, b) }
    }

    /// The least and the greatest value of a width, as constants.
    fn bounds(&mut self, signed: bool, width: u32) -> (ExprId, ExprId) {
        if !signed {
            return (self.int(width, 0), self.all_ones(width));
        }
        let ones = self.all_ones(width);
        let one = self.int(width, 1);
        let greatest = self.fold_binary(Op::LShr, width, ones, one);
        (self.fold_unary(Op::Not, width, greatest, 0), greatest)
    }

    /// Bounds of the value of a term of at most 64 bits, in the given order.
    fn term_bounds(&self, signed: bool, x: ExprId) -> (u64, u64) {
        let width = self.width(x);
        let (lo, hi) = self.unsigned_range(x);
        if signed && word::sign(width, lo) != word::sign(width, hi) {
            // The unsigned interval contains both signs, so the known bits bound each sign.
            let known = self.known_bits(x);
            let sign = 1u64 << (width - 1);
            return (known.ones | sign, bv::mask(width) & !known.zeros & !sign);
        }
        (lo, hi)
    }
}
