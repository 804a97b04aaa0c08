//! Tests by brute force: paths of random conditions over three words of three bits, against all their values.

use std::cell::RefCell;
use std::rc::Rc;

use expr::{Evaluator, ExprId, Model, Pool, SymbolId};

use crate::path::{disjuncts, union_of_ranges};
use crate::query::{Query, Reply};
use crate::stage::chain;
use crate::value_sets::Learner;
use crate::{Answer, Branch, Config, PathCondition, Solver};

/// How many bits a word has.
const WIDTH: u32 = 3;
/// How many conditions a path has.
const CONDITIONS: usize = 8;

/// Numbers that are good enough to mix things up.
pub(crate) struct Random(u64);

/// How many questions were asked, and decided.
#[derive(Default, Debug)]
pub(crate) struct Decided {
    asked: u32,
    decided: u32,
}

impl Decided {
    pub(crate) fn share(&self) -> f64 {
        f64::from(self.decided) / f64::from(self.asked)
    }
}

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Some comparison of two terms, or its negation.
    pub(crate) fn comparison(&mut self, pool: &mut Pool, a: ExprId, b: ExprId, signed: bool) -> ExprId {
        let condition = match (self.below(4), signed) {
            (0, _) => pool.eq(a, b),
            (1, false) => pool.ult(a, b),
            (1, true) => pool.slt(a, b),
            (_, false) => pool.ule(a, b),
            (_, true) => pool.sle(a, b),
        };
        if self.below(2) == 0 { pool.not(condition) } else { condition }
    }
}

/// Asks about the conditions of some paths, each both ways, and goes on with one of them.
///
/// # Panics
/// If an answer is not what all values say.
pub(crate) fn compare_with_all_values(
    config: &Config,
    paths: usize,
    mut condition: impl FnMut(&mut Pool, &[ExprId], &mut Random) -> ExprId,
) -> Decided {
    let mut random = Random(1);
    let mut decided = Decided::default();
    for _ in 0..paths {
        let mut pool = Pool::new();
        let (symbols, mut models) = words(&mut pool);
        let mut solver = Solver::new(config.clone());
        let mut path = PathCondition::new();
        for _ in 0..CONDITIONS {
            let condition = condition(&mut pool, &symbols, &mut random);
            let mut values = Evaluator::new();
            let (yes, no): (Vec<Model>, Vec<Model>) =
                models.into_iter().partition(|model| values.is_true(&pool, model, condition));
            let shown = pool.display(condition).to_string();
            decided.asked += 1;
            decided.decided += 1;
            match solver.branch(&mut pool, &path, condition) {
                Branch::Always => {
                    assert!(no.is_empty(), "it can fail: {shown}");
                    models = yes;
                }
                Branch::Never => {
                    assert!(yes.is_empty(), "it can hold: {shown}");
                    models = no;
                }
                Branch::Both { yes: taken, no: other } => {
                    assert!(!yes.is_empty() && !no.is_empty(), "there are not both sides: {shown}");
                    (path, models) = if random.below(2) == 0 { (taken, yes) } else { (other, no) };
                }
                Branch::Undecided { feasible, with, .. } => {
                    decided.decided -= 1;
                    (path, models) = (with, if feasible { yes } else { no });
                }
            }
        }
    }
    decided
}

/// Three words, and all their values.
fn words(pool: &mut Pool) -> (Vec<ExprId>, Vec<Model>) {
    let symbols: Vec<ExprId> = (0..3).map(|i| pool.symbol(&format!("x{i}"), WIDTH)).collect();
    let numbers: Vec<SymbolId> = symbols.iter().map(|&symbol| SymbolId(pool.node(symbol).args[0])).collect();
    let model = |all: u32| {
        let value = |place: u32| (all >> (place * WIDTH) & ((1 << WIDTH) - 1)) as u8;
        Model::default().with_bytes((0..3).map(|place| (numbers[place as usize], 0, value(place))))
    };
    (symbols, (0..1 << (3 * WIDTH)).map(model).collect())
}

/// A sum of some words times small numbers, wide enough that nothing wraps, or not.
pub(crate) fn sum(pool: &mut Pool, symbols: &[ExprId], random: &mut Random, width: u32, signed: bool) -> ExprId {
    let mut sum = pool.int(width, random.below(1 << width));
    for _ in 0..1 + random.below(3) {
        let symbol = symbols[random.below(3) as usize];
        let wide = match (pool.width(symbol) == width, signed) {
            (true, _) => symbol,
            (_, true) => pool.sext(symbol, width),
            (_, false) => pool.zext(symbol, width),
        };
        let factor = pool.int(width, random.below(4));
        let product = pool.mul(wide, factor);
        sum = if random.below(4) == 0 { pool.sub(sum, product) } else { pool.add(sum, product) };
    }
    sum
}

/// What is said to refute a question does so without the other constraints, whichever stage says it: caches build on that.
#[test]
fn cores_refute() {
    let config = Config { external: false, ..Config::default() };
    let mut random = Random(3);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..1000 {
        let mut pool = Pool::new();
        let (symbols, models) = words(&mut pool);
        let learner = Rc::new(RefCell::new(Learner::new(config.value_sets)));
        let mut stages = chain(&config, &learner);
        let mut solver = Solver::new(config.clone());
        let (mut check, mut path) = (Evaluator::new(), PathCondition::new());
        for _ in 0..CONDITIONS {
            let (width, signed) = ([3, 3, 6][random.below(3) as usize], random.below(2) == 1);
            let mut side = |pool: &mut Pool| match random.below(3) {
                0 => sum(pool, &symbols, &mut random, width, signed),
                _ if width == WIDTH => symbols[random.below(3) as usize],
                _ => pool.zext(symbols[random.below(3) as usize], width),
            };
            let (a, b) = (side(&mut pool), side(&mut pool));
            let mut question = random.comparison(&mut pool, a, b, signed);
            if random.below(4) == 0 {
                let other = random.comparison(&mut pool, symbols[0], symbols[1], signed);
                question = pool.or(question, other);
            }
            let support = pool.support(question);
            if support.is_empty() || check.is_true(&pool, path.model(), question) {
                continue;
            }
            let slice = path.slice(&support);
            let ranges = union_of_ranges(&slice.ranges, &support);
            let disjuncts = disjuncts(&mut pool, question, 9);
            let query = Query {
                slice,
                question,
                disjuncts,
                ranges,
                model: path.model().clone(),
                deadline: None,
                index_ranges: Default::default(),
            };
            for stage in &mut stages {
                let Some(Reply::Unsat(core)) = stage.answer(&pool, &mut check, &query) else { continue };
                *seen.entry(stage.name()).or_insert(0) += 1;
                let mut holds =
                    |model: &Model| core.iter().chain([&question]).all(|&term| check.is_true(&pool, model, term));
                assert!(!models.iter().any(&mut holds), "{}: {}", stage.name(), pool.display(question));
                assert!(core.iter().all(|term| query.slice.constraints.contains(term)));
            }
            if let Answer::Sat(longer) = solver.assume(&mut pool, &path, question) {
                path = longer;
            }
        }
    }
    for stage in ["value_sets", "order", "disjuncts", "linear", "bit_blast"] {
        assert!(seen.get(stage).is_some_and(|&count| count > 10), "{stage}: {seen:?}");
    }
}
