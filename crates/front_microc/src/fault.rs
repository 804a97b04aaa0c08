//! Errors at run time.

use std::fmt;

use ir::ErrorKind;

/// A run-time error, which the static check cannot exclude.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A division by zero.
    DivByZero,
    /// The null pointer was dereferenced.
    Null,
    /// An index outside of an array.
    OutOfBounds {
        /// The index.
        index: i32,
        /// The number of elements in the array.
        length: usize,
    },
    /// A variable was used before anything was assigned to it.
    Uninitialized,
    /// More than [`MAX_CALLS`] calls were active at the same time.
    StackOverflow,
    /// `input` found no more numbers.
    EndOfInput,
    /// `input` found something that is not a number.
    BadInput(String),
}

/// The maximum number of calls that can be active at the same time, including that of `main`.
pub const MAX_CALLS: usize = 8192;

impl Fault {
    /// The kind under which an exploration reports the error; `None` for errors that only a concrete input can
    /// cause.
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Fault::DivByZero => Some(ErrorKind::DivByZero),
            Fault::Null => Some(ErrorKind::Null),
            Fault::OutOfBounds { .. } => Some(ErrorKind::OutOfBounds),
            Fault::Uninitialized => Some(ErrorKind::Uninitialized),
            Fault::StackOverflow => Some(ErrorKind::StackOverflow),
            Fault::EndOfInput | Fault::BadInput(_) => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::DivByZero => f.write_str("division by zero"),
            Fault::Null => f.write_str("null pointer dereferenced"),
            Fault::OutOfBounds { index, length } => {
                write!(f, "index {index} is out of bounds of an array of {length} elements")
            }
            Fault::Uninitialized => f.write_str("use of an uninitialised value"),
            Fault::StackOverflow => write!(f, "more than {MAX_CALLS} calls under way at once"),
            Fault::EndOfInput => f.write_str("end of input"),
            Fault::BadInput(word) => write!(f, "the input {word:?} is not a number between -2147483648 and 2147483647"),
        }
    }
}
