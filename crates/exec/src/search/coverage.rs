//! Coverage-guided: states near code that was never executed, and states that have just found some, are likelier.
//!
//! Each state has an integer weight; a Fenwick tree over slots draws one in logarithmic time.

use rustc_hash::FxHashMap;

use super::{Facts, Searcher};
use crate::rng::Rng;
use crate::state::StateId;
use crate::tree::Tree;

/// States weighted by what they promise.
pub struct CoverageGuided {
    rng: Rng,
    slots: Vec<Option<(StateId, u64)>>,
    free: Vec<usize>,
    places: FxHashMap<StateId, usize>,
    sums: Vec<u64>,
}

/// The weight of a state: falls with the square of the distance and with the time since its last discovery.
fn weight(facts: &Facts) -> u64 {
    let near = match facts.distance {
        Some(distance) => {
            let distance = u64::from(distance.min(1000)) + 1;
            (1 << 24) / (distance * distance)
        }
        None => 1,
    };
    let fresh = (1 << 16) / (1 + facts.stale / 1000);
    near + fresh + 1
}

impl CoverageGuided {
    /// A searcher that draws from `rng`.
    pub fn new(rng: Rng) -> CoverageGuided {
        CoverageGuided { rng, slots: Vec::new(), free: Vec::new(), places: FxHashMap::default(), sums: Vec::new() }
    }

    fn add(&mut self, slot: usize, change: i64) {
        let mut at = slot + 1;
        while at <= self.sums.len() {
            self.sums[at - 1] = self.sums[at - 1].wrapping_add_signed(change);
            at += at & at.wrapping_neg();
        }
    }

    /// A free slot; the tree doubles when there is none.
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
        // The size is a power of two, so its last sum is that of all.
        self.sums.last().copied().unwrap_or(0)
    }
}

impl Searcher for CoverageGuided {
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

    fn remove(&mut self, id: StateId) {
        let Some(slot) = self.places.remove(&id) else { return };
        let (_, weight) = self.slots[slot].take().expect("a placed state has a slot");
        self.add(slot, -(weight as i64));
        self.free.push(slot);
    }

    fn next(&mut self, _: &Tree) -> Option<StateId> {
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
