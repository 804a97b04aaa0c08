//! Every operator compared with the concrete semantics, for all operand values at small widths.
//!
//! For each width up to 4, each operator and each pair of operand values, the solver must say that the result
//! equals the value that the evaluator computes and no other. The operands are two symbols, and a symbol and a
//! constant on either side, because encoders treat constants differently.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool};
use solver::{Answer, Config, PathCondition, Solver};

type Build = fn(&mut Pool, ExprId, ExprId) -> ExprId;

const BINARY: &[(&str, Build)] = &[
    ("and", |p, a, b| p.and(a, b)),
    ("or", |p, a, b| p.or(a, b)),
    ("xor", |p, a, b| p.xor(a, b)),
    ("add", |p, a, b| p.add(a, b)),
    ("sub", |p, a, b| p.sub(a, b)),
    ("mul", |p, a, b| p.mul(a, b)),
    ("udiv", |p, a, b| p.udiv(a, b)),
    ("urem", |p, a, b| p.urem(a, b)),
    ("sdiv", |p, a, b| p.sdiv(a, b)),
    ("srem", |p, a, b| p.srem(a, b)),
    ("shl", |p, a, b| p.shl(a, b)),
    ("lshr", |p, a, b| p.lshr(a, b)),
    ("ashr", |p, a, b| p.ashr(a, b)),
    ("eq", |p, a, b| p.eq(a, b)),
    ("ult", |p, a, b| p.ult(a, b)),
    ("ule", |p, a, b| p.ule(a, b)),
    ("slt", |p, a, b| p.slt(a, b)),
    ("sle", |p, a, b| p.sle(a, b)),
    ("concat", |p, a, b| p.concat(a, b)),
    ("not", |p, a, _| p.not(a)),
    ("neg", |p, a, _| p.neg(a)),
    ("zext", |p, a, _| {
        let width = p.width(a) + 3;
        p.zext(a, width)
    }),
    ("sext", |p, a, _| {
        let width = p.width(a) + 3;
        p.sext(a, width)
    }),
    ("extract", |p, a, b| {
        let (sum, width) = (p.add(a, b), p.width(a));
        p.extract(sum, width / 2, width - width / 2)
    }),
    ("ite", |p, a, b| {
        let (c, sum) = (p.slt(a, b), p.add(a, b));
        p.ite(c, sum, b)
    }),
];

/// Checks that `term` can only have the value that evaluation gives for these operand values.
fn check(solver: &mut Solver, pool: &mut Pool, name: &str, term: ExprId, fixed: &[(ExprId, u64)], model: &Model) {
    let expected = Evaluator::new().eval(pool, model, term);
    let mut operands = pool.bool(true);
    for &(symbol, value) in fixed {
        let width = pool.width(symbol);
        let constant = pool.int(width, value);
        let equal = pool.eq(symbol, constant);
        operands = pool.and(operands, equal);
    }
    let width = pool.width(term);
    for value in 0..1u64 << width.min(4) {
        // Beyond four bits, only values near the correct one.
        let value = if width <= 4 { value } else { expected.low_u64() ^ value };
        let constant = pool.int(width, value);
        let equal = pool.eq(term, constant);
        let question = pool.and(operands, equal);
        let answer = solver.may_be_true(pool, &PathCondition::new(), question);
        let right = Bv::new(width, value) == expected;
        assert!(
            matches!((&answer, right), (Answer::Sat(_), true) | (Answer::Unsat, false)),
            "{name}, width {width}: operands {fixed:?} give {expected:?}, asked {value}: {answer:?}"
        );
    }
}

fn brute_force(operators: &[(&str, Build)]) {
    let config = Config::bare();
    for width in 1..=4 {
        for (name, build) in operators {
            let (mut pool, mut solver) = (Pool::new(), Solver::new(config.clone()));
            let (x, y) = (pool.symbol("x", width), pool.symbol("y", width));
            let (x_id, y_id) = (pool.symbol_id("x", width), pool.symbol_id("y", width));
            for (a, b) in (0..1u64 << width).flat_map(|a| (0..1u64 << width).map(move |b| (a, b))) {
                let model = Model::default().with_bytes([(x_id, 0, a as u8), (y_id, 0, b as u8)]);
                let (a_term, b_term) = (pool.int(width, a), pool.int(width, b));
                let both = build(&mut pool, x, y);
                check(&mut solver, &mut pool, name, both, &[(x, a), (y, b)], &model);
                let left = build(&mut pool, x, b_term);
                check(&mut solver, &mut pool, name, left, &[(x, a)], &model);
                let right = build(&mut pool, a_term, y);
                check(&mut solver, &mut pool, name, right, &[(y, b)], &model);
                let same = build(&mut pool, x, x);
                check(&mut solver, &mut pool, name, same, &[(x, a)], &model);
            }
            assert_eq!(solver.statistics().wrong_models, 0);
        }
    }
}

#[test]
fn bitwise_and_arithmetic() {
    brute_force(&BINARY[..6]);
}

#[test]
fn division() {
    brute_force(&BINARY[6..10]);
}

#[test]
fn shifts_and_comparisons() {
    brute_force(&BINARY[10..18]);
}

#[test]
fn structure() {
    brute_force(&BINARY[18..]);
}
