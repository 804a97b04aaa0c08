//! Sets of values along a path: what the constraints say about each input value, as unions of strided intervals.
//!
//! [`leaf`] says what sets are kept for, [`sets`] keeps them, [`reason`] goes from leaves to terms and back, [`shrink`] finds
//! products of sets that consist of models, [`learnt`] is what a slice of a path knows, and [`mode`] says what may be done. The
//! stage that answers with it is `stage/value_sets.rs`.

mod leaf;
mod learnt;
mod mode;
mod reason;
mod resize;
mod sets;
mod shrink;

pub(crate) use leaf::Leaf;
pub(crate) use learnt::{Learner, Learnt};
pub use mode::ValueSets;
pub(crate) use sets::{Empty, Sets};
