//! Limits end a question with `Unknown` and its reason, and the solver is fully usable afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use expr::{ExprId, Pool};
use solver::{Answer, Config, PathCondition, Solver, Technique, Unknown};

/// Whether a product of two 64-bit primes has factors other than one and itself: out of reach for a SAT solver.
fn factors(pool: &mut Pool) -> ExprId {
    let (x, y) = (pool.symbol("x", 128), pool.symbol("y", 128));
    let (small_x, small_y) = (pool.trunc(x, 64), pool.trunc(y, 64));
    let (x, y) = (pool.zext(small_x, 128), pool.zext(small_y, 128));
    let product = pool.mul(x, y);
    let goal =
        pool.constant(&bv::Bv::new(128, 11_400_714_785_074_694_791).mul(&bv::Bv::new(128, 14_029_467_366_897_019_727)));
    let equal = pool.eq(product, goal);
    let least = pool.int(64, 1 << 32);
    let apart = pool.ult(least, small_x);
    let more = pool.ult(small_x, small_y);
    let both = pool.and(apart, more);
    pool.and(equal, both)
}

fn easy(pool: &mut Pool) -> ExprId {
    let x = pool.symbol("easy", 8);
    let five = pool.int(8, 5);
    pool.eq(x, five)
}

#[test]
fn another_thread_ends_a_question() {
    let cancel = Arc::new(AtomicBool::new(false));
    let config =
        Config { conflicts: None, question_time: None, cancel: Some(Arc::clone(&cancel)), ..Config::default() }
            .without(Technique::External);
    let (mut pool, mut solver, path) = (Pool::new(), Solver::new(config), PathCondition::new());
    let hard = factors(&mut pool);
    let canceller = Arc::clone(&cancel);
    let thread = thread::spawn(move || {
        // Long enough for the question to have begun; if it has not, the answer is the same.
        (0..100_000).for_each(|_| thread::yield_now());
        canceller.store(true, Ordering::Relaxed);
    });
    let answer = solver.may_be_true(&mut pool, &path, hard);
    assert!(matches!(answer, Answer::Unknown(Unknown::Cancelled)), "{answer:?}");
    thread.join().expect("it only sets a flag");
    cancel.store(false, Ordering::Relaxed);
    let easy = easy(&mut pool);
    assert!(solver.may_be_true(&mut pool, &path, easy).is_sat());
}

#[test]
fn memory_is_limited() {
    for (memory, width, fits) in [(1 << 20, 512, false), (1 << 28, 64, true), (1 << 20, 1 << 16, false)] {
        let config = Config { question_memory: Some(memory), ..Config::default() }
            .without(Technique::Repair)
            .without(Technique::External);
        let (mut pool, mut solver, path) = (Pool::new(), Solver::new(config), PathCondition::new());
        let (x, y) = (pool.symbol("x", width), pool.symbol("y", width));
        let product = pool.mul(x, y);
        let four = pool.int(width, 4);
        let question = pool.eq(product, four);
        match solver.may_be_true(&mut pool, &path, question) {
            Answer::Sat(_) => assert!(fits, "{width} bits in {memory} bytes"),
            Answer::Unknown(Unknown::Memory) => assert!(!fits, "{width} bits in {memory} bytes"),
            answer => panic!("{answer:?}"),
        }
        let easy = easy(&mut pool);
        assert!(solver.may_be_true(&mut pool, &path, easy).is_sat());
    }
}

#[test]
fn conflicts_are_limited() {
    let config = Config { conflicts: Some(100), question_time: None, ..Config::default() }.without(Technique::External);
    let (mut pool, mut solver, path) = (Pool::new(), Solver::new(config), PathCondition::new());
    let hard = factors(&mut pool);
    assert!(matches!(solver.may_be_true(&mut pool, &path, hard), Answer::Unknown(Unknown::Conflicts)));
    let easy = easy(&mut pool);
    assert!(solver.may_be_true(&mut pool, &path, easy).is_sat());
}
