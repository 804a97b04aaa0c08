//! Integer arithmetic, comparisons, casts and selection, lane by lane, with the checks that the language
//! requires.

use bv::Bv;
use ir::{BinaryOp, CompareOp, ErrorKind, Operand};

use crate::builder::{Builder, number, zero};
use crate::doubt::Cause;
use crate::function::FunctionLowering;
use crate::raw::{Opcode, Predicate, TypeKind, Value};
use crate::unsupported::Unsupported;

/// A binary operator on numbers or vectors.
pub fn binary<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, opcode: Opcode) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let op = operator(opcode);
    let mut fine = Vec::new();
    let mut lanes = Vec::new();
    for (a, b) in a.into_iter().zip(b) {
        let builder = &mut lowering.builder;
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => fine.push(shift_fits(builder, &b)),
            _ => check(builder, op, &a, &b),
        }
        lanes.push(builder.binary(op, a, b));
    }
    lowering.bind(inst, lanes);
    lowering.doubt(inst, Cause::Shift, fine);
    Ok(())
}

fn shift_fits(builder: &mut Builder, distance: &Operand) -> Operand {
    let width = builder.width(distance);
    builder.compare(CompareOp::Ult, distance.clone(), number(width, u64::from(width)))
}

fn operator(opcode: Opcode) -> BinaryOp {
    match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UDiv,
        Opcode::LLVMSDiv => BinaryOp::SDiv,
        Opcode::LLVMURem => BinaryOp::URem,
        Opcode::LLVMSRem => BinaryOp::SRem,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::LShr,
        Opcode::LLVMAShr => BinaryOp::AShr,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        _ => BinaryOp::Xor,
    }
}

/// Emits the checks that an operation needs; none if a constant operand makes them unnecessary.
fn check(builder: &mut Builder, op: BinaryOp, a: &Operand, b: &Operand) {
    let width = builder.width(a);
    match op {
        BinaryOp::UDiv | BinaryOp::URem => check_divisor(builder, b),
        BinaryOp::SDiv | BinaryOp::SRem => {
            check_divisor(builder, b);
            let least = sign_bit(width);
            let no_minus_one = builder.compare(CompareOp::Ne, b.clone(), Operand::Const(Bv::all_ones(width)));
            if matches!(&no_minus_one, Operand::Const(holds) if !holds.is_zero()) {
                return;
            }
            let not_least = builder.compare(CompareOp::Ne, a.clone(), Operand::Const(least));
            if matches!(&not_least, Operand::Const(holds) if !holds.is_zero()) {
                return;
            }
            let fits = builder.binary(BinaryOp::Or, no_minus_one, not_least);
            builder.check(fits, ErrorKind::Overflow, "signed division overflow");
        }
        _ => {}
    }
}

fn check_divisor(builder: &mut Builder, divisor: &Operand) {
    let width = builder.width(divisor);
    let nonzero = builder.compare(CompareOp::Ne, divisor.clone(), zero(width));
    builder.check(nonzero, ErrorKind::DivByZero, "division by zero");
}

/// An integer or pointer comparison.
pub fn compare<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let (op, swap) = comparison(inst.predicate());
    let builder = &mut lowering.builder;
    let lane = |(a, b)| if swap { builder.compare(op, b, a) } else { builder.compare(op, a, b) };
    let lanes = a.into_iter().zip(b).map(lane).collect();
    lowering.bind(inst, lanes);
    Ok(())
}

/// The IR's comparison for a predicate, and whether the operands are swapped.
fn comparison(predicate: Predicate) -> (CompareOp, bool) {
    match predicate {
        Predicate::LLVMIntEQ => (CompareOp::Eq, false),
        Predicate::LLVMIntNE => (CompareOp::Ne, false),
        Predicate::LLVMIntULT => (CompareOp::Ult, false),
        Predicate::LLVMIntULE => (CompareOp::Ule, false),
        Predicate::LLVMIntUGT => (CompareOp::Ult, true),
        Predicate::LLVMIntUGE => (CompareOp::Ule, true),
        Predicate::LLVMIntSLT => (CompareOp::Slt, false),
        Predicate::LLVMIntSLE => (CompareOp::Sle, false),
        Predicate::LLVMIntSGT => (CompareOp::Slt, true),
        Predicate::LLVMIntSGE => (CompareOp::Sle, true),
    }
}

/// A cast to another width; pointers are 64-bit numbers.
pub fn resize<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, signed: bool) -> Result<(), Unsupported> {
    let lanes = lowering.leaves(inst.operand(0))?;
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let builder = &mut lowering.builder;
    let lanes = lanes.into_iter().zip(&shape.widths).map(|(lane, &width)| builder.resize(lane, width, signed));
    let lanes = lanes.collect();
    lowering.bind(inst, lanes);
    Ok(())
}

/// A choice between two values; lane by lane if the condition is a vector.
pub fn select<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let conditions = lowering.leaves(inst.operand(0))?;
    let a = lowering.leaves(inst.operand(1))?;
    let b = lowering.leaves(inst.operand(2))?;
    let vector = matches!(inst.operand(0).ty().kind(), TypeKind::Vector(..));
    let builder = &mut lowering.builder;
    let lanes = a.into_iter().zip(b).enumerate().map(|(lane, (a, b))| {
        let cond = conditions.get(if vector { lane } else { 0 }).cloned().unwrap_or_else(|| zero(1));
        builder.select(cond, a, b)
    });
    let lanes = lanes.collect();
    lowering.bind(inst, lanes);
    Ok(())
}

/// Negates a floating-point number by flipping its sign bit.
pub fn float_negate<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let lanes = lowering.leaves(inst.operand(0))?;
    let builder = &mut lowering.builder;
    let flip = |lane: Operand| {
        let sign = sign_bit(builder.width(&lane));
        builder.binary(BinaryOp::Xor, lane, Operand::Const(sign))
    };
    let lanes = lanes.into_iter().map(flip).collect();
    lowering.bind(inst, lanes);
    Ok(())
}

/// The number with only the highest bit set.
pub fn sign_bit(width: u32) -> Bv {
    Bv::new(width, 1).shl(&Bv::new(width, u64::from(width - 1)))
}
