//! BatSat (a MiniSat in Rust) as the SAT solver, with a budget of conflicts.
//!
//! BatSat's own conflict budget is out of reach from outside, but it reports every learnt clause to its callbacks and
//! asks them before each decision whether to stop: counting there gives an exact and deterministic limit.

use std::time::Instant;

use batsat::{Callbacks, SolverInterface, lbool};

use super::{Limits, Lit, SatSolver, Verdict};

/// How many conflicts pass between two looks at the clock.
const CLOCK_PERIOD: u64 = 64;

/// The solver.
#[derive(Default)]
pub(crate) struct BatSat {
    solver: batsat::Solver<Budget>,
    clause: Vec<batsat::Lit>,
}

/// Counts conflicts and says when to stop.
#[derive(Default)]
struct Budget {
    conflicts: u64,
    stop_at: Option<u64>,
    deadline: Option<Instant>,
    expired: bool,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[batsat::Lit], _: batsat::ClauseKind) {
        self.conflicts += 1;
        if self.conflicts.is_multiple_of(CLOCK_PERIOD)
            && let Some(deadline) = self.deadline
        {
            self.expired = Instant::now() >= deadline;
        }
    }

    #[inline]
    fn stop(&self) -> bool {
        self.expired || self.stop_at.is_some_and(|limit| self.conflicts >= limit)
    }
}

#[inline]
fn foreign(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.variable()), !lit.is_negative())
}

impl SatSolver for BatSat {
    fn new_variable(&mut self) -> u32 {
        self.solver.new_var_default().idx()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| foreign(lit)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: Limits) -> Verdict {
        let budget = self.solver.cb_mut();
        budget.stop_at = limits.conflicts.map(|count| budget.conflicts.saturating_add(count));
        budget.deadline = limits.deadline;
        budget.expired = false;
        self.clause.clear();
        self.clause.extend(assumptions.iter().map(|&lit| foreign(lit)));
        let result = self.solver.solve_limited(&self.clause);
        if result == lbool::TRUE {
            Verdict::Sat
        } else if result == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Limit
        }
    }

    #[inline]
    fn value(&self, variable: u32) -> bool {
        self.solver.value_var(batsat::Var::unsafe_from_idx(variable)) == lbool::TRUE
    }

    fn in_core(&self, assumption: Lit) -> bool {
        self.solver.unsat_core_contains_var(batsat::Var::unsafe_from_idx(assumption.variable()))
    }

    fn conflicts(&self) -> u64 {
        self.solver.cb().conflicts
    }
}
