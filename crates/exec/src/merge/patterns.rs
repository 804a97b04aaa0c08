//! Joining paths whose conditions repeat a pattern, by the number of repetitions (Trabish 2024, §6.2).
//!
//! Paths that leave a loop after different numbers of rounds have assumed `p1 and p2(1) and ... and p2(k) and p3(k)`, each
//! for its own `k`. Together they are `p1 and (for all i: 1 <= i <= k -> p2(i)) and p3(k)` for a new symbol `k` with a
//! range, and a value that differs between them may be a term of `k`.
//!
//! The symbol is no input: it is in no test and no trail. Each path has its own `k` and the conditions of the paths exclude
//! each other, so the inputs determine it, and a condition of a single path ([`super::Joined`]) is written without it. Its
//! width is no number of whole bytes, so that it is none of the program's inputs, whatever those are called.
//!
//! Departures from the paper: what one repetition means is fitted in more ways ([`expr::fit`]). There may be several runs of
//! repetitions after each other, each with its number ([`super::runs`]), and a number may be a term of the inputs instead of a
//! symbol ([`super::counters`]). A path that has not assumed the end because nothing else was possible, such as the one that
//! leaves when the buffer is over, belongs to the others if the solver says that the end holds. Where all paths that have parted
//! meet again, nothing has to be assumed at all: they are joined without a condition if all numbers are terms of the
//! inputs, and otherwise along the tree unless the values are expected to matter.

use expr::{ExprId, Pool};
use solver::{Answer, PathCondition};

use super::Reason;
use super::counters::{Counter, ranges, with_known};
use super::partition::{Partition, Word};
use super::paths::Paths;
use super::runs::{Member, Places, Runs};
use super::several::{Numbered, at_all, chosen_by, fitted_by};
use super::shape::Shapes;
use crate::config::MergedTerms;
use crate::state::{State, States};
use crate::tuning::{PATTERN_COUNT, PATTERN_PATHS, PATTERN_TRIES};
use crate::worker::Worker;
use expr::fit::Variable;

/// Paths as instances of one, by their numbers of repetitions.
pub(crate) struct Pattern {
    /// The numbers of repetitions, of one run after the other.
    counters: Vec<Counter>,
    /// The numbers of each path, in their order.
    numbers: Vec<Vec<u64>>,
    /// What has to be assumed: what all paths have assumed before the repetitions, and the ranges of the numbers with
    /// what each repetition says and what follows on them.
    conditions: Vec<ExprId>,
}

/// A pattern that was found, before the paths that match it are put in order.
struct Found {
    counters: Vec<Counter>,
    /// The paths that match, in the order of their numbers.
    members: Vec<Member>,
    /// What is assumed before the first run, behind each run, and at the end.
    between: Vec<Vec<ExprId>>,
    /// What the repetitions of each run say.
    facts: Vec<ExprId>,
}

impl Pattern {
    /// The condition that one of the paths was taken.
    pub(crate) fn condition(&self, pool: &mut Pool) -> ExprId {
        self.conditions.iter().fold(pool.bool(true), |all, &next| pool.and(next, all))
    }

    /// The value on the path that was taken, given one for each path.
    pub(crate) fn value(&self, pool: &mut Pool, values: &[ExprId]) -> ExprId {
        let mut instances: Vec<Numbered> = self.numbers.iter().cloned().zip(values.iter().copied()).collect();
        instances.sort_unstable();
        let value = chosen_by(pool, &variables(&self.counters), &instances);
        with_known(pool, &self.counters, value)
    }

    /// Whether it has several runs of repetitions.
    pub(super) fn is_of_several(&self) -> bool {
        self.counters.len() > 1
    }

    /// Whether all numbers of repetitions are terms of the inputs.
    pub(super) fn is_known(&self) -> bool {
        self.counters.iter().all(|counter| counter.known.is_some())
    }

    /// The counters that are symbols.
    fn symbols(&self) -> impl Iterator<Item = (usize, ExprId)> {
        let symbols =
            |(run, counter): (usize, &Counter)| counter.known.is_none().then_some((run, counter.variable.leaf));
        self.counters.iter().enumerate().filter_map(symbols)
    }
}

fn variables(counters: &[Counter]) -> Vec<Variable> {
    counters.iter().map(|counter| counter.variable).collect()
}

/// The conditions of a pattern as terms, if they fit. What the counters are is given as far as it is known.
fn synthesized(pool: &mut Pool, runs: &Runs, places: &Places, known: &[Option<ExprId>], name: u64) -> Option<Found> {
    let ended = runs.members.iter().filter(|member| member.ended == known.len()).count();
    if ended < PATTERN_PATHS {
        return None;
    }
    let mut counters = Vec::new();
    let mut facts = Vec::new();
    let mut between = Vec::new();
    for run in 0..=known.len() {
        let of = variables(&counters);
        let here: Option<Vec<ExprId>> = places.between[run].iter().map(|each| fitted_by(pool, &of, each)).collect();
        between.push(here?);
        let Some(&known) = known.get(run) else { break };
        let most = runs.members.iter().map(|member| member.numbers[run]).max()?;
        if most == 0 || most > Pool::FORALL_MOST {
            return None;
        }
        let counter = Counter::new(pool, &format!("repetitions {}", name + run as u64), most, known);
        let index = pool.index(0, most);
        let of: Vec<Variable> = of.into_iter().chain([Variable { term: index, leaf: index }]).collect();
        let parts: Option<Vec<ExprId>> = places.repeated[run].iter().map(|each| fitted_by(pool, &of, each)).collect();
        let body = parts?.into_iter().fold(pool.bool(true), |all, part| pool.and(all, part));
        facts.push(pool.forall(index, counter.variable.term, body));
        counters.push(counter);
    }
    Some(Found { counters, members: runs.members.clone(), between, facts })
}

impl Found {
    /// The pattern, and the paths that match it in their order. If what they have assumed is all that is possible, nothing has
    /// to be assumed, unless that is where symbols get their values.
    fn ordered(self, pool: &mut Pool, is_whole: bool) -> Option<(Vec<usize>, Pattern)> {
        let Found { counters, members, between, facts } = self;
        let numbers: Vec<Vec<u64>> = members.iter().map(|member| member.numbers.clone()).collect();
        let mut repeated = ranges(pool, &variables(&counters), &numbers)?;
        let mut between = between.into_iter();
        let mut conditions = between.next().expect("there is a beginning");
        for (fact, behind) in facts.into_iter().zip(between) {
            repeated = [fact].into_iter().chain(behind).fold(repeated, |all, next| pool.and(all, next));
        }
        conditions.push(with_known(pool, &counters, repeated));
        if is_whole && counters.iter().all(|counter| counter.known.is_some()) {
            conditions.clear();
        }
        let mut paths: Vec<(usize, Vec<u64>)> =
            members.into_iter().map(|member| (member.path, member.numbers)).collect();
        paths.sort_unstable();
        let (paths, numbers) = paths.into_iter().unzip();
        Some((paths, Pattern { counters, numbers, conditions }))
    }
}

impl Worker<'_> {
    /// Groups of states that can be joined, those apart that match a pattern, with the pattern.
    pub(crate) fn partitioned(
        &mut self,
        root: &PathCondition,
        groups: Vec<States>,
        reason: Reason,
    ) -> Vec<(States, Option<Pattern>)> {
        if self.attempt.joining.terms != MergedTerms::Patterns || reason == Reason::Same {
            return groups.into_iter().map(|group| (group, None)).collect();
        }
        let mut parts = Vec::new();
        for group in groups {
            let patterns = self.patterns(root, &group, reason);
            let mut left: Vec<Option<Box<State>>> = group.into_iter().map(Some).collect();
            for (members, pattern) in patterns {
                let of = members.into_iter().map(|path| left[path].take().expect("in one pattern"));
                parts.push((of.collect(), Some(pattern)));
            }
            let rest: States = left.into_iter().flatten().collect();
            if !rest.is_empty() {
                parts.push((rest, None));
            }
        }
        parts
    }

    /// The patterns that the paths of some states match, with the numbers of the states in order.
    fn patterns(&mut self, root: &PathCondition, group: &[Box<State>], reason: Reason) -> Vec<(Vec<usize>, Pattern)> {
        let assumed: Vec<Vec<ExprId>> = group.iter().map(|state| state.path.condition.assumed_since(root)).collect();
        if group.len() < PATTERN_PATHS {
            return Vec::new();
        }
        // Patterns rely on that the paths exclude each other.
        let Some(tree) = Paths::new(&mut self.pool, &assumed, &self.regions.routes) else { return Vec::new() };
        let is_whole = self.pool.as_u64(tree.condition()) == Some(1);
        // Such paths need no condition along the tree.
        let is_strict = is_whole && reason == Reason::Cheap;
        let mut shapes = Shapes::default();
        let shapes_of = |assumed: Vec<ExprId>, pool: &Pool, shapes: &mut Shapes| Word {
            shapes: assumed.iter().map(|&condition| shapes.of(pool, condition)).collect(),
            assumed,
        };
        let words: Vec<Word> = assumed.into_iter().map(|path| shapes_of(path, &self.pool, &mut shapes)).collect();
        let mut left: Vec<usize> = (0..words.len()).collect();
        // The longest first.
        left.sort_by_key(|&path| std::cmp::Reverse(words[path].assumed.len()));
        let mut patterns: Vec<(Vec<usize>, Pattern)> = Vec::new();
        let mut add = |worker: &mut Self, left: &mut Vec<usize>, found: Found| {
            let is_all = is_whole && found.members.len() == words.len();
            let pattern =
                found.ordered(&mut worker.pool, is_all).filter(|(_, one)| !is_strict || is_all && one.is_known());
            if let Some((paths, pattern)) = pattern {
                left.retain(|path| !paths.contains(path));
                worker.regions.counters += pattern.counters.len() as u64;
                patterns.push((paths, pattern));
            }
            patterns.len()
        };
        let mut count = 0;
        if left.len() >= PATTERN_PATHS * PATTERN_PATHS.div_ceil(2)
            && let Some(found) = self.several_of(&words, &left, group)
        {
            count = add(self, &mut left, found);
        }
        let mut seeds = left.clone().into_iter();
        while left.len() >= PATTERN_PATHS && count < PATTERN_COUNT {
            let Some(seed) = seeds.next() else { break };
            if !left.contains(&seed) {
                continue;
            }
            let Some(found) = self.pattern_of(&words, &left, seed, group, is_strict) else { continue };
            count = add(self, &mut left, found);
        }
        patterns
    }

    /// A pattern of several runs that more paths match than any of one run.
    fn several_of(&mut self, words: &[Word], left: &[usize], group: &[Box<State>]) -> Option<Found> {
        let of_one = |path: &usize| Partition::all(words, left, *path).first().map_or(0, |one| one.members.len() + 1);
        let most = left.iter().take(PATTERN_TRIES).map(of_one).max()?;
        let several = Runs::several(words, left).into_iter().filter(|runs| runs.members.len() > most);
        several
            .take(PATTERN_TRIES)
            .find_map(|runs| self.fitting(words, &runs, group, false))
            .filter(|found| found.members.len() > most)
    }

    /// A pattern of one run that a path and enough of the others match.
    fn pattern_of(
        &mut self,
        words: &[Word],
        left: &[usize],
        seed: usize,
        group: &[Box<State>],
        is_strict: bool,
    ) -> Option<Found> {
        for partition in Partition::all(words, left, seed) {
            let later = partition.later();
            for partition in [partition, later] {
                if let Some(found) = self.fitting(words, &Runs::from(&partition), group, is_strict) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// A pattern as terms, if they fit: with the paths that have not assumed the end, or without. `is_strict` is whether the
    /// numbers of repetitions have to be terms of the inputs.
    fn fitting(&mut self, words: &[Word], runs: &Runs, group: &[Box<State>], is_strict: bool) -> Option<Found> {
        let count = runs.split.periods.len();
        let mut ended = runs.clone();
        ended.members.retain(|member| member.ended == count);
        let is_other = ended.members.len() < runs.members.len();
        for runs in [Some(runs), is_other.then_some(&ended)].into_iter().flatten() {
            let Some(places) = runs.places(words) else { continue };
            let known: Vec<Option<ExprId>> =
                (0..count).map(|run| self.known_count(run, &places, &runs.members, group)).collect();
            if is_strict && known.contains(&None) {
                continue;
            }
            let name = self.regions.counters;
            let Some(mut found) = synthesized(&mut self.pool, runs, &places, &known, name) else { continue };
            let members = std::mem::take(&mut found.members);
            found.members = members.into_iter().filter(|member| self.ends(&found, member, group)).collect();
            return Some(found);
        }
        None
    }

    /// Whether what follows in a pattern holds on a path that has not assumed it.
    fn ends(&mut self, found: &Found, member: &Member, group: &[Box<State>]) -> bool {
        let of = variables(&found.counters);
        found.between[member.ended + 1..].iter().flatten().all(|&condition| {
            let Some(there) = at_all(&mut self.pool, &of, condition, &member.numbers) else { return false };
            let otherwise = self.pool.not(there);
            let path = &group[member.path].path.condition;
            matches!(self.solver.assume(&mut self.pool, path, otherwise), Answer::Unsat)
        })
    }

    /// The path condition of the joined state, with the model of the first of the states.
    pub(super) fn repeated_condition(
        &mut self,
        root: &PathCondition,
        pattern: &Pattern,
        of: &PathCondition,
    ) -> PathCondition {
        let mut model = of.model().clone();
        for (run, leaf) in pattern.symbols() {
            let symbol = self.pool.as_symbol(leaf).expect("a counter is a symbol");
            let number = (0..).zip(pattern.numbers[0][run].to_le_bytes());
            model = model.with_bytes(number.take(3).map(|(place, byte)| (symbol, place, byte)));
        }
        let mut path = root.clone();
        for &condition in &pattern.conditions {
            path = self.solver.extended(&mut self.pool, &path, condition, model.clone());
        }
        path
    }

    /// Notes that the numbers of repetitions depend on the size of an object, if they do.
    pub(super) fn note_counted_size(&mut self, state: &mut State, pattern: &Pattern) {
        if pattern.conditions.iter().any(|&condition| self.depends_on_a_size(state, condition)) {
            for (_, leaf) in pattern.symbols() {
                state.schedule.note_size(self.pool.as_symbol(leaf).expect("a counter is a symbol"));
            }
        }
    }

    /// Checks a join by the solver (Trabish 2024, theorem 6.2.7): with the numbers of a path the joined condition holds on that
    /// path, and the joined values are its own; and what the joined state assumes is that one of the paths was
    /// taken, the one with its numbers.
    pub(super) fn check_pattern(
        &mut self,
        states: &[Box<State>],
        joined: &PathCondition,
        pattern: &Pattern,
        assumed: &[Vec<ExprId>],
        chosen: &[(Vec<ExprId>, ExprId)],
    ) {
        let holds = self.pool.written_all(&[]);
        let mut any = Vec::new();
        for (path, state) in states.iter().enumerate() {
            let numbers = &pattern.numbers[path];
            let symbols: Vec<(ExprId, u64)> = pattern.symbols().map(|(run, leaf)| (leaf, numbers[run])).collect();
            for &condition in &pattern.conditions {
                let there = self.pool.written_at(condition, &symbols);
                self.solver.check_written_equal(&mut self.pool, &state.path.condition, (there, holds), "join");
            }
            for (terms, joined) in chosen {
                let there = self.pool.written_at(*joined, &symbols);
                let own = self.pool.written(terms[path]);
                self.solver.check_written_equal(&mut self.pool, &state.path.condition, (own, there), "join");
            }
            let taken = self.pool.written_all(&assumed[path]);
            let terms = pattern.counters.iter().map(Counter::term);
            let are_these: Vec<(ExprId, u64)> = terms.zip(numbers.iter().copied()).collect();
            let are_these = self.pool.written_are(&are_these);
            self.solver.check_written_equal(&mut self.pool, joined, (taken, are_these), "join");
            any.push(taken);
        }
        let any = self.pool.written_any(&any);
        self.solver.check_written_equal(&mut self.pool, joined, (any, holds), "join");
    }
}

#[cfg(test)]
mod tests {
    use expr::{Evaluator, Model};
    use rustc_hash::FxHashSet;

    use super::super::paths::Routes;
    use super::super::terms::Terms;
    use super::*;

    /// The paths of Trabish 2024, figure 6.2: those of a loop that leaves at a byte which is no 'a', those of one that leaves
    /// at the size, and the one that leaves at the greatest size.
    struct Figure {
        pool: Pool,
        s: ExprId,
        n: ExprId,
        paths: Vec<Vec<ExprId>>,
    }

    fn figure(most: u64) -> Figure {
        let mut pool = Pool::new();
        let (s, n) = (pool.symbol("s", 8 * most as u32), pool.symbol("n", 64));
        let letter = pool.int(8, 97);
        let (mut paths, mut so_far) = (Vec::new(), Vec::new());
        for count in 0..most {
            let bound = pool.int(64, count);
            let stays = pool.ult(bound, n);
            let leaves = pool.not(stays);
            paths.push(so_far.iter().copied().chain([leaves]).collect());
            so_far.push(stays);
            let byte = pool.extract(s, 8 * count as u32, 8);
            let same = pool.eq(byte, letter);
            let other = pool.not(same);
            paths.push(so_far.iter().copied().chain([other]).collect());
            so_far.push(same);
        }
        paths.push(so_far);
        Figure { pool, s, n, paths }
    }

    fn words(pool: &Pool, paths: &[Vec<ExprId>]) -> Vec<Word> {
        let mut shapes = Shapes::default();
        let mut word = |path: &Vec<ExprId>| Word {
            assumed: path.clone(),
            shapes: path.iter().map(|&condition| shapes.of(pool, condition)).collect(),
        };
        paths.iter().map(&mut word).collect()
    }

    /// The pattern of the paths that leave where one of them does.
    fn pattern(figure: &mut Figure, seed: usize, is_last_in: bool) -> Found {
        let words = words(&figure.pool, &figure.paths);
        let among: Vec<usize> = (0..words.len()).collect();
        let partitions = Partition::all(&words, &among, seed);
        let mut partition = partitions.into_iter().next().expect("there is a pattern");
        partition.unended = partition.unended.filter(|_| is_last_in);
        let runs = Runs::from(&partition);
        let places = runs.places(&words).expect("they share their beginnings");
        synthesized(&mut figure.pool, &runs, &places, &[None], 0).expect("it fits")
    }

    fn paths(found: &Found) -> Vec<usize> {
        found.members.iter().map(|member| member.path).collect()
    }

    /// Table 6.1: both partitions, with their conditions and the value of `count`.
    #[test]
    fn table_6_1() {
        let mut figure = figure(3);
        // At a byte.
        let found = pattern(&mut figure, 5, false);
        assert_eq!(paths(&found), [1, 3, 5]);
        let Figure { pool, s, n, .. } = &mut figure;
        let k = found.counters[0].term();
        let (bytes, letter, one) = (pool.bytes(*s), pool.int(8, 97), pool.int(64, 1));
        // for all i: 1 <= i <= k -> n > i - 1 and s[i - 1] = 97
        let index = pool.index(0, 2);
        let before = pool.sub(index, one);
        let (fits, read) = (pool.ult(before, *n), pool.select(bytes, before));
        let same = pool.eq(read, letter);
        let body = pool.and(fits, same);
        assert_eq!(found.facts, [pool.forall(index, k, body)]);
        // n > k and s[k] != 97, and nothing before the repetitions
        let (fits, read) = (pool.ult(k, *n), pool.select(bytes, k));
        assert_eq!(found.between, [vec![], vec![fits, pool.ne(read, letter)]]);
        // At the size. The last path has not assumed that.
        let found = pattern(&mut figure, 4, true);
        assert_eq!(paths(&found), [0, 2, 4, 6]);
        let pool = &mut figure.pool;
        let k = found.counters[0].term();
        assert_eq!(found.between[1], [pool.ule(figure.n, k)]);
        let (_, pattern) = found.ordered(pool, false).expect("a short range");
        let counts: Vec<ExprId> = (0..4).map(|count| pool.int(32, count)).collect();
        assert_eq!(pattern.value(pool, &counts), pool.extract(k, 0, 32));
        let pointers: Vec<ExprId> = (0..4).map(|count| pool.int(64, 0x1000 + count)).collect();
        let base = pool.int(64, 0x1000);
        assert_eq!(pattern.value(pool, &pointers), pool.add(k, base));
    }

    /// Where the number of repetitions is a term of the inputs, so are the values, and paths that are all need no condition.
    #[test]
    fn a_number_that_is_known_is_no_symbol() {
        let mut pool = Pool::new();
        let n = pool.symbol("n", 32);
        let (mut all, mut so_far) = (Vec::new(), Vec::new());
        for count in 0..5 {
            let bound = pool.int(32, count);
            let stays = pool.ult(bound, n);
            let leaves = pool.not(stays);
            all.push(so_far.iter().copied().chain([leaves]).collect::<Vec<_>>());
            so_far.push(stays);
        }
        all.push(so_far);
        let words = words(&pool, &all);
        let partition = Partition::all(&words, &[0, 1, 2, 3, 4, 5], 4).into_iter().next().expect("there is a pattern");
        let runs = Runs::from(&partition);
        let places = runs.places(&words).expect("they share their beginnings");
        let wide = pool.zext(n, 64);
        let found = synthesized(&mut pool, &runs, &places, &[Some(wide)], 0).expect("it fits");
        assert_eq!(found.members.len(), 6);
        let (paths, pattern) = found.ordered(&mut pool, true).expect("a short range");
        assert_eq!((paths, pattern.conditions.len()), (vec![0, 1, 2, 3, 4, 5], 0));
        assert!(pattern.is_known() && pattern.symbols().next().is_none());
        let sizes: Vec<ExprId> = (0..6).map(|count| pool.int(32, 3 * count + 1)).collect();
        let (three, one) = (pool.int(32, 3), pool.int(32, 1));
        let product = pool.mul(n, three);
        assert_eq!(pattern.value(&mut pool, &sizes), pool.add(product, one));
        // A value that fits nothing is chosen by the size itself.
        let odd: Vec<ExprId> = [0, 0, 0, 7, 7, 7].map(|value| pool.int(8, value)).to_vec();
        let (value, own) = (pattern.value(&mut pool, &odd), pool.as_symbol(n).expect("a symbol"));
        assert!(pool.support(value).iter().all(|range| range.symbol == own), "{}", pool.display(value));
        for size in 0..6 {
            let model = Model::default().with_bytes([(own, 0, size)]);
            let expected = pool.as_u64(odd[usize::from(size)]).expect("a number");
            assert_eq!(Evaluator::new().eval_u64(&pool, &model, value), expected);
        }
    }

    /// Two loops after each other over `s[0..n]`: `x` are skipped, then `y`. All ends of the second one are one pattern with
    /// two numbers: under all models the joined condition is that of the path with those numbers, and values are its own.
    #[test]
    fn two_numbers_tell_the_path() {
        let most = 5_u64;
        let mut pool = Pool::new();
        let s = pool.symbol("s", 8 * most as u32);
        let (mut all, mut numbers, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
        let is = |pool: &mut Pool, at: u64, letter: u64| {
            let (byte, letter) = (pool.extract(s, 8 * at as u32, 8), pool.int(8, letter));
            pool.eq(byte, letter)
        };
        for k in 0..most {
            let stays = is(&mut pool, k, 120);
            let mut so_far: Vec<ExprId> = skipped.iter().copied().chain([pool.not(stays)]).collect();
            for m in 0..most - k {
                let next = is(&mut pool, k + m, 121);
                all.push(so_far.iter().copied().chain([pool.not(next)]).collect::<Vec<_>>());
                numbers.push(vec![k, m]);
                so_far.push(next);
            }
            skipped.push(stays);
        }
        let words = words(&pool, &all);
        let among: Vec<usize> = (0..words.len()).collect();
        let runs = Runs::several(&words, &among).into_iter().next().expect("two runs");
        assert_eq!(runs.members.len(), all.len());
        let places = runs.places(&words).expect("they share their beginnings");
        let found = synthesized(&mut pool, &runs, &places, &[None, None], 0).expect("it fits");
        let (paths, pattern) = found.ordered(&mut pool, false).expect("a short range");
        assert_eq!((&paths, &pattern.numbers), (&among, &numbers));
        let condition = pattern.condition(&mut pool);
        let ends: Vec<ExprId> = numbers.iter().map(|of| pool.int(32, 5 + of[0] + of[1])).collect();
        let end = pattern.value(&mut pool, &ends);
        let counters: Vec<_> = pattern.symbols().map(|(_, leaf)| pool.as_symbol(leaf).expect("a symbol")).collect();
        let sum = pattern.counters.iter().map(|counter| pool.extract(counter.term(), 0, 32)).collect::<Vec<_>>();
        let (sum, five) = (pool.add(sum[0], sum[1]), pool.int(32, 5));
        assert_eq!(end, pool.add(sum, five));
        let own = pool.as_symbol(s).expect("a symbol");
        let mut taken = 0;
        for (case, k, m) in
            (0..243_u32).flat_map(|case| (0..8_u8).flat_map(move |k| (0..8_u8).map(move |m| (case, k, m))))
        {
            let byte = |at: u32| [120, 121, 97][(case / 3_u32.pow(at) % 3) as usize];
            let bytes = (0..5).map(|at| (own, at, byte(at)));
            let model = Model::default().with_bytes(bytes.chain([(counters[0], 0, k), (counters[1], 0, m)]));
            let mut evaluator = Evaluator::new();
            let path = numbers.iter().position(|one| one[..] == [u64::from(k), u64::from(m)]);
            let expected = path.is_some_and(|path| all[path].iter().all(|&one| evaluator.is_true(&pool, &model, one)));
            assert_eq!(evaluator.is_true(&pool, &model, condition), expected, "{case} {k} {m}");
            taken += u64::from(expected);
        }
        assert!(taken > 150, "{taken}");
    }

    /// Sums of what is read have no term of one size: a chain of choices, each of which adds to the sum before.
    #[test]
    fn sums_of_elements_grow_linearly() {
        let sizes = [8, 16, 32].map(|most| {
            let mut figure = figure(most);
            let found = pattern(&mut figure, 2 * most as usize - 1, false);
            let pool = &mut figure.pool;
            let mut sums = vec![pool.int(32, 0)];
            for at in 1..most {
                let byte = pool.extract(figure.s, 8 * (at as u32 - 1), 8);
                let element = pool.zext(byte, 32);
                let sum = pool.add(sums[sums.len() - 1], element);
                sums.push(sum);
            }
            let (_, pattern) = found.ordered(pool, false).expect("a short range");
            let value = pattern.value(pool, &sums);
            size(pool, [value, value])
        });
        println!("sums of elements: {sizes:?}");
        assert!(sizes[1] <= 2 * sizes[0] + 10 && sizes[2] <= 2 * sizes[1] + 10, "{sizes:?}");
    }

    /// With the number of its repetitions, the joined condition is that of the path, under all models; values that fit
    /// nothing are chosen by the number.
    #[test]
    fn the_number_tells_the_path() {
        let mut figure = figure(5);
        let found = pattern(&mut figure, 9, false);
        assert_eq!(found.members.len(), 5);
        let symbols = [figure.s, figure.n].map(|term| figure.pool.as_symbol(term).expect("a symbol"));
        let pool = &mut figure.pool;
        let (paths, pattern) = found.ordered(pool, false).expect("a short range");
        let condition = pattern.condition(pool);
        let irregular = [7, 7, 1, 0, 9];
        let values: Vec<ExprId> = irregular.iter().map(|&value| pool.int(8, value)).collect();
        let value = pattern.value(pool, &values);
        let k = pool.as_symbol(pattern.counters[0].variable.leaf).expect("a symbol");
        for (case, number) in (0..1024).flat_map(|case| (0..8).map(move |number| (case, number))) {
            let bytes = (0..5).map(|at| (symbols[0], at, if case >> at & 1 == 0 { 97 } else { 98 }));
            let size = (symbols[1], 0, (case >> 5 & 7) as u8);
            let model = Model::default().with_bytes(bytes.chain([size, (k, 0, number as u8)]));
            let mut evaluator = Evaluator::new();
            let holds = |evaluator: &mut Evaluator, path: usize| {
                figure.paths[path].iter().all(|&condition| evaluator.is_true(pool, &model, condition))
            };
            let expected = number < 5 && holds(&mut evaluator, paths[number]);
            assert_eq!(evaluator.is_true(pool, &model, condition), expected);
            if expected {
                assert_eq!(evaluator.eval_u64(pool, &model, value), irregular[number]);
            }
        }
    }

    fn size(pool: &Pool, roots: [ExprId; 2]) -> usize {
        let (mut seen, mut pending) = (FxHashSet::default(), roots.to_vec());
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                pending.extend(pool.node(term).children());
            }
        }
        seen.len()
    }

    /// The condition of the paths that leave at a byte and the value of `count` have one size, whatever the number of paths;
    /// those along the tree grow with it, and those of single paths as well, by a conjunction for each.
    #[test]
    fn terms_of_patterns_do_not_grow() {
        let sizes = [8, 16, 32].map(|most| {
            let mut figure = figure(most);
            let found = pattern(&mut figure, 2 * most as usize - 1, false);
            let pool = &mut figure.pool;
            let (paths, pattern) = found.ordered(pool, false).expect("a short range");
            let assumed: Vec<Vec<ExprId>> = paths.iter().map(|&path| figure.paths[path].clone()).collect();
            let counts: Vec<ExprId> = (0..paths.len() as u64).map(|count| pool.int(32, count)).collect();
            let tree = Terms::Tree(Paths::new(pool, &assumed, &Routes::default()).expect("they exclude each other"));
            let ways = [Terms::Pattern(pattern), tree, Terms::plain(pool, &assumed)];
            ways.map(|terms| {
                let (condition, value) = (terms.condition(pool), terms.value(pool, &counts));
                size(pool, [condition, value])
            })
        });
        println!("terms of patterns, of the tree, and of single paths: {sizes:?}");
        assert_eq!(sizes[0][0], sizes[2][0]);
        assert!(sizes[2][1] > 3 * sizes[0][1] && sizes[2][2] > sizes[2][1]);
    }
}
