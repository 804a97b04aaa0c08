//! Reaching a number: inputs are changed, the newest first, until a sum is what a question asks for.
//!
//! Changing an input changes all sums that contain it, so the newest summands affect the fewest constraints on
//! earlier sums. Among the constraints that bound an earlier sum in the direction of the change, the tightest
//! says how much may still be changed; and if one of them leaves more to the later summands than they can
//! contribute, the question is refuted.

use expr::{Evaluator, ExprId, Model, Pool};

use super::chain::{Chain, Prefix, Summand};
use super::comparison::Relation;
use super::totals::{Bounds, Totals};
use crate::constraints::Constraints;
use crate::order::number;
use crate::value_sets::{Leaf, Sets};

/// How the sum of the summands is to change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Goal {
    /// Whether it has to grow.
    pub(crate) up: bool,
    /// By how much; positive.
    pub(crate) by: i128,
    /// Whether by exactly this much.
    pub(crate) exactly: bool,
}

/// The outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reached {
    /// New values for these inputs reach the goal, as far as sums are concerned.
    Moved(Vec<(Leaf, u64)>),
    /// The goal cannot be reached.
    Never,
    /// Neither was found.
    Open,
}

/// What is needed to change a sum.
pub(crate) struct Reach<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) chain: &'a Chain,
    pub(crate) prefix: Prefix,
    /// The totals of the prefix.
    pub(crate) totals: &'a Totals,
    pub(crate) constraints: &'a Constraints,
    pub(crate) model: &'a Model,
    /// The sets of values of the inputs, if values between their bounds that they cannot have are to be
    /// avoided.
    pub(crate) sets: Option<&'a Sets>,
}

impl Reach<'_> {
    /// Changes the sum of the summands, whose value in the model is `now`, towards the goal.
    pub(crate) fn go(&self, check: &mut Evaluator, now: i128, goal: Goal) -> Reached {
        let wanted = if goal.up { now + goal.by } else { now - goal.by };
        let (mut left, mut slack) = (goal.by, i128::MAX);
        let mut moves = Vec::new();
        // Of the sum of the summands before: its value and its bounds; of the others: how far they reach.
        let (mut before, (mut low, mut high), mut behind) = (now, self.totals.bounds(), 0);
        for place in (0..self.prefix.len).rev() {
            if left <= 0 {
                break;
            }
            let summand = &self.chain.summands[place as usize];
            let bounds = &self.totals.summands[place as usize];
            let here = self.value(check, summand.term, bounds.signed);
            let steps = self.steps(summand, bounds, here, &goal, left, slack);
            if let Some(leaf) = summand.leaf.filter(|_| steps != 0) {
                let rises = goal.up == (summand.factor > 0);
                let new = if rises { here + steps } else { here - steps };
                moves.push((leaf, new as u64 & bv::mask(leaf.width)));
                left -= steps * summand.factor.abs();
                slack -= steps * summand.factor.abs();
            }
            let (least, most) = bounds.times(summand.factor);
            before -= summand.factor * here;
            (low, high) = (low - least, high - most);
            behind += if goal.up { most } else { least };
            let Some(bound) = self.bound_at(place, goal.up, (low, high)) else { continue };
            if goal.up && bound + behind < wanted || !goal.up && bound + behind > wanted {
                return Reached::Never;
            }
            slack = slack.min(if goal.up { bound - before } else { before - bound });
        }
        if left > 0 || goal.exactly && left != 0 {
            return Reached::Open;
        }
        moves.reverse();
        Reached::Moved(moves)
    }

    fn value(&self, check: &mut Evaluator, term: ExprId, signed: bool) -> i128 {
        number(check.eval_u64(self.pool, self.model, term), self.pool.width(term), signed)
    }

    /// By how many steps a summand is changed. Each brings the sum nearer to the goal by the factor.
    fn steps(&self, summand: &Summand, bounds: &Bounds, here: i128, goal: &Goal, left: i128, slack: i128) -> i128 {
        let (Some(leaf), factor) = (summand.leaf, summand.factor.abs()) else { return 0 };
        let rises = goal.up == (summand.factor > 0);
        let room = if rises { bounds.high - here } else { here - bounds.low };
        let most = room.min(slack / factor);
        let wanted = if goal.exactly { left / factor } else { (left + factor - 1) / factor };
        let steps = wanted.min(most);
        if steps <= 0 {
            return 0;
        }
        let Some(sets) = self.sets else { return steps };
        let new = if rises { here + steps } else { here - steps };
        let allowed = sets.of(leaf).0.closest(&u128::from(new as u64 & bv::mask(leaf.width)));
        let Some(allowed) = allowed.map(|value| number(value as u64, leaf.width, bounds.signed)) else { return 0 };
        let steps = if rises { allowed - here } else { here - allowed };
        let allowed = if goal.exactly { most.min(wanted) } else { most };
        if (0..=allowed).contains(&steps) { steps } else { 0 }
    }

    /// The upper or lower bound of the sum of the first `len` summands by constraints; without them it lies
    /// between `low` and `high`.
    fn bound_at(&self, len: u32, upper: bool, (low, high): (i128, i128)) -> Option<i128> {
        let said = self.chain.said.get(&len)?.iter().filter(|said| self.constraints.contains(&said.constraint));
        let bounds = said.filter_map(|said| {
            let relevant = match said.comparison.relation {
                Relation::AtMost => upper,
                Relation::AtLeast => !upper,
                Relation::Is => true,
                Relation::IsNot => false,
            };
            let constant = said.prefix.constant;
            let width = self.pool.width(said.comparison.sum);
            let signed = said.comparison.reading((low + constant, high + constant), width).filter(|_| relevant)?;
            Some(said.comparison.number(signed) - constant)
        });
        if upper { bounds.min() } else { bounds.max() }
    }
}
