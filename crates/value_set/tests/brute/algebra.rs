//! Constructors, queries and the algebra of sets.

use value_set::{Set, UBig};

use crate::oracle::{all, bits, check, intervals, number, subsets, values, well_formed};
use crate::random::share;
use crate::table::Known;

/// The values of a wrapped interval, found by counting up.
fn counted(width: u32, lo: u64, hi: u64, stride: u64) -> u64 {
    let size = 1u64 << width;
    let length = (hi + size - lo) % size;
    (0..=length)
        .step_by(stride.max(1) as usize)
        .take(if stride == 0 { 1 } else { usize::MAX })
        .fold(0, |bits, distance| bits | 1 << ((lo + distance) % size))
}

#[test]
fn intervals_are_what_they_say() {
    for width in 1..=6 {
        for lo in 0..1 << width {
            for hi in 0..1 << width {
                for stride in 0..=1 << width {
                    let set = Set::<u128>::strided(width, number(lo), number(hi), number(stride));
                    well_formed(&set);
                    assert_eq!(bits(&set), counted(width, lo, hi, stride), "{lo} {hi} {stride}: {set}");
                }
            }
        }
    }
}

#[test]
fn questions_about_subsets() {
    for width in 1..=4 {
        let size = 1u64 << width;
        let signed = |value: &u64| *value ^ (size >> 1);
        for (set, bits) in subsets::<u128, 32>(width) {
            assert_eq!(set.is_empty(), bits == 0);
            assert_eq!(set.is_full(), bits == all(width));
            assert_eq!(set.count(), u128::from(bits.count_ones()));
            assert_eq!(set.single_value().is_some(), bits.count_ones() == 1);
            let word = |value: Option<u128>| value.map(|value| value as u64);
            assert_eq!(word(set.least().copied()), values(bits).min());
            assert_eq!(word(set.greatest().copied()), values(bits).max());
            assert_eq!(word(set.least_signed()), values(bits).min_by_key(signed));
            assert_eq!(word(set.greatest_signed()), values(bits).max_by_key(signed));
            for value in 0..size {
                let up = |to: &u64| (to + size - value) % size;
                let down = |to: &u64| (value + size - to) % size;
                let member: u128 = number(value);
                assert_eq!(set.contains(&member), bits >> value & 1 == 1);
                assert_eq!(word(set.at_or_above(&member)), values(bits).min_by_key(up));
                assert_eq!(word(set.at_or_below(&member)), values(bits).min_by_key(down));
                let distance = |to: &u64| up(to).min(down(to));
                let closest = word(set.closest(&member));
                assert_eq!(closest.as_ref().map(distance), values(bits).map(|value| distance(&value)).min());
                assert!(closest.is_none_or(|closest| bits >> closest & 1 == 1));
            }
        }
    }
}

/// Checks all pairs of sets from two lists.
fn pairs<const CAP: usize>(width: u32, firsts: &[Known<u128, CAP>], seconds: &[Known<u128, CAP>], must_be_exact: bool) {
    for (a, a_bits) in firsts {
        let exact = check(a.complement(), width, all(width) & !a_bits, || format!("not {a}"));
        assert!(exact || !must_be_exact, "not {a}");
        for (b, b_bits) in seconds {
            let results = [
                (a.intersect(b), a_bits & b_bits, "and"),
                (a.union(b), a_bits | b_bits, "or"),
                (a.difference(b), a_bits & !b_bits, "without"),
            ];
            for (outcome, wanted, name) in results {
                let exact = check(outcome, width, wanted, || format!("{a} {name} {b}"));
                assert!(exact || !must_be_exact, "{a} {name} {b}");
            }
            assert_eq!(a.is_subset(b), a_bits & !b_bits == 0, "{a} in {b}");
            assert_eq!(a.meets(b), a_bits & b_bits != 0, "{a} meets {b}");
            assert_eq!(a == b, a_bits == b_bits, "{a} is {b}");
        }
    }
}

#[test]
fn all_pairs_of_subsets() {
    for width in 1..=3 {
        let sets: Vec<_> = subsets::<u128, 32>(width).collect();
        pairs(width, &sets, &sets, true);
        let sets: Vec<_> = subsets::<u128, 2>(width).collect();
        pairs(width, &sets, &sets, false);
        let sets: Vec<_> = subsets::<u128, 4>(width).collect();
        pairs(width, &sets, &sets, false);
    }
}

#[test]
fn all_pairs_of_intervals() {
    for width in 1..=4 {
        let (large, small) = (intervals::<u128, 32>(width), intervals::<u128, 4>(width));
        pairs(width, &large, &large, true);
        pairs(width, &small, &small, false);
    }
    for (width, few) in [(5, 40), (6, 10)] {
        let (large, small) = (intervals::<u128, 32>(width), intervals::<u128, 2>(width));
        pairs(width, &large, &share(&large, few), true);
        pairs(width, &small, &share(&small, few), false);
    }
}

#[test]
fn a_subset_and_its_complement() {
    for (set, bits) in subsets::<u128, 4>(4) {
        check(set.complement(), 4, all(4) & !bits, || format!("not {set}"));
    }
}

#[test]
fn big_numbers_agree() {
    for (a, b) in intervals::<u128, 4>(3).into_iter().zip(intervals::<UBig, 4>(3)) {
        assert_eq!(a.0.to_string(), b.0.to_string());
    }
}

/// The union of strided intervals of 16 bits.
fn together(parts: impl Iterator<Item = (u64, u64, u64)>) -> Set<u128> {
    let part = |(lo, hi, stride): (u64, u64, u64)| Set::strided(16, number(lo), number(hi), number(stride));
    parts.map(part).fold(Set::empty(16), |all, part| all.union(&part).exact().expect("it fits the cap"))
}

/// Two sets whose intersection has more pieces than are kept while working: some are joined before all are known,
/// and pieces that come later can lie within the joined ones.
#[test]
fn more_pieces_than_are_worked_with() {
    let check = |found: Set<u128>, wanted: &dyn Fn(u128) -> bool| {
        for value in 0..1 << 16 {
            let times = found.intervals().iter().filter(|interval| interval.contains(&value)).count();
            assert!(times <= 1, "{found} overlaps itself at {value}");
            assert!(times == 1 || !wanted(value), "{found} lacks {value}");
        }
        assert!(found.intervals().windows(2).all(|pair| pair[0].lo() < pair[1].lo()), "{found} is not sorted");
    };
    for step in [30, 50, 70, 110] {
        let ranges = together((0..28).map(|k| (2100 * k, 2100 * k + 1499, 1)));
        // Classes that lie within the ranges in some places, and many values outside of them.
        let classes = (0..14).map(|j| (step * j, 58_000 + step * j, 1000));
        let classes = together(classes.chain([(60_000, 65_535, 1)]));
        let both = |value| ranges.contains(&value) && classes.contains(&value);
        check(ranges.intersect(&classes).set().expect("a set"), &both);
        check(classes.intersect(&ranges).set().expect("a set"), &both);
    }
}
