//! Tables of the numbers that decide cost: limits of effort, sizes of caches, thresholds, credits.
//!
//! Each crate that has such numbers declares them once, in its `src/tuning.rs`, with [`table!`]: what the number
//! is, its default, the values that make sense, its unit, and the measurement or the reason behind it. A number
//! that is worth trying is `tunable`: it is a field of the crate's `Tuning`, which its configuration carries, and
//! can be set by name. All others are constants.
//!
//! **Invariant**: such a number changes cost, and which questions stay open; it never makes an answer wrong.

mod entry;
mod nearest;
mod number;
mod table;

pub use entry::{Entry, Error, paragraph, parse};
pub use nearest::nearest;
pub use number::{Number, Value};

/// The reason of a number that was chosen by judgement: nobody has compared it with others.
pub const CHOSEN: &str = "chosen, not measured";
