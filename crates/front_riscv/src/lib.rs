//! Static ELF programs for 64-bit RISC-V Linux in, [`ir::Module`] out.
//!
//! The whole program becomes one IR function of machine code: the registers of the machine are IR registers that are assigned any
//! number of times, so that `add a0, a1, a2` is one instruction of the executor and runs on its fast path; a value never goes
//! through memory to be a register's. Every instruction is lifted once, when the program is loaded, and has a `place` by which
//! a jump to a computed address finds it; direct branches are ordinary edges. Calls and returns are jumps, as they are on the
//! machine, so `longjmp` and hand-written assembly need nothing special. Functions per symbol were not chosen because machine
//! code does not keep to them, and lifting on demand because the executor decodes a program once, before it runs.
//!
//! A segment of the file is an object at its address; the stack and the area that `brk` hands out are two more. A system call is
//! a call of the function [`ECALL`], which the executor must provide; so are the functions that are known by their symbols
//! (`intercept.rs`), whose code in the file is not looked at.

mod elf;
mod error;
mod lines;

mod alignment;
mod emit;
mod lift;
mod registers;

mod arguments;
mod intercept;
mod process;
mod program;
mod sweep;
mod unwind;

pub use error::LoadError;
pub use intercept::Library;
pub use lift::Checks;
pub use process::{LARGEST_FILE, LONGEST_ARGUMENT, MOST as MOST_ARGUMENTS};
pub use program::{ECALL, ENTRY, FLOAT_PREFIX, Options, is_elf, load};
pub use unwind::unwind;
