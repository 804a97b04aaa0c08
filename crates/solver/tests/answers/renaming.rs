//! The normalised cache: a question about other bytes is found, a question that only looks similar is not.

use expr::{ExprId, Pool};
use solver::{Answer, Config, PathCondition, Solver, Technique};

use crate::generate::{Random, Terms, table};
use crate::{answered, counter};

/// Only the cache and the SAT solver.
fn alone() -> Solver {
    Solver::new(Config::bare().with(Technique::NormalCache))
}

/// Whether the condition can hold, according to the solver and to one that remembers nothing.
fn ask(solver: &mut Solver, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> bool {
    let answer = solver.may_be_true(pool, path, condition);
    let reference = Solver::new(Config::bare()).may_be_true(pool, path, condition);
    assert_eq!((answer.is_sat(), answer.is_unsat()), (reference.is_sat(), reference.is_unsat()));
    if let Answer::Sat(model) = &answer {
        let mut evaluator = expr::Evaluator::new();
        for term in path.assumed().chain([condition]) {
            assert!(evaluator.is_true(pool, model, term), "the model breaks {}", pool.display(term));
        }
    }
    answer.is_sat()
}

fn assume(pool: &mut Pool, path: &PathCondition, condition: ExprId) -> PathCondition {
    match Solver::new(Config::bare()).assume(pool, path, condition) {
        Answer::Sat(next) => next,
        other => panic!("{}: {other:?}", pool.display(condition)),
    }
}

/// On a path where the product of two words is 391 and the first is at least two: can the second be `value`?
fn product(pool: &mut Pool, a: ExprId, b: ExprId, value: u64) -> (PathCondition, ExprId) {
    let width = pool.width(a);
    let (target, two, value) = (pool.int(width, 391), pool.int(width, 2), pool.int(width, value));
    let product = pool.mul(a, b);
    let (equal, large) = (pool.eq(product, target), pool.ule(two, a));
    let path = assume(pool, &PathCondition::new(), equal);
    let path = assume(pool, &path, large);
    (path, pool.eq(b, value))
}

#[test]
fn other_names_and_other_offsets_are_known() {
    let (mut pool, mut solver) = (Pool::new(), alone());
    let object = pool.symbol("object", 8 * 64);
    let mut places = vec![(pool.symbol("x", 16), pool.symbol("y", 16))];
    places.push((pool.symbol("late", 16), pool.symbol("early", 16)));
    // Bytes of one object, in both orders, and of two objects.
    for (a, b) in [(0, 2), (2, 4), (40, 8), (61, 62), (9, 33)] {
        if a + 1 != b {
            places.push((pool.extract(object, 8 * a, 16), pool.extract(object, 8 * b, 16)));
        }
    }
    let other = pool.symbol("other", 8 * 64);
    places.push((pool.extract(object, 8 * 3, 16), pool.extract(other, 8 * 3, 16)));
    let mut asked = 0;
    for value in [17, 23, 18, 0] {
        for &(a, b) in &places {
            let (path, question) = product(&mut pool, a, b, value);
            // The path's own model answers some of them before the stages are asked.
            let before = answered(&solver, "bit_blast") + answered(&solver, "normal_cache");
            ask(&mut solver, &mut pool, &path, question);
            asked += answered(&solver, "bit_blast") + answered(&solver, "normal_cache") - before;
        }
    }
    assert!(asked > 20, "{asked} questions");
    assert_eq!(answered(&solver, "bit_blast"), 4, "one question for each value is solved");
    assert!(counter(&solver, "normal_cache.sat") > 0 && counter(&solver, "normal_cache.unsat") > 0);
    assert_eq!(counter(&solver, "normal_cache.wrong_models"), 0);
}

#[test]
fn operands_and_constraints_in_another_order_are_known() {
    let (mut pool, mut solver) = (Pool::new(), alone());
    // Made in the opposite order, so that the younger operand comes first in one of them.
    let forwards = [pool.symbol("a", 16), pool.symbol("b", 16)];
    let backwards = [pool.symbol("c", 16), pool.symbol("d", 16)];
    for ([a, b], swapped) in [(forwards, false), ([backwards[1], backwards[0]], true)] {
        let (three, limit, target) = (pool.int(16, 3), pool.int(16, 100), pool.int(16, 7001));
        let scaled = pool.mul(a, three);
        let sum = pool.xor(scaled, b);
        let conditions = [pool.ult(b, limit), pool.ult(limit, a)];
        let mut path = PathCondition::new();
        for place in if swapped { [1, 0] } else { [0, 1] } {
            path = assume(&mut pool, &path, conditions[place]);
        }
        let question = pool.eq(sum, target);
        assert!(ask(&mut solver, &mut pool, &path, question));
    }
    assert_eq!((answered(&solver, "normal_cache"), answered(&solver, "bit_blast")), (1, 1));
}

#[test]
fn constraints_of_one_shape_are_known_in_any_order() {
    // A chain of products; names, symbols and constraints are made in a different order each time.
    let (mut pool, mut solver) = (Pool::new(), alone());
    for order in [[0, 1, 2, 3, 4], [4, 2, 0, 3, 1], [3, 4, 1, 0, 2]] {
        let name = |at: usize| format!("{at} of {order:?}");
        for at in order {
            pool.symbol(&name(at), 8);
        }
        let links: Vec<usize> = order.into_iter().filter(|&at| at < 4).collect();
        let products: Vec<ExprId> = links
            .into_iter()
            .map(|at| {
                let (a, b) = (pool.symbol(&name(at), 8), pool.symbol(&name(at + 1), 8));
                let (product, six) = (pool.mul(a, b), pool.int(8, 6));
                pool.eq(product, six)
            })
            .collect();
        let path = products.into_iter().fold(PathCondition::new(), |path, product| assume(&mut pool, &path, product));
        let (first, value) = (pool.symbol(&name(0), 8), pool.int(8, 100));
        let question = pool.eq(first, value);
        assert!(!ask(&mut solver, &mut pool, &path, question));
    }
    assert_eq!((answered(&solver, "normal_cache"), answered(&solver, "bit_blast")), (2, 1));
}

#[test]
fn arrays_are_known_by_their_size_and_not_by_their_symbol() {
    let (mut pool, mut solver) = (Pool::new(), alone());
    let reads = |pool: &mut Pool, name: &str, size: u32| {
        let (object, index) = (pool.symbol(name, 8 * size), pool.symbol(&format!("index of {name}"), 8));
        let (bytes, wide, value) = (pool.bytes(object), pool.zext(index, 64), pool.int(8, 77));
        let read = pool.select(bytes, wide);
        pool.eq(read, value)
    };
    let questions = [reads(&mut pool, "one", 5), reads(&mut pool, "two", 5), reads(&mut pool, "three", 6)];
    for (question, hits) in questions.into_iter().zip([0, 1, 1]) {
        assert!(ask(&mut solver, &mut pool, &PathCondition::new(), question));
        assert_eq!(answered(&solver, "normal_cache"), hits);
    }
}

#[test]
fn what_only_looks_alike_is_not_known() {
    let (mut pool, mut solver) = (Pool::new(), alone());
    let o = pool.symbol("o", 8 * 16);
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, 16));
    let [wide_x, wide_y] = ["x", "y"].map(|name| pool.symbol(name, 24));
    let byte = |pool: &mut Pool, at: u32| pool.extract(o, 8 * at, 8);
    let (word, low, high, apart) = (pool.extract(o, 0, 16), byte(&mut pool, 0), byte(&mut pool, 1), byte(&mut pool, 2));
    let middle = pool.extract(o, 4, 8);
    // a * a + b * c == k
    let mut question = |a: ExprId, b: ExprId, c: ExprId, k: u64| {
        let width = pool.width(a);
        let (b, c) = (pool.zext(b, width), pool.zext(c, width));
        let (square, product, k) = (pool.mul(a, a), pool.mul(b, c), pool.int(width, k));
        let sum = pool.add(square, product);
        pool.eq(sum, k)
    };
    let questions = [
        question(x, y, z, 4242),
        question(x, y, z, 4243),
        question(x, y, y, 4242),
        question(x, x, z, 4242),
        question(wide_x, wide_y, wide_x, 4242),
        question(word, low, low, 4242),
        question(word, high, high, 4242),
        question(word, low, high, 4242),
        question(word, apart, apart, 4242),
        question(word, middle, middle, 4242),
        question(word, low, middle, 4242),
    ];
    for question in questions {
        ask(&mut solver, &mut pool, &PathCondition::new(), question);
    }
    assert_eq!((answered(&solver, "normal_cache"), answered(&solver, "bit_blast")), (0, 11));
}

#[test]
fn other_slices_keep_their_bytes() {
    // The array has a byte that the reads cannot reach and that another constraint fixes.
    let (mut pool, mut solver) = (Pool::new(), alone());
    for name in ["one", "two"] {
        let (object, index) = (pool.symbol(name, 8 * 8), pool.symbol(&format!("index of {name}"), 2));
        let (last, held) = (pool.extract(object, 8 * 7, 8), pool.int(8, if name == "one" { 3 } else { 200 }));
        let fixed = pool.eq(last, held);
        let path = assume(&mut pool, &PathCondition::new(), fixed);
        let (bytes, wide, value) = (pool.bytes(object), pool.zext(index, 64), pool.int(8, 77));
        let read = pool.select(bytes, wide);
        let question = pool.eq(read, value);
        assert!(ask(&mut solver, &mut pool, &path, question));
    }
    assert_eq!((answered(&solver, "normal_cache"), answered(&solver, "bit_blast")), (1, 1));
}

#[test]
fn a_query_beyond_the_limit_is_passed_on() {
    let (mut pool, mut solver) = (Pool::new(), alone());
    let x = pool.symbol("x", 64);
    let mut sum = x;
    for step in 0..3000 {
        let bit = pool.extract(x, step % 61, 3);
        let (wide, factor) = (pool.zext(bit, 64), pool.int(64, u64::from(2 * step + 1)));
        let both = pool.xor(sum, wide);
        sum = pool.add(both, factor);
    }
    let one = pool.int(64, 1);
    let low = pool.and(sum, one);
    let question = pool.eq(low, one);
    ask(&mut solver, &mut pool, &PathCondition::new(), question);
    assert_eq!(counter(&solver, "normal_cache.skipped"), 1);
}

/// The same random paths over one set of leaves after another.
#[test]
fn random_paths_over_shuffled_symbols() {
    let (mut hits, mut asked) = (0, 0);
    for seed in 0..40 {
        let mut pool = Pool::new();
        let table = table(&mut pool, &mut Random::of_round(seed), 16);
        let (object, other) = (pool.symbol("object", 8 * 12), pool.symbol("other", 8 * 12));
        let (view, other_view) = (pool.bytes(object), pool.bytes(other));
        let mut solver = Solver::new(Config::bare().with(Technique::NormalCache));
        let mut chain = Solver::new(Config::default().without(Technique::External));
        let mut reference = Solver::new(Config::bare());
        let shuffled = [(object, view, [0, 1, 4]), (other, other_view, [3, 2, 9]), (object, view, [10, 5, 2])];
        for (symbol, view, offsets) in shuffled {
            let mut random = Random::of_round(9000 + seed);
            let mut symbols = offsets.map(|offset| pool.extract(symbol, 8 * offset, 8)).to_vec();
            symbols.push(pool.symbol("shared", 8));
            let arrays = if seed % 2 == 0 { vec![table] } else { vec![table, view] };
            let terms = Terms { symbols, arrays, widths: vec![1, 8, 11] };
            let mut path = PathCondition::new();
            for _ in 0..6 {
                let condition = terms.condition(&mut pool, &mut random, 3);
                let expected = reference.assume(&mut pool, &path, condition);
                for solver in [&mut solver, &mut chain] {
                    let answer = solver.assume(&mut pool, &path, condition);
                    assert_eq!((answer.is_sat(), answer.is_unsat()), (expected.is_sat(), expected.is_unsat()));
                    if let Answer::Sat(next) = answer {
                        crate::check_model(&pool, &next);
                    }
                }
                if let Answer::Sat(next) = expected {
                    path = next;
                }
            }
        }
        hits += answered(&solver, "normal_cache");
        asked += answered(&solver, "normal_cache") + answered(&solver, "bit_blast");
        assert_eq!(counter(&solver, "normal_cache.wrong_models") + counter(&chain, "normal_cache.wrong_models"), 0);
    }
    println!("{hits} of {asked} questions were known");
    assert!(5 * hits > asked, "{hits} of {asked}");
}
