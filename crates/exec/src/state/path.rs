//! What a path has assumed, and its node in the execution tree.

use solver::PathCondition;

use crate::decision::Decisions;
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
    /// The number of instructions executed on the path.
    pub instructions: u64,
}
