//! When a term depends on undefined symbols: a condition on the inputs without which it is the same whatever they are.
//!
//! A choice depends on an undefined part only where it chooses it, and a conjunction not where the other side is false. So a
//! byte of a text that a loop has filled up to a size is undefined beyond that size. Such a condition is much smaller than the
//! question whether two values of the symbols make a difference, and it is the same for all comparisons of one byte. It is not exact: bits that
//! are masked later count, too.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

impl Pool {
    /// A condition without undefined symbols: where it is false, the term has the same value for all values of them.
    pub fn undefined_when(&mut self, root: ExprId) -> ExprId {
        let mut done = std::mem::take(&mut self.undefined.when);
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *self.node(term);
            let at_once = match node.op {
                _ if !self.mentions_undefined(term) => Some(false),
                Op::Sym | Op::Bytes | Op::Store | Op::Forall => Some(true),
                Op::Extract if self.node(node.arg(0)).op == Op::Sym => Some(true),
                _ => None,
            };
            if let Some(when) = at_once {
                let when = self.bool(when);
                done.insert(term, when);
                continue;
            }
            let before = stack.len();
            stack.extend(node.children().filter(|child| !done.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            let parts: Vec<ExprId> = node.children().map(|child| done[&child]).collect();
            let when = match node.op {
                Op::Ite => {
                    let condition = self.with_zeros(node.arg(0));
                    let chosen = self.ite(condition, parts[1], parts[2]);
                    self.or(parts[0], chosen)
                }
                Op::And | Op::Or if node.width == 1 => {
                    // A side that decides alone is defined.
                    let [open_left, open_right] = [0, 1].map(|side| {
                        let zeroed = self.with_zeros(node.arg(side));
                        let is_open = if node.op == Op::And { zeroed } else { self.not(zeroed) };
                        self.or(parts[side], is_open)
                    });
                    let (left, right) = (self.and(parts[0], open_right), self.and(parts[1], open_left));
                    self.or(left, right)
                }
                _ => parts.into_iter().fold(self.bool(false), |any, part| self.or(any, part)),
            };
            done.insert(term, when);
        }
        let when = done[&root];
        self.undefined.when = done;
        when
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Model};

    /// A text of which `n` bytes were written: its bytes are undefined from `n` on, and a comparison behind a check is not.
    #[test]
    fn what_is_chosen_counts() {
        let mut pool = Pool::new();
        let (n, text) = (pool.symbol("n", 8), pool.symbol("text", 32));
        let symbol = pool.undefined_symbol("u", 32);
        let undefined = pool.symbol_term(symbol);
        let bytes: Vec<ExprId> = (0..4)
            .map(|at| {
                let place = pool.int(8, at);
                let written = pool.ult(place, n);
                let (byte, other) = (pool.extract(text, 8 * at as u32, 8), pool.extract(undefined, 8 * at as u32, 8));
                pool.ite(written, byte, other)
            })
            .collect();
        let letter = pool.int(8, 97);
        let is_letter = pool.eq(bytes[2], letter);
        let two = pool.int(8, 2);
        let beyond = pool.ule(n, two);
        assert_eq!(pool.undefined_when(is_letter), beyond);
        let within = pool.not(beyond);
        let checked = pool.and(within, is_letter);
        let when = pool.undefined_when(checked);
        for size in 0..=255 {
            let model = Model::default().with_bytes([(crate::SymbolId(0), 0, size)]);
            assert!(!Evaluator::new().is_true(&pool, &model, when), "{size}");
        }
    }

    /// Random terms: where the condition is false, no value of the symbols makes a difference.
    #[test]
    fn where_it_is_false_nothing_differs() {
        let mut random = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = move |below: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % below
        };
        let (mut defined, mut cases) = (0, 0);
        for _ in 0..300 {
            let mut pool = Pool::new();
            let (x, y) = (pool.symbol("x", 4), pool.symbol("y", 4));
            let symbol = pool.undefined_symbol("u", 4);
            let u = pool.symbol_term(symbol);
            let mut terms = vec![x, y, u];
            for _ in 0..12 {
                let [a, b, c] = [0; 3].map(|_: u64| terms[next(terms.len() as u64) as usize]);
                let [below, same] = [pool.ult(a, b), pool.eq(b, c)];
                let term = match next(7) {
                    0 => pool.ite(below, b, c),
                    1 => pool.and(a, b),
                    2 => pool.add(a, b),
                    3 => {
                        let both = pool.and(below, same);
                        pool.ite(both, a, c)
                    }
                    4 => {
                        let either = pool.or(below, same);
                        pool.ite(either, c, b)
                    }
                    5 => {
                        let low = pool.extract(a, 1, 3);
                        pool.zext(low, 4)
                    }
                    _ => pool.ite(same, a, b),
                };
                terms.push(term);
            }
            let root = terms[terms.len() - 1];
            let when = pool.undefined_when(root);
            assert!(!pool.mentions_undefined(when));
            for input in 0..=255_u8 {
                let inputs = [(crate::SymbolId(0), 0, input & 15), (crate::SymbolId(1), 0, input >> 4)];
                let values: Vec<u64> = (0..16)
                    .map(|value| {
                        let model = Model::default().with_bytes(inputs.into_iter().chain([(symbol, 0, value)]));
                        Evaluator::new().eval_u64(&pool, &model, root)
                    })
                    .collect();
                let model = Model::default().with_bytes(inputs);
                let is_same = values.iter().all(|value| *value == values[0]);
                assert!(is_same || Evaluator::new().is_true(&pool, &model, when), "{}", pool.display(root));
                cases += u64::from(pool.mentions_undefined(root));
                defined += u64::from(pool.mentions_undefined(root) && !Evaluator::new().is_true(&pool, &model, when));
            }
        }
        assert!(cases > 10_000 && defined > cases / 50, "{defined} of {cases}");
    }
}
