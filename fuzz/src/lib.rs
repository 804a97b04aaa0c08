//! Targets for fuzzing: everything that reads a file, each as a function of bytes, and a driver of our own that
//! needs only a stable compiler.
//!
//! A target must accept any bytes: a panic, a stack overflow, and a case that takes a minute or gigabytes are
//! defects. A target only says whether a case was understood; such cases are kept and mutated further. The
//! driver is deterministic: the same seed makes the same cases.
//!
//! With libFuzzer, a target is `fuzz_target!(|bytes: &[u8]| { fuzz::target("smt").expect("known").run(bytes); })`.

mod corpus;
mod drive;
mod mutate;
mod targets;
mod watchdog;

pub use drive::{Effort, Found, drive};
pub use targets::{TARGETS, Target, target};
