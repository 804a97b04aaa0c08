//! Questions about comparisons of functions of bytes (see `byte_orders.rs`).
//!
//! The stage has an account: an answer is worth at least what it cost, and questions that it does not answer
//! are paid for. A question may cost what is left on the account, at most [`shared.tuning.byte_orders_work`].
//!
//! Questions on paths that were joined by a number of repetitions have an account of their own, on which an answer is worth
//! what the SAT solver would need for it and no more: they read inputs at places which that number decides, so that one
//! case follows for each number and each byte, and the SAT solver answers them quickly.

use expr::{ExprId, Pool};

use crate::byte_orders::{ByteOrders, Verdict};
use crate::config::Config;
use crate::patience::Credit;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::{Stage, still_satisfies};
use crate::tuning::{BYTE_ORDERS_FACTS, BYTE_ORDERS_LEAST};

/// The stage.
pub(crate) struct ByteOrderStage {
    orders: ByteOrders,
    credit: Credit,
    /// The account of questions about paths with bounded universal facts.
    credit_of_facts: Credit,
    refuted: u64,
    found: u64,
    /// The work spent so far.
    work: u64,
}

impl ByteOrderStage {
    pub(crate) fn new(config: &Config) -> ByteOrderStage {
        let credit = Credit::new(config.tuning.byte_orders_credit);
        let credit_of_facts = Credit::new(config.tuning.byte_orders_credit / BYTE_ORDERS_FACTS);
        ByteOrderStage { orders: ByteOrders::default(), credit, credit_of_facts, refuted: 0, found: 0, work: 0 }
    }
}

impl Stage for ByteOrderStage {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let has_facts = !query.slice.facts.is_empty();
        let credit = if has_facts { &mut self.credit_of_facts } else { &mut self.credit };
        if !credit.tries() {
            return None;
        }
        let mut conditions: Vec<ExprId> =
            query.slice.constraints.youngest().take(shared.tuning.byte_orders_constraints).copied().collect();
        conditions.push(query.question);
        let budget = credit.left().clamp(BYTE_ORDERS_LEAST, shared.tuning.byte_orders_work);
        let mut left = budget;
        let verdict = self.orders.decide(pool, check, query, &conditions, &mut left);
        let cost = budget - left;
        self.work += cost;
        let reply = match verdict {
            Verdict::Open => None,
            Verdict::Fails(places) => {
                self.refuted += 1;
                // The question is the last condition, and not part of the core.
                let core = places.into_iter().filter(|&place| place + 1 < conditions.len());
                Some(Reply::Unsat(core.map(|place| conditions[place]).collect()))
            }
            // Constraints may have been left out, so the witness is evaluated.
            Verdict::Holds(witness) => still_satisfies(pool, check, &witness, query).then(|| {
                self.found += 1;
                Reply::Sat(witness)
            }),
        };
        let answer = shared.tuning.byte_orders_answer;
        let worth = if has_facts { answer } else { answer.max(2 * cost) };
        credit.note(cost, if reply.is_some() { worth } else { 0 });
        reply
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found), ("tried", self.orders.tried), ("work", self.work)]
    }
}
