//! Sums, products, quotients, roots. Each circuit also says when there is no result.

use float::{Layout, Rounding};

use crate::blast::float::exponent;
use crate::blast::float::parts::{Parts, resized};
use crate::blast::float::round::signed;
use crate::blast::gates::Gates;
use crate::sat::{Bounded, Lit, Literal};

/// A finite number with more bits than a format has, whose point stands after the highest bit.
struct Long {
    sign: Lit,
    zero: Lit,
    exponent: Vec<Lit>,
    significand: Vec<Lit>,
}

impl<S: Bounded> Gates<S> {
    /// a + b
    pub(super) fn float_add(&mut self, layout: Layout, a: &Parts, b: &Parts, rounding: Rounding) -> (Vec<Lit>, Lit) {
        let long = |part: &Parts| Long {
            sign: part.sign,
            zero: part.zero,
            exponent: part.exponent.clone(),
            significand: part.significand.clone(),
        };
        let finite = self.sum(layout, &long(a), &long(b), rounding);
        let result = self.infinite_or(layout, b, finite);
        let result = self.infinite_or(layout, a, result);
        let differ = self.xor(a.sign, b.sign);
        (result, self.all([a.infinite, b.infinite, differ]))
    }

    /// The sum of two finite numbers of which neither has leading zeros unless its exponent is the least.
    fn sum(&mut self, layout: Layout, a: &Long, b: &Long, rounding: Rounding) -> Vec<Lit> {
        let width = a.exponent.len();
        // The one with the greater magnitude comes first. Exponents are compared by their signs, too.
        let key = |part: &Long| [&part.significand[..], &part.exponent[..]].concat();
        let swap = self.less_signed(&key(a), &key(b), false);
        let first = self.choose(swap, &b.exponent, &a.exponent);
        let second = self.choose(swap, &a.exponent, &b.exponent);
        let large = self.choose(swap, &b.significand, &a.significand);
        let small = self.choose(swap, &a.significand, &b.significand);
        let sign = self.mux(swap, b.sign, a.sign);
        let distance = self.subtract(&first, &second);
        let extended = |word: Vec<Lit>| [&[Lit::FALSE; 3][..], &word[..], &[Lit::FALSE][..]].concat();
        let (large, small) = (extended(large), extended(small));
        // The distance is no negative number.
        let small = self.shifted_out(&small, &distance[..width - 1]);
        let differ = self.xor(a.sign, b.sign);
        let small: Vec<Lit> = small.iter().map(|&lit| self.xor(lit, differ)).collect();
        let sum = self.add(&large, &small, differ);
        // The point stands after the highest bit, which is one above those of the operands.
        let one = exponent(width, 1);
        let above = self.add(&first, &one, Lit::FALSE);
        let is_zero = !self.any(sum.iter().copied());
        let (above, sum) = self.normalised(&above, &sum);
        // A sum of zero has the sign of both if they have the same, else the sign that the direction gives it.
        let both = self.and(a.sign, b.sign);
        let zero_sign = match rounding {
            Rounding::Down => self.or(a.sign, b.sign),
            _ => both,
        };
        let sign = self.mux(is_zero, zero_sign, sign);
        self.rounded(layout, sign, &above, &sum, rounding)
    }

    /// a * b
    pub(super) fn float_mul(&mut self, layout: Layout, a: &Parts, b: &Parts, rounding: Rounding) -> (Vec<Lit>, Lit) {
        let product = self.product(a, b);
        let finite = {
            let (from, mut significand) = self.normalised(&product.exponent, &product.significand);
            // Formats of very few bits have products without bits to round.
            while significand.len() < layout.precision() as usize + 2 {
                significand.insert(0, Lit::FALSE);
            }
            self.rounded(layout, product.sign, &from, &significand, rounding)
        };
        let infinite = self.or(a.infinite, b.infinite);
        let infinity = signed(layout, product.sign, layout.infinity());
        let result = self.choose(infinite, &infinity, &finite);
        (result, self.no_product(a, b))
    }

    /// Whether one factor is infinite and the other zero.
    fn no_product(&mut self, a: &Parts, b: &Parts) -> Lit {
        let left = self.and(a.infinite, b.zero);
        let right = self.and(a.zero, b.infinite);
        self.or(left, right)
    }

    /// The exact product of finite numbers. It may have leading zeros.
    fn product(&mut self, a: &Parts, b: &Parts) -> Long {
        let wide = 2 * a.significand.len();
        let widened = |word: &[Lit]| {
            let mut word = word.to_vec();
            word.resize(wide, Lit::FALSE);
            word
        };
        let significand = self.mul(&widened(&a.significand), &widened(&b.significand));
        let width = a.exponent.len() + 1;
        let exponent = self.add(&resized(&a.exponent, width), &resized(&b.exponent, width), Lit::TRUE);
        Long { sign: self.xor(a.sign, b.sign), zero: self.or(a.zero, b.zero), exponent, significand }
    }

    /// a * b + c
    pub(super) fn float_mul_add(
        &mut self,
        layout: Layout,
        a: &Parts,
        b: &Parts,
        c: &Parts,
        rounding: Rounding,
    ) -> (Vec<Lit>, Lit) {
        let product = self.product(a, b);
        // As floating-point numbers of twice the precision, without leading zeros. Zeros get the least exponent, so that
        // they never come first.
        let mut summands = Vec::new();
        let mut c_long = vec![Lit::FALSE; product.significand.len() - c.significand.len()];
        c_long.extend(&c.significand);
        let width = product.exponent.len() + 1;
        let c = (c, Long { sign: c.sign, zero: c.zero, exponent: c.exponent.clone(), significand: c_long });
        for long in [&product, &c.1] {
            let (from, significand) = self.normalised(&resized(&long.exponent, width), &long.significand);
            let least = exponent(width, -(1 << (width - 2)));
            let from = self.choose(long.zero, &least, &from);
            summands.push(Long { sign: long.sign, zero: long.zero, exponent: from, significand });
        }
        let finite = self.sum(layout, &summands[0], &summands[1], rounding);
        let result = self.infinite_or(layout, c.0, finite);
        let infinite = self.or(a.infinite, b.infinite);
        let infinity = signed(layout, product.sign, layout.infinity());
        let result = self.choose(infinite, &infinity, &result);
        let differ = self.xor(product.sign, c.0.sign);
        let opposite = self.all([infinite, c.0.infinite, differ]);
        let none = self.no_product(a, b);
        (result, self.or(none, opposite))
    }

    /// a / b
    pub(super) fn float_div(&mut self, layout: Layout, a: &Parts, b: &Parts, rounding: Rounding) -> (Vec<Lit>, Lit) {
        let precision = layout.precision() as usize;
        let width = a.exponent.len() + 1;
        let (a_from, dividend) = self.normalised(&resized(&a.exponent, width), &a.significand);
        let (b_from, divisor) = self.normalised(&resized(&b.exponent, width), &b.significand);
        // One digit after the other, the first with the value of one; the rest is always less than twice the divisor.
        let mut divisor_word = divisor.clone();
        divisor_word.push(Lit::FALSE);
        let negative: Vec<Lit> = divisor_word.iter().map(|&lit| !lit).collect();
        let mut rest = dividend;
        rest.push(Lit::FALSE);
        let mut digits = Vec::new();
        for _ in 0..precision + 2 {
            let mut difference = rest.clone();
            let fits = self.add_into(&mut difference, negative.iter().copied(), Lit::TRUE);
            digits.push(fits);
            let left = self.choose(fits, &difference, &rest);
            rest = [&[Lit::FALSE][..], &left[..precision]].concat();
        }
        let sticky = self.any(rest.iter().copied());
        let mut quotient = vec![sticky];
        quotient.extend(digits.iter().rev());
        let from = self.subtract(&a_from, &b_from);
        // The quotient is at least one half.
        let top = quotient.len() - 1;
        let moved: Vec<Lit> = [&[Lit::FALSE][..], &quotient[..top]].concat();
        let less = !quotient[top];
        let quotient = self.choose(less, &moved, &quotient);
        let minus: Vec<Lit> = vec![less; width];
        let from = self.add(&from, &minus, Lit::FALSE);
        let sign = self.xor(a.sign, b.sign);
        let finite = self.rounded(layout, sign, &from, &quotient, rounding);
        let infinite = self.or(a.infinite, b.zero);
        let infinity = signed(layout, sign, layout.infinity());
        let zero = signed(layout, sign, 0);
        let result = self.choose(infinite, &infinity, &finite);
        let vanishes = self.or(a.zero, b.infinite);
        let result = self.choose(vanishes, &zero, &result);
        let zeros = self.and(a.zero, b.zero);
        let infinities = self.and(a.infinite, b.infinite);
        (result, self.or(zeros, infinities))
    }

    /// The square root.
    pub(super) fn float_sqrt(&mut self, layout: Layout, a: &Parts, rounding: Rounding) -> (Vec<Lit>, Lit) {
        let precision = layout.precision() as usize;
        let width = a.exponent.len() + 1;
        let (from, significand) = self.normalised(&resized(&a.exponent, width), &a.significand);
        // The exponent is made even: the radicand is between one and four, in which the point stands after two bits.
        let odd = from[0];
        let even: Vec<Lit> = [&[Lit::FALSE][..], &significand[..], &[Lit::FALSE][..]].concat();
        let double: Vec<Lit> = [&[Lit::FALSE, Lit::FALSE][..], &significand[..]].concat();
        let radicand = self.choose(odd, &double, &even);
        debug_assert_eq!(radicand.len(), precision + 2);
        let half: Vec<Lit> = [&from[1..], &from[width - 1..]].concat();
        // Two bits of the radicand give one digit of the root; before each digit, the rest is at most twice the root.
        let mut digits: Vec<Lit> = Vec::new();
        let mut rest: Vec<Lit> = vec![Lit::FALSE];
        let bit = |at: usize| radicand.len().checked_sub(at + 1).map_or(Lit::FALSE, |at| radicand[at]);
        for step in 0..precision + 2 {
            rest.insert(0, bit(2 * step));
            rest.insert(0, bit(2 * step + 1));
            // What is taken away if the digit is one: the root so far, and 01.
            let mut taken = vec![Lit::TRUE, Lit::FALSE];
            taken.extend(digits.iter().rev());
            let length = rest.len().max(taken.len());
            rest.resize(length, Lit::FALSE);
            taken.resize(length, Lit::FALSE);
            let mut difference = rest.clone();
            let fits = self.add_into(&mut difference, taken.iter().map(|&lit| !lit), Lit::TRUE);
            rest = self.choose(fits, &difference, &rest);
            digits.push(fits);
            rest.truncate(digits.len() + 1);
        }
        let sticky = self.any(rest.iter().copied());
        let mut root = vec![sticky];
        root.extend(digits.iter().rev());
        let finite = self.rounded(layout, Lit::FALSE, &half, &root, rounding);
        let infinity = signed(layout, Lit::FALSE, layout.infinity());
        let result = self.choose(a.infinite, &infinity, &finite);
        let zero = signed(layout, a.sign, 0);
        let result = self.choose(a.zero, &zero, &result);
        (result, self.all([a.sign, !a.zero, !a.nan]))
    }
}
