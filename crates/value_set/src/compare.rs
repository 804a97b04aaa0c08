//! Comparisons: whether they hold for two sets, and which values of one side they leave.
//!
//! `a < b` holds for all pairs exactly if max(a) < min(b), and for none exactly if not min(a) < max(b). (Dustmann
//! 2018, §3.4.3, prints the two tests the other way round.) The two values are assumed to be independent; a
//! caller that compares `x` with `x + 1` must know that they are not.
//!
//! Refinement asks for the values of the left side, over all of its width: [`Comparison::possible`] gives those for which the
//! comparison holds with *some* value of the other side, [`Comparison::certain`] those for which it holds with *all* of them.
//! The right side is refined by the swapped comparison. An order leaves a single range (two for a signed one), so
//! both are exact; only `!=` can be inexact, against a set whose complement takes too many intervals.

use crate::number::Number;
use crate::outcome::Outcome;
use crate::set::Set;

/// A comparison of two bit-vectors of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less than.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Unsigned greater than.
    Ugt,
    /// Unsigned greater or equal.
    Uge,
    /// Signed less than.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Signed greater than.
    Sgt,
    /// Signed greater or equal.
    Sge,
}

/// What is known of a comparison of two sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// It holds for every pair of values.
    Always,
    /// It holds for no pair of values.
    Never,
    /// It holds for some pairs of values and fails for others.
    Sometimes,
}

impl Comparison {
    /// All comparisons.
    pub const ALL: [Comparison; 10] = [
        Comparison::Eq,
        Comparison::Ne,
        Comparison::Ult,
        Comparison::Ule,
        Comparison::Ugt,
        Comparison::Uge,
        Comparison::Slt,
        Comparison::Sle,
        Comparison::Sgt,
        Comparison::Sge,
    ];

    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Ult => Comparison::Uge,
            Comparison::Ule => Comparison::Ugt,
            Comparison::Ugt => Comparison::Ule,
            Comparison::Uge => Comparison::Ult,
            Comparison::Slt => Comparison::Sge,
            Comparison::Sle => Comparison::Sgt,
            Comparison::Sgt => Comparison::Sle,
            Comparison::Sge => Comparison::Slt,
        }
    }

    /// The comparison that holds with the two sides exchanged.
    pub fn swapped(self) -> Comparison {
        match self {
            Comparison::Eq | Comparison::Ne => self,
            Comparison::Ult => Comparison::Ugt,
            Comparison::Ule => Comparison::Uge,
            Comparison::Ugt => Comparison::Ult,
            Comparison::Uge => Comparison::Ule,
            Comparison::Slt => Comparison::Sgt,
            Comparison::Sle => Comparison::Sge,
            Comparison::Sgt => Comparison::Slt,
            Comparison::Sge => Comparison::Sle,
        }
    }

    /// Whether it compares signed numbers.
    pub fn is_signed(self) -> bool {
        matches!(self, Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge)
    }

    /// Whether it holds for two values of the given width.
    pub fn holds<N: Number>(self, width: u32, left: &N, right: &N) -> bool {
        match self {
            Comparison::Eq => left == right,
            Comparison::Ne => left != right,
            Comparison::Ult => left < right,
            Comparison::Ule => left <= right,
            Comparison::Ugt => left > right,
            Comparison::Uge => left >= right,
            Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge => {
                let half = N::power_of_two(width - 1);
                self.unsigned().holds(width, &left.xor(&half), &right.xor(&half))
            }
        }
    }

    /// Whether it holds for two values, one from each set, chosen independently. If a set is empty, there is no
    /// pair and the answer is `Never`.
    pub fn truth<N: Number, const CAP: usize>(self, left: &Set<N, CAP>, right: &Set<N, CAP>) -> Truth {
        debug_assert_eq!(left.width(), right.width(), "sets of one width");
        if left.is_empty() || right.is_empty() {
            return Truth::Never;
        }
        match self {
            Comparison::Eq => match (left.single_value(), right.single_value()) {
                (Some(one), Some(other)) if one == other => Truth::Always,
                _ if left.meets(right) => Truth::Sometimes,
                _ => Truth::Never,
            },
            Comparison::Ne => Comparison::Eq.truth(left, right).negated(),
            Comparison::Ult | Comparison::Ule | Comparison::Slt | Comparison::Sle => {
                let (least_left, greatest_left) = self.ends(left);
                let (least_right, greatest_right) = self.ends(right);
                let width = left.width();
                if self.holds(width, &greatest_left, &least_right) {
                    Truth::Always
                } else if self.holds(width, &least_left, &greatest_right) {
                    Truth::Sometimes
                } else {
                    Truth::Never
                }
            }
            Comparison::Ugt | Comparison::Uge | Comparison::Sgt | Comparison::Sge => self.swapped().truth(right, left),
        }
    }

    /// The values of the left side for which the comparison holds with some value of `right`.
    pub fn possible<N: Number, const CAP: usize>(self, right: &Set<N, CAP>) -> Outcome<N, CAP> {
        let width = right.width();
        if right.is_empty() {
            return Outcome::Exact(Set::empty(width));
        }
        match self {
            Comparison::Eq => Outcome::Exact(right.clone()),
            Comparison::Ne if right.single_value().is_some() => right.complement(),
            Comparison::Ne => Outcome::Exact(Set::full(width)),
            _ => Outcome::Exact(self.against(width, &self.greatest_bound(right))),
        }
    }

    /// The values of the left side for which the comparison holds with every value of `right`. An outcome `Over`
    /// also contains values for which it does not.
    pub fn certain<N: Number, const CAP: usize>(self, right: &Set<N, CAP>) -> Outcome<N, CAP> {
        let width = right.width();
        if right.is_empty() {
            return Outcome::Exact(Set::full(width));
        }
        match self {
            Comparison::Eq if right.single_value().is_some() => Outcome::Exact(right.clone()),
            Comparison::Eq => Outcome::Exact(Set::empty(width)),
            Comparison::Ne => right.complement(),
            _ => Outcome::Exact(self.against(width, &self.least_bound(right))),
        }
    }

    /// What a branch on the comparison leaves of both sides: of each, the values for which it can hold with some
    /// value of the other. Exact for each side alone; the possible pairs are fewer unless one side is a single value.
    pub fn refine<N: Number, const CAP: usize>(
        self,
        left: &Set<N, CAP>,
        right: &Set<N, CAP>,
    ) -> (Outcome<N, CAP>, Outcome<N, CAP>) {
        (self.restrict(left, right), self.swapped().restrict(right, left))
    }

    /// The values of `own`, the left side, for which the comparison can hold with some value of `other`.
    pub fn restrict<N: Number, const CAP: usize>(self, own: &Set<N, CAP>, other: &Set<N, CAP>) -> Outcome<N, CAP> {
        if own.is_empty() || other.is_empty() {
            return Outcome::Exact(Set::empty(own.width()));
        }
        match self {
            Comparison::Eq => own.intersect(other),
            Comparison::Ne if other.single_value().is_some() => own.difference(other),
            Comparison::Ne => Outcome::Exact(own.clone()),
            _ => match self.range_against(own.width(), &self.greatest_bound(other)) {
                Some((lo, hi)) if lo <= hi => Outcome::Exact(own.clipped(&lo, &hi)),
                Some((lo, hi)) => own.intersect(&Set::range(own.width(), lo, hi)),
                None => Outcome::Exact(Set::empty(own.width())),
            },
        }
    }

    /// The same order on unsigned numbers.
    fn unsigned(self) -> Comparison {
        match self {
            Comparison::Slt => Comparison::Ult,
            Comparison::Sle => Comparison::Ule,
            Comparison::Sgt => Comparison::Ugt,
            Comparison::Sge => Comparison::Uge,
            _ => self,
        }
    }

    /// The least and the greatest value in the order of this comparison.
    fn ends<N: Number, const CAP: usize>(self, set: &Set<N, CAP>) -> (N, N) {
        const FULL: &str = "empty sets were answered before";
        if self.is_signed() {
            (set.least_signed().expect(FULL), set.greatest_signed().expect(FULL))
        } else {
            (set.least().expect(FULL).clone(), set.greatest().expect(FULL).clone())
        }
    }

    /// The value of `other` for which an order holds for the most values of this side.
    fn greatest_bound<N: Number, const CAP: usize>(self, other: &Set<N, CAP>) -> N {
        let (least, greatest) = self.ends(other);
        if matches!(self.unsigned(), Comparison::Ult | Comparison::Ule) { greatest } else { least }
    }

    /// The value of `other` for which an order holds for the fewest values of this side.
    fn least_bound<N: Number, const CAP: usize>(self, other: &Set<N, CAP>) -> N {
        let (least, greatest) = self.ends(other);
        if matches!(self.unsigned(), Comparison::Ult | Comparison::Ule) { least } else { greatest }
    }

    /// The values for which an order holds against `value`.
    fn against<N: Number, const CAP: usize>(self, width: u32, value: &N) -> Set<N, CAP> {
        self.range_against(width, value).map_or_else(|| Set::empty(width), |(lo, hi)| Set::range(width, lo, hi))
    }

    /// The first and the last value for which an order holds against `value`, in an order that may wrap around;
    /// `None` if it never holds.
    fn range_against<N: Number>(self, width: u32, value: &N) -> Option<(N, N)> {
        // The least signed number is the bit pattern 2^(width - 1), where a wrapping range then begins.
        let (first, last) = if self.is_signed() {
            let half = N::power_of_two(width - 1);
            (half.clone(), half.minus(&N::one()))
        } else {
            (N::zero(), N::all_ones(width))
        };
        let up = || value.plus(&N::one()).low_bits(width);
        let down = || if value.is_zero() { N::all_ones(width) } else { value.minus(&N::one()) };
        match self.unsigned() {
            Comparison::Ult => (*value != first).then(|| (first, down())),
            Comparison::Ule => Some((first, value.clone())),
            Comparison::Ugt => (*value != last).then(|| (up(), last)),
            Comparison::Uge => Some((value.clone(), last)),
            Comparison::Eq | Comparison::Ne | Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge => {
                unreachable!("equality is answered before, and the order is unsigned by now")
            }
        }
    }
}

impl Truth {
    /// The truth of the negated condition.
    pub fn negated(self) -> Truth {
        match self {
            Truth::Always => Truth::Never,
            Truth::Never => Truth::Always,
            Truth::Sometimes => Truth::Sometimes,
        }
    }
}
