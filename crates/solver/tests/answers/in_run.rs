//! What a question costs after many others, compared with what it costs a fresh SAT solver: counted, not timed.

use expr::{ExprId, Pool};
use solver::{Answer, Branch, Config, PathCondition, SatCost, SatCosts, Solver};

/// The work that a question may cost beyond its share: some conflicts that follow each other. CaDiCaL is watched only
/// after every hundred conflicts, so its turns are longer than they should be.
const SMALL: u64 = if cfg!(feature = "cadical") { 10_000 } else { 300 };
/// The work from which a question is hard.
const HARD: u64 = 100_000;

/// Questions on one path: hard ones about products of two words, easy ones about a byte that the hard ones
/// mention, too, and between them some about other bytes, whose slices are independent of both.
fn run(config: &Config) -> (Vec<SatCost>, Vec<String>) {
    let costs = SatCosts::default();
    let config = Config { sat_costs: Some(costs.clone()), ..config.clone() };
    let (mut pool, mut solver) = (Pool::new(), Solver::new(config));
    let mut path = PathCondition::new();
    let mut answers = Vec::new();
    let object = pool.symbol("object", 8 * 64);
    let byte = |pool: &mut Pool, at: u32| pool.extract(object, 8 * at, 8);
    let shared = byte(&mut pool, 0);
    let seven = pool.int(8, 7);
    let other = pool.ne(shared, seven);
    path = taken(&mut solver, &mut pool, &path, other);
    for round in 0..4u64 {
        let hard = product(&mut pool, object, shared, round);
        answers.push(described(&solver.may_be_true(&mut pool, &path, hard)));
        let beside = byte(&mut pool, 20 + round as u32);
        let (sum, three) = (pool.add(beside, seven), pool.int(8, 3 + round));
        let small = pool.ult(sum, three);
        path = taken(&mut solver, &mut pool, &path, small);
        for bound in 0..3 {
            let (mask, wanted) = (pool.int(8, 0x5a ^ (round << 2 | bound)), pool.int(8, 100 + 11 * round + bound));
            let mixed = pool.xor(shared, mask);
            let sum = pool.add(mixed, shared);
            let easy = pool.eq(sum, wanted);
            answers.push(described(&solver.may_be_true(&mut pool, &path, easy)));
        }
    }
    (costs.take(), answers)
}

/// Whether a number is the product of two words that are not small, plus the byte.
fn product(pool: &mut Pool, object: ExprId, shared: ExprId, round: u64) -> ExprId {
    let (x, y) = (pool.extract(object, 8, 32), pool.extract(object, 40, 32));
    let (wide_x, wide_y, wide) = (pool.zext(x, 64), pool.zext(y, 64), pool.zext(shared, 64));
    let product = pool.mul(wide_x, wide_y);
    let sum = pool.add(product, wide);
    let wanted = pool.int(64, 14_029_467_366_897_019_727 - 2 * round);
    let equal = pool.eq(sum, wanted);
    let least = pool.int(32, 1 << 12);
    let (a, b) = (pool.ult(least, x), pool.ult(least, y));
    let both = pool.and(a, b);
    pool.and(equal, both)
}

fn taken(solver: &mut Solver, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> PathCondition {
    match solver.branch(pool, path, condition) {
        Branch::Both { yes, .. } => yes,
        Branch::Undecided { with, .. } => with,
        branch => panic!("one side only: {branch:?}"),
    }
}

fn described(answer: &Answer<expr::Model>) -> String {
    match answer {
        Answer::Sat(model) => format!("sat {model:?}"),
        Answer::Unsat => "unsat".to_owned(),
        Answer::Unknown(reason) => format!("unknown {reason:?}"),
    }
}

/// Only the SAT solver, with a limit of conflicts for each question.
fn bare(conflicts: u64) -> Config {
    Config { question_time: None, conflicts: Some(conflicts), ..Config::bare() }
}

#[test]
fn a_question_costs_about_what_it_costs_alone() {
    let (costs, answers) = run(&bare(1000));
    assert!(costs.len() > 12, "{} questions were translated", costs.len());
    assert!(answers.iter().any(|answer| answer == "unsat") && answers.iter().any(|answer| answer.starts_with("sat")));
    let hardest = costs.iter().map(|cost| cost.alone.work.total()).max();
    assert!(hardest > Some(HARD), "nothing was hard: {hardest:?}");
    let halves = if cfg!(feature = "cadical") { 4 } else { 3 };
    for cost in &costs {
        let (kept, alone) = (cost.kept.work.total(), cost.alone.work.total());
        let differ = cost.kept.answer.zip(cost.alone.answer).is_some_and(|(kept, alone)| kept != alone);
        assert!(!differ, "{cost:?}");
        assert!(2 * kept <= halves * alone + 2 * SMALL, "{kept} for {alone}: {cost:?}");
    }
}

#[test]
fn what_is_answered_alone_is_answered_after_others() {
    for conflicts in [1, 2, 4, 8, 16, 32] {
        let (costs, _) = run(&bare(conflicts));
        assert!(costs.iter().any(|cost| cost.alone.answer.is_none()), "{conflicts} conflicts are enough for all");
        for cost in &costs {
            assert!(cost.kept.answer.is_some() || cost.alone.answer.is_none(), "{conflicts}: {cost:?}");
        }
    }
}

#[test]
fn answers_and_work_are_the_same_again() {
    let ((once, answers), (again, others)) = (run(&bare(200)), run(&bare(200)));
    assert_eq!(answers, others);
    let work = |costs: &[SatCost]| costs.iter().map(|cost| (cost.kept.work, cost.alone.work)).collect::<Vec<_>>();
    assert_eq!(work(&once), work(&again));
}
