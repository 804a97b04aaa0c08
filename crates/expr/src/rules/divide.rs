//! Quotients and remainders.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;

impl Pool {
    pub(super) fn rewrite_udiv(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        // div_one
        // match: x / 1
        // result: x
        if self.is_one(b) {
            return self.hit(Rule::DivOne, a);
        }
        // div_zero
        // match: x / 0; x % 0, signed or not
        // result: -1; x
        if self.is_zero(b) {
            let result = self.all_ones(width);
            return self.hit(Rule::DivZero, result);
        }
        // div_power
        // match: x / 2^k
        // result: x >> k
        if let Some(exponent) = self.power_of_two(b) {
            let distance = self.int(width, u64::from(exponent));
            let result = self.lshr(a, distance);
            return self.hit(Rule::DivPower, result);
        }
        // div_div
        // match: (x / c1) / c2 where c1 * c2 does not wrap and neither is 0
        // result: x / (c1 * c2)
        if let (Some((x, inner)), Some(outer)) = (self.const_right(a, Op::UDiv), self.as_u64(b)) {
            let product = u128::from(self.as_u64(inner).unwrap_or(0)) * u128::from(outer);
            if product != 0 && product <= u128::from(bv::mask(width)) {
                let divisor = self.int(width, product as u64);
                let result = self.udiv(x, divisor);
                return self.hit(Rule::DivDiv, result);
            }
        }
        // div_narrow
        // match: zext(x) / zext(y), zext(x) / c, where the divisor is not 0
        // result: zext(x / y), zext(x / c')
        if self.is_never_zero(b)
            && let Some((x, y)) = self.both_narrow(a, b)
        {
            let quotient = self.udiv(x, y);
            let result = self.zext(quotient, width);
            return self.hit(Rule::DivNarrow, result);
        }
        None
    }

    pub(super) fn rewrite_urem(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        // rem_one
        // match: x % 1
        // result: 0
        if self.is_one(b) {
            let result = self.int(width, 0);
            return self.hit(Rule::RemOne, result);
        }
        if self.is_zero(b) {
            return self.hit(Rule::DivZero, a);
        }
        // rem_self
        // match: x % x
        // result: 0
        if a == b {
            let result = self.int(width, 0);
            return self.hit(Rule::RemSelf, result);
        }
        // rem_power
        // match: x % 2^k
        // result: the low k bits of x
        if let Some(exponent) = self.power_of_two(b) {
            let low = self.extract(a, 0, exponent);
            let result = self.zext(low, width);
            return self.hit(Rule::RemPower, result);
        }
        // rem_small
        // match: x % y where x < y always
        // result: x
        if width <= 64 && self.unsigned_range(a).1 < self.unsigned_range(b).0 {
            return self.hit(Rule::RemSmall, a);
        }
        // rem_narrow
        // match: zext(x) % zext(y), zext(x) % c
        // result: zext(x % y), zext(x % c')
        if let Some((x, y)) = self.both_narrow(a, b) {
            let remainder = self.urem(x, y);
            let result = self.zext(remainder, width);
            return self.hit(Rule::RemNarrow, result);
        }
        None
    }

    pub(super) fn rewrite_sdiv(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if width > 1 && self.is_one(b) {
            return self.hit(Rule::DivOne, a);
        }
        // sdiv_minus_one
        // match: x / -1, signed
        // result: -x
        if self.is_all_ones(b) {
            let result = self.neg(a);
            return self.hit(Rule::SDivMinusOne, result);
        }
        // signed_div_unsigned
        // match: signed x / y or x % y where neither is ever negative
        // result: the unsigned operator
        if self.sign_known(a).0 && self.sign_known(b).0 {
            let result = self.udiv(a, b);
            return self.hit(Rule::SignedDivUnsigned, result);
        }
        // signed_div_narrow
        // match: signed sext(x) / c or sext(x) % c where c fits and is neither 0 nor -1
        // result: sext(x / c'), sext(x % c')
        if let Some((x, c)) = self.narrow_signed_divisor(a, b) {
            let quotient = self.sdiv(x, c);
            let result = self.sext(quotient, width);
            return self.hit(Rule::SignedDivNarrow, result);
        }
        None
    }

    pub(super) fn rewrite_srem(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if self.is_one(b) || self.is_all_ones(b) {
            let result = self.int(width, 0);
            return self.hit(Rule::RemOne, result);
        }
        if self.is_zero(b) {
            return self.hit(Rule::DivZero, a);
        }
        if a == b {
            let result = self.int(width, 0);
            return self.hit(Rule::RemSelf, result);
        }
        if self.sign_known(a).0 && self.sign_known(b).0 {
            let result = self.urem(a, b);
            return self.hit(Rule::SignedDivUnsigned, result);
        }
        if let Some((x, c)) = self.narrow_signed_divisor(a, b) {
            let remainder = self.srem(x, c);
            let result = self.sext(remainder, width);
            return self.hit(Rule::SignedDivNarrow, result);
        }
        None
    }

    fn is_never_zero(&self, id: ExprId) -> bool {
        match self.width(id) {
            0..=64 => self.unsigned_range(id).0 > 0,
            _ => self.is_const(id) && !self.is_zero(id),
        }
    }

    /// The dividend without its sign extension, and the constant divisor at the same width, if it fits.
    fn narrow_signed_divisor(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId)> {
        let x = self.unary_arg(a, Op::SExt)?;
        if !self.is_const(b) || self.is_zero(b) || self.is_all_ones(b) {
            return None;
        }
        let narrow = self.trunc(b, self.width(x));
        let back = self.sext(narrow, self.width(b));
        (back == b).then_some((x, narrow))
    }

    /// Two zero-extended terms, or one and a constant, at the smallest width that holds both.
    pub(super) fn both_narrow(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId)> {
        let (x, y) = (self.unary_arg(a, Op::ZExt), self.unary_arg(b, Op::ZExt));
        match (x, y) {
            (Some(x), Some(y)) => {
                let width = self.width(x).max(self.width(y));
                Some((self.zext(x, width), self.zext(y, width)))
            }
            (Some(x), None) => Some((x, self.narrow_const(b, self.width(x))?)),
            (None, Some(y)) => Some((self.narrow_const(a, self.width(y))?, y)),
            (None, None) => None,
        }
    }

    /// A constant at `width` bits, if it fits as an unsigned number.
    pub(super) fn narrow_const(&mut self, id: ExprId, width: u32) -> Option<ExprId> {
        if !self.is_const(id) {
            return None;
        }
        let narrow = self.trunc(id, width);
        let back = self.zext(narrow, self.width(id));
        (back == id).then_some(narrow)
    }
}
