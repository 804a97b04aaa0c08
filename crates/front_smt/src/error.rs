//! Errors in a script, and their positions.

use std::fmt;

/// A position in the script; lines and columns count from 1, columns in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// Why a command could not be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where the offending text begins.
    pub at: Position,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// The kinds of errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The text does not follow the grammar.
    Syntax {
        /// What the grammar requires.
        wanted: &'static str,
        /// What is there instead.
        found: String,
    },
    /// The script ends inside a command.
    End,
    /// A byte with which no token begins, or a malformed token.
    Token(String),
    /// A name that is not declared.
    Unknown(String),
    /// A name that is already in use.
    Taken(String),
    /// Operands that do not fit the operator, or an index that does not fit the operands.
    IllSorted(String),
    /// A construct of SMT-LIB or of other solvers that is not supported.
    Unsupported(String),
    /// Something that exceeds a limit of this implementation.
    TooLarge(String),
    /// A command at the wrong time, such as `get-value` without a model.
    Mode(String),
}

/// The result of reading something.
pub(crate) type Read<T> = Result<T, Error>;

impl Position {
    /// An error of this kind at this position.
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        Error { at: self, kind }
    }

    /// The error that operands or indices do not fit.
    pub(crate) fn ill_sorted(self, why: String) -> Error {
        self.error(ErrorKind::IllSorted(why))
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Syntax { wanted, found } => write!(f, "expected {wanted}, found {found}"),
            ErrorKind::End => f.write_str("the script ends inside a command"),
            ErrorKind::Unknown(name) => write!(f, "{name} is not declared"),
            ErrorKind::Taken(name) => write!(f, "{name} is already declared"),
            ErrorKind::Unsupported(what) => write!(f, "{what} not supported"),
            ErrorKind::Token(what) | ErrorKind::IllSorted(what) | ErrorKind::TooLarge(what) | ErrorKind::Mode(what) => {
                f.write_str(what)
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}: {}", self.at.line, self.at.column, self.kind)
    }
}

impl std::error::Error for Error {}
