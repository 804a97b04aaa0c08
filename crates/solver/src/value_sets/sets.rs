//! A set of values for each leaf. The leaves are sorted and disjoint; a leaf that is not listed may have any
//! value.
//!
//! A path may know thousands of leaves, so clones share the list and narrowing copies little of it.

use std::sync::Arc;

use expr::{ByteRange, Model, SymbolId};
use value_set::WordSet;

use super::leaf::Leaf;
use super::resize::Resize;
use crate::sorted::{Item, Sorted};

/// Sets, sorted by leaf.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets(Sorted<Known>);

/// The set of a leaf.
#[derive(Clone, Debug)]
struct Known(Leaf, Arc<WordSet>);

impl Item for Known {
    type Key = Leaf;
    type Hull = ();

    fn key(&self) -> Leaf {
        self.0
    }

    fn joined((): (), (): ()) {}

    fn same(&self, other: &Known) -> bool {
        self.0 == other.0 && (Arc::ptr_eq(&self.1, &other.1) || self.1 == other.1)
    }
}

/// No value is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Empty;

impl Sets {
    /// The leaves with their sets.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Leaf, &WordSet)> {
        self.0.iter().map(|Known(leaf, set)| (*leaf, &**set))
    }

    /// The model's value as the only one for each of these leaves.
    pub(crate) fn point(leaves: &Sets, model: &Model) -> Sets {
        let mut point = Sets::default();
        for (leaf, _) in leaves.iter() {
            point.put(leaf, WordSet::single(leaf.width, leaf.value(model)));
        }
        point
    }

    fn put(&mut self, leaf: Leaf, set: WordSet) {
        self.0.insert(Known(leaf, Arc::new(set)), &|_| ());
    }

    /// Whether no set was narrowed and no leaf added since one was cloned from the other.
    pub(crate) fn same(&self, other: &Sets) -> bool {
        let mut same = self.0.len() == other.0.len();
        if same {
            self.each_not_in(other, |_, _| same = false);
        }
        same
    }

    /// Visits the leaves whose sets differ from those in `other`, or that it does not list.
    pub(crate) fn each_not_in(&self, other: &Sets, mut visit: impl FnMut(Leaf, &WordSet)) {
        self.0.each_not_in(&other.0, &mut |Known(leaf, set)| visit(*leaf, set));
    }

    /// The number of listed leaves.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The sets of both, which must not share bits.
    pub(crate) fn joined(&self, other: &Sets) -> Sets {
        let (smaller, larger) = if self.len() < other.len() { (self, other) } else { (other, self) };
        let mut all = larger.clone();
        for known in smaller.0.iter() {
            all.0.insert(known.clone(), &|_| ());
        }
        all
    }

    /// The set of a leaf, and whether it is exactly what is known about the leaf.
    pub(crate) fn of(&self, leaf: Leaf) -> (WordSet, bool) {
        match self.covering(leaf) {
            Some((whole, set)) if whole == leaf => (set.clone(), true),
            Some((whole, set)) => {
                Resize::Extract { low: leaf.low - whole.low, width: leaf.width }.forward(set).or_full(leaf.width)
            }
            None => (WordSet::full(leaf.width), self.overlapping(leaf).next().is_none()),
        }
    }

    /// The sets of listed leaves that have bits in a support.
    pub(crate) fn of_support<'a>(&'a self, support: &'a [ByteRange]) -> impl Iterator<Item = &'a WordSet> {
        self.within(support).map(|Known(_, set)| &**set)
    }

    /// The listed leaves that have bits in a support.
    fn within<'a>(&'a self, support: &'a [ByteRange]) -> impl Iterator<Item = &'a Known> {
        support.iter().enumerate().flat_map(move |(place, range)| {
            let bits = (8 * u64::from(range.from), 8 * u64::from(range.to));
            let found = self.of_bits(range.symbol, bits);
            // A leaf that also has bits in the range before was visited there.
            let before = place.checked_sub(1).map(|place| support[place]).filter(|it| it.symbol == range.symbol);
            found.filter(move |Known(leaf, _)| before.is_none_or(|before| leaf.low >= 8 * before.to))
        })
    }

    /// The listed leaves of a symbol that have bits in `from .. to`.
    fn of_bits(&self, symbol: SymbolId, (from, to): (u64, u64)) -> impl Iterator<Item = &Known> {
        let first = Leaf { symbol, low: from.min(u64::from(u32::MAX)) as u32, width: 0 };
        // Leaves are disjoint, so only the last one that begins before `from` can reach it.
        let before = self.before(first).filter(|Known(leaf, _)| leaf.symbol == symbol && u64::from(leaf.end()) > from);
        let first = before.map_or(first, |Known(leaf, _)| *leaf);
        self.0.iter_from(first).take_while(move |Known(leaf, _)| leaf.symbol == symbol && u64::from(leaf.low) < to)
    }

    /// The listed leaves that have bits in common with this one.
    fn overlapping(&self, leaf: Leaf) -> impl Iterator<Item = &Known> {
        self.of_bits(leaf.symbol, (u64::from(leaf.low), u64::from(leaf.end())))
    }

    /// Whether no other listed leaf has bits in common with this one.
    pub(crate) fn has_no_other(&self, leaf: Leaf) -> bool {
        self.overlapping(leaf).all(|Known(other, _)| *other == leaf)
    }

    /// The listed leaf that contains this one, with its set.
    pub(crate) fn covering(&self, leaf: Leaf) -> Option<(Leaf, &WordSet)> {
        let Known(other, set) = self.before(leaf)?;
        other.contains(&leaf).then_some((*other, &**set))
    }

    /// The only listed leaf that can contain this one: the last that does not begin after it.
    fn before(&self, leaf: Leaf) -> Option<&Known> {
        self.0.last_up_to(Leaf { width: u32::MAX, ..leaf })
    }

    /// Makes sure that some listed leaf contains this one; returns whether nothing was lost.
    pub(crate) fn cover(&mut self, leaf: Leaf) -> bool {
        if self.covering(leaf).is_some() {
            return true;
        }
        let mut hull = leaf;
        let mut parts: Vec<(Leaf, Arc<WordSet>)> = Vec::new();
        let mut exact = true;
        loop {
            let next = self.overlapping(hull).next().cloned();
            let Some(Known(other, set)) = next else { break };
            self.0.remove(other, &|_| ());
            match hull.hull(&other) {
                Some(wider) => {
                    hull = wider;
                    parts.push((other, set));
                }
                // Too wide together: the older one is forgotten.
                None => exact = false,
            }
        }
        let mut set = WordSet::full(hull.width);
        for (part, known) in parts {
            let extract = Resize::Extract { low: part.low - hull.low, width: part.width };
            let (before, kept) = extract.backward(&known, &set).or_full(hull.width);
            let (both, met) = set.intersect(&before).or_full(hull.width);
            set = both;
            exact &= kept && met;
        }
        self.put(hull, set);
        exact
    }

    /// Narrows a leaf to the values in the set; returns whether exactly those are left.
    pub(crate) fn cut(&mut self, leaf: Leaf, set: &WordSet) -> Result<bool, Empty> {
        // Mostly the leaf is listed as it is.
        if let Some(Known(whole, known)) = self.before(leaf)
            && *whole == leaf
        {
            let (both, met) = known.intersect(set).or_full(leaf.width);
            if both.is_empty() {
                return Err(Empty);
            }
            if both != **known {
                self.put(leaf, both);
            }
            return Ok(met);
        }
        if self.overlapping(leaf).next().is_none() {
            if set.is_empty() {
                return Err(Empty);
            }
            self.put(leaf, set.clone());
            return Ok(true);
        }
        let covered = self.cover(leaf);
        let Known(whole, known) = self.before(leaf).expect("it was covered").clone();
        let (before, kept) = if whole == leaf {
            (set.clone(), true)
        } else {
            let extract = Resize::Extract { low: leaf.low - whole.low, width: leaf.width };
            extract.backward(set, &known).or_full(whole.width)
        };
        let (both, met) = known.intersect(&before).or_full(whole.width);
        if both.is_empty() {
            return Err(Empty);
        }
        if both != *known {
            self.put(whole, both);
        }
        Ok(covered && kept && met)
    }

    /// The number of bits of a support that listed leaves have, and how many values these leaves can have together at most.
    pub(crate) fn combinations(&self, support: &[ByteRange]) -> (u64, u64) {
        let (mut bits, mut count) = (0, 1u64);
        for Known(leaf, set) in self.within(support) {
            let (low, end) = (u64::from(leaf.low), u64::from(leaf.end()));
            let of_symbol = support.iter().filter(|range| range.symbol == leaf.symbol);
            let shared =
                |range: &ByteRange| end.min(8 * u64::from(range.to)).saturating_sub(low.max(8 * u64::from(range.from)));
            bits += of_symbol.map(shared).sum::<u64>();
            count = count.saturating_mul(u64::try_from(set.count()).unwrap_or(u64::MAX));
        }
        (bits, count)
    }

    /// The leaf with the fewest values, but more than one, that shares bytes with a support.
    pub(crate) fn smallest(&self, support: &[ByteRange]) -> Option<(Leaf, WordSet)> {
        let touched = self.within(support).filter(|Known(_, set)| set.single_value().is_none());
        touched.min_by_key(|Known(_, set)| set.count()).map(|Known(leaf, set)| (*leaf, (**set).clone()))
    }

    /// Narrows a leaf to one value.
    pub(crate) fn fix(&mut self, leaf: Leaf, value: u128) -> Result<bool, Empty> {
        self.cut(leaf, &WordSet::single(leaf.width, value))
    }

    /// What is left if one of two alternatives about the same leaves holds, and whether that is exact; `None`
    /// if they are about different leaves.
    pub(crate) fn united(&self, other: &Sets) -> Option<(Sets, bool)> {
        let (mut united, mut different, mut exact) = (self.clone(), 0, true);
        let mut same = self.0.len() == other.0.len();
        self.each_not_in(other, |leaf, one| {
            let Some(Known(_, two)) = other.0.get(leaf).filter(|_| same) else {
                same = false;
                return;
            };
            let (both, kept) = one.union(two).or_full(leaf.width);
            united.put(leaf, both);
            different += 1;
            exact &= kept;
        });
        // The union of two products that differ in only one factor is a product.
        same.then_some((united, exact && different <= 1))
    }
}
