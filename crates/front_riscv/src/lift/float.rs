//! Floating point: instructions that move bits are lifted here; those that compute become calls of functions.
//!
//! A 32-bit float is in the low half of its register, and the high half is all ones. If it is not, the register
//! counts as the canonical NaN.

use ir::{BinaryOp, CompareOp, Inst, Operand, Reg};
use riscv::{Instruction, Op};

use super::memory::BOX;
use super::{At, Flow};
use crate::emit::Emit;
use crate::registers::{BIT, HALF, ROUNDING, WORD, f, int, x, x_dst};

/// The value of the rounding mode field that selects the mode in `frm`.
const DYNAMIC: u8 = 7;
const NAN: u64 = 0x7fc0_0000;
const SIGN: u64 = 1 << 63;

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    let inst = &at.inst;
    match inst.op {
        Op::FmvXD => {
            if let Some(dst) = x_dst(inst.rd) {
                emit.set(dst, Operand::Reg(f(inst.rs1)));
            }
        }
        Op::FmvDX => emit.set(f(inst.rd), x(inst.rs1)),
        Op::FmvXW => {
            if let Some(dst) = x_dst(inst.rd) {
                let low = emit.trunc(HALF[0], 32, Operand::Reg(f(inst.rs1)));
                emit.sext(dst, low);
            }
        }
        Op::FmvWX => {
            let low = emit.trunc(HALF[0], 32, x(inst.rs1));
            emit.push(Inst::Concat { dst: f(inst.rd), hi: int(32, BOX), lo: low });
        }
        Op::FsgnjD | Op::FsgnjnD | Op::FsgnjxD => {
            let (a, b) = (Operand::Reg(f(inst.rs1)), Operand::Reg(f(inst.rs2)));
            inject(inst.op, emit, (f(inst.rd), WORD[0], WORD[1]), (64, SIGN), a, b);
        }
        Op::FsgnjS | Op::FsgnjnS | Op::FsgnjxS => {
            let a = unboxed(emit, HALF[0], inst.rs1);
            let b = unboxed(emit, HALF[1], inst.rs2);
            inject(inst.op, emit, (HALF[2], HALF[0], HALF[1]), (32, SIGN >> 32), a, b);
            emit.push(Inst::Concat { dst: f(inst.rd), hi: int(32, BOX), lo: Operand::Reg(HALF[2]) });
        }
        _ => unreachable!("the caller knows what computes"),
    }
    Flow::Next
}

/// The arguments and the destination of an instruction that computes.
pub struct Computation {
    /// The rounding mode, then three operands.
    pub args: Vec<Operand>,
    /// The destination register.
    pub dst: Reg,
}

/// The computation of an instruction; `None` if it only moves bits or is not a floating-point instruction.
pub fn computation(inst: &Instruction) -> Option<Computation> {
    use Op::*;
    let [a, b, c] = [inst.rs1, inst.rs2, inst.rs3].map(|register| Operand::Reg(f(register)));
    let zero = int(64, 0);
    let integer = x_dst(inst.rd).unwrap_or(WORD[0]);
    let (operands, dst) = match inst.op {
        FmaddS | FmsubS | FnmsubS | FnmaddS | FmaddD | FmsubD | FnmsubD | FnmaddD => ([a, b, c], f(inst.rd)),
        FaddS | FsubS | FmulS | FdivS | FminS | FmaxS | FaddD | FsubD | FmulD | FdivD | FminD | FmaxD => {
            ([a, b, zero], f(inst.rd))
        }
        FsqrtS | FsqrtD | FcvtSD | FcvtDS => ([a, zero.clone(), zero], f(inst.rd)),
        FeqS | FltS | FleS | FeqD | FltD | FleD => ([a, b, zero], integer),
        FclassS | FclassD | FcvtWS | FcvtWuS | FcvtLS | FcvtLuS | FcvtWD | FcvtWuD | FcvtLD | FcvtLuD => {
            ([a, zero.clone(), zero], integer)
        }
        FcvtSW | FcvtSWu | FcvtSL | FcvtSLu | FcvtDW | FcvtDWu | FcvtDL | FcvtDLu => {
            ([x(inst.rs1), zero.clone(), zero], f(inst.rd))
        }
        _ => return None,
    };
    let rounding = if inst.mode == DYNAMIC { Operand::Reg(ROUNDING) } else { int(64, u64::from(inst.mode)) };
    Some(Computation { args: [rounding].into_iter().chain(operands).collect(), dst })
}

/// The magnitude of `a` with a sign that depends on that of `b`.
fn inject(op: Op, emit: &mut Emit<'_>, regs: (Reg, Reg, Reg), (width, sign): (u32, u64), a: Operand, b: Operand) {
    let (dst, magnitude, other) = regs;
    let other = match op {
        Op::FsgnjD | Op::FsgnjS => b,
        Op::FsgnjnD | Op::FsgnjnS => emit.binary(BinaryOp::Xor, other, b, int(width, u64::MAX)),
        _ => emit.binary(BinaryOp::Xor, other, b, a.clone()),
    };
    let kept = emit.binary(BinaryOp::And, regs.2, other, int(width, sign));
    let magnitude = emit.binary(BinaryOp::And, magnitude, a, int(width, !sign));
    emit.binary(BinaryOp::Or, dst, magnitude, kept);
}

/// The 32-bit float in a register.
fn unboxed(emit: &mut Emit<'_>, dst: Reg, register: u8) -> Operand {
    let high = emit.binary(BinaryOp::LShr, WORD[0], Operand::Reg(f(register)), int(64, 32));
    let boxed = emit.compare(CompareOp::Eq, BIT[0], high, int(64, BOX));
    let low = emit.trunc(HALF[3], 32, Operand::Reg(f(register)));
    emit.select(dst, boxed, low, int(32, NAN))
}
