//! Tests by brute force: paths of random conditions over three words of three bits, compared with all their
//! values.

use expr::{Evaluator, ExprId, Model, Pool, SymbolId};
pub(crate) use test_support::Random;

use crate::chain::{Technique, stages};
use crate::path::disjuncts;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::{Answer, Branch, Config, PathCondition, Solver};

/// The width of a word, in bits.
const WIDTH: u32 = 3;
/// The number of conditions of a path.
const CONDITIONS: usize = 8;

/// How many questions were asked, and how many of them decided.
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

/// Random terms.
pub(crate) trait Terms {
    /// Some comparison of two terms, or its negation.
    fn comparison(&mut self, pool: &mut Pool, a: ExprId, b: ExprId, signed: bool) -> ExprId;
}

impl Terms for Random {
    fn comparison(&mut self, pool: &mut Pool, a: ExprId, b: ExprId, signed: bool) -> ExprId {
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

/// Asks about both sides of the conditions of some paths, each path continuing on one of the sides.
///
/// # Panics
/// If an answer disagrees with the enumeration of all values.
pub(crate) fn compare_with_all_values(
    config: &Config,
    paths: usize,
    condition: impl FnMut(&mut Pool, &[ExprId], &mut Random) -> ExprId,
) -> Decided {
    compare_over(config, paths, |_| vec![WIDTH; 3], condition)
}

/// The same over words of other widths, chosen anew for each path.
///
/// # Panics
/// If an answer disagrees with the enumeration of all values.
pub(crate) fn compare_over(
    config: &Config,
    paths: usize,
    mut widths: impl FnMut(&mut Random) -> Vec<u32>,
    mut condition: impl FnMut(&mut Pool, &[ExprId], &mut Random) -> ExprId,
) -> Decided {
    let mut random = Random::new(1);
    let mut decided = Decided::default();
    for _ in 0..paths {
        let mut pool = Pool::new();
        let (symbols, mut models) = words_of(&mut pool, &widths(&mut random));
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
    words_of(pool, &[WIDTH; 3])
}

/// Words of some widths, and all their values.
fn words_of(pool: &mut Pool, widths: &[u32]) -> (Vec<ExprId>, Vec<Model>) {
    let symbols: Vec<ExprId> =
        widths.iter().enumerate().map(|(i, &width)| pool.symbol(&format!("x{i}"), width)).collect();
    let numbers: Vec<SymbolId> = symbols.iter().map(|&symbol| SymbolId(pool.node(symbol).args[0])).collect();
    let model = |all: u32| {
        let mut rest = all;
        let bytes = widths.iter().zip(&numbers).map(|(&width, &number)| {
            let value = rest & ((1 << width) - 1);
            rest >>= width;
            (number, 0, value as u8)
        });
        Model::default().with_bytes(bytes.collect::<Vec<_>>())
    };
    (symbols, (0..1 << widths.iter().sum::<u32>()).map(model).collect())
}

/// A comparison of two terms; once in four times, or one of the first two symbols.
fn question(pool: &mut Pool, random: &mut Random, symbols: &[ExprId], [a, b]: [ExprId; 2], signed: bool) -> ExprId {
    let question = random.comparison(pool, a, b, signed);
    if random.below(4) != 0 {
        return question;
    }
    let other = random.comparison(pool, symbols[0], symbols[1], signed);
    pool.or(question, other)
}

/// A sum of some words times small numbers, which may or may not be wide enough to never wrap.
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

/// The core of a refutation refutes the question without the other constraints, whichever stage gave it: the
/// caches rely on this.
#[test]
fn cores_refute() {
    let config = Config::default().without(Technique::External);
    let mut random = Random::new(3);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..1500 {
        let mut pool = Pool::new();
        let (symbols, models) = words(&mut pool);
        let (mut stages, mut shared) = (stages(&config), Shared::new(&config));
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
            let question = question(&mut pool, &mut random, &symbols, [a, b], signed);
            let support = pool.support(question);
            if support.is_empty() || check.is_true(&pool, path.model(), question) {
                continue;
            }
            let slice = path.slice(&pool, &support);
            let disjuncts = disjuncts(&mut pool, question, 9);
            let mut query = Query::new(slice, question, support, path.model().clone());
            query.disjuncts = disjuncts;
            for (technique, stage) in &mut stages {
                let Some(Reply::Unsat(core)) = stage.answer(&pool, &mut shared, &query) else { continue };
                *seen.entry(technique.name()).or_insert(0) += 1;
                let mut holds =
                    |model: &Model| core.iter().chain([&question]).all(|&term| check.is_true(&pool, model, term));
                assert!(!models.iter().any(&mut holds), "{}: {}", technique.name(), pool.display(question));
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

/// A table of a few bytes.
pub(crate) fn table(pool: &mut Pool, random: &mut Random) -> ExprId {
    let bytes: Vec<u8> =
        (0..4 + random.below(24)).map(|_| random.below(12) as u8 * if random.below(6) == 0 { 23 } else { 1 }).collect();
    pool.table(bytes.into())
}

/// An element of one or two bytes, at an index that is a term times a number.
pub(crate) fn element(pool: &mut Pool, random: &mut Random, array: ExprId, term: ExprId) -> ExprId {
    let wide = if random.below(4) == 0 { pool.sext(term, 64) } else { pool.zext(term, 64) };
    let (stride, offset) = (pool.int(64, 1 + random.below(4)), pool.int(64, random.below(3)));
    let scaled = pool.mul(wide, stride);
    let place = pool.add(scaled, offset);
    let low = pool.select(array, place);
    if random.below(2) == 0 {
        return low;
    }
    let one = pool.int(64, 1);
    let next = pool.add(place, one);
    let high = pool.select(array, next);
    pool.concat(high, low)
}

/// A term of some width: operations of all kinds on words and on elements of tables.
fn term(pool: &mut Pool, symbols: &[ExprId], tables: &[ExprId], random: &mut Random, width: u32, depth: u32) -> ExprId {
    if depth == 0 || random.below(8) == 0 {
        let word = symbols[random.below(3) as usize];
        return if random.below(4) == 0 {
            pool.int(width, random.below(1 << width))
        } else {
            resized(pool, random, word, width)
        };
    }
    let inner =
        |pool: &mut Pool, random: &mut Random, width: u32| term(pool, symbols, tables, random, width, depth - 1);
    let constant = pool.int(width, random.below(1 << width.min(5)));
    match random.below(16) {
        0..4 => {
            let narrow = 3 + random.below(2) as u32;
            let index = inner(pool, random, narrow);
            let array = tables[random.below(2) as usize];
            let element = element(pool, random, array, index);
            resized(pool, random, element, width)
        }
        4 => {
            let (a, b) = (inner(pool, random, width), inner(pool, random, width));
            let signed = random.one_in(2);
            let condition = random.comparison(pool, a, b, signed);
            let (yes, no) = (inner(pool, random, width), if random.below(2) == 0 { constant } else { a });
            pool.ite(condition, yes, no)
        }
        5 => {
            let wider = inner(pool, random, width + 3);
            pool.extract(wider, random.below(4) as u32, width)
        }
        6 => {
            let (high, low) = (inner(pool, random, width), inner(pool, random, 3));
            let both = pool.concat(high, low);
            resized(pool, random, both, width)
        }
        operation => {
            let a = inner(pool, random, width);
            let b = if random.below(3) == 0 { inner(pool, random, width) } else { constant };
            match operation {
                7 => pool.and(a, b),
                8 => pool.or(a, b),
                9 => pool.xor(a, b),
                10 => pool.udiv(a, b),
                11 => pool.urem(a, b),
                12 => pool.shl(a, b),
                13 => pool.lshr(a, b),
                14 => match random.below(3) {
                    0 => pool.ashr(a, b),
                    1 => pool.sdiv(a, b),
                    _ => pool.srem(a, b),
                },
                15 if random.below(2) == 0 => pool.mul(a, b),
                _ if random.below(2) == 0 => pool.sub(a, b),
                _ => pool.add(a, b),
            }
        }
    }
}

pub(crate) fn resized(pool: &mut Pool, random: &mut Random, term: ExprId, width: u32) -> ExprId {
    match (pool.width(term).cmp(&width), random.below(3)) {
        (std::cmp::Ordering::Equal, _) => term,
        (std::cmp::Ordering::Greater, _) => pool.trunc(term, width),
        (_, 0) => pool.sext(term, width),
        _ => pool.zext(term, width),
    }
}

/// What linear programs conclude about reads of tables holds in all models: refuted questions have no model
/// together with their cores, and indices lie within their bounds.
#[test]
fn places_are_within_their_bounds() {
    let off = Config::bare().with(Technique::ArrayPrecheck).without(Technique::BitBlast);
    let full = Config { value_sets: crate::ValueSets::Full, ..off.clone() };
    let mut random = Random::new(7);
    let (mut unsatisfiable, mut refuted, mut bounded) = (0, 0, 0);
    for round in 0..3000 {
        let config = if round % 2 == 0 { &off } else { &full };
        let mut pool = Pool::new();
        let (symbols, models) = words(&mut pool);
        let tables = [table(&mut pool, &mut random), table(&mut pool, &mut random)];
        let (mut stages, mut shared) = (stages(config), Shared::new(config));
        let is_it = |(technique, _): &&mut (Technique, _)| *technique == Technique::ArrayPrecheck;
        let (_, stage) = stages.iter_mut().find(is_it).expect("it is on");
        let mut solver = Solver::new(
            Config { value_sets: config.value_sets, ..Config::default() }
                .without(Technique::External)
                .without(Technique::ArrayPrecheck),
        );
        let (mut check, mut path) = (Evaluator::new(), PathCondition::new());
        for _ in 0..CONDITIONS {
            let (width, signed) = (3 + random.below(6) as u32, random.below(2) == 1);
            let depth = 1 + random.below(3) as u32;
            let (a, b) = (
                term(&mut pool, &symbols, &tables, &mut random, width, depth),
                term(&mut pool, &symbols, &tables, &mut random, width, depth - 1),
            );
            let question = question(&mut pool, &mut random, &symbols, [a, b], signed);
            let support = pool.support(question);
            if support.is_empty() || check.is_true(&pool, path.model(), question) {
                continue;
            }
            let slice = path.slice(&pool, &support);
            let query = Query::new(slice, question, support, path.model().clone());
            let mut holds =
                |terms: &[ExprId], model: &Model| terms.iter().all(|&term| check.is_true(&pool, model, term));
            let all: Vec<ExprId> = query.terms().collect();
            let satisfying: Vec<&Model> = models.iter().filter(|model| holds(&all, model)).collect();
            unsatisfiable += u32::from(satisfying.is_empty());
            match stage.answer(&pool, &mut shared, &query) {
                Some(Reply::Unsat(core)) => {
                    refuted += 1;
                    let core: Vec<ExprId> = core.iter().copied().chain([question]).collect();
                    let shown =
                        || core.iter().map(|&term| pool.display(term).to_string()).collect::<Vec<_>>().join("\n");
                    assert!(!models.iter().any(|model| holds(&core, model)), "it can hold:\n{}", shown());
                    assert!(core.iter().all(|term| all.contains(term)));
                }
                Some(reply) => panic!("it only refutes: {reply:?}"),
                None => {}
            }
            for (&place, &(low, high)) in &std::mem::take(&mut shared.index_ranges) {
                bounded += 1;
                for model in &satisfying {
                    let value = check.eval_u64(&pool, model, place);
                    assert!(
                        (low..=high).contains(&value),
                        "{value}: {} in {}",
                        pool.display(place),
                        pool.display(question)
                    );
                }
            }
            if let Answer::Sat(longer) = solver.assume(&mut pool, &path, question) {
                path = longer;
            }
        }
    }
    assert!(bounded > 1000, "{bounded} places have bounds");
    assert!(refuted * 8 > unsatisfiable, "{refuted} of {unsatisfiable} are refuted");
}
