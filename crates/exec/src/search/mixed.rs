//! The default searcher: `tree` and `coverage` in turn, and between them paths that are followed to their ends.
//!
//! `tree` and `coverage` both spread over the whole tree. If every byte of the input is compared, they go one
//! fork deeper everywhere before any path ends, which makes very many states and no results. So some of the
//! turns go to *dives*. A dive begins with a state that one of the two has chosen, goes on with one side of
//! every fork, and ends with the path. It chooses sides as the searcher that began it would: by a coin, or
//! preferring the side nearer to new code.
//!
//! **Few states.** Up to [`CROWD`] states, `tree`, `coverage` and dives take turns equally.
//!
//! **Many states.** Beyond that, all turns go to dives, and when a path has ended, its dive goes on with the
//! newest state that it left behind: depth first, which leaves behind no more states than a path has forks. Now
//! and then a dive begins somewhere else, since all these paths resemble each other; the more states there are,
//! the less often ([`Mixed::has_its_share`]), so that their number grows with the logarithm of the number of
//! paths. In a loop without a bound, a depth-first search goes deeper and deeper and leaves more and more
//! states behind: a dive that has left behind [`CROWD`] states more than on its first path is replaced by another.
//!
//! **Paths without end.** The number of turns that a path takes to end is not known beforehand, and some paths
//! have no end. A dive is broken off after a number of turns given by the sequence of Luby 1993: 1, 1, 2, 1, 1,
//! 2, 4, …, times [`LEAST_DIVE`]. That is at most a logarithmic factor slower than the best limit. As many turns as
//! went to a dive without a result are given to `tree` and `coverage` too. The state at which a dive was broken
//! off does not begin another dive for as many draws as the dive had turns, unless it has forked since. A dive
//! goes on with a state that has run for long without forking, which the main loop would otherwise pass
//! over: the limit on turns takes care of such a state.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::coverage::CoverageGuided;
use super::random::RandomPath;
use super::{Facts, Searcher};
use crate::rng::Rng;
use crate::state::StateId;
use crate::tree::Tree;
use crate::tuning::{CROWD, DRAWS, LEAST_DIVE};

/// A searcher that takes turns between `tree`, `coverage` and dives.
pub struct Mixed {
    tree: RandomPath,
    coverage: CoverageGuided,
    rng: Rng,
    /// Counts turns modulo 3 while there are few states; the turn numbered 0 is a dive's.
    turn: u8,
    /// Which of `tree` and `coverage` has the next turn (`spread`), and which begins the next dive (`begin`).
    spread: Guide,
    begin: Guide,
    dive: Option<Dive>,
    /// The number of dives that were broken off.
    broken_off: u64,
    /// The number of turns that the last path to end in a dive took; 0 if a dive was broken off since.
    lately: u64,
    /// The number of turns that `tree` and `coverage` have yet to get in return for dives that were broken off.
    owed: u64,
    /// The states at which dives were broken off, each with the number of draws that still skip it.
    tired: FxHashMap<StateId, u64>,
    /// Whether the last choice was made by a dive.
    follows: bool,
}

/// The searcher that makes the choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guide {
    Tree,
    Coverage,
}

/// A path that is followed to its end, and the states that it leaves behind.
struct Dive {
    guide: Guide,
    at: StateId,
    /// The other side of the fork that `at` has reached, until one of both sides is chosen.
    other: Option<StateId>,
    /// The sides that were not chosen, the newest last. Some may have ended.
    left: Vec<StateId>,
    /// The number of paths that have ended in this dive.
    ended: u64,
    /// The number of states left behind when the first path ended.
    left_at_first: usize,
    /// The number of turns since the last path ended, or since the dive began.
    turns: u64,
    /// Whether the dive has forked in these turns.
    forked: bool,
}

impl Mixed {
    /// A searcher whose choices are determined by the seed.
    pub fn new(seed: u64) -> Mixed {
        Mixed {
            tree: RandomPath::new(Rng::new(seed)),
            coverage: CoverageGuided::new(Rng::new(seed ^ 0x5DEE_CE66)),
            rng: Rng::new(seed ^ 0x000D_1FE5),
            turn: 0,
            spread: Guide::Tree,
            begin: Guide::Tree,
            dive: None,
            broken_off: 0,
            lately: 0,
            owed: 0,
            tired: FxHashMap::default(),
            follows: false,
        }
    }

    fn is_crowded(&self) -> bool {
        self.coverage.len() > CROWD
    }

    /// Whether the next turn is a dive's.
    fn dives(&mut self) -> bool {
        if !self.is_crowded() {
            self.turn = (self.turn + 1) % 3;
            return self.turn == 0;
        }
        let owes = self.owed > 0;
        self.owed = self.owed.saturating_sub(1);
        !owes
    }

    /// Lets `tree` and `coverage` choose in turn.
    fn spread(&mut self, tree: &Mutex<Tree>) -> Option<StateId> {
        let guide = self.spread;
        self.spread = guide.other();
        self.draw(guide, tree)
    }

    fn draw(&mut self, guide: Guide, tree: &Mutex<Tree>) -> Option<StateId> {
        match guide {
            Guide::Tree => self.tree.next(tree),
            Guide::Coverage => self.coverage.next(tree),
        }
    }

    /// The choice of the dive. Begins a dive if there is none.
    fn follow(&mut self, tree: &Mutex<Tree>) -> Option<StateId> {
        let limit = (LEAST_DIVE * luby(self.broken_off + 1)).max(2 * self.lately);
        if self.dive.as_ref().is_some_and(|dive| dive.turns >= limit) {
            self.break_off();
        }
        if self.dive.is_none() {
            self.dive = Some(self.begin(tree)?);
        }
        self.choose_side();
        let dive = self.dive.as_mut().expect("it has just begun");
        dive.turns += 1;
        Some(dive.at)
    }

    /// Breaks off a dive whose path does not end.
    fn break_off(&mut self) {
        let Some(dive) = self.dive.take() else { return };
        self.broken_off += 1;
        if self.is_crowded() {
            self.owed += dive.turns;
        }
        self.lately = 0;
        if !dive.forked {
            self.tired.insert(dive.at, dive.turns);
        }
    }

    fn begin(&mut self, tree: &Mutex<Tree>) -> Option<Dive> {
        let guide = self.begin;
        self.begin = guide.other();
        let mut at = self.draw(guide, tree)?;
        for _ in 0..DRAWS {
            let Some(draws) = self.tired.get_mut(&at) else { break };
            *draws -= 1;
            if *draws == 0 {
                self.tired.remove(&at);
            }
            at = self.draw(guide, tree)?;
        }
        Some(Dive { guide, at, other: None, left: Vec::new(), turns: 0, ended: 0, left_at_first: 0, forked: false })
    }

    /// Chooses one of the two sides of the last fork.
    fn choose_side(&mut self) {
        let Some(dive) = &mut self.dive else { return };
        let Some(other) = dive.other.take() else { return };
        let weight = |id| match dive.guide {
            Guide::Tree => u64::from(self.coverage.has(id)),
            Guide::Coverage => self.coverage.weight_of(id),
        };
        let (here, there) = (weight(dive.at), weight(other));
        let stays = self.rng.below(here + there) < here;
        dive.left.push(if stays { other } else { std::mem::replace(&mut dive.at, other) });
    }

    /// Whether the dive has ended enough paths for the next one to begin: one path while there are few states,
    /// and twice as many for every sixteenth of [`CROWD`] that there are beyond it.
    fn has_its_share(&self, ended: u64) -> bool {
        let beyond = self.coverage.len().saturating_sub(CROWD);
        let doublings = (beyond * 16).div_ceil(CROWD);
        doublings < 63 && ended >= 1 << doublings
    }

    /// Ends the path that the dive follows. The dive goes on with the newest state that it left behind, or ends.
    fn surface(&mut self) {
        let Some(mut dive) = self.dive.take() else { return };
        dive.left.extend(dive.other.take());
        self.lately = dive.turns;
        if dive.ended == 0 {
            dive.left_at_first = dive.left.len();
        }
        dive.ended += 1;
        (dive.turns, dive.forked) = (0, false);
        if self.has_its_share(dive.ended) || dive.left.len() > dive.left_at_first + CROWD {
            return;
        }
        while let Some(id) = dive.left.pop() {
            if self.coverage.has(id) {
                dive.at = id;
                self.dive = Some(dive);
                return;
            }
        }
    }
}

impl Guide {
    fn other(self) -> Guide {
        match self {
            Guide::Tree => Guide::Coverage,
            Guide::Coverage => Guide::Tree,
        }
    }
}

impl Searcher for Mixed {
    fn wants_distances(&self) -> bool {
        true
    }

    fn forked(&mut self, from: StateId, other: StateId) {
        self.tired.remove(&from);
        if let Some(dive) = &mut self.dive
            && dive.at == from
        {
            dive.left.extend(dive.other.replace(other));
            dive.forked = true;
        }
    }

    fn update(&mut self, facts: Facts) {
        self.coverage.update(facts);
    }

    fn refresh(&mut self, facts: Facts) {
        self.coverage.refresh(facts);
    }

    fn insists(&self) -> bool {
        self.follows
    }

    fn remove(&mut self, id: StateId) {
        self.coverage.remove(id);
        self.tired.remove(&id);
        if self.dive.as_ref().is_some_and(|dive| dive.at == id) {
            self.surface();
        }
    }

    fn next(&mut self, tree: &Mutex<Tree>) -> Option<StateId> {
        self.follows = self.dives();
        if self.follows { self.follow(tree) } else { self.spread(tree) }
    }
}

/// The number at a position, counted from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, …
fn luby(mut place: u64) -> u64 {
    loop {
        // The shortest prefix of the sequence that contains the position and whose length is one less than a
        // power of two.
        let whole = (place + 1).next_power_of_two();
        if place + 1 == whole {
            return whole / 2;
        }
        place -= whole / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::lock;
    use crate::tree::NodeId;

    #[test]
    fn the_sequence_is_that_of_the_paper() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert_eq!([luby((1 << 20) - 1), luby(1 << 20)], [1 << 19, 1]);
    }

    /// A tree of states that fork at every turn and never end on their own.
    struct Forest {
        searcher: Mixed,
        tree: Mutex<Tree>,
        nodes: Vec<NodeId>,
    }

    impl Forest {
        fn new() -> Forest {
            let mut forest =
                Forest { searcher: Mixed::new(0), tree: Mutex::new(Tree::new(StateId(0))), nodes: vec![NodeId::ROOT] };
            forest.searcher.update(Facts { id: StateId(0), distance: None });
            forest
        }

        fn next(&mut self) -> StateId {
            self.searcher.next(&self.tree).expect("some are alive")
        }

        fn fork(&mut self, id: StateId) {
            let other = StateId(self.nodes.len() as u64);
            let (yes, no) = lock(&self.tree).fork(self.nodes[id.0 as usize], id, other);
            self.nodes[id.0 as usize] = yes;
            self.nodes.push(no);
            self.searcher.forked(id, other);
            for id in [id, other] {
                self.searcher.update(Facts { id, distance: None });
            }
        }

        fn end(&mut self, id: StateId) {
            lock(&self.tree).end(self.nodes[id.0 as usize]);
            self.searcher.remove(id);
        }
    }

    #[test]
    fn a_third_of_the_turns_follows_one_path_while_there_are_few_states() {
        let mut forest = Forest::new();
        let mut followed = 0;
        for _ in 0..180 {
            let id = forest.next();
            followed += u32::from(forest.searcher.insists());
            forest.fork(id);
        }
        assert_eq!(followed, 60);
        let dive = forest.searcher.dive.as_ref().expect("one is under way");
        assert!(dive.left.len() >= 59, "it goes on with one side each time");
    }

    #[test]
    fn beyond_a_crowd_paths_are_ended_depth_first() {
        let mut forest = Forest::new();
        while !forest.searcher.is_crowded() {
            let id = forest.next();
            forest.fork(id);
        }
        let mut depths = vec![0u32; forest.nodes.len()];
        let mut ended = 0;
        let before = forest.searcher.coverage.len();
        for _ in 0..20_000 {
            let id = forest.next();
            assert!(forest.searcher.insists());
            depths.resize(forest.nodes.len() + 1, 0);
            // A path that is followed from here on ends after 30 forks.
            let depth = depths[id.0 as usize] + 1;
            if depth > 30 {
                forest.end(id);
                ended += 1;
            } else {
                depths[id.0 as usize] = depth;
                *depths.last_mut().expect("there is room for the other side") = depth;
                forest.fork(id);
            }
        }
        let more = forest.searcher.coverage.len() - before;
        assert!(ended > 8_000 && more < CROWD, "{ended} paths and {more} more states");
    }

    /// Paths that never end take at most half of the turns, and no state takes them all.
    #[test]
    fn dives_without_result_are_broken_off_and_made_good() {
        let mut forest = Forest::new();
        while !forest.searcher.is_crowded() {
            let id = forest.next();
            forest.fork(id);
        }
        let mut followed: FxHashMap<StateId, u64> = FxHashMap::default();
        for _ in 0..10_000 {
            let id = forest.next();
            if forest.searcher.insists() {
                *followed.entry(id).or_default() += 1;
            }
        }
        let turns: u64 = followed.values().sum();
        assert!((4_000..=5_500).contains(&turns), "{turns} of 10,000 turns");
        assert!(followed.len() > 20 && followed.values().all(|&turns| turns < 2_500), "{followed:?}");
    }
}
