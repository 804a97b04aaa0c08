//! Exceptions: which waiting calls have a landing pad, and how control gets there.
//!
//! The code that throws belongs to the library and runs like the program: it walks the waiting calls, reads
//! which exceptions their landing pads accept, and passes the exception to one of them. This file has only the
//! walk and the transfer of control.

use memory::Value;

use crate::code::Code;
use crate::outcome::Termination;
use crate::state::{StackFrame, State, Then};
use crate::worker::{Interrupt, Worker};

impl Worker<'_> {
    /// The first waiting call from the given depth on that has a landing pad; see [`models::Machine::landing_pad`].
    pub(crate) fn landing_pad(&self, state: &State, from: u64) -> Option<(u64, Value)> {
        let mut above = state.machine.frame.then;
        for (depth, frame) in state.machine.waiting().enumerate() {
            if above != Then::Resume {
                return None;
            }
            above = frame.then;
            if depth as u64 >= from
                && let Some((_, pad)) = self.pad_of(frame)
            {
                return Some((depth as u64, pad));
            }
        }
        None
    }

    /// Transfers control to the landing pad of the call that waits at that depth.
    pub(crate) fn unwind(
        &mut self,
        state: &mut State,
        depth: u64,
        exception: Value,
        selector: Value,
    ) -> Result<(), Interrupt> {
        // The code that the abandoned functions have executed counts as covered, although they never leave
        // their blocks.
        self.run.covered().note_left(&self.run.program, state);
        for _ in 0..=depth {
            state.machine.stack_bytes -= self.run.program.funcs[state.machine.frame.func.index()].frame_bytes;
            state.machine.pop_frame();
        }
        let Some((dst, _)) = self.pad_of(&state.machine.frame) else {
            return Err(Interrupt::End(Termination::Unsupported("an exception where none is expected".to_owned())));
        };
        let func = &self.run.program.funcs[state.machine.frame.func.index()];
        if let Code::Call { call } = func.code[state.machine.frame.pc as usize]
            && let Some((result, _)) = func.calls[call as usize].dst
        {
            // The call has no result, but the code that follows may still copy it.
            state.machine.frame.regs[result as usize] = Value::Int(0);
        }
        state.machine.landed = (exception, selector);
        state.machine.frame.regs[dst as usize] = Value::Int(1);
        state.machine.frame.pc += 2;
        Ok(())
    }

    /// The landing pad of the call that a frame waits for, and the slot that says whether it was used.
    fn pad_of(&self, frame: &StackFrame) -> Option<(u32, Value)> {
        let func = &self.run.program.funcs[frame.func.index()];
        let Code::Unwound { dst, pad } = *func.code.get(frame.pc as usize + 1)? else { return None };
        let pad = if pad.0 >= 0 {
            frame.regs[pad.0 as usize]
        } else {
            self.funcs[frame.func.index()].constants[!pad.0 as usize]
        };
        Some((dst, pad))
    }
}
