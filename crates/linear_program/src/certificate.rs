//! Certificates: rows added up in exact arithmetic.
//!
//! The sum of rows `a x <= b`, with factors that are not negative, and of equalities, with any factors, is a row
//! that holds as well. If the least value of its left side within the bounds exceeds its number, there is no
//! solution. For an objective, the least value of the objective plus that row's left side, minus its number, is a
//! lower bound.

use dashu_int::{IBig, UBig};

use crate::program::{Relation, Row, RowSet};
use crate::propagate::Domain;
use crate::round::Multiples;

/// Factors of rows, with admissible signs.
pub(crate) struct Certificate<'a> {
    rows: &'a [Row],
    factors: Vec<IBig>,
    one: UBig,
}

impl<'a> Certificate<'a> {
    /// Takes any factors: one with an inadmissible sign is replaced by zero.
    pub(crate) fn new(rows: &'a [Row], multiples: Multiples) -> Certificate<'a> {
        let zero = IBig::from(0u8);
        let clip = |(row, factor): (&Row, IBig)| {
            if row.relation() == Relation::AtMost && factor < zero { IBig::from(0u8) } else { factor }
        };
        let factors = rows.iter().zip(multiples.numbers).map(clip).collect();
        Certificate { rows, factors, one: multiples.one }
    }

    /// The rows that refute the program within the bounds, if these factors refute it.
    pub(crate) fn refutation(&self, domains: &[Domain]) -> Option<RowSet> {
        let (least, by) = self.least(domains, &[]);
        (least > IBig::from(0u8)).then_some(by)
    }

    /// A lower bound of the objective, rounded up because its values are integers.
    pub(crate) fn bound(&self, domains: &[Domain], objective: &[(u32, i128)]) -> Option<i128> {
        let (least, _) = self.least(domains, objective);
        let one = IBig::from(self.one.clone());
        let (quotient, remainder) = (&least / &one, &least % &one);
        // Division truncates towards zero, which rounds negative numbers up.
        let ceiling = if remainder > IBig::from(0u8) { quotient + 1 } else { quotient };
        i128::try_from(ceiling).ok()
    }

    /// The least value of the objective (in multiples of `one`) plus all rows, minus their numbers, and the rows
    /// it depends on.
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
