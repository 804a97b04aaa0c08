//! Complement, and, or, exclusive or.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;
use super::linear::Sign;

impl Pool {
    pub(super) fn rewrite_not(&mut self, a: ExprId) -> Option<ExprId> {
        let node = *self.node(a);
        match node.op {
            // not_not
            // match: ~~x
            // result: x
            Op::Not => self.hit(Rule::NotNot, node.arg(0)),
            // not_order
            // match: ~(x < y), ~(x <= y), signed or not
            // result: y <= x, y < x
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let (x, y) = (node.arg(0), node.arg(1));
                let result = match node.op {
                    Op::Ult => self.ule(y, x),
                    Op::Ule => self.ult(y, x),
                    Op::Slt => self.sle(y, x),
                    _ => self.slt(y, x),
                };
                self.hit(Rule::NotOrder, result)
            }
            // not_bool_eq
            // match: ~(x = y) of booleans x, y
            // result: x ^ y
            Op::Eq if self.width(node.arg(0)) == 1 => {
                let result = self.xor(node.arg(0), node.arg(1));
                self.hit(Rule::NotBoolEq, result)
            }
            // not_xor
            // match: ~(x ^ c); ~(x ^ y) of booleans
            // result: x ^ ~c; x = y
            Op::Xor if self.is_const(node.arg(1)) => {
                let c = self.not(node.arg(1));
                let result = self.xor(node.arg(0), c);
                self.hit(Rule::NotXor, result)
            }
            Op::Xor if node.width == 1 => {
                let result = self.eq(node.arg(0), node.arg(1));
                self.hit(Rule::NotXor, result)
            }
            // not_extend
            // match: ~sext(b) of a boolean b
            // result: sext(~b)
            Op::SExt if self.width(node.arg(0)) == 1 => {
                let inner = self.not(node.arg(0));
                let result = self.sext(inner, node.width);
                self.hit(Rule::NotExtend, result)
            }
            // not_linear
            // match: ~(sum), ~(-x)
            // result: the linear normal form of -1 - sum
            Op::Add | Op::Neg if node.width > 1 => {
                let minus_one = self.all_ones(node.width);
                let result = self.linear_sum(&[(a, Sign::Minus), (minus_one, Sign::Plus)])?;
                self.hit(Rule::NotLinear, result)
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_and(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // and_zero
        // match: x & 0
        // result: 0
        if self.is_zero(b) {
            return self.hit(Rule::AndZero, b);
        }
        // and_ones
        // match: x & -1
        // result: x
        if self.is_all_ones(b) {
            return self.hit(Rule::AndOnes, a);
        }
        // and_same
        // match: x & x
        // result: x
        if a == b {
            return self.hit(Rule::AndSame, a);
        }
        // and_complement
        // match: x & ~x
        // result: 0
        if self.are_complements(a, b) {
            let result = self.int(self.width(a), 0);
            return self.hit(Rule::AndComplement, result);
        }
        self.absorbed(Op::And, a, b)
            .or_else(|| self.rewrite_and_const(a, b))
            .or_else(|| self.known_operand(Op::And, a, b))
            .or_else(|| self.de_morgan(Op::And, a, b))
            .or_else(|| self.narrowed_bitwise(Op::And, a, b))
            .or_else(|| self.bool_pair(Op::And, a, b))
    }

    fn rewrite_and_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if !self.is_const(b) {
            return None;
        }
        // and_const
        // match: (x & c1) & c2
        // result: x & (c1 & c2)
        if let Some((x, c)) = self.const_right(a, Op::And) {
            let mask = self.and(c, b);
            let result = self.and(x, mask);
            return self.hit(Rule::AndConst, result);
        }
        let width = self.width(a);
        let wide_mask = self.as_u128(b)?;
        // and_low_mask
        // match: x & (2^k - 1)
        // result: zext(the low k bits of x)
        if wide_mask & wide_mask.wrapping_add(1) == 0 {
            let low = self.extract(a, 0, wide_mask.count_ones());
            let result = self.zext(low, width);
            return self.hit(Rule::AndLowMask, result);
        }
        // and_pieces
        // match: concat(..) & c where c keeps or clears each piece as a whole
        // result: the concatenation of the kept pieces and zeros
        let mask = self.as_u64(b)?;
        if let Some(result) = self.masked_pieces(a, mask) {
            return self.hit(Rule::AndPieces, result);
        }
        None
    }

    pub(super) fn rewrite_or(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // or_zero
        // match: x | 0
        // result: x
        if self.is_zero(b) {
            return self.hit(Rule::OrZero, a);
        }
        // or_ones
        // match: x | -1
        // result: -1
        if self.is_all_ones(b) {
            return self.hit(Rule::OrOnes, b);
        }
        // or_same
        // match: x | x
        // result: x
        if a == b {
            return self.hit(Rule::OrSame, a);
        }
        // or_complement
        // match: x | ~x
        // result: -1
        if self.are_complements(a, b) {
            let result = self.all_ones(self.width(a));
            return self.hit(Rule::OrComplement, result);
        }
        // or_const
        // match: (x | c1) | c2
        // result: x | (c1 | c2)
        if let Some((x, c)) = self.const_right(a, Op::Or)
            && self.is_const(b)
        {
            let bits = self.or(c, b);
            let result = self.or(x, bits);
            return self.hit(Rule::OrConst, result);
        }
        self.absorbed(Op::Or, a, b)
            .or_else(|| self.known_operand(Op::Or, a, b))
            .or_else(|| self.de_morgan(Op::Or, a, b))
            .or_else(|| self.narrowed_bitwise(Op::Or, a, b))
            .or_else(|| self.rewrite_disjoint_or(a, b))
            .or_else(|| self.bool_pair(Op::Or, a, b))
    }

    fn rewrite_disjoint_or(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // or_disjoint
        // match: a | b (or a ^ b) where each has zeros at the pieces of the other
        // result: the concatenation of the pieces
        if let Some(result) = self.disjoint_concat(a, b) {
            return self.hit(Rule::OrDisjoint, result);
        }
        // or_to_add
        // match: x | c where x has zeros at the ones of c
        // result: x + c
        let c = self.as_u64(b)?;
        if self.width(a) > 1 && c & !self.known_bits(a).zeros == 0 {
            let result = self.add(a, b);
            return self.hit(Rule::OrToAdd, result);
        }
        None
    }

    pub(super) fn rewrite_xor(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // xor_zero
        // match: x ^ 0
        // result: x
        if self.is_zero(b) {
            return self.hit(Rule::XorZero, a);
        }
        // xor_ones
        // match: x ^ -1
        // result: ~x
        if self.is_all_ones(b) {
            let result = self.not(a);
            return self.hit(Rule::XorOnes, result);
        }
        // xor_same
        // match: x ^ x; x ^ ~x
        // result: 0; -1
        if a == b {
            let result = self.int(self.width(a), 0);
            return self.hit(Rule::XorSame, result);
        }
        if self.are_complements(a, b) {
            let result = self.all_ones(self.width(a));
            return self.hit(Rule::XorSame, result);
        }
        // xor_const
        // match: (x ^ c1) ^ c2
        // result: x ^ (c1 ^ c2)
        if let Some((x, c)) = self.const_right(a, Op::Xor)
            && self.is_const(b)
        {
            let bits = self.xor(c, b);
            let result = self.xor(x, bits);
            return self.hit(Rule::XorConst, result);
        }
        // xor_not
        // match: ~x ^ y; ~x ^ ~y; ~x ^ c
        // result: ~(x ^ y); x ^ y; x ^ ~c
        let (x, y) = (self.unary_arg(a, Op::Not), self.unary_arg(b, Op::Not));
        if x.is_some() || y.is_some() {
            let both = self.xor(x.unwrap_or(a), y.unwrap_or(b));
            let result = if x.is_some() && y.is_some() { both } else { self.not(both) };
            return self.hit(Rule::XorNot, result);
        }
        // xor_xor
        // match: (x ^ y) ^ x
        // result: y
        for (both, one) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.binary_args(both, Op::Xor)
                && (x == one || y == one)
            {
                return self.hit(Rule::XorXor, if x == one { y } else { x });
            }
        }
        self.narrowed_bitwise(Op::Xor, a, b).or_else(|| {
            let result = self.disjoint_concat(a, b)?;
            self.hit(Rule::OrDisjoint, result)
        })
    }

    /// and_absorb, or_absorb (with `&` and `|` exchanged)
    /// match: x & (x & y); x & (~x & y); x & (x | y); x & (~x | y); x & ~(x & y); x & ~(x | y)
    /// result: x & y; 0; x; x & y; x & ~y; 0
    fn absorbed(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (dual, rule) = if op == Op::And { (Op::Or, Rule::AndAbsorb) } else { (Op::And, Rule::OrAbsorb) };
        for (x, other) in [(a, b), (b, a)] {
            let inside = *self.node(other);
            if inside.op == op || inside.op == dual {
                for (p, q) in [(inside.arg(0), inside.arg(1)), (inside.arg(1), inside.arg(0))] {
                    let result = if p == x {
                        if inside.op == op { other } else { x }
                    } else if !self.are_complements(p, x) {
                        continue;
                    } else if inside.op == dual {
                        self.bitwise(op, x, q)
                    } else if op == Op::And {
                        self.int(inside.width, 0)
                    } else {
                        self.all_ones(inside.width)
                    };
                    return self.hit(rule, result);
                }
            }
            let Some(below) = self.unary_arg(other, Op::Not) else { continue };
            let below = *self.node(below);
            if below.op == op || below.op == dual {
                for (p, q) in [(below.arg(0), below.arg(1)), (below.arg(1), below.arg(0))] {
                    if p != x {
                        continue;
                    }
                    // x & ~(x & y) keeps the bits that are not in y; x & ~(x | y) keeps none.
                    let result = if below.op == op {
                        let not_q = self.not(q);
                        self.bitwise(op, x, not_q)
                    } else if op == Op::And {
                        self.int(below.width, 0)
                    } else {
                        self.all_ones(below.width)
                    };
                    return self.hit(rule, result);
                }
            }
        }
        None
    }

    /// and_known, or_known
    /// match: x & y where y is 1 wherever x may be; x | y where x is 1 wherever y may be
    /// result: x
    fn known_operand(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if width > 64 {
            return None;
        }
        for (x, y) in [(a, b), (b, a)] {
            let (known_x, known_y) = (self.known_bits(x), self.known_bits(y));
            let (covered, rule) = match op {
                Op::And => (bv::mask(width) & !known_x.zeros & !known_y.ones == 0, Rule::AndKnown),
                _ => (bv::mask(width) & !known_y.zeros & !known_x.ones == 0, Rule::OrKnown),
            };
            if covered {
                return self.hit(rule, x);
            }
        }
        None
    }

    /// and_de_morgan, or_de_morgan
    /// match: ~x & ~y; ~x | ~y
    /// result: ~(x | y); ~(x & y)
    fn de_morgan(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.unary_arg(a, Op::Not)?, self.unary_arg(b, Op::Not)?);
        let (dual, rule) = if op == Op::And { (Op::Or, Rule::AndDeMorgan) } else { (Op::And, Rule::OrDeMorgan) };
        let inner = self.bitwise(dual, x, y);
        let result = self.not(inner);
        self.hit(rule, result)
    }

    /// bitwise_narrow
    /// match: zext(x) op zext(y); zext(x) op c; the same with sext from one width
    /// result: zext(x op y); zext(x op c'); sext(..)
    fn narrowed_bitwise(&mut self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if let Some((x, y)) = self.both_narrow(a, b) {
            let inner = self.bitwise(op, x, y);
            let result = self.zext(inner, width);
            return self.hit(Rule::BitwiseNarrow, result);
        }
        if op == Op::And && self.is_const(b) {
            // The upper bits of the mask only meet zeros.
            if let Some(x) = self.unary_arg(a, Op::ZExt) {
                let mask = self.trunc(b, self.width(x));
                let inner = self.and(x, mask);
                let result = self.zext(inner, width);
                return self.hit(Rule::BitwiseNarrow, result);
            }
        }
        let x = self.unary_arg(a, Op::SExt)?;
        let y = match self.unary_arg(b, Op::SExt) {
            Some(y) if self.width(x) == self.width(y) => y,
            None if self.is_const(b) => {
                let narrow = self.trunc(b, self.width(x));
                if self.sext(narrow, width) != b {
                    return None;
                }
                narrow
            }
            _ => return None,
        };
        let inner = self.bitwise(op, x, y);
        let result = self.sext(inner, width);
        self.hit(Rule::BitwiseNarrow, result)
    }

    fn bitwise(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        match op {
            Op::And => self.and(a, b),
            Op::Or => self.or(a, b),
            _ => self.xor(a, b),
        }
    }
}
