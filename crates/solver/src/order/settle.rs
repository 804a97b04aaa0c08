//! Settling: the path's model is changed until the question holds, or until a cycle shows that it cannot.

use std::collections::BinaryHeap;

use expr::{Evaluator, ExprId, Pool};

use super::comparison::Comparison;
use super::graph::{Edge, Graph, Mark, ZERO};
use crate::constraints::Core;
use crate::query::Query;
use crate::tuning::ORDER_CLASHES;
use crate::value_sets::Leaf;

/// Why nothing settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The question cannot hold.
    Refuted,
    /// It takes too long.
    GaveUp,
}

/// The direction of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// The greater side of an edge is raised, and whatever must be above it.
    Up,
    /// The lesser side is lowered, and whatever must be below it.
    Down,
}

/// How a move ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moved {
    /// Every edge holds.
    Done,
    /// The move came back to where it started.
    Cycle,
    /// It would move the node zero.
    Zero,
}

/// Why a node moves.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The move begins here.
    Start,
    /// Because of an edge.
    Edge(u32),
    /// Because the node it comes from is at its natural limit, or linked to it by a sum.
    From(u32),
}

/// The relation of a sum to its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    /// It may wrap.
    None,
    /// It never wraps.
    Always,
    /// It does not wrap under the constraints.
    Here,
}

/// Notes on nodes while a question is settled. There may be thousands of nodes, of which few are visited.
#[derive(Default)]
pub(crate) struct Notes {
    /// The current values of the nodes that were visited.
    values: Vec<Option<i128>>,
    links: Vec<Option<Link>>,
    /// For the current move: by how much a node has to move, why, and whether it has moved.
    due: Vec<(i128, Why, bool)>,
    /// The nodes with a value or a link.
    noted: Vec<u32>,
}

impl Notes {
    /// Makes room for `count` nodes.
    fn grow(&mut self, count: usize) {
        if self.values.len() < count {
            self.values.resize(count, None);
            self.links.resize(count, None);
            self.due.resize(count, (0, Why::Start, false));
        }
    }

    fn clear(&mut self) {
        for node in self.noted.drain(..) {
            self.values[node as usize] = None;
            self.links[node as usize] = None;
        }
    }
}

/// A question that is being settled.
pub(crate) struct Settle<'a> {
    graph: &'a mut Graph,
    notes: &'a mut Notes,
    pool: &'a Pool,
    check: &'a mut Evaluator,
    query: &'a Query,
    /// The nodes that were moved, with their values before.
    trail: Vec<(u32, i128)>,
    clashes: u32,
    core: Vec<ExprId>,
    /// Whether a refutation used sets of values, which come from all constraints.
    by_sets: bool,
}

impl<'a> Settle<'a> {
    /// The graph must be that of the query's constraints.
    pub(crate) fn new(
        graph: &'a mut Graph,
        notes: &'a mut Notes,
        pool: &'a Pool,
        check: &'a mut Evaluator,
        query: &'a Query,
    ) -> Settle<'a> {
        Settle { graph, notes, pool, check, query, trail: Vec::new(), clashes: 0, core: Vec::new(), by_sets: false }
    }

    /// Changes values until constraints and question hold; returns the leaves with new values.
    pub(crate) fn solve(&mut self, question: Comparison) -> Result<Vec<(Leaf, u64)>, Stop> {
        let mark = self.graph.mark();
        self.graph.insert(self.pool, question, None);
        self.notes.grow(self.graph.nodes.len());
        let result = self.settle(mark);
        let changes = result.map(|()| self.changes());
        self.notes.clear();
        self.graph.take_back(mark);
        changes
    }

    /// The constraints that refute the question together.
    pub(crate) fn core(mut self) -> Core {
        if self.by_sets {
            return (&self.query.slice.constraints).into();
        }
        self.core.sort_unstable();
        self.core.dedup();
        self.core.iter().copied().collect()
    }

    fn settle(&mut self, mark: Mark) -> Result<(), Stop> {
        for number in self.graph.edges_since(mark) {
            self.repair(self.graph.edges[number])?;
        }
        let own = self.graph.unequal_since(mark).next();
        let clash = own.filter(|&number| self.clashes_at(number)).or_else(|| self.clash());
        self.move_apart(clash)
    }

    /// Moves clashing nodes apart until no disequality is violated.
    fn move_apart(&mut self, clash: Option<usize>) -> Result<(), Stop> {
        let Some(number) = clash else { return Ok(()) };
        self.clashes += 1;
        if self.clashes > ORDER_CLASHES {
            return Err(Stop::GaveUp);
        }
        let unequal = self.graph.unequal[number];
        self.core.extend(unequal.reason);
        let (a, b, reason) = (unequal.a, unequal.b, unequal.reason);
        let above = Edge { from: b, to: a, distance: unequal.distance + 1, reason };
        let below = Edge { from: a, to: b, distance: 1 - unequal.distance, reason };
        let mut stop = Stop::Refuted;
        // The younger one is raised first: less depends on it.
        for edge in if b > a { [below, above] } else { [above, below] } {
            let (mark, moved) = (self.graph.mark(), self.trail.len());
            self.graph.push(edge);
            let settled = self.repair(edge).and_then(|()| {
                let clash = self.clash();
                self.move_apart(clash)
            });
            match settled {
                // The edge stays until the question is removed.
                Ok(()) => return Ok(()),
                Err(Stop::GaveUp) => stop = Stop::GaveUp,
                Err(Stop::Refuted) => {}
            }
            self.undo(moved);
            self.graph.take_back(mark);
        }
        Err(stop)
    }

    /// A violated disequality of a moved node.
    fn clash(&mut self) -> Option<usize> {
        for place in 0..self.trail.len() {
            let node = self.trail[place].0 as usize;
            for index in 0..self.graph.nodes[node].unequal.len() {
                let number = self.graph.nodes[node].unequal[index] as usize;
                if self.clashes_at(number) {
                    return Some(number);
                }
            }
        }
        None
    }

    fn clashes_at(&mut self, number: usize) -> bool {
        let unequal = self.graph.unequal[number];
        self.value(unequal.a) == self.value(unequal.b) + unequal.distance
    }

    /// Makes an edge hold, while all others do.
    fn repair(&mut self, edge: Edge) -> Result<(), Stop> {
        if self.value(edge.from) + edge.distance <= self.value(edge.to) {
            return Ok(());
        }
        if edge.from == edge.to {
            self.core.extend(edge.reason);
            return Err(Stop::Refuted);
        }
        // The least change is one where zero stays; where both directions would move it, something moves up and
        // something else down.
        for (direction, zero_moves) in [(Direction::Up, false), (Direction::Down, false), (Direction::Up, true)] {
            match self.spread(edge, direction, zero_moves) {
                Moved::Done => return Ok(()),
                Moved::Cycle => {
                    self.core.extend(edge.reason);
                    return Err(Stop::Refuted);
                }
                Moved::Zero => {}
            }
        }
        unreachable!("zero may move in the end");
    }

    /// Moves one side of an edge and all that depends on it, farthest first, so that every node moves once.
    fn spread(&mut self, edge: Edge, direction: Direction, zero_moves: bool) -> Moved {
        let moved = self.trail.len();
        let (start, origin) = match direction {
            Direction::Up => (edge.to, edge.from),
            Direction::Down => (edge.from, edge.to),
        };
        if start == ZERO && !zero_moves {
            return Moved::Zero;
        }
        let mut heap = BinaryHeap::new();
        let mut touched = vec![start];
        let need = self.value(edge.from) + edge.distance - self.value(edge.to);
        self.notes.due[start as usize] = (need, Why::Start, false);
        heap.push((need, start));
        let mut end = Moved::Done;
        let mut neighbours = Vec::new();
        'moving: while let Some((need, node)) = heap.pop() {
            let due = &mut self.notes.due[node as usize];
            if due.2 || due.0 != need {
                continue;
            }
            due.2 = true;
            let before = self.value(node);
            self.trail.push((node, before));
            let after = if direction == Direction::Up { before + need } else { before - need };
            self.notes.values[node as usize] = Some(after);
            neighbours.clear();
            self.neighbours(node, direction, &mut neighbours);
            for &(other, distance, why) in &neighbours {
                let there = self.value(other);
                let need = match direction {
                    Direction::Up => after + distance - there,
                    Direction::Down => there + distance - after,
                };
                if need <= 0 {
                    continue;
                }
                if other == origin {
                    self.explain(other, why);
                    end = Moved::Cycle;
                    break 'moving;
                }
                if other == ZERO && !zero_moves {
                    end = Moved::Zero;
                    break 'moving;
                }
                let due = &mut self.notes.due[other as usize];
                if need > due.0 {
                    debug_assert!(!due.2, "what moved farther moved first");
                    *due = (need, why, false);
                    heap.push((need, other));
                    touched.push(other);
                }
            }
        }
        for node in touched {
            self.notes.due[node as usize] = (0, Why::Start, false);
        }
        if end != Moved::Done {
            self.undo(moved);
        }
        end
    }

    /// The nodes that a move of this one may move: the distance they must keep above (or below) it, and why.
    fn neighbours(&mut self, node: u32, direction: Direction, found: &mut Vec<(u32, i128, Why)>) {
        let place = node as usize;
        let (edges, up) = match direction {
            Direction::Up => (&self.graph.nodes[place].up, true),
            Direction::Down => (&self.graph.nodes[place].down, false),
        };
        found.extend(edges.iter().map(|&number| {
            let edge = &self.graph.edges[number as usize];
            (if up { edge.to } else { edge.from }, edge.distance, Why::Edge(number))
        }));
        if node == ZERO {
            for (number, other) in self.graph.nodes.iter().enumerate().skip(1) {
                if self.graph.is_in_use(other) {
                    let distance = if up { other.low } else { -other.high };
                    found.push((number as u32, distance, Why::From(node)));
                }
            }
            return;
        }
        let (low, high) = (self.graph.nodes[place].low, self.graph.nodes[place].high);
        found.push((ZERO, if up { -high } else { low }, Why::From(node)));
        let (base, offset) = (self.graph.nodes[place].base, self.graph.nodes[place].offset);
        if base != node && self.link(node) != Link::None {
            found.push((base, if up { -offset } else { offset }, Why::From(node)));
        }
        for index in 0..self.graph.nodes[place].sums.len() {
            let sum = self.graph.nodes[place].sums[index];
            if self.link(sum) != Link::None {
                let offset = self.graph.nodes[sum as usize].offset;
                found.push((sum, if up { offset } else { -offset }, Why::From(node)));
            }
        }
    }

    /// Adds the constraints on the way that moved the origin, back to the start.
    fn explain(&mut self, origin: u32, why: Why) {
        let (mut to, mut why) = (origin, why);
        loop {
            let from = match why {
                Why::Start => return,
                Why::Edge(number) => {
                    let edge = self.graph.edges[number as usize];
                    self.core.extend(edge.reason);
                    if edge.to == to { edge.from } else { edge.to }
                }
                Why::From(from) => {
                    let sum = if self.graph.nodes[to as usize].base == from { to } else { from };
                    self.by_sets |= to != ZERO && from != ZERO && self.notes.links[sum as usize] == Some(Link::Here);
                    from
                }
            };
            to = from;
            why = self.notes.due[from as usize].1;
        }
    }

    fn undo(&mut self, length: usize) {
        for (node, value) in self.trail.drain(length..).rev() {
            self.notes.values[node as usize] = Some(value);
        }
    }

    /// The current value of a node; at first the model's.
    fn value(&mut self, node: u32) -> i128 {
        if let Some(value) = self.notes.values[node as usize] {
            return value;
        }
        let value = self.model_value(node);
        self.notes.values[node as usize] = Some(value);
        self.notes.noted.push(node);
        value
    }

    fn model_value(&mut self, node: u32) -> i128 {
        let Some(term) = self.graph.nodes[node as usize].term else { return 0 };
        let value = self.check.eval_u64(self.pool, &self.query.model, term);
        self.graph.number(value, self.pool.width(term))
    }

    /// Whether a sum equals its base plus its offset.
    fn link(&mut self, sum: u32) -> Link {
        if let Some(link) = self.notes.links[sum as usize] {
            return link;
        }
        let node = &self.graph.nodes[sum as usize];
        let (base, term) = (&self.graph.nodes[node.base as usize], node.term.expect("zero is no sum"));
        let (least, most) = self.graph.window(self.pool.width(term));
        let fits = |low: i128, high: i128| least <= low + node.offset && high + node.offset <= most;
        let link = if fits(base.low, base.high) {
            Link::Always
        } else {
            let inner = base.term.expect("zero is no base");
            let (low, high) = self.bounds_here(inner).unwrap_or((base.low, base.high));
            if fits(low.max(base.low), high.min(base.high)) { Link::Here } else { Link::None }
        };
        self.notes.links[sum as usize] = Some(link);
        self.notes.noted.push(sum);
        link
    }

    /// The least and the greatest value that the constraints allow for a leaf.
    fn bounds_here(&self, term: ExprId) -> Option<(i128, i128)> {
        let leaf = Leaf::of(self.pool, term)?;
        let set = self.query.slice.learnt.sets.of(leaf).0;
        let (low, high) = if self.graph.is_signed() {
            (set.least_signed()?, set.greatest_signed()?)
        } else {
            (*set.least()?, *set.greatest()?)
        };
        Some((self.graph.number(low as u64, leaf.width), self.graph.number(high as u64, leaf.width)))
    }

    /// The leaves whose values differ from the model's. If zero moved, all others moved the other way.
    fn changes(&mut self) -> Vec<(Leaf, u64)> {
        let shift = self.value(ZERO);
        let nodes: Vec<u32> = if shift == 0 {
            self.trail.iter().map(|&(node, _)| node).collect()
        } else {
            let used = |&node: &u32| self.graph.is_in_use(&self.graph.nodes[node as usize]);
            (1..self.graph.nodes.len() as u32).filter(used).collect()
        };
        let mut changes = Vec::new();
        for node in nodes {
            let Some(leaf) = self.graph.nodes[node as usize].term.and_then(|term| Leaf::of(self.pool, term)) else {
                continue;
            };
            let value = self.value(node) - shift;
            if value != self.model_value(node) {
                changes.push((leaf, value as u64 & bv::mask(leaf.width)));
            }
        }
        changes
    }
}
