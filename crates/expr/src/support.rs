//! Support: the bytes of symbols that a term may depend on.
//!
//! The support decides which conditions go into one query together, so it should be precise: an extract of a
//! symbol depends only on the bytes it contains, a read at a symbolic index only on the bytes that the index can
//! reach. Results are cached for the terms asked for, not for their inner nodes; a walk stops at a term whose
//! result is cached.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::node::{ExprId, Op, SymbolId};
use crate::pool::Pool;

/// Bytes `from..to` of a symbol's little-endian value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ByteRange {
    /// The symbol.
    pub symbol: SymbolId,
    /// The first byte.
    pub from: u32,
    /// The first byte that is not in the range.
    pub to: u32,
}

/// The cached supports, and the state of a walk.
#[derive(Default)]
pub(crate) struct Supports {
    known: FxHashMap<ExprId, Arc<[ByteRange]>>,
    /// For each node, the number of the walk that last visited it.
    visited: Vec<u32>,
    walk: u32,
    stack: Vec<ExprId>,
    found: Vec<ByteRange>,
}

impl Pool {
    /// The bytes that the term may depend on: sorted, and merged where they overlap or are adjacent.
    pub fn support(&self, id: ExprId) -> Arc<[ByteRange]> {
        self.supports.borrow_mut().of(self, id)
    }
}

impl Supports {
    fn of(&mut self, pool: &Pool, root: ExprId) -> Arc<[ByteRange]> {
        if let Some(known) = self.known.get(&root) {
            return known.clone();
        }
        let (support, visited) = self.walked(pool, root);
        // A condition is made once, but its operands may become part of larger terms, whose walks then stop at them.
        if visited > pool.tuning.support_walk && pool.width(root) == 1 {
            let inner = pool.node(root);
            let compared = if inner.op == Op::Not { pool.node(inner.arg(0)) } else { inner };
            for side in compared.children().filter(|&side| !pool.is_const(side) && !pool.node(side).op.is_array()) {
                if !self.known.contains_key(&side) {
                    self.walked(pool, side);
                }
            }
        }
        support
    }

    /// Computes the support of a term by a walk; also returns the number of terms visited.
    fn walked(&mut self, pool: &Pool, root: ExprId) -> (Arc<[ByteRange]>, usize) {
        let mut visited = 0;
        self.begin_walk(pool.len());
        if pool.node(root).op.is_array() {
            self.base_range(pool, root, 0, u64::MAX);
        }
        self.push(root);
        while let Some(id) = self.stack.pop() {
            visited += 1;
            if let Some(known) = self.known.get(&id) {
                self.found.extend_from_slice(known);
                continue;
            }
            self.visit(pool, id);
        }
        let support: Arc<[ByteRange]> = merged(&mut self.found).into();
        self.known.insert(root, support.clone());
        (support, visited)
    }

    fn visit(&mut self, pool: &Pool, id: ExprId) {
        let node = pool.node(id);
        match node.op {
            Op::Sym => self.bits(SymbolId(node.args[0]), 0, node.width),
            Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {
                self.bits(SymbolId(pool.node(node.arg(0)).args[0]), node.args[1], node.width);
            }
            Op::Select => {
                let (lo, hi) = pool.unsigned_range(node.arg(1));
                // If the element may extend past the last index, it continues at index 0.
                let end = hi.checked_add(u64::from(node.width / 8 - 1));
                let (lo, hi) = end.map_or((0, u64::MAX), |end| (lo, end));
                self.base_range(pool, node.arg(0), lo, hi);
                node.children().for_each(|child| self.push(child));
            }
            // The reads of the array say which bytes matter.
            Op::Bytes => {}
            _ => node.children().for_each(|child| self.push(child)),
        }
    }

    fn bits(&mut self, symbol: SymbolId, lo: u32, width: u32) {
        self.found.push(ByteRange { symbol, from: lo / 8, to: (lo + width).div_ceil(8) });
    }

    /// Adds the bytes `lo ..= hi` of the symbol below the stores of `array`, if there is one.
    fn base_range(&mut self, pool: &Pool, array: ExprId, lo: u64, hi: u64) {
        let base = pool.node(pool.array_base(array));
        if base.op != Op::Bytes {
            return;
        }
        let symbol = pool.node(base.arg(0));
        let size = u64::from(symbol.width / 8);
        if lo < size {
            let to = hi.min(size - 1) + 1;
            self.found.push(ByteRange { symbol: SymbolId(symbol.args[0]), from: lo as u32, to: to as u32 });
        }
    }

    fn push(&mut self, id: ExprId) {
        let mark = &mut self.visited[id.index()];
        if *mark != self.walk {
            *mark = self.walk;
            self.stack.push(id);
        }
    }

    fn begin_walk(&mut self, nodes: usize) {
        if self.walk == u32::MAX {
            self.visited.clear();
            self.walk = 0;
        }
        self.walk += 1;
        self.visited.resize(self.visited.len().max(nodes), 0);
        self.stack.clear();
        self.found.clear();
    }
}

fn merged(found: &mut [ByteRange]) -> Vec<ByteRange> {
    found.sort_unstable();
    let mut merged: Vec<ByteRange> = Vec::new();
    for &range in found.iter() {
        match merged.last_mut() {
            Some(last) if last.symbol == range.symbol && range.from <= last.to => last.to = last.to.max(range.to),
            _ => merged.push(range),
        }
    }
    merged
}
