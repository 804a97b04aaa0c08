//! Addresses of elements: `getelementptr` as an instruction and as a constant.

use bv::Bv;
use ir::{BinaryOp, Operand};

use crate::builder::{Ops, number};
use crate::layout::Layouts;
use crate::raw::{Type, TypeKind, Value};
use crate::unsupported::Unsupported;

/// An index: the LLVM value, for messages, and its operand.
pub struct Index<'m> {
    /// The index as an LLVM value.
    pub value: Value<'m>,
    /// The index as an operand of any width; it is signed.
    pub operand: Operand,
}

/// The address that `indices` lead to from `base`, which points to elements of type `ty`. All constants are
/// summed up first, so that `&global.field[i]` is one multiplication and one addition.
pub fn address<'m>(
    layouts: &Layouts<'m>,
    ops: &mut impl Ops,
    base: Operand,
    ty: Type<'m>,
    indices: &[Index<'m>],
) -> Result<Operand, Unsupported> {
    let mut constant: u64 = 0;
    let mut terms: Vec<(Operand, u64)> = Vec::new();
    let mut scaled = |index: &Index<'m>, stride: u64, constant: &mut u64| match &index.operand {
        Operand::Const(count) => *constant = constant.wrapping_add(stride.wrapping_mul(signed(count))),
        count => terms.push((count.clone(), stride)),
    };
    let mut current = ty;
    for (position, index) in indices.iter().enumerate() {
        if position == 0 {
            scaled(index, layouts.size(ty)?, &mut constant);
            continue;
        }
        match current.kind() {
            TypeKind::Struct => {
                let field = field_number(index)?;
                constant = constant.wrapping_add(layouts.field_offset(current, field)?);
                current = current.field(field).ok_or_else(|| Unsupported::new("getelementptr to a missing field"))?;
            }
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => {
                scaled(index, layouts.size(element)?, &mut constant);
                current = element;
            }
            _ => return Err(Unsupported::new(format!("getelementptr into {}", current.text()))),
        }
    }
    let mut sum = ops.binary(BinaryOp::Add, base, number(64, constant))?;
    for (count, stride) in terms {
        let count = ops.resize(count, 64, true)?;
        let distance = ops.binary(BinaryOp::Mul, count, number(64, stride))?;
        sum = ops.binary(BinaryOp::Add, sum, distance)?;
    }
    Ok(sum)
}

/// A constant index, sign-extended to 64 bits.
fn signed(count: &Bv) -> u64 {
    if count.width() < 64 { count.sext(64).low_u64() } else { count.low_u64() }
}

/// The number of a field, which must be a constant.
fn field_number(index: &Index<'_>) -> Result<u32, Unsupported> {
    match &index.operand {
        Operand::Const(field) => Ok(field.low_u64() as u32),
        _ => Err(Unsupported::new(format!("field number {}", index.value.text()))),
    }
}
