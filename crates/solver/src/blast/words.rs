//! Words of literals (least significant bit first): addition, comparison, choice and shifts.

use crate::blast::gates::Gates;
use crate::sat::{Bounded, Lit, Literal};

/// The literals of a constant.
pub(crate) fn constant_word(words: &[u64], width: u32) -> impl Iterator<Item = Lit> + '_ {
    (0..width).map(move |bit| Lit::constant(words[(bit / 64) as usize] >> (bit % 64) & 1 == 1))
}

/// The value of a word of at most 64 bits all of whose literals are constants.
pub(crate) fn constant_number(word: &[Lit]) -> Option<u64> {
    if word.len() > 64 {
        return None;
    }
    word.iter().rev().try_fold(0, |value, lit| Some(value << 1 | u64::from(lit.as_constant()?)))
}

/// The direction of a shift, and what it shifts in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shift {
    Left,
    LogicalRight,
    ArithmeticRight,
}

impl<S: Bounded> Gates<S> {
    /// a + b + carry, modulo 2^width.
    pub(crate) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
        let mut sum = a.to_vec();
        self.add_into(&mut sum, b.iter().copied(), carry);
        sum
    }

    /// Adds b and a carry to the word in place and returns the carry out of its top bit.
    pub(crate) fn add_into(&mut self, word: &mut [Lit], b: impl IntoIterator<Item = Lit>, carry: Lit) -> Lit {
        let mut carry = carry;
        for (x, y) in word.iter_mut().zip(b) {
            let half = self.xor(*x, y);
            let next = self.majority(*x, y, carry);
            *x = self.xor(half, carry);
            carry = next;
        }
        carry
    }

    /// -a modulo 2^width.
    pub(crate) fn negate(&mut self, a: &[Lit]) -> Vec<Lit> {
        let mut word: Vec<Lit> = a.iter().map(|&lit| !lit).collect();
        self.add_into(&mut word, a.iter().map(|_| Lit::FALSE), Lit::TRUE);
        word
    }

    /// a when the condition does not hold, else -a.
    pub(crate) fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Vec<Lit> {
        let mut word: Vec<Lit> = a.iter().map(|&lit| self.xor(lit, condition)).collect();
        self.add_into(&mut word, a.iter().map(|_| Lit::FALSE), condition);
        word
    }

    /// a = b.
    pub(crate) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| self.iff(x, y)).collect();
        self.all(same)
    }

    /// a < b, or a <= b when `or_equal`, unsigned.
    pub(crate) fn less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let start = Lit::constant(or_equal);
        a.iter().zip(b).fold(start, |below, (&x, &y)| self.majority(!x, y, below))
    }

    /// a < b, or a <= b when `or_equal`, signed: the unsigned comparison with the sign bits exchanged.
    pub(crate) fn less_signed(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let top = a.len() - 1;
        let below = self.less(&a[..top], &b[..top], or_equal);
        self.majority(a[top], !b[top], below)
    }

    /// `yes` when c holds, else `no`.
    pub(crate) fn choose(&mut self, c: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
        yes.iter().zip(no).map(|(&x, &y)| self.mux(c, x, y)).collect()
    }

    /// `value` shifted by `distance`; a distance of the width or more leaves only what is shifted in.
    pub(crate) fn shift(&mut self, value: &[Lit], distance: &[Lit], kind: Shift) -> Vec<Lit> {
        let width = value.len();
        let fill = match kind {
            Shift::ArithmeticRight => value[width - 1],
            _ => Lit::FALSE,
        };
        // Stages 2^0, 2^1, ... below the width; together they reach every distance they can express, and
        // shifting out more than there is leaves the fill, so widths that are not a power of two need no
        // special case.
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut word = value.to_vec();
        for (stage, &bit) in distance.iter().enumerate().take(stages) {
            let step = 1usize << stage;
            word = (0..width)
                .map(|i| {
                    let from = match kind {
                        Shift::Left => i.checked_sub(step),
                        _ => Some(i + step).filter(|&from| from < width),
                    };
                    let moved = from.map_or(fill, |from| word[from]);
                    self.mux(bit, moved, word[i])
                })
                .collect();
        }
        if distance.len() > stages {
            let beyond = self.any(distance[stages..].iter().copied());
            word = word.iter().map(|&bit| self.mux(beyond, fill, bit)).collect();
        }
        word
    }
}
