//! Values with several leaves: structures, arrays and vectors in registers.

use ir::{CompareOp, Operand};

use crate::builder::{number, zero};
use crate::constant::recut;
use crate::doubt::Cause;
use crate::function::FunctionLowering;
use crate::raw::Value;
use crate::unsupported::Unsupported;

/// A part of a structure or array.
pub fn extract_value<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let whole = inst.operand(0);
    let leaves = lowering.leaves(whole)?;
    let (first, ty) = lowering.program.layouts.leaf_offset(whole.ty(), &inst.indices())?;
    let count = lowering.program.layouts.shape(ty)?.widths.len();
    let part = leaves.get(first..first + count).ok_or_else(|| Unsupported::new("extractvalue out of range"))?;
    lowering.bind(inst, part.to_vec());
    Ok(())
}

/// A structure or array with one part replaced.
pub fn insert_value<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let whole = inst.operand(0);
    let mut leaves = lowering.leaves(whole)?;
    let part = lowering.leaves(inst.operand(1))?;
    let (first, _) = lowering.program.layouts.leaf_offset(whole.ty(), &inst.indices())?;
    let place = leaves.get_mut(first..first + part.len());
    place.ok_or_else(|| Unsupported::new("insertvalue out of range"))?.clone_from_slice(&part);
    lowering.bind(inst, leaves);
    Ok(())
}

/// A lane of a vector. If its number is not a constant, the result is selected from all lanes.
pub fn extract_element<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let lanes = lowering.leaves(inst.operand(0))?;
    let index = lowering.scalar(inst.operand(1))?;
    let builder = &mut lowering.builder;
    let result = match &index {
        Operand::Const(index) => index.to_u64().and_then(|index| lanes.get(usize::try_from(index).ok()?)).cloned(),
        _ => {
            let width = builder.width(&index);
            let mut lanes = lanes.iter().enumerate();
            let first = lanes.next().map(|(_, lane)| lane.clone());
            first.map(|first| {
                lanes.fold(first, |chosen, (position, lane)| {
                    let here = builder.compare(CompareOp::Eq, index.clone(), number(width, position as u64));
                    builder.select(here, lane.clone(), chosen)
                })
            })
        }
    };
    let exists = lane_exists(lowering, &index, lanes.len());
    let width = lowering.program.layouts.scalar_width(inst.ty())?;
    lowering.bind(inst, vec![result.unwrap_or_else(|| zero(width))]);
    lowering.doubt(inst, Cause::Lane, vec![exists]);
    Ok(())
}

/// Whether a vector has the lane with that number.
fn lane_exists(lowering: &mut FunctionLowering<'_, '_>, index: &Operand, lanes: usize) -> Operand {
    let (width, lanes) = (lowering.builder.width(index), lanes as u64);
    if width < 64 && lanes >> width > 0 {
        return number(1, 1);
    }
    lowering.builder.compare(CompareOp::Ult, index.clone(), number(width, lanes))
}

/// A vector with one lane replaced.
pub fn insert_element<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let mut lanes = lowering.leaves(inst.operand(0))?;
    let value = lowering.scalar(inst.operand(1))?;
    let index = lowering.scalar(inst.operand(2))?;
    let builder = &mut lowering.builder;
    match &index {
        Operand::Const(index) => {
            let place = index.to_u64().and_then(|index| lanes.get_mut(usize::try_from(index).ok()?));
            if let Some(place) = place {
                *place = value;
            }
        }
        _ => {
            let width = builder.width(&index);
            for (position, lane) in lanes.iter_mut().enumerate() {
                let here = builder.compare(CompareOp::Eq, index.clone(), number(width, position as u64));
                *lane = builder.select(here, value.clone(), lane.clone());
            }
        }
    }
    let exists = lane_exists(lowering, &index, lanes.len());
    let fine = vec![exists; lanes.len()];
    lowering.bind(inst, lanes);
    lowering.doubt(inst, Cause::Lane, fine);
    Ok(())
}

/// Lanes of two vectors in another order. In functions that were not optimised, a lane that the mask leaves
/// open is indeterminate; otherwise it is zero.
pub fn shuffle<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let mut lanes = lowering.leaves(inst.operand(0))?;
    lanes.extend(lowering.leaves(inst.operand(1))?);
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let pick = |(lane, &width): (Option<u32>, &u32)| match lane.and_then(|lane| lanes.get(lane as usize)) {
        Some(lane) => lane.clone(),
        None if lowering.optimised => zero(width),
        None => lowering.builder.undefined(width),
    };
    let picked = inst.shuffle_mask().into_iter().zip(&shape.widths).map(pick).collect();
    lowering.bind(inst, picked);
    Ok(())
}

/// The same bits as a value of another type.
pub fn bitcast<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let leaves = lowering.leaves(inst.operand(0))?;
    let shape = lowering.program.layouts.shape(inst.ty())?;
    let leaves = recut(leaves, &shape.widths, &mut lowering.builder)?;
    lowering.bind(inst, leaves);
    Ok(())
}

/// The same value.
pub fn copy<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    let leaves = lowering.leaves(inst.operand(0))?;
    lowering.bind(inst, leaves);
    Ok(())
}
