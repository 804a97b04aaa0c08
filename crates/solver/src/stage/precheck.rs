//! Questions about arrays by integer linear programming: refutes them, or bounds the indices of reads (see
//! `precheck/`).
//!
//! It is asked about questions that read an array, in the question or in the constraints. It is tried less and
//! less on kinds of questions where it neither refutes nor at least halves the known range of an index (in a
//! way that matters to the SAT solver), and where it cost more than it was worth before. Cost and worth are
//! counted in multiplications, not in time, so that runs are reproducible.

use expr::{ExprId, Pool};

use crate::config::Config;
use crate::patience::{Credit, Patience};
use crate::precheck::{Checked, Found, Precheck};
use crate::query::{Query, Reply};
use crate::readers::Readers;
use crate::shared::Shared;
use crate::stage::Stage;

/// The stage.
pub(crate) struct ArrayPrecheck {
    precheck: Precheck,
    patience: Patience,
    credit: Credit,
    readers: Readers,
    /// Reads of arrays that were written at symbolic indices. A table says nothing about their bounds; Shuai
    /// 2021, §4.2, skips such questions, too.
    of_stores: Readers,
    tried: u64,
    refuted: u64,
    by_programs: u64,
    narrowed: u64,
    given_up: u64,
}

impl ArrayPrecheck {
    pub(crate) fn new(config: &Config) -> ArrayPrecheck {
        ArrayPrecheck {
            precheck: Precheck::default(),
            patience: Patience::default(),
            credit: Credit::new(config.tuning.precheck_credit),
            readers: Readers::default(),
            of_stores: Readers::of_stores(),
            tried: 0,
            refuted: 0,
            by_programs: 0,
            narrowed: 0,
            given_up: 0,
        }
    }
}

impl Stage for ArrayPrecheck {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        if query.slice.constraints.len() > shared.tuning.precheck_constraints
            || !query.terms().any(|term| self.readers.reads(pool, term))
        {
            return None;
        }
        if query.terms().any(|term| self.of_stores.reads(pool, term)) {
            return None;
        }
        let Some(kind) = self.patience.tries(pool, query.question).filter(|_| self.credit.tries()) else {
            self.given_up += 1;
            return None;
        };
        self.tried += 1;
        let learnt = &query.slice.learnt;
        let learner = &shared.learner;
        let constraints = query.slice.loose();
        let values = |leaf: ExprId| learner.values(pool, &learnt.sets, leaf);
        let outcome = self.precheck.check(pool, &constraints, query.question, &shared.tuning, values);
        let Checked { found, by_programs, cost } = outcome;
        match found {
            Found::Refuted(by) => {
                self.refuted += 1;
                self.patience.note(kind, true);
                self.by_programs += u64::from(by_programs);
                self.credit.note(cost, shared.tuning.precheck_refutation);
                let core = match by {
                    Some(numbers) => numbers.iter().map(|&number| constraints[number as usize]).collect(),
                    None => (&query.slice.constraints).into(),
                };
                Some(Reply::Unsat(core))
            }
            Found::Places(mut places) => {
                let mut paid = false;
                places.retain(|&place, bounds| {
                    let known = pool.unsigned_range(place);
                    paid |= bounds.matter && bounds.high - bounds.low <= (known.1 - known.0) / 2;
                    bounds.low > known.0 || bounds.high < known.1
                });
                self.narrowed += places.len() as u64;
                self.patience.note(kind, paid);
                self.credit.note(cost, if paid { shared.tuning.precheck_narrowing } else { 0 });
                let ranges = places.into_iter().map(|(place, bounds)| (place, (bounds.low, bounds.high)));
                shared.index_ranges = ranges.collect();
                None
            }
        }
    }

    fn forget(&mut self) {
        self.precheck.forget();
        (self.readers, self.of_stores) = (Readers::default(), Readers::of_stores());
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        let (programs, cached) = self.precheck.counts();
        vec![
            ("tried", self.tried),
            ("refuted", self.refuted),
            ("refuted_by_programs", self.by_programs),
            ("narrowed", self.narrowed),
            ("programs", programs),
            ("cached", cached),
            ("given_up", self.given_up),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Config, PathCondition, Solver, Technique, ValueSets};

    /// Figure 1 of Shuai 2021: words of 32 bits, 0 <= i, j <= 3 and i + j > 4, and the question a[i] + a[j] >
    /// 10. Returns the answer and the bounds of the indices.
    fn figure_1(last: u32, signed_index: bool, value_sets: ValueSets) -> (Option<Reply>, Vec<(u64, u64)>) {
        let mut pool = Pool::new();
        let bytes: Vec<u8> = [0u32, 0, 0, last].iter().flat_map(|word| word.to_le_bytes()).collect();
        let table = pool.table(bytes.into());
        let [i, j] = ["i", "j"].map(|name| pool.symbol(name, 32));
        let config = Config { value_sets, ..Config::bare() };
        let mut solver = Solver::new(config.clone());
        let mut path = PathCondition::new();
        let (zero, three, four) = (pool.int(32, 0), pool.int(32, 3), pool.int(32, 4));
        let sum = pool.add(i, j);
        let mut constraints = Vec::new();
        for index in [i, j] {
            constraints.extend([pool.sle(zero, index), pool.sle(index, three)]);
        }
        constraints.push(pool.sgt(sum, four));
        for constraint in constraints {
            let Answer::Sat(longer) = solver.assume(&mut pool, &path, constraint) else { panic!("there is a model") };
            path = longer;
        }
        let mut places = Vec::new();
        let [a, b] = [i, j].map(|index| {
            let wide = if signed_index { pool.sext(index, 64) } else { pool.zext(index, 64) };
            let size = pool.int(64, 4);
            let place = pool.mul(wide, size);
            places.push(place);
            (0..4)
                .map(|byte| {
                    let offset = pool.int(64, byte);
                    let at = pool.add(place, offset);
                    pool.select(table, at)
                })
                .collect::<Vec<_>>()
                .into_iter()
                .reduce(|low, high| pool.concat(high, low))
                .expect("there are four bytes")
        });
        let (sum, ten) = (pool.add(a, b), pool.int(32, 10));
        let question = pool.sgt(sum, ten);
        // No other stage could answer: there is no SAT solver.
        let config = config.with(Technique::ArrayPrecheck).without(Technique::BitBlast);
        let alone = Solver::new(config).may_be_true(&mut pool, &path, question);
        assert_eq!(alone.is_unsat(), last == 5, "{alone:?}");
        let support = pool.support(question);
        let slice = path.slice(&pool, &support);
        let query = Query::new(slice, question, support, path.model().clone());
        let mut shared = Shared::new(&Config { value_sets, ..Config::bare() });
        let reply = ArrayPrecheck::new(&Config::default()).answer(&pool, &mut shared, &query);
        (reply, places.iter().filter_map(|place| shared.index_ranges.get(place).copied()).collect())
    }

    #[test]
    fn figure_1_of_the_paper() {
        for (signed_index, value_sets) in
            [(false, ValueSets::Off), (true, ValueSets::Off), (false, ValueSets::Full), (true, ValueSets::Full)]
        {
            let (reply, _) = figure_1(5, signed_index, value_sets);
            assert!(matches!(reply, Some(Reply::Unsat(_))), "{reply:?} {signed_index} {value_sets:?}");
            let (reply, places) = figure_1(9, signed_index, value_sets);
            assert!(reply.is_none(), "a[3] + a[3] is 18");
            assert_eq!(places, [(8, 12), (8, 12)], "{signed_index} {value_sets:?}");
        }
    }
}
