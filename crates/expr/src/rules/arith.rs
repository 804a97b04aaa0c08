//! Sums, negations and products.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;
use super::linear::Sign;

impl Pool {
    pub(super) fn rewrite_add(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        // add_bool
        // match: a + b of one bit
        // result: a ^ b
        if width == 1 {
            let result = self.xor(a, b);
            return self.hit(Rule::AddBool, result);
        }
        // add_zero
        // match: x + 0
        // result: x
        if self.is_zero(b) {
            return self.hit(Rule::AddZero, a);
        }
        if self.is_const(b) {
            return self.rewrite_add_const(a, b);
        }
        // add_disjoint
        // match: a + b where each has zeros at the pieces of the other
        // result: the concatenation of the pieces
        if let Some(result) = self.disjoint_concat(a, b) {
            return self.hit(Rule::AddDisjoint, result);
        }
        if let Some(result) = self.add_indicators(a, b) {
            return Some(result);
        }
        // add_linear
        // match: a sum with a sum, negation, complement or product by a constant in it, or of a term with itself
        // result: the linear normal form
        if (a == b || self.is_linear(a) || self.is_linear(b)) && !self.is_plain_sum(a, b) {
            if let Some((x, c)) = self.const_right(a, Op::Add)
                && !self.is_linear(b)
            {
                let sum = self.add(x, b);
                let result = self.add(sum, c);
                return self.hit(Rule::AddLinear, result);
            }
            let result = self.linear_sum(&[(a, Sign::Plus), (b, Sign::Plus)])?;
            return self.hit(Rule::AddLinear, result);
        }
        None
    }

    /// A sum with a constant, for which most of the normal form is already known to hold.
    fn rewrite_add_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if let Some((x, c)) = self.const_right(a, Op::Add) {
            let sum = self.fold_binary(Op::Add, width, c, b);
            if !self.is_all_ones(sum) {
                let result = self.add(x, sum);
                return self.hit(Rule::AddLinear, result);
            }
        }
        // Only a complement contains a hidden constant, and only a sum with the constant -1 becomes one.
        let hides = |id: ExprId| self.op(id) == Op::Not;
        let hidden = match self.binary_args(a, Op::Add) {
            Some((x, y)) => hides(x) || hides(y),
            None => hides(a),
        };
        if hidden || self.is_all_ones(b) && self.is_linear(a) {
            let result = self.linear_sum(&[(a, Sign::Plus), (b, Sign::Plus)])?;
            return self.hit(Rule::AddLinear, result);
        }
        None
    }

    pub(super) fn rewrite_neg(&mut self, a: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        // neg_bool
        // match: -a of one bit
        // result: a
        if width == 1 {
            return self.hit(Rule::NegBool, a);
        }
        // neg_neg
        // match: -(-x)
        // result: x
        if let Some(x) = self.unary_arg(a, Op::Neg) {
            return self.hit(Rule::NegNeg, x);
        }
        // neg_linear
        // match: the negation of a sum, a complement or a product by a constant
        // result: the linear normal form
        if self.is_linear(a) {
            let result = self.linear_sum(&[(a, Sign::Minus)])?;
            return self.hit(Rule::NegLinear, result);
        }
        None
    }

    pub(super) fn rewrite_mul(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // mul_bool
        // match: a * b of one bit
        // result: a & b
        if self.width(a) == 1 {
            let result = self.and(a, b);
            return self.hit(Rule::MulBool, result);
        }
        if !self.is_const(b) {
            return self.rewrite_mul_neg(a, b).or_else(|| self.rewrite_mul_bit(a, b));
        }
        // mul_zero
        // match: x * 0
        // result: 0
        if self.is_zero(b) {
            return self.hit(Rule::MulZero, b);
        }
        // mul_one
        // match: x * 1
        // result: x
        if self.is_one(b) {
            return self.hit(Rule::MulOne, a);
        }
        // mul_minus_one
        // match: x * -1
        // result: -x
        if self.is_all_ones(b) {
            let result = self.neg(a);
            return self.hit(Rule::MulMinusOne, result);
        }
        // mul_mul
        // match: (x * c1) * c2; -x * c2
        // result: x * (c1 * c2); x * -c2
        if let Some((x, c)) = self.const_right(a, Op::Mul) {
            let factor = self.mul(c, b);
            let result = self.mul(x, factor);
            return self.hit(Rule::MulMul, result);
        }
        if let Some(x) = self.unary_arg(a, Op::Neg) {
            let factor = self.neg(b);
            let result = self.mul(x, factor);
            return self.hit(Rule::MulMul, result);
        }
        // mul_add
        // match: (x + c1) * c2
        // result: x * c2 + c1 * c2
        if let Some((x, c)) = self.const_right(a, Op::Add) {
            let (product, constant) = (self.mul(x, b), self.mul(c, b));
            let result = self.add(product, constant);
            return self.hit(Rule::MulAdd, result);
        }
        None
    }

    fn rewrite_mul_neg(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // mul_neg
        // match: -x * y; -x * -y
        // result: -(x * y); x * y
        let (x, y) = (self.unary_arg(a, Op::Neg), self.unary_arg(b, Op::Neg));
        if x.is_none() && y.is_none() {
            return None;
        }
        let product = self.mul(x.unwrap_or(a), y.unwrap_or(b));
        let result = if x.is_some() && y.is_some() { product } else { self.neg(product) };
        self.hit(Rule::MulNeg, result)
    }

    /// mul_bit
    /// match: x * zext(b) of a boolean b
    /// result: ite(b, x, 0)
    fn rewrite_mul_bit(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        for (x, extended) in [(a, b), (b, a)] {
            if let Some(bit) = self.unary_arg(extended, Op::ZExt)
                && self.width(bit) == 1
            {
                let zero = self.int(self.width(x), 0);
                let result = self.ite(bit, x, zero);
                return self.hit(Rule::MulBit, result);
            }
        }
        None
    }

    /// Whether `a + b` is already in normal form, for the cases that are cheap to decide.
    fn is_plain_sum(&self, a: ExprId, b: ExprId) -> bool {
        let Some((x, minus_x)) = self.sum_term(b) else { return false };
        if let Some((y, minus_y)) = self.sum_term(a) {
            return x != y && !(minus_x && minus_y);
        }
        // One more term after a chain whose terms are all older.
        let Some((rest, last)) = self.binary_args(a, Op::Add) else { return false };
        let minus = |id: ExprId| matches!(self.op(id), Op::Neg | Op::Not);
        match self.sum_term(last) {
            Some((y, false)) => !minus_x && y < x && !minus(rest) && !self.is_const(last),
            _ => false,
        }
    }

    /// The atom of a term of a sum, and whether it is on the minus side.
    fn sum_term(&self, id: ExprId) -> Option<(ExprId, bool)> {
        let node = self.node(id);
        let (atom, minus) = match node.op {
            Op::Add | Op::Not => return None,
            Op::Neg => (node.arg(0), true),
            Op::Mul => match self.as_u64(node.arg(1)) {
                Some(factor) => (node.arg(0), factor > 1 << (node.width - 1)),
                None if self.is_const(node.arg(1)) => return None,
                None => return Some((id, false)),
            },
            _ => return Some((id, false)),
        };
        (!self.is_linear(atom)).then_some((atom, minus))
    }

    /// Whether the normal form of sums looks inside the term.
    fn is_linear(&self, id: ExprId) -> bool {
        let node = self.node(id);
        match node.op {
            Op::Add | Op::Neg | Op::Not => true,
            Op::Mul => self.is_const(node.arg(1)),
            _ => false,
        }
    }
}
