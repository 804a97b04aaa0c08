//! What can be switched and limited.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use expr::ArrayAxioms;

use crate::sat_costs::SatCosts;
use crate::value_sets::ValueSets;

/// Switches and limits of a [`Solver`](crate::Solver). A switch changes cost, never an answer.
#[derive(Clone, Debug)]
pub struct Config {
    /// Look at the condition and the constraints as written before anything else.
    pub syntactic: bool,
    /// Pass on only the constraints that share symbol bytes with the question, directly or through others.
    pub slices: bool,
    /// Put what the constraints fix into the question.
    pub equalities: bool,
    /// Which axioms about arrays may be left out: for the pool that is made for the solver
    /// ([`Pool::set_array_axioms`](expr::Pool::set_array_axioms)).
    pub array_axioms: ArrayAxioms,
    /// Which procedure reasons about sets of values.
    pub value_sets: ValueSets,
    /// Decide comparisons by the order they imply; the published procedures about values go without it.
    pub order: bool,
    /// Remember the answers to exact questions.
    pub cache: bool,
    /// Remember which constraints refuted a question and look for them among the constraints of others.
    pub unsat_cores: bool,
    /// Remember the answers to questions up to which input bytes they are about.
    pub normal_cache: bool,
    /// Try the models found last.
    pub recent_models: bool,
    /// Remember which constraints held together and look for those of a question among them.
    pub supersets: bool,
    /// Refute questions about reads of arrays by integer linear programming.
    pub array_precheck: bool,
    /// Go through the classes of inputs that a question about tables does not tell apart.
    pub classes: bool,
    /// Try to change the path's model until the question holds.
    pub repair: bool,
    /// Translate to clauses and ask the SAT solver.
    pub bit_blast: bool,
    /// Hand what the SAT solver gave up on to the SMT-LIB solvers of the machine.
    pub external: bool,
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
            syntactic: true,
            slices: true,
            equalities: true,
            array_axioms: ArrayAxioms::default(),
            value_sets: ValueSets::Full,
            order: true,
            cache: true,
            unsat_cores: true,
            normal_cache: true,
            recent_models: true,
            supersets: true,
            array_precheck: true,
            classes: true,
            repair: true,
            bit_blast: true,
            external: true,
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
        Config {
            syntactic: false,
            equalities: false,
            value_sets: ValueSets::Off,
            order: false,
            cache: false,
            unsat_cores: false,
            normal_cache: false,
            recent_models: false,
            supersets: false,
            array_precheck: false,
            classes: false,
            repair: false,
            external: false,
            ..Config::default()
        }
    }
}
