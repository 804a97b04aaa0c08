//! Lowers LLVM's intrinsics: some have no effect, some become calls, and some arithmetic.

use ir::{BinaryOp, CompareOp, ErrorKind, Operand};

use crate::arith::sign_bit;
use crate::assembly;
use crate::bits;
use crate::builder::{Builder, number, zero};
use crate::exception;
use crate::floating;
use crate::function::FunctionLowering;
use crate::masked;
use crate::overflow;
use crate::raw::{TypeKind, Value};
use crate::unsupported::Unsupported;

/// Intrinsics that are hints to the optimiser and have no effect.
const HINTS: &[&str] = &[
    "llvm.lifetime.start",
    "llvm.lifetime.end",
    "llvm.invariant.end",
    "llvm.assume",
    "llvm.donothing",
    "llvm.sideeffect",
    "llvm.prefetch",
    "llvm.pseudoprobe",
    "llvm.var.annotation",
    "llvm.stackrestore",
    "llvm.experimental.noalias.scope.decl",
    "llvm.codeview.annotation",
    "llvm.instrprof.increment",
    "llvm.clear_cache",
    "llvm.x86.sse2.pause",
    "llvm.x86.sse2.mfence",
    "llvm.x86.sse2.lfence",
    "llvm.x86.sse.sfence",
];

/// Intrinsics whose result is their first argument.
const COPIES: &[&str] = &[
    "llvm.expect",
    "llvm.expect.with.probability",
    "llvm.annotation",
    "llvm.ptr.annotation",
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.threadlocal.address",
    "llvm.ssa.copy",
    "llvm.arithmetic.fence",
    "llvm.canonicalize",
    "llvm.preserve.static.offset",
];

/// An operation on each lane of one argument.
type Unary = fn(&mut Builder, Operand) -> Operand;
/// An operation on each lane of two arguments.
type Binary = fn(&mut Builder, Operand, Operand) -> Operand;

/// Lowers a call of an intrinsic; `name` is its name without types.
pub fn lower<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, name: &str) -> Result<(), Unsupported> {
    if is_hint(name) {
        return Ok(());
    }
    if name == "llvm.eh.typeid.for" {
        return exception::type_id(lowering, inst);
    }
    let args = inst.arguments();
    if COPIES.contains(&name) {
        let leaves = lowering.leaves(args[0])?;
        lowering.bind(inst, leaves);
        return Ok(());
    }
    if let Some(operation) = unary(name) {
        return lanes_of_one(lowering, inst, operation);
    }
    if let Some(operation) = binary(name) {
        return lanes_of_two(lowering, inst, operation);
    }
    if let Some(operation) = overflow::with_overflow(name) {
        return overflow::lower(lowering, inst, operation);
    }
    if let Some((operation, operands)) = floating::intrinsic(name) {
        return floating::lanes(lowering, inst, operation, operands);
    }
    match name {
        "llvm.memcpy" | "llvm.memcpy.inline" => memory_call(lowering, "memcpy", &args),
        "llvm.memmove" => memory_call(lowering, "memmove", &args),
        "llvm.memset" | "llvm.memset.inline" => memory_call(lowering, "memset", &args),
        "llvm.va_start" | "llvm.va_end" | "llvm.va_copy" => variadic_list(lowering, name, &args),
        "llvm.trap" | "llvm.debugtrap" | "llvm.ubsantrap" => {
            lowering.builder.check(zero(1), ErrorKind::Abort, "trap");
            Ok(())
        }
        "llvm.fshl" => funnel_shift(lowering, inst, bits::funnel_left),
        "llvm.fshr" => funnel_shift(lowering, inst, bits::funnel_right),
        "llvm.objectsize" => {
            // Nothing is known of the object: the greatest size, or 0 if the minimum is asked for.
            let least = args[1].int_low() == Some(1);
            bind_number(lowering, inst, if least { 0 } else { u64::MAX })
        }
        "llvm.is.constant" | "llvm.stacksave" | "llvm.invariant.start" => bind_number(lowering, inst, 0),
        "llvm.type.test" | "llvm.public.type.test" | "llvm.allow.runtime.check" | "llvm.allow.ubsan.check" => {
            bind_number(lowering, inst, 1)
        }
        "llvm.ctlz" => lanes_of_one(lowering, inst, bits::leading_zeros),
        "llvm.cttz" => lanes_of_one(lowering, inst, bits::trailing_zeros),
        "llvm.abs" => lanes_of_one(lowering, inst, absolute),
        "llvm.load.relative" => load_relative(lowering, inst),
        "llvm.masked.load" | "llvm.masked.gather" => masked::load(lowering, inst),
        "llvm.masked.store" | "llvm.masked.scatter" => masked::store(lowering, inst),
        "llvm.scmp" => three_way(lowering, inst, CompareOp::Slt),
        "llvm.ucmp" => three_way(lowering, inst, CompareOp::Ult),
        "llvm.vector.reverse" => {
            let mut lanes = lowering.leaves(args[0])?;
            lanes.reverse();
            lowering.bind(inst, lanes);
            Ok(())
        }
        "llvm.readcyclecounter" | "llvm.x86.rdtsc" => {
            let counter = assembly::read_counter(lowering);
            lowering.bind(inst, vec![counter]);
            Ok(())
        }
        // To nearest, in C's numbering of rounding directions.
        "llvm.get.rounding" => bind_number(lowering, inst, 1),
        "llvm.fmuladd" => floating::multiply_add(lowering, inst),
        "llvm.modf" => floating::parts(lowering, inst),
        "llvm.is.fpclass" => floating::is_class(lowering, inst),
        "llvm.fptosi.sat" => floating::to_integer(lowering, inst, "to_signed_saturating"),
        "llvm.fptoui.sat" => floating::to_integer(lowering, inst, "to_unsigned_saturating"),
        "llvm.sin" | "llvm.cos" | "llvm.tan" | "llvm.asin" | "llvm.acos" | "llvm.atan" | "llvm.atan2" | "llvm.sinh"
        | "llvm.cosh" | "llvm.tanh" | "llvm.exp" | "llvm.exp2" | "llvm.log" | "llvm.log2" | "llvm.log10"
        | "llvm.pow" | "llvm.lround" | "llvm.llround" | "llvm.lrint" | "llvm.llrint" => {
            floating::library(lowering, inst, name.trim_start_matches("llvm."))
        }
        "llvm.vector.extract" | "llvm.vector.insert" => part_of_vector(lowering, inst),
        _ => match name.strip_prefix("llvm.vector.reduce.").and_then(reduction) {
            Some(operation) => reduce(lowering, inst, operation),
            None => Err(Unsupported::new(format!("intrinsic {name}"))),
        },
    }
}

/// Whether an intrinsic is a hint to the optimiser that has no effect.
pub fn is_hint(name: &str) -> bool {
    HINTS.contains(&name) || name.starts_with("llvm.dbg.")
}

fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "llvm.ctpop" => bits::count_ones,
        "llvm.bswap" => bits::swap_bytes,
        "llvm.bitreverse" => bits::reverse,
        "llvm.fabs" => |builder, a| {
            let sign = sign_bit(builder.width(&a));
            builder.binary(BinaryOp::And, a, Operand::Const(sign.not()))
        },
        _ => return None,
    })
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "llvm.smax" => |builder, a, b| greater(builder, CompareOp::Slt, a, b),
        "llvm.umax" => |builder, a, b| greater(builder, CompareOp::Ult, a, b),
        "llvm.smin" => |builder, a, b| lesser(builder, CompareOp::Slt, a, b),
        "llvm.umin" => |builder, a, b| lesser(builder, CompareOp::Ult, a, b),
        "llvm.sadd.sat" => overflow::signed_add_saturating,
        "llvm.uadd.sat" => overflow::unsigned_add_saturating,
        "llvm.ssub.sat" => overflow::signed_sub_saturating,
        "llvm.usub.sat" => overflow::unsigned_sub_saturating,
        "llvm.ptrmask" => |builder, a, b| {
            let mask = builder.resize(b, 64, false);
            builder.binary(BinaryOp::And, a, mask)
        },
        "llvm.copysign" => |builder, a, b| {
            let sign = sign_bit(builder.width(&a));
            let magnitude = builder.binary(BinaryOp::And, a, Operand::Const(sign.not()));
            let sign = builder.binary(BinaryOp::And, b, Operand::Const(sign));
            builder.binary(BinaryOp::Or, magnitude, sign)
        },
        _ => return None,
    })
}

/// How a reduction combines two lanes.
fn reduction(name: &str) -> Option<Binary> {
    Some(match name {
        "add" => |builder, a, b| builder.binary(BinaryOp::Add, a, b),
        "mul" => |builder, a, b| builder.binary(BinaryOp::Mul, a, b),
        "and" => |builder, a, b| builder.binary(BinaryOp::And, a, b),
        "or" => |builder, a, b| builder.binary(BinaryOp::Or, a, b),
        "xor" => |builder, a, b| builder.binary(BinaryOp::Xor, a, b),
        "smax" => |builder, a, b| greater(builder, CompareOp::Slt, a, b),
        "umax" => |builder, a, b| greater(builder, CompareOp::Ult, a, b),
        "smin" => |builder, a, b| lesser(builder, CompareOp::Slt, a, b),
        "umin" => |builder, a, b| lesser(builder, CompareOp::Ult, a, b),
        _ => return None,
    })
}

fn greater(builder: &mut Builder, below: CompareOp, a: Operand, b: Operand) -> Operand {
    let holds = builder.compare(below, a.clone(), b.clone());
    builder.select(holds, b, a)
}

fn lesser(builder: &mut Builder, below: CompareOp, a: Operand, b: Operand) -> Operand {
    let holds = builder.compare(below, a.clone(), b.clone());
    builder.select(holds, a, b)
}

fn absolute(builder: &mut Builder, a: Operand) -> Operand {
    let width = builder.width(&a);
    let negative = builder.compare(CompareOp::Slt, a.clone(), zero(width));
    let flipped = builder.binary(BinaryOp::Sub, zero(width), a.clone());
    builder.select(negative, flipped, a)
}

fn lanes_of_one<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    operation: Unary,
) -> Result<(), Unsupported> {
    let lanes = lowering.leaves(inst.operand(0))?;
    let lanes = lanes.into_iter().map(|lane| operation(&mut lowering.builder, lane)).collect();
    lowering.bind(inst, lanes);
    Ok(())
}

fn lanes_of_two<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    operation: Binary,
) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let lanes = a.into_iter().zip(b).map(|(a, b)| operation(&mut lowering.builder, a, b)).collect();
    lowering.bind(inst, lanes);
    Ok(())
}

fn funnel_shift<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    operation: fn(&mut Builder, Operand, Operand, Operand) -> Operand,
) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let distance = lowering.leaves(inst.operand(2))?;
    let lanes = a.into_iter().zip(b).zip(distance);
    let lanes = lanes.map(|((a, b), distance)| operation(&mut lowering.builder, a, b, distance)).collect();
    lowering.bind(inst, lanes);
    Ok(())
}

fn reduce<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, operation: Binary) -> Result<(), Unsupported> {
    let lanes = lowering.leaves(inst.operand(0))?;
    let whole = lanes.into_iter().reduce(|a, b| operation(&mut lowering.builder, a, b));
    lowering.bind(inst, whole.into_iter().collect());
    Ok(())
}

/// -1, 0 or 1 if the first argument is less than, equal to or greater than the second.
fn three_way<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    below: CompareOp,
) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let builder = &mut lowering.builder;
    let lane = |((a, b), &width): ((Operand, Operand), &u32)| {
        let less = builder.compare(below, a.clone(), b.clone());
        let greater = builder.compare(below, b, a);
        let upper = builder.resize(greater, width, false);
        builder.select(less, Operand::Const(bv::Bv::all_ones(width)), upper)
    };
    let lanes = a.into_iter().zip(b).zip(&shape.widths).map(lane).collect();
    lowering.bind(inst, lanes);
    Ok(())
}

/// Extracts consecutive lanes of a vector, or replaces them, starting at a constant lane.
fn part_of_vector<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let args = inst.arguments();
    let mut lanes = lowering.leaves(args[0])?;
    let first = args.last().and_then(|index| index.int_low()).map_or(usize::MAX, |index| index as usize);
    let outside = || Unsupported::new("lanes outside of a vector");
    if let &[_, part, _] = args.as_slice() {
        let part = lowering.leaves(part)?;
        let end = first.checked_add(part.len()).ok_or_else(outside)?;
        lanes.get_mut(first..end).ok_or_else(outside)?.clone_from_slice(&part);
    } else {
        let count = lowering.program.layouts.shape(inst.ty())?.widths.len();
        let end = first.checked_add(count).ok_or_else(outside)?;
        lanes = lanes.get(first..end).ok_or_else(outside)?.to_vec();
    }
    lowering.bind(inst, lanes);
    Ok(())
}

/// Records a constant as the result.
fn bind_number<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, value: u64) -> Result<(), Unsupported> {
    let width = lowering.program.layouts.scalar_width(inst.ty())?;
    lowering.bind(
        inst,
        vec![if value == u64::MAX { Operand::Const(bv::Bv::all_ones(width)) } else { number(width, value) }],
    );
    Ok(())
}

/// `memcpy`, `memmove` and `memset` with the prototypes of C.
fn memory_call<'m>(lowering: &mut FunctionLowering<'_, 'm>, name: &str, args: &[Value<'m>]) -> Result<(), Unsupported> {
    let to = lowering.scalar(args[0])?;
    let second = lowering.scalar(args[1])?;
    let size = lowering.scalar(args[2])?;
    let size = lowering.builder.resize(size, 64, false);
    let second_width = if name == "memset" { 32 } else { 64 };
    let second = lowering.builder.resize(second, second_width, false);
    let function = lowering.program.declare(name, &[64, second_width, 64], 64);
    lowering.call_known(function, vec![to, second, size]);
    Ok(())
}

/// `va_start`, `va_end` and `va_copy`, as calls of functions with the name of the intrinsic.
fn variadic_list<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    name: &str,
    args: &[Value<'m>],
) -> Result<(), Unsupported> {
    let args = args.iter().map(|&arg| lowering.scalar(arg)).collect::<Result<Vec<_>, _>>()?;
    let function = lowering.program.declare(name, &vec![64; args.len()], 0);
    lowering.call_known(function, args);
    Ok(())
}

/// Loads an address from a table that holds it as a distance from the start of the table.
fn load_relative<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    if inst.ty().kind() != TypeKind::Pointer {
        return Err(Unsupported::new("intrinsic llvm.load.relative"));
    }
    let base = lowering.scalar(inst.operand(0))?;
    let offset = lowering.scalar(inst.operand(1))?;
    let builder = &mut lowering.builder;
    let offset = builder.resize(offset, 64, true);
    let entry = builder.binary(BinaryOp::Add, base.clone(), offset);
    let distance = builder.load(entry, 32);
    let distance = builder.resize(distance, 64, true);
    let address = builder.binary(BinaryOp::Add, base, distance);
    lowering.bind(inst, vec![address]);
    Ok(())
}
