//! Random scripts of QF_BV and QF_ABV: compared with Z3, with a reference evaluator, and with rewritten versions
//! of themselves.
//!
//! `grow.rs` makes scripts as plain trees (`tree.rs`). They are printed as SMT-LIB (`text.rs`) and evaluated by a
//! reference (`meaning.rs`) that shares only concrete bit-vectors with the crate under test. `compare.rs` runs
//! them through a session in this process and through Z3; `shrink.rs` reduces a script that fails.
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
