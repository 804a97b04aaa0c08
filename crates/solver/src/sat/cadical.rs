//! CaDiCaL as the SAT solver.
//!
//! Stronger than BatSat on hard questions, slower to start on easy ones, and it needs a C++ compiler to build.
//! A watch looks only between calls of [`CADICAL_PERIOD`] conflicts.

use std::time::Instant;

use rustsat::solvers::{
    ControlSignal, GetInternalStats, LimitConflicts, Solve, SolveIncremental, SolverResult, Terminate,
};
use rustsat::types::TernaryVal;
use rustsat_cadical::CaDiCaL;

use super::{Bounded, Limits, Lit, Literal, Watch};

use crate::tuning::CADICAL_PERIOD;

/// The solver.
pub(crate) type Cadical = CaDiCaL<'static, 'static>;

impl Bounded for Cadical {
    fn solve_within(&mut self, assumptions: &[Lit], limits: Limits, watch: &mut Watch) -> SolverResult {
        let (first, mut seen) = (Bounded::conflicts(self), Bounded::propagations(self));
        let expired = move |limits: &Limits| {
            limits.cancelled() || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let own = limits.clone();
        self.attach_terminator(move || if expired(&own) { ControlSignal::Terminate } else { ControlSignal::Continue });
        loop {
            let spent = Bounded::conflicts(self) - first;
            let left = limits.conflicts.map(|limit| limit.saturating_sub(spent));
            let period = if watch.is_nobody() {
                left
            } else {
                Some(left.map_or(CADICAL_PERIOD, |left| left.min(CADICAL_PERIOD)))
            };
            let count = period.map(|count| i32::try_from(count).unwrap_or(i32::MAX) as u32);
            self.limit_conflicts(count).expect("CaDiCaL knows this limit");
            let result = self.solve_assumps(assumptions).expect("CaDiCaL solves as long as there is memory");
            let (spent, before) = (Bounded::conflicts(self) - first, seen);
            seen = Bounded::propagations(self);
            let goes_on = watch.goes_on(seen - before, spent);
            let exhausted = limits.conflicts.is_some_and(|limit| spent >= limit);
            if result != SolverResult::Interrupted || exhausted || expired(&limits) || !goes_on {
                return result;
            }
        }
    }

    fn value(&self, variable: u32) -> bool {
        matches!(self.lit_val(Lit::positive(variable)), Ok(TernaryVal::True))
    }

    fn core_variables(&mut self) -> Vec<u32> {
        let core = self.core().expect("there is a core after a refutation");
        core.iter().map(|lit| lit.variable()).collect()
    }

    fn conflicts(&self) -> u64 {
        GetInternalStats::conflicts(self) as u64
    }

    fn propagations(&self) -> u64 {
        GetInternalStats::propagations(self) as u64
    }
}
