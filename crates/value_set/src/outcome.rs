//! How good a result is.

use crate::number::Number;
use crate::set::{DEFAULT_CAP, Set};

/// The result of an operation on sets, with its quality.
#[derive(Clone, Debug)]
pub enum Outcome<N: Number, const CAP: usize = DEFAULT_CAP> {
    /// Exactly the values that are possible.
    Exact(Set<N, CAP>),
    /// All values that are possible, and maybe others.
    Over(Set<N, CAP>),
    /// Nothing better than the set of all values is known.
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

    /// The set and whether it is exact; the full set of a width in place of a declined one.
    pub fn or_full(self, width: u32) -> (Set<N, CAP>, bool) {
        match self {
            Outcome::Exact(set) => (set, true),
            Outcome::Over(set) => (set, false),
            Outcome::Declined => (Set::full(width), false),
        }
    }
}

/// A set that contains all possible values, and whether it contains no others: the outcome inside the crate, where the
/// full set is as good as any for computing on.
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

    /// Nothing is known.
    pub fn unknown(width: u32) -> Self {
        Found::over(Set::full(width))
    }

    /// The image under another operation. It takes a superset to a superset, and an exact set to what it says.
    pub fn then(self, operation: impl FnOnce(&Set<N, CAP>) -> Found<N, CAP>) -> Self {
        let next = operation(&self.set);
        Found { exact: self.exact && next.exact, set: next.set }
    }

    /// The union: exact if both are.
    pub fn or(self, other: Self) -> Self {
        let joined = self.set.union_found(&other.set);
        // What one side has for certain cannot be too much on the other.
        let whole = (self.exact && self.set.is_full()) || (other.exact && other.set.is_full());
        Found { exact: whole || (joined.exact && self.exact && other.exact), set: joined.set }
    }

    /// Whichever says more: an exact one, or the smaller one.
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
