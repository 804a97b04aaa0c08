//! Paths whose words of shapes are `w1 v1^k w2 v2^m w3 ...`: beginnings, repetitions, and what lies between them.
//!
//! One run of repetitions is what Trabish 2024, §6.2.1, looks for ([`super::partition`]). Beyond the paper, there may be
//! several after each other, each with a number of its own: those of two loops in one region. What a run repeats may
//! depend on the numbers of the runs before it.
//!
//! As there, a split of one path says which others match. The split is found from the end: what repeats before the last
//! conditions is the last run, and what is before that is split again.

use std::collections::BTreeMap;

use expr::ExprId;

use super::partition::{Partition, Word, repeated};
use super::several::Numbered;
use super::shape::Shape;
use crate::tuning::{PATTERN_CONDITIONS, PATTERN_MATCHES, PATTERN_PATHS, PATTERN_RUNS, PATTERN_TRIES};

/// How many conditions are in each part of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Split {
    /// Those before the first run, between runs, and at the end: one more than there are runs.
    pub(super) between: Vec<usize>,
    /// Those of one repetition of each run.
    pub(super) periods: Vec<usize>,
}

/// A path that matches a pattern.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Member {
    /// The number of repetitions in each run.
    pub(super) numbers: Vec<u64>,
    pub(super) path: usize,
    /// How many runs it has assumed what follows on. If that is not all, nothing else was possible where it ends, and the
    /// runs that are left have no repetitions.
    pub(super) ended: usize,
}

/// A pattern and the paths that match it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Runs {
    pub(super) split: Split,
    /// Those that match, in the order of their numbers.
    pub(super) members: Vec<Member>,
}

/// The conditions that take the same place in a pattern, by the numbers that they depend on.
pub(super) type Instances = Vec<Numbered>;

/// What members have assumed, by its place in the pattern.
#[derive(Default)]
pub(super) struct Places {
    /// For each run, those of one repetition; the last number is that of the repetition, from 1 on.
    pub(super) repeated: Vec<Vec<Instances>>,
    /// Those between the runs, beginning with those before the first one.
    pub(super) between: Vec<Vec<Instances>>,
}

impl From<&Partition> for Runs {
    fn from(of: &Partition) -> Runs {
        let ended = of.members.iter().map(|&(number, path)| Member { numbers: vec![number], path, ended: 1 });
        let most = of.members.last().map_or(0, |member| member.0);
        let unended = of.unended.map(|path| Member { numbers: vec![most + 1], path, ended: 0 });
        let split = Split { between: vec![of.start, of.end], periods: vec![of.period] };
        Runs { split, members: ended.chain(unended).collect() }
    }
}

impl Runs {
    /// Patterns of two runs or more that paths match, those with the most paths first. Those are left out in which some
    /// run has too few different numbers to tell a law.
    pub(super) fn several(words: &[Word], among: &[usize]) -> Vec<Runs> {
        let mut tried: Vec<(Split, Vec<Shape>)> = Vec::new();
        let mut found: Vec<Runs> = Vec::new();
        // Some of the paths: any that repeats enough in all runs will do.
        for &path in among.iter().step_by(among.len().div_ceil(PATTERN_MATCHES * PATTERN_TRIES)) {
            for one in Split::several(&words[path].shapes) {
                if !tried.contains(&one) {
                    let runs = Runs::matched(words, among, &one.0, &one.1);
                    tried.push(one);
                    found.extend(runs.filter(Runs::tells_laws));
                }
            }
        }
        found.sort_by_key(|one| {
            let conditions = one.split.between.iter().chain(&one.split.periods).sum::<usize>();
            (std::cmp::Reverse(one.members.len()), conditions)
        });
        found
    }

    fn tells_laws(&self) -> bool {
        (0..self.split.periods.len()).all(|run| {
            let mut numbers: Vec<u64> = self.members.iter().map(|member| member.numbers[run]).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.len() >= PATTERN_PATHS
        })
    }

    fn matched(words: &[Word], among: &[usize], split: &Split, template: &[Shape]) -> Option<Runs> {
        let mut members: Vec<Member> = among
            .iter()
            .filter_map(|&path| {
                let (numbers, ended) = split.numbers(template, &words[path].shapes)?;
                Some(Member { numbers, path, ended })
            })
            .collect();
        members.sort_unstable();
        members.dedup_by(|one, other| one.numbers == other.numbers);
        // Where the most paths are that share the beginning, term for term.
        let first = |member: &Member| &words[member.path].assumed[..split.between[0]];
        let mut counts: BTreeMap<&[ExprId], usize> = BTreeMap::new();
        members.iter().for_each(|member| *counts.entry(first(member)).or_default() += 1);
        let (beginning, _) = counts.into_iter().max_by_key(|one| one.1)?;
        members.retain(|member| first(member) == beginning);
        let mut runs = Runs { split: split.clone(), members };
        runs.keep_those_that_share(words);
        (runs.members.len() >= PATTERN_PATHS).then_some(runs)
    }

    /// Leaves out paths that have assumed something else than others with the same numbers up to there.
    fn keep_those_that_share(&mut self, words: &[Word]) {
        let mut known: BTreeMap<(usize, Vec<u64>), ExprId> = BTreeMap::new();
        let split = self.split.clone();
        self.members.retain(|member| {
            let conditions: Vec<_> = split.places(member, &words[member.path].assumed).collect();
            let key = |place: &Place, numbers: &[u64]| (place.number(&split), numbers.to_vec());
            let fits = conditions.iter().all(|(place, numbers, condition)| {
                known.get(&key(place, numbers)).is_none_or(|before| before == condition)
            });
            if fits {
                known.extend(conditions.iter().map(|(place, numbers, condition)| (key(place, numbers), *condition)));
            }
            fits
        });
    }

    /// What the members have assumed, by places; `None` if two with the same numbers have assumed different things.
    pub(super) fn places(&self, words: &[Word]) -> Option<Places> {
        let split = &self.split;
        let mut known: BTreeMap<(usize, Vec<u64>), ExprId> = BTreeMap::new();
        for member in &self.members {
            for (place, numbers, condition) in split.places(member, &words[member.path].assumed) {
                if *known.entry((place.number(split), numbers)).or_insert(condition) != condition {
                    return None;
                }
            }
        }
        let instances = |place: Place| -> Instances {
            let number = place.number(split);
            let of_place = known.range((number, Vec::new())..(number + 1, Vec::new()));
            of_place.map(|((_, numbers), condition)| (numbers.clone(), *condition)).collect()
        };
        let of_part = |part: Part, count: usize| (0..count).map(|at| instances(Place { part, at })).collect();
        Some(Places {
            repeated: split.periods.iter().enumerate().map(|(run, &count)| of_part(Part::Run(run), count)).collect(),
            between: split.between.iter().enumerate().map(|(gap, &count)| of_part(Part::Between(gap), count)).collect(),
        })
    }
}

/// A part of a pattern.
#[derive(Clone, Copy)]
enum Part {
    Run(usize),
    Between(usize),
}

/// One condition of a part.
#[derive(Clone, Copy)]
struct Place {
    part: Part,
    at: usize,
}

impl Place {
    /// A number of its own for each place.
    fn number(&self, split: &Split) -> usize {
        let gaps = |count: usize| split.between[..count].iter().sum::<usize>();
        let runs = |count: usize| split.periods[..count].iter().sum::<usize>();
        self.at
            + match self.part {
                Part::Between(gap) => gaps(gap) + runs(gap),
                Part::Run(run) => gaps(run + 1) + runs(run),
            }
    }
}

impl Split {
    /// The splits of a path into two runs or more, each with the shapes of its parts, of one repetition of each run.
    fn several(shapes: &[Shape]) -> Vec<(Split, Vec<Shape>)> {
        let mut splits = Vec::new();
        // What is split off the end so far, and where it begins.
        let mut open = vec![(shapes.len(), Split { between: Vec::new(), periods: Vec::new() }, Vec::new())];
        for run in 0..PATTERN_RUNS {
            let mut next = Vec::new();
            for (length, of, template) in open {
                for (start, end, period) in ways(&shapes[..length]) {
                    let mut split = of.clone();
                    split.between.insert(0, end);
                    split.periods.insert(0, period);
                    let (repetition, last) = (&shapes[start..start + period], &shapes[length - end..length]);
                    let template = [repetition, last, &template[..]].concat();
                    if run > 0 {
                        let mut whole = split.clone();
                        whole.between.insert(0, start);
                        splits.push((whole, [&shapes[..start], &template[..]].concat()));
                    }
                    next.push((start, split, template));
                }
            }
            open = next;
        }
        splits
    }

    /// The numbers of repetitions of a path that matches, and how many runs it has ended.
    fn numbers(&self, template: &[Shape], shapes: &[Shape]) -> Option<(Vec<u64>, usize)> {
        let rest = shapes.strip_prefix(template.get(..self.between[0])?)?;
        let mut numbers = Vec::new();
        let ended = self.rest(0, &template[self.between[0]..], rest, &mut numbers)?;
        numbers.resize(self.periods.len(), 0);
        Some((numbers, ended))
    }

    /// Matches a path from a run on.
    fn rest(&self, run: usize, template: &[Shape], shapes: &[Shape], numbers: &mut Vec<u64>) -> Option<usize> {
        let Some(&period) = self.periods.get(run) else { return shapes.is_empty().then_some(run) };
        let (repetition, after) = template.split_at(period);
        let (between, after) = after.split_at(self.between[run + 1]);
        let most = shapes.chunks_exact(period).take_while(|chunk| *chunk == repetition).count();
        let before = numbers.len();
        for number in (0..=most).rev() {
            let left = &shapes[number * period..];
            numbers.push(number as u64);
            if let Some(left) = left.strip_prefix(between)
                && let Some(ended) = self.rest(run + 1, after, left, numbers)
            {
                return Some(ended);
            }
            numbers.truncate(before);
        }
        // It ends with a repetition, or right where the next run would begin.
        if most + run > 0 && shapes.len() == most * period && !between.is_empty() {
            numbers.push(most as u64);
            return Some(run);
        }
        None
    }

    /// What a path with some numbers has assumed: the place and the numbers that it depends on of each condition.
    fn places<'a>(
        &'a self,
        member: &'a Member,
        assumed: &'a [ExprId],
    ) -> impl Iterator<Item = (Place, Vec<u64>, ExprId)> + 'a {
        let mut slots: Vec<(Place, Vec<u64>)> = Vec::with_capacity(assumed.len());
        for (gap, &count) in self.between.iter().enumerate() {
            if gap <= member.ended {
                let numbers = &member.numbers[..gap];
                slots.extend((0..count).map(|at| (Place { part: Part::Between(gap), at }, numbers.to_vec())));
            }
            let Some(&period) = self.periods.get(gap).filter(|_| gap <= member.ended) else { break };
            for repetition in 1..=member.numbers[gap] {
                let numbers: Vec<u64> = member.numbers[..gap].iter().copied().chain([repetition]).collect();
                slots.extend((0..period).map(|at| (Place { part: Part::Run(gap), at }, numbers.clone())));
            }
        }
        debug_assert_eq!(slots.len(), assumed.len(), "the parts are all of the path");
        slots.into_iter().zip(assumed).map(|((place, numbers), &condition)| (place, numbers, condition))
    }
}

/// The ways in which a path ends with repetitions and some other conditions: where the repetitions begin, the number of the
/// other ones and of those of one repetition.
fn ways(shapes: &[Shape]) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    for both in 1..=PATTERN_CONDITIONS.min(shapes.len()) {
        for period in 1..=both {
            let end = both - period;
            if let Some(start) = repeated(shapes, period, end) {
                found.push((start, end, period));
            }
            if found.len() >= PATTERN_MATCHES {
                return found;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use expr::Pool;

    use super::*;

    /// Words of letters; each letter with its place in the word is a condition.
    fn words(pool: &mut Pool, texts: &[String]) -> Vec<Word> {
        let mut word = |text: &String| {
            let name = |at: usize| pool.symbol(&text[..=at], 1);
            Word { assumed: (0..text.len()).map(name).collect(), shapes: text.bytes().map(Shape::from).collect() }
        };
        texts.iter().map(&mut word).collect()
    }

    /// `ab` and `c` repeated, with `x` between them and `y` at the end, and a path that has not assumed the `y`.
    #[test]
    fn two_runs_are_found() {
        let mut texts = Vec::new();
        for (k, m) in (0..6).flat_map(|k| (0..6 - k).map(move |m| (k, m))) {
            let end = if k + m == 5 { "" } else { "y" };
            texts.push(format!("w{}x{}{end}", "ab".repeat(k), "c".repeat(m)));
        }
        texts.push("w".to_owned() + &"ab".repeat(6));
        texts.push("wz".to_owned());
        let mut pool = Pool::new();
        let words = words(&mut pool, &texts);
        let among: Vec<usize> = (0..words.len()).collect();
        let found = Runs::several(&words, &among);
        let best = found.first().expect("there are two runs");
        assert_eq!(best.split, Split { between: vec![1, 1, 1], periods: vec![2, 1] });
        let left_out: Vec<&str> = among
            .iter()
            .filter(|path| best.members.iter().all(|member| member.path != **path))
            .map(|path| &texts[*path][..])
            .collect();
        assert_eq!(left_out, ["wz"]);
        for member in &best.members {
            let [k, m] = member.numbers[..] else { panic!("two numbers") };
            let whole = format!("w{}x{}y", "ab".repeat(k as usize), "c".repeat(m as usize));
            assert!(whole.starts_with(&texts[member.path]), "{member:?}");
            assert_eq!(member.ended == 2, whole == texts[member.path]);
            assert_eq!(member.ended == 0, !texts[member.path].contains('x'));
        }
        let places = best.places(&words).expect("they share their beginnings");
        assert_eq!((places.repeated.len(), places.between.len()), (2, 3));
        assert_eq!(
            places.repeated[0][1].iter().map(|one| &one.0[..]).collect::<Vec<_>>(),
            [[1], [2], [3], [4], [5], [6]]
        );
        assert!(places.between[0][0].iter().all(|one| one.0.is_empty()));
    }

    /// One run is no two.
    #[test]
    fn one_run_is_not_split() {
        let texts: Vec<String> = (0..8).map(|k| format!("{}y", "ab".repeat(k))).collect();
        let mut pool = Pool::new();
        let words = words(&mut pool, &texts);
        let among: Vec<usize> = (0..words.len()).collect();
        assert_eq!(Runs::several(&words, &among), []);
    }
}
