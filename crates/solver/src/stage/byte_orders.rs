//! Questions about comparisons of functions of bytes (see `byte_orders.rs`).
//!
//! Some of these questions would take the SAT solver hours, and some it answers in a hundredth of the time. So a question
//! is looked at twice. The first look, in this stage, is short. If the SAT solver takes long, there is a late
//! look beside its search (`bit_blast/late.rs`), which may cost much more. How long the first look is follows from what
//! the SAT solver needed for the questions that it left open, and from the late looks that had an answer.
//!
//! Beside this there is an account: an answer is worth at least what it cost, and questions that are not answered
//! are paid for. A look may cost what is left on the account.
//!
//! Questions on paths that were joined by a number of repetitions have an account of their own, on which an answer is worth
//! what the SAT solver would need for it and no more: they read inputs at places which that number decides, so that one
//! case follows for each number and each byte, and the SAT solver answers them quickly.

use expr::{Evaluator, ExprId, Pool};

use crate::byte_orders::{ByteOrders, Verdict};
use crate::chain::Technique;
use crate::config::Config;
use crate::patience::Credit;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::{Stage, still_satisfies};
use crate::tuning::{
    BYTE_ORDERS_DOUBT, BYTE_ORDERS_FACTS, BYTE_ORDERS_FIRST_LEAST, BYTE_ORDERS_LEAST, BYTE_ORDERS_OF_SAT, ORDERS_WORK,
    Tuning,
};

/// The stage: the first look.
pub(crate) struct ByteOrderStage;

/// What both looks at questions share.
pub(crate) struct Account {
    is_used: bool,
    orders: ByteOrders,
    credit: Credit,
    /// The account of questions about paths with bounded universal facts.
    credit_of_facts: Credit,
    /// What a first look may cost.
    first: u64,
    /// The question that the last first look left open.
    open: Option<ExprId>,
    /// The work spent so far.
    work: u64,
    refuted: u64,
    found: u64,
    late: u64,
    late_answered: u64,
}

impl Account {
    pub(crate) fn new(config: &Config) -> Account {
        Account {
            is_used: config.uses(Technique::ByteOrders),
            orders: ByteOrders::default(),
            credit: Credit::new(config.tuning.byte_orders_credit),
            credit_of_facts: Credit::new(config.tuning.byte_orders_credit / BYTE_ORDERS_FACTS),
            first: config.tuning.byte_orders_first,
            open: None,
            work: 0,
            refuted: 0,
            found: 0,
            late: 0,
            late_answered: 0,
        }
    }

    /// Forgets what earlier questions were about.
    pub(crate) fn forget(&mut self) {
        self.orders.forget();
    }

    /// The look before the SAT solver is asked.
    fn first_look(&mut self, pool: &Pool, check: &mut Evaluator, tuning: &Tuning, query: &Query) -> Option<Reply> {
        let (cost, reply) = self.look(pool, check, tuning, query, self.first)?;
        self.open = reply.is_none().then_some(query.question);
        if reply.is_some() && cost > BYTE_ORDERS_FIRST_LEAST {
            // The SAT solver may be quicker by now, which shows once a look is too short.
            self.first = (self.first - self.first / BYTE_ORDERS_DOUBT).max(BYTE_ORDERS_FIRST_LEAST);
        }
        reply
    }

    /// A look while the SAT solver is at work on a question and takes long.
    pub(crate) fn late_look(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        tuning: &Tuning,
        query: &Query,
    ) -> Option<Reply> {
        if !self.is_used {
            return None;
        }
        let (cost, reply) = self.look(pool, check, tuning, query, tuning.byte_orders_work)?;
        self.late += 1;
        if reply.is_some() {
            self.late_answered += 1;
            self.open = None;
            self.first = self.first.max(2 * cost).min(tuning.byte_orders_work);
        }
        reply
    }

    /// Notes that the SAT solver is asked another question instead of one, with the same answer.
    pub(crate) fn asks_as(&mut self, question: ExprId, other: ExprId) {
        if self.open == Some(question) {
            self.open = Some(other);
        }
    }

    /// Notes that the SAT solver is through with a question, and its work.
    pub(crate) fn note_sat(&mut self, query: &Query, work: u64) {
        if self.open.take() == Some(query.question) {
            let enough = work.saturating_mul(BYTE_ORDERS_OF_SAT).max(BYTE_ORDERS_FIRST_LEAST);
            self.first = self.first.midpoint(enough).min(self.first.max(BYTE_ORDERS_LEAST));
        }
    }

    /// Looks at a question if that is worth trying. Returns what it cost, and the answer if there is one.
    fn look(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        tuning: &Tuning,
        query: &Query,
        most: u64,
    ) -> Option<(u64, Option<Reply>)> {
        let has_facts = !query.slice.facts.is_empty();
        let credit = if has_facts { &mut self.credit_of_facts } else { &mut self.credit };
        if !credit.tries() {
            return None;
        }
        let mut conditions: Vec<ExprId> =
            query.slice.constraints.youngest().take(tuning.byte_orders_constraints).copied().collect();
        conditions.push(query.question);
        let budget = credit.left().max(BYTE_ORDERS_LEAST).min(most);
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
        let answer = tuning.byte_orders_answer;
        let worth = if has_facts { answer } else { answer.max(2 * cost) };
        credit.note(cost, if reply.is_some() { worth } else { 0 });
        Some((cost, reply))
    }
}

impl Stage for ByteOrderStage {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        shared.byte_orders.first_look(pool, &mut shared.check, &shared.tuning, query)
    }

    fn work(&self, shared: &Shared) -> u64 {
        ORDERS_WORK * shared.byte_orders.work
    }

    fn counters(&self, shared: &Shared) -> Vec<(&'static str, u64)> {
        let Account { refuted, found, late, late_answered, work, orders, .. } = &shared.byte_orders;
        vec![
            ("refuted", *refuted),
            ("found", *found),
            ("late", *late),
            ("late_answered", *late_answered),
            ("tried", orders.tried),
            ("work", *work),
        ]
    }
}
