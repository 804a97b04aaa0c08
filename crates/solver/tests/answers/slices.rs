//! Independent slices along random paths compared with a naive grouping, and the path condition as a persistent
//! value.

use crate::generate::Random;
use expr::{ExprId, Pool};
use solver::{Answer, Config, PathCondition, Solver, Technique};

/// A condition that relates the byte `a` to the byte `b`, which may be the same.
fn tie(pool: &mut Pool, random: &mut Random, object: ExprId, a: u32, b: u32) -> ExprId {
    let (a, b) = (pool.extract(object, 8 * a, 8), pool.extract(object, 8 * b, 8));
    let offset = pool.int(8, random.bits() & 0xff);
    let sum = pool.add(b, offset);
    pool.ne(a, sum)
}

#[test]
fn a_long_path_over_many_slices_keeps_its_answers() {
    let mut random = Random::of_round(9);
    let mut pool = Pool::new();
    let size = 300;
    let object = pool.symbol("object", 8 * size);
    let mut sliced = Solver::new(Config::default().without(Technique::External));
    let mut whole = Solver::new(
        Config::default().without(Technique::External).without(Technique::Slices).without(Technique::Cache),
    );
    let mut path = PathCondition::new();
    let mut versions = Vec::new();
    for step in 0..250 {
        let a = random.below(size as usize) as u32;
        let b = if random.one_in(3) { random.below(size as usize) as u32 } else { a };
        let condition = if a == b {
            let (byte, bound) = (pool.extract(object, 8 * a, 8), pool.int(8, 1 + (random.bits() & 0x7f)));
            if random.one_in(2) { pool.ult(byte, bound) } else { pool.uge(byte, bound) }
        } else {
            tie(&mut pool, &mut random, object, a, b)
        };
        let answer = sliced.assume(&mut pool, &path, condition);
        if step % 10 == 0 {
            let reference = whole.assume(&mut pool, &path, condition);
            assert_eq!(answer.is_sat(), reference.is_sat());
            assert_eq!(answer.is_unsat(), reference.is_unsat());
        }
        if let Answer::Sat(next) = answer {
            versions.push((path.clone(), path.assumed().collect::<Vec<_>>()));
            path = next;
        }
    }
    assert!(path.len() > 100);
    // Older versions are unchanged.
    for (version, constraints) in versions {
        assert_eq!(version.len(), constraints.len());
        assert_eq!(version.assumed().collect::<Vec<_>>(), constraints);
        for &constraint in &constraints {
            assert!(version.contains(&pool, constraint));
        }
    }
}

#[test]
fn a_very_deep_term_is_encoded_without_recursion() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(Config::bare());
    let input = pool.symbol("input", 64);
    let mut parity = pool.bool(false);
    for step in 0..100_000u32 {
        let (a, b) = (pool.extract(input, step % 64, 1), pool.extract(input, (step * 7 + 3) % 64, 1));
        let both = pool.and(a, parity);
        let next = pool.xor(both, b);
        parity = pool.ite(a, next, both);
    }
    let Answer::Sat(model) = solver.may_be_true(&mut pool, &PathCondition::new(), parity) else {
        panic!("some input has it");
    };
    assert!(expr::Evaluator::new().is_true(&pool, &model, parity));
}

#[test]
fn a_very_long_path_is_dropped_without_recursion() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(Config::default().without(Technique::External));
    let mut path = PathCondition::new();
    let x = pool.symbol("x", 64);
    for bound in 0..20_000u64 {
        let (limit, object) = (pool.int(64, u64::MAX - bound), pool.symbol("y", 64 * 20_000));
        let word = pool.extract(object, 64 * bound as u32, 64);
        let (below, apart) = (pool.ule(x, limit), pool.ule(word, limit));
        let condition = pool.and(below, apart);
        if bound % 100 == 0 {
            let Answer::Sat(next) = solver.assume(&mut pool, &path, condition) else { panic!("zero is below") };
            path = next;
        } else {
            let Answer::Sat(next) = solver.assume(&mut pool, &path, apart) else { panic!("zero is below") };
            path = next;
        }
    }
    assert!(path.len() >= 20_000 - 1);
}
