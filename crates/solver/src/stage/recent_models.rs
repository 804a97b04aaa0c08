//! Recent models: an assignment found before often fits this question too.
//!
//! First come the models that satisfied the same question on other paths, then the last few models of any question.

use std::collections::VecDeque;

use expr::{ExprId, Model, Pool};
use rustc_hash::FxHashMap;

use crate::query::{Query, Reply, Witness};
use crate::shared::Shared;
use crate::stage::{Stage, satisfies};
use crate::tuning::Tuning;

/// The stage.
pub(crate) struct RecentModels {
    /// The models of any question, newest first.
    any: VecDeque<Model>,
    /// The models of each question, newest first.
    same: FxHashMap<ExprId, VecDeque<Model>>,
    tuning: Tuning,
}

impl RecentModels {
    pub(crate) fn new(tuning: Tuning) -> RecentModels {
        RecentModels { any: VecDeque::new(), same: FxHashMap::default(), tuning }
    }
}

impl Stage for RecentModels {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        if query.size() > self.tuning.recent_bytes {
            return None;
        }
        let same = self.same.get(&query.question).into_iter().flatten();
        let found = same.chain(&self.any).find(|model| satisfies(pool, check, model, query))?;
        Some(Reply::Sat(query.witness(query.bytes_of(found))))
    }

    fn forget(&mut self) {
        *self = RecentModels::new(self.tuning);
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        let Reply::Sat(Witness { model, .. }) = reply else { return };
        if self.same.len() >= self.tuning.recent_questions {
            self.same.clear();
        }
        push(self.same.entry(query.question).or_default(), model.clone(), self.tuning.recent_same);
        push(&mut self.any, model.clone(), self.tuning.recent_any);
    }
}

fn push(models: &mut VecDeque<Model>, model: Model, limit: usize) {
    models.truncate(limit - 1);
    models.push_front(model);
}
