//! The natural numbers that bounds and strides are made of.
//!
//! All formulas of this crate are written over natural numbers that do not wrap: a sum or a product has its
//! mathematical value, and reduction modulo 2^w is a separate step. Two types implement this: `u128` for sets of
//! at most 64 bits, where every intermediate value (a product of two bounds plus one more bound) fits, and the
//! big natural `UBig` for any width. The trait has named methods instead of operators, because operators on
//! references would need a long list of trait bounds at every use.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, Gcd};

/// A natural number. No operation wraps; `minus` requires a result that is not negative.
pub trait Number: Clone + Ord + Hash + Debug + Display {
    /// The greatest width in bits of a set over this type.
    const GREATEST_WIDTH: u32;

    /// The value of a machine word.
    fn from_u64(value: u64) -> Self;
    /// The number whose little-endian words are given. It must fit the type.
    fn from_words(words: &[u64]) -> Self;
    /// The low `count` words of the number, little-endian; higher words are dropped.
    fn to_words(&self, count: usize) -> Vec<u64>;
    /// The number as a machine word, if it fits.
    fn to_u64(&self) -> Option<u64>;
    /// 2 to the power of `exponent`.
    fn power_of_two(exponent: u32) -> Self;
    /// Whether it is zero.
    fn is_zero(&self) -> bool;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference. `other` must not be greater than `self`.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// Quotient and remainder. `other` must not be zero.
    fn div_rem(&self, other: &Self) -> (Self, Self);
    /// The greatest common divisor; `gcd(0, x)` is `x`.
    fn gcd(&self, other: &Self) -> Self;
    /// Times 2^distance.
    fn shifted_left(&self, distance: u32) -> Self;
    /// Divided by 2^distance, rounded down.
    fn shifted_right(&self, distance: u32) -> Self;
    /// Bitwise and.
    fn and(&self, other: &Self) -> Self;
    /// Bitwise or.
    fn or(&self, other: &Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(&self, other: &Self) -> Self;
    /// The position of the highest one bit plus one; 0 for zero.
    fn bit_length(&self) -> u32;
    /// The number of zeros below the lowest one bit; `None` for zero.
    fn trailing_zeros(&self) -> Option<u32>;

    /// Zero.
    #[inline]
    fn zero() -> Self {
        Self::from_u64(0)
    }

    /// One.
    #[inline]
    fn one() -> Self {
        Self::from_u64(1)
    }

    /// Whether it is one.
    #[inline]
    fn is_one(&self) -> bool {
        *self == Self::one()
    }

    /// The quotient, rounded down.
    #[inline]
    fn quotient(&self, other: &Self) -> Self {
        self.div_rem(other).0
    }

    /// The remainder.
    #[inline]
    fn remainder(&self, other: &Self) -> Self {
        self.div_rem(other).1
    }

    /// The remainder modulo 2^bits.
    #[inline]
    fn low_bits(&self, bits: u32) -> Self {
        if self.bit_length() <= bits { self.clone() } else { self.and(&Self::all_ones(bits)) }
    }

    /// 2^bits - 1.
    #[inline]
    fn all_ones(bits: u32) -> Self {
        Self::power_of_two(bits).minus(&Self::one())
    }

    /// Whether the bit at a position is one.
    #[inline]
    fn bit(&self, position: u32) -> bool {
        !self.shifted_right(position).and(&Self::one()).is_zero()
    }
}

/// The inverse of `value` modulo `modulus`: the number x below `modulus` with x * value = 1. The two must have no
/// common divisor.
pub(crate) fn inverse<N: Number>(value: &N, modulus: &N) -> N {
    if modulus.is_one() {
        return N::zero();
    }
    // Extended Euclidean algorithm. Modulo `modulus`, `factor` times `value` is alternately `rest` and its
    // negative. No factor exceeds the modulus.
    let (mut rest, mut next_rest) = (modulus.clone(), value.remainder(modulus));
    let (mut factor, mut next_factor) = (N::zero(), N::one());
    let mut negative = true;
    while !next_rest.is_zero() {
        let (quotient, remainder) = rest.div_rem(&next_rest);
        let sum = factor.plus(&quotient.times(&next_factor));
        (rest, next_rest) = (next_rest, remainder);
        (factor, next_factor) = (next_factor, sum);
        negative = !negative;
    }
    debug_assert!(rest.is_one(), "only numbers without a common divisor have an inverse");
    if negative { modulus.minus(&factor) } else { factor }
}

/// The greatest common divisor by the binary algorithm. One division comes first, because usually one number
/// divides the other.
fn gcd_of_words(mut a: u64, mut b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    (a, b) = (b, a % b);
    if b == 0 {
        return a;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << twos
}

impl Number for u128 {
    const GREATEST_WIDTH: u32 = 64;

    #[inline]
    fn from_u64(value: u64) -> u128 {
        u128::from(value)
    }

    fn from_words(words: &[u64]) -> u128 {
        debug_assert!(words.iter().skip(2).all(|&word| word == 0), "the number has more than 128 bits");
        let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
        word(0) | word(1) << 64
    }

    fn to_words(&self, count: usize) -> Vec<u64> {
        let mut words = vec![*self as u64, (*self >> 64) as u64];
        words.resize(count, 0);
        words
    }

    #[inline]
    fn to_u64(&self) -> Option<u64> {
        u64::try_from(*self).ok()
    }

    #[inline]
    fn power_of_two(exponent: u32) -> u128 {
        1 << exponent
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn plus(&self, other: &u128) -> u128 {
        self + other
    }

    #[inline]
    fn minus(&self, other: &u128) -> u128 {
        self - other
    }

    #[inline]
    fn times(&self, other: &u128) -> u128 {
        self * other
    }

    #[inline]
    fn div_rem(&self, other: &u128) -> (u128, u128) {
        // Most numbers are small, and a division of words is several times faster.
        match (u64::try_from(*self), u64::try_from(*other)) {
            (Ok(small), Ok(divisor)) => (u128::from(small / divisor), u128::from(small % divisor)),
            _ if other.is_power_of_two() => (self >> u128::trailing_zeros(*other), self & (other - 1)),
            _ => (self / other, self % other),
        }
    }

    #[inline]
    fn gcd(&self, other: &u128) -> u128 {
        let (mut a, mut b) = (*self, *other);
        while b != 0 {
            if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
                return u128::from(gcd_of_words(a, b));
            }
            (a, b) = (b, Number::remainder(&a, &b));
        }
        a
    }

    #[inline]
    fn shifted_left(&self, distance: u32) -> u128 {
        self << distance
    }

    #[inline]
    fn shifted_right(&self, distance: u32) -> u128 {
        self.checked_shr(distance).unwrap_or(0)
    }

    #[inline]
    fn and(&self, other: &u128) -> u128 {
        self & other
    }

    #[inline]
    fn or(&self, other: &u128) -> u128 {
        self | other
    }

    #[inline]
    fn xor(&self, other: &u128) -> u128 {
        self ^ other
    }

    #[inline]
    fn bit_length(&self) -> u32 {
        128 - self.leading_zeros()
    }

    #[inline]
    fn trailing_zeros(&self) -> Option<u32> {
        (*self != 0).then(|| u128::trailing_zeros(*self))
    }
}

impl Number for UBig {
    const GREATEST_WIDTH: u32 = u32::MAX / 4;

    fn from_u64(value: u64) -> UBig {
        UBig::from(value)
    }

    fn from_words(words: &[u64]) -> UBig {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        UBig::from_le_bytes(&bytes)
    }

    fn to_words(&self, count: usize) -> Vec<u64> {
        let bytes = self.to_le_bytes();
        let mut words: Vec<u64> = bytes
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        words.resize(count, 0);
        words
    }

    fn to_u64(&self) -> Option<u64> {
        u64::try_from(self).ok()
    }

    fn power_of_two(exponent: u32) -> UBig {
        UBig::ONE << exponent as usize
    }

    fn is_zero(&self) -> bool {
        UBig::is_zero(self)
    }

    fn plus(&self, other: &UBig) -> UBig {
        self + other
    }

    fn minus(&self, other: &UBig) -> UBig {
        self - other
    }

    fn times(&self, other: &UBig) -> UBig {
        self * other
    }

    fn div_rem(&self, other: &UBig) -> (UBig, UBig) {
        DivRem::div_rem(self, other)
    }

    fn gcd(&self, other: &UBig) -> UBig {
        match (UBig::is_zero(self), UBig::is_zero(other)) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Gcd::gcd(self, other),
        }
    }

    fn shifted_left(&self, distance: u32) -> UBig {
        self << distance as usize
    }

    fn shifted_right(&self, distance: u32) -> UBig {
        self >> distance as usize
    }

    fn and(&self, other: &UBig) -> UBig {
        self & other
    }

    fn or(&self, other: &UBig) -> UBig {
        self | other
    }

    fn xor(&self, other: &UBig) -> UBig {
        self ^ other
    }

    fn bit_length(&self) -> u32 {
        u32::try_from(self.bit_len()).expect("a number of more than 2^32 bits cannot be stored")
    }

    fn trailing_zeros(&self) -> Option<u32> {
        UBig::trailing_zeros(self).map(|count| u32::try_from(count).expect("fewer zeros than bits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inverses<N: Number>() {
        for modulus in 1..60u64 {
            for value in (0..modulus).filter(|value| Number::gcd(&u128::from(*value), &u128::from(modulus)) == 1) {
                let found = inverse(&N::from_u64(value), &N::from_u64(modulus));
                let product = found.times(&N::from_u64(value)).remainder(&N::from_u64(modulus));
                assert_eq!(product, N::from_u64(1 % modulus), "{value} modulo {modulus}");
            }
        }
    }

    #[test]
    fn inverses_of_small_numbers() {
        inverses::<u128>();
        inverses::<UBig>();
    }

    #[test]
    fn inverse_modulo_the_greatest_width() {
        let value = u128::from(u64::MAX - 12);
        let modulus = 1u128 << 64;
        assert_eq!((inverse(&value, &modulus) as u64).wrapping_mul(value as u64), 1);
    }

    #[test]
    fn words_there_and_back() {
        let words = [3, u64::MAX, 1 << 63];
        assert_eq!(UBig::from_words(&words).to_words(3), words);
        assert_eq!(u128::from_words(&[7, 9]).to_words(3), [7, 9, 0]);
    }
}
