//! The kinds of error a program can make, as they appear in reports.

use std::fmt;

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ErrorKind {
    /// An access outside of every live object.
    OutOfBounds,
    /// An access or a call through the null pointer or its first page.
    Null,
    /// An access to a freed heap object.
    UseAfterFree,
    /// `free` of an object that has already been freed.
    DoubleFree,
    /// `free` of an address that the allocator did not return.
    InvalidFree,
    /// An access to a local variable of a function that has returned.
    UseAfterReturn,
    /// A write to constant memory.
    ReadOnlyWrite,
    /// A division or remainder by zero.
    DivByZero,
    /// An arithmetic overflow that the language forbids.
    Overflow,
    /// A shift by the width or more.
    Overshift,
    /// A failed assertion.
    Assert,
    /// `abort` was called.
    Abort,
    /// Control reached a place declared unreachable.
    Unreachable,
    /// `reach_error` was called.
    ReachError,
    /// An indeterminate value was used.
    Uninitialized,
    /// Behaviour that the language leaves undefined and that has no kind of its own.
    Undefined,
    /// An intrinsic was misused, or the program reported an error itself.
    User,
    /// The call stack outgrew its limit.
    StackOverflow,
    /// Memory was never freed.
    Leak,
    /// A machine instruction that the program cannot execute.
    IllegalInstruction,
    /// An access at an address that is not a multiple of its size.
    Misaligned,
    /// The program ended with a nonzero status, where that is an error.
    NonzeroExit,
    /// The program waits for something that only the program itself could do.
    Deadlock,
}

/// Every kind with its name, in declaration order.
const NAMES: [(ErrorKind, &str); 23] = [
    (ErrorKind::OutOfBounds, "out-of-bounds"),
    (ErrorKind::Null, "null"),
    (ErrorKind::UseAfterFree, "use-after-free"),
    (ErrorKind::DoubleFree, "double-free"),
    (ErrorKind::InvalidFree, "invalid-free"),
    (ErrorKind::UseAfterReturn, "use-after-return"),
    (ErrorKind::ReadOnlyWrite, "read-only-write"),
    (ErrorKind::DivByZero, "div-by-zero"),
    (ErrorKind::Overflow, "overflow"),
    (ErrorKind::Overshift, "overshift"),
    (ErrorKind::Assert, "assert"),
    (ErrorKind::Abort, "abort"),
    (ErrorKind::Unreachable, "unreachable"),
    (ErrorKind::ReachError, "reach-error"),
    (ErrorKind::Uninitialized, "uninitialized"),
    (ErrorKind::Undefined, "undefined"),
    (ErrorKind::User, "user"),
    (ErrorKind::StackOverflow, "stack-overflow"),
    (ErrorKind::Leak, "leak"),
    (ErrorKind::IllegalInstruction, "illegal-instruction"),
    (ErrorKind::Misaligned, "misaligned"),
    (ErrorKind::NonzeroExit, "nonzero-exit"),
    (ErrorKind::Deadlock, "deadlock"),
];

impl ErrorKind {
    /// The name used in reports, in the IR's text and in test expectations.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The kind with that name.
    pub fn from_name(name: &str) -> Option<ErrorKind> {
        NAMES.iter().find(|(_, known)| *known == name).map(|&(kind, _)| kind)
    }

    /// All kinds, in declaration order.
    pub fn all() -> impl Iterator<Item = ErrorKind> {
        NAMES.iter().map(|&(kind, _)| kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
