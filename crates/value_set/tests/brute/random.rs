//! A random part of what would take too long.

use test_support::{Random, cases};

/// About `ordinary` evenly spaced elements of a list, or more if `PLEACH_RANDOM_CASES` says so. The seed chooses
/// the first one.
pub fn share<T: Clone>(list: &[T], ordinary: usize) -> Vec<T> {
    let cases = cases().map_or(ordinary, |cases| cases as usize);
    let distance = list.len().div_ceil(cases.max(ordinary).max(1)).max(1);
    let first = Random::of_round(list.len() as u64).below(distance);
    list.iter().skip(first).step_by(distance).cloned().collect()
}
