//! From a model of the bit-vector terms to arrays, or to the lemmas that the model breaks.
//!
//! A model of the abstraction assigns bits to the symbols that stand for reads of declared arrays and for equalities of
//! arrays, and for reads that were not pushed through the many stores of their array. Wanted is an interpretation of the declared arrays under which each of those symbols that matters has the
//! value it stands for. The lemmas are those of Brummayer and Biere ("Lemmas on Demand for the Extensional Theory of
//! Arrays", 2009) in a simpler setting: most reads were pushed down to declared arrays when they were built, so what is left
//! are the cells of declared arrays and some reads of other arrays.
//!
//! **Cells.** Fix the model, and let `R` be the values that it gives to the indices of the reads that matter and of the
//! stores in arrays that are compared, for one index width. For an index value `x`, each array term *resolves*: through
//! the stores to other values and the chosen branches down to the value of a store at `x`, the value of a constant
//! array, or the cell `(d, x)` of a declared array `d`. A read `a[i]` with `i = x` says that what `a` resolves to at `x` is the
//! symbol of the read; if `a` is a declared array, that is its cell. An equality `a = b` that holds in the model says that what `a` and `b` resolve to at `x` is the same. These are edges of
//! a graph whose vertices are the cells at `x` and terms. If two terms in one component have different values, the
//! conditions along the path between them imply that they are equal, which is a lemma that the model breaks.
//!
//! **An index not in R.** All of them look alike: no store is at such an index and no read either, so they are one more
//! `x`, unless `R` has all `2^width` values.
//!
//! **No conflict means a model.** Give a cell the value of its component, zero if that has none, for every `x` in `R`; and
//! every other element of `d` the value that its cell has at the index not in `R`. Then each read that matters is right:
//! what its array resolves to is in its component. Each equality that holds in the model is true at every index, those in `R` and those not.
//! Each equality that does not hold in the model has a lemma of its own, `a = b or a[k] != b[k]` with a `k` made for it,
//! whose reads matter; so the arrays differ at `k`. All other terms follow by evaluation, as the indices of reads that
//! matter, and the parts of arrays whose equality matters, are themselves among the terms looked at (`relevant.rs`).
//!
//! **Lemmas are valid.** Along a path let `I` be the index of one of its reads or of a store found at `x`. The lemma says:
//! if the equalities hold, the choices are as they are, the indices found at `x` are equal to `I` and those passed by
//! are not, then the two terms are equal, which is so for any arrays. If no term of the path is at `x`, both ends are
//! values of constant arrays, and what is needed is only some index that the stores passed by do not touch. There is
//! one when their indices are fewer than `2^width` terms, whatever their values; then the lemma has no condition on
//! indices at all. Else it speaks of the constant `x`. For a difference, take any index where the arrays differ for `k`.
//!
//! **It ends.** Lemmas are made of terms that exist, of differences (one for each equality) and of constants where there
//! are no more constants than terms; each rules the model out, and finitely many bits have finitely many models.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lemma::{At, Graph, Vertex};
use crate::relevant::{Equality, Read, Relevant};
use crate::term::{ArrayId, ArrayNode, Arrays};
use crate::value::Interpretation;

impl Arrays {
    /// Lemmas, valid for all arrays, that the model breaks. None means that the model extends to arrays as far as the
    /// terms can tell, and [`Arrays::value`] gives them.
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

/// The read that says what a cell holds.
type Cells = FxHashMap<(ArrayId, Bv), Read>;

struct Refinement<'a> {
    arrays: &'a Arrays,
    evaluator: &'a mut Evaluator,
    model: &'a Model,
    interpretation: Interpretation,
}

/// What matters about arrays of one sort.
struct OfSort {
    index_width: u32,
    equalities: Vec<Equality>,
    reads: Vec<Read>,
    resolved: Vec<(Read, Vertex)>,
}

/// One side of an equality: what an array is under the model.
struct View {
    /// The values of stores that are seen, by index value.
    stored: FxHashMap<Bv, ExprId>,
    /// The declared or constant array below them.
    bottom: ArrayId,
}

impl Refinement<'_> {
    /// Reads of one array at one index value must be equal; each is compared with the first.
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

    /// What reads and equalities say about cells must fit together.
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
        // Without equalities a place matters only for the reads there that were not pushed down.
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
        // A conflict at one place often is one at many; the same lemma once is enough.
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

/// Different values in the order they were found.
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

    /// The least value that is not among them, if there is one.
    fn first_free(&self, width: u32) -> Option<Bv> {
        (0..=bv::mask(width)).map(|number| Bv::new(width, number)).find(|value| !self.seen.contains(value))
    }
}
