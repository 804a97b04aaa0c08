//! `setjmp` and `longjmp`: coming back to a call that has returned before.
//!
//! A jump point is a frame as it was at the call of `setjmp`: registers in SSA form never change once assigned, so that those of that
//! time are what the code after the call expects. Variables in memory keep what they hold, as volatile ones natively do.

use std::rc::Rc;

use ir::{ErrorKind, FuncId};
use memory::Value;

use crate::code::Code;
use crate::executor::{Executor, Interrupt};
use crate::outcome::Termination;
use crate::state::{State, Then};

/// Where `longjmp` can go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpPoint {
    func: FuncId,
    /// The call of `setjmp`.
    pc: u32,
    /// How many frames waited below it.
    depth: u32,
    /// The frame's mark in the stack of objects: another activation at that depth has another one, or registers of its own.
    mark: u32,
    regs: Box<[Value]>,
}

impl Executor<'_> {
    /// Notes the call that the state stands at as a jump point, and gives its number. Later calls at the same place of the same
    /// frame take its place.
    pub(crate) fn set_jump(&mut self, state: &mut State) -> u64 {
        let frame = &state.frame;
        let point = JumpPoint {
            func: frame.func,
            pc: frame.pc,
            depth: state.call_depth,
            mark: frame.mark,
            regs: frame.regs.clone(),
        };
        let same = |known: &JumpPoint| {
            (known.func, known.pc, known.depth, known.mark) == (point.func, point.pc, point.depth, point.mark)
        };
        let points = Rc::make_mut(&mut state.jump_points);
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

    /// Goes back to a jump point, whose call returns `value`.
    pub(crate) fn long_jump(&mut self, state: &mut State, number: u64, value: Value) -> Result<(), Interrupt> {
        let point = usize::try_from(number).ok().and_then(|index| state.jump_points.get(index)).cloned();
        let Some(point) = point else {
            return Err(error(ErrorKind::User, "longjmp with a buffer that setjmp did not fill"));
        };
        // What these functions have executed counts, though they never leave their blocks.
        self.covered.note_left(&self.program, state);
        while state.call_depth > point.depth {
            if state.frame.then != Then::Resume {
                let what = "longjmp out of a function that runs before or after the program".to_owned();
                return Err(Interrupt::End(Termination::Unsupported(what)));
            }
            state.stack_bytes -= self.program.funcs[state.frame.func.index()].frame_bytes;
            state.pop_frame();
        }
        if (state.call_depth, state.frame.func, state.frame.mark) != (point.depth, point.func, point.mark) {
            return Err(error(ErrorKind::UseAfterReturn, "longjmp into a function that has returned"));
        }
        state.frame.regs = point.regs;
        state.frame.pc = point.pc;
        let code = &self.program.funcs[point.func.index()];
        let Code::Call { call } = code.code[point.pc as usize] else { unreachable!("a jump point is a call") };
        if let Some((dst, width)) = code.calls[call as usize].dst {
            state.frame.regs[dst as usize] = models::resize(&mut self.pool, value, 32, width, true);
        }
        state.frame.pc += 1;
        Ok(())
    }
}

fn error(kind: ErrorKind, message: &str) -> Interrupt {
    Interrupt::End(Termination::Error { kind, message: message.to_owned(), suffix: None })
}
