//! Why a file cannot be run.

use std::fmt;

/// Why a file cannot be run. The message says what the file is and, if possible, what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The file is damaged, with the reader's message.
    Damaged(String),
    /// The file is for another machine.
    Foreign(String),
    /// The file is for 32-bit RISC-V.
    Narrow,
    /// The file is an object file that has not been linked.
    Object,
    /// The file needs a dynamic linker, or is a shared library.
    Dynamic,
    /// There is no code at the entry address.
    NoCode {
        /// The entry address.
        entry: u64,
    },
    /// The memory of the program cannot be laid out.
    Layout(String),
    /// The program needs a calling convention or an extension that is not supported.
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
