//! Translates conditions about products and quotients to a [`System`] of integers.
//!
//! A term of w bits is congruent, modulo 2^w, to a polynomial in the inputs, which is kept as a [`Sum`] whose
//! variables are inputs, products of variables, quotients, and numbers of wraps (`form/terms.rs`). Conditions become
//! facts about such sums, in one or several alternatives.
//!
//! The quotient q of a by b is the one with `a = q * b + r` and `0 <= r < b`. A bound of q is also stated times
//! b, where b is not negative: `x <= a / b` becomes `x * b <= q * b`, which is at most a. So a guard that
//! divides and the product that it guards meet in the one variable `x * b`, and no wrap of it is left.

mod terms;

use expr::{ExprId, Model, Op, Pool};
use rustc_hash::{FxHashMap, FxHashSet};
use value_set::WordSet;

use super::bounds::{Bounds, INFINITE, ceiling};
use super::system::{Definition, Fact, Product, System, apply};
use crate::linear::Sum;
use crate::order::number;
use crate::tuning::{PRODUCTS_ALTERNATIVES, PRODUCTS_FUEL, PRODUCTS_NESTED, PRODUCTS_VARIABLES, PRODUCTS_VISITS};
use crate::value_sets::{Leaf, Sets};

/// The greatest factor in a sum.
const FACTOR: i128 = 1 << 100;
/// The greatest width, in bits, of a term that is turned into a sum.
const WIDEST: u32 = 128;

/// A run of input bits as a variable.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) variable: u32,
    pub(crate) leaf: Leaf,
    /// Whether the integer is the signed value.
    pub(crate) signed: bool,
    /// The values that the input can have.
    pub(crate) set: WordSet,
}

impl Input {
    /// The integer that it stands for in a model.
    pub(crate) fn value(&self, model: &Model) -> i128 {
        number(self.leaf.value(model) as u64, self.leaf.width, self.signed)
    }

    /// A possible value within bounds: the closest to a wanted one, or the next in either direction.
    pub(crate) fn nearest(&self, wanted: i128, within: Bounds) -> Option<i128> {
        let word = |value: i128| u128::from(value as u64 & bv::mask(self.leaf.width));
        let number = |value: u128| number(value as u64, self.leaf.width, self.signed);
        let close = [
            self.set.closest(&word(wanted)),
            self.set.at_or_above(&word(within.low)),
            self.set.at_or_below(&word(within.high)),
        ];
        close.into_iter().flatten().map(number).find(|&value| within.contains(value))
    }
}

/// Conditions on their way to a system.
pub(crate) struct Translation<'a, F> {
    pool: &'a Pool,
    /// The sets of values of all inputs: every run of input bits that occurs lies within one that is listed.
    sets: Sets,
    /// For each input, how much more often it is compared as signed than as unsigned.
    signed: FxHashMap<Leaf, i32>,
    /// Gives the values of a term that is not a sum.
    values: F,
    pub(crate) system: System,
    pub(crate) inputs: Vec<Input>,
    sums: FxHashMap<ExprId, Option<Sum>>,
    equals: FxHashMap<(ExprId, bool), Option<Sum>>,
    monomials: FxHashMap<[u32; 2], u32>,
    forms: FxHashMap<Vec<(u32, i128)>, u32>,
    quotients: FxHashMap<(ExprId, ExprId, bool), Option<(u32, Sum)>>,
    /// The dividend and the divisor of each variable that is a quotient.
    divisions: FxHashMap<u32, [Sum; 2]>,
    /// The variables that count wraps.
    wraps: FxHashSet<u32>,
    /// A variable that is always 1.
    one: Option<u32>,
    /// How many facts there were when bounds were last narrowed.
    narrowed: usize,
    fuel: u32,
    /// How many more conditions and comparisons may be visited. Conditions share their parts, so each way to a part is gone.
    visits: u32,
}

/// Alternatives: in each of them all facts hold, and at least one alternative applies.
type Ways = Vec<Vec<Fact>>;

impl<'a, F: FnMut(ExprId) -> WordSet> Translation<'a, F> {
    /// A translation of conditions about inputs with these sets of values.
    pub(crate) fn new(pool: &'a Pool, mut sets: Sets, conditions: &[ExprId], values: F) -> Translation<'a, F> {
        let mut signed = FxHashMap::default();
        each_leaf(pool, conditions, |leaf, sign| {
            sets.cover(leaf);
            *signed.entry(leaf).or_insert(0) += sign;
        });
        Translation {
            pool,
            sets,
            signed,
            values,
            system: System::default(),
            inputs: Vec::new(),
            sums: FxHashMap::default(),
            equals: FxHashMap::default(),
            monomials: FxHashMap::default(),
            forms: FxHashMap::default(),
            quotients: FxHashMap::default(),
            divisions: FxHashMap::default(),
            wraps: FxHashSet::default(),
            one: None,
            narrowed: 0,
            fuel: PRODUCTS_FUEL,
            visits: PRODUCTS_VISITS,
        }
    }

    /// Adds a condition, as far as it is about numbers; returns whether any of it is.
    pub(crate) fn add(&mut self, condition: ExprId) -> bool {
        let Some(mut ways) = self.ways(condition, true) else { return false };
        match &mut ways[..] {
            [] => self.say(vec![Fact::Never]),
            [only] => {
                let only = std::mem::take(only);
                self.say(only);
            }
            _ => self.system.alternatives.push(ways),
        }
        true
    }

    /// Narrows bounds by the facts added since the last time, so that fewer sums may wrap.
    fn narrow(&mut self) {
        if self.narrowed < self.system.facts.len() {
            self.narrowed = self.system.facts.len();
            self.system.narrow_bounds();
        }
    }

    /// Adds facts that always hold, and narrows bounds at once, so that later sums have narrower bounds.
    fn say(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            if apply(&fact, &mut self.system.bounds).is_err() {
                self.system.facts.push(Fact::Never);
            }
            self.system.facts.push(fact);
        }
    }

    /// Adds consequences of what was added that narrowing bounds does not find.
    pub(crate) fn finish(&mut self) {
        self.multiply();
        for sum in self.system.sums.clone() {
            self.without_wraps(&sum);
            self.factored(&sum);
        }
    }

    /// Repeats, times a factor of products, the facts about variables that are multiplied by it.
    fn multiply(&mut self) {
        let mut factors: Vec<u32> = self.system.products.iter().flat_map(|product| product.factors).collect();
        factors.sort_unstable();
        factors.dedup();
        let known: FxHashMap<u32, Vec<(u32, i128)>> =
            self.system.sums.iter().map(|sum| (sum.variable, sum.terms.clone())).collect();
        for fact in self.system.facts.clone() {
            let (variable, sign, bound) = match fact {
                Fact::AtMost(variable, most) => (variable, 1, most),
                Fact::AtLeast(variable, least) => (variable, -1, -least),
                _ => continue,
            };
            let Some(terms) = known.get(&variable).filter(|terms| terms.len() == 2) else { continue };
            for &factor in &factors {
                let product =
                    |term: &(u32, i128)| self.monomials.contains_key(&[factor.min(term.0), factor.max(term.0)]);
                if self.system.bounds[factor as usize].low < 0 || !terms.iter().all(product) {
                    continue;
                }
                let sum = Sum { terms: terms.clone(), constant: 0 };
                let difference = sum.times(sign).and_then(|sum| sum.offset(-bound));
                let times = difference.and_then(|difference| self.times(&difference, &Sum::variable(factor)));
                if let Some(sum) = times {
                    let mut facts = Vec::new();
                    self.at_most(&sum, 0, &mut facts);
                    self.say(facts);
                }
            }
        }
    }

    /// A sum with numbers of wraps is also the sum of these and of the rest, about which more may be known.
    fn without_wraps(&mut self, sum: &Definition) {
        let (wraps, others): (Vec<_>, Vec<_>) = sum.terms.iter().partition(|term| self.wraps.contains(&term.0));
        if wraps.is_empty() || others.len() < 2 {
            return;
        }
        if let Some(others) = self.form(&others) {
            let terms = [&[others], &wraps[..]].concat();
            self.system.sums.push(Definition { variable: sum.variable, terms });
        }
    }

    /// Where a product and its factor are added, as in `c * x * y + d * y`, the sum is also `(c * x + d) * y`.
    fn factored(&mut self, sum: &Definition) {
        for &(product, times) in &sum.terms {
            let Some(&Product { factors, .. }) = self.system.products.iter().find(|other| other.variable == product)
            else {
                continue;
            };
            for (factor, other) in [(factors[0], factors[1]), (factors[1], factors[0])] {
                let Some(&(_, more)) = sum.terms.iter().find(|term| term.0 == factor) else { continue };
                let _ = self.add_factored(sum, [(product, times), (factor, more)], other);
            }
        }
    }

    fn add_factored(&mut self, sum: &Definition, pair: [(u32, i128); 2], other: u32) -> Option<()> {
        let [(product, times), (factor, more)] = pair;
        if self.one.is_none() {
            self.one = self.variable(Bounds::single(1));
        }
        let one = self.one?;
        let whole = Sum { terms: vec![(product, times)], constant: 0 }.plus(&Sum::variable(factor), more)?;
        let (whole, scale) = self.form(&whole.terms)?;
        let inner = Sum { terms: vec![(other, times / scale)], constant: 0 }.plus(&Sum::variable(one), more / scale)?;
        let variable = self.variable(self.bounds(&inner))?;
        self.system.sums.push(Definition { variable, terms: inner.terms });
        self.system.products.push(Product { variable: whole, factors: [factor, variable] });
        if sum.terms.len() > 2 {
            let rest = sum.terms.iter().filter(|term| term.0 != product && term.0 != factor);
            let terms = std::iter::once((whole, scale)).chain(rest.copied()).collect();
            self.system.sums.push(Definition { variable: sum.variable, terms });
        }
        Some(())
    }

    fn variable(&mut self, bounds: Bounds) -> Option<u32> {
        let number = self.system.bounds.len();
        self.system.bounds.push(bounds);
        (number < PRODUCTS_VARIABLES).then_some(number as u32)
    }

    /// The least and the greatest value of a sum.
    fn bounds(&self, sum: &Sum) -> Bounds {
        let constant = Bounds::single(sum.constant);
        let mut bounds = sum.terms.iter().fold(constant, |bounds, &(variable, factor)| {
            bounds.plus(self.system.bounds[variable as usize].times(Bounds::single(factor)))
        });
        if let Some((terms, factor)) = normal(&sum.terms)
            && let Some(&variable) = self.forms.get(&terms)
        {
            let known = self.system.bounds[variable as usize].times(Bounds::single(factor)).plus(constant);
            // If no value is left, the system finds that out.
            let _ = bounds.meet(known);
        }
        bounds
    }

    /// The variable that the summands are a multiple of, and the factor.
    fn form(&mut self, terms: &[(u32, i128)]) -> Option<(u32, i128)> {
        if let [term] = terms {
            return Some(*term);
        }
        let (terms, factor) = normal(terms)?;
        if let Some(&variable) = self.forms.get(&terms) {
            return Some((variable, factor));
        }
        let bounds = self.bounds(&Sum { terms: terms.clone(), constant: 0 });
        let variable = self.variable(bounds)?;
        self.forms.insert(terms.clone(), variable);
        self.system.sums.push(Definition { variable, terms });
        Some((variable, factor))
    }

    /// Adds that a sum is at most a number.
    fn at_most(&mut self, sum: &Sum, most: i128, facts: &mut Vec<Fact>) {
        let Some(room) = most.checked_sub(sum.constant) else { return };
        if sum.terms.is_empty() {
            if room < 0 {
                facts.push(Fact::Never);
            }
            return;
        }
        match self.form(&sum.terms) {
            Some((variable, factor)) if factor > 0 => facts.push(Fact::AtMost(variable, room.div_euclid(factor))),
            Some((variable, factor)) => facts.push(Fact::AtLeast(variable, ceiling(-room, -factor))),
            None => {}
        }
    }

    /// Adds that a sum equals a number.
    fn exactly(&mut self, sum: &Sum, value: i128, facts: &mut Vec<Fact>) {
        self.at_most(sum, value, facts);
        if let Some(negated) = sum.times(-1) {
            self.at_most(&negated, -value, facts);
        }
    }

    /// The ways in which a sum is at most 0. A bound of a quotient is also stated for the dividend: times the
    /// divisor, the quotient is at most the divisor minus one away from it, on the side of 0.
    fn not_positive(&mut self, sum: &Sum) -> Option<Ways> {
        self.not_positive_within(sum, PRODUCTS_NESTED)
    }

    /// The same, following quotients of quotients to a depth.
    fn not_positive_within(&mut self, sum: &Sum, depth: u32) -> Option<Ways> {
        let mut facts = Vec::new();
        self.at_most(sum, 0, &mut facts);
        let mut ways = vec![facts];
        for &(variable, factor) in sum.terms.iter().filter(|_| depth > 0) {
            let Some([dividend, divisor]) = self.divisions.get(&variable).cloned() else { continue };
            let mut by_signs = Vec::new();
            for (sign, negative) in self.signs(&dividend, &divisor) {
                let mut facts = self.of_signs(&dividend, &divisor, sign, negative)?;
                if sign != 0 {
                    let (size, dividend) = (divisor.times(sign)?, dividend.times(sign)?);
                    let product = self.times(sum, &size)?;
                    self.at_most(&product, 0, &mut facts);
                    let quotient = self.times(&Sum::variable(variable), &size)?;
                    let farthest = size.offset(-1)?;
                    let nearest = match (factor > 0, negative == (sign > 0)) {
                        (true, false) => dividend.plus(&farthest, -1)?,
                        (false, true) => dividend.plus(&farthest, 1)?,
                        _ => dividend,
                    };
                    let without = product.plus(&quotient, -factor)?.plus(&nearest, factor)?;
                    let said = self.not_positive_within(&without, depth - 1)?;
                    by_signs.extend(all_of(vec![facts], said));
                } else {
                    by_signs.push(facts);
                }
            }
            ways = all_of(ways, by_signs);
        }
        Some(ways)
    }

    /// The possible signs of a divisor, each with whether the dividend is negative.
    fn signs(&self, dividend: &Sum, divisor: &Sum) -> Vec<(i128, bool)> {
        let (dividends, divisors) = (self.bounds(dividend), self.bounds(divisor));
        let mut signs = Vec::new();
        let possible = [(0, divisors.contains(0)), (1, divisors.high > 0), (-1, divisors.low < 0)];
        for (sign, _) in possible.into_iter().filter(|sign| sign.1) {
            signs.extend((dividends.high >= 0).then_some((sign, false)));
            signs.extend((dividends.low < 0).then_some((sign, true)));
        }
        signs
    }

    /// The facts that a dividend and a divisor have these signs.
    fn of_signs(&mut self, dividend: &Sum, divisor: &Sum, sign: i128, negative: bool) -> Option<Vec<Fact>> {
        let mut facts = Vec::new();
        if negative {
            self.at_most(dividend, -1, &mut facts);
        } else {
            self.at_most(&dividend.times(-1)?, 0, &mut facts);
        }
        match sign {
            0 => self.exactly(divisor, 0, &mut facts),
            _ => self.at_most(&divisor.times(-sign)?, -1, &mut facts),
        }
        Some(facts)
    }

    /// The ways in which a condition can be `truth`; `None` if nothing is known about it.
    fn ways(&mut self, condition: ExprId, truth: bool) -> Option<Ways> {
        let node = *self.pool.node(condition);
        if let Some(value) = self.pool.as_u64(condition) {
            return Some(if (value == 1) == truth { vec![Vec::new()] } else { Vec::new() });
        }
        self.visits = self.visits.checked_sub(1)?;
        match node.op {
            Op::Not => self.ways(node.arg(0), !truth),
            Op::And | Op::Or if (node.op == Op::And) == truth => {
                let (one, other) = (self.ways(node.arg(0), truth), self.ways(node.arg(1), truth));
                match (one, other) {
                    (Some(one), Some(other)) => Some(all_of(one, other)),
                    (one, other) => one.or(other),
                }
            }
            Op::And | Op::Or => {
                let mut ways = self.ways(node.arg(0), truth)?;
                ways.extend(self.ways(node.arg(1), truth)?);
                (ways.len() <= PRODUCTS_ALTERNATIVES).then_some(ways)
            }
            Op::Eq if self.pool.width(node.arg(0)) > 1 => self.equality(node.arg(0), node.arg(1), truth),
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let signed = matches!(node.op, Op::Slt | Op::Sle);
                let (a, b) = (self.equal(node.arg(0), signed)?, self.equal(node.arg(1), signed)?);
                let strict = matches!(node.op, Op::Ult | Op::Slt) == truth;
                let difference = if truth { a.plus(&b, -1)? } else { b.plus(&a, -1)? };
                self.not_positive(&difference.offset(i128::from(strict))?)
            }
            _ => None,
        }
    }

    fn equality(&mut self, a: ExprId, b: ExprId, truth: bool) -> Option<Ways> {
        let width = self.pool.width(a);
        if width > WIDEST {
            return None;
        }
        let mut difference = self.sum(a)?.plus(&self.sum(b)?, -1)?;
        let Bounds { low, high } = self.bounds(&difference);
        let period = 1i128.checked_shl(width).filter(|_| width < 126);
        let within = |period: i128| (ceiling(low, period), high.div_euclid(period));
        match period.filter(|_| low > -INFINITE && high < INFINITE).map(within) {
            Some((first, last)) if first > last => return Some(if truth { Vec::new() } else { vec![Vec::new()] }),
            Some((first, last)) if first == last => difference = difference.offset(-first * period?)?,
            _ => difference = self.equal(a, false)?.plus(&self.equal(b, false)?, -1)?,
        }
        let negated = difference.times(-1)?;
        if truth {
            return Some(all_of(self.not_positive(&difference)?, self.not_positive(&negated)?));
        }
        if difference.terms.iter().any(|term| self.divisions.contains_key(&term.0)) {
            let mut ways = self.not_positive(&difference.offset(1)?)?;
            ways.extend(self.not_positive(&negated.offset(1)?)?);
            return Some(ways);
        }
        let Some((variable, factor)) = self.form(&difference.terms).filter(|_| !difference.terms.is_empty()) else {
            return Some(if difference.constant == 0 { Vec::new() } else { vec![Vec::new()] });
        };
        if difference.constant % factor != 0 {
            return Some(vec![Vec::new()]);
        }
        Some(vec![vec![Fact::Not(variable, -difference.constant / factor)]])
    }
}

/// The ways in which two things hold together; if there are too many, those of one of them.
fn all_of(one: Ways, other: Ways) -> Ways {
    if one.len() * other.len() <= PRODUCTS_ALTERNATIVES {
        both(&one, &other)
    } else if one.len() <= other.len() {
        one
    } else {
        other
    }
}

/// The summands divided by their common factor so that the first one is positive, and the factor.
fn normal(terms: &[(u32, i128)]) -> Option<(Vec<(u32, i128)>, i128)> {
    let divisor = terms.iter().fold(0, |divisor, term| gcd(divisor, term.1.unsigned_abs()));
    let factor = i128::try_from(divisor).ok()? * terms.first()?.1.signum();
    Some((terms.iter().map(|&(variable, times)| (variable, times / factor)).collect(), factor))
}

/// All combinations of a way of one and a way of the other.
fn both(one: &[Vec<Fact>], other: &[Vec<Fact>]) -> Ways {
    one.iter().flat_map(|one| other.iter().map(move |other| [&one[..], &other[..]].concat())).collect()
}

/// The integer of a constant, the one nearest to 0.
pub(super) fn constant(value: &bv::Bv) -> Option<i128> {
    let width = value.width();
    let low = u128::from(value.words()[0]) | u128::from(value.words().get(1).copied().unwrap_or(0)) << 64;
    let number = match width {
        128 => low as i128,
        // At 127 bits, `1i128 << width` is the least integer, and the difference is correct all the same.
        _ if value.sign() => (low as i128).wrapping_sub(1i128 << width),
        _ => low as i128,
    };
    (number.unsigned_abs() < INFINITE.unsigned_abs()).then_some(number)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Visits the runs of input bits in some terms, with 1 for each time one is compared, divided or extended as
/// signed, and -1 for each time as unsigned.
fn each_leaf(pool: &Pool, terms: &[ExprId], mut visit: impl FnMut(Leaf, i32)) {
    let mut seen = FxHashSet::default();
    let mut pending = terms.to_vec();
    while let Some(term) = pending.pop() {
        let node = pool.node(term);
        let sign = match node.op {
            Op::SExt | Op::Slt | Op::Sle | Op::SDiv | Op::SRem => 1,
            Op::ZExt | Op::Ult | Op::Ule | Op::UDiv | Op::URem => -1,
            // A read of an input at an index is not a sum, and which of its bytes matter is not known here.
            Op::Bytes => continue,
            _ => 0,
        };
        for child in node.children() {
            if let Some(leaf) = Leaf::of(pool, child) {
                visit(leaf, sign);
            } else if seen.insert(child) {
                pending.push(child);
            }
        }
    }
}
