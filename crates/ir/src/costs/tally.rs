//! How costs are put together along a graph: the two definitions.
//!
//! *The sum* of what is asked here and of the costs of all successors counts the questions on all ways on; the graph must have
//! no cycles.
//!
//! *The most* on any one way, up to a cap, is a data-flow analysis: costs up to the cap are a chain, and a function from
//! places to costs is an element of a lattice. A place's cost is what is asked there plus the least upper bound of its
//! successors' costs, which is their maximum. Going up from zero this reaches its least fixed point, since each cost only
//! grows and none beyond the cap. The point is computed directly: around a cycle in which anything is asked the costs grow
//! to the cap; else all places of the cycle have the greatest cost of what the cycle leads to.

use crate::components::Components;

/// A way to put costs together.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tally {
    Sum,
    Most { cap: u32 },
}

impl Tally {
    /// The cost of each place of a graph, given what is asked there; saturating.
    pub fn costs(self, next: &[Vec<u32>], components: &Components, own: &[u32]) -> Vec<u32> {
        let mut costs = vec![0u32; next.len()];
        for component in 0..components.count {
            let members = components.members(component);
            let beyond = members.iter().flat_map(|&place| &next[place as usize]).map(|&next| costs[next as usize]);
            match self {
                Tally::Sum => {
                    let place = members[0] as usize;
                    costs[place] = beyond.fold(own[place], u32::saturating_add);
                }
                Tally::Most { cap } => {
                    let cyclic = members.len() > 1 || next[members[0] as usize].contains(&members[0]);
                    let grows = cyclic && members.iter().any(|&place| own[place as usize] > 0);
                    let after = if grows { cap } else { beyond.max().unwrap_or(0) };
                    for &place in members {
                        costs[place as usize] = self.add(own[place as usize], after);
                    }
                }
            }
        }
        costs
    }

    /// What is asked now and what is asked after, together.
    pub fn add(self, now: u32, after: u32) -> u32 {
        let sum = now.saturating_add(after);
        match self {
            Tally::Sum => sum,
            Tally::Most { cap } => sum.min(cap),
        }
    }

    /// The costs of several ways on, together.
    pub fn join(self, ways: impl Iterator<Item = u32>) -> u32 {
        match self {
            Tally::Sum => ways.fold(0, u32::saturating_add),
            Tally::Most { .. } => ways.max().unwrap_or(0),
        }
    }
}
