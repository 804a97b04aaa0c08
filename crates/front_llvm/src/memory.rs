//! Stack objects, loads, stores, element addresses, and atomics as plain accesses (only one thread runs at a
//! time).

use ir::{BinaryOp, CompareOp, Inst, Operand};

use crate::builder::{Builder, number, zero};
use crate::constant::{pack, unpack};
use crate::function::FunctionLowering;
use crate::gep;
use crate::layout::Shape;
use crate::raw::{RmwOp, TypeKind, Value};
use crate::tuning::INLINE_COPY_BYTES;
use crate::unsupported::Unsupported;

/// Creates an object on the stack.
pub fn alloca<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let ty = inst.allocated_type();
    let element = lowering.program.layouts.size(ty)?;
    let count = lowering.scalar(inst.operand(0))?;
    let count = lowering.builder.resize(count, 64, false);
    let size = lowering.builder.binary(BinaryOp::Mul, count, number(64, element));
    let align = match inst.alignment() {
        0 => lowering.program.layouts.align(ty)?,
        align => align,
    };
    let dst = lowering.builder.reg(64);
    lowering.builder.push(Inst::Alloca { dst, size, align });
    lowering.bind(inst, vec![Operand::Reg(dst)]);
    Ok(())
}

/// The value of a variable that was moved to registers, before anything is assigned to it.
pub fn uninitialized<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    if !inst.is_used() {
        return Ok(());
    }
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let leaves = shape.widths.iter().map(|&width| lowering.builder.undefined(width)).collect();
    lowering.bind(inst, leaves);
    Ok(())
}

/// Loads a value from memory, piece by piece.
pub fn load<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let pointer = lowering.scalar(inst.operand(0))?;
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let leaves = load_leaves(&mut lowering.builder, &pointer, &shape)?;
    lowering.bind(inst, leaves);
    Ok(())
}

/// Stores a value to memory, piece by piece.
pub fn store<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let value = inst.operand(0);
    let leaves = lowering.leaves(value)?;
    let pointer = lowering.scalar(inst.operand(1))?;
    let shape = lowering.program.layouts.shape(value.ty())?;
    store_leaves(&mut lowering.builder, &pointer, &shape, leaves)
}

/// Loads the leaves of a shape.
fn load_leaves(builder: &mut Builder, pointer: &Operand, shape: &Shape) -> Result<Vec<Operand>, Unsupported> {
    let mut leaves = Vec::with_capacity(shape.widths.len());
    for piece in &shape.pieces {
        let widths = &shape.widths[piece.first..piece.first + piece.count];
        let address = builder.offset(pointer.clone(), piece.offset);
        let whole = builder.load(address, widths.iter().sum());
        leaves.extend(unpack(whole, widths, builder)?);
    }
    Ok(leaves)
}

/// Stores the leaves of a shape.
pub fn store_leaves(
    builder: &mut Builder,
    pointer: &Operand,
    shape: &Shape,
    leaves: Vec<Operand>,
) -> Result<(), Unsupported> {
    if leaves.len() != shape.widths.len() {
        return Err(Unsupported::new("store of a value that is not understood"));
    }
    for piece in &shape.pieces {
        let parts = leaves[piece.first..piece.first + piece.count].to_vec();
        let address = builder.offset(pointer.clone(), piece.offset);
        if let Some(whole) = pack(parts, builder)? {
            builder.store(address, whole);
        }
    }
    Ok(())
}

/// The address of an element; for vectors, one address for each lane.
pub fn element_pointer<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let mut operands = Vec::new();
    for index in 0..inst.operand_count() {
        operands.push((inst.operand(index), lowering.leaves(inst.operand(index))?));
    }
    let lanes = match inst.ty().kind() {
        TypeKind::Vector(_, count) => count as usize,
        _ => 1,
    };
    let mut addresses = Vec::with_capacity(lanes);
    for lane in 0..lanes {
        // A scalar operand applies to all lanes.
        let pick = |leaves: &Vec<Operand>| leaves.get(lane).or_else(|| leaves.first()).cloned();
        let strange = || Unsupported::new("getelementptr with a strange operand");
        let base = pick(&operands[0].1).ok_or_else(strange)?;
        let index = |(value, leaves): &(Value<'m>, Vec<Operand>)| {
            Ok(gep::Index { value: *value, operand: pick(leaves).ok_or_else(strange)? })
        };
        let indices = operands[1..].iter().map(index).collect::<Result<Vec<_>, Unsupported>>()?;
        let ty = inst.source_element_type();
        addresses.push(gep::address(&lowering.program.layouts, &mut lowering.builder, base, ty, &indices)?);
    }
    lowering.bind(inst, addresses);
    Ok(())
}

/// Reads, computes and writes back; the result is the old value.
pub fn read_modify_write<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let pointer = lowering.scalar(inst.operand(0))?;
    let operand = lowering.scalar(inst.operand(1))?;
    let width = lowering.program.layouts.scalar_width(inst.ty())?;
    let builder = &mut lowering.builder;
    let old = builder.load(pointer.clone(), width);
    let new = modified(builder, inst.rmw_op(), old.clone(), operand)?;
    builder.store(pointer, new);
    lowering.bind(inst, vec![old]);
    Ok(())
}

fn modified(builder: &mut Builder, op: RmwOp, old: Operand, operand: Operand) -> Result<Operand, Unsupported> {
    use RmwOp::*;
    let width = builder.width(&old);
    let simple = match op {
        LLVMAtomicRMWBinOpAdd => Some(BinaryOp::Add),
        LLVMAtomicRMWBinOpSub => Some(BinaryOp::Sub),
        LLVMAtomicRMWBinOpAnd => Some(BinaryOp::And),
        LLVMAtomicRMWBinOpOr => Some(BinaryOp::Or),
        LLVMAtomicRMWBinOpXor => Some(BinaryOp::Xor),
        _ => None,
    };
    if let Some(simple) = simple {
        return Ok(builder.binary(simple, old, operand));
    }
    let mut choose = |op, a: &Operand, b: &Operand| {
        let holds = builder.compare(op, a.clone(), b.clone());
        builder.select(holds, old.clone(), operand.clone())
    };
    Ok(match op {
        LLVMAtomicRMWBinOpXchg => operand,
        LLVMAtomicRMWBinOpMax => choose(CompareOp::Slt, &operand, &old),
        LLVMAtomicRMWBinOpMin => choose(CompareOp::Slt, &old, &operand),
        LLVMAtomicRMWBinOpUMax => choose(CompareOp::Ult, &operand, &old),
        LLVMAtomicRMWBinOpUMin => choose(CompareOp::Ult, &old, &operand),
        LLVMAtomicRMWBinOpNand => {
            let both = builder.binary(BinaryOp::And, old, operand);
            builder.binary(BinaryOp::Xor, both, Operand::Const(bv::Bv::all_ones(width)))
        }
        LLVMAtomicRMWBinOpUIncWrap => {
            let below = builder.compare(CompareOp::Ult, old.clone(), operand);
            let next = builder.binary(BinaryOp::Add, old, number(width, 1));
            builder.select(below, next, zero(width))
        }
        LLVMAtomicRMWBinOpUDecWrap => {
            let at_zero = builder.compare(CompareOp::Eq, old.clone(), zero(width));
            let above = builder.compare(CompareOp::Ult, operand.clone(), old.clone());
            let wraps = builder.binary(BinaryOp::Or, at_zero, above);
            let previous = builder.binary(BinaryOp::Sub, old, number(width, 1));
            builder.select(wraps, operand, previous)
        }
        LLVMAtomicRMWBinOpUSubCond | LLVMAtomicRMWBinOpUSubSat => {
            let fits = builder.compare(CompareOp::Ule, operand.clone(), old.clone());
            let other = if op == LLVMAtomicRMWBinOpUSubCond { old.clone() } else { zero(width) };
            let difference = builder.binary(BinaryOp::Sub, old, operand);
            builder.select(fits, difference, other)
        }
        _ => return Err(Unsupported::new("floating point atomicrmw")),
    })
}

/// Writes a new value if the old one is as expected; the result is the old value and whether it was.
pub fn compare_exchange<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let pointer = lowering.scalar(inst.operand(0))?;
    let expected = lowering.scalar(inst.operand(1))?;
    let new = lowering.scalar(inst.operand(2))?;
    let builder = &mut lowering.builder;
    let old = builder.load(pointer.clone(), builder.width(&expected));
    let equal = builder.compare(CompareOp::Eq, old.clone(), expected);
    let kept = builder.select(equal.clone(), new, old.clone());
    builder.store(pointer, kept);
    lowering.bind(inst, vec![old, equal]);
    Ok(())
}

impl FunctionLowering<'_, '_> {
    /// Copies bytes between objects that do not overlap.
    pub fn copy_bytes(&mut self, to: Operand, from: Operand, size: Operand) {
        let known = match &size {
            Operand::Const(size) => size.to_u64().filter(|&size| size <= INLINE_COPY_BYTES),
            _ => None,
        };
        let Some(size_known) = known else {
            let memcpy = self.program.declare("memcpy", &[64, 64, 64], 64);
            self.call_known(memcpy, vec![to, from, size]);
            return;
        };
        let mut offset = 0;
        while offset < size_known {
            let bytes = (size_known - offset).min(8);
            let source = self.builder.offset(from.clone(), offset);
            let value = self.builder.load(source, bytes as u32 * 8);
            let target = self.builder.offset(to.clone(), offset);
            self.builder.store(target, value);
            offset += bytes;
        }
    }
}
