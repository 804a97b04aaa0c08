//! How costs are combined along a graph, by the two definitions.
//!
//! *The sum* of the questions asked here and the costs of all successors counts the questions on all paths
//! ahead; the graph must have no cycles.
//!
//! *The maximum* over the paths ahead, up to a cap, is a data-flow analysis: costs up to the cap form a chain,
//! and the functions from places to costs form a lattice. The cost of a place is the number of questions asked
//! there plus the least upper bound of its successors' costs, which is their maximum. Iteration from zero
//! reaches the least fixed point, since costs only grow and stop at the cap. The fixed point is computed
//! directly: if anything is asked on a cycle, its costs grow to the cap; otherwise all places of the cycle have
//! the greatest cost of the places that it leads to.

use crate::components::Components;

/// How costs are combined.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tally {
    Sum,
    Most { cap: u32 },
}

impl Tally {
    /// The cost of each place of a graph, given the number of questions asked there (`own`); saturating.
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

    /// The cost of asking `now` questions followed by a cost of `after`.
    pub fn add(self, now: u32, after: u32) -> u32 {
        let sum = now.saturating_add(after);
        match self {
            Tally::Sum => sum,
            Tally::Most { cap } => sum.min(cap),
        }
    }

    /// The cost where several paths are possible, given the cost of each.
    pub fn join(self, ways: impl Iterator<Item = u32>) -> u32 {
        match self {
            Tally::Sum => ways.fold(0, u32::saturating_add),
            Tally::Most { .. } => ways.max().unwrap_or(0),
        }
    }
}
