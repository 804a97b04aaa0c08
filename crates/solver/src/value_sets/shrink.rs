//! Boxes: products of sets that consist of models, shrunk until one more condition holds everywhere in them.
//!
//! A comparison of two sides whose values overlap holds in many boxes, none of which contains all others.
//! Abyaneh 2021, §V, proposes two ways to cut, and both are kept, as it is not known which side will be asked
//! about: cut in the middle of the common values (but so that the path's model stays in the box, if it
//! satisfies the comparison), or so that one of the sides keeps as much as it can.

use expr::{Evaluator, ExprId, Model, Op, Pool};
use value_set::{Comparison, Outcome, WordSet};

use super::reason::{Reason, comparison};
use super::sets::Sets;
use crate::tuning::SETS_FUEL;

/// Where two sides are separated.
#[derive(Clone, Copy)]
enum Cut {
    Middle,
    /// The greater side keeps as much as it can.
    ForGreater,
    /// The smaller side keeps as much as it can.
    ForSmaller,
}

/// Shrinks boxes. The values of terms in a model decide which part of a box is kept.
pub(crate) struct Shrink<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) values: &'a mut Evaluator,
    pub(crate) model: &'a Model,
    /// Whether overlapping sides were separated: otherwise there is only one way to cut.
    split: bool,
    /// How many nodes were visited.
    pub(crate) visited: u64,
}

impl<'a> Shrink<'a> {
    pub(crate) fn new(pool: &'a Pool, values: &'a mut Evaluator, model: &'a Model) -> Shrink<'a> {
        Shrink { pool, values, model, split: false, visited: 0 }
    }

    /// Parts of the boxes in which the condition holds, to be kept for the path: of each box the one cut in the
    /// middle, and of the first box the other two as well, while there are fewer than `most`.
    pub(crate) fn boxes(&mut self, boxes: &[Sets], condition: ExprId, most: usize) -> Vec<Sets> {
        let mut found = self.middles(boxes, condition);
        for cut in [Cut::ForGreater, Cut::ForSmaller] {
            let Some(first) = boxes.first().filter(|_| self.split && found.len() < most) else { break };
            let part = self.part(first, condition, cut);
            found.extend(part.filter(|part| !found.iter().any(|other| other.same(part))));
        }
        found
    }

    /// For each box, the part cut in the middle in which the condition holds.
    pub(crate) fn middles(&mut self, boxes: &[Sets], condition: ExprId) -> Vec<Sets> {
        boxes.iter().filter_map(|sets| self.part(sets, condition, Cut::Middle)).collect()
    }

    fn part(&mut self, sets: &Sets, condition: ExprId, cut: Cut) -> Option<Sets> {
        let mut reason = Reason::new(self.pool, sets.clone());
        let holds = self.holds(&mut reason, condition, true, cut);
        self.visited += reason.visited(SETS_FUEL);
        holds.then_some(reason.sets)
    }

    /// Shrinks the box until the boolean term equals `truth` everywhere in it; returns whether that succeeded.
    fn holds(&mut self, reason: &mut Reason<'_>, term: ExprId, truth: bool, cut: Cut) -> bool {
        if let Some(&value) = reason.evaluate(term).0.single_value() {
            return (value == 1) == truth;
        }
        if reason.is_spent() {
            // Terms are shared: without an end, each way to a part would be gone.
            return false;
        }
        let node = *self.pool.node(term);
        match node.op {
            Op::Not => self.holds(reason, node.arg(0), !truth, cut),
            Op::And | Op::Or if (node.op == Op::And) == truth => {
                self.holds(reason, node.arg(0), truth, cut) && self.holds(reason, node.arg(1), truth, cut)
            }
            Op::And | Op::Or => {
                let before = reason.sets.clone();
                self.holds(reason, node.arg(0), truth, cut) || {
                    reason.sets = before;
                    self.holds(reason, node.arg(1), truth, cut)
                }
            }
            _ => match comparison(self.pool, &node, truth) {
                Some((comparison, left, right)) => self.compare(reason, comparison, [left, right], cut),
                None => reason.assume(term, truth) == Ok(true),
            },
        }
    }

    fn compare(&mut self, reason: &mut Reason<'_>, comparison: Comparison, sides: [ExprId; 2], cut: Cut) -> bool {
        let [left, right] = sides;
        if self.pool.width(left) > 64 {
            return false;
        }
        if matches!(comparison, Comparison::Ugt | Comparison::Uge | Comparison::Sgt | Comparison::Sge) {
            return self.compare(reason, comparison.swapped(), [right, left], cut);
        }
        let (a, b) = (reason.evaluate(left).0, reason.evaluate(right).0);
        if b.single_value().is_some() {
            return exactly(reason, left, comparison.possible(&b));
        }
        if a.single_value().is_some() {
            return exactly(reason, right, comparison.swapped().possible(&a));
        }
        if !reason.apart(left, right) {
            return false;
        }
        let width = self.pool.width(left);
        let now = [left, right].map(|side| u128::from(self.values.eval_u64(self.pool, self.model, side)));
        let (for_left, for_right) = match comparison {
            Comparison::Eq => {
                let Some(value) = a.intersect(&b).set().and_then(|both| both.closest(&now[0])) else { return false };
                let value = WordSet::single(width, value);
                (Outcome::Exact(value.clone()), Outcome::Exact(value))
            }
            Comparison::Ne => {
                let Some(value) = b.closest(&now[1]) else { return false };
                let value = WordSet::single(width, value);
                (Comparison::Ne.possible(&value), Outcome::Exact(value))
            }
            _ => {
                self.split = true;
                let (most, least) = split(comparison, &a, &b, now, cut);
                let (below, above) = match comparison.is_signed() {
                    true => (Comparison::Sle, Comparison::Sge),
                    false => (Comparison::Ule, Comparison::Uge),
                };
                (below.possible(&WordSet::single(width, most)), above.possible(&WordSet::single(width, least)))
            }
        };
        exactly(reason, left, for_left) && exactly(reason, right, for_right)
    }
}

/// The greatest value of the left side and the least value of the right side, for a comparison (less, or less
/// or equal) that holds for some of their values and fails for others.
fn split(comparison: Comparison, a: &WordSet, b: &WordSet, now: [u128; 2], cut: Cut) -> (u128, u128) {
    const SOME: &str = "a comparison that can hold has values on both sides";
    let strict = u128::from(matches!(comparison, Comparison::Ult | Comparison::Slt));
    // In numbers of the comparison's order.
    let flip = if comparison.is_signed() { 1 << (a.width() - 1) } else { 0 };
    let ends = |set: &WordSet| match comparison.is_signed() {
        true => (set.least_signed().expect(SOME) ^ flip, set.greatest_signed().expect(SOME) ^ flip),
        false => (*set.least().expect(SOME), *set.greatest().expect(SOME)),
    };
    let ((low_a, high_a), (low_b, high_b)) = (ends(a), ends(b));
    // The left side's greatest value lies between its least value and what leaves room for the right side.
    let (first, last) = (low_a, high_b - strict);
    let most = match cut {
        Cut::ForGreater => low_b.saturating_sub(strict),
        Cut::ForSmaller => high_a,
        Cut::Middle => {
            let middle = (low_a.max(low_b) + high_a.min(high_b)) / 2;
            // If the model satisfies the comparison, it stays in the box.
            let [left, right] = now.map(|value| value ^ flip);
            if left + strict <= right { middle.clamp(left, right - strict) } else { middle }
        }
    };
    let most = most.clamp(first, last);
    (most ^ flip, (most + strict) ^ flip)
}

/// Narrows the leaves so that the term is in the set everywhere; returns whether that succeeded.
fn exactly(reason: &mut Reason<'_>, term: ExprId, outcome: Outcome<u128>) -> bool {
    reason.narrow_to(term, outcome) == Ok(true)
}
