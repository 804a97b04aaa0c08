//! The mean speed-up of one mode over another, over all programs.

use super::{ALL, BOTH, Measured};
use crate::bench::measure::Run;

/// Paths per second of processor time.
pub fn rate(run: &Run) -> f64 {
    run.paths() / run.processor_seconds()
}

/// The ratio of Pleach's rate to the baseline's, if both were measured and at least one of them ended a path. A
/// baseline that ended no path is counted as having ended one.
pub fn speed_up(measured: &Measured) -> Option<f64> {
    let (all, both) = (measured.run(ALL)?, measured.run(BOTH)?);
    let baseline = all.paths().max(1.0) / all.processor_seconds();
    (all.paths() + both.paths() > 0.0).then(|| rate(both) / baseline)
}

/// Whether the baseline ended no path, so that [`speed_up`] is a lower bound.
pub fn is_bound(measured: &Measured) -> bool {
    measured.run(ALL).is_some_and(|all| all.paths() == 0.0)
}

/// Means of speed-ups.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Means {
    /// The arithmetic mean, which Shuai 2021 reports.
    pub arithmetic: f64,
    /// The arithmetic mean without the programs for which the baseline ended no path: their ratio is a bound,
    /// not a measurement.
    pub arithmetic_of_measured: f64,
    /// The geometric mean.
    pub geometric: f64,
    /// The ratio of total paths by total time in the two modes.
    pub of_totals: f64,
    /// The least speed-up.
    pub least: f64,
    /// The number of programs compared.
    pub programs: usize,
}

/// The means, unless there is nothing to compare.
pub fn means(measured: &[Measured]) -> Option<Means> {
    let compared: Vec<(&Measured, f64)> =
        measured.iter().filter_map(|measured| Some((measured, speed_up(measured)?))).collect();
    if compared.is_empty() {
        return None;
    }
    let programs = compared.len();
    let mean = |value: fn(f64) -> f64| compared.iter().map(|&(_, times)| value(times)).sum::<f64>() / programs as f64;
    let measured: Vec<f64> =
        compared.iter().filter(|(measured, _)| !is_bound(measured)).map(|&(_, times)| times).collect();
    let total = |mode: &str| {
        let runs = || compared.iter().filter_map(|(measured, _)| measured.run(mode));
        runs().map(Run::paths).sum::<f64>() / runs().map(Run::processor_seconds).sum::<f64>()
    };
    Some(Means {
        arithmetic: mean(|times| times),
        arithmetic_of_measured: measured.iter().sum::<f64>() / measured.len() as f64,
        geometric: mean(f64::ln).exp(),
        of_totals: total(BOTH) / total(ALL),
        least: compared.iter().map(|&(_, times)| times).fold(f64::INFINITY, f64::min),
        programs,
    })
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::*;

    #[test]
    fn three_means() {
        let fast = measured("fast", run(false, 10, 1.0), run(false, 80, 1.0));
        let same = measured("same", run(true, 30, 2.0), run(true, 30, 1.0));
        let neither = measured("neither", run(false, 0, 1.0), run(false, 0, 1.0));
        let found = means(&[fast, same, neither]).expect("two can be compared");
        assert_eq!((found.arithmetic, found.programs, found.least), (5.0, 2, 2.0));
        assert!((found.geometric - 4.0).abs() < 1e-9);
        assert!((found.of_totals - (110.0 / 2.0) / (40.0 / 3.0)).abs() < 1e-9);
        assert_eq!(means(&[]), None);
    }

    #[test]
    fn a_baseline_without_paths_has_one() {
        let slow = measured("slow", run(false, 0, 2.0), run(false, 6, 2.0));
        assert_eq!(speed_up(&slow), Some(6.0));
        let found = means(&[slow, measured("fast", run(false, 1, 2.0), run(false, 4, 2.0))]).expect("two are compared");
        assert_eq!((found.arithmetic, found.arithmetic_of_measured), (5.0, 4.0));
    }
}
