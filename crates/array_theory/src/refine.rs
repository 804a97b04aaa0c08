//! From a model of the bit-vector terms to arrays, or to the lemmas that the model violates.
//!
//! A model of the abstraction assigns bits to three kinds of symbols: those for reads of declared arrays, those
//! for equalities of arrays, and those for reads that were not pushed down because their array has too many
//! stores. Wanted is an interpretation of the declared arrays under which each relevant symbol has the value it
//! stands for. The lemmas are those of Brummayer 2009 in a simpler setting: most reads were pushed down to
//! declared arrays when they were built, so only the cells of declared arrays and some reads of other arrays are left.
//!
//! **Cells.** Fix the model, and let `R` be the values that it gives to the indices of the relevant reads and of
//! the stores in arrays that are compared, for one index width. For an index value `x`, each array term
//! *resolves*: past the stores to other values and along the chosen branches, down to the value of a store at
//! `x`, the value of a constant array, or the cell `(d, x)` of a declared array `d`. A read `a[i]` with `i = x`
//! says that the symbol of the read is equal to what `a` resolves to at `x`; if `a` is a declared array, that is
//! its cell. An equality `a = b` that holds in the model says that `a` and `b` resolve to equal values at `x`.
//! These are the edges of a graph whose vertices are terms and the cells at `x`. If two terms in one component
//! have different values, the conditions along the path between them imply that they are equal: this is a lemma
//! that the model violates.
//!
//! **An index not in R.** All such indices behave alike, since there is neither a store nor a read at any of
//! them. So together they are one more `x`, unless `R` has all `2^width` values.
//!
//! **No conflict means a model.** For every `x` in `R`, give each cell the value of its component, or zero if it
//! has none. Give every other element of `d` the value of its cell at the index not in `R`. Then each relevant
//! read is right: what its array resolves to is in its component. Each equality that holds in the model is true
//! at every index, in `R` or not. Each equality that does not hold in the model has a lemma of its own,
//! `a = b or a[k] != b[k]` with a new symbol `k`, whose reads are relevant; so the arrays differ at `k`. All other
//! terms follow by evaluation, because the indices of relevant reads, and the parts of arrays whose equality is
//! relevant, are themselves among the relevant terms (`relevant.rs`).
//!
//! **Lemmas are valid.** Along a path let `I` be the index of one of its reads or of a store found at `x`. The
//! lemma says: if the equalities hold, the conditions of choices are as in the model, the indices found at `x`
//! are equal to `I`, and those of the stores passed by are not, then the two terms are equal. This is true of any
//! arrays. If no read or store of the path is at `x`, both ends are values of constant arrays, and all that is
//! needed is some index without a store among those passed by. If there are fewer than `2^width` such stores,
//! there is one, whatever their indices are, and the lemma has no condition on indices at all. Otherwise the
//! lemma names the constant `x`. For a difference, `k` can be any index at which the arrays differ.
//!
//! **It terminates.** Lemmas are made of existing terms, of differences (one for each equality), and of
//! constants, but only at index widths with no more constants than terms. Each lemma rules out the model, and
//! finitely many bits have finitely many models.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lemma::{At, Graph, Vertex};
use crate::relevant::{Equality, Read, Relevant};
use crate::term::{ArrayId, ArrayNode, Arrays};
use crate::value::Interpretation;

impl Arrays {
    /// Lemmas that hold for all arrays and that the model violates. If there are none, the model extends to
    /// arrays as far as the terms are concerned, and [`Arrays::value`] gives them.
    pub fn violated(
        &mut self,
        pool: &mut Pool,
        evaluator: &mut Evaluator,
        model: &Model,
        terms: &[ExprId],
    ) -> Vec<ExprId> {
        let relevant = self.relevant(pool, evaluator, model, terms);
        let mut lemmas: Vec<ExprId> =
            relevant.differences.iter().copied().filter(|&lemma| !evaluator.is_true(pool, model, lemma)).collect();
        let mut refinement = Refinement { arrays: self, evaluator, model, interpretation: Interpretation::default() };
        let cells = refinement.congruence(pool, &relevant.reads, &mut lemmas);
        if lemmas.is_empty() {
            refinement.by_sort(pool, &relevant, &cells, &mut lemmas);
        }
        self.interpretation = refinement.interpretation;
        lemmas
    }
}

/// For each cell, the read that gives its value.
type Cells = FxHashMap<(ArrayId, Bv), Read>;

struct Refinement<'a> {
    arrays: &'a Arrays,
    evaluator: &'a mut Evaluator,
    model: &'a Model,
    interpretation: Interpretation,
}

/// The relevant reads and equalities of arrays of one sort.
struct OfSort {
    index_width: u32,
    equalities: Vec<Equality>,
    reads: Vec<Read>,
    resolved: Vec<(Read, Vertex)>,
}

/// One side of an equality: the array under the model.
struct View {
    /// The values of stores that are not overwritten, by index value.
    stored: FxHashMap<Bv, ExprId>,
    /// The declared or constant array below the stores.
    bottom: ArrayId,
}

impl Refinement<'_> {
    /// Requires that reads of one array at one index value are equal: each is compared with the first.
    fn congruence(&mut self, pool: &mut Pool, reads: &[Read], lemmas: &mut Vec<ExprId>) -> Cells {
        let mut cells = Cells::default();
        for &read in reads {
            let at = self.evaluator.eval(pool, self.model, read.index);
            let value = self.evaluator.eval(pool, self.model, read.element);
            let first = *cells.entry((read.array, at.clone())).or_insert(read);
            if first.element == read.element {
                self.interpretation.set(read.array, at, value);
            } else if self.evaluator.eval(pool, self.model, first.element) != value {
                let (same, equal) = (pool.eq(first.index, read.index), pool.eq(first.element, read.element));
                lemmas.push(pool.implies(same, equal));
            }
        }
        cells
    }

    /// Requires that reads and equalities agree about the cells, for the arrays of each sort.
    fn by_sort(&mut self, pool: &mut Pool, relevant: &Relevant, cells: &Cells, lemmas: &mut Vec<ExprId>) {
        let arrays = self.arrays;
        let sort = |array: ArrayId, pool: &Pool| (arrays.index_width(array), arrays.element_width(pool, array));
        let mut sorts: Vec<(u32, u32)> = Vec::new();
        let compared = relevant.equalities.iter().map(|equality| equality.a);
        for array in compared.chain(relevant.resolved.iter().map(|(read, _)| read.array)) {
            let sort = sort(array, pool);
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        for this in sorts {
            let equalities = relevant.equalities.iter().copied().filter(|equality| sort(equality.a, pool) == this);
            let reads = relevant.reads.iter().copied().filter(|read| sort(read.array, pool) == this);
            let resolved = relevant.resolved.iter().copied().filter(|(read, _)| sort(read.array, pool) == this);
            let part = OfSort {
                index_width: this.0,
                equalities: equalities.collect(),
                reads: reads.collect(),
                resolved: resolved.collect(),
            };
            self.of_sort(pool, &part, cells, lemmas);
        }
    }

    fn of_sort(&mut self, pool: &mut Pool, part: &OfSort, cells: &Cells, lemmas: &mut Vec<ExprId>) {
        let mut values = Values::default();
        let mut resolved_at: FxHashMap<Bv, Vec<(Read, Vertex)>> = FxHashMap::default();
        for &(read, vertex) in &part.resolved {
            let at = self.evaluator.eval(pool, self.model, read.index);
            values.add(at.clone());
            resolved_at.entry(at).or_default().push((read, vertex));
        }
        // Without equalities, an index matters only for the reads there that were not pushed down.
        let mut elsewhere = None;
        let mut views: Vec<[View; 2]> = Vec::new();
        if !part.equalities.is_empty() {
            for read in &part.reads {
                values.add(self.evaluator.eval(pool, self.model, read.index));
            }
            for equality in &part.equalities {
                views.push([equality.a, equality.b].map(|array| self.view(pool, array, &mut values)));
            }
            elsewhere = values.first_free(part.index_width);
        }
        let places: Vec<At> = values.in_order.into_iter().map(At::Value).chain(elsewhere.map(At::Elsewhere)).collect();
        // A conflict at one index often recurs at many others with the same lemma, which is added once.
        let mut known: FxHashSet<ExprId> = FxHashSet::default();
        for at in &places {
            let mut graph = Graph::new(self.arrays, self.evaluator, self.model, at);
            let held = |array: ArrayId| match at {
                At::Value(value) => cells.get(&(array, value.clone())),
                At::Elsewhere(_) => None,
            };
            let resolved = if let At::Value(value) = at { resolved_at.get(value) } else { None };
            for (read, vertex) in resolved.into_iter().flatten() {
                if let Vertex::Cell(array) = *vertex
                    && let Some(held) = held(array)
                {
                    graph.read(held);
                }
                graph.resolved(read, *vertex);
            }
            for (equality, views) in part.equalities.iter().zip(&views) {
                let [a, b] = views.each_ref().map(|view| {
                    if let Some(held) = held(view.bottom) {
                        graph.read(held);
                    }
                    let stored = if let At::Value(value) = at { view.stored.get(value) } else { None };
                    graph.vertex(view.bottom, stored.copied())
                });
                graph.equality(equality, a, b);
            }
            graph.conflicts(pool, &mut self.interpretation, |lemma| {
                if known.insert(lemma) {
                    lemmas.push(lemma);
                }
            });
        }
    }

    fn view(&mut self, pool: &Pool, mut array: ArrayId, values: &mut Values) -> View {
        let mut stored = FxHashMap::default();
        loop {
            match *self.arrays.node(array) {
                ArrayNode::Store { base, index, value } => {
                    let at = self.evaluator.eval(pool, self.model, index);
                    values.add(at.clone());
                    stored.entry(at).or_insert(value);
                    array = base;
                }
                ArrayNode::Ite { condition, then, otherwise } => {
                    array = if self.evaluator.is_true(pool, self.model, condition) { then } else { otherwise };
                }
                _ => return View { stored, bottom: array },
            }
        }
    }
}

/// A list of distinct values, in the order in which they were added.
#[derive(Default)]
struct Values {
    in_order: Vec<Bv>,
    seen: FxHashSet<Bv>,
}

impl Values {
    fn add(&mut self, value: Bv) {
        if self.seen.insert(value.clone()) {
            self.in_order.push(value);
        }
    }

    /// The least value that is not in the list, if there is one.
    fn first_free(&self, width: u32) -> Option<Bv> {
        (0..=bv::mask(width)).map(|number| Bv::new(width, number)).find(|value| !self.seen.contains(value))
    }
}
