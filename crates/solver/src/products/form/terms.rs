//! Terms as sums of variables.
//!
//! A term is first turned into a sum that is congruent to it, modulo 2^w. Where it is compared or extended, the
//! sum must be equal to the term: then wraps are counted by a variable, unless the bounds show how many there are.
//! Products of variables, quotients and choices become variables of their own, with facts about them.

use expr::{ExprId, Node, Op};
use value_set::WordSet;

use super::{FACTOR, Input, Translation, WIDEST, Ways, both, constant};
use crate::linear::Sum;
use crate::order::number;
use crate::products::bounds::{Bounds, INFINITE};
use crate::products::system::{Fact, Product};
use crate::tuning::{PRODUCTS_ALTERNATIVES, PRODUCTS_SUMMANDS};
use crate::value_sets::Leaf;

impl<F: FnMut(ExprId) -> WordSet> Translation<'_, F> {
    /// A sum that equals a term, read as signed or unsigned.
    pub(super) fn equal(&mut self, term: ExprId, signed: bool) -> Option<Sum> {
        if let Some(known) = self.equals.get(&(term, signed)) {
            return known.clone();
        }
        let sum = self.equal_sum(term, signed);
        self.equals.insert((term, signed), sum.clone());
        sum
    }

    fn equal_sum(&mut self, term: ExprId, signed: bool) -> Option<Sum> {
        let sum = self.sum(term)?;
        let width = self.pool.width(term);
        self.narrow();
        // A remainder lies within the range of its operands.
        if matches!((self.pool.node(term).op, signed), (Op::URem, false) | (Op::SRem, true)) {
            return Some(sum);
        }
        let bounds = self.bounds(&sum);
        if width >= 126 {
            let fits = bounds.high < INFINITE && bounds.low > if signed { -INFINITE } else { -1 };
            return (fits || self.never_wraps(term, signed)).then_some(sum);
        }
        let lowest = if signed { -(1i128 << (width - 1)) } else { 0 };
        let period = 1i128 << width;
        let wraps = |end: i128| (end - lowest).div_euclid(period);
        let low = if bounds.low > -INFINITE { wraps(bounds.low) } else { -INFINITE };
        let high = if bounds.high < INFINITE { wraps(bounds.high) } else { INFINITE };
        if low == high {
            return sum.offset(-low * period);
        }
        let count = self.variable(Bounds::new(low, high))?;
        self.wraps.insert(count);
        let count = Sum::variable(count);
        let within = |this: &mut Self, sum: &Sum| -> Option<Sum> {
            let value = sum.plus(&count, -period)?;
            let mut facts = Vec::new();
            this.at_most(&value, lowest + period - 1, &mut facts);
            this.at_most(&value.times(-1)?, -lowest, &mut facts);
            this.say(facts);
            Some(value)
        };
        if sum.terms.len() > 1 {
            // The same for the sum as one variable, so that facts about it count here.
            let (variable, factor) = self.form(&sum.terms)?;
            let whole = Sum { terms: vec![(variable, factor)], constant: sum.constant };
            within(self, &whole)?;
        }
        within(self, &sum)
    }

    /// Whether a wide product has room for all bits of its factors.
    fn never_wraps(&self, term: ExprId, signed: bool) -> bool {
        let node = self.pool.node(term);
        let extended = if signed { Op::SExt } else { Op::ZExt };
        let bits = |term: ExprId| {
            let node = self.pool.node(term);
            if node.op == extended { self.pool.width(node.arg(0)) } else { node.width }
        };
        node.op == Op::Mul && bits(node.arg(0)) + bits(node.arg(1)) <= node.width
    }

    /// A sum that is congruent to a term.
    pub(super) fn sum(&mut self, term: ExprId) -> Option<Sum> {
        if let Some(known) = self.sums.get(&term) {
            return known.clone();
        }
        let sum = self.new_sum(term).filter(|sum| {
            let small = sum.terms.len() <= PRODUCTS_SUMMANDS
                && sum.terms.iter().all(|term| term.1.unsigned_abs() <= FACTOR.unsigned_abs());
            small && sum.constant.unsigned_abs() < INFINITE.unsigned_abs()
        });
        self.sums.insert(term, sum.clone());
        sum
    }

    fn new_sum(&mut self, term: ExprId) -> Option<Sum> {
        let node = *self.pool.node(term);
        if node.width > WIDEST {
            return None;
        }
        if let Some(value) = self.pool.as_const(term) {
            return constant(&value).map(Sum::constant);
        }
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return self.leaf(leaf);
        }
        if self.fuel > 0 {
            self.fuel -= 1;
            if let Some(sum) = self.operation(&node) {
                return Some(sum);
            }
            if let Some(ways) = self.choice(term, &node) {
                return self.one_of(ways);
            }
        }
        if node.width > 64 {
            return None;
        }
        let set = (self.values)(term);
        let (low, high) = (set.least().copied()?, set.greatest().copied()?);
        let variable = self.variable(Bounds::new(i128::try_from(low).ok()?, i128::try_from(high).ok()?))?;
        Some(Sum::variable(variable))
    }

    /// An input, or some of its bits.
    fn leaf(&mut self, leaf: Leaf) -> Option<Sum> {
        let (whole, set) = self.sets.covering(leaf)?;
        let set = set.clone();
        let variable = match self.inputs.iter().find(|input| input.leaf == whole) {
            Some(input) => input.variable,
            None => {
                let read = |signed: bool, low: u128, high: u128| {
                    let number = |value| number(value as u64, whole.width, signed);
                    (Bounds::new(number(low), number(high)), signed)
                };
                let unsigned = read(false, *set.least()?, *set.greatest()?);
                let signed = read(true, set.least_signed()?, set.greatest_signed()?);
                let rather = self.signed.get(&whole).is_some_and(|&sign| sign > 0);
                let (bounds, signed) = match unsigned.0.steps().cmp(&signed.0.steps()) {
                    std::cmp::Ordering::Less => unsigned,
                    std::cmp::Ordering::Greater => signed,
                    std::cmp::Ordering::Equal if rather => signed,
                    std::cmp::Ordering::Equal => unsigned,
                };
                let variable = self.variable(bounds)?;
                self.inputs.push(Input { variable, leaf: whole, signed, set });
                variable
            }
        };
        let sum = Sum::variable(variable);
        if whole == leaf {
            return Some(sum);
        }
        let value = self.wrapped(sum, whole.width.min(leaf.end() - whole.low))?;
        self.bits(&value, leaf.low - whole.low)
    }

    /// The unsigned value of the low `width` bits of what a sum is congruent to.
    fn wrapped(&mut self, sum: Sum, width: u32) -> Option<Sum> {
        let period = 1i128 << width;
        let bounds = self.bounds(&sum);
        let (low, high) = (bounds.low.div_euclid(period), bounds.high.div_euclid(period));
        if low == high {
            return sum.offset(-low * period);
        }
        let count = self.variable(Bounds::new(low, high))?;
        self.wraps.insert(count);
        let value = sum.plus(&Sum::variable(count), -period)?;
        let mut facts = Vec::new();
        self.at_most(&value, period - 1, &mut facts);
        self.at_most(&value.times(-1)?, 0, &mut facts);
        self.say(facts);
        Some(value)
    }

    /// A sum that is not negative, shifted right by `low` bits.
    fn bits(&mut self, value: &Sum, low: u32) -> Option<Sum> {
        if low == 0 {
            return Some(value.clone());
        }
        let unit = 1i128.checked_shl(low).filter(|_| low < 100)?;
        let bounds = self.bounds(value);
        let quotient = self.variable(Bounds::new(bounds.low.max(0).div_euclid(unit), bounds.high.div_euclid(unit)))?;
        let quotient = Sum::variable(quotient);
        let rest = value.plus(&quotient, -unit)?;
        let mut facts = Vec::new();
        self.at_most(&rest, unit - 1, &mut facts);
        self.at_most(&rest.times(-1)?, 0, &mut facts);
        self.say(facts);
        Some(quotient)
    }

    /// The sum that an operation makes of its operands; `None` if the result is not a sum.
    fn operation(&mut self, node: &Node) -> Option<Sum> {
        match node.op {
            Op::Add => self.sum(node.arg(0))?.plus(&self.sum(node.arg(1))?, 1),
            Op::Neg => self.sum(node.arg(0))?.times(-1),
            // The complement of x is -x - 1.
            Op::Not if node.width > 1 => self.sum(node.arg(0))?.times(-1)?.offset(-1),
            Op::Mul => {
                let (a, b) = (self.sum(node.arg(0))?, self.sum(node.arg(1))?);
                self.times(&a, &b)
            }
            Op::ZExt => self.equal(node.arg(0), false),
            Op::SExt => self.equal(node.arg(0), true),
            Op::Concat => {
                let (high, low) = (self.equal(node.arg(0), false)?, self.equal(node.arg(1), false)?);
                let below = self.pool.width(node.arg(1));
                let sum = low.plus(&high, 1i128.checked_shl(below).filter(|_| below < 100)?)?;
                // One word, however many reads it is made of.
                let (variable, factor) = self.form(&sum.terms)?;
                Some(Sum { terms: vec![(variable, factor)], constant: sum.constant })
            }
            Op::Extract => {
                let low = node.args[1];
                if low == 0 {
                    return self.sum(node.arg(0));
                }
                let inner = node.arg(0);
                let value = if low + node.width == self.pool.width(inner) {
                    self.equal(inner, false)?
                } else {
                    let sum = self.sum(inner)?;
                    (low + node.width < 126).then(|| self.wrapped(sum, low + node.width))??
                };
                self.bits(&value, low)
            }
            Op::And => {
                let mask = self.pool.as_u64(node.arg(1)).filter(|&mask| mask != 0)?;
                let low = mask.trailing_zeros();
                let high = 64 - mask.leading_zeros();
                if mask.count_ones() != high - low {
                    return None;
                }
                let value = match high == node.width {
                    true => self.equal(node.arg(0), false)?,
                    false => self.sum(node.arg(0)).and_then(|sum| self.wrapped(sum, high))?,
                };
                self.bits(&value, low)?.times(1i128 << low)
            }
            Op::UDiv | Op::SDiv => {
                let (quotient, _) = self.quotient(node.arg(0), node.arg(1), node.op == Op::SDiv)?;
                Some(Sum::variable(quotient))
            }
            Op::URem | Op::SRem => {
                let (_, remainder) = self.quotient(node.arg(0), node.arg(1), node.op == Op::SRem)?;
                Some(remainder)
            }
            _ => None,
        }
    }

    /// The product of two sums.
    pub(super) fn times(&mut self, one: &Sum, other: &Sum) -> Option<Sum> {
        if one.terms.is_empty() {
            return other.times(one.constant);
        }
        if other.terms.is_empty() {
            return one.times(other.constant);
        }
        if one.terms.len() > 1 && other.terms.len() > 1 {
            // The longer one becomes a single variable.
            let (long, short) = if one.terms.len() >= other.terms.len() { (one, other) } else { (other, one) };
            let (variable, factor) = self.form(&long.terms)?;
            let whole = Sum { terms: vec![(variable, factor)], constant: long.constant };
            return self.times(short, &whole);
        }
        let mut product = one.times(other.constant)?.plus(&other.times(one.constant)?, 1)?;
        product = product.offset(-one.constant.checked_mul(other.constant)?)?;
        for &(left, factor) in &one.terms {
            for &(right, times) in &other.terms {
                let monomial = self.monomial(left, right)?;
                product = product.plus(&Sum::variable(monomial), factor.checked_mul(times)?)?;
            }
        }
        Some(product)
    }

    /// The product of two variables. Of several factors the smallest variables come first, however they were
    /// grouped.
    fn monomial(&mut self, left: u32, right: u32) -> Option<u32> {
        let mut factors = [left, right].map(|variable| self.factors(variable)).concat();
        factors.sort_unstable();
        let mut product = factors[0];
        for &factor in &factors[1..] {
            product = self.pair(product, factor)?;
        }
        Some(product)
    }

    /// The variables that a variable is the product of.
    fn factors(&self, variable: u32) -> Vec<u32> {
        match self.system.products.iter().find(|product| product.variable == variable) {
            Some(product) => product.factors.map(|factor| self.factors(factor)).concat(),
            None => vec![variable],
        }
    }

    fn pair(&mut self, left: u32, right: u32) -> Option<u32> {
        let factors = [left.min(right), left.max(right)];
        if let Some(&known) = self.monomials.get(&factors) {
            return Some(known);
        }
        let [one, other] = factors.map(|factor| self.system.bounds[factor as usize]);
        let variable = self.variable(if left == right { one.squared() } else { one.times(other) })?;
        self.monomials.insert(factors, variable);
        self.system.products.push(Product { variable, factors });
        Some(variable)
    }

    /// The quotient and the remainder of two terms, as the operators of terms define them.
    fn quotient(&mut self, dividend: ExprId, divisor: ExprId, signed: bool) -> Option<(u32, Sum)> {
        let key = (dividend, divisor, signed);
        if let Some(known) = self.quotients.get(&key) {
            return known.clone();
        }
        let result = self.new_quotient(dividend, divisor, signed);
        self.quotients.insert(key, result.clone());
        result
    }

    fn new_quotient(&mut self, dividend: ExprId, divisor: ExprId, signed: bool) -> Option<(u32, Sum)> {
        let width = self.pool.width(dividend);
        if width > 64 {
            return None;
        }
        let (a, b) = (self.equal(dividend, signed)?, self.equal(divisor, signed)?);
        let (dividends, divisors) = (self.bounds(&a), self.bounds(&b));
        // For a divisor of zero the quotient is all ones, which is -1 if signed, or 1.
        let nothing = if signed { Bounds::new(-1, 1) } else { Bounds::single((1i128 << width) - 1) };
        let farthest = dividends.low.abs().max(dividends.high.abs());
        let mut bounds = if !signed || dividends.low >= 0 && divisors.low >= 0 {
            Bounds::new(0, farthest)
        } else {
            Bounds::new(-farthest, farthest)
        };
        if divisors.contains(0) {
            bounds = Bounds { low: bounds.low.min(nothing.low), high: bounds.high.max(nothing.high) };
        }
        let quotient = self.variable(bounds)?;
        self.divisions.insert(quotient, [a.clone(), b.clone()]);
        let rest = a.plus(&self.times(&Sum::variable(quotient), &b)?, -1)?;
        let mut ways: Ways = Vec::new();
        for (sign, negative) in self.signs(&a, &b) {
            let mut facts = self.of_signs(&a, &b, sign, negative)?;
            if sign == 0 {
                let value = match (signed, negative) {
                    (false, _) => (1i128 << width) - 1,
                    (true, false) => -1,
                    (true, true) => 1,
                };
                facts.extend([Fact::AtLeast(quotient, value), Fact::AtMost(quotient, value)]);
            } else {
                // The absolute values of divisor and remainder.
                let size = b.times(sign)?;
                let rest = if negative { rest.times(-1)? } else { rest.clone() };
                self.at_most(&rest.times(-1)?, 0, &mut facts);
                self.at_most(&rest.plus(&size, -1)?, -1, &mut facts);
                // The sign of the quotient, if it is not 0.
                let zero = if negative == (sign < 0) { Fact::AtLeast } else { Fact::AtMost };
                facts.push(zero(quotient, 0));
            }
            ways.push(facts);
        }
        if ways.len() == 1 {
            let only = ways.remove(0);
            self.say(only);
        } else {
            self.system.alternatives.push(ways);
        }
        Some((quotient, rest))
    }

    /// The sums that a term can be, each with the conditions under which it is.
    fn choice(&mut self, term: ExprId, node: &Node) -> Option<Vec<(Ways, Sum)>> {
        let (condition, yes, no) = match node.op {
            Op::Ite => (node.arg(0), self.sum(node.arg(1))?, self.sum(node.arg(2))?),
            _ if node.width == 1 => (term, Sum::constant(1), Sum::constant(0)),
            _ => return None,
        };
        let either = |ways: Option<Ways>| ways.unwrap_or_else(|| vec![Vec::new()]);
        Some(vec![(either(self.ways(condition, true)), yes), (either(self.ways(condition, false)), no)])
    }

    /// A variable that equals one of several sums.
    fn one_of(&mut self, choices: Vec<(Ways, Sum)>) -> Option<Sum> {
        let hull = choices.iter().map(|choice| self.bounds(&choice.1));
        let hull = hull.reduce(|one, other| Bounds { low: one.low.min(other.low), high: one.high.max(other.high) })?;
        let variable = self.variable(hull)?;
        let mut all = Vec::new();
        for (ways, sum) in choices {
            let mut equal = Vec::new();
            self.exactly(&sum.plus(&Sum::variable(variable), -1)?, 0, &mut equal);
            all.extend(both(&ways, &[equal]));
        }
        if all.len() <= PRODUCTS_ALTERNATIVES {
            self.system.alternatives.push(all);
        }
        Some(Sum::variable(variable))
    }
}
