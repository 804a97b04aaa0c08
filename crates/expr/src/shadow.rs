//! The shadow: for each term, the term as the caller wrote it.
//!
//! The constructors rewrite, but checking an answer requires the question before rewriting. A pool made by
//! [`Pool::with_shadow`] keeps a second pool in which nothing is ever rewritten, and records for every term the
//! written term that first led to it. The operands of a written term are written terms, so no rewriting shows in
//! it. Only terms that a caller asks for are recorded, not those that the rules build internally. A term that
//! only rules ever built stands for itself, with written operands.
//!
//! If a second written term leads to a term that already has one, or to a constant, the rewriting claims that
//! both mean the same; [`Pool::take_claims`] returns these claims to be checked.
//!
//! Symbols have the same ids in both pools, so a model is a model of both. Constants, symbols and tables are
//! written as they are. Constant folding is not recorded, since an evaluator would fold in the same way.

use rustc_hash::FxHashMap;

use crate::forall::parts_of;
use crate::node::{ExprId, Node, Op, SymbolId, TableId};
use crate::pool::Pool;

/// The written terms.
#[derive(Default)]
pub(crate) struct Shadow {
    /// The written terms; nodes are only interned here.
    pub(crate) pool: Pool,
    /// The written term of each term that has one, by the index of the term.
    written: Vec<Option<ExprId>>,
    /// Written terms with their bounded universal facts written out.
    expanded: FxHashMap<ExprId, ExprId>,
    claims: Vec<(ExprId, ExprId)>,
}

/// What leaves of written terms are where these are written out.
#[derive(Clone, Default)]
struct Known {
    /// The indices, by their levels.
    indices: FxHashMap<u32, ExprId>,
    /// Symbols, and their values.
    symbols: Vec<(ExprId, ExprId)>,
}

impl Pool {
    /// An empty pool that keeps the written terms besides the rewritten ones.
    pub fn with_shadow() -> Pool {
        let mut pool = Pool::new();
        pool.shadow = Some(Box::default());
        pool
    }

    /// The pool of written terms, if they are kept. Its terms must not be passed to constructors, which would
    /// rewrite them.
    pub fn written_pool(&self) -> Option<&Pool> {
        self.shadow.as_ref().map(|shadow| &shadow.pool)
    }

    /// The term as it was first written, in the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written(&mut self, term: ExprId) -> ExprId {
        let mut shadow = self.shadow.take().expect("only a pool with a shadow knows what was written");
        let written = shadow.of(self, term);
        self.shadow = Some(shadow);
        written
    }

    /// The complement of a written term, in the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_not(&mut self, written: ExprId) -> ExprId {
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        let width = shadow.pool.width(written);
        shadow.pool.intern(Node { op: Op::Not, width, args: [written.0, 0, 0] })
    }

    /// The condition that two written terms of the same width differ, in the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_differ(&mut self, one: ExprId, other: ExprId) -> ExprId {
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        let same = shadow.pool.intern(Node { op: Op::Eq, width: 1, args: [one.0, other.0, 0] });
        self.written_not(same)
    }

    /// A written term with its bounded universal facts written out, in the pool of written terms. Nothing but
    /// operators on constants is simplified.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_expanded(&mut self, written: ExprId) -> ExprId {
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        if !shadow.pool.is_quantified(written) {
            return written;
        }
        if let Some(&known) = shadow.expanded.get(&written) {
            return known;
        }
        let expanded = shadow.expand(written, &Known::default());
        shadow.expanded.insert(written, expanded);
        expanded
    }

    /// A term as it was written where some symbols in it are numbers, with its bounded universal facts written out, in
    /// the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_at(&mut self, term: ExprId, symbols: &[(ExprId, u64)]) -> ExprId {
        let term = self.written(term);
        let symbols: Vec<(ExprId, u64)> =
            symbols.iter().map(|&(symbol, number)| (self.written(symbol), number)).collect();
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        let value = |&(symbol, number): &(ExprId, u64)| (symbol, shadow.pool.int(shadow.pool.width(symbol), number));
        let known = Known { symbols: symbols.iter().map(value).collect(), ..Known::default() };
        shadow.expand(term, &known)
    }

    /// The conjunction of conditions as they were written, in the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_all(&mut self, conditions: &[ExprId]) -> ExprId {
        let written: Vec<ExprId> = conditions.iter().map(|&condition| self.written(condition)).collect();
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        let holds = shadow.pool.bool(true);
        written
            .into_iter()
            .fold(holds, |all, next| shadow.pool.intern(Node { op: Op::And, width: 1, args: [all.0, next.0, 0] }))
    }

    /// The disjunction of written conditions, in the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_any(&mut self, written: &[ExprId]) -> ExprId {
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        let never = shadow.pool.bool(false);
        written
            .iter()
            .fold(never, |any, next| shadow.pool.intern(Node { op: Op::Or, width: 1, args: [any.0, next.0, 0] }))
    }

    /// The condition that some terms are numbers, as it was written, in the pool of written terms.
    ///
    /// # Panics
    /// If the pool was not made by [`with_shadow`](Pool::with_shadow).
    pub fn written_are(&mut self, terms: &[(ExprId, u64)]) -> ExprId {
        let terms: Vec<(ExprId, u64)> = terms.iter().map(|&(term, number)| (self.written(term), number)).collect();
        let shadow = self.shadow.as_mut().expect("only a pool with a shadow knows what was written");
        let holds = shadow.pool.bool(true);
        terms.into_iter().fold(holds, |all, (term, number)| {
            let number = shadow.pool.int(shadow.pool.width(term), number);
            let is_it = shadow.pool.intern(Node { op: Op::Eq, width: 1, args: [term.0, number.0, 0] });
            shadow.pool.intern(Node { op: Op::And, width: 1, args: [all.0, is_it.0, 0] })
        })
    }

    /// Pairs of written terms that rewriting made equal since the last call.
    pub fn take_claims(&mut self) -> Vec<(ExprId, ExprId)> {
        self.shadow.as_mut().map(|shadow| std::mem::take(&mut shadow.claims)).unwrap_or_default()
    }

    /// Records a node that a caller wrote and the term that was built for it.
    #[cold]
    pub(crate) fn note_written(&mut self, node: Node, built: ExprId) {
        let Some(mut shadow) = self.shadow.take() else { return };
        shadow.note(self, node, built);
        self.shadow = Some(shadow);
    }
}

impl Shadow {
    fn note(&mut self, pool: &Pool, mut node: Node, built: ExprId) {
        for i in 0..node.op.arity() {
            node.args[i] = self.of(pool, node.arg(i)).0;
        }
        let before = self.pool.len();
        let written = self.pool.intern(node);
        let is_new = self.pool.len() > before;
        let leaf = pool.node(built).op.arity() == 0;
        // What was written with an index and became a term without it may be used where the index has no value.
        let open = self.pool.free_levels(written) & !pool.free_levels(built) != 0;
        match self.known(built) {
            None if !leaf && !open => self.set(built, written),
            None => {
                let first = self.of(pool, built);
                self.claims.push((first, written));
            }
            Some(first) if first != written && is_new => self.claims.push((first, written)),
            Some(_) => {}
        }
    }

    /// The term with its facts written out, for the given values of the indices around it and of symbols. It
    /// recurses as deeply as facts are nested.
    fn expand(&mut self, root: ExprId, known: &Known) -> ExprId {
        let mut done: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *self.pool.node(term);
            let is_same = known.symbols.is_empty() && !self.pool.is_quantified(term) && !self.pool.is_open(term);
            let value = known.symbols.iter().find(|&&(symbol, _)| symbol == term);
            let new = if let Some(&(_, value)) = value {
                value
            } else if is_same || node.op.arity() == 0 && node.op != Op::Index {
                term
            } else if node.op == Op::Index {
                known.indices[&node.args[0]]
            } else if node.op == Op::Forall {
                self.expand_fact(&node, known)
            } else {
                let before = stack.len();
                stack.extend(node.children().filter(|child| !done.contains_key(child)));
                if stack.len() > before {
                    continue;
                }
                let mut node = node;
                for operand in &mut node.args[..node.op.arity()] {
                    *operand = done[&ExprId(*operand)].0;
                }
                self.plain(node)
            };
            done.insert(term, new);
        }
        done[&root]
    }

    fn expand_fact(&mut self, node: &Node, known: &Known) -> ExprId {
        let (level, most) = parts_of(node);
        let count = self.expand(node.arg(0), known);
        let mut inner = known.clone();
        let mut all = self.pool.bool(true);
        for at in 1..=u64::from(most) {
            let value = self.pool.int(64, at);
            inner.indices.insert(level, value);
            let body = self.expand(node.arg(1), &inner);
            let beyond = self.plain(Node { op: Op::Ult, width: 1, args: [count.0, value.0, 0] });
            let part = self.plain(Node { op: Op::Or, width: 1, args: [beyond.0, body.0, 0] });
            all = self.plain(Node { op: Op::And, width: 1, args: [all.0, part.0, 0] });
        }
        all
    }

    /// The node, or the constant that it is on constants.
    fn plain(&mut self, node: Node) -> ExprId {
        let constant = node.children().all(|child| self.pool.is_const(child));
        match node.op {
            Op::Not | Op::Neg | Op::Extract | Op::ZExt | Op::SExt if constant => {
                self.pool.fold_unary(node.op, node.width, node.arg(0), node.args[1])
            }
            Op::Ite => match self.pool.as_u64(node.arg(0)) {
                Some(choice) => node.arg(if choice == 1 { 1 } else { 2 }),
                None => self.pool.intern(node),
            },
            _ if constant && node.op.arity() == 2 => {
                self.pool.fold_binary(node.op, node.width, node.arg(0), node.arg(1))
            }
            _ => self.pool.intern(node),
        }
    }

    fn known(&self, term: ExprId) -> Option<ExprId> {
        self.written.get(term.index()).copied().flatten()
    }

    fn set(&mut self, term: ExprId, written: ExprId) {
        if self.written.len() <= term.index() {
            self.written.resize(term.index() + 1, None);
        }
        self.written[term.index()] = Some(written);
    }

    /// The written term of a term. A term that no caller wrote is copied with written operands.
    fn of(&mut self, pool: &Pool, term: ExprId) -> ExprId {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            if self.known(top).is_none() {
                stack.extend(pool.node(top).children().filter(|&child| self.known(child).is_none()));
                if stack.len() > before {
                    continue;
                }
                let written = self.as_it_stands(pool, top);
                self.set(top, written);
            }
            stack.pop();
        }
        self.known(term).expect("the walk ended with the root")
    }

    fn as_it_stands(&mut self, pool: &Pool, term: ExprId) -> ExprId {
        let mut node = *pool.node(term);
        match node.op {
            Op::WideConst => self.pool.constant(&pool.as_const(term).expect("the term is a constant")),
            Op::Sym => self.pool.symbol_term(SymbolId(node.args[0])),
            Op::Table => self.pool.table(pool.table_bytes(TableId(node.args[0])).clone()),
            op => {
                for i in 0..op.arity() {
                    node.args[i] = self.known(node.arg(i)).expect("operands come first").0;
                }
                self.pool.intern(node)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_kept() {
        let mut pool = Pool::with_shadow();
        let x = pool.symbol("x", 8);
        let three = pool.int(8, 3);
        let sum = pool.add(x, three);
        let zero = pool.sub(sum, sum);
        assert_eq!(pool.as_u64(zero), Some(0));
        let back = pool.sub(sum, three);
        assert_eq!(back, x);
        let claims = pool.take_claims();
        let texts: Vec<_> = {
            let written = pool.written_pool().expect("it has a shadow");
            claims.iter().map(|&(a, b)| format!("{} {}", written.display(a), written.display(b))).collect()
        };
        assert!(texts.iter().any(|text| text.starts_with("#x00 ") && text.contains("bvneg")), "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("|x| (bvadd")), "{texts:?}");
        let low = pool.ult(x, three);
        let not = pool.not(low);
        let written = pool.written(not);
        let written_pool = pool.written_pool().expect("it has a shadow");
        assert_eq!(written_pool.display(written).to_string(), "(not (bvult |x| #x03))");
        assert!(!pool.display(not).to_string().contains("not"), "the term itself is rewritten");
    }

    #[test]
    fn symbols_and_arrays_agree() {
        let mut pool = Pool::with_shadow();
        let (a, b) = (pool.symbol("a", 32), pool.symbol("b", 64));
        let bytes = pool.bytes(a);
        let read = pool.select(bytes, b);
        let table = pool.table(vec![1, 2, 3].into());
        let other = pool.select(table, b);
        let both = pool.eq(read, other);
        let written = pool.written(both);
        let text = pool.written_pool().expect("it has a shadow").display(written).to_string();
        assert_eq!(text, pool.display(both).to_string());
        assert_eq!(pool.written_pool().map(Pool::symbol_count), Some(2));
    }

    #[test]
    fn terms_of_rules_stand_for_themselves() {
        let mut pool = Pool::with_shadow();
        let (x, y) = (pool.symbol("x", 8), pool.symbol("y", 8));
        let pair = pool.concat(x, y);
        let zero = pool.int(16, 0);
        let none = pool.eq(pair, zero);
        // The rules split the equality of a concatenation.
        let part = pool.node(none).children().next().expect("an operator");
        let written = pool.written(part);
        assert!(pool.written_pool().expect("it has a shadow").width(written) == pool.width(part));
    }
}
