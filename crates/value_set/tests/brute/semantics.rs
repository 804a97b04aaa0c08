//! The meaning of the operations, computed with the bit-vectors of `bv`.

use bv::Bv;
use value_set::{Binary, Number};

/// The result of an operation on two bit-vectors.
pub fn evaluate(operation: Binary, left: &Bv, right: &Bv) -> Bv {
    match operation {
        Binary::Add => left.add(right),
        Binary::Sub => left.sub(right),
        Binary::Mul => left.mul(right),
        Binary::UDiv => left.udiv(right),
        Binary::URem => left.urem(right),
        Binary::SDiv => left.sdiv(right),
        Binary::SRem => left.srem(right),
        Binary::And => left.and(right),
        Binary::Or => left.or(right),
        Binary::Xor => left.xor(right),
        Binary::Shl => left.shl(right),
        Binary::LShr => left.lshr(right),
        Binary::AShr => left.ashr(right),
    }
}

/// The result of an operation on two words.
pub fn evaluate_words(operation: Binary, width: u32, left: u64, right: u64) -> u64 {
    evaluate(operation, &Bv::new(width, left), &Bv::new(width, right)).low_u64()
}

/// The result of an operation on two numbers.
pub fn evaluate_numbers<N: Number>(operation: Binary, width: u32, left: &N, right: &N) -> N {
    let bv = |number: &N| Bv::from_words(width, &number.to_words(width.div_ceil(64) as usize));
    N::from_words(evaluate(operation, &bv(left), &bv(right)).words())
}
