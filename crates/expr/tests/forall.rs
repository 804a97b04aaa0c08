//! Bounded universal facts: whatever is done with them, they mean what they mean written out.
//!
//! `PLEACH_RANDOM_SEED` chooses other terms, `PLEACH_RANDOM_CASES` how many there are.

use expr::{Definitions, Evaluator, ExprId, Import, Model, Pool, Renaming, Substitution, SymbolId, read_script};
use test_support::QuantifiedQuestions;

/// The number of random terms.
const TERMS: u64 = 400;
/// The number of models that each is evaluated under.
const MODELS: u64 = 12;

fn terms() -> u64 {
    test_support::cases().unwrap_or(TERMS)
}

/// A random quantified term, its generator and its pool.
fn quantified(seed: u64) -> (Pool, QuantifiedQuestions, ExprId) {
    let mut pool = Pool::new();
    let mut questions = QuantifiedQuestions::new(&mut pool, seed, 6);
    let term = loop {
        let (a, b) = (questions.condition(&mut pool), questions.condition(&mut pool));
        let term = if questions.random.one_in(2) { pool.and(a, b) } else { a };
        if pool.is_quantified(term) {
            break term;
        }
    };
    (pool, questions, term)
}

/// Checks that terms of two pools have the same value under random models.
fn check_same(questions: &mut QuantifiedQuestions, one: (&Pool, ExprId), other: (&Pool, ExprId), what: &str) {
    for _ in 0..MODELS {
        let model = questions.model();
        let [a, b] = [one, other].map(|(pool, term)| Evaluator::new().is_true(pool, &model, term));
        assert_eq!(a, b, "{what}\n{}\n{}", one.0.display(one.1), other.0.display(other.1));
    }
}

#[test]
fn values_are_those_of_the_expansion() {
    for seed in 0..terms() {
        let (mut pool, mut questions, term) = quantified(seed);
        let expanded = pool.expanded(term);
        assert!(!pool.is_quantified(expanded) && !pool.is_open(expanded) && !pool.is_open(term));
        check_same(&mut questions, (&pool, term), (&pool, expanded), "expanded");
        // With the tables of an evaluator that has seen other models.
        let mut evaluator = Evaluator::new();
        for _ in 0..MODELS {
            let model = questions.model();
            let values = [term, expanded, term].map(|term| evaluator.is_true(&pool, &model, term));
            assert_eq!(values[0], values[1]);
            assert_eq!(values[0], values[2]);
        }
    }
}

#[test]
fn supports_are_those_of_the_expansion() {
    for seed in 0..terms() {
        let (mut pool, mut questions, term) = quantified(seed);
        let expanded = pool.expanded(term);
        let (support, less) = (pool.support(term), pool.support(expanded));
        let within = |range: &expr::ByteRange| {
            support.iter().any(|all| all.symbol == range.symbol && all.from <= range.from && range.to <= all.to)
        };
        assert!(less.iter().all(within), "{support:?} {less:?}");
        // What is not in the support changes nothing.
        for _ in 0..MODELS {
            let (model, other) = (questions.model(), questions.model());
            let kept = support.iter().flat_map(|range| (range.from..range.to).map(|index| (range.symbol, index)));
            let mixed = other.with_bytes(kept.map(|(symbol, index)| (symbol, index, model.byte(symbol, index))));
            let [a, b] = [&model, &mixed].map(|model| Evaluator::new().is_true(&pool, model, term));
            assert_eq!(a, b, "{}", pool.display(term));
        }
    }
}

#[test]
fn texts_are_read_back() {
    for seed in 0..terms() {
        let (mut pool, mut questions, term) = quantified(seed);
        let text = pool.display(term).to_string();
        let back = pool.parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(back, term, "{text}\n{}", pool.display(back));
        let mut script = String::new();
        let claim = Definitions::new().claim(&pool, term, &mut script);
        let script = format!("{script}(assert {claim})\n");
        let mut other = Pool::new();
        QuantifiedQuestions::new(&mut other, seed, 6);
        let mut read = Vec::new();
        read_script(&mut other, &script, |_, command| {
            if let expr::Command::Assert(term) = command {
                read.push(term);
            }
        })
        .unwrap_or_else(|error| panic!("{error}: {script}"));
        check_same(&mut questions, (&pool, term), (&other, read[0]), &script);
        let script = expr::smt2_script(&pool, &[term]);
        let mut other = Pool::new();
        QuantifiedQuestions::new(&mut other, seed, 6);
        let read = expr::parse_script(&mut other, &script).unwrap_or_else(|error| panic!("{error}: {script}"));
        check_same(&mut questions, (&pool, term), (&other, read[0]), &script);
    }
}

#[test]
fn other_pools_and_other_names() {
    for seed in 0..terms() {
        let (mut pool, mut questions, term) = quantified(seed);
        let mut other = Pool::new();
        QuantifiedQuestions::new(&mut other, seed, 6);
        let imported = Import::default().term(&pool, &mut other, term);
        check_same(&mut questions, (&pool, term), (&other, imported), "imported");
        let free = |_: SymbolId| true;
        assert!(Renaming::default().matches(&pool, term, term, &free));
        // With another input for one of them, and back.
        let (x, y) = (pool.symbol("x", 8), pool.symbol("y", 8));
        let mut there = Substitution::new();
        there.replace(&pool, x, y);
        let renamed = there.apply(&mut pool, term, 1 << 20).expect("the term is small");
        let mut back = Substitution::new();
        back.replace(&pool, y, x);
        let again = back.apply(&mut pool, renamed, 1 << 20).expect("the term is small");
        check_same(&mut questions, (&pool, term), (&pool, again), "renamed");
    }
}

#[test]
fn substitution_agrees_with_the_expansion() {
    for seed in 0..terms() {
        let (mut pool, mut questions, term) = quantified(seed);
        let k = pool.symbol("k", 64);
        let x = pool.symbol("x", 8);
        let s = pool.symbol("s", 64);
        let array = pool.bytes(s);
        let read = pool.select(array, k);
        let small = pool.int(64, questions.random.below(5));
        let (k_to, x_to) = if questions.random.one_in(2) { (small, read) } else { (pool.zext(x, 64), x) };
        let put = |pool: &mut Pool, term: ExprId| {
            let mut substitution = Substitution::new();
            substitution.replace(pool, k, k_to);
            substitution.replace(pool, x, x_to);
            substitution.apply(pool, term, 1 << 20).expect("the term is small")
        };
        let expanded = pool.expanded(term);
        let (one, other) = (put(&mut pool, term), put(&mut pool, expanded));
        check_same(&mut questions, (&pool, one), (&pool, other), "substituted");
    }
}

/// What is put into a body keeps its meaning: an index that it mentions is not the one that is bound there.
#[test]
fn nothing_is_captured() {
    for seed in 0..terms() {
        let mut pool = Pool::new();
        let mut questions = QuantifiedQuestions::new(&mut pool, seed, 5);
        // all i: (all j: body(j, x)) with i for x.
        let (inner, x) = (questions.forall(&mut pool, 0), pool.symbol("x", 8));
        let outer_level = questions.random.below(2u32);
        let i = pool.index(outer_level, 4);
        let low = pool.trunc(i, 8);
        let mut put = Substitution::new();
        put.replace(&pool, x, low);
        let body = put.apply(&mut pool, inner, 1 << 20).expect("the term is small");
        let k = pool.symbol("k", 64);
        let fact = pool.forall(i, k, body);
        let mut expected = pool.bool(true);
        for at in 1..=4 {
            let mut put = Substitution::new();
            let value = pool.int(8, at);
            put.replace(&pool, x, value);
            let body = put.apply(&mut pool, inner, 1 << 20).expect("the term is small");
            let at = pool.int(64, at);
            let within = pool.ule(at, k);
            let part = pool.implies(within, body);
            expected = pool.and(expected, part);
        }
        check_same(&mut questions, (&pool, fact), (&pool, expected), "captured");
    }
}

#[test]
fn undefined_inputs_are_replaced_in_bodies() {
    let mut pool = Pool::new();
    let (s, k) = (pool.symbol("s", 64), pool.symbol("k", 64));
    let unknown = pool.undefined_symbol("u", 8);
    let unknown = pool.symbol_term(unknown);
    let (array, i) = (pool.bytes(s), pool.index(0, 8));
    let read = pool.select(array, i);
    let body = pool.ult(read, unknown);
    let fact = pool.forall(i, k, body);
    assert!(pool.mentions_undefined(fact));
    let zeroed = pool.with_zeros(fact);
    assert!(!pool.mentions_undefined(zeroed));
    // No byte is below zero, so that there must be none.
    let model = Model::default().with_bytes([(SymbolId(1), 0, 1)]);
    assert!(!Evaluator::new().is_true(&pool, &model, zeroed));
    assert!(Evaluator::new().is_true(&pool, &Model::default(), zeroed));
}

/// Facts that differ only in the names of their indices are the same term.
#[test]
fn equal_facts_are_one_term() {
    let mut pool = Pool::new();
    let (s, k) = (pool.symbol("s", 64), pool.symbol("k", 64));
    let array = pool.bytes(s);
    let fact = |pool: &mut Pool, outer: u32, inner: u32| {
        let (i, j) = (pool.index(outer, 5), pool.index(inner, 5));
        let (a, b) = (pool.select(array, i), pool.select(array, j));
        let body = pool.ule(a, b);
        let inner = pool.forall(j, i, body);
        pool.forall(i, k, inner)
    };
    let first = fact(&mut pool, 1, 0);
    for (outer, inner) in [(0, 1), (7, 3), (3, 7), (31, 0), (0, 31)] {
        assert_eq!(fact(&mut pool, outer, inner), first, "{outer} {inner}");
    }
    assert!(!pool.is_open(first));
    assert_eq!(pool.infix(first, 40), "all $j <= k: all $i <= $j: s[$j] <=u s[$i]");
}

#[test]
fn simple_facts_have_no_quantifier() {
    let mut pool = Pool::new();
    let (s, k, x) = (pool.symbol("s", 64), pool.symbol("k", 64), pool.symbol("x", 1));
    let (array, i) = (pool.bytes(s), pool.index(0, 9));
    let (read, zero) = (pool.select(array, i), pool.int(8, 0));
    let body = pool.ne(read, zero);
    let none = pool.int(64, 0);
    let (yes, no) = (pool.bool(true), pool.bool(false));
    assert_eq!(pool.forall(i, none, body), yes);
    assert_eq!(pool.forall(i, k, yes), yes);
    let (empty, fact) = (pool.eq(k, none), pool.forall(i, k, no));
    assert_eq!(fact, empty);
    let (either, fact) = (pool.or(empty, x), pool.forall(i, k, x));
    assert_eq!(fact, either);
    let three = pool.int(64, 3);
    let fact = pool.forall(i, three, body);
    let bytes: Vec<ExprId> = (1..=3).map(|at| pool.extract(s, 8 * at, 8)).collect();
    let parts: Vec<ExprId> = bytes.into_iter().map(|byte| pool.ne(byte, zero)).collect();
    let all = parts.into_iter().reduce(|a, b| pool.and(a, b)).expect("three");
    assert_eq!(fact, all);
    // A count that cannot be greater bounds the index.
    let low = pool.trunc(k, 3);
    let low = pool.zext(low, 64);
    let fact = pool.forall(i, low, body);
    assert_eq!(pool.as_forall(fact).map(|fact| fact.most), Some(7));
    // The support ends where the index does.
    let support = pool.support(fact);
    assert_eq!(
        support.iter().map(|range| (range.symbol.0, range.from, range.to)).collect::<Vec<_>>(),
        [(0, 1, 8), (1, 0, 1)]
    );
}

#[test]
fn text_that_is_no_fact_is_refused() {
    let mut pool = Pool::new();
    pool.symbol("k", 64);
    let range = "(and (bvule #x0000000000000001 $i0.5) (bvule $i0.5 #x0000000000000005) (bvule $i0.5 |k|))";
    let good = format!("(forall (($i0.5 (_ BitVec 64))) (=> {range} (bvult $i0.5 |k|)))");
    assert!(pool.parse(&good).is_ok());
    for (from, to) in [
        ("(bvult $i0.5 |k|)", "(bvult $i0.6 |k|)"),
        ("(bvult $i0.5 |k|)", "|k|"),
        ("#x0000000000000005", "#x0000000000000006"),
        ("bvule $i0.5 |k|", "bvule $i0.6 |k|"),
        ("(_ BitVec 64)", "(_ BitVec 32)"),
        ("$i0.5", "$i99.5"),
        ("$i0.5", "j"),
        ("(=> ", "(or "),
        ("forall", "exists"),
    ] {
        assert!(pool.parse(&good.replace(from, to)).is_err(), "{from} {to}");
    }
    // An index by itself is no condition.
    let script = format!("(declare-const |k| (_ BitVec 64))(assert {good})(assert (bvult $i0.5 |k|))");
    assert!(expr::parse_script(&mut Pool::new(), &script).is_err());
    // However deep.
    let deep = format!("{}true{}", good.replace("(bvult $i0.5 |k|)))", "").repeat(40), "))".repeat(40));
    assert!(pool.parse(&deep).is_err());
}
