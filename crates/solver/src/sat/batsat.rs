//! BatSat (a MiniSat in Rust) as the SAT solver, with a budget of conflicts.
//!
//! BatSat's own conflict budget is out of reach from outside, but it reports every learnt clause to its callbacks and
//! asks them before each decision whether to stop: counting there gives an exact and deterministic limit.

use std::time::Instant;

use ::batsat::{Callbacks, ClauseKind};
use rustsat::solvers::{SolveIncremental, SolverResult};

use super::{Bounded, Limits, Lit};

/// How many conflicts pass between two looks at the clock.
const CLOCK_PERIOD: u64 = 64;
/// What a learnt clause takes beyond its literals.
const LEARNT_BYTES: usize = 40;

/// The solver.
pub(crate) type BatSat = rustsat_batsat::Solver<Budget>;

/// Counts conflicts and says when to stop.
#[derive(Default)]
pub(crate) struct Budget {
    conflicts: u64,
    stop_at: Option<u64>,
    limits: Limits,
    expired: bool,
    learnt_bytes: usize,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, clause: &[::batsat::Lit], _: ClauseKind) {
        self.conflicts += 1;
        self.learnt_bytes += LEARNT_BYTES + size_of_val(clause);
        if self.conflicts.is_multiple_of(CLOCK_PERIOD)
            && let Some(deadline) = self.limits.deadline
        {
            self.expired = Instant::now() >= deadline;
        }
    }

    fn on_delete_clause(&mut self, clause: &[::batsat::Lit]) {
        self.learnt_bytes = self.learnt_bytes.saturating_sub(LEARNT_BYTES + size_of_val(clause));
    }

    #[inline]
    fn stop(&self) -> bool {
        self.expired || self.stop_at.is_some_and(|limit| self.conflicts >= limit) || self.limits.cancelled()
    }
}

impl Bounded for BatSat {
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits) -> SolverResult {
        let budget = self.batsat_mut().cb_mut();
        budget.stop_at = limits.conflicts.map(|count| budget.conflicts.saturating_add(count));
        budget.limits = limits;
        budget.expired = false;
        self.solve_assumps(assumptions).expect("BatSat reports no errors")
    }

    fn conflicts(&self) -> u64 {
        self.batsat_ref().cb().conflicts
    }

    fn learnt_bytes(&self) -> usize {
        self.batsat_ref().cb().learnt_bytes
    }
}
