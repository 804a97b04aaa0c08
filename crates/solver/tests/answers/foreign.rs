//! The chain compared with an SMT-LIB solver of the machine, on random questions. Needs one in the search path.

use crate::generate::{Random, Terms, table};
use expr::Pool;
use solver::{Answer, Config, PathCondition, Solver, Technique, Unknown};

#[test]
fn an_smt_lib_solver_agrees() {
    let ours = Config::default().without(Technique::External);
    let theirs = Config::default()
        .without(Technique::BitBlast)
        .without(Technique::Cache)
        .without(Technique::RecentModels)
        .without(Technique::Slices);
    let mut questions = 0;
    for seed in 0..40 {
        let mut random = Random::of_round(5000 + seed);
        let (mut ours, mut theirs) = (Solver::new(ours.clone()), Solver::new(theirs.clone()));
        if !theirs.statistics().stages.iter().any(|stage| stage.name == "external") {
            println!("skipped: no SMT-LIB solver in the search path");
            return;
        }
        let mut pool = Pool::new();
        let symbols = vec![pool.symbol("x", 8), pool.symbol("|y|", 13), pool.symbol("select", 1)];
        let object = pool.symbol("object", 8 * 70);
        let arrays = vec![pool.bytes(object), table(&mut pool, &mut random, 20)];
        let terms = Terms { symbols, arrays, widths: vec![1, 5, 8, 13] };
        let mut path = PathCondition::new();
        for _ in 0..6 {
            let condition = terms.condition(&mut pool, &mut random, 3);
            let (a, b) = (ours.assume(&mut pool, &path, condition), theirs.assume(&mut pool, &path, condition));
            match (a, b) {
                (Answer::Sat(next), Answer::Sat(_)) => path = next,
                (Answer::Unsat, Answer::Unsat) => {}
                (a, b) => panic!("{}: {a:?}, but the other solver says {b:?}", pool.display(condition)),
            }
            questions += 1;
        }
        assert_eq!(theirs.statistics().wrong_models, 0);
    }
    println!("{questions} questions compared");
}

/// The factors of a product of two primes, with some bits flipped so that no stage treats them as integers: too
/// hard for a handful of conflicts.
fn hard_question(pool: &mut Pool) -> expr::ExprId {
    let (a, b) = (pool.symbol("a", 16), pool.symbol("b", 16));
    let flipped = [(a, 0x5a5a), (b, 0x3c96)].map(|(factor, bits)| {
        let bits = pool.int(16, bits);
        pool.xor(factor, bits)
    });
    let [wide_a, wide_b] = flipped.map(|factor| pool.zext(factor, 32));
    let (product, target) = (pool.mul(wide_a, wide_b), pool.int(32, 64_037 * 61_519));
    pool.eq(product, target)
}

#[test]
fn running_out_of_conflicts_is_unknown() {
    let mut pool = Pool::new();
    let question = hard_question(&mut pool);
    let mut solver = Solver::new(Config { conflicts: Some(5), ..Config::default() }.without(Technique::External));
    let answer = solver.may_be_true(&mut pool, &PathCondition::new(), question);
    assert!(matches!(answer, Answer::Unknown(Unknown::Conflicts)), "{answer:?}");
    let branch = solver.branch(&mut pool, &PathCondition::new(), question);
    assert!(matches!(branch, solver::Branch::Undecided { feasible: false, .. }), "{branch:?}");
    let mut solver = Solver::new(Config::default().without(Technique::External));
    assert!(solver.may_be_true(&mut pool, &PathCondition::new(), question).is_sat());
}

#[test]
fn without_a_stage_there_is_no_answer() {
    let mut pool = Pool::new();
    let question = hard_question(&mut pool);
    let mut solver = Solver::new(Config::default().without(Technique::External).without(Technique::BitBlast));
    let answer = solver.may_be_true(&mut pool, &PathCondition::new(), question);
    assert!(matches!(answer, Answer::Unknown(Unknown::NoStage)), "{answer:?}");
}
