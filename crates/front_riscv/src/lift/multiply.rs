//! Multiplication and division. Nothing traps: a quotient by zero is all ones and a remainder by zero is the
//! dividend. The IR agrees for unsigned division and for remainders; a signed quotient by zero has to be made
//! minus one.

use ir::{BinaryOp, CastOp, CompareOp, ErrorKind, Inst, Operand, Reg};
use riscv::Op;

use super::{At, Flow};
use crate::emit::Emit;
use crate::registers::{BIT, HALF, WIDE, WORD, int, x, x_dst};

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    let inst = &at.inst;
    let (a, b) = (x(inst.rs1), x(inst.rs2));
    if at.checks.division {
        check_divisor(inst.op, emit, b.clone());
    }
    let Some(dst) = x_dst(inst.rd) else { return Flow::Next };
    match inst.op {
        Op::Mul => {
            emit.binary(BinaryOp::Mul, dst, a, b);
        }
        Op::Mulh => high(emit, dst, (CastOp::Sext, a), (CastOp::Sext, b)),
        Op::Mulhsu => high(emit, dst, (CastOp::Sext, a), (CastOp::Zext, b)),
        Op::Mulhu => high(emit, dst, (CastOp::Zext, a), (CastOp::Zext, b)),
        Op::Div => {
            let zero = emit.compare(CompareOp::Eq, BIT[0], b.clone(), int(64, 0));
            let quotient = emit.binary(BinaryOp::SDiv, WORD[0], a, b);
            emit.select(dst, zero, int(64, u64::MAX), quotient);
        }
        Op::Divu => {
            emit.binary(BinaryOp::UDiv, dst, a, b);
        }
        Op::Rem => {
            emit.binary(BinaryOp::SRem, dst, a, b);
        }
        Op::Remu => {
            emit.binary(BinaryOp::URem, dst, a, b);
        }
        _ => word(inst.op, emit, dst, a, b),
    }
    Flow::Next
}

/// The high half of the product of two values extended to 128 bits.
fn high(emit: &mut Emit<'_>, dst: Reg, a: (CastOp, Operand), b: (CastOp, Operand)) {
    let a = emit.cast(a.0, WIDE[0], a.1);
    let b = emit.cast(b.0, WIDE[1], b.1);
    let product = emit.binary(BinaryOp::Mul, WIDE[2], a, b);
    emit.push(Inst::Extract { dst, a: product, lo: 64 });
}

fn word(op: Op, emit: &mut Emit<'_>, dst: Reg, a: Operand, b: Operand) {
    let a = emit.trunc(HALF[0], 32, a);
    let b = emit.trunc(HALF[1], 32, b);
    let result = match op {
        Op::Mulw => emit.binary(BinaryOp::Mul, HALF[2], a, b),
        Op::Divuw => emit.binary(BinaryOp::UDiv, HALF[2], a, b),
        Op::Remw => emit.binary(BinaryOp::SRem, HALF[2], a, b),
        Op::Remuw => emit.binary(BinaryOp::URem, HALF[2], a, b),
        Op::Divw => {
            let zero = emit.compare(CompareOp::Eq, BIT[0], b.clone(), int(32, 0));
            let quotient = emit.binary(BinaryOp::SDiv, HALF[2], a, b);
            emit.select(HALF[2], zero, int(32, u64::MAX), quotient)
        }
        _ => unreachable!("the caller sends multiplications and divisions"),
    };
    emit.sext(dst, result);
}

fn check_divisor(op: Op, emit: &mut Emit<'_>, divisor: Operand) {
    let (divisor, width) = match op {
        Op::Div | Op::Divu | Op::Rem | Op::Remu => (divisor, 64),
        Op::Divw | Op::Divuw | Op::Remw | Op::Remuw => (emit.trunc(HALF[1], 32, divisor), 32),
        _ => return,
    };
    let some = emit.compare(CompareOp::Ne, BIT[0], divisor, int(width, 0));
    emit.check(some, ErrorKind::DivByZero, "division by zero");
}
