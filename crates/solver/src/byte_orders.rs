//! Questions that are decided by how functions of single bytes compare: sorting by a digit, counting by a key.
//!
//! An assignment under which a condition fails shows why it fails: by the truth of some comparisons
//! ([`trace`]). The condition fails under every assignment that agrees on these comparisons. What remains are
//! the assignments that differ in the first comparison, those that agree on the first but differ in the second,
//! and so on. An assignment of each kind is found ([`network`]), until one satisfies all conditions or none is
//! left. So there are as many assignments as there are different reasons: inputs that no reason mentions are
//! not told apart. This is what concolic execution does to programs, done to terms.

pub(crate) mod network;
mod trace;

use expr::{Evaluator, ExprId, Pool};

use self::network::{Atom, Functions, Network, TooMuch};
use self::trace::{Inputs, Trace};
use crate::query::{Query, Witness};
use crate::tuning::{BYTE_ORDERS_CASE, BYTE_ORDERS_VALUES, BYTE_ORDERS_WAITING};

/// The outcome for some conditions.
pub(crate) enum Verdict {
    /// All conditions hold under this witness.
    Holds(Witness),
    /// One of these conditions always fails. The conditions are given by their indices.
    Fails(Vec<usize>),
    /// There are too many cases.
    Open,
}

/// Decides questions, and remembers functions of bytes between them.
#[derive(Default)]
pub(crate) struct ByteOrders {
    functions: Functions,
    /// How many assignments were tried.
    pub(crate) tried: u64,
}

impl ByteOrders {
    /// Forgets what earlier questions were about.
    pub(crate) fn forget(&mut self) {
        self.functions = Functions::default();
    }

    /// Whether some conditions, of which the last is the question, can hold together. The work done is
    /// subtracted from `work`.
    pub(crate) fn decide(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        conditions: &[ExprId],
        work: &mut u64,
    ) -> Verdict {
        self.functions.tidy();
        let mut inputs = Inputs::default();
        if !conditions.iter().rev().all(|&condition| inputs.add(pool, condition)) {
            *work = work.saturating_sub(inputs.terms());
            return Verdict::Open;
        }
        *work = work.saturating_sub(inputs.terms());
        self.search(pool, check, query, conditions, &mut inputs, work).unwrap_or(Verdict::Open)
    }

    fn search(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        conditions: &[ExprId],
        inputs: &mut Inputs,
        work: &mut u64,
    ) -> Result<Verdict, TooMuch> {
        let near: Vec<u8> = inputs.bytes().iter().map(|&(symbol, index)| query.model.byte(symbol, index)).collect();
        let mut failed = vec![false; conditions.len()];
        let mut all = Network::new(near.len());
        for bound in inputs.bounds() {
            all.assume(&mut self.functions, bound, true, work)?;
        }
        let mut waiting = vec![all];
        let mut is_first = true;
        while let Some(mut network) = waiting.pop() {
            if query.is_late() {
                return Err(TooMuch);
            }
            let Some(values) = network.solution(&near, work)? else { continue };
            self.tried += 1;
            *work = work.checked_sub(BYTE_ORDERS_VALUES).ok_or(TooMuch)?;
            let mut bytes: Vec<_> =
                inputs.bytes().iter().zip(&values).map(|(&(symbol, index), &byte)| (symbol, index, byte)).collect();
            bytes.sort_unstable();
            let witness = query.witness(bytes.into());
            let before = check.evaluated();
            let failing = conditions.iter().position(|&condition| !check.is_true(pool, &witness.model, condition));
            *work = work.checked_sub(check.evaluated() - before).ok_or(TooMuch)?;
            let Some(failing) = failing else { return Ok(Verdict::Holds(witness)) };
            failed[failing] = true;
            let trace = Trace::new(pool, check, &witness.model, inputs, &mut self.functions, work);
            let (atoms, ways) = trace.of(conditions[failing])?;
            if std::mem::take(&mut is_first)
                && estimate(&atoms, near.len()).max(ways).saturating_mul(BYTE_ORDERS_VALUES) > *work
            {
                return Err(TooMuch);
            }
            for (atom, holds) in atoms {
                if network.known(atom).is_some() {
                    continue;
                }
                *work = work.checked_sub(BYTE_ORDERS_CASE).ok_or(TooMuch)?;
                let mut other = network.clone();
                if other.assume(&mut self.functions, atom, !holds, work)? {
                    waiting.push(other);
                }
                if waiting.len() > BYTE_ORDERS_WAITING {
                    return Err(TooMuch);
                }
                if !network.assume(&mut self.functions, atom, holds, work)? {
                    debug_assert!(false, "the values that were tried are so");
                    return Err(TooMuch);
                }
            }
        }
        Ok(Verdict::Fails((0..conditions.len()).filter(|&place| failed[place]).collect()))
    }
}

/// Estimates how many assignments will be needed, from the comparisons that one of them depends on: the number
/// of weak orders of the bytes that are compared with others, times, for each byte, the classes that its other
/// comparisons divide its values into.
fn estimate(atoms: &[(Atom, bool)], bytes: usize) -> u64 {
    let mut compared = vec![false; bytes];
    let mut classes = vec![(1u64, 256u64); bytes];
    for &(atom, holds) in atoms {
        match atom {
            Atom::In(byte, set) => {
                let (count, least) = &mut classes[byte.0 as usize];
                *count += 1;
                let values = u64::from(set.len());
                *least = (*least).min(if holds { values } else { 256 - values });
            }
            Atom::Less(one, other) | Atom::Equal(one, other) => {
                compared[one.of.0 as usize] = true;
                compared[other.of.0 as usize] = true;
            }
        }
    }
    let orders = weak_orders(compared.iter().filter(|&&compared| compared).count());
    classes.iter().fold(orders, |product, &(count, least)| {
        // A single value that is asked for is one of many; a comparison that fails for most values says little.
        product.saturating_mul(count.min(256 / least.max(1)))
    })
}

/// The number of weak orders of `count` things: the ordered Bell numbers.
pub(crate) fn weak_orders(count: usize) -> u64 {
    const NUMBERS: [u64; 9] = [1, 1, 3, 13, 75, 541, 4683, 47293, 545_835];
    NUMBERS.get(count).copied().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use expr::{ExprId, Pool};

    use crate::all_values::{Random, Terms as _, compare_over};
    use crate::tuning::Tuning;
    use crate::{Answer, Config, PathCondition, Solver, Technique, ValueSets};

    /// With a first look that is as long as any.
    fn above_clauses() -> Config {
        let tuning = Tuning { byte_orders_first: 1 << 25, ..Tuning::default() };
        let all = Config { value_sets: ValueSets::Full, tuning, ..Config::bare() };
        all.without(Technique::BitBlast).with(Technique::Order)
    }

    /// A function of one input, or a choice between two such.
    fn data(pool: &mut Pool, symbols: &[ExprId], random: &mut Random, width: u32, depth: u32) -> ExprId {
        if depth > 0 && random.below(2) == 0 {
            let (a, b) = (data(pool, symbols, random, width, 0), data(pool, symbols, random, width, depth - 1));
            let condition = random.comparison(pool, a, b, false);
            if random.below(2) == 0 {
                return pool.ite(condition, b, a);
            }
            // Stored at a place that one input gives, and read back at a place that another gives.
            let table = pool.table(vec![0, 0, 5, 0].into());
            let [place, index] = [0, 1].map(|_| {
                let input = symbols[random.below(symbols.len() as u64) as usize];
                let low = pool.extract(input, 0, 1 + random.below(2) as u32);
                pool.zext(low, 64)
            });
            let byte = pool.zext(a, 8);
            let stored = pool.store(table, place, byte);
            let read = pool.select(stored, index);
            return pool.trunc(read, width);
        }
        let input = symbols[random.below(symbols.len() as u64) as usize];
        let constant = pool.int(width, 1 + random.below(6));
        match random.below(6) {
            0 => pool.and(input, constant),
            1 => pool.urem(input, constant),
            2 => pool.lshr(input, constant),
            3 => pool.add(input, constant),
            4 => constant,
            _ => input,
        }
    }

    #[test]
    fn conditions_about_functions_of_bytes_are_as_all_values_say() {
        for signed in [false, true] {
            let decided = compare_over(
                &above_clauses(),
                250,
                |_| vec![3; 3],
                |pool, symbols, random| {
                    let depth = 1 + random.below(2) as u32;
                    if random.below(3) > 0 {
                        let (a, b) = (data(pool, symbols, random, 3, depth), data(pool, symbols, random, 3, depth));
                        return random.comparison(pool, a, b, signed);
                    }
                    // The number of conditions that hold.
                    let mut count = pool.int(4, 0);
                    for _ in 0..3 {
                        let (a, b) = (data(pool, symbols, random, 3, 0), data(pool, symbols, random, 3, 1));
                        let condition = random.comparison(pool, a, b, signed);
                        let number = pool.zext(condition, 4);
                        count = pool.add(count, number);
                    }
                    let limit = pool.int(4, random.below(4));
                    random.comparison(pool, count, limit, false)
                },
            );
            assert!(decided.share() > 0.9, "{decided:?}");
        }
    }

    /// Words of two bytes are compared by their bytes: signed and unsigned, with constants, with each other and
    /// with functions of a byte. The SAT solver gives the same answers.
    #[test]
    fn words_are_compared_by_their_bytes() {
        let (mut random, mut refuted, mut answered) = (Random::new(5), 0, 0);
        for round in 0..60 {
            let mut pool = Pool::new();
            let symbols: Vec<ExprId> = (0..3).map(|i| pool.symbol(&format!("s{i}"), 16)).collect();
            let mut solvers = [above_clauses(), Config::bare().with(Technique::BitBlast)].map(Solver::new);
            let mut condition = pool.bool(true);
            for _ in 0..6 {
                // Bits of a byte beside whole words, and one of two of them.
                let input = symbols[random.below(3) as usize];
                let digit = pool.extract(input, 4, 4);
                let wide = pool.zext(digit, 16);
                let constant = pool.int(16, [0, 5, 0x7fff, 0x8000, 0x80ff, 0xffff][random.below(6) as usize]);
                let below = pool.ult(symbols[0], symbols[1]);
                let chosen = pool.ite(below, symbols[2], input);
                let words = [symbols[0], symbols[1], symbols[2], wide, constant, chosen];
                let [a, b] = [0, 1].map(|_| words[random.below(6) as usize]);
                let more = random.comparison(&mut pool, a, b, round % 2 == 0);
                condition = pool.and(condition, more);
                let path = PathCondition::new();
                let answers = solvers.each_mut().map(|solver| solver.may_be_true(&mut pool, &path, condition));
                match answers {
                    [Answer::Unknown(_), _] => {}
                    [one, other] => {
                        let same = matches!(one, Answer::Sat(_)) == matches!(other, Answer::Sat(_));
                        assert!(same, "{}", pool.display(condition));
                        refuted += u32::from(matches!(one, Answer::Unsat));
                    }
                }
            }
            let statistics = solvers[0].statistics();
            let stage = statistics.stages.iter().find(|stage| stage.name == "byte_orders").expect("it is in the chain");
            answered += stage.answered;
        }
        assert!(refuted > 20 && answered > 20, "{refuted} and {answered}");
    }

    /// Three bytes after a radix sort by two digits.
    fn sorted_by_digits(pool: &mut Pool) -> Vec<ExprId> {
        let mut words: Vec<ExprId> = (0..3).map(|i| pool.symbol(&format!("s{i}"), 8)).collect();
        for low in [0, 4] {
            let digits: Vec<ExprId> = words.iter().map(|&word| pool.extract(word, low, 4)).collect();
            let mut sorted = pool.table(vec![0; 3].into());
            for (i, &digit) in digits.iter().enumerate() {
                let mut place = pool.int(64, 0);
                for (j, &other) in digits.iter().enumerate() {
                    let before = if j < i { pool.ule(other, digit) } else { pool.ult(other, digit) };
                    let number = pool.zext(before, 64);
                    place = pool.add(place, number);
                }
                sorted = pool.store(sorted, place, words[i]);
            }
            for (place, word) in words.iter_mut().enumerate() {
                let place = pool.int(64, place as u64);
                *word = pool.select(sorted, place);
            }
        }
        words
    }

    /// The result of sorting by the lower digit is sorted by the higher one.
    #[test]
    fn sorting_by_digits_sorts() {
        let mut pool = Pool::new();
        let words = sorted_by_digits(&mut pool);
        let mut solver = Solver::new(above_clauses());
        let path = PathCondition::new();
        for pair in words.windows(2) {
            let wrong = pool.ult(pair[1], pair[0]);
            assert!(matches!(solver.may_be_true(&mut pool, &path, wrong), Answer::Unsat));
            let strict = pool.ult(pair[0], pair[1]);
            assert!(matches!(solver.may_be_true(&mut pool, &path, strict), Answer::Sat(_)));
        }
        let statistics = solver.statistics();
        let stage = statistics.stages.iter().find(|stage| stage.name == "byte_orders").expect("it is in the chain");
        // At most one assignment for each weak order of both digits, for each of the two questions that never
        // hold; and a few more.
        let tried = stage.own.iter().find(|counter| counter.0 == "tried").expect("it counts").1;
        assert!(stage.answered >= 2 && tried <= 2 * 13 * 13 + 20, "{stage:?}");
    }

    /// A first look that is too short leaves the question to the SAT solver. When that takes long, a late look has the
    /// answer, and the next first look is longer.
    #[test]
    fn what_the_sat_solver_finds_hard_is_looked_at_again() {
        let mut pool = Pool::new();
        let words = sorted_by_digits(&mut pool);
        let tuning = Tuning { byte_orders_first: 1 << 12, byte_orders_late: 1_000, ..Tuning::default() };
        let all = Config { tuning, ..above_clauses() }.with(Technique::BitBlast);
        let mut solver = Solver::new(all);
        let path = PathCondition::new();
        for pair in words.windows(2) {
            let wrong = pool.ult(pair[1], pair[0]);
            assert!(matches!(solver.may_be_true(&mut pool, &path, wrong), Answer::Unsat));
        }
        let statistics = solver.statistics();
        let stage = statistics.stages.iter().find(|stage| stage.name == "byte_orders").expect("it is in the chain");
        let counter = |name: &str| stage.own.iter().find(|counter| counter.0 == name).expect("it counts").1;
        assert_eq!([counter("late"), counter("late_answered"), stage.answered], [1, 1, 1], "{stage:?}");
        // Without the late look the SAT solver answers itself.
        let config = Config { tuning: Tuning { byte_orders_late: u64::MAX / 2, ..tuning }, ..above_clauses() };
        let mut alone = Solver::new(config.with(Technique::BitBlast));
        let wrong = pool.ult(words[1], words[0]);
        assert!(matches!(alone.may_be_true(&mut pool, &path, wrong), Answer::Unsat));
    }

    /// A question that needs the exact values of all bytes is left to other stages at once.
    #[test]
    fn what_is_never_decided_costs_little() {
        let mut pool = Pool::new();
        let inputs: Vec<ExprId> = (0..8).map(|i| pool.symbol(&format!("s{i}"), 8)).collect();
        let mut solver = Solver::new(above_clauses());
        let path = PathCondition::new();
        for number in 0..500u64 {
            let mut sum = pool.int(8, number % 256);
            for (place, &input) in inputs.iter().enumerate() {
                let key = pool.int(8, 3 + number % 5 + place as u64);
                let product = pool.urem(input, key);
                let squared = pool.mul(product, input);
                sum = pool.add(sum, squared);
            }
            let zero = pool.int(8, 7);
            let question = pool.eq(sum, zero);
            let _ = solver.may_be_true(&mut pool, &path, question);
        }
        let statistics = solver.statistics();
        let stage = statistics.stages.iter().find(|stage| stage.name == "byte_orders").expect("it is in the chain");
        let work = stage.own.iter().find(|counter| counter.0 == "work").expect("it counts").1;
        assert!(stage.asked >= 100 && work < 1 << 18, "{stage:?}");
    }
}
