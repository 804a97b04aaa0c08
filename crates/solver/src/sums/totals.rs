//! Totals: the bounds of the sums of a chain, from what a path knows about the inputs.

use expr::Pool;
use value_set::WordSet;

use super::chain::{Chain, Reading, Summand};
use crate::order::number;
use crate::value_sets::Sets;

/// The bounds of the first summands of a chain, under some sets.
#[derive(Default)]
pub(crate) struct Totals {
    sets: Sets,
    /// The bounds of each summand.
    pub(crate) summands: Vec<Bounds>,
    low: i128,
    high: i128,
}

/// The least and the greatest number that a summand stands for, without its factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) signed: bool,
}

impl Bounds {
    /// The bounds of a summand under sets.
    fn of(pool: &Pool, summand: &Summand, sets: &Sets) -> Bounds {
        let width = pool.width(summand.term);
        let set = match summand.leaf {
            Some(leaf) => sets.of(leaf).0,
            None => {
                let (low, high) = pool.unsigned_range(summand.term);
                WordSet::range(width, u128::from(low), u128::from(high))
            }
        };
        let read = |signed: bool, low: u128, high: u128| {
            let (low, high) = (number(low as u64, width, signed), number(high as u64, width, signed));
            Bounds { low, high, signed }
        };
        let unsigned = set.least().zip(set.greatest()).map(|(&low, &high)| read(false, low, high));
        let signed = set.least_signed().zip(set.greatest_signed()).map(|(low, high)| read(true, low, high));
        let (unsigned, signed) = match summand.reading {
            Reading::Unsigned => (unsigned, None),
            Reading::Signed => (None, signed),
            Reading::Any => (unsigned, signed),
        };
        let candidates = [unsigned, signed].into_iter().flatten();
        // No set is empty: then the path would have no model.
        candidates.min_by_key(|bounds| bounds.high - bounds.low).unwrap_or(Bounds { low: 0, high: 0, signed: false })
    }

    /// The least and the greatest value of the summand, times its factor.
    pub(crate) fn times(&self, factor: i128) -> (i128, i128) {
        if factor > 0 { (factor * self.low, factor * self.high) } else { (factor * self.high, factor * self.low) }
    }
}

impl Totals {
    /// Moves to the sum of the first `len` summands under other sets. What both sets have in common is not
    /// visited.
    pub(crate) fn go_to(&mut self, pool: &Pool, chain: &Chain, len: u32, sets: &Sets) {
        let mut changed: Vec<u32> = Vec::new();
        let known = self.summands.len() as u32;
        for (one, other) in [(sets, &self.sets), (&self.sets, sets)] {
            one.each_not_in(other, |leaf, _| changed.extend(chain.within(leaf).filter(|&place| place < known)));
        }
        self.sets = sets.clone();
        for place in changed {
            let summand = &chain.summands[place as usize];
            self.add(self.summands[place as usize], summand.factor, -1);
            self.summands[place as usize] = Bounds::of(pool, summand, sets);
            self.add(self.summands[place as usize], summand.factor, 1);
        }
        while self.summands.len() > len as usize {
            let bounds = self.summands.pop().expect("there are more");
            self.add(bounds, chain.summands[self.summands.len()].factor, -1);
        }
        for summand in &chain.summands[self.summands.len()..len as usize] {
            let bounds = Bounds::of(pool, summand, sets);
            self.add(bounds, summand.factor, 1);
            self.summands.push(bounds);
        }
    }

    /// The least and the greatest value of the sum.
    pub(crate) fn bounds(&self) -> (i128, i128) {
        (self.low, self.high)
    }

    fn add(&mut self, bounds: Bounds, factor: i128, sign: i128) {
        let (low, high) = bounds.times(factor);
        self.low += sign * low;
        self.high += sign * high;
    }
}
