//! Scripts with bounded quantifiers, as logs and other programs write them, have the answers of their expansion.
//!
//! `PLEACH_RANDOM_SEED` chooses other scripts, `PLEACH_RANDOM_CASES` how many there are.

use expr::{Definitions, ExprId, Pool};
use front_smt::{Config, Session};
use solver::{Answer, PathCondition, Solver, Technique};
use test_support::QuantifiedQuestions;

/// The number of scripts.
const SCRIPTS: u64 = 60;

/// Other ways to write the same ranges.
const SPELLINGS: &[(&str, &str)] =
    &[("(bvule #x0000000000000001 ", "(bvult #x0000000000000000 "), ("(=> (and ", "(=> true (and ")];

fn answer(script: &str) -> String {
    let solver = solver::Config::default().without(Technique::External);
    let mut session = Session::new(Config { solver, ..Config::default() });
    let mut output = Vec::new();
    session.run(&mut script.as_bytes(), &mut output).expect("memory can be read and written");
    String::from_utf8(output).expect("text")
}

fn expected(pool: &mut Pool, conditions: &[ExprId]) -> &'static str {
    let mut solver = Solver::new(solver::Config::bare());
    let mut path = PathCondition::new();
    for &condition in conditions {
        let expanded = pool.expanded(condition);
        match solver.assume(pool, &path, expanded) {
            Answer::Sat(longer) => path = longer,
            Answer::Unsat => return "unsat\n",
            Answer::Unknown(reason) => panic!("{reason:?}"),
        }
    }
    "sat\n"
}

#[test]
fn answers_are_those_of_the_expansion() {
    for seed in 0..test_support::cases().unwrap_or(SCRIPTS) {
        let mut pool = Pool::new();
        let mut questions = QuantifiedQuestions::new(&mut pool, seed, 5);
        let conditions: Vec<ExprId> = (0..4).map(|_| questions.condition(&mut pool)).collect();
        let expected = expected(&mut pool, &conditions);
        let script = expr::smt2_script(&pool, &conditions);
        assert_eq!(answer(&script), expected, "{script}");
        let (from, to) = SPELLINGS[seed as usize % SPELLINGS.len()];
        let other = script.replace(from, to);
        assert_eq!(answer(&other), expected, "{other}");
        // As a log, with arrays for wide inputs.
        let (mut log, mut definitions) = (String::new(), Definitions::new());
        for &condition in &conditions {
            let claim = definitions.claim(&pool, condition, &mut log);
            log.push_str(&format!("(assert {claim})\n"));
        }
        log.push_str("(check-sat)\n");
        assert_eq!(answer(&log), expected, "{log}");
    }
}
