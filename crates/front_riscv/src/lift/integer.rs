//! Integer arithmetic, logic, shifts and comparisons.

use ir::{BinaryOp, CompareOp, Operand, Reg};
use riscv::Op;

use super::{At, Flow};
use crate::emit::Emit;
use crate::registers::{BIT, HALF, WORD, int, x, x_dst};

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    let inst = &at.inst;
    // Without a destination the instruction has no effect.
    let Some(dst) = x_dst(inst.rd) else { return Flow::Next };
    let (a, b) = (x(inst.rs1), x(inst.rs2));
    let imm = int(64, inst.imm as u64);
    let shift = int(64, inst.imm as u64);
    match inst.op {
        Op::Lui => emit.set(dst, imm),
        Op::Auipc => emit.set(dst, int(64, at.address.wrapping_add_signed(inst.imm))),
        Op::Addi if inst.rs1 == 0 => emit.set(dst, imm),
        Op::Addi if inst.imm == 0 => emit.set(dst, a),
        Op::Addi => binary(emit, BinaryOp::Add, dst, a, imm),
        Op::Xori => binary(emit, BinaryOp::Xor, dst, a, imm),
        Op::Ori => binary(emit, BinaryOp::Or, dst, a, imm),
        Op::Andi => binary(emit, BinaryOp::And, dst, a, imm),
        Op::Slti => compare(emit, CompareOp::Slt, dst, a, imm),
        Op::Sltiu => compare(emit, CompareOp::Ult, dst, a, imm),
        Op::Slli => binary(emit, BinaryOp::Shl, dst, a, shift),
        Op::Srli => binary(emit, BinaryOp::LShr, dst, a, shift),
        Op::Srai => binary(emit, BinaryOp::AShr, dst, a, shift),
        Op::Add if inst.rs1 == 0 => emit.set(dst, b),
        Op::Add => binary(emit, BinaryOp::Add, dst, a, b),
        Op::Sub => binary(emit, BinaryOp::Sub, dst, a, b),
        Op::Xor => binary(emit, BinaryOp::Xor, dst, a, b),
        Op::Or => binary(emit, BinaryOp::Or, dst, a, b),
        Op::And => binary(emit, BinaryOp::And, dst, a, b),
        Op::Slt => compare(emit, CompareOp::Slt, dst, a, b),
        Op::Sltu => compare(emit, CompareOp::Ult, dst, a, b),
        Op::Sll => shift_by_register(emit, BinaryOp::Shl, dst, a, b),
        Op::Srl => shift_by_register(emit, BinaryOp::LShr, dst, a, b),
        Op::Sra => shift_by_register(emit, BinaryOp::AShr, dst, a, b),
        Op::Addiw => word(emit, BinaryOp::Add, dst, a, imm),
        Op::Slliw => word(emit, BinaryOp::Shl, dst, a, shift),
        Op::Srliw => word(emit, BinaryOp::LShr, dst, a, shift),
        Op::Sraiw => word(emit, BinaryOp::AShr, dst, a, shift),
        Op::Addw => word(emit, BinaryOp::Add, dst, a, b),
        Op::Subw => word(emit, BinaryOp::Sub, dst, a, b),
        Op::Sllw => word_shift_by_register(emit, BinaryOp::Shl, dst, a, b),
        Op::Srlw => word_shift_by_register(emit, BinaryOp::LShr, dst, a, b),
        Op::Sraw => word_shift_by_register(emit, BinaryOp::AShr, dst, a, b),
        _ => unreachable!("the caller sends integer instructions"),
    }
    Flow::Next
}

fn binary(emit: &mut Emit<'_>, op: BinaryOp, dst: Reg, a: Operand, b: Operand) {
    emit.binary(op, dst, a, b);
}

fn compare(emit: &mut Emit<'_>, op: CompareOp, dst: Reg, a: Operand, b: Operand) {
    let bit = emit.compare(op, BIT[0], a, b);
    emit.zext(dst, bit);
}

/// The shift amount is the low six bits of the register.
fn shift_by_register(emit: &mut Emit<'_>, op: BinaryOp, dst: Reg, a: Operand, b: Operand) {
    let amount = emit.binary(BinaryOp::And, WORD[0], b, int(64, 63));
    emit.binary(op, dst, a, amount);
}

/// An operation on the low 32 bits of both operands, whose result is sign-extended. Adding zero only extends.
fn word(emit: &mut Emit<'_>, op: BinaryOp, dst: Reg, a: Operand, b: Operand) {
    let a = emit.trunc(HALF[0], 32, a);
    let b = emit.trunc(HALF[1], 32, b);
    let is_zero = matches!(&b, Operand::Const(value) if value.low_u64() == 0);
    let result = if is_zero && op == BinaryOp::Add { a } else { emit.binary(op, HALF[2], a, b) };
    emit.sext(dst, result);
}

/// The shift amount is the low five bits of the register.
fn word_shift_by_register(emit: &mut Emit<'_>, op: BinaryOp, dst: Reg, a: Operand, b: Operand) {
    let b = emit.trunc(HALF[1], 32, b);
    let amount = emit.binary(BinaryOp::And, HALF[1], b, int(32, 31));
    let a = emit.trunc(HALF[0], 32, a);
    let result = emit.binary(op, HALF[2], a, amount);
    emit.sext(dst, result);
}
