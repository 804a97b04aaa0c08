//! What can be switched and limited.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::ArrayAxioms;

use crate::chain::{Technique, Techniques};
use crate::sat_costs::SatCosts;
use crate::value_sets::ValueSets;

/// Switches and limits of a [`Solver`](crate::Solver). A switch changes cost, never an answer.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is not switched off. Some of it is of use only together with others: [`Config::uses`] knows.
    pub techniques: Techniques,
    /// Which axioms about arrays may be left out: for the pool that is made for the solver
    /// ([`Pool::set_array_axioms`](expr::Pool::set_array_axioms)).
    pub array_axioms: ArrayAxioms,
    /// Which procedure reasons about sets of values.
    pub value_sets: ValueSets,
    /// Check every answer against the question as it was written; the pool must keep that
    /// ([`Pool::with_shadow`](expr::Pool::with_shadow)).
    pub check_answers: bool,
    /// Make a log of all questions, to be taken with [`Solver::take_log`](crate::Solver::take_log).
    pub log_queries: bool,
    /// Ask a SAT solver made for it each question that is translated to clauses, too, and note here what both took.
    pub sat_costs: Option<SatCosts>,
    /// Answer wrongly on purpose.
    pub defect: Option<Defect>,
    /// How many conflicts the SAT solver may meet in one question.
    pub conflicts: Option<u64>,
    /// How long one question may take, the backstop behind the count of conflicts.
    pub question_time: Option<Duration>,
    /// When the whole run ends: no question goes on past it.
    pub run_deadline: Option<Instant>,
    /// How many bytes the encoding of one question may take, roughly.
    pub question_memory: Option<usize>,
    /// Set by another thread, it ends the question under way and all later ones.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The SMT-LIB solvers to ask; if nothing is said, the well-known ones in the search path.
    pub programs: Option<Vec<Program>>,
    /// How long the SMT-LIB solvers may take over one question, as far as `question_time` leaves it to them.
    pub external_time: Option<Duration>,
    /// How many bytes of address space each SMT-LIB solver may take.
    pub external_memory: Option<u64>,
    /// How many questions the cache holds.
    pub cache_entries: usize,
    /// How many SAT solvers are kept, each with the terms of questions that share constraints.
    pub instances: usize,
}

/// An SMT-LIB solver: a program that reads a script from its standard input and prints the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Where it is.
    pub path: PathBuf,
    /// What makes it read a script from standard input.
    pub arguments: Vec<String>,
}

/// A wrong stage in front of all others, for tests of the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    /// It refutes every question.
    Refutes,
    /// It takes the path's own model for a model of every question.
    Accepts,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            techniques: Techniques::all(),
            array_axioms: ArrayAxioms::default(),
            value_sets: ValueSets::Full,
            check_answers: false,
            log_queries: false,
            sat_costs: None,
            defect: None,
            conflicts: Some(200_000),
            question_time: Some(Duration::from_secs(120)),
            run_deadline: None,
            question_memory: Some(1 << 30),
            cancel: None,
            programs: None,
            external_time: Some(Duration::from_secs(60)),
            external_memory: Some(4 << 30),
            cache_entries: 1 << 16,
            instances: 8,
        }
    }
}

impl Config {
    /// Nothing but slices and the SAT solver: every question that the path's model does not answer is encoded.
    pub fn bare() -> Config {
        Config { techniques: Techniques::bare(), value_sets: ValueSets::Off, ..Config::default() }
    }

    /// The same with a technique.
    #[must_use]
    pub fn with(self, technique: Technique) -> Config {
        Config { techniques: self.techniques.with(technique), ..self }
    }

    /// The same without a technique, and without what needs it.
    #[must_use]
    pub fn without(self, technique: Technique) -> Config {
        Config { techniques: self.techniques.without(technique), ..self }
    }
}
