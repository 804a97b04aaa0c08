//! The cost of a question about a table does not grow with the table: axioms that are made on demand and rounds
//! of refinement, counted for tables of 16 KiB to 4 MiB with the same share of elements that are not zero.

use expr::{ArrayAxioms, ExprId, Pool};
use solver::{Answer, Config, PathCondition, Solver};

use crate::pool_of;

/// One in this many elements is not zero.
const SPARSE: usize = 97;
/// The most rounds of refinement, and the most axioms, for one question.
const MOST_ROUNDS: u64 = 4;
const MOST_AXIOMS: u64 = 200;

/// Asks a question; returns the answer, and the counts of rounds of refinement and of axioms made.
fn ask(mode: ArrayAxioms, size: usize, question: fn(&mut Pool, ExprId, ExprId) -> ExprId) -> (bool, [u64; 2]) {
    let mut pool = pool_of(mode);
    let mut solver = Solver::new(Config { array_axioms: mode, ..Config::bare() });
    let byte = |at: usize| if at.is_multiple_of(SPARSE) { (at / SPARSE % 200) as u8 + 1 } else { 0 };
    let table = pool.table((0..size).map(byte).collect());
    let (index, end) = (pool.symbol("index", 64), pool.int(64, size as u64 - 8));
    let inside = pool.ult(index, end);
    let Answer::Sat(path) = solver.assume(&mut pool, &PathCondition::new(), inside) else { panic!("there are places") };
    let question = question(&mut pool, table, index);
    let answer = solver.may_be_true(&mut pool, &path, question);
    assert!(!matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let stages = solver.statistics().stages;
    let stage = stages.iter().find(|stage| stage.name == "bit_blast").expect("it is on");
    let counter = |name: &str| stage.own.iter().find(|own| own.0 == name).expect("it is counted").1;
    (answer.is_sat(), ["refinements", "axioms_made"].map(counter))
}

fn byte_at(pool: &mut Pool, table: ExprId, index: ExprId, behind: u64) -> ExprId {
    let behind = pool.int(64, behind);
    let place = pool.add(index, behind);
    pool.select(table, place)
}

/// Asks for a value that is in the table.
fn found(pool: &mut Pool, table: ExprId, index: ExprId) -> ExprId {
    let (read, value) = (byte_at(pool, table, index, 0), pool.int(8, 42));
    pool.eq(read, value)
}

/// Asks for values that are not in the table.
fn missing(pool: &mut Pool, table: ExprId, index: ExprId) -> ExprId {
    let (read, value) = (byte_at(pool, table, index, 0), pool.int(8, 220));
    pool.ule(value, read)
}

/// Asks for values that are in the table, but not next to each other.
fn apart(pool: &mut Pool, table: ExprId, index: ExprId) -> ExprId {
    five_and_six(pool, table, index, 1)
}

/// Asks for values at the distance that they have in the table.
fn together(pool: &mut Pool, table: ExprId, index: ExprId) -> ExprId {
    five_and_six(pool, table, index, SPARSE as u64)
}

fn five_and_six(pool: &mut Pool, table: ExprId, index: ExprId, distance: u64) -> ExprId {
    let (one, other) = (byte_at(pool, table, index, 0), byte_at(pool, table, index, distance));
    let (five, six) = (pool.int(8, 5), pool.int(8, 6));
    let (first, second) = (pool.eq(one, five), pool.eq(other, six));
    pool.and(first, second)
}

#[test]
fn a_larger_table_costs_a_question_no_more() {
    type Question = fn(&mut Pool, ExprId, ExprId) -> ExprId;
    let questions: [(&str, Question, bool); 4] =
        [("found", found, true), ("missing", missing, false), ("apart", apart, false), ("together", together, true)];
    for (mode, mode_name) in ArrayAxioms::NAMES {
        for (name, question, holds) in questions {
            for bits in [14, 18, 22] {
                let (answer, [rounds, axioms]) = ask(mode, 1 << bits, question);
                let what = format!("{name} in 2^{bits} bytes, mode {mode_name}: {rounds} rounds, {axioms} axioms");
                assert_eq!(answer, holds, "{what}");
                assert!(rounds <= MOST_ROUNDS && axioms <= MOST_AXIOMS, "{what}");
                println!("{what}");
            }
        }
    }
}
