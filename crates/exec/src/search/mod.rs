//! Searchers: which state goes next.
//!
//! A searcher sees states come and go and names the next one. It never looks into a state: what it may know is in
//! [`Facts`].

mod coverage;
mod order;
mod random;

use crate::config::Search;
use crate::rng::Rng;
use crate::state::StateId;
use crate::tree::Tree;

/// What a searcher may know about a state.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The state.
    pub id: StateId,
    /// Steps through the control-flow graph to the nearest block that was never entered, if one can be reached.
    pub distance: Option<u32>,
    /// Instructions since the state last executed something new.
    pub stale: u64,
}

/// Chooses states.
pub trait Searcher {
    /// A state has come to be, or its facts have changed.
    fn update(&mut self, facts: Facts);

    /// A state is gone.
    fn remove(&mut self, id: StateId);

    /// The next state; `None` when there is none left.
    fn next(&mut self, tree: &Tree) -> Option<StateId>;
}

/// The searcher of a strategy.
pub fn searcher(search: Search, seed: u64) -> Box<dyn Searcher> {
    let rng = Rng::new(seed);
    match search {
        Search::Dfs => Box::new(order::Dfs::default()),
        Search::Bfs => Box::new(order::Bfs::default()),
        Search::RandomState => Box::new(random::RandomState::new(rng)),
        Search::RandomPath => Box::new(random::RandomPath::new(rng)),
        Search::Coverage => Box::new(coverage::CoverageGuided::new(rng)),
        Search::Default => Box::new(Interleaved {
            searchers: vec![
                Box::new(random::RandomPath::new(Rng::new(seed))),
                Box::new(coverage::CoverageGuided::new(Rng::new(seed ^ 0x5DEE_CE66))),
            ],
            turn: 0,
        }),
    }
}

/// Several searchers in turn.
struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    turn: usize,
}

impl Searcher for Interleaved {
    fn update(&mut self, facts: Facts) {
        self.searchers.iter_mut().for_each(|searcher| searcher.update(facts));
    }

    fn remove(&mut self, id: StateId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(id));
    }

    fn next(&mut self, tree: &Tree) -> Option<StateId> {
        self.turn = (self.turn + 1) % self.searchers.len();
        self.searchers[self.turn].next(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::NodeId;

    /// Every strategy names live states only, names each at some time, and ends when none is left.
    #[test]
    fn every_strategy_is_fair_and_ends() {
        for (search, name) in Search::NAMES {
            let mut searcher = searcher(search, 7);
            let mut tree = Tree::new(StateId(0));
            let mut nodes = vec![NodeId::ROOT];
            searcher.update(Facts { id: StateId(0), distance: Some(1), stale: 0 });
            for id in 1..20u64 {
                let from = nodes.len() / 2;
                let (yes, no) = tree.fork(nodes[from], StateId(from as u64), StateId(id));
                nodes[from] = yes;
                nodes.push(no);
                searcher.update(Facts { id: StateId(id), distance: Some(id as u32), stale: id });
            }
            let mut seen = std::collections::BTreeSet::new();
            while let Some(id) = searcher.next(&tree) {
                assert!(seen.insert(id), "{name} named {id:?} after it was removed");
                tree.end(nodes[id.0 as usize]);
                searcher.remove(id);
            }
            assert_eq!(seen.len(), 20, "{name} forgot a state");
        }
    }

    #[test]
    fn depth_first_takes_the_newest_and_breadth_first_the_oldest() {
        let tree = Tree::new(StateId(0));
        let mut dfs = searcher(Search::Dfs, 0);
        let mut bfs = searcher(Search::Bfs, 0);
        for id in 0..3 {
            let facts = Facts { id: StateId(id), distance: None, stale: 0 };
            dfs.update(facts);
            bfs.update(facts);
        }
        assert_eq!(dfs.next(&tree), Some(StateId(2)));
        assert_eq!(bfs.next(&tree), Some(StateId(0)));
    }
}
