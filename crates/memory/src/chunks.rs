//! A persistent vector in two levels: a clone copies one pointer, and changing an element copies one chunk.

use triomphe::Arc;

use crate::tuning::CHUNK;

/// A vector whose clones share chunks of 32 elements.
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    chunks: Arc<Vec<Arc<Vec<T>>>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks { chunks: Arc::default(), len: 0 }
    }
}

impl<T: Clone> Chunks<T> {
    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the vector has no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    /// The element at `index`, if there is one.
    #[inline]
    pub fn try_get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    /// The element at `index`, to be changed; copies its chunk if a clone shares it.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> &mut T {
        &mut Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[index / CHUNK])[index % CHUNK]
    }

    /// Appends an element.
    pub fn push(&mut self, element: T) {
        let chunks = Arc::make_mut(&mut self.chunks);
        if self.len.is_multiple_of(CHUNK) {
            chunks.push(Arc::new(Vec::with_capacity(CHUNK)));
        }
        Arc::make_mut(chunks.last_mut().expect("a chunk was just ensured")).push(element);
        self.len += 1;
    }

    /// Inserts an element before the one at `index`. Copies the whole vector, since this is rare.
    pub fn insert(&mut self, index: usize, element: T) {
        let mut all: Vec<T> = self.iter().cloned().collect();
        all.insert(index, element);
        self.truncate(0);
        all.into_iter().for_each(|element| self.push(element));
    }

    /// Drops every element from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let chunks = Arc::make_mut(&mut self.chunks);
        chunks.truncate(len.div_ceil(CHUNK));
        if !len.is_multiple_of(CHUNK) {
            Arc::make_mut(&mut chunks[len / CHUNK]).truncate(len % CHUNK);
        }
        self.len = len;
    }

    /// All elements in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// The number of leading elements that satisfy `pred`. No later element may satisfy it.
    #[inline]
    pub fn partition_point(&self, mut pred: impl FnMut(&T) -> bool) -> usize {
        let chunk = self.chunks.partition_point(|chunk| pred(&chunk[0]));
        if chunk == 0 {
            return 0;
        }
        (chunk - 1) * CHUNK + self.chunks[chunk - 1].partition_point(pred)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_vector_and_clones_do_not_see_changes() {
        let mut vector = Vec::new();
        let mut chunks = Chunks::default();
        for i in 0..100usize {
            vector.push(i * 2);
            chunks.push(i * 2);
        }
        let before = chunks.clone();
        *chunks.get_mut(40) = 81;
        vector[40] = 81;
        assert_eq!(chunks.iter().copied().collect::<Vec<_>>(), vector);
        assert_eq!(*before.get(40), 80);
        for limit in [0, 1, 63, 64, 65, 200] {
            assert_eq!(before.partition_point(|&x| x < limit), before.iter().filter(|&&x| x < limit).count());
        }
        for len in [97, 96, 64, 33, 32, 1, 0] {
            chunks.truncate(len);
            vector.truncate(len);
            assert_eq!(chunks.iter().copied().collect::<Vec<_>>(), vector);
            assert_eq!(chunks.len(), len);
        }
        chunks.push(7);
        assert_eq!(*chunks.get(0), 7);
        let mut other = before.clone();
        let mut plain: Vec<usize> = before.iter().copied().collect();
        for (at, value) in [(0, 1), (50, 2), (102, 3)] {
            other.insert(at, value);
            plain.insert(at, value);
        }
        assert_eq!(other.iter().copied().collect::<Vec<_>>(), plain);
    }
}
