//! Lowers LLVM bitcode or text to [`ir::Module`].
//!
//! Reading, linking and the only pass that is run (`mem2reg`) are LLVM's own, through the shared library that
//! comes with the Rust toolchain. The lowering from LLVM's IR to ours is here, with a file for each kind of
//! construct. It adds the checks that the C language requires (division by zero, shifts), and emits
//! [`ir::Inst::Unsupported`] for constructs without a lowering: these end a path, but never make the load fail.
//!
//! The executor must provide `memcpy`, `memmove` and `memset` as in C; `llvm.va_start`, `llvm.va_copy` and
//! `llvm.va_end` as functions that take the address of a `va_list`; and floating-point arithmetic as functions
//! on bits whose names begin with `float.`. It must call [`CONSTRUCTORS`] first and [`DESTRUCTORS`] last, if
//! the program has them.
//!
//! A binary that links this crate needs the library at run time: the build script of the binary must pass
//! `DEP_PLEACH_LLVM_RPATH` on as an rpath (`cargo::rustc-link-arg=-Wl,-rpath,…`).

mod error;
mod images;
mod input;
mod load;
mod producer;
mod read;

mod passes;

mod lines;
mod program;
mod sanitize;
mod signature;
mod symbols;

mod debug;
mod function;
mod global;
mod inst;
mod names;
mod startup;
mod terminator;

mod aggregate;
mod arith;
mod assembly;
mod bits;
mod call;
mod constant;
mod doubt;
mod exception;
mod floating;
mod gep;
mod intrinsic;
mod masked;
mod memory;
mod overflow;

mod builder;
mod fold;
mod layout;
mod unsupported;

mod raw;
pub mod tuning;

pub use error::LoadError;
pub use images::{Image, link};
pub use input::Input;
pub use load::{Loaded, Options, Symbols, load, symbols};
pub use program::Variables;
pub use raw::{Disassembler, release_free_memory};
pub use sanitize::{Sanitizer, mark_for, written_version};
pub use signature::{Param, Passed, Signature, signature};
pub use startup::{CONSTRUCTORS, DESTRUCTORS};
