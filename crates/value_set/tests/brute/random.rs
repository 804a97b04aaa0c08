//! A random part of what would take too long.

use test_support::{Random, cases};

/// Of a list, as many as `PLEACH_RANDOM_CASES` says or else `ordinary`, at even distances; the seed says from where on.
pub fn share<T: Clone>(list: &[T], ordinary: usize) -> Vec<T> {
    let cases = cases().map_or(ordinary, |cases| cases as usize);
    let distance = list.len().div_ceil(cases.max(ordinary).max(1)).max(1);
    let first = Random::of_round(list.len() as u64).below(distance);
    list.iter().skip(first).step_by(distance).cloned().collect()
}
