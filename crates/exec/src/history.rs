//! A persistent list that grows at its end, for what a path has done.
//!
//! A clone copies a pointer, an addition allocates one link, and a fork shares everything that came before it.
//! The list is read as a whole, when a path ends.

use triomphe::Arc;

/// A list whose clones share the items that were added before they were cloned.
#[derive(Debug)]
pub struct History<T> {
    newest: Option<Arc<Link<T>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    older: Option<Arc<Link<T>>>,
}

impl<T> Clone for History<T> {
    fn clone(&self) -> Self {
        History { newest: self.newest.clone(), len: self.len }
    }
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { newest: None, len: 0 }
    }
}

impl<T> History<T> {
    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.newest = Some(Arc::new(Link { item, older: self.newest.take() }));
        self.len += 1;
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The list of the first `count` items.
    pub fn first(&self, count: usize) -> History<T> {
        let mut first = self.clone();
        while first.len > count {
            first.newest = first.newest.and_then(|link| link.older.clone());
            first.len -= 1;
        }
        first
    }

    /// The number of items that were added before the two lists parted.
    pub fn shared_with(&self, other: &History<T>) -> usize {
        let (mut one, mut other) = (self.first(other.len), other.first(self.len));
        while one.len > 0 {
            let is_same = one.newest.as_ref().zip(other.newest.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b));
            if is_same {
                break;
            }
            (one, other) = (one.first(one.len - 1), other.first(other.len - 1));
        }
        one.len
    }

    /// The items in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut all = Vec::with_capacity(self.len);
        let mut next = self.newest.as_deref();
        while let Some(link) = next {
            all.push(&link.item);
            next = link.older.as_deref();
        }
        all.into_iter().rev()
    }
}

impl<T: PartialEq> PartialEq for History<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for History<T> {}

impl<T> Drop for Link<T> {
    fn drop(&mut self) {
        // Recursion would overflow the stack for a long list.
        let mut next = self.older.take();
        while let Some(mut link) = next.and_then(|link| Arc::try_unwrap(link).ok()) {
            next = link.older.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_part_where_they_grow() {
        let mut first = History::default();
        (0..3).for_each(|item| first.push(item));
        let mut second = first.clone();
        first.push(10);
        second.push(20);
        second.push(21);
        assert!(first.iter().eq(&[0, 1, 2, 10]));
        drop(first);
        assert!(second.iter().eq(&[0, 1, 2, 20, 21]));
        assert_eq!(History::<u8>::default().iter().count(), 0);
    }

    #[test]
    fn long_lists_are_dropped() {
        let mut list = History::default();
        (0..1_000_000).for_each(|item| list.push(item));
        let other = list.clone();
        drop(list);
        assert_eq!(other.iter().count(), 1_000_000);
    }
}
