//! Intervals on their way to becoming a set: collected in any order and possibly overlapping, then put in order.
//!
//! In order means: the intervals are disjoint, sorted by their least value, joined where two together are one
//! interval, and at most `CAP`. They may interleave ({0, 5, 10} and {1, 6, 11}). The same values can have several
//! such lists, so equality of sets compares values. Because the intervals are disjoint, counting, inclusion and
//! equality are always exact.
//!
//! If the exact list would be longer than `CAP`, neighbours with the smallest gaps are joined, with the greatest
//! common stride, until it fits. The list then contains more values than were collected, and `exact` is false.

use smallvec::SmallVec;

use crate::interval::Interval;
use crate::join::{any_spans_meet, join_neighbours, join_overlapping, merge_ranges};
use crate::number::Number;
use crate::outcome::Found;
use crate::set::Set;
use crate::tuning::CROWDED;

/// The intervals of a set. Up to two are stored without an allocation.
pub(crate) type List<N> = SmallVec<[Interval<N>; 2]>;

/// A collection of intervals below 2^width. `exact` says whether it contains only wanted values.
pub(crate) struct Pieces<N: Number, const CAP: usize> {
    width: u32,
    list: List<N>,
    exact: bool,
}

impl<N: Number, const CAP: usize> Pieces<N, CAP> {
    /// Once the list is longer than this many intervals, overlaps are no longer split exactly. This bounds the
    /// cost of an operation.
    const WORK: usize = CROWDED * CAP;

    pub fn new(width: u32) -> Self {
        Pieces { width, list: List::new(), exact: true }
    }

    /// 2^width.
    #[inline]
    pub fn modulus(&self) -> N {
        N::power_of_two(self.width)
    }

    /// Adds an interval below 2^width.
    #[inline]
    pub fn push(&mut self, interval: Interval<N>) {
        if self.list.len() >= 2 * Self::WORK {
            self.make_disjoint();
            if self.list.len() > CAP {
                self.shorten(CAP / 2);
            }
        }
        self.list.push(interval);
    }

    /// Adds an interval if there is one.
    #[inline]
    pub fn push_some(&mut self, interval: Option<Interval<N>>) {
        if let Some(interval) = interval {
            self.push(interval);
        }
    }

    /// Adds the values of another result; if that is not exact, neither is this collection.
    pub fn push_found(&mut self, found: &Found<N, CAP>) {
        self.exact &= found.exact;
        for interval in found.set.intervals() {
            self.push(interval.clone());
        }
    }

    /// Records that the intervals may contain more than the wanted values.
    pub fn over(&mut self) {
        self.exact = false;
    }

    /// Adds `first + i * stride` modulo `modulus` for all i from 0 to `steps`.
    ///
    /// A progression that covers a full period is a residue class. One that wraps fewer than `CAP` times becomes
    /// a few intervals, cut where it wraps (fewer than 2 times once the list is long). Any other is approximated
    /// by its residue class. A stride of more than half the modulus is replaced by a smaller stride in the
    /// opposite direction.
    pub fn push_progression(&mut self, modulus: &N, first: &N, stride: &N, steps: &N) {
        let mut first = first.remainder(modulus);
        let mut stride = stride.remainder(modulus);
        if stride.is_zero() || steps.is_zero() {
            return self.push(Interval::single(first));
        }
        if !stride.is_one() || steps >= modulus {
            let common = stride.gcd(modulus);
            let period = modulus.quotient(&common);
            if *steps >= period.minus(&N::one()) {
                return self.push_class(modulus, &first, &common);
            }
        }
        let backward = modulus.minus(&stride);
        if backward < stride {
            first = first.plus(&steps.times(&stride)).remainder(modulus);
            stride = backward;
        }
        let last = first.plus(&steps.times(&stride));
        if last < *modulus {
            return self.push(Interval::new(first, last, stride));
        }
        let most = if self.list.len() < Self::WORK { CAP } else { 2 };
        if last.quotient(modulus) >= N::from_u64(most as u64) {
            let common = stride.gcd(modulus);
            self.over();
            return self.push_class(modulus, &first, &common);
        }
        let greatest = modulus.minus(&N::one());
        let mut left = steps.clone();
        loop {
            let here = greatest.minus(&first).quotient(&stride);
            if here >= left {
                let last = first.plus(&left.times(&stride));
                return self.push(Interval::new(first, last, stride));
            }
            let last = first.plus(&here.times(&stride));
            let next = last.plus(&stride).minus(modulus);
            self.push(Interval::new(first, last, stride.clone()));
            left = left.minus(&here).minus(&N::one());
            first = next;
        }
    }

    /// Adds all numbers below `modulus` that are `value` modulo `stride`, a divisor of the modulus.
    fn push_class(&mut self, modulus: &N, value: &N, stride: &N) {
        let lo = value.remainder(stride);
        let hi = modulus.minus(stride).plus(&lo);
        self.push(Interval::new(lo, hi, stride.clone()));
    }

    /// Takes over a list that is already in order.
    pub fn from_list(width: u32, list: List<N>) -> Self {
        Pieces { width, list, exact: true }
    }

    /// Shortens a list that is already in order to at most `most` intervals.
    pub fn shortened(mut self, most: usize) -> Found<N, CAP> {
        self.shorten(most);
        Found { set: Set::from_list(self.width, self.list), exact: self.exact }
    }

    /// Puts the intervals in order.
    pub fn finish(mut self) -> Found<N, CAP> {
        self.make_disjoint();
        if self.list.len() > CAP {
            self.pair_singles();
            self.shorten(CAP);
        }
        Found { set: Set::from_list(self.width, self.list), exact: self.exact }
    }

    /// Puts the intervals in order, given that they were disjoint when they were added.
    pub fn finish_disjoint(mut self) -> Found<N, CAP> {
        if !self.exact {
            // Some intervals were joined because there were too many: those added later may overlap the joined ones.
            return self.finish();
        }
        self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        join_neighbours(&mut self.list);
        if self.list.len() > CAP {
            self.pair_singles();
            self.shorten(CAP);
        }
        Found { set: Set::from_list(self.width, self.list), exact: self.exact }
    }

    /// Makes the intervals disjoint, sorts them, and joins those that together are one interval.
    fn make_disjoint(&mut self) {
        if self.list.len() <= 1 {
            return;
        }
        self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        if self.list.iter().all(Interval::is_range) {
            merge_ranges(&mut self.list);
        } else if any_spans_meet(&self.list) {
            join_overlapping(&mut self.list);
            self.shorten(Self::WORK);
            let pieces = std::mem::take(&mut self.list);
            for piece in pieces {
                self.insert(piece);
            }
            self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        }
        join_neighbours(&mut self.list);
    }

    /// Adds an interval to a list of disjoint ones and keeps the list disjoint.
    fn insert(&mut self, piece: Interval<N>) {
        let crowded = self.list.len() >= Self::WORK;
        let mut waiting: SmallVec<[Interval<N>; 4]> = SmallVec::new();
        waiting.push(piece);
        'next: while let Some(mut new) = waiting.pop() {
            let mut i = 0;
            while i < self.list.len() {
                let old = &self.list[i];
                let Some(common) = old.intersect(&new) else {
                    i += 1;
                    continue;
                };
                if common == new {
                    continue 'next;
                }
                if common == *old {
                    self.list.swap_remove(i);
                    continue;
                }
                if old.stride() == new.stride() {
                    new = old.join(&new);
                    self.list.swap_remove(i);
                    i = 0;
                    continue;
                }
                // Remove the common values from one of the two: from the one that splits into fewer intervals.
                let most = if crowded { 2 } else { CAP };
                let (new_rest, old_rest) = (new.without(old, most), old.without(&new, most));
                match (new_rest, old_rest) {
                    (Some(rest), None) => {
                        waiting.extend(rest);
                        continue 'next;
                    }
                    (Some(rest), Some(other)) if rest.len() <= other.len() => {
                        waiting.extend(rest);
                        continue 'next;
                    }
                    (_, Some(rest)) => {
                        // The pieces lie within the old interval, so they do not overlap the rest of the list.
                        self.list.swap_remove(i);
                        self.list.extend(rest);
                    }
                    (None, None) => {
                        new = old.join(&new);
                        self.list.swap_remove(i);
                        self.exact = false;
                        i = 0;
                    }
                }
            }
            self.list.push(new);
        }
    }

    /// Joins single values into pairs, since any two values are an interval. This halves the list and adds no values.
    fn pair_singles(&mut self) {
        let mut open: Option<usize> = None;
        let mut joined = List::new();
        for interval in self.list.drain(..) {
            if !interval.is_single() {
                joined.push(interval);
            } else if let Some(first) = open.take() {
                joined[first] = joined[first].join(&interval);
            } else {
                open = Some(joined.len());
                joined.push(interval);
            }
        }
        self.list = joined;
    }

    /// Joins neighbours with the smallest gaps until there are at most `most` intervals.
    fn shorten(&mut self, most: usize) {
        let most = most.max(1);
        while self.list.len() > most {
            self.exact = false;
            let surplus = self.list.len() - most;
            let mut gaps: Vec<(N, usize)> = self
                .list
                .windows(2)
                .enumerate()
                .map(|(i, pair)| (pair[1].lo().minus(pair[1].lo().min(pair[0].hi())), i + 1))
                .collect();
            gaps.sort_unstable();
            let mut joins = vec![false; self.list.len()];
            for (_, i) in gaps.into_iter().take(surplus) {
                joins[i] = true;
            }
            let old = std::mem::take(&mut self.list);
            let mut joined: Vec<Interval<N>> = Vec::with_capacity(most);
            for (i, interval) in old.into_iter().enumerate() {
                match joined.last_mut() {
                    Some(last) if joins[i] => *last = last.join(&interval),
                    _ => joined.push(interval),
                }
            }
            // A joined interval may overlap another one now. Joining these as well terminates, because the list
            // gets shorter.
            for interval in joined {
                let mut new = interval;
                while let Some(i) = self.list.iter().position(|old| old.intersect(&new).is_some()) {
                    new = self.list.swap_remove(i).join(&new);
                }
                self.list.push(new);
            }
            self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        }
    }
}
