//! Reads of constant tables: what is read at a set of places, and at which places a value is read.
//!
//! Shuai 2021, §4.2 (algorithm 3), bounds what is read by the least and the greatest element in the index's
//! interval. With sets of values nothing is lost in either direction, as long as there are few places: a
//! lexer's state is what its tables hold at the places that its input allows.

use std::cell::RefCell;

use expr::{Node, Op, Pool, TableId};
use rustc_hash::FxHashMap;
use value_set::{Interval, Outcome, WordSet};

use crate::tuning::SETS_IMAGES;

/// The results of reads at sets of places, remembered.
#[derive(Default)]
pub(crate) struct Images(RefCell<FxHashMap<Asked, (WordSet, bool)>>);

/// A read, and the places that it reads.
type Asked = (TableRead, Vec<Interval<u128>>);

impl Images {
    /// The elements of a table at a set of places, if remembered.
    pub(super) fn get(&self, read: TableRead, places: &WordSet) -> Option<(WordSet, bool)> {
        self.0.borrow().get(&(read, places.intervals().to_vec())).cloned()
    }

    /// Remembers the elements of a table at a set of places.
    pub(super) fn put(&self, read: TableRead, places: &WordSet, values: &(WordSet, bool)) {
        let mut images = self.0.borrow_mut();
        if images.len() >= SETS_IMAGES {
            images.clear();
        }
        images.insert((read, places.intervals().to_vec()), values.clone());
    }
}

/// Reads of the elements of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TableRead {
    table: TableId,
    /// The size of an element in bytes.
    size: u32,
}

impl TableRead {
    /// The read that a node is, if it reads a constant table and [`ArrayAxioms`](expr::ArrayAxioms) allow to
    /// use the values of indices.
    pub(super) fn of(pool: &Pool, node: &Node) -> Option<TableRead> {
        if node.op != Op::Select || !pool.array_axioms().by_interval() {
            return None;
        }
        let array = pool.node(node.arg(0));
        (array.op == Op::Table).then(|| TableRead { table: TableId(array.args[0]), size: node.width / 8 })
    }

    /// The elements at the places of a set. All places are visited.
    pub(super) fn forward(&self, pool: &Pool, places: &WordSet) -> Outcome<u128> {
        WordSet::from_members(8 * self.size, places.iter().map(|place| self.element(pool, place)))
    }

    /// The places of a set at which an element of another set is read. All places are visited.
    pub(super) fn backward(&self, pool: &Pool, target: &WordSet, places: &WordSet) -> Outcome<u128> {
        WordSet::from_members(64, places.iter().filter(|&place| target.contains(&self.element(pool, place))))
    }

    fn element(&self, pool: &Pool, place: u128) -> u128 {
        u128::from(pool.table_element(self.table, place as u64, self.size))
    }
}
