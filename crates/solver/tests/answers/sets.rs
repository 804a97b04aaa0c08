//! Sets of terms that were refuted answer questions about supersets, and sets that held together about subsets.

use expr::{ExprId, Pool};
use solver::{Answer, Branch, Config, PathCondition, Solver, Technique, Tuning};

use crate::generate::{Random, Terms};
use crate::{answered, check_model, counter};

/// The path with all conditions, made by a separate solver.
fn path_of(pool: &mut Pool, conditions: &[ExprId]) -> PathCondition {
    let mut solver = Solver::new(Config::bare());
    conditions.iter().fold(PathCondition::new(), |path, &condition| match solver.assume(pool, &path, condition) {
        Answer::Sat(next) => next,
        other => panic!("{}: {other:?}", pool.display(condition)),
    })
}

/// `x0 < x1 < ... < xn` and then `xn < x0`.
fn ring(pool: &mut Pool, length: usize) -> Vec<ExprId> {
    let symbols: Vec<ExprId> = (0..length).map(|number| pool.symbol(&format!("x{number}"), 8)).collect();
    (0..length).map(|at| pool.ult(symbols[at], symbols[(at + 1) % length])).collect()
}

#[test]
fn a_refuted_set_is_found_through_any_of_its_members() {
    for length in [3, 12] {
        let mut pool = Pool::new();
        let ring = ring(&mut pool, length);
        let mut solver = Solver::new(Config::bare().with(Technique::UnsatCores));
        let (question, rest) = ring.split_last().expect("it is not empty");
        let path = path_of(&mut pool, rest);
        assert!(solver.may_be_true(&mut pool, &path, *question).is_unsat());
        // Another member is the question, and there are further constraints.
        let x0 = pool.symbol("x0", 8);
        let (bound, y) = (pool.int(8, 100), pool.symbol("y", 8));
        let more = [pool.ult(x0, bound), pool.ne(x0, y)];
        for at in 0..length {
            let others: Vec<ExprId> = (0..length).filter(|&other| other != at).map(|other| ring[other]).collect();
            let path = path_of(&mut pool, &[&others[..], &more].concat());
            assert!(solver.may_be_true(&mut pool, &path, ring[at]).is_unsat());
            // Without one of them the question can hold, and the set must not be found.
            let path = path_of(&mut pool, &[&others[1..], &more].concat());
            assert!(solver.may_be_true(&mut pool, &path, ring[at]).is_sat());
        }
        assert_eq!(counter(&solver, "unsat_cores.same_question"), 1);
        assert_eq!(counter(&solver, "unsat_cores.other_question"), length as u64 - 1);
        let solved = counter(&solver, "bit_blast.answered") + counter(&solver, "own_model.answered");
        assert_eq!(solved, 1 + length as u64);
    }
}

#[test]
fn a_conjunction_is_refuted_by_its_parts() {
    let mut pool = Pool::new();
    let ring = ring(&mut pool, 4);
    let mut solver = Solver::new(Config::bare().with(Technique::UnsatCores));
    // The question that makes the set is a conjunction, and so are others; the set is the same each time.
    for (asked, held) in [([0, 1], [2, 3]), ([1, 2], [0, 3]), ([3, 0], [1, 2])] {
        let question = pool.and(ring[asked[0]], ring[asked[1]]);
        let path = path_of(&mut pool, &held.map(|at| ring[at]));
        assert!(solver.may_be_true(&mut pool, &path, question).is_unsat());
    }
    let path = path_of(&mut pool, &ring[1..]);
    assert!(solver.may_be_true(&mut pool, &path, ring[0]).is_unsat());
    assert_eq!((answered(&solver, "unsat_cores"), answered(&solver, "bit_blast")), (3, 1));
}

#[test]
fn a_set_that_held_answers_every_set_below_it() {
    let mut pool = Pool::new();
    let ring = ring(&mut pool, 8);
    let mut solver = Solver::new(Config::bare().with(Technique::Supersets));
    let path = path_of(&mut pool, &ring[1..7]);
    assert!(solver.may_be_true(&mut pool, &path, ring[0]).is_sat());
    let mut asked = 1;
    for from in 1..7 {
        for to in from..7 {
            let path = path_of(&mut pool, &ring[from..to]);
            let question = if (from + to) % 2 == 0 { ring[0] } else { pool.and(ring[0], ring[to]) };
            let before = counter(&solver, "own_model.answered");
            assert!(solver.may_be_true(&mut pool, &path, question).is_sat());
            asked += 1 - (counter(&solver, "own_model.answered") - before);
        }
    }
    assert!(asked > 15, "{asked} questions");
    assert_eq!((answered(&solver, "supersets"), answered(&solver, "bit_blast")), (asked - 1, 1));
    // A term that was not in the set, and one that contradicts the model.
    let path = path_of(&mut pool, &ring[2..7]);
    let (x0, x1) = (pool.symbol("x0", 8), pool.symbol("x1", 8));
    let (five, product) = (pool.int(8, 5), pool.mul(x0, x1));
    let other = pool.eq(product, five);
    let path = path_of(&mut pool, &path.assumed().chain([other]).collect::<Vec<_>>());
    assert!(solver.may_be_true(&mut pool, &path, ring[0]).is_sat());
    assert_eq!(answered(&solver, "bit_blast"), 2);
    assert_eq!(counter(&solver, "supersets.wrong_models"), 0);
}

/// Random subsets of random conditions, asked in random order.
#[test]
fn random_sets() {
    let (cores, supersets) = (Config::bare().with(Technique::UnsatCores), Config::bare().with(Technique::Supersets));
    let both = supersets.clone().with(Technique::UnsatCores);
    let (mut below, mut above) = (0, 0);
    for seed in 0..30 {
        let mut random = Random::of_round(40_000 + seed);
        let mut pool = Pool::new();
        let symbols = vec![pool.symbol("a", 8), pool.symbol("b", 8), pool.symbol("c", 5)];
        let terms = Terms { symbols, arrays: Vec::new(), widths: vec![1, 5, 8] };
        let mut conditions: Vec<ExprId> = (0..4).map(|_| terms.condition(&mut pool, &mut random, 2)).collect();
        conditions.extend(conditions.clone().into_iter().map(|condition| pool.not(condition)));
        let mut reference = Solver::new(Config::bare());
        let small = Config { tuning: Tuning { cache_entries: 4, ..Tuning::DEFAULT }, ..both.clone() };
        let mut solvers = [both.clone(), cores.clone(), supersets.clone(), small].map(Solver::new);
        for _ in 0..12 {
            let mut path = PathCondition::new();
            let start = random.below(conditions.len());
            for at in 0..conditions.len() {
                if random.one_in(3) {
                    continue;
                }
                let condition = conditions[(start + 3 * at) % conditions.len()];
                let expected = reference.assume(&mut pool, &path, condition);
                for solver in &mut solvers {
                    let answer = solver.assume(&mut pool, &path, condition);
                    assert_eq!((answer.is_sat(), answer.is_unsat()), (expected.is_sat(), expected.is_unsat()));
                    if let Answer::Sat(next) = &answer {
                        check_model(&pool, next);
                    }
                }
                if let Answer::Sat(next) = expected {
                    path = next;
                }
            }
        }
        below += answered(&solvers[0], "unsat_cores");
        above += answered(&solvers[0], "supersets");
        assert_eq!(counter(&solvers[0], "supersets.wrong_models"), 0);
    }
    println!("{below} refuted by a subset, {above} answered by a superset");
    assert!(below > 30 && above > 30, "{below} and {above}");
}

/// The path's model says that one side is possible, so a branch asks only about the other side.
#[test]
fn a_branch_solves_at_most_one_question() {
    let mut pool = Pool::new();
    let mut random = Random::of_round(70);
    let symbols = vec![pool.symbol("a", 8), pool.symbol("b", 8), pool.symbol("c", 8)];
    let terms = Terms { symbols, arrays: Vec::new(), widths: vec![1, 8] };
    let mut solver = Solver::new(Config::bare());
    let (mut both, mut one) = (0, 0);
    for _ in 0..40 {
        let mut path = PathCondition::new();
        for _ in 0..5 {
            let condition = terms.condition(&mut pool, &mut random, 2);
            let before = counter(&solver, "bit_blast.asked");
            let branch = solver.branch(&mut pool, &path, condition);
            let solved = counter(&solver, "bit_blast.asked") - before;
            let known = pool.is_const(condition);
            assert_eq!(solved, u64::from(!known), "{}", pool.display(condition));
            match branch {
                Branch::Both { yes, no } => {
                    both += 1;
                    path = if random.one_in(2) { yes } else { no };
                }
                _ => one += u64::from(!known),
            }
        }
    }
    assert!(both > 20 && one > 10, "{both} and {one}");
}
