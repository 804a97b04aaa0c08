//! Lifts static ELF programs for 64-bit RISC-V Linux to [`ir::Module`].
//!
//! The whole program becomes one IR function of machine code. The registers of the machine are IR registers
//! that are assigned any number of times, so `add a0, a1, a2` is one instruction of the executor and runs on
//! its fast path, and registers are never kept in memory. Every instruction is lifted once, when the program is
//! loaded, and has a `place` by which a jump to a computed address finds it; direct branches are ordinary
//! edges. Calls and returns are jumps, as they are on the machine, so `longjmp` and hand-written assembly need
//! nothing special. There is no function for each symbol, because machine code does not keep to function
//! boundaries; and nothing is lifted on demand, because the executor decodes a program once, before it runs.
//!
//! Each segment of the file is an object at its address; the stack and the area that `brk` hands out are two
//! more. A system call becomes a call of the function [`ECALL`], which is provided by the executor. So are most
//! of the functions that are recognized by their symbols (`intercept.rs`), whose code in the file is ignored.

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
