//! Sets of values along a path: what the constraints say about each input value, as unions of strided intervals.
//!
//! [`leaf`] defines what sets are kept for, [`sets`] keeps them, [`reason`] goes from leaves to terms and back,
//! [`shrink`] finds products of sets that consist of models, and [`learnt`] is what a slice of a path knows.
//! The stages that answer with it are in `stage/value_sets.rs`. [`mode`] chooses between that and the published
//! procedures, which are in [`published`].

mod float;
mod leaf;
mod learnt;
mod mode;
mod published;
mod reason;
mod resize;
mod sets;
mod shrink;
mod table;

pub(crate) use leaf::Leaf;
pub(crate) use learnt::{Learner, Learnt};
pub use mode::ValueSets;
pub(crate) use published::{Decision, Procedure};
pub(crate) use sets::{Empty, Sets};
