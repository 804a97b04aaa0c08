//! Duplication: the values that the first instance of a fact reads are written where the other instances read.
//!
//! The first instance is part of the question without quantifiers, so its values satisfy the body; as long as the
//! body treats all places alike, they do so everywhere (Trabish 2024, §6.4.2.2). Nothing is sure: the result is
//! evaluated.

use expr::{Evaluator, Model, Pool};
use rustc_hash::FxHashSet;

use super::reads::Place;
use super::{Fact, instances};

/// The model with those values copied, but not to the places of `kept`.
pub(super) fn duplicated(
    pool: &Pool,
    values: &mut Evaluator,
    facts: &[Fact],
    model: &Model,
    kept: &FxHashSet<Place>,
) -> Model {
    let mut model = model.clone();
    for Fact { parts, reads, .. } in facts {
        let count = instances(pool, values, parts, &model);
        let mut symbols = Vec::new();
        for read in reads {
            // One read of each array, as in the paper.
            if symbols.contains(&read.symbol) {
                continue;
            }
            symbols.push(read.symbol);
            if count < 2 {
                continue;
            }
            let value = values.eval_at(pool, &model, parts.index, 1, read.term).to_le_bytes();
            let mut changes = Vec::new();
            for at in 2..=count {
                let places = read.places(pool, values, &model, parts.index, at);
                for (&(symbol, index), &byte) in places.iter().zip(&value) {
                    if !kept.contains(&(symbol, index)) && model.byte(symbol, index) != byte {
                        changes.push((symbol, index, byte));
                    }
                }
            }
            if !changes.is_empty() {
                model = model.with_bytes(changes);
            }
        }
    }
    model
}
