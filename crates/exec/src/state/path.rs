//! What a path has assumed, and its node in the execution tree.

use solver::PathCondition;

use crate::decision::{Decision, Decisions};
use crate::tree::NodeId;

/// The path that led to a state.
#[derive(Clone, Default)]
pub struct Path {
    /// What the path has assumed, with a model that satisfies it.
    pub condition: PathCondition,
    /// Its leaf in the execution tree.
    pub node: NodeId,
    /// What the path has chosen so far.
    pub decisions: Decisions,
    /// The number of forks on the path.
    pub depth: u32,
    /// The number of other paths that the state stands for, because states were joined.
    pub joined: u64,
    /// The number of instructions executed on the path.
    pub instructions: u64,
}

impl Path {
    /// The last instruction is to be run again, and counts once: a path that was joined with others forks at
    /// instructions that none of them forks at alone, and all of them must count alike.
    pub fn runs_again(&mut self) {
        self.instructions -= 1;
    }

    /// A decision of another path as one of this path: both are at the same place, and this one may have executed
    /// more or fewer instructions.
    pub fn moved(&self, mut decision: Decision, other: &Path) -> Decision {
        decision.at.instruction = decision.at.instruction - other.instructions + self.instructions;
        decision
    }
}
