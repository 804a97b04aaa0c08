//! Sets of values: decides by what the path's constraints say about the values of each input.
//!
//! The question narrows the slice's sets. If one becomes empty, the question is refuted; if the sets are exact,
//! any of their values is a model. That is cheap and comes first in the chain. Where the sets are not exact,
//! more is tried further down ([`Boxes`]): the constraints that the sets do not capture narrow them, the values
//! nearest to the path's model are evaluated, boxes that consist of models are shrunk until the question holds
//! in them, and last the values of a leaf that has few are tried one by one. A witness counts once it is
//! evaluated. See `value_sets/` for how the sets are made. In the modes for comparison, `published.rs` replaces
//! all of that.

use std::time::Duration;

use expr::{Evaluator, ExprId, Pool};

use crate::query::{Query, Reply, Witness};
use crate::ranges::overlap;
use crate::readers::Readers;
use crate::shared::Shared;
use crate::stage::{Patch, Stage, published, still_satisfies};
use crate::tuning::SETS_WORK;
use crate::value_sets::{Empty, Learner, Sets, ValueSets};

/// The stage that refutes, and answers from exact sets.
pub(crate) struct ValueSetStage {
    patch: Patch,
    refuted: u64,
    exact: u64,
}

/// The stage that continues where sets are not exact.
pub(crate) struct Boxes {
    readers: Readers,
    patch: Patch,
    refuted: u64,
    near: u64,
    boxed: u64,
    cases: u64,
}

/// The stage for a mode, which must not be off.
pub(crate) fn made(mode: ValueSets) -> Box<dyn Stage> {
    match mode.procedure() {
        Some(procedure) => Box::new(published::Published::new(procedure)),
        None => Box::new(ValueSetStage::new()),
    }
}

impl ValueSetStage {
    pub(crate) fn new() -> ValueSetStage {
        ValueSetStage { patch: Patch::default(), refuted: 0, exact: 0 }
    }
}

impl Boxes {
    pub(crate) fn new() -> Boxes {
        Boxes { readers: Readers::default(), patch: Patch::default(), refuted: 0, near: 0, boxed: 0, cases: 0 }
    }

    /// Tries the values of the question's smallest leaf one by one.
    fn case_by_case(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        learner: &mut Learner,
        sets: &Sets,
    ) -> Option<Reply> {
        let (leaf, values) = sets.smallest(&pool.support(query.question))?;
        if !values.has_at_most(learner.tuning.sets_cases) || values.single_value().is_some() {
            return None;
        }
        let mut open = false;
        for value in values.iter() {
            let mut case = sets.clone();
            let cut = case.fix(leaf, value).and_then(|_| cut_by_all(pool, learner, query, &mut case));
            if cut.is_ok() {
                if let Some(witness) = nearest(&mut self.patch, pool, check, query, &case) {
                    self.cases += 1;
                    return Some(Reply::Sat(witness));
                }
                open = true;
            }
        }
        if open {
            return None;
        }
        self.cases += 1;
        Some(refutation(query))
    }
}

/// Narrows the sets by the question and the constraints that they do not capture; if there are many, only by
/// those that share bytes with it.
fn cut_by_all(pool: &Pool, learner: &mut Learner, query: &Query, sets: &mut Sets) -> Result<(), Empty> {
    let loose = &query.slice.learnt.loose;
    let support = pool.support(query.question);
    let few = learner.tuning.sets_few;
    let near = |constraint: ExprId| loose.len() <= few || overlap(&pool.support(constraint), &support);
    for _ in 0..learner.tuning.sets_rounds {
        learner.cut(pool, sets, query.question)?;
        for &constraint in loose.iter().filter(|&&constraint| near(constraint)) {
            learner.cut(pool, sets, constraint)?;
        }
    }
    Ok(())
}

/// The values of the sets that are nearest to the path's model, if they are a model.
pub(super) fn nearest(
    patch: &mut Patch,
    pool: &Pool,
    check: &mut Evaluator,
    query: &Query,
    sets: &Sets,
) -> Option<Witness> {
    nearest_values(patch, query, sets).filter(|witness| still_satisfies(pool, check, witness, query))
}

/// The values of the sets that are nearest to the path's model; `None` if a set is empty. The model lies in the
/// slice's sets, so sets that are the same here are skipped.
fn nearest_values(patch: &mut Patch, query: &Query, sets: &Sets) -> Option<Witness> {
    patch.clear();
    let mut empty = false;
    sets.each_not_in(&query.slice.learnt.sets, |leaf, set| {
        let now = leaf.value(&query.model);
        match set.closest(&now) {
            Some(value) if value != now => {
                patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, value as u64);
            }
            Some(_) => {}
            None => empty = true,
        }
    });
    (!empty).then(|| patch.witness(query))
}

/// A refutation by all constraints of the slice, since all may have narrowed its sets.
pub(super) fn refutation(query: &Query) -> Reply {
    Reply::Unsat((&query.slice.constraints).into())
}

impl Stage for ValueSetStage {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let learnt = &query.slice.learnt;
        let learner = &mut shared.learner;
        let mut sets = learnt.sets.clone();
        match learner.try_to_cut(pool, &mut sets, query.question) {
            Err(Empty) => {
                self.refuted += 1;
                Some(refutation(query))
            }
            // Every value of exact sets is a model.
            Ok(true) if learnt.is_exact() => {
                let witness = nearest_values(&mut self.patch, query, &sets)?;
                self.exact += 1;
                Some(Reply::Sat(witness))
            }
            Ok(_) => None,
        }
    }

    /// The time of learning as the path grows.
    fn time_besides(&self, shared: &Shared) -> Duration {
        shared.learner.time
    }

    /// The work of all that narrows sets.
    fn work(&self, shared: &Shared) -> u64 {
        SETS_WORK * shared.learner.visited()
    }

    fn counters(&self, shared: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("exact", self.exact), ("visited", shared.learner.visited())]
    }
}

impl Stage for Boxes {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        // Each box and each case visits all places of all tables again: the classes of inputs, or a SAT solver,
        // are quicker.
        if pool.array_axioms().by_interval() && query.terms().any(|term| self.readers.reads(pool, term)) {
            return None;
        }
        let learnt = &query.slice.learnt;
        let learner = &mut shared.learner;
        let mut sets = learnt.sets.clone();
        if cut_by_all(pool, learner, query, &mut sets).is_err() {
            self.refuted += 1;
            return Some(refutation(query));
        }
        if let Some(witness) = nearest(&mut self.patch, pool, check, query, &sets) {
            self.near += 1;
            return Some(Reply::Sat(witness));
        }
        for sets in learner.boxes(pool, learnt, query.question, &query.model) {
            if let Some(witness) = nearest(&mut self.patch, pool, check, query, &sets) {
                self.boxed += 1;
                return Some(Reply::Sat(witness));
            }
        }
        self.case_by_case(pool, check, query, learner, &sets)
    }

    fn forget(&mut self) {
        self.readers = Readers::default();
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("near", self.near), ("boxed", self.boxed), ("cases", self.cases)]
    }
}
