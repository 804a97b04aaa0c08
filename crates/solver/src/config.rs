//! The configuration of a solver: switches and limits.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::ArrayAxioms;

use crate::chain::{Technique, Techniques};
use crate::sat_costs::SatCosts;
use crate::tuning::{QUESTION_CONFLICTS, QUESTION_MEMORY, QUESTION_SECONDS, Tuning};
use crate::value_sets::ValueSets;

/// Switches and limits of a [`Solver`](crate::Solver). A switch changes cost, never an answer.
#[derive(Clone, Debug)]
pub struct Config {
    /// The techniques that are not switched off. Some are of use only together with others: see
    /// [`Config::uses`].
    pub techniques: Techniques,
    /// Which axioms about arrays may be left out. It is for the pool that goes with the solver
    /// ([`Pool::set_array_axioms`](expr::Pool::set_array_axioms)).
    pub array_axioms: ArrayAxioms,
    /// Which procedure reasons about sets of values.
    pub value_sets: ValueSets,
    /// Check every answer against the question as it was written. The pool must keep the written terms
    /// ([`Pool::with_shadow`](expr::Pool::with_shadow)).
    pub check_answers: bool,
    /// Keep a log of all questions, to be taken with [`Solver::take_log`](crate::Solver::take_log).
    pub log_queries: bool,
    /// Also ask a fresh SAT solver each question that is translated to clauses, and note here what both took.
    pub sat_costs: Option<SatCosts>,
    /// Answer wrongly on purpose.
    pub defect: Option<Defect>,
    /// The most conflicts the SAT solver may meet in one question.
    pub conflicts: Option<u64>,
    /// The time limit for one question, a backstop behind the count of conflicts.
    pub question_time: Option<Duration>,
    /// When the whole run ends: no question goes on beyond it.
    pub run_deadline: Option<Instant>,
    /// The most bytes that the encoding of one question may take, roughly.
    pub question_memory: Option<usize>,
    /// When another thread sets it, the current question and all later ones end.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The SMT-LIB solvers to ask; if `None`, the well-known ones in the search path.
    pub programs: Option<Vec<Program>>,
    /// The other numbers that decide cost.
    pub tuning: Tuning,
    /// Those for the pool that goes with the solver ([`Pool::set_tuning`](expr::Pool::set_tuning)).
    pub expr_tuning: expr::Tuning,
}

/// An SMT-LIB solver: a program that reads a script from its standard input and prints the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The path of the executable.
    pub path: PathBuf,
    /// The arguments that make it read a script from standard input.
    pub arguments: Vec<String>,
}

/// A wrong stage before all others, to test the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    /// It refutes every question.
    Refutes,
    /// It claims that the path's own model is a model of every question.
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
            conflicts: Some(QUESTION_CONFLICTS),
            question_time: Some(Duration::from_secs(QUESTION_SECONDS)),
            run_deadline: None,
            question_memory: Some(QUESTION_MEMORY),
            cancel: None,
            programs: None,
            tuning: Tuning::default(),
            expr_tuning: expr::Tuning::default(),
        }
    }
}

impl Config {
    /// Only slices and the SAT solver: every question that the path's model does not answer is encoded.
    pub fn bare() -> Config {
        Config { techniques: Techniques::bare(), value_sets: ValueSets::Off, ..Config::default() }
    }

    /// The same configuration with a technique.
    #[must_use]
    pub fn with(self, technique: Technique) -> Config {
        Config { techniques: self.techniques.with(technique), ..self }
    }

    /// The same configuration without a technique, and without the techniques that need it.
    #[must_use]
    pub fn without(self, technique: Technique) -> Config {
        Config { techniques: self.techniques.without(technique), ..self }
    }
}
