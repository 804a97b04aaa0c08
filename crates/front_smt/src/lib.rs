//! SMT-LIB 2.6 scripts over bit-vectors: reads, executes and answers them.
//!
//! A [`Session`] reads a script as a stream of tokens and executes each command when its closing parenthesis is
//! read; of the text, only names are kept. Terms are built directly in an expression pool, and questions go to
//! the same solver that the executor uses. `docs/solve.md` lists what is supported.
//!
//! **Invariant**: no input makes this crate panic or recurse without bound; a command that it cannot execute
//! gives an [`Error`] with its position, and the script continues after it. **Invariant**: nothing is printed;
//! all output goes to the writer that the caller provides.

mod error;
mod sort;

mod lexer;
mod literal;
mod names;

mod build;
mod float;
mod function;
mod operator;
mod scope;
mod term;

mod ask;
mod command;
mod levels;
mod quantifier;
mod reader;
mod session;
mod settings;
pub mod tuning;

pub use crate::tuning::MAX_WIDTH;
pub use error::{Error, ErrorKind, Position};
pub use session::{Config, Session, StreamError, Summary};
