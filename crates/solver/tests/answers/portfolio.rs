//! The race of SMT-LIB solvers: one that lies about a model, hangs, crashes or prints nonsense changes no answer.

use std::time::Duration;

use expr::{Evaluator, ExprId, Pool};
use solver::{Answer, Config, PathCondition, Program, Solver, Technique, Tuning, Unknown};

use crate::{answered, counter};

/// What a wrong solver does, as a shell script.
const NONSENSE: &[&str] = &[
    "exit 0",
    "exit 7",
    "echo unknown",
    "echo '(error \"out of memory\")'; exit 1",
    "echo satisfiable",
    "echo sat",
    "echo sat; echo '((|x| 5))'",
    "echo sat; echo '((|x| #x05) (|x| #x05))'",
    "echo sat; echo '((|x| #xzz))'",
    "echo sat; echo '(((((('",
    "printf '\\377\\376'",
    "cat",
    "echo sat; echo '((|x| #x05))'; kill -SEGV $$",
    "echo unsat; kill -ABRT $$",
    "exec < /dev/null; yes unsat and more",
];
const HANGS: &[&str] = &["exec sleep 1000", "while :; do :; done", "echo sat; exec sleep 1000", "sleep 1000 | cat"];
const LIES: &[&str] = &["echo sat; echo '((|x| #x00))'", "cat > /dev/null; echo sat; echo '((|x| #b00000001))'"];
const FIVE: &str = "cat > /dev/null; echo sat; echo '((|x| #x05))'";
const UNSAT: &str = "cat > /dev/null; echo unsat; echo '(error \"no model\")'; exit 1";

fn solver_of(scripts: &[&str], time: Duration) -> Solver {
    let shell =
        |script: &&str| Program { path: "/bin/sh".into(), arguments: vec!["-c".to_owned(), (*script).to_owned()] };
    let programs = Some(scripts.iter().map(shell).collect());
    let tuning = Tuning { external_milliseconds: time.as_millis() as u64, ..Tuning::DEFAULT };
    let config = Config { tuning, programs, ..Config::bare() }.with(Technique::External).without(Technique::BitBlast);
    Solver::new(config)
}

/// `x * x == square`, over bytes: 25 is a square, and 3 is not.
fn square(pool: &mut Pool, square: u64) -> ExprId {
    let (x, square) = (pool.symbol("x", 8), pool.int(8, square));
    let product = pool.mul(x, x);
    pool.eq(product, square)
}

fn ask(solver: &mut Solver, value: u64) -> Answer<()> {
    let mut pool = Pool::new();
    let question = square(&mut pool, value);
    let answer = solver.may_be_true(&mut pool, &PathCondition::new(), question);
    if let Answer::Sat(model) = &answer {
        assert!(Evaluator::new().is_true(&pool, model, question));
    }
    answer.map(drop)
}

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(200);

#[test]
fn a_right_answer_counts_under_the_name_of_its_solver() {
    let mut solver = solver_of(&[FIVE], LONG);
    assert!(ask(&mut solver, 25).is_sat());
    let mut solver_of_unsat = solver_of(&[UNSAT], LONG);
    assert!(ask(&mut solver_of_unsat, 3).is_unsat());
    assert_eq!((counter(&solver, "external.other_sat"), counter(&solver, "external.other_unsat")), (1, 0));
    assert_eq!(counter(&solver_of_unsat, "external.other_unsat"), 1);
}

#[test]
fn nonsense_is_no_answer() {
    for script in NONSENSE {
        let mut solver = solver_of(&[script], LONG);
        for value in [25, 3] {
            let answer = ask(&mut solver, value);
            assert!(matches!(answer, Answer::Unknown(Unknown::NoStage)), "{script}: {answer:?}");
        }
        assert_eq!(counter(&solver, "external.failures"), 2, "{script}");
    }
}

#[test]
fn a_lie_is_no_answer() {
    for script in LIES {
        let mut solver = solver_of(&[script], LONG);
        for value in [25, 3] {
            let answer = ask(&mut solver, value);
            assert!(matches!(answer, Answer::Unknown(Unknown::WrongModel)), "{script}: {answer:?}");
        }
        assert_eq!((counter(&solver, "external.wrong"), counter(&solver, "wrong_models")), (2, 2));
    }
}

#[test]
fn a_solver_that_hangs_runs_out_of_time() {
    for script in HANGS {
        let answer = ask(&mut solver_of(&[script], SHORT), 25);
        assert!(matches!(answer, Answer::Unknown(Unknown::Time)), "{script}: {answer:?}");
    }
}

#[test]
fn the_others_go_on() {
    let others: Vec<&str> = NONSENSE.iter().chain(HANGS).chain(LIES).copied().collect();
    for (right, value) in [(FIVE, 25), (UNSAT, 3)] {
        let first = [&[right], &others[..]].concat();
        let last = [&others[..], &[right]].concat();
        for scripts in [first, last] {
            let mut solver = solver_of(&scripts, LONG);
            let answer = ask(&mut solver, value);
            assert_eq!((answer.is_sat(), answer.is_unsat()), (value == 25, value == 3), "{answer:?}");
            assert_eq!(answered(&solver, "external"), 1);
        }
    }
}

#[test]
fn without_a_program_there_is_no_stage() {
    let solver = solver_of(&[], LONG);
    assert!(!solver.statistics().stages.iter().any(|stage| stage.name == "external"));
    let absent = vec![Program { path: "/there/is/no/such/solver".into(), arguments: Vec::new() }];
    let config =
        Config { programs: Some(absent), ..Config::bare() }.with(Technique::External).without(Technique::BitBlast);
    let answer = ask(&mut Solver::new(config), 25);
    assert!(matches!(answer, Answer::Unknown(Unknown::NoStage)), "{answer:?}");
}
