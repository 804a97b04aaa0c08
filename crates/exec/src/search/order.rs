//! Depth first and breadth first: the newest and the oldest state.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::{Facts, Searcher};
use crate::state::StateId;
use crate::tree::Tree;

/// The newest state first. States that were passed over come last, the oldest of them first.
#[derive(Default)]
pub struct Dfs {
    live: BTreeSet<StateId>,
    late: BTreeSet<StateId>,
}

impl Searcher for Dfs {
    fn update(&mut self, facts: Facts) {
        self.late.remove(&facts.id);
        self.live.insert(facts.id);
    }

    fn pass_over(&mut self, id: StateId) {
        if self.live.remove(&id) {
            self.late.insert(id);
        }
    }

    fn remove(&mut self, id: StateId) {
        self.live.remove(&id);
        self.late.remove(&id);
    }

    fn next(&mut self, _: &Mutex<Tree>) -> Option<StateId> {
        self.live.last().or(self.late.first()).copied()
    }
}

/// The state that has waited longest first. A state that has run goes to the end of the queue.
#[derive(Default)]
pub struct Bfs {
    live: BTreeSet<(u64, StateId)>,
    turns: std::collections::BTreeMap<StateId, u64>,
    clock: u64,
}

impl Searcher for Bfs {
    fn update(&mut self, facts: Facts) {
        if let Some(turn) = self.turns.get(&facts.id) {
            self.live.remove(&(*turn, facts.id));
        }
        self.clock += 1;
        self.turns.insert(facts.id, self.clock);
        self.live.insert((self.clock, facts.id));
    }

    fn pass_over(&mut self, id: StateId) {
        self.update(Facts { id, distance: None });
    }

    fn remove(&mut self, id: StateId) {
        if let Some(turn) = self.turns.remove(&id) {
            self.live.remove(&(turn, id));
        }
    }

    fn next(&mut self, _: &Mutex<Tree>) -> Option<StateId> {
        self.live.first().map(|&(_, id)| id)
    }
}
