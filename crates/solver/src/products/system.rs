//! A system of bounded integers with sums, products and alternatives, and the search for values.
//!
//! All facts are bounds of variables: sums and products are variables with a definition, so that two conditions
//! about the same product, or the same sum, meet. Bounds are narrowed through the definitions, up and down,
//! until nothing changes. Values are then searched by fixing one variable after another, with narrowing in
//! between. Where that fails the system is split: by an alternative, or at the middle of a factor. A system
//! without values in every part is refuted.

use super::bounds::{Bounds, Empty, INFINITE, ceiling};
use crate::verdict::Verdict;

use crate::tuning::{PRODUCTS_EFFORT, PRODUCTS_PARTS, PRODUCTS_REJECTED, PRODUCTS_ROUNDS};

/// A fact about a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    /// The variable is at most the number.
    AtMost(u32, i128),
    /// The variable is at least the number.
    AtLeast(u32, i128),
    /// The variable is not the number.
    Not(u32, i128),
    /// A contradiction.
    Never,
}

/// A variable that is a sum of others times factors.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) variable: u32,
    pub(crate) terms: Vec<(u32, i128)>,
}

/// A variable that is the product of two others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    pub(crate) variable: u32,
    pub(crate) factors: [u32; 2],
}

/// Variables and the facts about them.
#[derive(Default, Debug)]
pub(crate) struct System {
    pub(crate) bounds: Vec<Bounds>,
    pub(crate) sums: Vec<Definition>,
    pub(crate) products: Vec<Product>,
    pub(crate) facts: Vec<Fact>,
    /// In each of these lists at least one alternative holds, and all of its facts with it.
    pub(crate) alternatives: Vec<Vec<Vec<Fact>>>,
}

/// The bounds of all variables in one part of the search.
type Part = Vec<Bounds>;

/// A search for values.
struct Search<'a, G> {
    system: &'a System,
    /// The variables that determine all others, the most important first.
    inputs: &'a [u32],
    /// Gives a possible value of an input within bounds, close to a wanted one.
    nearest: G,
    /// The value of each input in the path's model.
    model: &'a [i128],
    effort: u64,
}

impl System {
    /// Searches values of the inputs that satisfy the system and are accepted. `nearest` gives a possible value
    /// of an input within bounds, close to a wanted one.
    pub(crate) fn solve<T>(
        &self,
        inputs: &[u32],
        model: &[i128],
        nearest: impl Fn(usize, i128, Bounds) -> Option<i128>,
        mut accept: impl FnMut(&[i128]) -> Option<T>,
    ) -> Verdict<T> {
        let mut search = Search { system: self, inputs, nearest, model, effort: PRODUCTS_EFFORT };
        let mut parts = vec![self.bounds.clone()];
        let mut rejected = 0;
        for _ in 0..PRODUCTS_PARTS {
            let Some(mut part) = parts.pop() else { return Verdict::Fails };
            match search.narrow(&mut part) {
                Err(Empty) => continue,
                Ok(()) if search.effort == 0 => return Verdict::Open,
                Ok(()) => {}
            }
            if let Some(values) = search.dive(&part) {
                if let Some(accepted) = accept(&values) {
                    return Verdict::Holds(accepted);
                }
                rejected += 1;
                if rejected == PRODUCTS_REJECTED {
                    return Verdict::Open;
                }
            }
            if !self.split(inputs, &part, &mut parts) {
                return Verdict::Open;
            }
        }
        Verdict::Open
    }

    /// Narrows the bounds by all facts and definitions.
    pub(crate) fn narrow_bounds(&mut self) {
        let mut bounds = self.bounds.clone();
        let mut search =
            Search { system: self, inputs: &[], nearest: |_, _, _| None, model: &[], effort: PRODUCTS_EFFORT };
        // If no value is left, the search finds that out again.
        if search.narrow(&mut bounds).is_ok() {
            self.bounds = bounds;
        }
    }

    /// Splits a part and pushes its parts, the one to examine first last; false if there is nothing to split.
    fn split(&self, inputs: &[u32], part: &Part, parts: &mut Vec<Part>) -> bool {
        for alternatives in &self.alternatives {
            let open: Vec<&Vec<Fact>> = alternatives.iter().filter(|facts| can_hold(facts, part)).collect();
            if open.len() < 2 || open.iter().any(|facts| always_hold(facts, part)) {
                continue;
            }
            for facts in open.into_iter().rev() {
                let mut branch = part.clone();
                if facts.iter().all(|fact| apply(fact, &mut branch).is_ok()) {
                    parts.push(branch);
                }
            }
            return true;
        }
        let factors = self.products.iter().flat_map(|product| product.factors);
        let finite = |variable: &u32| {
            let bounds = part[*variable as usize];
            bounds.value().is_none() && bounds.low > -INFINITE && bounds.high < INFINITE
        };
        let size = |variable: &u32| (part[*variable as usize].steps(), *variable);
        let factor = factors.filter(finite).min_by_key(size);
        let Some(variable) = factor.or_else(|| inputs.iter().copied().filter(finite).min_by_key(size)) else {
            return false;
        };
        let Bounds { low, high } = part[variable as usize];
        let middle = low + (high - low) / 2;
        let (mut below, mut above) = (part.clone(), part.clone());
        below[variable as usize] = Bounds { low, high: middle };
        above[variable as usize] = Bounds { low: middle + 1, high };
        parts.extend([above, below]);
        true
    }
}

impl<G: Fn(usize, i128, Bounds) -> Option<i128>> Search<'_, G> {
    /// Values of the inputs that narrowing does not contradict.
    fn dive(&mut self, part: &Part) -> Option<Vec<i128>> {
        let mut part = part.clone();
        loop {
            let open = (0..self.inputs.len()).filter(|&i| part[self.inputs[i] as usize].value().is_none());
            let Some(input) = open.min_by_key(|&i| (part[self.inputs[i] as usize].steps().min(256), i)) else { break };
            let bounds = part[self.inputs[input] as usize];
            let middle = bounds.low + (bounds.high - bounds.low) / 2;
            let mut tried: Vec<i128> = Vec::new();
            let mut fixed = None;
            for wanted in [self.model[input], bounds.low, bounds.high, middle] {
                let Some(value) = (self.nearest)(input, wanted.clamp(bounds.low, bounds.high), bounds) else { break };
                if tried.contains(&value) {
                    continue;
                }
                tried.push(value);
                let mut next = part.clone();
                next[self.inputs[input] as usize] = Bounds::single(value);
                if self.narrow(&mut next).is_ok() {
                    fixed = Some(next);
                    break;
                }
            }
            part = fixed?;
            if self.effort == 0 {
                return None;
            }
        }
        Some(self.inputs.iter().map(|&input| part[input as usize].low).collect())
    }

    /// Narrows bounds by all facts and definitions until nothing changes.
    fn narrow(&mut self, part: &mut Part) -> Result<(), Empty> {
        let system = self.system;
        for _ in 0..PRODUCTS_ROUNDS {
            let mut changed = false;
            for fact in &system.facts {
                changed |= apply(fact, part)?;
            }
            for sum in &system.sums {
                self.effort = self.effort.saturating_sub(sum.terms.len() as u64);
                changed |= sum.narrow(part)?;
            }
            for product in &system.products {
                self.effort = self.effort.saturating_sub(4);
                changed |= product.narrow(part)?;
            }
            for alternatives in &system.alternatives {
                self.effort = self.effort.saturating_sub(alternatives.len() as u64);
                let mut open = alternatives.iter().filter(|facts| can_hold(facts, part));
                let Some(only) = open.next() else { return Err(Empty) };
                if open.next().is_none() {
                    for fact in only {
                        changed |= apply(fact, part)?;
                    }
                }
            }
            if !changed || self.effort == 0 {
                break;
            }
        }
        Ok(())
    }
}

/// Whether no fact is contradicted by the bounds.
fn can_hold(facts: &[Fact], part: &Part) -> bool {
    facts.iter().all(|fact| match *fact {
        Fact::AtMost(variable, most) => part[variable as usize].low <= most,
        Fact::AtLeast(variable, least) => part[variable as usize].high >= least,
        Fact::Not(variable, value) => part[variable as usize].value() != Some(value),
        Fact::Never => false,
    })
}

/// Whether the bounds imply all facts.
fn always_hold(facts: &[Fact], part: &Part) -> bool {
    facts.iter().all(|fact| match *fact {
        Fact::AtMost(variable, most) => part[variable as usize].high <= most,
        Fact::AtLeast(variable, least) => part[variable as usize].low >= least,
        Fact::Not(variable, value) => !part[variable as usize].contains(value),
        Fact::Never => false,
    })
}

/// Narrows the bounds of a variable by a fact; returns whether they changed.
pub(crate) fn apply(fact: &Fact, part: &mut Part) -> Result<bool, Empty> {
    match *fact {
        Fact::AtMost(variable, most) => part[variable as usize].meet(Bounds::new(-INFINITE, most)),
        Fact::AtLeast(variable, least) => part[variable as usize].meet(Bounds::new(least, INFINITE)),
        Fact::Not(variable, value) => {
            let rest = part[variable as usize].without(value)?;
            part[variable as usize].meet(rest)
        }
        Fact::Never => Err(Empty),
    }
}

impl Definition {
    /// Narrows the sum by its summands and each of them by what the others leave.
    fn narrow(&self, part: &mut Part) -> Result<bool, Empty> {
        // The finite part of the least and of the greatest value, and how many summands are unbounded in that
        // direction.
        let (mut least, mut most) = ((0i128, 0u32), (0i128, 0u32));
        for &(variable, factor) in &self.terms {
            let summand = part[variable as usize].times(Bounds::single(factor));
            if !add(&mut least, summand.low, -INFINITE) || !add(&mut most, summand.high, INFINITE) {
                return Ok(false);
            }
        }
        let whole =
            Bounds::new(if least.1 == 0 { least.0 } else { -INFINITE }, if most.1 == 0 { most.0 } else { INFINITE });
        let mut changed = part[self.variable as usize].meet(whole)?;
        let sum = part[self.variable as usize];
        for &(variable, factor) in &self.terms {
            let summand = part[variable as usize].times(Bounds::single(factor));
            // The least and the greatest value of the other summands.
            let others = |all: (i128, u32), own: i128, nothing: i128| match (all.1, own == nothing) {
                (0, false) => all.0.checked_sub(own),
                (1, true) => Some(all.0),
                _ => None,
            };
            let high = match others(least, summand.low, -INFINITE) {
                Some(others) if sum.high < INFINITE => sum.high.saturating_sub(others),
                _ => INFINITE,
            };
            let low = match others(most, summand.high, INFINITE) {
                Some(others) if sum.low > -INFINITE => sum.low.saturating_sub(others),
                _ => -INFINITE,
            };
            if low > -INFINITE || high < INFINITE {
                let wanted = multiples(low, high, factor);
                let (before, now) = (part[variable as usize], &mut part[variable as usize]);
                if now.meet(wanted)? {
                    changed = true;
                    // The bounds of the sum change with the summand's.
                    let (was, is) = (before.times(Bounds::single(factor)), now.times(Bounds::single(factor)));
                    if !replace(&mut least, was.low, is.low, -INFINITE)
                        || !replace(&mut most, was.high, is.high, INFINITE)
                    {
                        return Ok(changed);
                    }
                }
            }
        }
        Ok(changed)
    }
}

/// The numbers whose product with the factor lies within the bounds; all numbers if the factor is `i128::MIN`.
fn multiples(low: i128, high: i128, factor: i128) -> Bounds {
    let Some(size) = factor.checked_abs() else { return Bounds::new(-INFINITE, INFINITE) };
    let (low, high) = if factor > 0 { (low, high) } else { (high.saturating_neg(), low.saturating_neg()) };
    let low = if low <= -INFINITE { -INFINITE } else { ceiling(low, size) };
    let high = if high >= INFINITE { INFINITE } else { high.div_euclid(size) };
    Bounds { low, high }
}

/// Adds an end of a summand, or counts it if it is infinite; false on overflow.
fn add(sum: &mut (i128, u32), end: i128, infinite: i128) -> bool {
    if end == infinite {
        sum.1 += 1;
        return true;
    }
    let more = sum.0.checked_add(end);
    sum.0 = more.unwrap_or(sum.0);
    more.is_some()
}

/// Replaces an end of a summand; false on overflow.
fn replace(sum: &mut (i128, u32), was: i128, is: i128, infinite: i128) -> bool {
    if was == infinite {
        sum.1 -= 1;
        return add(sum, is, infinite);
    }
    match sum.0.checked_sub(was) {
        Some(less) => {
            sum.0 = less;
            add(sum, is, infinite)
        }
        None => false,
    }
}

impl Product {
    /// Narrows the product by its factors, and each of them by the product and the other.
    fn narrow(&self, part: &mut Part) -> Result<bool, Empty> {
        let [left, right] = self.factors.map(|factor| factor as usize);
        let all = if left == right { part[left].squared() } else { part[left].times(part[right]) };
        let mut changed = part[self.variable as usize].meet(all)?;
        let product = part[self.variable as usize];
        if left == right {
            let root = product.root();
            changed |= part[left].meet(Bounds { low: -root, high: root })?;
            // The least root is greater than the root of `product.low - 1`.
            let least = Bounds { high: product.low - 1, ..product }.root() + 1;
            if product.low > 0 && part[left].low > -least {
                changed |= part[left].meet(Bounds { low: least, high: INFINITE })?;
            }
            return Ok(changed);
        }
        for (one, other) in [(left, right), (right, left)] {
            if !part[other].contains(0) {
                let quotients = product.divided(part[other]);
                changed |= part[one].meet(quotients)?;
            } else if !product.contains(0) {
                // A product that is not 0 has no factor 0.
                let rest = part[one].without(0)?;
                changed |= part[one].meet(rest)?;
            }
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_that_cannot_be_negated_bound_nothing() {
        let all = Bounds::new(-INFINITE, INFINITE);
        assert_eq!(multiples(0, 10, i128::MIN), all);
        assert_eq!(multiples(i128::MIN, 6, -2), Bounds::new(-3, INFINITE));
        assert_eq!(multiples(-7, i128::MAX, -2), Bounds::new(-INFINITE, 3));
    }
}
