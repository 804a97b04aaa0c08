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
//! Departures from the paper: what one repetition means is fitted in more ways ([`super::fit`]). A path that has not assumed
//! the end because nothing else was possible, such as the one that leaves when the buffer is over, belongs to the others if
//! the solver says that the end holds. Where all paths that have parted meet again, nothing has to be assumed at all, and
//! they are joined along the tree unless the values are expected to matter.

use expr::{ExprId, Pool};
use solver::{Answer, PathCondition};

use super::Reason;
use super::fit::{Variable, at, fitted};
use super::partition::{Partition, Word};
use super::paths::Paths;
use super::shape::Shapes;
use crate::config::MergedTerms;
use crate::state::{State, States};
use crate::tuning::{PATTERN_COUNT, PATTERN_PATHS};
use crate::worker::Worker;

/// Paths as instances of one, by their numbers of repetitions.
pub(crate) struct Pattern {
    /// The number of repetitions.
    count: Variable,
    /// The number of each path, in their order.
    numbers: Vec<u64>,
    /// What all paths have assumed before the repetitions.
    before: Vec<ExprId>,
    /// The range of the number, what each repetition says, and the end.
    repeated: ExprId,
}

/// A pattern that was found, before the paths that match it are put in order.
struct Found {
    count: Variable,
    /// The paths by their numbers.
    members: Vec<(u64, usize)>,
    /// The greatest number, that of the path without an end included.
    most: u64,
    before: Vec<ExprId>,
    fact: ExprId,
    /// The conditions of the end.
    end: Vec<ExprId>,
}

impl Pattern {
    /// The condition that one of the paths was taken.
    pub(crate) fn condition(&self, pool: &mut Pool) -> ExprId {
        self.before.iter().fold(self.repeated, |all, &next| pool.and(next, all))
    }

    /// The value on the path that was taken, given one for each path.
    pub(crate) fn value(&self, pool: &mut Pool, values: &[ExprId]) -> ExprId {
        let mut instances: Vec<(u64, ExprId)> = self.numbers.iter().copied().zip(values.iter().copied()).collect();
        instances.sort_unstable_by_key(|one| one.0);
        if let Some(term) = fitted(pool, self.count, &instances) {
            return term;
        }
        let (_, mut value) = instances.pop().expect("there are paths");
        for (number, term) in instances.into_iter().rev() {
            if term != value {
                let number = pool.int(64, number);
                let is_before = pool.ule(self.count.term, number);
                value = pool.ite(is_before, term, value);
            }
        }
        value
    }
}

/// The range of the number of repetitions.
fn range(pool: &mut Pool, count: ExprId, numbers: &[u64]) -> ExprId {
    let (&least, &most) = (numbers.first().expect("there are paths"), numbers.last().expect("there are paths"));
    let [low, high] = [least, most].map(|number| pool.int(64, number));
    let (from, to) = (pool.ule(low, count), pool.ule(count, high));
    let mut within = pool.and(from, to);
    for between in numbers.windows(2) {
        for missing in between[0] + 1..between[1] {
            let missing = pool.int(64, missing);
            let is_other = pool.ne(count, missing);
            within = pool.and(within, is_other);
        }
    }
    within
}

/// The conditions of a partition as terms, if they fit.
fn synthesized(pool: &mut Pool, words: &[Word], partition: &Partition, name: &str) -> Option<Found> {
    if partition.members.len() < PATTERN_PATHS {
        return None;
    }
    let &Partition { longest, start, period, end, unended, .. } = partition;
    let most = partition.members.last()?.0 + u64::from(unended.is_some());
    let assumed = &words[unended.unwrap_or(longest)].assumed;
    if most == 0 || most > Pool::FORALL_MOST {
        return None;
    }
    let bits = most.ilog2() + 1;
    let leaf = pool.symbol(name, if bits.is_multiple_of(8) { bits + 1 } else { bits });
    let count = Variable { term: pool.zext(leaf, 64), leaf };
    let mut parts = Vec::new();
    let index = pool.index(0, most);
    for place in 0..period {
        let each = (1..=most).map(|number| (number, assumed[start + (number as usize - 1) * period + place]));
        parts.push(fitted(pool, Variable { term: index, leaf: index }, &each.collect::<Vec<_>>())?);
    }
    let body = parts.into_iter().fold(pool.bool(true), |all, part| pool.and(all, part));
    let fact = pool.forall(index, count.term, body);
    let mut ends = Vec::new();
    for place in 0..end {
        let of = |path: usize| words[path].assumed[words[path].assumed.len() - end + place];
        let each: Vec<(u64, ExprId)> = partition.members.iter().map(|&(number, path)| (number, of(path))).collect();
        ends.push(fitted(pool, count, &each)?);
    }
    let before = assumed[..start].to_vec();
    Some(Found { count, members: partition.members.clone(), most, before, fact, end: ends })
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
        let Some(tree) = Paths::new(&mut self.pool, &assumed) else { return Vec::new() };
        if reason == Reason::Cheap && self.pool.as_u64(tree.condition()) == Some(1) {
            return Vec::new();
        }
        let mut shapes = Shapes::default();
        let shapes_of = |assumed: Vec<ExprId>, pool: &Pool, shapes: &mut Shapes| Word {
            shapes: assumed.iter().map(|&condition| shapes.of(pool, condition)).collect(),
            assumed,
        };
        let words: Vec<Word> = assumed.into_iter().map(|path| shapes_of(path, &self.pool, &mut shapes)).collect();
        let mut left: Vec<usize> = (0..words.len()).collect();
        // The longest first.
        left.sort_by_key(|&path| std::cmp::Reverse(words[path].assumed.len()));
        let mut patterns = Vec::new();
        let mut seeds = left.clone().into_iter();
        while left.len() >= PATTERN_PATHS && patterns.len() < PATTERN_COUNT {
            let Some(seed) = seeds.next() else { break };
            if !left.contains(&seed) {
                continue;
            }
            let Some(found) = self.pattern_of(&words, &left, seed, group) else { continue };
            left.retain(|path| !found.members.iter().any(|member| member.1 == *path));
            patterns.push(self.ordered(found));
        }
        patterns
    }

    /// A pattern that a path and enough of the others match.
    fn pattern_of(&mut self, words: &[Word], left: &[usize], seed: usize, group: &[Box<State>]) -> Option<Found> {
        let name = format!("repetitions {}", self.regions.counters);
        for partition in Partition::all(words, left, seed) {
            let later = partition.later();
            for mut partition in [partition, later] {
                if let Some(path) = partition.unended {
                    let found = synthesized(&mut self.pool, words, &partition, &name);
                    if let Some(mut found) = found.filter(|found| self.ends(found, &group[path])) {
                        self.regions.counters += 1;
                        found.members.push((found.most, path));
                        return Some(found);
                    }
                    partition.unended = None;
                }
                if let Some(found) = synthesized(&mut self.pool, words, &partition, &name) {
                    self.regions.counters += 1;
                    return Some(found);
                }
            }
        }
        None
    }

    /// Whether the end of a pattern holds on the path that has not assumed it.
    fn ends(&mut self, found: &Found, unended: &State) -> bool {
        let end = found.end.iter().fold(self.pool.bool(true), |all, &next| self.pool.and(all, next));
        let Some(end) = at(&mut self.pool, found.count, end, found.most) else { return false };
        let otherwise = self.pool.not(end);
        matches!(self.solver.assume(&mut self.pool, &unended.path.condition, otherwise), Answer::Unsat)
    }

    /// The pattern, and the paths that match it in their order.
    fn ordered(&mut self, found: Found) -> (Vec<usize>, Pattern) {
        let Found { count, mut members, before, fact, end, .. } = found;
        let mut numbers: Vec<u64> = members.iter().map(|member| member.0).collect();
        numbers.sort_unstable();
        let within = range(&mut self.pool, count.term, &numbers);
        let repeated = [fact].into_iter().chain(end).fold(within, |all, next| self.pool.and(all, next));
        members.sort_unstable_by_key(|member| member.1);
        let (numbers, paths) = members.into_iter().unzip();
        (paths, Pattern { count, numbers, before, repeated })
    }

    /// The path condition of the joined state, with the model of the first of the states.
    pub(super) fn repeated_condition(
        &mut self,
        root: &PathCondition,
        pattern: &Pattern,
        of: &PathCondition,
    ) -> PathCondition {
        let symbol = self.pool.as_symbol(pattern.count.leaf).expect("a counter is a symbol");
        let number = (0..).zip(pattern.numbers[0].to_le_bytes());
        let model = of.model().with_bytes(number.take(3).map(|(place, byte)| (symbol, place, byte)));
        let mut path = root.clone();
        for &condition in pattern.before.iter().chain([&pattern.repeated]) {
            path = self.solver.extended(&mut self.pool, &path, condition, model.clone());
        }
        path
    }

    /// Notes that the number of repetitions depends on the size of an object, if it does.
    pub(super) fn note_counted_size(&mut self, state: &mut State, pattern: &Pattern) {
        if self.depends_on_a_size(state, pattern.repeated) {
            let symbol = self.pool.as_symbol(pattern.count.leaf).expect("a counter is a symbol");
            state.schedule.note_size(symbol);
        }
    }

    /// Checks a join by the solver (Trabish 2024, theorem 6.2.7): with the number of a path the joined condition holds on that
    /// path, and the joined values are its own; and what the joined state assumes is that one of the paths was
    /// taken, the one with its number.
    pub(super) fn check_pattern(
        &mut self,
        states: &[Box<State>],
        joined: &PathCondition,
        pattern: &Pattern,
        assumed: &[Vec<ExprId>],
        chosen: &[(Vec<ExprId>, ExprId)],
    ) {
        let (symbol, holds) = (pattern.count.leaf, self.pool.written_all(&[]));
        let mut any = Vec::new();
        for (path, state) in states.iter().enumerate() {
            let number = pattern.numbers[path];
            for &condition in pattern.before.iter().chain([&pattern.repeated]) {
                let there = self.pool.written_at(condition, symbol, number);
                self.solver.check_written_equal(&mut self.pool, &state.path.condition, (there, holds), "join");
            }
            for (terms, joined) in chosen {
                let there = self.pool.written_at(*joined, symbol, number);
                let own = self.pool.written(terms[path]);
                self.solver.check_written_equal(&mut self.pool, &state.path.condition, (own, there), "join");
            }
            let taken = self.pool.written_all(&assumed[path]);
            let is_this = self.pool.written_is(pattern.count.term, number);
            self.solver.check_written_equal(&mut self.pool, joined, (taken, is_this), "join");
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

    /// The pattern of the paths that leave where one of them does, and which paths they are.
    fn pattern(figure: &mut Figure, seed: usize, is_last_in: bool) -> (Vec<usize>, Found) {
        let mut shapes = Shapes::default();
        let pool = &mut figure.pool;
        let word = |path: &Vec<ExprId>| Word {
            assumed: path.clone(),
            shapes: path.iter().map(|&condition| shapes.of(pool, condition)).collect(),
        };
        let words: Vec<Word> = figure.paths.iter().map(word).collect();
        let among: Vec<usize> = (0..words.len()).collect();
        let partitions = Partition::all(&words, &among, seed);
        let mut partition = partitions.into_iter().next().expect("there is a pattern");
        partition.unended = partition.unended.filter(|_| is_last_in);
        let found = synthesized(pool, &words, &partition, "k").expect("it fits");
        (partition.members.iter().map(|member| member.1).chain(partition.unended).collect(), found)
    }

    fn joined(pool: &mut Pool, found: Found, unended: Option<usize>) -> Pattern {
        let Found { count, mut members, most, before, fact, end } = found;
        members.extend(unended.map(|path| (most, path)));
        let numbers: Vec<u64> = members.iter().map(|member| member.0).collect();
        let within = range(pool, count.term, &numbers);
        let repeated = [fact].into_iter().chain(end).fold(within, |all, next| pool.and(all, next));
        Pattern { count, numbers, before, repeated }
    }

    /// Table 6.1: both partitions, with their conditions and the value of `count`.
    #[test]
    fn table_6_1() {
        let mut figure = figure(3);
        // At a byte.
        let (paths, found) = pattern(&mut figure, 5, false);
        assert_eq!(paths, [1, 3, 5]);
        let Figure { pool, s, n, .. } = &mut figure;
        let (k, most) = (found.count.term, found.most);
        let (bytes, letter, one) = (pool.bytes(*s), pool.int(8, 97), pool.int(64, 1));
        // for all i: 1 <= i <= k -> n > i - 1 and s[i - 1] = 97
        let index = pool.index(0, most);
        let before = pool.sub(index, one);
        let (fits, read) = (pool.ult(before, *n), pool.select(bytes, before));
        let same = pool.eq(read, letter);
        let body = pool.and(fits, same);
        assert_eq!(found.fact, pool.forall(index, k, body));
        assert!(found.before.is_empty());
        // n > k and s[k] != 97
        let (fits, read) = (pool.ult(k, *n), pool.select(bytes, k));
        assert_eq!(found.end, [fits, pool.ne(read, letter)]);
        // At the size. The last path has not assumed that.
        let (paths, found) = pattern(&mut figure, 4, true);
        assert_eq!(paths, [0, 2, 4, 6]);
        let pool = &mut figure.pool;
        let k = found.count.term;
        assert_eq!((found.most, &found.end[..]), (3, &[pool.ule(figure.n, k)][..]));
        let pattern = joined(pool, found, Some(6));
        let counts: Vec<ExprId> = (0..4).map(|count| pool.int(32, count)).collect();
        assert_eq!(pattern.value(pool, &counts), pool.extract(k, 0, 32));
        let pointers: Vec<ExprId> = (0..4).map(|count| pool.int(64, 0x1000 + count)).collect();
        let base = pool.int(64, 0x1000);
        assert_eq!(pattern.value(pool, &pointers), pool.add(k, base));
    }

    /// With the number of its repetitions, the joined condition is that of the path, under all models; values that fit
    /// nothing are chosen by the number.
    #[test]
    fn the_number_tells_the_path() {
        let mut figure = figure(5);
        let (paths, found) = pattern(&mut figure, 9, false);
        assert!(found.members.len() == 5 && paths.len() == 5, "{paths:?}");
        let symbols = [figure.s, figure.n].map(|term| figure.pool.as_symbol(term).expect("a symbol"));
        let pattern = joined(&mut figure.pool, found, None);
        let pool = &mut figure.pool;
        let condition = pattern.condition(pool);
        let irregular = [7, 7, 1, 0, 9];
        let values: Vec<ExprId> = irregular.iter().map(|&value| pool.int(8, value)).collect();
        let value = pattern.value(pool, &values);
        let k = pool.as_symbol(pattern.count.leaf).expect("a symbol");
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
            let (paths, found) = pattern(&mut figure, 2 * most as usize - 1, false);
            let pool = &mut figure.pool;
            let assumed: Vec<Vec<ExprId>> = paths.iter().map(|&path| figure.paths[path].clone()).collect();
            let counts: Vec<ExprId> = (0..paths.len() as u64).map(|count| pool.int(32, count)).collect();
            let tree = Terms::Tree(Paths::new(pool, &assumed).expect("they exclude each other"));
            let ways = [Terms::Pattern(joined(pool, found, None)), tree, Terms::plain(pool, &assumed)];
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
