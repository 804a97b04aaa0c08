//! The merging memory model (Trabish 2024, §3.1): a pointer that may denote several objects is one access to all of them.
//!
//! Objects lie as in the standard model. Where that forks over the objects that a pointer may denote, here a read is an if-then-else
//! over what is read of each, and a write changes each of them under the condition that it is meant. One path goes on, with larger terms.
//!
//! The model forks where a choice would not pay or not be right: over objects whose end depends on what they hold, over very large ones, and
//! once more than [`MOST`] objects are possible.

use expr::{ExprId, Pool};

use crate::model::{MemoryModel, Resolution};
use crate::place::{Claim, Part, Parts, Place};
use crate::space::{AddressSpace, Allocation, ObjectId};
use crate::standard::Standard;
use crate::value::Value;

/// How many objects one access may be a choice between. Each of them is read, and written in a store, whichever is meant.
const MOST: usize = 32;

/// How many bytes an object may have that is one of several: an access at a symbolic offset may look at all of them.
const LARGEST: u64 = 1 << 20;

/// The merging model.
#[derive(Clone, Copy, Default, Debug)]
pub struct Merge;

impl MemoryModel for Merge {
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64> {
        Standard.place(space, request)
    }

    fn resolve(
        &self,
        space: &AddressSpace,
        pool: &Pool,
        pointer: ExprId,
        now: u64,
        collected: &[ObjectId],
    ) -> Resolution {
        match Standard.resolve(space, pool, pointer, now, collected) {
            Resolution::Fork(object) if collected.len() < MOST && can_be_merged(space, object) => {
                Resolution::Collect(object)
            }
            other => other,
        }
    }
}

fn can_be_merged(space: &AddressSpace, object: ObjectId) -> bool {
    let entry = space.entry(object);
    entry.ending.is_none() && entry.extent() <= LARGEST
}

impl AddressSpace {
    /// `len` bytes behind a pointer that lies in one of several objects, as a place in whichever it is. The condition says that the bytes
    /// lie within that object; that the pointer lies in one of them must be known.
    pub fn claim_one_of(&self, pool: &mut Pool, pointer: ExprId, objects: &[ObjectId], len: u64) -> Claim {
        let mut condition = pool.bool(true);
        let mut parts: Vec<(ExprId, Part)> = Vec::new();
        for &object in objects {
            let touches = self.touches(pool, pointer, object);
            let claim = self.claim(pool, pointer, object, len);
            let outside = pool.not(touches);
            let fine = pool.or(outside, claim.condition());
            condition = pool.and(condition, fine);
            // In an object that is too small the condition says that the pointer is elsewhere.
            if len <= self.entry(object).extent() {
                let offset = claim.proved().offset().unwrap_or(Value::Int(0));
                parts.push((touches, Part { at: self.position(object), offset }));
            }
        }
        let parts = match parts[..] {
            [(_, only)] => Parts::One(only),
            _ => Parts::Several(parts.into()),
        };
        Claim::new(condition, Place { parts, len })
    }
}
