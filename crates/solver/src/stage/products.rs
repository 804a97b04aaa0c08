//! Products: conditions about products and quotients of inputs, as integers that do not wrap (see `products/`).
//!
//! The constraints that sets of values do not capture are considered. Those that do not fit are left out, which
//! is sound for a refutation; a witness is evaluated.

use expr::{ExprId, Node, Op, Pool};

use crate::products::Translation;
use crate::query::{Query, Reply};
use crate::ranges::overlap;
use crate::readers::Readers;
use crate::shared::Shared;
use crate::stage::Stage;
use crate::stage::witnesses::Witnesses;
use crate::tuning::{PRODUCTS_GLANCE, Tuning};

/// The stage.
pub(crate) struct Products {
    /// Which terms contain a product or quotient.
    multiplying: Readers,
    witnesses: Witnesses,
}

impl Products {
    pub(crate) fn new() -> Products {
        let multiplying = Readers::of(multiplies);
        Products { multiplying, witnesses: Witnesses::default() }
    }

    /// The constraints and the question, if one of those related to the question contains a product or
    /// quotient.
    fn conditions(&mut self, pool: &Pool, tuning: &Tuning, query: &Query) -> Option<Vec<ExprId>> {
        if query.slice.learnt.lost && query.slice.constraints.len() > tuning.products_searched {
            return None;
        }
        let mut all = query.slice.loose().into_owned();
        let support = pool.support(query.question);
        let near = |constraint: ExprId| overlap(&pool.support(constraint), &support);
        let asked = self.multiplying.reads(pool, query.question);
        if !asked && !all.iter().any(|&constraint| near(constraint) && self.multiplying.reads(pool, constraint)) {
            return None;
        }
        if all.len() > tuning.products_constraints {
            all.sort_by_key(|&constraint| (!near(constraint), !self.multiplying.reads(pool, constraint)));
            all.truncate(tuning.products_constraints);
        }
        all.push(query.question);
        Some(all)
    }
}

/// Whether a node is a product of two terms that are not constant, a quotient or remainder, or a sum or product
/// without its lowest bits, as in rounding.
fn multiplies(pool: &Pool, node: &Node) -> bool {
    match node.op {
        Op::Extract => node.args[1] > 0 && matches!(pool.node(node.arg(0)).op, Op::Add | Op::Mul),
        // A mask that clears the lowest bits.
        Op::And => pool.as_u64(node.arg(1)).is_some_and(|mask| !mask & bv::mask(node.width) == mask_below(mask)),
        Op::Mul => !pool.is_const(node.arg(0)) && !pool.is_const(node.arg(1)),
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem => true,
        _ => false,
    }
}

/// The bits below the lowest set bit of a mask.
fn mask_below(mask: u64) -> u64 {
    mask.wrapping_sub(1) & !mask
}

impl Stage for Products {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let conditions = self.conditions(pool, &shared.tuning, query)?;
        let learner = &shared.learner;
        let sets = &query.slice.learnt.sets;
        let values = |term: ExprId| learner.obvious_values(pool, sets, term, PRODUCTS_GLANCE);
        let mut translation = Translation::new(pool, sets.clone(), &conditions, values);
        let mut asked = false;
        for &condition in &conditions {
            asked = translation.add(condition);
        }
        // The question is the last condition.
        if !asked {
            return None;
        }
        translation.finish();
        let (system, inputs) = (translation.system, translation.inputs);
        let variables: Vec<u32> = inputs.iter().map(|input| input.variable).collect();
        let model: Vec<i128> = inputs.iter().map(|input| input.value(&query.model)).collect();
        let verdict = system.solve(
            &variables,
            &model,
            |input, wanted, within| inputs[input].nearest(wanted, within),
            |values| {
                let leaf = |input: usize| Some(inputs[input].leaf);
                self.witnesses.accept((pool, check), query, (values, &model), leaf)
            },
        );
        self.witnesses.reply(verdict, query)
    }

    fn forget(&mut self) {
        self.multiplying = Readers::of(multiplies);
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        self.witnesses.counters()
    }
}
