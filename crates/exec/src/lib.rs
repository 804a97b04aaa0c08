//! The executor: states, steps, forks, calls, searchers, limits, and how paths end.
//!
//! **Invariant.** The executor names no front end, prints nothing and writes nothing: results go to an [`Observer`].
//!
//! A step either completes or is interrupted: the path ends, or it forks. After a fork that is not a branch (a
//! pointer with several targets, a switch, a model's decision) both sides run the same instruction again, each
//! with its side of the condition assumed. So every instruction makes its decisions before its effects, and a
//! path is determined by the sides it took.

mod access;
mod attempt;
mod call;
mod callers;
mod code;
mod config;
mod costs;
mod coverage;
mod decide;
mod decision;
mod distance;
mod endless;
mod explore;
mod fast;
mod finish;
mod follow;
mod give_up;
mod history;
mod inputs;
mod jump;
mod leaks;
mod ledger;
mod machine;
mod memory_limit;
mod merge;
mod outcome;
mod process;
mod provenance;
mod race;
mod ready;
mod rng;
mod run;
mod search;
mod setup;
mod shared_set;
mod sizes;
mod slot_costs;
mod slots;
mod state;
mod step;
mod strings;
mod trace;
mod tree;
pub mod tuning;
mod uninitialized;
mod unwind;
mod worker;

pub use config::{
    Config, ExternalCalls, Limits, MemoryModelKind, MergedTerms, Merging, Search, SizeMode, Technique, Tests,
    Uninitialized,
};
pub use costs::{CostReport, DEFAULT_LIMIT_COST, Join, StaticCosts, static_costs};
pub use coverage::{LIBRARY_PREFIX, is_library_file};
pub use decision::{
    Choice, Decision, Decisions, Filling, Moment, Others, Part, Trail, decisions_text, parse_decisions,
};
pub use expr::ArrayAxioms;
pub use follow::{Followed, Step, follow};
pub use outcome::{
    Coverage, Frame, Input, Limit, Location, Observer, PathEnd, Progress, Questions, RunResult, Termination, Time,
};
pub use process::{machine_memory, resident_memory};
pub use run::{RunError, run};
pub use sizes::Capacities;
pub use solver::{Checks, Defect, LogChunk, Technique as SolverTechnique, ValueSets, WrongAnswer};
pub use strings::OUTSIDE_STRING;
pub use tuning::Tuning;
