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
    /// A limit was reached, or a look ended it.
    Limit,
}

/// What a SAT solver did, counted: the same on every machine and at any load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatWork {
    /// Clauses it was given.
    pub clauses: u64,
    /// Literals it propagated.
    pub propagations: u64,
    /// Conflicts it met.
    pub conflicts: u64,
}

impl SatWork {
    /// All of it as one number. A clause that is made and added costs about as much as a literal that is propagated, and a
    /// conflict as much as a few dozen of them.
    pub fn total(self) -> u64 {
        self.clauses + self.propagations + CONFLICT_WORK * self.conflicts
    }

    /// What was done since then.
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

/// What a conflict counts as.
const CONFLICT_WORK: u64 = 30;

/// Somebody who looks in while a solver is at work. What the looks cost or find does not change the solver's way.
pub(crate) struct Watch<'a> {
    /// How much work is done when the next look is due.
    next: u64,
    /// Gets the work done so far and tells when to look again, or nothing to end the search.
    look: Option<&'a mut dyn FnMut(u64) -> Option<u64>>,
    ended: bool,
    /// The work that was done before the call at hand, ...
    before: u64,
    /// ... the propagations that were seen in it, ...
    seen: u64,
    /// ... and those that come with a conflict and are not seen.
    unseen: u64,
}

impl<'a> Watch<'a> {
    /// Nobody looks.
    pub(crate) fn nobody() -> Watch<'a> {
        Watch { next: u64::MAX, look: None, ended: false, before: 0, seen: 0, unseen: 0 }
    }

    /// The search ends when so much work is done.
    pub(crate) fn until(work: u64) -> Watch<'a> {
        Watch { next: work, ..Watch::nobody() }
    }

    /// The first look is due when so much work is done.
    pub(crate) fn from(work: u64, look: &'a mut dyn FnMut(u64) -> Option<u64>) -> Watch<'a> {
        Watch { next: work, look: Some(look), ..Watch::nobody() }
    }

    /// Whether a look ended the search.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether nobody looks at all.
    #[cfg(feature = "cadical")]
    fn is_nobody(&self) -> bool {
        self.next == u64::MAX
    }

    /// Takes note of propagations and of all conflicts of the call at hand; whether the search goes on.
    #[inline]
    fn goes_on(&mut self, propagations: u64, conflicts: u64) -> bool {
        self.seen += propagations;
        let unseen = self.unseen.saturating_mul(conflicts);
        // One who looks takes his share of what he sees, so that he must not see too much.
        let unseen = if self.look.is_some() { unseen.min(self.seen) } else { unseen };
        let work = self.before + self.seen + unseen + CONFLICT_WORK * conflicts;
        work < self.next || self.looks(work)
    }

    #[cold]
    fn looks(&mut self, work: u64) -> bool {
        match self.look.as_mut().and_then(|look| look(work)) {
            Some(next) => self.next = next,
            None => self.ended = true,
        }
        !self.ended
    }
}

/// A solver of RustSAT's that can be stopped and looked at.
pub(crate) trait Bounded: SolveIncremental + Default {
    /// Whether the clauses hold together with all the assumptions, unless a limit comes first. The watch looks in between.
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits, watch: &mut Watch) -> SolverResult;
    /// The value of a variable in the assignment found last; any value does for one in no clause.
    fn value(&self, variable: u32) -> bool;
    /// The variables of the assumptions in the refutation found last.
    fn core_variables(&mut self) -> Vec<u32>;
    /// Conflicts met so far, over all calls.
    fn conflicts(&self) -> u64;
    /// Literals propagated so far, over all calls.
    fn propagations(&self) -> u64;
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
    clauses: u64,
    bytes: usize,
    /// The propagations that no watch saw since a question was begun, and the conflicts.
    unseen: u64,
    met: u64,
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
        self.clauses += 1;
        self.bytes += CLAUSE_BYTES + size_of_val(clause);
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
        self.unseen += work.propagations.saturating_sub(watch.seen);
        self.met += work.conflicts;
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

    /// The value of a variable in the assignment found last. Valid until the next clause or call of `solve`. A variable
    /// in no clause may be unknown to the solver; any value does.
    #[inline]
    pub(crate) fn value(&self, variable: u32) -> bool {
        self.solver.value(variable)
    }

    /// Whether the assumption took part in the refutation found last.
    pub(crate) fn in_core(&self, assumption: Lit) -> bool {
        self.core.binary_search(&assumption.variable()).is_ok()
    }

    /// What was done so far, over all calls.
    pub(crate) fn work(&self) -> SatWork {
        let (propagations, conflicts) = (self.solver.propagations(), self.solver.conflicts());
        SatWork { clauses: self.clauses, propagations, conflicts }
    }

    /// How many propagations a conflict comes with that no watch sees. As long as there was none it may be a whole assignment; or
    /// nothing, for somebody who must not think it more than it is.
    fn unseen_by_conflict(&self, at_most: bool) -> u64 {
        match (self.met, at_most) {
            (0, true) => u64::from(self.variables),
            (0, false) => 0,
            (met, _) => self.unseen / met,
        }
    }

    /// Another question: what conflicts came with so far says nothing of it.
    pub(crate) fn expect_nothing(&mut self) {
        (self.unseen, self.met) = (0, 0);
    }

    /// Expects of conflicts what they came with in another solver, which has the same clauses and more.
    pub(crate) fn expect_of(&mut self, other: &Sat<S>) {
        if let Some(unseen) = other.unseen.checked_div(other.met) {
            let scaled = u128::from(unseen) * u128::from(self.variables);
            (self.unseen, self.met) = ((scaled / u128::from(other.variables.max(1))) as u64, 1);
        }
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    /// The memory the solver takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.solver.learnt_bytes()
    }
}
