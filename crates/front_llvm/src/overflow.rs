//! Arithmetic that reports overflow, and arithmetic that saturates.

use bv::Bv;
use ir::{BinaryOp, CompareOp, Operand};

use crate::arith::sign_bit;
use crate::builder::{Builder, zero};
use crate::function::FunctionLowering;
use crate::raw::Value;
use crate::unsupported::Unsupported;

/// The wrapped result, and whether it overflowed.
type WithOverflow = fn(&mut Builder, Operand, Operand) -> (Operand, Operand);

/// The operation of an intrinsic `llvm.*.with.overflow`.
pub fn with_overflow(name: &str) -> Option<WithOverflow> {
    Some(match name {
        "llvm.sadd.with.overflow" => signed_add,
        "llvm.uadd.with.overflow" => unsigned_add,
        "llvm.ssub.with.overflow" => signed_sub,
        "llvm.usub.with.overflow" => unsigned_sub,
        "llvm.smul.with.overflow" => |builder, a, b| multiply(builder, a, b, true),
        "llvm.umul.with.overflow" => |builder, a, b| multiply(builder, a, b, false),
        _ => return None,
    })
}

/// Lowers such an intrinsic: its value is a structure of the results and the overflow bits.
pub fn lower<'m>(
    lowering: &mut FunctionLowering<'_, 'm>,
    inst: Value<'m>,
    operation: WithOverflow,
) -> Result<(), Unsupported> {
    let a = lowering.leaves(inst.operand(0))?;
    let b = lowering.leaves(inst.operand(1))?;
    let pairs = a.into_iter().zip(b).map(|(a, b)| operation(&mut lowering.builder, a, b));
    let (mut results, bits): (Vec<_>, Vec<_>) = pairs.unzip();
    results.extend(bits);
    lowering.bind(inst, results);
    Ok(())
}

fn signed_add(builder: &mut Builder, a: Operand, b: Operand) -> (Operand, Operand) {
    let sum = builder.binary(BinaryOp::Add, a.clone(), b.clone());
    // It overflows if and only if the signs of both operands differ from that of the sum.
    let first = builder.binary(BinaryOp::Xor, a, sum.clone());
    let second = builder.binary(BinaryOp::Xor, b, sum.clone());
    let both = builder.binary(BinaryOp::And, first, second);
    let wrong = is_negative(builder, both);
    (sum, wrong)
}

fn signed_sub(builder: &mut Builder, a: Operand, b: Operand) -> (Operand, Operand) {
    let difference = builder.binary(BinaryOp::Sub, a.clone(), b.clone());
    // It overflows if and only if the signs of the operands differ and that of the first differs from the
    // difference's.
    let first = builder.binary(BinaryOp::Xor, a.clone(), b);
    let second = builder.binary(BinaryOp::Xor, a, difference.clone());
    let both = builder.binary(BinaryOp::And, first, second);
    let wrong = is_negative(builder, both);
    (difference, wrong)
}

fn unsigned_add(builder: &mut Builder, a: Operand, b: Operand) -> (Operand, Operand) {
    let sum = builder.binary(BinaryOp::Add, a.clone(), b);
    let wrong = builder.compare(CompareOp::Ult, sum.clone(), a);
    (sum, wrong)
}

fn unsigned_sub(builder: &mut Builder, a: Operand, b: Operand) -> (Operand, Operand) {
    let wrong = builder.compare(CompareOp::Ult, a.clone(), b.clone());
    let difference = builder.binary(BinaryOp::Sub, a, b);
    (difference, wrong)
}

/// Multiplies at twice the width and checks whether the product fits.
fn multiply(builder: &mut Builder, a: Operand, b: Operand, signed: bool) -> (Operand, Operand) {
    let width = builder.width(&a);
    let a = builder.resize(a, 2 * width, signed);
    let b = builder.resize(b, 2 * width, signed);
    let exact = builder.binary(BinaryOp::Mul, a, b);
    let product = builder.extract(exact.clone(), 0, width);
    let fitting = builder.resize(product.clone(), 2 * width, signed);
    let wrong = builder.compare(CompareOp::Ne, fitting, exact);
    (product, wrong)
}

/// `llvm.sadd.sat`
pub fn signed_add_saturating(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    let (sum, wrong) = signed_add(builder, a.clone(), b);
    let limit = signed_limit(builder, a);
    builder.select(wrong, limit, sum)
}

/// `llvm.ssub.sat`
pub fn signed_sub_saturating(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    let (difference, wrong) = signed_sub(builder, a.clone(), b);
    let limit = signed_limit(builder, a);
    builder.select(wrong, limit, difference)
}

/// `llvm.uadd.sat`
pub fn unsigned_add_saturating(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    let width = builder.width(&a);
    let (sum, wrong) = unsigned_add(builder, a, b);
    builder.select(wrong, Operand::Const(Bv::all_ones(width)), sum)
}

/// `llvm.usub.sat`
pub fn unsigned_sub_saturating(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    let width = builder.width(&a);
    let (difference, wrong) = unsigned_sub(builder, a, b);
    builder.select(wrong, zero(width), difference)
}

/// The least number if `a` is negative, else the greatest one.
fn signed_limit(builder: &mut Builder, a: Operand) -> Operand {
    let least = sign_bit(builder.width(&a));
    let negative = is_negative(builder, a);
    builder.select(negative, Operand::Const(least.clone()), Operand::Const(least.not()))
}

fn is_negative(builder: &mut Builder, a: Operand) -> Operand {
    let width = builder.width(&a);
    builder.compare(CompareOp::Slt, a, zero(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::number;
    use crate::symbols::declaration;

    const WIDTH: u32 = 5;

    fn constant(operand: Operand) -> Bv {
        match operand {
            Operand::Const(value) => value,
            other => panic!("{other:?} did not fold"),
        }
    }

    fn pairs() -> impl Iterator<Item = (u64, u64)> {
        (0..1 << WIDTH).flat_map(|a| (0..1 << WIDTH).map(move |b| (a, b)))
    }

    fn signed(value: u64) -> i64 {
        Bv::new(WIDTH, value).sext(64).low_u64() as i64
    }

    #[test]
    fn overflow_is_what_exact_arithmetic_says() {
        type Exact = fn(i64, i64) -> i64;
        let operations: [(&str, Exact); 3] = [("add", |a, b| a + b), ("sub", |a, b| a - b), ("mul", |a, b| a * b)];
        for (name, exact) in operations {
            for (a, b) in pairs() {
                for is_signed in [false, true] {
                    let prefix = if is_signed { 's' } else { 'u' };
                    let operation = with_overflow(&format!("llvm.{prefix}{name}.with.overflow")).expect("it is known");
                    let mut builder = Builder::new(declaration("test", &[], 0, false));
                    let (result, wrong) = operation(&mut builder, number(WIDTH, a), number(WIDTH, b));
                    let (x, y) = if is_signed { (signed(a), signed(b)) } else { (a as i64, b as i64) };
                    let value = exact(x, y);
                    let fits = if is_signed { (-16..16).contains(&value) } else { (0..32).contains(&value) };
                    assert_eq!(constant(result), Bv::new(WIDTH, value as u64), "{prefix}{name} {a} {b}");
                    assert_eq!(constant(wrong).is_zero(), fits, "{prefix}{name} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn saturation_stops_at_the_limits() {
        for (a, b) in pairs() {
            let mut builder = Builder::new(declaration("test", &[], 0, false));
            let mut of = |operation: fn(&mut Builder, Operand, Operand) -> Operand| {
                constant(operation(&mut builder, number(WIDTH, a), number(WIDTH, b)))
            };
            let number = |value: i64| Bv::new(WIDTH, value as u64);
            assert_eq!(of(unsigned_add_saturating), number((a + b).min(31) as i64));
            assert_eq!(of(unsigned_sub_saturating), number(a.saturating_sub(b) as i64));
            assert_eq!(of(signed_add_saturating), number((signed(a) + signed(b)).clamp(-16, 15)));
            assert_eq!(of(signed_sub_saturating), number((signed(a) - signed(b)).clamp(-16, 15)));
        }
    }
}
