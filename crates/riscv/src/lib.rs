//! The instruction set of 64-bit RISC-V: IMAFDC with Zicsr and Zifencei, as tables.
//!
//! [`decode`] finds the instruction at the beginning of some bytes; an [`Instruction`] prints in LLVM's spelling. That is how
//! it is checked: `front_llvm/tests/riscv_decoder.rs` compares every encoding of two bytes and millions of those of four with
//! LLVM's own disassembler. What instructions mean is not said here.

mod compressed;
mod csr;
mod instruction;
mod print;
mod table;

pub use instruction::{Instruction, decode};
pub use print::{FLOAT_REGISTERS, INTEGER_REGISTERS};
pub use table::Op;

/// An encoding of four bytes of each operation: the bits that say which it is, and a mask of them. For tests that draw
/// instructions at random.
pub fn encodings() -> impl Iterator<Item = (Op, u32, u32)> {
    table::ROWS.iter().map(|row| (row.op, row.bits, row.mask))
}
