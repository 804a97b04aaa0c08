//! Programs: variables with bounds, and rows.

use crate::tuning::ROWS;

/// Integer variables with bounds, and the rows that they must satisfy.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// The least and the greatest value of each variable, both included.
    pub bounds: Vec<(i128, i128)>,
    /// The rows, all of which must hold.
    pub rows: Vec<Row>,
}

/// A linear sum of variables and its relation to a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    terms: Vec<(u32, i128)>,
    relation: Relation,
    number: i128,
}

/// The relation of a row's sum to its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// The sum is at most the number.
    AtMost,
    /// The sum equals the number.
    Equal,
}

/// A set of rows of a program, by index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RowSet([u64; ROWS / 64]);

impl Program {
    /// Adds a variable and returns its index.
    pub fn variable(&mut self, low: i128, high: i128) -> u32 {
        self.bounds.push((low, high));
        self.bounds.len() as u32 - 1
    }

    /// The least and the greatest value of a sum within the bounds; `None` if they overflow.
    pub fn range(&self, terms: &[(u32, i128)]) -> Option<(i128, i128)> {
        let mut range = (0i128, 0i128);
        for &(variable, factor) in terms {
            let (low, high) = *self.bounds.get(variable as usize)?;
            let (at_low, at_high) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
            range.0 = range.0.checked_add(at_low.min(at_high))?;
            range.1 = range.1.checked_add(at_low.max(at_high))?;
        }
        Some(range)
    }
}

impl Row {
    /// A row in normal form: each variable occurs once, in order, with a factor other than zero, and the factors
    /// have no common divisor. Dividing an inequality by a common divisor rounds its number down. An equality
    /// whose number is not divisible never holds and is kept as it is.
    pub fn new(terms: impl IntoIterator<Item = (u32, i128)>, relation: Relation, number: i128) -> Row {
        let mut terms: Vec<(u32, i128)> = terms.into_iter().collect();
        terms.sort_unstable_by_key(|term| term.0);
        terms.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        terms.retain(|term| term.1 != 0);
        let divisor = terms.iter().fold(0, |divisor, term| gcd(divisor, term.1.unsigned_abs()));
        let divisor = i128::try_from(divisor).unwrap_or(1);
        if divisor > 1 && (relation == Relation::AtMost || number % divisor == 0) {
            terms.iter_mut().for_each(|term| term.1 /= divisor);
            return Row { terms, relation, number: number.div_euclid(divisor) };
        }
        Row { terms, relation, number }
    }

    /// The variables with their factors, in order.
    pub fn terms(&self) -> &[(u32, i128)] {
        &self.terms
    }

    /// The relation of the sum to the number.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The number that the sum is compared with.
    pub fn number(&self) -> i128 {
        self.number
    }

    /// Whether it is an equality that no integers can satisfy.
    pub(crate) fn is_indivisible(&self) -> bool {
        let divisor = self.terms.iter().fold(0, |divisor, term| gcd(divisor, term.1.unsigned_abs()));
        self.relation == Relation::Equal && divisor > 1 && !self.number.unsigned_abs().is_multiple_of(divisor)
    }
}

impl RowSet {
    /// The set of one row.
    pub fn single(row: usize) -> RowSet {
        let mut set = RowSet::default();
        set.insert(row);
        set
    }

    /// Adds a row.
    pub fn insert(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    /// Adds the rows of another set.
    pub fn unite(&mut self, other: &RowSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }

    /// The indices of the rows, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..ROWS).filter(|&row| self.0[row / 64] >> (row % 64) & 1 == 1)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
