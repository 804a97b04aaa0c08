//! The constraints of a slice, a sorted list that paths share; and cores, which are all or some of the
//! constraints.
//!
//! A slice reached along different paths is the same key in a cache, so the list has a hash that does not
//! depend on how the list was built: a sum, updated with each change. Each part of the list knows the span of
//! bytes that its constraints depend on, so that the constraints which a change of the model may break are
//! found without looking at the others.

use std::sync::Arc;

use expr::{ExprId, Pool, Span, span};

use crate::sorted::{Item, Iter, Sorted};

impl Item for ExprId {
    type Key = ExprId;
    type Hull = Span;

    fn key(&self) -> ExprId {
        *self
    }

    fn joined(one: Span, other: Span) -> Span {
        (one.0.min(other.0), one.1.max(other.1))
    }

    fn same(&self, other: &ExprId) -> bool {
        self == other
    }
}

/// Constraints, sorted by their ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constraints {
    all: Sorted<ExprId>,
    /// The sum of the members' hashes.
    hash: u64,
}

impl Constraints {
    /// The list of these constraints, which may come in any order.
    pub(crate) fn of(pool: &Pool, constraints: impl IntoIterator<Item = ExprId>) -> Constraints {
        let mut all = Constraints::default();
        for constraint in constraints {
            all.insert(pool, constraint);
        }
        all
    }

    /// The number of constraints.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether a term is one of the constraints.
    pub(crate) fn contains(&self, constraint: &ExprId) -> bool {
        self.all.get(*constraint).is_some()
    }

    /// All constraints, oldest terms first.
    pub(crate) fn iter(&self) -> Iter<'_, ExprId, false> {
        self.all.iter()
    }

    /// The constraints that are younger than a term.
    pub(crate) fn younger_than(&self, term: ExprId) -> impl Iterator<Item = ExprId> {
        self.all.iter_from(term).copied().skip_while(move |&constraint| constraint == term)
    }

    /// All constraints, youngest terms first.
    pub(crate) fn youngest(&self) -> Iter<'_, ExprId, true> {
        self.all.iter_back()
    }

    /// A hash of the members, independent of the order in which they were added.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Adds a constraint that is not there yet; returns how many items were copied.
    pub(crate) fn insert(&mut self, pool: &Pool, constraint: ExprId) -> usize {
        debug_assert!(!self.contains(&constraint));
        self.hash = self.hash.wrapping_add(mixed(constraint));
        self.all.insert(constraint, &|&term| span(&pool.support(term)))
    }

    /// Removes a constraint, which must be there.
    pub(crate) fn remove(&mut self, pool: &Pool, constraint: ExprId) {
        debug_assert!(self.contains(&constraint));
        self.hash = self.hash.wrapping_sub(mixed(constraint));
        self.all.remove(constraint, &|&term| span(&pool.support(term)));
    }

    /// A lower bound on how many of the oldest constraints both lists have in common.
    pub(crate) fn common_start(&self, other: &Constraints) -> usize {
        self.all.common_start(&other.all)
    }

    /// Whether a condition holds for all constraints that may depend on one of these bytes, whose numbers are
    /// sorted.
    pub(crate) fn all_about(&self, bytes: &[u64], mut holds: impl FnMut(ExprId) -> bool) -> bool {
        let wanted = |span: &Span| bytes.get(bytes.partition_point(|&byte| byte < span.0)).is_some_and(|&b| b < span.1);
        self.all.all_within(&wanted, &mut |&constraint| holds(constraint))
    }
}

impl PartialEq for Constraints {
    fn eq(&self, other: &Constraints) -> bool {
        (self.hash, self.len()) == (other.hash, other.len())
            && (self.all.is_clone_of(&other.all) || self.iter().eq(other.iter()))
    }
}

impl Eq for Constraints {}

/// The finalizer of splitmix64: the sum of plain ids would be the same for many different lists.
fn mixed(constraint: ExprId) -> u64 {
    let mut bits = (constraint.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Constraints that refute a question together.
#[derive(Clone, Debug)]
pub(crate) enum Core {
    /// These constraints, sorted.
    Some(Arc<[ExprId]>),
    /// All constraints of the slice.
    All(Constraints),
}

impl Core {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Core::Some(some) => some.len(),
            Core::All(all) => all.len(),
        }
    }

    /// Whether a constraint is in the core.
    pub(crate) fn contains(&self, constraint: &ExprId) -> bool {
        match self {
            Core::Some(some) => some.binary_search(constraint).is_ok(),
            Core::All(all) => all.contains(constraint),
        }
    }

    /// The constraints in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ExprId> {
        let (some, all) = match self {
            Core::Some(some) => (Some(some.iter()), None),
            Core::All(all) => (None, Some(all.iter())),
        };
        some.into_iter().flatten().chain(all.into_iter().flatten())
    }
}

impl PartialEq for Core {
    fn eq(&self, other: &Core) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

/// The core of all constraints, for a refutation that does not know which of them it needs.
impl From<&Constraints> for Core {
    fn from(all: &Constraints) -> Core {
        Core::All(all.clone())
    }
}

impl FromIterator<ExprId> for Core {
    fn from_iter<I: IntoIterator<Item = ExprId>>(iter: I) -> Core {
        let mut some: Vec<ExprId> = iter.into_iter().collect();
        some.sort_unstable();
        some.dedup();
        Core::Some(some.into())
    }
}
