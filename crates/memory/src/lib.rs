//! Address spaces and the objects in them.
//!
//! An [`AddressSpace`] is a persistent value: a fork clones roots, a write copies the object it touches. An object is
//! concrete bytes with a sparse overlay of symbolic runs, so a concrete object costs its bytes. What a pointer may denote
//! is the business of a [`MemoryModel`], and only a [`Place`] reads or writes.
//!
//! **Invariant.** This crate asks no solver: a question that needs one is returned as a condition.

mod access;
mod blocks;
mod bytes;
mod chunks;
mod merge;
mod model;
mod object;
mod place;
mod space;
mod standard;
mod symbolic;
mod value;

pub use access::Possible;
pub use chunks::Chunks;
pub use merge::Merge;
pub use model::{MemoryModel, Resolution};
pub use object::Object;
pub use place::{Claim, InBounds, Place};
pub use space::{AddressSpace, Allocation, Ending, Entry, Fault, Found, Hint, NULL_PAGE, ObjectId, ObjectKind, Region};
pub use standard::Standard;
pub use value::Value;
