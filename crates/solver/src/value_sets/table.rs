//! Reads of constant tables: what is read at a set of places, and at which of them something is read.
//!
//! "Type and Interval Aware Array Constraint Solving for Symbolic Execution" bounds what is read by the least and the greatest
//! element in the index's interval (algorithm 3). With sets of values nothing is lost in either direction, as long as there
//! are few places; a lexer's state is what its tables hold at the places that its input allows.

use std::cell::RefCell;

use expr::{Node, Op, Pool, TableId};
use rustc_hash::FxHashMap;
use value_set::{Interval, Outcome, WordSet};

/// So many images are remembered.
const REMEMBERED: usize = 1 << 12;

/// What was read at sets of places.
#[derive(Default)]
pub(crate) struct Images(RefCell<FxHashMap<Asked, (WordSet, bool)>>);

/// A table, and the places that it was read at.
type Asked = (TableRead, Vec<Interval<u128>>);

impl Images {
    /// What a table has at a set of places, if that was looked up before.
    pub(super) fn get(&self, read: TableRead, places: &WordSet) -> Option<(WordSet, bool)> {
        self.0.borrow().get(&(read, places.intervals().to_vec())).cloned()
    }

    /// Remembers what a table has.
    pub(super) fn put(&self, read: TableRead, places: &WordSet, values: &(WordSet, bool)) {
        let mut images = self.0.borrow_mut();
        if images.len() >= REMEMBERED {
            images.clear();
        }
        images.insert((read, places.intervals().to_vec()), values.clone());
    }
}

/// Elements of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TableRead {
    table: TableId,
    /// In bytes.
    size: u32,
}

impl TableRead {
    /// The read that a node is, if it is one of a constant table and what indices can be may be used.
    pub(super) fn of(pool: &Pool, node: &Node) -> Option<TableRead> {
        if node.op != Op::Select || !pool.array_axioms().by_interval() {
            return None;
        }
        let array = pool.node(node.arg(0));
        (array.op == Op::Table).then(|| TableRead { table: TableId(array.args[0]), size: node.width / 8 })
    }

    /// What is read at some place of a set. All places are looked at.
    pub(super) fn forward(&self, pool: &Pool, places: &WordSet) -> Outcome<u128> {
        WordSet::from_members(8 * self.size, places.iter().map(|place| self.element(pool, place)))
    }

    /// The places of a set at which something of another set is read. All places are looked at.
    pub(super) fn backward(&self, pool: &Pool, target: &WordSet, places: &WordSet) -> Outcome<u128> {
        WordSet::from_members(64, places.iter().filter(|&place| target.contains(&self.element(pool, place))))
    }

    fn element(&self, pool: &Pool, place: u128) -> u128 {
        u128::from(pool.table_element(self.table, place as u64, self.size))
    }
}
