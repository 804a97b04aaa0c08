//! Control and status registers. Those of floating point are supported. Reading a counter of time or cycles
//! ends the path, since no two runs agree on its value. An access to any other register is an illegal
//! instruction.

use ir::{BinaryOp, Operand, Reg};
use riscv::Op;

use super::control::illegal;
use super::{At, Flow};
use crate::emit::Emit;
use crate::registers::{ROUNDING, WORD, int, x, x_dst};

const FFLAGS: i64 = 1;
const FRM: i64 = 2;
const FCSR: i64 = 3;

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    let inst = &at.inst;
    match inst.imm {
        FFLAGS | FRM | FCSR => {}
        0xc00..=0xc1f => {
            emit.unsupported(format!("reading a counter ({})", inst.to_string().replace('\t', " ")));
            return Flow::End;
        }
        _ => return illegal(emit, &inst.to_string().replace('\t', " ")),
    }
    // Read the operand first: it may also be the destination.
    let immediate = matches!(inst.op, Op::Csrrwi | Op::Csrrsi | Op::Csrrci);
    let operand = if immediate { int(64, u64::from(inst.rs1)) } else { x(inst.rs1) };
    emit.set(WORD[0], operand);
    let flags = Operand::Global(at.kernel, 0);
    let old = read(emit, inst.imm, flags.clone());
    let writes = inst.rs1 != 0 || matches!(inst.op, Op::Csrrw | Op::Csrrwi);
    if writes {
        let new = match inst.op {
            Op::Csrrw | Op::Csrrwi => Operand::Reg(WORD[0]),
            Op::Csrrs | Op::Csrrsi => emit.binary(BinaryOp::Or, WORD[0], old.clone(), Operand::Reg(WORD[0])),
            _ => {
                let kept = emit.binary(BinaryOp::Xor, WORD[0], Operand::Reg(WORD[0]), int(64, u64::MAX));
                emit.binary(BinaryOp::And, WORD[0], old.clone(), kept)
            }
        };
        write(emit, inst.imm, new, flags);
    }
    if let Some(dst) = x_dst(inst.rd) {
        emit.set(dst, old);
    }
    Flow::Next
}

/// Reads a control register into a temporary that `write` does not change.
fn read(emit: &mut Emit<'_>, register: i64, flags: Operand) -> Operand {
    match register {
        FFLAGS => {
            emit.load(WORD[1], flags);
        }
        FRM => emit.set(WORD[1], Operand::Reg(ROUNDING)),
        _ => {
            let mode = emit.binary(BinaryOp::Shl, WORD[1], Operand::Reg(ROUNDING), int(64, 5));
            let flags = emit.load(WORD[2], flags);
            emit.binary(BinaryOp::Or, WORD[1], mode, flags);
        }
    }
    Operand::Reg(WORD[1])
}

fn write(emit: &mut Emit<'_>, register: i64, value: Operand, flags: Operand) {
    let part = |emit: &mut Emit<'_>, dst: Reg, from: u64, mask: u64| {
        let shifted = emit.binary(BinaryOp::LShr, WORD[2], value.clone(), int(64, from));
        emit.binary(BinaryOp::And, dst, shifted, int(64, mask))
    };
    match register {
        FFLAGS => {
            let raised = part(emit, WORD[2], 0, 31);
            emit.store(flags, raised);
        }
        FRM => {
            part(emit, ROUNDING, 0, 7);
        }
        _ => {
            let raised = part(emit, WORD[2], 0, 31);
            emit.store(flags, raised);
            part(emit, ROUNDING, 5, 7);
        }
    }
}
