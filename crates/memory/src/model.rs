//! The interface of memory models: at which addresses objects are placed, and what a symbolic pointer denotes.
//!
//! A model never asks a solver. A pointer may have a home, whatever its value is, or its term shows the objects that it
//! comes from ([`Provenance`]), and the model says which way the path goes on. If neither is so, the model is given
//! the least value of the pointer on the path and names an object to consider. The executor finds out which
//! cases are possible and asks again until there is a place:
//!
//! ```text
//! home ────── Object ──▶ claim in that object ──▶ place
//!      ────── Gone ────▶ an error
//! way ─────── Fork ────▶ from which object is the pointer? claim in that
//!     ─────── Merge ───▶ claim in each object that it may come from, under its condition
//!     ─────── Choose ──▶ claim at the address, whichever is chosen
//! resolve ─── Fork ────▶ is the pointer in it? yes: claim; no: resolve again
//!         ─── Collect ─▶ is another value possible? yes: resolve again with it; no: claim in all that were collected
//!         ─── Nowhere ─▶ an error, as far as it is possible
//! ```

use expr::{ExprId, Pool};

use crate::place::{Claim, Place};
use crate::provenance::Provenance;
use crate::space::{AddressSpace, Allocation, Ending, Entry, Fault, ObjectId};
use crate::value::Value;

/// What a symbolic pointer denotes, whatever its value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// The pointer is arithmetic on this object's address: any value outside the object is an error.
    Object(ObjectId),
    /// The pointer is arithmetic on the address of an object that does not exist any more or is not defined:
    /// every access is this error.
    Gone(Fault),
}

/// What a symbolic pointer denotes, as far as one of its values shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// The pointer may denote this object. The path forks over whether it does.
    Fork(ObjectId),
    /// The pointer may denote this object. The path goes on with all objects of this kind at once.
    Collect(ObjectId),
    /// The value of the pointer lies in no live object.
    Nowhere,
}

/// How a path goes on from a pointer that may come from several known objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// It forks: a path for each object.
    Fork,
    /// With a choice between what each object holds.
    Merge,
    /// With a choice between the contents at each address, made as the pointer's term chose the address.
    Choose,
}

/// A way to lay out memory and to resolve pointers.
pub trait MemoryModel: Sync {
    /// The address for a new object, or `None` if there is no room left.
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64>;

    /// What `pointer` denotes, if that does not depend on its value.
    fn home(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId) -> Option<Home>;

    /// How the path goes on from a pointer without a home that comes from several objects, when so many bytes are
    /// accessed.
    fn way(&self, space: &AddressSpace, pool: &Pool, access: (&Provenance, u64)) -> Way;

    /// What a pointer without a home or known provenance denotes when it has the value `now`. `collected` are the objects found
    /// before, at other values of the pointer.
    fn resolve(&self, space: &AddressSpace, now: u64, collected: &[ObjectId]) -> Resolution;
}

impl AddressSpace {
    /// The condition that a pointer lies in an object, or would if the object had its greatest size.
    pub fn touches(&self, pool: &mut Pool, pointer: ExprId, object: ObjectId) -> ExprId {
        let Some(last) = self.entry(object).extent().checked_sub(1) else { return pool.bool(false) };
        let offset = self.offset(pool, pointer, object);
        let last = pool.int(64, last);
        pool.ule(offset, last)
    }

    /// The condition that an access of `len` bytes through `pointer` lies within an object.
    fn inside(&self, pool: &mut Pool, pointer: ExprId, object: ObjectId, len: u64) -> ExprId {
        let entry = self.entry(object);
        let extent = entry.extent();
        if len > extent {
            return pool.bool(false);
        }
        let offset = self.offset(pool, pointer, object);
        let last = pool.int(64, extent - len);
        let has_room = pool.ule(offset, last);
        let len = pool.int(64, len);
        within_size(pool, entry, has_room, [offset, len])
    }

    /// The offset of a pointer within an object.
    pub fn offset(&self, pool: &mut Pool, pointer: ExprId, object: ObjectId) -> ExprId {
        let base = pool.int(64, self.entry(object).base);
        pool.sub(pointer, base)
    }

    /// The condition that a pointer lies in some live object.
    pub fn touches_any(&self, pool: &mut Pool, pointer: ExprId) -> ExprId {
        let (low, high) = pool.unsigned_range(pointer);
        let reachable = |base: u64, extent: u64| base <= high && base + extent > low;
        let objects: Vec<ObjectId> = self
            .live()
            .filter(|entry| entry.extent() > 0 && reachable(entry.base, entry.extent()))
            .map(|entry| entry.id)
            .collect();
        objects.into_iter().fold(pool.bool(false), |any, object| {
            let here = self.touches(pool, pointer, object);
            pool.or(any, here)
        })
    }

    /// The `len` bytes that a pointer points to, as a place in the given object.
    pub fn claim(&self, pool: &mut Pool, pointer: ExprId, object: ObjectId, len: u64) -> Claim {
        let condition = self.inside(pool, pointer, object, len);
        let offset = self.offset(pool, pointer, object);
        let offset = Value::from_expr(pool, offset);
        Claim::new(condition, Place::one(self.position(object), offset, len))
    }

    /// `len` bytes at an offset of an object, up to [`Entry::extent`](crate::Entry::extent), even if it is not
    /// known that they exist.
    pub fn claim_at(&self, pool: &mut Pool, object: ObjectId, offset: u64, len: u64) -> Claim {
        let condition = self.reaches(pool, object, offset.saturating_add(len));
        Claim::new(condition, Place::one(self.position(object), Value::Int(offset), len))
    }

    /// The condition that the first `end` bytes of an object exist. Of a string only its greatest size counts.
    pub fn reaches(&self, pool: &mut Pool, object: ObjectId, end: u64) -> ExprId {
        let entry = self.entry(object);
        match entry.ending {
            Some(Ending::Size(size)) if end > entry.size && end <= entry.extent() => {
                let end = pool.int(64, end);
                pool.ule(end, size)
            }
            _ => pool.bool(end <= entry.extent()),
        }
    }

    /// The condition that the bytes from a known offset of an object on exist, `length` bytes (64 bits wide) of them.
    /// Of a string only its greatest size counts.
    pub fn has_bytes(&self, pool: &mut Pool, object: ObjectId, offset: u64, length: ExprId) -> ExprId {
        let entry = self.entry(object);
        let Some(room) = entry.extent().checked_sub(offset) else { return pool.bool(false) };
        let room = pool.int(64, room);
        let has_room = pool.ule(length, room);
        let offset = pool.int(64, offset);
        within_size(pool, entry, has_room, [offset, length])
    }
}

/// The condition that bytes exist which lie within the greatest size of an object under `has_room`: they must also end
/// within its size. They are given by their offset and their number.
fn within_size(pool: &mut Pool, entry: &Entry, has_room: ExprId, [offset, len]: [ExprId; 2]) -> ExprId {
    let Some(Ending::Size(size)) = entry.ending else { return has_room };
    let end = pool.add(offset, len);
    let exists = pool.ule(end, size);
    pool.and(has_room, exists)
}
