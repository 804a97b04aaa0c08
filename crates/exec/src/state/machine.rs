//! The part of a state that the program can see: its frames, its memory, and what the process keeps for it.

use ir::FuncId;
use memory::{AddressSpace, Value};
use triomphe::Arc;

use crate::jump::JumpPoint;

/// The machine that executes a path.
#[derive(Clone)]
pub struct Machine {
    /// The innermost frame.
    pub frame: StackFrame,
    /// The frames that wait for the innermost one.
    pub callers: Option<Arc<Caller>>,
    /// The number of waiting frames.
    pub call_depth: u32,
    /// The least number of bytes of native stack that the frames take.
    pub stack_bytes: u64,
    /// Memory.
    pub memory: AddressSpace,
    /// The functions to call at exit, the last one first, each with an argument for those that take one.
    pub exit_handlers: Arc<Vec<(u64, Value)>>,
    /// The functions to call when the thread ends, which is before those to call at exit.
    pub thread_exit_handlers: Arc<Vec<(u64, Value)>>,
    /// The calls of `setjmp` that `longjmp` can return to.
    pub jump_points: Arc<Vec<JumpPoint>>,
    /// The exception that was last passed to a landing pad, and its selector there.
    pub landed: (Value, Value),
    /// The exit status, 32 bits wide; zero before the program exits.
    pub status: Value,
    /// The address of `errno`; 0 before its first use.
    pub errno: u64,
    /// Whether the program allows forks (`klee_set_forking`).
    pub forking: bool,
}

/// An activation of a function.
#[derive(Clone)]
pub struct StackFrame {
    /// The function.
    pub func: FuncId,
    /// The instruction to run next; for a waiting frame, the call that it waits for.
    pub pc: u32,
    /// The values of the slots; see [`crate::slots`].
    pub regs: Box<[Value]>,
    /// The number of stack objects that belong to the waiting frames below.
    pub mark: u32,
    /// The variadic arguments with their widths in bits.
    pub variadic: Option<Arc<[(Value, u32)]>>,
    /// The address at which the variadic arguments lie in memory; 0 before they are put there.
    pub variadic_area: u64,
    /// What happens when the function returns.
    pub then: Then,
}

/// What happens when the function of a frame returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The call of the waiting frame gets the result.
    Resume,
    /// The program ends with the result as its status.
    Exit,
    /// The result is dropped and the program goes on ending with this status.
    KeepExiting(Value),
    /// The result is dropped and the waiting frame starts. Used for constructors, which run before the entry function.
    Discard,
}

/// A frame that waits for the one above it.
pub struct Caller {
    /// The frame.
    pub frame: StackFrame,
    /// The frame that waits for this one.
    pub below: Option<Arc<Caller>>,
}

impl Drop for Caller {
    fn drop(&mut self) {
        // A recursion may be a million frames deep: unlink in a loop, not by recursion.
        let mut next = self.below.take();
        while let Some(caller) = next {
            match Arc::try_unwrap(caller) {
                Ok(mut caller) => next = caller.below.take(),
                Err(_) => break,
            }
        }
    }
}

impl Machine {
    /// A machine at the first instruction of a function, with a frame that has no slots yet.
    pub fn new(memory: AddressSpace, entry: FuncId) -> Machine {
        Machine {
            frame: StackFrame::empty(entry, Then::Exit),
            callers: None,
            call_depth: 0,
            stack_bytes: 0,
            memory,
            exit_handlers: Arc::default(),
            thread_exit_handlers: Arc::default(),
            jump_points: Arc::default(),
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

    /// Pushes a frame; the present one waits for it.
    pub fn push_frame(&mut self, frame: StackFrame) {
        let waiting = std::mem::replace(&mut self.frame, frame);
        self.callers = Some(Arc::new(Caller { frame: waiting, below: self.callers.take() }));
        self.call_depth += 1;
    }

    /// Drops the present frame and its stack objects; returns false if no frame waits.
    pub fn pop_frame(&mut self) -> bool {
        self.memory.release_stack(self.frame.mark);
        let Some(caller) = self.callers.take() else { return false };
        self.call_depth -= 1;
        match Arc::try_unwrap(caller) {
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
    /// A frame without slots.
    fn empty(func: FuncId, then: Then) -> StackFrame {
        StackFrame { func, pc: 0, regs: Box::default(), mark: 0, variadic: None, variadic_area: 0, then }
    }
}
