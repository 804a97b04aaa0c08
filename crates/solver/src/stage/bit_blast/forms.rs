//! A second form of a question that takes long: the same terms, encoded in the other order.
//!
//! The order in which terms are encoded can make one and the same question cost eighty conflicts or sixty thousand, and nobody knows
//! before which order is the good one: it settles about what a SAT solver decides until conflicts tell it better, and that may be a part of
//! the question that is hard and says nothing. On the question where this was seen, other restarts, phases, decays and seeds of BatSat's (eight settings, 4,000
//! conflicts each) did not find the answer in the bad order, and the order of the assumptions made no difference.
//!
//! When a question has cost much, it is encoded once more, backward, for a solver of its own, which then may do as much work as the first
//! one did. So a question costs little more than twice what it costs in the better form, or what is much. A question that is
//! answered before pays nothing. Work is counted, as everywhere in this stage.

use expr::{Evaluator, ExprId, Pool};

use crate::blast::contents::KnownContents;
use crate::query::{Query, Reply};
use crate::sat::{SatWork, Watch};
use crate::stage::bit_blast::instance::{Ends, Instance};
use crate::stage::bit_blast::is_final;

/// So much work is long: about a tenth of a second, and some hundred to some thousand conflicts. For the thirteen questions of a run on expat
/// that cost 200,000 or more, the sum was estimated from what each form costs: no less for a smaller number, and none was gained.
const LONG: u64 = 1_000_000;
/// The second form's next turn comes when the first has done one part in so many more. Many turns are short ones, few come late.
const STEPS: u64 = 4;

/// In which order the terms of a query are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Constraints by age, the question last; operands as they come.
    Forward,
    /// The other way round, down to the operands.
    Backward,
}

impl Form {
    /// Constraints and question.
    pub(super) fn order(self, query: &Query) -> Vec<ExprId> {
        let mut terms: Vec<ExprId> = query.slice.constraints.iter().copied().chain([query.question]).collect();
        if self == Form::Backward {
            terms.reverse();
        }
        terms
    }
}

/// The second form of the question at hand.
pub(super) struct Second {
    /// How much work the first form has done when the next turn is due.
    next: u64,
    /// Bytes that it may take.
    room: usize,
    instance: Option<Instance>,
    reply: Option<Reply>,
}

/// What both forms of a question have in common.
pub(super) struct Asked<'a> {
    pub(super) pool: &'a Pool,
    pub(super) query: &'a Query,
    pub(super) ends: &'a Ends,
    pub(super) contents: &'a KnownContents,
}

impl Second {
    /// Beside a first form that has been encoded, with so much memory for both.
    pub(super) fn of(first: &Instance, memory: usize) -> Second {
        let next = first.work().total() + LONG;
        Second { next, room: memory.saturating_sub(first.blaster.bytes()), instance: None, reply: None }
    }

    /// How much work the first form has done when the next turn is due.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Lets it work if it is its turn, now that the first form has done so much; whether the first is still needed.
    pub(super) fn turn(&mut self, asked: &Asked, check: &mut Evaluator, work: u64) -> bool {
        if work < self.next {
            return true;
        }
        let Asked { pool, query, ends, contents } = *asked;
        let instance = match &mut self.instance {
            Some(instance) => instance,
            none => {
                let instance = none.insert(Instance::new(contents, Form::Backward));
                if instance.encode(pool, query, self.room).is_none() {
                    self.next = u64::MAX;
                    return true;
                }
                instance
            }
        };
        self.next = work.saturating_add(work / STEPS);
        let spent = instance.work().total();
        if work <= spent {
            return true;
        }
        match instance.search(pool, check, query, ends, Watch::until(work)) {
            Some(reply) if is_final(&reply) => self.reply = Some(reply),
            Some(_) => self.next = u64::MAX,
            None => {}
        }
        self.reply.is_none()
    }

    /// What it did, if it came to work.
    pub(super) fn work(&self) -> SatWork {
        self.instance.as_ref().map_or(SatWork::default(), Instance::work)
    }

    /// The instance, if there is one, and its answer.
    pub(super) fn into_parts(self) -> (Option<Instance>, Option<Reply>) {
        (self.instance, self.reply)
    }
}
