//! Random questions compared with full enumeration, along random paths.
//!
//! The symbols have few enough values to try them all. Along a path the solver is asked about every condition,
//! which is also counted over the remaining assignments; the answers must agree, and every model must be one of
//! these assignments.

use crate::check_model;
use crate::generate::{Random, Terms, table};
use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
use solver::{Answer, Branch, Config, PathCondition, Solver, Technique, Tuning, ValueSets};

/// A pool with its terms, the byte positions that vary, and how many low bits of each.
struct World {
    pool: Pool,
    terms: Terms,
    varying: Vec<(SymbolId, u32, u32)>,
    /// Conditions that fix the other bits to zero.
    frame: Vec<ExprId>,
}

impl World {
    fn scalars() -> World {
        let mut pool = Pool::new();
        let symbols = [("x", 4), ("y", 4), ("z", 3)].map(|(name, width)| pool.symbol(name, width)).to_vec();
        let varying = [("x", 4), ("y", 4), ("z", 3)].map(|(name, width)| (pool.symbol_id(name, width), 0, width));
        let terms = Terms { symbols, arrays: Vec::new(), widths: vec![1, 2, 3, 4, 5] };
        World { pool, terms, varying: varying.to_vec(), frame: Vec::new() }
    }

    /// A symbolic object of `length` bytes of which three vary a little, and tables of `length` and of a few
    /// bytes.
    fn arrays(random: &mut Random, length: u32) -> World {
        let mut pool = Pool::new();
        let (x, object) = (pool.symbol("x", 4), pool.symbol("object", 8 * length));
        let (x_id, object_id) = (pool.symbol_id("x", 4), pool.symbol_id("object", 8 * length));
        let mut varying = vec![(x_id, 0, 4)];
        varying.extend([0, 1, length - 1].map(|index| (object_id, index, 2)));
        let mut frame = Vec::new();
        for index in 0..length {
            let byte = pool.extract(object, 8 * index, 8);
            let fixed = if [0, 1, length - 1].contains(&index) { 0xfc } else { 0xff };
            let mask = pool.int(8, fixed);
            let (bits, zero) = (pool.and(byte, mask), pool.int(8, 0));
            frame.push(pool.eq(bits, zero));
        }
        let arrays = vec![
            pool.bytes(object),
            table(&mut pool, random, length as usize),
            table(&mut pool, random, 5),
            table(&mut pool, random, 3000),
        ];
        let first = pool.extract(object, 0, 8);
        let last = pool.extract(object, 8 * (length - 1), 8);
        let terms = Terms { symbols: vec![x, first, last], arrays, widths: vec![1, 3, 4, 8, 12] };
        World { pool, terms, varying, frame }
    }

    /// A comparison of two symbols, extended or not, or of a symbol and a constant.
    fn comparison(&mut self, random: &mut Random) -> ExprId {
        let pool = &mut self.pool;
        let [a, b] = [0, 1].map(|_| {
            let symbol = self.terms.symbols[random.below(self.terms.symbols.len())];
            match random.below(4) {
                0 => pool.zext(symbol, 5),
                1 => pool.sext(symbol, 5),
                _ => pool.zext(symbol, 5),
            }
        });
        let b = if random.one_in(3) { pool.int(5, random.bits() & 31) } else { b };
        match random.below(7) {
            0 => pool.eq(a, b),
            1 | 2 => pool.ne(a, b),
            3 => pool.ult(a, b),
            4 => pool.ule(a, b),
            5 => pool.slt(a, b),
            _ => pool.sle(a, b),
        }
    }

    /// All assignments.
    fn assignments(&self) -> Vec<Model> {
        let bits: u32 = self.varying.iter().map(|&(_, _, bits)| bits).sum();
        (0..1u64 << bits)
            .map(|mut number| {
                let bytes = self.varying.iter().map(|&(symbol, index, bits)| {
                    let byte = number & bv::mask(bits);
                    number >>= bits;
                    (symbol, index, byte as u8)
                });
                Model::default().with_bytes(bytes.collect::<Vec<_>>())
            })
            .collect()
    }
}

/// Walks one random path and compares every answer with the count. At depth zero the conditions are
/// comparisons.
fn walk(world: &mut World, solver: &mut Solver, random: &mut Random, steps: usize, depth: u32) {
    let mut left = world.assignments();
    let mut path = PathCondition::new();
    for condition in world.frame.clone() {
        let Answer::Sat(next) = solver.assume(&mut world.pool, &path, condition) else {
            panic!("the frame holds");
        };
        path = next;
    }
    for _ in 0..steps {
        let condition = match depth {
            0 => world.comparison(random),
            _ => world.terms.condition(&mut world.pool, random, depth),
        };
        let pool = &mut world.pool;
        let holds: Vec<bool> = left.iter().map(|model| Evaluator::new().is_true(pool, model, condition)).collect();
        let (some, all) = (holds.contains(&true), !holds.contains(&false));
        let branch = solver.branch(pool, &path, condition);
        let take = random.one_in(2);
        let next = match (branch, some, all) {
            (Branch::Always, _, true) | (Branch::Never, false, _) => None,
            (Branch::Both { yes, no }, true, false) => Some(if take { yes } else { no }),
            (branch, ..) => panic!("{}: some {some}, all {all}, but {branch:?}", pool.display(condition)),
        };
        let assumed = solver.assume(pool, &path, condition);
        assert!(matches!((&assumed, some), (Answer::Sat(_), true) | (Answer::Unsat, false)), "{assumed:?}");
        if let Answer::Sat(assumed) = assumed {
            check_model(pool, &assumed);
        }
        let unique = solver.unique_value(pool, &path, condition).expect("no limit is reached");
        assert_eq!(unique.is_some(), all || !some);
        let term = world.terms.term(pool, random, 4, 2);
        let values = left.iter().map(|model| Evaluator::new().eval_u64(pool, model, term));
        let extremes = values.fold((u64::MAX, 0), |(low, high), value| (low.min(value), high.max(value)));
        assert_eq!(solver.unsigned_bounds(pool, &path, term), Ok(extremes));
        if let Some(next) = next {
            check_model(pool, &next);
            path = next;
            left = left.into_iter().zip(holds).filter(|(_, holds)| *holds == take).map(|(model, _)| model).collect();
        }
    }
    assert_eq!(solver.statistics().wrong_models, 0);
}

fn configurations() -> Vec<Config> {
    let entries = |cache_entries, config| Config { tuning: Tuning { cache_entries, ..Tuning::DEFAULT }, ..config };
    let plain = Config::default().without(Technique::External);
    let alone = Technique::NAMES.map(|(technique, _)| plain.clone().without(technique));
    let few = [
        plain.clone(),
        Config::bare().with(Technique::Equalities),
        Config { value_sets: ValueSets::Parti, ..Config::bare() },
        Config { value_sets: ValueSets::Ase1, ..Config::bare() },
        Config { value_sets: ValueSets::Ase2, ..Config::bare() },
        Config { value_sets: ValueSets::Full, ..Config::bare() },
        Config::bare().with(Technique::Order),
        Config::bare().with(Technique::NormalCache),
        entries(6, Config::bare()).with(Technique::NormalCache).without(Technique::Slices),
        entries(8, Config::bare()).with(Technique::UnsatCores).with(Technique::Supersets),
        Config { tuning: Tuning { instances: 1, cache_entries: 4, ..Tuning::DEFAULT }, ..plain },
        Config::bare().without(Technique::Slices),
        Config::bare(),
    ];
    alone.into_iter().chain(few).collect()
}

#[test]
fn scalars_with_every_stage_on_and_off() {
    for config in configurations() {
        let mut world = World::scalars();
        let mut solver = Solver::new(config);
        for seed in 0..10 {
            walk(&mut world, &mut solver, &mut Random::of_round(seed), 8, 3);
        }
    }
}

#[test]
fn comparisons() {
    for config in [Config::bare().with(Technique::Order), Config::default().without(Technique::External)] {
        let mut solver = Solver::new(config);
        let mut world = World::scalars();
        for seed in 0..60 {
            walk(&mut world, &mut solver, &mut Random::of_round(300 + seed), 25, 0);
        }
        let statistics = solver.statistics();
        let order = statistics.stages.iter().find(|stage| stage.name == "order").expect("it is on");
        assert!(order.answered > 100);
    }
}

#[test]
fn sets_of_values() {
    for (mode, name) in ValueSets::NAMES {
        let mut solver = Solver::new(Config { value_sets: mode, ..Config::bare() });
        let mut world = World::scalars();
        for seed in 0..40 {
            walk(&mut world, &mut solver, &mut Random::of_round(700 + seed), 12, 0);
            walk(&mut world, &mut solver, &mut Random::of_round(800 + seed), 8, 2);
        }
        let statistics = solver.statistics();
        let answered = |name| statistics.stages.iter().find(|stage| stage.name == name).map(|stage| stage.answered);
        match mode {
            ValueSets::Off => assert_eq!(answered("value_sets"), None),
            ValueSets::Parti => {
                assert!(answered("value_sets") > Some(50), "{name}: {answered:?}", answered = statistics.stages)
            }
            _ => assert!(answered("value_sets").max(answered("boxes")) > Some(50), "{name}: {:?}", statistics.stages),
        }
    }
}

#[test]
fn scalars_deep() {
    for seed in 0..60 {
        let mut world = World::scalars();
        let mut solver = Solver::new(Config::default().without(Technique::External));
        walk(&mut world, &mut solver, &mut Random::of_round(1000 + seed), 6, 5);
    }
}

#[test]
fn small_arrays() {
    for (number, config) in configurations().into_iter().enumerate() {
        let mut random = Random::of_round(77 + number as u64);
        let mut world = World::arrays(&mut random, 3);
        let mut solver = Solver::new(config);
        for _ in 0..15 {
            walk(&mut world, &mut solver, &mut random, 6, 2);
        }
    }
}

#[test]
fn arrays_too_large_for_trees() {
    let mut refinements = 0;
    for seed in 0..16 {
        let mut random = Random::of_round(seed);
        let mut world = World::arrays(&mut random, 100);
        let chain = Config::default().without(Technique::External);
        let mut solver = Solver::new(if seed % 2 == 0 { chain } else { Config::bare() });
        for _ in 0..2 {
            walk(&mut world, &mut solver, &mut random, 6, 2);
        }
        let counters = solver.statistics().counters();
        let refined = counters.iter().find(|(name, _)| name == "solver.bit_blast.refinements");
        refinements += refined.expect("the stage is on").1;
    }
    assert!(refinements > 0, "the arrays are large enough for lemmas on demand");
}
