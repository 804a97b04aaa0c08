//! Questions about tables by classes of inputs (see `classes.rs`).

use std::cell::RefCell;
use std::rc::Rc;

use expr::{Evaluator, Pool};

use crate::classes::{Classes, Verdict};
use crate::query::{Query, Reply};
use crate::readers::Readers;
use crate::stage::{Patch, Stage, satisfies};
use crate::value_sets::Learner;

/// The stage.
pub(crate) struct InputClasses {
    learner: Rc<RefCell<Learner>>,
    readers: Readers,
    patch: Patch,
    refuted: u64,
    found: u64,
}

impl InputClasses {
    pub(crate) fn new(learner: Rc<RefCell<Learner>>) -> InputClasses {
        InputClasses { learner, readers: Readers::default(), patch: Patch::default(), refuted: 0, found: 0 }
    }
}

impl Stage for InputClasses {
    fn name(&self) -> &'static str {
        "classes"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        if !pool.array_axioms().by_interval() || !query.terms().any(|term| self.readers.reads(pool, term)) {
            return None;
        }
        let classes = Classes::new(pool, query.terms())?;
        let sets = &query.slice.learnt.sets;
        let learner = self.learner.borrow();
        match classes.decide(|leaf| learner.set(sets, leaf)) {
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
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found)]
    }
}
