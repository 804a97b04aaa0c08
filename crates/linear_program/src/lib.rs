//! Integer linear programs over bounded variables, decided by certificates.
//!
//! A [`Program`] has variables with bounds, and rows: linear sums of the variables with a relation to a number.
//! [`Program::least`] refutes it or computes a lower bound of an objective. A simplex procedure in floating point
//! (`simplex.rs`) only *proposes* the factors by which rows are multiplied and added up; `round.rs` turns these
//! into fractions, and `certificate.rs` adds up the rows in exact arithmetic. As every variable is bounded, any
//! factors of the right sign give a valid bound: a bad proposal makes the bound weaker, never wrong. Before each
//! proposal, bounds are narrowed by single rows, using that variables are integers (`propagate.rs`); where a value
//! stays fractional, the program is split (`search.rs`), and every part has its own certificate.
//!
//! **Invariant**: every answer was computed in integers. **Invariant**: no clock, no random choice and no order
//! of a hash table: equal programs have equal answers.

mod certificate;
mod program;
mod propagate;
mod round;
mod search;
mod simplex;
#[cfg(test)]
mod tests;
pub mod tuning;

pub use program::{Program, Relation, Row, RowSet};
pub use search::{Answer, Effort, Least};
