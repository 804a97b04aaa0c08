//! Every operator over every other with every constant, under every assignment, at three bits.
//!
//! Random terms seldom hit the one constant at which a bound is off by one; here every constant is tried.

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool};

use crate::shadow::{BINARY, Binary, build_binary, evaluate_binary};

const WIDTH: u32 = 3;
const NARROW: u32 = 2;

/// A term and its value for each of the eight assignments.
#[derive(Clone)]
struct Known {
    id: ExprId,
    values: Vec<Bv>,
}

fn apply(pool: &mut Pool, op: Binary, a: &Known, b: &Known) -> Known {
    let id = build_binary(pool, op, a.id, b.id);
    let values = a.values.iter().zip(&b.values).map(|(a, b)| evaluate_binary(op, a, b)).collect();
    Known { id, values }
}

fn constant(pool: &mut Pool, width: u32, value: u64) -> Known {
    Known { id: pool.int(width, value), values: vec![Bv::new(width, value); 8] }
}

/// The symbol, and its low bits extended with zeros, with their sign, and with a one.
fn leaves(pool: &mut Pool) -> Vec<Known> {
    let x = pool.symbol("x", WIDTH);
    let whole: Vec<Bv> = (0..8).map(|value| Bv::new(WIDTH, value)).collect();
    let low = pool.trunc(x, NARROW);
    let zeros = whole.iter().map(|value| value.trunc(NARROW).zext(WIDTH)).collect();
    let signs = whole.iter().map(|value| value.trunc(NARROW).sext(WIDTH)).collect();
    let one = pool.bool(true);
    let ones = whole.iter().map(|value| Bv::new(1, 1).concat(&value.trunc(NARROW))).collect();
    vec![
        Known { id: pool.concat(one, low), values: ones },
        Known { id: x, values: whole },
        Known { id: pool.zext(low, WIDTH), values: zeros },
        Known { id: pool.sext(low, WIDTH), values: signs },
    ]
}

#[test]
fn operators_in_operators() {
    let mut evaluator = Evaluator::new();
    for &inner in BINARY {
        for &outer in BINARY {
            let mut pool = Pool::new();
            let mut terms = Vec::new();
            for leaf in leaves(&mut pool) {
                for c in 0..1u64 << WIDTH {
                    let c = constant(&mut pool, WIDTH, c);
                    for (a, b) in [(&leaf, &c), (&c, &leaf)] {
                        let middle = apply(&mut pool, inner, a, b);
                        let width = pool.width(middle.id);
                        // A concatenation has six bits: use the constants that differ in the middle bits.
                        for d in 0..1u64 << width.min(WIDTH) {
                            let d = constant(&mut pool, width, d << width.saturating_sub(WIDTH + 1));
                            terms.push((inner, outer, apply(&mut pool, outer, &middle, &d)));
                            terms.push((inner, outer, apply(&mut pool, outer, &d, &middle)));
                        }
                        terms.push((inner, outer, apply(&mut pool, outer, &middle, &middle)));
                        if width == WIDTH {
                            terms.push((inner, outer, apply(&mut pool, outer, &middle, &leaf)));
                            terms.push((inner, outer, apply(&mut pool, outer, &leaf, &middle)));
                        }
                    }
                }
            }
            check(&pool, &mut evaluator, &terms);
            evaluator.clear();
        }
    }
}

fn check(pool: &Pool, evaluator: &mut Evaluator, terms: &[(Binary, Binary, Known)]) {
    let symbol = expr::SymbolId(0);
    for assignment in 0..8u8 {
        let model = Model::default().with_bytes([(symbol, 0, assignment)]);
        for (inner, outer, term) in terms {
            let got = evaluator.eval(pool, &model, term.id);
            let want = &term.values[usize::from(assignment)];
            assert_eq!(got, *want, "{outer:?} over {inner:?} at {assignment} became {}", pool.display(term.id));
        }
    }
}
