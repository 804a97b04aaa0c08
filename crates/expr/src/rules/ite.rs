//! If-then-else.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;

impl Pool {
    /// What the rules make of `ite(c, a, b)` with a condition that is not a constant.
    pub(crate) fn rewrite_ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        // ite_same
        // match: ite(c, x, x)
        // result: x
        if a == b {
            return self.hit(Rule::IteSame, a);
        }
        // ite_not
        // match: ite(~c, x, y)
        // result: ite(c, y, x)
        if let Some(positive) = self.unary_arg(c, Op::Not) {
            let result = self.ite(positive, b, a);
            return self.hit(Rule::IteNot, result);
        }
        if self.width(a) == 1 {
            return self
                .rewrite_bool_ite(c, a, b)
                .or_else(|| self.rewrite_nested_ite(c, a, b))
                .or_else(|| self.rewrite_ite_inside(c, a, b));
        }
        self.rewrite_nested_ite(c, a, b)
            .or_else(|| self.rewrite_ite_inside(c, a, b))
            .or_else(|| self.rewrite_ite_extend(c, a, b))
            .or_else(|| self.rewrite_ite_equal(c, a, b))
            .or_else(|| self.rewrite_ite_narrow(c, a, b))
            .or_else(|| self.ite_increment(c, a, b))
    }

    /// ite_bool
    /// match: ite(c, true, y); ite(c, x, false); ite(c, false, y); ite(c, x, true); c itself as a branch;
    ///        ite(c, ~x, x); ite(c, x, ~x)
    /// result: c | y; c & x; ~c & y; ~c | x; as for the constants; c ^ x; c = x
    fn rewrite_bool_ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let result = if self.is_one(a) || a == c {
            self.or(c, b)
        } else if self.is_zero(b) || b == c {
            self.and(c, a)
        } else if self.is_zero(a) {
            let otherwise = self.not(c);
            self.and(otherwise, b)
        } else if self.is_one(b) {
            let otherwise = self.not(c);
            self.or(otherwise, a)
        } else if self.are_complements(a, b) {
            self.eq(c, a)
        } else {
            return None;
        };
        self.hit(Rule::IteBool, result)
    }

    fn rewrite_nested_ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (yes, no) = (*self.node(a), *self.node(b));
        // ite_nested
        // match: ite(c, ite(c, x, y), z); ite(c, x, ite(c, y, z))
        // result: ite(c, x, z)
        if yes.op == Op::Ite && yes.arg(0) == c {
            let result = self.ite(c, yes.arg(1), b);
            return self.hit(Rule::IteNested, result);
        }
        if no.op == Op::Ite && no.arg(0) == c {
            let result = self.ite(c, a, no.arg(2));
            return self.hit(Rule::IteNested, result);
        }
        // ite_merge
        // match: ite(c, x, ite(d, x, y)); ite(c, ite(d, x, y), y); ite(c, x, ite(d, y, x)); ite(c, ite(d, y, x), y)
        // result: ite(c | d, x, y); ite(c & d, x, y); the same with ~d where that is free
        let merged = if no.op == Op::Ite && no.arg(1) == a {
            let either = self.or(c, no.arg(0));
            self.ite(either, a, no.arg(2))
        } else if yes.op == Op::Ite && yes.arg(2) == b {
            let both = self.and(c, yes.arg(0));
            self.ite(both, yes.arg(1), b)
        } else if no.op == Op::Ite && no.arg(2) == a && self.negates_freely(no.arg(0)) {
            let other = self.not(no.arg(0));
            let either = self.or(c, other);
            self.ite(either, a, no.arg(1))
        } else if yes.op == Op::Ite && yes.arg(1) == b && self.negates_freely(yes.arg(0)) {
            let other = self.not(yes.arg(0));
            let both = self.and(c, other);
            self.ite(both, yes.arg(2), b)
        } else {
            return None;
        };
        self.hit(Rule::IteMerge, merged)
    }

    /// ite_extend
    /// match: ite(c, 1, 0); ite(c, 0, 1); ite(c, -1, 0); ite(c, 0, -1)
    /// result: zext(c); zext(~c); sext(c); sext(~c)
    fn rewrite_ite_extend(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        let result = if self.is_zero(b) && self.is_one(a) {
            self.zext(c, width)
        } else if self.is_zero(b) && self.is_all_ones(a) {
            self.sext(c, width)
        } else if self.is_zero(a) && (self.is_one(b) || self.is_all_ones(b)) {
            let otherwise = self.not(c);
            if self.is_one(b) { self.zext(otherwise, width) } else { self.sext(otherwise, width) }
        } else {
            return None;
        };
        self.hit(Rule::IteExtend, result)
    }

    /// ite_equal
    /// match: ite(x = y, x, y)
    /// result: y, the second branch
    fn rewrite_ite_equal(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = self.binary_args(c, Op::Eq)?;
        if (x, y) == (a, b) || (y, x) == (a, b) {
            return self.hit(Rule::IteEqual, b);
        }
        None
    }

    /// ite_narrow
    /// match: ite(c, zext(x), zext(y)); ite(c, zext(x), k); the same with sext; ite(c, concat(x, y), concat(x, z)) and
    ///        with a common low part
    /// result: zext(ite(c, x, y)); ..; concat(x, ite(c, y, z))
    fn rewrite_ite_narrow(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if let Some((x, y)) = self.both_narrow(a, b) {
            let inner = self.ite(c, x, y);
            let result = self.zext(inner, width);
            return self.hit(Rule::IteNarrow, result);
        }
        let (yes, no) = (*self.node(a), *self.node(b));
        if yes.op == Op::Concat && no.op == Op::Concat && self.width(yes.arg(1)) == self.width(no.arg(1)) {
            let result = if yes.args[0] == no.args[0] {
                let low = self.ite(c, yes.arg(1), no.arg(1));
                self.concat(yes.arg(0), low)
            } else if yes.args[1] == no.args[1] {
                let high = self.ite(c, yes.arg(0), no.arg(0));
                self.concat(high, yes.arg(1))
            } else {
                return None;
            };
            return self.hit(Rule::IteNarrow, result);
        }
        let (x, y) = match (yes.op, no.op) {
            (Op::SExt, Op::SExt) if self.width(yes.arg(0)) == self.width(no.arg(0)) => (yes.arg(0), no.arg(0)),
            (Op::SExt, _) if self.is_const(b) => (yes.arg(0), self.narrow_signed_const(b, self.width(yes.arg(0)))?),
            (_, Op::SExt) if self.is_const(a) => (self.narrow_signed_const(a, self.width(no.arg(0)))?, no.arg(0)),
            _ => return None,
        };
        let inner = self.ite(c, x, y);
        let result = self.sext(inner, width);
        self.hit(Rule::IteNarrow, result)
    }

    /// A constant at `width` bits, if it fits as a signed number.
    fn narrow_signed_const(&mut self, id: ExprId, width: u32) -> Option<ExprId> {
        let narrow = self.trunc(id, width);
        let back = self.sext(narrow, self.width(id));
        (back == id).then_some(narrow)
    }
}
