//! Examples 6.4.1 to 6.4.3 of Trabish 2024, with the models that it gives, and parts of conditions.

use expr::{Evaluator, ExprId, Model, Op, Pool, SymbolId};
use rustc_hash::FxHashSet;

use super::duplicate::duplicated;
use super::repair::Repair;
use super::strip::strip;
use super::{Ask, Parts, Search};
use crate::answer::Answer;
use crate::config::Config;
use crate::path::{PathCondition, Slice};
use crate::query::Query;
use crate::solver::Solver;

/// `s[n] = 0 and 1 <= k <= 10 and s[k - 1] = 8 and (all i <= k: s[i - 1] != 0)`
struct Example {
    pool: Pool,
    s: ExprId,
    n: ExprId,
    k: ExprId,
    question: ExprId,
}

const S: SymbolId = SymbolId(0);
const N: SymbolId = SymbolId(1);
const K: SymbolId = SymbolId(2);

fn example() -> Example {
    let mut pool = Pool::new();
    let (object, n, k) = (pool.symbol("s", 128), pool.symbol("n", 64), pool.symbol("k", 64));
    let s = pool.bytes(object);
    let [zero, eight] = [0, 8].map(|value| pool.int(8, value));
    let [one, ten] = [1, 10].map(|value| pool.int(64, value));
    let end = pool.select(s, n);
    let end = pool.eq(end, zero);
    let (low, high) = (pool.ule(one, k), pool.ule(k, ten));
    let before = pool.sub(k, one);
    let last = pool.select(s, before);
    let last = pool.eq(last, eight);
    let index = pool.index(0, 10);
    let before = pool.sub(index, one);
    let read = pool.select(s, before);
    let body = pool.ne(read, zero);
    let fact = pool.forall(index, k, body);
    let question = [end, low, high, last, fact].into_iter().reduce(|a, b| pool.and(a, b)).expect("some");
    Example { pool, s, n, k, question }
}

fn model(n: u8, k: u8, s: [u8; 8]) -> Model {
    let bytes = s.into_iter().enumerate().map(|(at, byte)| (S, at as u32, byte));
    Model::default().with_bytes(bytes.chain([(N, 0, n), (K, 0, k)]))
}

fn contents(model: &Model) -> (u8, u8, Vec<u8>) {
    (model.byte(N, 0), model.byte(K, 0), model.bytes(S, 8))
}

/// A chain that has these models, one after the other, and evaluates the question under each.
struct Told(Vec<Model>);

impl Ask for Told {
    fn ask(&mut self, pool: &mut Pool, question: ExprId) -> Answer<Model> {
        let model = self.0.remove(0);
        assert!(Evaluator::new().is_true(pool, &model, question), "{}", pool.display(question));
        Answer::Sat(model)
    }

    fn is_late(&self) -> bool {
        false
    }
}

#[test]
fn a_fact_is_stripped_to_what_follows_without_it() {
    let Example { mut pool, s, n, k, question } = example();
    let (given, ranges) = (Slice::default(), pool.support(question));
    let search = Search::new(&mut pool, &given, question, &ranges);
    let mut weaker = strip(&mut pool, &search.facts, &search.plain, &given);
    // k >= 1 -> s[0] != 0
    let (byte, one, zero) = (pool.int(8, 0), pool.int(64, 1), pool.int(64, 0));
    let first = pool.select(s, zero);
    let (some, first) = (pool.ule(one, k), pool.ne(first, byte));
    let first = pool.implies(some, first);
    // not (1 <= n + 1 <= k), where the bound of the index allows n + 1
    let (next, ten) = (pool.add(n, one), pool.int(64, 10));
    let (none, beyond, outside) = (pool.eq(next, zero), pool.ult(k, next), pool.ult(ten, next));
    let either = pool.or(none, beyond);
    let mut expected = vec![first, pool.or(either, outside)];
    weaker.sort_unstable();
    expected.sort_unstable();
    assert_eq!(weaker, expected);
}

#[test]
fn values_of_the_first_instance_are_copied() {
    let Example { mut pool, question, .. } = example();
    let (given, ranges) = (Slice::default(), pool.support(question));
    let mut search = Search::new(&mut pool, &given, question, &ranges);
    let none = FxHashSet::default();
    let found = model(7, 7, [1, 0, 0, 0, 0, 0, 8, 0]);
    let copied = duplicated(&pool, &mut search.values, &search.facts, &found, &none);
    assert_eq!(contents(&copied), (7, 7, vec![1, 1, 1, 1, 1, 1, 1, 0]));
    assert!(!search.holds(&pool, &copied) && search.facts_hold(&pool, &copied));
    let found = model(7, 7, [8, 0, 0, 0, 0, 0, 8, 0]);
    let mut told = Told(vec![found]);
    let Answer::Sat(copied) = search.answer(&mut pool, &mut told) else { panic!("there is a model") };
    assert_eq!(contents(&copied), (7, 7, vec![8, 8, 8, 8, 8, 8, 8, 0]));
    assert_eq!((search.counts.duplicated, search.counts.repaired), (1, 0));
}

#[test]
fn a_model_is_repaired() {
    let Example { mut pool, s, n, k, question } = example();
    let (given, ranges) = (Slice::default(), pool.support(question));
    let mut search = Search::new(&mut pool, &given, question, &ranges);
    let wrong = model(7, 7, [1, 1, 1, 1, 1, 1, 1, 0]);
    let repair = Repair::of(&mut pool, &mut search, &wrong);
    assert_eq!(repair.conflicts, FxHashSet::from_iter([(S, 6)]));
    // 7 <= k -> s[6] != 0, n = 7, k = 7
    let (six, seven, byte) = (pool.int(64, 6), pool.int(64, 7), pool.int(8, 0));
    let read = pool.select(s, six);
    let (within, right) = (pool.ule(seven, k), pool.ne(read, byte));
    let mut expected = vec![pool.implies(within, right), pool.eq(n, seven), pool.eq(k, seven)];
    let mut asked = repair.question;
    asked.sort_unstable();
    expected.sort_unstable();
    assert_eq!(asked, expected);
    let found = model(7, 7, [1, 0, 0, 0, 0, 0, 8, 0]);
    let mut told = Told(vec![found.clone(), found]);
    let Answer::Sat(repaired) = search.answer(&mut pool, &mut told) else { panic!("there is a model") };
    assert_eq!(contents(&repaired), (7, 7, vec![1, 1, 1, 1, 1, 1, 8, 0]));
    assert_eq!((search.counts.duplicated, search.counts.repaired, search.counts.instantiated), (0, 1, 0));
}

/// A model of the stripped question that satisfies the facts is the answer.
#[test]
fn a_lucky_model_is_taken() {
    let Example { mut pool, question, .. } = example();
    let (given, ranges) = (Slice::default(), pool.support(question));
    let mut search = Search::new(&mut pool, &given, question, &ranges);
    let mut told = Told(vec![model(1, 1, [8, 0, 0, 0, 0, 0, 0, 0])]);
    assert!(search.answer(&mut pool, &mut told).is_sat());
    assert_eq!((search.counts.evaluated, search.counts.duplicated), (1, 0));
}

/// Facts in disjunctions and choices stay facts; those under a negation are written out. All parts together mean what the
/// condition means.
#[test]
fn parts_of_conditions() {
    let Example { mut pool, n, k, question, .. } = example();
    let fact = Parts::of(&mut pool, question).facts[0];
    let below = pool.ult(n, k);
    let negation = pool.not(fact);
    let (either, choice) = (pool.or(below, fact), pool.ite(below, fact, below));
    let neither = pool.or(below, negation);
    let neither = pool.not(neither);
    for (condition, facts) in [(either, 1), (choice, 1), (negation, 0), (neither, 1), (fact, 1)] {
        let parts = Parts::of(&mut pool, condition);
        assert_eq!(parts.facts.len(), facts, "{}", pool.display(condition));
        assert!(parts.facts.iter().all(|&fact| pool.node(fact).op == Op::Forall));
        assert!(parts.plain.iter().all(|&plain| !pool.is_quantified(plain)));
        for (n, k, s) in
            [(3, 2, [1; 8]), (1, 2, [1; 8]), (3, 2, [1, 0, 1, 1, 1, 1, 1, 1]), (0, 4, [0; 8]), (4, 0, [0; 8])]
        {
            let model = model(n, k, s);
            let mut values = Evaluator::new();
            let expected = values.is_true(&pool, &model, condition);
            let found = parts.plain.iter().chain(&parts.facts).all(|&part| values.is_true(&pool, &model, part));
            assert_eq!(found, expected, "{}", pool.display(condition));
        }
    }
}

/// What the chain gives up on is asked of the SMT solvers of the machine with its facts, those of the path included.
#[test]
fn other_solvers_get_the_facts() {
    if test_support::Z3::start().is_none() {
        return;
    }
    let Example { mut pool, s, k, question, .. } = example();
    let mut solver = Solver::new(Config::default());
    let Answer::Sat(path) = solver.assume(&mut pool, &PathCondition::new(), question) else { panic!("satisfiable") };
    let [two, three] = [2, 3].map(|value| pool.int(64, value));
    let (long, read, zero) = (pool.ult(three, k), pool.select(s, two), pool.int(8, 0));
    let (gap, letter) = (pool.eq(read, zero), pool.ne(read, zero));
    for (other, expected) in [(gap, false), (letter, true)] {
        let question = pool.and(long, other);
        let support = pool.support(question);
        let query = Query::new(path.slice(&pool, &support), question, support, path.model().clone());
        assert_eq!(query.slice.facts.len(), 1);
        match solver.ask_foreign(&pool, &query, None) {
            Some(Answer::Sat(model)) => {
                let mut values = Evaluator::new();
                assert!(expected && path.assumed().chain([question]).all(|term| values.is_true(&pool, &model, term)));
            }
            Some(Answer::Unsat) => assert!(!expected),
            other => panic!("{other:?}"),
        }
    }
}
