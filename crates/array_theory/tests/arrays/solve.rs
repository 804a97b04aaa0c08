//! The loop that solves and refines.

use array_theory::Arrays;
use expr::{Evaluator, ExprId, Model, Pool};
use solver::{Answer, Config, PathCondition, Solver, Technique};

/// A model of the conditions that extends to arrays, if there is one, and the number of lemmas that were added.
pub fn solve(pool: &mut Pool, arrays: &mut Arrays, conditions: &[ExprId]) -> (Option<Model>, usize) {
    let mut solver = Solver::new(Config::default().without(Technique::External));
    let mut evaluator = Evaluator::new();
    let mut path = PathCondition::new();
    let mut pending = conditions.to_vec();
    let mut count = 0;
    loop {
        for condition in std::mem::take(&mut pending) {
            match solver.assume(pool, &path, condition) {
                Answer::Sat(next) => path = next,
                Answer::Unsat => return (None, count),
                Answer::Unknown(reason) => panic!("{reason}"),
            }
        }
        pending = arrays.violated(pool, &mut evaluator, path.model(), conditions);
        if pending.is_empty() {
            return (Some(path.model().clone()), count);
        }
        count += pending.len();
        for &lemma in &pending {
            assert!(!evaluator.is_true(pool, path.model(), lemma), "a lemma that holds: {}", pool.display(lemma));
        }
    }
}
