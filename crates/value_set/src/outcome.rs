//! How good the result of an operation is.

use crate::number::Number;
use crate::set::Set;
use crate::tuning::DEFAULT_CAP;

/// The result of an operation on sets, with its quality.
#[derive(Clone, Debug)]
pub enum Outcome<N: Number, const CAP: usize = DEFAULT_CAP> {
    /// Exactly the possible values.
    Exact(Set<N, CAP>),
    /// All possible values, and maybe others.
    Over(Set<N, CAP>),
    /// Nothing is known: any value of the width may be possible.
    Declined,
}

impl<N: Number, const CAP: usize> Outcome<N, CAP> {
    /// The set, whatever its quality; `None` if the operation declined.
    pub fn set(self) -> Option<Set<N, CAP>> {
        match self {
            Outcome::Exact(set) | Outcome::Over(set) => Some(set),
            Outcome::Declined => None,
        }
    }

    /// The set if it is exact.
    pub fn exact(self) -> Option<Set<N, CAP>> {
        match self {
            Outcome::Exact(set) => Some(set),
            Outcome::Over(_) | Outcome::Declined => None,
        }
    }

    /// Whether the set is exact.
    pub fn is_exact(&self) -> bool {
        matches!(self, Outcome::Exact(_))
    }

    /// The set and whether it is exact; if the operation declined, the full set of the given width.
    pub fn or_full(self, width: u32) -> (Set<N, CAP>, bool) {
        match self {
            Outcome::Exact(set) => (set, true),
            Outcome::Over(set) => (set, false),
            Outcome::Declined => (Set::full(width), false),
        }
    }
}

/// An outcome inside the crate: a set that contains all possible values, and whether it contains no others. A
/// declined operation is the full set here, so that results can be computed with without a special case.
#[derive(Clone, Debug)]
pub(crate) struct Found<N: Number, const CAP: usize> {
    pub set: Set<N, CAP>,
    pub exact: bool,
}

impl<N: Number, const CAP: usize> Found<N, CAP> {
    pub fn exact(set: Set<N, CAP>) -> Self {
        Found { set, exact: true }
    }

    pub fn over(set: Set<N, CAP>) -> Self {
        Found { set, exact: false }
    }

    /// Nothing is known: the full set, not exact.
    pub fn unknown(width: u32) -> Self {
        Found::over(Set::full(width))
    }

    /// Applies another operation to the set. The result is exact if both the set and the operation are.
    pub fn then(self, operation: impl FnOnce(&Set<N, CAP>) -> Found<N, CAP>) -> Self {
        let next = operation(&self.set);
        Found { exact: self.exact && next.exact, set: next.set }
    }

    /// The union: exact if both are.
    pub fn or(self, other: Self) -> Self {
        let joined = self.set.union_found(&other.set);
        // If one side is exactly the full set, the union is too, whatever the other side is.
        let whole = (self.exact && self.set.is_full()) || (other.exact && other.set.is_full());
        Found { exact: whole || (joined.exact && self.exact && other.exact), set: joined.set }
    }

    /// The more precise of the two: an exact one, else the one with fewer values.
    pub fn better(self, other: Self) -> Self {
        if self.exact || (!other.exact && self.set.count() <= other.set.count()) { self } else { other }
    }

    pub fn outcome(self) -> Outcome<N, CAP> {
        match self.exact || self.set.is_empty() {
            true => Outcome::Exact(self.set),
            false if self.set.is_full() => Outcome::Declined,
            false => Outcome::Over(self.set),
        }
    }
}
