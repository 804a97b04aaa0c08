//! Targets for fuzzing: everything that reads a file, each as one function of bytes, and a driver of our own that needs nothing but
//! a stable compiler.
//!
//! A target must take any bytes: a panic, a stack that overflows, a case that takes a minute or gigabytes is a defect. What it
//! says of a case is only whether it was understood; such cases are kept and changed further. The driver is deterministic: the
//! same seed makes the same cases.
//!
//! With libFuzzer, a target is `fuzz_target!(|bytes: &[u8]| { fuzz::target("smt").expect("known").run(bytes); })`.

mod corpus;
mod drive;
mod mutate;
mod targets;
mod watchdog;

pub use drive::{Effort, Found, drive};
pub use targets::{TARGETS, Target, target};
