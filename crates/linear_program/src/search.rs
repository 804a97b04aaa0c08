//! The least value of an objective, or that there is none: bounds are narrowed, certificates looked for, and where a value stays
//! fractional the program is split.
//!
//! The part with the least bound is split next, within a budget; the least bound of all parts is the answer. A part is over
//! when it is refuted. There is no search for solutions: a bound may be too low, never too high.

use crate::certificate::Certificate;
use crate::program::{Program, ROWS, RowSet};
use crate::propagate::{Conflict, Domain, propagate};
use crate::round::multiples;
use crate::simplex::propose;

/// So near to an integer is an integer.
const WHOLE: f64 = 1e-6;
/// What narrowing bounds and checking a certificate cost for a term of a row, about, in multiplications.
const TERM: u64 = 60;
/// Programs with more variables than this are not reasoned about.
const VARIABLES: usize = 400;

/// What is known of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Least {
    /// It is at least this, if the program has a solution.
    AtLeast(i128),
    /// The program has no solution, and these rows suffice to see it.
    Infeasible(RowSet),
}

/// An answer, and a point that may hint at more.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What is known of the objective.
    pub least: Least,
    /// Values of all variables at which the objective is about least if they need not be integers. Only a hint.
    pub point: Option<Vec<f64>>,
}

/// How much may be computed, in multiplications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    left: u64,
}

impl Effort {
    /// So many multiplications.
    pub fn new(left: u64) -> Effort {
        Effort { left }
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether there are none left: what is computed without any may be less than could be found.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Takes some away; says whether there were enough.
    pub fn spend(&mut self, some: u64) -> bool {
        let enough = self.left >= some;
        self.left = self.left.saturating_sub(some);
        enough
    }
}

/// A part of the program that is not refuted.
struct Part {
    domains: Vec<Domain>,
    bound: i128,
    /// A variable and a value that it would have between two integers.
    split: Option<(usize, i128)>,
    point: Option<Vec<f64>>,
}

impl Program {
    /// A bound of the objective from below, with so many splits at most. The objective's variables stand in it once.
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

    /// The rows that refute the program, if it is seen to have no solution.
    pub fn refutation(&self, splits: usize, effort: &mut Effort) -> Option<RowSet> {
        match self.least(&[], splits, effort)?.least {
            Least::Infeasible(rows) => Some(rows),
            Least::AtLeast(_) => None,
        }
    }

    /// The bounds of all variables that the rows leave, one row at a time; or the rows that leave nothing.
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

    /// A part with its bound, or the rows that refute it; no answer at all if numbers get too large.
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

/// Of the variables whose value is no integer, the one with the fewest values, and the integer below.
fn fractional(domains: &[Domain], point: &[f64]) -> Option<(usize, i128)> {
    let open = (0..point.len()).filter(|&place| {
        let value = point[place];
        value.abs() < 1e15 && (value - value.round()).abs() > WHOLE
    });
    let place = open.min_by_key(|&place| domains[place].high - domains[place].low)?;
    let below = point[place].floor() as i128;
    (below >= domains[place].low && below < domains[place].high).then_some((place, below))
}
