//! Intervals on their way to becoming a set: collected in any order, overlapping as they like, then put in order.
//!
//! The order is: intervals are disjoint, sorted by their least value, joined where two are together one, and at most `CAP`.
//! They may interleave ({0, 5, 10} and {1, 6, 11}). One set of values can have several such lists, so equality of sets compares
//! values. Disjointness is what makes counting, inclusion and equality exact without any limit.
//!
//! Where the exact list would be longer than `CAP`, neighbours with the smallest gaps are joined, with the greatest common
//! stride, until it fits; the list then stands for more values than were collected, and says so.

use smallvec::SmallVec;

use crate::interval::Interval;
use crate::number::Number;
use crate::outcome::Found;
use crate::set::Set;

/// The list of a set. Two intervals need no allocation.
pub(crate) type List<N> = SmallVec<[Interval<N>; 2]>;

/// A collection of intervals below 2^width, and whether they stand for the wanted values exactly.
pub(crate) struct Pieces<N: Number, const CAP: usize> {
    width: u32,
    list: List<N>,
    exact: bool,
}

impl<N: Number, const CAP: usize> Pieces<N, CAP> {
    /// Lists longer than this are not taken apart exactly, so that no operation takes long.
    const WORK: usize = 2 * CAP;

    pub fn new(width: u32) -> Self {
        Pieces { width, list: List::new(), exact: true }
    }

    /// 2^width.
    #[inline]
    pub fn modulus(&self) -> N {
        N::power_of_two(self.width)
    }

    /// Adds an interval below 2^width.
    #[inline]
    pub fn push(&mut self, interval: Interval<N>) {
        if self.list.len() >= 2 * Self::WORK {
            self.settle();
            if self.list.len() > CAP {
                self.shorten(CAP / 2);
            }
        }
        self.list.push(interval);
    }

    /// Adds an interval if there is one.
    #[inline]
    pub fn push_some(&mut self, interval: Option<Interval<N>>) {
        if let Some(interval) = interval {
            self.push(interval);
        }
    }

    /// Adds the values of another result, with its quality.
    pub fn push_found(&mut self, found: &Found<N, CAP>) {
        self.exact &= found.exact;
        for interval in found.set.intervals() {
            self.push(interval.clone());
        }
    }

    /// What was added is more than what was wanted.
    pub fn over(&mut self) {
        self.exact = false;
    }

    /// Adds `first + i * stride` modulo `modulus` for all i from 0 to `steps`.
    ///
    /// A progression that goes all the way round is a residue class; one that wraps a few times is a few intervals, cut where
    /// it wraps; one that wraps more than `CAP` times is approximated by the residue class that it is in. A stride of more
    /// than half the modulus is a smaller stride in the other direction.
    pub fn push_progression(&mut self, modulus: &N, first: &N, stride: &N, steps: &N) {
        let mut first = first.remainder(modulus);
        let mut stride = stride.remainder(modulus);
        if stride.is_zero() || steps.is_zero() {
            return self.push(Interval::single(first));
        }
        if !stride.is_one() || steps >= modulus {
            let common = stride.gcd(modulus);
            let period = modulus.quotient(&common);
            if *steps >= period.minus(&N::one()) {
                return self.push_class(modulus, &first, &common);
            }
        }
        let backward = modulus.minus(&stride);
        if backward < stride {
            first = first.plus(&steps.times(&stride)).remainder(modulus);
            stride = backward;
        }
        let last = first.plus(&steps.times(&stride));
        if last < *modulus {
            return self.push(Interval::new(first, last, stride));
        }
        let most = if self.list.len() < Self::WORK { CAP } else { 2 };
        if last.quotient(modulus) >= N::from_u64(most as u64) {
            let common = stride.gcd(modulus);
            self.over();
            return self.push_class(modulus, &first, &common);
        }
        let greatest = modulus.minus(&N::one());
        let mut left = steps.clone();
        loop {
            let here = greatest.minus(&first).quotient(&stride);
            if here >= left {
                let last = first.plus(&left.times(&stride));
                return self.push(Interval::new(first, last, stride));
            }
            let last = first.plus(&here.times(&stride));
            let next = last.plus(&stride).minus(modulus);
            self.push(Interval::new(first, last, stride.clone()));
            left = left.minus(&here).minus(&N::one());
            first = next;
        }
    }

    /// Adds all numbers below `modulus` that are `value` modulo `stride`, a divisor of the modulus.
    fn push_class(&mut self, modulus: &N, value: &N, stride: &N) {
        let lo = value.remainder(stride);
        let hi = modulus.minus(stride).plus(&lo);
        self.push(Interval::new(lo, hi, stride.clone()));
    }

    /// A list that is in order.
    pub fn from_list(width: u32, list: List<N>) -> Self {
        Pieces { width, list, exact: true }
    }

    /// Makes a list that is in order no longer than `most`.
    pub fn shortened(mut self, most: usize) -> Found<N, CAP> {
        self.shorten(most);
        Found { set: Set::from_list(self.width, self.list), exact: self.exact }
    }

    /// Puts the intervals in order.
    pub fn finish(mut self) -> Found<N, CAP> {
        self.settle();
        if self.list.len() > CAP {
            self.pair_singles();
            self.shorten(CAP);
        }
        Found { set: Set::from_list(self.width, self.list), exact: self.exact }
    }

    /// Puts intervals in order that are known to be disjoint.
    pub fn finish_disjoint(mut self) -> Found<N, CAP> {
        self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        join_neighbours(&mut self.list);
        if self.list.len() > CAP {
            self.pair_singles();
            self.shorten(CAP);
        }
        Found { set: Set::from_list(self.width, self.list), exact: self.exact }
    }

    /// Makes the intervals disjoint, sorted and joined.
    fn settle(&mut self) {
        if self.list.len() <= 1 {
            return;
        }
        self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        if self.list.iter().all(Interval::is_range) {
            merge_ranges(&mut self.list);
        } else if any_spans_meet(&self.list) {
            join_overlapping(&mut self.list);
            self.shorten(Self::WORK);
            let pieces = std::mem::take(&mut self.list);
            for piece in pieces {
                self.insert(piece);
            }
            self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        }
        join_neighbours(&mut self.list);
    }

    /// Adds an interval to a list of disjoint ones so that they stay disjoint.
    fn insert(&mut self, piece: Interval<N>) {
        let crowded = self.list.len() >= Self::WORK;
        let mut waiting: SmallVec<[Interval<N>; 4]> = SmallVec::new();
        waiting.push(piece);
        'next: while let Some(mut new) = waiting.pop() {
            let mut i = 0;
            while i < self.list.len() {
                let old = &self.list[i];
                let Some(common) = old.intersect(&new) else {
                    i += 1;
                    continue;
                };
                if common == new {
                    continue 'next;
                }
                if common == *old {
                    self.list.swap_remove(i);
                    continue;
                }
                if old.stride() == new.stride() {
                    new = old.join(&new);
                    self.list.swap_remove(i);
                    i = 0;
                    continue;
                }
                // Take what they have in common from one of them: from whichever falls into fewer pieces.
                let most = if crowded { 2 } else { CAP };
                let (new_rest, old_rest) = (new.without(old, most), old.without(&new, most));
                match (new_rest, old_rest) {
                    (Some(rest), None) => {
                        waiting.extend(rest);
                        continue 'next;
                    }
                    (Some(rest), Some(other)) if rest.len() <= other.len() => {
                        waiting.extend(rest);
                        continue 'next;
                    }
                    (_, Some(rest)) => {
                        // The pieces lie within the old interval, so they are disjoint from the others of the list.
                        self.list.swap_remove(i);
                        self.list.extend(rest);
                    }
                    (None, None) => {
                        new = old.join(&new);
                        self.list.swap_remove(i);
                        self.exact = false;
                        i = 0;
                    }
                }
            }
            self.list.push(new);
        }
    }

    /// Joins single values into pairs, which are intervals too: half the length, and nothing lost.
    fn pair_singles(&mut self) {
        let mut open: Option<usize> = None;
        let mut joined = List::new();
        for interval in self.list.drain(..) {
            if !interval.is_single() {
                joined.push(interval);
            } else if let Some(first) = open.take() {
                joined[first] = joined[first].join(&interval);
            } else {
                open = Some(joined.len());
                joined.push(interval);
            }
        }
        self.list = joined;
    }

    /// Joins neighbours with the smallest gaps until there are at most `most` intervals.
    fn shorten(&mut self, most: usize) {
        let most = most.max(1);
        while self.list.len() > most {
            self.exact = false;
            let surplus = self.list.len() - most;
            let mut gaps: Vec<(N, usize)> = self
                .list
                .windows(2)
                .enumerate()
                .map(|(i, pair)| (pair[1].lo().minus(pair[1].lo().min(pair[0].hi())), i + 1))
                .collect();
            gaps.sort_unstable();
            let mut joins = vec![false; self.list.len()];
            for (_, i) in gaps.into_iter().take(surplus) {
                joins[i] = true;
            }
            let old = std::mem::take(&mut self.list);
            let mut joined: Vec<Interval<N>> = Vec::with_capacity(most);
            for (i, interval) in old.into_iter().enumerate() {
                match joined.last_mut() {
                    Some(last) if joins[i] => *last = last.join(&interval),
                    _ => joined.push(interval),
                }
            }
            // A joined interval may have reached into another one; joining those too ends, as the list gets shorter.
            for interval in joined {
                let mut new = interval;
                while let Some(i) = self.list.iter().position(|old| old.intersect(&new).is_some()) {
                    new = self.list.swap_remove(i).join(&new);
                }
                self.list.push(new);
            }
            self.list.sort_unstable_by(|a, b| a.lo().cmp(b.lo()));
        }
    }
}

/// Whether the spans of any two intervals of a sorted list meet.
fn any_spans_meet<N: Number>(list: &[Interval<N>]) -> bool {
    let mut reached = list[0].hi();
    list[1..].iter().any(|interval| {
        let meets = interval.lo() <= reached;
        reached = reached.max(interval.hi());
        meets
    })
}

/// Joins ranges that overlap or touch in a sorted list of ranges.
fn merge_ranges<N: Number>(list: &mut List<N>) {
    let mut kept = 0;
    for i in 1..list.len() {
        let touches = *list[i].lo() <= list[kept].hi().plus(&N::one());
        if touches {
            if list[i].hi() > list[kept].hi() {
                list[kept] = Interval::range(list[kept].lo().clone(), list[i].hi().clone());
            }
        } else {
            kept += 1;
            list.swap(kept, i);
        }
    }
    list.truncate(kept + 1);
}

/// Joins intervals of a sorted, disjoint list where the result has no more values than they have together.
fn join_neighbours<N: Number>(list: &mut List<N>) {
    if list.len() <= 1 {
        return;
    }
    if list.iter().all(Interval::is_range) {
        merge_ranges(list);
        join_equal_gaps(list);
        return;
    }
    while join_pairs(list) || join_classes(list) {}
}

/// Whether the union of two disjoint intervals is one interval, and which. Two single values are joined only if they touch:
/// any two values are an interval, but one that nobody would see in them.
fn union_of_disjoint<N: Number>(a: &Interval<N>, b: &Interval<N>) -> Option<Interval<N>> {
    if a.is_single() && b.is_single() {
        let touch = a.lo().plus(&N::one()) == *b.lo() || b.lo().plus(&N::one()) == *a.lo();
        return touch.then(|| a.join(b));
    }
    let joined = a.join(b);
    (joined.count() == a.count().plus(&b.count())).then_some(joined)
}

/// Joins pairs: neighbours, and intervals of the same stride that continue or interleave each other.
fn join_pairs<N: Number>(list: &mut List<N>) -> bool {
    let before = list.len();
    let mut i = 0;
    while i < list.len() {
        let mut j = i + 1;
        while j < list.len() {
            let (a, b) = (&list[i], &list[j]);
            let same_stride = !a.is_single() && a.stride() == b.stride();
            let candidates = j == i + 1 || same_stride && continues(a, b);
            match candidates.then(|| union_of_disjoint(a, b)).flatten() {
                Some(joined) => {
                    list[i] = joined;
                    list.remove(j);
                }
                None => j += 1,
            }
        }
        i += 1;
    }
    list.len() < before
}

/// Whether two intervals of the same stride, the first one beginning first, are one after the other or half a stride apart.
fn continues<N: Number>(a: &Interval<N>, b: &Interval<N>) -> bool {
    a.hi().plus(a.stride()) == *b.lo() || b.lo().minus(a.lo()).shifted_left(1) == *a.stride()
}

/// Joins three or more consecutive intervals of one stride that are together all members of a finer progression.
fn join_classes<N: Number>(list: &mut List<N>) -> bool {
    let before = list.len();
    let mut i = 0;
    while i + 2 < list.len() {
        if let Some(classes) = classes_from(&list[i..]) {
            let joined = list[i + 1..i + classes].iter().fold(list[i].clone(), |joined, next| joined.join(next));
            let count = list[i..i + classes].iter().fold(N::zero(), |count, next| count.plus(&next.count()));
            if joined.count() == count {
                list[i] = joined;
                list.drain(i + 1..i + classes);
            }
        }
        i += 1;
    }
    list.len() < before
}

/// How many intervals from the first on have its stride and begin at equal distances that fill the stride.
fn classes_from<N: Number>(list: &[Interval<N>]) -> Option<usize> {
    let stride = list[0].stride();
    let distance = list[1].lo().minus(list[0].lo());
    if list[1].stride() != stride || distance >= *stride {
        return None;
    }
    let (classes, rest) = stride.div_rem(&distance);
    let classes = usize::try_from(classes.to_u64()?).ok().filter(|classes| rest.is_zero() && *classes <= list.len())?;
    let equal = list[..classes]
        .windows(2)
        .all(|pair| pair[1].stride() == stride && pair[1].lo().minus(pair[0].lo()) == distance);
    equal.then_some(classes)
}

/// Joins neighbours of a sorted list that overlap or continue each other with the same stride: what is cheap to see.
fn join_overlapping<N: Number>(list: &mut List<N>) {
    let mut kept = 0;
    for i in 1..list.len() {
        let (last, next) = (&list[kept], &list[i]);
        let inside = last.hi() >= next.hi() && last.is_range();
        let aligned = !last.is_single()
            && last.stride() == next.stride()
            && *next.lo() <= last.hi().plus(last.stride())
            && (last.is_range() || next.lo().minus(last.lo()).remainder(last.stride()).is_zero());
        if inside || last == next {
            continue;
        }
        if aligned {
            list[kept] = last.join(next);
        } else {
            kept += 1;
            list.swap(kept, i);
        }
    }
    list.truncate(kept + 1);
}

/// Joins runs of three or more single values with equal gaps.
fn join_equal_gaps<N: Number>(list: &mut List<N>) {
    let mut i = 0;
    while i + 2 < list.len() {
        let end = list[i..].iter().position(|interval| !interval.is_single()).map_or(list.len(), |length| i + length);
        if end < i + 3 {
            i = end.max(i + 1);
            continue;
        }
        let gap = list[i + 1].lo().minus(list[i].lo());
        let mut last = i + 1;
        while last + 1 < end && list[last + 1].lo().minus(list[last].lo()) == gap {
            last += 1;
        }
        if last >= i + 2 {
            list[i] = list[i].join(&list[last]);
            list[i] = Interval::new(list[i].lo().clone(), list[i].hi().clone(), gap);
            list.drain(i + 1..=last);
        }
        i += 1;
    }
}
