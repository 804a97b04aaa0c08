//! Why a program could not be loaded; each variant says whose fault it is.

use std::fmt;

use ir::transform::Broken;

/// A failed load. The message names the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// There are no inputs.
    NoInput,
    /// The file cannot be read.
    Unreadable {
        /// The file.
        file: String,
        /// The system's message.
        reason: String,
    },
    /// The file is not LLVM bitcode or text.
    NotLlvm {
        /// The file.
        file: String,
        /// What it seems to be.
        found: String,
    },
    /// The file was made by a newer LLVM, whose format this one does not know.
    NewerLlvm {
        /// The file.
        file: String,
        /// The producer that the file names.
        producer: String,
        /// The greatest major version that can be read.
        supported: u32,
    },
    /// The file is bitcode, but it is damaged.
    Damaged {
        /// The file.
        file: String,
        /// LLVM's message.
        reason: String,
    },
    /// The text form has an error.
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
        /// LLVM's message.
        reason: String,
    },
    /// The module can be read, but violates LLVM's rules.
    Invalid {
        /// The file.
        file: String,
        /// LLVM's message.
        reason: String,
    },
    /// The files cannot be linked, for example because two of them define the same symbol.
    Link {
        /// The file that could not be linked to those before it.
        file: String,
        /// LLVM's message.
        reason: String,
    },
    /// The program is for a machine that is not supported.
    Target {
        /// The file.
        file: String,
        /// The target triple, or the data layout if there is no triple.
        target: String,
    },
    /// The program does not define the function to start at.
    NoEntry {
        /// The files.
        file: String,
        /// The requested function.
        entry: String,
        /// The names of some functions that are defined.
        defined: Vec<String>,
    },
    /// LLVM failed in a way that should not happen: an error in this program or in LLVM.
    Internal {
        /// The file.
        file: String,
        /// LLVM's message.
        reason: String,
    },
    /// The lowering made a program that breaks the rules of the IR: an error of this program.
    Broken {
        /// The file.
        file: String,
        /// Which rule, and where.
        reason: Broken,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoInput => write!(f, "no input file"),
            LoadError::Unreadable { file, reason } => write!(f, "{file}: cannot be read: {reason}"),
            LoadError::NotLlvm { file, found } => write!(
                f,
                "{file}: not LLVM bitcode but {found}; compile with `clang -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone`"
            ),
            LoadError::NewerLlvm { file, producer, supported } => write!(
                f,
                "{file}: made by a newer LLVM ({producer}) than {supported}; compile it with clang {supported} or older"
            ),
            LoadError::Damaged { file, reason } => write!(f, "{file}: damaged bitcode: {reason}"),
            LoadError::Syntax { file, line, reason } => write!(f, "{file}:{line}: {reason}"),
            LoadError::Invalid { file, reason } => write!(f, "{file}: invalid module: {reason}"),
            LoadError::Link { file, reason } => write!(f, "{file}: cannot be linked: {reason}"),
            LoadError::Target { file, target } => {
                write!(f, "{file}: unsupported target {target}: only 64-bit little-endian machines are")
            }
            LoadError::NoEntry { file, entry, defined } if defined.is_empty() => {
                write!(f, "{file}: the function {entry} is not defined, and neither is any other")
            }
            LoadError::NoEntry { file, entry, defined } => {
                write!(f, "{file}: the function {entry} is not defined; defined are {}", defined.join(", "))
            }
            LoadError::Internal { file, reason } => write!(f, "{file}: LLVM failed: {reason}"),
            LoadError::Broken { file, reason } => write!(f, "{file}: {reason}"),
        }
    }
}

impl std::error::Error for LoadError {}
