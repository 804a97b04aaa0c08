//! Certificates: rows added up in exact arithmetic.
//!
//! Rows `a x <= b` with factors that are not negative, and equalities with any factors, add up to a row that holds as well. If its
//! least value within the bounds is greater than its number, there is no solution; and the least value of an objective plus
//! that row, less its number, bounds the objective.

use dashu_int::{IBig, UBig};

use crate::program::{Relation, Row, RowSet};
use crate::propagate::Domain;
use crate::round::Multiples;

/// The factors of rows, with signs that are allowed.
pub(crate) struct Certificate<'a> {
    rows: &'a [Row],
    factors: Vec<IBig>,
    one: UBig,
}

impl<'a> Certificate<'a> {
    /// Whatever the factors are: those with a sign that is not allowed are left out.
    pub(crate) fn new(rows: &'a [Row], multiples: Multiples) -> Certificate<'a> {
        let zero = IBig::from(0u8);
        let clip = |(row, factor): (&Row, IBig)| {
            if row.relation() == Relation::AtMost && factor < zero { IBig::from(0u8) } else { factor }
        };
        let factors = rows.iter().zip(multiples.numbers).map(clip).collect();
        Certificate { rows, factors, one: multiples.one }
    }

    /// The rows that refute the program within the bounds, if these factors show it.
    pub(crate) fn refutation(&self, domains: &[Domain]) -> Option<RowSet> {
        let (least, by) = self.least(domains, &[]);
        (least > IBig::from(0u8)).then_some(by)
    }

    /// A bound of the objective from below, rounded up as its values are integers.
    pub(crate) fn bound(&self, domains: &[Domain], objective: &[(u32, i128)]) -> Option<i128> {
        let (least, _) = self.least(domains, objective);
        let one = IBig::from(self.one.clone());
        let (quotient, remainder) = (&least / &one, &least % &one);
        // Division truncates: towards zero is up for what is negative.
        let ceiling = if remainder > IBig::from(0u8) { quotient + 1 } else { quotient };
        i128::try_from(ceiling).ok()
    }

    /// The least value of the objective (in multiples of one) plus all rows, less their numbers, and the rows in it.
    fn least(&self, domains: &[Domain], objective: &[(u32, i128)]) -> (IBig, RowSet) {
        let mut sums: Vec<IBig> = vec![IBig::from(0u8); domains.len()];
        for &(variable, factor) in objective {
            sums[variable as usize] += IBig::from(self.one.clone()) * factor;
        }
        let mut least = IBig::from(0u8);
        let mut by = RowSet::default();
        for (place, (row, times)) in self.rows.iter().zip(&self.factors).enumerate() {
            if times.is_zero() {
                continue;
            }
            by.insert(place);
            least -= times * row.number();
            for &(variable, factor) in row.terms() {
                sums[variable as usize] += times * factor;
            }
        }
        for (sum, domain) in sums.iter().zip(domains) {
            if sum.is_zero() {
                continue;
            }
            let positive = *sum > IBig::from(0u8);
            least += sum * if positive { domain.low } else { domain.high };
            by.unite(domain.least_by(positive));
        }
        (least, by)
    }
}
