//! Checks of answers: they find nothing on random questions, and they find a stage that is wrong on purpose.

use expr::{Pool, parse_script};
use solver::{Answer, Branch, Config, Defect, PathCondition, Solver, Technique, Unknown};

use crate::generate::{Random, Terms};

fn checking(defect: Option<Defect>) -> Solver {
    Solver::new(Config { check_answers: true, defect, ..Config::default() })
}

#[test]
fn answers_pass_their_checks() {
    let (mut sat, mut unsat, mut unchecked, mut rewritings) = (0, 0, 0, 0);
    for seed in 0..24 {
        let mut random = Random::of_round(seed);
        let mut pool = Pool::with_shadow();
        let object = pool.symbol("object", 64);
        let symbols = vec![pool.symbol("a", 8), pool.symbol("b", 16), pool.symbol("c", 32)];
        let table = pool.table((0..40).map(|i| i * 6).collect());
        let arrays = vec![pool.bytes(object), table];
        let terms = Terms { symbols, arrays, widths: vec![1, 8, 16, 33] };
        let mut solver = checking(None);
        let mut paths = vec![PathCondition::new()];
        for _ in 0..12 {
            let path = paths[random.below(paths.len())].clone();
            let condition = terms.condition(&mut pool, &mut random, 3);
            match solver.branch(&mut pool, &path, condition) {
                Branch::Both { yes, no } => paths.extend([yes, no]),
                Branch::Undecided { reason, .. } => assert_ne!(reason, Unknown::WrongAnswer),
                Branch::Always | Branch::Never => {}
            }
            solver.check_rewriting(&mut pool, &path);
        }
        assert_eq!(solver.wrong_answer(), None, "seed {seed}");
        let checks = solver.statistics().checks.expect("answers are checked");
        sat += checks.sat;
        unsat += checks.unsat;
        unchecked += checks.unchecked;
        rewritings += checks.rewritings;
    }
    assert!(sat > 200 && unsat > 20 && rewritings > 400, "{sat} sat, {unsat} unsat, {rewritings} rewritings");
    assert!(unchecked < unsat, "{unchecked} unchecked, {unsat} unsat");
}

/// A path with a constraint, and a condition of which both sides are possible there.
fn question(pool: &mut Pool) -> (PathCondition, expr::ExprId) {
    let x = pool.symbol("x", 32);
    let (hundred, ten) = (pool.int(32, 100), pool.int(32, 10));
    let low = pool.ult(x, hundred);
    let Answer::Sat(path) = checking(None).assume(pool, &PathCondition::new(), low) else { panic!("x can be small") };
    let double = pool.mul(x, ten);
    (path, pool.ult(hundred, double))
}

#[test]
fn wrong_answers_are_noticed() {
    for (defect, says) in [(Defect::Refutes, "cannot hold"), (Defect::Accepts, "is false")] {
        let mut pool = Pool::with_shadow();
        let (path, condition) = question(&mut pool);
        let mut solver = checking(Some(defect));
        let branch = solver.branch(&mut pool, &path, condition);
        assert!(matches!(branch, Branch::Undecided { reason: Unknown::WrongAnswer, .. }), "{branch:?}");
        let wrong = solver.wrong_answer().expect("noted").clone();
        assert_eq!(wrong.stage, "seeded");
        assert!(wrong.message.contains(says), "{}", wrong.message);
        // The script has the path and the question as they were written.
        let mut other = Pool::new();
        assert_eq!(parse_script(&mut other, &wrong.script).map(|terms| terms.len()), Ok(2), "{}", wrong.script);
        assert!(wrong.script.contains("(bvmul |x| #x0000000a)"), "{}", wrong.script);
        // From then on no question is answered.
        let always = pool.bool(true);
        assert!(matches!(solver.may_be_true(&mut pool, &path, always), Answer::Unknown(Unknown::WrongAnswer)));
    }
}

#[test]
fn without_checks_a_pool_needs_no_shadow() {
    let mut pool = Pool::new();
    let (path, condition) = {
        let x = pool.symbol("x", 8);
        let bound = pool.int(8, 7);
        (PathCondition::new(), pool.ult(x, bound))
    };
    let mut solver = Solver::new(Config::default());
    assert!(matches!(solver.branch(&mut pool, &path, condition), Branch::Both { .. }));
    assert!(solver.statistics().checks.is_none());
}

/// The chain evaluates the models that stages give, whether answers are checked or not.
#[test]
fn a_wrong_model_never_leaves_the_chain() {
    let mut pool = Pool::with_shadow();
    let (path, condition) = question(&mut pool);
    let mut solver = Solver::new(Config { defect: Some(Defect::Accepts), ..Config::default() });
    let Branch::Both { yes, no } = solver.branch(&mut pool, &path, condition) else { panic!("both can be") };
    crate::check_model(&pool, &yes);
    crate::check_model(&pool, &no);
    let counters = ["wrong_models", "seeded.wrong_models", "seeded.answered"].map(|name| crate::counter(&solver, name));
    assert_eq!(counters, [1, 1, 0]);
    // If no other stage can answer, the reason given is the defect.
    let alone = Config { defect: Some(Defect::Accepts), ..Config::bare() }.without(Technique::BitBlast);
    let branch = Solver::new(alone).branch(&mut pool, &path, condition);
    assert!(matches!(branch, Branch::Undecided { reason: Unknown::WrongModel, .. }), "{branch:?}");
}
