//! Jumps, branches, and instructions that end the program.

use ir::{BinaryOp, CompareOp, ErrorKind};
use riscv::Op;

use super::{At, Flow};
use crate::emit::Emit;
use crate::registers::{BIT, TARGET, int, x, x_dst};

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    let inst = &at.inst;
    let target = at.address.wrapping_add_signed(inst.imm);
    let compare = match inst.op {
        Op::Jal => {
            link(at, emit);
            return Flow::Jump(target);
        }
        Op::Jalr => {
            // Compute the target before the link, since they may share a register. Its lowest bit is cleared.
            let sum = match inst.imm {
                0 => x(inst.rs1),
                imm => emit.binary(BinaryOp::Add, TARGET, x(inst.rs1), int(64, imm as u64)),
            };
            emit.binary(BinaryOp::And, TARGET, sum, int(64, !1));
            link(at, emit);
            return Flow::Computed;
        }
        Op::Beq => (CompareOp::Eq, inst.rs1, inst.rs2),
        Op::Bne => (CompareOp::Ne, inst.rs1, inst.rs2),
        Op::Blt => (CompareOp::Slt, inst.rs1, inst.rs2),
        Op::Bltu => (CompareOp::Ult, inst.rs1, inst.rs2),
        // `a >= b` is `b <= a`.
        Op::Bge => (CompareOp::Sle, inst.rs2, inst.rs1),
        Op::Bgeu => (CompareOp::Ule, inst.rs2, inst.rs1),
        _ => unreachable!("the caller sends jumps and branches"),
    };
    let condition = emit.compare(compare.0, BIT[0], x(compare.1), x(compare.2));
    Flow::Branch(condition, target)
}

fn link(at: &At, emit: &mut Emit<'_>) {
    if let Some(dst) = x_dst(at.inst.rd) {
        emit.set(dst, int(64, at.next()));
    }
}

/// `ebreak`, which compilers emit as a trap.
pub fn breakpoint(emit: &mut Emit<'_>) -> Flow {
    emit.check(int(1, 0), ErrorKind::Abort, "breakpoint (ebreak)");
    Flow::End
}

/// An instruction that a user program cannot execute.
pub fn illegal(emit: &mut Emit<'_>, what: &str) -> Flow {
    emit.check(int(1, 0), ErrorKind::IllegalInstruction, &format!("illegal instruction: {what}"));
    Flow::End
}
