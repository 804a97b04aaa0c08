//! Every operation in every direction on all intervals, wrapping ones too, of 1 to 6 bits.
//!
//! With a constant as the second operand, everything is tried. Pairs of intervals are complete up to 4 bits; of
//! the 12 million pairs at 5 bits and the 295 million at 6, all first operands are tried with some second ones.
//! Unions of two and three intervals are complete up to 4 bits, as first operands.
//!
//! The caps of 2 and 4 are essential: with 32 intervals, no set of 6 bits is too long or has too many values to
//! try, so the code for wider sets would not run.
//!
//! Tests that would take too long are run in part (`share`): the seed chooses which cases, and
//! `PLEACH_RANDOM_CASES` how many. `cargo xtask test --long` takes all constants everywhere, and a hundred second
//! operands of pairs.

use value_set::{Binary, Set};

use crate::oracle::{distinct, intervals, number, subsets, well_formed};
use crate::random::share;
use crate::table::{Known, Table};

/// A cap with which every set of at most 6 bits is kept exactly and its values are tried one by one.
const LARGE: usize = 32;
/// The smallest cap that a set can have.
const SMALL: usize = 2;

fn constants<const CAP: usize>(width: u32) -> Vec<Known<u128, CAP>> {
    (0..1 << width).map(|value| (Set::single(width, number(value)), 1 << value)).collect()
}

/// All unions of two and three intervals of at most 3 bits, and of two of 4 bits, each list of intervals once. At
/// 4 bits also every other subset, built from its members.
fn unions<const CAP: usize>(width: u32) -> Vec<Known<u128, CAP>> {
    let one = intervals::<u128, CAP>(width);
    let with_one_more = |sets: &[Known<u128, CAP>]| {
        let pairs = sets.iter().enumerate().flat_map(|(i, a)| one[..one.len().min(i + 1)].iter().map(move |b| (a, b)));
        distinct(pairs.map(|((a, _), (b, _))| a.union(b).or_full(width).0).map(|set| (set.clone(), well_formed(&set))))
    };
    let two = with_one_more(&one);
    if width < 4 { with_one_more(&two) } else { distinct(two.into_iter().chain(subsets(width))) }
}

fn intervals_with_constants(operation: Binary) {
    for width in 1..=6 {
        let table = Table::new(operation, width);
        let tally = table.three_ways(&intervals::<u128, LARGE>(width), &constants(width));
        // With a constant on the right, forward and backward to the left are exact at widths where everything fits.
        assert_eq!(tally.exact[0], tally.all, "{operation:?} at {width} bits: {tally:?}");
        if width < 6 {
            assert_eq!(tally.exact[1], tally.all, "{operation:?} at {width} bits: {tally:?}");
            let divides = matches!(operation, Binary::URem | Binary::SRem);
            assert!(divides || tally.exact[2] == tally.all, "{operation:?} at {width} bits: {tally:?}");
        }
        let most = if width < 6 { 64 } else { 8 };
        table.three_ways(&intervals::<u128, SMALL>(width), &share(&constants(width), most));
    }
}

fn constants_with_intervals(operation: Binary) {
    for width in 1..=6 {
        let table = Table::new(operation, width);
        let most = [64, 64, 64, 64, 16, 4][width as usize - 1];
        let tally = table.three_ways(&share(&constants(width), most), &intervals::<u128, LARGE>(width));
        assert_eq!(tally.exact[0], tally.all, "{operation:?} at {width} bits: {tally:?}");
        table.three_ways(&share(&constants(width), most), &intervals::<u128, SMALL>(width));
    }
}

fn pairs_of_intervals(operation: Binary) {
    for width in 1..=6 {
        let table = Table::new(operation, width);
        let most = [usize::MAX, usize::MAX, usize::MAX, usize::MAX, 4, 1][width as usize - 1];
        let sets = intervals::<u128, LARGE>(width);
        table.three_ways(&sets, &share(&sets, most));
        let sets = intervals::<u128, SMALL>(width);
        table.three_ways(&sets, &share(&sets, most));
    }
}

fn unions_with_constants(operations: &[Binary]) {
    for width in 1..=4 {
        let (large, small) = (unions::<LARGE>(width), unions::<4>(width));
        let most = if width < 4 { 16 } else { 2 };
        for &operation in operations {
            let table = Table::new(operation, width);
            table.three_ways(&large, &share(&constants(width), most));
            table.three_ways(&small, &share(&constants(width), most));
        }
    }
}

#[test]
fn unions_and_sums() {
    unions_with_constants(&[Binary::Add, Binary::Sub, Binary::Mul]);
}

#[test]
fn unions_and_quotients() {
    unions_with_constants(&[Binary::UDiv, Binary::URem, Binary::SDiv, Binary::SRem]);
}

#[test]
fn unions_and_bits() {
    unions_with_constants(&[Binary::And, Binary::Or, Binary::Xor]);
}

#[test]
fn unions_and_shifts() {
    unions_with_constants(&[Binary::Shl, Binary::LShr, Binary::AShr]);
}

/// Preimages within a domain: all results, constants and domains of at most 3 bits, and some domains of up to 6.
fn domains(operation: Binary) {
    for width in 1..=6 {
        let table = Table::new(operation, width);
        let (results, domains) =
            [(1000, 1000), (1000, 1000), (1000, 1000), (1000, 10), (100, 10), (100, 10)][width as usize - 1];
        let small = intervals::<u128, SMALL>(width);
        table.within(&share(&small, results), &constants(width), &share(&small, domains));
        let large = intervals::<u128, LARGE>(width);
        let tally = table.within(&share(&large, results / 2), &constants(width), &share(&large, domains / 2));
        assert_eq!(tally.exact[..2], [tally.all; 2], "a domain of few values is tried out");
    }
}

/// The tests of one operation. Each is a test function of its own, so that several can run in parallel.
macro_rules! operations {
    ($($name:ident: $operation:ident,)*) => {$(
        mod $name {
            use super::Binary::$operation;

            #[test]
            fn intervals_with_constants() {
                super::intervals_with_constants($operation);
            }

            #[test]
            fn constants_with_intervals() {
                super::constants_with_intervals($operation);
            }

            #[test]
            fn pairs_of_intervals() {
                super::pairs_of_intervals($operation);
            }

            #[test]
            fn domains() {
                super::domains($operation);
            }
        }
    )*};
}

operations! {
    add: Add,
    sub: Sub,
    mul: Mul,
    udiv: UDiv,
    urem: URem,
    sdiv: SDiv,
    srem: SRem,
    and: And,
    or: Or,
    xor: Xor,
    shl: Shl,
    lshr: LShr,
    ashr: AShr,
}
