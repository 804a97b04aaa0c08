//! Concatenations and extensions.

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

use super::Rule;

impl Pool {
    pub(super) fn rewrite_concat(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let width = self.width(high) + self.width(low);
        // concat_zero
        // match: concat(0, x)
        // result: zext(x)
        if self.is_zero(high) {
            let result = self.zext(low, width);
            return self.hit(Rule::ConcatZero, result);
        }
        // concat_zext
        // match: concat(zext(x), y)
        // result: zext(concat(x, y))
        if let Some(x) = self.unary_arg(high, Op::ZExt) {
            let inner = self.concat(x, low);
            let result = self.zext(inner, width);
            return self.hit(Rule::ConcatZExt, result);
        }
        // concat_concat
        // match: concat(concat(x, y), z)
        // result: concat(x, concat(y, z))
        if let Some((x, y)) = self.binary_args(high, Op::Concat) {
            let inner = self.concat(y, low);
            let result = self.concat(x, inner);
            return self.hit(Rule::ConcatConcat, result);
        }
        if let Some((y, z)) = self.binary_args(low, Op::Concat) {
            let (joined, rule) = self.joined(high, y)?;
            let result = self.concat(joined, z);
            return self.hit(rule, result);
        }
        if let Some(x) = self.unary_arg(low, Op::ZExt)
            && self.is_const(high)
        {
            // The zeros in between join the constant above them.
            let zeros = self.int(self.width(low) - self.width(x), 0);
            let joined = self.concat(high, zeros);
            let result = self.concat(joined, x);
            return self.hit(Rule::ConcatConst, result);
        }
        let (result, rule) = self.joined(high, low)?;
        self.hit(rule, result)
    }

    /// Two neighbours as one piece, and the rule that joins them.
    fn joined(&mut self, high: ExprId, low: ExprId) -> Option<(ExprId, Rule)> {
        let (x, y) = (*self.node(high), *self.node(low));
        let width = x.width + y.width;
        // concat_const
        // match: concat(c1, concat(c2, x)), concat(c1, zext(x))
        // result: concat(c, x)
        if self.is_const(high) && self.is_const(low) {
            return Some((self.fold_binary(Op::Concat, width, high, low), Rule::ConcatConst));
        }
        // concat_adjacent
        // match: concat(x[i + n..], x[i..i + n])
        // result: x[i..]
        if x.op == Op::Extract && y.op == Op::Extract && x.args[0] == y.args[0] && x.args[1] == y.args[1] + y.width {
            return Some((self.extract(x.arg(0), y.args[1], width), Rule::ConcatAdjacent));
        }
        // concat_elements
        // match: concat(a read of n bytes at i + n, a read of n bytes at i) of the same array
        // result: a read of 2n bytes at i, if that is an element
        if x.op == Op::Select
            && y.op == Op::Select
            && x.args[0] == y.args[0]
            && x.width == y.width
            && self.is_element(y.arg(0), y.arg(1), width / 8)
            && self.is_behind(x.arg(1), y.arg(1), u64::from(y.width / 8))
        {
            return Some((self.select_element(y.arg(0), y.arg(1), width / 8), Rule::ConcatElements));
        }
        // concat_ite
        // match: concat(ite(c, x, y), ite(c, u, v)) where both are between constants
        // result: ite(c, concat(x, u), concat(y, v))
        let between_constants = |pool: &Pool, node: &Node| pool.is_const(node.arg(1)) && pool.is_const(node.arg(2));
        if x.op == Op::Ite
            && y.op == Op::Ite
            && x.args[0] == y.args[0]
            && (between_constants(self, &x) && between_constants(self, &y))
        {
            let yes = self.concat(x.arg(1), y.arg(1));
            let no = self.concat(x.arg(2), y.arg(2));
            return Some((self.ite(x.arg(0), yes, no), Rule::ConcatIte));
        }
        None
    }

    pub(super) fn rewrite_zext(&mut self, a: ExprId, width: u32) -> Option<ExprId> {
        // zext_zext
        // match: zext(zext(x))
        // result: zext(x)
        if let Some(x) = self.unary_arg(a, Op::ZExt) {
            let result = self.zext(x, width);
            return self.hit(Rule::ZExtZExt, result);
        }
        // zext_extract
        // match: zext(x[0..k]) where x has zeros from bit k on
        // result: x, extended or truncated to the width
        let node = *self.node(a);
        if node.op == Op::Extract && node.args[1] == 0 {
            let x = node.arg(0);
            let whole = self.width(x);
            if whole <= 64 && self.unsigned_range(x).1 <= bv::mask(node.width) {
                let result = if width >= whole { self.zext(x, width) } else { self.extract(x, 0, width) };
                return self.hit(Rule::ZExtExtract, result);
            }
        }
        self.zext_indicators(a, width)
    }

    pub(super) fn rewrite_sext(&mut self, a: ExprId, width: u32) -> Option<ExprId> {
        // sext_sext
        // match: sext(sext(x))
        // result: sext(x)
        if let Some(x) = self.unary_arg(a, Op::SExt) {
            let result = self.sext(x, width);
            return self.hit(Rule::SExtSExt, result);
        }
        // sext_zext
        // match: sext(zext(x))
        // result: zext(x)
        if let Some(x) = self.unary_arg(a, Op::ZExt) {
            let result = self.zext(x, width);
            return self.hit(Rule::SExtZExt, result);
        }
        // sext_known
        // match: sext(x) where the sign of x is known to be clear
        // result: zext(x)
        if self.sign_known(a).0 {
            let result = self.zext(a, width);
            return self.hit(Rule::SExtKnown, result);
        }
        None
    }
}
