//! Vector memory accesses under a mask.
//!
//! A disabled lane must not access its address. Instead of a branch for each lane, disabled lanes access a
//! scratch object on the stack.

use ir::{Inst, Operand};

use crate::builder::{number, zero};
use crate::function::FunctionLowering;
use crate::raw::{TypeKind, Value};
use crate::unsupported::Unsupported;

/// `llvm.masked.load` and `llvm.masked.gather`: a disabled lane has the value of that lane in the last
/// argument.
pub fn load<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let args = inst.arguments();
    let (Some(&pointer), &[.., mask, otherwise]) = (args.first(), args.as_slice()) else { return Err(strange()) };
    let widths = lowering.program.layouts.shape(inst.ty())?.widths.clone();
    let addresses = addresses(lowering, pointer, &widths)?;
    let (mask, otherwise) = (lowering.leaves(mask)?, lowering.leaves(otherwise)?);
    let scratch = scratch(lowering, &widths);
    let builder = &mut lowering.builder;
    let mut lanes = Vec::new();
    for (((address, on), other), width) in addresses.into_iter().zip(mask).zip(otherwise).zip(widths) {
        let address = builder.select(on.clone(), address, scratch.clone());
        let loaded = builder.load(address, width);
        lanes.push(builder.select(on, loaded, other));
    }
    lowering.bind(inst, lanes);
    Ok(())
}

/// `llvm.masked.store` and `llvm.masked.scatter`.
pub fn store<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let args = inst.arguments();
    let &[value, pointer, .., mask] = args.as_slice() else { return Err(strange()) };
    let widths = lowering.program.layouts.shape(value.ty())?.widths.clone();
    let addresses = addresses(lowering, pointer, &widths)?;
    let (value, mask) = (lowering.leaves(value)?, lowering.leaves(mask)?);
    let scratch = scratch(lowering, &widths);
    let builder = &mut lowering.builder;
    for ((address, on), lane) in addresses.into_iter().zip(mask).zip(value) {
        let address = builder.select(on, address, scratch.clone());
        builder.store(address, lane);
    }
    Ok(())
}

/// The address of each lane: from a vector of pointers, or from one pointer to consecutive lanes. Lanes must be
/// whole bytes.
fn addresses<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    pointer: Value<'m>,
    widths: &[u32],
) -> Result<Vec<Operand>, Unsupported> {
    if widths.iter().any(|width| width % 8 != 0) {
        return Err(strange());
    }
    if matches!(pointer.ty().kind(), TypeKind::Vector(..)) {
        return lowering.leaves(pointer);
    }
    let base = lowering.scalar(pointer)?;
    let mut offset = 0;
    let lane = |&width: &u32| {
        let address = lowering.builder.offset(base.clone(), offset);
        offset += u64::from(width / 8);
        address
    };
    Ok(widths.iter().map(lane).collect())
}

/// A stack object of the size of one lane.
fn scratch(lowering: &mut FunctionLowering<'_, '_>, widths: &[u32]) -> Operand {
    let bytes = u64::from(widths.first().copied().unwrap_or(8) / 8);
    let dst = lowering.builder.reg(64);
    lowering.builder.push(Inst::Alloca { dst, size: number(64, bytes), align: 16 });
    let width = widths.first().copied().unwrap_or(8);
    lowering.builder.store(Operand::Reg(dst), zero(width));
    Operand::Reg(dst)
}

fn strange() -> Unsupported {
    Unsupported::new("masked access to lanes that are no whole bytes")
}
