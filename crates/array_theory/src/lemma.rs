//! The graph of the terms and cells that must be equal at one index, and the lemmas that its paths give (see
//! `refine.rs`).

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::relevant::{Equality, Read};
use crate::term::{ArrayId, ArrayNode, Arrays};
use crate::value::Interpretation;

/// The index at which arrays are compared.
pub(crate) enum At {
    /// One index value.
    Value(Bv),
    /// Any index at which there is neither a read nor a store; the value is one of them.
    Elsewhere(Bv),
}

/// A node of the graph: something that has a value at the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Vertex {
    /// The element of the declared array at the index.
    Cell(ArrayId),
    /// The value of a term.
    Term(ExprId),
}

/// The reason why two vertices are equal.
#[derive(Clone, Copy)]
enum Reason {
    /// A read at the index: its symbol is equal to what its array resolves to there. The array and the index term.
    Read(ArrayId, ExprId),
    /// An equality of arrays that holds in the model.
    Equality(Equality),
}

pub(crate) struct Graph<'a> {
    arrays: &'a Arrays,
    evaluator: &'a mut Evaluator,
    model: &'a Model,
    at: &'a At,
    vertices: Vec<Vertex>,
    numbers: FxHashMap<Vertex, usize>,
    /// The declared arrays of which a read is in the graph.
    read: FxHashSet<ArrayId>,
    edges: Vec<Vec<(usize, Reason)>>,
}

impl<'a> Graph<'a> {
    pub(crate) fn new(arrays: &'a Arrays, evaluator: &'a mut Evaluator, model: &'a Model, at: &'a At) -> Graph<'a> {
        Graph {
            arrays,
            evaluator,
            model,
            at,
            vertices: Vec::new(),
            numbers: FxHashMap::default(),
            read: FxHashSet::default(),
            edges: Vec::new(),
        }
    }

    /// The vertex that an array resolves to. `bottom` is the array below its stores, `stored` the value stored at
    /// this index, if any.
    pub(crate) fn vertex(&mut self, bottom: ArrayId, stored: Option<ExprId>) -> usize {
        let vertex = match (stored, self.arrays.node(bottom)) {
            (Some(value), _) | (None, &ArrayNode::Constant { value, .. }) => Vertex::Term(value),
            (None, _) => Vertex::Cell(bottom),
        };
        self.number(vertex)
    }

    /// Adds the edge between a read of a declared array and its cell. Only the first read of each array is added.
    pub(crate) fn read(&mut self, read: &Read) {
        if self.read.insert(read.array) {
            let (cell, element) = (self.number(Vertex::Cell(read.array)), self.number(Vertex::Term(read.element)));
            self.edge(cell, element, Reason::Read(read.array, read.index));
        }
    }

    /// Adds the edge between a read that was not pushed down to a declared array and the vertex it resolves to.
    pub(crate) fn resolved(&mut self, read: &Read, vertex: Vertex) {
        let (element, vertex) = (self.number(Vertex::Term(read.element)), self.number(vertex));
        if element != vertex {
            self.edge(element, vertex, Reason::Read(read.array, read.index));
        }
    }

    /// Adds the edge for an equality of two arrays that resolve to the given vertices.
    pub(crate) fn equality(&mut self, equality: &Equality, a: usize, b: usize) {
        if a != b {
            self.edge(a, b, Reason::Equality(*equality));
        }
    }

    /// Reports a lemma for every conflict, and gives each cell the value of its component.
    pub(crate) fn conflicts(
        &mut self,
        pool: &mut Pool,
        interpretation: &mut Interpretation,
        mut report: impl FnMut(ExprId),
    ) {
        let is_term = |vertex: &Vertex| matches!(vertex, Vertex::Term(_));
        // Start at terms, so that a component that is first reached from a cell has no term and hence no value.
        let terms = (0..self.vertices.len()).filter(|&vertex| is_term(&self.vertices[vertex]));
        let others = (0..self.vertices.len()).filter(|&vertex| !is_term(&self.vertices[vertex]));
        let starts: Vec<usize> = terms.chain(others).collect();
        let mut parents: Vec<Option<(usize, Option<Reason>)>> = vec![None; self.vertices.len()];
        for start in starts {
            if parents[start].is_some() {
                continue;
            }
            parents[start] = Some((start, None));
            let mut queue = vec![start];
            let mut next = 0;
            while let Some(&vertex) = queue.get(next) {
                next += 1;
                for &(neighbour, reason) in &self.edges[vertex] {
                    if parents[neighbour].is_none() {
                        parents[neighbour] = Some((vertex, Some(reason)));
                        queue.push(neighbour);
                    }
                }
            }
            let value = match self.vertices[start] {
                Vertex::Term(term) => self.evaluator.eval(pool, self.model, term),
                Vertex::Cell(array) => Bv::new(self.arrays.element_width(pool, array), 0),
            };
            for &vertex in &queue {
                match self.vertices[vertex] {
                    Vertex::Cell(array) => match self.at {
                        At::Value(index) => interpretation.set(array, index.clone(), value.clone()),
                        At::Elsewhere(_) => interpretation.set_default(array, value.clone()),
                    },
                    Vertex::Term(term) => {
                        if let Some(lemma) = self.lemma(pool, &parents, vertex, term) {
                            report(lemma);
                        }
                    }
                }
            }
        }
    }

    /// The lemma that the term is equal to the next term on the path to the start; `None` if their values are equal.
    fn lemma(
        &mut self,
        pool: &mut Pool,
        parents: &[Option<(usize, Option<Reason>)>],
        vertex: usize,
        term: ExprId,
    ) -> Option<ExprId> {
        let mut reasons = Vec::new();
        let mut here = vertex;
        let other = loop {
            let (parent, reason) = parents[here].expect("the search came along here");
            reasons.push(reason?);
            if let Vertex::Term(other) = self.vertices[parent] {
                break other;
            }
            here = parent;
        };
        if self.evaluator.eval(pool, self.model, term) == self.evaluator.eval(pool, self.model, other) {
            return None;
        }
        let mut conditions = Conditions::default();
        for reason in reasons {
            match reason {
                Reason::Read(array, index) => {
                    conditions.here.add(index);
                    self.resolve(pool, array, &mut conditions);
                }
                Reason::Equality(Equality { a, b, equal }) => {
                    conditions.plain.add(equal);
                    self.resolve(pool, a, &mut conditions);
                    self.resolve(pool, b, &mut conditions);
                }
            }
        }
        let equal = pool.eq(term, other);
        Some(conditions.imply(pool, self.at, equal))
    }

    /// Adds the conditions under which the array resolves as it does in the model.
    fn resolve(&mut self, pool: &mut Pool, mut array: ArrayId, conditions: &mut Conditions) {
        loop {
            match *self.arrays.node(array) {
                ArrayNode::Store { base, index, .. } => {
                    let value = self.evaluator.eval(pool, self.model, index);
                    if matches!(self.at, At::Value(at) if *at == value) {
                        conditions.here.add(index);
                        return;
                    }
                    conditions.elsewhere.add(index);
                    array = base;
                }
                ArrayNode::Ite { condition, then, otherwise } => {
                    if self.evaluator.is_true(pool, self.model, condition) {
                        conditions.plain.add(condition);
                        array = then;
                    } else {
                        let negation = pool.not(condition);
                        conditions.plain.add(negation);
                        array = otherwise;
                    }
                }
                _ => return,
            }
        }
    }

    fn number(&mut self, vertex: Vertex) -> usize {
        *self.numbers.entry(vertex).or_insert_with(|| {
            self.vertices.push(vertex);
            self.edges.push(Vec::new());
            self.vertices.len() - 1
        })
    }

    fn edge(&mut self, a: usize, b: usize, reason: Reason) {
        self.edges[a].push((b, reason));
        self.edges[b].push((a, reason));
    }
}

/// The conditions that make the terms at both ends of a path equal.
#[derive(Default)]
struct Conditions {
    /// Equalities of arrays, and conditions of choices.
    plain: Terms,
    /// Index terms of reads and stores at the index of the graph.
    here: Terms,
    /// Index terms of stores that are passed by, because they are at other indices.
    elsewhere: Terms,
}

impl Conditions {
    fn imply(self, pool: &mut Pool, at: &At, conclusion: ExprId) -> ExprId {
        let mut all = self.plain.in_order;
        let passed_by = self.elsewhere.in_order;
        // If the stores passed by are fewer than there are indices, there is an index without a store.
        let fewer = |width: u32| width >= 63 || (passed_by.len() as u64) < 1 << width;
        let some_index_is_free = passed_by.first().is_none_or(|&index| fewer(pool.width(index)));
        let mut here = self.here.in_order.into_iter();
        let index = match (here.next(), at) {
            (Some(index), _) => Some(index),
            (None, At::Value(value) | At::Elsewhere(value)) if !some_index_is_free => Some(pool.constant(value)),
            _ => None,
        };
        if let Some(index) = index {
            here.for_each(|other| all.push(pool.eq(index, other)));
            passed_by.into_iter().for_each(|other| all.push(pool.ne(index, other)));
        }
        let premise = conjunction(pool, all);
        pool.implies(premise, conclusion)
    }
}

/// The conjunction of all terms as a balanced tree, since there may be very many.
fn conjunction(pool: &mut Pool, mut all: Vec<ExprId>) -> ExprId {
    while all.len() > 1 {
        all = all.chunks(2).map(|pair| if let [a, b] = *pair { pool.and(a, b) } else { pair[0] }).collect();
    }
    all.pop().unwrap_or_else(|| pool.bool(true))
}

/// A list of distinct terms, in the order in which they were added.
#[derive(Default)]
struct Terms {
    in_order: Vec<ExprId>,
    seen: FxHashSet<ExprId>,
}

impl Terms {
    fn add(&mut self, term: ExprId) {
        if self.seen.insert(term) {
            self.in_order.push(term);
        }
    }
}
