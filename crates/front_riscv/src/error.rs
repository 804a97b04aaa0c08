//! Why a file cannot be run.

use std::fmt;

/// Why a file cannot be run. Each says what the file is, and what to do where something can be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// It is damaged: what the reader found.
    Damaged(String),
    /// It is for another machine.
    Foreign(String),
    /// It is for 32-bit RISC-V.
    Narrow,
    /// It is not linked yet.
    Object,
    /// It needs a dynamic linker, or is for one.
    Dynamic,
    /// It has nothing to execute at its entry.
    NoCode {
        /// The entry.
        entry: u64,
    },
    /// It wants memory that it cannot have.
    Layout(String),
    /// It uses a calling convention or extension that is not known.
    Extension(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Damaged(why) => write!(f, "the ELF file is damaged: {why}"),
            LoadError::Foreign(machine) => {
                write!(f, "the ELF file is for {machine}; binaries for 64-bit RISC-V (little-endian) can be run")
            }
            LoadError::Narrow => write!(f, "the ELF file is for 32-bit RISC-V; only 64-bit programs can be run"),
            LoadError::Object => write!(f, "the ELF file is an object file; link it to a static program first"),
            LoadError::Dynamic => {
                write!(f, "the ELF file needs shared libraries or is one; link it with -static (for gcc)")
            }
            LoadError::NoCode { entry } => write!(f, "the ELF file has no code at its entry {entry:#x}"),
            LoadError::Layout(why) => write!(f, "the ELF file cannot be laid out in memory: {why}"),
            LoadError::Extension(what) => write!(f, "the ELF file needs {what}, which is not supported"),
        }
    }
}

impl std::error::Error for LoadError {}
