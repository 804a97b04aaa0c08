//! Questions about tables by classes of inputs (see `classes.rs`).
//!
//! The stage has an account: it is tried less where it cost more than its answers were worth, counted in values
//! of terms.

use expr::Pool;

use crate::classes::Classes;
use crate::config::Config;
use crate::patience::Credit;
use crate::query::{Query, Reply};
use crate::readers::Readers;
use crate::shared::Shared;
use crate::stage::{Patch, Stage};
use crate::verdict::Verdict;

/// The stage.
pub(crate) struct InputClasses {
    readers: Readers,
    credit: Credit,
    classes: Classes,
    patch: Patch,
    refuted: u64,
    found: u64,
}

impl InputClasses {
    pub(crate) fn new(config: &Config) -> InputClasses {
        InputClasses {
            readers: Readers::default(),
            credit: Credit::new(config.tuning.classes_credit),
            classes: Classes::default(),
            patch: Patch::default(),
            refuted: 0,
            found: 0,
        }
    }
}

impl Stage for InputClasses {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        if !pool.array_axioms().by_interval() || !query.terms().any(|term| self.readers.reads(pool, term)) {
            return None;
        }
        if !self.credit.tries() {
            return None;
        }
        let sets = &query.slice.learnt.sets;
        let (verdict, work) = self.classes.decide(pool, query.terms(), |leaf| sets.of(leaf).0);
        self.credit.note(work, if matches!(verdict, Verdict::Open) { 0 } else { shared.tuning.classes_answer });
        match verdict {
            Verdict::Open => None,
            Verdict::Fails => {
                self.refuted += 1;
                Some(Reply::Unsat((&query.slice.constraints).into()))
            }
            Verdict::Holds(values) => {
                self.patch.clear();
                for (leaf, value) in values {
                    self.patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, value);
                }
                self.found += 1;
                Some(Reply::Sat(self.patch.witness(query)))
            }
        }
    }

    fn forget(&mut self) {
        self.readers = Readers::default();
        self.classes.forget();
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found)]
    }
}
