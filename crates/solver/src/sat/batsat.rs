//! BatSat (a MiniSat in Rust) as the SAT solver, with a budget of conflicts, and a watch.
//!
//! BatSat's own conflict budget is not accessible, but it reports every learnt clause to its callbacks and asks
//! them before each decision whether to stop: counting there gives an exact and deterministic limit.
//!
//! BatSat does not tell how many literals it has propagated while it is searching. But it shows its assignment
//! to a theory before each decision; a theory without any content can count by how much the assignment grew.
//! Propagations right before a conflict are not seen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use ::batsat::{Callbacks, ClauseKind, SolverInterface, Theory, Var, lbool, theory::TheoryArg};
use rustsat::solvers::SolverResult;

use super::{Bounded, Limits, Lit, Literal, Watch};

use crate::tuning::{SAT_CLOCK, SAT_LEARNT_BYTES};

/// The solver.
pub(crate) type BatSat = rustsat_batsat::Solver<Budget>;

/// Counts conflicts and says when to stop.
#[derive(Default)]
pub(crate) struct Budget {
    shared: Arc<Shared>,
    stop_at: Option<u64>,
    limits: Limits,
    expired: bool,
    learnt_bytes: usize,
}

/// What the callbacks and the theory share. Both run in one thread; atomic, so that a solver can be handed to another.
#[derive(Default)]
struct Shared {
    conflicts: AtomicU64,
    ended: AtomicBool,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, clause: &[::batsat::Lit], _: ClauseKind) {
        let conflicts = self.shared.conflicts.load(Relaxed) + 1;
        self.shared.conflicts.store(conflicts, Relaxed);
        self.learnt_bytes += SAT_LEARNT_BYTES + size_of_val(clause);
        if conflicts.is_multiple_of(SAT_CLOCK)
            && let Some(deadline) = self.limits.deadline
        {
            self.expired = Instant::now() >= deadline;
        }
    }

    fn on_delete_clause(&mut self, clause: &[::batsat::Lit]) {
        self.learnt_bytes = self.learnt_bytes.saturating_sub(SAT_LEARNT_BYTES + size_of_val(clause));
    }

    #[inline]
    fn stop(&self) -> bool {
        self.expired
            || self.shared.ended.load(Relaxed)
            || self.stop_at.is_some_and(|limit| self.shared.conflicts.load(Relaxed) >= limit)
            || self.limits.cancelled()
    }
}

/// A theory without any content, which lets a watch look at the search.
struct Watching<'a, 'b> {
    shared: Arc<Shared>,
    /// The number of conflicts before this call.
    conflicts: u64,
    /// How many literals were assigned at the last look, and when each level began.
    assigned: usize,
    levels: Vec<usize>,
    watch: &'a mut Watch<'b>,
}

impl Theory for Watching<'_, '_> {
    fn partial_check(&mut self, state: &mut TheoryArg) {
        let assigned = state.model().len();
        let more = assigned.saturating_sub(self.assigned) as u64;
        self.assigned = assigned;
        let conflicts = self.shared.conflicts.load(Relaxed) - self.conflicts;
        if !self.shared.ended.load(Relaxed) && !self.watch.goes_on(more, conflicts) {
            self.shared.ended.store(true, Relaxed);
        }
    }

    fn final_check(&mut self, _: &mut TheoryArg) {}

    fn create_level(&mut self) {
        self.levels.push(self.assigned);
    }

    fn pop_levels(&mut self, count: usize) {
        let left = self.levels.len().saturating_sub(count);
        self.assigned = self.levels.get(left).copied().unwrap_or(self.assigned);
        self.levels.truncate(left);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, _: ::batsat::Lit) -> &[::batsat::Lit] {
        unreachable!("nothing was propagated here")
    }
}

impl Bounded for BatSat {
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits, watch: &mut Watch) -> SolverResult {
        let solver = self.batsat_mut();
        let assumed: Vec<::batsat::Lit> = assumptions
            .iter()
            .map(|lit| ::batsat::Lit::new(solver.var_of_int(lit.variable()), !lit.is_negative()))
            .collect();
        let budget = solver.cb_mut();
        let conflicts = budget.shared.conflicts.load(Relaxed);
        budget.stop_at = limits.conflicts.map(|count| conflicts.saturating_add(count));
        budget.limits = limits;
        budget.expired = false;
        budget.shared.ended.store(false, Relaxed);
        let shared = budget.shared.clone();
        let mut watching = Watching { shared, conflicts, assigned: 0, levels: Vec::new(), watch };
        // RustSAT's own call does not support theories.
        match solver.solve_limited_th(&mut watching, &assumed) {
            answer if answer == lbool::TRUE => SolverResult::Sat,
            answer if answer == lbool::FALSE => SolverResult::Unsat,
            _ => SolverResult::Interrupted,
        }
    }

    fn value(&self, variable: u32) -> bool {
        self.batsat_ref().value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE
    }

    fn core_variables(&mut self) -> Vec<u32> {
        self.batsat_ref().unsat_core().iter().map(|lit| lit.var().idx()).collect()
    }

    fn conflicts(&self) -> u64 {
        self.batsat_ref().cb().shared.conflicts.load(Relaxed)
    }

    fn propagations(&self) -> u64 {
        self.batsat_ref().num_propagations()
    }

    fn learnt_bytes(&self) -> usize {
        self.batsat_ref().cb().learnt_bytes
    }
}
