//! A second form of a question that takes long: the same terms, encoded in the other order.
//!
//! The order in which terms are encoded can make the difference between eighty conflicts and sixty thousand for
//! one question, and the good order is not known beforehand: the order mostly determines what a SAT solver
//! decides on until conflicts tell it better, and that may be a part of the question that is hard and
//! irrelevant. On the question where this was seen, other restarts, phases, decays and seeds of BatSat's (eight
//! settings, 4,000 conflicts each) did not find the answer in the bad order, and the order of the assumptions
//! made no difference.
//!
//! When a question has cost much, it is encoded once more, backward, for another solver, which then may do as
//! much work as the first one does from there on. So a question costs at most `forms_long` and twice what it costs
//! in the better form. A question that is answered before pays nothing, and one that is answered soon after
//! pays little: the cost does not jump where the second form joins. Work is counted, as everywhere in this stage;
//! here only the work that was seen, which does not depend on what other solvers are expected to do. So the
//! second form has its turns in a run at the same points as alone.

use expr::{Evaluator, ExprId, Pool};

use crate::blast::contents::KnownContents;
use crate::query::{Query, Reply};
use crate::sat::{SatWork, Watch};
use crate::stage::bit_blast::instance::{Ends, Instance};
use crate::stage::bit_blast::is_final;
use crate::tuning::{FORMS_LEAST, FORMS_STEPS, Tuning};

/// The order in which the terms of a query are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Constraints by age, then the question; operands in their order.
    Forward,
    /// The reverse, including the operands.
    Backward,
}

impl Form {
    /// The constraints and the question, in the order in which they are encoded.
    pub(super) fn order(self, query: &Query) -> Vec<ExprId> {
        let mut terms: Vec<ExprId> = query.slice.constraints.iter().copied().chain([query.question]).collect();
        if self == Form::Backward {
            terms.reverse();
        }
        terms
    }
}

/// The second form of the current question.
pub(super) struct Second {
    /// The work of the first form at which the question counts as long.
    start: u64,
    /// The work of the first form at which the next turn is due.
    next: u64,
    /// The most bytes that the second form may take.
    room: usize,
    instance: Option<Instance>,
    reply: Option<Reply>,
}

/// What both forms of a question share.
pub(super) struct Asked<'a> {
    pub(super) pool: &'a Pool,
    pub(super) query: &'a Query,
    pub(super) ends: &'a Ends,
    pub(super) contents: &'a KnownContents,
    pub(super) tuning: &'a Tuning,
}

impl Second {
    /// The second form beside a first form that is encoded, with `memory` bytes for both together.
    pub(super) fn of(first: &Instance, memory: usize, tuning: &Tuning) -> Second {
        let encoded = first.work().total();
        let start = encoded + tuning.forms_long;
        let room = memory.saturating_sub(first.blaster.bytes());
        // Encoding it takes about as much work as for the first form.
        Second { start, next: start + encoded, room, instance: None, reply: None }
    }

    /// The work of the first form at which the next turn is due.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Lets the second form work if its turn is due, given the work of the first form; returns whether the
    /// first is still needed.
    pub(super) fn turn(&mut self, asked: &Asked, check: &mut Evaluator, work: u64) -> bool {
        if work < self.next {
            return true;
        }
        let Asked { pool, query, ends, contents, tuning } = *asked;
        let instance = match &mut self.instance {
            Some(instance) => instance,
            none => {
                let instance = none.insert(Instance::new(contents, tuning, Form::Backward));
                if instance.encode(pool, query, self.room).is_none() {
                    self.next = u64::MAX;
                    return true;
                }
                instance
            }
        };
        let least = tuning.forms_long / FORMS_LEAST;
        self.next = work.saturating_add(((work - self.start) / FORMS_STEPS).max(least));
        let most = work - self.start;
        if most <= instance.work().total() {
            return true;
        }
        match instance.search(pool, check, query, ends, Watch::until(most)) {
            Some(reply) if is_final(&reply) => self.reply = Some(reply),
            Some(_) => self.next = u64::MAX,
            None => {}
        }
        self.reply.is_none()
    }

    /// The work of the second form so far.
    pub(super) fn work(&self) -> SatWork {
        self.instance.as_ref().map_or(SatWork::default(), Instance::work)
    }

    /// The instance, if there is one, and its answer.
    pub(super) fn into_parts(self) -> (Option<Instance>, Option<Reply>) {
        (self.instance, self.reply)
    }
}
