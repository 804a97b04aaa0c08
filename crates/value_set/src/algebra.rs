//! Intersection, union, complement, difference, inclusion and equality.
//!
//! Inclusion and equality are always exact: the intervals of a set are disjoint, so the number of common values
//! is a sum over pairs of intervals. The other operations are exact if the result fits the cap.

use crate::interval::Interval;
use crate::number::Number;
use crate::outcome::{Found, Outcome};
use crate::pieces::{List, Pieces};
use crate::set::Set;

impl<N: Number, const CAP: usize> Set<N, CAP> {
    /// The common values.
    pub fn intersect(&self, other: &Self) -> Outcome<N, CAP> {
        self.intersect_found(other).outcome()
    }

    /// The values in at least one of the two.
    pub fn union(&self, other: &Self) -> Outcome<N, CAP> {
        self.union_found(other).outcome()
    }

    /// The values that are not in the set.
    pub fn complement(&self) -> Outcome<N, CAP> {
        self.complement_found().outcome()
    }

    /// The values of this set that are not in `other`.
    pub fn difference(&self, other: &Self) -> Outcome<N, CAP> {
        self.difference_found(other).outcome()
    }

    /// Whether every value of this set is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        debug_assert_eq!(self.width(), other.width(), "sets of one width");
        other.is_full() || self.intervals().iter().all(|own| common_count(own, other) == own.count())
    }

    /// Whether there is a common value.
    pub fn meets(&self, other: &Self) -> bool {
        debug_assert_eq!(self.width(), other.width(), "sets of one width");
        self.intervals().iter().any(|own| other.intervals().iter().any(|theirs| own.intersect(theirs).is_some()))
    }

    pub(crate) fn intersect_found(&self, other: &Self) -> Found<N, CAP> {
        debug_assert_eq!(self.width(), other.width(), "sets of one width");
        if let ([own], [theirs]) = (self.intervals(), other.intervals()) {
            let common = own.intersect(theirs);
            return Found::exact(
                common.map_or_else(|| Set::empty(self.width()), |common| Set::of(self.width(), common)),
            );
        }
        let mut pieces = Pieces::new(self.width());
        for own in self.intervals() {
            for theirs in other.intervals().iter().take_while(|theirs| theirs.lo() <= own.hi()) {
                pieces.push_some(own.intersect(theirs));
            }
        }
        let found = pieces.finish_disjoint();
        if found.exact {
            return found;
        }
        found.better(Found::over(self.clone())).better(Found::over(other.clone()))
    }

    pub(crate) fn union_found(&self, other: &Self) -> Found<N, CAP> {
        debug_assert_eq!(self.width(), other.width(), "sets of one width");
        if other.is_empty() || self.is_full() {
            return Found::exact(self.clone());
        }
        if self.is_empty() || other.is_full() {
            return Found::exact(other.clone());
        }
        let mut pieces = Pieces::new(self.width());
        for interval in self.intervals().iter().chain(other.intervals()) {
            pieces.push(interval.clone());
        }
        pieces.finish()
    }

    pub(crate) fn complement_found(&self) -> Found<N, CAP> {
        if let [only] = self.intervals()
            && only.is_range()
        {
            let greatest = N::all_ones(self.width());
            let mut list = List::new();
            if !only.lo().is_zero() {
                list.push(Interval::range(N::zero(), only.lo().minus(&N::one())));
            }
            if *only.hi() != greatest {
                list.push(Interval::range(only.hi().plus(&N::one()), greatest));
            }
            return Found::exact(Set::from_list(self.width(), list));
        }
        Set::full(self.width()).difference_found(self)
    }

    pub(crate) fn difference_found(&self, other: &Self) -> Found<N, CAP> {
        debug_assert_eq!(self.width(), other.width(), "sets of one width");
        let mut pieces = Pieces::new(self.width());
        for own in self.intervals() {
            let mut rest = List::new();
            rest.push(own.clone());
            for theirs in other.intervals().iter().filter(|theirs| theirs.spans_meet(own)) {
                let mut next = List::new();
                for interval in rest {
                    match interval.without(theirs, CAP + 1) {
                        Some(left) if next.len() + left.len() <= 2 * CAP + 2 => next.extend(left),
                        _ => {
                            pieces.over();
                            next.push(interval);
                        }
                    }
                }
                rest = next;
            }
            for interval in rest {
                pieces.push(interval);
            }
        }
        let found = pieces.finish_disjoint();
        if found.exact { found } else { found.better(Found::over(self.clone())) }
    }

    /// The values from `lo` to `hi`. Always exact, because clipping splits no interval.
    pub(crate) fn clipped(&self, lo: &N, hi: &N) -> Self {
        let mut list: List<N> = self.intervals().iter().filter_map(|interval| interval.clip(lo, hi)).collect();
        list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        Set::from_list(self.width(), list)
    }

    /// The values that are not negative, and the negative ones, in two's complement.
    pub(crate) fn by_sign(&self) -> (Self, Self) {
        let half = N::power_of_two(self.width() - 1);
        (self.clipped(&N::zero(), &half.minus(&N::one())), self.clipped(&half, &N::all_ones(self.width())))
    }
}

/// The number of values of an interval that are in a set.
fn common_count<N: Number, const CAP: usize>(interval: &Interval<N>, set: &Set<N, CAP>) -> N {
    set.intervals()
        .iter()
        .filter_map(|other| interval.intersect(other))
        .fold(N::zero(), |count, common| count.plus(&common.count()))
}

impl<N: Number, const CAP: usize> PartialEq for Set<N, CAP> {
    fn eq(&self, other: &Self) -> bool {
        self.width() == other.width()
            && (self.intervals() == other.intervals() || (self.count() == other.count() && self.is_subset(other)))
    }
}

impl<N: Number, const CAP: usize> Eq for Set<N, CAP> {}
