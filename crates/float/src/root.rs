//! Square roots, which LLVM's arithmetic lacks.
//!
//! The significand is scaled to an integer whose integer square root has more bits than the result. One extra
//! bit says whether there is a remainder, which is all that rounding needs to know. Square roots neither
//! overflow nor underflow.

use rustc_apfloat::ieee::{IeeeFloat, Semantics};
use rustc_apfloat::{ExpInt, Float as _, Round, Status, StatusAnd};

pub(crate) fn sqrt_of<S: Semantics>(value: IeeeFloat<S>, round: Round) -> StatusAnd<IeeeFloat<S>> {
    if value.is_nan() {
        let status = if value.is_signaling() { Status::INVALID_OP } else { Status::OK };
        return status.and(value);
    }
    if value.is_zero() || value.is_pos_infinity() {
        return Status::OK.and(value);
    }
    if value.is_negative() {
        return Status::INVALID_OP.and(IeeeFloat::NAN);
    }
    // value = significand * 2^exponent, where the significand is an integer of full precision.
    let precision = S::PRECISION as ExpInt;
    let mut exponent = value.ilogb() - (precision - 1);
    let significand = value.scalbn(-exponent).to_u128(128).value;
    // Make the exponent even, and the significand twice as long as the root has to be.
    let mut shift = precision + 2;
    if (exponent - shift) % 2 != 0 {
        shift += 1;
    }
    exponent -= shift;
    let (root, exact) = shifted_root(significand, shift as u32);
    let remainder = u128::from(!exact);
    IeeeFloat::from_u128_r(root << 1 | remainder, round).map(|root: IeeeFloat<S>| root.scalbn(exponent / 2 - 1))
}

/// The integer square root of `number << shift`, which need not fit 128 bits, and whether it is exact. Every
/// two bits of the number give one bit of the root.
fn shifted_root(number: u128, shift: u32) -> (u128, bool) {
    let bit = |at: u32| at.checked_sub(shift).map_or(0, |at| number.checked_shr(at).unwrap_or(0) & 1);
    let pairs = (128 - number.leading_zeros() + shift).div_ceil(2);
    let (mut root, mut rest) = (0u128, 0u128);
    for pair in (0..pairs).rev() {
        rest = rest << 2 | bit(2 * pair + 1) << 1 | bit(2 * pair);
        let odd = root << 2 | 1;
        root <<= 1;
        if rest >= odd {
            rest -= odd;
            root |= 1;
        }
    }
    (root, rest == 0)
}
