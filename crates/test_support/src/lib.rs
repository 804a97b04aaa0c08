//! Code that the tests of several crates share: random numbers, Z3, lists of identities, random questions with
//! quantifiers, and an observer of runs.
//!
//! Only tests may depend on it (`cargo xtask check`), so nothing here is shipped. Without the features `exec` and `expr` it
//! has no dependencies, so that the tests of every crate can use it, even those of `bv`.

mod identities;
#[cfg(feature = "exec")]
mod observer;
#[cfg(feature = "expr")]
mod quantified;
mod random;
mod z3;

pub use identities::{IDENTITY_WIDTHS, Identity, identities, identity_symbols};
#[cfg(feature = "exec")]
pub use observer::{Collector, module};
#[cfg(feature = "expr")]
pub use quantified::QuantifiedQuestions;
pub use random::{Number, Random, cases, round};
pub use z3::{GAVE_UP, Z3};
