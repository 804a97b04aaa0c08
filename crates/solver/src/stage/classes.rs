//! Questions about tables by classes of inputs (see `classes.rs`).

use expr::{Evaluator, Pool};

use crate::classes::{Classes, Verdict};
use crate::query::{Query, Reply};
use crate::readers::Readers;
use crate::stage::{Patch, Stage, satisfies};

/// The stage.
#[derive(Default)]
pub(crate) struct InputClasses {
    readers: Readers,
    classes: Classes,
    patch: Patch,
    refuted: u64,
    found: u64,
}

impl Stage for InputClasses {
    fn name(&self) -> &'static str {
        "classes"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        if !pool.array_axioms().by_interval() || !query.terms().any(|term| self.readers.reads(pool, term)) {
            return None;
        }
        let sets = &query.slice.learnt.sets;
        match self.classes.decide(pool, query.terms(), |leaf| sets.of(leaf).0) {
            Verdict::Open => None,
            Verdict::Fails => {
                self.refuted += 1;
                Some(Reply::Unsat(query.slice.constraints[..].into()))
            }
            Verdict::Holds(values) => {
                self.patch.clear();
                for (leaf, value) in values {
                    self.patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, value);
                }
                let witness = self.patch.witness(query);
                let holds = satisfies(pool, check, &witness.model, query);
                debug_assert!(holds, "a class without a model");
                self.found += 1;
                holds.then_some(Reply::Sat(witness))
            }
        }
    }

    fn forget(&mut self) {
        self.readers = Readers::default();
        self.classes.forget();
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found)]
    }
}
