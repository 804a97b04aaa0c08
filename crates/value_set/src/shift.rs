//! Shifts. A distance of the width or more shifts everything out.
//!
//! A shift by a constant is a product or quotient by a power of two; an arithmetic shift of a negative number is
//! the logical shift plus the bits that are shifted in. There are at most as many different distances as bits, so
//! the distances of a set are tried one by one.

use crate::divide::{udiv_constant, udiv_constant_backward};
use crate::interval::Interval;
use crate::linear::{add, sub};
use crate::multiply::{mul_constant, mul_constant_backward};
use crate::number::Number;
use crate::outcome::Found;
use crate::pieces::Pieces;
use crate::set::Set;
use crate::tuning::COMBINE_PAIRS;
use crate::tuning::SHIFT_WIDEST;

/// The direction of a shift and the bits that are shifted in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    Left,
    Logical,
    Arithmetic,
}

impl Shift {
    /// The operands shifted by each of the distances.
    pub fn forward<N: Number, const CAP: usize>(self, set: &Set<N, CAP>, distances: &Set<N, CAP>) -> Found<N, CAP> {
        if set.is_empty() || distances.is_empty() {
            return Found::exact(Set::empty(set.width()));
        }
        match each_distance(set, distances, |distance| self.by(set, distance)) {
            Some(found) => found,
            None => self.bounds(set, distances),
        }
    }

    /// The operands that give a result in `result` when shifted by some distance.
    pub fn backward_left<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        distances: &Set<N, CAP>,
    ) -> Found<N, CAP> {
        each_distance(result, distances, |distance| self.undone(result, distance))
            .unwrap_or_else(|| Found::unknown(result.width()))
    }

    /// The distances that give a result in `result` for some operand.
    pub fn backward_right<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        operands: &Set<N, CAP>,
    ) -> Found<N, CAP> {
        let width = result.width();
        if width > SHIFT_WIDEST {
            return Found::unknown(width);
        }
        let mut pieces = Pieces::new(width);
        for distance in 0..=width {
            let shifted = self.by(operands, distance);
            if !shifted.set.meets(result) {
                continue;
            }
            if !shifted.exact {
                pieces.over();
            }
            let number = N::from_u64(distance.into());
            pieces.push(if distance < width {
                Interval::single(number)
            } else {
                Interval::range(number, N::all_ones(width))
            });
        }
        pieces.finish()
    }

    /// The operands shifted by one distance, which is at most the width.
    fn by<N: Number, const CAP: usize>(self, set: &Set<N, CAP>, distance: u32) -> Found<N, CAP> {
        let width = set.width();
        let power = N::power_of_two(distance);
        match self {
            Shift::Left => mul_constant(set, &power),
            Shift::Logical => udiv_constant(set, &power),
            Shift::Arithmetic => {
                let (plain, negative) = set.by_sign();
                let shifted = udiv_constant(&negative, &power).then(|shifted| add(shifted, &vacated(width, distance)));
                udiv_constant(&plain, &power).or(shifted)
            }
        }
    }

    /// The operands that give a result in `result` when shifted by one distance.
    fn undone<N: Number, const CAP: usize>(self, result: &Set<N, CAP>, distance: u32) -> Found<N, CAP> {
        let width = result.width();
        let power = N::power_of_two(distance);
        match self {
            Shift::Left if distance == width => mul_constant_backward(result, &N::zero()),
            Shift::Left => mul_constant_backward(result, &power),
            Shift::Logical => udiv_constant_backward(result, &power),
            Shift::Arithmetic => {
                let plain = udiv_constant_backward(result, &power).then(|set| Found::exact(set.by_sign().0));
                let negative = sub(result, &vacated(width, distance))
                    .then(|result| udiv_constant_backward(result, &power))
                    .then(|set| Found::exact(set.by_sign().1));
                plain.or(negative)
            }
        }
    }

    /// Bounds of the results, for the case that there are too many distances to try each.
    fn bounds<N: Number, const CAP: usize>(self, set: &Set<N, CAP>, distances: &Set<N, CAP>) -> Found<N, CAP> {
        const FULL: &str = "the sets are not empty";
        let width = set.width();
        let limit = |distance: &N| distance.to_u64().map_or(width, |distance| distance.min(width.into()) as u32);
        let least = limit(distances.least().expect(FULL));
        let greatest = limit(distances.greatest().expect(FULL));
        let mut pieces = Pieces::new(width);
        pieces.over();
        match self {
            Shift::Left => pieces.push(Interval::new(N::zero(), N::all_ones(width), N::power_of_two(least))),
            Shift::Logical => {
                let (lo, hi) = (set.least().expect(FULL), set.greatest().expect(FULL));
                pieces.push(Interval::range(lo.shifted_right(greatest), hi.shifted_right(least)));
            }
            Shift::Arithmetic => {
                let (plain, negative) = set.by_sign();
                if let (Some(lo), Some(hi)) = (plain.least(), plain.greatest()) {
                    pieces.push(Interval::range(lo.shifted_right(greatest), hi.shifted_right(least)));
                }
                let filled = |value: &N, distance: u32| {
                    value
                        .shifted_right(distance)
                        .plus(&N::power_of_two(width))
                        .minus(&N::power_of_two(width - distance))
                };
                if let (Some(lo), Some(hi)) = (negative.least(), negative.greatest()) {
                    pieces.push(Interval::range(filled(lo, least), filled(hi, greatest)));
                }
            }
        }
        pieces.finish()
    }
}

/// The number that an arithmetic shift of a negative number adds: ones in the top `distance` bits.
fn vacated<N: Number, const CAP: usize>(width: u32, distance: u32) -> Set<N, CAP> {
    Set::single(width, N::power_of_two(width).minus(&N::power_of_two(width - distance)))
}

/// The union of the results of an operation for each distance; all distances from the width up count as one.
/// `None` if there are too many for the number of intervals of the set.
fn each_distance<N: Number, const CAP: usize>(
    set: &Set<N, CAP>,
    distances: &Set<N, CAP>,
    mut operation: impl FnMut(u32) -> Found<N, CAP>,
) -> Option<Found<N, CAP>> {
    let width = set.width();
    let number = N::from_u64(width.into());
    let within = distances.clipped(&N::zero(), &number.minus(&N::one()));
    if !within.has_at_most(COMBINE_PAIRS * CAP / set.intervals().len().max(1)) {
        return None;
    }
    let beyond = distances.greatest().is_some_and(|greatest| *greatest >= number);
    let tried = within.iter().map(|distance| distance.to_u64().expect("below a width") as u32);
    let mut pieces = Pieces::new(width);
    for distance in tried.chain(beyond.then_some(width)) {
        pieces.push_found(&operation(distance));
    }
    Some(pieces.finish())
}
