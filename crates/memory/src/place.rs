//! Places: bytes of objects that an access may touch, and the only way to touch them.
//!
//! A [`Place`] is proof that some bytes are there. Its fields are private, and it is made in this crate alone: for a concrete address by
//! [`AddressSpace::access`](crate::AddressSpace::access), which compares numbers, and for a symbolic one by a memory model, as a [`Claim`]:
//! a place together with the condition under which it is one. Whoever has made the condition hold on the path takes the place out of
//! the claim. A place is good until its space changes in which objects there are.
//!
//! The bytes of a place lie in one object, at an offset that may be symbolic, or in one of several, each under a condition.

use std::rc::Rc;

use expr::ExprId;

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
    /// How many bytes the proof covers.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// The `len` bytes from `offset` on within these.
    pub fn part(&self, offset: u64, len: u64) -> InBounds {
        assert!(offset + len <= self.len, "a part lies within the whole");
        InBounds { at: self.at, offset: self.offset + offset, len }
    }
}

/// Bytes that were proved to be there on a path, wherever they are.
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
    /// In one of several: the first whose condition holds, and the last if none does.
    Several(Rc<[(ExprId, Part)]>),
}

/// An object and an offset into it, 64 bits wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) at: Position,
    pub(crate) offset: Value,
}

/// A place, if a condition holds.
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

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// The offset within its object, 64 bits wide, if it is one object.
    pub fn offset(&self) -> Option<Value> {
        match &self.parts {
            Parts::One(part) => Some(part.offset),
            Parts::Several(_) => None,
        }
    }

    /// The same bytes as a place at a known offset of one object, if they are at one.
    pub fn in_bounds(&self) -> Option<InBounds> {
        match self.parts {
            Parts::One(Part { at, offset: Value::Int(offset) }) => Some(InBounds { at, offset, len: self.len }),
            _ => None,
        }
    }

    /// The same place at the offset that its own offset is known to have.
    pub fn at_offset(&self, offset: u64) -> Option<Place> {
        match self.parts {
            Parts::One(Part { at, .. }) => Some(Place::one(at, Value::Int(offset), self.len)),
            Parts::Several(_) => None,
        }
    }

    /// The parts with their conditions; the last one's does not count.
    pub(crate) fn parts(&self) -> impl DoubleEndedIterator<Item = (Option<ExprId>, Part)> {
        let (one, several) = match &self.parts {
            Parts::One(part) => (Some((None, *part)), None),
            Parts::Several(parts) => (None, Some(parts.iter().map(|&(guard, part)| (Some(guard), part)))),
        };
        one.into_iter().chain(several.into_iter().flatten())
    }
}

impl Claim {
    pub(crate) fn new(condition: ExprId, place: Place) -> Claim {
        Claim { condition, place }
    }

    /// The condition under which the place is one.
    pub fn condition(&self) -> ExprId {
        self.condition
    }

    /// The place. To be called where the condition holds on the path, and nowhere else.
    pub fn proved(self) -> Place {
        self.place
    }
}
