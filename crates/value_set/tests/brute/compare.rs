//! Comparisons as truth and as refinement.

use value_set::{Comparison, Number, Set, Truth, UBig};

use crate::oracle::{Bits, check, intervals, subsets, values};
use crate::random::share;

/// Compares all pairs. If the cap is above two intervals, what is left of either side must be exact.
fn sets_compared<N: Number, const CAP: usize>(width: u32, left: &[(Set<N, CAP>, Bits)], right: &[(Set<N, CAP>, Bits)]) {
    for comparison in Comparison::ALL {
        let holds = |a: u64, b: u64| comparison.holds::<u128>(width, &u128::from(a), &u128::from(b));
        for (b, b_bits) in right {
            let left_values = |wanted: &dyn Fn(u64) -> bool| {
                (0..1u64 << width).filter(|&a| wanted(a)).fold(0, |bits, a| bits | 1u64 << a)
            };
            let possible = left_values(&|a| values(*b_bits).any(|b| holds(a, b)));
            let certain = left_values(&|a| values(*b_bits).all(|b| holds(a, b)));
            let exact = check(comparison.possible(b), width, possible, || format!("possible {comparison:?} {b}"));
            assert!(exact || CAP == 2, "possible {comparison:?} {b}");
            check(comparison.certain(b), width, certain, || format!("certain {comparison:?} {b}"));
            for (a, a_bits) in left {
                let some = a_bits & possible != 0;
                let every = *a_bits & !certain == 0;
                let wanted = match (some, every) {
                    (false, _) => Truth::Never,
                    (true, true) => Truth::Always,
                    (true, false) => Truth::Sometimes,
                };
                assert_eq!(comparison.truth(a, b), wanted, "{a} {comparison:?} {b}");
                let (refined, other) = comparison.refine(a, b);
                let exact = check(refined, width, a_bits & possible, || format!("{a} where {comparison:?} {b}"));
                let other_possible =
                    values(*b_bits).filter(|&b| values(*a_bits).any(|a| holds(a, b))).fold(0, |bits, b| bits | 1 << b);
                let other_exact = check(other, width, other_possible, || format!("{b} where {a} {comparison:?} it"));
                assert!(exact && other_exact || CAP == 2, "{a} {comparison:?} {b}");
            }
        }
    }
}

#[test]
fn all_pairs_of_subsets() {
    for width in 1..=3 {
        let sets: Vec<_> = subsets::<u128, 32>(width).collect();
        sets_compared(width, &sets, &sets);
    }
}

#[test]
fn all_pairs_of_intervals() {
    let sets = intervals::<u128, 32>(4);
    sets_compared(4, &sets, &sets);
    let sets = intervals::<UBig, 4>(3);
    sets_compared(3, &sets, &sets);
}

#[test]
fn every_interval_against_a_few() {
    for (width, few) in [(5, 8), (6, 1)] {
        let sets = intervals::<u128, 32>(width);
        sets_compared(width, &share(&sets, few), &sets);
        let sets = intervals::<u128, 2>(width);
        sets_compared(width, &share(&sets, few), &sets);
    }
}

#[test]
fn signed_is_what_two_s_complement_says() {
    for a in 0..8u128 {
        for b in 0..8u128 {
            let signed = |value: u128| if value >= 4 { value as i64 - 8 } else { value as i64 };
            assert_eq!(Comparison::Slt.holds(3, &a, &b), signed(a) < signed(b));
            assert_eq!(Comparison::Sle.holds(3, &a, &b), signed(a) <= signed(b));
            assert_eq!(Comparison::Sgt.holds(3, &a, &b), signed(a) > signed(b));
            assert_eq!(Comparison::Sge.holds(3, &a, &b), signed(a) >= signed(b));
        }
    }
}
