//! Conditions as rows, and their truth as a variable that is 0 or 1.

use expr::{ExprId, Node, Op};
use linear_program::Relation;
use value_set::WordSet;

use super::translation::Translation;
use crate::linear::Sum;

impl<F: FnMut(ExprId) -> WordSet> Translation<'_, F> {
    /// Adds the rows of a condition that holds; `owner` is the constraint it comes from, or `None` for the
    /// question.
    pub(crate) fn assume(&mut self, condition: ExprId, owner: Option<u32>) {
        self.owner = owner;
        self.holds(condition, true);
        self.owner = None;
    }

    /// Adds rows for a condition that is true or, if not `value`, false.
    fn holds(&mut self, condition: ExprId, value: bool) -> Option<()> {
        // Conditions that lie deeper than the limit are left out.
        self.deeper(|this| this.holds_here(condition, value))
    }

    fn holds_here(&mut self, condition: ExprId, value: bool) -> Option<()> {
        let node = *self.pool.node(condition);
        match (node.op, value) {
            (Op::Not, _) => self.holds(node.arg(0), !value),
            (Op::And, true) | (Op::Or, false) => {
                self.holds(node.arg(0), value);
                self.holds(node.arg(1), value)
            }
            (Op::Or, true) | (Op::And, false) => {
                let sum = self.unsigned(node.arg(0))?.plus(&self.unsigned(node.arg(1))?, 1)?;
                if value { self.at_least(&sum, 1) } else { self.at_most(&sum, 1) }
            }
            (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) if self.pool.width(node.arg(0)) > 64 => None,
            (Op::Eq, true) => self.equal(&node),
            (Op::Eq, false) => self.different(&node),
            (Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) => {
                let (difference, most) = self.order(&node)?;
                if value { self.at_most(&difference, most) } else { self.at_least(&difference, most + 1) }
            }
            _ => {
                let truth = self.unsigned(condition)?;
                self.row(&truth, Relation::Equal, i128::from(value))
            }
        }
    }

    /// For a comparison: the first side minus the second, and its upper bound where the comparison holds.
    fn order(&mut self, node: &Node) -> Option<(Sum, i128)> {
        let signed = matches!(node.op, Op::Slt | Op::Sle);
        let [a, b] =
            [node.arg(0), node.arg(1)].map(|side| if signed { self.signed(side) } else { self.unsigned(side) });
        Some((a?.plus(&b?, -1)?, -i128::from(matches!(node.op, Op::Ult | Op::Slt))))
    }

    /// Adds that two terms are equal: they differ by a multiple of the period.
    fn equal(&mut self, node: &Node) -> Option<()> {
        let period = 1i128 << self.pool.width(node.arg(0));
        let difference = self.congruent(node.arg(0))?.plus(&self.congruent(node.arg(1))?, -1)?;
        let (low, high) = self.range(&difference)?;
        let (first, last) = (-(-low).div_euclid(period), high.div_euclid(period));
        if first >= last {
            // If no multiple is possible, this row never holds.
            return self.row(&difference, Relation::Equal, first * period);
        }
        let multiple = Sum::variable(self.program.variable(first, last));
        self.row(&difference.plus(&multiple, -period)?, Relation::Equal, 0)
    }

    /// Adds that two terms differ. A difference that is not zero is linear only where it has one sign.
    fn different(&mut self, node: &Node) -> Option<()> {
        let difference = self.unsigned(node.arg(0))?.plus(&self.unsigned(node.arg(1))?, -1)?;
        match self.range(&difference)? {
            (0, _) => self.at_least(&difference, 1),
            (_, 0) => self.at_most(&difference, -1),
            _ => Some(()),
        }
    }

    /// The truth of a comparison: a variable that is 1 only where it holds and 0 only where it does not.
    pub(super) fn truth(&mut self, node: &Node) -> Option<Sum> {
        if self.pool.width(node.arg(0)) > 64 {
            return None;
        }
        if node.op == Op::Eq {
            return self.same(node);
        }
        let (difference, most) = self.order(node)?;
        let (low, high) = self.range(&difference)?;
        if high <= most || low > most {
            return Some(Sum::constant(i128::from(high <= most)));
        }
        let truth = Sum::variable(self.program.variable(0, 1));
        self.define(&difference, &truth, most - high, i128::MIN, high);
        self.define(&difference, &truth, low - most - 1, most + 1, i128::MAX);
        Some(truth)
    }

    /// The truth of an equality. Its failing is linear only where the difference has one sign.
    fn same(&mut self, node: &Node) -> Option<Sum> {
        let difference = self.unsigned(node.arg(0))?.plus(&self.unsigned(node.arg(1))?, -1)?;
        let (low, high) = self.range(&difference)?;
        if low > 0 || high < 0 {
            return Some(Sum::constant(0));
        }
        let truth = Sum::variable(self.program.variable(0, 1));
        self.define(&difference, &truth, -high, i128::MIN, high);
        self.define(&difference, &truth, -low, low, i128::MAX);
        if low == 0 {
            self.define(&difference, &truth, -1, 1, i128::MAX);
        } else if high == 0 {
            self.define(&difference, &truth, 1, i128::MIN, -1);
        }
        Some(truth)
    }
}
