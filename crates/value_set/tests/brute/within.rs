//! Preimages within a domain.

use value_set::{Binary, Outcome, Set};

use crate::oracle::{Bits, build, check, intervals, values};
use crate::semantics::evaluate_numbers;
use crate::table::Table;
use test_support::Random;

fn random_set<const CAP: usize>(random: &mut Random, width: u32) -> (Set<u128, CAP>, Bits) {
    let any = |random: &mut Random| random.below(1 << width);
    let intervals: Vec<_> = (0..1 + random.below(2)).map(|_| (any(random), any(random), random.below(9))).collect();
    build(width, &intervals)
}

#[test]
fn random_results_and_domains() {
    let mut random = Random::of_round(3);
    for width in [3, 4, 6] {
        for operation in Binary::ALL {
            let table = Table::new(operation, width);
            for _ in 0..300 {
                let value = random.below(1u64 << width);
                let (result, domain) = (random_set::<32>(&mut random, width), random_set(&mut random, width));
                let tally = table.within(&[result], &[(Set::single(width, value.into()), 1 << value)], &[domain]);
                assert_eq!(tally.exact[..2], [1; 2], "a domain of few values is tried out");
                let (result, domain) = (random_set::<2>(&mut random, width), random_set(&mut random, width));
                table.within(&[result], &[(Set::single(width, value.into()), 1 << value)], &[domain]);
                let (result, domain) = (random_set::<4>(&mut random, width), random_set(&mut random, width));
                table.within(&[result], &[random_set(&mut random, width)], &[domain]);
            }
        }
    }
}

#[test]
fn bits_of_a_domain() {
    let mut random = Random::of_round(4);
    for (set, bits) in intervals::<u128, 2>(3).iter().chain(&intervals::<u128, 2>(2)) {
        for _ in 0..20 {
            let (domain, domain_bits) = random_set::<2>(&mut random, 6);
            let low = random.below(4) as u32;
            let wanted =
                values(domain_bits).filter(|value| bits >> ((value >> low) & ((1 << set.width()) - 1)) & 1 == 1);
            let wanted = wanted.fold(0, |bits, value| bits | 1 << value);
            let what = || format!("bits from {low} of {domain} in {set}");
            check(set.before_extract_within(low, &domain), 6, wanted, what);
            if low == 0 {
                check(set.before_truncate_within(&domain), 6, wanted, what);
            }
        }
    }
}

/// At 64 bits: soundness by sampling around a value of the domain, exactness by evaluating members of the result.
#[test]
fn words() {
    let mut random = Random::of_round(5);
    for operation in [Binary::Mul, Binary::Shl, Binary::URem, Binary::SRem, Binary::And, Binary::Or, Binary::UDiv] {
        for _ in 0..400 {
            let start = random.bits() >> random.below(64);
            let length = random.bits() >> (20 + random.below(44));
            let domain = Set::<u128>::range(64, start.into(), u128::from(start) + u128::from(length));
            let left = u128::from(start.wrapping_add(random.below(length + 1)));
            let right = u128::from(random.bits() >> random.below(64));
            let result = evaluate_numbers(operation, 64, &left, &right);
            let reach = u128::from(random.bits() >> random.below(64));
            let wanted = Set::range(64, result.saturating_sub(reach), result);
            let outcome = operation.backward_left_within(&wanted, &Set::single(64, right), &domain);
            let exact = outcome.is_exact();
            let (found, _) = outcome.or_full(64);
            assert!(found.contains(&left), "{operation:?} {right} in {wanted} within {domain}: {left} is missing");
            if exact {
                assert!(found.is_subset(&domain));
                for interval in found.intervals() {
                    for value in [interval.lo(), interval.hi()] {
                        let result = evaluate_numbers(operation, 64, value, &right);
                        assert!(wanted.contains(&result), "{operation:?} {right} in {wanted}: not of {value}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_product_that_does_not_wrap_here() {
    let thousand = Set::<u128>::single(64, 1000);
    let low = Set::range(64, 0, 5000);
    let everywhere = Binary::Mul.backward_left(&low, &thousand);
    assert!(!everywhere.is_exact(), "{everywhere:?}");
    let domain = Set::range(64, 0, 1_000_000_000);
    let Outcome::Exact(found) = Binary::Mul.backward_left_within(&low, &thousand, &domain) else { panic!("not exact") };
    assert_eq!(found.to_string(), "{0..5}:u64");
}

#[test]
fn letters_in_either_case() {
    // (x | 0x20) - 'a' < 26
    let letters = Set::<u128>::range(8, 97, 122);
    let found = Binary::Or.backward_left(&letters, &Set::single(8, 0x20)).exact().expect("a few ranges");
    assert_eq!(found, Set::range(8, 65, 90).union(&letters).exact().expect("two ranges"));
    assert!(found.intervals().len() <= 6, "{found}");
}
