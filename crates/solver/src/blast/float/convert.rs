//! Conversions: to and from integers, and between formats.

use float::{Layout, Overflow, Rounding};

use crate::blast::float::parts::{Parts, exponent_bits, resized};
use crate::blast::float::{Circuit, constant, exponent, increment};
use crate::blast::gates::Gates;
use crate::sat::{Bounded, Lit, Literal};

/// How many bits an exponent needs for numbers up to a magnitude.
fn bits_for(magnitude: usize) -> usize {
    (usize::BITS - magnitude.leading_zeros()) as usize + 2
}

impl<S: Bounded> Gates<S> {
    /// Converts to another format.
    pub(super) fn float_convert(&mut self, from: Layout, to: Layout, a: &Parts, rounding: Rounding) -> Vec<Lit> {
        let width = exponent_bits(from).max(exponent_bits(to)) + 1;
        let (above, significand) = self.normalised(&resized(&a.exponent, width), &a.significand);
        let finite = self.rounded_long(to, a.sign, &above, significand, rounding);
        let infinity = crate::blast::float::round::signed(to, a.sign, to.infinity());
        self.choose(a.infinite, &infinity, &finite)
    }

    /// Like `rounded`, for a significand that may be too short.
    fn rounded_long(
        &mut self,
        layout: Layout,
        sign: Lit,
        from: &[Lit],
        significand: Vec<Lit>,
        rounding: Rounding,
    ) -> Vec<Lit> {
        let missing = (layout.precision() as usize + 2).saturating_sub(significand.len());
        let mut word = vec![Lit::FALSE; missing];
        word.extend(significand);
        // Zero has the sign, too: nothing of it is below the least exponent.
        self.rounded(layout, sign, from, &word, rounding)
    }

    /// Converts an integer.
    pub(super) fn integer_as_float(&mut self, layout: Layout, signed: bool, a: &[Lit], rounding: Rounding) -> Vec<Lit> {
        let sign = if signed { a[a.len() - 1] } else { Lit::FALSE };
        let magnitude = self.negate_if(sign, a);
        let width = bits_for(a.len()).max(exponent_bits(layout)) + 1;
        let top = exponent(width, a.len() as i64 - 1);
        let (from, significand) = self.normalised(&top, &magnitude);
        self.rounded_long(layout, sign, &from, significand, rounding)
    }

    /// Converts to an integer.
    pub(super) fn float_as_integer(&mut self, circuit: &Circuit, signed: bool, bits: &[Lit]) -> Vec<Lit> {
        let layout = circuit.layout();
        let rounding = circuit.operation.mode.rounding();
        let a = self.parts(layout, bits);
        let (precision, integer) = (layout.precision() as usize, circuit.width as usize);
        let width = bits_for(integer + precision).max(a.exponent.len()) + 1;
        let from = resized(&a.exponent, width);
        // From the exponent -1 on, the significand is shifted to the left; below, it is less than one half.
        let minus_one = exponent(width, -1);
        let small = self.less_signed(&from, &minus_one, false);
        let highest = exponent(width, integer as i64);
        let beyond = self.less_signed(&highest, &from, false);
        let distance = self.subtract(&from, &minus_one);
        let mut word = a.significand.clone();
        word.resize(precision + integer + 1, Lit::FALSE);
        let stages = (usize::BITS - (integer + 1).leading_zeros()) as usize;
        let word = self.shifted_left(&word, &distance[..stages]);
        // A number that is not zero but less than one half is nothing but a bit below.
        let guard = self.and(word[precision - 1], !small);
        let sticky = self.any(word[..precision - 1].iter().copied());
        let sticky = self.mux(small, !a.zero, sticky);
        let mut magnitude: Vec<Lit> = word[precision..].iter().map(|&lit| self.and(lit, !small)).collect();
        magnitude.push(Lit::FALSE);
        let up = increment(self, rounding, a.sign, magnitude[0], guard, sticky);
        let nothing = vec![Lit::FALSE; magnitude.len()];
        let magnitude = self.add(&magnitude, &nothing, up);
        // The greatest magnitude that fits, by the sign.
        let all = u128::MAX >> (128 - circuit.width);
        let (most_negative, most) = if signed { (1 << (integer - 1), all >> 1) } else { (0, all) };
        let bound = |bits: u128| {
            let mut word = constant(circuit.width, bits);
            word.resize(magnitude.len(), Lit::FALSE);
            word
        };
        let limit = self.choose(a.sign, &bound(most_negative), &bound(most));
        let fits = self.less(&magnitude, &limit, true);
        // An exponent beyond all integers; that of zero is the least.
        let fits = self.all([fits, !beyond, !a.infinite]);
        let value = self.negate_if(a.sign, &magnitude[..integer]);
        let high_bit = 1u128 << (integer - 1);
        let least = if signed { high_bit } else { 0 };
        let (nan, below, above) = match Overflow::from_number(circuit.extra) {
            Some(Overflow::HighBit) | None => (high_bit, high_bit, high_bit),
            Some(Overflow::Nearest) => (0, least, most),
            Some(Overflow::NearestNanGreatest) => (most, least, most),
        };
        let outside = self.choose(a.sign, &constant(circuit.width, below), &constant(circuit.width, above));
        let result = self.choose(fits, &value, &outside);
        self.choose(a.nan, &constant(circuit.width, nan), &result)
    }
}
