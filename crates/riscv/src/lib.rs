//! The instruction set of 64-bit RISC-V: IMAFDC with Zicsr and Zifencei, as tables.
//!
//! [`decode`] decodes the instruction at the start of some bytes; an [`Instruction`] prints in LLVM's spelling.
//! This is also how it is tested: `front_llvm/tests/riscv_decoder.rs` compares all 2-byte encodings and
//! millions of 4-byte encodings with LLVM's disassembler. The meaning of the instructions is not part of this
//! crate.

mod compressed;
mod csr;
mod instruction;
mod print;
mod table;

pub use instruction::{Instruction, decode};
pub use print::{FLOAT_REGISTERS, INTEGER_REGISTERS};
pub use table::Op;

/// The 4-byte encoding of each operation: the fixed bits and the mask that selects them. For tests that
/// generate random instructions.
pub fn encodings() -> impl Iterator<Item = (Op, u32, u32)> {
    table::ROWS.iter().map(|row| (row.op, row.bits, row.mask))
}
