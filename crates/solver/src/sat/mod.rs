//! What the bit-blaster asks of a SAT solver: variables, clauses, one incremental `solve` under assumptions with limits.
//!
//! SAT solvers are reached through RustSAT's traits: literals are RustSAT's, and [`Sat`] drives any solver that has
//! [`SolveIncremental`]. What those traits leave open is how to stop in time; [`Bounded`] says it for each solver, one a
//! file: BatSat (the default, written in Rust) and CaDiCaL (cargo feature `cadical`). The choice is made at compile time:
//! [`Backend`] is the one in use, so the calls in the encoder's inner loop are direct.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Cl, TernaryVal, Var};

pub(crate) use rustsat::types::Lit;

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

#[cfg(not(feature = "cadical"))]
pub(crate) use self::batsat::BatSat as Backend;
#[cfg(feature = "cadical")]
pub(crate) use self::cadical::Cadical as Backend;

/// What the encoder wants of a literal beyond negation. Variable 0 is fixed to true, so constants are literals like any
/// other.
pub(crate) trait Literal: Copy {
    /// The literal that is always true.
    const TRUE: Self;
    /// The literal that is always false.
    const FALSE: Self;

    /// One of the two constants.
    fn constant(value: bool) -> Self;
    /// The value of a constant literal.
    fn as_constant(self) -> Option<bool>;
    /// The variable.
    fn variable(self) -> u32;
    /// Whether the literal is the negation of its variable.
    fn is_negative(self) -> bool;
    /// The literal, negated when `flip` says so.
    fn flip_if(self, flip: bool) -> Self;
}

impl Literal for Lit {
    const TRUE: Lit = Lit::positive(0);
    const FALSE: Lit = Lit::negative(0);

    #[inline]
    fn constant(value: bool) -> Lit {
        Lit::FALSE.flip_if(value)
    }

    #[inline]
    fn as_constant(self) -> Option<bool> {
        (self.vidx32() == 0).then_some(self.is_pos())
    }

    #[inline]
    fn variable(self) -> u32 {
        self.vidx32()
    }

    #[inline]
    fn is_negative(self) -> bool {
        self.is_neg()
    }

    #[inline]
    fn flip_if(self, flip: bool) -> Lit {
        if flip { !self } else { self }
    }
}

/// When to give up: whichever comes first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    /// So many conflicts in this call.
    pub(crate) conflicts: Option<u64>,
    /// This moment.
    pub(crate) deadline: Option<Instant>,
    /// When another thread sets it.
    pub(crate) cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether another thread wants an end.
    #[inline]
    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
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

/// A solver of RustSAT's that can be stopped.
pub(crate) trait Bounded: SolveIncremental + Default {
    /// Whether the clauses hold together with all the assumptions, unless a limit comes first.
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits) -> SolverResult;
    /// Conflicts met so far, over all calls.
    fn conflicts(&self) -> u64;
    /// The bytes that learnt clauses take, roughly; nothing if the solver does not tell.
    fn learnt_bytes(&self) -> usize {
        0
    }
}

/// What a clause takes beyond its literals, and a variable with its watches and activities: estimates.
const CLAUSE_BYTES: usize = 40;
const VARIABLE_BYTES: usize = 120;

/// An incremental SAT solver.
#[derive(Default)]
pub(crate) struct Sat<S> {
    solver: S,
    variables: u32,
    bytes: usize,
    /// The variables of the assumptions in the refutation found last, sorted.
    core: Vec<u32>,
}

impl<S: Bounded> Sat<S> {
    /// A new variable; the first one is number 0.
    #[inline]
    pub(crate) fn new_variable(&mut self) -> u32 {
        self.variables += 1;
        self.bytes += VARIABLE_BYTES;
        self.variables - 1
    }

    /// Adds a clause for good.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        self.bytes += CLAUSE_BYTES + size_of_val(clause);
        self.solver.add_clause_ref(Cl::new(clause)).expect("a solver takes clauses as long as there is memory");
    }

    /// Whether the clauses hold together with all the assumptions.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], limits: Limits) -> Verdict {
        let last = Var::new(self.variables - 1);
        self.solver.reserve(last).expect("a solver takes variables as long as there is memory");
        match self.solver.solve_within(assumptions, limits) {
            SolverResult::Sat => Verdict::Sat,
            SolverResult::Unsat => {
                let core = self.solver.core().expect("there is a core after a refutation");
                self.core.clear();
                self.core.extend(core.iter().map(|lit| lit.variable()));
                self.core.sort_unstable();
                Verdict::Unsat
            }
            SolverResult::Interrupted => Verdict::Limit,
        }
    }

    /// The value of a variable in the assignment found last. Valid until the next clause or call of `solve`. A variable
    /// in no clause may be unknown to the solver; any value does.
    #[inline]
    pub(crate) fn value(&self, variable: u32) -> bool {
        matches!(self.solver.lit_val(Lit::positive(variable)), Ok(TernaryVal::True))
    }

    /// Whether the assumption took part in the refutation found last.
    pub(crate) fn in_core(&self, assumption: Lit) -> bool {
        self.core.binary_search(&assumption.variable()).is_ok()
    }

    /// Conflicts met so far, over all calls.
    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }

    /// The memory the solver takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.solver.learnt_bytes()
    }
}
