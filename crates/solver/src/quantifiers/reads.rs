//! Reads of inputs: which bytes a body reads for a value of its index, and which a condition reads under a model.

use expr::{Evaluator, ExprId, Forall, Model, Op, Pool, SymbolId};
use rustc_hash::FxHashSet;

use super::strip::base_symbol;

/// A byte of an input: a semantic access pair, in the terms of Trabish 2024, §6.4.1.
pub(super) type Place = (SymbolId, u32);

/// A read of an input at an index that depends on the index of a fact.
pub(super) struct Read {
    /// The input whose bytes are read, below stores if there are any.
    pub(super) symbol: SymbolId,
    /// The read itself.
    pub(super) term: ExprId,
    /// How many bytes the input has.
    size: u64,
    /// Where it reads.
    at: ExprId,
    /// How many bytes it reads.
    bytes: u64,
    /// The read is at the index of the fact plus this, if it has that form.
    distance: Option<u64>,
}

impl Read {
    pub(super) fn distance(&self) -> Option<u64> {
        self.distance
    }

    /// The bytes that are read for one value of the index, the lowest first.
    pub(super) fn places(
        &self,
        pool: &Pool,
        values: &mut Evaluator,
        model: &Model,
        index: ExprId,
        at: u64,
    ) -> Vec<Place> {
        let first = values.eval_at(pool, model, index, at, self.at);
        places(self.symbol, self.size, first, self.bytes)
    }
}

fn places(symbol: SymbolId, size: u64, first: u64, bytes: u64) -> Vec<Place> {
    let at = (0..bytes).map(|byte| first.wrapping_add(byte)).filter(|&at| at < size);
    at.map(|at| (symbol, at as u32)).collect()
}

/// The reads of a body whose places depend on the index of the fact, oldest first. Those within facts of the body that
/// depend on their indices are left out.
pub(super) fn open_reads(pool: &Pool, fact: &Forall) -> Vec<Read> {
    let level = 1 << pool.node(fact.index).args[0];
    let mut reads = Vec::new();
    let (mut seen, mut pending) = (FxHashSet::default(), vec![fact.body]);
    while let Some(term) = pending.pop() {
        if pool.free_levels(term) & level == 0 || !seen.insert(term) {
            continue;
        }
        let node = pool.node(term);
        if node.op == Op::Select
            && pool.free_levels(node.arg(1)) == level
            && pool.free_levels(term) == level
            && let Some(symbol) = base_symbol(pool, node.arg(0))
        {
            let size = u64::from(pool.symbol_info(symbol).width / 8);
            let at = pool.node(node.arg(1));
            let distance = match at.op {
                Op::Index => Some(0),
                Op::Add if at.arg(0) == fact.index => pool.as_u64(at.arg(1)),
                _ => None,
            };
            let bytes = u64::from(node.width / 8);
            reads.push(Read { symbol, term, size, at: node.arg(1), bytes, distance });
        }
        pending.extend(node.children());
    }
    reads.sort_unstable_by_key(|read| read.term);
    reads
}

/// The bytes of some inputs that a condition without quantifiers reads under a model.
pub(super) fn closed_places(
    pool: &Pool,
    values: &mut Evaluator,
    model: &Model,
    condition: ExprId,
    of: &FxHashSet<SymbolId>,
) -> Vec<Place> {
    let mut found = Vec::new();
    let (mut seen, mut pending) = (FxHashSet::default(), vec![condition]);
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = pool.node(term);
        let (symbol, first, bytes) = match node.op {
            Op::Select => (base_symbol(pool, node.arg(0)), values.eval_u64(pool, model, node.arg(1)), node.width / 8),
            Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {
                let (low, end) = (node.args[1], node.args[1] + node.width);
                (Some(SymbolId(pool.node(node.arg(0)).args[0])), u64::from(low / 8), end.div_ceil(8) - low / 8)
            }
            _ => (None, 0, 0),
        };
        if let Some(symbol) = symbol.filter(|symbol| of.contains(symbol)) {
            let size = u64::from(pool.symbol_info(symbol).width / 8);
            found.extend(places(symbol, size, first, u64::from(bytes)));
        }
        pending.extend(node.children());
    }
    found
}
