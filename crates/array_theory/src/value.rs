//! Concrete arrays: the values of declared arrays under a model that extends to arrays, and of the terms built on them.

use std::cmp::Ordering;

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{ArrayId, ArrayNode, Arrays, Meaning};

/// A concrete array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    /// The element at every index that has no entry.
    pub default: Bv,
    /// Elements at single indices, in ascending order of index; none of them is the default.
    pub entries: Vec<(Bv, Bv)>,
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: &Bv) -> &Bv {
        let found = self.entries.binary_search_by(|(at, _)| compare(at, index));
        found.map_or(&self.default, |place| &self.entries[place].1)
    }

    /// Whether both have the same element at every index of the given width.
    pub fn equals(&self, other: &ArrayValue, index_width: u32) -> bool {
        let same_at = |index: &Bv| self.get(index) == other.get(index);
        let mut indices: Vec<&Bv> = self.entries.iter().chain(&other.entries).map(|(index, _)| index).collect();
        indices.sort_by(|a, b| compare(a, b));
        indices.dedup();
        let all = index_width < 64 && indices.len() as u64 == 1u64 << index_width;
        (all || self.default == other.default) && indices.into_iter().all(same_at)
    }
}

/// The values of the declared arrays as far as they are known; all other elements are zero.
#[derive(Default)]
pub(crate) struct Interpretation {
    defaults: FxHashMap<ArrayId, Bv>,
    entries: FxHashMap<ArrayId, FxHashMap<Bv, Bv>>,
}

impl Interpretation {
    pub(crate) fn set(&mut self, array: ArrayId, index: Bv, value: Bv) {
        self.entries.entry(array).or_default().insert(index, value);
    }

    pub(crate) fn set_default(&mut self, array: ArrayId, value: Bv) {
        self.defaults.insert(array, value);
    }

    /// The element of a declared array, zero if nothing is known about it.
    fn element(&self, array: ArrayId, index: &Bv, width: u32) -> Bv {
        let entry = self.entries.get(&array).and_then(|entries| entries.get(index));
        entry.or_else(|| self.defaults.get(&array)).cloned().unwrap_or_else(|| Bv::new(width, 0))
    }
}

impl Arrays {
    /// The value of the array under the model for which [`Arrays::violated`] last returned no lemmas.
    pub fn value(&self, pool: &Pool, evaluator: &mut Evaluator, model: &Model, array: ArrayId) -> ArrayValue {
        let mut above: FxHashMap<Bv, Bv> = FxHashMap::default();
        let mut here = array;
        let default = loop {
            match *self.node(here) {
                ArrayNode::Store { base, index, value } => {
                    let index = evaluator.eval(pool, model, index);
                    above.entry(index).or_insert_with(|| evaluator.eval(pool, model, value));
                    here = base;
                }
                ArrayNode::Ite { condition, then, otherwise } => {
                    here = if evaluator.is_true(pool, model, condition) { then } else { otherwise };
                }
                ArrayNode::Constant { value, .. } => break evaluator.eval(pool, model, value),
                ArrayNode::Declared { element_width, .. } => {
                    for (index, value) in self.interpretation.entries.get(&here).into_iter().flatten() {
                        above.entry(index.clone()).or_insert_with(|| value.clone());
                    }
                    let default = self.interpretation.defaults.get(&here);
                    break default.cloned().unwrap_or_else(|| Bv::new(element_width, 0));
                }
            }
        };
        let mut entries: Vec<(Bv, Bv)> = above.into_iter().filter(|(_, value)| *value != default).collect();
        entries.sort_by(|(a, _), (b, _)| compare(a, b));
        ArrayValue { default, entries }
    }

    /// The bit-vector terms that occur in an array.
    pub fn terms_below(&self, array: ArrayId) -> Vec<ExprId> {
        let mut terms = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![array];
        while let Some(array) = open.pop() {
            if seen.insert(array) {
                self.parts(array, |term| terms.push(term), |below| open.push(below));
            }
        }
        terms
    }

    /// The model, extended by values for the reads and equalities in the terms that it does not cover yet. The
    /// values follow from the arrays of the last model for which [`Arrays::violated`] returned no lemmas. With
    /// it, a term that was built after solving can be evaluated.
    pub fn completed(&self, pool: &Pool, evaluator: &mut Evaluator, model: &Model, terms: &[ExprId]) -> Model {
        // A symbol is made after those in the index and the arrays that it stands for, so they are evaluated
        // oldest first.
        let mut model = model.clone();
        for symbol in self.symbols_below(pool, terms) {
            let width = pool.symbol_info(symbol).width;
            let right = match self.meanings[&symbol] {
                Meaning::Read { array, index } => {
                    let index = evaluator.eval(pool, &model, index);
                    self.element_at(pool, evaluator, &model, array, &index, width)
                }
                Meaning::Equality { a, b } => {
                    let [x, y] = [a, b].map(|array| self.value(pool, evaluator, &model, array));
                    Bv::new(1, u64::from(x.equals(&y, self.index_width(a))))
                }
            };
            if model.value(symbol, width) != right {
                model = model.with_bytes((0..).zip(right.to_bytes()).map(|(place, byte)| (symbol, place, byte)));
            }
        }
        model
    }

    /// The element of an array at an index under the model.
    fn element_at(
        &self,
        pool: &Pool,
        evaluator: &mut Evaluator,
        model: &Model,
        mut array: ArrayId,
        at: &Bv,
        width: u32,
    ) -> Bv {
        loop {
            match *self.node(array) {
                ArrayNode::Declared { .. } => return self.interpretation.element(array, at, width),
                ArrayNode::Constant { value, .. } => return evaluator.eval(pool, model, value),
                ArrayNode::Store { index, value, .. } if evaluator.eval(pool, model, index) == *at => {
                    return evaluator.eval(pool, model, value);
                }
                ArrayNode::Store { base, .. } => array = base,
                ArrayNode::Ite { condition, then, otherwise } => {
                    array = if evaluator.is_true(pool, model, condition) { then } else { otherwise };
                }
            }
        }
    }

    /// The symbols made here that the terms depend on, oldest first.
    fn symbols_below(&self, pool: &Pool, terms: &[ExprId]) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = terms.to_vec();
        let mut seen_arrays = FxHashSet::default();
        while let Some(term) = open.pop() {
            for range in pool.support(term).iter() {
                let Some(meaning) = self.meanings.get(&range.symbol) else { continue };
                if !seen.insert(range.symbol) {
                    continue;
                }
                symbols.push(range.symbol);
                let mut arrays = match *meaning {
                    Meaning::Read { array, index } => {
                        open.push(index);
                        vec![array]
                    }
                    Meaning::Equality { a, b } => vec![a, b],
                };
                while let Some(array) = arrays.pop() {
                    if seen_arrays.insert(array) {
                        self.parts(array, |term| open.push(term), |below| arrays.push(below));
                    }
                }
            }
        }
        symbols.sort_unstable();
        symbols
    }
}

/// Compares unsigned values of one width.
fn compare(a: &Bv, b: &Bv) -> Ordering {
    a.words().iter().rev().cmp(b.words().iter().rev())
}
