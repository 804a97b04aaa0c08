//! Extends an operation on two intervals, or on a set and a value, to two sets.

use crate::interval::Interval;
use crate::number::Number;
use crate::outcome::Found;
use crate::pieces::{List, Pieces};
use crate::set::Set;
use crate::tuning::COMBINE_PAIRS;

/// The union of the results of an operation for every pair of intervals. Both sets are coarsened first if there
/// are too many pairs.
pub(crate) fn pairwise<N: Number, const CAP: usize>(
    left: &Set<N, CAP>,
    right: &Set<N, CAP>,
    operation: impl FnMut(&mut Pieces<N, CAP>, &Interval<N>, &Interval<N>),
) -> Found<N, CAP> {
    pairs(left, right, |set| set.intervals().iter().cloned().collect(), operation)
}

/// Like [`pairwise`], with the given way to list the intervals of a set.
pub(crate) fn pairs<N: Number, const CAP: usize>(
    left: &Set<N, CAP>,
    right: &Set<N, CAP>,
    list: impl Fn(&Set<N, CAP>) -> List<N>,
    mut operation: impl FnMut(&mut Pieces<N, CAP>, &Interval<N>, &Interval<N>),
) -> Found<N, CAP> {
    debug_assert_eq!(left.width(), right.width(), "sets of one width");
    let mut pieces = Pieces::new(left.width());
    let (left, right) = if left.intervals().len() * right.intervals().len() > COMBINE_PAIRS * CAP {
        pieces.over();
        let each = (COMBINE_PAIRS * CAP).isqrt();
        (list(&left.coarsened(each).set), list(&right.coarsened(each).set))
    } else {
        (list(left), list(right))
    };
    for one in &left {
        for other in &right {
            operation(&mut pieces, one, other);
        }
    }
    pieces.finish()
}

/// The union of the results of an operation for each value of `right`; `None` if there are too many values.
pub(crate) fn each_value<N: Number, const CAP: usize>(
    left: &Set<N, CAP>,
    right: &Set<N, CAP>,
    mut operation: impl FnMut(&Set<N, CAP>, &N) -> Found<N, CAP>,
) -> Option<Found<N, CAP>> {
    if let Some(value) = right.single_value() {
        return Some(operation(left, value));
    }
    if !right.has_at_most(COMBINE_PAIRS * CAP / left.intervals().len().max(1)) {
        return None;
    }
    let mut pieces = Pieces::new(left.width());
    for value in right.iter() {
        pieces.push_found(&operation(left, &value));
    }
    Some(pieces.finish())
}
