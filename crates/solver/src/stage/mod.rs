//! The stages that get a sliced query, cheapest first. One file a stage.

pub(crate) mod bit_blast;
mod byte_orders;
mod classes;
mod disjuncts;
mod exact_cache;
pub(crate) mod external;
mod linear;
mod normal_cache;
mod order;
mod patient;
mod precheck;
mod products;
mod recent_models;
mod repair;
mod seeded;
mod sums;
mod supersets;
mod unsat_cores;
mod value_sets;
mod weak_orders;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use bv::mask;
use expr::{Changes, Evaluator, Model, Pool, SymbolId, byte_number};

use crate::config::Config;
use crate::query::{Query, Reply, Witness};
use crate::sorted::RUN;
use crate::stage::patient::Patient;
use crate::value_sets::{Learner, ValueSets};

/// The name of the stage that asks the SAT solver.
pub(crate) const BIT_BLAST: &str = "bit_blast";

/// One way to answer a query.
pub(crate) trait Stage {
    /// The name in the statistics.
    fn name(&self) -> &'static str;

    /// An answer, or nothing if the query is not for this stage. A witness must have been evaluated.
    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply>;

    /// Hears what a later stage answered.
    fn learn(&mut self, _query: &Query, _reply: &Reply) {}

    /// Gives up what it remembers of earlier questions.
    fn forget(&mut self) {}

    /// Time spent for this stage outside of its answers.
    fn time_besides(&self) -> Duration {
        Duration::ZERO
    }

    /// What only this stage counts.
    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// The chain behind slicing.
pub(crate) fn chain(config: &Config, learner: &Rc<RefCell<Learner>>) -> Vec<Box<dyn Stage>> {
    let mut stages: Vec<Box<dyn Stage>> = Vec::new();
    stages.extend(config.defect.map(|defect| Box::new(seeded::Seeded(defect)) as Box<dyn Stage>));
    match config.value_sets.procedure() {
        Some(procedure) => stages.push(Box::new(value_sets::Published::new(procedure, learner.clone()))),
        None if config.value_sets == ValueSets::Off => {}
        None => stages.push(Box::new(value_sets::ValueSetStage::new(learner.clone()))),
    }
    // Neither published procedure has it.
    if config.order && matches!(config.value_sets, ValueSets::Full | ValueSets::Off) {
        stages.push(Box::new(order::Order::new()));
    }
    if config.value_sets == ValueSets::Full {
        stages.push(Box::new(sums::Sums::new()));
    }
    if config.cache {
        stages.push(Box::new(exact_cache::ExactCache::new(config)));
    }
    if config.unsat_cores {
        stages.push(Box::new(unsat_cores::UnsatCores::new(config)));
    }
    if config.normal_cache {
        stages.push(Box::new(normal_cache::NormalCache::new(config)));
    }
    if config.recent_models {
        stages.push(Box::new(recent_models::RecentModels::new()));
    }
    if config.supersets {
        stages.push(Box::new(supersets::Supersets::new(config)));
    }
    if config.classes {
        stages.push(Box::new(Patient::new(classes::InputClasses::new())));
    }
    if config.order && config.value_sets == ValueSets::Full {
        stages.push(Box::new(Patient::new(weak_orders::WeakOrders::new())));
        stages.push(Box::new(Patient::new(byte_orders::ByteOrderStage::new())));
    }
    if config.value_sets == ValueSets::Full {
        stages.push(Box::new(Patient::new(disjuncts::Disjuncts::new(learner))));
        stages.push(Box::new(Patient::new(linear::Linear::new(learner.clone()))));
        stages.push(Box::new(Patient::new(products::Products::new(learner.clone()))));
        stages.push(Box::new(Patient::new(value_sets::Boxes::new(learner.clone()))));
    }
    if config.array_precheck {
        stages.push(Box::new(precheck::ArrayPrecheck::new(learner.clone())));
    }
    if config.repair {
        stages.push(Box::new(repair::Repair::new()));
    }
    if config.bit_blast {
        stages.push(Box::new(bit_blast::BitBlast::new(config)));
    }
    if config.external {
        stages.extend(external::External::new(config).map(|stage| Box::new(stage) as Box<dyn Stage>));
    }
    stages
}

/// Whether the model satisfies the question and the constraints.
pub(crate) fn satisfies(pool: &Pool, check: &mut Evaluator, model: &Model, query: &Query) -> bool {
    // The youngest constraints are the ones that other paths do not share.
    check.is_true(pool, model, query.question)
        && query.slice.constraints.youngest().all(|&constraint| {
            query.visit();
            check.is_true(pool, model, constraint)
        })
}

/// Whether a witness satisfies the question and the constraints. It differs from the query's model, which satisfies the
/// constraints, in few bytes: those that depend on none of them need no look.
pub(crate) fn still_satisfies(pool: &Pool, check: &mut Evaluator, witness: &Witness, query: &Query) -> bool {
    let constraints = &query.slice.constraints;
    let changed = witness.bytes.iter().filter(|&&(symbol, index, byte)| query.model.byte(symbol, index) != byte);
    let changed: Vec<u64> = changed.map(|&(symbol, index, _)| byte_number(symbol, index)).collect();
    let (Some(&first), Some(&last)) = (changed.first(), changed.last()) else {
        return check.is_true(pool, &query.model, query.question);
    };
    if constraints.len() <= RUN {
        return satisfies(pool, check, &witness.model, query);
    }
    let changes = Changes { of: &query.model, first, last };
    check.is_true_after(pool, &changes, &witness.model, query.question)
        && constraints.all_about(&changed, |constraint| {
            query.visit();
            check.is_true_after(pool, &changes, &witness.model, constraint)
        })
}

/// Bytes of a model that are being changed.
#[derive(Default)]
pub(crate) struct Patch {
    /// Sorted.
    bytes: Vec<(SymbolId, u32, u8)>,
}

impl Patch {
    /// No changes.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Sets `width` bits of a symbol from bit `low` on.
    pub(crate) fn write(&mut self, model: &Model, symbol: SymbolId, low: u32, width: u32, value: u64) {
        let (first, last) = (low / 8, (low + width - 1) / 8);
        for index in first..=last {
            let offset = 8 * (index - first);
            // The bits within this byte, moved to their place.
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
