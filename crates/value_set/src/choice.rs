//! If-then-else: the values it can have, and what its result implies for its condition and branches.
//!
//! A condition is a set of width 1. The branch that is not taken can have any value, so a branch is restricted
//! only if the other branch cannot have given the result.

use crate::number::Number;
use crate::outcome::Outcome;
use crate::set::Set;
use crate::tuning::DEFAULT_CAP;

/// An if-then-else with the sets of its three operands.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a, N: Number, const CAP: usize = DEFAULT_CAP> {
    /// The condition: 1 chooses `then`, 0 chooses `otherwise`.
    pub condition: &'a Set<N, CAP>,
    /// The result if the condition is 1.
    pub then: &'a Set<N, CAP>,
    /// The result if the condition is 0.
    pub otherwise: &'a Set<N, CAP>,
}

impl<N: Number, const CAP: usize> Choice<'_, N, CAP> {
    /// The possible results.
    pub fn forward(&self) -> Outcome<N, CAP> {
        let possible = |value: N, branch: &Set<N, CAP>| {
            if self.condition.contains(&value) { branch.clone() } else { Set::empty(branch.width()) }
        };
        // If a branch has no possible value, there is no assignment of the operands at all.
        if self.then.is_empty() || self.otherwise.is_empty() {
            return Outcome::Exact(Set::empty(self.then.width()));
        }
        possible(N::one(), self.then).union(&possible(N::zero(), self.otherwise))
    }

    /// The conditions under which the result can be in `result`, regardless of the set of the condition.
    pub fn backward_condition(&self, result: &Set<N, CAP>) -> Set<N, CAP> {
        if self.then.is_empty() || self.otherwise.is_empty() {
            return Set::empty(1);
        }
        match (self.then.meets(result), self.otherwise.meets(result)) {
            (true, true) => Set::full(1),
            (true, false) => Set::single(1, N::one()),
            (false, true) => Set::single(1, N::zero()),
            (false, false) => Set::empty(1),
        }
    }

    /// The values of `then` for which the result can be in `result`, regardless of the set of `then`.
    pub fn backward_then(&self, result: &Set<N, CAP>) -> Set<N, CAP> {
        branch(result, self.condition.contains(&N::one()), self.condition.contains(&N::zero()), self.otherwise)
    }

    /// The values of `otherwise` for which the result can be in `result`, regardless of the set of `otherwise`.
    pub fn backward_otherwise(&self, result: &Set<N, CAP>) -> Set<N, CAP> {
        branch(result, self.condition.contains(&N::zero()), self.condition.contains(&N::one()), self.then)
    }
}

/// The values of one branch. `taken` and `not_taken` say whether the condition can choose it and can choose `other`.
fn branch<N: Number, const CAP: usize>(
    result: &Set<N, CAP>,
    taken: bool,
    not_taken: bool,
    other: &Set<N, CAP>,
) -> Set<N, CAP> {
    let width = result.width();
    if not_taken && other.meets(result) {
        Set::full(width)
    } else if taken && !other.is_empty() {
        result.clone()
    } else {
        Set::empty(width)
    }
}
