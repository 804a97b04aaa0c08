//! Address spaces and the objects in them.
//!
//! An [`AddressSpace`] is a persistent value: a fork clones roots, a write copies the object it touches. An object is
//! concrete bytes with a sparse overlay of symbolic runs, so a concrete object costs its bytes. What a pointer may denote
//! is the business of a [`MemoryModel`]; [`Standard`] is the model of 003_cd7601f9cf3f3a83.txt, section 2.2.
//!
//! **Invariant.** This crate asks no solver: a question that needs one is returned as a condition.

mod blocks;
mod bytes;
mod chunks;
mod model;
mod object;
mod space;
mod standard;
mod symbolic;
mod value;

pub use chunks::Chunks;
pub use model::{MemoryModel, Resolution};
pub use object::Object;
pub use space::{
    AddressSpace, Allocation, Ending, Entry, EntryRef, Fault, InBounds, NULL_PAGE, ObjectId, ObjectKind, Region,
};
pub use standard::Standard;
pub use value::Value;
