//! What the tests of several crates share: random numbers, Z3, lists of identities, and an observer of runs.
//!
//! Tests alone may depend on it (`cargo xtask check`), so nothing here is part of what is shipped. Without the feature `exec` it stands on
//! nothing, and the tests of every crate can use it, those of `bv` too.

mod identities;
#[cfg(feature = "exec")]
mod observer;
mod random;
mod z3;

pub use identities::{IDENTITY_WIDTHS, Identity, identities, identity_symbols};
#[cfg(feature = "exec")]
pub use observer::{Collector, module};
pub use random::{Number, Random, cases, round};
pub use z3::{GAVE_UP, Z3};
