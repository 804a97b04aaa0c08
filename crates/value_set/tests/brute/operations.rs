//! Operations on one and two sets, forward and backward, against the semantics of `bv`.

use value_set::{Binary, Number, Outcome, Set, UBig, Unary};

use crate::oracle::{Bits, all, build, check, intervals, number, plain_intervals, subsets, values};
use crate::random::Random;
use crate::semantics::evaluate_words;

/// All results of an operation at a width.
struct Table {
    operation: Binary,
    width: u32,
    results: Vec<u8>,
}

impl Table {
    fn new(operation: Binary, width: u32) -> Table {
        let size = 1u64 << width;
        let pairs = (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
        Table { operation, width, results: pairs.map(|(a, b)| evaluate_words(operation, width, a, b) as u8).collect() }
    }

    fn result(&self, left: u64, right: u64) -> u64 {
        u64::from(self.results[(left << self.width | right) as usize])
    }

    fn forward(&self, left: Bits, right: Bits) -> Bits {
        values(left)
            .flat_map(|a| values(right).map(move |b| (a, b)))
            .fold(0, |bits, (a, b)| bits | 1 << self.result(a, b))
    }

    fn backward_left(&self, result: Bits, right: Bits) -> Bits {
        let possible = |a: u64| values(right).any(|b| result >> self.result(a, b) & 1 == 1);
        (0..1u64 << self.width).filter(|&a| possible(a)).fold(0, |bits, a| bits | 1 << a)
    }

    fn backward_right(&self, result: Bits, left: Bits) -> Bits {
        let possible = |b: u64| values(left).any(|a| result >> self.result(a, b) & 1 == 1);
        (0..1u64 << self.width).filter(|&b| possible(b)).fold(0, |bits, b| bits | 1 << b)
    }
}

/// How many results of each direction were exact, and how many there were.
#[derive(Default, Debug)]
struct Tally {
    exact: [u64; 3],
    all: u64,
}

/// Checks all three directions on two sets; as a result, the first set plays the result.
fn three_ways<N: Number, const CAP: usize>(
    table: &Table,
    (a, a_bits): &(Set<N, CAP>, Bits),
    (b, b_bits): &(Set<N, CAP>, Bits),
    tally: &mut Tally,
) {
    let (operation, width) = (table.operation, table.width);
    let directions = [
        (operation.forward(a, b), table.forward(*a_bits, *b_bits), "forward"),
        (operation.backward_left(a, b), table.backward_left(*a_bits, *b_bits), "backward to the left"),
        (operation.backward_right(a, b), table.backward_right(*a_bits, *b_bits), "backward to the right"),
    ];
    tally.all += 1;
    for (i, (outcome, wanted, name)) in directions.into_iter().enumerate() {
        let exact = check(outcome, width, wanted, || format!("{operation:?} {name} {a} {b}"));
        tally.exact[i] += u64::from(exact);
    }
}

fn constants<N: Number, const CAP: usize>(width: u32) -> Vec<(Set<N, CAP>, Bits)> {
    (0..1 << width).map(|value| (Set::single(width, number(value)), 1 << value)).collect()
}

#[test]
fn intervals_with_constants() {
    for width in 1..=5 {
        let (sets, constants) = (intervals::<u128, 32>(width), constants(width));
        for operation in Binary::ALL {
            let table = Table::new(operation, width);
            let mut tally = Tally::default();
            for set in &sets {
                for constant in &constants {
                    three_ways(&table, set, constant, &mut tally);
                }
            }
            // With a constant on the right, forward and backward to the left are exact at widths where everything fits.
            assert_eq!(tally.exact[..2], [tally.all; 2], "{operation:?} at {width} bits: {tally:?}");
            let divides = matches!(operation, Binary::URem | Binary::SRem);
            assert!(divides || tally.exact[2] == tally.all, "{operation:?} at {width} bits: {tally:?}");
        }
    }
}

#[test]
fn constants_with_intervals() {
    for operation in Binary::ALL {
        let table = Table::new(operation, 4);
        let mut tally = Tally::default();
        for set in &intervals::<u128, 32>(4) {
            for constant in &constants(4) {
                three_ways(&table, constant, set, &mut tally);
            }
        }
        assert!(tally.exact[0] == tally.all, "{operation:?}: {tally:?}");
    }
}

#[test]
fn six_bits() {
    // One interval in seven; the seed says which.
    let first = Random::new(6).below(7) as usize;
    let chosen = plain_intervals(6).into_iter().skip(first).step_by(7);
    let sets: Vec<_> = chosen.map(|interval| build::<u128, 32>(6, &[interval])).collect();
    for operation in Binary::ALL {
        let table = Table::new(operation, 6);
        let mut tally = Tally::default();
        for set in &sets {
            for constant in &constants(6) {
                three_ways(&table, set, constant, &mut tally);
            }
        }
        assert_eq!(tally.exact[0], tally.all, "{operation:?}: {tally:?}");
    }
}

#[test]
fn small_caps() {
    for operation in Binary::ALL {
        let table = Table::new(operation, 4);
        let mut tally = Tally::default();
        for (two, five) in intervals::<u128, 2>(4).iter().zip(&intervals::<u128, 4>(4)) {
            for value in 0..16u64 {
                three_ways(&table, two, &(Set::single(4, number(value)), 1 << value), &mut tally);
                three_ways(&table, five, &(Set::single(4, number(value)), 1 << value), &mut tally);
            }
        }
        assert!(tally.exact[0] * 2 > tally.all, "{operation:?}: {tally:?}");
    }
}

#[test]
fn all_pairs_of_subsets() {
    for width in 1..=3 {
        let sets: Vec<_> = subsets::<u128, 32>(width).collect();
        let few: Vec<_> = subsets::<u128, 2>(width).collect();
        for operation in Binary::ALL {
            let table = Table::new(operation, width);
            let mut tally = Tally::default();
            for (a, a_few) in sets.iter().zip(&few) {
                for (b, b_few) in sets.iter().zip(&few).step_by(if width == 3 { 3 } else { 1 }) {
                    three_ways(&table, a, b, &mut tally);
                    three_ways(&table, a_few, b_few, &mut Tally::default());
                }
            }
            assert_eq!(tally.exact[0], tally.all, "{operation:?} at {width} bits: {tally:?}");
        }
    }
}

#[test]
fn pairs_of_intervals() {
    let sets = intervals::<u128, 4>(4);
    for operation in Binary::ALL {
        let table = Table::new(operation, 4);
        for a in sets.iter().step_by(4) {
            for b in sets.iter().skip(1).step_by(4) {
                three_ways(&table, a, b, &mut Tally::default());
            }
        }
    }
}

#[test]
fn random_sets_of_two_and_three_intervals() {
    let mut random = Random::new(1);
    for width in [5, 6] {
        for operation in Binary::ALL {
            let table = Table::new(operation, width);
            for _ in 0..1200 {
                let a = random_set::<4>(&mut random, width);
                let b = random_set::<4>(&mut random, width);
                three_ways(&table, &a, &b, &mut Tally::default());
                let a = random_set::<32>(&mut random, width);
                let b = random_set::<32>(&mut random, width);
                three_ways(&table, &a, &b, &mut Tally::default());
            }
        }
    }
}

fn random_set<const CAP: usize>(random: &mut Random, width: u32) -> (Set<u128, CAP>, Bits) {
    let count = 1 + random.below(3);
    let any = |random: &mut Random| random.below(1 << width);
    let intervals: Vec<_> = (0..count).map(|_| (any(random), any(random), random.below(1 << (width - 1)))).collect();
    build(width, &intervals)
}

/// The same list, whatever the numbers are made of.
fn text<N: Number, const CAP: usize>(outcome: Outcome<N, CAP>) -> String {
    match outcome {
        Outcome::Exact(set) => format!("exactly {set}"),
        Outcome::Over(set) => format!("at most {set}"),
        Outcome::Declined => "declined".into(),
    }
}

#[test]
fn both_numbers_agree() {
    let (words, bigs) = (intervals::<u128, 4>(4), intervals::<UBig, 4>(4));
    for operation in Binary::ALL {
        for i in 0..words.len() {
            for j in (0..words.len()).skip(i % 149).step_by(149) {
                let ((a, b), (c, d)) = ((&words[i].0, &words[j].0), (&bigs[i].0, &bigs[j].0));
                assert_eq!(text(operation.forward(a, b)), text(operation.forward(c, d)));
                assert_eq!(text(operation.backward_left(a, b)), text(operation.backward_left(c, d)));
                assert_eq!(text(operation.backward_right(a, b)), text(operation.backward_right(c, d)));
            }
        }
    }
}

#[test]
fn one_operand() {
    for width in 1..=4 {
        let modulus = 1u64 << width;
        for (set, bits) in subsets::<u128, 4>(width) {
            let image = |map: &dyn Fn(u64) -> u64| values(bits).fold(0, |image, value| image | 1 << map(value));
            for (operation, wanted) in [
                (Unary::Neg, image(&|value| (modulus - value) % modulus)),
                (Unary::Not, image(&|value| modulus - 1 - value)),
            ] {
                let exact = check(operation.forward(&set), width, wanted, || format!("{operation:?} {set}"));
                assert!(exact || operation == Unary::Neg && set.intervals().len() == 4, "{operation:?} {set}");
                check(operation.backward(&set), width, wanted, || format!("{operation:?} {set}"));
            }
        }
    }
}

#[test]
fn nothing_in_nothing_out() {
    for operation in Binary::ALL {
        let (none, full) = (Set::<u128>::empty(4), Set::full(4));
        for (a, b) in [(&none, &full), (&full, &none), (&none, &none)] {
            let table = Table::new(operation, 4);
            let bits = |set: &Set<u128>| if set.is_empty() { 0 } else { all(4) };
            three_ways(&table, &(a.clone(), bits(a)), &(b.clone(), bits(b)), &mut Tally::default());
        }
    }
}
