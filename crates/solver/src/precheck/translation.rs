//! Terms as sums over the integers.
//!
//! A sum is *congruent* to a term if it differs from the term's value by a multiple of 2^w. Addition, negation
//! and multiplication by constants turn congruent sums into congruent sums. Where the value itself is needed,
//! the sum is taken modulo 2^w: a quotient, an integer variable, says how often 2^w is subtracted. If bounds
//! leave only one quotient, no variable is needed.
//!
//! A leaf is a variable within its known bounds, and so is every term that is not a sum.

use bv::mask;
use expr::{ExprId, Node, Op, Pool};
use linear_program::{Program, Relation, Row};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::read::Read;
use crate::linear::Sum;
use crate::order::number;
use crate::tuning::{PRECHECK_DEPTH, PRECHECK_FUEL, PRECHECK_ROWS, PRECHECK_SUMMANDS, PRECHECK_VARIABLES};
use crate::value_sets::Leaf;

/// A linear program made of terms.
pub(crate) struct Translation<'a, F> {
    pub(super) pool: &'a Pool,
    /// Gives the values that a leaf can have.
    values: F,
    pub(crate) program: Program,
    /// The reads of arrays, inner reads first.
    pub(crate) reads: Vec<Read>,
    /// For each row, the constraint it comes from; `None` for definitions and the question.
    pub(crate) owners: Vec<Option<u32>>,
    /// The constraint that is being translated.
    pub(super) owner: Option<u32>,
    /// Whether a bound came from the values of leaves, to which any constraint may have contributed.
    pub(crate) learnt: bool,
    congruent: FxHashMap<ExprId, Sum>,
    quotients: FxHashMap<(Sum, i128), Sum>,
    fuel: u32,
    depth: u32,
}

impl<'a, F: FnMut(ExprId) -> WordSet> Translation<'a, F> {
    pub(crate) fn new(pool: &'a Pool, values: F) -> Translation<'a, F> {
        Translation {
            pool,
            values,
            program: Program::default(),
            reads: Vec::new(),
            owners: Vec::new(),
            owner: None,
            learnt: false,
            congruent: FxHashMap::default(),
            quotients: FxHashMap::default(),
            fuel: PRECHECK_FUEL,
            depth: 0,
        }
    }

    /// Whether the program has room for more.
    pub(crate) fn has_room(&self) -> bool {
        self.program.rows.len() < PRECHECK_ROWS && self.program.bounds.len() < PRECHECK_VARIABLES && self.fuel > 0
    }

    /// The term's value, read as unsigned; `None` if numbers get too large.
    pub(super) fn unsigned(&mut self, term: ExprId) -> Option<Sum> {
        let period = 1i128 << self.pool.width(term);
        let sum = self.congruent(term)?;
        self.reduced(sum, 0, period)
    }

    /// The term's value, read as signed; `None` if numbers get too large.
    pub(super) fn signed(&mut self, term: ExprId) -> Option<Sum> {
        let period = 1i128 << self.pool.width(term);
        let sum = self.congruent(term)?;
        self.reduced(sum, -(period / 2), period)
    }

    /// A sum that is congruent to the term, which has at most 64 bits.
    pub(super) fn congruent(&mut self, term: ExprId) -> Option<Sum> {
        let node = *self.pool.node(term);
        if let Some(value) = self.pool.as_u64(term) {
            return Some(Sum::constant(number(value, node.width, true)));
        }
        if let Some(known) = self.congruent.get(&term) {
            return Some(known.clone());
        }
        let mut sum = None;
        if Leaf::of(self.pool, term).is_none() && self.has_room() {
            self.fuel -= 1;
            sum = self.deeper(|this| this.sum(term, &node));
            sum = sum.filter(|sum| sum.terms.len() <= PRECHECK_SUMMANDS && self.range(sum).is_some());
        }
        let sum = match sum {
            Some(sum) => sum,
            None => self.unknown(term),
        };
        self.congruent.insert(term, sum.clone());
        Some(sum)
    }

    /// Visits something one level deeper; `None` if that is too deep.
    pub(super) fn deeper<T>(&mut self, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == PRECHECK_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        found
    }

    /// The sum that an operation makes of its operands.
    fn sum(&mut self, term: ExprId, node: &Node) -> Option<Sum> {
        match node.op {
            Op::Add => self.congruent(node.arg(0))?.plus(&self.congruent(node.arg(1))?, 1),
            Op::Neg => self.congruent(node.arg(0))?.times(-1),
            // The complement of x is -x - 1.
            Op::Not => self.congruent(node.arg(0))?.times(-1)?.offset(-1),
            Op::Mul => {
                let factor = |place: usize| self.pool.as_u64(node.arg(place)).map(|value| (value, node.arg(1 - place)));
                let (value, other) = factor(0).or_else(|| factor(1))?;
                self.congruent(other)?.times(number(value, node.width, true))
            }
            Op::Shl => {
                let distance = self.pool.as_u64(node.arg(1)).filter(|&distance| distance < 64)?;
                self.congruent(node.arg(0))?.times(1 << distance)
            }
            Op::ZExt => self.unsigned(node.arg(0)),
            Op::SExt => self.signed(node.arg(0)),
            Op::Extract if self.pool.width(node.arg(0)) > 64 => None,
            Op::Extract if node.args[1] == 0 => self.congruent(node.arg(0)),
            Op::Select => self.read(term),
            Op::Concat => match self.read(term) {
                Some(read) => Some(read),
                None => {
                    let below = 1i128 << self.pool.width(node.arg(1));
                    let low = self.unsigned(node.arg(1))?;
                    low.plus(&self.congruent(node.arg(0))?, below)
                }
            },
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.truth(node),
            _ => self.operation(node),
        }
    }

    /// A variable for a term about which only its values are known.
    pub(super) fn unknown(&mut self, term: ExprId) -> Sum {
        let (low, high) = self.pool.unsigned_range(term);
        if Leaf::of(self.pool, term).is_none() {
            return Sum::variable(self.program.variable(i128::from(low), i128::from(high)));
        }
        let width = self.pool.width(term);
        let set = (self.values)(term);
        let read = |signed: bool, low: u128, high: u128| {
            (number(low as u64, width, signed), number(high as u64, width, signed))
        };
        let unsigned = set.least().zip(set.greatest()).map(|(&low, &high)| read(false, low, high));
        let signed = set.least_signed().zip(set.greatest_signed()).map(|(low, high)| read(true, low, high));
        let whole = read(false, 0, u128::from(mask(width)));
        // The unsigned reading, unless the signed one has narrower bounds.
        let narrowest = [unsigned, signed].into_iter().flatten().min_by_key(|(low, high)| high - low).unwrap_or(whole);
        self.learnt |= narrowest.1 - narrowest.0 < whole.1 - whole.0;
        Sum::variable(self.program.variable(narrowest.0, narrowest.1))
    }

    /// The least and the greatest value of a sum; `None` if numbers get too large.
    pub(super) fn range(&self, sum: &Sum) -> Option<(i128, i128)> {
        let (low, high) = self.program.range(&sum.terms)?;
        // Far below the greatest integers, so that sums of a few can be computed.
        let fits = low.abs().max(high.abs()).max(sum.constant.abs()) < 1 << 120;
        fits.then_some((low + sum.constant, high + sum.constant))
    }

    /// The sum minus the multiple of the period that takes it to `lowest .. lowest + period`.
    pub(super) fn reduced(&mut self, sum: Sum, lowest: i128, period: i128) -> Option<Sum> {
        let quotient = self.quotient(&sum.offset(-lowest)?, period)?;
        sum.plus(&quotient, -period)
    }

    /// The sum divided by a positive number, rounded down.
    pub(super) fn quotient(&mut self, sum: &Sum, divisor: i128) -> Option<Sum> {
        let (low, high) = self.range(sum)?;
        let (first, last) = (low.div_euclid(divisor), high.div_euclid(divisor));
        if first == last {
            return Some(Sum::constant(first));
        }
        let key = (sum.clone(), divisor);
        if let Some(known) = self.quotients.get(&key) {
            return Some(known.clone());
        }
        let quotient = Sum::variable(self.program.variable(first, last));
        if last == first + 1 {
            // With two quotients, these two rows are all that linear rows can say: the least and the greatest
            // value of the sum change from those of one quotient to those of the other.
            let border = last * divisor;
            self.define(sum, &quotient, border - low, low - first * (border - low), i128::MAX);
            self.define(sum, &quotient, high - border + 1, i128::MIN, border - 1 - first * (high - border + 1));
        } else {
            self.define(sum, &quotient, divisor, 0, divisor - 1);
        }
        self.quotients.insert(key, quotient.clone());
        Some(quotient)
    }

    /// Adds that a sum minus another one times a factor lies between `least` and `most`, whatever the
    /// constraints are; the least and the greatest integer stand for no bound.
    pub(super) fn define(&mut self, sum: &Sum, other: &Sum, factor: i128, least: i128, most: i128) {
        let owner = self.owner.take();
        if let Some(difference) = sum.plus(other, -factor) {
            if most != i128::MAX {
                self.at_most(&difference, most);
            }
            if least != i128::MIN {
                self.at_least(&difference, least);
            }
        }
        self.owner = owner;
    }

    /// Adds a row: the sum is at most a number.
    pub(super) fn at_most(&mut self, sum: &Sum, most: i128) -> Option<()> {
        self.row(sum, Relation::AtMost, most)
    }

    /// Adds a row: the sum is at least a number.
    pub(super) fn at_least(&mut self, sum: &Sum, least: i128) -> Option<()> {
        self.row(&sum.times(-1)?, Relation::AtMost, least.checked_neg()?)
    }

    /// Adds a row if there is room; leaving one out is sound.
    pub(super) fn row(&mut self, sum: &Sum, relation: Relation, number: i128) -> Option<()> {
        let number = number.checked_sub(sum.constant)?;
        if self.program.rows.len() < PRECHECK_ROWS {
            self.program.rows.push(Row::new(sum.terms.iter().copied(), relation, number));
            self.owners.push(self.owner);
        }
        Some(())
    }
}
