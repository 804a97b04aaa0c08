//! Linear comparisons: sums of several inputs that do not wrap.
//!
//! The question and those constraints that sets of values do not capture become rows over integers, with bounds
//! from the sets (see `linear/`). Constraints that do not fit are left out, which is sound for a refutation; a
//! witness is evaluated.

use expr::{ExprId, Op, Pool};

use crate::linear::{System, Variables};
use crate::order::Comparison;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::stage::witnesses::Witnesses;
use crate::tuning::LINEAR_GLANCE;

/// The stage.
pub(crate) struct Linear {
    witnesses: Witnesses,
}

impl Linear {
    pub(crate) fn new() -> Linear {
        Linear { witnesses: Witnesses::default() }
    }
}

impl Stage for Linear {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let learnt = &query.slice.learnt;
        let mut linear = false;
        each_part(pool, query.question, &mut |part| linear |= Comparison::of(pool, part).is_some());
        if !linear || query.slice.loose_len() > shared.tuning.linear_constraints {
            return None;
        }
        let learner = &shared.learner;
        let mut variables =
            Variables::new(pool, |term| learner.obvious_values(pool, &learnt.sets, term, LINEAR_GLANCE));
        for &constraint in query.slice.loose().iter() {
            variables.add(constraint);
        }
        let known = variables.rows.len();
        each_part(pool, query.question, &mut |part| {
            variables.add(part);
        });
        if variables.rows.len() == known {
            return None;
        }
        let rows = variables.rows;
        let variables = variables.all;
        let bounds = variables.iter().map(|variable| (variable.low, variable.high)).collect();
        let model: Vec<i128> = variables
            .iter()
            .map(|variable| variable.number(check.eval_u64(pool, &query.model, variable.term())))
            .collect();
        let leaf = |variable: usize| variables[variable].leaf(pool);
        let verdict = System { rows, bounds, model: model.clone() }
            .solve(|values| self.witnesses.accept((pool, check), query, (values, &model), leaf));
        self.witnesses.reply(verdict, query)
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        self.witnesses.counters()
    }
}

/// The conditions that must all hold for a condition to hold.
fn each_part(pool: &Pool, condition: ExprId, visit: &mut impl FnMut(ExprId)) {
    let node = pool.node(condition);
    if node.op == Op::And {
        each_part(pool, node.arg(0), visit);
        each_part(pool, node.arg(1), visit);
    } else {
        visit(condition);
    }
}

#[cfg(test)]
mod tests {
    use crate::all_values::{Random, Terms as _, compare_with_all_values, sum};
    use crate::{Config, Technique, ValueSets};
    use expr::Pool;

    #[test]
    fn sums_are_compared_as_all_values_say() {
        let config = Config { value_sets: ValueSets::Full, ..Config::bare() }.without(Technique::BitBlast);
        let decided = compare_with_all_values(&config, 1500, |pool, symbols, random| {
            let (width, signed) = ([3, 5, 7][random.below(3) as usize], random.below(2) == 1);
            let (a, b) = (sum(pool, symbols, random, width, signed), sum(pool, symbols, random, width, signed));
            let mut condition = random.comparison(pool, a, b, signed);
            if random.below(4) == 0 {
                let other = random.comparison(pool, symbols[1], symbols[0], false);
                condition = pool.or(condition, other);
            }
            condition
        });
        assert!(decided.share() > 0.7, "{decided:?}");
    }

    /// What a program that subtracts asks: `x < y`, then `x < y - x`. The difference wraps unless the two were
    /// compared before.
    #[test]
    fn differences_are_what_was_said_about_them() {
        let config = Config { value_sets: ValueSets::Full, ..Config::bare() }.without(Technique::BitBlast);
        let decided = compare_with_all_values(&config, 3000, |pool, symbols, random| {
            let difference = |pool: &mut Pool, random: &mut Random| {
                let (x, y) = (symbols[random.below(2) as usize], symbols[random.below(2) as usize]);
                let offset = pool.int(3, random.below(2));
                let (once, more) = (pool.sub(x, y), pool.add(y, offset));
                match random.below(4) {
                    0 => once,
                    1 => pool.sub(x, more),
                    2 => pool.sub(once, y),
                    _ => x,
                }
            };
            let (a, b) = (difference(pool, random), difference(pool, random));
            random.comparison(pool, a, b, false)
        });
        assert!(decided.share() > 0.7, "{decided:?}");
    }
}
