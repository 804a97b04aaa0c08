//! Lists of byte ranges, sorted, disjoint and not adjacent: short ones as slices, and [`Ranges`] for those that
//! grow with a path.

use expr::{ByteRange, SymbolId};

use crate::sorted::{Item, Sorted};

impl Item for ByteRange {
    type Key = (SymbolId, u32);
    type Hull = ();

    fn key(&self) -> (SymbolId, u32) {
        start(self)
    }

    fn joined((): (), (): ()) {}

    fn same(&self, other: &ByteRange) -> bool {
        self == other
    }
}

/// A list of ranges whose clones share memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges(Sorted<ByteRange>);

/// A range that replaces others.
pub(crate) struct Joined {
    /// The new range.
    pub(crate) range: ByteRange,
    /// The ranges it replaces, except one that begins where the new one does.
    pub(crate) replaced: Vec<ByteRange>,
}

impl Ranges {
    /// The number of ranges.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The ranges in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ByteRange> + Clone {
        self.0.iter()
    }

    /// Whether a byte lies in one of the ranges.
    pub(crate) fn contains(&self, symbol: SymbolId, index: u32) -> bool {
        self.0.last_up_to((symbol, index)).is_some_and(|range| range.symbol == symbol && index < range.to)
    }

    /// Adds the bytes of a range. Returns what changed, or `None` if all of them were there.
    pub(crate) fn cover(&mut self, range: ByteRange) -> Option<Joined> {
        let before = self.0.last_up_to(start(&range)).filter(|it| it.symbol == range.symbol && it.to >= range.from);
        if before.is_some_and(|before| before.to >= range.to) {
            return None;
        }
        let mut joined = Joined { range, replaced: Vec::new() };
        let first = before.map_or(start(&range), start);
        let touching = |other: &&ByteRange| other.symbol == range.symbol && other.from <= range.to;
        for other in self.0.iter_from(first).take_while(touching) {
            joined.range.from = joined.range.from.min(other.from);
            joined.range.to = joined.range.to.max(other.to);
            if other.from != joined.range.from {
                joined.replaced.push(*other);
            }
        }
        joined.replaced.iter().for_each(|other| self.0.remove(start(other), &|_| ()));
        self.0.insert(joined.range, &|_| ());
        Some(joined)
    }
}

/// The union of two sorted lists of ranges, sorted, disjoint and not adjacent.
pub(crate) fn union_of_ranges<'a>(
    a: impl IntoIterator<Item = &'a ByteRange>,
    b: impl IntoIterator<Item = &'a ByteRange>,
) -> Vec<ByteRange> {
    let mut kept: Vec<ByteRange> = Vec::new();
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if start(y) < start(x) => b.next(),
            (Some(_), _) => a.next(),
            (None, _) => b.next(),
        };
        let Some(next) = next else { return kept };
        append(&mut kept, *next);
    }
}

/// Adds a range that begins no earlier than the ones in the list.
fn append(kept: &mut Vec<ByteRange>, range: ByteRange) {
    match kept.last_mut() {
        Some(last) if last.symbol == range.symbol && range.from <= last.to => last.to = last.to.max(range.to),
        _ => kept.push(range),
    }
}

/// Whether two sorted lists of ranges have a byte in common.
pub(crate) fn overlap(a: &[ByteRange], b: &[ByteRange]) -> bool {
    a.iter().any(|range| {
        let place = b.partition_point(|other| (other.symbol, other.to) <= (range.symbol, range.from));
        b.get(place).is_some_and(|other| other.symbol == range.symbol && other.from < range.to)
    })
}

/// Whether a byte lies in one of the ranges of a sorted list.
pub(crate) fn contains(ranges: &[ByteRange], symbol: SymbolId, index: u32) -> bool {
    let place = ranges.partition_point(|range| (range.symbol, range.to) <= (symbol, index));
    ranges.get(place).is_some_and(|range| range.symbol == symbol && range.from <= index)
}

/// The start of a range, which is its key in lists.
pub(crate) fn start(range: &ByteRange) -> (SymbolId, u32) {
    (range.symbol, range.from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::Random;

    #[test]
    fn ranges_are_those_of_a_union() {
        let mut random = Random::new(3);
        let mut below = |limit: u32| random.below(limit);
        for _ in 0..300 {
            let (mut ranges, mut plain) = (Ranges::default(), Vec::new());
            for _ in 0..below(100) {
                let from = below(300);
                let range = ByteRange { symbol: SymbolId(below(2)), from, to: from + 1 + below(5) };
                let before: Vec<ByteRange> = plain;
                plain = union_of_ranges(&before, &[range]);
                let changed = ranges.cover(range);
                assert_eq!(changed.is_some(), plain != before);
                assert!(ranges.iter().eq(&plain));
                for old in changed.iter().flat_map(|joined| &joined.replaced) {
                    assert!(before.contains(old) && !plain.iter().any(|range| start(range) == start(old)));
                }
            }
            assert_eq!(ranges.len(), plain.len());
        }
    }
}
