//! The part that an instance of earlier questions has in a race against a fresh one.
//!
//! A fresh instance has to encode the query, whatever comes then. If the known one stops when it has done its
//! [`share`] of that, and later its share of what the fresh one has done, then both together do at most this share more
//! than the fresh one alone. But it stops only between two decisions: all that follows from one is propagated first,
//! and so is what follows from each conflict that this meets. So it starts before the fresh one only where even
//! assigning everything that it knows would be little ([`Prospect::Early`]), and expects conflicts to take rather more
//! than less. What it still does in excess mostly fits between its share and one half.

use expr::Evaluator;

use crate::answer::Unknown;
use crate::query::Reply;
use crate::sat::{SatWork, Watch};
use crate::stage::bit_blast::forms::Asked;
use crate::stage::bit_blast::instance::{Instance, Prospect};
use crate::stage::bit_blast::is_final;
use crate::tuning::{BLAST_ASSIGNMENTS, BLAST_FIRST, BLAST_LEAST, BLAST_SEARCHES, BLAST_TURN};

/// What a known instance may do while a fresh one does this much.
fn share(work: u64) -> u64 {
    work / 8 * 3
}

/// An instance that knows at least a part of the current query.
pub(super) struct Known {
    pub(super) instance: Instance,
    prospect: Prospect,
    /// The work that it had done before this query.
    pub(super) before: SatWork,
    /// Whether the query is encoded; `None` if that takes too much memory.
    encoded: Option<bool>,
    /// The most bytes that the query may take.
    room: usize,
}

impl Known {
    pub(super) fn new(instance: Instance, prospect: Prospect, room: usize) -> Known {
        let before = instance.work();
        Known { instance, prospect, before, encoded: Some(false), room }
    }

    /// The work done for this query.
    pub(super) fn spent(&self) -> u64 {
        self.instance.work().since(self.before).total()
    }

    /// Whether the query is encoded, now if it was not before.
    fn encode(&mut self, asked: &Asked) -> bool {
        if self.encoded == Some(false) {
            let needed = self.instance.encode(asked.pool, asked.query, self.room);
            self.encoded = needed.map(|_| true);
        }
        self.encoded.is_some()
    }

    /// Whether it has searched, and so shows what a conflict costs.
    pub(super) fn has_searched(&self) -> bool {
        self.encoded == Some(true)
    }

    /// Starts before a fresh instance, if it may, until its share of the least work of a fresh one is done. The answer,
    /// if that is enough for it.
    pub(super) fn start(&mut self, asked: &Asked, check: &mut Evaluator) -> Option<Reply> {
        if self.prospect != Prospect::Early || !self.encode(asked) {
            return None;
        }
        let share = share(self.instance.needed(asked.pool, asked.query) as u64);
        let mut most = BLAST_FIRST;
        for _ in 0..BLAST_SEARCHES {
            let left = share.saturating_sub(self.spent()).min(most);
            if left < BLAST_LEAST {
                break;
            }
            if let Some(reply) = self.search(asked, check, left) {
                return Some(reply).filter(is_final);
            }
            most = u64::MAX;
        }
        None
    }

    /// Searches for its share of the work of the fresh instance, if that is long enough for a turn. The answer, if
    /// there is one; or a reason why further turns will not find one.
    pub(super) fn turn(&mut self, asked: &Asked, check: &mut Evaluator, work: u64) -> Option<Reply> {
        let least = BLAST_TURN.max(BLAST_ASSIGNMENTS * self.instance.blaster.variables());
        let left = |known: &Known| share(work).checked_sub(known.spent()).filter(|&left| left >= least);
        left(self)?;
        if !self.encode(asked) {
            return Some(Reply::Unknown(Unknown::Memory));
        }
        let left = left(self)?;
        self.search(asked, check, left)
    }

    /// Searches until there is an answer or a limit is reached.
    pub(super) fn finish(&mut self, asked: &Asked, check: &mut Evaluator) -> Reply {
        if !self.encode(asked) {
            return Reply::Unknown(Unknown::Memory);
        }
        let reply = self.instance.search(asked.pool, check, asked.query, asked.ends, Watch::nobody());
        reply.expect("nobody looked")
    }

    fn search(&mut self, asked: &Asked, check: &mut Evaluator, left: u64) -> Option<Reply> {
        let until = Watch::until(self.instance.work().total() + left);
        self.instance.search(asked.pool, check, asked.query, asked.ends, until)
    }
}
