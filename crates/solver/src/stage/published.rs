//! Sets of values as a published procedure reasons about them, for comparison (see `value_sets/published/`). It
//! replaces our own stages, which then are off.

use std::time::Duration;

use expr::Pool;

use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::value_sets::{nearest, refutation};
use crate::stage::{Patch, Stage};
use crate::value_sets::{Decision, Procedure};

/// The stage that answers as the procedure does.
pub(crate) struct Published {
    procedure: Procedure,
    patch: Patch,
    refuted: u64,
    held: u64,
}

impl Published {
    pub(crate) fn new(procedure: Procedure) -> Published {
        Published { procedure, patch: Patch::default(), refuted: 0, held: 0 }
    }
}

impl Stage for Published {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        match self.procedure.decide(pool, &query.slice.learnt, query.question)? {
            Decision::Never => {
                self.refuted += 1;
                Some(refutation(query))
            }
            Decision::Within(products) => {
                let mut products = products.iter();
                let witness = products.find_map(|sets| nearest(&mut self.patch, pool, check, query, sets))?;
                self.held += 1;
                Some(Reply::Sat(witness))
            }
        }
    }

    fn time_besides(&self, shared: &Shared) -> Duration {
        shared.learner.time
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("held", self.held)]
    }
}
