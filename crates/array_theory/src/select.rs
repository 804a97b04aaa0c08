//! Reads: pushed through stores and choices down to declared arrays, where a symbol stands for the element. If
//! there are too many stores and choices on the way, a symbol stands for the read itself, and lemmas define its
//! value (`refine.rs`).
//!
//! A read of `store(a, j, v)` at `i` is `ite(i = j, v, a[i])`. If rewriting decides `i = j`, there is no `ite`,
//! so a store that is certainly at another index leaves no trace. Every read is remembered by array and index, so
//! reads of different versions of an array at one index share the terms below. The walk keeps a stack of its own.

use expr::{ExprId, Pool};

use crate::term::{ArrayId, ArrayNode, Arrays, Meaning};

impl Arrays {
    /// The element of the array at the index.
    pub fn select(&mut self, pool: &mut Pool, array: ArrayId, index: ExprId) -> ExprId {
        assert_eq!(self.index_width(array), pool.width(index), "an index of the array's index width");
        let mut open = vec![array];
        while let Some(&top) = open.last() {
            if self.reads.contains_key(&(top, index)) {
                open.pop();
                continue;
            }
            let below = self.skip_others(pool, top, index);
            if open.len() == 1 && self.is_deep(pool, below, index) {
                let element = self.symbol(pool, below, index);
                self.reads.insert((top, index), element);
                self.reads.insert((below, index), element);
                break;
            }
            let needed = match *self.node(below) {
                ArrayNode::Store { base, index: at, .. } if at != index => [Some(base), None],
                ArrayNode::Ite { then, otherwise, .. } => [Some(then), Some(otherwise)],
                _ => [None; 2],
            };
            let before = open.len();
            open.extend(needed.into_iter().flatten().filter(|&array| !self.reads.contains_key(&(array, index))));
            if open.len() > before {
                continue;
            }
            let element = self.element(pool, below, index);
            self.reads.insert((top, index), element);
            self.reads.insert((below, index), element);
            open.pop();
        }
        self.reads[&(array, index)]
    }

    /// The array below the topmost stores that are certainly at another index.
    fn skip_others(&self, pool: &mut Pool, mut array: ArrayId, index: ExprId) -> ArrayId {
        while let ArrayNode::Store { base, index: at, .. } = *self.node(array) {
            let same = pool.eq(index, at);
            if pool.as_u64(same) != Some(0) {
                break;
            }
            array = base;
        }
        array
    }

    /// Whether a read would have to be pushed through more than `eager` stores and choices.
    fn is_deep(&self, pool: &mut Pool, array: ArrayId, index: ExprId) -> bool {
        let mut open = vec![array];
        let mut passed = 0;
        while let Some(array) = open.pop() {
            let array = self.skip_others(pool, array, index);
            if self.reads.contains_key(&(array, index)) {
                continue;
            }
            match *self.node(array) {
                ArrayNode::Store { index: at, .. } if at == index => continue,
                ArrayNode::Store { base, .. } => open.push(base),
                ArrayNode::Ite { then, otherwise, .. } => open.extend([then, otherwise]),
                _ => continue,
            }
            passed += 1;
            if passed > self.eager {
                return true;
            }
        }
        false
    }

    /// The symbol that stands for a read.
    fn symbol(&mut self, pool: &mut Pool, array: ArrayId, index: ExprId) -> ExprId {
        // An SMT-LIB name contains no `|`, so the names cannot clash.
        let name = match self.node(array) {
            ArrayNode::Declared { name, .. } => format!("|{name}|{}|{}|", pool.width(index), index.index()),
            _ => format!("||{}|{}|", array.index(), index.index()),
        };
        let symbol = pool.symbol_id(&name, self.element_width(pool, array));
        self.meanings.insert(symbol, Meaning::Read { array, index });
        pool.symbol_term(symbol)
    }

    /// The read of an array, given that the reads of its direct subarrays are known.
    fn element(&mut self, pool: &mut Pool, array: ArrayId, index: ExprId) -> ExprId {
        match *self.node(array) {
            ArrayNode::Constant { value, .. } => value,
            ArrayNode::Store { value, index: at, .. } if at == index => value,
            ArrayNode::Store { base, index: at, value } => {
                let same = pool.eq(index, at);
                let below = self.reads[&(base, index)];
                pool.ite(same, value, below)
            }
            ArrayNode::Ite { condition, then, otherwise } => {
                let (then, otherwise) = (self.reads[&(then, index)], self.reads[&(otherwise, index)]);
                pool.ite(condition, then, otherwise)
            }
            ArrayNode::Declared { .. } => self.symbol(pool, array, index),
        }
    }
}
