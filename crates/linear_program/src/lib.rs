//! Integer linear programs over bounded variables, decided by certificates.
//!
//! A [`Program`] has variables with bounds and rows that sums of them satisfy. [`Program::least`] refutes it or bounds an objective
//! from below. A simplex procedure in floating point ([`simplex`]) only *proposes* by which factors rows are to be added up;
//! [`round`] makes fractions of its numbers, and [`certificate`] adds the rows up in exact arithmetic. As every variable is
//! bounded, any factors of the right sign give a valid bound, so that bad proposals cost tightness, never truth. Between, bounds
//! are narrowed by rows with integers in mind ([`propagate`]), and where a value stays fractional, the program is split there
//! ([`search`]); every part has its own certificate.
//!
//! **Invariant**: what is claimed was computed in integers. **Invariant**: no clock, no random choice and no order of a hash
//! table: equal programs have equal answers.

mod certificate;
mod program;
mod propagate;
mod round;
mod search;
mod simplex;
#[cfg(test)]
mod tests;

pub use program::{Program, Relation, Row, RowSet};
pub use search::{Answer, Effort, Least};
