//! The stages that answer a sliced query, one file each; `chain.rs` lists them in their order.

pub(crate) mod bit_blast;
pub(crate) mod byte_orders;
pub(crate) mod classes;
pub(crate) mod disjuncts;
pub(crate) mod exact_cache;
pub(crate) mod external;
pub(crate) mod linear;
pub(crate) mod normal_cache;
pub(crate) mod order;
pub(crate) mod patient;
pub(crate) mod paying;
pub(crate) mod precheck;
pub(crate) mod products;
mod published;
pub(crate) mod recent_models;
pub(crate) mod repair;
pub(crate) mod seeded;
pub(crate) mod sums;
pub(crate) mod supersets;
pub(crate) mod unsat_cores;
pub(crate) mod value_sets;
pub(crate) mod weak_orders;
mod witnesses;

use std::time::Duration;

use bv::mask;
use expr::{Changes, Evaluator, Model, Pool, SymbolId, byte_number};

use crate::query::{Query, Reply, Witness};
use crate::shared::Shared;
use crate::tuning::SORTED_RUN;

/// One way to answer a query.
pub(crate) trait Stage: Send {
    /// An answer, or `None` if the query is not for this stage. The chain evaluates a witness before it passes
    /// it on, and counts one that does not satisfy the query as a defect of the stage. So a stage that is not
    /// sure of a witness has to evaluate it first.
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply>;

    /// Tells the stage what a later stage answered.
    fn learn(&mut self, _query: &Query, _reply: &Reply) {}

    /// Forgets what the stage remembers from earlier questions.
    fn forget(&mut self) {}

    /// Time spent for this stage outside of `answer`.
    fn time_besides(&self, _shared: &Shared) -> Duration {
        Duration::ZERO
    }

    /// The work done so far, in units of about the time of a simple instruction of a program; of a stage that never does
    /// much, nothing.
    fn work(&self, _shared: &Shared) -> u64 {
        0
    }

    /// Counters that only this stage has.
    fn counters(&self, _shared: &Shared) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// Whether the model satisfies the question and the constraints.
pub(crate) fn satisfies(pool: &Pool, check: &mut Evaluator, model: &Model, query: &Query) -> bool {
    // The youngest constraints first: other paths, whose models these may be, do not share them.
    check.is_true(pool, model, query.question)
        && query.slice.constraints.youngest().all(|&constraint| {
            query.visit();
            check.is_true(pool, model, constraint)
        })
}

/// Whether a witness satisfies the question and the constraints. It differs in few bytes from the query's
/// model, which satisfies the constraints, so constraints that depend on none of these bytes are not evaluated.
pub(crate) fn still_satisfies(pool: &Pool, check: &mut Evaluator, witness: &Witness, query: &Query) -> bool {
    let constraints = &query.slice.constraints;
    let changed = witness.bytes.iter().filter(|&&(symbol, index, byte)| query.model.byte(symbol, index) != byte);
    let changed: Vec<u64> = changed.map(|&(symbol, index, _)| byte_number(symbol, index)).collect();
    let (Some(&first), Some(&last)) = (changed.first(), changed.last()) else {
        return check.is_true(pool, &query.model, query.question);
    };
    if constraints.len() <= SORTED_RUN {
        return satisfies(pool, check, &witness.model, query);
    }
    let changes = Changes { of: &query.model, first, last };
    check.is_true_after(pool, &changes, &witness.model, query.question)
        && constraints.all_about(&changed, |constraint| {
            query.visit();
            check.is_true_after(pool, &changes, &witness.model, constraint)
        })
}

/// Changes to some bytes of a model.
#[derive(Default)]
pub(crate) struct Patch {
    /// Sorted.
    bytes: Vec<(SymbolId, u32, u8)>,
}

impl Patch {
    /// Removes all changes.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Sets `width` bits of a symbol from bit `low` on.
    pub(crate) fn write(&mut self, model: &Model, symbol: SymbolId, low: u32, width: u32, value: u64) {
        let (first, last) = (low / 8, (low + width - 1) / 8);
        for index in first..=last {
            let offset = 8 * (index - first);
            // The bits within this byte, shifted to their place.
            let place = |bits: u64| ((u128::from(bits) << (low % 8)) >> offset) as u8;
            let position = match self.bytes.binary_search_by_key(&(symbol, index), |&(other, at, _)| (other, at)) {
                Ok(position) => position,
                Err(position) => {
                    self.bytes.insert(position, (symbol, index, model.byte(symbol, index)));
                    position
                }
            };
            let entry = &mut self.bytes[position].2;
            *entry = *entry & !place(mask(width)) | place(value);
        }
    }

    /// The query's model with the changes.
    pub(crate) fn witness(&mut self, query: &Query) -> Witness {
        query.witness(self.bytes[..].into())
    }
}
