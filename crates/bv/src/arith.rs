//! Arithmetic and order. Values of up to 64 bits use [`word`]; wider values use schoolbook algorithms on 64-bit
//! words, and Knuth's algorithm D on 32-bit digits for division.

use std::cmp::Ordering;

use crate::{Bv, Words, word};

impl Bv {
    /// Two's complement negation.
    pub fn neg(&self) -> Bv {
        match &self.words {
            Words::Small(a) => Bv::new(self.width, word::neg(self.width, *a)),
            Words::Large(_) => Bv::new(self.width, 0).sub(self),
        }
    }

    /// Addition modulo 2^width.
    pub fn add(&self, other: &Bv) -> Bv {
        self.words_with(other, word::add, |a, b| {
            let mut carry = false;
            a.iter()
                .zip(b)
                .map(|(&a, &b)| {
                    let (sum, first) = a.overflowing_add(b);
                    let (sum, second) = sum.overflowing_add(u64::from(carry));
                    carry = first | second;
                    sum
                })
                .collect()
        })
    }

    /// Subtraction modulo 2^width.
    pub fn sub(&self, other: &Bv) -> Bv {
        self.words_with(other, word::sub, |a, b| {
            let mut borrow = false;
            a.iter()
                .zip(b)
                .map(|(&a, &b)| {
                    let (difference, first) = a.overflowing_sub(b);
                    let (difference, second) = difference.overflowing_sub(u64::from(borrow));
                    borrow = first | second;
                    difference
                })
                .collect()
        })
    }

    /// Multiplication modulo 2^width.
    pub fn mul(&self, other: &Bv) -> Bv {
        self.words_with(other, word::mul, |a, b| {
            let mut product = vec![0u64; a.len()];
            for (i, &a) in a.iter().enumerate() {
                let mut carry = 0u128;
                for (slot, &b) in product[i..].iter_mut().zip(b) {
                    let sum = u128::from(a) * u128::from(b) + u128::from(*slot) + carry;
                    *slot = sum as u64;
                    carry = sum >> 64;
                }
            }
            product
        })
    }

    /// Unsigned division; by zero gives all ones.
    pub fn udiv(&self, other: &Bv) -> Bv {
        self.udivrem(other).0
    }

    /// Unsigned remainder; by zero gives the dividend.
    pub fn urem(&self, other: &Bv) -> Bv {
        self.udivrem(other).1
    }

    /// Signed division truncated towards zero; by zero gives -1 if the dividend is not negative, else 1.
    pub fn sdiv(&self, other: &Bv) -> Bv {
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &other.words) {
            return Bv::new(self.width, word::sdiv(self.width, *a, *b));
        }
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign() != other.sign() { quotient.neg() } else { quotient }
    }

    /// Signed remainder with the sign of the dividend; by zero gives the dividend.
    pub fn srem(&self, other: &Bv) -> Bv {
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &other.words) {
            return Bv::new(self.width, word::srem(self.width, *a, *b));
        }
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.sign() { remainder.neg() } else { remainder }
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &Bv) -> bool {
        self.compare(other) == Ordering::Less
    }

    /// Unsigned less or equal.
    pub fn ule(&self, other: &Bv) -> bool {
        self.compare(other) != Ordering::Greater
    }

    /// Signed less than.
    pub fn slt(&self, other: &Bv) -> bool {
        self.compare_signed(other) == Ordering::Less
    }

    /// Signed less or equal.
    pub fn sle(&self, other: &Bv) -> bool {
        self.compare_signed(other) != Ordering::Greater
    }

    fn compare(&self, other: &Bv) -> Ordering {
        assert_eq!(self.width, other.width, "operands of one width");
        self.words().iter().rev().cmp(other.words().iter().rev())
    }

    fn compare_signed(&self, other: &Bv) -> Ordering {
        // A negative value is smaller; with equal signs, the signed order is the unsigned one.
        other.sign().cmp(&self.sign()).then_with(|| self.compare(other))
    }

    /// The absolute value as an unsigned number. The least value has the same bits as its magnitude.
    fn magnitude(&self) -> Bv {
        if self.sign() { self.neg() } else { self.clone() }
    }

    fn udivrem(&self, other: &Bv) -> (Bv, Bv) {
        assert_eq!(self.width, other.width, "operands of one width");
        let width = self.width;
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &other.words) {
            return (Bv::new(width, word::udiv(width, *a, *b)), Bv::new(width, word::urem(width, *a, *b)));
        }
        if other.is_zero() {
            return (Bv::all_ones(width), self.clone());
        }
        let (quotient, remainder) = divide_digits(&digits(self.words()), &digits(other.words()));
        (from_digits(width, &quotient), from_digits(width, &remainder))
    }

    /// Applies `small` to values of up to 64 bits, and `large` to the words of wider ones.
    pub(crate) fn words_with(
        &self,
        other: &Bv,
        small: impl FnOnce(u32, u64, u64) -> u64,
        large: impl FnOnce(&[u64], &[u64]) -> Vec<u64>,
    ) -> Bv {
        assert_eq!(self.width, other.width, "operands of one width");
        match (&self.words, &other.words) {
            (Words::Small(a), Words::Small(b)) => Bv::new(self.width, small(self.width, *a, *b)),
            _ => Bv::from_words(self.width, &large(self.words(), other.words())),
        }
    }
}

/// Little-endian 32-bit digits without leading zeros.
fn digits(words: &[u64]) -> Vec<u32> {
    let mut digits: Vec<u32> = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
    while digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

fn from_digits(width: u32, digits: &[u32]) -> Bv {
    let words: Vec<u64> = digits
        .chunks(2)
        .map(|pair| u64::from(pair[0]) | pair.get(1).map_or(0, |&high| u64::from(high) << 32))
        .collect();
    Bv::from_words(width, &words)
}

/// Quotient and remainder of strings of digits without leading zeros; `divisor` must not be empty.
///
/// Algorithm D (Knuth 1997, §4.3.1) in the form of Warren 2012: the divisor is shifted so that its top bit is
/// set, then each quotient digit is guessed from two digits and corrected at most twice before the subtraction
/// and at most once after it.
fn divide_digits(dividend: &[u32], divisor: &[u32]) -> (Vec<u32>, Vec<u32>) {
    if dividend.len() < divisor.len() {
        return (Vec::new(), dividend.to_vec());
    }
    if let [single] = divisor {
        return divide_by_digit(dividend, *single);
    }
    let n = divisor.len();
    let shift = divisor[n - 1].leading_zeros();
    let divisor = shifted_left(divisor, shift);
    let mut rest = shifted_left(dividend, shift);
    let mut quotient = vec![0u32; dividend.len() - n + 1];
    for j in (0..quotient.len()).rev() {
        let top = u64::from(rest[j + n]) << 32 | u64::from(rest[j + n - 1]);
        let mut guess = top / u64::from(divisor[n - 1]);
        let mut left = top % u64::from(divisor[n - 1]);
        while guess >> 32 != 0 || guess * u64::from(divisor[n - 2]) > (left << 32 | u64::from(rest[j + n - 2])) {
            guess -= 1;
            left += u64::from(divisor[n - 1]);
            if left >> 32 != 0 {
                break;
            }
        }
        if subtract_multiple(&mut rest[j..=j + n], &divisor[..n], guess) {
            guess -= 1;
            add_back(&mut rest[j..=j + n], &divisor[..n]);
        }
        quotient[j] = guess as u32;
    }
    rest.truncate(n);
    for i in 0..n {
        let above = if i + 1 < n { rest[i + 1] } else { 0 };
        rest[i] = ((u64::from(above) << 32 | u64::from(rest[i])) >> shift) as u32;
    }
    (quotient, rest)
}

fn divide_by_digit(dividend: &[u32], divisor: u32) -> (Vec<u32>, Vec<u32>) {
    let mut quotient = vec![0u32; dividend.len()];
    let mut rest = 0u64;
    for (slot, &digit) in quotient.iter_mut().zip(dividend).rev() {
        let current = rest << 32 | u64::from(digit);
        *slot = (current / u64::from(divisor)) as u32;
        rest = current % u64::from(divisor);
    }
    (quotient, vec![rest as u32])
}

/// The digits shifted left by less than 32 bits, with one additional digit on top.
fn shifted_left(digits: &[u32], shift: u32) -> Vec<u32> {
    let mut below = 0u32;
    let mut shifted: Vec<u32> = digits
        .iter()
        .map(|&digit| {
            let value = ((u64::from(digit) << 32 | u64::from(below)) << shift >> 32) as u32;
            below = digit;
            value
        })
        .collect();
    shifted.push((u64::from(below) << shift >> 32) as u32);
    shifted
}

/// Computes `rest -= divisor * guess`; returns true if the result is negative, in which case it has wrapped.
fn subtract_multiple(rest: &mut [u32], divisor: &[u32], guess: u64) -> bool {
    let mut carry = 0u64;
    let mut borrow = 0i64;
    for (slot, &digit) in rest.iter_mut().zip(divisor) {
        let product = guess * u64::from(digit) + carry;
        carry = product >> 32;
        let difference = i64::from(*slot) - (product & 0xffff_ffff) as i64 + borrow;
        *slot = difference as u32;
        borrow = difference >> 32;
    }
    let last = rest.len() - 1;
    let difference = i64::from(rest[last]) - carry as i64 + borrow;
    rest[last] = difference as u32;
    difference < 0
}

fn add_back(rest: &mut [u32], divisor: &[u32]) {
    let mut carry = 0u64;
    for (slot, &digit) in rest.iter_mut().zip(divisor) {
        let sum = u64::from(*slot) + u64::from(digit) + carry;
        *slot = sum as u32;
        carry = sum >> 32;
    }
    let last = rest.len() - 1;
    rest[last] = rest[last].wrapping_add(carry as u32);
}
