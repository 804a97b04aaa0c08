//! Tests by brute force: paths of random conditions over three words of three bits, against all their values.

use expr::{Evaluator, ExprId, Model, Pool, SymbolId};

use crate::{Branch, Config, PathCondition, Solver};

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
        let symbols: Vec<ExprId> = (0..3).map(|i| pool.symbol(&format!("x{i}"), WIDTH)).collect();
        let numbers: Vec<SymbolId> = symbols.iter().map(|&symbol| SymbolId(pool.node(symbol).args[0])).collect();
        let mut models: Vec<Model> = (0..1u32 << (3 * WIDTH))
            .map(|all| {
                let value = |place: u32| (all >> (place * WIDTH) & ((1 << WIDTH) - 1)) as u8;
                Model::default().with_bytes((0..3).map(|place| (numbers[place as usize], 0, value(place))))
            })
            .collect();
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
