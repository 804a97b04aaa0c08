//! Lowers floating point: each operation on each lane is a call of a function that the environment provides.
//!
//! The function's name says the operation and the formats (`float.add.double`, `float.to_signed.float.32`);
//! numbers are passed as their bits. So the IR and the executor know nothing about floating point.

use ir::{BinaryOp, Callee, CompareOp, Operand};

use crate::arith::sign_bit;
use crate::builder::{number, zero};
use crate::function::FunctionLowering;
use crate::raw::{Opcode, Type, TypeKind, Value};
use crate::unsupported::Unsupported;

/// The bit for equal numbers in LLVM's predicates.
const EQUAL: u64 = 1;

/// An arithmetic operation on two numbers.
pub fn binary<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, opcode: Opcode) -> Result<(), Unsupported> {
    let operation = match opcode {
        Opcode::LLVMFAdd => "add",
        Opcode::LLVMFSub => "sub",
        Opcode::LLVMFMul => "mul",
        Opcode::LLVMFDiv => "div",
        _ => "rem",
    };
    lanes(lowering, inst, operation, 2)
}

/// For an intrinsic whose operands and result have the same format: the name of the operation and the number of
/// operands.
pub fn intrinsic(name: &str) -> Option<(&'static str, u32)> {
    Some(match name {
        "llvm.sqrt" => ("sqrt", 1),
        "llvm.floor" => ("floor", 1),
        "llvm.ceil" => ("ceil", 1),
        "llvm.trunc" => ("trunc", 1),
        "llvm.rint" | "llvm.nearbyint" | "llvm.roundeven" => ("round_even", 1),
        "llvm.round" => ("round", 1),
        "llvm.minnum" => ("min", 2),
        "llvm.maxnum" => ("max", 2),
        "llvm.minimum" => ("minimum", 2),
        "llvm.maximum" => ("maximum", 2),
        "llvm.fma" => ("mul_add", 3),
        _ => return None,
    })
}

/// An operation whose operands and result have the same format, on each lane.
pub fn lanes<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    operation: &str,
    operands: u32,
) -> Result<(), Unsupported> {
    let operands = (0..operands).map(|index| lowering.leaves(inst.operand(index))).collect::<Result<Vec<_>, _>>()?;
    let (format, width) = format_of(lowering, inst.ty())?;
    let name = format!("float.{operation}.{format}");
    let lane = |lane: usize| operands.iter().map(|leaves| leaves[lane].clone()).collect::<Vec<_>>();
    let count = operands.first().map_or(0, Vec::len);
    let results = (0..count).map(|index| call(lowering, &name, lane(index), width)).collect();
    lowering.bind(inst, results);
    Ok(())
}

/// `a * b + c`, rounded twice, as on machines without an instruction for it.
pub fn multiply_add<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let c = lowering.leaves(inst.operand(2))?;
    let (format, width) = format_of(lowering, inst.ty())?;
    let mut results = Vec::new();
    for ((a, b), c) in a.into_iter().zip(b).zip(c) {
        let product = call(lowering, &format!("float.mul.{format}"), vec![a, b], width);
        results.push(call(lowering, &format!("float.add.{format}"), vec![product, c], width));
    }
    lowering.bind(inst, results);
    Ok(())
}

/// `llvm.modf`: the fractional part, with the sign of the number, and the integral part. The fractional part of
/// a whole number, and of an infinite one, is zero.
pub fn parts<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let numbers = lowering.leaves(inst.operand(0))?;
    let (format, width) = format_of(lowering, inst.operand(0).ty())?;
    let (mut behind, mut before) = (Vec::new(), Vec::new());
    for value in numbers {
        let whole = call(lowering, &format!("float.trunc.{format}"), vec![value.clone()], width);
        let rest = call(lowering, &format!("float.sub.{format}"), vec![value.clone(), whole.clone()], width);
        let relation = call(lowering, &format!("float.relation.{format}"), vec![value.clone(), whole.clone()], 4);
        let equal = lowering.builder.binary(BinaryOp::And, relation, number(4, EQUAL));
        let is_whole = lowering.builder.compare(CompareOp::Ne, equal, zero(4));
        let sign = Operand::Const(sign_bit(width));
        let nothing = lowering.builder.binary(BinaryOp::And, value, sign);
        behind.push(lowering.builder.select(is_whole, nothing, rest));
        before.push(whole);
    }
    behind.extend(before);
    lowering.bind(inst, behind);
    Ok(())
}

/// A comparison, by its predicate: the relation of two numbers is one of four bits, and a predicate is the set of
/// relations for which it holds.
pub fn compare<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let (format, _) = format_of(lowering, inst.operand(0).ty())?;
    let predicate = inst.float_predicate();
    let name = format!("float.compare.{format}");
    let mut results = Vec::new();
    for (a, b) in a.into_iter().zip(b) {
        let holds = call(lowering, &name, vec![a, b, number(4, predicate.into())], 1);
        results.push(holds);
    }
    lowering.bind(inst, results);
    Ok(())
}

/// A conversion to or from integers, or between formats.
pub fn convert<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    opcode: Opcode,
) -> Result<(), Unsupported> {
    let (from, to) = (inst.operand(0).ty(), inst.ty());
    match opcode {
        Opcode::LLVMFPToSI => to_integer(lowering, inst, "to_signed"),
        Opcode::LLVMFPToUI => to_integer(lowering, inst, "to_unsigned"),
        Opcode::LLVMSIToFP | Opcode::LLVMUIToFP => {
            let operation = if opcode == Opcode::LLVMSIToFP { "from_signed" } else { "from_unsigned" };
            let (format, width) = format_of(lowering, to)?;
            let integer = lowering.program.layouts.scalar_width(element(from))?;
            limited(integer)?;
            each(lowering, inst, &format!("float.{operation}.{format}.{integer}"), width)
        }
        _ => {
            let ((from, _), (to, width)) = (format_of(lowering, from)?, format_of(lowering, to)?);
            each(lowering, inst, &format!("float.convert.{from}.{to}"), width)
        }
    }
}

/// A conversion to an integer; `operation` is `to_signed`, `to_unsigned`, or one of these with `_saturating`.
pub fn to_integer<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    operation: &str,
) -> Result<(), Unsupported> {
    let (format, _) = format_of(lowering, inst.operand(0).ty())?;
    let width = lowering.program.layouts.scalar_width(element(inst.ty()))?;
    limited(width)?;
    each(lowering, inst, &format!("float.{operation}.{format}.{width}"), width)
}

/// `llvm.is.fpclass`: whether a number belongs to one of the given classes.
pub fn is_class<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let (format, _) = format_of(lowering, inst.operand(0).ty())?;
    let classes = inst.operand(1).int_low().ok_or_else(|| Unsupported::new("intrinsic llvm.is.fpclass"))?;
    let name = format!("float.class.{format}");
    let mut results = Vec::new();
    for lane in lowering.leaves(inst.operand(0))? {
        let class = call(lowering, &name, vec![lane], 10);
        let common = lowering.builder.binary(BinaryOp::And, class, number(10, classes));
        results.push(lowering.builder.compare(CompareOp::Ne, common, zero(10)));
    }
    lowering.bind(inst, results);
    Ok(())
}

/// An intrinsic that is a function of the C library: `llvm.sin` is `sin` for doubles and `sinf` for floats.
pub fn library<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, name: &str) -> Result<(), Unsupported> {
    let (format, _) = format_of(lowering, inst.operand(0).ty())?;
    let suffix = match format.as_str() {
        "float" => "f",
        "double" => "",
        "x86_fp80" => "l",
        _ => return Err(Unsupported::new(format!("intrinsic llvm.{name} of {format}"))),
    };
    let operands = inst.arguments().into_iter().map(|arg| lowering.leaves(arg)).collect::<Result<Vec<_>, _>>()?;
    let width = lowering.program.layouts.scalar_width(element(inst.ty()))?;
    let count = operands.first().map_or(0, Vec::len);
    let name = format!("{name}{suffix}");
    let lane = |lane: usize| operands.iter().map(|leaves| leaves[lane].clone()).collect::<Vec<_>>();
    let results = (0..count).map(|index| call(lowering, &name, lane(index), width)).collect();
    lowering.bind(inst, results);
    Ok(())
}

/// Calls a function on each lane of the first operand.
fn each<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    name: &str,
    width: u32,
) -> Result<(), Unsupported> {
    let lanes = lowering.leaves(inst.operand(0))?;
    let results = lanes.into_iter().map(|lane| call(lowering, name, vec![lane], width)).collect();
    lowering.bind(inst, results);
    Ok(())
}

fn call(lowering: &mut FunctionLowering<'_, '_>, name: &str, args: Vec<Operand>, width: u32) -> Operand {
    let widths: Vec<u32> = args.iter().map(|arg| lowering.builder.width(arg)).collect();
    let function = lowering.program.declare(name, &widths, width);
    lowering.builder.call(Callee::Direct(function), args, width).unwrap_or_else(|| zero(width))
}

/// The name and the width of a format, given the type of a number or of a vector of numbers.
fn format_of<'m>(lowering: &FunctionLowering<'_, 'm>, ty: Type<'m>) -> Result<(String, u32), Unsupported> {
    let ty = element(ty);
    match ty.text().as_str() {
        known @ ("half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128") => {
            Ok((known.to_owned(), lowering.program.layouts.scalar_width(ty)?))
        }
        other => Err(Unsupported::new(format!("floating point of type {other}"))),
    }
}

fn element(ty: Type<'_>) -> Type<'_> {
    match ty.kind() {
        TypeKind::Vector(element, _) => element,
        _ => ty,
    }
}

fn limited(width: u32) -> Result<(), Unsupported> {
    if width <= 128 { Ok(()) } else { Err(Unsupported::new(format!("floating point from or to i{width}"))) }
}
