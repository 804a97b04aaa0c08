//! Operations whose result is known while lowering.
//!
//! Address arithmetic on globals must fold, since initial values of globals have no instructions to compute it;
//! numbers are folded because it makes the code smaller. A function returns `None` if an instruction is needed.
//! Widths are not checked.

use bv::Bv;
use ir::{BinaryOp, CastOp, CompareOp, Operand};

/// An operation on two operands of the same width.
pub fn binary(op: BinaryOp, a: &Operand, b: &Operand) -> Option<Operand> {
    use Operand::{Const, Func, Global};
    match (op, a, b) {
        (_, Const(a), Const(b)) => Some(Const(numbers(op, a, b))),
        (BinaryOp::Add, Global(id, offset), Const(number)) | (BinaryOp::Add, Const(number), Global(id, offset)) => {
            Some(Global(*id, offset.wrapping_add(number.to_i64())))
        }
        (BinaryOp::Sub, Global(id, offset), Const(number)) => Some(Global(*id, offset.wrapping_sub(number.to_i64()))),
        (BinaryOp::Sub, Global(a, from), Global(b, to)) if a == b => {
            Some(Const(Bv::new(64, from.wrapping_sub(*to) as u64)))
        }
        (BinaryOp::Sub, Func(a), Func(b)) if a == b => Some(Const(Bv::new(64, 0))),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, a, Const(zero)) if zero.is_zero() => {
            Some(a.clone())
        }
        (BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor, Const(zero), b) if zero.is_zero() => Some(b.clone()),
        (BinaryOp::Mul, a, Const(one)) if one.to_u64() == Some(1) => Some(a.clone()),
        _ => None,
    }
}

/// Arithmetic and logic on numbers.
fn numbers(op: BinaryOp, a: &Bv, b: &Bv) -> Bv {
    match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::UDiv => a.udiv(b),
        BinaryOp::SDiv => a.sdiv(b),
        BinaryOp::URem => a.urem(b),
        BinaryOp::SRem => a.srem(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::LShr => a.lshr(b),
        BinaryOp::AShr => a.ashr(b),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
    }
}

/// A comparison.
pub fn compare(op: CompareOp, a: &Operand, b: &Operand) -> Option<Operand> {
    let (Operand::Const(a), Operand::Const(b)) = (a, b) else { return None };
    let holds = match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a.ult(b),
        CompareOp::Ule => a.ule(b),
        CompareOp::Slt => a.slt(b),
        CompareOp::Sle => a.sle(b),
    };
    Some(Operand::Const(Bv::new(1, u64::from(holds))))
}

/// A change of width; the widths must differ.
pub fn cast(op: CastOp, a: &Operand, width: u32) -> Option<Operand> {
    let Operand::Const(number) = a else { return None };
    Some(Operand::Const(match op {
        CastOp::Zext => number.zext(width),
        CastOp::Sext => number.sext(width),
        CastOp::Trunc => number.trunc(width),
    }))
}

/// The bits from `lo` up, `width` of them.
pub fn extract(a: &Operand, lo: u32, width: u32) -> Option<Operand> {
    let Operand::Const(number) = a else { return None };
    Some(Operand::Const(number.extract(lo, width)))
}

/// The bits of `hi` above those of `lo`.
pub fn concat(hi: &Operand, lo: &Operand) -> Option<Operand> {
    let (Operand::Const(hi), Operand::Const(lo)) = (hi, lo) else { return None };
    Some(Operand::Const(hi.concat(lo)))
}

#[cfg(test)]
mod tests {
    use ir::GlobalId;

    use super::*;

    fn number(value: u64) -> Operand {
        Operand::Const(Bv::new(64, value))
    }

    #[test]
    fn addresses_take_offsets() {
        let global = Operand::Global(GlobalId(3), 8);
        assert_eq!(binary(BinaryOp::Add, &global, &number(4)), Some(Operand::Global(GlobalId(3), 12)));
        assert_eq!(binary(BinaryOp::Add, &number(u64::MAX), &global), Some(Operand::Global(GlobalId(3), 7)));
        assert_eq!(binary(BinaryOp::Sub, &global, &Operand::Global(GlobalId(3), 2)), Some(number(6)));
        assert_eq!(binary(BinaryOp::Sub, &global, &Operand::Global(GlobalId(4), 2)), None);
        assert_eq!(binary(BinaryOp::Mul, &global, &number(2)), None);
    }

    #[test]
    fn numbers_fold() {
        assert_eq!(binary(BinaryOp::Mul, &number(6), &number(7)), Some(number(42)));
        assert_eq!(compare(CompareOp::Slt, &number(u64::MAX), &number(0)), Some(Operand::Const(Bv::new(1, 1))));
        assert_eq!(cast(CastOp::Trunc, &number(0x1ff), 8), Some(Operand::Const(Bv::new(8, 0xff))));
        assert_eq!(extract(&number(0xabcd), 8, 8), Some(Operand::Const(Bv::new(8, 0xab))));
    }
}
