//! A question encoded in a bad order is answered if it is answered in a good one, only later: counted, not
//! timed.
//!
//! One half of the question cannot hold, which is quickly seen, and the other half takes long. Which half a SAT
//! solver looks at depends on which was encoded last.

use expr::{ExprId, Pool};
use solver::{Answer, Config, PathCondition, SatCosts, SatWork, Solver};

use crate::counter;

/// The most conflicts for a question: far too many for the easy half, and too few for the hard one.
const CONFLICTS: u64 = 15_000;
/// The most work for a question whose first form is a bad one: the second form joins after a quarter of it.
const MOST: u64 = 4_000_000;

/// Whether a number is the product of two words, which is hard to decide.
fn hard(pool: &mut Pool, x: ExprId, y: ExprId) -> ExprId {
    let (wide_x, wide_y) = (pool.zext(x, 64), pool.zext(y, 64));
    let (product, wanted) = (pool.mul(wide_x, wide_y), pool.int(64, 14_029_467_366_897_019_727));
    pool.eq(product, wanted)
}

/// Whether some parts of a word are all different and all less than their number minus one, which is
/// impossible.
fn easy(pool: &mut Pool, word: ExprId, count: u32) -> ExprId {
    let parts: Vec<ExprId> = (0..count).map(|at| pool.extract(word, 3 * at, 3)).collect();
    let (mut all, bound) = (pool.bool(true), pool.int(3, u64::from(count) - 1));
    for (at, &part) in parts.iter().enumerate() {
        let small = pool.ult(part, bound);
        all = pool.and(all, small);
        for &other in &parts[..at] {
            let differ = pool.ne(part, other);
            all = pool.and(all, differ);
        }
    }
    all
}

/// Asks about both halves at once, with a solver that only translates. Returns the cost, how many second forms
/// there were, and how many of them answered first.
fn asked(hard_first: bool, count: u32) -> (SatWork, u64, u64) {
    let costs = SatCosts::default();
    let limits = Config { question_time: None, conflicts: Some(CONFLICTS), ..Config::bare() };
    let (mut pool, mut solver) = (Pool::new(), Solver::new(Config { sat_costs: Some(costs.clone()), ..limits }));
    let object = pool.symbol("object", 96);
    let word = |pool: &mut Pool, at: u32| pool.extract(object, 32 * at, 32);
    let (x, y, z) = (word(&mut pool, 0), word(&mut pool, 1), word(&mut pool, 2));
    // A conjunction has its parts ordered by age.
    let parts = if hard_first {
        let hard = hard(&mut pool, x, y);
        [hard, easy(&mut pool, z, count)]
    } else {
        let easy = easy(&mut pool, z, count);
        [easy, hard(&mut pool, x, y)]
    };
    let question = pool.and(parts[0], parts[1]);
    let answer = solver.may_be_true(&mut pool, &PathCondition::new(), question);
    assert!(matches!(answer, Answer::Unsat), "{count}, the hard part first {hard_first}: {answer:?}");
    let costs = costs.take();
    assert_eq!(costs.len(), 1);
    assert_eq!(costs[0].kept.work, costs[0].alone.work, "nothing was known before");
    let counted = |name: &str| counter(&solver, &format!("bit_blast.{name}"));
    (costs[0].kept.work, counted("second_forms"), counted("second_forms_won"))
}

#[test]
fn a_bad_order_costs_little_more_than_a_long_question() {
    for count in [4, 5, 6] {
        let (work, forms, won) = asked(true, count);
        assert!(work.total() < MOST && work.conflicts < CONFLICTS, "{count}: {work:?}");
        assert_eq!((forms, won), (1, 1), "{count}: {work:?}");
    }
}

#[test]
fn a_short_question_has_one_form() {
    for count in [4, 5, 6] {
        let (work, forms, _) = asked(false, count);
        assert!(work.conflicts < 1000 && forms == 0, "{count}: {work:?}, {forms} second forms");
    }
}
