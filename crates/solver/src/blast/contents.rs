//! What a constant table holds, by place and by value, for reads with too many possible places for a tree.
//!
//! Neighbouring places with the same value are one run. The runs are found once for all questions; after that,
//! the cost of a question depends on what it looks up, not on the size of the table.

use std::sync::{Arc, Mutex, PoisonError};

use expr::{Places, Pool, TableId};
use rustc_hash::FxHashMap;

use crate::tuning::CONTENTS_RUNS;

/// Elements of a table as they are read: `size` bytes each, at the places with a residue modulo a stride.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Elements {
    table: TableId,
    size: u32,
    residue: u64,
    stride: u64,
}

/// A run: consecutive places with the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) value: u64,
}

/// What a table holds at all places with a residue, whichever of them a read can have.
pub(crate) struct Contents {
    /// Sorted by place.
    runs: Vec<Run>,
    /// Indices into `runs`, sorted by value and then by place.
    by_value: Vec<u32>,
}

/// The contents of tables found so far. All clones share them: two SAT solvers of one stage ask for them by
/// turns, each while the other is in the midst of its search, so they cannot be handed to either of them.
#[derive(Clone, Default)]
pub(crate) struct KnownContents(Arc<Mutex<FxHashMap<Elements, Option<Arc<Contents>>>>>);

impl KnownContents {
    /// The contents, if there are not too many runs.
    pub(crate) fn of(&self, pool: &Pool, elements: Elements) -> Option<Arc<Contents>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(elements).or_insert_with(|| Contents::find(pool, elements).map(Arc::new)).clone()
    }

    /// Forgets all of them.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Elements {
    /// The elements at some places and at all others with the same residue.
    pub(crate) fn at(table: TableId, size: u32, places: Places) -> Elements {
        Elements { table, size, residue: places.first % places.stride, stride: places.stride }
    }
}

impl Contents {
    fn find(pool: &Pool, elements: Elements) -> Option<Contents> {
        let Elements { table, size, residue, stride } = elements;
        let length = pool.table_bytes(table).len() as u64;
        let mut runs: Vec<Run> = Vec::new();
        for place in (residue..length).step_by(usize::try_from(stride).ok()?) {
            let value = pool.table_element(table, place, size);
            match runs.last_mut() {
                Some(run) if run.value == value => run.last = place,
                _ => runs.push(Run { first: place, last: place, value }),
            }
            if runs.len() > CONTENTS_RUNS {
                return None;
            }
        }
        let mut by_value: Vec<u32> = (0..runs.len() as u32).collect();
        by_value.sort_by_key(|&run| (runs[run as usize].value, run));
        Some(Contents { runs, by_value })
    }

    /// The runs that contain places from `first` to `last`.
    pub(crate) fn between(&self, first: u64, last: u64) -> &[Run] {
        let from = self.runs.partition_point(|run| run.last < first);
        let count = self.runs[from..].partition_point(|run| run.first <= last);
        &self.runs[from..from + count]
    }

    /// The run of a place; `None` if it does not have the right residue or is beyond the end.
    pub(crate) fn run(&self, place: u64) -> Option<Run> {
        self.between(place, place).first().copied()
    }

    /// The runs with a value, sorted by place.
    pub(crate) fn with_value(&self, value: u64) -> impl ExactSizeIterator<Item = Run> + '_ {
        let from = self.before(value);
        let count = self.by_value[from..].partition_point(|&run| self.runs[run as usize].value == value);
        self.by_value[from..from + count].iter().map(|&run| self.runs[run as usize])
    }

    /// The greatest value less than this one, and the least value greater than it.
    pub(crate) fn around(&self, value: u64) -> (Option<u64>, Option<u64>) {
        let value_of = |at: usize| self.by_value.get(at).map(|&run| self.runs[run as usize].value);
        let (from, behind) = (self.before(value), self.before(value) + self.with_value(value).len());
        (from.checked_sub(1).and_then(value_of), value_of(behind))
    }

    /// How many runs have a lower value.
    fn before(&self, value: u64) -> usize {
        self.by_value.partition_point(|&run| self.runs[run as usize].value < value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_by_place_and_by_value() {
        let mut pool = Pool::new();
        let bytes = [5u8, 0, 5, 0, 9, 0, 5, 0, 0, 1];
        let table = pool.table(bytes[..].into());
        let table = TableId(pool.node(table).args[0]);
        let known = KnownContents::default();
        let places = Places { first: 4, last: 6, stride: 2 };
        let contents = known.of(&pool, Elements::at(table, 2, places)).expect("four runs are few");
        let run = |first, last, value| Run { first, last, value };
        assert_eq!(contents.between(0, 8), [run(0, 2, 5), run(4, 4, 9), run(6, 6, 5), run(8, 8, 256)]);
        assert_eq!(contents.between(2, 4), [run(0, 2, 5), run(4, 4, 9)]);
        assert_eq!((contents.run(2), contents.run(6), contents.run(9)), (Some(run(0, 2, 5)), Some(run(6, 6, 5)), None));
        assert_eq!(contents.with_value(5).collect::<Vec<_>>(), [run(0, 2, 5), run(6, 6, 5)]);
        assert_eq!(contents.with_value(6).len(), 0);
        assert_eq!(
            [4, 5, 7, 256, 300].map(|value| contents.around(value)),
            [(None, Some(5)), (None, Some(9)), (Some(5), Some(9)), (Some(9), None), (Some(256), None)]
        );
    }
}
