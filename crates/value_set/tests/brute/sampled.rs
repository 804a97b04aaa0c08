//! Sets of 33 to 128 bits, which are too large to enumerate: members are sampled.

use value_set::{Binary, Comparison, Interval, Number, Outcome, Set, UBig};

use crate::semantics::evaluate_numbers;
use test_support::Random;

fn random_number<N: Number>(random: &mut Random, limit: &N) -> N {
    let words: Vec<u64> = (0..limit.bit_length().div_ceil(64)).map(|_| random.bits()).collect();
    N::from_words(&words).remainder(limit)
}

/// A number with a random number of bits, so that small numbers and those near the greatest one occur too.
fn any_length<N: Number>(random: &mut Random, width: u32) -> N {
    let bits = 1 + random.below(width);
    let number = random_number(random, &N::power_of_two(bits));
    if random.below(4) == 0 { N::all_ones(width).minus(&number) } else { number }
}

fn random_set<N: Number>(random: &mut Random, width: u32) -> Set<N> {
    let mut set = Set::empty(width);
    for _ in 0..=random.below(3) {
        let lo: N = any_length(random, width);
        let length: N = any_length(random, width);
        let stride: N = match random.below(3) {
            0 => N::one(),
            1 => N::power_of_two(random.below(width)),
            _ => any_length(random, width / 2),
        };
        set = set.union(&Set::strided(width, lo.clone(), lo.plus(&length), stride)).or_full(width).0;
    }
    set
}

fn random_member<N: Number>(random: &mut Random, set: &Set<N>) -> N {
    let interval: &Interval<N> = &set.intervals()[random.below(set.intervals().len() as u64) as usize];
    interval.lo().plus(&random_number::<N>(random, &interval.count()).times(interval.stride()))
}

/// Every possible value must be in the result, even if it is an approximation; with a constant, every value of an
/// exact result must be possible.
fn operations<N: Number>(random: &mut Random, width: u32, rounds: usize) {
    for operation in Binary::ALL {
        for _ in 0..rounds {
            let a: Set<N> = random_set(random, width);
            let right_is_constant = random.below(2) == 0;
            let b: Set<N> = if right_is_constant {
                Set::single(width, any_length(random, width))
            } else {
                random_set(random, width)
            };
            let forward = operation.forward(&a, &b);
            let (results, _) = forward.clone().or_full(width);
            for _ in 0..8 {
                let (left, right) = (random_member(random, &a), random_member(random, &b));
                let result = evaluate_numbers(operation, width, &left, &right);
                assert!(results.contains(&result), "{operation:?} {a} {b}: {left} {right} gives {result}");
                // From a range of results around this one, backward must find the operands.
                let reach: N = any_length(random, width / 2 + 1);
                let wanted: Set<N> =
                    Set::range(width, result.minus(&result.clone().min(reach.clone())), result.clone());
                let lefts = operation.backward_left(&wanted, &b);
                let rights = operation.backward_right(&wanted, &a);
                assert!(
                    lefts.clone().or_full(width).0.contains(&left),
                    "{operation:?} {wanted} {b}: {left} is missing"
                );
                assert!(rights.or_full(width).0.contains(&right), "{operation:?} {wanted} {a}: {right} is missing");
                if let (true, Outcome::Exact(lefts)) = (right_is_constant, lefts) {
                    let left = random_member(random, &lefts);
                    let result = evaluate_numbers(operation, width, &left, &right);
                    assert!(wanted.contains(&result), "{operation:?} {wanted} {b}: {left} gives {result}");
                }
            }
            if let (true, Outcome::Exact(results)) = (right_is_constant, forward) {
                let result = random_member(random, &results);
                let lefts = operation.backward_left(&Set::single(width, result.clone()), &b).or_full(width).0;
                assert!(lefts.meets(&a), "{operation:?} {a} {b}: nothing gives {result}");
            }
        }
    }
}

#[test]
fn operations_on_words() {
    let mut random = Random::of_round(64);
    operations::<u128>(&mut random, 33, 60);
    operations::<u128>(&mut random, 64, 150);
}

#[test]
fn operations_on_wide_values() {
    let mut random = Random::of_round(128);
    operations::<UBig>(&mut random, 64, 20);
    operations::<UBig>(&mut random, 128, 30);
}

fn algebra<N: Number>(random: &mut Random, width: u32, rounds: usize) {
    for _ in 0..rounds {
        let (a, b): (Set<N>, Set<N>) = (random_set(random, width), random_set(random, width));
        let complement = a.complement();
        let results =
            [(a.intersect(&b), "and"), (a.union(&b), "or"), (a.difference(&b), "without"), (complement, "not")];
        for i in 0..24 {
            let value = match i % 3 {
                0 => random_member(random, &a),
                1 => random_member(random, &b),
                _ => any_length(random, width),
            };
            let (in_a, in_b) = (a.contains(&value), b.contains(&value));
            let wanted = [in_a && in_b, in_a || in_b, in_a && !in_b, !in_a];
            for ((outcome, name), wanted) in results.iter().zip(wanted) {
                let exact = outcome.is_exact();
                let got = outcome.clone().or_full(width).0.contains(&value);
                assert!(got == wanted || (got && !exact), "{a} {name} {b}: {value}");
            }
            for comparison in Comparison::ALL {
                let single = Set::<N>::single(width, value.clone());
                let other: N = any_length(random, width);
                let holds = comparison.holds(width, &other, &value);
                assert_eq!(comparison.possible(&single).exact().expect("exact").contains(&other), holds);
            }
        }
        if let Outcome::Exact(joined) = a.union(&b) {
            assert!(a.is_subset(&joined) && b.is_subset(&joined), "{joined} has less than {a} and {b}");
        }
    }
}

#[test]
fn algebra_of_words_and_wide_values() {
    let mut random = Random::of_round(7);
    algebra::<u128>(&mut random, 64, 300);
    algebra::<UBig>(&mut random, 128, 60);
}

#[test]
fn addresses_of_an_array() {
    // The addresses of array elements at a symbolic index: base + 8 * index for index below 100, compared with a bound.
    let index = Set::<u128>::range(64, 0, 99);
    let offset = Binary::Mul.forward(&index, &Set::single(64, 8)).exact().expect("a progression");
    let base = Set::single(64, 0xffff_ffff_ffff_ff00);
    let address = Binary::Add.forward(&offset, &base).exact().expect("two progressions, as it goes round");
    assert_eq!(address.to_string(), "{0..536/8, 18446744073709551360..18446744073709551608/8}:u64");
    let low = Comparison::Ult.possible(&Set::single(64, 16)).exact().expect("a range");
    let refined = address.intersect(&low).exact().expect("two values");
    let indices = Binary::Add.backward_left(&refined, &base).exact().expect("moved back");
    let indices = Binary::Mul.backward_left(&indices, &Set::single(64, 8)).exact().expect("eight classes");
    assert_eq!(indices.intersect(&index).exact().expect("two values").to_string(), "{32..33}:u64");
}
