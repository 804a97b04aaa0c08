//! The example of Shuai 2021, figure 1: an array of four integers, two indices between 0 and 3 whose sum is
//! above 4, and the question whether the sum of the elements is above 10.

use expr::{ArrayAxioms, ExprId, Pool};
use solver::{Answer, Config, PathCondition, Solver, StageStatistics, Technique};

use crate::pool_of;

/// Asks the question about an array with the given last element, after two assumptions about each index and one
/// about both.
fn ask(last: u32) -> (bool, StageStatistics) {
    let mut pool = pool_of(ArrayAxioms::Both);
    let mut solver = Solver::new(Config::bare().with(Technique::ArrayPrecheck));
    let contents: Vec<u8> = [0, 0, 0, last].into_iter().flat_map(u32::to_le_bytes).collect();
    let table = pool.table(contents.into());
    let (i, j) = (pool.symbol("i", 32), pool.symbol("j", 32));
    let (zero, three, four, ten) = (pool.int(32, 0), pool.int(32, 3), pool.int(32, 4), pool.int(32, 10));
    let mut path = PathCondition::new();
    for index in [i, j] {
        for bound in [pool.sle(zero, index), pool.sle(index, three)] {
            path = assume(&mut solver, &mut pool, &path, bound);
        }
    }
    let indices = pool.add(i, j);
    let above = pool.sgt(indices, four);
    path = assume(&mut solver, &mut pool, &path, above);
    let before = bit_blast(&solver);
    let (a, b) = (element(&mut pool, table, i), element(&mut pool, table, j));
    let sum = pool.add(a, b);
    let question = pool.sgt(sum, ten);
    let answer = solver.may_be_true(&mut pool, &path, question);
    assert!(!matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let mut after = bit_blast(&solver);
    after.asked -= before.asked;
    (answer.is_sat(), after)
}

fn assume(solver: &mut Solver, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> PathCondition {
    match solver.assume(pool, path, condition) {
        Answer::Sat(path) => path,
        other => panic!("{}: {other:?}", pool.display(condition)),
    }
}

/// The element at a signed index, as in C.
fn element(pool: &mut Pool, table: ExprId, index: ExprId) -> ExprId {
    let (wide, size) = (pool.sext(index, 64), pool.int(64, 4));
    let place = pool.mul(wide, size);
    pool.select_element(table, place, 4)
}

fn bit_blast(solver: &Solver) -> StageStatistics {
    solver.statistics().stages.into_iter().find(|stage| stage.name == "bit_blast").expect("it is on")
}

#[test]
fn twenty_axioms_of_156_are_left() {
    let (holds, stage) = ask(9);
    assert!(holds);
    assert_eq!(stage.asked, 1);
    let counter = |name: &str| stage.own.iter().find(|own| own.0 == name).expect("it is counted").1;
    let possible = counter("axioms_possible");
    assert_eq!(possible, 156);
    let left = possible - counter("axioms_avoided_by_type") - counter("axioms_avoided_by_interval");
    assert_eq!(left, 20, "{:?}", stage.own);
}

#[test]
fn what_elements_cannot_add_up_to_needs_no_axiom() {
    let (holds, stage) = ask(5);
    assert!(!holds);
    assert_eq!(stage.asked, 0);
}

/// An element that begins at the last indices continues at the first, and depends on the bytes there.
#[test]
fn elements_go_around_the_end_of_all_indices() {
    for (axioms, name) in ArrayAxioms::NAMES {
        let mut pool = pool_of(axioms);
        let mut solver = Solver::new(Config::bare());
        let (word, object) = (pool.symbol("word", 32), pool.symbol("object", 64));
        let (bytes, size, offset) = (pool.bytes(object), pool.int(64, 8), pool.int(64, 0u64.wrapping_sub(7)));
        let wide = pool.zext(word, 64);
        let scaled = pool.mul(wide, size);
        let place = pool.add(scaled, offset);
        let read = pool.select_element(bytes, place, 8);
        let (zero, none) = (pool.int(64, 0), pool.int(32, 0));
        let (first, other) = (pool.eq(word, none), pool.ne(read, zero));
        let path = assume(&mut solver, &mut pool, &PathCondition::new(), first);
        assert!(solver.may_be_true(&mut pool, &path, other).is_sat(), "{name}");
    }
}
