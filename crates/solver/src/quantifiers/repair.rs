//! Repair: what a model violates is asked for, with the instances that read the same places and everything else fixed.
//!
//! The places that violated conditions and instances read are in conflict: the values copied there were wrong. All
//! instances that read one of them are added to the question, which is asked again for these places alone: inputs
//! that no fact reads at its index keep their values (Trabish 2024, §6.4.2.3).

use expr::{ExprId, Model, Pool, SymbolId};
use rustc_hash::FxHashSet;

use super::reads::{Place, closed_places};
use super::{Search, instances};
use crate::tuning::{QUANTIFIER_FIXED, QUANTIFIER_REPAIRED};

/// What to ask, and which places must not be overwritten in the answer.
#[derive(Default)]
pub(super) struct Repair {
    /// Instances and fixed values, to be added to the question.
    pub(super) question: Vec<ExprId>,
    /// The places in conflict.
    pub(super) conflicts: FxHashSet<Place>,
}

impl Repair {
    /// The repair of a model; empty if it would be too large, or if no place is in conflict.
    pub(super) fn of(pool: &mut Pool, search: &mut Search<'_>, model: &Model) -> Repair {
        let arrays: FxHashSet<SymbolId> =
            search.facts.iter().flat_map(|fact| fact.reads.iter().map(|read| read.symbol)).collect();
        let mut repair = Repair { conflicts: conflicts(pool, search, model, &arrays), ..Repair::default() };
        if repair.conflicts.is_empty() {
            return repair;
        }
        for fact in 0..search.facts.len() {
            let parts = search.facts[fact].parts;
            for at in 1..=instances(pool, &mut search.values, &parts, model) {
                if !search.places(pool, fact, model, at).iter().any(|place| repair.conflicts.contains(place)) {
                    continue;
                }
                let instance = pool.instance_at(&parts, at);
                if !pool.is_quantified(instance) {
                    repair.question.push(instance);
                }
                if repair.question.len() > QUANTIFIER_REPAIRED {
                    return Repair::default();
                }
            }
        }
        repair.fix(pool, search, model, &arrays);
        repair
    }

    /// Whether there is nothing to ask.
    pub(super) fn is_empty(&self) -> bool {
        self.question.is_empty()
    }

    /// Adds the values of the inputs that no fact reads at its index.
    fn fix(&mut self, pool: &mut Pool, search: &Search<'_>, model: &Model, arrays: &FxHashSet<SymbolId>) {
        let mut left = QUANTIFIER_FIXED;
        for range in search.ranges.iter().filter(|range| !arrays.contains(&range.symbol)) {
            let width = pool.symbol_info(range.symbol).width;
            let symbol = pool.symbol_term(range.symbol);
            let mut low = 8 * range.from;
            while low < width.min(8 * range.to) && left > 0 {
                let bits = (width.min(8 * range.to) - low).min(64);
                let part = pool.extract(symbol, low, bits);
                let value = pool.int(bits, model.word(range.symbol, low, bits));
                self.question.push(pool.eq(part, value));
                low += bits;
                left -= 1;
            }
        }
    }
}

/// The places that conditions and instances read which do not hold under the model.
fn conflicts(
    pool: &mut Pool,
    search: &mut Search<'_>,
    model: &Model,
    arrays: &FxHashSet<SymbolId>,
) -> FxHashSet<Place> {
    let mut conflicts = FxHashSet::default();
    for fact in 0..search.facts.len() {
        let parts = search.facts[fact].parts;
        let wrong: Vec<u64> = super::violated(pool, &mut search.values, &parts, model).collect();
        for at in wrong {
            conflicts.extend(search.places(pool, fact, model, at));
        }
    }
    let given = search.given.constraints.iter().copied();
    let conditions: Vec<ExprId> = search.plain.iter().copied().chain(given).collect();
    for condition in conditions {
        if !search.values.is_true(pool, model, condition) {
            conflicts.extend(closed_places(pool, &mut search.values, model, condition, arrays));
        }
    }
    conflicts
}
