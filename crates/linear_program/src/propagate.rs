//! Narrows the bounds of variables by single rows: the range of a row's other variables limits each of its variables.
//!
//! Bounds are integers and are rounded inwards. Each bound records the rows it was derived from, so that a
//! contradiction can name the rows that cause it. A row whose numbers overflow is skipped.

use crate::program::{Relation, Row, RowSet};
use crate::tuning::PROPAGATE_ROUNDS;

/// The bounds of a variable and the rows they were derived from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Domain {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) low_by: RowSet,
    pub(crate) high_by: RowSet,
}

/// Rows that contradict each other within the bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict(pub(crate) RowSet);

impl Domain {
    pub(crate) fn new(low: i128, high: i128) -> Domain {
        Domain { low, high, low_by: RowSet::default(), high_by: RowSet::default() }
    }

    /// The least value of the variable times a factor; `None` if it overflows.
    fn least(&self, factor: i128) -> Option<i128> {
        factor.checked_mul(if factor > 0 { self.low } else { self.high })
    }

    /// The rows of the bound at which the variable times a factor of this sign is least.
    pub(crate) fn least_by(&self, factor_is_positive: bool) -> &RowSet {
        if factor_is_positive { &self.low_by } else { &self.high_by }
    }
}

/// Narrows bounds until nothing changes, or for [`PROPAGATE_ROUNDS`] passes.
pub(crate) fn propagate(rows: &[Row], domains: &mut [Domain]) -> Result<(), Conflict> {
    if let Some(row) = rows.iter().position(Row::is_indivisible) {
        return Err(Conflict(RowSet::single(row)));
    }
    if let Some(empty) = domains.iter().find(|domain| domain.low > domain.high) {
        let mut by = empty.low_by;
        by.unite(&empty.high_by);
        return Err(Conflict(by));
    }
    for _ in 0..PROPAGATE_ROUNDS {
        let mut changed = false;
        for (place, row) in rows.iter().enumerate() {
            changed |= by_row(row, place, 1, domains)?;
            if row.relation() == Relation::Equal {
                changed |= by_row(row, place, -1, domains)?;
            }
        }
        if !changed {
            break;
        }
    }
    Ok(())
}

/// Narrows by "sign * sum <= sign * number" for the sum and number of the row; returns whether anything changed.
fn by_row(row: &Row, place: usize, sign: i128, domains: &mut [Domain]) -> Result<bool, Conflict> {
    let Some(room) = room(row, sign, domains) else { return Ok(false) };
    if room < 0 {
        return Err(Conflict(reasons(row, place, sign, domains, None)));
    }
    let mut changed = false;
    for &(variable, factor) in row.terms() {
        let factor = factor * sign;
        let domain = domains[variable as usize];
        // The variable can be at most this far from the bound at which its term is least.
        let most = room / factor.abs();
        if domain.high.checked_sub(domain.low).is_none_or(|width| width <= most) {
            continue;
        }
        let by = reasons(row, place, sign, domains, Some(variable));
        let domain = &mut domains[variable as usize];
        if factor > 0 {
            (domain.high, domain.high_by) = (domain.low + most, by);
        } else {
            (domain.low, domain.low_by) = (domain.high - most, by);
        }
        changed = true;
    }
    Ok(changed)
}

/// The number of the row minus the least value of its sum, both times `sign`; `None` if that overflows.
fn room(row: &Row, sign: i128, domains: &[Domain]) -> Option<i128> {
    let mut room = row.number().checked_mul(sign)?;
    for &(variable, factor) in row.terms() {
        room = room.checked_sub(domains[variable as usize].least(factor * sign)?)?;
    }
    Some(room)
}

/// The row itself and the rows from which the bounds of its least value were derived, leaving out the variable `but`.
fn reasons(row: &Row, place: usize, sign: i128, domains: &[Domain], but: Option<u32>) -> RowSet {
    let mut by = RowSet::single(place);
    for &(variable, factor) in row.terms().iter().filter(|term| Some(term.0) != but) {
        by.unite(domains[variable as usize].least_by(factor * sign > 0));
    }
    by
}
