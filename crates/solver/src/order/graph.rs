//! The graph of differences between the terms of a slice's constraints.
//!
//! The questions of one path come with slices that grow by one constraint at a time, and slices keep their
//! constraints sorted, newer terms last. So the graph removes what the next slice does not begin with and adds
//! the rest; nodes stay. The place where the next slice begins to differ is found without looking at the common
//! part.

use bv::mask;
use expr::{ExprId, Op, Pool};
use rustc_hash::FxHashMap;

use super::comparison::{Comparison, number};
use crate::constraints::Constraints;
use crate::query::Query;
use crate::tuning::{ORDER_NODES, ORDER_NODES_A_CONSTRAINT};

/// The node whose value is zero.
pub(super) const ZERO: u32 = 0;

/// Terms and the relations between them.
pub(crate) struct Graph {
    signed: bool,
    pub(super) nodes: Vec<Node>,
    numbers: FxHashMap<ExprId, u32>,
    pub(super) edges: Vec<Edge>,
    pub(super) unequal: Vec<Unequal>,
    /// The constraints in the graph.
    of: Constraints,
    /// Each of them, with the mark from before it was added.
    built: Vec<(ExprId, Mark)>,
}

/// A term of the graph.
pub(super) struct Node {
    /// `None` for zero.
    pub(super) term: Option<ExprId>,
    /// The least and the greatest value it can have, whatever the constraints are.
    pub(super) low: i128,
    pub(super) high: i128,
    /// The term is the base plus the offset, unless that wraps; if it is not a sum, itself plus 0.
    pub(super) base: u32,
    pub(super) offset: i128,
    /// The nodes whose base is this one.
    pub(super) sums: Vec<u32>,
    /// The edges from this node.
    pub(super) up: Vec<u32>,
    /// The edges to this node.
    pub(super) down: Vec<u32>,
    pub(super) unequal: Vec<u32>,
}

/// An edge: `to` is at least `from` plus the distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) distance: i128,
    /// The constraint that the edge comes from; `None` for the question.
    pub(super) reason: Option<ExprId>,
}

/// A disequality: `a` is not `b` plus the distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unequal {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) distance: i128,
    pub(super) reason: Option<ExprId>,
}

/// How many edges and disequalities there were at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    edges: usize,
    unequal: usize,
}

impl Graph {
    pub(crate) fn new(signed: bool) -> Graph {
        let mut graph = Graph {
            signed,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            unequal: Vec::new(),
            of: Constraints::default(),
            built: Vec::new(),
        };
        graph.add_node(None, 0, 0);
        graph
    }

    /// A lower bound on how many of the oldest constraints are in the graph already.
    pub(crate) fn common_start(&self, constraints: &Constraints) -> usize {
        self.of.common_start(constraints)
    }

    /// Makes this the graph of the query's constraints.
    pub(crate) fn build(&mut self, pool: &Pool, query: &Query) {
        let constraints = &query.slice.constraints;
        if self.nodes.len() > ORDER_NODES.max(ORDER_NODES_A_CONSTRAINT * constraints.len()) {
            *self = Graph::new(self.signed);
        }
        let same = self.common_start(constraints);
        self.of = constraints.clone();
        if let Some(&(_, mark)) = self.built.get(same) {
            self.take_back(mark);
            self.built.truncate(same);
        }
        let known = self.built.last().map(|&(constraint, _)| constraint);
        let (first, more) = match known {
            None => (Some(constraints.iter().copied()), None),
            Some(known) => (None, Some(constraints.younger_than(known))),
        };
        for constraint in first.into_iter().flatten().chain(more.into_iter().flatten()) {
            query.visit();
            let mark = self.mark();
            if let Some(comparison) = Comparison::of(pool, constraint) {
                self.insert(pool, comparison, Some(constraint));
            }
            self.built.push((constraint, mark));
        }
    }

    /// Adds a comparison, if it is in this graph's order.
    pub(super) fn insert(&mut self, pool: &Pool, comparison: Comparison, reason: Option<ExprId>) {
        if comparison.is_signed().is_some_and(|signed| signed != self.signed) {
            return;
        }
        if comparison.is_signed().is_none() {
            let (a, b) = comparison.operands();
            let ((a, more_a), (b, more_b)) = (self.operand(pool, a), self.operand(pool, b));
            let distance = more_b - more_a;
            if comparison.is_negated() {
                self.push_unequal(Unequal { a, b, distance, reason });
            } else {
                self.push(Edge { from: b, to: a, distance, reason });
                self.push(Edge { from: a, to: b, distance: -distance, reason });
            }
            return;
        }
        let (less, greater, strict) = comparison.sides();
        let ((from, more_from), (to, more_to)) = (self.operand(pool, less), self.operand(pool, greater));
        self.push(Edge { from, to, distance: more_from - more_to + i128::from(strict), reason });
    }

    pub(super) fn push(&mut self, edge: Edge) {
        let number = self.edges.len() as u32;
        self.nodes[edge.from as usize].up.push(number);
        self.nodes[edge.to as usize].down.push(number);
        self.edges.push(edge);
    }

    fn push_unequal(&mut self, unequal: Unequal) {
        let number = self.unequal.len() as u32;
        self.nodes[unequal.a as usize].unequal.push(number);
        self.nodes[unequal.b as usize].unequal.push(number);
        self.unequal.push(unequal);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { edges: self.edges.len(), unequal: self.unequal.len() }
    }

    /// Removes what was added since the mark. The lists of a node end with what was added last.
    pub(super) fn take_back(&mut self, mark: Mark) {
        for edge in self.edges.drain(mark.edges..).rev() {
            self.nodes[edge.from as usize].up.pop();
            self.nodes[edge.to as usize].down.pop();
        }
        for unequal in self.unequal.drain(mark.unequal..).rev() {
            self.nodes[unequal.a as usize].unequal.pop();
            self.nodes[unequal.b as usize].unequal.pop();
        }
    }

    /// The edges added since the mark.
    pub(super) fn edges_since(&self, mark: Mark) -> std::ops::Range<usize> {
        mark.edges..self.edges.len()
    }

    /// The disequalities added since the mark.
    pub(super) fn unequal_since(&self, mark: Mark) -> std::ops::Range<usize> {
        mark.unequal..self.unequal.len()
    }

    /// The integer of a value in this graph's order.
    pub(super) fn number(&self, value: u64, width: u32) -> i128 {
        number(value, width, self.signed)
    }

    /// The least and the greatest integer of a width.
    pub(super) fn window(&self, width: u32) -> (i128, i128) {
        if self.signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, i128::from(mask(width))) }
    }

    /// Whether an edge or disequality is about the node, or about a sum on it.
    pub(super) fn is_in_use(&self, node: &Node) -> bool {
        let named = |node: &Node| !node.up.is_empty() || !node.down.is_empty() || !node.unequal.is_empty();
        named(node) || node.sums.iter().any(|&sum| named(&self.nodes[sum as usize]))
    }

    pub(super) fn is_signed(&self) -> bool {
        self.signed
    }

    /// The node of a term, and what to add to it.
    fn operand(&mut self, pool: &Pool, term: ExprId) -> (u32, i128) {
        match pool.as_u64(term) {
            Some(value) => (ZERO, self.number(value, pool.width(term))),
            None => (self.node(pool, term), 0),
        }
    }

    fn node(&mut self, pool: &Pool, term: ExprId) -> u32 {
        let term = self.looked_through(pool, term);
        if let Some(&number) = self.numbers.get(&term) {
            return number;
        }
        let (low, high) = self.bounds(pool, term);
        let added = self.add_node(Some(term), low, high);
        self.numbers.insert(term, added);
        let node = pool.node(term);
        if node.op == Op::Add {
            let constant = |place: usize| pool.as_u64(node.arg(place)).map(|value| (value, node.arg(1 - place)));
            if let Some((value, inner)) = constant(0).or_else(|| constant(1)) {
                let base = self.node(pool, inner);
                self.nodes[added as usize].base = base;
                self.nodes[added as usize].offset = number(value, node.width, true);
                self.nodes[base as usize].sums.push(added);
            }
        }
        added
    }

    /// The term without extensions that keep its value in this order.
    fn looked_through(&self, pool: &Pool, mut term: ExprId) -> ExprId {
        let extension = if self.signed { Op::SExt } else { Op::ZExt };
        while pool.node(term).op == extension {
            term = pool.node(term).arg(0);
        }
        term
    }

    fn add_node(&mut self, term: Option<ExprId>, low: i128, high: i128) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node {
            term,
            low,
            high,
            base: number,
            offset: 0,
            sums: Vec::new(),
            up: Vec::new(),
            down: Vec::new(),
            unequal: Vec::new(),
        });
        number
    }

    /// The bounds of a term without any constraint.
    fn bounds(&self, pool: &Pool, term: ExprId) -> (i128, i128) {
        let width = pool.width(term);
        let (low, high) = pool.unsigned_range(term);
        // Where the sign is known, the unsigned bounds keep their order.
        if self.signed && (low ^ high) >> (width - 1) & 1 == 1 {
            return self.window(width);
        }
        (self.number(low, width), self.number(high, width))
    }
}
