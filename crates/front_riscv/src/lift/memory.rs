//! Loads and stores.

use ir::{BinaryOp, Inst, Operand};
use riscv::Op;

use super::{At, Flow};
use crate::emit::Emit;
use crate::registers::{ADDRESS, BYTE, HALF, SHORT, WORD, f, int, x, x_dst};

/// The high half of a register that holds a 32-bit float.
pub const BOX: u64 = 0xffff_ffff;

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    let inst = &at.inst;
    let address = match inst.imm {
        0 => x(inst.rs1),
        imm if inst.rs1 == 0 => int(64, imm as u64),
        imm => emit.binary(BinaryOp::Add, ADDRESS, x(inst.rs1), int(64, imm as u64)),
    };
    // A load to `x0` is performed, too: the access may be an error.
    let dst = x_dst(inst.rd).unwrap_or(WORD[0]);
    match inst.op {
        Op::Ld => {
            emit.load(dst, address);
        }
        Op::Lw => {
            let value = emit.load(HALF[0], address);
            emit.sext(dst, value);
        }
        Op::Lwu => {
            let value = emit.load(HALF[0], address);
            emit.zext(dst, value);
        }
        Op::Lh => {
            let value = emit.load(SHORT, address);
            emit.sext(dst, value);
        }
        Op::Lhu => {
            let value = emit.load(SHORT, address);
            emit.zext(dst, value);
        }
        Op::Lb => {
            let value = emit.load(BYTE, address);
            emit.sext(dst, value);
        }
        Op::Lbu => {
            let value = emit.load(BYTE, address);
            emit.zext(dst, value);
        }
        Op::Sd => emit.store(address, x(inst.rs2)),
        Op::Sw => {
            let value = emit.trunc(HALF[0], 32, x(inst.rs2));
            emit.store(address, value);
        }
        Op::Sh => {
            let value = emit.trunc(SHORT, 16, x(inst.rs2));
            emit.store(address, value);
        }
        Op::Sb => {
            let value = emit.trunc(BYTE, 8, x(inst.rs2));
            emit.store(address, value);
        }
        Op::Fld => {
            emit.load(f(inst.rd), address);
        }
        Op::Flw => {
            let value = emit.load(HALF[0], address);
            emit.push(Inst::Concat { dst: f(inst.rd), hi: int(32, BOX), lo: value });
        }
        Op::Fsd => emit.store(address, Operand::Reg(f(inst.rs2))),
        Op::Fsw => {
            let value = emit.trunc(HALF[0], 32, Operand::Reg(f(inst.rs2)));
            emit.store(address, value);
        }
        _ => unreachable!("the caller sends loads and stores"),
    }
    Flow::Next
}
