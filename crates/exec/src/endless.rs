//! Paths that repeat themselves: a loop that can never end need not be run for ever.
//!
//! A state that has run for long without forking is watched: at a jump back it is compared with what it was when it came there
//! before. If it is the same, and nothing was assumed in between, it goes round for ever, since what a path does next is
//! determined by its state. What it has printed and how much input it has read does not matter for that.
//!
//! A loop that reads input has other symbols in its state each time round. They may be renamed as long as the path condition
//! does not mention them: the way from the first state to the second was determined without knowing anything about them, so
//! the same way, renamed, leads on from the second.
//!
//! The state to compare with is renewed at the 1st, 2nd, 4th, 8th… arrival, as in Brent's search for cycles (BIT 20, 1980), so
//! that every period is found at some time. What grows for ever (a counter, a sum of inputs) is not found.

use std::rc::Rc;

use expr::{ExprId, Pool, Renaming, SymbolId};
use memory::{AddressSpace, Value};
use solver::PathCondition;

use crate::jump::JumpPoint;
use crate::state::{Caller, StackFrame, State, Then};

/// What a watched state was at an earlier arrival.
#[derive(Clone)]
pub struct Watch {
    frame: StackFrame,
    callers: Option<Rc<Caller>>,
    memory: AddressSpace,
    path: PathCondition,
    exit_handlers: Rc<Vec<(u64, Value)>>,
    thread_exit_handlers: Rc<Vec<(u64, Value)>>,
    jump_points: Rc<Vec<JumpPoint>>,
    forking: bool,
    /// Arrivals at its instruction since then.
    arrivals: u64,
    /// With how many arrivals it is renewed.
    renewed_at: u64,
}

impl Watch {
    /// Remembers a state.
    fn new(state: &State, renewed_at: u64) -> Watch {
        Watch {
            frame: state.frame.clone(),
            callers: state.callers.clone(),
            memory: state.memory.clone(),
            path: state.path.clone(),
            exit_handlers: state.exit_handlers.clone(),
            thread_exit_handlers: state.thread_exit_handlers.clone(),
            jump_points: state.jump_points.clone(),
            forking: state.forking,
            arrivals: 0,
            renewed_at,
        }
    }

    fn is_here(&self, state: &State) -> bool {
        (self.frame.func, self.frame.pc) == (state.frame.func, state.frame.pc)
            && match (&self.callers, &state.callers) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
    }

    /// Whether the state is what was remembered, up to the names of inputs that nothing is known about.
    fn matches(&self, state: &State, pool: &Pool) -> bool {
        let mut renaming = Renaming::default();
        let is_free = |symbol: SymbolId| !state.path.mentions(symbol);
        let mut same = |a: ExprId, b: ExprId| renaming.matches(pool, a, b, &is_free);
        self.path.is_same(&state.path)
            && self.forking == state.forking
            && self.exit_handlers == state.exit_handlers
            && self.thread_exit_handlers == state.thread_exit_handlers
            && self.jump_points == state.jump_points
            && frames_match(&self.frame, &state.frame, &mut same)
            && state.waiting().all(|frame| frames_match(frame, frame, &mut same))
            && self.memory.matches(&state.memory, &mut same)
    }
}

fn frames_match(a: &StackFrame, b: &StackFrame, same: &mut dyn FnMut(ExprId, ExprId) -> bool) -> bool {
    let none: &[(Value, u32)] = &[];
    let (more, others) = (a.variadic.as_deref().unwrap_or(none), b.variadic.as_deref().unwrap_or(none));
    let mut values = |a: &Value, b: &Value| match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Expr(a), Value::Expr(b)) => same(*a, *b),
        _ => false,
    };
    let status = |frame: &StackFrame| match frame.then {
        Then::KeepExiting(status) => status,
        _ => Value::Int(0),
    };
    (a.mark, a.variadic_area, a.then, more.len()) == (b.mark, b.variadic_area, b.then, others.len())
        && values(&status(a), &status(b))
        && a.regs.iter().zip(&b.regs).all(|(a, b)| values(a, b))
        && more.iter().zip(others).all(|((a, _), (b, _))| values(a, b))
}

impl State {
    /// To be called where the state has jumped back while it is watched: whether it repeats itself.
    pub(crate) fn repeats_itself(&mut self, pool: &Pool) -> bool {
        let Some(mut watch) = self.watch.take() else {
            self.watch = Some(Box::new(Watch::new(self, 1)));
            return false;
        };
        if watch.is_here(self) {
            watch.arrivals += 1;
            if watch.matches(self, pool) {
                return true;
            }
            if watch.arrivals == watch.renewed_at {
                *watch = Watch::new(self, 2 * watch.renewed_at);
            }
        }
        self.watch = Some(watch);
        false
    }
}
