//! Random scripts of QF_BV and QF_ABV: against Z3, against a reference evaluator, and against themselves rewritten.
//!
//! `grow.rs` makes scripts as plain trees (`tree.rs`) that are printed as SMT-LIB (`text.rs`) and have a meaning of their
//! own (`meaning.rs`) that shares nothing with the crate under test but concrete bit-vectors. `compare.rs` runs them
//! through a session in this process and through Z3, `shrink.rs` makes a script that fails smaller.
//!
//! `PLEACH_RANDOM_SEED` chooses other scripts, `PLEACH_RANDOM_CASES` how many questions are asked.

mod compare;
mod grow;
mod meaning;
mod reply;
mod rewrite;
mod shrink;
mod text;
mod tree;
mod variants;
