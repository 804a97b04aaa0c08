//! A conjunction of linear rows over bounded integers.
//!
//! Rows narrow the bounds of their variables until nothing changes. Values near those of the path's model are
//! then moved, row by row, until every row holds; where that fails, the bounds of a variable of a violated row
//! are split. A system without values in every part is refuted. A budget limits the parts.

use crate::tuning::{LINEAR_MOVES, LINEAR_PARTS, LINEAR_ROUNDS};
use crate::verdict::Verdict;

/// The relation of a row's sum to its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// The sum is at most the number.
    AtMost,
    /// The sum is not the number.
    Not,
}

/// A sum of variables times factors, and its relation to a number.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Variables with their factors.
    pub(crate) terms: Vec<(u32, i128)>,
    pub(crate) most: i128,
    pub(crate) relation: Relation,
}

/// Rows and the bounds of their variables.
pub(crate) struct System {
    pub(crate) rows: Vec<Row>,
    /// The least and the greatest value of each variable.
    pub(crate) bounds: Vec<(i128, i128)>,
    /// The value of each variable in the path's model.
    pub(crate) model: Vec<i128>,
}

/// No values are left.
struct Empty;

impl System {
    /// Looks for values that satisfy the rows and are accepted.
    pub(crate) fn solve<T>(&self, mut accept: impl FnMut(&[i128]) -> Option<T>) -> Verdict<T> {
        let mut parts = vec![self.bounds.clone()];
        for _ in 0..LINEAR_PARTS {
            let Some(mut bounds) = parts.pop() else { return Verdict::Fails };
            if self.narrow(&mut bounds).is_err() {
                continue;
            }
            let mut values: Vec<i128> =
                self.model.iter().zip(&bounds).map(|(&value, &(low, high))| value.clamp(low, high)).collect();
            let Some(broken) = self.mend(&bounds, &mut values) else {
                // If the values satisfy the rows and are not accepted, another part would not do better.
                return accept(&values).map_or(Verdict::Open, Verdict::Holds);
            };
            let open = broken.terms.iter().map(|term| term.0 as usize).filter(|&v| bounds[v].0 < bounds[v].1);
            let Some(split) = open.min_by_key(|&variable| bounds[variable].1 - bounds[variable].0) else {
                // Every variable of the row has one value: narrowing would refute the part with one more round.
                return Verdict::Open;
            };
            let (low, high) = bounds[split];
            let last = (low + high).div_euclid(2);
            let (mut below, mut above) = (bounds.clone(), bounds);
            below[split] = (low, last);
            above[split] = (last + 1, high);
            // The part that contains the value is examined first.
            parts.extend(if values[split] <= last { [above, below] } else { [below, above] });
        }
        Verdict::Open
    }

    fn narrow(&self, bounds: &mut [(i128, i128)]) -> Result<(), Empty> {
        for _ in 0..LINEAR_ROUNDS {
            let mut changed = false;
            for row in &self.rows {
                changed |= match row.relation {
                    Relation::AtMost => row.narrow(bounds)?,
                    Relation::Not => row.exclude(bounds)?,
                };
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Moves values until every row holds; otherwise returns a violated row.
    fn mend(&self, bounds: &[(i128, i128)], values: &mut [i128]) -> Option<&Row> {
        let mut broken = None;
        for _ in 0..LINEAR_MOVES * self.rows.len() {
            broken = self.rows.iter().find(|row| !row.holds(values));
            broken?.mend(bounds, values);
        }
        broken.filter(|row| !row.holds(values)).or_else(|| self.rows.iter().find(|row| !row.holds(values)))
    }
}

impl Row {
    fn sum(&self, values: &[i128]) -> i128 {
        self.terms.iter().map(|&(variable, factor)| factor * values[variable as usize]).sum()
    }

    fn holds(&self, values: &[i128]) -> bool {
        match self.relation {
            Relation::AtMost => self.sum(values) <= self.most,
            Relation::Not => self.sum(values) != self.most,
        }
    }

    /// The least value of a summand.
    fn least((variable, factor): (u32, i128), bounds: &[(i128, i128)]) -> i128 {
        let (low, high) = bounds[variable as usize];
        factor * if factor > 0 { low } else { high }
    }

    /// Narrows each variable to what the others leave; returns whether a bound moved.
    fn narrow(&self, bounds: &mut [(i128, i128)]) -> Result<bool, Empty> {
        let least: i128 = self.terms.iter().map(|&term| Row::least(term, bounds)).sum();
        let room = self.most - least;
        if room < 0 {
            return Err(Empty);
        }
        let mut changed = false;
        for &(variable, factor) in &self.terms {
            let (low, high) = bounds[variable as usize];
            // How many steps the variable can be from the bound where its summand is least.
            let steps = room / factor.abs();
            if steps < high - low {
                bounds[variable as usize] = if factor > 0 { (low, low + steps) } else { (high - steps, high) };
                changed = true;
            }
        }
        Ok(changed)
    }

    /// If only one variable is not fixed and the excluded value is one of its bounds, moves that bound.
    fn exclude(&self, bounds: &mut [(i128, i128)]) -> Result<bool, Empty> {
        let mut fixed = 0;
        let mut open = None;
        for &(variable, factor) in &self.terms {
            let (low, high) = bounds[variable as usize];
            if low == high {
                fixed += factor * low;
            } else if open.replace((variable, factor)).is_some() {
                return Ok(false);
            }
        }
        let Some((variable, factor)) = open else { return if fixed == self.most { Err(Empty) } else { Ok(false) } };
        let rest = self.most - fixed;
        if rest % factor != 0 {
            return Ok(false);
        }
        let (low, high) = &mut bounds[variable as usize];
        let excluded = rest / factor;
        let moved = *low == excluded || *high == excluded;
        *low += i128::from(*low == excluded);
        *high -= i128::from(*high == excluded);
        Ok(moved)
    }

    /// Moves values, the first variables first, until the row holds.
    fn mend(&self, bounds: &[(i128, i128)], values: &mut [i128]) {
        let mut excess = self.sum(values) - self.most;
        for &(variable, factor) in &self.terms {
            let (low, high) = bounds[variable as usize];
            let value = &mut values[variable as usize];
            if self.relation == Relation::Not {
                if low < high {
                    *value += if *value < high { 1 } else { -1 };
                    return;
                }
                continue;
            }
            if excess <= 0 {
                return;
            }
            let wanted = (excess + factor.abs() - 1) / factor.abs();
            let steps = wanted.min(if factor > 0 { *value - low } else { high - *value });
            *value -= steps * factor.signum();
            excess -= steps * factor.abs();
        }
    }
}
