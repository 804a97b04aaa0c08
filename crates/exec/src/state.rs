//! A state: one path that has not ended yet. Cloning shares all but the innermost frame's registers.

use std::rc::Rc;

use expr::ExprId;
use ir::FuncId;
use memory::{AddressSpace, Value};
use models::{Piece, Stream, Text};
use solver::PathCondition;

use crate::endless::Watch;
use crate::history::History;
use crate::inputs::Inputs;
use crate::jump::JumpPoint;
use crate::shared_set::SharedSet;
use crate::tree::NodeId;

/// A live state, by order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(pub u64);

/// One path under way.
#[derive(Clone)]
pub struct State {
    /// Its number.
    pub id: StateId,
    /// The innermost frame.
    pub frame: StackFrame,
    /// The frames that wait for it.
    pub callers: Option<Rc<Caller>>,
    /// How many frames wait.
    pub call_depth: u32,
    /// Memory.
    pub memory: AddressSpace,
    /// What the path has assumed, with a model of it.
    pub path: PathCondition,
    /// Symbolic objects in order of creation.
    pub inputs: Inputs,
    /// What the program has printed.
    pub output: Output,
    /// Functions to call at exit, the last first, each with an argument for those that take one.
    pub exit_handlers: Rc<Vec<(u64, Value)>>,
    /// The same for the thread, before all others.
    pub thread_exit_handlers: Rc<Vec<(u64, Value)>>,
    /// Where `longjmp` can go.
    pub jump_points: Rc<Vec<JumpPoint>>,
    /// The exception that was last sent to a landing pad, and its selector there.
    pub landed: (Value, Value),
    /// Conditions the test should satisfy if it can.
    pub preferences: Rc<Vec<ExprId>>,
    /// What the program exits with, 32 bits wide; zero before it does.
    pub status: Value,
    /// Instructions executed on this path.
    pub instructions: u64,
    /// Forks on this path.
    pub depth: u32,
    /// Its leaf in the execution tree.
    pub node: NodeId,
    /// Bytes of native stack the frames take at least.
    pub stack_bytes: u64,
    /// Whether the program allows forks.
    pub forking: bool,
    /// Whether the path went on although a native run may go another way: an unknown function was called, or more memory was asked for
    /// than every machine has.
    pub approximated: bool,
    /// Whether the machine was taken not to have memory that others have.
    pub lacks_memory: bool,
    /// The address of `errno`, 0 before it is first asked for.
    pub errno: u64,
    /// Whether the path executed something that none had before, and that is not for a fork of it to show. It says which paths are worth
    /// most; what a test would show is in `unshown`.
    pub covered_new: bool,
    /// What the path has done and no test showed at that time: see [`crate::coverage`].
    pub unshown: SharedSet,
    /// How many bytes the process grew by while it ran, and before it was forked.
    pub grown: u64,
    /// How many batches it has used up since it was forked.
    pub batches: u64,
    /// How often it was passed over since the last.
    pub passed_over: u64,
    /// The instruction to blame for its end, if not the one that it stands at.
    pub blamed: Option<u32>,
    /// What it was before, to see whether it repeats itself.
    pub watch: Option<Box<Watch>>,
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
    /// Where they were laid out in memory, 0 before that.
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

impl State {
    /// The waiting frames, innermost first.
    pub fn waiting(&self) -> impl Iterator<Item = &StackFrame> {
        let mut next = self.callers.as_deref();
        std::iter::from_fn(move || {
            let caller = next?;
            next = caller.below.as_deref();
            Some(&caller.frame)
        })
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
                let empty = StackFrame {
                    func: caller.frame.func,
                    pc: 0,
                    regs: Box::default(),
                    mark: 0,
                    variadic: None,
                    variadic_area: 0,
                    then: Then::Resume,
                };
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

/// What the program printed: pieces, and a tail of concrete bytes that are none yet.
#[derive(Clone, Default)]
pub struct Output {
    pieces: History<Piece>,
    tail: Rc<Vec<u8>>,
}

/// The tail of concrete standard output becomes a piece at this size.
const TAIL: usize = 512;

impl Output {
    /// Appends a piece.
    pub fn push(&mut self, piece: Piece) {
        if let Piece { stream: Stream::Out, text: Text::Bytes(bytes) } = &piece
            && bytes.len() < TAIL
        {
            Rc::make_mut(&mut self.tail).extend_from_slice(bytes);
            if self.tail.len() >= TAIL {
                self.flush();
            }
            return;
        }
        self.flush();
        self.pieces.push(piece);
    }

    fn flush(&mut self) {
        if !self.tail.is_empty() {
            let bytes = std::mem::take(&mut self.tail);
            self.pieces.push(Piece { stream: Stream::Out, text: Text::Bytes(bytes.as_slice().into()) });
        }
    }

    /// All pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let tail = (!self.tail.is_empty())
            .then(|| Piece { stream: Stream::Out, text: Text::Bytes(self.tail.as_slice().into()) });
        self.pieces.iter().cloned().chain(tail)
    }
}
