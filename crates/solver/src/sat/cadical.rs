//! CaDiCaL as the SAT solver, through RustSAT.
//!
//! Stronger than BatSat on hard questions, slower to start on easy ones, and it needs a C++ compiler to build.

use std::time::Instant;

use rustc_hash::FxHashSet;
use rustsat::solvers::{LimitConflicts, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Clause, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;

use super::{Limits, Lit, SatSolver, Verdict};

/// The solver.
#[derive(Default)]
pub(crate) struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    variables: u32,
    assignment: Vec<bool>,
    core: FxHashSet<u32>,
    conflicts: u64,
}

fn foreign(lit: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(lit.variable(), lit.is_negative())
}

impl SatSolver for Cadical {
    fn new_variable(&mut self) -> u32 {
        self.variables += 1;
        self.variables - 1
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Clause = clause.iter().map(|&lit| foreign(lit)).collect();
        self.solver.add_clause(clause).expect("CaDiCaL takes clauses as long as there is memory");
    }

    fn solve(&mut self, assumptions: &[Lit], limits: Limits) -> Verdict {
        let conflicts = limits.conflicts.map(|count| i32::try_from(count).unwrap_or(i32::MAX) as u32);
        self.solver.limit_conflicts(conflicts).expect("CaDiCaL knows this limit");
        match limits.deadline {
            None => self.solver.detach_terminator(),
            Some(deadline) => self.solver.attach_terminator(move || {
                if Instant::now() >= deadline {
                    rustsat::solvers::ControlSignal::Terminate
                } else {
                    rustsat::solvers::ControlSignal::Continue
                }
            }),
        }
        let assumptions: Vec<_> = assumptions.iter().map(|&lit| foreign(lit)).collect();
        let result = self.solver.solve_assumps(&assumptions).expect("CaDiCaL solves as long as there is memory");
        self.conflicts = rustsat::solvers::GetInternalStats::conflicts(&self.solver) as u64;
        match result {
            SolverResult::Sat => {
                self.assignment.clear();
                self.assignment.extend((0..self.variables).map(|variable| {
                    // A variable in no clause is unknown to CaDiCaL; any value does.
                    let value = self.solver.var_val(Var::new(variable));
                    matches!(value, Ok(TernaryVal::True))
                }));
                Verdict::Sat
            }
            SolverResult::Unsat => {
                let core = self.solver.core().expect("there is a core after a refutation");
                self.core = core.iter().map(|lit| lit.vidx32()).collect();
                Verdict::Unsat
            }
            SolverResult::Interrupted => Verdict::Limit,
        }
    }

    fn value(&self, variable: u32) -> bool {
        self.assignment[variable as usize]
    }

    fn in_core(&self, assumption: Lit) -> bool {
        self.core.contains(&assumption.variable())
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}
