//! Decides whether terms are equal up to the names of some symbols.
//!
//! A renaming grows while terms are compared: symbols that may be renamed are paired where they meet, each with
//! one partner in either direction. So all pairs of terms that matched do so under one bijection.

use rustc_hash::FxHashMap;

use crate::node::{ExprId, Op, SymbolId};
use crate::pool::Pool;

/// A bijection between symbols, as far as it has been determined.
#[derive(Debug, Default)]
pub struct Renaming {
    forward: FxHashMap<SymbolId, SymbolId>,
    backward: FxHashMap<SymbolId, SymbolId>,
    /// Terms that matched, with their partners.
    matched: FxHashMap<ExprId, ExprId>,
    pending: Vec<(ExprId, ExprId)>,
}

impl Renaming {
    /// Whether the second term is the first with symbols renamed, consistently with all earlier matches. Only
    /// symbols for which `is_free` holds may be renamed, and only to such symbols. After a mismatch the renaming
    /// must not be used again.
    pub fn matches(&mut self, pool: &Pool, a: ExprId, b: ExprId, is_free: &impl Fn(SymbolId) -> bool) -> bool {
        self.pending.clear();
        self.pending.push((a, b));
        while let Some((a, b)) = self.pending.pop() {
            if a == b {
                // Both contain the same symbols, so each symbol that may be renamed must be its own partner.
                if !pool.support(a).iter().all(|range| self.pair(range.symbol, range.symbol, is_free)) {
                    return false;
                }
                continue;
            }
            match self.matched.get(&a) {
                Some(&partner) if partner == b => continue,
                Some(_) => return false,
                None => self.matched.insert(a, b),
            };
            let (left, right) = (pool.node(a), pool.node(b));
            if left.op != right.op || left.width != right.width {
                return false;
            }
            if left.op == Op::Sym {
                if !self.pair(SymbolId(left.args[0]), SymbolId(right.args[0]), is_free) {
                    return false;
                }
                continue;
            }
            let arity = left.op.arity();
            if left.args[arity..] != right.args[arity..] {
                return false;
            }
            self.pending.extend(left.children().zip(right.children()));
        }
        true
    }

    fn pair(&mut self, a: SymbolId, b: SymbolId, is_free: &impl Fn(SymbolId) -> bool) -> bool {
        if let Some(&partner) = self.forward.get(&a) {
            return partner == b;
        }
        if self.backward.contains_key(&b) || a != b && !(is_free(a) && is_free(b)) {
            return false;
        }
        self.forward.insert(a, b);
        self.backward.insert(b, a);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_renamed_one_to_one() {
        let mut pool = Pool::new();
        let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| pool.symbol(name, 32));
        let fixed = pool.symbol_id("w", 32);
        let sum = |pool: &mut Pool, a, b| {
            let seven = pool.int(32, 7);
            let product = pool.mul(a, seven);
            pool.add(product, b)
        };
        let (xy, yz, xx, xw, yw) = (
            sum(&mut pool, x, y),
            sum(&mut pool, y, z),
            sum(&mut pool, x, x),
            sum(&mut pool, x, w),
            sum(&mut pool, y, w),
        );
        let free = |symbol| symbol != fixed;
        let matches = |pairs: &[(ExprId, ExprId)]| {
            let mut renaming = Renaming::default();
            pairs.iter().all(|&(a, b)| renaming.matches(&pool, a, b, &free))
        };
        assert!(matches(&[(xy, xy)]));
        assert!(matches(&[(xy, yz), (x, y), (y, z)]), "x to y and y to z");
        assert!(!matches(&[(xy, yz), (x, x)]), "x is y by now");
        assert!(!matches(&[(x, x), (xy, yz)]), "x is x by now");
        assert!(!matches(&[(x, z), (y, z)]), "two cannot become one");
        assert!(!matches(&[(xy, xx)]), "another shape");
        assert!(matches(&[(xw, yw)]), "w stays");
        assert!(!matches(&[(xy, xw)]), "w is not free");
        assert!(matches(&[(w, w)]));
        let wide = pool.zext(x, 64);
        assert!(!Renaming::default().matches(&pool, x, wide, &free));
    }

    #[test]
    fn constants_and_places_of_bits_count() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, 32));
        let (low, high) = (pool.extract(x, 0, 8), pool.extract(y, 8, 8));
        let (one, two) = (pool.int(32, 1), pool.int(32, 2));
        let (less, more) = (pool.ult(x, one), pool.ult(y, two));
        for (a, b) in [(low, high), (one, two), (less, more)] {
            assert!(!Renaming::default().matches(&pool, a, b, &|_| true));
        }
    }
}
