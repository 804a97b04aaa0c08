//! All results of an operation at a small width, and checks of its three directions on many pairs of sets.
//!
//! For each second operand, the results with every value of a first operand are computed once, as one set of bits
//! for each value; each first operand then takes only a few operations on words. So the time is spent on the sets
//! under test and not on the enumeration.

use value_set::{Binary, Number, Set};

use crate::oracle::{Bits, check, values};
use crate::semantics::evaluate_words;

/// A set and its values.
pub type Known<N, const CAP: usize> = (Set<N, CAP>, Bits);

/// All results of an operation at a width.
pub struct Table {
    pub operation: Binary,
    width: u32,
    results: Vec<u8>,
}

/// The number of exact results in each direction, and the number of all results.
#[derive(Default, Debug)]
pub struct Tally {
    pub exact: [u64; 3],
    pub all: u64,
}

/// A second operand on either side: the results with each left operand, and with each right one.
struct Second {
    on_the_right: Vec<Bits>,
    on_the_left: Vec<Bits>,
}

impl Table {
    pub fn new(operation: Binary, width: u32) -> Table {
        let size = 1u64 << width;
        let pairs = (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
        Table { operation, width, results: pairs.map(|(a, b)| evaluate_words(operation, width, a, b) as u8).collect() }
    }

    fn second(&self, bits: Bits) -> Second {
        let result = |left: u64, right: u64| 1 << self.results[(left << self.width | right) as usize];
        let union = |of: &dyn Fn(u64) -> Bits| values(bits).fold(0, |all, value| all | of(value));
        let each = 0..1u64 << self.width;
        Second {
            on_the_right: each.clone().map(|left| union(&|right| result(left, right))).collect(),
            on_the_left: each.map(|right| union(&|left| result(left, right))).collect(),
        }
    }

    /// Checks all three directions on every pair of sets; backward, the first set is the set of results.
    pub fn three_ways<N: Number, const CAP: usize>(
        &self,
        firsts: &[Known<N, CAP>],
        seconds: &[Known<N, CAP>],
    ) -> Tally {
        let (operation, width) = (self.operation, self.width);
        let mut tally = Tally::default();
        for (b, b_bits) in seconds {
            let second = self.second(*b_bits);
            for (a, a_bits) in firsts {
                let forward = values(*a_bits).fold(0, |bits, a| bits | second.on_the_right[a as usize]);
                let directions = [
                    (operation.forward(a, b), forward, "forward"),
                    (operation.backward_left(a, b), reaching(&second.on_the_right, *a_bits), "backward to the left"),
                    (operation.backward_right(a, b), reaching(&second.on_the_left, *a_bits), "backward to the right"),
                ];
                tally.all += 1;
                for (i, (outcome, wanted, name)) in directions.into_iter().enumerate() {
                    let exact = check(outcome, width, wanted, || format!("{operation:?} {name} {a} {b}"));
                    tally.exact[i] += u64::from(exact);
                }
            }
        }
        tally
    }

    /// Checks the preimages of both operands for every result, other operand and domain.
    pub fn within<N: Number, const CAP: usize>(
        &self,
        results: &[Known<N, CAP>],
        others: &[Known<N, CAP>],
        domains: &[Known<N, CAP>],
    ) -> Tally {
        let (operation, width) = (self.operation, self.width);
        let mut tally = Tally::default();
        for (other, other_bits) in others {
            let second = self.second(*other_bits);
            for (result, result_bits) in results {
                let left = reaching(&second.on_the_right, *result_bits);
                let right = reaching(&second.on_the_left, *result_bits);
                for (domain, domain_bits) in domains {
                    let what = || format!("{operation:?} in {result} with {other} within {domain}");
                    let found = operation.backward_left_within(result, other, domain);
                    tally.exact[0] += u64::from(check(found, width, left & domain_bits, what));
                    let found = operation.backward_right_within(result, other, domain);
                    tally.exact[1] += u64::from(check(found, width, right & domain_bits, what));
                    tally.all += 1;
                }
            }
        }
        tally
    }
}

/// The operands that have some result in the set.
fn reaching(results: &[Bits], wanted: Bits) -> Bits {
    results.iter().enumerate().fold(0, |bits, (operand, &results)| bits | u64::from(results & wanted != 0) << operand)
}
