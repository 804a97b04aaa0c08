//! The path condition: the constraints of one path, split into independent slices, with one model of them all.
//!
//! Two constraints belong to the same slice when they share a byte of a symbol, directly or through others. A question
//! needs only the slices whose bytes it mentions, and a model found for those leaves the bytes of the others alone.
//!
//! A path condition is a persistent value: a clone copies three pointers, and adding a constraint copies the slice it
//! joins and the page of the interval list that says which bytes belong to it. Slices keep their constraints sorted by
//! id, so that a slice reached along different paths is the same key in a cache.

use std::rc::Rc;

use expr::{ByteRange, ExprId, Model, Op, Pool, SymbolId};

use crate::intervals::Intervals;

/// The constraints of a path and a model that satisfies them.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    newest: Option<Rc<Link>>,
    /// The conditions as they were assumed, before they were taken apart.
    assumed: Option<Rc<Link>>,
    slices: Intervals,
    model: Model,
}

/// A list of constraints, newest first.
#[derive(Debug)]
struct Link {
    constraint: ExprId,
    length: usize,
    older: Option<Rc<Link>>,
}

impl Link {
    fn new(constraint: ExprId, older: Option<Rc<Link>>) -> Rc<Link> {
        let length = older.as_ref().map_or(0, |link| link.length) + 1;
        Rc::new(Link { constraint, length, older })
    }

    fn from_oldest(newest: Option<&Rc<Link>>) -> impl Iterator<Item = ExprId> + use<> {
        let mut all = Vec::with_capacity(newest.map_or(0, |link| link.length));
        let mut next = newest;
        while let Some(link) = next {
            all.push(link.constraint);
            next = link.older.as_ref();
        }
        all.into_iter().rev()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // A long list must not be dropped by recursion.
        let mut next = self.older.take();
        while let Some(mut link) = next.and_then(|link| Rc::try_unwrap(link).ok()) {
            next = link.older.take();
        }
    }
}

/// Constraints that are connected by shared bytes, and those bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slice {
    /// Sorted.
    pub(crate) constraints: Vec<ExprId>,
    /// Sorted, disjoint and not adjacent.
    pub(crate) ranges: Vec<ByteRange>,
}

impl PathCondition {
    /// No constraints; every symbol is zero in the model.
    pub fn new() -> PathCondition {
        PathCondition::default()
    }

    /// An assignment that satisfies every constraint.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many constraints there are.
    pub fn len(&self) -> usize {
        self.newest.as_ref().map_or(0, |link| link.length)
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.newest.is_none()
    }

    /// The constraints in the order they were added.
    pub fn constraints(&self) -> impl Iterator<Item = ExprId> + use<> {
        Link::from_oldest(self.newest.as_ref())
    }

    /// The conditions in the order they were assumed, not taken apart into constraints.
    pub fn assumed(&self) -> impl Iterator<Item = ExprId> + use<> {
        Link::from_oldest(self.assumed.as_ref())
    }

    /// Whether the boolean term is literally one of the constraints.
    pub fn contains(&self, pool: &Pool, constraint: ExprId) -> bool {
        let support = pool.support(constraint);
        let slice = support.first().and_then(|range| self.slices.overlapping(range).next());
        slice.is_some_and(|slice| slice.constraints.binary_search(&constraint).is_ok())
    }

    /// The slices that share bytes with the support, as one.
    pub(crate) fn slice(&self, support: &[ByteRange]) -> Rc<Slice> {
        let mut touched: Vec<&Rc<Slice>> = Vec::new();
        for range in support {
            for slice in self.slices.overlapping(range) {
                if touched.last().is_none_or(|last| !Rc::ptr_eq(last, slice)) {
                    touched.push(slice);
                }
            }
        }
        match touched[..] {
            [] => Rc::default(),
            [slice] => slice.clone(),
            _ => {
                touched.sort_unstable_by_key(|slice| Rc::as_ptr(slice));
                touched.dedup_by(|a, b| Rc::ptr_eq(a, b));
                Rc::new(Slice::union(&touched))
            }
        }
    }

    /// Every slice as one.
    pub(crate) fn whole(&self) -> Rc<Slice> {
        let mut all: Vec<&Rc<Slice>> = self.slices.iter().collect();
        all.sort_unstable_by_key(|slice| Rc::as_ptr(slice));
        all.dedup_by(|a, b| Rc::ptr_eq(a, b));
        Rc::new(Slice::union(&all))
    }

    /// The path with one more constraint and a model that satisfies it and all the others.
    pub(crate) fn extended(&self, pool: &mut Pool, constraint: ExprId, model: Model) -> PathCondition {
        let mut path = PathCondition {
            newest: self.newest.clone(),
            assumed: Some(Link::new(constraint, self.assumed.clone())),
            slices: self.slices.clone(),
            model,
        };
        let mut pending = vec![constraint];
        while let Some(constraint) = pending.pop() {
            let node = *pool.node(constraint);
            match node.op {
                Op::And => pending.extend(node.children().rev()),
                Op::Not if pool.node(node.arg(0)).op == Op::Or => {
                    let inner = *pool.node(node.arg(0));
                    for child in inner.children().rev() {
                        pending.push(pool.not(child));
                    }
                }
                _ => path.add(pool, constraint),
            }
        }
        path
    }

    fn add(&mut self, pool: &Pool, constraint: ExprId) {
        let support = pool.support(constraint);
        if support.is_empty() {
            // Without symbols it has one value, and the model says which.
            return;
        }
        let old = self.slice(&support);
        let Err(position) = old.constraints.binary_search(&constraint) else { return };
        self.newest = Some(Link::new(constraint, self.newest.take()));
        let mut new = Slice { constraints: Vec::with_capacity(old.constraints.len() + 1), ranges: Vec::new() };
        new.constraints.extend_from_slice(&old.constraints[..position]);
        new.constraints.push(constraint);
        new.constraints.extend_from_slice(&old.constraints[position..]);
        new.ranges = union_of_ranges(&old.ranges, &support);
        self.slices.replace(&Rc::new(new));
    }
}

impl Slice {
    fn union(slices: &[&Rc<Slice>]) -> Slice {
        let mut constraints: Vec<ExprId> = slices.iter().flat_map(|slice| slice.constraints.iter().copied()).collect();
        constraints.sort_unstable();
        let ranges = slices.iter().flat_map(|slice| slice.ranges.iter().copied()).collect();
        Slice { constraints, ranges: normal_ranges(ranges) }
    }
}

/// The union of two sorted lists of ranges, sorted, disjoint and not adjacent.
pub(crate) fn union_of_ranges(a: &[ByteRange], b: &[ByteRange]) -> Vec<ByteRange> {
    normal_ranges([a, b].concat())
}

fn normal_ranges(mut ranges: Vec<ByteRange>) -> Vec<ByteRange> {
    ranges.sort_unstable_by_key(|range| (range.symbol, range.from));
    let mut kept: Vec<ByteRange> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match kept.last_mut() {
            Some(last) if last.symbol == range.symbol && range.from <= last.to => last.to = last.to.max(range.to),
            _ => kept.push(range),
        }
    }
    kept
}

/// Whether two sorted lists of ranges have no byte in common.
pub(crate) fn disjoint(a: &[ByteRange], b: &[ByteRange]) -> bool {
    let overlap = |x: &ByteRange, y: &ByteRange| x.symbol == y.symbol && x.from < y.to && y.from < x.to;
    !a.iter().any(|x| b.iter().any(|y| overlap(x, y)))
}

/// Where a range starts, the key of interval lists.
pub(crate) fn start(range: &ByteRange) -> (SymbolId, u32) {
    (range.symbol, range.from)
}
