//! A set of values modulo 2^width: its representation, constructors and queries.

use std::fmt;

use crate::interval::Interval;
use crate::number::Number;
use crate::outcome::{Found, Outcome};
use crate::pieces::{List, Pieces};
use crate::tuning::DEFAULT_CAP;

/// A set of bit-vectors of one width: at most `CAP` disjoint strided intervals, sorted by their least values.
/// `CAP` must be at least 2.
///
/// The set has no sign; operations do. Equality compares the values, not the intervals, which are not unique.
#[derive(Clone)]
pub struct Set<N: Number, const CAP: usize = DEFAULT_CAP> {
    width: u32,
    list: List<N>,
}

/// Sets of at most 64 bits.
pub type WordSet = Set<u128>;

/// Sets of any width.
pub type WideSet = Set<dashu_int::UBig>;

impl<N: Number, const CAP: usize> Set<N, CAP> {
    /// The empty set.
    #[inline]
    pub fn empty(width: u32) -> Self {
        const { assert!(CAP >= 2, "a range that goes round takes two intervals") };
        Set::from_list(width, List::new())
    }

    /// The set of all values.
    #[inline]
    pub fn full(width: u32) -> Self {
        Set::of(width, Interval::range(N::zero(), N::all_ones(width)))
    }

    /// The set of one value, taken modulo 2^width.
    #[inline]
    pub fn single(width: u32, value: N) -> Self {
        Set::of(width, Interval::single(value.low_bits(width)))
    }

    /// The values from `lo` up to `hi`, wrapping around if `hi` is below `lo`; both are taken modulo 2^width.
    #[inline]
    pub fn range(width: u32, lo: N, hi: N) -> Self {
        Set::strided(width, lo, hi, N::one())
    }

    /// The values `lo, lo + stride, …` up to `hi`, wrapping around once if `hi` is below `lo`. The bounds are
    /// taken modulo 2^width. A stride of zero means `lo` alone.
    pub fn strided(width: u32, lo: N, hi: N, stride: N) -> Self {
        let (lo, hi) = (lo.low_bits(width), hi.low_bits(width));
        if lo <= hi {
            return Set::of(width, Interval::new(lo, hi, stride));
        }
        let modulus = N::power_of_two(width);
        if stride.is_zero() || stride >= modulus {
            return Set::of(width, Interval::single(lo));
        }
        let upper = Interval::new(lo, modulus.minus(&N::one()), stride.clone());
        let next = upper.hi().plus(&stride).minus(&modulus);
        let mut pieces = Pieces::new(width);
        if next <= hi {
            pieces.push(Interval::new(next, hi, stride));
        }
        pieces.push(upper);
        pieces.finish().set
    }

    /// The given values, taken modulo 2^width; coarsened to a superset if they need more than `CAP` intervals.
    pub fn from_members(width: u32, members: impl IntoIterator<Item = N>) -> Outcome<N, CAP> {
        let mut values: Vec<N> = members.into_iter().map(|value| value.low_bits(width)).collect();
        values.sort_unstable();
        values.dedup();
        let mut pieces = Pieces::new(width);
        for value in values {
            pieces.push(Interval::single(value));
        }
        pieces.finish().outcome()
    }

    /// The set of one interval.
    #[inline]
    pub(crate) fn of(width: u32, interval: Interval<N>) -> Self {
        let mut set = Set::empty(width);
        set.list.push(interval);
        set
    }

    /// Takes over a list that is already in order (see `pieces.rs`).
    #[inline]
    pub(crate) fn from_list(width: u32, list: List<N>) -> Self {
        assert!(width > 0 && width <= N::GREATEST_WIDTH, "no set of {width} bits over this type of number");
        debug_assert!(list.windows(2).all(|pair| pair[0].lo() < pair[1].lo()), "a set is sorted");
        Set { width, list }
    }

    /// The width of the values in bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The intervals: disjoint, sorted by their least value, not wrapping.
    #[inline]
    pub fn intervals(&self) -> &[Interval<N>] {
        &self.list
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether the set contains every value of its width.
    #[inline]
    pub fn is_full(&self) -> bool {
        match &self.list[..] {
            [] => false,
            [only] => only.is_range() && only.lo().is_zero() && *only.hi() == N::all_ones(self.width),
            _ => self.count() == N::power_of_two(self.width),
        }
    }

    /// The number of values.
    pub fn count(&self) -> N {
        self.list.iter().fold(N::zero(), |count, interval| count.plus(&interval.count()))
    }

    /// Whether there are at most `most` values; cheaper than [`Set::count`] for long lists.
    pub fn has_at_most(&self, most: usize) -> bool {
        self.list.len() <= most && self.count() <= N::from_u64(most as u64)
    }

    /// The only value, if there is exactly one.
    #[inline]
    pub fn single_value(&self) -> Option<&N> {
        match &self.list[..] {
            [only] if only.is_single() => Some(only.lo()),
            _ => None,
        }
    }

    /// Whether the value is in the set.
    pub fn contains(&self, value: &N) -> bool {
        self.list.iter().take_while(|interval| interval.lo() <= value).any(|interval| interval.contains(value))
    }

    /// The least value as an unsigned number; `None` if the set is empty.
    #[inline]
    pub fn least(&self) -> Option<&N> {
        self.list.first().map(Interval::lo)
    }

    /// The greatest value as an unsigned number; `None` if the set is empty.
    #[inline]
    pub fn greatest(&self) -> Option<&N> {
        self.list.iter().map(Interval::hi).max()
    }

    /// The least value in two's complement order, as a bit pattern.
    pub fn least_signed(&self) -> Option<N> {
        let half = N::power_of_two(self.width - 1);
        self.above(&half).or_else(|| self.least().cloned())
    }

    /// The greatest value in two's complement order, as a bit pattern.
    pub fn greatest_signed(&self) -> Option<N> {
        let greatest = N::power_of_two(self.width - 1).minus(&N::one());
        self.below(&greatest).or_else(|| self.greatest().cloned())
    }

    /// The first member at or above `value`, wrapping around at the end.
    pub fn at_or_above(&self, value: &N) -> Option<N> {
        self.above(value).or_else(|| self.least().cloned())
    }

    /// The first member at or below `value`, wrapping around at the beginning.
    pub fn at_or_below(&self, value: &N) -> Option<N> {
        self.below(value).or_else(|| self.greatest().cloned())
    }

    /// The member closest to `value` modulo 2^width; the one above if two are equally close. `value` must have
    /// the width of the set.
    pub fn closest(&self, value: &N) -> Option<N> {
        let (above, below) = (self.at_or_above(value)?, self.at_or_below(value)?);
        let modulus = N::power_of_two(self.width);
        let up = modulus.plus(&above).minus(value).low_bits(self.width);
        let down = modulus.plus(value).minus(&below).low_bits(self.width);
        Some(if up <= down { above } else { below })
    }

    /// The least member that is not below `value`, without wrapping around.
    fn above(&self, value: &N) -> Option<N> {
        self.list.iter().filter_map(|interval| interval.at_or_above(value)).min()
    }

    /// The greatest member that is not above `value`, without wrapping around.
    fn below(&self, value: &N) -> Option<N> {
        self.list
            .iter()
            .take_while(|interval| interval.lo() <= value)
            .filter_map(|interval| interval.at_or_below(value))
            .max()
    }

    /// The values, interval by interval: ascending within an interval, but not across intervals that interleave.
    pub fn iter(&self) -> impl Iterator<Item = N> + '_ {
        self.list.iter().flat_map(Interval::iter)
    }

    /// The same values at another width, in which they must fit.
    pub(crate) fn at_width(&self, width: u32) -> Self {
        debug_assert!(self.greatest().is_none_or(|greatest| greatest.bit_length() <= width), "the values fit");
        Set::from_list(width, self.list.clone())
    }

    /// A superset of at most `most` intervals.
    pub(crate) fn coarsened(&self, most: usize) -> Found<N, CAP> {
        if self.list.len() <= most {
            return Found::exact(self.clone());
        }
        Pieces::from_list(self.width, self.list.clone()).shortened(most)
    }
}

impl<N: Number, const CAP: usize> fmt::Debug for Set<N, CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// For example `{1, 4..9, 16..64/8}:u8`: single values, ranges that include both ends, and strides after a slash.
impl<N: Number, const CAP: usize> fmt::Display for Set<N, CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, interval) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{}", interval.lo())?;
            if !interval.is_single() {
                write!(f, "..{}", interval.hi())?;
            }
            if !interval.is_range() {
                write!(f, "/{}", interval.stride())?;
            }
        }
        write!(f, "}}:u{}", self.width)
    }
}
