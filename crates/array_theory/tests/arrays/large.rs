//! Long chains of stores, wide indices, and equalities that depend on an index which no term mentions.

use array_theory::{ArrayId, Arrays};
use bv::Bv;
use expr::{Evaluator, ExprId, Pool};

use crate::solve::solve;

/// A chain of `count` stores, each of its own number, at symbolic indices if a name is given, else at constant ones.
fn chain(pool: &mut Pool, arrays: &mut Arrays, base: ArrayId, count: u64, name: Option<&str>) -> ArrayId {
    (0..count).fold(base, |array, number| {
        let index = match name {
            Some(name) => pool.symbol(&format!("{name}{number}"), 32),
            None => pool.int(32, number),
        };
        let value = pool.int(8, number);
        arrays.store(pool, array, index, value)
    })
}

fn equal(pool: &mut Pool, arrays: &mut Arrays, a: ArrayId, b: ArrayId) -> ExprId {
    arrays.equal(pool, a, b)
}

#[test]
fn a_hundred_thousand_stores() {
    let (mut pool, mut arrays) = (Pool::new(), Arrays::with_eager_stores(usize::MAX));
    let base = arrays.declare("a", 32, 8);
    let array = chain(&mut pool, &mut arrays, base, 100_000, Some("i"));
    let index = pool.symbol("k", 32);
    let read = arrays.select(&mut pool, array, index);
    let size = pool.len();
    // A second read is the same term, and a read at the index of the last store is its value.
    assert_eq!(arrays.select(&mut pool, array, index), read);
    let value = pool.int(8, 7);
    let longer = arrays.store(&mut pool, array, index, value);
    assert_eq!(arrays.select(&mut pool, longer, index), value);
    assert!(pool.len() <= size + 1, "nothing is built twice");
    let model = expr::Model::default();
    assert_eq!(Evaluator::new().eval_u64(&pool, &model, read), 99_999 & 0xff);
    // At constant indices no choice is left.
    let array = chain(&mut pool, &mut arrays, base, 100_000, None);
    let fifth = pool.int(32, 5);
    assert_eq!(arrays.select(&mut pool, array, fifth), pool.int(8, 5));
    let beyond = pool.int(32, 100_000);
    assert_eq!(arrays.select(&mut pool, array, beyond), arrays.select(&mut pool, base, beyond));
}

#[test]
fn a_hundred_thousand_stores_left_to_lemmas() {
    let (mut pool, mut arrays) = (Pool::new(), Arrays::new());
    let base = arrays.declare("a", 32, 8);
    let array = chain(&mut pool, &mut arrays, base, 100_000, Some("i"));
    let (index, last) = (pool.symbol("k", 32), pool.symbol("i99999", 32));
    let size = pool.len();
    let read = arrays.select(&mut pool, array, index);
    assert!(pool.len() < size + 1000, "the read is one symbol");
    let (five, same) = (pool.int(8, 5), pool.eq(index, last));
    let is_five = pool.eq(read, five);
    let other = pool.not(same);
    let (model, _) = solve(&mut pool, &mut arrays, &[is_five, other]);
    let model = model.expect("some other index is the one of a five");
    let mut evaluator = Evaluator::new();
    let at = evaluator.eval(&pool, &model, index);
    assert_eq!(arrays.value(&pool, &mut evaluator, &model, array).get(&at), &Bv::new(8, 5));
    assert!(solve(&mut pool, &mut arrays, &[is_five, same]).0.is_none());
}

#[test]
fn long_chains_are_compared() {
    let (mut pool, mut arrays) = (Pool::new(), Arrays::new());
    let (a, b) = (arrays.declare("a", 32, 8), arrays.declare("b", 32, 8));
    let (long_a, long_b) =
        (chain(&mut pool, &mut arrays, a, 20_000, None), chain(&mut pool, &mut arrays, b, 20_000, None));
    let same = equal(&mut pool, &mut arrays, long_a, long_b);
    let index = pool.symbol("k", 32);
    let (x, y) = (arrays.select(&mut pool, a, index), arrays.select(&mut pool, b, index));
    let differ = pool.ne(x, y);
    let (model, _) = solve(&mut pool, &mut arrays, &[same, differ]);
    let model = model.expect("the arrays may differ below the stores");
    let mut evaluator = Evaluator::new();
    assert!(evaluator.eval_u64(&pool, &model, index) < 20_000);
    let values = [long_a, long_b].map(|array| arrays.value(&pool, &mut evaluator, &model, array));
    assert!(values[0].equals(&values[1], 32));
}

#[test]
fn constant_arrays_differ_somewhere() {
    for width in [1, 2, 3, 32, 64, 100] {
        let (mut pool, mut arrays) = (Pool::new(), Arrays::new());
        let (zero, one) = (pool.int(8, 0), pool.int(8, 1));
        let (zeros, ones) = (arrays.constant(width, zero), arrays.constant(width, one));
        let mut store = |array, name: &str| {
            let (index, value) = (pool.symbol(name, width), pool.symbol(&format!("{name} value"), 8));
            arrays.store(&mut pool, array, index, value)
        };
        // Four stores cover all indices of at most two bits, but not of more.
        let a = store(zeros, "i");
        let a = store(a, "j");
        let b = store(ones, "k");
        let b = store(b, "l");
        let same = equal(&mut pool, &mut arrays, a, b);
        let (model, lemmas) = solve(&mut pool, &mut arrays, &[same]);
        assert_eq!(model.is_some(), width <= 2, "width {width}");
        assert!(lemmas < 50, "{lemmas} lemmas at width {width}");
    }
}

#[test]
fn equalities_are_transitive_at_indices_nobody_reads() {
    let (mut pool, mut arrays) = (Pool::new(), Arrays::new());
    let names = ["a", "b", "c", "d"].map(|name| arrays.declare(name, 40, 70));
    let mut conditions: Vec<ExprId> =
        names.windows(2).map(|pair| equal(&mut pool, &mut arrays, pair[0], pair[1])).collect();
    let ends = equal(&mut pool, &mut arrays, names[0], names[3]);
    conditions.push(pool.not(ends));
    assert!(solve(&mut pool, &mut arrays, &conditions).0.is_none());
    conditions.remove(1);
    let (model, _) = solve(&mut pool, &mut arrays, &conditions);
    let model = model.expect("b and c may differ");
    let mut evaluator = Evaluator::new();
    let [a, b, c, d] = names.map(|array| arrays.value(&pool, &mut evaluator, &model, array));
    assert!(a.equals(&b, 40) && c.equals(&d, 40) && !a.equals(&d, 40));
}

#[test]
fn nested_reads_agree() {
    let (mut pool, mut arrays) = (Pool::new(), Arrays::new());
    let (a, b) = (arrays.declare("a", 32, 32), arrays.declare("b", 32, 32));
    let (i, j) = (pool.symbol("i", 32), pool.symbol("j", 32));
    let same_index = pool.eq(i, j);
    let [x, y] = [i, j].map(|index| {
        let inner = arrays.select(&mut pool, b, index);
        arrays.select(&mut pool, a, inner)
    });
    let differ = pool.ne(x, y);
    assert!(solve(&mut pool, &mut arrays, &[differ]).0.is_some());
    let other = pool.ult(i, j);
    let indices_differ = pool.not(same_index);
    assert!(solve(&mut pool, &mut arrays, &[differ, other, indices_differ]).0.is_some());
    let (low, high) = (pool.ule(i, j), pool.ule(j, i));
    assert!(solve(&mut pool, &mut arrays, &[differ, low, high]).0.is_none());
}

#[test]
fn values_are_canonical() {
    let (mut pool, mut arrays) = (Pool::new(), Arrays::new());
    let five = pool.int(8, 5);
    let fives = arrays.constant(16, five);
    let nine = pool.int(16, 9);
    let three = pool.int(16, 3);
    let six = pool.int(8, 6);
    let array = arrays.store(&mut pool, fives, nine, six);
    let array = arrays.store(&mut pool, array, three, six);
    let hidden = arrays.store(&mut pool, array, nine, five);
    let (mut evaluator, model) = (Evaluator::new(), expr::Model::default());
    let value = arrays.value(&pool, &mut evaluator, &model, array);
    let entries = [3, 9].map(|index| (Bv::new(16, index), Bv::new(8, 6)));
    assert_eq!((value.default.clone(), &value.entries[..]), (Bv::new(8, 5), &entries[..]));
    let value = arrays.value(&pool, &mut evaluator, &model, hidden);
    assert_eq!(value.entries, entries[..1]);
    assert_eq!((arrays.index_width(hidden), arrays.element_width(&pool, hidden)), (16, 8));
}
