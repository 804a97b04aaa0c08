//! Random sets of 8 and 16 bits, compared on all values.

use value_set::{Binary, Comparison, Outcome, Set};

use crate::semantics::evaluate_words;
use test_support::Random;

/// Which values of a width are in a set.
type Members = Vec<bool>;

/// A set of up to three intervals and its values.
pub fn random_set(random: &mut Random, width: u32) -> Set<u128> {
    let mut set = Set::empty(width);
    for _ in 0..=random.below(3) {
        let lo = random.below(1u64 << width);
        let bits = 1 + random.below(width);
        let length = random.below(1u64 << bits);
        let stride = match random.below(3) {
            0 => 1,
            1 => 1 << random.below(width - 1),
            _ => 1 + random.below(40u64),
        };
        let next = Set::strided(width, lo.into(), (lo + length).into(), stride.into());
        set = set.union(&next).or_full(width).0;
    }
    set
}

fn members(set: &Set<u128>) -> Members {
    let mut members = vec![false; 1 << set.width()];
    for value in set.iter() {
        assert!(!std::mem::replace(&mut members[value as usize], true), "{set} has {value} twice");
    }
    members
}

fn check(outcome: Outcome<u128>, wanted: &Members, what: &dyn Fn() -> String) -> bool {
    let exact = outcome.is_exact();
    let Some(set) = outcome.set() else { return false };
    let got = members(&set);
    assert!(set.intervals().len() <= 32);
    if exact {
        assert!(got == *wanted, "{}: {set} is said to be exact", what());
    } else {
        assert!(wanted.iter().zip(&got).all(|(wanted, got)| got | !wanted), "{}: {set} is not everything", what());
    }
    exact
}

/// Checks an operation with a constant on the right in both directions; returns how many of the two results were exact.
fn with_constant(operation: Binary, set: &Set<u128>, constant: u64) -> u32 {
    let width = set.width();
    let right = Set::single(width, constant.into());
    let (mut image, mut preimage) = (vec![false; 1 << width], vec![false; 1 << width]);
    let inside = members(set);
    for value in 0..1u64 << width {
        let result = evaluate_words(operation, width, value, constant) as usize;
        image[result] |= inside[value as usize];
        preimage[value as usize] = inside[result];
    }
    let what = || format!("{operation:?} {set} {constant}");
    let forward = check(operation.forward(set, &right), &image, &what);
    let backward = check(operation.backward_left(set, &right), &preimage, &what);
    u32::from(forward) + u32::from(backward)
}

#[test]
fn eight_bits_with_constants() {
    let mut random = Random::of_round(8);
    for operation in Binary::ALL {
        let exact: u32 =
            (0..600).map(|_| with_constant(operation, &random_set(&mut random, 8), random.below(256))).sum();
        assert!(exact > 600, "{operation:?}: {exact} of 1200 are exact");
    }
}

#[test]
fn sixteen_bits_with_constants() {
    let mut random = Random::of_round(16);
    for operation in Binary::ALL {
        for _ in 0..6 {
            let bits = 1 + random.below(16);
            with_constant(operation, &random_set(&mut random, 16), random.below(1 << bits));
        }
    }
}

#[test]
fn eight_bits_with_sets() {
    let mut random = Random::of_round(88);
    for operation in Binary::ALL {
        for _ in 0..40 {
            let (a, b) = (random_set(&mut random, 8), random_set(&mut random, 8));
            let (a_members, b_members) = (members(&a), members(&b));
            let mut wanted = [vec![false; 256], vec![false; 256], vec![false; 256]];
            for left in 0..256 {
                for right in 0..256 {
                    let result = evaluate_words(operation, 8, left as u64, right as u64) as usize;
                    wanted[0][result] |= a_members[left] && b_members[right];
                    wanted[1][left] |= a_members[result] && b_members[right];
                    wanted[2][right] |= a_members[result] && b_members[left];
                }
            }
            let what = || format!("{operation:?} {a} {b}");
            check(operation.forward(&a, &b), &wanted[0], &what);
            check(operation.backward_left(&a, &b), &wanted[1], &what);
            check(operation.backward_right(&a, &b), &wanted[2], &what);
        }
    }
}

#[test]
fn algebra_and_comparisons() {
    let mut random = Random::of_round(2);
    for width in [8, 16] {
        for _ in 0..if width == 8 { 400 } else { 10 } {
            let (a, b) = (random_set(&mut random, width), random_set(&mut random, width));
            let (in_a, in_b) = (members(&a), members(&b));
            let both = |combine: &dyn Fn(bool, bool) -> bool| -> Members {
                in_a.iter().zip(&in_b).map(|(&a, &b)| combine(a, b)).collect()
            };
            let what = || format!("{a} and {b}");
            check(a.intersect(&b), &both(&|a, b| a && b), &what);
            check(a.union(&b), &both(&|a, b| a || b), &what);
            check(a.difference(&b), &both(&|a, b| a && !b), &what);
            check(a.complement(), &both(&|a, _| !a), &what);
            assert_eq!(a.is_subset(&b), in_a.iter().zip(&in_b).all(|(&a, &b)| b || !a), "{a} in {b}");
            assert_eq!(a.meets(&b), in_a.iter().zip(&in_b).any(|(&a, &b)| a && b), "{a} meets {b}");
            for comparison in Comparison::ALL {
                let constant = random.below(1u64 << width).into();
                let single = Set::single(width, constant);
                let wanted: Members = (0..1u128 << width).map(|a| comparison.holds(width, &a, &constant)).collect();
                assert!(check(comparison.possible(&single), &wanted, &what));
                assert!(check(comparison.certain(&single), &wanted, &what));
            }
        }
    }
}

#[test]
fn the_cap_coarsens() {
    // These values have pairwise different gaps, so they take more than 32 intervals even if joined in pairs.
    let values: Vec<u128> = (0..80u128).map(|i| i * i * 7).collect();
    let outcome = Set::<u128>::from_members(16, values.iter().copied());
    let Outcome::Over(set) = outcome else { panic!("{outcome:?} should be coarse") };
    assert!(set.intervals().len() <= 32);
    assert!(values.iter().all(|value| set.contains(value)));
    assert!(set.count() < 1 << 15, "{set} is much too coarse");
}
