//! Patience: a technique that has not paid on one kind of question is tried less and less often on that kind.
//!
//! The kind of a question is given by the operators at its top. Only counts decide, never the clock, so that
//! runs are reproducible.

use expr::{ExprId, Node, Op, Pool};
use rustc_hash::FxHashMap;
use std::hash::Hasher;

use crate::tuning::{
    CREDIT_LONGEST_WAIT, CREDIT_MOST, PATIENCE_DEPTH, PATIENCE_KINDS, PATIENCE_RAREST, PATIENCE_TRIES,
};

/// The record of tries for each kind of question.
#[derive(Default)]
pub(crate) struct Patience {
    kinds: FxHashMap<Kind, Record>,
}

/// A balance that decides whether something is tried at all: a try takes its cost off and adds what it was
/// worth. It starts with some credit. Once that is used up, tries become rare, and rarer the longer they bring
/// nothing.
pub(crate) struct Credit {
    left: i64,
    /// How many questions were passed over since the last try.
    passed: u32,
    /// How many questions to wait for the next try once the credit is used up.
    wait: u32,
}

impl Credit {
    pub(crate) fn new(left: i64) -> Credit {
        Credit { left, passed: 0, wait: PATIENCE_RAREST }
    }

    /// Whether to try the next question. Counts it as passed over if not.
    pub(crate) fn tries(&mut self) -> bool {
        self.passed += 1;
        let tries = self.left > 0 || self.passed >= self.wait;
        if tries {
            self.passed = 0;
        }
        tries
    }

    /// The credit left; 0 if it is used up.
    pub(crate) fn left(&self) -> u64 {
        self.left.max(0) as u64
    }

    /// Notes the cost of a try and what it was worth, in the same unit.
    pub(crate) fn note(&mut self, cost: u64, worth: u64) {
        if self.left <= 0 {
            self.wait = if worth > 0 { PATIENCE_RAREST } else { CREDIT_LONGEST_WAIT.min(2 * self.wait) };
        }
        self.left = self.left.saturating_sub_unsigned(cost).saturating_add_unsigned(worth).min(CREDIT_MOST);
    }
}

/// The kind of a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Kind(u64);

/// The record of one kind.
#[derive(Clone, Copy, Default)]
struct Record {
    /// How many tries in a row have failed.
    failures: u32,
    /// How many questions to pass over before the next try.
    pass: u32,
}

impl Patience {
    /// The kind of a question if it should be tried, or `None`. The caller then reports the outcome with
    /// `note`.
    pub(crate) fn tries(&mut self, pool: &Pool, question: ExprId) -> Option<Kind> {
        let kind = Kind::of(pool, question);
        if self.kinds.len() >= PATIENCE_KINDS {
            self.kinds.clear();
        }
        let record = self.kinds.entry(kind).or_default();
        if record.pass > 0 {
            record.pass -= 1;
            return None;
        }
        Some(kind)
    }

    /// Notes whether a try paid.
    pub(crate) fn note(&mut self, kind: Kind, paid: bool) {
        let record = self.kinds.entry(kind).or_default();
        if paid {
            *record = Record::default();
            return;
        }
        record.failures += 1;
        let beyond = record.failures.saturating_sub(PATIENCE_TRIES).min(PATIENCE_RAREST.ilog2());
        record.pass = (1 << beyond) - 1;
    }
}

impl Kind {
    /// The kind of a question. A condition and its negation have the same kind, and so do `x < y` and `y <= x`.
    fn of(pool: &Pool, question: ExprId) -> Kind {
        let node = pool.node(question);
        let node = if node.op == Op::Not { pool.node(node.arg(0)) } else { node };
        let op = match node.op {
            Op::Ule => Op::Ult,
            Op::Sle => Op::Slt,
            op => op,
        };
        let described = node.children().map(|child| {
            let mut hasher = rustc_hash::FxHasher::default();
            describe(pool, pool.node(child), PATIENCE_DEPTH - 1, &mut hasher);
            hasher.finish()
        });
        Kind(described.fold(u64::from(op.number()), u64::wrapping_add))
    }
}

fn describe(pool: &Pool, node: &Node, depth: u32, hasher: &mut rustc_hash::FxHasher) {
    hasher.write_u32(node.op.number() | node.width << 8);
    if depth > 0 {
        for child in node.children() {
            describe(pool, pool.node(child), depth - 1, hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_credit_left_is_tried_rarely() {
        let mut credit = Credit::new(100);
        let tried = |credit: &mut Credit, worth: u64| {
            let tries = credit.tries();
            if tries {
                credit.note(10, worth);
            }
            tries
        };
        assert_eq!((0..10).filter(|_| tried(&mut credit, 0)).count(), 10);
        // The waits are one, two and four times `PATIENCE_RAREST`.
        assert_eq!((0..7 * PATIENCE_RAREST).filter(|_| tried(&mut credit, 0)).count(), 3);
        assert_eq!((0..100 * CREDIT_LONGEST_WAIT).filter(|_| tried(&mut credit, 0)).count(), 103);
        // One try that pays well makes up for many that did not.
        assert!((0..CREDIT_LONGEST_WAIT).any(|_| tried(&mut credit, 2000)));
        assert_eq!((0..10).filter(|_| tried(&mut credit, 0)).count(), 10);
        assert_eq!(credit.wait, PATIENCE_RAREST);
    }

    #[test]
    fn what_fails_is_tried_less_often_until_it_pays() {
        let mut pool = Pool::new();
        let (x, y) = (pool.symbol("x", 8), pool.symbol("y", 8));
        let (below, product) = (pool.ult(x, y), pool.mul(x, y));
        let (above, other) = (pool.not(below), pool.ult(product, y));
        let mut patience = Patience::default();
        let tried = |patience: &mut Patience, question: ExprId, paid: bool| {
            let kind = patience.tries(&pool, question);
            kind.into_iter().for_each(|kind| patience.note(kind, paid));
            kind.is_some()
        };
        let count = (0..1000).filter(|_| tried(&mut patience, below, false)).count();
        assert!((20..40).contains(&count), "{count} of 1000");
        assert!(tried(&mut patience, other, false), "another kind is not concerned");
        // The negation is of the same kind; once it pays, every question is tried again.
        let wait = (0..1000).find(|_| tried(&mut patience, above, true));
        assert!(wait.is_some_and(|wait| wait <= PATIENCE_RAREST));
        assert!((0..PATIENCE_TRIES).all(|_| tried(&mut patience, below, false)));
    }
}
