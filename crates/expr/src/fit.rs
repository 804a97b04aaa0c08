//! Terms fitted to instances: a term of a number `x` that is each of some given terms where `x` is that one's number.
//!
//! Instances may differ in constants (Trabish 2024, §6.2.3). What stands in their place is `a * x + b` modulo 2^w, and
//! beyond the paper `a * x * (x - 1) / 2 + b * x + c`, such as a sum of what was counted, and `a << x`, such as a mask. A
//! read of an input at a constant place is fitted as a read at such a term.
//!
//! The constructors of terms give some instances another form than the rest. So the term is made of a few instances that
//! look alike, and then built again for the number of every instance: where the result is the very same term, it is
//! an instance by what terms mean, whatever form it has.

use rustc_hash::FxHashMap;

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;
use crate::substitute::Substitution;
use crate::tuning::FIT_TERMS;

/// The number that instances are told apart by.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// The number as a term of 64 bits.
    pub term: ExprId,
    /// The leaf in it that has a value for each instance: a symbol, or an index.
    pub leaf: ExprId,
}

/// A term of the instance with a number.
pub type Instance = (u64, ExprId);

/// A way in which constants depend on the number of their instance, modulo 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Law {
    /// `second * x * (x - 1) / 2 + first * x + start`
    Sum { start: u64, first: u64, second: u64 },
    /// `start << x`
    Shift { start: u64 },
}

fn masked(value: u64, width: u32) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

/// The number of pairs among so many.
fn pairs(of: u64) -> u64 {
    (u128::from(of) * u128::from(of.saturating_sub(1)) / 2) as u64
}

impl Law {
    fn at(self, number: u64, width: u32) -> u64 {
        let value = match self {
            Law::Sum { start, first, second } => {
                start.wrapping_add(first.wrapping_mul(number)).wrapping_add(second.wrapping_mul(pairs(number)))
            }
            Law::Shift { start } => u32::try_from(number).ok().and_then(|by| start.checked_shl(by)).unwrap_or(0),
        };
        masked(value, width)
    }

    /// The law of some constants of a width, by the numbers of their instances, which grow.
    fn of(constants: &[(u64, u64)], width: u32) -> Option<Law> {
        let holds = |law: &Law| constants.iter().all(|&(number, value)| law.at(number, width) == value);
        let signed = |value: u64| (value << (64 - width)) as i64 >> (64 - width);
        let &[(number, value), (next_number, next), ..] = constants else { return None };
        let distance = (next_number - number) as i64;
        let difference = signed(next.wrapping_sub(value));
        if difference % distance == 0 {
            let first = (difference / distance) as u64;
            let start = value.wrapping_sub(first.wrapping_mul(number));
            let law = Law::Sum { start, first, second: 0 };
            if holds(&law) {
                return Some(law);
            }
        }
        let start = value.checked_shr(u32::try_from(number).ok()?).unwrap_or(0);
        if holds(&Law::Shift { start }) {
            return Some(Law::Shift { start });
        }
        let &[_, _, (last_number, last), ..] = constants else { return None };
        if distance != 1 || last_number != next_number + 1 {
            return None;
        }
        let second = last.wrapping_sub(next).wrapping_sub(next.wrapping_sub(value));
        let first = next.wrapping_sub(value).wrapping_sub(second.wrapping_mul(number));
        let start = value.wrapping_sub(first.wrapping_mul(number)).wrapping_sub(second.wrapping_mul(pairs(number)));
        let law = Law::Sum { start, first, second };
        holds(&law).then_some(law)
    }

    /// The law as a term.
    fn term(self, pool: &mut Pool, x: ExprId, width: u32) -> ExprId {
        let narrow = pool.extract(x, 0, width);
        match self {
            Law::Shift { start } => {
                let start = pool.int(width, start);
                // A distance that does not fit into the width shifts everything out, and the narrow one might not.
                let (wide, start) = (pool.zext(start, 64), start);
                if width == 64 {
                    return pool.shl(start, x);
                }
                let shifted = pool.shl(wide, x);
                pool.extract(shifted, 0, width)
            }
            Law::Sum { start, first, second } => {
                let [start, first] = [start, first].map(|value| pool.int(width, value));
                let product = pool.mul(narrow, first);
                let sum = pool.add(product, start);
                if masked(second, width) == 0 {
                    return sum;
                }
                let one = pool.int(64, 1);
                let before = pool.sub(x, one);
                let twice = pool.mul(x, before);
                let pairs = pool.lshr(twice, one);
                let pairs = pool.extract(pairs, 0, width);
                let second = pool.int(width, second);
                let product = pool.mul(pairs, second);
                pool.add(sum, product)
            }
        }
    }
}

/// The term of `x` of which these are instances. Their numbers grow.
pub fn fitted(pool: &mut Pool, x: Variable, instances: &[Instance]) -> Option<ExprId> {
    let (_, first) = *instances.first()?;
    if instances.iter().all(|&(_, term)| term == first) {
        return Some(first);
    }
    let width = pool.node(first).width;
    let constants: Option<Vec<(u64, u64)>> =
        instances.iter().map(|&(number, term)| Some((number, pool.as_u64(term)?))).collect();
    if let Some(constants) = constants {
        return Some(Law::of(&constants, width)?.term(pool, x.term, width));
    }
    // The first ones and the last ones may have other forms. Three tell more laws than two.
    let count = instances.len();
    let mut windows = Vec::new();
    for size in [3, 2] {
        let last = count.saturating_sub(size);
        for window in [last, last / 2, 0].map(|from| from..(from + size).min(count)) {
            if !windows.contains(&window) {
                windows.push(window);
            }
        }
    }
    windows.into_iter().find_map(|window| {
        let (numbers, alike): (Vec<u64>, Vec<ExprId>) = instances[window].iter().copied().unzip();
        let term = Fit { numbers, x, done: FxHashMap::default() }.common(pool, &alike)?;
        instances.iter().all(|&(number, instance)| at(pool, x, term, number) == Some(instance)).then_some(term)
    })
}

/// A term of `x` where `x` is a number.
pub fn at(pool: &mut Pool, x: Variable, term: ExprId, number: u64) -> Option<ExprId> {
    let mut known = Substitution::new();
    let value = pool.int(pool.node(x.leaf).width, number);
    known.replace(pool, x.leaf, value);
    known.apply(pool, term, FIT_TERMS)
}

/// An unsigned comparison with a number: at most, or more than.
struct Bound {
    is_low: bool,
    of: ExprId,
    number: u64,
}

impl Bound {
    fn of(pool: &Pool, term: ExprId) -> Option<Bound> {
        let node = *pool.node(term);
        let operand = |place: usize| pool.as_u64(node.arg(place));
        let bound =
            |is_low: bool, of: usize, number: Option<u64>| Some(Bound { is_low, of: node.arg(of), number: number? });
        match node.op {
            Op::Not if node.width == 1 => {
                let other = Bound::of(pool, node.arg(0))?;
                Some(Bound { is_low: !other.is_low, ..other })
            }
            Op::Eq if operand(1) == Some(0) => bound(true, 0, Some(0)),
            Op::Eq if operand(0) == Some(0) => bound(true, 1, Some(0)),
            Op::Ult => bound(false, 1, operand(0)).or_else(|| bound(true, 0, operand(1)?.checked_sub(1))),
            Op::Ule => bound(true, 0, operand(1)).or_else(|| bound(false, 1, operand(0)?.checked_sub(1))),
            _ => None,
        }
    }
}

/// The search for what some instances have in common.
struct Fit {
    numbers: Vec<u64>,
    x: Variable,
    /// What was found for the subterms of the instances.
    done: FxHashMap<Vec<ExprId>, Option<ExprId>>,
}

impl Fit {
    fn common(&mut self, pool: &mut Pool, terms: &[ExprId]) -> Option<ExprId> {
        if terms.iter().all(|&term| term == terms[0]) {
            return Some(terms[0]);
        }
        if let Some(&known) = self.done.get(terms) {
            return known;
        }
        if self.done.len() >= FIT_TERMS {
            return None;
        }
        self.done.insert(terms.to_vec(), None);
        let found = self.found(pool, terms);
        self.done.insert(terms.to_vec(), found);
        found
    }

    fn found(&mut self, pool: &mut Pool, terms: &[ExprId]) -> Option<ExprId> {
        let nodes: Vec<Node> = terms.iter().map(|&term| *pool.node(term)).collect();
        let (op, width) = (nodes[0].op, nodes[0].width);
        if nodes.iter().any(|node| node.width != width) {
            return None;
        }
        if nodes.iter().any(|node| node.op != op) {
            return self.bounds(pool, terms).or_else(|| self.sums(pool, terms));
        }
        match op {
            Op::Const => {
                let constants: Option<Vec<u64>> = terms.iter().map(|&term| pool.as_u64(term)).collect();
                self.law(pool, constants?, width)
            }
            Op::WideConst | Op::Sym | Op::Table | Op::Bytes | Op::Forall | Op::Index => None,
            Op::Float(_) if op.arity() == 1 && nodes.iter().any(|node| node.args[1] != nodes[0].args[1]) => None,
            Op::Extract if nodes.iter().any(|node| node.args[1] != nodes[0].args[1]) => {
                let of = nodes[0].arg(0);
                if nodes.iter().any(|node| node.arg(0) != of) {
                    return None;
                }
                self.moving(pool, of, nodes.iter().map(|node| u64::from(node.args[1])).collect(), width)
            }
            _ => {
                let operands = |nodes: &[Node], place: usize| -> Vec<ExprId> {
                    nodes.iter().map(|node| node.arg(place)).collect()
                };
                let common: Option<Vec<ExprId>> =
                    (0..op.arity()).map(|place| self.common(pool, &operands(&nodes, place))).collect();
                Some(pool.with_operands(terms[0], &common?))
            }
        }
    }

    /// Comparisons with numbers, some of which have another form, such as `n != 0` for `n > 0`.
    fn bounds(&mut self, pool: &mut Pool, terms: &[ExprId]) -> Option<ExprId> {
        let bounds: Vec<Bound> = terms.iter().map(|&term| Bound::of(pool, term)).collect::<Option<_>>()?;
        let is_low = bounds[0].is_low;
        if bounds.iter().any(|bound| bound.is_low != is_low) {
            return None;
        }
        let of = self.common(pool, &bounds.iter().map(|bound| bound.of).collect::<Vec<_>>())?;
        let number = self.law(pool, bounds.iter().map(|bound| bound.number).collect(), pool.node(of).width)?;
        Some(if is_low { pool.ule(of, number) } else { pool.ult(number, of) })
    }

    /// Sums with numbers, one of which is zero.
    fn sums(&mut self, pool: &mut Pool, terms: &[ExprId]) -> Option<ExprId> {
        let width = pool.node(terms[0]).width;
        let part = |&term: &ExprId| {
            let node = *pool.node(term);
            let sum = |of: usize, number: usize| Some((node.arg(of), pool.as_u64(node.arg(number))?));
            let parts = if node.op == Op::Add { sum(0, 1).or_else(|| sum(1, 0)) } else { None };
            parts.unwrap_or((term, 0))
        };
        let (of, numbers): (Vec<ExprId>, Vec<u64>) = terms.iter().map(part).unzip();
        if width > 64 || of == terms {
            return None;
        }
        let of = self.common(pool, &of)?;
        let number = self.law(pool, numbers, width)?;
        Some(pool.add(of, number))
    }

    fn law(&self, pool: &mut Pool, values: Vec<u64>, width: u32) -> Option<ExprId> {
        let constants: Vec<(u64, u64)> = self.numbers.iter().copied().zip(values).collect();
        Some(Law::of(&constants, width)?.term(pool, self.x.term, width))
    }

    /// A part of a term from different bits on.
    fn moving(&self, pool: &mut Pool, of: ExprId, from: Vec<u64>, width: u32) -> Option<ExprId> {
        let node = *pool.node(of);
        if node.op == Op::Sym && node.width.is_multiple_of(8) && matches!(width, 8 | 16 | 32 | 64) {
            let places: Option<Vec<u64>> = from.iter().map(|bit| bit.is_multiple_of(8).then_some(bit / 8)).collect();
            let place = self.law(pool, places?, 64)?;
            let bytes = pool.bytes(of);
            return Some(pool.select_element(bytes, place, width / 8));
        }
        if node.width > 64 {
            return None;
        }
        let distance = self.law(pool, from, node.width)?;
        let shifted = pool.lshr(of, distance);
        Some(pool.extract(shifted, 0, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(pool: &mut Pool) -> Variable {
        let leaf = pool.symbol("x", 7);
        Variable { term: pool.zext(leaf, 64), leaf }
    }

    #[test]
    fn laws_of_constants() {
        let law = |values: &[u64], width| {
            let constants: Vec<(u64, u64)> = (0..).zip(values.iter().copied()).collect();
            Law::of(&constants, width)
        };
        assert_eq!(law(&[3, 5, 7, 9], 32), Some(Law::Sum { start: 3, first: 2, second: 0 }));
        assert_eq!(law(&[2, 1, 0, 255], 8), Some(Law::Sum { start: 2, first: u64::MAX, second: 0 }));
        assert_eq!(law(&[0, 0, 1, 3, 6], 32), Some(Law::Sum { start: 0, first: 0, second: 1 }));
        assert_eq!(law(&[3, 6, 12, 24], 32), Some(Law::Shift { start: 3 }));
        assert_eq!(law(&[0, 1, 4, 10], 32), None);
        // As terms they have the same values.
        let mut pool = Pool::new();
        let x = variable(&mut pool);
        for values in [[0, 0, 1, 3, 6, 10], [7, 5, 3, 1, 255, 253], [3, 6, 12, 24, 48, 96], [9, 10, 13, 18, 25, 34]] {
            let law = law(&values, 8).expect("there is one");
            let term = law.term(&mut pool, x.term, 8);
            for (number, value) in (0..).zip(values) {
                let at = at(&mut pool, x, term, number).expect("a small term");
                assert_eq!(pool.as_u64(at), Some(value), "{law:?}");
            }
        }
    }

    /// `n > x and s[x] = 97`: the first instance has another form, and reads are leaves.
    #[test]
    fn conditions_with_other_forms() {
        let mut pool = Pool::new();
        let x = variable(&mut pool);
        let (s, n) = (pool.symbol("s", 80), pool.symbol("n", 32));
        let letter = pool.int(8, 97);
        let mut sizes = Vec::new();
        let mut reads = Vec::new();
        for number in 0..5 {
            let bound = pool.int(32, number);
            sizes.push((number, pool.ult(bound, n)));
            let byte = pool.extract(s, 8 * number as u32, 8);
            reads.push((number, pool.eq(byte, letter)));
        }
        let size = fitted(&mut pool, x, &sizes).expect("it fits");
        let narrow = pool.extract(x.term, 0, 32);
        assert_eq!(size, pool.ult(narrow, n));
        let read = fitted(&mut pool, x, &reads).expect("it fits");
        let bytes = pool.bytes(s);
        let byte = pool.select(bytes, x.term);
        assert_eq!(read, pool.eq(byte, letter));
        // Two are enough, though they look different.
        assert_eq!(fitted(&mut pool, x, &sizes[..2]), Some(size));
        let sums: Vec<(u64, ExprId)> = (0..2).map(|number| (number, pool.int(32, 3 * number))).collect();
        let sums: Vec<(u64, ExprId)> = sums.into_iter().map(|(number, by)| (number, pool.add(n, by))).collect();
        let sum = fitted(&mut pool, x, &sums).expect("it fits");
        assert_eq!(at(&mut pool, x, sum, 1), Some(sums[1].1));
        reads[1].1 = reads[2].1;
        assert_eq!(fitted(&mut pool, x, &reads), None);
    }
}
