//! Long sums of inputs, compared with a constant (see `sums/`).
//!
//! The sum must not wrap, given what is known about the inputs. What the bounds of the inputs and of earlier
//! sums exclude is refuted. Otherwise inputs are changed until the sum is what the question asks for, and the
//! result is evaluated, since other constraints were left out.

use expr::Pool;

use crate::query::{Query, Reply, Witness};
use crate::shared::Shared;
use crate::stage::{Patch, Stage, still_satisfies};
use crate::sums::{Chains, Comparison, Goal, Reach, Reached, Relation, Totals};

/// The stage.
#[derive(Default)]
pub(crate) struct Sums {
    chains: Chains,
    /// The totals of each chain.
    totals: Vec<Totals>,
    patch: Patch,
    refuted: u64,
    found: u64,
}

impl Sums {
    pub(crate) fn new() -> Sums {
        Sums::default()
    }
}

impl Stage for Sums {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let question = Comparison::of(pool, query.question)?;
        if self.chains.is_full() {
            self.forget();
        }
        let prefix = self.chains.prefix(pool, question.sum)?;
        for &constraint in query.slice.constraints.youngest().take(shared.tuning.sums_young) {
            query.visit();
            self.chains.note(pool, constraint);
        }
        if prefix.len < shared.tuning.sums_short {
            return None;
        }
        let chain = self.chains.chain(prefix);
        if self.totals.len() <= prefix.chain as usize {
            self.totals.resize_with(prefix.chain as usize + 1, Totals::default);
        }
        let totals = &mut self.totals[prefix.chain as usize];
        let (sets, constraints) = (&query.slice.learnt.sets, &query.slice.constraints);
        totals.go_to(pool, chain, prefix.len, sets);
        let (low, high) = totals.bounds();
        let (low, high) = (low + prefix.constant, high + prefix.constant);
        let width = pool.width(question.sum);
        let signed = question.reading((low, high), width)?;
        let number = question.number(signed);
        let excluded = match question.relation {
            Relation::AtMost => number < low,
            Relation::AtLeast => number > high,
            Relation::Is => number < low || number > high,
            Relation::IsNot => low == high && number == low,
        };
        if excluded {
            self.refuted += 1;
            return Some(Reply::Unsat(constraints.into()));
        }
        let now = crate::order::number(check.eval_u64(pool, &query.model, question.sum), width, signed);
        let exactly = question.relation == Relation::Is;
        let goals = match question.relation {
            // The question fails under the model.
            Relation::IsNot => vec![true, false].into_iter().map(|up| Goal { up, by: 1, exactly: false }).collect(),
            _ => vec![Goal { up: number > now, by: (number - now).abs(), exactly }],
        };
        let mut never = true;
        for goal in goals {
            for careful in [false, true] {
                let sets = careful.then_some(sets);
                let reach = Reach { pool, chain, prefix, totals, constraints, model: &query.model, sets };
                match reach.go(check, now - prefix.constant, goal) {
                    Reached::Moved(moves) => {
                        never = false;
                        self.patch.clear();
                        for (leaf, value) in moves {
                            self.patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, value);
                        }
                        let witness: Witness = self.patch.witness(query);
                        if still_satisfies(pool, check, &witness, query) {
                            self.found += 1;
                            return Some(Reply::Sat(witness));
                        }
                    }
                    Reached::Never => break,
                    Reached::Open => never = false,
                }
            }
        }
        if !never {
            return None;
        }
        self.refuted += 1;
        Some(Reply::Unsat(constraints.into()))
    }

    fn forget(&mut self) {
        (self.chains, self.totals) = Default::default();
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found)]
    }
}

#[cfg(test)]
mod tests {
    use crate::all_values::{Random, Terms as _, compare_over};
    use crate::{Config, Technique, ValueSets};
    use expr::{ExprId, Pool};

    /// The sum of the first `len` inputs, with factors that are the same on the whole path, in words of `width`
    /// bits.
    fn prefix(pool: &mut Pool, inputs: &[ExprId], len: usize, width: u32) -> ExprId {
        let mut sum = pool.int(width, 0);
        for (place, &input) in inputs[..len].iter().enumerate() {
            let wide = if inputs.len() == 9 { pool.sext(input, width) } else { pool.zext(input, width) };
            let factor = match inputs.len() {
                8 | 9 => 1,
                10 => 1 + place as u64 % 3,
                _ => [1, 1, bv::mask(width)][place % 3],
            };
            let factor = pool.int(width, factor);
            let product = pool.mul(wide, factor);
            sum = pool.add(sum, product);
        }
        sum
    }

    fn compared(pool: &mut Pool, inputs: &[ExprId], random: &mut Random, width: u32) -> ExprId {
        let len = inputs.len() - random.below(3) as usize;
        let sum = prefix(pool, inputs, len, width);
        let signed = random.below(2) == 1;
        if random.below(4) == 0 {
            let input = inputs[random.below(inputs.len() as u64) as usize];
            return random.comparison(pool, input, inputs[0], signed);
        }
        if random.below(4) == 0 {
            let wide = pool.zext(sum, width + 2);
            let number = pool.int(width + 2, random.below(20));
            return random.comparison(pool, wide, number, signed);
        }
        let number = pool.int(width, random.below(20) & bv::mask(width));
        random.comparison(pool, sum, number, signed)
    }

    #[test]
    fn long_sums_are_compared_as_all_values_say() {
        let config = Config { value_sets: ValueSets::Full, ..Config::bare() }.without(Technique::BitBlast);
        // Wide enough for every sum, and so narrow that sums wrap.
        for width in [8, 4] {
            let decided = compare_over(
                &config,
                200,
                |random| vec![1; 8 + random.below(4) as usize],
                |pool, inputs, random| compared(pool, inputs, random, width),
            );
            assert!(decided.share() > if width == 8 { 0.7 } else { 0.4 }, "{decided:?}");
        }
    }
}
