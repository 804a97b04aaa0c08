//! Sets of terms, each with some data, indexed by their members.
//!
//! A set is stored once and listed under its members, newest last. To find subsets or supersets of a given set,
//! the caller takes a term that they must contain and goes through the list of that term. Lists are short, so
//! an old set may no longer be found under a popular member; that costs a cache hit and nothing else. Like the
//! caches of answers this one has two generations: when the young one is full it becomes the old one, and the
//! former old one is dropped.

use std::sync::Arc;

use expr::{ExprId, Op, Pool};
use rustc_hash::FxHashMap;

use crate::tuning::{CONJUNCTS, TERM_SETS_LISTED, Tuning};

/// The sets; `T` is the data of one.
pub(crate) struct TermSets<T> {
    young: Generation<T>,
    old: Generation<T>,
    /// The most sets in a generation, and their greatest weight.
    limit: usize,
    room: usize,
}

struct Generation<T> {
    sets: Vec<TermSet<T>>,
    /// For each member, the indices in `sets` of the sets listed under it.
    under: FxHashMap<ExprId, Vec<u32>>,
    weight: usize,
}

/// One set.
pub(crate) struct TermSet<T> {
    /// Sorted by id.
    pub(crate) members: Arc<[ExprId]>,
    pub(crate) known: T,
}

impl<T> TermSets<T> {
    /// No sets.
    pub(crate) fn new(tuning: &Tuning) -> TermSets<T> {
        let (limit, room) = ((tuning.cache_entries / 2).max(1), tuning.term_sets_room);
        TermSets { young: Generation::new(), old: Generation::new(), limit, room }
    }

    /// Forgets all sets.
    pub(crate) fn clear(&mut self) {
        (self.young, self.old) = (Generation::new(), Generation::new());
    }

    /// Adds a set, listed under the given members. The weight is what `known` takes, in words.
    pub(crate) fn insert(&mut self, members: Arc<[ExprId]>, listed: &[ExprId], known: T, weight: usize) {
        let young = &self.young;
        if listed.last().is_some_and(|&member| young.under(member).any(|set| set.members == members)) {
            return;
        }
        if self.young.sets.len() >= self.limit || self.young.weight >= self.room {
            self.old = std::mem::replace(&mut self.young, Generation::new());
        }
        self.young.weight += members.len() + listed.len() + weight;
        let place = self.young.sets.len() as u32;
        for &member in listed {
            let list = self.young.under.entry(member).or_default();
            if list.len() == TERM_SETS_LISTED {
                list.remove(0);
            }
            list.push(place);
        }
        self.young.sets.push(TermSet { members, known });
    }

    /// The sets listed under the term, newest first.
    pub(crate) fn under(&self, member: ExprId) -> impl Iterator<Item = &TermSet<T>> {
        self.young.under(member).chain(self.old.under(member))
    }
}

impl<T> Generation<T> {
    fn new() -> Generation<T> {
        Generation { sets: Vec::new(), under: FxHashMap::default(), weight: 0 }
    }

    fn under(&self, member: ExprId) -> impl Iterator<Item = &TermSet<T>> {
        self.under.get(&member).into_iter().flatten().rev().map(|&place| &self.sets[place as usize])
    }
}

/// The terms whose conjunction the question is, as a path keeps them: the operands of an `and`, and theirs,
/// sorted. If there are too many, the question itself is the only one.
pub(crate) fn conjuncts(pool: &Pool, question: ExprId, found: &mut Vec<ExprId>) {
    found.clear();
    found.push(question);
    let mut next = 0;
    while let Some(&term) = found.get(next) {
        let node = pool.node(term);
        if node.op != Op::And {
            next += 1;
        } else if found.len() == CONJUNCTS {
            *found = vec![question];
            return;
        } else {
            found[next] = node.arg(0);
            found.push(node.arg(1));
        }
    }
    found.sort_unstable();
    found.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(pool: &mut Pool, count: usize) -> Vec<ExprId> {
        (0..count).map(|number| pool.symbol(&format!("p{number}"), 1)).collect()
    }

    #[test]
    fn the_newest_sets_are_listed_first_and_the_oldest_go() {
        let mut pool = Pool::new();
        let all = terms(&mut pool, 100);
        let mut sets = TermSets::new(&Tuning { cache_entries: 20, ..Tuning::DEFAULT });
        for (number, pair) in all.windows(2).enumerate() {
            sets.insert([all[0], pair[1]].into(), &[all[0], pair[1]], number, 0);
        }
        let found: Vec<usize> = sets.under(all[0]).map(|set| set.known).collect();
        // Nine in the young generation of ten, of which eight are listed, and eight in the old one.
        assert_eq!(found, [98, 97, 96, 95, 94, 93, 92, 91, 89, 88, 87, 86, 85, 84, 83, 82]);
        assert_eq!(sets.under(all[99]).map(|set| set.known).collect::<Vec<_>>(), [98]);
        assert_eq!(sets.under(all[3]).count(), 0);
    }

    #[test]
    fn a_heavy_generation_is_full() {
        let mut pool = Pool::new();
        let all = terms(&mut pool, 3);
        let mut sets = TermSets::new(&Tuning { cache_entries: 1000, ..Tuning::DEFAULT });
        for &term in &all {
            sets.insert([term].into(), &[term], (), Tuning::DEFAULT.term_sets_room);
        }
        assert_eq!(all.iter().map(|&term| sets.under(term).count()).collect::<Vec<_>>(), [0, 1, 1]);
    }

    #[test]
    fn a_conjunction_is_taken_apart() {
        let mut pool = Pool::new();
        let all = terms(&mut pool, 5);
        let (ab, cd) = (pool.and(all[0], all[1]), pool.and(all[2], all[3]));
        let abcd = pool.and(ab, cd);
        let question = pool.and(abcd, all[4]);
        let mut found = Vec::new();
        conjuncts(&pool, question, &mut found);
        assert_eq!(found, all);
        conjuncts(&pool, all[2], &mut found);
        assert_eq!(found, [all[2]]);
    }
}
