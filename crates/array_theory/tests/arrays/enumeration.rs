//! Random formulas over arrays that are small enough to try all of them.
//!
//! A model must satisfy the formulas when they are evaluated as trees over the concrete arrays of the model; if
//! there is no model, no assignment at all may satisfy them.

use array_theory::Arrays;
use bv::Bv;
use expr::{Evaluator, Model, Pool};

use crate::solve::solve;
use crate::tree::{Assignment, Grow, Shape, Tree};
use test_support::Random;

#[derive(Default, Debug)]
struct Counts {
    sat: usize,
    unsat: usize,
    lemmas: usize,
}

/// The assignment with the given number, whose digits are the values.
fn numbered(shape: Shape, mut number: u64) -> Assignment {
    let mut digit = |bits: u32| {
        let digit = number & bv::mask(bits);
        number >>= bits;
        digit
    };
    let array_bits = shape.element_width << shape.index_width;
    Assignment {
        arrays: (0..shape.arrays).map(|_| digit(array_bits)).collect(),
        indices: (0..shape.indices).map(|_| digit(shape.index_width)).collect(),
        elements: (0..shape.elements).map(|_| digit(shape.element_width)).collect(),
    }
}

fn total_bits(shape: Shape) -> u32 {
    shape.arrays as u32 * (shape.element_width << shape.index_width)
        + shape.indices as u32 * shape.index_width
        + shape.elements as u32 * shape.element_width
}

/// The values of the symbols under the model.
fn assignment(shape: Shape, pool: &mut Pool, arrays: &mut Arrays, model: &Model) -> Assignment {
    let mut evaluator = Evaluator::new();
    let mut symbol = |name: String, width: u32| {
        let term = pool.symbol(&name, width);
        evaluator.eval_u64(pool, model, term)
    };
    let indices = (0..shape.indices).map(|number| symbol(format!("i{number}"), shape.index_width)).collect();
    let elements = (0..shape.elements).map(|number| symbol(format!("v{number}"), shape.element_width)).collect();
    let arrays = (0..shape.arrays)
        .map(|number| {
            let array = arrays.declare(&format!("a{number}"), shape.index_width, shape.element_width);
            let value = arrays.value(pool, &mut evaluator, model, array);
            (0..1u64 << shape.index_width).fold(0, |packed, index| {
                let element = value.get(&Bv::new(shape.index_width, index)).low_u64();
                packed | element << (index * u64::from(shape.element_width))
            })
        })
        .collect();
    Assignment { arrays, indices, elements }
}

fn compare(shape: Shape, seed: u64, counts: &mut Counts) {
    let mut random = Random::of_round(seed);
    let mut grow = Grow { shape, random: &mut random };
    let formulas: Vec<Tree> = (0..2 + grow.random.below(4)).map(|_| grow.formula(3)).collect();
    let later = grow.formula(3);
    // Every other seed leaves reads to lemmas that the others push down.
    let eager = if seed.is_multiple_of(2) { 16 } else { seed as usize / 2 % 3 };
    let (mut pool, mut arrays) = (Pool::new(), Arrays::with_eager_stores(eager));
    let conditions: Vec<_> = formulas.iter().map(|formula| formula.term(shape, &mut pool, &mut arrays)).collect();
    let (model, lemmas) = solve(&mut pool, &mut arrays, &conditions);
    counts.lemmas += lemmas;
    let holds = |values: &Assignment| formulas.iter().all(|formula| formula.eval(shape, values) == 1);
    let Some(model) = model else {
        counts.unsat += 1;
        let satisfying = (0..1u64 << total_bits(shape)).map(|number| numbered(shape, number)).find(holds);
        assert!(satisfying.is_none(), "seed {seed}, {shape:?}: {satisfying:?} satisfies {formulas:?}");
        return;
    };
    counts.sat += 1;
    let values = assignment(shape, &mut pool, &mut arrays, &model);
    assert!(holds(&values), "seed {seed}, {shape:?}: {values:?} does not satisfy {formulas:?}");
    // A term that is built after solving can be evaluated too.
    let term = later.term(shape, &mut pool, &mut arrays);
    let mut evaluator = Evaluator::new();
    let completed = arrays.completed(&pool, &mut evaluator, &model, &[term]);
    let value = evaluator.eval_u64(&pool, &completed, term);
    assert_eq!(value, later.eval(shape, &values), "seed {seed}, {shape:?}: {values:?} gives {later:?}");
}

fn compare_all(shape: Shape, cases: u64) {
    let mut counts = Counts::default();
    for seed in 0..cases {
        compare(shape, seed, &mut counts);
    }
    println!("{shape:?}: {counts:?}");
    assert!(counts.sat > 0 && counts.unsat > 0 && counts.lemmas > 0);
}

#[test]
fn one_bit_indices() {
    let shape = Shape { index_width: 1, element_width: 1, arrays: 3, indices: 1, elements: 1 };
    compare_all(shape, 2000);
    compare_all(Shape { element_width: 2, arrays: 2, ..shape }, 1000);
}

#[test]
fn two_bit_indices() {
    let shape = Shape { index_width: 2, element_width: 1, arrays: 3, indices: 2, elements: 1 };
    compare_all(shape, 300);
    compare_all(Shape { element_width: 2, arrays: 2, indices: 1, ..shape }, 40);
}

#[test]
fn three_bit_indices() {
    let shape = Shape { index_width: 3, element_width: 1, arrays: 2, indices: 1, elements: 1 };
    compare_all(shape, 40);
    compare_all(Shape { element_width: 2, arrays: 1, indices: 1, ..shape }, 40);
}
