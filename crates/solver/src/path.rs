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
use rustc_hash::FxHashSet;

use crate::intervals::Intervals;
use crate::value_sets::{Learner, Learnt};

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

/// Constraints that are connected by shared bytes, those bytes, and what is known of their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slice {
    /// Sorted.
    pub(crate) constraints: Vec<ExprId>,
    /// Sorted, disjoint and not adjacent.
    pub(crate) ranges: Vec<ByteRange>,
    /// What the constraints say about values.
    pub(crate) learnt: Learnt,
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

    /// Whether the other is a clone of this one: nothing was assumed on one and not on the other since.
    pub fn is_same(&self, other: &PathCondition) -> bool {
        match (&self.assumed, &other.assumed) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether some constraint depends on a symbol.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        self.slices.overlapping(&ByteRange { symbol, from: 0, to: u32::MAX }).next().is_some()
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
    pub(crate) fn extended(
        &self,
        pool: &mut Pool,
        constraint: ExprId,
        model: Model,
        learner: &mut Learner,
    ) -> PathCondition {
        let mut path = PathCondition {
            newest: self.newest.clone(),
            assumed: Some(Link::new(constraint, self.assumed.clone())),
            slices: self.slices.clone(),
            model,
        };
        let parts = conjuncts(pool, constraint);
        match parts.len() {
            0..FEW => parts.into_iter().for_each(|part| path.add(pool, part, learner)),
            _ => path.add_all(pool, &parts, learner),
        }
        path
    }

    fn add(&mut self, pool: &Pool, constraint: ExprId, learner: &mut Learner) {
        let support = pool.support(constraint);
        if support.is_empty() {
            // Without symbols it has one value, and the model says which.
            return;
        }
        let old = self.slice(&support);
        let Err(position) = old.constraints.binary_search(&constraint) else { return };
        self.newest = Some(Link::new(constraint, self.newest.take()));
        let mut constraints = Vec::with_capacity(old.constraints.len() + 1);
        constraints.extend_from_slice(&old.constraints[..position]);
        constraints.push(constraint);
        constraints.extend_from_slice(&old.constraints[position..]);
        let ranges = union_of_ranges(&old.ranges, &support);
        let learnt = learner.learn(pool, &old.learnt, &[constraint], &self.model);
        self.slices.replace(&Rc::new(Slice { constraints, ranges, learnt }));
    }
}

/// So many constraints are added one by one.
const FEW: usize = 8;

impl PathCondition {
    /// What adding the constraints one by one comes to, but each slice is formed once: a long conjunction would copy its
    /// slice for each of its parts.
    fn add_all(&mut self, pool: &Pool, constraints: &[ExprId], learner: &mut Learner) {
        let mut seen = FxHashSet::default();
        let mut new: Vec<(ExprId, Rc<[ByteRange]>)> = Vec::new();
        let mut old: Vec<Rc<Slice>> = Vec::new();
        let mut touched = FxHashSet::default();
        for &constraint in constraints {
            let support = pool.support(constraint);
            if support.is_empty() || !seen.insert(constraint) || self.contains(pool, constraint) {
                continue;
            }
            for slice in support.iter().flat_map(|range| self.slices.overlapping(range)) {
                if touched.insert(Rc::as_ptr(slice)) {
                    old.push(slice.clone());
                }
            }
            new.push((constraint, support));
        }
        for &(constraint, _) in &new {
            self.newest = Some(Link::new(constraint, self.newest.take()));
        }
        // The members of slices: what is there, then what is new.
        let slices = old.iter().map(|slice| (&slice.constraints[..], &slice.ranges[..]));
        let single = new.iter().map(|(constraint, support)| (std::slice::from_ref(constraint), &support[..]));
        let members: Vec<(&[ExprId], &[ByteRange])> = slices.chain(single).collect();
        for group in connected(&members) {
            let mut constraints: Vec<ExprId> = group.iter().flat_map(|&at| members[at].0).copied().collect();
            constraints.sort_unstable();
            let ranges = group.iter().flat_map(|&at| members[at].1).copied().collect();
            let known = group.iter().filter_map(|&at| old.get(at)).map(|slice| &slice.learnt);
            let known = known.fold(Learnt::default(), |all, learnt| all.joined(learnt));
            let added: Vec<ExprId> = group
                .iter()
                .filter_map(|&at| new.get(at.checked_sub(old.len())?))
                .map(|&(constraint, _)| constraint)
                .collect();
            let learnt = learner.learn(pool, &known, &added, &self.model);
            self.slices.replace(&Rc::new(Slice { constraints, ranges: normal_ranges(ranges), learnt }));
        }
    }
}

/// The conditions in groups that share no bytes of symbols: together they can hold if those of each group can.
pub fn independent(pool: &Pool, conditions: &[ExprId]) -> Vec<Vec<ExprId>> {
    let supports: Vec<Rc<[ByteRange]>> = conditions.iter().map(|&condition| pool.support(condition)).collect();
    let members: Vec<(&[ExprId], &[ByteRange])> = conditions
        .iter()
        .zip(&supports)
        .map(|(condition, support)| (std::slice::from_ref(condition), &support[..]))
        .collect();
    let groups = connected(&members).into_iter();
    groups.map(|group| group.into_iter().map(|at| conditions[at]).collect()).collect()
}

/// The members in groups that share no bytes; those of a group do, directly or through others.
fn connected(members: &[(&[ExprId], &[ByteRange])]) -> Vec<Vec<usize>> {
    let mut owned: Vec<(ByteRange, usize)> = Vec::new();
    for (member, (_, ranges)) in members.iter().enumerate() {
        owned.extend(ranges.iter().map(|&range| (range, member)));
    }
    owned.sort_unstable();
    // Each member points to one of its group with a lower or the same number.
    let mut parents: Vec<usize> = (0..members.len()).collect();
    let mut last: Option<(ByteRange, usize)> = None;
    for (range, member) in owned {
        match &mut last {
            Some((reached, other)) if reached.symbol == range.symbol && range.from < reached.to => {
                let (a, b) = (find(&mut parents, member), find(&mut parents, *other));
                parents[a.max(b)] = a.min(b);
                reached.to = reached.to.max(range.to);
            }
            _ => last = Some((range, member)),
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut places: Vec<usize> = Vec::with_capacity(members.len());
    for member in 0..members.len() {
        let first = find(&mut parents, member);
        if first == member {
            groups.push(Vec::new());
        }
        places.push(if first == member { groups.len() - 1 } else { places[first] });
        groups[places[member]].push(member);
    }
    groups
}

fn find(parents: &mut [usize], mut member: usize) -> usize {
    while parents[member] != member {
        parents[member] = parents[parents[member]];
        member = parents[member];
    }
    member
}

impl Slice {
    fn union(slices: &[&Rc<Slice>]) -> Slice {
        let mut constraints: Vec<ExprId> = slices.iter().flat_map(|slice| slice.constraints.iter().copied()).collect();
        constraints.sort_unstable();
        let ranges = slices.iter().flat_map(|slice| slice.ranges.iter().copied()).collect();
        let learnt = slices.iter().fold(Learnt::default(), |all, slice| all.joined(&slice.learnt));
        Slice { constraints, ranges: normal_ranges(ranges), learnt }
    }
}

/// The union of two sorted lists of ranges, sorted, disjoint and not adjacent.
pub(crate) fn union_of_ranges(a: &[ByteRange], b: &[ByteRange]) -> Vec<ByteRange> {
    let mut kept: Vec<ByteRange> = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if start(y) < start(x) => b.next(),
            (Some(_), _) => a.next(),
            (None, _) => b.next(),
        };
        let Some(next) = next else { return kept };
        append(&mut kept, *next);
    }
}

/// Adds a range that begins no earlier than those that are there.
fn append(kept: &mut Vec<ByteRange>, range: ByteRange) {
    match kept.last_mut() {
        Some(last) if last.symbol == range.symbol && range.from <= last.to => last.to = last.to.max(range.to),
        _ => kept.push(range),
    }
}

fn normal_ranges(mut ranges: Vec<ByteRange>) -> Vec<ByteRange> {
    ranges.sort_unstable_by_key(|range| (range.symbol, range.from));
    let mut kept: Vec<ByteRange> = Vec::with_capacity(ranges.len());
    ranges.into_iter().for_each(|range| append(&mut kept, range));
    kept
}

/// The parts of a conjunction, in order; a term that is none is its only part.
pub(crate) fn conjuncts(pool: &mut Pool, term: ExprId) -> Vec<ExprId> {
    let mut parts = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        let node = *pool.node(term);
        match node.op {
            Op::And => pending.extend(node.children().rev()),
            Op::Not if pool.node(node.arg(0)).op == Op::Or => {
                let inner = *pool.node(node.arg(0));
                for child in inner.children().rev() {
                    pending.push(pool.not(child));
                }
            }
            _ => parts.push(term),
        }
    }
    parts
}

/// The conditions of which one must hold for a boolean term to hold; none if there would be one only, or more than `most`.
pub(crate) fn disjuncts(pool: &mut Pool, term: ExprId, most: usize) -> Vec<ExprId> {
    let mut parts = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        let node = *pool.node(term);
        match node.op {
            Op::Or => pending.extend(node.children().rev()),
            Op::Not if pool.node(node.arg(0)).op == Op::And => {
                let inner = *pool.node(node.arg(0));
                for child in inner.children().rev() {
                    pending.push(pool.not(child));
                }
            }
            _ if pending.is_empty() && parts.is_empty() => break,
            _ if parts.len() == most => return Vec::new(),
            _ => parts.push(term),
        }
    }
    parts
}

/// Whether two sorted lists of ranges have a byte in common.
pub(crate) fn overlap(a: &[ByteRange], b: &[ByteRange]) -> bool {
    a.iter().any(|range| {
        let place = b.partition_point(|other| (other.symbol, other.to) <= (range.symbol, range.from));
        b.get(place).is_some_and(|other| other.symbol == range.symbol && other.from < range.to)
    })
}

/// Where a range starts, the key of interval lists.
pub(crate) fn start(range: &ByteRange) -> (SymbolId, u32) {
    (range.symbol, range.from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ValueSets;

    /// A generator of numbers that is good enough to mix things up.
    fn below(state: &mut u64, limit: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % limit
    }

    #[test]
    fn many_at_once_are_as_many_one_by_one() {
        let mut state = 1;
        let mut learner = Learner::new(ValueSets::Off);
        for round in 0..200 {
            let mut pool = Pool::new();
            let object = pool.symbol("object", 8 * 40);
            let other = pool.symbol("other", 8 * 3);
            let (mut single, mut bulk) = (PathCondition::new(), PathCondition::new());
            for _ in 0..1 + round % 4 {
                let mut batch = Vec::new();
                for _ in 0..below(&mut state, 30) {
                    let from = if below(&mut state, 8) == 0 { other } else { object };
                    let bytes = u64::from(pool.width(from) / 8);
                    let (a, b) = (below(&mut state, bytes) as u32, below(&mut state, bytes) as u32);
                    let (x, y) = (pool.extract(from, 8 * a, 8), pool.extract(object, 8 * b, 8));
                    let bound = pool.int(8, below(&mut state, 200) + 3);
                    batch.push(if below(&mut state, 2) == 0 { pool.ult(x, bound) } else { pool.ult(x, y) });
                }
                batch.iter().for_each(|&constraint| single.add(&pool, constraint, &mut learner));
                bulk.add_all(&pool, &batch, &mut learner);
                assert!(single.constraints().eq(bulk.constraints()));
                let parts = |slice: &Rc<Slice>| (slice.constraints.clone(), slice.ranges.clone());
                assert!(single.slices.iter().map(parts).eq(bulk.slices.iter().map(parts)), "round {round}");
            }
        }
    }
}
