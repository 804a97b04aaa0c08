//! Computes a lower bound of an objective, or refutes the program: narrows bounds, looks for certificates, and
//! splits the program where a value stays fractional.
//!
//! The part with the least bound is split next, within a budget; the least bound of all parts is the answer. A
//! refuted part is dropped. There is no search for solutions: a bound may be too low, never too high.

use crate::certificate::Certificate;
use crate::program::{Program, RowSet};
use crate::propagate::{Conflict, Domain, propagate};
use crate::round::multiples;
use crate::simplex::propose;
use crate::tuning::ROWS;
use crate::tuning::{TERM, VARIABLES, WHOLE};

/// What is known of the least value of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Least {
    /// The objective is at least this, if the program has a solution.
    AtLeast(i128),
    /// The program has no solution; these rows suffice to show it.
    Infeasible(RowSet),
}

/// An answer, and a point that may help the caller to find more.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What is known of the objective.
    pub least: Least,
    /// Values of all variables, not necessarily integers, at which the objective is about least. Only a hint.
    pub point: Option<Vec<f64>>,
}

/// A budget of work, counted in multiplications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    left: u64,
}

impl Effort {
    /// A budget of `left` multiplications.
    pub fn new(left: u64) -> Effort {
        Effort { left }
    }

    /// The number of multiplications left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether the budget is used up. An answer computed without any left may be weaker than possible.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Takes `some` multiplications off the budget; returns whether there were enough.
    pub fn spend(&mut self, some: u64) -> bool {
        let enough = self.left >= some;
        self.left = self.left.saturating_sub(some);
        enough
    }
}

/// A part of the program that has not been refuted.
struct Part {
    domains: Vec<Domain>,
    bound: i128,
    /// A variable with a fractional value, and that value rounded down: the place to split.
    split: Option<(usize, i128)>,
    point: Option<Vec<f64>>,
}

impl Program {
    /// A lower bound of the objective, found with at most `splits` splits. Each variable may occur in the
    /// objective once. `None` if the program is too large or numbers overflow.
    pub fn least(&self, objective: &[(u32, i128)], splits: usize, effort: &mut Effort) -> Option<Answer> {
        if self.rows.len() > ROWS || self.bounds.len() > VARIABLES {
            return None;
        }
        let domains = self.bounds.iter().map(|&(low, high)| Domain::new(low, high)).collect();
        let (mut parts, mut refuted) = (Vec::new(), RowSet::default());
        match self.part(domains, objective, effort)? {
            Ok(part) => parts.push(part),
            Err(rows) => refuted = rows,
        }
        for _ in 0..splits {
            let Some(next) = (0..parts.len()).min_by_key(|&place| parts[place].bound) else { break };
            let Some((variable, below)) = parts[next].split else { break };
            if effort.is_spent() {
                break;
            }
            let part = parts.swap_remove(next);
            let (mut lower, mut upper) = (part.domains.clone(), part.domains);
            lower[variable].high = below;
            upper[variable].low = below + 1;
            for domains in [lower, upper] {
                match self.part(domains, objective, effort)? {
                    Ok(new) => parts.push(Part { bound: new.bound.max(part.bound), ..new }),
                    Err(rows) => refuted.unite(&rows),
                }
            }
        }
        let least = parts.into_iter().min_by_key(|part| part.bound);
        Some(match least {
            Some(part) => Answer { least: Least::AtLeast(part.bound), point: part.point },
            None => Answer { least: Least::Infeasible(refuted), point: None },
        })
    }

    /// Rows that refute the program, if a refutation is found.
    pub fn refutation(&self, splits: usize, effort: &mut Effort) -> Option<RowSet> {
        match self.least(&[], splits, effort)?.least {
            Least::Infeasible(rows) => Some(rows),
            Least::AtLeast(_) => None,
        }
    }

    /// The bounds of all variables after narrowing by single rows, or the rows that contradict each other.
    pub fn narrowed(&self) -> Result<Vec<(i128, i128)>, RowSet> {
        if self.rows.len() > ROWS {
            return Ok(self.bounds.clone());
        }
        let mut domains: Vec<Domain> = self.bounds.iter().map(|&(low, high)| Domain::new(low, high)).collect();
        match propagate(&self.rows, &mut domains) {
            Ok(()) => Ok(domains.iter().map(|domain| (domain.low, domain.high)).collect()),
            Err(Conflict(rows)) => Err(rows),
        }
    }

    /// A part with its bound, or the rows that refute it; `None` if numbers overflow.
    fn part(
        &self,
        mut domains: Vec<Domain>,
        objective: &[(u32, i128)],
        effort: &mut Effort,
    ) -> Option<Result<Part, RowSet>> {
        let terms: usize = self.rows.iter().map(|row| row.terms().len() + 1).sum();
        effort.spend(terms as u64 * TERM);
        if let Err(Conflict(rows)) = propagate(&self.rows, &mut domains) {
            return Some(Err(rows));
        }
        let within: Vec<(i128, i128)> = domains.iter().map(|domain| (domain.low, domain.high)).collect();
        let (plain, _) = Program { bounds: within, rows: Vec::new() }.range(objective)?;
        let proposal = propose(&self.rows, &domains, objective, effort);
        let certificate = Certificate::new(&self.rows, multiples(&proposal.factors));
        if proposal.infeasible {
            let rows = certificate.refutation(&domains);
            return Some(rows.map_or(Ok(Part { domains, bound: plain, split: None, point: None }), Err));
        }
        let bound = certificate.bound(&domains, objective).map_or(plain, |bound| bound.max(plain));
        let split = proposal.point.as_ref().and_then(|point| fractional(&domains, point));
        Some(Ok(Part { domains, bound, split, point: proposal.point }))
    }
}

/// Of the variables with a fractional value, the one with the fewest possible values, and its value rounded down.
fn fractional(domains: &[Domain], point: &[f64]) -> Option<(usize, i128)> {
    let open = (0..point.len()).filter(|&place| {
        let value = point[place];
        value.abs() < 1e15 && (value - value.round()).abs() > WHOLE
    });
    let place = open.min_by_key(|&place| domains[place].high - domains[place].low)?;
    let below = point[place].floor() as i128;
    (below >= domains[place].low && below < domains[place].high).then_some((place, below))
}
