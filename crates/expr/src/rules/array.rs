//! Reads and writes of byte arrays.

use crate::node::{ExprId, Node, Op, TableId};
use crate::pool::Pool;

use super::Rule;

/// How many stores a read passes by at most.
const STORES: usize = 256;

impl Pool {
    /// What the rules make of a read.
    pub(crate) fn rewrite_select(&mut self, array: ExprId, index: ExprId) -> Option<ExprId> {
        let node = *self.node(array);
        match node.op {
            Op::Table => self.select_table(&node, index),
            Op::Bytes => self.select_bytes(&node, index),
            _ => self.select_stored(array, index),
        }
    }

    fn select_table(&mut self, table: &Node, index: ExprId) -> Option<ExprId> {
        // select_table
        // match: a table read at a constant
        // result: the byte there, 0 beyond the end
        let byte = |pool: &Pool, at: u64| {
            let bytes = pool.table_bytes(TableId(table.args[0]));
            usize::try_from(at).ok().and_then(|at| bytes.get(at)).map_or(0, |&byte| u64::from(byte))
        };
        if let Some(at) = self.as_u64(index) {
            let value = byte(self, at);
            let result = self.int(8, value);
            return self.hit(Rule::SelectTable, result);
        }
        // select_pair
        // match: a table read at an index with two values
        // result: ite(index = lo, table[lo], table[hi])
        let (lo, hi) = self.unsigned_range(index);
        let changing = !(self.known_bits(index).zeros | self.known_bits(index).ones);
        if hi.wrapping_sub(lo) == 1 || changing.is_power_of_two() {
            let (low, high) = (byte(self, lo), byte(self, hi));
            let at_low = self.int(64, lo);
            let is_low = self.eq(index, at_low);
            let (low, high) = (self.int(8, low), self.int(8, high));
            let result = self.ite(is_low, low, high);
            return self.hit(Rule::SelectPair, result);
        }
        None
    }

    fn select_bytes(&mut self, bytes: &Node, index: ExprId) -> Option<ExprId> {
        // select_bytes
        // match: a symbol's bytes read at a constant, or always beyond the end
        // result: that byte of the symbol, 0 beyond the end
        let symbol = bytes.arg(0);
        let size = u64::from(self.width(symbol) / 8);
        let (lo, hi) = self.unsigned_range(index);
        let result = if lo >= size {
            self.int(8, 0)
        } else if lo == hi {
            self.extract(symbol, lo as u32 * 8, 8)
        } else {
            return None;
        };
        self.hit(Rule::SelectBytes, result)
    }

    fn select_stored(&mut self, array: ExprId, index: ExprId) -> Option<ExprId> {
        let mut below = array;
        for _ in 0..STORES {
            let node = *self.node(below);
            if node.op != Op::Store {
                break;
            }
            match self.same_index(node.arg(1), index) {
                // select_stored
                // match: store(a, i, v) read at i, below stores at indices that always differ
                // result: v
                Some(true) => return self.hit(Rule::SelectStored, node.arg(2)),
                Some(false) => below = node.arg(0),
                None => break,
            }
        }
        if below == array {
            return None;
        }
        // select_over
        // match: store(a, j, v) read at i where i and j always differ
        // result: a read at i
        let result = self.select(below, index);
        self.hit(Rule::SelectOver, result)
    }

    /// What the rules make of a write.
    pub(crate) fn rewrite_store(&mut self, array: ExprId, index: ExprId, byte: ExprId) -> Option<ExprId> {
        // store_back
        // match: store(a, i, a read at i)
        // result: a
        if let Some((from, at)) = self.binary_args(byte, Op::Select)
            && (from, at) == (array, index)
        {
            return self.hit(Rule::StoreBack, array);
        }
        // store_same
        // match: store(store(a, i, u), i, v)
        // result: store(a, i, v)
        let node = *self.node(array);
        if node.op == Op::Store && self.same_index(node.arg(1), index) == Some(true) {
            let result = self.store(node.arg(0), index, byte);
            return self.hit(Rule::StoreSame, result);
        }
        None
    }

    /// Whether two indices are always equal, or never; `None` if it depends or is not known.
    fn same_index(&self, i: ExprId, j: ExprId) -> Option<bool> {
        if i == j {
            return Some(true);
        }
        let ((base_i, offset_i), (base_j, offset_j)) = (self.base_and_offset(i), self.base_and_offset(j));
        if base_i == base_j {
            return Some(offset_i == offset_j);
        }
        let ((lo_i, hi_i), (lo_j, hi_j)) = (self.unsigned_range(i), self.unsigned_range(j));
        let (bits_i, bits_j) = (self.known_bits(i), self.known_bits(j));
        let apart = hi_i < lo_j || hi_j < lo_i || bits_i.ones & bits_j.zeros != 0 || bits_i.zeros & bits_j.ones != 0;
        apart.then_some(false)
    }

    /// An index as a term plus a constant; no term for a constant.
    fn base_and_offset(&self, index: ExprId) -> (Option<ExprId>, u64) {
        if let Some(value) = self.as_u64(index) {
            return (None, value);
        }
        match self.const_right(index, Op::Add) {
            Some((base, offset)) => (Some(base), self.as_u64(offset).unwrap_or(0)),
            None => (Some(index), 0),
        }
    }
}
