//! Lemmas on demand: facts that always hold, added to a path once a model violates them.
//!
//! Some facts are too many to be asserted up front, for example those that relate any two reads of an array. A
//! question is asked without them; the caller looks at the model and returns the facts that it violates, and
//! these are assumed before the question is asked again. A model that violates none is as good as one found
//! with all of them; a path that the lemmas refute is refuted.

use std::time::{Duration, Instant};

use expr::{ExprId, Pool};

use crate::answer::{Answer, Unknown};
use crate::path::PathCondition;
use crate::solver::Solver;

/// The limits of the search for a model that violates no lemma, and how many rounds it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lemmas {
    /// The time limit for one question, all rounds together; a round that has begun is not interrupted.
    pub time: Option<Duration>,
    /// The most rounds of lemmas for one question.
    pub most: Option<u64>,
    /// How many rounds of lemmas were added so far, over all questions.
    pub rounds: u64,
}

impl Lemmas {
    /// Adds lemmas to the path until its model violates none. `broken` returns the lemmas that the model of a
    /// path violates; they must hold on every path, and the model must violate each.
    pub fn satisfy(
        &mut self,
        solver: &mut Solver,
        pool: &mut Pool,
        mut path: PathCondition,
        mut broken: impl FnMut(&mut Pool, &PathCondition) -> Vec<ExprId>,
    ) -> Answer<PathCondition> {
        let started = Instant::now();
        let mut rounds = 0;
        loop {
            let lemmas = broken(pool, &path);
            if lemmas.is_empty() {
                return Answer::Sat(path);
            }
            if self.most.is_some_and(|most| rounds >= most) {
                return Answer::Unknown(Unknown::Lemmas);
            }
            if self.time.is_some_and(|limit| started.elapsed() > limit) {
                return Answer::Unknown(Unknown::Time);
            }
            rounds += 1;
            self.rounds += 1;
            let question = all(pool, &lemmas);
            path = match solver.assume(pool, &path, question) {
                Answer::Sat(path) => path,
                other => return other,
            };
        }
    }
}

/// The conjunction of some conditions, at least one, as a tree of minimal depth.
pub(crate) fn all(pool: &mut Pool, conditions: &[ExprId]) -> ExprId {
    let mut layer = conditions.to_vec();
    while layer.len() > 1 {
        let pairs = layer.chunks(2);
        layer = pairs.map(|pair| if let [left, right] = *pair { pool.and(left, right) } else { pair[0] }).collect();
    }
    layer[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Technique};
    use expr::Evaluator;

    /// An uninterpreted function, as symbols: its values at equal arguments are equal.
    fn congruence(pool: &mut Pool, arguments: &[ExprId], values: &[ExprId]) -> Vec<ExprId> {
        let mut all = Vec::new();
        for (i, &a) in arguments.iter().enumerate() {
            for (j, &b) in arguments.iter().enumerate().skip(i + 1) {
                let (same, equal) = (pool.eq(a, b), pool.eq(values[i], values[j]));
                all.push(pool.implies(same, equal));
            }
        }
        all
    }

    fn satisfied(most: Option<u64>, bound: u64) -> (Answer<PathCondition>, u64, bool) {
        let mut pool = Pool::new();
        let arguments: Vec<ExprId> = (0..4).map(|i| pool.symbol(&format!("x{i}"), 8)).collect();
        let values: Vec<ExprId> = (0..4).map(|i| pool.symbol(&format!("f{i}"), 8)).collect();
        let facts = congruence(&mut pool, &arguments, &values);
        let mut solver = Solver::new(Config::default().without(Technique::External));
        let mut path = PathCondition::new();
        let limit = pool.int(8, bound);
        // Arguments below a bound, with values that are all different.
        let mut conditions: Vec<ExprId> = arguments.iter().map(|&x| pool.ult(x, limit)).collect();
        conditions.extend(values.windows(2).map(|pair| pool.ult(pair[0], pair[1])));
        for condition in conditions {
            let Answer::Sat(longer) = solver.assume(&mut pool, &path, condition) else { panic!("there is a model") };
            path = longer;
        }
        let mut lemmas = Lemmas { most, ..Lemmas::default() };
        let mut values = Evaluator::new();
        let answer = lemmas.satisfy(&mut solver, &mut pool, path, |pool, path| {
            let broken = facts.iter().copied().filter(|&fact| !values.is_true(pool, path.model(), fact));
            broken.take(1).collect()
        });
        let holds = match &answer {
            Answer::Sat(path) => facts.iter().all(|&fact| Evaluator::new().is_true(&pool, path.model(), fact)),
            _ => false,
        };
        (answer, lemmas.rounds, holds)
    }

    #[test]
    fn lemmas_are_added_until_none_is_broken() {
        let (answer, rounds, holds) = satisfied(None, 4);
        assert!(answer.is_sat() && holds && (1..=6).contains(&rounds), "{rounds} rounds, {answer:?}");
        // Three arguments are too few for four values.
        let (answer, rounds, _) = satisfied(None, 3);
        assert!(answer.is_unsat() && rounds <= 6, "{rounds} rounds, {answer:?}");
    }

    #[test]
    fn the_rounds_are_bounded() {
        let (answer, rounds, _) = satisfied(Some(1), 3);
        assert!(matches!(answer, Answer::Unknown(Unknown::Lemmas)), "{answer:?}");
        assert_eq!(rounds, 1);
    }
}
