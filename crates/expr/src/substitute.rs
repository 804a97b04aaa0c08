//! Substitution: a term with some of its subterms replaced by others.
//!
//! Replacements are not applied again inside what was put in, so a list of equations can be used in either
//! direction, whatever its terms mention. The term is rebuilt through the constructors, which simplify it on the way.

use rustc_hash::FxHashMap;

use crate::forall::parts_of;
use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

/// The terms to replace and their replacements, and the results so far.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    /// The result for each term; initially the replacements.
    done: FxHashMap<ExprId, ExprId>,
    replaced: usize,
    /// The levels of the indices that terms and replacements mention, a bit for each. A quantifier that binds one of
    /// them gets another index first: what it binds is not what they mean.
    levels: u32,
}

impl Substitution {
    /// A substitution that replaces nothing.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Adds the replacement of `from` by `to`, which must have the same width. If `from` already has a
    /// replacement, it keeps that. Must be called before the first use.
    pub fn replace(&mut self, pool: &Pool, from: ExprId, to: ExprId) {
        assert_eq!(pool.width(from), pool.width(to), "a term is replaced by one of its width");
        debug_assert_eq!(self.done.len(), self.replaced, "replacements come before the first use");
        self.done.entry(from).or_insert(to);
        self.levels |= pool.free_levels(from) | pool.free_levels(to);
        self.replaced = self.done.len();
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.replaced == 0
    }

    /// The term with its replacements; `None` if this would visit more than `limit` terms not seen before. The
    /// symbol of a byte view ([`Op::Bytes`]) is not replaced.
    pub fn apply(&mut self, pool: &mut Pool, root: ExprId, limit: usize) -> Option<ExprId> {
        let limit = self.done.len() + limit;
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            if self.done.len() >= limit {
                return None;
            }
            let node = *pool.node(term);
            if node.op == Op::Bytes {
                self.done.insert(term, term);
                continue;
            }
            if node.op == Op::Forall && self.binds(&node) {
                let new = self.apply_to_forall(pool, term, limit)?;
                self.done.insert(term, new);
                continue;
            }
            let before = stack.len();
            stack.extend(node.children().filter(|child| !self.done.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            let mut operands = node.args;
            for operand in &mut operands[..node.op.arity()] {
                *operand = self.done[&ExprId(*operand)].0;
            }
            let new = if operands == node.args { term } else { pool.rebuilt(term, operands) };
            self.done.insert(term, new);
        }
        self.done.get(&root).copied()
    }

    /// Whether a quantifier binds an index of a level that the replacements mention.
    fn binds(&self, node: &Node) -> bool {
        self.levels & 1 << parts_of(node).0 != 0
    }

    /// The replacements in a fact whose index has to be another one first. It recurses as deeply as such facts are
    /// nested.
    fn apply_to_forall(&mut self, pool: &mut Pool, term: ExprId, limit: usize) -> Option<ExprId> {
        let fact = pool.as_forall(term).expect("the operator says so");
        let taken = self.levels | pool.free_levels(fact.body) | pool.bound_levels(fact.body);
        let Some(level) = (0..Pool::FORALL_LEVELS).find(|&level| taken & 1 << level == 0) else {
            // Without a quantifier there is nothing to mistake.
            let expanded = pool.expanded(term);
            return self.apply(pool, expanded, limit);
        };
        let index = pool.index(level, fact.most);
        let body = pool.instance(&fact, index);
        let (count, body) = (self.apply(pool, fact.count, limit)?, self.apply(pool, body, limit)?);
        Some(pool.forall(index, count, body))
    }
}

impl Pool {
    /// Applies the operator of a term to other operands, all that it has, of the same widths.
    pub fn with_operands(&mut self, term: ExprId, operands: &[ExprId]) -> ExprId {
        let node = *self.node(term);
        assert_eq!(node.op.arity(), operands.len(), "as many operands as the term has");
        let mut args = node.args;
        for (arg, operand) in args.iter_mut().zip(operands) {
            *arg = operand.0;
        }
        self.rebuilt(term, args)
    }

    /// Applies the operator of a term to other operands of the same widths; operands that are numbers stay.
    pub(crate) fn rebuilt(&mut self, term: ExprId, operands: [u32; 3]) -> ExprId {
        let node = *self.node(term);
        let [a, b, c] = operands.map(ExprId);
        match node.op {
            Op::Const | Op::WideConst | Op::Sym | Op::Table | Op::Bytes | Op::Index => term,
            Op::Forall => self.forall_again(&node, a, b),
            Op::Not => self.not(a),
            Op::And => self.and(a, b),
            Op::Or => self.or(a, b),
            Op::Xor => self.xor(a, b),
            Op::Neg => self.neg(a),
            Op::Add => self.add(a, b),
            Op::Mul => self.mul(a, b),
            Op::UDiv => self.udiv(a, b),
            Op::URem => self.urem(a, b),
            Op::SDiv => self.sdiv(a, b),
            Op::SRem => self.srem(a, b),
            Op::Shl => self.shl(a, b),
            Op::LShr => self.lshr(a, b),
            Op::AShr => self.ashr(a, b),
            Op::Eq => self.eq(a, b),
            Op::Ult => self.ult(a, b),
            Op::Ule => self.ule(a, b),
            Op::Slt => self.slt(a, b),
            Op::Sle => self.sle(a, b),
            Op::Ite => self.ite(a, b, c),
            Op::Extract => self.extract(a, node.args[1], node.width),
            Op::Concat => self.concat(a, b),
            Op::ZExt => self.zext(a, node.width),
            Op::SExt => self.sext(a, node.width),
            Op::Store => self.store(a, b, c),
            Op::Select => self.select_element(a, b, node.width / 8),
            Op::Float(_) => self.again(&node, operands),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_once_and_simplified() {
        let mut pool = Pool::new();
        let (x, y) = (pool.symbol("x", 8), pool.symbol("y", 8));
        let (two, three) = (pool.int(8, 2), pool.int(8, 3));
        let product = pool.mul(x, y);
        let sum = pool.add(product, x);
        let mut swap = Substitution::new();
        swap.replace(&pool, x, y);
        swap.replace(&pool, y, x);
        let swapped = swap.apply(&mut pool, sum, 100);
        let expected = pool.add(product, y);
        assert_eq!(swapped, Some(expected));
        let mut known = Substitution::new();
        known.replace(&pool, x, two);
        known.replace(&pool, y, three);
        let eight = pool.int(8, 8);
        assert_eq!(known.apply(&mut pool, sum, 100), Some(eight));
    }

    #[test]
    fn inner_terms_and_arrays() {
        let mut pool = Pool::new();
        let (i, v) = (pool.symbol("i", 64), pool.symbol("v", 8));
        let object = pool.symbol("object", 64);
        let (array, nine) = (pool.bytes(object), pool.int(64, 9));
        let stored = pool.store(array, i, v);
        let read = pool.select(stored, nine);
        let mut known = Substitution::new();
        known.replace(&pool, i, nine);
        assert_eq!(known.apply(&mut pool, read, 100), Some(v));
        let mut whole = Substitution::new();
        let zero = pool.int(64, 0);
        whole.replace(&pool, object, zero);
        assert_eq!(whole.apply(&mut pool, read, 100), Some(read));
    }

    #[test]
    fn large_terms_are_declined() {
        let mut pool = Pool::new();
        let (x, y) = (pool.symbol("x", 32), pool.symbol("y", 32));
        let mut term = x;
        for _ in 0..50 {
            let product = pool.mul(term, term);
            term = pool.xor(product, y);
        }
        let mut known = Substitution::new();
        known.replace(&pool, x, y);
        assert_eq!(known.apply(&mut pool, term, 20), None);
        assert!(known.apply(&mut pool, term, 1000).is_some());
    }
}
