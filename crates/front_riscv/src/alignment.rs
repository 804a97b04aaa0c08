//! Checks that accesses are aligned: that the address is a multiple of the size of the access.
//!
//! A check costs as much as the access, so none is emitted where an earlier one in the same block implies it:
//! after a check, the remainder of the register modulo a power of two is known, and it is followed through
//! additions of constants. A computed jump into the middle of a block is assumed to come with registers of the
//! same alignment, as in code made by compilers.

use ir::{BinaryOp, CompareOp, ErrorKind, Operand};
use riscv::{Instruction, Op};

use crate::emit::Emit;
use crate::registers::{BIT, WORD, int, x};

/// What is known of a register: its remainder modulo `modulus`, a power of two, is `rest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fact {
    modulus: u64,
    rest: u64,
}

impl Fact {
    fn plus(self, imm: i64) -> Fact {
        Fact { modulus: self.modulus, rest: self.rest.wrapping_add_signed(imm) & (self.modulus - 1) }
    }
}

/// What is known of the integer registers at a place in a block.
#[derive(Clone, Debug, Default)]
pub struct Alignment {
    facts: [Option<Fact>; 32],
}

impl Alignment {
    /// Emits the check that an instruction needs if it accesses memory. Atomic instructions are checked when
    /// they are lifted.
    pub fn check(&mut self, inst: &Instruction, emit: &mut Emit<'_>) {
        let size = size(inst.op);
        if size < 2 {
            return;
        }
        let base = &mut self.facts[usize::from(inst.rs1)];
        let implied = base.is_some_and(|fact| fact.modulus >= size && fact.plus(inst.imm).rest & (size - 1) == 0);
        if implied {
            return;
        }
        let rest = inst.imm.wrapping_neg() as u64 & (size - 1);
        aligned(emit, x(inst.rs1), size, rest);
        if base.is_none_or(|fact| fact.modulus < size) {
            *base = Some(Fact { modulus: size, rest });
        }
    }

    /// Updates what is known with the effect of an instruction.
    pub fn after(&mut self, inst: &Instruction) {
        let source = self.facts[usize::from(inst.rs1)];
        let written = match inst.op {
            Op::Addi => source.map(|fact| fact.plus(inst.imm)),
            // `ecall` writes its result to `a0`.
            Op::Ecall => {
                self.facts[10] = None;
                return;
            }
            _ => None,
        };
        if writes(inst.op) {
            self.facts[usize::from(inst.rd)] = written;
        }
    }
}

/// Whether an instruction may write the integer register that it names as its destination.
fn writes(op: Op) -> bool {
    use Op::*;
    !matches!(op, Beq | Bne | Blt | Bge | Bltu | Bgeu | Sb | Sh | Sw | Sd | Fsw | Fsd | Flw | Fld)
}

/// The number of bytes that a load or store accesses; 0 for other instructions.
fn size(op: Op) -> u64 {
    use Op::*;
    match op {
        Lb | Lbu | Sb => 1,
        Lh | Lhu | Sh => 2,
        Lw | Lwu | Sw | Flw | Fsw => 4,
        Ld | Sd | Fld | Fsd => 8,
        _ => 0,
    }
}

/// Emits an error for addresses whose remainder modulo the size of the access is not `rest`.
pub fn aligned(emit: &mut Emit<'_>, address: Operand, size: u64, rest: u64) {
    let left = emit.binary(BinaryOp::And, WORD[0], address, int(64, size - 1));
    let whole = emit.compare(CompareOp::Eq, BIT[0], left, int(64, rest));
    emit.check(whole, ErrorKind::Misaligned, "the address of an access is no multiple of its size");
}

#[cfg(test)]
mod tests {
    use ir::Pos;

    use super::*;

    /// The number of checks that a block of instructions gets.
    fn checks(words: &[u32]) -> usize {
        let mut insts = Vec::new();
        let mut alignment = Alignment::default();
        for word in words {
            let inst = riscv::decode(&word.to_le_bytes()).expect("an instruction");
            alignment.check(&inst, &mut Emit { insts: &mut insts, pos: Pos::default() });
            alignment.after(&inst);
        }
        insts.iter().filter(|(inst, _)| matches!(inst, ir::Inst::Check { .. })).count()
    }

    const LD_A0_8_SP: u32 = 0x0081_3503;
    const LW_A0_4_SP: u32 = 0x0041_2503;
    const LD_A0_4_SP: u32 = 0x0041_3503;
    const ADDI_SP_SP_16: u32 = 0x0101_0113;
    const ADD_SP_SP_A0: u32 = 0x00a1_0133;

    #[test]
    fn what_is_implied_is_not_checked_again() {
        assert_eq!(checks(&[LD_A0_8_SP, LD_A0_8_SP, LW_A0_4_SP]), 1);
        assert_eq!(checks(&[LD_A0_8_SP, ADDI_SP_SP_16, LD_A0_8_SP]), 1);
        // A narrower check says too little about a wider access.
        assert_eq!(checks(&[LW_A0_4_SP, LD_A0_8_SP]), 2);
        assert_eq!(checks(&[LD_A0_8_SP, LD_A0_4_SP]), 2);
        assert_eq!(checks(&[LD_A0_8_SP, ADD_SP_SP_A0, LD_A0_8_SP]), 2);
    }
}
