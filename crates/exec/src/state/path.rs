//! What a path has assumed, and where it is in the execution tree.

use solver::PathCondition;

use crate::tree::NodeId;

/// The way that led to a state.
#[derive(Clone, Default)]
pub struct Path {
    /// What the path has assumed, with a model of it.
    pub condition: PathCondition,
    /// Its leaf in the execution tree.
    pub node: NodeId,
    /// Forks on this path.
    pub depth: u32,
    /// Instructions executed on this path.
    pub instructions: u64,
}
