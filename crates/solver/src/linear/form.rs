//! Integer combinations of variables that are congruent to terms.
//!
//! A variable is a run of input bits, or a term that is not a sum of such. It stands for an integer: the signed
//! or the unsigned value, whichever has the narrower bounds. Sums are congruent to terms modulo 2^width. An
//! extension, or a side of a comparison, must be equal and not only congruent, so its bounds must lie within
//! one period.

use expr::{ExprId, Node, Op, Pool};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::sum::Sum;
use super::system::{Relation, Row};
use crate::order::{Comparison, number};
use crate::tuning::{LINEAR_FUEL, LINEAR_SUMMANDS};
use crate::value_sets::Leaf;

/// The greatest factor in a sum, so that no sum here comes near the greatest integer.
const FACTOR: i128 = 1 << 40;

/// The variables of a system, with what is known about each.
pub(crate) struct Variables<'a, F> {
    pool: &'a Pool,
    /// The values that a term can have.
    values: F,
    numbers: FxHashMap<ExprId, u32>,
    pub(crate) all: Vec<Variable>,
    /// The rows that conditions were turned into.
    pub(crate) rows: Vec<Row>,
    fuel: u32,
}

/// A variable: a term, and the bounds of the integer it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    term: ExprId,
    width: u32,
    /// Whether the integer is the signed value.
    signed: bool,
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Variable {
    /// The integer that a value of the term stands for.
    pub(crate) fn number(&self, value: u64) -> i128 {
        number(value, self.width, self.signed)
    }

    pub(crate) fn term(&self) -> ExprId {
        self.term
    }

    /// The run of input bits that it is, if it is one.
    pub(crate) fn leaf(&self, pool: &Pool) -> Option<Leaf> {
        Leaf::of(pool, self.term)
    }
}

/// One sum plus another times a factor; `None` if it gets too long or numbers get too large.
fn plus(one: &Sum, other: &Sum, factor: i128) -> Option<Sum> {
    one.plus(other, factor).filter(|sum| {
        let small = sum.terms.len() <= LINEAR_SUMMANDS && sum.terms.iter().all(|term| term.1.abs() <= FACTOR);
        small && sum.constant.abs() <= 1 << 110
    })
}

impl<'a, F: FnMut(ExprId) -> WordSet> Variables<'a, F> {
    pub(crate) fn new(pool: &'a Pool, values: F) -> Variables<'a, F> {
        Variables { pool, values, numbers: FxHashMap::default(), all: Vec::new(), rows: Vec::new(), fuel: 0 }
    }

    /// Adds a condition on the variables as one row or, for an equality, two; `None` if it is not linear.
    pub(crate) fn add(&mut self, condition: ExprId) -> Option<()> {
        self.fuel = LINEAR_FUEL;
        let comparison = Comparison::of(self.pool, condition)?;
        let Some(signed) = comparison.is_signed() else { return self.equality(&comparison) };
        let (less, greater, strict) = comparison.sides();
        let (less, greater) = (self.equal(less, signed)?, self.equal(greater, signed)?);
        let difference = plus(&less, &greater, -1)?;
        let most = -difference.constant - i128::from(strict);
        self.rows.push(Row { terms: difference.terms, most, relation: Relation::AtMost });
        Some(())
    }

    /// Two terms are equal if their difference is a multiple of the period. If only one multiple is possible,
    /// it is that one.
    fn equality(&mut self, comparison: &Comparison) -> Option<()> {
        let (a, b) = comparison.operands();
        let period = 1i128 << self.pool.width(a);
        let difference = plus(&self.congruent(a)?, &self.congruent(b)?, -1)?;
        let (low, high) = self.bounds(&difference);
        let (first, last) = (-(-low).div_euclid(period), high.div_euclid(period));
        if first < last {
            return None;
        }
        let most = first * period - difference.constant;
        if comparison.is_negated() {
            if first == last {
                self.rows.push(Row { terms: difference.terms, most, relation: Relation::Not });
            }
        } else if first > last {
            self.rows.push(Row { terms: Vec::new(), most: -1, relation: Relation::AtMost });
        } else {
            let negated = difference.terms.iter().map(|&(variable, factor)| (variable, -factor)).collect();
            self.rows.push(Row { terms: difference.terms, most, relation: Relation::AtMost });
            self.rows.push(Row { terms: negated, most: -most, relation: Relation::AtMost });
        }
        Some(())
    }

    /// The least and the greatest value of a sum.
    fn bounds(&self, form: &Sum) -> (i128, i128) {
        let mut bounds = (form.constant, form.constant);
        for &(variable, factor) in &form.terms {
            let Variable { low, high, .. } = self.all[variable as usize];
            let (least, most) = if factor > 0 { (low, high) } else { (high, low) };
            bounds = (bounds.0 + factor * least, bounds.1 + factor * most);
        }
        bounds
    }

    /// A sum that equals a term, read as signed or unsigned.
    fn equal(&mut self, term: ExprId, signed: bool) -> Option<Sum> {
        let width = self.pool.width(term);
        let form = self.congruent(term)?;
        let lowest = if signed { -(1i128 << (width - 1)) } else { 0 };
        let period = 1i128 << width;
        let (low, high) = self.bounds(&form);
        let (first, last) = ((low - lowest).div_euclid(period), (high - lowest).div_euclid(period));
        if first == last {
            return Some(Sum { constant: form.constant - first * period, ..form });
        }
        // Earlier rows about the same sum may leave only one period, most often the one nearest to zero.
        let (low, high) = self.said(&form, low, high);
        let fits = low >= lowest && high < lowest + period;
        fits.then_some(form)
    }

    /// The bounds of a sum by the rows about it.
    fn said(&self, form: &Sum, low: i128, high: i128) -> (i128, i128) {
        let mut bounds = (low, high);
        for row in
            self.rows.iter().filter(|row| row.relation == Relation::AtMost && row.terms.len() == form.terms.len())
        {
            let mut pairs = row.terms.iter().zip(&form.terms);
            let Some((one, other)) = pairs.next() else { continue };
            let sign = one.1.signum() * other.1.signum();
            let same = |(one, other): (&(u32, i128), &(u32, i128))| one.0 == other.0 && one.1 == sign * other.1;
            if !same((one, other)) || !pairs.all(same) {
                continue;
            }
            if sign > 0 {
                bounds.1 = bounds.1.min(row.most + form.constant);
            } else {
                bounds.0 = bounds.0.max(form.constant - row.most);
            }
        }
        bounds
    }

    /// A sum that is congruent to a term.
    fn congruent(&mut self, term: ExprId) -> Option<Sum> {
        let node = *self.pool.node(term);
        if let Some(value) = self.pool.as_u64(term) {
            return Some(Sum::constant(number(value, node.width, true)));
        }
        if self.fuel > 0 && Leaf::of(self.pool, term).is_none() {
            self.fuel -= 1;
            if let Some(form) = self.sum(&node) {
                return Some(form);
            }
        }
        let variable = self.variable(term);
        Some(Sum::variable(variable))
    }

    /// The sum that an operation makes of its operands; `None` if the result is not a sum.
    fn sum(&mut self, node: &Node) -> Option<Sum> {
        match node.op {
            Op::Add => {
                let (a, b) = (self.congruent(node.arg(0))?, self.congruent(node.arg(1))?);
                plus(&a, &b, 1)
            }
            Op::Neg => plus(&Sum::default(), &self.congruent(node.arg(0))?, -1),
            // The complement of x is -x - 1.
            Op::Not if node.width > 1 => plus(&Sum::constant(-1), &self.congruent(node.arg(0))?, -1),
            Op::Mul => {
                let factor = |place: usize| self.pool.as_u64(node.arg(place)).map(|value| (value, node.arg(1 - place)));
                let (value, other) = factor(0).or_else(|| factor(1))?;
                let factor = number(value, node.width, true);
                if factor.abs() > FACTOR {
                    return None;
                }
                plus(&Sum::default(), &self.congruent(other)?, factor)
            }
            Op::Shl => {
                let distance = self.pool.as_u64(node.arg(1)).filter(|&distance| distance < 40)?;
                plus(&Sum::default(), &self.congruent(node.arg(0))?, 1 << distance)
            }
            Op::ZExt => self.equal(node.arg(0), false),
            Op::SExt => self.equal(node.arg(0), true),
            Op::Extract if node.args[1] == 0 && self.pool.width(node.arg(0)) <= 64 => self.congruent(node.arg(0)),
            _ => None,
        }
    }

    /// The number of a term's variable.
    fn variable(&mut self, term: ExprId) -> u32 {
        if let Some(&number) = self.numbers.get(&term) {
            return number;
        }
        let width = self.pool.width(term);
        let set = (self.values)(term);
        let read = |signed: bool, low: u128, high: u128| {
            let (low, high) = (number(low as u64, width, signed), number(high as u64, width, signed));
            Variable { term, width, signed, low, high }
        };
        let unsigned = set.least().zip(set.greatest()).map(|(&low, &high)| read(false, low, high));
        let signed = set.least_signed().zip(set.greatest_signed()).map(|(low, high)| read(true, low, high));
        let whole = read(false, 0, u128::from(bv::mask(width)));
        let candidates = [signed, unsigned].into_iter().flatten();
        let variable = candidates.min_by_key(|variable| variable.high - variable.low).unwrap_or(whole);
        let number = self.all.len() as u32;
        self.all.push(variable);
        self.numbers.insert(term, number);
        number
    }
}
