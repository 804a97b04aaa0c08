//! Joining address spaces: several spaces with the same objects become one, whose contents are chosen between theirs.
//!
//! What the spaces share is shared still. Where contents differ, the bytes are joined in units of up to eight aligned
//! bytes that no run of a term crosses, so that a number that was written as a whole is chosen as a whole.

use expr::Pool;

use crate::object::{Content, Object, Run};
use crate::space::{AddressSpace, ObjectId, Position, Region};
use crate::value::Value;

/// Chooses between values of the same width in bits, one for each space.
pub type Choose<'c> = &'c mut dyn FnMut(&mut Pool, &[Value], u32) -> Value;

/// Bytes that differ between spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    at: Position,
    /// The object.
    pub object: ObjectId,
    /// The offset of the first byte.
    pub offset: u64,
    /// The number of bytes, at most eight.
    pub len: u32,
}

/// What an object holds in some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// A concrete word, or a term of which some bytes are there.
    Value(Value),
    /// Bytes of an array that was written at symbolic offsets.
    Array,
}

impl AddressSpace {
    /// Where the contents of several spaces differ. `None` if they do not have the same objects, or differ in more
    /// than `most` bytes.
    pub fn differences(spaces: &[&AddressSpace], most: u64) -> Option<Vec<Difference>> {
        let (first, others) = spaces.split_first()?;
        let mut found = Vec::new();
        let mut bytes = 0;
        for region in [Region::Global, Region::Heap, Region::Stack] {
            let count = first.entries(region);
            if others.iter().any(|space| space.entries(region) != count) {
                return None;
            }
            for index in 0..count {
                let at = Position { region, index: index as u32 };
                let entry = first.entry_at(at);
                if !others.iter().all(|space| space.entry_at(at).is_like(entry)) {
                    return None;
                }
                let different: Vec<&Object> = others
                    .iter()
                    .map(|space| space.entry_at(at).object())
                    .filter(|object| !std::ptr::eq(*object, entry.object()))
                    .collect();
                if different.is_empty() {
                    continue;
                }
                for (offset, len) in units(entry.object(), &different, most - bytes)? {
                    bytes += u64::from(len);
                    found.push(Difference { at, object: entry.id, offset, len });
                }
            }
        }
        (bytes <= most).then_some(found)
    }

    /// The values of a difference, one for each space.
    pub fn values(pool: &mut Pool, spaces: &[&AddressSpace], difference: Difference) -> Vec<Value> {
        let Difference { at, offset, len, .. } = difference;
        spaces.iter().map(|space| space.entry_at(at).object().read(pool, offset, len)).collect()
    }

    /// What is held in the aligned word that a difference lies in.
    pub fn held_around(&self, difference: Difference) -> Vec<Held> {
        let Difference { at, offset, .. } = difference;
        let (object, start) = (self.entry_at(at).object(), offset / WINDOW * WINDOW);
        let end = (start + WINDOW).min(object.size());
        if start >= end {
            return Vec::new();
        }
        if let Some(word) = object.concrete_word(start, (end - start) as usize) {
            return vec![Held::Value(Value::Int(word))];
        }
        let within = object.runs[object.first_run_after(start)..].iter().take_while(|run| run.start < end);
        let held = within.map(|run| match run.content {
            Content::Term { term, .. } | Content::Repeat { byte: term } => Held::Value(Value::Expr(term)),
            Content::Backing => Held::Array,
        });
        held.collect()
    }

    /// Whether the object of a difference has that many bytes in this space.
    pub fn has_difference(&self, difference: Difference) -> bool {
        let Difference { at, offset, len, .. } = difference;
        offset + u64::from(len) <= self.entry_at(at).object().size()
    }

    /// The concrete word at a difference, if it is one.
    pub fn concrete_difference(&self, difference: Difference) -> Option<u64> {
        let Difference { at, offset, len, .. } = difference;
        self.entry_at(at).object().concrete_word(offset, len as usize)
    }

    /// One space for several, which differ in `differences` only.
    pub fn joined(
        pool: &mut Pool,
        spaces: &[&AddressSpace],
        differences: &[Difference],
        choose: Choose<'_>,
    ) -> AddressSpace {
        let mut joined = spaces[0].clone();
        joined.keep_apart_from(&spaces[1..]);
        for &difference in differences {
            let Difference { at, offset, len, .. } = difference;
            let values = AddressSpace::values(pool, spaces, difference);
            let value = choose(pool, &values, 8 * len);
            joined.contents_mut(at).write(pool, offset, len, value);
        }
        joined
    }
}

/// The parts, each with its length, in which one of some objects differs from the first. All have the same size.
/// `None` if they are more than `most` bytes.
fn units(first: &Object, others: &[&Object], most: u64) -> Option<Vec<(u64, u32)>> {
    let size = first.size();
    let mut found = Vec::new();
    let mut bytes = 0;
    let mut at = 0;
    while at < size {
        let same = others.iter().map(|other| same_from(first, other, at)).min().unwrap_or(size - at);
        // The window of eight bytes in which the next difference is.
        at = (at + same) / WINDOW * WINDOW;
        if at < size {
            let before = found.len();
            split(first, others, at, WINDOW.min(size - at) as u32, &mut found);
            bytes += found[before..].iter().map(|&(_, len)| u64::from(len)).sum::<u64>();
            if bytes > most {
                return None;
            }
            at += WINDOW;
        }
    }
    Some(found)
}

/// The greatest size of a unit in bytes.
const WINDOW: u64 = 8;

/// Adds the units among `len` bytes.
fn split(first: &Object, others: &[&Object], at: u64, len: u32, found: &mut Vec<(u64, u32)>) {
    let end = at + u64::from(len);
    if others.iter().all(|other| is_same(first, other, at, end)) {
        return;
    }
    let half = len.next_power_of_two() / 2;
    if len > 1 {
        let middle = at + u64::from(half);
        let is_cut = !len.is_power_of_two() || others.iter().chain([&first]).any(|object| is_cut(object, at, end));
        let halves = [(at, middle), (middle, end)];
        let equal = halves.map(|(from, to)| others.iter().all(|other| is_same(first, other, from, to)));
        if is_cut || equal.contains(&true) {
            split(first, others, at, half, found);
            split(first, others, middle, len - half, found);
            return;
        }
    }
    found.push((at, len));
}

/// Whether a run begins or ends within a range.
fn is_cut(object: &Object, start: u64, end: u64) -> bool {
    let first = object.first_run_after(start);
    let mut within = object.runs[first..].iter().take_while(|run| run.start < end);
    within.any(|run| run.start > start || run.end() < end)
}

fn is_same(a: &Object, b: &Object, start: u64, end: u64) -> bool {
    let mut at = start;
    while at < end {
        match same_from(a, b, at) {
            0 => return false,
            same => at += same,
        }
    }
    true
}

/// The number of bytes from an offset on that are evidently the same in both objects.
fn same_from(a: &Object, b: &Object, offset: u64) -> u64 {
    if std::ptr::eq(a, b) {
        return a.size() - offset;
    }
    let run_of = |object: &Object| object.runs.get(object.first_run_after(offset)).copied();
    let covers = |run: &Option<Run>| run.is_some_and(|run| run.start <= offset);
    match (run_of(a), run_of(b)) {
        (one, other) if !covers(&one) && !covers(&other) => {
            let next = |run: Option<Run>| run.map_or(a.size(), |run| run.start);
            let room = next(one).min(next(other)) - offset;
            a.common_until(offset, b, offset, room, &[])
        }
        (Some(one), Some(other)) if covers(&Some(one)) && covers(&Some(other)) => {
            let (one, other) = (one.part(offset, one.end()), other.part(offset, other.end()));
            let is_one = one.content == other.content && (one.content != Content::Backing || a.backing == b.backing);
            if is_one { one.len.min(other.len) } else { 0 }
        }
        _ => 0,
    }
}

impl AddressSpace {
    /// Places new objects behind those of the other spaces, too, and regards of an object as known only what all
    /// spaces know.
    fn keep_apart_from(&mut self, others: &[&AddressSpace]) {
        for region in [Region::Global, Region::Heap, Region::Stack] {
            for index in 0..self.entries(region) {
                let at = Position { region, index: index as u32 };
                let size = self.entry_at(at).size;
                let least = others.iter().map(|space| space.entry_at(at).size).min().unwrap_or(size);
                if least < size {
                    self.set_size(at, least);
                }
            }
        }
        others.iter().for_each(|space| self.skip_addresses_of(space));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Allocation, ObjectKind};

    fn space(size: u64) -> (AddressSpace, ObjectId) {
        let mut space = AddressSpace::default();
        let request = Allocation { kind: ObjectKind::Heap, size, align: 8, site: 0 };
        let base = space.bump_address(&request).expect("there is room");
        let object = space.insert(base, request);
        (space, object)
    }

    fn write(space: &mut AddressSpace, pool: &mut Pool, object: ObjectId, offset: u64, len: u32, value: Value) {
        let place = space.whole(object).into();
        space.write(pool, &place, offset, len, value, &mut |_, _| None);
    }

    #[test]
    fn numbers_are_joined_as_a_whole() {
        let mut pool = Pool::new();
        let (mut one, object) = space(64);
        write(&mut one, &mut pool, object, 8, 4, Value::Int(7));
        let mut other = one.clone();
        let term = pool.symbol("x", 32);
        write(&mut one, &mut pool, object, 16, 4, Value::Expr(term));
        write(&mut other, &mut pool, object, 20, 4, Value::Int(u64::from(u32::MAX)));
        write(&mut other, &mut pool, object, 33, 1, Value::Int(1));
        let found = AddressSpace::differences(&[&one, &other], 100).expect("they have the same object");
        let parts: Vec<(u64, u32)> = found.iter().map(|part| (part.offset, part.len)).collect();
        assert_eq!(parts, [(16, 4), (20, 4), (33, 1)]);
        let condition = pool.symbol("c", 1);
        let joined = AddressSpace::joined(&mut pool, &[&one, &other], &found, &mut |pool, values, width| {
            let [a, b] = [values[0], values[1]].map(|value| value.to_expr(pool, width));
            let term = pool.ite(condition, a, b);
            Value::from_expr(pool, term)
        });
        let read =
            |space: &AddressSpace, pool: &mut Pool, offset, len| space.entry(object).object().read(pool, offset, len);
        assert_eq!(read(&joined, &mut pool, 8, 4), Value::Int(7));
        let zero = pool.int(32, 0);
        let expected = pool.ite(condition, term, zero);
        assert_eq!(read(&joined, &mut pool, 16, 4), Value::Expr(expected));
        assert!(AddressSpace::differences(&[&one, &other], 8).is_none());
    }

    #[test]
    fn other_objects_cannot_be_joined() {
        let (one, _) = space(64);
        let (mut other, object) = space(64);
        let (small, _) = space(32);
        assert!(AddressSpace::differences(&[&one, &small], 100).is_none());
        assert!(AddressSpace::differences(&[&one, &other], 100).is_some_and(|found| found.is_empty()));
        other.free(object);
        assert!(AddressSpace::differences(&[&one, &other], 100).is_none());
    }
}
