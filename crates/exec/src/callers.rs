//! The callers of a function in machine code, for reports: found by unwinding the stack with the program's
//! debug information.

use memory::{Hint, Value};

use crate::state::{StackFrame, State};
use crate::worker::Worker;

/// The greatest number of callers listed: a deep recursion need not be shown whole.
const DEEPEST: usize = 64;

impl Worker<'_> {
    /// The call instructions at which the callers of a frame of machine code wait, innermost first.
    pub(crate) fn machine_callers(&self, state: &State, frame: &StackFrame) -> Vec<u32> {
        let places = &self.run.program.funcs[frame.func.index()].places;
        let mut registers: Vec<Option<u64>> = frame
            .regs
            .iter()
            .map(|value| match value {
                Value::Int(word) => Some(*word),
                Value::Expr(_) => None,
            })
            .collect();
        let read = |address: u64| {
            let mut hint = Hint::NONE;
            let word = state.machine.memory.access(address, 8, &mut hint).ok()?;
            state.machine.memory.concrete_word(word)
        };
        let mut callers = Vec::new();
        let mut next = places.address_of(frame.pc);
        while let Some(address) = next {
            let Some(back) = self.run.config.unwind.caller(address, &mut registers, read) else { break };
            // A call ends its block, so the instruction before the return address is the last one of the call.
            let Some(pc) = places.at(back).filter(|&pc| pc > 0) else { break };
            callers.push(pc - 1);
            if callers.len() == DEEPEST {
                break;
            }
            // Look up an address within the call, not after it: the call may be the last instruction of its function.
            next = back.checked_sub(1);
        }
        callers
    }
}
