//! A dual simplex procedure for bounded variables, in floating point. Its results are only proposals; nothing
//! relies on them.
//!
//! The tableau is a dictionary: each basic variable as a linear sum of the nonbasic ones. There are the variables
//! of the program and one slack variable for each row, the difference between its number and its sum. As all
//! variables of the program are bounded, the slacks are a dual feasible initial basis for any objective: each
//! nonbasic variable is put at the bound that is better for the objective. A step moves the basic variable that
//! is farthest out of its bounds to the violated bound, where it leaves the basis; a variable that keeps the
//! basis dual feasible enters. The objective only increases, so the procedure can be stopped at any time: the
//! current factors then bound the objective.
//!
//! Variables are shifted to begin at zero and scaled by powers of two to a size of about one, and so are rows:
//! the programs have coefficients from 1 to 2^64 side by side. Fixed variables are left out, and so are rows that
//! always hold within the bounds.

use crate::program::{Relation, Row};
use crate::propagate::Domain;
use crate::search::Effort;
use crate::tuning::{SIMPLEX_SLIGHT, SIMPLEX_ZERO};

/// The result of the procedure, not yet checked.
pub(crate) struct Proposal {
    /// The factor of each row, as a pair `(f, e)` for f * 2^e, since rows are scaled by powers of two. The factor
    /// of an inequality is never negative.
    pub(crate) factors: Vec<(f64, i32)>,
    /// Whether the factors are to refute the program; otherwise they are to bound the objective.
    pub(crate) infeasible: bool,
    /// Values of the variables that satisfy the rows, not necessarily integers; `None` if the procedure stopped early.
    pub(crate) point: Option<Vec<f64>>,
}

/// The dictionary. Variable numbers below `columns` are the program's variables, the others are slacks.
struct Dictionary {
    columns: usize,
    /// The factors of the nonbasic variables, row by row.
    table: Vec<f64>,
    constants: Vec<f64>,
    /// The factors of the nonbasic variables in the objective.
    costs: Vec<f64>,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    /// Whether each nonbasic variable is at its upper bound.
    at_high: Vec<bool>,
    /// The upper bound of each variable; all lower bounds are zero.
    high: Vec<f64>,
}

/// Looks for factors that bound the objective from below or refute the rows.
pub(crate) fn propose(
    all_rows: &[Row],
    domains: &[Domain],
    objective: &[(u32, i128)],
    effort: &mut Effort,
) -> Proposal {
    let kept: Vec<usize> = (0..all_rows.len()).filter(|&row| matters(&all_rows[row], domains)).collect();
    let rows: Vec<&Row> = kept.iter().map(|&row| &all_rows[row]).collect();
    let mut mentioned = vec![false; domains.len()];
    let terms = rows.iter().flat_map(|row| row.terms()).chain(objective);
    terms.for_each(|term| mentioned[term.0 as usize] = true);
    let is_free = |place: &usize| mentioned[*place] && domains[*place].low < domains[*place].high;
    let free: Vec<usize> = (0..domains.len()).filter(is_free).collect();
    let mut column_of = vec![usize::MAX; domains.len()];
    free.iter().enumerate().for_each(|(column, &place)| column_of[place] = column);
    let exponents: Vec<i32> = free.iter().map(|&place| exponent(width(&domains[place]))).collect();
    let (mut dictionary, scales) = dictionary(&rows, domains, objective, &free, &column_of, &exponents);
    let step = (rows.len() * free.len()) as u64;
    let limit = 3 * (rows.len() + free.len()) + 50;
    let mut infeasible = None;
    let mut finished = false;
    for _ in 0..limit {
        if !effort.spend(step) {
            break;
        }
        match dictionary.step() {
            Step::Taken => {}
            Step::Optimal => {
                finished = true;
                break;
            }
            Step::Stuck => break,
            Step::Refuted(row, sign) => {
                infeasible = Some((row, sign));
                break;
            }
        }
    }
    let plain = match infeasible {
        Some((row, sign)) => dictionary.refuting(row, sign),
        None => dictionary.bounding(),
    };
    let mut factors = vec![(0.0, 0); all_rows.len()];
    for ((&factor, row), (&place, scale)) in plain.iter().zip(&rows).zip(kept.iter().zip(scales)) {
        let allowed = factor > 0.0 || row.relation() == Relation::Equal;
        if factor.abs() >= SIMPLEX_ZERO && factor.is_finite() && allowed {
            factors[place] = (factor, scale);
        }
    }
    let point = finished.then(|| {
        let mut point: Vec<f64> = domains.iter().map(|domain| domain.low as f64).collect();
        let values = dictionary.values();
        for (column, &place) in free.iter().enumerate() {
            point[place] += values[column] * 2f64.powi(exponents[column]);
        }
        point
    });
    Proposal { factors, infeasible: infeasible.is_some(), point }
}

/// Whether a row excludes anything within the bounds.
fn matters(row: &Row, domains: &[Domain]) -> bool {
    let most = row.terms().iter().try_fold(0i128, |sum, &(variable, factor)| {
        let domain = &domains[variable as usize];
        sum.checked_add(factor.checked_mul(if factor > 0 { domain.high } else { domain.low })?)
    });
    row.relation() == Relation::Equal || most.is_none_or(|most| most > row.number())
}

fn width(domain: &Domain) -> f64 {
    domain.high as f64 - domain.low as f64
}

/// The power of two nearest to a number, as an exponent.
fn exponent(number: f64) -> i32 {
    if number > 0.0 { number.log2().round() as i32 } else { 0 }
}

/// The dictionary in which all slacks are basic, and the exponents of the powers of two by which rows were scaled.
fn dictionary(
    rows: &[&Row],
    domains: &[Domain],
    objective: &[(u32, i128)],
    free: &[usize],
    column_of: &[usize],
    exponents: &[i32],
) -> (Dictionary, Vec<i32>) {
    let columns = free.len();
    let mut table = vec![0.0; rows.len() * columns];
    let mut constants = Vec::with_capacity(rows.len());
    let mut scales = Vec::with_capacity(rows.len());
    let mut high: Vec<f64> = free.iter().zip(exponents).map(|(&at, &e)| width(&domains[at]) * 2f64.powi(-e)).collect();
    for (place, row) in rows.iter().enumerate() {
        let line = &mut table[place * columns..(place + 1) * columns];
        // In integers if they do not overflow, since large numbers cancel here.
        let exact = row.terms().iter().try_fold(row.number(), |rest, &(variable, factor)| {
            rest.checked_sub(factor.checked_mul(domains[variable as usize].low)?)
        });
        let about = || {
            row.terms().iter().fold(row.number() as f64, |rest, t| rest - t.1 as f64 * domains[t.0 as usize].low as f64)
        };
        let rest = exact.map_or_else(about, |rest| rest as f64);
        let mut greatest = 0f64;
        for &(variable, factor) in row.terms() {
            let column = column_of[variable as usize];
            if column != usize::MAX {
                line[column] = -(factor as f64 * 2f64.powi(exponents[column]));
                greatest = greatest.max(line[column].abs());
            }
        }
        let scale = -exponent(greatest);
        line.iter_mut().for_each(|factor| *factor *= 2f64.powi(scale));
        constants.push(rest * 2f64.powi(scale));
        scales.push(scale);
        high.push(if row.relation() == Relation::Equal { 0.0 } else { f64::INFINITY });
    }
    let mut costs = vec![0.0; columns];
    for &(variable, factor) in objective {
        let column = column_of[variable as usize];
        if column != usize::MAX {
            costs[column] = factor as f64 * 2f64.powi(exponents[column]);
        }
    }
    // The objective is scaled to about one; the scales of the rows compensate for that.
    let greatest = exponent(costs.iter().fold(0f64, |most, cost| most.max(cost.abs())));
    costs.iter_mut().for_each(|cost| *cost *= 2f64.powi(-greatest));
    scales.iter_mut().for_each(|scale| *scale += greatest);
    let at_high = costs.iter().map(|&cost| cost < 0.0).collect();
    let basic = (columns..columns + rows.len()).collect();
    (Dictionary { columns, table, constants, costs, basic, nonbasic: (0..columns).collect(), at_high, high }, scales)
}

/// The result of a step.
enum Step {
    Taken,
    Optimal,
    /// The basic variable of this row cannot be brought within its bounds: it is too low (-1) or too high (1).
    Refuted(usize, f64),
    Stuck,
}

impl Dictionary {
    fn line(&self, row: usize) -> &[f64] {
        &self.table[row * self.columns..(row + 1) * self.columns]
    }

    /// The current value of a nonbasic variable.
    fn standing(&self, column: usize) -> f64 {
        if self.at_high[column] { self.high[self.nonbasic[column]] } else { 0.0 }
    }

    fn step(&mut self) -> Step {
        let standing: Vec<f64> = (0..self.columns).map(|column| self.standing(column)).collect();
        let mut worst: Option<(f64, usize, f64)> = None;
        for row in 0..self.basic.len() {
            let line = self.line(row);
            let value = self.constants[row] + line.iter().zip(&standing).map(|(factor, at)| factor * at).sum::<f64>();
            let high = self.high[self.basic[row]];
            let (out, sign) = if value < 0.0 { (-value, -1.0) } else { (value - high, 1.0) };
            if out <= SIMPLEX_SLIGHT {
                continue;
            }
            let norm = 1.0 + line.iter().map(|factor| factor * factor).sum::<f64>();
            let weight = out * out / norm;
            if worst.is_none_or(|(most, ..)| weight > most) {
                worst = Some((weight, row, sign));
            }
        }
        let Some((_, row, sign)) = worst else { return Step::Optimal };
        match self.entering(row, sign) {
            None => Step::Refuted(row, sign),
            Some(column) => self.pivot(row, column, sign > 0.0),
        }
    }

    /// The nonbasic variable that moves the basic variable of the row towards its bound and whose cost reaches
    /// zero first.
    fn entering(&self, row: usize, sign: f64) -> Option<usize> {
        let mut best: Option<(f64, f64, usize)> = None;
        for (column, &factor) in self.line(row).iter().enumerate() {
            let fixed = self.high[self.nonbasic[column]] == 0.0;
            let moves = if self.at_high[column] { -factor } else { factor };
            if fixed || factor.abs() < SIMPLEX_ZERO || moves * sign > 0.0 {
                continue;
            }
            let ratio = self.costs[column].abs() / factor.abs();
            let better = best.is_none_or(|(least, size, _)| {
                ratio < least - SIMPLEX_ZERO || (ratio <= least + SIMPLEX_ZERO && factor.abs() > size)
            });
            if better {
                best = Some((ratio, factor.abs(), column));
            }
        }
        best.map(|(_, _, column)| column)
    }

    fn pivot(&mut self, row: usize, column: usize, to_high: bool) -> Step {
        let columns = self.columns;
        let factor = self.line(row)[column];
        if !factor.is_finite() {
            return Step::Stuck;
        }
        // The entering variable, solved from its row: (leaving - constant - others) / factor.
        let mut line: Vec<f64> = self.line(row).iter().map(|other| -other / factor).collect();
        line[column] = 1.0 / factor;
        let constant = -self.constants[row] / factor;
        for other in (0..self.basic.len()).filter(|&other| other != row) {
            let by = self.table[other * columns + column];
            if by == 0.0 {
                continue;
            }
            let target = &mut self.table[other * columns..(other + 1) * columns];
            target[column] = 0.0;
            target.iter_mut().zip(&line).for_each(|(entry, add)| *entry += by * add);
            self.constants[other] += by * constant;
        }
        let by = self.costs[column];
        self.costs[column] = 0.0;
        self.costs.iter_mut().zip(&line).for_each(|(entry, add)| *entry += by * add);
        self.table[row * columns..(row + 1) * columns].copy_from_slice(&line);
        self.constants[row] = constant;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        self.at_high[column] = to_high;
        Step::Taken
    }

    /// The factor of each row in the current objective.
    fn bounding(&self) -> Vec<f64> {
        let mut factors = vec![0.0; self.basic.len()];
        for (column, &variable) in self.nonbasic.iter().enumerate().filter(|(_, variable)| **variable >= self.columns) {
            factors[variable - self.columns] = self.costs[column];
        }
        factors
    }

    /// The factor of each row in the sum which shows that a basic variable cannot be brought within its bounds.
    fn refuting(&self, row: usize, sign: f64) -> Vec<f64> {
        let mut factors = vec![0.0; self.basic.len()];
        for (column, &variable) in self.nonbasic.iter().enumerate().filter(|(_, variable)| **variable >= self.columns) {
            factors[variable - self.columns] = sign * self.line(row)[column];
        }
        if self.basic[row] >= self.columns {
            factors[self.basic[row] - self.columns] = -sign;
        }
        factors
    }

    /// The current values of the program's variables that are not fixed.
    fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.columns];
        for (column, &variable) in self.nonbasic.iter().enumerate().filter(|(_, variable)| **variable < self.columns) {
            values[variable] = self.standing(column);
        }
        for row in (0..self.basic.len()).filter(|&row| self.basic[row] < self.columns) {
            let sum: f64 = (0..self.columns).map(|column| self.line(row)[column] * self.standing(column)).sum();
            values[self.basic[row]] = self.constants[row] + sum;
        }
        values
    }
}
