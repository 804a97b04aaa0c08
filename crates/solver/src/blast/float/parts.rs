//! Numbers taken apart, and shifts that keep what they shift out.

use float::Layout;

use crate::blast::float::{constant, exponent};
use crate::blast::gates::Gates;
use crate::blast::words::Shift;
use crate::sat::{Bounded, Lit, Literal};

/// A number. If it is finite, it is `significand * 2^exponent`, where the point stands after the significand's
/// highest bit. That bit is zero in subnormal numbers.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) sign: Lit,
    pub(super) nan: Lit,
    pub(super) infinite: Lit,
    pub(super) zero: Lit,
    pub(super) exponent: Vec<Lit>,
    pub(super) significand: Vec<Lit>,
}

impl Parts {
    pub(super) fn negated(&self) -> Parts {
        Parts { sign: !self.sign, ..self.clone() }
    }
}

/// A number as something that can be compared.
pub(super) struct Ordered {
    pub(super) sign: Lit,
    pub(super) nan: Lit,
    pub(super) zero: Lit,
    pub(super) magnitude: Vec<Lit>,
}

/// How many bits the exponents of a format have here: enough for all exponents of results before they are rounded, in
/// which the precision is added a few times.
pub(super) fn exponent_bits(layout: Layout) -> usize {
    let greatest = (1u64 << layout.exponent) + 4 * u64::from(layout.precision()) + 16;
    (64 - greatest.leading_zeros()) as usize + 2
}

/// The same exponent with another number of bits.
pub(super) fn resized(word: &[Lit], width: usize) -> Vec<Lit> {
    let sign = word[word.len() - 1];
    (0..width).map(|bit| word.get(bit).copied().unwrap_or(sign)).collect()
}

impl<S: Bounded> Gates<S> {
    /// Takes a number apart.
    pub(super) fn parts(&mut self, layout: Layout, bits: &[Lit]) -> Parts {
        let below = layout.below_exponent() as usize;
        let written = &bits[below..below + layout.exponent as usize];
        let fraction = &bits[..layout.precision() as usize - 1];
        let normal = self.any(written.iter().copied());
        let special = self.all(written.iter().copied());
        let empty = !self.any(fraction.iter().copied());
        let lead = if layout.explicit { bits[below - 1] } else { normal };
        let unnormal = self.and(normal, !lead);
        let nan = self.and(special, !empty);
        let mut significand = fraction.to_vec();
        significand.push(lead);
        // The exponent as it is written counts from one.
        let mut biased = written.to_vec();
        biased[0] = self.or(biased[0], !normal);
        biased.resize(exponent_bits(layout), Lit::FALSE);
        let bias = exponent(biased.len(), -i64::from(layout.bias()));
        let meant = self.add(&biased, &bias, Lit::FALSE);
        Parts {
            sign: bits[layout.width as usize - 1],
            nan: self.or(nan, unnormal),
            infinite: self.all([special, empty, lead]),
            zero: self.all([!normal, empty, !lead]),
            exponent: meant,
            significand,
        }
    }

    /// A number as something that can be compared.
    pub(super) fn ordered(&mut self, layout: Layout, bits: &[Lit]) -> Ordered {
        let top = layout.width as usize - 1;
        if !layout.explicit {
            let infinity = constant(layout.width - 1, layout.infinity());
            let nan = self.less(&infinity, &bits[..top], false);
            let zero = !self.any(bits[..top].iter().copied());
            return Ordered { sign: bits[top], nan, zero, magnitude: bits[..top].to_vec() };
        }
        // Numbers with the least exponent and a leading bit are those with the next exponent.
        let parts = self.parts(layout, bits);
        let below = layout.below_exponent() as usize;
        let mut magnitude = bits[..top].to_vec();
        let normal = self.any(bits[below..top].iter().copied());
        magnitude[below] = self.or(magnitude[below], !normal);
        Ordered { sign: parts.sign, nan: parts.nan, zero: parts.zero, magnitude }
    }

    /// Shifts a significand to the left until its highest bit is set, and takes as much from the exponent, which gets
    /// as many bits as it has. Zero becomes any zero.
    pub(super) fn normalised(&mut self, exponent: &[Lit], significand: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = significand.len();
        let (mut word, mut distance) = (significand.to_vec(), Vec::new());
        for stage in (0..usize::BITS - (width - 1).leading_zeros()).rev() {
            let step = 1usize << stage;
            let empty = !self.any(word[width - step.min(width)..].iter().copied());
            let moved: Vec<Lit> =
                (0..width).map(|bit| if bit >= step { word[bit - step] } else { Lit::FALSE }).collect();
            word = self.choose(empty, &moved, &word);
            distance.insert(0, empty);
        }
        distance.resize(exponent.len(), Lit::FALSE);
        (self.subtract(exponent, &distance), word)
    }

    /// a - b modulo 2^width.
    pub(super) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let b: Vec<Lit> = b.iter().map(|&lit| !lit).collect();
        self.add(a, &b, Lit::TRUE)
    }

    /// `word` shifted to the right by a distance that is no negative number; the lowest bit becomes true if any bit
    /// shifted out is.
    pub(super) fn shifted_out(&mut self, word: &[Lit], distance: &[Lit]) -> Vec<Lit> {
        let width = word.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let (mut word, mut lost) = (word.to_vec(), Lit::FALSE);
        for (stage, &bit) in distance.iter().enumerate() {
            let step = if stage < stages { (1usize << stage).min(width) } else { width };
            if bit == Lit::FALSE {
                continue;
            }
            let out = self.any(word[..step].iter().copied());
            let out = self.and(out, bit);
            lost = self.or(lost, out);
            let moved: Vec<Lit> = (0..width).map(|at| word.get(at + step).copied().unwrap_or(Lit::FALSE)).collect();
            word = self.choose(bit, &moved, &word);
        }
        word[0] = self.or(word[0], lost);
        word
    }

    /// `word` shifted to the left by a distance that is no negative number.
    pub(super) fn shifted_left(&mut self, word: &[Lit], distance: &[Lit]) -> Vec<Lit> {
        self.shift(word, distance, Shift::Left)
    }

    /// The word, or zero if it is negative.
    pub(super) fn at_least_zero(&mut self, word: &[Lit]) -> Vec<Lit> {
        let sign = word[word.len() - 1];
        word.iter().map(|&lit| self.and(lit, !sign)).collect()
    }
}
