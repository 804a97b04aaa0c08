//! A late look at a question that takes long: by orders of bytes, which have looked at it shortly before.
//!
//! It comes once, at a work that was seen, so in a run at the same point as alone. What it may cost is decided by the
//! account of orders of bytes.

use expr::Evaluator;

use crate::query::Reply;
use crate::stage::bit_blast::forms::Asked;
use crate::stage::bit_blast::instance::Instance;
use crate::stage::byte_orders::Account;
use crate::tuning::Tuning;

/// The late look at the current question.
pub(super) struct Late<'a> {
    orders: &'a mut Account,
    /// The work of the first form at which it is due.
    due: u64,
    reply: Option<Reply>,
}

impl<'a> Late<'a> {
    /// The late look beside a first form that is encoded.
    pub(super) fn of(first: &Instance, orders: &'a mut Account, tuning: &Tuning) -> Late<'a> {
        Late { orders, due: first.work().total() + tuning.byte_orders_late, reply: None }
    }

    /// The work of the first form at which the look is due.
    pub(super) fn next(&self) -> u64 {
        self.due
    }

    /// Looks if that is due, given the work of the first form; returns whether the first is still needed.
    pub(super) fn turn(&mut self, asked: &Asked, check: &mut Evaluator, work: u64) -> bool {
        if work >= self.due {
            self.due = u64::MAX;
            self.reply = self.orders.late_look(asked.pool, check, asked.tuning, asked.query);
        }
        self.reply.is_none()
    }

    /// The answer, if it found one.
    pub(super) fn into_reply(self) -> Option<Reply> {
        self.reply
    }
}
