//! The callers of a function in machine code, for reports: found in memory by what the program's debug information says.

use memory::{Hint, Value};

use crate::executor::Executor;
use crate::state::{StackFrame, State};

/// Deeper stacks are cut: a recursion need not be shown to its end.
const DEEPEST: usize = 64;

impl Executor<'_> {
    /// The places at which callers of a frame of machine code wait, innermost first.
    pub(crate) fn machine_callers(&self, state: &State, frame: &StackFrame) -> Vec<u32> {
        let places = &self.program.funcs[frame.func.index()].places;
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
            let Some(back) = self.config.unwind.caller(address, &mut registers, read) else { break };
            // The call ends a block, so that what stands before the place to return to is the end of the call.
            let Some(pc) = places.at(back).filter(|&pc| pc > 0) else { break };
            callers.push(pc - 1);
            if callers.len() == DEEPEST {
                break;
            }
            // Within the call, not behind it: it may be the last instruction of its function.
            next = back.checked_sub(1);
        }
        callers
    }
}
