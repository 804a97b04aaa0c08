//! Equalities: those with a constant are solved for the term as far as that is exact.

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

use super::Rule;
use super::identity::low_bits;

impl Pool {
    pub(super) fn rewrite_eq(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // eq_complement
        // match: x = ~x
        // result: false
        if self.are_complements(a, b) {
            let result = self.bool(false);
            return self.hit(Rule::EqComplement, result);
        }
        let rewritten = if self.is_const(b) { self.rewrite_eq_const(a, b) } else { self.rewrite_eq_terms(a, b) };
        rewritten.or_else(|| self.eq_identity(a, b))
    }

    fn rewrite_eq_const(&mut self, a: ExprId, c: ExprId) -> Option<ExprId> {
        let node = *self.node(a);
        // eq_bool
        // match: b = true; b = false
        // result: b; ~b
        if node.width == 1 {
            let result = if self.is_one(c) { a } else { self.not(a) };
            return self.hit(Rule::EqBool, result);
        }
        match node.op {
            // eq_zext
            // match: zext(x) = c; zext(x) = zext(y)
            // result: x = c' or false; x = y at the wider of both widths
            Op::ZExt => {
                let result = match self.narrow_const(c, self.width(node.arg(0))) {
                    Some(narrow) => self.eq(node.arg(0), narrow),
                    None => self.bool(false),
                };
                self.hit(Rule::EqZExt, result)
            }
            // eq_sext
            // match: sext(x) = c; sext(x) = sext(y) from one width
            // result: x = c' or false; x = y
            Op::SExt => {
                let narrow = self.trunc(c, self.width(node.arg(0)));
                let back = self.sext(narrow, node.width);
                let result = if back == c { self.eq(node.arg(0), narrow) } else { self.bool(false) };
                self.hit(Rule::EqSExt, result)
            }
            // eq_invert
            // match: x + c1 = c; -x = c; ~x = c; x ^ c1 = c
            // result: x = c - c1; x = -c; x = ~c; x = c ^ c1
            Op::Add if self.is_const(node.arg(1)) => {
                let rest = self.sub(c, node.arg(1));
                let result = self.eq(node.arg(0), rest);
                self.hit(Rule::EqInvert, result)
            }
            Op::Xor if self.is_const(node.arg(1)) => {
                let rest = self.xor(c, node.arg(1));
                let result = self.eq(node.arg(0), rest);
                self.hit(Rule::EqInvert, result)
            }
            Op::Neg | Op::Not => {
                let rest = if node.op == Op::Neg { self.neg(c) } else { self.not(c) };
                let result = self.eq(node.arg(0), rest);
                self.hit(Rule::EqInvert, result)
            }
            Op::Mul => self.eq_mul(&node, c),
            Op::And => self.eq_mask(&node, c),
            Op::Concat => self.eq_concat_const(&node, c),
            Op::Ite => self.eq_ite(&node, c),
            // eq_xor
            // match: x ^ y = 0; x ^ y = x
            // result: x = y; y = 0
            Op::Xor if self.is_zero(c) => {
                let result = self.eq(node.arg(0), node.arg(1));
                self.hit(Rule::EqXor, result)
            }
            // eq_or
            // match: x | y = 0 where x or y is an exclusive or, an or, or an extension
            // result: x = 0 & y = 0
            Op::Or if self.is_zero(c) => {
                let splits = |op: Op| matches!(op, Op::Xor | Op::Or | Op::ZExt | Op::SExt);
                if !splits(self.op(node.arg(0))) && !splits(self.op(node.arg(1))) {
                    return None;
                }
                let (x, y) = (self.eq(node.arg(0), c), self.eq(node.arg(1), c));
                let result = self.and(x, y);
                self.hit(Rule::EqOr, result)
            }
            // x + y = 0 means x = -y.
            Op::Add => self.eq_linear(a, c),
            _ => None,
        }
    }

    fn rewrite_eq_terms(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (*self.node(a), *self.node(b));
        // eq_not
        // match: ~p = q; ~p = ~q of booleans
        // result: p ^ q; p = q
        if x.width == 1 && (x.op == Op::Not || y.op == Op::Not) {
            let (p, q) = (self.unary_arg(a, Op::Not), self.unary_arg(b, Op::Not));
            let equal = self.eq(p.unwrap_or(a), q.unwrap_or(b));
            let result = if p.is_some() && q.is_some() { equal } else { self.not(equal) };
            return self.hit(Rule::EqNot, result);
        }
        match (x.op, y.op) {
            (Op::ZExt, Op::ZExt) => {
                let (x, y) = self.both_narrow(a, b)?;
                let result = self.eq(x, y);
                self.hit(Rule::EqZExt, result)
            }
            (Op::SExt, Op::SExt) if self.width(x.arg(0)) == self.width(y.arg(0)) => {
                let result = self.eq(x.arg(0), y.arg(0));
                self.hit(Rule::EqSExt, result)
            }
            // eq_concat
            // match: concat(x, y) = concat(x, z); the same with a common low part; concat(x, c1) = c
            // result: y = z; ..; x = c' or false
            (Op::Concat, Op::Concat) if self.width(x.arg(1)) == self.width(y.arg(1)) => {
                let result = if x.args[0] == y.args[0] {
                    self.eq(x.arg(1), y.arg(1))
                } else if x.args[1] == y.args[1] {
                    self.eq(x.arg(0), y.arg(0))
                } else {
                    return None;
                };
                self.hit(Rule::EqConcat, result)
            }
            _ => self.rewrite_eq_one_sided(a, b).or_else(|| self.rewrite_eq_one_sided(b, a)).or_else(|| {
                let sum = |op: Op| matches!(op, Op::Add | Op::Neg | Op::Not);
                if x.width > 1 && (sum(x.op) || sum(y.op)) { self.eq_linear(a, b) } else { None }
            }),
        }
    }

    /// The rules that look at the operator of one side and find the other side among its operands.
    fn rewrite_eq_one_sided(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let node = *self.node(a);
        match node.op {
            Op::Xor if node.args[0] == b.0 || node.args[1] == b.0 => {
                let other = if node.args[0] == b.0 { node.arg(1) } else { node.arg(0) };
                let zero = self.int(node.width, 0);
                let result = self.eq(other, zero);
                self.hit(Rule::EqXor, result)
            }
            // eq_ite
            // match: ite(d, x, y) = x
            // result: d | x = y
            Op::Ite if node.args[1] == b.0 => {
                let equal = self.eq(node.arg(2), b);
                let result = self.or(node.arg(0), equal);
                self.hit(Rule::EqIte, result)
            }
            Op::Ite if node.args[2] == b.0 && self.negates_freely(node.arg(0)) => {
                let equal = self.eq(node.arg(1), b);
                let otherwise = self.not(node.arg(0));
                let result = self.or(otherwise, equal);
                self.hit(Rule::EqIte, result)
            }
            _ => None,
        }
    }

    /// eq_ite
    /// match: ite(d, x, c1) = c with another constant c1; ite(d, c, y) = c
    /// result: d & x = c; d | y = c
    fn eq_ite(&mut self, node: &Node, c: ExprId) -> Option<ExprId> {
        let (condition, yes, no) = (node.arg(0), node.arg(1), node.arg(2));
        let (constant, other, at_yes) = match (self.is_const(yes), self.is_const(no)) {
            (true, false) => (yes, no, true),
            (false, true) => (no, yes, false),
            _ => return None,
        };
        // Two of the four cases need the complement of the condition.
        let complement = (constant == c) != at_yes;
        if complement && constant == c && !self.negates_freely(condition) {
            return None;
        }
        let condition = if complement { self.not(condition) } else { condition };
        let equal = self.eq(other, c);
        let result = if constant == c { self.or(condition, equal) } else { self.and(condition, equal) };
        self.hit(Rule::EqIte, result)
    }

    /// eq_mul
    /// match: x * c1 = c where c1 is 2^k times an odd number
    /// result: the low w - k bits of x = c', or false
    fn eq_mul(&mut self, node: &Node, c: ExprId) -> Option<ExprId> {
        let (factor, value) = (self.as_u128(node.arg(1))?, self.as_u128(c)?);
        if factor == 0 {
            return None;
        }
        let shift = factor.trailing_zeros();
        let width = node.width - shift;
        let result = if value & low_bits(shift) != 0 {
            self.bool(false)
        } else {
            let solution = (value >> shift).wrapping_mul(inverse(factor >> shift));
            let solution = self.number(width, solution);
            let low = self.extract(node.arg(0), 0, width);
            self.eq(low, solution)
        };
        self.hit(Rule::EqMul, result)
    }

    /// eq_mask
    /// match: x & c1 = c where c1 is one run of ones
    /// result: these bits of x = c', or false
    fn eq_mask(&mut self, node: &Node, c: ExprId) -> Option<ExprId> {
        let (mask, value) = (self.as_u128(node.arg(1))?, self.as_u128(c)?);
        if value & !mask != 0 {
            let result = self.bool(false);
            return self.hit(Rule::EqMask, result);
        }
        let shift = mask.trailing_zeros();
        if mask == 0 || (mask >> shift) & (mask >> shift).wrapping_add(1) != 0 {
            return None;
        }
        let width = mask.count_ones();
        let bits = self.extract(node.arg(0), shift, width);
        let value = self.number(width, value >> shift);
        let result = self.eq(bits, value);
        self.hit(Rule::EqMask, result)
    }

    fn eq_concat_const(&mut self, node: &Node, c: ExprId) -> Option<ExprId> {
        let (high, low) = (node.arg(0), node.arg(1));
        if !self.is_const(high) && !self.is_const(low) {
            return None;
        }
        let border = self.width(low);
        let wanted_high = self.extract(c, border, node.width - border);
        let wanted_low = self.extract(c, 0, border);
        let high = self.eq(high, wanted_high);
        let low = self.eq(low, wanted_low);
        let result = self.and(high, low);
        self.hit(Rule::EqConcat, result)
    }

    /// eq_linear
    /// match: an equality of sums with a common atom, or with constants on both sides; x + -y = c; x = y + c with x older
    /// result: the equality of what is left; x + -c = y; x + -c = y
    fn eq_linear(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = self.linear_equation(a, b)?;
        let result = self.eq(x, y);
        self.hit(Rule::EqLinear, result)
    }
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration: each step doubles the number of correct bits.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
