//! Native replay: the program is built with a small runtime that hands out the bytes of a test and is run on
//! it. Its behaviour is then compared with what the exploration predicted.
//!
//! Building and running are separate steps, so that one build serves many tests: [`Builder`] holds the compiler
//! and the compiled runtime, [`Builder::build`] returns a [`Native`] program, [`Native::run`] one [`Observed`]
//! run, [`judge`] the [`Verdict`], and [`Native::run_predicted`] both.

mod blocked;
mod build;
mod judge;
mod origin;
mod predicted;
pub mod profile;
mod run;
mod sanitizer;
mod undefined;

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::toolchain::ToolError;

pub use build::{Builder, HARNESS, Native, Program, Sanitizers};
pub use judge::{Verdict, describe, judge};
pub use origin::Origin;
pub use run::{Note, Observed, RunOptions, Status};
pub use sanitizer::{Report, Tool};

/// Why a program could not be replayed.
#[derive(Debug)]
pub enum ReplayError {
    /// There is no suitable compiler.
    Tool(ToolError),
    /// The compiler rejected a source, or the linker rejected the program.
    Build {
        /// The file that was to be built.
        what: PathBuf,
        /// The compiler's messages.
        messages: String,
    },
    /// A file of this type cannot be built natively.
    NotASource(PathBuf),
    /// The machine cannot run the program, and this emulator is missing.
    NoEmulator(&'static str),
    /// An input or output operation failed.
    Io {
        /// What was tried.
        tried: &'static str,
        /// The operating system's error.
        error: io::Error,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Tool(error) => error.fmt(f),
            ReplayError::Build { what, messages } => {
                write!(f, "cannot build {} natively:\n{}", what.display(), messages.trim_end())
            }
            ReplayError::NotASource(file) => {
                write!(f, "{}: not a C or C++ source (bitcode needs clang as the native compiler)", file.display())
            }
            ReplayError::NoEmulator(name) => {
                write!(
                    f,
                    "{name}, which runs executables for RISC-V, is not here: Debian has it in the package qemu-user"
                )
            }
            ReplayError::Io { tried, error } => write!(f, "cannot {tried}: {error}"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<ToolError> for ReplayError {
    fn from(error: ToolError) -> ReplayError {
        ReplayError::Tool(error)
    }
}

/// Adds what was tried to an input or output error.
fn trying(tried: &'static str) -> impl FnOnce(io::Error) -> ReplayError {
    move |error| ReplayError::Io { tried, error }
}
