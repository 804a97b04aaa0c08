//! Places: the bytes that an access touches, with a proof that they exist.
//!
//! A [`Place`] proves that some bytes exist. Its fields are private, and only this crate creates one: for a
//! concrete address [`AddressSpace::access`](crate::AddressSpace::access) does, by comparing numbers; for a
//! symbolic one a memory model makes a [`Claim`], which is a place together with the condition under which it
//! is valid. A caller that has made the condition hold on the path takes the place out of the claim. A place is
//! valid until objects are added to its address space or removed from it.
//!
//! The bytes of a place lie in one object, at an offset that may be symbolic, or in one of several objects,
//! each under a condition.

use expr::{Choice, ExprId};
use triomphe::Arc;

use crate::space::Position;
use crate::value::Value;

/// Bytes of one object at a known offset, proved to be in bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InBounds {
    pub(crate) at: Position,
    pub(crate) offset: u64,
    pub(crate) len: u64,
}

impl InBounds {
    /// The number of bytes.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// The `len` bytes that begin `offset` bytes into these.
    pub fn part(&self, offset: u64, len: u64) -> InBounds {
        assert!(offset + len <= self.len, "a part lies within the whole");
        InBounds { at: self.at, offset: self.offset + offset, len }
    }
}

/// Bytes that were proved to exist on a path, in one object or in one of several.
#[derive(Clone, Debug)]
pub struct Place {
    pub(crate) parts: Parts,
    pub(crate) len: u64,
}

/// Where the bytes of a place lie.
#[derive(Clone, Debug)]
pub(crate) enum Parts {
    /// In one object.
    One(Part),
    /// In one of several objects: the first whose condition holds, or the last if none does.
    Several(Arc<[(ExprId, Part)]>),
    /// At one of several addresses plus an offset.
    Chosen(Arc<Chosen>),
}

/// Places at one of several addresses, which a term chooses between.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The addresses.
    pub(crate) choice: Choice,
    /// Where each address is.
    pub(crate) leaves: Vec<Leaf>,
    /// What is added to the address; 64 bits wide.
    pub(crate) rest: Value,
}

/// An address as an object and a number of bytes into it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Leaf {
    pub(crate) at: Position,
    pub(crate) offset: u64,
}

/// An object and an offset into it. The offset is 64 bits wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) at: Position,
    pub(crate) offset: Value,
}

/// A place that is valid if a condition holds.
#[derive(Clone, Debug)]
pub struct Claim {
    condition: ExprId,
    place: Place,
}

impl From<InBounds> for Place {
    fn from(InBounds { at, offset, len }: InBounds) -> Place {
        Place { parts: Parts::One(Part { at, offset: Value::Int(offset) }), len }
    }
}

impl Place {
    pub(crate) fn one(at: Position, offset: Value, len: u64) -> Place {
        Place { parts: Parts::One(Part { at, offset }), len }
    }

    /// The number of bytes.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// The offset within the object, 64 bits wide; `None` if the place may lie in several objects.
    pub fn offset(&self) -> Option<Value> {
        match &self.parts {
            Parts::One(part) => Some(part.offset),
            Parts::Several(_) | Parts::Chosen(_) => None,
        }
    }

    /// The place as bytes at a known offset of one object, if it is that.
    pub fn in_bounds(&self) -> Option<InBounds> {
        match self.parts {
            Parts::One(Part { at, offset: Value::Int(offset) }) => Some(InBounds { at, offset, len: self.len }),
            _ => None,
        }
    }

    /// The place with its symbolic offset replaced by the value that the offset is known to have; `None` if it
    /// may lie in several objects.
    pub fn at_offset(&self, offset: u64) -> Option<Place> {
        match self.parts {
            Parts::One(Part { at, .. }) => Some(Place::one(at, Value::Int(offset), self.len)),
            Parts::Several(_) | Parts::Chosen(_) => None,
        }
    }
}

impl Claim {
    pub(crate) fn new(condition: ExprId, place: Place) -> Claim {
        Claim { condition, place }
    }

    /// The condition under which the place is valid.
    pub fn condition(&self) -> ExprId {
        self.condition
    }

    /// The place. To be called only if the condition holds on the path.
    pub fn proved(self) -> Place {
        self.place
    }
}
