//! A stage that reasons with sets of values and has to be worth what that costs.
//!
//! On joined paths, constraints are disjunctions and values choices, and such a stage can visit a hundred thousand nodes for a question
//! that it then leaves to the SAT solver, which takes a millisecond. So it has an account ([`Credit`]): each question is paid for in visited
//! nodes, and an answer is worth what the SAT solver has lately needed for a question.

use std::time::Duration;

use expr::Pool;

use crate::patience::Credit;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::tuning::SETS_ANSWER;

/// The stage, and its account.
pub(crate) struct Paying<S> {
    stage: S,
    credit: Credit,
}

impl<S: Stage> Paying<S> {
    /// A stage that may visit so many nodes before it has answered anything.
    pub(crate) fn new(stage: S, credit: u64) -> Paying<S> {
        Paying { stage, credit: Credit::new(credit as i64) }
    }
}

impl<S: Stage> Stage for Paying<S> {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        if !self.credit.tries() {
            return None;
        }
        let before = shared.learner.visited();
        let reply = self.stage.answer(pool, shared, query);
        let cost = shared.learner.visited() - before;
        let worth = if reply.is_some() { shared.sat_work.max(SETS_ANSWER) } else { 0 };
        self.credit.note(cost, worth);
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
