//! Endless loops: a path that repeats itself is recognised, so that it need not run for ever.
//!
//! A state that has run for long without forking is watched: at a backward jump it is compared with a copy from
//! an earlier arrival. If both are equal and nothing was assumed in between, the path goes round for ever,
//! since what a path does next is determined by its machine and its path condition. What it has printed and how
//! much input it has read do not matter, and neither do registers that are never read again.
//!
//! A loop that reads input has other symbols in its state each time round. They may be renamed as long as the
//! path condition does not mention them: the way from the first state to the second did not depend on their
//! values, so the same way, with the symbols renamed, continues from the second.
//!
//! The copy is renewed at the 1st, 2nd, 4th, 8th… arrival, as in the search for cycles of Brent 1980, so that a
//! cycle of any length is found eventually. A state that grows for ever (a counter, a sum of inputs) is not found.

use expr::{ExprId, Pool, Renaming, SymbolId};
use memory::Value;
use solver::PathCondition;
use triomphe::Arc;

use crate::code::Program;
use crate::state::{Machine, Registers, State};

/// A copy of a watched state from an earlier arrival.
#[derive(Clone)]
pub struct Watch {
    machine: Machine,
    condition: PathCondition,
    /// The number of arrivals at the same instruction since the copy was made.
    arrivals: u64,
    /// The number of arrivals at which the copy is renewed.
    renewed_at: u64,
}

impl Watch {
    /// Copies a state.
    fn new(state: &State, renewed_at: u64) -> Watch {
        Watch { machine: state.machine.clone(), condition: state.path.condition.clone(), arrivals: 0, renewed_at }
    }

    fn is_here(&self, machine: &Machine) -> bool {
        let (then, now) = (&self.machine.frame, &machine.frame);
        (then.func, then.pc) == (now.func, now.pc)
            && match (&self.machine.callers, &machine.callers) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
    }

    /// Whether the state equals the copy, up to the names of inputs that the path condition does not mention.
    fn matches(&self, state: &State, program: &Program, pool: &Pool) -> bool {
        let condition = &state.path.condition;
        let mut renaming = Renaming::default();
        let is_free = |symbol: SymbolId| !condition.mentions(symbol);
        let mut same = |a: ExprId, b: ExprId| renaming.matches(pool, a, b, &is_free);
        self.condition.is_same(condition)
            && self.machine.pairs(&state.machine, Registers::Live(program), &mut |_, a, b| match (a, b) {
                (Value::Int(a), Value::Int(b)) => a == b,
                (Value::Expr(a), Value::Expr(b)) => same(a, b),
                _ => false,
            })
    }
}

impl State {
    /// Whether the state repeats itself. To be called at each backward jump of a watched state.
    pub(crate) fn repeats_itself(&mut self, program: &Program, pool: &Pool) -> bool {
        let Some(mut watch) = self.schedule.watch.take() else {
            self.schedule.watch = Some(Box::new(Watch::new(self, 1)));
            return false;
        };
        if watch.is_here(&self.machine) {
            watch.arrivals += 1;
            if watch.matches(self, program, pool) {
                return true;
            }
            if watch.arrivals == watch.renewed_at {
                *watch = Watch::new(self, 2 * watch.renewed_at);
            }
        }
        self.schedule.watch = Some(watch);
        false
    }
}
