//! The semantics on machine words: bit-vectors of at most 64 bits as a `u64` and a width.
//!
//! Every function takes operands that are reduced modulo 2^width and returns a reduced result; `width` is in
//! 1..=64. This is the only definition of the small case: [`Bv`](crate::Bv), the constant folder and the executor
//! all use it.

use crate::mask;

/// The value as a signed number.
#[inline]
pub const fn signed(width: u32, a: u64) -> i64 {
    let unused = 64 - width;
    ((a << unused) as i64) >> unused
}

/// The sign bit.
#[inline]
pub const fn sign(width: u32, a: u64) -> bool {
    a >> (width - 1) & 1 == 1
}

/// Bitwise complement.
#[inline]
pub const fn not(width: u32, a: u64) -> u64 {
    !a & mask(width)
}

/// Two's complement negation.
#[inline]
pub const fn neg(width: u32, a: u64) -> u64 {
    a.wrapping_neg() & mask(width)
}

/// Addition modulo 2^width.
#[inline]
pub const fn add(width: u32, a: u64, b: u64) -> u64 {
    a.wrapping_add(b) & mask(width)
}

/// Subtraction modulo 2^width.
#[inline]
pub const fn sub(width: u32, a: u64, b: u64) -> u64 {
    a.wrapping_sub(b) & mask(width)
}

/// Multiplication modulo 2^width.
#[inline]
pub const fn mul(width: u32, a: u64, b: u64) -> u64 {
    a.wrapping_mul(b) & mask(width)
}

/// Unsigned division; by zero gives all ones.
#[inline]
pub const fn udiv(width: u32, a: u64, b: u64) -> u64 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => mask(width),
    }
}

/// Unsigned remainder; by zero gives the dividend.
#[inline]
pub const fn urem(_width: u32, a: u64, b: u64) -> u64 {
    match a.checked_rem(b) {
        Some(remainder) => remainder,
        None => a,
    }
}

/// Signed division truncated towards zero; by zero gives -1 if the dividend is not negative, else 1.
#[inline]
pub const fn sdiv(width: u32, a: u64, b: u64) -> u64 {
    if b == 0 {
        return if sign(width, a) { 1 } else { mask(width) };
    }
    signed(width, a).wrapping_div(signed(width, b)) as u64 & mask(width)
}

/// Signed remainder with the sign of the dividend; by zero gives the dividend.
#[inline]
pub const fn srem(width: u32, a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    signed(width, a).wrapping_rem(signed(width, b)) as u64 & mask(width)
}

/// Shift left; a distance of the width or more gives zero.
#[inline]
pub const fn shl(width: u32, a: u64, b: u64) -> u64 {
    if b >= width as u64 { 0 } else { (a << b) & mask(width) }
}

/// Logical shift right; a distance of the width or more gives zero.
#[inline]
pub const fn lshr(width: u32, a: u64, b: u64) -> u64 {
    if b >= width as u64 { 0 } else { a >> b }
}

/// Arithmetic shift right; a distance of the width or more gives the sign in every bit.
#[inline]
pub const fn ashr(width: u32, a: u64, b: u64) -> u64 {
    let distance = if b >= width as u64 { width - 1 } else { b as u32 };
    (signed(width, a) >> distance) as u64 & mask(width)
}

/// Unsigned less than.
#[inline]
pub const fn ult(_width: u32, a: u64, b: u64) -> bool {
    a < b
}

/// Unsigned less or equal.
#[inline]
pub const fn ule(_width: u32, a: u64, b: u64) -> bool {
    a <= b
}

/// Signed less than.
#[inline]
pub const fn slt(width: u32, a: u64, b: u64) -> bool {
    signed(width, a) < signed(width, b)
}

/// Signed less or equal.
#[inline]
pub const fn sle(width: u32, a: u64, b: u64) -> bool {
    signed(width, a) <= signed(width, b)
}

/// Sign extension of `from` bits to `to` bits.
#[inline]
pub const fn sext(from: u32, to: u32, a: u64) -> u64 {
    signed(from, a) as u64 & mask(to)
}

/// Bits `lo .. lo + width`.
#[inline]
pub const fn extract(a: u64, lo: u32, width: u32) -> u64 {
    (a >> lo) & mask(width)
}

/// Concatenation of `hi` with the `lo_width` bits of `lo`. Together they have at most 64 bits, and `hi` has at
/// least one.
#[inline]
pub const fn concat(hi: u64, lo_width: u32, lo: u64) -> u64 {
    hi << lo_width | lo
}
