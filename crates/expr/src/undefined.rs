//! Undefined symbols: they stand for memory that was never written.
//!
//! A value computed from such bytes is a term that mentions the symbol. So the term itself shows, bit by bit and
//! through every operation, what depends on them: a mask, or a shift that drops the bits, removes the symbol
//! again. Every node knows whether there is an undefined symbol below it, so the query is a look-up. In the end
//! the symbols are replaced by values: by zeros, which is also the value of a symbol that a model does not
//! mention, or by those of a given model.

use bv::Bv;
use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::node::{ExprId, Node, Op, SymbolId};
use crate::pool::Pool;

/// The nodes that mention undefined symbols. Nothing is stored as long as there is no such symbol.
#[derive(Default)]
pub(crate) struct Undefined {
    /// One entry for each node; nodes beyond the end mention none.
    mentions: Vec<bool>,
    /// Terms with undefined symbols replaced by zeros.
    zeroed: FxHashMap<ExprId, ExprId>,
    /// The conditions under which terms depend on undefined symbols.
    pub(crate) when: FxHashMap<ExprId, ExprId>,
}

impl Undefined {
    /// Records a node that is about to get the id `index`.
    #[inline]
    pub(crate) fn note(&mut self, index: usize, node: &Node) {
        if self.mentions.is_empty() {
            return;
        }
        if node.children().any(|child| self.holds(child)) {
            self.mark(index);
        }
    }

    #[inline]
    fn holds(&self, id: ExprId) -> bool {
        self.mentions.get(id.index()).is_some_and(|&mentions| mentions)
    }

    fn mark(&mut self, index: usize) {
        if self.mentions.len() <= index {
            self.mentions.resize(index + 1, false);
        }
        self.mentions[index] = true;
    }
}

impl Pool {
    /// A new undefined symbol. If the name is taken at this width, apostrophes are appended to it.
    pub fn undefined_symbol(&mut self, name: &str, width: u32) -> SymbolId {
        let symbol = self.new_symbol(name, width);
        let term = self.symbol_term(symbol);
        self.undefined.mark(term.index());
        symbol
    }

    /// A new symbol. If the name is taken at this width, apostrophes are appended to it.
    pub(crate) fn new_symbol(&mut self, name: &str, width: u32) -> SymbolId {
        let mut name = name.to_owned();
        loop {
            let known = self.symbol_count();
            let symbol = self.symbol_id(&name, width);
            if self.symbol_count() > known {
                return symbol;
            }
            name.push('\'');
        }
    }

    /// Whether the term mentions an undefined symbol.
    #[inline]
    pub fn mentions_undefined(&self, id: ExprId) -> bool {
        self.undefined.holds(id)
    }

    /// Whether the term is an undefined symbol or an extract of one.
    pub fn is_undefined_part(&self, id: ExprId) -> bool {
        let node = self.node(id);
        let leaf = if node.op == Op::Extract { self.node(node.arg(0)).op } else { node.op };
        leaf == Op::Sym && self.mentions_undefined(id)
    }

    /// The undefined symbols that a term may depend on, sorted.
    pub fn undefined_in(&mut self, id: ExprId) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = self.support(id).iter().map(|range| range.symbol).collect();
        symbols.dedup();
        symbols.retain(|&symbol| {
            let term = self.symbol_term(symbol);
            self.mentions_undefined(term)
        });
        symbols
    }

    /// The term with undefined symbols replaced by zeros.
    pub fn with_zeros(&mut self, id: ExprId) -> ExprId {
        if !self.mentions_undefined(id) {
            return id;
        }
        let mut done = std::mem::take(&mut self.undefined.zeroed);
        let new = self.replace_undefined(id, &Model::default(), &mut done);
        self.undefined.zeroed = done;
        new
    }

    /// The term with undefined symbols replaced by their values in a model.
    pub fn with_undefined_from(&mut self, id: ExprId, model: &Model) -> ExprId {
        self.replace_undefined(id, model, &mut FxHashMap::default())
    }

    fn replace_undefined(&mut self, root: ExprId, model: &Model, done: &mut FxHashMap<ExprId, ExprId>) -> ExprId {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *self.node(term);
            let leaf = match node.op {
                _ if !self.mentions_undefined(term) => Some(term),
                Op::Sym => Some(self.constant(&model.value(SymbolId(node.args[0]), node.width))),
                Op::Extract if self.node(node.arg(0)).op == Op::Sym => Some(self.known_part(&node, model)),
                Op::Bytes => {
                    let symbol = *self.node(node.arg(0));
                    let bytes = model.bytes(SymbolId(symbol.args[0]), symbol.width as usize / 8);
                    Some(self.table(bytes.into()))
                }
                _ => None,
            };
            if let Some(leaf) = leaf {
                done.insert(term, leaf);
                continue;
            }
            let before = stack.len();
            stack.extend(node.children().filter(|child| !done.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            let mut operands = node.args;
            for operand in &mut operands[..node.op.arity()] {
                *operand = done[&ExprId(*operand)].0;
            }
            let new = if operands == node.args { term } else { self.rebuilt(term, operands) };
            done.insert(term, new);
        }
        done[&root]
    }

    /// The value of an extract of a symbol, without making a constant of the whole symbol, which may be large.
    fn known_part(&mut self, extract: &Node, model: &Model) -> ExprId {
        let symbol = SymbolId(self.node(extract.arg(0)).args[0]);
        let (lo, width) = (extract.args[1], extract.width);
        if width <= 64 {
            return self.int(width, model.word(symbol, lo, width));
        }
        let bytes = model.bytes(symbol, (lo + width).div_ceil(8) as usize);
        let above = Bv::from_bytes(8 * bytes.len() as u32 - lo / 8 * 8, &bytes[lo as usize / 8..]);
        let above = self.constant(&above);
        self.extract(above, lo % 8, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;

    #[test]
    fn masks_take_undefined_bits_out() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", 32);
        assert!(!pool.mentions_undefined(x));
        let symbol = pool.undefined_symbol("u", 32);
        let u = pool.symbol_term(symbol);
        let sum = pool.add(x, u);
        assert!(pool.mentions_undefined(u) && pool.mentions_undefined(sum) && !pool.mentions_undefined(x));
        assert_eq!(pool.undefined_in(sum), [symbol]);
        assert_eq!(pool.with_zeros(sum), x);
        assert_eq!(pool.with_zeros(x), x);
        let (mask, three) = (pool.int(32, 0xFF00), pool.int(32, 3));
        let kept = pool.and(u, mask);
        let set = pool.or(kept, three);
        let low = pool.trunc(set, 2);
        assert_eq!(pool.as_u64(low), Some(3), "a bit-field that was written");
    }

    #[test]
    fn a_new_symbol_whatever_the_name() {
        let mut pool = Pool::new();
        let named = pool.symbol("u", 32);
        let other = pool.undefined_symbol("u", 32);
        let other = pool.symbol_term(other);
        assert!(named != other && !pool.mentions_undefined(named) && pool.mentions_undefined(other));
    }

    #[test]
    fn replacing_agrees_with_evaluating() {
        let mut pool = Pool::new();
        let (x, i) = (pool.symbol("x", 32), pool.symbol("i", 64));
        let symbol = pool.undefined_symbol("u", 8 * 40);
        let whole = pool.symbol_term(symbol);
        let array = pool.bytes(whole);
        let word = pool.extract(whole, 37, 32);
        let wide = pool.extract(whole, 13, 200);
        let narrow = pool.trunc(wide, 32);
        let byte = pool.select(array, i);
        let byte = pool.zext(byte, 32);
        let mut term = pool.mul(word, x);
        for part in [narrow, byte] {
            term = pool.xor(term, part);
        }
        let wide_low = pool.extract(wide, 90, 100);
        let zero = pool.int(100, 0);
        let equal = pool.eq(wide_low, zero);
        let seven = pool.int(32, 7);
        let term = pool.ite(equal, term, seven);
        let changes = |factor: u32| (0..40).map(move |at| (symbol, at, (at * factor % 251) as u8));
        for factor in [0, 1, 77] {
            let undefined = Model::default().with_bytes(changes(factor));
            let replaced = pool.with_undefined_from(term, &undefined);
            assert!(!pool.mentions_undefined(replaced));
            for input in 0..20u8 {
                let inputs = [(SymbolId(0), 0, input), (SymbolId(0), 1, input * 3), (SymbolId(1), 0, input * 2)];
                let all = undefined.with_bytes(inputs);
                let mut values = Evaluator::new();
                let expected = values.eval_u64(&pool, &all, term);
                let only_inputs = Model::default().with_bytes(inputs);
                assert_eq!(values.eval_u64(&pool, &only_inputs, replaced), expected);
            }
        }
        let zeros = pool.with_zeros(term);
        assert_eq!(zeros, pool.with_undefined_from(term, &Model::default()));
    }
}
