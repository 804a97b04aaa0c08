//! The interface of memory models: where objects are placed and what a symbolic pointer denotes.

use expr::{ExprId, Pool};

use crate::space::{AddressSpace, Allocation, EntryRef, Fault};

/// What a symbolic pointer denotes, as far as one look at it tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// The pointer is arithmetic on this object's address: anything outside of it is an error.
    Within(EntryRef),
    /// This object is one that the pointer may denote; others are possible.
    Maybe(EntryRef),
    /// The pointer is arithmetic on the address of an object that is gone: every access is this error.
    Gone(Fault),
    /// The pointer's present value lies in no live object.
    Nowhere,
}

/// A way to lay out memory and to resolve pointers. A model asks no solver: it sees the pointer's value under the state's
/// model and says which object to try; the executor finds out which sides are feasible.
pub trait MemoryModel {
    /// The address for a new object, or `None` when there is no room left.
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64>;

    /// What `pointer`, which has the value `now` under the state's model, denotes.
    fn resolve(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId, now: u64) -> Resolution;

    /// The condition under which an access of `len` bytes through `pointer` lies within the object.
    fn inside(&self, space: &AddressSpace, pool: &mut Pool, pointer: ExprId, at: EntryRef, len: u64) -> ExprId;

    /// The offset of `pointer` within the object.
    fn offset(&self, space: &AddressSpace, pool: &mut Pool, pointer: ExprId, at: EntryRef) -> ExprId;
}
