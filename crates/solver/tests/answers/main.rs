//! Answers of the whole chain compared with brute force, evaluation and another solver.

mod checked;
mod enumeration;
mod equalities;
mod flat;
mod floats;
mod foreign;
mod forms;
mod generate;
mod in_run;
mod limits;
mod logged;
mod operators;
mod portfolio;
mod renaming;
mod sets;
mod slices;
mod tuned;
mod wide;
mod without;

use expr::{Evaluator, Op, Pool};
use solver::{PathCondition, Solver};

/// How many questions a stage answered.
fn answered(solver: &Solver, stage: &str) -> u64 {
    counter(solver, &format!("{stage}.answered"))
}

/// The counter with this dotted name, given without the prefix.
fn counter(solver: &Solver, name: &str) -> u64 {
    let counters = solver.statistics().counters();
    let found = counters.iter().find(|(dotted, _)| dotted.strip_prefix("solver.") == Some(name));
    found.unwrap_or_else(|| panic!("no counter {name}")).1
}

/// Evaluates every constraint of the path under its model.
fn check_model(pool: &Pool, path: &PathCondition) {
    let mut evaluator = Evaluator::new();
    for constraint in path.assumed() {
        assert!(evaluator.is_true(pool, path.model(), constraint), "the model breaks {}", pool.display(constraint));
        // The parts of a conjunction are constraints of their own, and what has a value is none.
        let node = pool.node(constraint);
        let is_conjunction = node.op == Op::And || node.op == Op::Not && pool.node(node.arg(0)).op == Op::Or;
        let has_value = pool.support(constraint).is_empty();
        assert!(is_conjunction || has_value || path.contains(pool, constraint));
    }
}
