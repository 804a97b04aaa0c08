//! What runs in several modes are compared by: ratios of times, one mode beside the best, and what was found.

use std::collections::BTreeSet;

use super::measure::{Place, Run};
use super::mode::Mode;
use super::table::number;

/// The default may take this share of the best mode's time longer, and this many seconds.
const SLOWER: (f64, f64) = (0.1, 0.05);

/// The geometric mean of one mode's times by another's, over the functions where either was complete.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// How many times as fast it is.
    pub times: f64,
    /// The number of functions compared.
    pub functions: usize,
    /// The number of them in which it was stopped by its time limit, so that their ratio is too large.
    pub stopped: usize,
    /// The number of them in which the other mode was stopped, so that their ratio is too small.
    pub base_stopped: usize,
}

/// How many times as fast the second run of each pair is as the first.
pub fn mean<'a>(pairs: impl Iterator<Item = (&'a Run, &'a Run)>) -> Option<Mean> {
    let compared: Vec<(&Run, &Run)> = pairs.filter(|(base, run)| !base.is_stopped() || !run.is_stopped()).collect();
    if compared.is_empty() {
        return None;
    }
    let sum: f64 = compared.iter().map(|(base, run)| (base.seconds() / run.seconds()).ln()).sum();
    Some(Mean {
        times: (sum / compared.len() as f64).exp(),
        functions: compared.len(),
        stopped: compared.iter().filter(|(_, run)| run.is_stopped()).count(),
        base_stopped: compared.iter().filter(|(base, _)| base.is_stopped()).count(),
    })
}

/// Says so if a run is slower than the best of some others that were not stopped by more than it may be.
pub fn slower<'a>(name: &str, run: &Run, others: impl Iterator<Item = &'a (Mode, Run)>) -> Option<String> {
    let complete = others.filter(|(_, other)| !other.is_stopped());
    let (mode, best) = complete.min_by(|(_, a), (_, b)| a.seconds().total_cmp(&b.seconds()))?;
    let may_take = best.seconds() * (1.0 + SLOWER.0) + SLOWER.1;
    let sign = if run.is_stopped() { "> " } else { "" };
    (run.seconds() > may_take)
        .then(|| format!("{name} {sign}{} s ({} {} s)", number(run.seconds()), mode.name, number(best.seconds())))
}

/// How runs in several modes differ in what they found or covered, of those that were complete.
pub fn disagreements(name: &str, runs: &[(Mode, Run)]) -> Vec<String> {
    let mut differ = Vec::new();
    let mut complete = runs.iter().filter(|(_, run)| run.complete());
    let Some((first, run)) = complete.next() else { return differ };
    for (mode, other) in complete {
        let modes = format!("{name}: {} and {} differ in", first.name, mode.name);
        if let Some(places) = difference(&run.found(), &other.found()) {
            differ.push(format!("{modes} findings: {places}"));
        }
        if let Some(places) = difference(run.covered(), other.covered()) {
            differ.push(format!("{modes} covered lines: {places}"));
        }
    }
    differ
}

/// What is in one set and not in the other, as text.
fn difference(one: &BTreeSet<Place>, other: &BTreeSet<Place>) -> Option<String> {
    let places: Vec<String> = one.symmetric_difference(other).map(Place::to_string).collect();
    (!places.is_empty()).then(|| places.join(", "))
}
