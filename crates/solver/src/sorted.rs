//! A sorted list that clones share: a tree of short runs. A change copies the runs on the way from the root to
//! the changed one.
//!
//! A clone costs one reference, a change the logarithm of the length, and a list of up to [`SORTED_RUN`] items is one
//! run in one allocation. Parts that two lists share are recognised by their addresses, so that the items that
//! only one of two lists has are found without looking at the rest. Each part has a *hull*: a summary of all
//! its items.
//!
//! Items are mostly added at the end, so a full run at the end is not split in halves: the next item begins a
//! new run. Removing an item leaves a shorter run; runs are not merged again.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::tuning::{SORTED_LEVELS, SORTED_RUN};

/// The items of a list.
pub(crate) trait Item: Clone {
    /// The sort key. A list has at most one item with a given key.
    type Key: Ord + Copy + fmt::Debug;
    /// The summary of a part.
    type Hull: Copy + fmt::Debug;

    /// The sort key of the item.
    fn key(&self) -> Self::Key;

    /// The summary of two parts together.
    fn joined(one: Self::Hull, other: Self::Hull) -> Self::Hull;

    /// Whether both items carry the same information, as far as a quick comparison tells.
    fn same(&self, other: &Self) -> bool;
}

/// A sorted list. A clone shares the memory of the original.
pub(crate) struct Sorted<T: Item>(Option<Run<T>>);

/// A non-empty run of items, or of smaller parts, with its summary.
struct Part<T: Item> {
    run: Run<T>,
    last: T::Key,
    len: u32,
    hull: T::Hull,
}

enum Run<T: Item> {
    Items(Arc<[T]>),
    Parts(Arc<[Part<T>]>),
}

impl<T: Item> Clone for Run<T> {
    fn clone(&self) -> Self {
        match self {
            Run::Items(items) => Run::Items(items.clone()),
            Run::Parts(parts) => Run::Parts(parts.clone()),
        }
    }
}

impl<T: Item> Clone for Part<T> {
    fn clone(&self) -> Self {
        Part { run: self.run.clone(), ..*self }
    }
}

impl<T: Item> Clone for Sorted<T> {
    fn clone(&self) -> Self {
        Sorted(self.0.clone())
    }
}

impl<T: Item> Default for Sorted<T> {
    fn default() -> Self {
        Sorted(None)
    }
}

impl<T: Item + fmt::Debug> fmt::Debug for Sorted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Item> Sorted<T> {
    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, Run::len)
    }

    /// Whether the list has no items.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The item with a key.
    pub(crate) fn get(&self, key: T::Key) -> Option<&T> {
        let mut run = self.0.as_ref()?;
        loop {
            match run {
                Run::Items(items) => {
                    return items.binary_search_by_key(&key, T::key).ok().map(|place| &items[place]);
                }
                Run::Parts(parts) => run = &parts.get(parts.partition_point(|part| part.last < key))?.run,
            }
        }
    }

    /// The last item whose key is at most this one.
    pub(crate) fn last_up_to(&self, key: T::Key) -> Option<&T> {
        let mut run = self.0.as_ref()?;
        let mut before = None;
        loop {
            match run {
                Run::Items(items) => {
                    let place = items.partition_point(|item| item.key() <= key);
                    return match place.checked_sub(1) {
                        Some(place) => Some(&items[place]),
                        None => before.map(Part::last_item),
                    };
                }
                Run::Parts(parts) => {
                    let place = parts.partition_point(|part| part.last < key);
                    before = place.checked_sub(1).map(|place| &parts[place]).or(before);
                    match parts.get(place) {
                        Some(next) => run = &next.run,
                        None => return before.map(Part::last_item),
                    }
                }
            }
        }
    }

    /// The items in order.
    pub(crate) fn iter(&self) -> Iter<'_, T, false> {
        Iter::new(self.0.as_ref())
    }

    /// The items, the last one first.
    pub(crate) fn iter_back(&self) -> Iter<'_, T, true> {
        Iter::new(self.0.as_ref())
    }

    /// The items whose keys are at least this one, in order.
    pub(crate) fn iter_from(&self, key: T::Key) -> Iter<'_, T, false> {
        let mut iter = Iter { items: &[], parts: [&[]; SORTED_LEVELS], level: 0 };
        let mut next = self.0.as_ref();
        while let Some(run) = next.take() {
            match run {
                Run::Items(items) => iter.items = &items[items.partition_point(|item| item.key() < key)..],
                Run::Parts(parts) => {
                    let place = parts.partition_point(|part| part.last < key);
                    next = parts.get(place).map(|part| &part.run);
                    iter.parts[iter.level] = parts.get(place + 1..).unwrap_or(&[]);
                    iter.level += 1;
                }
            }
        }
        iter
    }

    /// Adds an item, replacing the one with the same key if there is one. Returns how many items were copied.
    pub(crate) fn insert(&mut self, item: T, hull: &impl Fn(&T) -> T::Hull) -> usize {
        let root = match &self.0 {
            None => {
                self.0 = Some(Run::Items([item].into()));
                return 1;
            }
            // A list of a single run has no hull to update.
            Some(Run::Items(items)) => {
                let range = match items.binary_search_by_key(&item.key(), T::key) {
                    Ok(place) => Some(place..place + 1),
                    Err(place) => (items.len() < SORTED_RUN).then_some(place..place),
                };
                if let Some(range) = range {
                    let items = replaced(items, range, [item]);
                    let copied = items.len();
                    self.0 = Some(Run::Items(items));
                    return copied;
                }
                Part::of_items(items.clone(), hull)
            }
            Some(Run::Parts(parts)) => Part::of_parts(parts.clone()),
        };
        let mut copied = 0;
        let (part, more) = root.with(item, hull, &mut copied);
        self.0 = Some(match more {
            None => part.run,
            Some(more) => Run::Parts([part, more].into()),
        });
        copied
    }

    /// Removes the item with a key, if there is one.
    pub(crate) fn remove(&mut self, key: T::Key, hull: &impl Fn(&T) -> T::Hull) {
        match &self.0 {
            None => {}
            Some(Run::Items(items)) => {
                if let Ok(place) = items.binary_search_by_key(&key, T::key) {
                    let left = (items.len() > 1).then(|| replaced(items, place..place + 1, []));
                    self.0 = left.map(Run::Items);
                }
            }
            Some(Run::Parts(parts)) => match Part::of_parts(parts.clone()).without(key, hull) {
                Removed::Nothing => {}
                Removed::All => self.0 = None,
                Removed::Left(part) => self.0 = Some(part.run),
            },
        }
        // A root with a single part is replaced by that part.
        while let Some(Run::Parts(parts)) = &self.0
            && let [only] = &parts[..]
        {
            self.0 = Some(only.run.clone());
        }
    }

    /// A lower bound on how many items at the beginning both lists have in common.
    pub(crate) fn common_start(&self, other: &Sorted<T>) -> usize {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => one.common_start(other),
            _ => 0,
        }
    }

    /// Whether both are the same list in memory.
    pub(crate) fn is_clone_of(&self, other: &Sorted<T>) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Visits the items that the other list does not have, or has with other information.
    pub(crate) fn each_not_in(&self, other: &Sorted<T>, visit: &mut impl FnMut(&T)) {
        if let Some(run) = &self.0 {
            run.each_not_in(other, other.0.as_ref(), visit);
        }
    }

    /// Whether a condition holds for all items in the runs whose hulls satisfy `wanted`.
    pub(crate) fn all_within(&self, wanted: &impl Fn(&T::Hull) -> bool, holds: &mut impl FnMut(&T) -> bool) -> bool {
        self.0.as_ref().is_none_or(|run| run.all_within(wanted, holds))
    }
}

/// What is left of a part after a removal.
enum Removed<T: Item> {
    /// The part had no such item.
    Nothing,
    /// The item was the only one.
    All,
    Left(Part<T>),
}

impl<T: Item> Part<T> {
    fn of_items(items: Arc<[T]>, hull: &impl Fn(&T) -> T::Hull) -> Part<T> {
        let known = items.iter().map(hull).reduce(T::joined).expect("a part has items");
        Part::of_items_within(items, known)
    }

    fn of_items_within(items: Arc<[T]>, hull: T::Hull) -> Part<T> {
        let last = items.last().expect("a part has items").key();
        Part { last, len: items.len() as u32, hull, run: Run::Items(items) }
    }

    fn of_parts(parts: Arc<[Part<T>]>) -> Part<T> {
        let last = parts.last().expect("a part has parts").last;
        let len = parts.iter().map(|part| part.len).sum();
        let hull = parts.iter().map(|part| part.hull).reduce(T::joined).expect("a part has parts");
        Part { last, len, hull, run: Run::Parts(parts) }
    }

    fn last_item(&self) -> &T {
        match &self.run {
            Run::Items(items) => items.last().expect("a part has items"),
            Run::Parts(parts) => parts.last().expect("a part has parts").last_item(),
        }
    }

    /// The part with an item added, and a second part if it became too long.
    fn with(&self, item: T, hull: &impl Fn(&T) -> T::Hull, copied: &mut usize) -> (Part<T>, Option<Part<T>>) {
        match &self.run {
            Run::Items(items) => {
                let known = T::joined(self.hull, hull(&item));
                match items.binary_search_by_key(&item.key(), T::key) {
                    Ok(place) => {
                        *copied += items.len();
                        (Part::of_items_within(replaced(items, place..place + 1, [item]), known), None)
                    }
                    Err(place) if items.len() < SORTED_RUN => {
                        *copied += items.len() + 1;
                        (Part::of_items_within(replaced(items, place..place, [item]), known), None)
                    }
                    Err(place) if place == items.len() => {
                        *copied += 1;
                        (self.clone(), Some(Part::of_items([item].into(), hull)))
                    }
                    Err(place) => {
                        *copied += items.len() + 1;
                        let all = replaced(items, place..place, [item]);
                        let (one, other) = all.split_at(SORTED_RUN / 2);
                        (Part::of_items(one.into(), hull), Some(Part::of_items(other.into(), hull)))
                    }
                }
            }
            Run::Parts(parts) => {
                let key = item.key();
                let place = parts.partition_point(|part| part.last < key).min(parts.len() - 1);
                let (part, more) = parts[place].with(item, hull, copied);
                *copied += parts.len();
                let more = match more {
                    None => return (Part::of_parts(replaced(parts, place..place + 1, [part])), None),
                    Some(more) => more,
                };
                if parts.len() < SORTED_RUN {
                    return (Part::of_parts(replaced(parts, place..place + 1, [part, more])), None);
                }
                if place + 1 == parts.len() {
                    let first = Part::of_parts(replaced(parts, place..place + 1, [part]));
                    return (first, Some(Part::of_parts([more].into())));
                }
                let all = replaced(parts, place..place + 1, [part, more]);
                let (one, other) = all.split_at(SORTED_RUN / 2);
                (Part::of_parts(one.into()), Some(Part::of_parts(other.into())))
            }
        }
    }

    fn without(&self, key: T::Key, hull: &impl Fn(&T) -> T::Hull) -> Removed<T> {
        match &self.run {
            Run::Items(items) => match items.binary_search_by_key(&key, T::key) {
                Err(_) => Removed::Nothing,
                Ok(_) if items.len() == 1 => Removed::All,
                Ok(place) => Removed::Left(Part::of_items(replaced(items, place..place + 1, []), hull)),
            },
            Run::Parts(parts) => {
                let place = parts.partition_point(|part| part.last < key);
                match parts.get(place).map_or(Removed::Nothing, |part| part.without(key, hull)) {
                    Removed::Nothing => Removed::Nothing,
                    Removed::All if parts.len() == 1 => Removed::All,
                    Removed::All => Removed::Left(Part::of_parts(replaced(parts, place..place + 1, []))),
                    Removed::Left(part) => Removed::Left(Part::of_parts(replaced(parts, place..place + 1, [part]))),
                }
            }
        }
    }
}

impl<T: Item> Run<T> {
    fn len(&self) -> usize {
        match self {
            Run::Items(items) => items.len(),
            Run::Parts(parts) => parts.iter().map(|part| part.len as usize).sum(),
        }
    }

    fn is(&self, other: &Run<T>) -> bool {
        match (self, other) {
            (Run::Items(one), Run::Items(other)) => Arc::ptr_eq(one, other),
            (Run::Parts(one), Run::Parts(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    fn common_start(&self, other: &Run<T>) -> usize {
        if self.is(other) {
            return self.len();
        }
        // One of the two lists may have one more level.
        match self.levels().cmp(&other.levels()) {
            Ordering::Greater => return self.parts()[0].run.common_start(other),
            Ordering::Less => return self.common_start(&other.parts()[0].run),
            Ordering::Equal => {}
        }
        match (self, other) {
            (Run::Items(one), Run::Items(other)) => {
                one.iter().zip(&other[..]).take_while(|(one, other)| one.same(other)).count()
            }
            (Run::Parts(one), Run::Parts(other)) => {
                let mut common = 0;
                for (one, other) in one.iter().zip(&other[..]) {
                    let more = one.run.common_start(&other.run);
                    common += more;
                    if more < one.len as usize || more < other.len as usize {
                        break;
                    }
                }
                common
            }
            _ => unreachable!("they have as many levels"),
        }
    }

    /// How many levels of parts are above the items.
    fn levels(&self) -> usize {
        self.parts().first().map_or(0, |part| 1 + part.run.levels())
    }

    /// The parts of this run; empty if it holds items.
    fn parts(&self) -> &[Part<T>] {
        match self {
            Run::Items(_) => &[],
            Run::Parts(parts) => parts,
        }
    }

    fn each_not_in(&self, whole: &Sorted<T>, near: Option<&Run<T>>, visit: &mut impl FnMut(&T)) {
        if near.is_some_and(|near| self.is(near)) {
            return;
        }
        match self {
            Run::Items(items) => {
                for item in &items[..] {
                    if !whole.get(item.key()).is_some_and(|other| item.same(other)) {
                        visit(item);
                    }
                }
            }
            Run::Parts(parts) => {
                for part in &parts[..] {
                    let near = near.and_then(|near| match near {
                        Run::Items(_) => Some(near),
                        Run::Parts(parts) => {
                            let place = parts.partition_point(|other| other.last < part.last);
                            parts.get(place).map(|part| &part.run)
                        }
                    });
                    part.run.each_not_in(whole, near, visit);
                }
            }
        }
    }

    fn all_within(&self, wanted: &impl Fn(&T::Hull) -> bool, holds: &mut impl FnMut(&T) -> bool) -> bool {
        match self {
            Run::Items(items) => items.iter().all(holds),
            Run::Parts(parts) => parts.iter().all(|part| !wanted(&part.hull) || part.run.all_within(wanted, holds)),
        }
    }
}

/// The items with some of them replaced by others.
fn replaced<T: Clone, const N: usize>(items: &[T], place: std::ops::Range<usize>, by: [T; N]) -> Arc<[T]> {
    let (before, after) = (&items[..place.start], &items[place.end..]);
    let mut by = by.into_iter();
    // One loop over a range: iterators that are chained ask at each item which of them is at its end.
    let item = |index: usize| match before.get(index) {
        Some(item) => item.clone(),
        None => by.next().unwrap_or_else(|| after[index - before.len() - N].clone()),
    };
    (0..before.len() + N + after.len()).map(item).collect()
}

/// Iterates over a list, from its end if `BACK`.
pub(crate) struct Iter<'a, T: Item, const BACK: bool> {
    /// The rest of the current run.
    items: &'a [T],
    /// The rest of the runs above it, outermost first.
    parts: [&'a [Part<T>]; SORTED_LEVELS],
    level: usize,
}

impl<T: Item, const BACK: bool> Clone for Iter<'_, T, BACK> {
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

impl<'a, T: Item, const BACK: bool> Iter<'a, T, BACK> {
    fn new(root: Option<&'a Run<T>>) -> Self {
        let mut iter = Iter { items: &[], parts: [&[]; SORTED_LEVELS], level: 0 };
        if let Some(run) = root {
            iter.enter(run);
        }
        iter
    }

    /// Descends to the first items of a run.
    fn enter(&mut self, mut run: &'a Run<T>) {
        loop {
            match run {
                Run::Items(items) => {
                    self.items = items;
                    return;
                }
                Run::Parts(parts) => {
                    let (next, rest) = end::<_, BACK>(parts).expect("a part has parts");
                    self.parts[self.level] = rest;
                    self.level += 1;
                    run = &next.run;
                }
            }
        }
    }
}

/// The first item and the rest; with `BACK`, the last item and the rest.
fn end<T, const BACK: bool>(items: &[T]) -> Option<(&T, &[T])> {
    if BACK { items.split_last() } else { items.split_first() }
}

impl<'a, T: Item, const BACK: bool> Iterator for Iter<'a, T, BACK> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        loop {
            if let Some((item, rest)) = end::<_, BACK>(self.items) {
                self.items = rest;
                return Some(item);
            }
            let level = self.level.checked_sub(1)?;
            self.level = level;
            if let Some((part, rest)) = end::<_, BACK>(self.parts[level]) {
                self.parts[level] = rest;
                self.level += 1;
                self.enter(&part.run);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use test_support::Random;

    #[derive(Clone, Debug, PartialEq)]
    struct Pair(u32, u32);

    impl Item for Pair {
        type Key = u32;
        /// The least and the greatest second number.
        type Hull = (u32, u32);

        fn key(&self) -> u32 {
            self.0
        }

        fn joined(one: (u32, u32), other: (u32, u32)) -> (u32, u32) {
            (one.0.min(other.0), one.1.max(other.1))
        }

        fn same(&self, other: &Pair) -> bool {
            self == other
        }
    }

    fn hull(pair: &Pair) -> (u32, u32) {
        (pair.1, pair.1)
    }

    fn compare(list: &Sorted<Pair>, plain: &BTreeMap<u32, u32>, random: &mut Random) {
        assert_eq!((list.len(), list.is_empty()), (plain.len(), plain.is_empty()));
        assert!(list.iter().map(|pair| (&pair.0, &pair.1)).eq(plain.iter()));
        assert!(list.iter_back().map(|pair| (&pair.0, &pair.1)).eq(plain.iter().rev()));
        for _ in 0..20 {
            let key = random.below(3000);
            assert_eq!(list.get(key).map(|pair| pair.1), plain.get(&key).copied());
            assert_eq!(list.last_up_to(key).map(|pair| pair.0), plain.range(..=key).next_back().map(|pair| *pair.0));
            assert!(list.iter_from(key).map(|pair| pair.0).eq(plain.range(key..).map(|pair| *pair.0)));
            let (low, high) = (random.below(100), random.below(100));
            let mut seen = Vec::new();
            list.all_within(&|hull| hull.0 <= high && low <= hull.1, &mut |pair| {
                seen.push(pair.0);
                true
            });
            let inside = plain.iter().filter(|(_, value)| (low..=high).contains(*value));
            assert!(inside.into_iter().all(|(key, _)| seen.binary_search(key).is_ok()));
        }
    }

    #[test]
    fn random_changes_are_those_of_a_map() {
        let mut random = Random::new(1);
        for round in 0..20 {
            let (mut list, mut plain) = (Sorted::<Pair>::default(), BTreeMap::new());
            for _ in 0..=random.below(if round < 10 { 60 } else { 3000 }) {
                let key = if random.below(3) == 0 { plain.len() as u32 * 2 } else { random.below(3000) };
                let (before, known) = (list.clone(), plain.clone());
                if random.below(5) == 0 {
                    list.remove(key, &hull);
                    plain.remove(&key);
                } else {
                    let value = random.below(100);
                    list.insert(Pair(key, value), &hull);
                    plain.insert(key, value);
                }
                let mut new = Vec::new();
                list.each_not_in(&before, &mut |pair| new.push((pair.0, pair.1)));
                let other = plain.iter().filter(|(key, value)| known.get(key) != Some(value));
                assert!(new.iter().map(|(key, value)| (key, value)).eq(other));
                let common = plain.iter().zip(&known).take_while(|(one, other)| one == other).count();
                assert!(list.common_start(&before) <= common);
            }
            compare(&list, &plain, &mut random);
        }
    }

    /// Neither the number of items copied for a change nor that of items visited for a difference grows with
    /// the list.
    #[test]
    fn additions_at_the_end_copy_little() {
        let mut list = Sorted::<Pair>::default();
        for key in 0..10_000 {
            let before = list.clone();
            let copied = list.insert(Pair(key, key), &hull);
            assert!(copied <= 4 * SORTED_RUN);
            let mut new = 0;
            list.each_not_in(&before, &mut |_| new += 1);
            assert_eq!((new, list.common_start(&before)), (1, key as usize));
        }
        let mut seen = 0;
        let within = list.all_within(&|hull| hull.0 <= 5_000 && 5_000 <= hull.1, &mut |_| {
            seen += 1;
            true
        });
        assert!(within && seen <= SORTED_RUN);
    }
}
