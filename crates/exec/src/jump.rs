//! `setjmp` and `longjmp`: returning a second time from a call.
//!
//! A jump point is a copy of the frame at the call of `setjmp`. Registers in SSA form never change once
//! assigned, so the code after the call expects the values that they had then. Variables in memory keep their
//! present values, as volatile ones do natively.

use ir::{ErrorKind, FuncId};
use memory::Value;
use triomphe::Arc;

use crate::code::Code;
use crate::outcome::Termination;
use crate::state::{Slot, State, Then};
use crate::worker::{Interrupt, Worker};

/// A call of `setjmp` that `longjmp` can return to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpPoint {
    func: FuncId,
    /// The call of `setjmp`.
    pc: u32,
    /// The number of frames that waited below this one.
    depth: u32,
    /// The frame's mark in the stack of objects. Another activation at the same depth has another mark, or
    /// registers of its own.
    mark: u32,
    regs: Box<[Value]>,
}

impl JumpPoint {
    /// A jump point at a call, with the given values of the slots.
    #[cfg(test)]
    pub(crate) fn at<const N: usize>(func: FuncId, pc: u32, regs: [Value; N]) -> JumpPoint {
        JumpPoint { func, pc, depth: 0, mark: 0, regs: Box::new(regs) }
    }

    /// Visits the slots of two jump points in pairs; returns false if the points differ in call, depth or mark.
    pub(crate) fn pairs(&self, other: &JumpPoint, visit: &mut dyn FnMut(Slot, Value, Value) -> bool) -> bool {
        let JumpPoint { func, pc, depth, mark, regs } = self;
        (func, pc, depth, mark) == (&other.func, &other.pc, &other.depth, &other.mark)
            && regs.iter().zip(&other.regs).all(|(&a, &b)| visit(Slot::JumpPoint, a, b))
    }
}

impl Worker<'_> {
    /// Records the call that the state is at as a jump point and returns its number. A later call at the same
    /// instruction of the same frame replaces it.
    pub(crate) fn set_jump(&mut self, state: &mut State) -> u64 {
        let frame = &state.machine.frame;
        let point = JumpPoint {
            func: frame.func,
            pc: frame.pc,
            depth: state.machine.call_depth,
            mark: frame.mark,
            regs: frame.regs.clone(),
        };
        let same = |known: &JumpPoint| {
            (known.func, known.pc, known.depth, known.mark) == (point.func, point.pc, point.depth, point.mark)
        };
        let points = Arc::make_mut(&mut state.machine.jump_points);
        match points.iter().position(same) {
            Some(index) => {
                points[index] = point;
                index as u64
            }
            None => {
                points.push(point);
                points.len() as u64 - 1
            }
        }
    }

    /// Returns to a jump point; its call of `setjmp` returns `value`.
    pub(crate) fn long_jump(&mut self, state: &mut State, number: u64, value: Value) -> Result<(), Interrupt> {
        let point = usize::try_from(number).ok().and_then(|index| state.machine.jump_points.get(index)).cloned();
        let Some(point) = point else {
            return Err(error(ErrorKind::User, "longjmp with a buffer that setjmp did not fill"));
        };
        // The code that the abandoned functions have executed counts as covered, although they never leave
        // their blocks.
        self.run.covered().note_left(&self.run.program, state);
        while state.machine.call_depth > point.depth {
            if state.machine.frame.then != Then::Resume {
                let what = "longjmp out of a function that runs before or after the program".to_owned();
                return Err(Interrupt::End(Termination::Unsupported(what)));
            }
            state.machine.stack_bytes -= self.run.program.funcs[state.machine.frame.func.index()].frame_bytes;
            state.machine.pop_frame();
        }
        if (state.machine.call_depth, state.machine.frame.func, state.machine.frame.mark)
            != (point.depth, point.func, point.mark)
        {
            return Err(error(ErrorKind::UseAfterReturn, "longjmp into a function that has returned"));
        }
        state.machine.frame.regs = point.regs;
        state.machine.frame.pc = point.pc;
        let code = &self.run.program.funcs[point.func.index()];
        let Code::Call { call } = code.code[point.pc as usize] else { unreachable!("a jump point is a call") };
        if let Some((dst, width)) = code.calls[call as usize].dst {
            state.machine.frame.regs[dst as usize] = models::resize(&mut self.pool, value, 32, width, true);
        }
        state.machine.frame.pc += 1;
        Ok(())
    }
}

fn error(kind: ErrorKind, message: &str) -> Interrupt {
    Interrupt::End(Termination::Error { kind, message: message.to_owned(), suffix: None })
}
