//! CaDiCaL as the SAT solver.
//!
//! Stronger than BatSat on hard questions, slower to start on easy ones, and it needs a C++ compiler to build.

use std::time::Instant;

use rustsat::solvers::{ControlSignal, GetInternalStats, LimitConflicts, SolveIncremental, SolverResult, Terminate};
use rustsat_cadical::CaDiCaL;

use super::{Bounded, Limits, Lit};

/// The solver.
pub(crate) type Cadical = CaDiCaL<'static, 'static>;

impl Bounded for Cadical {
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits) -> SolverResult {
        let conflicts = limits.conflicts.map(|count| i32::try_from(count).unwrap_or(i32::MAX) as u32);
        self.limit_conflicts(conflicts).expect("CaDiCaL knows this limit");
        if limits.deadline.is_none() && limits.cancel.is_none() {
            self.detach_terminator();
        } else {
            self.attach_terminator(move || {
                let expired = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if expired || limits.cancelled() { ControlSignal::Terminate } else { ControlSignal::Continue }
            });
        }
        self.solve_assumps(assumptions).expect("CaDiCaL solves as long as there is memory")
    }

    fn conflicts(&self) -> u64 {
        GetInternalStats::conflicts(self) as u64
    }
}
