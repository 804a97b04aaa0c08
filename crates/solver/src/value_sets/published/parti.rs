//! PARTI (Dustmann 2018): ranges of values, learnt exactly from constraints over one read each, or not at all.
//!
//! *Learning* propagates a constraint's truth down the only path to a read; every operation on it has a
//! constant on its other side. Anything else ends it, and nothing is known about the slice from then on.
//! *Deciding* propagates the sets up through the question, which may read several inputs. Sets have no strides;
//! a product with a power of two is remembered as such (the left-shift attribute).
//!
//! Differences from the text: the closure test of §3.4.3 (which is reversed there), the inverse of a product
//! (§3.3.4, which forgets that products wrap: ours is the division, where the known values do not), the
//! narrowing cast of §3.4.4 (which drops values that in fact wrap), and the answer [0, 1] where both sides read
//! the same input (§3.4.1): there a model must be found.

use expr::{ExprId, Op, Pool};
use value_set::{Binary, Comparison, Outcome, Truth, Unary, WordSet};

use super::super::leaf::Leaf;
use super::super::learnt::Learnt;
use super::super::resize::Resize;
use super::super::sets::Sets;
use super::{Decision, Fuel, comparison, constant, with_constant};

/// What is known with one more constraint.
pub(super) fn learn(pool: &Pool, known: &Learnt, constraint: ExprId) -> Learnt {
    let mut parti = Parti { pool, sets: known.sets.clone(), fuel: Fuel::new() };
    match known.is_exact() && parti.descend(constraint, &WordSet::single(1, 1)).is_some() {
        true => Learnt::exactly(parti.sets),
        false => Learnt::nothing(),
    }
}

/// Whether a question can hold.
pub(super) fn decide(pool: &Pool, known: &Learnt, question: ExprId) -> Option<Decision> {
    if !known.is_exact() {
        return None;
    }
    let mut parti = Parti { pool, sets: known.sets.clone(), fuel: Fuel::new() };
    if !parti.values(question)?.contains(&1) {
        return Some(Decision::Never);
    }
    // A question over one read leaves a set, from which the chain takes the value nearest to its model.
    if parti.descend(question, &WordSet::single(1, 1)).is_none() {
        parti = Parti { pool, sets: known.sets.clone(), fuel: Fuel::new() };
        parti.choose(question, 1)?;
    }
    Some(Decision::Within(vec![parti.sets]))
}

struct Parti<'a> {
    pool: &'a Pool,
    sets: Sets,
    fuel: Fuel,
}

/// `None` at a step that Dustmann 2018 has no rule for: everything is given up.
type Step<T> = Option<T>;

impl Parti<'_> {
    /// Narrows the only input of a term so that its value is in the set.
    fn descend(&mut self, term: ExprId, target: &WordSet) -> Step<()> {
        self.fuel.look(self.pool, term)?;
        if target.is_full() {
            return Some(());
        }
        if let Some(leaf) = Leaf::of(self.pool, term) {
            let exact = self.sets.has_no_other(leaf) && self.sets.cut(leaf, target) == Ok(true);
            return exact.then_some(());
        }
        let node = *self.pool.node(term);
        if let Some(comparison) = comparison(&node, target.contains(&1)) {
            let (left, right) = (node.arg(0), node.arg(1));
            return match (constant(self.pool, left), constant(self.pool, right)) {
                (_, Some(bound)) => self.descend_to(left, comparison.possible(&bound)),
                (Some(bound), _) => self.descend_to(right, comparison.swapped().possible(&bound)),
                (None, None) => None,
            };
        }
        let inner = node.children().next()?;
        match node.op {
            Op::Not if node.width == 1 => self.descend_to(inner, Unary::Not.backward(target)),
            Op::Neg => self.descend_to(inner, Unary::Neg.backward(target)),
            Op::ZExt => self.descend_to(inner, target.before_zero_extend(self.pool.width(inner))),
            Op::SExt => self.descend_to(inner, target.before_sign_extend(self.pool.width(inner))),
            Op::Add | Op::Mul | Op::Shl => {
                let (operation, free, other) = with_constant(self.pool, term)?;
                let known = self.values(free)?;
                self.descend_to(free, operation.backward_left_within(target, &other, &known))
            }
            _ => None,
        }
    }

    fn descend_to(&mut self, term: ExprId, outcome: Outcome<u128>) -> Step<()> {
        let set = outcome.exact().filter(has_ranges_only)?;
        self.descend(term, &set)
    }

    /// The values of a term whose inputs are chosen independently.
    fn values(&self, term: ExprId) -> Step<WordSet> {
        self.fuel.look(self.pool, term)?;
        if let Some(value) = constant(self.pool, term) {
            return Some(value);
        }
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return self.sets.has_no_other(leaf).then(|| self.sets.of(leaf).0);
        }
        let node = *self.pool.node(term);
        if let Some(comparison) = comparison(&node, true) {
            let (left, right) = (self.values(node.arg(0))?, self.values(node.arg(1))?);
            return Some(match comparison.truth(&left, &right) {
                Truth::Always => WordSet::single(1, 1),
                Truth::Never => WordSet::single(1, 0),
                Truth::Sometimes => WordSet::full(1),
            });
        }
        let inner = node.children().next()?;
        let outcome = match node.op {
            Op::Not if node.width == 1 => Unary::Not.forward(&self.values(inner)?),
            Op::Neg => Unary::Neg.forward(&self.values(inner)?),
            Op::ZExt | Op::SExt | Op::Extract => Resize::of(&node)?.forward(&self.values(inner)?),
            Op::Add if with_constant(self.pool, term).is_none() => {
                let (left, right) = (self.values(node.arg(0))?, self.values(node.arg(1))?);
                if shift(&left)? != shift(&right)? {
                    return None;
                }
                Binary::Add.forward(&left, &right)
            }
            Op::Add | Op::Mul | Op::Shl | Op::LShr | Op::UDiv => {
                let (operation, free, other) = with_constant(self.pool, term)?;
                let power = other.single_value().is_some_and(|factor| factor.is_power_of_two());
                if operation == Binary::Mul && !power {
                    return None;
                }
                operation.forward(&self.values(free)?, &other)
            }
            _ => return None,
        };
        outcome.exact().filter(|set| shift(set).is_some())
    }

    /// Narrows the inputs to single values for which the term has this value, if they are independent of each
    /// other.
    fn choose(&mut self, term: ExprId, value: u128) -> Step<()> {
        self.fuel.look(self.pool, term)?;
        if let Some(set) = constant(self.pool, term) {
            return set.contains(&value).then_some(());
        }
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return self.sets.fix(leaf, value).ok().map(drop);
        }
        let node = *self.pool.node(term);
        if let Some(comparison) = comparison(&node, value == 1) {
            let (left, right) = (self.values(node.arg(0))?, self.values(node.arg(1))?);
            let (one, other) = apart(comparison, &left, &right)?;
            self.choose(node.arg(0), one)?;
            return self.choose(node.arg(1), other);
        }
        let wanted = WordSet::single(node.width, value);
        let inner = node.children().next()?;
        let inverse = match node.op {
            Op::Not => Unary::Not.backward(&wanted),
            Op::Neg => Unary::Neg.backward(&wanted),
            Op::ZExt | Op::SExt | Op::Extract => Resize::of(&node)?.backward(&wanted, &self.values(inner)?),
            _ => match with_constant(self.pool, term) {
                Some((operation, free, other)) => {
                    let inverse = operation.backward_left_within(&wanted, &other, &self.values(free)?);
                    return self.choose(free, *inverse.set()?.least()?);
                }
                None => {
                    let (left, right) = (self.values(node.arg(0))?, self.values(node.arg(1))?);
                    let one = *Binary::Sub.forward(&wanted, &right).set()?.intersect(&left).set()?.least()?;
                    self.choose(node.arg(0), one)?;
                    let rest = Binary::Sub.forward(&wanted, &WordSet::single(node.width, one)).set()?;
                    return self.choose(node.arg(1), *rest.single_value()?);
                }
            },
        };
        self.choose(inner, *inverse.set()?.least()?)
    }
}

/// A value of each side such that the comparison holds.
fn apart(comparison: Comparison, left: &WordSet, right: &WordSet) -> Step<(u128, u128)> {
    let (one, other) = match comparison {
        Comparison::Eq => {
            let both = left.intersect(right).set()?;
            (*both.least()?, *both.least()?)
        }
        Comparison::Ne => {
            let one = *left.least()?;
            match *right.greatest()? {
                other if other != one => (one, other),
                other => (*left.greatest()?, if left.single_value().is_some() { *right.least()? } else { other }),
            }
        }
        Comparison::Ult | Comparison::Ule => (*left.least()?, *right.greatest()?),
        Comparison::Ugt | Comparison::Uge => (*left.greatest()?, *right.least()?),
        Comparison::Slt | Comparison::Sle => (left.least_signed()?, right.greatest_signed()?),
        Comparison::Sgt | Comparison::Sge => (left.greatest_signed()?, right.least_signed()?),
    };
    comparison.holds(left.width(), &one, &other).then_some((one, other))
}

/// The exponent of the power of two that the values of ranges are multiplied with; `None` if they are not of
/// that form.
fn shift(set: &WordSet) -> Option<u32> {
    let mut strides =
        set.intervals().iter().filter(|interval| !interval.is_single()).map(|interval| *interval.stride());
    let Some(first) = strides.next() else { return Some(0) };
    (first.is_power_of_two() && strides.all(|stride| stride == first)).then(|| first.trailing_zeros())
}

/// Whether no interval leaves values out.
fn has_ranges_only(set: &WordSet) -> bool {
    set.intervals().iter().all(|interval| interval.is_range())
}
