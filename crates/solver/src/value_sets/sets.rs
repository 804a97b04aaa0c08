//! What is known of each leaf: a set of values. Sorted, disjoint leaves; a leaf that is not listed may be anything.

use std::rc::Rc;

use expr::{ByteRange, Model};
use value_set::WordSet;

use super::leaf::Leaf;
use super::resize::Resize;

/// Sets by leaf.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets(Vec<(Leaf, Rc<WordSet>)>);

/// There is no value left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Empty;

impl Sets {
    /// The leaves with their sets.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Leaf, &WordSet)> {
        self.0.iter().map(|(leaf, set)| (*leaf, &**set))
    }

    /// One value for each of these leaves: the model's.
    pub(crate) fn point(leaves: &Sets, model: &Model) -> Sets {
        let single = |leaf: Leaf| Rc::new(WordSet::single(leaf.width, leaf.value(model)));
        Sets(leaves.0.iter().map(|(leaf, _)| (*leaf, single(*leaf))).collect())
    }

    /// Whether nothing was cut since the one was cloned from the other, and no leaf was added.
    pub(crate) fn same(&self, other: &Sets) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len()
            && pairs.all(|((leaf, one), (same, two))| leaf == same && (Rc::ptr_eq(one, two) || one == two))
    }

    /// How many leaves are listed.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// What both say, about leaves that have nothing in common.
    pub(crate) fn joined(&self, other: &Sets) -> Sets {
        let mut all = [&self.0[..], &other.0[..]].concat();
        all.sort_unstable_by_key(|(leaf, _)| *leaf);
        Sets(all)
    }

    /// The set of a leaf, and whether it is exactly what is known of it.
    pub(crate) fn of(&self, leaf: Leaf) -> (WordSet, bool) {
        match self.covering(leaf) {
            Some((whole, set)) if whole == leaf => (set.clone(), true),
            Some((whole, set)) => {
                Resize::Extract { low: leaf.low - whole.low, width: leaf.width }.forward(set).or_full(leaf.width)
            }
            None => (WordSet::full(leaf.width), !self.0.iter().any(|(other, _)| other.overlaps(&leaf))),
        }
    }

    /// The sets of listed leaves that have bits in a support.
    pub(crate) fn of_support<'a>(&'a self, support: &'a [ByteRange]) -> impl Iterator<Item = &'a WordSet> {
        self.0.iter().filter(|(leaf, _)| leaf.touches(support)).map(|(_, set)| &**set)
    }

    /// Whether no other listed leaf has bits in common with it.
    pub(crate) fn has_no_other(&self, leaf: Leaf) -> bool {
        self.0.iter().all(|(other, _)| *other == leaf || !other.overlaps(&leaf))
    }

    /// The listed leaf that contains this one, with its set.
    pub(crate) fn covering(&self, leaf: Leaf) -> Option<(Leaf, &WordSet)> {
        let (other, set) = self.0.get(self.before(leaf)?)?;
        other.contains(&leaf).then_some((*other, &**set))
    }

    /// The place of the only listed leaf that can contain this one: the last that does not begin after it.
    fn before(&self, leaf: Leaf) -> Option<usize> {
        let begins = |other: &Leaf| (other.symbol, other.low) <= (leaf.symbol, leaf.low);
        self.0.partition_point(|(other, _)| begins(other)).checked_sub(1)
    }

    /// Makes sure that some listed leaf contains this one; says whether nothing was lost.
    pub(crate) fn cover(&mut self, leaf: Leaf) -> bool {
        if self.covering(leaf).is_some() {
            return true;
        }
        let mut hull = leaf;
        let mut parts: Vec<(Leaf, Rc<WordSet>)> = Vec::new();
        let mut exact = true;
        while let Some(place) = self.0.iter().position(|(other, _)| other.overlaps(&hull)) {
            let part = self.0.remove(place);
            match hull.hull(&part.0) {
                Some(wider) => {
                    hull = wider;
                    parts.push(part);
                }
                // Too wide: the older one is forgotten.
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
        let place = self.0.partition_point(|(other, _)| *other < hull);
        self.0.insert(place, (hull, Rc::new(set)));
        exact
    }

    /// Leaves of a leaf only values in the set; says whether exactly those are left.
    pub(crate) fn cut(&mut self, leaf: Leaf, set: &WordSet) -> Result<bool, Empty> {
        let covered = self.cover(leaf);
        let place = self.before(leaf).expect("it was covered");
        let (whole, known) = &mut self.0[place];
        let (before, kept) = if *whole == leaf {
            (set.clone(), true)
        } else {
            let extract = Resize::Extract { low: leaf.low - whole.low, width: leaf.width };
            extract.backward(set, known).or_full(whole.width)
        };
        let (both, met) = known.intersect(&before).or_full(whole.width);
        if both.is_empty() {
            return Err(Empty);
        }
        *known = Rc::new(both);
        Ok(covered && kept && met)
    }

    /// The leaf with the fewest values among those that share bytes with a support.
    pub(crate) fn smallest(&self, support: &[ByteRange]) -> Option<(Leaf, WordSet)> {
        let touched = self.0.iter().filter(|(leaf, set)| set.single_value().is_none() && leaf.touches(support));
        touched.min_by_key(|(_, set)| set.count()).map(|(leaf, set)| (*leaf, (**set).clone()))
    }

    /// Leaves one value of a leaf.
    pub(crate) fn fix(&mut self, leaf: Leaf, value: u128) -> Result<bool, Empty> {
        self.cut(leaf, &WordSet::single(leaf.width, value))
    }

    /// What is left if one of the two holds, which are about the same leaves, and whether that is exact; none if they are
    /// about different ones.
    pub(crate) fn united(&self, other: &Sets) -> Option<(Sets, bool)> {
        if self.0.len() != other.0.len() {
            return None;
        }
        let (mut united, mut different, mut exact) = (Vec::with_capacity(self.0.len()), 0, true);
        for ((leaf, one), (same, two)) in self.0.iter().zip(&other.0) {
            if leaf != same {
                return None;
            }
            if Rc::ptr_eq(one, two) || one == two {
                united.push((*leaf, one.clone()));
                continue;
            }
            let (both, kept) = one.union(two).or_full(leaf.width);
            united.push((*leaf, Rc::new(both)));
            different += 1;
            exact &= kept;
        }
        // Two products that differ in one factor only have a product as their union.
        Some((Sets(united), exact && different <= 1))
    }
}
