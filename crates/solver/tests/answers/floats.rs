//! Questions about floating-point numbers of a few bits, compared with full enumeration, with every stage on and off.

use expr::{Evaluator, ExprId, Model, Pool};
use float::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow, Rounding};
use solver::{Answer, Branch, Config, PathCondition, Solver, Technique};

use crate::check_model;
use crate::generate::Random;

/// Formats of 5 and 7 bits. A part of the second's numbers are those of the first.
const SMALL: Layout = Layout { exponent: 2, width: 5, explicit: false };
const LARGE: Layout = Layout { exponent: 3, width: 7, explicit: false };

fn operation(random: &mut Random, function: Function, layout: Layout) -> Operation {
    let rounding = if random.one_in(2) { Rounding::NearestEven } else { random.pick(&Rounding::ALL) };
    let nan = if random.one_in(2) { Nan::Machine } else { Nan::Canonical };
    Operation { function, exponent: Exponent::of(layout), mode: Mode::new(rounding, nan) }
}

/// A number of a format, as a term.
fn number(pool: &mut Pool, random: &mut Random, leaves: &[ExprId], layout: Layout, depth: u32) -> ExprId {
    let other = if layout == SMALL { LARGE } else { SMALL };
    if depth == 0 || random.one_in(6) {
        return match random.below(3) {
            0 => pool.int(layout.width, random.bits()),
            _ if layout == SMALL => random.pick(leaves),
            _ => {
                let from = random.pick(leaves);
                let convert = operation(random, Function::Convert, LARGE);
                pool.float(convert, LARGE.width, &[from], Exponent::of(SMALL).number())
            }
        };
    }
    let depth = depth - 1;
    let functions = [Function::Add, Function::Sub, Function::Mul, Function::Div, Function::Rem, Function::Remainder];
    match random.below(12) {
        0..=5 => {
            let (a, b) = (number(pool, random, leaves, layout, depth), number(pool, random, leaves, layout, depth));
            let function = random.pick(&functions);
            let b = if random.one_in(6) { a } else { b };
            pool.float(operation(random, function, layout), layout.width, &[a, b], 0)
        }
        6 => {
            let args = [0; 3].map(|_| number(pool, random, leaves, layout, depth));
            pool.float(operation(random, Function::MulAdd, layout), layout.width, &args, 0)
        }
        7 | 8 => {
            let a = number(pool, random, leaves, layout, depth);
            let function = if random.one_in(2) { Function::Sqrt } else { Function::Round };
            pool.float(operation(random, function, layout), layout.width, &[a], 0)
        }
        9 => {
            let a = number(pool, random, leaves, other, depth);
            let convert = operation(random, Function::Convert, layout);
            pool.float(convert, layout.width, &[a], Exponent::of(other).number())
        }
        10 => {
            let integer = integer(pool, random, leaves, depth);
            let function = if random.one_in(2) { Function::FromSigned } else { Function::FromUnsigned };
            pool.float(operation(random, function, layout), layout.width, &[integer], 0)
        }
        _ => {
            let condition = condition(pool, random, leaves, depth);
            let (a, b) = (number(pool, random, leaves, layout, depth), number(pool, random, leaves, layout, depth));
            pool.ite(condition, a, b)
        }
    }
}

/// An integer of four bits, as a term.
fn integer(pool: &mut Pool, random: &mut Random, leaves: &[ExprId], depth: u32) -> ExprId {
    let layout = if random.one_in(2) { SMALL } else { LARGE };
    let a = number(pool, random, leaves, layout, depth);
    let function = if random.one_in(2) { Function::ToSigned } else { Function::ToUnsigned };
    let overflow = random.pick(&[Overflow::HighBit, Overflow::Nearest, Overflow::NearestNanGreatest]);
    let integer = pool.float(operation(random, function, layout), 4, &[a], overflow as u32);
    let constant = pool.int(4, random.bits());
    if random.one_in(2) { integer } else { pool.add(integer, constant) }
}

fn condition(pool: &mut Pool, random: &mut Random, leaves: &[ExprId], depth: u32) -> ExprId {
    let layout = if random.one_in(2) { SMALL } else { LARGE };
    let compare = random.pick(&[Function::Equal, Function::Less, Function::LessEqual]);
    match random.below(6) {
        0 => {
            let (a, b) = (integer(pool, random, leaves, depth), pool.int(4, random.bits()));
            if random.one_in(2) { pool.slt(a, b) } else { pool.eq(a, b) }
        }
        1 => {
            let a = number(pool, random, leaves, layout, depth);
            pool.is_nan(layout, a)
        }
        2 => {
            let (a, b) = (number(pool, random, leaves, layout, depth), pool.int(layout.width, random.bits()));
            if random.one_in(2) { pool.eq(a, b) } else { pool.ult(a, b) }
        }
        _ => {
            let (a, b) = (number(pool, random, leaves, layout, depth), number(pool, random, leaves, layout, depth));
            let holds = pool.float(operation(random, compare, layout), 1, &[a, b], 0);
            if random.one_in(3) { pool.not(holds) } else { holds }
        }
    }
}

fn assignments(pool: &mut Pool) -> Vec<Model> {
    let symbols = ["a", "b"].map(|name| pool.symbol_id(name, SMALL.width));
    let values = (0..1u32 << (2 * SMALL.width)).map(|number| [number & 31, number >> 5]);
    values.map(|values| Model::default().with_bytes([0, 1].map(|at| (symbols[at], 0, values[at] as u8)))).collect()
}

/// A random path whose questions are compared with the count.
fn walk(config: &Config, random: &mut Random) {
    let mut pool = Pool::new();
    let leaves = ["a", "b"].map(|name| pool.symbol(name, SMALL.width));
    let mut left = assignments(&mut pool);
    let mut solver = Solver::new(config.clone());
    let mut path = PathCondition::new();
    for _ in 0..5 {
        let condition = condition(&mut pool, random, &leaves, 2);
        let holds: Vec<bool> = left.iter().map(|model| Evaluator::new().is_true(&pool, model, condition)).collect();
        let (some, all) = (holds.contains(&true), !holds.contains(&false));
        let take = random.one_in(2);
        let next = match (solver.branch(&mut pool, &path, condition), some, all) {
            (Branch::Always, _, true) | (Branch::Never, false, _) => None,
            (Branch::Both { yes, no }, true, false) => Some(if take { yes } else { no }),
            (branch, ..) => panic!("{}: some {some}, all {all}, but {branch:?}", pool.display(condition)),
        };
        match solver.assume(&mut pool, &path, condition) {
            Answer::Sat(assumed) if some => check_model(&pool, &assumed),
            Answer::Unsat if !some => {}
            other => panic!("{}: some {some}, but {other:?}", pool.display(condition)),
        }
        if let Some(next) = next {
            check_model(&pool, &next);
            path = next;
            left = left.into_iter().zip(holds).filter(|(_, holds)| *holds == take).map(|(model, _)| model).collect();
        }
        let text = pool.display(condition).to_string();
        assert_eq!(pool.parse(&text), Ok(condition), "what is printed is read back: {text}");
    }
    assert_eq!(solver.statistics().wrong_models, 0);
}

#[test]
fn paths_with_every_stage_on_and_off() {
    let plain = Config::default().without(Technique::External);
    let alone = Technique::NAMES.map(|(technique, _)| plain.clone().without(technique));
    let with = Technique::NAMES.map(|(technique, _)| Config::bare().with(technique).without(Technique::External));
    let rounds = test_support::cases().unwrap_or(10);
    for config in alone.into_iter().chain(with).chain([plain, Config::bare()]) {
        for seed in 0..rounds {
            walk(&config, &mut Random::of_round(seed));
        }
    }
}
