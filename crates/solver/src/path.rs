//! The path condition: the constraints of one path, split into independent slices, with one model of them all.
//!
//! Two constraints belong to the same slice when they share a byte of a symbol, directly or through others. A
//! question needs only the slices whose bytes it mentions, and a model found for those leaves the bytes of the
//! others alone.
//!
//! A path condition is a persistent value: a clone copies pointers, and adding a constraint copies short runs
//! of the lists that it changes (see [`sorted`](crate::sorted)), however long the path is. Slices are numbered.
//! Which bytes belong to which number is a separate list, so changing a slice of many bytes does not change
//! that list. Where slices join, the smaller ones are added to the largest.
//!
//! A slice keeps its constraints sorted by id, so that a slice reached along different paths is the same key in
//! a cache. If several comparisons of one term with constants are near each other in the list, only the
//! strongest is kept: a loop that counts up to an input leaves two of them, not one for each iteration.

use std::borrow::Cow;
use std::sync::Arc;

use expr::{ByteRange, ExprId, Model, Op, Pool, SymbolId};

use crate::bound::{Bound, Excluded};
use crate::constraints::Constraints;
use crate::equalities::{Equation, equation};
use crate::quantifiers::{Parts, first_instance};
use crate::ranges::{Ranges, start};
use crate::sorted::{Item, Sorted};
use crate::tuning::PATH_NEAR;
use crate::value_sets::{Learner, Learnt};

/// The constraints of a path and a model that satisfies them.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    /// The conditions as they were assumed, before they were split into constraints.
    assumed: Option<Arc<Link>>,
    /// The number of constraints.
    len: Number,
    /// Which bytes belong to which slice.
    owners: Sorted<Owned>,
    slices: Sorted<Numbered>,
    model: Model,
}

/// A list of conditions, newest first.
#[derive(Debug)]
struct Link {
    condition: ExprId,
    length: u32,
    older: Option<Arc<Link>>,
}

impl Link {
    fn new(condition: ExprId, older: Option<Arc<Link>>) -> Arc<Link> {
        let length = older.as_ref().map_or(0, |link| link.length) + 1;
        Arc::new(Link { condition, length, older })
    }

    fn from_oldest(newest: Option<&Arc<Link>>) -> impl Iterator<Item = ExprId> + use<> {
        let mut all = Vec::with_capacity(newest.map_or(0, |link| link.length as usize));
        let mut next = newest;
        while let Some(link) = next {
            all.push(link.condition);
            next = link.older.as_ref();
        }
        all.into_iter().rev()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // A long list must not be dropped by recursion.
        let mut next = self.older.take();
        while let Some(mut link) = next.and_then(|link| Arc::try_unwrap(link).ok()) {
            next = link.older.take();
        }
    }
}

/// Constraints that are connected by shared bytes, those bytes, and what is known of their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slice {
    /// The boolean terms that must hold.
    pub(crate) constraints: Constraints,
    /// The bytes that the constraints depend on.
    pub(crate) ranges: Ranges,
    /// What the constraints say about values.
    pub(crate) learnt: Learnt,
    /// Terms that may be replaced by others.
    pub(crate) equations: Sorted<Equation>,
    /// The bounded universal facts that must hold too, sorted. The other fields say nothing of them beyond what
    /// follows without a quantifier, and the bytes that they depend on.
    pub(crate) facts: Vec<ExprId>,
}

impl Slice {
    /// The number of [`loose`](Slice::loose) constraints.
    pub(crate) fn loose_len(&self) -> usize {
        if self.learnt.lost { self.constraints.len() } else { self.learnt.loose.len() }
    }

    /// The constraints that the sets of values do not capture; all of them if it is not known which these are.
    pub(crate) fn loose(&self) -> Cow<'_, [ExprId]> {
        match self.learnt.lost {
            true => self.constraints.iter().copied().collect(),
            false => Cow::Borrowed(&self.learnt.loose),
        }
    }
}

/// The number of a slice: the number of constraints on the path when the slice began.
type Number = u32;

/// Bytes that belong to a slice.
#[derive(Clone, Debug)]
struct Owned {
    range: ByteRange,
    slice: Number,
}

impl Item for Owned {
    type Key = (SymbolId, u32);
    type Hull = ();

    fn key(&self) -> (SymbolId, u32) {
        start(&self.range)
    }

    fn joined((): (), (): ()) {}

    fn same(&self, other: &Owned) -> bool {
        (self.range, self.slice) == (other.range, other.slice)
    }
}

/// A slice with its number.
#[derive(Clone, Debug)]
struct Numbered(Number, Arc<Slice>);

impl Item for Numbered {
    type Key = Number;
    type Hull = ();

    fn key(&self) -> Number {
        self.0
    }

    fn joined((): (), (): ()) {}

    fn same(&self, other: &Numbered) -> bool {
        self.0 == other.0 && Arc::ptr_eq(&self.1, &other.1)
    }
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
        self.len as usize
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the other is a clone of this one: no condition was assumed on only one of them since.
    pub fn is_same(&self, other: &PathCondition) -> bool {
        match (&self.assumed, &other.assumed) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether some constraint depends on a symbol.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        self.touching(&ByteRange { symbol, from: 0, to: u32::MAX }).next().is_some()
    }

    /// How many conditions were assumed so far.
    pub fn assumed_len(&self) -> u32 {
        self.assumed.as_ref().map_or(0, |link| link.length)
    }

    /// The conditions assumed since an earlier path condition that this one was extended from, oldest first.
    pub fn assumed_since(&self, earlier: &PathCondition) -> Vec<ExprId> {
        let length = |link: &Option<Arc<Link>>| link.as_ref().map_or(0, |link| link.length);
        let count = length(&self.assumed).saturating_sub(length(&earlier.assumed));
        let mut conditions: Vec<ExprId> = std::iter::successors(self.assumed.as_ref(), |link| link.older.as_ref())
            .take(count as usize)
            .map(|link| link.condition)
            .collect();
        conditions.reverse();
        conditions
    }

    /// The conditions in the order they were assumed, not split into constraints.
    pub fn assumed(&self) -> impl Iterator<Item = ExprId> + use<> {
        Link::from_oldest(self.assumed.as_ref())
    }

    /// Whether the boolean term is literally one of the constraints, or a bound that a stronger one has
    /// replaced.
    pub fn contains(&self, pool: &Pool, constraint: ExprId) -> bool {
        let support = pool.support(constraint);
        let slice = support.first().and_then(|range| self.touching(range).next());
        slice.map(|number| self.numbered(number)).is_some_and(|slice| slice.has(pool, constraint))
    }

    /// The numbers of the slices that bytes of a range belong to, in order of the bytes.
    fn touching(&self, range: &ByteRange) -> impl Iterator<Item = Number> + use<'_> {
        let (symbol, to) = (range.symbol, range.to);
        let before = self.owners.last_up_to(start(range)).map(|owned| owned.range);
        let before = before.filter(|before| before.symbol == symbol && before.to > range.from);
        let first = before.map_or(start(range), |before| start(&before));
        self.owners.iter_from(first).take_while(move |owned| owned.key() < (symbol, to)).map(|owned| owned.slice)
    }

    fn numbered(&self, number: Number) -> &Arc<Slice> {
        &self.slices.get(number).expect("bytes belong to slices that there are").1
    }

    /// The slices that share bytes with the support, oldest first.
    fn touched(&self, support: &[ByteRange]) -> Vec<Number> {
        let mut touched: Vec<Number> = Vec::new();
        for number in support.iter().flat_map(|range| self.touching(range)) {
            if touched.last() != Some(&number) {
                touched.push(number);
            }
        }
        if touched.len() > 1 {
            touched.sort_unstable();
            touched.dedup();
        }
        touched
    }

    /// The slices that share bytes with the support, as one.
    pub(crate) fn slice(&self, pool: &Pool, support: &[ByteRange]) -> Arc<Slice> {
        match self.touched(support)[..] {
            [] => Arc::default(),
            [number] => self.numbered(number).clone(),
            ref several => Arc::new(Slice::union(pool, several.iter().map(|&number| &**self.numbered(number)))),
        }
    }

    /// How many values some bytes can have together at most, by what is known without a question.
    pub(crate) fn combinations(&self, support: &[ByteRange]) -> u64 {
        let (mut open, mut count) =
            (support.iter().map(|range| 8 * u64::from(range.to - range.from)).sum::<u64>(), 1u64);
        for number in self.touched(support) {
            let (bits, values) = self.numbered(number).learnt.sets.combinations(support);
            (open, count) = (open - bits, count.saturating_mul(values));
        }
        let free = u32::try_from(open).ok().and_then(|bits| 1u64.checked_shl(bits));
        count.saturating_mul(free.unwrap_or(u64::MAX))
    }

    /// Every slice as one.
    pub(crate) fn whole(&self, pool: &Pool) -> Arc<Slice> {
        Arc::new(Slice::union(pool, self.slices.iter().map(|numbered| &*numbered.1)))
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
            assumed: Some(Link::new(constraint, self.assumed.clone())),
            len: self.len,
            owners: self.owners.clone(),
            slices: self.slices.clone(),
            model,
        };
        if is_conjunction(pool, constraint) {
            for part in conjuncts(pool, constraint) {
                path.add_part(pool, part, learner);
            }
        } else {
            path.add_part(pool, constraint, learner);
        }
        path
    }

    /// Adds a constraint that is no conjunction.
    fn add_part(&mut self, pool: &mut Pool, part: ExprId, learner: &mut Learner) {
        if pool.is_quantified(part) {
            self.add_quantified(pool, part, learner);
        } else {
            self.add(pool, part, learner);
        }
    }

    /// Adds a constraint with bounded universal facts: those facts, and what follows without a quantifier.
    fn add_quantified(&mut self, pool: &mut Pool, constraint: ExprId, learner: &mut Learner) {
        let parts = match learner.quantifiers {
            true => Parts::of(pool, constraint),
            false => Parts { plain: vec![pool.expanded(constraint)], facts: Vec::new() },
        };
        for fact in parts.facts {
            let plain = first_instance(pool, fact);
            self.add(pool, fact, learner);
            conjuncts(pool, plain).into_iter().for_each(|part| self.add(pool, part, learner));
        }
        for part in parts.plain {
            conjuncts(pool, part).into_iter().for_each(|part| self.add(pool, part, learner));
        }
    }

    fn add(&mut self, pool: &mut Pool, constraint: ExprId, learner: &mut Learner) {
        let support = pool.support(constraint);
        if support.is_empty() {
            // Without symbols it has a single value, and it is true because it holds under the model.
            return;
        }
        let touched = self.touched(&support);
        let (number, mut slice) = match touched[..] {
            [] => (self.len, Slice::default()),
            [number] if self.numbered(number).is_member(constraint) => return,
            [number] => (number, Slice::clone(self.numbered(number))),
            _ => self.join(pool, &touched),
        };
        self.len += 1;
        for range in &support[..] {
            give(&mut self.owners, number, &mut slice.ranges, *range);
        }
        slice.add(pool, constraint, &self.model, learner);
        self.slices.insert(Numbered(number, Arc::new(slice)), &|_| ());
    }

    /// Makes several slices one. Returns its number and the slice; the caller puts it into the list.
    fn join(&mut self, pool: &Pool, several: &[Number]) -> (Number, Slice) {
        let size = |number: Number| self.numbered(number).ranges.len();
        let largest = several.iter().copied().max_by_key(|&number| (size(number), std::cmp::Reverse(number)));
        let largest = largest.expect("there are several");
        let joined = Slice::union(pool, several.iter().map(|&number| &**self.numbered(number)));
        let mut ranges = self.numbered(largest).ranges.clone();
        for &number in several.iter().filter(|&&number| number != largest) {
            let others = self.numbered(number).ranges.clone();
            others.iter().for_each(|range| self.owners.remove(start(range), &|_| ()));
            others.iter().for_each(|&range| give(&mut self.owners, largest, &mut ranges, range));
            self.slices.remove(number, &|_| ());
        }
        (largest, joined)
    }
}

/// Adds the bytes of a range to a slice and to its `ranges`.
fn give(owners: &mut Sorted<Owned>, slice: Number, ranges: &mut Ranges, range: ByteRange) {
    if let Some(joined) = ranges.cover(range) {
        joined.replaced.iter().for_each(|range| owners.remove(start(range), &|_| ()));
        owners.insert(Owned { range: joined.range, slice }, &|_| ());
    }
}

impl Slice {
    /// Several slices as one: the smaller ones are added to the largest.
    fn union<'a>(pool: &Pool, slices: impl Iterator<Item = &'a Slice> + Clone) -> Slice {
        let size = |slice: &Slice| slice.constraints.len() + slice.ranges.len();
        let Some((largest, base)) = slices.clone().enumerate().max_by_key(|(_, slice)| size(slice)) else {
            return Slice::default();
        };
        let mut all = Slice { learnt: Learnt::default(), ..base.clone() };
        for (place, slice) in slices.enumerate() {
            // In the order of the slices: where not everything can be kept, the order decides what is.
            all.learnt = all.learnt.joined(&slice.learnt);
            if place == largest {
                continue;
            }
            for &constraint in slice.constraints.iter() {
                all.constraints.insert(pool, constraint);
            }
            for &range in slice.ranges.iter() {
                all.ranges.cover(range);
            }
            for &equation in slice.equations.iter() {
                all.equations.insert(equation, &|_| ());
            }
            all.facts.extend_from_slice(&slice.facts);
        }
        all.facts.sort_unstable();
        all
    }

    /// Whether the boolean term is literally one of the constraints.
    fn is_member(&self, constraint: ExprId) -> bool {
        self.constraints.contains(&constraint) || self.facts.binary_search(&constraint).is_ok()
    }

    /// Whether the boolean term is one of the constraints, or one that a stronger one has replaced.
    fn has(&self, pool: &Pool, constraint: ExprId) -> bool {
        if self.is_member(constraint) {
            return true;
        }
        if let Some(bound) = Bound::of(pool, constraint) {
            return self.near_bounds(pool).any(|(_, other)| other.is_like(&bound) && other.implies(&bound));
        }
        let excluded = Excluded::of(pool, constraint);
        excluded
            .is_some_and(|excluded| self.near_bounds(pool).any(|(_, bound)| bound.implies_exclusion(pool, &excluded)))
    }

    /// The youngest constraints that are bounds.
    fn near_bounds<'a>(&'a self, pool: &'a Pool) -> impl Iterator<Item = (ExprId, Bound)> + 'a {
        self.constraints.youngest().take(PATH_NEAR).filter_map(|&near| Some((near, Bound::of(pool, near)?)))
    }

    /// Adds a constraint, unless one of the [`PATH_NEAR`] youngest implies it. One of those that it implies is
    /// removed.
    fn add(&mut self, pool: &mut Pool, constraint: ExprId, model: &Model, learner: &mut Learner) {
        if pool.node(constraint).op == Op::Forall {
            if let Err(place) = self.facts.binary_search(&constraint) {
                self.facts.insert(place, constraint);
            }
            return;
        }
        let (mut constraint, mut weaker) = (constraint, None);
        if let Some(bound) = Bound::of(pool, constraint) {
            match self.near_bounds(pool).find(|(_, other)| other.is_like(&bound)) {
                Some((_, other)) if other.implies(&bound) => return,
                other => weaker = other.map(|(weaker, _)| weaker),
            }
        } else if let Some(excluded) = Excluded::of(pool, constraint) {
            let near: Vec<(ExprId, Bound)> = self.near_bounds(pool).collect();
            if let Some((bound, both)) =
                near.iter().find_map(|(id, bound)| Some((*id, bound.without(pool, &excluded)?)))
            {
                (constraint, weaker) = (both, Some(bound));
            }
        }
        if learner.equations
            && pool.node(constraint).op == Op::Eq
            && let Some(equation) = equation(pool, constraint)
            && self.equations.get(equation.key()).is_none()
        {
            self.equations.insert(equation, &|_| ());
        }
        self.learnt = learner.learn(pool, &self.learnt, constraint, model);
        if let Some(weaker) = weaker {
            self.constraints.remove(pool, weaker);
            self.learnt.replace(weaker, constraint);
        }
        if !self.constraints.contains(&constraint) {
            learner.copied += self.constraints.insert(pool, constraint) as u64;
        }
    }
}

/// Whether a term is a conjunction of several parts.
fn is_conjunction(pool: &Pool, term: ExprId) -> bool {
    let node = pool.node(term);
    node.op == Op::And || node.op == Op::Not && pool.node(node.arg(0)).op == Op::Or
}

/// Whether a term is a disjunction of several parts.
fn is_disjunction(pool: &Pool, term: ExprId) -> bool {
    let node = pool.node(term);
    node.op == Op::Or || node.op == Op::Not && pool.node(node.arg(0)).op == Op::And
}

/// The parts of a conjunction, in order. A term that is not a conjunction is its only part.
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

/// The conditions of which at least one must hold for a boolean term to hold. Empty if the term is not a
/// disjunction, or one of more than `most` conditions.
pub(crate) fn disjuncts(pool: &mut Pool, term: ExprId, most: usize) -> Vec<ExprId> {
    let mut parts = Vec::new();
    if !is_disjunction(pool, term) {
        return parts;
    }
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
            _ if parts.len() == most => return Vec::new(),
            _ => parts.push(term),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ValueSets;
    use crate::independent::independent;
    use crate::ranges::union_of_ranges;
    use test_support::Random;

    /// Slices are the groups of constraints that share bytes, in whatever order they were joined.
    #[test]
    fn slices_are_what_shares_bytes() {
        let mut random = Random::new(1);
        let mut learner = Learner::new(ValueSets::Off);
        for round in 0..200 {
            let mut pool = Pool::new();
            let object = pool.symbol("object", 8 * 40);
            let other = pool.symbol("other", 8 * 3);
            let mut path = PathCondition::new();
            let mut constraints: Vec<ExprId> = Vec::new();
            for _ in 0..1 + random.below(60) {
                let from = if random.below(8) == 0 { other } else { object };
                let bytes = u64::from(pool.width(from) / 8);
                let (a, b) = (random.below(bytes) as u32, random.below(bytes) as u32);
                let (x, y) = (pool.extract(from, 8 * a, 8), pool.extract(object, 8 * b, 8));
                let value = pool.int(8, random.below(200) + 3);
                let constraint = if random.below(2) == 0 { pool.eq(x, value) } else { pool.ult(x, y) };
                path.add(&mut pool, constraint, &mut learner);
                if !pool.support(constraint).is_empty() && !constraints.contains(&constraint) {
                    constraints.push(constraint);
                }
            }
            assert_eq!(path.len(), constraints.len(), "round {round}");
            let mut groups = independent(&pool, &constraints);
            groups.iter_mut().for_each(|group| group.sort_unstable());
            groups.sort_unstable();
            let mut slices: Vec<Vec<ExprId>> =
                path.slices.iter().map(|Numbered(_, slice)| slice.constraints.iter().copied().collect()).collect();
            slices.sort_unstable();
            assert_eq!(slices, groups, "round {round}");
            for Numbered(number, slice) in path.slices.iter() {
                let supports = slice.constraints.iter().map(|&constraint| pool.support(constraint));
                let all = supports.fold(Vec::new(), |all, support| union_of_ranges(&all, &support[..]));
                assert!(slice.ranges.iter().eq(&all), "round {round}");
                let owned = path.owners.iter().filter(|owned| owned.slice == *number);
                assert!(owned.map(|owned| owned.range).eq(all), "round {round}");
            }
            let mut sorted = constraints.clone();
            sorted.sort_unstable();
            assert!(path.whole(&pool).constraints.iter().eq(&sorted));
            assert_eq!(path.whole(&pool).constraints, Constraints::of(&pool, constraints));
        }
    }

    /// Of several bounds of one term a slice keeps the strongest; the path keeps all of them.
    #[test]
    fn a_stronger_bound_takes_the_place_of_a_weaker_one() {
        let mut learner = Learner::new(ValueSets::Off);
        let mut pool = Pool::new();
        let (n, m) = (pool.symbol("n", 32), pool.symbol("m", 32));
        let mut path = PathCondition::new();
        let below = pool.ult(n, m);
        path.add(&mut pool, below, &mut learner);
        for i in 1..1000 {
            let value = pool.int(32, i);
            let (above, signed) = (pool.ult(value, n), pool.sle(value, n));
            path.add(&mut pool, above, &mut learner);
            path.add(&mut pool, signed, &mut learner);
        }
        let weaker = pool.int(32, 500);
        let weaker = pool.ule(weaker, n);
        path.add(&mut pool, weaker, &mut learner);
        let slice = path.slice(&pool, &pool.support(n));
        assert_eq!(slice.constraints.len(), 3);
        assert_eq!(path.len(), 2000);
    }
}
