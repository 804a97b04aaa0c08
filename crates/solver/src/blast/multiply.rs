//! Multiplication and division of words.
//!
//! A product by a constant is a sum of shifted copies, one per non-zero digit of the constant in its
//! non-adjacent form (digits -1, 0, 1). A general product is the school method, one row per bit of the operand
//! that has more constant bits; a run of equal literals at the top of that operand (a sign extension) costs one
//! row, not many, because s*2^k + s*2^(k+1) + ... = -s*2^k modulo 2^width: the part of Booth's recoding that
//! pays. All of it (radix 4, half the rows, but each bit of a row two choices and a negation) took 0.8 and 1.0
//! times as long on products of 12 and 16 free bits, 1.3 on 20, and 1.8 to refute squares of 24: the rows save
//! gates and cost propagation.
//!
//! Division is the restoring circuit; its quotient for a zero divisor is all ones and its remainder the
//! dividend, exactly as SMT-LIB wants it. Guessing the quotient q and stating n = q*c + r, r < c is smaller for
//! a constant c but needs an order of magnitude more conflicts: a circuit that computes propagates, a relation
//! does not. A divisor of few bits keeps the steps as narrow as itself, which makes division by a small
//! constant cheap.

use crate::blast::gates::Gates;
use crate::sat::{Bounded, Lit, Literal};

/// The value of a word all of whose literals are constants.
fn constant_value(word: &[Lit]) -> Option<Vec<bool>> {
    word.iter().map(|lit| lit.as_constant()).collect()
}

impl<S: Bounded> Gates<S> {
    /// a * b modulo 2^width.
    pub(crate) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let constants = |word: &[Lit]| word.iter().filter(|lit| lit.as_constant().is_some()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        if let Some(bits) = constant_value(b) {
            return self.mul_constant(a, &bits);
        }
        let width = a.len();
        let top = b[width - 1];
        let run = b.iter().rev().take_while(|&&lit| lit == top).count();
        let signed = run > 1 && top.as_constant().is_none();
        let rows = if signed { width - run } else { width };
        let mut product = vec![Lit::FALSE; width];
        for (i, &digit) in b[..rows].iter().enumerate() {
            if digit == Lit::FALSE {
                continue;
            }
            let row: Vec<Lit> = a[..width - i].iter().map(|&lit| self.and(lit, digit)).collect();
            self.add_into(&mut product[i..], row, Lit::FALSE);
        }
        if signed {
            let row: Vec<Lit> = a[..width - rows].iter().map(|&lit| !self.and(lit, top)).collect();
            self.add_into(&mut product[rows..], row, Lit::TRUE);
        }
        product
    }

    /// a * c modulo 2^width.
    fn mul_constant(&mut self, a: &[Lit], c: &[bool]) -> Vec<Lit> {
        let width = a.len();
        let mut product = vec![Lit::FALSE; width];
        for (i, digit) in non_adjacent_form(c).into_iter().enumerate() {
            match digit {
                0 => {}
                1 => {
                    self.add_into(&mut product[i..], a.iter().copied(), Lit::FALSE);
                }
                _ => {
                    self.add_into(&mut product[i..], a.iter().map(|&lit| !lit), Lit::TRUE);
                }
            }
        }
        product
    }

    /// n / d and n % d, unsigned.
    pub(crate) fn divide(&mut self, n: &[Lit], d: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = n.len();
        let used = width - d.iter().rev().take_while(|&&lit| lit == Lit::FALSE).count();
        if used == width || used == 0 {
            return self.divide_restoring(n, d);
        }
        let (quotient, remainder) = self.divide_by_narrow(n, &d[..used]);
        let zero = !self.any(d[..used].iter().copied());
        let quotient = quotient.iter().map(|&bit| self.or(bit, zero)).collect();
        (quotient, self.choose(zero, n, &remainder))
    }

    /// n / d and n % d for a divisor with fewer bits that is not zero: the remainder is always less than the
    /// divisor, so every step works on one bit more than the divisor has.
    fn divide_by_narrow(&mut self, n: &[Lit], d: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let (width, used) = (n.len(), d.len());
        let mut quotient = vec![Lit::FALSE; width];
        let mut rest = vec![Lit::FALSE; used];
        for i in (0..width).rev() {
            rest.insert(0, n[i]);
            let mut difference = rest.clone();
            let divisor = d.iter().copied().chain([Lit::FALSE]);
            let fits = self.add_into(&mut difference, divisor.map(|lit| !lit), Lit::TRUE);
            quotient[i] = fits;
            rest = self.choose(fits, &difference[..used], &rest[..used]);
        }
        rest.resize(width, Lit::FALSE);
        (quotient, rest)
    }

    fn divide_restoring(&mut self, n: &[Lit], d: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = n.len();
        // high[j]: the divisor has a bit at or above j, so it exceeds every number of j bits.
        let mut high = vec![Lit::FALSE; width + 1];
        for j in (0..width).rev() {
            high[j] = self.or(d[j], high[j + 1]);
        }
        let mut quotient = vec![Lit::FALSE; width];
        let mut rest: Vec<Lit> = Vec::with_capacity(width);
        for j in 1..=width {
            rest.insert(0, n[width - j]);
            let mut difference = rest.clone();
            let no_borrow = self.add_into(&mut difference, d[..j].iter().map(|&lit| !lit), Lit::TRUE);
            let fits = self.and(no_borrow, !high[j]);
            quotient[width - j] = fits;
            rest = self.choose(fits, &difference, &rest);
        }
        (quotient, rest)
    }
}

/// Digits -1, 0, 1 with no two neighbours non-zero, whose sum of digit*2^i is the number modulo 2^width.
fn non_adjacent_form(bits: &[bool]) -> Vec<i8> {
    let mut digits = vec![0i8; bits.len()];
    let mut carry = false;
    for i in 0..bits.len() {
        let next = bits.get(i + 1).copied().unwrap_or(false);
        match (bits[i], carry) {
            (true, false) | (false, true) => {
                digits[i] = if next { -1 } else { 1 };
                carry = next;
            }
            (true, true) => carry = true,
            (false, false) => carry = false,
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: u64, width: usize) -> Vec<bool> {
        (0..width).map(|i| value >> i & 1 == 1).collect()
    }

    #[test]
    fn non_adjacent_form_keeps_the_value() {
        for width in 1..=8usize {
            for value in 0..1u64 << width {
                let digits = non_adjacent_form(&bits(value, width));
                let sum: i64 = digits.iter().enumerate().map(|(i, &digit)| i64::from(digit) << i).sum();
                assert_eq!(sum as u64 & bv::mask(width as u32), value);
                assert!(digits.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0));
            }
        }
    }
}
