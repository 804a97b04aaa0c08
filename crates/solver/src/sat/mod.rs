//! What the bit-blaster needs of a SAT solver: variables, clauses, and an incremental `solve` under assumptions
//! with limits.
//!
//! SAT solvers are reached through RustSAT's traits: literals are RustSAT's, and [`Sat`] drives any solver that
//! has [`SolveIncremental`]. Those traits do not say how to stop in time; [`Bounded`] does, with one file for
//! each solver: BatSat (the default, written in Rust) and CaDiCaL (cargo feature `cadical`). The choice is made
//! at compile time: [`Backend`] is the one in use, so the calls in the encoder's inner loop are direct.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Cl, Var};

pub(crate) use rustsat::types::Lit;

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

#[cfg(not(feature = "cadical"))]
pub(crate) use self::batsat::BatSat as Backend;
#[cfg(feature = "cadical")]
pub(crate) use self::cadical::Cadical as Backend;

use crate::tuning::{
    SAT_CAUTION, SAT_CLAUSE_BYTES, SAT_CONFLICT_WORK, SAT_SUPPOSED, SAT_SUPPOSED_PART, SAT_VARIABLE_BYTES,
};

/// What the encoder needs of a literal beyond negation. Variable 0 is fixed to true, so constants are literals
/// like any other.
pub(crate) trait Literal: Copy {
    /// The literal that is always true.
    const TRUE: Self;
    /// The literal that is always false.
    const FALSE: Self;

    /// One of the two constants.
    fn constant(value: bool) -> Self;
    /// The value of a constant literal.
    fn as_constant(self) -> Option<bool>;
    /// The number of the variable.
    fn variable(self) -> u32;
    /// Whether the literal is the negation of its variable.
    fn is_negative(self) -> bool;
    /// The literal, negated if `flip` is set.
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

/// The limits of one call, which ends at the first that is reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    /// The most conflicts in this call.
    pub(crate) conflicts: Option<u64>,
    /// The time at which it ends.
    pub(crate) deadline: Option<Instant>,
    /// Ends the call when another thread sets it.
    pub(crate) cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Whether another thread has cancelled the call.
    #[inline]
    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// The result of a call of `solve`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// There is an assignment; `value` reads it.
    Sat,
    /// There is none under the assumptions.
    Unsat,
    /// A limit was reached, or a watch ended the search.
    Limit,
}

/// The work of a SAT solver, counted: the same on every machine and under any load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatWork {
    /// Clauses that were added.
    pub clauses: u64,
    /// Literals that were propagated.
    pub propagations: u64,
    /// Conflicts.
    pub conflicts: u64,
}

impl SatWork {
    /// The total as one number. Adding a clause costs about as much as propagating a literal, and a conflict
    /// about as much as a few dozen of them.
    pub fn total(self) -> u64 {
        self.clauses + self.propagations + SAT_CONFLICT_WORK * self.conflicts
    }

    /// The work done since `earlier`.
    pub(crate) fn since(self, earlier: SatWork) -> SatWork {
        SatWork {
            clauses: self.clauses - earlier.clauses,
            propagations: self.propagations - earlier.propagations,
            conflicts: self.conflicts - earlier.conflicts,
        }
    }

    /// The sum of both.
    pub(crate) fn with(self, other: SatWork) -> SatWork {
        SatWork {
            clauses: self.clauses + other.clauses,
            propagations: self.propagations + other.propagations,
            conflicts: self.conflicts + other.conflicts,
        }
    }
}

/// How far a search has come, counted in two ways. As the work at which a look is due: whichever is reached first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    /// The work, with what is expected to be done out of sight.
    pub(crate) work: u64,
    /// The work that was seen. It is the same whatever is expected.
    pub(crate) seen: u64,
}

/// An observer that looks at a search from time to time. Looking does not change the course of the search.
pub(crate) struct Watch<'a> {
    /// When the next look is due.
    next: Progress,
    /// Gets the work done so far and returns when to look again, or `None` to end the search.
    look: Option<&'a mut dyn FnMut(Progress) -> Option<Progress>>,
    ended: bool,
    /// The work done before the current call.
    before: u64,
    /// The propagations seen in the current call.
    seen: u64,
    /// The propagations that come with a conflict and are not seen, on average.
    unseen: u64,
}

impl<'a> Watch<'a> {
    /// A watch that never looks.
    pub(crate) fn nobody() -> Watch<'a> {
        let never = Progress { work: u64::MAX, seen: u64::MAX };
        Watch { next: never, look: None, ended: false, before: 0, seen: 0, unseen: 0 }
    }

    /// A watch that ends the search when this much work is done.
    pub(crate) fn until(work: u64) -> Watch<'a> {
        Watch { next: Progress { work, seen: u64::MAX }, ..Watch::nobody() }
    }

    /// A watch whose first look is due then.
    pub(crate) fn from(next: Progress, look: &'a mut dyn FnMut(Progress) -> Option<Progress>) -> Watch<'a> {
        Watch { next, look: Some(look), ..Watch::nobody() }
    }

    /// Whether the watch ended the search.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether the watch never looks.
    #[cfg(feature = "cadical")]
    fn is_nobody(&self) -> bool {
        self.next.work == u64::MAX && self.next.seen == u64::MAX
    }

    /// Adds propagations, and sets the number of conflicts of the current call; returns whether the search goes
    /// on.
    #[inline]
    fn goes_on(&mut self, propagations: u64, conflicts: u64) -> bool {
        self.seen += propagations;
        let unseen = self.unseen.saturating_mul(conflicts);
        // A watch with a look gives another instance its share of this work, so the count must not be too high.
        let unseen = if self.look.is_some() { unseen.min(self.seen) } else { unseen };
        let seen = self.before + self.seen + SAT_CONFLICT_WORK * conflicts;
        let work = seen + unseen;
        work < self.next.work && seen < self.next.seen || self.looks(Progress { work, seen })
    }

    #[cold]
    fn looks(&mut self, now: Progress) -> bool {
        match self.look.as_mut().and_then(|look| look(now)) {
            Some(next) => self.next = next,
            None => self.ended = true,
        }
        !self.ended
    }
}

/// A solver of RustSAT's that can be stopped and watched.
pub(crate) trait Bounded: SolveIncremental + Default {
    /// Whether the clauses hold together with all the assumptions, unless a limit is reached first. The watch
    /// looks from time to time.
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits, watch: &mut Watch) -> SolverResult;
    /// The value of a variable in the last assignment; a variable in no clause may have any value.
    fn value(&self, variable: u32) -> bool;
    /// The variables of the assumptions in the last refutation.
    fn core_variables(&mut self) -> Vec<u32>;
    /// Conflicts so far, over all calls.
    fn conflicts(&self) -> u64;
    /// Literals propagated so far, over all calls.
    fn propagations(&self) -> u64;
    /// The bytes that learnt clauses take, roughly; 0 if the solver does not tell.
    fn learnt_bytes(&self) -> usize {
        0
    }
}

/// An incremental SAT solver.
#[derive(Default)]
pub(crate) struct Sat<S> {
    solver: S,
    variables: u32,
    clauses: u64,
    bytes: usize,
    /// The propagations that no watch saw since the question began, and the conflicts since then.
    unseen: u64,
    met: u64,
    /// The same over all questions.
    unseen_ever: u64,
    met_ever: u64,
    /// The variables of the assumptions in the last refutation, sorted.
    core: Vec<u32>,
}

impl<S: Bounded> Sat<S> {
    /// The number of a new variable; the first one is 0.
    #[inline]
    pub(crate) fn new_variable(&mut self) -> u32 {
        self.variables += 1;
        self.bytes += SAT_VARIABLE_BYTES;
        self.variables - 1
    }

    /// Adds a clause permanently.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.bytes += SAT_CLAUSE_BYTES + size_of_val(clause);
        self.solver.add_clause_ref(Cl::new(clause)).expect("a solver takes clauses as long as there is memory");
    }

    /// Whether the clauses hold together with all the assumptions.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], limits: Limits, watch: &mut Watch) -> Verdict {
        let last = Var::new(self.variables - 1);
        self.solver.reserve(last).expect("a solver takes variables as long as there is memory");
        let before = self.work();
        (watch.before, watch.seen) = (before.total(), 0);
        watch.unseen = self.unseen_by_conflict(watch.look.is_none());
        let result = self.solver.solve_within(assumptions, limits, watch);
        let work = self.work().since(before);
        let unseen = work.propagations.saturating_sub(watch.seen);
        self.unseen += unseen;
        self.unseen_ever += unseen;
        self.met += work.conflicts;
        self.met_ever += work.conflicts;
        match result {
            SolverResult::Sat => Verdict::Sat,
            SolverResult::Unsat => {
                self.core = self.solver.core_variables();
                self.core.sort_unstable();
                Verdict::Unsat
            }
            SolverResult::Interrupted => Verdict::Limit,
        }
    }

    /// The value of a variable in the last assignment. Valid until the next clause or call of `solve`. A
    /// variable in no clause may be unknown to the solver; it may have any value.
    #[inline]
    pub(crate) fn value(&self, variable: u32) -> bool {
        self.solver.value(variable)
    }

    /// Whether the assumption took part in the last refutation.
    pub(crate) fn in_core(&self, assumption: Lit) -> bool {
        self.core.binary_search(&assumption.variable()).is_ok()
    }

    /// The work done so far, over all calls.
    pub(crate) fn work(&self) -> SatWork {
        let (propagations, conflicts) = (self.solver.propagations(), self.solver.conflicts());
        SatWork { clauses: self.clauses, propagations, conflicts }
    }

    /// How many propagations that no watch sees come with a conflict, on average, and 0 before the first one. Where
    /// the number should rather be too high (`at_most`), it is some times the average of this question or of all,
    /// whichever is greater.
    fn unseen_by_conflict(&self, at_most: bool) -> u64 {
        let now = self.unseen.checked_div(self.met);
        if !at_most {
            return now.unwrap_or(0);
        }
        let variables = u64::from(self.variables);
        let ever = (self.unseen_ever + SAT_SUPPOSED * variables / SAT_SUPPOSED_PART) / (self.met_ever + SAT_SUPPOSED);
        match now {
            Some(now) => SAT_CAUTION * now.max(ever),
            None => (2 * SAT_CAUTION * ever).min(variables),
        }
    }

    /// Begins another question: what came with conflicts so far says nothing about it.
    pub(crate) fn expect_nothing(&mut self) {
        (self.unseen, self.met) = (0, 0);
    }

    /// Expects as many unseen propagations with a conflict as in another solver, which has the same clauses and
    /// more, scaled by variables.
    pub(crate) fn expect_of(&mut self, other: &Sat<S>) {
        if let Some(unseen) = other.unseen.checked_div(other.met) {
            let scaled = u128::from(unseen) * u128::from(self.variables);
            (self.unseen, self.met) = ((scaled / u128::from(other.variables.max(1))) as u64, 1);
        }
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    /// The memory in bytes that the solver takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.solver.learnt_bytes()
    }
}
