//! Rounding, and putting numbers together.

use float::{Layout, Rounding};

use crate::blast::float::parts::{Parts, resized};
use crate::blast::float::{constant, exponent, increment};
use crate::blast::gates::Gates;
use crate::sat::{Bounded, Lit, Literal};

impl<S: Bounded> Gates<S> {
    /// The bits of `significand * 2^exponent`, rounded, where the point stands after the highest bit. The significand has
    /// its highest bit set, or else it is zero, and its lowest bit stands for all below. It has at least two bits more
    /// than the format's.
    pub(super) fn rounded(
        &mut self,
        layout: Layout,
        sign: Lit,
        from: &[Lit],
        significand: &[Lit],
        rounding: Rounding,
    ) -> Vec<Lit> {
        let precision = layout.precision() as usize;
        let length = significand.len();
        debug_assert!(length >= precision + 2, "there are bits to round");
        // Everything is cut to two bits more than the result has.
        let cut = length - precision - 2;
        let below = self.any(significand[..=cut].iter().copied());
        let mut word = significand[cut..].to_vec();
        word[0] = below;
        // Numbers below the normal ones are shifted to where their exponent is the least.
        let width = from.len() + 1;
        let from = resized(from, width);
        let least = exponent(width, 1 - i64::from(layout.bias()));
        let missing = self.subtract(&least, &from);
        let missing = self.at_least_zero(&missing);
        let word = self.shifted_out(&word, &missing);
        // Exponent and significand as one number, to which the increment is added: it carries from one to the other.
        let kept = &word[2..];
        let up = increment(self, rounding, sign, kept[0], word[1], word[0]);
        let biased = self.subtract(&from, &least);
        // Without a leading bit, the exponent is written as zero; with it, that of the least normal numbers is one.
        let lead = kept[precision - 1];
        let zero = vec![Lit::FALSE; width];
        let written = self.choose(lead, &biased, &zero);
        let written = self.add(&written, &zero, lead);
        let mut whole = kept[..precision - 1].to_vec();
        whole.extend(&written);
        let nothing = vec![Lit::FALSE; whole.len()];
        let whole = self.add(&whole, &nothing, up);
        let (fraction, written) = whole.split_at(precision - 1);
        // Before rounding the exponent is at most the greatest, or the number is too large; after rounding, what is too
        // large is infinity already.
        let greatest = exponent(width, i64::from(layout.bias()));
        let too_large = self.less_signed(&greatest, &from, false);
        let too_large = self.and(too_large, lead);
        let mut bits = fraction.to_vec();
        if layout.explicit {
            let normal = self.any(written.iter().copied());
            bits.push(normal);
        }
        bits.extend(&written[..layout.exponent as usize]);
        let magnitude = layout.width - 1;
        let infinity = constant(magnitude, layout.infinity());
        let finite = constant(magnitude, layout.greatest());
        let beyond = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => infinity,
            Rounding::TowardZero => finite,
            Rounding::Down => self.choose(sign, &infinity, &finite),
            Rounding::Up => self.choose(sign, &finite, &infinity),
        };
        let mut bits = self.choose(too_large, &beyond, &bits);
        bits.push(sign);
        bits
    }

    /// Rounds to an integer.
    pub(super) fn float_round(&mut self, layout: Layout, a: &Parts, rounding: Rounding) -> Vec<Lit> {
        let precision = layout.precision() as usize;
        let width = a.exponent.len();
        // Numbers below one half are treated as if they had the exponent -1 and nothing but a bit that stands for
        // what is below.
        let minus_one = exponent(width, -1);
        let small = self.less_signed(&a.exponent, &minus_one, false);
        let from = self.choose(small, &minus_one, &a.exponent);
        // Two bits below: the next bit, and one for all others.
        let mut word = vec![Lit::FALSE, Lit::FALSE];
        word.extend(&a.significand);
        let mut tiny = vec![Lit::FALSE; precision + 2];
        tiny[2] = !a.zero;
        let word = self.choose(small, &tiny, &word);
        let last = exponent(width, precision as i64 - 1);
        let distance = self.subtract(&last, &from);
        let distance = self.at_least_zero(&distance);
        let shifted = self.shifted_out(&word, &distance);
        let up = increment(self, rounding, a.sign, shifted[2], shifted[1], shifted[0]);
        let mut kept = shifted[2..].to_vec();
        kept.push(Lit::FALSE);
        let nothing = vec![Lit::FALSE; kept.len()];
        let kept = self.add(&kept, &nothing, up);
        let back = self.shifted_left(&kept, &distance);
        // Back at its place; a carry makes the significand longer by a bit, which is exact.
        let one = exponent(width, 1);
        let above = self.add(&from, &one, Lit::FALSE);
        let mut significand = vec![Lit::FALSE, Lit::FALSE];
        significand.extend(back);
        let (above, significand) = self.normalised(&above, &significand);
        let finite = self.rounded(layout, a.sign, &above, &significand, Rounding::TowardZero);
        self.infinite_or(layout, a, finite)
    }

    /// Infinity with the sign of a number if that is infinite, else the bits.
    pub(super) fn infinite_or(&mut self, layout: Layout, a: &Parts, bits: Vec<Lit>) -> Vec<Lit> {
        let infinity = signed(layout, a.sign, layout.infinity());
        self.choose(a.infinite, &infinity, &bits)
    }
}

/// The bits of a magnitude with a sign.
pub(super) fn signed(layout: Layout, sign: Lit, magnitude: u128) -> Vec<Lit> {
    let mut bits = constant(layout.width - 1, magnitude);
    bits.push(sign);
    bits
}
