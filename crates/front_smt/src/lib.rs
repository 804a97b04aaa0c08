//! SMT-LIB 2.6 scripts over bit-vectors: read, carried out, answered.
//!
//! A [`Session`] reads a script as a stream of tokens and carries out each command when its last parenthesis is read;
//! nothing of the text is kept but names. Terms are built directly in an expression pool and questions go to the same
//! solver that the executor uses. What is supported is listed in `docs/solve.md`.
//!
//! **Invariant**: no input makes this crate panic or recurse without bound; what it cannot take is an [`Error`] with
//! its position, and the script goes on behind it. **Invariant**: nothing is printed; what the script asks for goes to the
//! writer that the caller gives.

mod error;
mod sort;

mod lexer;
mod literal;
mod names;

mod build;
mod function;
mod operator;
mod scope;
mod term;

mod ask;
mod command;
mod levels;
mod reader;
mod session;
mod settings;

pub use error::{Error, ErrorKind, Position};
pub use session::{Config, Session, StreamError, Summary};
pub use sort::MAX_WIDTH;
