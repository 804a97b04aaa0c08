//! Sets of at most 64 values as the bits of a word, and the sets used in tests.

use std::collections::HashSet;

use value_set::{Number, Outcome, Set};

/// A set of values below 64: bit v is set if v is in it.
pub type Bits = u64;

/// The values of a set of bits.
pub fn values(bits: Bits) -> impl Iterator<Item = u64> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let value = (rest != 0).then(|| u64::from(rest.trailing_zeros()))?;
        rest &= rest - 1;
        Some(value)
    })
}

/// All values of a width.
pub fn all(width: u32) -> Bits {
    if width == 6 { u64::MAX } else { (1 << (1u32 << width)) - 1 }
}

/// A number of the type under test.
pub fn number<N: Number>(value: u64) -> N {
    N::from_u64(value)
}

/// The values of a set, found by asking for each value of the width.
pub fn bits<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> Bits {
    set.iter().fold(0, |bits, value| bits | 1 << value.to_u64().expect("a value of at most 6 bits"))
}

/// A set made of a few strided intervals, and its values. Intervals may wrap and overlap.
pub fn build<N: Number, const CAP: usize>(width: u32, intervals: &[(u64, u64, u64)]) -> (Set<N, CAP>, Bits) {
    let mut set = Set::empty(width);
    for &(lo, hi, stride) in intervals {
        let next = Set::strided(width, number(lo), number(hi), number(stride));
        set = match set.union(&next) {
            Outcome::Exact(set) | Outcome::Over(set) => set,
            Outcome::Declined => Set::full(width),
        };
    }
    let bits = bits(&set);
    (set, bits)
}

/// The intervals of a width that do not wrap.
pub fn plain_intervals(width: u32) -> Vec<(u64, u64, u64)> {
    let size = 1u64 << width;
    let mut found = Vec::new();
    for lo in 0..size {
        found.push((lo, lo, 0));
        for hi in lo + 1..size {
            found.extend((1..=hi - lo).filter(|stride| (hi - lo) % stride == 0).map(|stride| (lo, hi, stride)));
        }
    }
    found
}

/// Every interval of a width, wrapping ones too, as sets.
pub fn intervals<N: Number, const CAP: usize>(width: u32) -> Vec<(Set<N, CAP>, Bits)> {
    let size = 1u64 << width;
    let mut found: Vec<_> = plain_intervals(width).iter().map(|&interval| build(width, &[interval])).collect();
    for lo in 0..size {
        for hi in 0..lo {
            let length = hi + size - lo;
            for stride in (1..=length).filter(|stride| length.is_multiple_of(*stride)) {
                found.push(build(width, &[(lo, hi, stride)]));
            }
        }
    }
    distinct(found)
}

/// The sets without those whose list of intervals occurred before.
pub fn distinct<N: Number, const CAP: usize>(
    sets: impl IntoIterator<Item = (Set<N, CAP>, Bits)>,
) -> Vec<(Set<N, CAP>, Bits)> {
    let mut seen = HashSet::new();
    let key = |set: &Set<N, CAP>| {
        set.intervals().iter().map(|one| [one.lo(), one.hi(), one.stride()].map(N::to_u64)).collect::<Vec<_>>()
    };
    sets.into_iter().filter(|(set, _)| seen.insert(key(set))).collect()
}

/// Every subset of the values of a width (of at most 4 bits).
pub fn subsets<N: Number, const CAP: usize>(width: u32) -> impl Iterator<Item = (Set<N, CAP>, Bits)> {
    (0..=all(width)).map(move |wanted| {
        let outcome = Set::from_members(width, values(wanted).map(number));
        let exact = outcome.is_exact();
        let (set, _) = outcome.or_full(width);
        let got = bits(&set);
        assert!(if exact { got == wanted } else { got & wanted == wanted }, "{set} for {wanted:b}");
        (set, got)
    })
}

/// Checks a result against the possible values: exact means equal, over means superset. Returns whether it is exact.
pub fn check<N: Number, const CAP: usize>(
    outcome: Outcome<N, CAP>,
    width: u32,
    wanted: Bits,
    what: impl Fn() -> String,
) -> bool {
    let (exact, set) = match outcome {
        Outcome::Exact(set) => (true, set),
        Outcome::Over(set) => (false, set),
        Outcome::Declined => return false,
    };
    assert_eq!(set.width(), width, "{}", what());
    let got = well_formed(&set);
    if exact {
        assert_eq!(
            got,
            wanted,
            "{}: {set} is said to be exact, wanted {:?}",
            what(),
            values(wanted).collect::<Vec<_>>()
        );
    } else {
        assert_eq!(got & wanted, wanted, "{}: {set} lacks some of {:?}", what(), values(wanted).collect::<Vec<_>>());
        assert!(!set.is_full(), "{}: nothing is known, and that is called declined", what());
    }
    exact
}

/// Checks the invariants of the representation: sorted, disjoint, at most `CAP` intervals. Returns the values.
pub fn well_formed<N: Number, const CAP: usize>(set: &Set<N, CAP>) -> Bits {
    let list = set.intervals();
    assert!(list.len() <= CAP, "{set} has more than {CAP} intervals");
    assert!(list.windows(2).all(|pair| pair[0].lo() < pair[1].lo()), "{set} is not sorted");
    let word = |number: &N| number.to_u64().expect("a value of at most 6 bits");
    let mut bits = 0;
    for one in list {
        let (lo, hi, stride) = (word(one.lo()), word(one.hi()), word(one.stride()));
        assert!(lo <= hi && hi >> set.width() == 0, "{set} does not fit its width");
        assert_eq!(stride == 0, lo == hi, "{set} has a false stride");
        let mut value = lo;
        loop {
            assert!(bits >> value & 1 == 0, "{set} overlaps itself");
            bits |= 1 << value;
            if value >= hi {
                break;
            }
            value += stride;
        }
        assert_eq!(value, hi, "{set}: the stride misses the end");
    }
    bits
}
