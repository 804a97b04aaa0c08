//! The meaning of each instruction, in IR instructions.
//!
//! An instruction reads its operands before it writes its destination, since they may be the same register.
//! Arithmetic on 32 bits is done on 32 bits and then extended, so that it gives the same terms as `int` in a C
//! program.

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

/// Optional checks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Checks {
    /// Whether a division by zero is an error. The machine defines its result.
    pub division: bool,
    /// Whether an access at an address that is not a multiple of its size is an error. Some machines allow it.
    pub alignment: bool,
    /// Whether exiting with a nonzero status is an error.
    pub exit_status: bool,
}

/// Where control goes after an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To this address.
    Jump(u64),
    /// To this address if the condition holds, else to the next instruction.
    Branch(Operand, u64),
    /// To the address in [`crate::registers::TARGET`].
    Computed,
    /// Nowhere: the emitted instructions end the path.
    End,
}

/// An instruction at an address.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The instruction.
    pub inst: Instruction,
    /// The address of the instruction.
    pub address: u64,
    /// The checks to emit.
    pub checks: Checks,
    /// The kernel's own memory; its first word holds the floating-point exceptions, as in `fflags`.
    pub kernel: GlobalId,
}

impl At {
    /// The address after the instruction.
    pub fn next(&self) -> u64 {
        self.address.wrapping_add(u64::from(self.inst.len))
    }
}

/// Emits the IR of an instruction. System calls and floating-point arithmetic are left to the caller, which
/// knows the functions to call.
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
        // A single thread sees its own accesses in order, and code never changes.
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
