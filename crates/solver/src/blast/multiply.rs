//! Multiplication and division of words.
//!
//! A product by a constant is a sum of shifted copies, one per non-zero digit of the constant in its non-adjacent
//! form (digits -1, 0, 1). A general product is the school method, one row per bit of the operand that has more
//! constant bits; a run of equal literals at the top of that operand (a sign extension) costs one row, not many,
//! because s*2^k + s*2^(k+1) + ... = -s*2^k modulo 2^width.
//!
//! Division by a constant c guesses the quotient q and states n = q*c + r, r < c without overflow, which is small
//! because q*c is. General division is the restoring circuit; its quotient for a zero divisor is all ones and its
//! remainder the dividend, exactly as SMT-LIB wants it.

use crate::blast::gates::Gates;
use crate::sat::{Lit, SatSolver};

/// The value of a word all of whose literals are constants, if it has at most 64 bits of value.
fn constant_value(word: &[Lit]) -> Option<Vec<bool>> {
    word.iter().map(|lit| lit.as_constant()).collect()
}

fn is_zero(bits: &[bool]) -> bool {
    bits.iter().all(|&bit| !bit)
}

impl<S: SatSolver> Gates<S> {
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
        match constant_value(d) {
            Some(divisor) if !is_zero(&divisor) && constant_value(n).is_none() => self.divide_constant(n, &divisor),
            _ => self.divide_restoring(n, d),
        }
    }

    fn divide_constant(&mut self, n: &[Lit], c: &[bool]) -> (Vec<Lit>, Vec<Lit>) {
        let width = n.len();
        let limit = quotient_of_max(c);
        let quotient: Vec<Lit> = limit.iter().enumerate().map(|(i, _)| self.quotient_bit(&limit, i)).collect();
        let limit: Vec<Lit> = limit.iter().map(|&bit| Lit::constant(bit)).collect();
        let within = self.less(&quotient, &limit, true);
        self.clause(&[within]);
        let product = self.mul_constant(&quotient, c);
        let below = self.less(&product, n, true);
        self.clause(&[below]);
        let remainder = self.sub(n, &product);
        let divisor: Vec<Lit> = c.iter().map(|&bit| Lit::constant(bit)).collect();
        let proper = self.less(&remainder, &divisor, false);
        self.clause(&[proper]);
        // The remainder is below c: its top bits are known, which spares later gates.
        let used = width - c.iter().rev().take_while(|&&bit| !bit).count();
        let remainder = remainder.iter().enumerate().map(|(i, &bit)| if i < used { bit } else { Lit::FALSE }).collect();
        (quotient, remainder)
    }

    fn quotient_bit(&mut self, limit: &[bool], i: usize) -> Lit {
        if is_zero(&limit[i..]) { Lit::FALSE } else { self.fresh() }
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

/// floor((2^width - 1) / c) for c > 0, by long division.
fn quotient_of_max(c: &[bool]) -> Vec<bool> {
    let width = c.len();
    let mut quotient = vec![false; width];
    // One bit more than the divisor: the shifted remainder may need it.
    let mut rest = vec![false; width + 1];
    for i in (0..width).rev() {
        rest.rotate_right(1);
        rest[0] = true;
        let fits = rest[width] || (0..width).rev().find(|&k| rest[k] != c[k]).is_none_or(|k| rest[k]);
        if fits {
            let mut borrow = false;
            for k in 0..=width {
                let subtract = k < width && c[k];
                let bit = rest[k] ^ subtract ^ borrow;
                borrow = (!rest[k] && (subtract || borrow)) || (subtract && borrow);
                rest[k] = bit;
            }
            quotient[i] = true;
        }
    }
    quotient
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

    #[test]
    fn quotient_of_max_is_the_largest_quotient() {
        for width in 1..=8usize {
            for divisor in 1..1u64 << width {
                let expected = bv::mask(width as u32) / divisor;
                assert_eq!(quotient_of_max(&bits(divisor, width)), bits(expected, width));
            }
        }
    }
}
