//! A technique that is switched off is not used: neither by the chain nor by another technique that could build
//! on it.

use expr::{ExprId, Pool};
use solver::{Branch, Config, PathCondition, Solver, Technique};

use crate::generate::{Random, Terms};

/// Asks random questions: comparisons, sums, disjunctions, tables and other terms.
fn asked(config: Config) -> Solver {
    asked_each(config, |_| {})
}

/// The same, and shows each answer.
pub(crate) fn asked_each(config: Config, mut each: impl FnMut(&Branch)) -> Solver {
    let mut pool = Pool::new();
    pool.set_tuning(config.expr_tuning);
    let mut solver = Solver::new(config);
    let object = pool.symbol("object", 64);
    let table = pool.table((0..40).map(|i| i * 6).collect());
    let symbols = vec![pool.symbol("a", 8), pool.symbol("b", 8), pool.symbol("c", 8)];
    let arrays = vec![pool.bytes(object), table];
    let terms = Terms { symbols, arrays, widths: vec![1, 8] };
    for seed in 0..10 {
        let mut random = Random::of_round(9_000 + seed);
        let mut path = PathCondition::new();
        for step in 0..12 {
            let mut condition = terms.condition(&mut pool, &mut random, 1 + step % 2);
            if random.one_in(3) {
                let other = terms.condition(&mut pool, &mut random, 1);
                condition = pool.or(condition, other);
            }
            let answer = solver.branch(&mut pool, &path, condition);
            each(&answer);
            if let Branch::Both { yes, no } = answer {
                path = if random.one_in(2) { yes } else { no };
            }
            // Each question is asked twice.
            solver.branch(&mut pool, &path, condition);
        }
        let fact = sorted_bytes(&mut pool);
        each(&solver.branch(&mut pool, &path, fact));
    }
    solver
}

/// The bounded universal fact that the first bytes of an input ascend.
fn sorted_bytes(pool: &mut Pool) -> ExprId {
    let (object, count) = (pool.symbol("sorted", 64), pool.symbol("count", 64));
    let (bytes, index, one) = (pool.bytes(object), pool.index(0, 7), pool.int(64, 1));
    let before = pool.sub(index, one);
    let (left, right) = (pool.select(bytes, before), pool.select(bytes, index));
    let body = pool.ult(left, right);
    let some = pool.ult(one, count);
    let fact = pool.forall(index, count, body);
    pool.and(some, fact)
}

/// How often a technique was used, by itself or as a part of another.
fn used(solver: &Solver, technique: Technique) -> u64 {
    let name = technique.name();
    let counters = solver.statistics().counters();
    let about = counters.iter().filter(|(dotted, _)| {
        let mut parts = dotted.split('.').skip(1);
        let (whose, what) = (parts.next(), parts.next());
        whose == Some(name) && what.is_some_and(|what| what != "time_us") || what == Some(name)
    });
    about.map(|&(_, count)| count).sum()
}

#[test]
fn what_is_off_is_not_used() {
    let plain = Config::default().without(Technique::External);
    let all = asked(plain.clone());
    // External solvers need not be installed; the others must have something to do, so that the rest of this
    // test can fail.
    for (technique, name) in Technique::NAMES {
        let there = technique != Technique::External;
        assert_eq!(used(&all, technique) > 0, there, "{name}: {:?}", all.statistics().counters());
    }
    assert!(used(&all, Technique::Disjuncts) > 0);
    for (technique, name) in Technique::NAMES {
        let config = plain.clone().without(technique);
        let solver = asked(config.clone());
        assert_eq!(used(&solver, technique), 0, "without {name}: {:?}", solver.statistics().counters());
        // What builds on it is off as well.
        for (other, other_name) in Technique::NAMES.into_iter().filter(|&(other, _)| !config.uses(other)) {
            assert_eq!(used(&solver, other), 0, "{other_name} without {name}");
        }
    }
}

/// Sets of values are used by others, too: for bounds of indices, of summands, and for the values of a pointer.
#[test]
fn sets_of_values_that_are_off_are_never_computed() {
    let on = asked(Config::default().without(Technique::External));
    assert!(on.sets_computed() > 100);
    let off = asked(Config::default().without(Technique::External).without(Technique::ValueSets));
    assert_eq!(off.sets_computed(), 0);
    let mut off = off;
    let mut pool = Pool::new();
    let two = pool.int(8, 2);
    let (x, path) = (pool.symbol("x", 8), PathCondition::new());
    let few = pool.urem(x, two);
    assert_eq!(off.possible_values(&pool, &path, few, 4), None);
    assert_eq!(off.sets_computed(), 0);
}
