//! The run directory: tests, predictions, error files, summary and statistics; and the native replay of tests.
//!
//! **Invariant:** nothing here prints, and only `summary.json`, `statistics.json` and `info` hold times.

pub mod found;
pub mod headers;
pub mod ktest;
pub mod lcov;
pub mod place;
pub mod prediction;
pub mod replay;
pub mod value;

pub mod archive;
mod batch;
pub mod costs;
pub mod coverage;
pub mod decisions;
mod error_file;
mod exit_line;
#[cfg(test)]
mod formatted;
mod lines;
pub mod query_log;
mod recorder;
mod run_dir;
#[cfg(test)]
mod sample;
mod scribe;
mod suffix;
pub mod summary;
pub mod toolchain;
pub mod tuning;
mod writer;

pub use crate::tuning::FILES;
pub use batch::TestId;
pub use decisions::DecisionsFile;
pub use ktest::{KTest, KTestError, Object};
pub use place::Places;
pub use prediction::{End, Entry, Prediction, Predictions};
pub use recorder::{COVERAGE, Recorder, Recording, WRONG_ANSWER};
pub use run_dir::RunDir;
pub use scribe::Common;
pub use summary::{About, Finding, Summary};
pub use writer::{Gate, Held};
