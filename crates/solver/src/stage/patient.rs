//! A stage that is asked less and less often about questions of a kind that it has not answered.

use std::time::Duration;

use expr::Pool;

use crate::patience::Patience;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;

/// The stage, and its record.
pub(crate) struct Patient<S> {
    stage: S,
    patience: Patience,
}

impl<S: Stage> Patient<S> {
    pub(crate) fn new(stage: S) -> Patient<S> {
        Patient { stage, patience: Patience::default() }
    }
}

impl<S: Stage> Stage for Patient<S> {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let kind = self.patience.tries(pool, query.question)?;
        let reply = self.stage.answer(pool, shared, query);
        self.patience.note(kind, reply.is_some());
        reply
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        self.stage.learn(query, reply);
    }

    fn forget(&mut self) {
        self.stage.forget();
    }

    fn time_besides(&self, shared: &Shared) -> Duration {
        self.stage.time_besides(shared)
    }

    fn work(&self, shared: &Shared) -> u64 {
        self.stage.work(shared)
    }

    fn counters(&self, shared: &Shared) -> Vec<(&'static str, u64)> {
        self.stage.counters(shared)
    }
}
