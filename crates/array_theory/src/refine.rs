//! From a model of the bit-vector terms to arrays, or to the lemmas that the model breaks.
//!
//! A model of the abstraction assigns bits to the symbols that stand for reads of declared arrays and for equalities of
//! arrays. Wanted is an interpretation of the declared arrays under which each of those symbols that matters has the
//! value it stands for. The lemmas are those of Brummayer and Biere ("Lemmas on Demand for the Extensional Theory of
//! Arrays", 2009) in a simpler setting: reads were pushed down to declared arrays when they were built, so what is left are
//! the cells of declared arrays.
//!
//! **Cells.** Fix the model, and let `R` be the values that it gives to the indices of the reads that matter and of the
//! stores in arrays that are compared, for one index width. For an index value `x`, each array term *resolves*: through
//! the stores to other values and the chosen branches down to the value of a store at `x`, the value of a constant
//! array, or the cell `(d, x)` of a declared array `d`. A read `d[i]` with `i = x` says what is in the cell `(d, x)`; an
//! equality `a = b` that holds in the model says that what `a` and `b` resolve to at `x` is the same. These are edges of
//! a graph whose vertices are the cells at `x` and terms. If two terms in one component have different values, the
//! conditions along the path between them imply that they are equal, which is a lemma that the model breaks.
//!
//! **An index not in R.** All of them look alike: no store is at such an index and no read either, so they are one more
//! `x`, unless `R` has all `2^width` values.
//!
//! **No conflict means a model.** Give a cell the value of its component, zero if that has none, for every `x` in `R`; and
//! every other element of `d` the value that its cell has at the index not in `R`. Then each read that matters is right:
//! its cell is in its component. Each equality that holds in the model is true at every index, those in `R` and those not.
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

use crate::lemma::{At, Graph};
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
            refinement.equalities(pool, &relevant, &cells, &mut lemmas);
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

    /// Arrays that are equal must be so at every index.
    fn equalities(&mut self, pool: &mut Pool, relevant: &Relevant, cells: &Cells, lemmas: &mut Vec<ExprId>) {
        let mut sorts: Vec<(u32, u32)> = Vec::new();
        for equality in &relevant.equalities {
            let sort = (self.arrays.index_width(equality.a), self.arrays.element_width(pool, equality.a));
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        for (index_width, element_width) in sorts {
            let of_sort = |array: ArrayId, pool: &Pool| {
                self.arrays.index_width(array) == index_width && self.arrays.element_width(pool, array) == element_width
            };
            let equalities: Vec<Equality> =
                relevant.equalities.iter().copied().filter(|equality| of_sort(equality.a, pool)).collect();
            let reads: Vec<Read> = relevant.reads.iter().copied().filter(|read| of_sort(read.array, pool)).collect();
            self.equalities_of_sort(pool, index_width, &equalities, &reads, cells, lemmas);
        }
    }

    fn equalities_of_sort(
        &mut self,
        pool: &mut Pool,
        index_width: u32,
        equalities: &[Equality],
        reads: &[Read],
        cells: &Cells,
        lemmas: &mut Vec<ExprId>,
    ) {
        let mut values = Values::default();
        for read in reads {
            values.add(self.evaluator.eval(pool, self.model, read.index));
        }
        let views: Vec<[View; 2]> = equalities
            .iter()
            .map(|equality| [equality.a, equality.b].map(|array| self.view(pool, array, &mut values)))
            .collect();
        let free = values.first_free(index_width);
        let places: Vec<At> = values.in_order.into_iter().map(At::Value).chain(free.map(At::Elsewhere)).collect();
        // A conflict at one place often is one at many; the same lemma once is enough.
        let mut known: FxHashSet<ExprId> = FxHashSet::default();
        for at in &places {
            let mut graph = Graph::new(self.arrays, self.evaluator, self.model, at);
            for (equality, [a, b]) in equalities.iter().zip(&views) {
                for view in [a, b] {
                    if let At::Value(value) = at
                        && let Some(read) = cells.get(&(view.bottom, value.clone()))
                    {
                        graph.read(read);
                    }
                }
                let [a, b] = [a, b].map(|view| {
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
