//! Remainders: division by subtraction, as many steps as exponents can differ. So this is for formats with small
//! exponents; how large a circuit may be decides who calls it.

use float::{Layout, Rounding};

use crate::blast::float::exponent;
use crate::blast::float::parts::{Parts, resized};
use crate::blast::gates::Gates;
use crate::sat::{Bounded, Lit, Literal};

impl<S: Bounded> Gates<S> {
    /// The remainder of a / b, where the quotient is rounded toward zero or to the nearest integer.
    pub(super) fn float_remainder(&mut self, layout: Layout, a: &Parts, b: &Parts, nearest: bool) -> (Vec<Lit>, Lit) {
        let precision = layout.precision() as usize;
        let width = a.exponent.len() + 1;
        let (a_from, dividend) = self.normalised(&resized(&a.exponent, width), &a.significand);
        let (b_from, divisor) = self.normalised(&resized(&b.exponent, width), &b.significand);
        let distance = self.subtract(&a_from, &b_from);
        // One more step than the exponents differ; the rest is less than the divisor after each step in use.
        let most = (1i64 << layout.exponent) + i64::from(layout.precision());
        let mut divisor_word = divisor.clone();
        divisor_word.push(Lit::FALSE);
        let negative: Vec<Lit> = divisor_word.iter().map(|&lit| !lit).collect();
        let mut rest = dividend.clone();
        rest.push(Lit::FALSE);
        let mut odd = Lit::FALSE;
        for step in (0..=most).rev() {
            let at = exponent(width, step);
            let active = self.less_signed(&at, &distance, true);
            let mut difference = rest.clone();
            let fits = self.add_into(&mut difference, negative.iter().copied(), Lit::TRUE);
            let take = self.and(fits, active);
            rest = self.choose(take, &difference, &rest);
            odd = take;
            if step > 0 {
                let doubled: Vec<Lit> = [&[Lit::FALSE][..], &rest[..precision]].concat();
                rest = self.choose(active, &doubled, &rest);
            }
        }
        // If the dividend has the lesser exponent, it is the rest itself.
        let less = distance[width - 1];
        let mut sign = a.sign;
        let mut from = self.choose(less, &a_from, &b_from);
        let mut rest = rest[..precision].to_vec();
        if nearest {
            (rest, from, sign) = self.nearest_rest(&rest, &divisor, &distance, &b_from, &from, odd, a.sign);
        } else {
            rest.insert(0, Lit::FALSE);
        }
        // The point stands after the highest bit of the divisor; below, there is one bit more.
        let empty = !self.any(rest.iter().copied());
        let sign = self.mux(empty, a.sign, sign);
        let (from, significand) = self.normalised(&from, &[&[Lit::FALSE][..], &rest[..]].concat());
        let finite = self.rounded(layout, sign, &from, &significand, Rounding::TowardZero);
        // The dividend itself if the divisor is infinite.
        let itself = {
            let (from, word) = self.normalised(&resized(&a.exponent, width), &a.significand);
            let long = [&[Lit::FALSE, Lit::FALSE][..], &word[..]].concat();
            self.rounded(layout, a.sign, &from, &long, Rounding::TowardZero)
        };
        let keeps = self.or(b.infinite, a.zero);
        let result = self.choose(keeps, &itself, &finite);
        (result, self.or(a.infinite, b.zero))
    }

    /// Takes the divisor from the rest if that is more than half of it, or just half and the quotient is odd. The result
    /// has a bit below, for a dividend with an exponent one less than the divisor's.
    #[allow(clippy::too_many_arguments)]
    fn nearest_rest(
        &mut self,
        rest: &[Lit],
        divisor: &[Lit],
        distance: &[Lit],
        b_from: &[Lit],
        from: &[Lit],
        odd: Lit,
        sign: Lit,
    ) -> (Vec<Lit>, Vec<Lit>, Lit) {
        let width = distance.len();
        // In units of half the divisor's last bit: the rest, once more by one bit if its exponent is one less.
        let near = self.equal(distance, &exponent(width, -1));
        let below = distance[width - 1];
        let wide: Vec<Lit> = [&[Lit::FALSE][..], rest].concat();
        let halved: Vec<Lit> = [rest, &[Lit::FALSE][..]].concat();
        let units = self.choose(near, &halved, &wide);
        let twice: Vec<Lit> = [&[Lit::FALSE][..], &units[..]].concat();
        let whole: Vec<Lit> = [&[Lit::FALSE][..], divisor, &[Lit::FALSE][..]].concat();
        let more = self.less(&whole, &twice, false);
        let same = self.equal(&whole, &twice);
        let odd = self.and(odd, !below);
        let tie = self.and(same, odd);
        let takes = self.or(more, tie);
        // A dividend with a much lesser exponent is less than half of the divisor.
        let far = self.and(below, !near);
        let takes = self.and(takes, !far);
        let other = self.subtract(&whole[..units.len()], &units);
        let kept = self.choose(far, &wide, &units);
        let kept_from = self.choose(far, from, b_from);
        (self.choose(takes, &other, &kept), kept_from, self.xor(sign, takes))
    }
}
