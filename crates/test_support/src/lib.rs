//! Code that the tests of several crates share: random numbers, Z3, lists of identities, and an observer of
//! runs.
//!
//! Only tests may depend on it (`cargo xtask check`), so nothing here is shipped. Without the feature `exec` it
//! has no dependencies, so that the tests of every crate can use it, even those of `bv`.

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
