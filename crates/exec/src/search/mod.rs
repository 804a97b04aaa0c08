//! Searchers: which state runs next.
//!
//! A searcher is told of states that come and go, and names the next one to run. It never looks into a state:
//! all it may know is in [`Facts`].
//!
//! The strategies and their names are those of Rozhoň 2024, §5.3.2.2; `tree` and `klee` come from KLEE (Cadar
//! 2008), and `mixed` is our own. They decide the order of paths, never which paths there are.

mod coverage;
mod mixed;
mod order;
mod random;

use std::sync::Mutex;

use crate::config::Search;
use crate::rng::Rng;
use crate::state::StateId;
use crate::tree::Tree;

/// What a searcher may know about a state.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The state.
    pub id: StateId,
    /// The number of steps through the control-flow graph to the nearest block that was never entered. `None`
    /// if there is no such block within reach, or if the searcher does not want distances.
    pub distance: Option<u32>,
}

/// A search strategy at work.
pub trait Searcher: Send {
    /// Whether the searcher uses distances to new code.
    fn wants_distances(&self) -> bool {
        false
    }

    /// Called when a state has forked. Each side is then passed to [`Searcher::update`].
    fn forked(&mut self, _from: StateId, _other: StateId) {}

    /// Called when a state is new or has finished its turn.
    fn update(&mut self, facts: Facts);

    /// Called when the facts about a waiting state have changed, because another state has covered code near it.
    fn refresh(&mut self, _: Facts) {}

    /// Whether the state named last must run even if it has run for long without forking.
    fn insists(&self) -> bool {
        false
    }

    /// Called when the state named last does not run for now, because it has run for long without forking.
    fn pass_over(&mut self, _: StateId) {}

    /// Called when a state has ended.
    fn remove(&mut self, id: StateId);

    /// Names the next state; `None` if none is left. The tree is locked only by who walks on it.
    fn next(&mut self, tree: &Mutex<Tree>) -> Option<StateId>;
}

/// The searcher for a strategy.
pub fn searcher(search: Search, seed: u64) -> Box<dyn Searcher> {
    let rng = Rng::new(seed);
    match search {
        Search::Bfs => Box::new(order::Bfs::default()),
        Search::Dfs => Box::new(order::Dfs::default()),
        Search::Random => Box::new(random::RandomState::new(rng)),
        Search::Tree => Box::new(random::RandomPath::new(rng)),
        Search::Coverage => Box::new(coverage::CoverageGuided::new(rng)),
        Search::Klee => Box::new(Interleaved {
            searchers: vec![
                Box::new(random::RandomPath::new(rng)),
                Box::new(coverage::CoverageGuided::new(Rng::new(seed ^ 0x5DEE_CE66))),
            ],
            turn: 0,
        }),
        Search::Mixed => Box::new(mixed::Mixed::new(seed)),
    }
}

/// Several searchers that take turns, in order.
struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    turn: usize,
}

impl Searcher for Interleaved {
    fn wants_distances(&self) -> bool {
        self.searchers.iter().any(|searcher| searcher.wants_distances())
    }

    fn update(&mut self, facts: Facts) {
        self.searchers.iter_mut().for_each(|searcher| searcher.update(facts));
    }

    fn refresh(&mut self, facts: Facts) {
        self.searchers.iter_mut().for_each(|searcher| searcher.refresh(facts));
    }

    fn pass_over(&mut self, id: StateId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.pass_over(id));
    }

    fn remove(&mut self, id: StateId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(id));
    }

    fn next(&mut self, tree: &Mutex<Tree>) -> Option<StateId> {
        let turn = self.turn;
        self.turn = (turn + 1) % self.searchers.len();
        self.searchers[turn].next(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::lock;
    use crate::tree::NodeId;

    /// Every strategy names only live states, names each of them eventually, and ends when none is left.
    #[test]
    fn every_strategy_is_fair_and_ends() {
        for (search, name) in Search::NAMES {
            let mut searcher = searcher(search, 7);
            let tree = Mutex::new(Tree::new(StateId(0)));
            let mut nodes = vec![NodeId::ROOT];
            searcher.update(Facts { id: StateId(0), distance: Some(1) });
            for id in 1..20u64 {
                let from = nodes.len() / 2;
                let (yes, no) = lock(&tree).fork(nodes[from], StateId(from as u64), StateId(id));
                nodes[from] = yes;
                nodes.push(no);
                searcher.update(Facts { id: StateId(id), distance: Some(id as u32) });
            }
            let mut seen = std::collections::BTreeSet::new();
            while let Some(id) = searcher.next(&tree) {
                assert!(seen.insert(id), "{name} named {id:?} after it was removed");
                lock(&tree).end(nodes[id.0 as usize]);
                searcher.remove(id);
            }
            assert_eq!(seen.len(), 20, "{name} forgot a state");
        }
    }

    /// With an ordered strategy, a state that is passed over comes after the others and is not forgotten.
    #[test]
    fn states_that_are_passed_over_come_later() {
        let tree = Mutex::new(Tree::new(StateId(0)));
        for (search, order) in [(Search::Dfs, [2, 1, 0]), (Search::Bfs, [0, 1, 2])] {
            let mut searcher = searcher(search, 0);
            (0..3).for_each(|id| searcher.update(Facts { id: StateId(id), distance: None }));
            searcher.pass_over(StateId(order[0]));
            let mut seen = Vec::new();
            while let Some(id) = searcher.next(&tree) {
                seen.push(id.0);
                searcher.remove(id);
            }
            assert_eq!(seen, [order[1], order[2], order[0]], "{search:?}");
        }
    }

    #[test]
    fn depth_first_takes_the_newest_and_breadth_first_the_oldest() {
        let tree = Mutex::new(Tree::new(StateId(0)));
        let mut dfs = searcher(Search::Dfs, 0);
        let mut bfs = searcher(Search::Bfs, 0);
        for id in 0..3 {
            let facts = Facts { id: StateId(id), distance: None };
            dfs.update(facts);
            bfs.update(facts);
        }
        assert_eq!(dfs.next(&tree), Some(StateId(2)));
        assert_eq!(bfs.next(&tree), Some(StateId(0)));
    }
    /// Names a state `count` times; there are two, near to and far from new code, that neither run nor end.
    fn draws(search: Search, seed: u64, count: usize) -> Vec<StateId> {
        let tree = Mutex::new(Tree::new(StateId(0)));
        let mut searcher = searcher(search, seed);
        lock(&tree).fork(NodeId::ROOT, StateId(0), StateId(1));
        searcher.update(Facts { id: StateId(0), distance: Some(100) });
        searcher.update(Facts { id: StateId(1), distance: Some(1) });
        (0..count).map(|_| searcher.next(&tree).expect("two are alive")).collect()
    }

    #[test]
    fn the_seed_determines_every_choice() {
        for (search, name) in Search::NAMES {
            assert_eq!(draws(search, 5, 50), draws(search, 5, 50), "{name}");
        }
        for search in [Search::Random, Search::Tree, Search::Klee, Search::Mixed] {
            assert_ne!(draws(search, 5, 50), draws(search, 6, 50), "{search:?}");
        }
    }

    #[test]
    fn klee_takes_turns_of_tree_and_coverage() {
        let drawn = draws(Search::Klee, 9, 400);
        let even: Vec<StateId> = drawn.iter().step_by(2).copied().collect();
        assert_eq!(even, draws(Search::Tree, 9, 200));
        let odd = drawn.iter().skip(1).step_by(2).filter(|&&id| id == StateId(1)).count();
        assert!(odd > 190, "coverage takes the near one nearly always, and did so {odd} times of 200");
    }

    #[test]
    fn names_and_aliases_name_strategies() {
        for (search, name) in Search::NAMES.into_iter().chain(Search::ALIASES) {
            assert_eq!(name.parse(), Ok(search));
        }
        let message = "best".parse::<Search>().expect_err("there is no such strategy");
        assert!(message.contains("bfs, dfs, random, tree, coverage, klee, mixed"), "{message}");
    }
}
