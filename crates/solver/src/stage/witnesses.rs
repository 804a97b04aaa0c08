//! Witnesses from integers: what the stages for sums and for products do with the values that they find.
//!
//! Both turn a query into a system of integers, and leave out constraints that do not fit. So values that satisfy
//! the system are written into the query's model and evaluated, and a system without values refutes the query.

use expr::{Evaluator, Pool};

use crate::query::{Query, Reply, Witness};
use crate::stage::{Patch, still_satisfies};
use crate::value_sets::Leaf;
use crate::verdict::Verdict;

/// Makes witnesses of values, and counts outcomes.
#[derive(Default)]
pub(crate) struct Witnesses {
    patch: Patch,
    refuted: u64,
    found: u64,
}

impl Witnesses {
    /// The witness with these values of the leaves, if it satisfies the query. `model` holds their values in the
    /// query's model; `leaf` gives the input bits of a variable, if it is an input.
    pub(crate) fn accept(
        &mut self,
        (pool, check): (&Pool, &mut Evaluator),
        query: &Query,
        (values, model): (&[i128], &[i128]),
        leaf: impl Fn(usize) -> Option<Leaf>,
    ) -> Option<Witness> {
        self.patch.clear();
        for (variable, (&value, &now)) in values.iter().zip(model).enumerate() {
            if value != now {
                let leaf = leaf(variable)?;
                let word = value as u64 & bv::mask(leaf.width);
                self.patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, word);
            }
        }
        let witness = self.patch.witness(query);
        still_satisfies(pool, check, &witness, query).then_some(witness)
    }

    /// The reply for the verdict about a system.
    pub(crate) fn reply(&mut self, verdict: Verdict<Witness>, query: &Query) -> Option<Reply> {
        match verdict {
            Verdict::Holds(witness) => {
                self.found += 1;
                Some(Reply::Sat(witness))
            }
            Verdict::Fails => {
                self.refuted += 1;
                Some(Reply::Unsat((&query.slice.constraints).into()))
            }
            Verdict::Open => None,
        }
    }

    /// How often each outcome was.
    pub(crate) fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found)]
    }
}
