//! Joins intervals of a sorted list if the union of two or more of them is exactly one interval.
//!
//! For disjoint intervals this can be decided by counting: the smallest interval around them is their union
//! exactly if it has as many values as they have together.

use crate::interval::Interval;
use crate::number::Number;
use crate::pieces::List;

/// Whether the ranges of any two intervals of a sorted list overlap.
pub(crate) fn any_spans_meet<N: Number>(list: &[Interval<N>]) -> bool {
    let mut reached = list[0].hi();
    list[1..].iter().any(|interval| {
        let meets = interval.lo() <= reached;
        reached = reached.max(interval.hi());
        meets
    })
}

/// Joins overlapping or adjacent ranges in a sorted list of ranges.
pub(crate) fn merge_ranges<N: Number>(list: &mut List<N>) {
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

/// Joins intervals of a sorted, disjoint list if the result has no more values than they have together.
pub(crate) fn join_neighbours<N: Number>(list: &mut List<N>) {
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

/// The union of two disjoint intervals, if it is one interval. Two single values are joined only if they are
/// adjacent: any two values form an interval, but joining distant ones shows no structure.
fn union_of_disjoint<N: Number>(a: &Interval<N>, b: &Interval<N>) -> Option<Interval<N>> {
    if a.is_single() && b.is_single() {
        let touch = a.lo().plus(&N::one()) == *b.lo() || b.lo().plus(&N::one()) == *a.lo();
        return touch.then(|| a.join(b));
    }
    let joined = a.join(b);
    (joined.count() == a.count().plus(&b.count())).then_some(joined)
}

/// Joins pairs: neighbours, and intervals of the same stride that continue each other or interleave.
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

/// Whether `b`, which has the stride of `a` and begins after it, continues `a` or lies half a stride from it.
fn continues<N: Number>(a: &Interval<N>, b: &Interval<N>) -> bool {
    a.hi().plus(a.stride()) == *b.lo() || b.lo().minus(a.lo()).shifted_left(1) == *a.stride()
}

/// Joins three or more consecutive intervals of the same stride that together are one finer progression.
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

/// The number of intervals, from the first on, that have its stride and begin at equal distances that add up to
/// the stride.
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

/// Joins neighbours of a sorted list if one contains the other or they continue each other with the same stride.
/// Finds only what is cheap to detect.
pub(crate) fn join_overlapping<N: Number>(list: &mut List<N>) {
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
