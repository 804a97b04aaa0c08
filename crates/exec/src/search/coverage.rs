//! The coverage-guided searcher: the nearer a state is to code that has never been executed, the more likely it
//! is chosen.
//!
//! The probability of a state is proportional to the inverse of its distance (Rozhoň 2024, table 5.1):
//! distances of 10, 5 and 1 give probabilities of 1, 2 and 10 in 13. (KLEE squares the inverse, and adds what a
//! state has found lately.) Each state has an integer weight; a Fenwick tree over the states draws one in
//! logarithmic time.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::{Facts, Searcher};
use crate::rng::Rng;
use crate::state::StateId;
use crate::tree::Tree;
use crate::tuning::FAR;

/// A searcher that weights states by their distance.
pub struct CoverageGuided {
    rng: Rng,
    slots: Vec<Option<(StateId, u64)>>,
    free: Vec<usize>,
    places: FxHashMap<StateId, usize>,
    sums: Vec<u64>,
}

/// The weight of a state at distance 1 from new code. It is divisible by many distances.
const NEAREST: u64 = 720_720 << 10;

/// The weight of a state. A state that cannot reach new code keeps a small weight, so that its path ends eventually.
fn weight(facts: &Facts) -> u64 {
    facts.distance.map_or(1, |distance| NEAREST / u64::from(distance).clamp(1, FAR))
}

impl CoverageGuided {
    /// A searcher that draws from `rng`.
    pub fn new(rng: Rng) -> CoverageGuided {
        CoverageGuided { rng, slots: Vec::new(), free: Vec::new(), places: FxHashMap::default(), sums: Vec::new() }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the searcher has a state.
    pub fn has(&self, id: StateId) -> bool {
        self.places.contains_key(&id)
    }

    /// The weight of a state; 0 if there is no such state.
    pub fn weight_of(&self, id: StateId) -> u64 {
        self.places.get(&id).and_then(|&slot| self.slots[slot]).map_or(0, |(_, weight)| weight)
    }

    fn add(&mut self, slot: usize, change: i64) {
        let mut at = slot + 1;
        while at <= self.sums.len() {
            self.sums[at - 1] = self.sums[at - 1].wrapping_add_signed(change);
            at += at & at.wrapping_neg();
        }
    }

    /// Returns a free slot; the Fenwick tree doubles if there is none.
    fn slot(&mut self) -> usize {
        if let Some(slot) = self.free.pop() {
            return slot;
        }
        let size = (self.slots.len() * 2).max(16);
        self.free.extend((self.slots.len()..size).rev());
        self.slots.resize(size, None);
        self.sums = vec![0; size];
        for slot in 0..size {
            if let Some((_, weight)) = self.slots[slot] {
                self.add(slot, weight as i64);
            }
        }
        self.free.pop().expect("the tree has just grown")
    }

    fn total(&self) -> u64 {
        // The size is a power of two, so the last sum is the sum of all weights.
        self.sums.last().copied().unwrap_or(0)
    }
}

impl Searcher for CoverageGuided {
    fn wants_distances(&self) -> bool {
        true
    }

    fn update(&mut self, facts: Facts) {
        let new = weight(&facts);
        let slot = match self.places.get(&facts.id) {
            Some(&slot) => slot,
            None => {
                let slot = self.slot();
                self.places.insert(facts.id, slot);
                slot
            }
        };
        let old = self.slots[slot].map_or(0, |(_, weight)| weight);
        self.slots[slot] = Some((facts.id, new));
        self.add(slot, new as i64 - old as i64);
    }

    fn refresh(&mut self, facts: Facts) {
        self.update(facts);
    }

    fn remove(&mut self, id: StateId) {
        let Some(slot) = self.places.remove(&id) else { return };
        let (_, weight) = self.slots[slot].take().expect("a placed state has a slot");
        self.add(slot, -(weight as i64));
        self.free.push(slot);
    }

    fn next(&mut self, _: &Mutex<Tree>) -> Option<StateId> {
        if self.places.is_empty() {
            return None;
        }
        let mut target = self.rng.below(self.total());
        let mut at = 0;
        let mut half = self.sums.len();
        while half > 0 {
            if at + half <= self.sums.len() && self.sums[at + half - 1] <= target {
                target -= self.sums[at + half - 1];
                at += half;
            }
            half /= 2;
        }
        self.slots[at].map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Rozhoň 2024, table 5.1.
    #[test]
    fn chances_are_in_proportion_to_inverse_distances() {
        let weights = [10, 5, 1].map(|distance| weight(&Facts { id: StateId(0), distance: Some(distance) }));
        assert_eq!(weights, [1, 2, 10].map(|part| part * weights[0]));
        let tree = Mutex::new(Tree::new(StateId(0)));
        let mut searcher = CoverageGuided::new(Rng::new(1));
        for (id, distance) in [10, 5, 1].into_iter().enumerate() {
            searcher.update(Facts { id: StateId(id as u64), distance: Some(distance) });
        }
        let mut drawn = [0i64; 3];
        for _ in 0..13_000 {
            drawn[searcher.next(&tree).expect("three are alive").0 as usize] += 1;
        }
        for (drawn, expected) in drawn.into_iter().zip([1000, 2000, 10_000]) {
            assert!((drawn - expected).abs() < 200, "{drawn} times instead of {expected}");
        }
    }

    #[test]
    fn a_state_with_nothing_new_ahead_hardly_ever_goes_but_can() {
        let tree = Mutex::new(Tree::new(StateId(0)));
        let mut searcher = CoverageGuided::new(Rng::new(1));
        searcher.update(Facts { id: StateId(0), distance: None });
        assert_eq!(searcher.next(&tree), Some(StateId(0)));
        searcher.update(Facts { id: StateId(1), distance: Some(300) });
        let drawn: Vec<_> = (0..100).map(|_| searcher.next(&tree)).collect();
        assert_eq!(drawn, [Some(StateId(1)); 100]);
        searcher.refresh(Facts { id: StateId(1), distance: None });
        let drawn: Vec<_> = (0..100).map(|_| searcher.next(&tree)).collect();
        assert!(drawn.contains(&Some(StateId(0))), "equals have equal chances");
    }
}
