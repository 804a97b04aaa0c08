//! What the program can see of a state: its frames, its memory, and what the process keeps for it.

use std::rc::Rc;

use ir::FuncId;
use memory::{AddressSpace, Value};

use crate::jump::JumpPoint;

/// The machine that executes a path.
#[derive(Clone)]
pub struct Machine {
    /// The innermost frame.
    pub frame: StackFrame,
    /// The frames that wait for it.
    pub callers: Option<Rc<Caller>>,
    /// How many frames wait.
    pub call_depth: u32,
    /// Bytes of native stack that the frames take at least.
    pub stack_bytes: u64,
    /// Memory.
    pub memory: AddressSpace,
    /// Functions to call at exit, the last first, each with the argument for those that take one.
    pub exit_handlers: Rc<Vec<(u64, Value)>>,
    /// Functions to call when the thread ends, which is before those for exit.
    pub thread_exit_handlers: Rc<Vec<(u64, Value)>>,
    /// Where `longjmp` can go.
    pub jump_points: Rc<Vec<JumpPoint>>,
    /// The exception that was last sent to a landing pad, and its selector there.
    pub landed: (Value, Value),
    /// What the program exits with, 32 bits wide; zero before it does.
    pub status: Value,
    /// The address of `errno`; 0 before the program first asks for it.
    pub errno: u64,
    /// Whether the program allows forks (`klee_set_forking`).
    pub forking: bool,
}

/// A function's activation.
#[derive(Clone)]
pub struct StackFrame {
    /// The function.
    pub func: FuncId,
    /// The instruction to run next; for a waiting frame, its call.
    pub pc: u32,
    /// The registers.
    pub regs: Box<[Value]>,
    /// Stack objects below this mark belong to the frames that wait.
    pub mark: u32,
    /// Arguments past the parameters, with their widths.
    pub variadic: Option<Rc<[(Value, u32)]>>,
    /// Where these were laid out in memory; 0 before that.
    pub variadic_area: u64,
    /// What happens when it returns.
    pub then: Then,
}

/// What a frame's return does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The waiting frame's call gets the result.
    Resume,
    /// The program ends with the result as its status.
    Exit,
    /// The result is dropped and the program goes on ending with this status.
    KeepExiting(Value),
    /// The result is dropped and the waiting frame starts: used for constructors before the entry function.
    Discard,
}

/// A frame that waits for the one above it.
pub struct Caller {
    /// The frame.
    pub frame: StackFrame,
    /// The next one.
    pub below: Option<Rc<Caller>>,
}

impl Drop for Caller {
    fn drop(&mut self) {
        // A recursion may be a million frames deep: unlink in a loop, not by recursion.
        let mut next = self.below.take();
        while let Some(caller) = next {
            match Rc::try_unwrap(caller) {
                Ok(mut caller) => next = caller.below.take(),
                Err(_) => break,
            }
        }
    }
}

impl Machine {
    /// A machine that stands at the first instruction of a function without registers.
    pub fn new(memory: AddressSpace, entry: FuncId) -> Machine {
        Machine {
            frame: StackFrame::empty(entry, Then::Exit),
            callers: None,
            call_depth: 0,
            stack_bytes: 0,
            memory,
            exit_handlers: Rc::default(),
            thread_exit_handlers: Rc::default(),
            jump_points: Rc::default(),
            landed: (Value::Int(0), Value::Int(0)),
            status: Value::Int(0),
            errno: 0,
            forking: true,
        }
    }

    /// The waiting frames, innermost first.
    pub fn waiting(&self) -> impl Iterator<Item = &StackFrame> {
        let mut next = self.callers.as_deref();
        std::iter::from_fn(move || {
            let caller = next?;
            next = caller.below.as_deref();
            Some(&caller.frame)
        })
    }

    /// All frames, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &StackFrame> {
        std::iter::once(&self.frame).chain(self.waiting())
    }

    /// Puts a new frame above the present one.
    pub fn push_frame(&mut self, frame: StackFrame) {
        let waiting = std::mem::replace(&mut self.frame, frame);
        self.callers = Some(Rc::new(Caller { frame: waiting, below: self.callers.take() }));
        self.call_depth += 1;
    }

    /// Drops the present frame and its stack objects; false if none waits below it.
    pub fn pop_frame(&mut self) -> bool {
        self.memory.release_stack(self.frame.mark);
        let Some(caller) = self.callers.take() else { return false };
        self.call_depth -= 1;
        match Rc::try_unwrap(caller) {
            Ok(mut caller) => {
                self.callers = caller.below.take();
                let empty = StackFrame::empty(caller.frame.func, Then::Resume);
                self.frame = std::mem::replace(&mut caller.frame, empty);
            }
            Err(shared) => {
                self.callers = shared.below.clone();
                self.frame = shared.frame.clone();
            }
        }
        true
    }
}

impl StackFrame {
    /// A frame without registers.
    fn empty(func: FuncId, then: Then) -> StackFrame {
        StackFrame { func, pc: 0, regs: Box::default(), mark: 0, variadic: None, variadic_area: 0, then }
    }
}
