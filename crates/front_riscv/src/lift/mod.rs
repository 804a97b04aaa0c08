//! What each instruction means, in instructions of the IR.
//!
//! An instruction reads its operands before it writes its destination, since they may be the same register. Arithmetic on 32 bits
//! is done on 32 bits and then extended: these are the terms that a C program's `int` has elsewhere.

mod atomic;
mod control;
mod csr;
mod float;
mod integer;
mod memory;
mod multiply;

use ir::{GlobalId, Operand};
use riscv::{Instruction, Op};

use crate::emit::Emit;

/// What may be checked on request.
#[derive(Clone, Copy, Default, Debug)]
pub struct Checks {
    /// A division by zero is an error; by itself it has a defined result.
    pub division: bool,
    /// An access at an address that is no multiple of its size is an error; some machines carry it out.
    pub alignment: bool,
    /// Ending with a status other than zero is an error.
    pub exit_status: bool,
}

/// Where control goes after an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next one.
    Next,
    /// To that address.
    Jump(u64),
    /// To that address if the condition holds, else to the next one.
    Branch(Operand, u64),
    /// To the address in [`crate::registers::TARGET`].
    Computed,
    /// Nowhere: what was emitted ends the path.
    End,
}

/// An instruction at an address.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The instruction.
    pub inst: Instruction,
    /// Where it stands.
    pub address: u64,
    /// What to check.
    pub checks: Checks,
    /// What belongs to the kernel: its first word holds the exceptions of floating point, as `fflags` has them.
    pub kernel: GlobalId,
}

impl At {
    /// The address behind it.
    pub fn next(&self) -> u64 {
        self.address.wrapping_add(u64::from(self.inst.len))
    }
}

/// Emits an instruction. System calls and arithmetic on floating-point numbers are left to the caller, who knows whom to call.
pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    use Op::*;
    match at.inst.op {
        Lui | Auipc | Addi | Slti | Sltiu | Xori | Ori | Andi | Slli | Srli | Srai | Add | Sub | Sll | Slt | Sltu
        | Xor | Srl | Sra | Or | And | Addiw | Slliw | Srliw | Sraiw | Addw | Subw | Sllw | Srlw | Sraw => {
            integer::lift(at, emit)
        }
        Mul | Mulh | Mulhsu | Mulhu | Div | Divu | Rem | Remu | Mulw | Divw | Divuw | Remw | Remuw => {
            multiply::lift(at, emit)
        }
        Lb | Lh | Lw | Ld | Lbu | Lhu | Lwu | Sb | Sh | Sw | Sd | Flw | Fld | Fsw | Fsd => memory::lift(at, emit),
        Jal | Jalr | Beq | Bne | Blt | Bge | Bltu | Bgeu => control::lift(at, emit),
        // One thread sees its own accesses in order, and code does not change.
        Fence | FenceTso | FenceI => Flow::Next,
        Csrrw | Csrrs | Csrrc | Csrrwi | Csrrsi | Csrrci => csr::lift(at, emit),
        LrW | LrD | ScW | ScD | AmoswapW | AmoaddW | AmoxorW | AmoandW | AmoorW | AmominW | AmomaxW | AmominuW
        | AmomaxuW | AmoswapD | AmoaddD | AmoxorD | AmoandD | AmoorD | AmominD | AmomaxD | AmominuD | AmomaxuD => {
            atomic::lift(at, emit)
        }
        Ebreak => control::breakpoint(emit),
        Ecall => Flow::Next,
        Unimp | Sret | Mret | Wfi | SfenceVma => control::illegal(emit, at.inst.name()),
        _ => float::lift(at, emit),
    }
}

pub use control::illegal;
pub use float::{Computation, computation};
