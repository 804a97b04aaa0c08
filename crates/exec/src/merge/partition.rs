//! Regular partitions: paths whose words of shapes are `w1 w2^k w3` for some numbers `k` (Trabish 2024, §6.2.1).
//!
//! A split of one path into a beginning, repetitions and an end says which others match: those that share the beginning
//! and some of the repetitions with it, term for term, and have an end of the same shapes. All splits of the longest path
//! are looked at up to a limit, those with a short repetition and a short end first, and the one that matches most paths
//! comes first.

use expr::ExprId;

use super::shape::Shape;
use crate::tuning::{PATTERN_CONDITIONS, PATTERN_MATCHES, PATTERN_PATHS};

/// A path, as what it has assumed and the shapes of that.
pub(super) struct Word {
    pub(super) assumed: Vec<ExprId>,
    pub(super) shapes: Vec<Shape>,
}

/// A pattern and the paths that match it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Partition {
    /// The path with the most repetitions.
    pub(super) longest: usize,
    /// The numbers of conditions in the beginning, in one repetition, and in the end.
    pub(super) start: usize,
    pub(super) period: usize,
    pub(super) end: usize,
    /// The paths with their numbers of repetitions, fewest first.
    pub(super) members: Vec<(u64, usize)>,
    /// A path with one more repetition than all of them and without an end.
    pub(super) unended: Option<usize>,
}

impl Partition {
    /// The splits of a path that are matched by enough of some paths, the best ones first.
    pub(super) fn all(words: &[Word], among: &[usize], path: usize) -> Vec<Partition> {
        let shapes = &words[path].shapes;
        let mut found = Vec::new();
        let mut matches = 0;
        for both in 1..=PATTERN_CONDITIONS.min(shapes.len()) {
            for period in 1..=both {
                let end = both - period;
                let Some(start) = repeated(shapes, period, end) else { continue };
                let partition = Partition::new(words, among, path, [start, period, end]);
                if partition.members.len() >= PATTERN_PATHS {
                    found.push(partition);
                }
                matches += 1;
                if matches >= PATTERN_MATCHES {
                    return sorted(found);
                }
            }
        }
        sorted(found)
    }

    /// The partition without the paths with the fewest repetitions: the first repetition belongs to the beginning.
    pub(super) fn later(&self) -> Partition {
        let fewer = |&(number, path): &(u64, usize)| Some((number.checked_sub(1)?, path));
        let members = self.members.iter().filter_map(fewer).collect();
        Partition { start: self.start + self.period, members, ..self.clone() }
    }

    fn new(words: &[Word], among: &[usize], longest: usize, [start, period, end]: [usize; 3]) -> Partition {
        let of = &words[longest];
        let mut members: Vec<(u64, usize)> = Vec::new();
        for &path in among {
            let word = &words[path];
            let length = word.shapes.len();
            if length < start + end || length > of.shapes.len() || !(length - start - end).is_multiple_of(period) {
                continue;
            }
            let split = length - end;
            let of_end = &of.shapes[of.shapes.len() - end..];
            if word.shapes[split..] == *of_end && word.assumed[..split] == of.assumed[..split] {
                members.push((((split - start) / period) as u64, path));
            }
        }
        members.sort_unstable();
        members.dedup_by_key(|member| member.0);
        let most = members.last().map_or(0, |member| member.0 as usize);
        let shared = start + most * period;
        let is_longer = |&path: &usize| {
            let (word, repetition) = (&words[path], &of.shapes[start..start + period]);
            word.shapes.len() == shared + period
                && word.shapes[shared..] == *repetition
                && word.assumed[..shared] == of.assumed[..shared]
        };
        let unended = among.iter().copied().find(is_longer).filter(|_| end > 0);
        Partition { longest, start, period, end, members, unended }
    }
}

fn sorted(mut found: Vec<Partition>) -> Vec<Partition> {
    found.sort_by_key(|one| (std::cmp::Reverse(one.members.len()), one.start, one.period, one.end));
    found
}

/// Where the repetitions of a path begin that has an end and a period of so many conditions; `None` if there are fewer than two.
pub(super) fn repeated(shapes: &[Shape], period: usize, end: usize) -> Option<usize> {
    let to = shapes.len().checked_sub(end)?;
    let last = &shapes[to.checked_sub(period)?..to];
    let mut start = to - period;
    while start >= period && shapes[start - period..start] == *last {
        start -= period;
    }
    (to - start >= 2 * period).then_some(start)
}
