//! Address spaces and the objects in them.
//!
//! An [`AddressSpace`] is a persistent value: a fork clones its roots, and a write copies the object that it
//! changes. An object is concrete bytes with a sparse overlay of symbolic runs, so a concrete object costs no
//! more than its bytes. A [`MemoryModel`] decides what a pointer may denote, and reads and writes go through a
//! [`Place`] only.
//!
//! **Invariant.** This crate never asks a solver: a question that needs one is returned as a condition.

mod access;
mod alike;
mod auto;
mod blocks;
mod bytes;
mod chunks;
mod dynamic;
mod join;
mod merge;
mod model;
mod object;
mod place;
mod provenance;
mod space;
mod standard;
mod symbolic;
pub mod tuning;
mod value;

pub use access::Possible;
pub use alike::Alike;
pub use auto::Auto;
pub use chunks::Chunks;
pub use dynamic::Dynamic;
pub use join::{Choose, Difference, Held};
pub use merge::Merge;
pub use model::{Home, MemoryModel, Resolution, Way};
pub use object::Object;
pub use place::{Claim, InBounds, Place};
pub use provenance::Provenance;
pub use space::{
    AddressSpace, Allocation, Ending, Entry, Fault, Found, Hint, NULL_PAGE, ObjectId, ObjectKind, Region, Size,
};
pub use standard::Standard;
pub use value::Value;
