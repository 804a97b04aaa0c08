//! What is wrong with a script, and where.

use std::fmt;

/// A place in the script; both count from 1, columns in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// A command that could not be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where the culprit begins.
    pub at: Position,
    /// What is wrong with it.
    pub kind: ErrorKind,
}

/// The kinds of errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Something else stands where the grammar wants something.
    Syntax {
        /// What the grammar wants.
        wanted: &'static str,
        /// What is there.
        found: String,
    },
    /// The script ends inside a command.
    End,
    /// A byte that no token begins with, or a token that is none.
    Token(String),
    /// A name that nothing declares.
    Unknown(String),
    /// A name that is taken.
    Taken(String),
    /// Operands that do not fit the operator, or an index that does not fit the operands.
    IllSorted(String),
    /// A construct that is not supported, though SMT-LIB or others have it.
    Unsupported(String),
    /// More than this implementation takes.
    TooLarge(String),
    /// A command at the wrong time, such as `get-value` without a model.
    Mode(String),
}

/// The result of reading something.
pub(crate) type Read<T> = Result<T, Error>;

impl Position {
    /// An error here.
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        Error { at: self, kind }
    }

    /// Operands or indices that do not fit.
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
