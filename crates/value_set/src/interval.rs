//! One strided interval: `lo, lo + stride, …, hi`.
//!
//! An interval here does not wrap: `lo <= hi` as natural numbers and the stride divides `hi - lo`. The stride is
//! zero exactly for a single value, so that gcd needs no special case. A wrapped interval ⟨lo, hi, stride⟩ with
//! `hi < lo` becomes two of these in a [`Set`](crate::Set), cut between 2^w - 1 and 0. That costs one more
//! interval, but no formula has to distinguish wrapped operands: Abyaneh 2021, Table I, needs no second table for them.
//!
//! Abyaneh 2021 writes glb(x) for the least member not below x and lub(x) for the greatest member not above x;
//! here these are `at_or_above` and `at_or_below`.

use smallvec::SmallVec;

use crate::number::{Number, inverse};

/// The values `lo, lo + stride, …, hi`. The stride is zero exactly if there is only one value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Interval<N> {
    lo: N,
    hi: N,
    stride: N,
}

impl<N: Number> Interval<N> {
    /// One value.
    #[inline]
    pub fn single(value: N) -> Self {
        Interval { lo: value.clone(), hi: value, stride: N::zero() }
    }

    /// The values from `lo` up to `hi` in steps of `stride`; the last one may be below `hi`. Requires `lo <= hi`.
    #[inline]
    pub fn new(lo: N, hi: N, stride: N) -> Self {
        debug_assert!(lo <= hi, "an interval has a value");
        if lo == hi || stride.is_zero() {
            return Interval::single(lo);
        }
        if stride.is_one() {
            return Interval { lo, hi, stride };
        }
        let rest = hi.minus(&lo).remainder(&stride);
        let hi = hi.minus(&rest);
        if lo == hi { Interval::single(lo) } else { Interval { lo, hi, stride } }
    }

    /// All values from `lo` to `hi`.
    #[inline]
    pub fn range(lo: N, hi: N) -> Self {
        Interval::new(lo, hi, N::one())
    }

    /// The least value.
    #[inline]
    pub fn lo(&self) -> &N {
        &self.lo
    }

    /// The greatest value.
    #[inline]
    pub fn hi(&self) -> &N {
        &self.hi
    }

    /// The distance between neighbouring values; zero if there is only one value.
    #[inline]
    pub fn stride(&self) -> &N {
        &self.stride
    }

    /// Whether there is exactly one value.
    #[inline]
    pub fn is_single(&self) -> bool {
        self.stride.is_zero()
    }

    /// Whether every value from `lo` to `hi` is in the interval.
    #[inline]
    pub fn is_range(&self) -> bool {
        self.stride.is_zero() || self.stride.is_one()
    }

    /// One less than the number of values.
    #[inline]
    pub fn steps(&self) -> N {
        let length = self.hi.minus(&self.lo);
        if self.is_range() { length } else { length.quotient(&self.stride) }
    }

    /// The number of values.
    #[inline]
    pub fn count(&self) -> N {
        self.steps().plus(&N::one())
    }

    /// Whether `value` is in the interval.
    #[inline]
    pub fn contains(&self, value: &N) -> bool {
        *value >= self.lo
            && *value <= self.hi
            && (self.is_range() || value.minus(&self.lo).remainder(&self.stride).is_zero())
    }

    /// The least member that is not below `value`.
    pub fn at_or_above(&self, value: &N) -> Option<N> {
        if *value <= self.lo {
            return Some(self.lo.clone());
        }
        if *value > self.hi {
            return None;
        }
        if self.is_range() {
            return Some(value.clone());
        }
        let rest = value.minus(&self.lo).remainder(&self.stride);
        Some(if rest.is_zero() { value.clone() } else { value.plus(&self.stride.minus(&rest)) })
    }

    /// The greatest member that is not above `value`.
    pub fn at_or_below(&self, value: &N) -> Option<N> {
        if *value >= self.hi {
            return Some(self.hi.clone());
        }
        if *value < self.lo {
            return None;
        }
        if self.is_range() {
            return Some(value.clone());
        }
        Some(value.minus(&value.minus(&self.lo).remainder(&self.stride)))
    }

    /// The members from `lo` to `hi`; `None` if there are none.
    pub fn clip(&self, lo: &N, hi: &N) -> Option<Self> {
        if lo <= &self.lo && hi >= &self.hi {
            return Some(self.clone());
        }
        let (first, last) = (self.at_or_above(lo)?, self.at_or_below(hi)?);
        (first <= last).then(|| Interval::new(first, last, self.stride.clone()))
    }

    /// Every value plus `distance`.
    #[inline]
    pub fn moved_up(&self, distance: &N) -> Self {
        Interval { lo: self.lo.plus(distance), hi: self.hi.plus(distance), stride: self.stride.clone() }
    }

    /// Every value minus `distance`, which must not exceed any of them.
    #[inline]
    pub fn moved_down(&self, distance: &N) -> Self {
        Interval { lo: self.lo.minus(distance), hi: self.hi.minus(distance), stride: self.stride.clone() }
    }

    /// `value` minus every member; no member may exceed `value`.
    #[inline]
    pub fn mirrored(&self, value: &N) -> Self {
        Interval { lo: value.minus(&self.hi), hi: value.minus(&self.lo), stride: self.stride.clone() }
    }

    /// Whether the ranges from least to greatest value overlap. The intervals may still have no common value.
    #[inline]
    pub fn spans_meet(&self, other: &Self) -> bool {
        self.lo <= other.hi && other.lo <= self.hi
    }

    /// The common values: one interval again, by the Chinese remainder theorem.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        if !self.spans_meet(other) {
            return None;
        }
        if self.is_range() {
            return other.clip(&self.lo, &self.hi);
        }
        if other.is_range() {
            return self.clip(&other.lo, &other.hi);
        }
        if self.lo > other.lo {
            return other.intersect(self);
        }
        if self.stride == other.stride {
            let aligned = other.lo.minus(&self.lo).remainder(&self.stride).is_zero();
            return if aligned { other.clip(&self.lo, &self.hi) } else { None };
        }
        // Solve lo + stride * k = other.lo modulo other.stride for the least k.
        let common = self.stride.gcd(&other.stride);
        let (distance, rest) = other.lo.minus(&self.lo).div_rem(&common);
        if !rest.is_zero() {
            return None;
        }
        let modulus = other.stride.quotient(&common);
        let own = self.stride.quotient(&common);
        let k = distance.remainder(&modulus).times(&inverse(&own, &modulus)).remainder(&modulus);
        let meeting = self.lo.plus(&self.stride.times(&k));
        let stride = own.times(&other.stride);
        let first = if meeting < other.lo {
            let behind = other.lo.minus(&meeting).plus(&stride).minus(&N::one());
            meeting.plus(&behind.quotient(&stride).times(&stride))
        } else {
            meeting
        };
        let last = (&self.hi).min(&other.hi);
        (first <= *last).then(|| Interval::new(first, last.clone(), stride))
    }

    /// The smallest interval that contains the values of both.
    pub fn join(&self, other: &Self) -> Self {
        let (low, high) = if self.lo <= other.lo { (self, other) } else { (other, self) };
        let distance = high.lo.minus(&low.lo);
        let stride = self.stride.gcd(&other.stride).gcd(&distance);
        Interval::new(low.lo.clone(), (&self.hi).max(&other.hi).clone(), stride)
    }

    /// The values that are not in `other`, as at most `most` intervals; `None` if that takes more.
    ///
    /// The common values are a coarser progression within this one. Between its first and its last value remain
    /// either whole residue classes or, if the progression is short, the runs between its members; the way that
    /// takes fewer intervals is used.
    pub fn without(&self, other: &Self, most: usize) -> Option<SmallVec<[Self; 4]>> {
        let mut rest = SmallVec::new();
        let Some(common) = self.intersect(other) else {
            rest.push(self.clone());
            return Some(rest);
        };
        let stride = if self.is_single() { N::one() } else { self.stride.clone() };
        let mut run = |first: N, last: N| {
            if first <= last {
                rest.push(Interval::new(first, last, stride.clone()));
            }
        };
        if common.lo > self.lo {
            run(self.lo.clone(), common.lo.minus(&stride));
        }
        if common.hi < self.hi {
            run(common.hi.plus(&stride), self.hi.clone());
        }
        let classes = if common.is_single() { N::one() } else { common.stride.quotient(&self.stride) };
        if !classes.is_one() {
            let most = N::from_u64(most as u64);
            let steps = common.steps();
            if steps <= classes && steps <= most {
                let mut before = common.lo.clone();
                while before < common.hi {
                    let after = before.plus(&common.stride);
                    run(before.plus(&stride), after.minus(&stride));
                    before = after;
                }
            } else if classes <= most {
                let mut first = common.lo.plus(&stride);
                let end = common.lo.plus(&common.stride);
                while first < end {
                    let last = first.plus(&common.hi.minus(&common.lo)).minus(&common.stride);
                    rest.push(Interval::new(first.clone(), last, common.stride.clone()));
                    first = first.plus(&stride);
                }
            } else {
                return None;
            }
        }
        (rest.len() <= most).then_some(rest)
    }

    /// The values in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = N> + use<N> {
        let (hi, stride) = (self.hi.clone(), self.stride.clone());
        std::iter::successors(Some(self.lo.clone()), move |value| (*value < hi).then(|| value.plus(&stride)))
    }
}
