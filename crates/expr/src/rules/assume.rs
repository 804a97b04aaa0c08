//! What the condition of a choice says about its branches: it holds in the first and fails in the second.

use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::tuning::ASSUME_CONDITION;

use super::Rule;

/// A term that is known to have a constant value.
#[derive(Clone, Copy)]
struct Fact {
    term: ExprId,
    value: ExprId,
}

impl Pool {
    /// ite_inside
    /// match: ite(c, x, y) where c or its complement occurs in x or y; ite(t = k, x, y) where t occurs in x
    /// result: the same with true for c in x, false in y, and k for t in x
    pub(super) fn rewrite_ite_inside(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (yes, no) = (self.bool(true), self.bool(false));
        let holds = match self.const_right(c, Op::Eq) {
            Some((term, value)) => Fact { term, value },
            None => Fact { term: c, value: yes },
        };
        let x = self.assuming(a, holds, &mut { self.tuning.assume_nodes });
        let y = self.assuming(b, Fact { term: c, value: no }, &mut { self.tuning.assume_nodes });
        if (x, y) == (a, b) {
            return None;
        }
        let result = self.ite(c, x, y);
        self.hit(Rule::IteInside, result)
    }

    /// The term simplified by the fact, in the places that are found within the remaining `left` nodes.
    fn assuming(&mut self, id: ExprId, fact: Fact, left: &mut u32) -> ExprId {
        if id == fact.term {
            return fact.value;
        }
        let node = *self.node(id);
        // Below a quantifier an index that the fact mentions may be another one.
        if node.op.arity() == 0 || node.op.is_array() || matches!(node.op, Op::Select | Op::Forall) || *left == 0 {
            return id;
        }
        *left -= 1;
        if node.width == 1 && self.width(fact.term) == 1 && self.are_complements(id, fact.term) {
            return self.not(fact.value);
        }
        // A term is younger than its subterms, so this one cannot contain the fact's term.
        if id < fact.term {
            return id;
        }
        if node.op == Op::Add
            && let Some(sum) = self.assuming_count(id, fact, *left)
        {
            return sum;
        }
        let mut args = node.args;
        for arg in &mut args[..node.op.arity()] {
            *arg = self.assuming(ExprId(*arg), fact, left).0;
        }
        if args == node.args { id } else { self.again(&node, args) }
    }

    /// A number of conditions that is too long for the remaining nodes, simplified by the fact. Each condition is
    /// simplified on its own: what a counting sort adds to a count is as long as its input.
    fn assuming_count(&mut self, sum: ExprId, fact: Fact, left: u32) -> Option<ExprId> {
        let summands = self.summands(sum)?;
        let counts = |&summand: &ExprId| self.indicator(summand).is_some() || self.is_const(summand);
        if summands.len() as u32 * ASSUME_CONDITION <= left || !summands.iter().all(counts) {
            return None;
        }
        let width = self.width(sum);
        let mut simple = summands.to_vec();
        for summand in &mut simple {
            if let Some(condition) = self.indicator(*summand) {
                let known = self.assuming(condition, fact, &mut { ASSUME_CONDITION });
                *summand = if known == condition { *summand } else { self.zext(known, width) };
            }
        }
        if simple == *summands {
            return Some(sum);
        }
        let zero = self.int(width, 0);
        Some(simple.into_iter().fold(zero, |result, summand| self.add(result, summand)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Evaluator, ExprId, Model, Pool, SymbolId};

    /// Choices between long numbers of conditions are what they were chosen from, under all values; and nothing is left of
    /// a term where it is known.
    #[test]
    fn long_counts_are_simplified_by_what_is_known() {
        let mut seed = 1u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        let mut simplified = 0;
        for round in 0..300 {
            let mut pool = Pool::new();
            let inputs: Vec<ExprId> = (0..4).map(|i| pool.symbol(&format!("s{i}"), 2)).collect();
            let mut count = |pool: &mut Pool, length: u64| {
                let mut sum = pool.int(8, below(3));
                for _ in 0..length {
                    let [x, y] = [0, 1].map(|_| match below(6) {
                        value @ 0..4 => inputs[value as usize],
                        _ => pool.int(2, below(4)),
                    });
                    let condition = match below(4) {
                        0 => pool.ult(x, y),
                        1 => pool.ule(x, y),
                        2 => pool.eq(x, y),
                        _ => pool.ne(x, y),
                    };
                    let counted = pool.zext(condition, 8);
                    sum = pool.add(sum, counted);
                }
                sum
            };
            let (a, b) = (count(&mut pool, 5 + round % 4), count(&mut pool, 5 + round % 3));
            let value = pool.int(2, round % 4);
            let known = pool.eq(inputs[0], value);
            let chosen = pool.ite(known, a, b);
            let mut evaluator = Evaluator::new();
            for values in 0..256u64 {
                let bytes = (0..4).map(|i| (SymbolId(i), 0, (values >> (2 * i) & 3) as u8));
                let model = Model::default().with_bytes(bytes);
                let expected = if values & 3 == round % 4 { a } else { b };
                let [found, expected] = [chosen, expected].map(|term| evaluator.eval_u64(&pool, &model, term));
                assert_eq!(found, expected, "{}: {values:x}", pool.display(chosen));
            }
            let node = *pool.node(chosen);
            // What counts twice is a multiple, and left alone.
            let text = pool.display(a).to_string();
            if node.op == crate::Op::Ite && text.contains("s0") && !text.contains("bvmul") {
                let first = pool.display(node.arg(1)).to_string();
                assert!(!first.contains("s0"), "{first}");
                simplified += 1;
            }
        }
        assert!(simplified > 50, "{simplified}");
    }
}
