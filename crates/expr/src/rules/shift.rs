//! Shifts. Those by a constant become products, extracts and extensions, to which the other families apply.

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

use super::Rule;

impl Pool {
    pub(super) fn rewrite_shl(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(result) = self.shift_edge(a, b) {
            return Some(result);
        }
        let distance = self.distance(b)?;
        let width = self.width(a);
        // shl_const
        // match: x << k
        // result: x * 2^k
        let one = self.int(width, 1);
        let factor = self.fold_binary(Op::Shl, width, one, b);
        debug_assert!(distance < width);
        let result = self.mul(a, factor);
        self.hit(Rule::ShlConst, result)
    }

    pub(super) fn rewrite_lshr(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(result) = self.shift_edge(a, b) {
            return Some(result);
        }
        let distance = self.distance(b)?;
        let width = self.width(a);
        // lshr_const
        // match: x >> k
        // result: zext(x[k..])
        let high = self.extract(a, distance, width - distance);
        let result = self.zext(high, width);
        self.hit(Rule::LShrConst, result)
    }

    pub(super) fn rewrite_ashr(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        // ashr_known
        // match: x >> y, arithmetic, where the sign of x is known to be clear
        // result: the logical shift
        if self.sign_known(a).0 {
            let result = self.lshr(a, b);
            return self.hit(Rule::AShrKnown, result);
        }
        if self.is_zero(b) {
            return self.hit(Rule::ShiftZero, a);
        }
        if !self.is_const(b) {
            return None;
        }
        // ashr_const
        // match: x >> k, arithmetic
        // result: sext(x[k..]), of the sign alone if k is the width or more
        let distance = self.distance(b).unwrap_or(width - 1);
        let high = self.extract(a, distance, width - distance);
        let result = self.sext(high, width);
        self.hit(Rule::AShrConst, result)
    }

    /// The cases in which a shift that fills with zeros moves nothing or everything.
    fn shift_edge(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // shift_zero
        // match: x shifted by 0; 0 shifted by y
        // result: x; 0
        if self.is_zero(b) || self.is_zero(a) {
            return self.hit(Rule::ShiftZero, a);
        }
        // shift_out
        // match: x << c, x >> c (logical) where c is the width or more
        // result: 0
        if self.is_const(b) && self.distance(b).is_none() {
            let result = self.int(self.width(a), 0);
            return self.hit(Rule::ShiftOut, result);
        }
        None
    }

    /// The distance, if it is a constant below the width.
    fn distance(&self, b: ExprId) -> Option<u32> {
        let width = self.width(b);
        let value = match self.node(b) {
            Node { op: Op::Const, .. } => self.as_u64(b),
            Node { op: Op::WideConst, .. } => self.as_const(b).and_then(|value| value.to_u64()),
            _ => None,
        };
        value.filter(|&value| value < u64::from(width)).map(|value| value as u32)
    }
}
