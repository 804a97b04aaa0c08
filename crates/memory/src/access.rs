//! Reading and writing places.
//!
//! If a place lies in one of several objects, a read chooses between the contents of each, and a write changes
//! each of them under its condition. An object that the pointer does not denote is written at offset 0
//! instead, and keeps its contents. At one of several addresses that a term chooses between, what is read is chosen as the
//! address was: concrete contents become a table, or if the offset is symbolic, one table of all objects (a segment).
//!
//! More may be known about a symbolic offset than its term shows. Since this crate never asks a solver, the
//! caller passes a function from an offset to the few values that it can have on the path (`possible`).

use expr::{ExprId, Pool};
use rustc_hash::FxHashMap;

use crate::object::Object;
use crate::place::{Chosen, InBounds, Leaf, Part, Parts, Place};
use crate::space::{AddressSpace, Ending, ObjectId, ObjectKind, Position};
use crate::tuning::{PAGE, SEGMENT_BYTES};
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

/// The alignment of an object in a segment: that of the allocator.
const SEGMENT_ALIGN: usize = 16;

/// Objects one after the other.
struct Segment {
    bytes: Vec<u8>,
    /// Where each address of the place is.
    starts: Vec<u64>,
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
        match &place.parts {
            Parts::One(part) => Some(self.entry_at(part.at).id),
            Parts::Several(_) | Parts::Chosen(_) => None,
        }
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

    /// Reads `len` bytes, beginning `offset` bytes into a place; the value is `8 * len` bits wide.
    pub fn read(&mut self, pool: &mut Pool, place: &Place, offset: u64, len: u32, possible: Possible<'_>) -> Value {
        let mut span = Span { offset, len, possible };
        match &place.parts {
            Parts::One(part) => self.read_part(pool, (None, *part), &mut span),
            Parts::Several(parts) => self.read_several(pool, parts, &mut span),
            Parts::Chosen(chosen) => self.read_chosen(pool, chosen, &mut span),
        }
    }

    fn read_several(&mut self, pool: &mut Pool, parts: &[(ExprId, Part)], span: &mut Span<'_>) -> Value {
        let (&(_, last), before) = parts.split_last().expect("a place is somewhere");
        let mut result = self.read_part(pool, (None, last), span).to_expr(pool, 8 * span.len);
        for &(guard, part) in before.iter().rev() {
            let here = self.read_part(pool, (Some(guard), part), span).to_expr(pool, 8 * span.len);
            result = pool.ite(guard, here, result);
        }
        Value::from_expr(pool, result)
    }

    fn read_chosen(&mut self, pool: &mut Pool, chosen: &Chosen, span: &mut Span<'_>) -> Value {
        if let Value::Expr(rest) = chosen.rest
            && let Some(segment) = self.segment(chosen)
        {
            // That starts are aligned is seen from the term.
            let aligned = segment.starts.iter().fold(0, |all, start| all | start).trailing_zeros().min(63);
            let start = pool.choose_numbers(&chosen.choice, 64, segment.starts.iter().map(|start| start >> aligned));
            let shift = pool.int(64, u64::from(aligned));
            let start = pool.shl(start, shift);
            let (sum, more) = (pool.add(start, rest), pool.int(64, span.offset));
            let (index, table) = (pool.add(sum, more), pool.table(segment.bytes.into()));
            let term = pool.select_element(table, index, span.len);
            return Value::from_expr(pool, term);
        }
        let mut known: FxHashMap<Leaf, Option<ExprId>> = FxHashMap::default();
        let mut results: Vec<Option<ExprId>> = Vec::with_capacity(chosen.leaves.len());
        for &leaf in &chosen.leaves {
            let result = match known.get(&leaf) {
                Some(&result) => result,
                None => {
                    let result = self.read_leaf(pool, chosen, leaf, span);
                    known.insert(leaf, result);
                    result
                }
            };
            results.push(result);
        }
        let first = results.iter().flatten().next().copied().expect("the place is in some object");
        let results: Vec<ExprId> = results.into_iter().map(|result| result.unwrap_or(first)).collect();
        let term = pool.choose(&chosen.choice, &results);
        Value::from_expr(pool, term)
    }

    /// What a read finds at one of the addresses; `None` behind the end of its object, where a longer text is meant.
    fn read_leaf(&mut self, pool: &mut Pool, chosen: &Chosen, leaf: Leaf, span: &mut Span<'_>) -> Option<ExprId> {
        // Where another object is meant, an array has zeros or whatever lies there: it does not matter.
        let part = Part { at: leaf.at, offset: chosen.offset_of(pool, leaf) };
        if let Value::Int(start) = part.offset
            && !self.entry_at(leaf.at).object().fits(start + span.offset, span.len)
        {
            return None;
        }
        Some(self.read_part(pool, (None, part), span).to_expr(pool, 8 * span.len))
    }

    /// The contents of all objects of a place one after the other, if they are concrete and not too many.
    fn segment(&self, chosen: &Chosen) -> Option<Segment> {
        let mut positions: Vec<Position> = chosen.leaves.iter().map(|leaf| leaf.at).collect();
        positions.sort_unstable();
        positions.dedup();
        let mut bytes: Vec<u8> = Vec::new();
        let mut begins: FxHashMap<Position, u64> = FxHashMap::default();
        for at in positions {
            let object = self.entry_at(at).object();
            if !object.is_concrete() || bytes.len() as u64 + object.size() > SEGMENT_BYTES {
                return None;
            }
            begins.insert(at, bytes.len() as u64);
            bytes.extend(object.concrete_bytes(0, object.size()));
            // Elements of the next object are aligned as they were.
            bytes.resize(bytes.len().next_multiple_of(SEGMENT_ALIGN), 0);
        }
        let starts = chosen.leaves.iter().map(|leaf| begins[&leaf.at] + leaf.offset).collect();
        Some(Segment { bytes, starts })
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
        match &place.parts {
            Parts::One(part) => self.write_part(pool, (None, *part), &mut span, value),
            Parts::Several(parts) => {
                // The disjunction of the conditions so far: the place lies in the first part whose condition holds.
                let mut before = pool.bool(false);
                for (index, &(guard, part)) in parts.iter().enumerate() {
                    let not_before = pool.not(before);
                    let is_last = index == parts.len() - 1;
                    let here = if is_last { not_before } else { pool.and(guard, not_before) };
                    before = pool.or(before, guard);
                    self.write_if(pool, here, part, &mut span, value);
                }
            }
            Parts::Chosen(chosen) => {
                for (here, part) in self.parts_of_chosen(pool, chosen) {
                    self.write_if(pool, here, part, &mut span, value);
                }
            }
        }
    }

    /// Writes a value if a condition holds.
    fn write_if(&mut self, pool: &mut Pool, here: ExprId, part: Part, span: &mut Span<'_>, value: Value) {
        let old = self.read_part(pool, (Some(here), part), span).to_expr(pool, 8 * span.len);
        let new = value.to_expr(pool, 8 * span.len);
        let term = pool.ite(here, new, old);
        let value = Value::from_expr(pool, term);
        self.write_part(pool, (Some(here), part), span, value);
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
