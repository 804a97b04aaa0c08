//! The reads and equalities that must be right in a model: those that the given terms depend on, directly or
//! through the indices of reads and the parts of arrays that are compared.

use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
use rustc_hash::FxHashSet;

use crate::lemma::Vertex;
use crate::term::{ArrayId, ArrayNode, Arrays, Meaning};

/// A relevant read.
#[derive(Clone, Copy)]
pub(crate) struct Read {
    pub array: ArrayId,
    pub index: ExprId,
    /// The symbol that stands for the element.
    pub element: ExprId,
}

/// A relevant equality.
#[derive(Clone, Copy)]
pub(crate) struct Equality {
    pub a: ArrayId,
    pub b: ArrayId,
    /// The symbol that is true if the arrays are equal.
    pub equal: ExprId,
}

/// The relevant reads and equalities under one model, in an order that depends only on the terms.
#[derive(Default)]
pub(crate) struct Relevant {
    /// Reads of declared arrays.
    pub reads: Vec<Read>,
    /// Reads of other arrays, and the vertices that they resolve to under the model.
    pub resolved: Vec<(Read, Vertex)>,
    /// The equalities that hold in the model.
    pub equalities: Vec<Equality>,
    /// For each equality that does not hold in the model: the lemma that the arrays are equal or differ at some index.
    pub differences: Vec<ExprId>,
    seen_terms: FxHashSet<ExprId>,
    seen_symbols: FxHashSet<SymbolId>,
    seen_arrays: FxHashSet<ArrayId>,
    open: Vec<ExprId>,
}

impl Arrays {
    pub(crate) fn relevant(
        &mut self,
        pool: &mut Pool,
        evaluator: &mut Evaluator,
        model: &Model,
        terms: &[ExprId],
    ) -> Relevant {
        let mut found = Relevant::default();
        terms.iter().for_each(|&term| found.push(term));
        while let Some(term) = found.open.pop() {
            for range in pool.support(term).iter() {
                if !found.seen_symbols.insert(range.symbol) {
                    continue;
                }
                let symbol = range.symbol;
                match self.meanings.get(&symbol) {
                    None => {}
                    Some(&Meaning::Read { array, index }) => {
                        found.push(index);
                        let read = Read { array, index, element: pool.symbol_term(symbol) };
                        if let ArrayNode::Declared { .. } = self.node(array) {
                            found.reads.push(read);
                        } else {
                            let vertex = self.resolved(pool, evaluator, model, &read, |term| found.push(term));
                            found.resolved.push((read, vertex));
                        }
                    }
                    Some(&Meaning::Equality { a, b }) => {
                        let equal = pool.symbol_term(symbol);
                        if evaluator.is_true(pool, model, equal) {
                            found.equalities.push(Equality { a, b, equal });
                            self.push_parts(&mut found, a);
                            self.push_parts(&mut found, b);
                        } else {
                            let difference = self.difference(pool, a, b, equal);
                            found.push(difference);
                            found.differences.push(difference);
                        }
                    }
                }
            }
        }
        found
    }

    /// The vertex that a read resolves to. `decides` receives the terms that it depends on, and its value if that
    /// is a term.
    fn resolved(
        &self,
        pool: &Pool,
        evaluator: &mut Evaluator,
        model: &Model,
        read: &Read,
        mut decides: impl FnMut(ExprId),
    ) -> Vertex {
        let at = evaluator.eval(pool, model, read.index);
        let mut array = read.array;
        loop {
            match *self.node(array) {
                ArrayNode::Declared { .. } => return Vertex::Cell(array),
                ArrayNode::Constant { value, .. } => {
                    decides(value);
                    return Vertex::Term(value);
                }
                ArrayNode::Store { base, index, value } => {
                    decides(index);
                    if evaluator.eval(pool, model, index) == at {
                        decides(value);
                        return Vertex::Term(value);
                    }
                    array = base;
                }
                ArrayNode::Ite { condition, then, otherwise } => {
                    decides(condition);
                    array = if evaluator.is_true(pool, model, condition) { then } else { otherwise };
                }
            }
        }
    }

    /// The lemma that the arrays are equal or differ at an index, which is a new symbol.
    fn difference(&mut self, pool: &mut Pool, a: ArrayId, b: ArrayId, equal: ExprId) -> ExprId {
        if let Some(&known) = self.differences.get(&(a, b)) {
            return known;
        }
        let name = format!("|{}|#|{}|", a.index(), b.index());
        let index = pool.symbol(&name, self.index_width(a));
        let (x, y) = (self.select(pool, a, index), self.select(pool, b, index));
        let differ = pool.ne(x, y);
        let difference = pool.or(equal, differ);
        self.differences.insert((a, b), difference);
        difference
    }

    /// Pushes the terms in an array.
    fn push_parts(&self, found: &mut Relevant, array: ArrayId) {
        let mut open = vec![array];
        while let Some(array) = open.pop() {
            if found.seen_arrays.insert(array) {
                self.parts(array, |term| found.push(term), |below| open.push(below));
            }
        }
    }

    /// Passes the direct subterms of an array to `term` and its direct subarrays to `below`.
    pub(crate) fn parts(&self, array: ArrayId, mut term: impl FnMut(ExprId), mut below: impl FnMut(ArrayId)) {
        match *self.node(array) {
            ArrayNode::Declared { .. } => {}
            ArrayNode::Constant { value, .. } => term(value),
            ArrayNode::Store { base, index, value } => {
                term(index);
                term(value);
                below(base);
            }
            ArrayNode::Ite { condition, then, otherwise } => {
                term(condition);
                below(then);
                below(otherwise);
            }
        }
    }
}

impl Relevant {
    fn push(&mut self, term: ExprId) {
        if self.seen_terms.insert(term) {
            self.open.push(term);
        }
    }
}
