//! What the bit-blaster asks of a SAT solver: variables, clauses, one incremental `solve` under assumptions with limits.
//!
//! Two implementations exist: BatSat (the default, written in Rust) and CaDiCaL (cargo feature `cadical`). The choice is
//! made at compile time: [`Backend`] is the one in use, so the calls in the encoder's inner loop are direct.

use std::ops::Not;
use std::time::Instant;

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

#[cfg(not(feature = "cadical"))]
pub(crate) use self::batsat::BatSat as Backend;
#[cfg(feature = "cadical")]
pub(crate) use self::cadical::Cadical as Backend;

/// A literal: a variable or its negation. Variable 0 is fixed to true, so constants are literals like any other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The literal that is always true.
    pub(crate) const TRUE: Lit = Lit(0);
    /// The literal that is always false.
    pub(crate) const FALSE: Lit = Lit(1);

    /// The positive literal of a variable.
    #[inline]
    pub(crate) fn positive(variable: u32) -> Lit {
        Lit(variable << 1)
    }

    /// One of the two constants.
    #[inline]
    pub(crate) fn constant(value: bool) -> Lit {
        Lit(u32::from(!value))
    }

    /// The value of a constant literal.
    #[inline]
    pub(crate) fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 0)
    }

    /// The variable.
    #[inline]
    pub(crate) fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the literal is the negation of its variable.
    #[inline]
    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, negated when `flip` says so.
    #[inline]
    pub(crate) fn flip_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// When to give up: whichever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// So many conflicts in this call.
    pub(crate) conflicts: Option<u64>,
    /// This moment.
    pub(crate) deadline: Option<Instant>,
}

/// What a call of `solve` found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// There is an assignment; `value` reads it.
    Sat,
    /// There is none under the assumptions.
    Unsat,
    /// A limit was reached.
    Limit,
}

/// An incremental SAT solver.
pub(crate) trait SatSolver: Default {
    /// A new variable; the first one is number 0.
    fn new_variable(&mut self) -> u32;
    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Whether the clauses hold together with all the assumptions.
    fn solve(&mut self, assumptions: &[Lit], limits: Limits) -> Verdict;
    /// The value of a variable in the assignment found last. Valid until the next clause or call of `solve`.
    fn value(&self, variable: u32) -> bool;
    /// Whether the assumption took part in the refutation found last.
    fn in_core(&self, assumption: Lit) -> bool;
    /// Conflicts met so far, over all calls.
    fn conflicts(&self) -> u64;
}
