//! Operations that are not sums: bits, divisions, choices. They are modelled exactly by quotients where one
//! operand is a constant; otherwise by a variable and rows that are cheap.

use bv::mask;
use expr::{ExprId, Node, Op};
use value_set::WordSet;

use super::translation::Translation;
use crate::linear::Sum;
use crate::tuning::PRECHECK_RUNS;

impl<F: FnMut(ExprId) -> WordSet> Translation<'_, F> {
    /// A sum that is congruent to the operation; `None` if nothing better than a variable is known.
    pub(super) fn operation(&mut self, node: &Node) -> Option<Sum> {
        match node.op {
            Op::Extract => self.bits(node.arg(0), node.args[1], node.width),
            Op::LShr => {
                let Some(distance) = self.small(node.arg(1), node.width) else {
                    return self.variable_below(node, node.arg(0));
                };
                self.bits(node.arg(0), distance, node.width - distance)
            }
            Op::AShr => {
                let distance = self.small(node.arg(1), node.width)?;
                let signed = self.signed(node.arg(0))?;
                self.quotient(&signed, 1 << distance)
            }
            Op::And => self.and(node),
            Op::Or | Op::Xor => self.or(node),
            Op::UDiv | Op::URem => self.divided(node),
            // For operands that are not negative, these are the unsigned operations.
            Op::SDiv | Op::SRem if node.children().all(|operand| self.is_not_negative(operand)) => self.divided(node),
            Op::Ite => self.choice(node),
            _ => None,
        }
    }

    /// A constant below a limit, if the term is one.
    fn small(&self, term: ExprId, limit: u32) -> Option<u32> {
        self.pool.as_u64(term).filter(|&value| value < u64::from(limit)).map(|value| value as u32)
    }

    fn is_not_negative(&self, term: ExprId) -> bool {
        self.pool.unsigned_range(term).1 <= mask(self.pool.width(term) - 1)
    }

    /// Bits `low .. low + width` of a term, as a number.
    fn bits(&mut self, term: ExprId, low: u32, width: u32) -> Option<Sum> {
        let sum = self.congruent(term)?;
        let kept = self.reduced(sum, 0, 1 << (low + width))?;
        self.quotient(&kept, 1 << low)
    }

    fn and(&mut self, node: &Node) -> Option<Sum> {
        let constant = |place: usize| self.pool.as_u64(node.arg(place)).map(|value| (value, node.arg(1 - place)));
        if let Some((kept, other)) = constant(0).or_else(|| constant(1)) {
            let runs = runs(kept);
            if runs.len() <= PRECHECK_RUNS {
                let mut sum = Sum::default();
                for (low, width) in runs {
                    sum = sum.plus(&self.bits(other, low, width)?, 1 << low)?;
                }
                return Some(sum);
            }
        }
        let (a, b) = (self.unsigned(node.arg(0))?, self.unsigned(node.arg(1))?);
        let both = self.bounded(node)?;
        self.define(&both, &a, 1, i128::MIN, 0);
        self.define(&both, &b, 1, i128::MIN, 0);
        // a + b - (a & b) is `a | b`, which is at most the mask of the width.
        self.define(&both, &a.plus(&b, 1)?, 1, -i128::from(mask(node.width)), i128::MAX);
        Some(both)
    }

    fn or(&mut self, node: &Node) -> Option<Sum> {
        let (a, b) = (self.unsigned(node.arg(0))?, self.unsigned(node.arg(1))?);
        let (known_a, known_b) = (self.pool.known_bits(node.arg(0)), self.pool.known_bits(node.arg(1)));
        let sum = a.plus(&b, 1)?;
        if known_a.zeros | known_b.zeros == mask(node.width) {
            return Some(sum);
        }
        let result = self.bounded(node)?;
        self.define(&result, &sum, 1, i128::MIN, 0);
        if node.op == Op::Or {
            self.define(&result, &a, 1, 0, i128::MAX);
            self.define(&result, &b, 1, 0, i128::MAX);
        } else {
            // `a ^ b` is at least the difference of a and b, either way; and a + b + (a ^ b) is at most twice
            // the mask of the width.
            let difference = a.plus(&b, -1)?;
            self.define(&result, &difference, 1, 0, i128::MAX);
            self.define(&result, &difference, -1, 0, i128::MAX);
            self.define(&result, &sum, -1, i128::MIN, 2 * i128::from(mask(node.width)));
        }
        Some(result)
    }

    fn divided(&mut self, node: &Node) -> Option<Sum> {
        let remainder = matches!(node.op, Op::URem | Op::SRem);
        let Some(divisor) = self.pool.as_u64(node.arg(1)).filter(|&divisor| divisor > 0) else {
            // For a divisor of zero, the remainder is the dividend and the quotient all ones.
            let below = remainder || self.pool.unsigned_range(node.arg(1)).0 > 0;
            return if below { self.variable_below(node, node.arg(0)) } else { None };
        };
        let dividend = self.unsigned(node.arg(0))?;
        let quotient = self.quotient(&dividend, i128::from(divisor))?;
        if remainder { dividend.plus(&quotient, -i128::from(divisor)) } else { Some(quotient) }
    }

    /// `ite(c, a, b)` is b plus c times the difference of a and b. That is linear if the difference is
    /// constant; otherwise c says which of two equations holds.
    fn choice(&mut self, node: &Node) -> Option<Sum> {
        let chosen = self.unsigned(node.arg(0))?;
        let (yes, no) = (self.unsigned(node.arg(1))?, self.unsigned(node.arg(2))?);
        let difference = yes.plus(&no, -1)?;
        if difference.terms.is_empty() {
            return no.plus(&chosen, difference.constant);
        }
        let result = self.bounded(node)?;
        let other = Sum::constant(1).plus(&chosen, -1)?;
        for (value, unless) in [(&yes, &other), (&no, &chosen)] {
            let away = result.plus(value, -1)?;
            let (low, high) = self.range(&away)?;
            self.define(&away, unless, high.max(0), i128::MIN, 0);
            self.define(&away, unless, low.min(0), 0, i128::MAX);
        }
        Some(result)
    }

    /// A variable for a result that is at most the operand.
    fn variable_below(&mut self, node: &Node, operand: ExprId) -> Option<Sum> {
        let most = self.unsigned(operand)?;
        let result = self.bounded(node)?;
        self.define(&result, &most, 1, i128::MIN, 0);
        Some(result)
    }

    /// A variable for a node, bounded by its width.
    fn bounded(&mut self, node: &Node) -> Option<Sum> {
        Some(Sum::variable(self.program.variable(0, i128::from(mask(node.width)))))
    }
}

/// The runs of ones in a number: where each begins and how long it is.
fn runs(mut number: u64) -> Vec<(u32, u32)> {
    let mut runs = Vec::new();
    let mut place = 0;
    while number != 0 {
        let zeros = number.trailing_zeros();
        number >>= zeros;
        let ones = number.trailing_ones();
        runs.push((place + zeros, ones));
        place += zeros + ones;
        number = if ones == 64 { 0 } else { number >> ones };
    }
    runs
}
