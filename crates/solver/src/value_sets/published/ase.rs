//! ASE (Abyaneh 2021): strided intervals, unsigned, without casts; where sets are not exact, products that
//! consist of models.
//!
//! There are three states of knowledge, as in Abyaneh 2021: exact sets (*pvi*), one or two boxes (*ubox*),
//! nothing (*bvt*). A question is put to the exact sets first (Table I: one side must have a single value, or
//! the intervals are disjoint), then to the boxes, which are cut by observation 1 or 2 where the sides overlap.
//! Both propagate what is left of a term back to its inputs, within what was known about them (§IV.B), through
//! sums with constants, products and quotients, but not through a remainder or a sum of two inputs. Constraints
//! that even the boxes cannot express end it: from then on the SMT solver decides.
//!
//! Differences from the text: bounds are cut at members of an interval (Table I cuts at `c`), and a quotient
//! whose stride is not a multiple of the divisor has our superset (formula 7's stride leaves values out). The
//! text does not say how a box is cut for `==` and `!=` of two sides that overlap: here `==` takes the middle
//! value of both, and `!=` is treated as `<` or else as `>`. Bounds of an input, which there come with the
//! input, are a constraint here: its conjuncts are taken one after the other.

use expr::{ExprId, Op, Pool};
use value_set::{Binary, Comparison, Interval, Number, Outcome, Truth, Unary, WordSet};

use super::super::leaf::Leaf;
use super::super::learnt::Learnt;
use super::super::sets::Sets;
use super::{Decision, Fuel, comparison, constant, with_constant};
use crate::ranges::overlap;

/// How a box is cut where both sides of a comparison have several values in common (§V).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Observation {
    /// In two ways: for each side, so that it keeps as much as it can.
    One,
    /// In the middle of the common values.
    Two,
}

/// What is known with one more constraint.
pub(super) fn learn(pool: &Pool, known: &Learnt, constraint: ExprId, observation: Observation) -> Learnt {
    if let Some(Exactly::Sets(sets)) = exactly(pool, known, constraint) {
        return Learnt::exactly(sets);
    }
    match boxes(pool, known, constraint, observation) {
        boxes if boxes.is_empty() => Learnt::nothing(),
        boxes => Learnt::boxed(boxes, constraint),
    }
}

/// Whether a question can hold.
pub(super) fn decide(pool: &Pool, known: &Learnt, question: ExprId, observation: Observation) -> Option<Decision> {
    match exactly(pool, known, question) {
        Some(Exactly::Never) => return Some(Decision::Never),
        Some(Exactly::Sets(sets)) => return Some(Decision::Within(vec![sets])),
        None => {}
    }
    let boxes = boxes(pool, known, question, observation);
    (!boxes.is_empty()).then_some(Decision::Within(boxes))
}

/// The result of a condition on exact sets.
enum Exactly {
    Never,
    /// What is left of the sets.
    Sets(Sets),
}

/// Applies a condition to the exact sets (§IV).
fn exactly(pool: &Pool, known: &Learnt, condition: ExprId) -> Option<Exactly> {
    if !known.is_exact() {
        return None;
    }
    let mut ase = Ase { pool, sets: known.sets.clone(), fuel: Fuel::new() };
    for (part, truth) in parts(pool, condition) {
        match ase.precisely(part, truth)? {
            Truth::Never => return Some(Exactly::Never),
            Truth::Always | Truth::Sometimes => {}
        }
    }
    Some(Exactly::Sets(ase.sets))
}

/// Parts of a box in which the condition holds everywhere (§V). Of two candidates the one is chosen that can
/// decide both ways, as Abyaneh 2021 does at the first decision after they were made; otherwise the first that
/// can decide this way.
fn boxes(pool: &Pool, known: &Learnt, condition: ExprId, observation: Observation) -> Vec<Sets> {
    let parts = parts(pool, condition);
    let candidates = known.boxes().iter().map(|sets| (sets, cuts(pool, sets, &parts, observation)));
    let mut able: Vec<_> = candidates.filter(|(_, cuts)| !cuts.is_empty()).collect();
    if let ([_, _], &[(part, truth)]) = (&able[..], &parts[..])
        && cuts(pool, able[0].0, &[(part, !truth)], observation).is_empty()
        && !cuts(pool, able[1].0, &[(part, !truth)], observation).is_empty()
    {
        able.swap(0, 1);
    }
    able.into_iter().next().map(|(_, cuts)| cuts).unwrap_or_default()
}

/// The ways to cut a box so that all conditions hold everywhere in it.
fn cuts(pool: &Pool, sets: &Sets, parts: &[(ExprId, bool)], observation: Observation) -> Vec<Sets> {
    let cuts: &[Cut] = match observation {
        Observation::One => &[Cut::ForGreater, Cut::ForSmaller],
        Observation::Two => &[Cut::Middle],
    };
    let mut found: Vec<Sets> = Vec::new();
    for &cut in cuts {
        let mut ase = Ase { pool, sets: sets.clone(), fuel: Fuel::new() };
        let holds = parts.iter().all(|&(part, truth)| ase.within(part, truth, cut).is_some());
        if holds && !found.iter().any(|other| other.same(&ase.sets)) {
            found.push(ase.sets);
        }
    }
    found
}

/// The conditions that must all hold, each with its truth.
fn parts(pool: &Pool, condition: ExprId) -> Vec<(ExprId, bool)> {
    let (mut parts, mut pending) = (Vec::new(), vec![(condition, true)]);
    while let Some((term, truth)) = pending.pop() {
        let node = pool.node(term);
        match node.op {
            Op::Not => pending.push((node.arg(0), !truth)),
            Op::And | Op::Or if (node.op == Op::And) == truth => {
                pending.extend(node.children().rev().map(|child| (child, truth)));
            }
            _ => parts.push((term, truth)),
        }
    }
    parts
}

/// Where two sides are separated.
#[derive(Clone, Copy)]
enum Cut {
    ForGreater,
    ForSmaller,
    Middle,
}

struct Ase<'a> {
    pool: &'a Pool,
    sets: Sets,
    fuel: Fuel,
}

/// The values of a term, and whether it is known to have no others.
type Values = (WordSet, bool);

impl Ase<'_> {
    /// Narrows the inputs by Table I so that the condition is true; returns whether it can be, or `None` if the
    /// table has no rule.
    fn precisely(&mut self, term: ExprId, truth: bool) -> Option<Truth> {
        if let Some(leaf) = Leaf::of(self.pool, term) {
            let one = WordSet::single(1, u128::from(truth));
            return match self.sets.of(leaf).0.meets(&one) {
                false => Some(Truth::Never),
                true => self.backward(term, &one).map(|()| Truth::Sometimes),
            };
        }
        let (comparison, sides) = self.sides(term, truth)?;
        let [left, right] = [self.side(comparison, sides[0])?, self.side(comparison, sides[1])?];
        let found = comparison.truth(&left.0, &right.0);
        match found {
            Truth::Never | Truth::Always => {}
            Truth::Sometimes if !left.1 || !right.1 => return None,
            Truth::Sometimes if right.0.single_value().is_some() => {
                self.backward(sides[0], &comparison.possible(&right.0).exact()?)?;
            }
            Truth::Sometimes if left.0.single_value().is_some() => {
                self.backward(sides[1], &comparison.swapped().possible(&left.0).exact()?)?;
            }
            Truth::Sometimes => return None,
        }
        Some(found)
    }

    /// Narrows the inputs to values for all of which the condition is true.
    fn within(&mut self, term: ExprId, truth: bool, cut: Cut) -> Option<()> {
        if Leaf::of(self.pool, term).is_some() {
            return self.backward(term, &WordSet::single(1, u128::from(truth)));
        }
        let (comparison, sides) = self.sides(term, truth)?;
        let [left, right] = [self.side(comparison, sides[0])?.0, self.side(comparison, sides[1])?.0];
        match comparison.truth(&left, &right) {
            Truth::Always => return Some(()),
            Truth::Never => return None,
            Truth::Sometimes => {}
        }
        if right.single_value().is_some() {
            return self.backward(sides[0], &comparison.possible(&right).exact()?);
        }
        if left.single_value().is_some() {
            return self.backward(sides[1], &comparison.swapped().possible(&left).exact()?);
        }
        // Sides with more than one interval, for example one that wraps, are not cut.
        let ([one], [other]) = (left.intervals(), right.intervals()) else { return None };
        let bound = |comparison: Comparison, value: u128| comparison.possible(&WordSet::single(left.width(), value));
        let (for_left, for_right) = match comparison {
            Comparison::Eq => {
                let value = left.intersect(&right).set()?.closest(&middle(one, other))?;
                (bound(Comparison::Eq, value), bound(Comparison::Eq, value))
            }
            Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge => return None,
            _ => {
                let below = match comparison {
                    Comparison::Ne => Comparison::Ult.truth(&left, &right) != Truth::Never,
                    _ => matches!(comparison, Comparison::Ult | Comparison::Ule),
                };
                let strict = !matches!(comparison, Comparison::Ule | Comparison::Uge);
                let (smaller, greater) = if below { (one, other) } else { (other, one) };
                let (most, least) = split(smaller, greater, strict, cut);
                let (most, least) = (bound(Comparison::Ule, most), bound(Comparison::Uge, least));
                if below { (most, least) } else { (least, most) }
            }
        };
        self.backward(sides[0], &for_left.exact()?)?;
        self.backward(sides[1], &for_right.exact()?)
    }

    /// The comparison of a condition and its sides, if there is a rule for it.
    fn sides(&self, term: ExprId, truth: bool) -> Option<(Comparison, [ExprId; 2])> {
        let node = self.pool.node(term);
        let comparison = comparison(node, truth).filter(|comparison| !comparison.is_signed())?;
        Some((comparison, [node.arg(0), node.arg(1)]))
    }

    /// The values of a term (§IV.A), and whether the conditions there say that these are exact.
    fn forward(&self, term: ExprId) -> Option<Values> {
        self.fuel.look(self.pool, term)?;
        if let Some(value) = constant(self.pool, term) {
            return Some((value, true));
        }
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return self.sets.has_no_other(leaf).then(|| self.sets.of(leaf));
        }
        let node = *self.pool.node(term);
        if node.op == Op::Neg {
            let (set, exact) = self.forward(node.arg(0))?;
            return self.image(Unary::Neg.forward(&set), exact);
        }
        if let Some((operation, free, other)) = with_constant(self.pool, term) {
            let (set, exact) = self.forward(free)?;
            let value = *other.single_value().expect("a constant has one value");
            let exact = exact && keeps_all(operation, &set, value)?;
            return self.image(operation.forward(&set, &other), exact);
        }
        if node.op != Op::Add {
            return None;
        }
        let (left, right) = (self.forward(node.arg(0))?, self.forward(node.arg(1))?);
        let exact = left.1 && right.1 && self.unrelated(node.arg(0), node.arg(1)) && sum_is_exact(&left.0, &right.0);
        self.image(Binary::Add.forward(&left.0, &right.0), exact)
    }

    /// The values of a side of a comparison. `2 * k == 0` is written here as `the low 63 bits of k are 0`: such
    /// low bits of an input are what is left of it by the product, where it has a rule, and a quotient.
    fn side(&self, comparison: Comparison, term: ExprId) -> Option<Values> {
        if let (Comparison::Eq | Comparison::Ne, Some(leaf)) = (comparison, Leaf::of(self.pool, term))
            && let Some((whole, set)) = self.sets.covering(leaf)
            && whole.low == leaf.low
        {
            keeps_all(Binary::Mul, set, 1 << (whole.width - leaf.width))?;
            return Some(self.sets.of(leaf));
        }
        self.forward(term)
    }

    fn image(&self, outcome: Outcome<u128>, exact: bool) -> Option<Values> {
        let kept = outcome.is_exact();
        Some((outcome.set()?, exact && kept))
    }

    fn unrelated(&self, one: ExprId, other: ExprId) -> bool {
        !overlap(&self.pool.support(one), &self.pool.support(other))
    }

    /// Narrows the inputs so that the term is in the set (§IV.B).
    fn backward(&mut self, term: ExprId, target: &WordSet) -> Option<()> {
        if let Some(value) = constant(self.pool, term) {
            return value.meets(target).then_some(());
        }
        if let Some(leaf) = Leaf::of(self.pool, term) {
            return (self.sets.cut(leaf, target) == Ok(true)).then_some(());
        }
        let node = *self.pool.node(term);
        if node.op == Op::Neg {
            return self.backward(node.arg(0), &Unary::Neg.backward(target).exact()?);
        }
        let (operation, free, other) =
            with_constant(self.pool, term).filter(|(operation, ..)| *operation != Binary::URem)?;
        let known = self.forward(free)?.0;
        self.backward(free, &operation.backward_left_within(target, &other, &known).exact()?)
    }
}

/// Whether Abyaneh 2021 says that an operation with a constant is exact on this set; `None` if it has no rule.
fn keeps_all(operation: Binary, set: &WordSet, constant: u128) -> Option<bool> {
    let modulus = 1u128 << set.width();
    let mut intervals = set.intervals().iter();
    match operation {
        Binary::Add => Some(true),
        // Formula 6.
        Binary::Mul => {
            let fits = |length: u128| length.checked_mul(constant).is_some_and(|length| length < modulus);
            intervals.all(|interval| fits(interval.hi() - interval.lo()) && fits(*interval.stride())).then_some(true)
        }
        // Formula 7.
        Binary::UDiv => Some(intervals.all(|interval| {
            interval.is_single() || *interval.stride() < constant || interval.stride().is_multiple_of(constant)
        })),
        // Formula 8.
        Binary::URem => Some(intervals.all(|interval| {
            let (low, high) = (interval.lo(), interval.hi());
            let stride = (*interval.stride()).max(1);
            let common = stride / stride.gcd(&constant) * constant;
            low / constant == high / constant || high - low >= common - stride
        })),
        _ => None,
    }
}

/// Conditions 4 and 5, for every two intervals.
fn sum_is_exact(left: &WordSet, right: &WordSet) -> bool {
    let modulus = 1u128 << left.width();
    let meets = |one: &Interval<u128>, other: &Interval<u128>| {
        let fits = (one.hi() - one.lo() + 1) + (other.hi() - other.lo() + 1) <= modulus + 1;
        let (coarse, fine) = if one.stride() < other.stride() { (other, one) } else { (one, other) };
        let divides = *fine.stride() > 0 && coarse.stride().is_multiple_of(*fine.stride());
        fits && (fine.is_single() || divides && fine.count() >= coarse.stride() / fine.stride())
    };
    left.intervals().iter().all(|one| right.intervals().iter().all(|other| meets(one, other)))
}

/// The middle of the common range of two intervals.
fn middle(one: &Interval<u128>, other: &Interval<u128>) -> u128 {
    (one.lo().max(other.lo()) + one.hi().min(other.hi())) / 2
}

/// The greatest value of the smaller side and the least value of the greater side, for sides whose comparison
/// sometimes holds.
fn split(smaller: &Interval<u128>, greater: &Interval<u128>, strict: bool, cut: Cut) -> (u128, u128) {
    let strict = u128::from(strict);
    let most = match cut {
        // Below all of the greater side, or only the smaller side's least value.
        Cut::ForGreater => greater.lo().saturating_sub(strict).max(*smaller.lo()),
        // All values that the greater side's last value allows.
        Cut::ForSmaller => *smaller.hi().min(&(greater.hi() - strict)),
        Cut::Middle => middle(smaller, greater).min(greater.hi() - strict),
    };
    match cut {
        Cut::ForSmaller => (most, *greater.hi()),
        Cut::ForGreater | Cut::Middle => (most, most + strict),
    }
}
