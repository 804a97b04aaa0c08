//! Reading and writing places.
//!
//! If a place lies in one of several objects, a read chooses between the contents of each, and a write changes
//! each of them under its condition. An object that the pointer does not denote is accessed at offset 0
//! instead, and keeps its contents.
//!
//! More may be known about a symbolic offset than its term shows. Since this crate never asks a solver, the
//! caller passes a function from an offset to the few values that it can have on the path (`possible`).

use expr::{ExprId, Pool};

use crate::object::Object;
use crate::place::{InBounds, Part, Place};
use crate::space::{AddressSpace, Ending, ObjectId, ObjectKind};
use crate::tuning::PAGE;
use crate::value::Value;

/// A function that returns the few values that an offset can have on the path, if they are known.
pub type Possible<'p> = &'p mut dyn FnMut(&Pool, ExprId) -> Option<Vec<u64>>;

/// The bytes of a part that are read or written.
struct Span<'a> {
    /// The first byte, counted from the beginning of the place.
    offset: u64,
    /// The number of bytes.
    len: u32,
    possible: Possible<'a>,
}

impl AddressSpace {
    /// The word at a place of at most 8 bytes, if it is concrete.
    #[inline]
    pub fn concrete_word(&self, place: InBounds) -> Option<u64> {
        self.entry_at(place.at).object().concrete_word(place.offset, place.len as usize)
    }

    /// Writes a concrete word to a place of at most 8 bytes.
    #[inline]
    pub fn set_concrete_word(&mut self, place: InBounds, word: u64) {
        self.contents_mut(place.at).set_concrete_word(place.offset, place.len as usize, word);
    }

    /// Whether a place may be written.
    #[inline]
    pub fn is_writable(&self, place: InBounds) -> bool {
        self.entry_at(place.at).kind != ObjectKind::Constant
    }

    /// The object that a place lies in; `None` if it may lie in several.
    pub fn object_of(&self, place: &Place) -> Option<ObjectId> {
        let mut parts = place.parts();
        let (_, first) = parts.next()?;
        parts.next().is_none().then(|| self.entry_at(first.at).id)
    }

    /// The object of a place, and the offset at which the place begins.
    pub fn whereabouts(&self, place: InBounds) -> (ObjectId, u64) {
        (self.entry_at(place.at).id, place.offset)
    }

    /// The bytes from the beginning of a place to the end of its object.
    pub fn rest(&self, place: InBounds) -> InBounds {
        InBounds { len: self.entry_at(place.at).extent() - place.offset, ..place }
    }

    /// The number of bytes of a place that are known to exist.
    pub fn known(&self, place: InBounds) -> u64 {
        self.entry_at(place.at).size.saturating_sub(place.offset).min(place.len)
    }

    /// Whether an object of symbolic size ends so many bytes, 64 bits wide, behind the first of a place.
    pub fn ends_behind(&self, place: InBounds, length: ExprId) -> bool {
        place.offset == 0 && matches!(self.entry_at(place.at).ending, Some(Ending::Size(size)) if size == length)
    }

    /// The greatest number of bytes that the object of a place can have.
    pub fn extent_of(&self, place: InBounds) -> u64 {
        self.entry_at(place.at).extent()
    }

    /// The objects that a place may lie in.
    pub fn objects_of(&self, place: &Place) -> impl Iterator<Item = ObjectId> {
        place.parts().map(|(_, part)| self.entry_at(part.at).id)
    }

    /// Reads `len` bytes, beginning `offset` bytes into a place; the value is `8 * len` bits wide.
    pub fn read(&mut self, pool: &mut Pool, place: &Place, offset: u64, len: u32, possible: Possible<'_>) -> Value {
        let mut span = Span { offset, len, possible };
        let mut result: Option<ExprId> = None;
        let mut parts = place.parts().rev();
        let last = parts.next().expect("a place is somewhere");
        let value = self.read_part(pool, last, &mut span);
        for (guard, part) in parts {
            let rest = result.unwrap_or_else(|| value.to_expr(pool, 8 * len));
            let here = self.read_part(pool, (guard, part), &mut span).to_expr(pool, 8 * len);
            let guard = guard.expect("all but the last part have a condition");
            result = Some(pool.ite(guard, here, rest));
        }
        result.map_or(value, |term| Value::from_expr(pool, term))
    }

    fn read_part(&mut self, pool: &mut Pool, (guard, part): (Option<ExprId>, Part), span: &mut Span<'_>) -> Value {
        let Span { offset, len, ref mut possible } = *span;
        match part.offset {
            Value::Int(base) => self.entry_at(part.at).object().read(pool, base + offset, len),
            Value::Expr(base) => {
                let at = guarded_offset(pool, guard, base, offset);
                if let Some(at) = pool.as_u64(at) {
                    return self.entry_at(part.at).object().read(pool, at, len);
                }
                let few = possible(pool, at);
                let object = self.contents_mut(part.at);
                let few = few.and_then(|offsets| object.read_among(pool, at, len, &offsets));
                few.unwrap_or_else(|| object.read_at(pool, at, len))
            }
        }
    }

    /// Writes a value of `8 * len` bits, beginning `offset` bytes into a place.
    pub fn write(
        &mut self,
        pool: &mut Pool,
        place: &Place,
        offset: u64,
        len: u32,
        value: Value,
        possible: Possible<'_>,
    ) {
        let mut span = Span { offset, len, possible };
        // The disjunction of the conditions so far: the place lies in the first part whose condition holds.
        let mut before = pool.bool(false);
        let last = place.parts().count() - 1;
        for (index, (guard, part)) in place.parts().enumerate() {
            let Some(guard) = guard else {
                return self.write_part(pool, (None, part), &mut span, value);
            };
            let not_before = pool.not(before);
            let here = if index == last { not_before } else { pool.and(guard, not_before) };
            before = pool.or(before, guard);
            let old = self.read_part(pool, (Some(here), part), &mut span).to_expr(pool, 8 * len);
            let new = value.to_expr(pool, 8 * len);
            let term = pool.ite(here, new, old);
            let value = Value::from_expr(pool, term);
            self.write_part(pool, (Some(here), part), &mut span, value);
        }
    }

    fn write_part(
        &mut self,
        pool: &mut Pool,
        (guard, part): (Option<ExprId>, Part),
        span: &mut Span<'_>,
        value: Value,
    ) {
        let Span { offset, len, ref mut possible } = *span;
        match part.offset {
            Value::Int(base) => self.contents_mut(part.at).write(pool, base + offset, len, value),
            Value::Expr(base) => {
                let at = guarded_offset(pool, guard, base, offset);
                let known = pool.as_u64(at).map(|at| vec![at]);
                let few = known.or_else(|| possible(pool, at));
                let object = self.contents_mut(part.at);
                match few.as_deref() {
                    Some(&[only]) if object.fits(only, len) => object.write(pool, only, len, value),
                    _ => object.write_at(pool, at, len, value),
                }
            }
        }
    }

    /// Writes concrete bytes at the beginning of a place.
    pub fn set_bytes(&mut self, place: InBounds, bytes: &[u8]) {
        assert!(bytes.len() as u64 <= place.len, "bytes fit into their place");
        self.contents_mut(place.at).set_concrete(place.offset, bytes);
    }

    /// Copies between two places of the same length, which may overlap. Returns the work done, in bytes.
    pub fn copy(&mut self, pool: &mut Pool, to: InBounds, from: InBounds) -> u64 {
        assert_eq!(to.len, from.len, "a copy keeps the length");
        if to.at == from.at {
            return self.contents_mut(to.at).copy_within(pool, to.offset, from.offset, from.len);
        }
        let source = self.entry_at(from.at).shared_object();
        self.contents_mut(to.at).copy_from(pool, to.offset, &source, from.offset, from.len)
    }

    /// The greatest number of bytes of memory that a copy needs; bytes that it shares with its source need none.
    pub fn needed_for_copy(&self, to: InBounds, from: InBounds) -> u64 {
        if to.offset % PAGE as u64 == from.offset % PAGE as u64 {
            return 0;
        }
        self.entry_at(from.at).object().held(from.offset, from.len)
    }

    /// Fills a place with a byte, which may be a term. Returns the work done, in bytes.
    pub fn fill(&mut self, pool: &Pool, place: InBounds, byte: Value) -> u64 {
        let object = self.contents_mut(place.at);
        match byte {
            Value::Int(byte) => object.fill(place.offset, place.len, byte as u8),
            Value::Expr(byte) => object.fill_with(pool, place.offset, place.len, byte),
        }
    }

    /// The word of `len` bytes at a place with zeros for undefined bits, if all other bits are concrete.
    pub fn word_with_zeros(&self, pool: &Pool, place: InBounds, len: usize) -> Option<u64> {
        self.entry_at(place.at).object().word_with_zeros(pool, place.offset, len)
    }

    /// The bytes of a place; `None` if one of them is symbolic.
    pub fn concrete_bytes(&self, place: InBounds) -> Option<Vec<u8>> {
        let object = self.entry_at(place.at).object();
        object.is_concrete_in(place.offset, place.len).then(|| object.concrete_bytes(place.offset, place.len))
    }

    /// The number of bytes of a place before the first one that is symbolic or in `stops`.
    pub fn concrete_until(&self, place: InBounds, stops: &[u8]) -> u64 {
        self.entry_at(place.at).object().concrete_until(place.offset, place.len, stops)
    }

    /// The number of bytes that two places have in common before the first one that is symbolic or in `stops`.
    pub fn common_until(&self, a: InBounds, b: InBounds, stops: &[u8]) -> u64 {
        let other: &Object = self.entry_at(b.at).object();
        self.entry_at(a.at).object().common_until(a.offset, other, b.offset, a.len.min(b.len), stops)
    }
}

/// The offset `more` bytes after a symbolic one. Where the condition does not hold, the symbolic one is replaced by 0.
fn guarded_offset(pool: &mut Pool, guard: Option<ExprId>, base: ExprId, more: u64) -> ExprId {
    let base = match guard {
        Some(guard) => {
            let zero = pool.int(64, 0);
            pool.ite(guard, base, zero)
        }
        None => base,
    };
    let more = pool.int(64, more);
    pool.add(base, more)
}
