//! Lowers constants to operands: numbers, addresses, and the expressions that LLVM allows on them.
//!
//! The same code is used for instructions, where an expression that does not fold becomes instructions, and for
//! initial values, where it must fold: see [`Ops`]. `undef` and `poison` are zero.

use bv::Bv;
use ir::{BinaryOp, Operand};

use crate::builder::{Ops, number, zero};
use crate::gep;
use crate::layout::Layouts;
use crate::raw::{Opcode, Type, TypeKind, Value, ValueKind};
use crate::symbols::Symbols;
use crate::unsupported::Unsupported;

/// What is needed to lower constants.
#[derive(Clone, Copy)]
pub struct Constants<'a, 'm> {
    /// The layouts of types.
    pub layouts: &'a Layouts<'m>,
    /// The ids of functions, globals and labels.
    pub symbols: &'a Symbols<'m>,
}

impl<'m> Constants<'_, 'm> {
    /// The leaves of a constant.
    pub fn leaves(&self, value: Value<'m>, ops: &mut impl Ops) -> Result<Vec<Operand>, Unsupported> {
        let mut leaves = Vec::new();
        self.collect(value, ops, &mut leaves)?;
        Ok(leaves)
    }

    /// A constant with one leaf.
    pub fn scalar(&self, value: Value<'m>, ops: &mut impl Ops) -> Result<Operand, Unsupported> {
        let ty = value.ty();
        match value.kind() {
            ValueKind::Int => int(value).map(Operand::Const),
            ValueKind::Float => {
                let bits = value.float_bits(self.layouts.scalar_width(ty)?);
                int(bits.ok_or_else(|| strange(value))?).map(Operand::Const)
            }
            ValueKind::Zero | ValueKind::Undef => Ok(zero(self.layouts.scalar_width(ty)?)),
            ValueKind::Function | ValueKind::Variable => self.symbols.address(value).ok_or_else(|| strange(value)),
            ValueKind::Alias => self.scalar(value.aliasee().ok_or_else(|| strange(value))?, ops),
            ValueKind::IFunc => Err(Unsupported::new(format!("indirect function {}", value.name()))),
            ValueKind::BlockAddress => {
                let label = value.block_address().and_then(|block| self.symbols.label(block));
                label.map(|label| number(64, label)).ok_or_else(|| Unsupported::new("address of a removed label"))
            }
            ValueKind::Expression => self.expression(value, ops),
            // `dso_local_equivalent` and `no_cfi` stand for the function that they wrap.
            ValueKind::Other if value.operand_count() == 1 && is_pointer(ty) => self.scalar(value.operand(0), ops),
            _ => {
                let mut leaves = self.leaves(value, ops)?;
                leaves.pop().filter(|_| leaves.is_empty()).ok_or_else(|| strange(value))
            }
        }
    }

    fn collect(&self, value: Value<'m>, ops: &mut impl Ops, leaves: &mut Vec<Operand>) -> Result<(), Unsupported> {
        let shape = self.layouts.shape(value.ty())?;
        match value.kind() {
            ValueKind::Zero | ValueKind::Undef => leaves.extend(shape.widths.iter().map(|&width| zero(width))),
            ValueKind::Aggregate | ValueKind::Data => {
                for index in 0..element_count(value.ty()) {
                    let element = value.element(index).ok_or_else(|| strange(value))?;
                    self.collect(element, ops, leaves)?;
                }
            }
            ValueKind::Int if is_vector(value.ty()) => {
                // A splat that is written as one number.
                let width = shape.widths.first().copied().unwrap_or(1);
                let lane = int_of_width(value, width)?;
                leaves.extend(shape.widths.iter().map(|_| Operand::Const(lane.clone())));
            }
            ValueKind::Expression if shape.widths.len() != 1 || is_vector(value.ty()) => {
                leaves.extend(self.vector_expression(value, ops)?);
            }
            _ => leaves.push(self.scalar(value, ops)?),
        }
        Ok(())
    }

    /// An expression whose value is a number or an address.
    fn expression(&self, value: Value<'m>, ops: &mut impl Ops) -> Result<Operand, Unsupported> {
        let opcode = value.opcode().ok_or_else(|| strange(value))?;
        match opcode {
            Opcode::LLVMGetElementPtr => {
                let base = self.scalar(value.operand(0), ops)?;
                let indices = (1..value.operand_count()).map(|index| value.operand(index));
                let indices: Vec<_> = indices
                    .map(|index| Ok(gep::Index { value: index, operand: self.scalar(index, ops)? }))
                    .collect::<Result<_, Unsupported>>()?;
                gep::address(self.layouts, ops, base, value.source_element_type(), &indices)
            }
            Opcode::LLVMAdd => self.arithmetic(BinaryOp::Add, value, ops),
            Opcode::LLVMSub => self.arithmetic(BinaryOp::Sub, value, ops),
            Opcode::LLVMMul => self.arithmetic(BinaryOp::Mul, value, ops),
            Opcode::LLVMXor => self.arithmetic(BinaryOp::Xor, value, ops),
            Opcode::LLVMAnd => self.arithmetic(BinaryOp::And, value, ops),
            Opcode::LLVMOr => self.arithmetic(BinaryOp::Or, value, ops),
            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMAddrSpaceCast => {
                let operand = self.scalar(value.operand(0), ops)?;
                ops.resize(operand, self.layouts.scalar_width(value.ty())?, false)
            }
            Opcode::LLVMSExt => {
                let operand = self.scalar(value.operand(0), ops)?;
                ops.resize(operand, self.layouts.scalar_width(value.ty())?, true)
            }
            Opcode::LLVMBitCast => {
                let from = self.leaves(value.operand(0), ops)?;
                let mut to = recut(from, &self.layouts.shape(value.ty())?.widths, ops)?;
                to.pop().filter(|_| to.is_empty()).ok_or_else(|| strange(value))
            }
            Opcode::LLVMExtractElement => {
                let lanes = self.leaves(value.operand(0), ops)?;
                let index = value.operand(1).int_low().ok_or_else(|| strange(value))?;
                lanes.into_iter().nth(index as usize).ok_or_else(|| strange(value))
            }
            _ => Err(Unsupported::new(format!("constant expression {}", value.text()))),
        }
    }

    fn arithmetic(&self, op: BinaryOp, value: Value<'m>, ops: &mut impl Ops) -> Result<Operand, Unsupported> {
        let a = self.scalar(value.operand(0), ops)?;
        let b = self.scalar(value.operand(1), ops)?;
        ops.binary(op, a, b)
    }

    /// An expression whose value is a vector.
    fn vector_expression(&self, value: Value<'m>, ops: &mut impl Ops) -> Result<Vec<Operand>, Unsupported> {
        let opcode = value.opcode().ok_or_else(|| strange(value))?;
        match opcode {
            Opcode::LLVMBitCast => {
                let from = self.leaves(value.operand(0), ops)?;
                recut(from, &self.layouts.shape(value.ty())?.widths, ops)
            }
            Opcode::LLVMShuffleVector => {
                let mut lanes = self.leaves(value.operand(0), ops)?;
                lanes.extend(self.leaves(value.operand(1), ops)?);
                let widths = &self.layouts.shape(value.ty())?.widths;
                let picked = value.shuffle_mask().into_iter().zip(widths).map(|(lane, &width)| {
                    lane.and_then(|lane| lanes.get(lane as usize).cloned()).unwrap_or_else(|| zero(width))
                });
                Ok(picked.collect())
            }
            Opcode::LLVMInsertElement => {
                let mut lanes = self.leaves(value.operand(0), ops)?;
                let lane = self.scalar(value.operand(1), ops)?;
                let index = value.operand(2).int_low().ok_or_else(|| strange(value))?;
                *lanes.get_mut(index as usize).ok_or_else(|| strange(value))? = lane;
                Ok(lanes)
            }
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMXor => {
                let op = match opcode {
                    Opcode::LLVMAdd => BinaryOp::Add,
                    Opcode::LLVMSub => BinaryOp::Sub,
                    _ => BinaryOp::Xor,
                };
                let a = self.leaves(value.operand(0), ops)?;
                let b = self.leaves(value.operand(1), ops)?;
                a.into_iter().zip(b).map(|(a, b)| ops.binary(op, a, b)).collect()
            }
            Opcode::LLVMTrunc | Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr | Opcode::LLVMIntToPtr => {
                let widths = &self.layouts.shape(value.ty())?.widths;
                let lanes = self.leaves(value.operand(0), ops)?;
                lanes.into_iter().zip(widths).map(|(lane, &width)| ops.resize(lane, width, false)).collect()
            }
            _ => Err(Unsupported::new(format!("constant expression {}", value.text()))),
        }
    }
}

/// Divides the same bits into leaves of other widths.
pub fn recut(from: Vec<Operand>, widths: &[u32], ops: &mut impl Ops) -> Result<Vec<Operand>, Unsupported> {
    if from.len() == 1 && widths.len() == 1 {
        return Ok(from);
    }
    let whole = pack(from, ops)?;
    let Some(whole) = whole else { return Ok(Vec::new()) };
    unpack(whole, widths, ops)
}

/// All leaves in one operand, the first one lowest; `None` if there are no leaves.
pub fn pack(leaves: Vec<Operand>, ops: &mut impl Ops) -> Result<Option<Operand>, Unsupported> {
    let mut leaves = leaves.into_iter();
    let Some(mut whole) = leaves.next() else { return Ok(None) };
    for leaf in leaves {
        whole = ops.concat(leaf, whole)?;
    }
    Ok(Some(whole))
}

/// Splits a packed operand into leaves.
pub fn unpack(whole: Operand, widths: &[u32], ops: &mut impl Ops) -> Result<Vec<Operand>, Unsupported> {
    let mut lo = 0;
    let mut leaf = |&width: &u32| {
        let leaf = ops.extract(whole.clone(), lo, width);
        lo += width;
        leaf
    };
    widths.iter().map(&mut leaf).collect()
}

/// The value of an integer constant.
pub fn int(value: Value<'_>) -> Result<Bv, Unsupported> {
    match value.ty().kind() {
        TypeKind::Int(width) => int_of_width(value, width),
        _ => Err(strange(value)),
    }
}

/// The value of an integer constant. Wide ones are parsed from their text, such as `i128 -5`, since the C API
/// has no other way.
fn int_of_width(value: Value<'_>, width: u32) -> Result<Bv, Unsupported> {
    if width > ir::MAX_WIDTH {
        return Err(strange(value));
    }
    if width <= 64 {
        return value.int_low().map(|low| Bv::new(width, low)).ok_or_else(|| strange(value));
    }
    let text = value.text();
    let digits = text.rsplit(' ').next().unwrap_or_default();
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |digits| (true, digits));
    let magnitude = Bv::from_str(width, digits).map_err(|_| strange(value))?;
    Ok(if negative { magnitude.neg() } else { magnitude })
}

/// The number of elements of an aggregate or vector type.
pub fn element_count(ty: Type<'_>) -> u32 {
    match ty.kind() {
        TypeKind::Struct => ty.field_count(),
        TypeKind::Array(_, count) => u32::try_from(count).unwrap_or(u32::MAX),
        TypeKind::Vector(_, count) => count,
        _ => 0,
    }
}

fn is_vector(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Vector(..))
}

fn is_pointer(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::Pointer
}

fn strange(value: Value<'_>) -> Unsupported {
    Unsupported::new(format!("constant {}", value.text()))
}
