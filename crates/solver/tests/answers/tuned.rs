//! Numbers that decide cost: whatever they are set to, answers stay the same, and what they limit is limited.

use std::mem::discriminant;

use solver::{Branch, Config, Solver, Technique, Tuning};

use tuning::{Entry, Value};

use crate::counter;
use crate::generate::Random;
use crate::without::asked_each;

fn plain() -> Config {
    Config::default().without(Technique::External)
}

fn tuned(tuning: Tuning) -> Solver {
    asked_each(Config { tuning, ..plain() }, |_| {})
}

/// The answers to random questions, without their models.
fn answers(config: Config) -> Vec<std::mem::Discriminant<Branch>> {
    let mut all = Vec::new();
    asked_each(config, |answer| all.push(discriminant(answer)));
    all
}

/// A small, the usual or a large value of a number.
fn value(entry: &Entry, choice: u64) -> String {
    let large = match (entry.default, entry.most) {
        (Value::Whole(usual), Value::Whole(most)) => Value::Whole(most.min(8 * usual.max(1))),
        (_, most) => most,
    };
    [entry.least, entry.default, large][choice as usize].to_string()
}

#[test]
fn no_number_changes_an_answer() {
    let expected = answers(plain());
    for round in 0..6 {
        let mut random = Random::of_round(19_000 + round);
        // First all are small, then all are large.
        let mut choice = || if round < 2 { 2 * round } else { random.below(3) };
        let mut config = plain();
        for entry in solver::tuning::table().iter().filter(|entry| entry.tunable) {
            config.tuning.set(&entry.name, &value(entry, choice())).expect("a value in range");
        }
        for entry in expr::tuning::table().iter().filter(|entry| entry.tunable) {
            config.expr_tuning.set(&entry.name, &value(entry, choice())).expect("a value in range");
        }
        let numbers = (config.tuning, config.expr_tuning);
        assert!(answers(config) == expected, "{numbers:?}");
    }
}

#[test]
fn what_is_limited_counts_less() {
    let count = |tuning: Tuning, name: &str| counter(&tuned(tuning), name);
    let usual = Tuning::DEFAULT;
    let less = |tuning: Tuning, name: &str| {
        let (before, now) = (count(usual, name), count(tuning, name));
        assert!(now < before, "{name}: {now}, by default {before}");
        now
    };
    assert_eq!(less(Tuning { repair_moves: 0, ..usual }, "repair.moves"), 0);
    assert_eq!(less(Tuning { recent_bytes: 1, ..usual }, "recent_models.answered"), 0);
    assert_eq!(less(Tuning { linear_constraints: 0, products_constraints: 0, ..usual }, "linear.answered"), 0);
    less(Tuning { classes_credit: 0, ..usual }, "classes.answered");
    less(Tuning { precheck_credit: 0, ..usual }, "array_precheck.tried");
    less(Tuning { symbol_tree: 0, table_tree: 0, run_tree: 0, ..usual }, "bit_blast.axioms_made");
}
