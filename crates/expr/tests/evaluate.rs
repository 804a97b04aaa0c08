//! The evaluator, models and supports on terms that are deep or wide, and with several models in turn.

use bv::Bv;
use expr::{ByteRange, Evaluator, ExprId, Model, Pool, SymbolId};

/// A term `depth` operators deep that no rule flattens.
fn deep(pool: &mut Pool, x: ExprId, y: ExprId, depth: usize) -> ExprId {
    let mut term = x;
    for _ in 0..depth / 2 {
        let divided = pool.udiv(term, y);
        term = pool.xor(divided, x);
    }
    term
}

#[test]
fn depth_is_no_limit() {
    let mut pool = Pool::new();
    let (x, y) = (pool.symbol("x", 32), pool.symbol("y", 32));
    let term = deep(&mut pool, x, y, 200_000);
    let (x_id, y_id) = (pool.symbol_id("x", 32), pool.symbol_id("y", 32));
    let model = Model::default().with_bytes([(x_id, 0, 200), (x_id, 1, 1), (y_id, 0, 3)]);
    let mut want = 456u32;
    for _ in 0..100_000 {
        want = (want / 3) ^ 456;
    }
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval_u64(&pool, &model, term), u64::from(want));
    let whole = |symbol| ByteRange { symbol, from: 0, to: 4 };
    assert_eq!(pool.support(term)[..], [whole(x_id), whole(y_id)]);
    // Apply every constructor to a deep term, since rules look inside it.
    let low = pool.trunc(term, 8);
    let five = pool.int(8, 5);
    let equal = pool.eq(low, five);
    let not_equal = pool.not(equal);
    assert_eq!(evaluator.is_true(&pool, &model, not_equal), want as u8 != 5);
}

#[test]
fn chains_that_rules_descend_are_no_limit() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", 64);
    let mut term = x;
    for i in 0..100_000u64 {
        let (c, d) = (pool.int(64, i | 0x100), pool.int(64, i * 7 + 0x10));
        let sum = pool.add(term, c);
        term = pool.xor(sum, d);
    }
    // Solving the equality and taking the low byte both walk down the whole chain.
    let zero = pool.int(64, 0);
    let equal = pool.eq(term, zero);
    let low = pool.trunc(term, 8);
    let model = Model::default();
    let mut evaluator = Evaluator::new();
    let whole = evaluator.eval_u64(&pool, &model, term);
    assert_eq!(evaluator.eval_u64(&pool, &model, low), whole & 0xff);
    assert_eq!(evaluator.is_true(&pool, &model, equal), whole == 0);
    let mut nested = pool.symbol("b", 1);
    for i in 0..100_000u64 {
        let c = pool.int(64, i * i);
        let less = pool.ult(x, c);
        let other = pool.ult(c, x);
        nested = pool.ite(less, nested, other);
        nested = pool.not(nested);
    }
    let want = evaluator.is_true(&pool, &model, nested);
    let not_nested = pool.not(nested);
    assert_eq!(evaluator.is_true(&pool, &model, not_nested), !want);
}

#[test]
fn switching_between_models_keeps_their_values_apart() {
    let mut pool = Pool::new();
    let (x, y) = (pool.symbol("x", 32), pool.symbol("y", 32));
    let term = deep(&mut pool, x, y, 400);
    let product = pool.mul(term, y);
    let (x_id, y_id) = (pool.symbol_id("x", 32), pool.symbol_id("y", 32));
    let models: Vec<Model> = (0..9u8).map(|i| Model::default().with_bytes([(x_id, 1, i), (y_id, 0, i * 3)])).collect();
    let fresh: Vec<u64> = models.iter().map(|model| Evaluator::new().eval_u64(&pool, model, product)).collect();
    let mut evaluator = Evaluator::new();
    for round in 0..200usize {
        let i = (round * 7 + round / 5) % models.len();
        assert_eq!(evaluator.eval_u64(&pool, &models[i], product), fresh[i]);
    }
    // A new model must not be mistaken for a dropped one at the same address.
    for i in 0..50u8 {
        let model = Model::default().with_bytes([(x_id, 0, i)]);
        assert_eq!(evaluator.eval_u64(&pool, &model, x), u64::from(i));
    }
}

#[test]
fn an_ite_needs_only_the_chosen_branch() {
    let mut pool = Pool::new();
    let (c, x, y) = (pool.symbol("c", 1), pool.symbol("x", 32), pool.symbol("y", 32));
    let expensive = deep(&mut pool, x, y, 200_000);
    let term = pool.ite(c, expensive, y);
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval_u64(&pool, &Model::default(), term), 0);
}

#[test]
fn wide_values_and_arrays() {
    let mut pool = Pool::new();
    let object = pool.symbol("object", 8 * 40);
    let id = pool.symbol_id("object", 8 * 40);
    let bytes: Vec<u8> = (0..40).map(|i| i * 3 + 1).collect();
    let model = Model::default().with_bytes(bytes.iter().enumerate().map(|(i, &byte)| (id, i as u32, byte)));
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&pool, &model, object), Bv::from_bytes(320, &bytes));
    let doubled = pool.add(object, object);
    let word = pool.extract(doubled, 64, 64);
    let want = Bv::from_bytes(320, &bytes).add(&Bv::from_bytes(320, &bytes)).extract(64, 64);
    assert_eq!(evaluator.eval(&pool, &model, word), want);

    let array = pool.bytes(object);
    let offset = pool.extract(object, 0, 8);
    let index = pool.zext(offset, 64);
    let at = |pool: &mut Pool, index: ExprId, plus: u64| {
        let plus = pool.int(64, plus);
        pool.add(index, plus)
    };
    let mut stored = array;
    for i in 0..20_000u64 {
        let (index, byte) = (at(&mut pool, index, i % 30), pool.int(8, i));
        stored = pool.store(stored, index, byte);
    }
    let read = at(&mut pool, index, 35);
    let beside = pool.select(stored, read);
    assert_eq!(evaluator.eval_u64(&pool, &model, beside), u64::from(bytes[36]));
    let five = pool.int(64, 5);
    let hit = pool.select(stored, five);
    assert_eq!(
        evaluator.eval_u64(&pool, &model, hit),
        u64::from((0..20_000u64).rev().find(|i| i % 30 == 4).unwrap() as u8)
    );
    let beyond = at(&mut pool, index, 200);
    let nothing = pool.select(array, beyond);
    assert_eq!(evaluator.eval_u64(&pool, &model, nothing), 0);
}

#[test]
fn supports_are_precise_to_the_byte() {
    let mut pool = Pool::new();
    let object = pool.symbol("object", 8 * 16);
    let other = pool.symbol("other", 12);
    let (object_id, other_id) = (pool.symbol_id("object", 8 * 16), pool.symbol_id("other", 12));
    let range = |symbol: SymbolId, from: u32, to: u32| ByteRange { symbol, from, to };
    let (a, b) = (pool.extract(object, 12, 9), pool.extract(object, 80, 9));
    assert_eq!(pool.support(a)[..], [range(object_id, 1, 3)]);
    let sum = pool.add(a, b);
    assert_eq!(pool.support(sum)[..], [range(object_id, 1, 3), range(object_id, 10, 12)]);
    assert_eq!(pool.support(other)[..], [range(other_id, 0, 2)]);
    let constant = pool.int(8, 1);
    assert!(pool.support(constant).is_empty());

    let array = pool.bytes(object);
    let index = pool.extract(other, 0, 2);
    let index = pool.zext(index, 64);
    let five = pool.int(64, 5);
    let index = pool.add(index, five);
    let read = pool.select(array, index);
    assert_eq!(pool.support(read)[..], [range(object_id, 5, 9), range(other_id, 0, 1)]);
    let byte = pool.extract(object, 120, 8);
    let stored = pool.store(array, index, byte);
    let zero = pool.int(64, 0);
    let first = pool.select(stored, zero);
    assert_eq!(pool.support(first)[..], [range(object_id, 0, 1)]);
    let high = pool.extract(other, 4, 4);
    let high = pool.zext(high, 64);
    let maybe = pool.select(stored, high);
    assert_eq!(pool.support(maybe)[..], [range(object_id, 0, 16), range(other_id, 0, 1)]);
    assert_eq!(pool.support(stored)[..], [range(object_id, 0, 16), range(other_id, 0, 1)]);
}
