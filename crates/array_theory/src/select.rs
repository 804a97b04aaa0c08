//! Reads: pushed through stores and choices down to declared arrays, where a symbol stands for the element.
//!
//! A read of `store(a, j, v)` at `i` is `ite(i = j, v, a[i])`. Where `i = j` is decided by rewriting there is no `ite`,
//! and the stores that a read passes for certain leave no trace. Every read is remembered by array and index, so reads at
//! one index of different versions of an array share what lies below. The walk keeps its own stack.

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

    /// The array below all stores at the top that are certain to be at another index.
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

    /// The read of an array for which the reads below are known.
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
            ArrayNode::Declared { ref name, element_width, .. } => {
                // No name of SMT-LIB has a `|` in it.
                let name = format!("|{name}|{}|{}|", pool.width(index), index.index());
                let symbol = pool.symbol_id(&name, element_width);
                self.meanings.insert(symbol, Meaning::Read { array, index });
                pool.symbol_term(symbol)
            }
        }
    }
}
