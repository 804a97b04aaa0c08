//! Square roots, which LLVM's arithmetic has not.
//!
//! The significand is scaled to an integer of which the integer root has more bits than the result; one more bit says whether there
//! is a remainder, and that is all that rounding needs to know. Roots neither overflow nor underflow.

use rustc_apfloat::ieee::IeeeFloat;
use rustc_apfloat::{ExpInt, Float as _, Round, Status, StatusAnd};

use crate::arithmetic::Known;

pub(crate) fn sqrt_of<S: Known>(value: IeeeFloat<S>, round: Round) -> StatusAnd<IeeeFloat<S>> {
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
    // value = significand * 2^exponent, the significand an integer of full precision.
    let precision = S::PRECISION as ExpInt;
    let mut exponent = value.ilogb() - (precision - 1);
    let significand = value.scalbn(-exponent).to_u128(128).value;
    // An even exponent, and twice as many bits as the root is to have.
    let mut shift = precision + 2;
    if (exponent - shift) % 2 != 0 {
        shift += 1;
    }
    let scaled = significand << shift;
    exponent -= shift;
    let root = scaled.isqrt();
    let remainder = u128::from(root * root != scaled);
    IeeeFloat::from_u128_r(root << 1 | remainder, round).map(|root: IeeeFloat<S>| root.scalbn(exponent / 2 - 1))
}
