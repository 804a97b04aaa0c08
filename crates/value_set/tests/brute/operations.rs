//! Operations on one and two sets, forward and backward, against the semantics of `bv`.

use value_set::{Binary, Number, Outcome, Set, UBig, Unary};

use crate::oracle::{all, build, check, intervals, subsets, values};
use crate::table::{Known, Table};
use test_support::Random;

#[test]
fn all_pairs_of_subsets() {
    for width in 1..=3 {
        let sets: Vec<_> = subsets::<u128, 32>(width).collect();
        let few: Vec<_> = subsets::<u128, 2>(width).collect();
        for operation in Binary::ALL {
            let table = Table::new(operation, width);
            let tally = table.three_ways(&sets, &sets);
            assert_eq!(tally.exact[0], tally.all, "{operation:?} at {width} bits: {tally:?}");
            table.three_ways(&few, &few);
        }
    }
}

#[test]
fn random_sets_of_two_and_three_intervals() {
    let mut random = Random::of_round(1);
    for width in [5, 6] {
        for operation in Binary::ALL {
            let table = Table::new(operation, width);
            for _ in 0..1200 {
                table.three_ways(&[random_set::<2>(&mut random, width)], &[random_set(&mut random, width)]);
                table.three_ways(&[random_set::<4>(&mut random, width)], &[random_set(&mut random, width)]);
                table.three_ways(&[random_set::<32>(&mut random, width)], &[random_set(&mut random, width)]);
            }
        }
    }
}

fn random_set<const CAP: usize>(random: &mut Random, width: u32) -> Known<u128, CAP> {
    let count = 1 + random.below(3);
    let any = |random: &mut Random| random.below(1 << width);
    let intervals: Vec<_> = (0..count).map(|_| (any(random), any(random), random.below(1 << (width - 1)))).collect();
    build(width, &intervals)
}

/// The text of an outcome, to compare results over different types of numbers.
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

fn negated<const CAP: usize>(width: u32, sets: impl IntoIterator<Item = Known<u128, CAP>>) {
    let modulus = 1u64 << width;
    for (set, bits) in sets {
        let image = |map: &dyn Fn(u64) -> u64| values(bits).fold(0, |image, value| image | 1 << map(value));
        for (operation, wanted) in [
            (Unary::Neg, image(&|value| (modulus - value) % modulus)),
            (Unary::Not, image(&|value| modulus - 1 - value)),
        ] {
            let exact = check(operation.forward(&set), width, wanted, || format!("{operation:?} {set}"));
            assert!(exact || operation == Unary::Neg && set.intervals().len() == CAP, "{operation:?} {set}");
            check(operation.backward(&set), width, wanted, || format!("{operation:?} {set}"));
        }
    }
}

#[test]
fn one_operand() {
    for width in 1..=6 {
        negated(width, intervals::<u128, 32>(width));
        negated(width, intervals::<u128, 2>(width));
    }
    (1..=4).for_each(|width| negated(width, subsets::<u128, 4>(width)));
}

#[test]
fn nothing_in_nothing_out() {
    for operation in Binary::ALL {
        let (none, full) = (Set::<u128>::empty(4), Set::full(4));
        for (a, b) in [(&none, &full), (&full, &none), (&none, &none)] {
            let table = Table::new(operation, 4);
            let bits = |set: &Set<u128>| if set.is_empty() { 0 } else { all(4) };
            table.three_ways(&[(a.clone(), bits(a))], &[(b.clone(), bits(b))]);
        }
    }
}
