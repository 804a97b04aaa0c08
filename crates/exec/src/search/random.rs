//! Random choices: among all states, or by a walk down the execution tree.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::{Facts, Searcher};
use crate::rng::Rng;
use crate::run::lock;
use crate::state::StateId;
use crate::tree::Tree;

/// Any live state, each with the same probability.
pub struct RandomState {
    rng: Rng,
    live: Vec<StateId>,
    places: FxHashMap<StateId, usize>,
}

impl RandomState {
    /// A searcher that draws from `rng`.
    pub fn new(rng: Rng) -> RandomState {
        RandomState { rng, live: Vec::new(), places: FxHashMap::default() }
    }
}

impl Searcher for RandomState {
    fn update(&mut self, facts: Facts) {
        self.places.entry(facts.id).or_insert_with(|| {
            self.live.push(facts.id);
            self.live.len() - 1
        });
    }

    fn remove(&mut self, id: StateId) {
        let Some(place) = self.places.remove(&id) else { return };
        self.live.swap_remove(place);
        if let Some(&moved) = self.live.get(place) {
            self.places.insert(moved, place);
        }
    }

    fn next(&mut self, _: &Mutex<Tree>) -> Option<StateId> {
        (!self.live.is_empty()).then(|| self.live[self.rng.below(self.live.len() as u64) as usize])
    }
}

/// A walk from the root of the tree that tosses a coin at every fork. It favours states high in the tree, so
/// loops cannot starve the rest.
pub struct RandomPath {
    rng: Rng,
}

impl RandomPath {
    /// A searcher that draws from `rng`.
    pub fn new(rng: Rng) -> RandomPath {
        RandomPath { rng }
    }
}

impl Searcher for RandomPath {
    fn update(&mut self, _: Facts) {}

    fn remove(&mut self, _: StateId) {}

    fn next(&mut self, tree: &Mutex<Tree>) -> Option<StateId> {
        lock(tree).walk(|| self.rng.coin())
    }
}
