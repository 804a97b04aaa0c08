//! Model repair: change the path's model just enough for the question to hold.
//!
//! The path's model satisfies every constraint and fails the question, so a model of both is often only a few
//! bytes away. Starting at a term that should hold and does not, a target value is passed down to one operand
//! after the other by inverting operators, until it reaches bits of a symbol, which are set (Niemetz 2016,
//! without its completeness). Then the next violated term becomes the goal. Two dozen moves cost a few
//! microseconds where the SAT solver needs tens or hundreds; questions that they do not solve go on to it.
//! Choices come from a generator seeded by the question, so runs are reproducible.

mod float;

use bv::mask;
use expr::{Evaluator, ExprId, Model, Node, Op, Pool, SymbolId, TableId};

use crate::query::{Query, Reply, Witness};
use crate::shared::Shared;
use crate::stage::{Patch, Stage};
use crate::tuning::{REPAIR_ENTRIES, REPAIR_RARE, REPAIR_STEPS, REPAIR_WORTHWHILE};

/// The stage.
pub(crate) struct Repair {
    /// The moving average of successes, in units of 2^-16.
    success: u32,
    skipped: u32,
    moves: u64,
    edits: Vec<Edit>,
    patch: Patch,
    goals: Vec<(ExprId, u64)>,
}

/// Bits of a symbol that are set to a value.
struct Edit {
    symbol: SymbolId,
    low: u32,
    width: u32,
    value: u64,
}

impl Repair {
    pub(crate) fn new() -> Repair {
        Repair { success: 1 << 16, skipped: 0, moves: 0, edits: Vec::new(), patch: Patch::default(), goals: Vec::new() }
    }
}

impl Stage for Repair {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        if query.slice.constraints.len() > shared.tuning.repair_constraints {
            return None;
        }
        if self.success < REPAIR_WORTHWHILE {
            self.skipped += 1;
            if !self.skipped.is_multiple_of(REPAIR_RARE) {
                return None;
            }
        }
        let found = self.search(pool, shared, query);
        self.success -= self.success >> 5;
        if found.is_some() {
            self.success += (1 << 16) >> 5;
        }
        found.map(Reply::Sat)
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("moves", self.moves)]
    }
}

impl Repair {
    fn search(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Witness> {
        let tuning = &shared.tuning;
        let most = if pool.has_floats() { tuning.float_repairs } else { tuning.repair_moves };
        let check = &mut shared.check;
        let mut choices = Choices::new(query.question);
        let mut witness = query.witness([].into());
        let mut broken = query.question;
        self.patch.clear();
        for _ in 0..most {
            self.moves += 1;
            let mut walk = Walk { pool, check, model: &witness.model, choices: &mut choices };
            self.edits.clear();
            self.goals.clear();
            self.goals.push((broken, 1));
            let mut steps = 0;
            while let Some((term, target)) = self.goals.pop() {
                steps += 1;
                if steps > REPAIR_STEPS {
                    return None;
                }
                walk.step(term, target, &mut self.goals, &mut self.edits);
            }
            if self.edits.is_empty() {
                continue;
            }
            for edit in &self.edits {
                self.patch.write(&query.model, edit.symbol, edit.low, edit.width, edit.value);
            }
            witness = self.patch.witness(query);
            match query.terms().find(|&term| !check.is_true(pool, &witness.model, term)) {
                Some(next) => broken = next,
                None => return Some(witness),
            }
        }
        None
    }
}

/// One move under one model.
struct Walk<'a> {
    pool: &'a Pool,
    check: &'a mut Evaluator,
    model: &'a Model,
    choices: &'a mut Choices,
}

impl Walk<'_> {
    fn value(&mut self, term: ExprId) -> u64 {
        self.check.eval_u64(self.pool, self.model, term)
    }

    /// Passes the target on to operands or to bits of a symbol. A target that cannot be reached is dropped.
    fn step(&mut self, term: ExprId, target: u64, goals: &mut Vec<(ExprId, u64)>, edits: &mut Vec<Edit>) {
        let node = *self.pool.node(term);
        let width = node.width;
        if width > 64 || node.children().any(|child| self.pool.width(child) > 64) && !reads_symbol(self.pool, &node) {
            return;
        }
        let bits = mask(width);
        match node.op {
            Op::Const => {}
            Op::Sym => edits.push(Edit { symbol: SymbolId(node.args[0]), low: 0, width, value: target }),
            Op::Extract => {
                let inner = self.pool.node(node.arg(0));
                let low = node.args[1];
                if inner.op == Op::Sym {
                    edits.push(Edit { symbol: SymbolId(inner.args[0]), low, width, value: target });
                } else {
                    let whole = self.value(node.arg(0));
                    goals.push((node.arg(0), whole & !(bits << low) | target << low));
                }
            }
            Op::Not => goals.push((node.arg(0), !target & bits)),
            Op::Neg => goals.push((node.arg(0), target.wrapping_neg() & bits)),
            Op::ZExt | Op::SExt => goals.push((node.arg(0), target & mask(self.pool.width(node.arg(0))))),
            Op::Concat => {
                let low_width = self.pool.width(node.arg(1));
                for (part, value) in [(node.arg(0), target >> low_width), (node.arg(1), target & mask(low_width))] {
                    if self.value(part) != value {
                        goals.push((part, value));
                    }
                }
            }
            Op::Ite => self.choose_branch(&node, target, goals),
            Op::Select => self.read(&node, target, goals, edits),
            Op::Eq => self.equality(&node, target == 1, goals),
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.order(&node, target == 1, goals),
            Op::Float(_) => self.float(term, &node, target, goals),
            _ => self.arithmetic(&node, target, goals),
        }
    }

    /// The operand to change and the value of the other one: one that is not constant, either if both are not.
    fn operand(&mut self, node: &Node) -> (usize, u64) {
        let fixed = [0, 1].map(|i| self.pool.is_const(node.arg(i)));
        let which = match fixed {
            [false, true] => 0,
            [true, false] => 1,
            _ => usize::from(self.choices.coin()),
        };
        (which, self.value(node.arg(1 - which)))
    }

    fn arithmetic(&mut self, node: &Node, target: u64, goals: &mut Vec<(ExprId, u64)>) {
        let (width, bits) = (node.width, mask(node.width));
        let (which, other) = match node.op {
            // Distances and divisors are harder to change.
            Op::Shl | Op::LShr | Op::AShr | Op::UDiv | Op::URem | Op::SDiv | Op::SRem => (0, self.value(node.arg(1))),
            Op::And | Op::Or if width == 1 => self.connective(node, target),
            _ => self.operand(node),
        };
        let term = node.arg(which);
        let now = self.value(term);
        let distance = other.min(u64::from(width)) as u32;
        let wanted = match node.op {
            Op::And => target & other | now & !other | target,
            Op::Or => (target & !other | now & other) & (target | !bits),
            Op::Xor => target ^ other,
            Op::Add => target.wrapping_sub(other),
            Op::Mul => divide_modular(target, other, now, width),
            Op::Shl if distance < width => target >> distance | now & !(bits >> distance),
            Op::LShr | Op::AShr if distance < width => target << distance | now & mask(distance),
            Op::UDiv if other != 0 => target.wrapping_mul(other).wrapping_add(now % other),
            Op::URem if other != 0 => (now - now % other).wrapping_add(target),
            Op::SDiv => target.wrapping_mul(other),
            Op::SRem => target,
            _ => return,
        };
        goals.push((term, wanted & bits));
    }

    /// The operand of a boolean `and` or `or` to change.
    fn connective(&mut self, node: &Node, target: u64) -> (usize, u64) {
        let values = [self.value(node.arg(0)), self.value(node.arg(1))];
        // To make `and` true or `or` false, every operand that is not must change; otherwise one suffices.
        let every = (node.op == Op::And) == (target == 1);
        let which = match (every, values) {
            (true, [a, _]) if a != target => 0,
            (true, _) => 1,
            (false, _) => usize::from(self.choices.coin()),
        };
        // The value of the other operand that leaves the result to this one, for the formula for words.
        (which, if node.op == Op::And { 1 } else { 0 })
    }

    fn choose_branch(&mut self, node: &Node, target: u64, goals: &mut Vec<(ExprId, u64)>) {
        let condition = self.value(node.arg(0));
        let (here, there) = if condition == 1 { (node.arg(1), node.arg(2)) } else { (node.arg(2), node.arg(1)) };
        if self.value(there) == target || self.pool.is_const(here) || self.choices.once_in_eight() {
            goals.push((node.arg(0), condition ^ 1));
        }
        if self.value(there) != target && !self.pool.is_const(here) {
            goals.push((here, target));
        }
    }

    fn equality(&mut self, node: &Node, wanted: bool, goals: &mut Vec<(ExprId, u64)>) {
        let (which, other) = self.operand(node);
        let term = node.arg(which);
        if wanted {
            goals.push((term, other));
        } else {
            let width = self.pool.width(term);
            let bit = self.choices.below(width);
            goals.push((term, (other ^ 1 << bit) & mask(width)));
        }
    }

    fn order(&mut self, node: &Node, wanted: bool, goals: &mut Vec<(ExprId, u64)>) {
        let width = self.pool.width(node.arg(0));
        // Flipping the sign bit turns the signed order into the unsigned one.
        let flip = if matches!(node.op, Op::Slt | Op::Sle) { 1 << (width - 1) } else { 0 };
        let strict = matches!(node.op, Op::Ult | Op::Slt) == wanted;
        // The operand that must be the smaller one: a for `a < b`, b for its negation.
        let (small, large) = if wanted { (0, 1) } else { (1, 0) };
        let (which, other) = self.operand(node);
        let bound = other ^ flip;
        let (low, high) = if which == small {
            let Some(high) = bound.checked_sub(u64::from(strict)) else {
                // No value is smaller: the other operand has to grow.
                goals.extend(self.grow(node.arg(large), flip));
                return;
            };
            (0, high)
        } else {
            match bound.checked_add(u64::from(strict)).filter(|&low| low <= mask(width)) {
                Some(low) => (low, mask(width)),
                None => {
                    goals.push((node.arg(small), flip));
                    return;
                }
            }
        };
        // The bound itself, a value near it, or any allowed value.
        let room = high - low;
        let offset = match self.choices.below(4) {
            0 | 1 => 0,
            2 => self.choices.bits() & 0xff,
            _ => self.choices.bits(),
        };
        let offset = if room == u64::MAX { offset } else { offset % (room + 1) };
        let value = if which == small { high - offset } else { low + offset };
        goals.push((node.arg(which), value ^ flip));
    }

    fn grow(&mut self, term: ExprId, flip: u64) -> Option<(ExprId, u64)> {
        let width = self.pool.width(term);
        (!self.pool.is_const(term)).then(|| (term, ((1 + (self.choices.bits() & 0xf)) & mask(width)) ^ flip))
    }

    fn read(&mut self, node: &Node, target: u64, goals: &mut Vec<(ExprId, u64)>, edits: &mut Vec<Edit>) {
        let index = self.value(node.arg(1));
        let mut array = node.arg(0);
        loop {
            let here = *self.pool.node(array);
            match here.op {
                Op::Store => {
                    let distance = index.wrapping_sub(self.value(here.arg(1)));
                    let stored = self.pool.width(here.arg(2));
                    if distance >= u64::from(stored / 8) {
                        array = here.arg(0);
                        continue;
                    }
                    // Only one byte of the stored value changes.
                    let (low, bits) = (8 * distance as u32, mask(node.width));
                    if low + node.width <= stored {
                        let whole = self.value(here.arg(2));
                        goals.push((here.arg(2), whole & !(bits << low) | target << low));
                    }
                    return;
                }
                Op::Table => {
                    let table = TableId(here.args[0]);
                    let length = self.pool.table_bytes(table).len() as u64;
                    let places = self.pool.places(node.arg(1)).within(0, length.saturating_sub(1));
                    let count = places.map_or(0, |places| places.count().min(REPAIR_ENTRIES));
                    if count == 0 {
                        return;
                    }
                    let (start, size) = (self.choices.bits() % count, node.width / 8);
                    let place = (start..count)
                        .chain(0..start)
                        .filter_map(|i| places.map(|places| places.first + i * places.stride))
                        .find(|&place| self.pool.table_element(table, place, size) == target);
                    return goals.extend(place.map(|place| (node.arg(1), place)));
                }
                _ => {
                    let symbol = self.pool.node(here.arg(0));
                    let length = u64::from(symbol.width / 8);
                    if index < length {
                        let inside = (length - index).min(u64::from(node.width / 8)) as u32;
                        let (symbol, width) = (SymbolId(symbol.args[0]), 8 * inside);
                        edits.push(Edit { symbol, low: 8 * index as u32, width, value: target & mask(width) });
                    }
                    return;
                }
            }
        }
    }
}

/// Whether the node reads bits of a symbol, which may have any width, or an array.
fn reads_symbol(pool: &Pool, node: &Node) -> bool {
    node.op == Op::Select || node.op == Op::Extract && pool.node(node.arg(0)).op == Op::Sym
}

/// An x with x * factor = target modulo 2^width, if there is one; bits without influence keep their current
/// value.
fn divide_modular(target: u64, factor: u64, now: u64, width: u32) -> u64 {
    let zeros = factor.trailing_zeros().min(width);
    if zeros >= width {
        return now;
    }
    let odd = factor >> zeros;
    // Newton's iteration doubles the number of correct bits: 3, 6, 12, 24, 48, 96.
    let mut inverse = odd.wrapping_mul(3) ^ 2;
    for _ in 0..4 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    let free = mask(width) & !mask(width - zeros);
    (target >> zeros).wrapping_mul(inverse) & mask(width - zeros) | now & free
}

/// A seeded source of choices.
struct Choices(u64);

impl Choices {
    fn new(question: ExprId) -> Choices {
        Choices((question.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    fn once_in_eight(&mut self) -> bool {
        self.bits() >> 61 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modular_division_inverts_multiplication() {
        for width in 1..=6 {
            for (x, factor) in (0..1u64 << width).flat_map(|x| (0..1u64 << width).map(move |factor| (x, factor))) {
                let product = x.wrapping_mul(factor) & mask(width);
                let found = divide_modular(product, factor, 0, width);
                assert!(found <= mask(width));
                assert_eq!(found.wrapping_mul(factor) & mask(width), product);
            }
        }
    }
}
