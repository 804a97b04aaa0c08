//! The merging memory model (Trabish 2024, §3.1): a pointer that may denote several objects accesses all of
//! them at once.
//!
//! Objects are laid out as in the standard model. Where that model forks over the objects that a pointer may
//! denote, here a read is an if-then-else over the contents of each, and a write changes each of them under the
//! condition that the pointer denotes it. A single path goes on, with larger terms. Where the pointer's term shows the
//! objects that it comes from ([`Provenance`]), the conditions are those under which the term chooses their addresses.
//!
//! The model still forks where merging would not pay off or would be wrong: over objects whose end depends on
//! their contents, over very large objects, and if more than [`MERGED_OBJECTS`] objects are possible.

use expr::{ExprId, Pool};

use crate::model::{Home, MemoryModel, Resolution, Way};
use crate::place::{Claim, Part, Parts, Place};
use crate::provenance::Provenance;
use crate::space::{AddressSpace, Allocation, Ending, ObjectId};
use crate::standard::Standard;
use crate::tuning::{MERGED_LARGEST, MERGED_OBJECTS};
use crate::value::Value;

/// The merging model.
#[derive(Clone, Copy, Default, Debug)]
pub struct Merge;

impl MemoryModel for Merge {
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64> {
        Standard.place(space, request)
    }

    fn home(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId) -> Option<Home> {
        Standard.home(space, pool, pointer)
    }

    fn way(&self, space: &AddressSpace, _: &Pool, (provenance, _): (&Provenance, u64)) -> Way {
        let few = provenance.objects().len() <= MERGED_OBJECTS;
        if few && space.can_be_chosen(provenance, MERGED_LARGEST) { Way::Merge } else { Way::Fork }
    }

    fn resolve(&self, space: &AddressSpace, now: u64, collected: &[ObjectId]) -> Resolution {
        match Standard.resolve(space, now, collected) {
            Resolution::Fork(object) if collected.len() < MERGED_OBJECTS && can_be_merged(space, object) => {
                Resolution::Collect(object)
            }
            other => other,
        }
    }
}

fn can_be_merged(space: &AddressSpace, object: ObjectId) -> bool {
    let entry = space.entry(object);
    !matches!(entry.ending, Some(Ending::String { .. })) && entry.extent() <= MERGED_LARGEST
}

impl AddressSpace {
    /// The `len` bytes that a pointer points to, as a place in one of the objects that it comes from, with a choice between
    /// the objects. The caller must know that the pointer comes from a live object.
    pub fn claim_merged(&self, pool: &mut Pool, provenance: &Provenance, len: u64) -> Claim {
        let claim = self.claim_chosen(pool, provenance, len);
        let condition = claim.condition();
        match claim.proved().parts {
            Parts::Chosen(chosen) => {
                let parts = Parts::Several(self.parts_of_chosen(pool, &chosen).into());
                Claim::new(condition, Place { parts, len })
            }
            parts => Claim::new(condition, Place { parts, len }),
        }
    }

    /// The `len` bytes that a pointer points to, as a place in one of several objects. The condition says that
    /// the bytes lie within the object that the pointer denotes. The caller must know that the pointer lies in
    /// one of the objects.
    pub fn claim_one_of(&self, pool: &mut Pool, pointer: ExprId, objects: &[ObjectId], len: u64) -> Claim {
        let mut condition = pool.bool(true);
        let mut parts: Vec<(ExprId, Part)> = Vec::new();
        for &object in objects {
            let touches = self.touches(pool, pointer, object);
            let claim = self.claim(pool, pointer, object, len);
            let outside = pool.not(touches);
            let fine = pool.or(outside, claim.condition());
            condition = pool.and(condition, fine);
            // For an object that is too small, the condition says that the pointer lies elsewhere.
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
