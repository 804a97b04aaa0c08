//! Reads and writes of arrays.

use crate::node::{ExprId, Node, Op, TableId};
use crate::pool::Pool;

use super::Rule;

/// The relative position of two accesses, under every assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Overlap {
    /// The first contains all bytes of the second, which begin this many bytes after its first byte.
    Within(u64),
    /// They have no byte in common.
    Apart,
    /// They overlap in part, or the relation depends on the assignment or is not known.
    Open,
}

impl Pool {
    /// What the rules make of a read of `size` bytes.
    pub(crate) fn rewrite_select(&mut self, array: ExprId, index: ExprId, size: u32) -> Option<ExprId> {
        let node = *self.node(array);
        match node.op {
            Op::Table => self.select_table(&node, index, size),
            Op::Bytes => self.select_bytes(&node, index, size),
            _ => self.select_stored(array, index, size),
        }
    }

    fn select_table(&mut self, table: &Node, index: ExprId, size: u32) -> Option<ExprId> {
        // select_table
        // match: a table read at a constant
        // result: the element there, 0 beyond the end
        let (table, width) = (TableId(table.args[0]), 8 * size);
        if let Some(at) = self.as_u64(index) {
            let value = self.table_element(table, at, size);
            let result = self.int(width, value);
            return self.hit(Rule::SelectTable, result);
        }
        // select_pair
        // match: a table read at an index with two values
        // result: ite(index = lo, table[lo], table[hi])
        let (lo, hi) = self.unsigned_range(index);
        let changing = !(self.known_bits(index).zeros | self.known_bits(index).ones);
        if hi.wrapping_sub(lo) == 1 || changing.is_power_of_two() {
            let (low, high) = (self.table_element(table, lo, size), self.table_element(table, hi, size));
            let at_low = self.int(64, lo);
            let is_low = self.eq(index, at_low);
            let (low, high) = (self.int(width, low), self.int(width, high));
            let result = self.ite(is_low, low, high);
            return self.hit(Rule::SelectPair, result);
        }
        None
    }

    fn select_bytes(&mut self, bytes: &Node, index: ExprId, size: u32) -> Option<ExprId> {
        // select_bytes
        // match: a symbol's bytes read at a constant, or always beyond the end
        // result: those bytes of the symbol, 0 beyond the end
        let symbol = bytes.arg(0);
        let length = u64::from(self.width(symbol) / 8);
        let (lo, hi) = self.unsigned_range(index);
        let beyond = lo >= length && hi <= u64::MAX - 8;
        let result = if beyond {
            self.int(8 * size, 0)
        } else if lo == hi && lo < length {
            let inside = (length - lo).min(u64::from(size)) as u32;
            let part = self.extract(symbol, lo as u32 * 8, 8 * inside);
            self.zext(part, 8 * size)
        } else {
            return None;
        };
        self.hit(Rule::SelectBytes, result)
    }

    fn select_stored(&mut self, array: ExprId, index: ExprId, size: u32) -> Option<ExprId> {
        let mut below = array;
        for _ in 0..self.tuning.array_stores {
            let node = *self.node(below);
            if node.op != Op::Store {
                break;
            }
            match self.overlap((node.arg(1), self.width(node.arg(2)) / 8), (index, size)) {
                // select_stored
                // match: store(a, i, v) read at i, or within v, below stores of other bytes
                // result: v, or the part of it
                Overlap::Within(from) => {
                    let result = self.extract(node.arg(2), 8 * from as u32, 8 * size);
                    return self.hit(Rule::SelectStored, result);
                }
                Overlap::Apart => below = node.arg(0),
                Overlap::Open => break,
            }
        }
        if below == array {
            return self.select_counted(array, index, size);
        }
        // select_over
        // match: store(a, j, v) read at i where the bytes at i and at j always differ
        // result: a read at i
        let result = self.select_element(below, index, size);
        self.hit(Rule::SelectOver, result)
    }

    /// What the rules make of a write.
    pub(crate) fn rewrite_store(&mut self, array: ExprId, index: ExprId, value: ExprId) -> Option<ExprId> {
        // store_back
        // match: store(a, i, a read at i)
        // result: a
        if let Some((from, at)) = self.binary_args(value, Op::Select)
            && (from, at) == (array, index)
        {
            return self.hit(Rule::StoreBack, array);
        }
        // store_same
        // match: store(store(a, i, u), i, v)
        // result: store(a, i, v), if v covers every byte of u
        let node = *self.node(array);
        if node.op == Op::Store {
            let (above, below) = ((index, self.width(value) / 8), (node.arg(1), self.width(node.arg(2)) / 8));
            if let Overlap::Within(_) = self.overlap(above, below) {
                let result = self.store(node.arg(0), index, value);
                return self.hit(Rule::StoreSame, result);
            }
        }
        None
    }

    /// Whether `i` is seen to be `j` plus the given number of bytes.
    pub(crate) fn is_behind(&self, i: ExprId, j: ExprId, bytes: u64) -> bool {
        let ((base_i, offset_i), (base_j, offset_j)) = (self.base_and_offset(i), self.base_and_offset(j));
        base_i == base_j && offset_i == offset_j.wrapping_add(bytes)
    }

    /// The relative position of two accesses, given by their indices and sizes in bytes.
    fn overlap(&self, (i, i_size): (ExprId, u32), (j, j_size): (ExprId, u32)) -> Overlap {
        let (i_bytes, j_bytes) = (u64::from(i_size), u64::from(j_size));
        let ((base_i, offset_i), (base_j, offset_j)) = (self.base_and_offset(i), self.base_and_offset(j));
        if base_i == base_j {
            let (behind, before) = (offset_j.wrapping_sub(offset_i), offset_i.wrapping_sub(offset_j));
            return match behind {
                _ if behind < i_bytes && behind + j_bytes <= i_bytes => Overlap::Within(behind),
                _ if behind >= i_bytes && before >= j_bytes => Overlap::Apart,
                _ => Overlap::Open,
            };
        }
        let ((lo_i, hi_i), (lo_j, hi_j)) = (self.unsigned_range(i), self.unsigned_range(j));
        // An access that extends past the last index continues at index 0.
        let ends = hi_i.checked_add(i_bytes - 1).zip(hi_j.checked_add(j_bytes - 1));
        let mut apart = ends.is_some_and(|(end_i, end_j)| end_i < lo_j || end_j < lo_i);
        let aligned = |index| self.residue(index, i_size);
        if i_size == j_size && aligned(i).is_some() && aligned(i) == aligned(j) {
            let (bits_i, bits_j) = (self.known_bits(i), self.known_bits(j));
            apart |= bits_i.ones & bits_j.zeros != 0 || bits_i.zeros & bits_j.ones != 0;
        }
        if apart { Overlap::Apart } else { Overlap::Open }
    }

    /// An index as a term plus a constant; a constant index has no term.
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
