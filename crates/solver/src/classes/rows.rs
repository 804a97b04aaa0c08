//! Rows of numbers, without duplicates.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Rows in the order in which they were first inserted.
pub(crate) struct Rows {
    width: usize,
    count: usize,
    values: Vec<u64>,
    table: HashTable<u32>,
}

impl Rows {
    /// No rows yet. Each is going to have `width` numbers.
    pub(crate) fn new(width: usize) -> Rows {
        Rows { width, count: 0, values: Vec::new(), table: HashTable::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The number of a row. If it equals the length before the call, the row is new.
    pub(crate) fn insert(&mut self, row: &[u64]) -> u32 {
        let Rows { width, values, .. } = self;
        let at = |number: u32| &values[number as usize * *width..][..*width];
        let hash = |row: &[u64]| {
            let mut hasher = FxBuildHasher.build_hasher();
            row.iter().for_each(|value| value.hash(&mut hasher));
            std::hash::Hasher::finish(&hasher)
        };
        let own = hash(row);
        if let Some(&number) = self.table.find(own, |&number| at(number) == row) {
            return number;
        }
        let number = self.count as u32;
        self.table.insert_unique(own, number, |&number| hash(at(number)));
        self.values.extend_from_slice(row);
        self.count += 1;
        number
    }

    /// The number at a row and a column.
    pub(crate) fn value(&self, row: usize, column: usize) -> u64 {
        self.values[row * self.width + column]
    }

    /// The numbers in a column.
    pub(crate) fn column(&self, column: usize) -> Vec<u64> {
        (0..self.count).map(|row| self.value(row, column)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_once() {
        let mut rows = Rows::new(2);
        assert_eq!([[1, 2], [3, 4], [1, 2], [2, 1]].map(|row| rows.insert(&row)), [0, 1, 0, 2]);
        assert_eq!((rows.len(), rows.column(1)), (3, vec![2, 4, 1]));
        let mut empty = Rows::new(0);
        assert_eq!((empty.insert(&[]), empty.insert(&[]), empty.len()), (0, 0, 1));
    }
}
