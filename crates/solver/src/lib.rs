//! The solver: can a condition hold on a path?
//!
//! A [`PathCondition`] is a persistent value that belongs to a path: its constraints, split into independent
//! slices, and one model of them. [`Solver::branch`] asks whether both sides of a condition can happen and
//! gives the path conditions of the sides that can. The question goes through a chain of stages, cheapest first
//! (see [`solver`]); the last ones translate to clauses for a SAT solver and ask foreign SMT solvers. The
//! solver never sees an execution state.
//!
//! **Invariant**: every model is evaluated on the constraints and the question before it leaves the chain, and
//! running out of a limit is [`Answer::Unknown`], never an answer.

#[cfg(test)]
mod all_values;
mod answer;
mod blast;
mod bound;
mod byte_orders;
mod chain;
mod check;
mod classes;
mod config;
mod constraints;
mod equalities;
mod independent;
mod lemmas;
mod linear;
mod log;
mod narrowed;
mod normal_form;
mod order;
mod path;
mod patience;
mod precheck;
mod products;
mod quantifiers;
mod query;
mod race;
mod ranges;
mod readers;
mod replay;
mod sat;
mod sat_costs;
mod shared;
mod solver;
mod sorted;
mod stage;
mod statistics;
mod sums;
mod term_sets;
pub mod tuning;
mod value_sets;
mod verdict;

pub use crate::tuning::Tuning;
pub use answer::{Answer, Branch, Unknown};
pub use chain::{Technique, Techniques};
pub use check::WrongAnswer;
pub use config::{Config, Defect, Program};
pub use independent::independent;
pub use lemmas::Lemmas;
pub use log::LogChunk;
pub use path::PathCondition;
pub use replay::{Replay, ReplayError, ReplayReport, ReplayedStage, Translated};
pub use sat::SatWork;
pub use sat_costs::{SatCost, SatCosts, SatSpent};
pub use solver::Solver;
pub use statistics::{Checks, StageStatistics, Statistics};
pub use value_sets::ValueSets;
