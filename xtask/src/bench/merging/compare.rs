//! What the modes are compared by: ratios of times, the default beside the best mode, and what was found.

use super::{DEFAULT, Failed, LARGEST, LAZY, Measured};
use crate::bench::both::{self, Mean};
use crate::bench::goal::{Goal, Standing, judge};

/// How many times as fast as the mode `base` a mode is.
pub fn mean(measured: &[Measured], mode: &str, base: &str) -> Option<Mean> {
    both::mean(measured.iter().filter_map(|measured| Some((measured.run(base)?, measured.run(mode)?))))
}

/// The functions in which the default is slower than the best mode, of those that consider every size, by more than it may
/// be.
fn slower(measured: &[Measured]) -> Vec<String> {
    let complaint = |measured: &Measured| {
        let all_sizes = measured.runs.iter().filter(|(mode, _)| mode.name != LARGEST);
        both::slower(&measured.function, measured.run(DEFAULT)?, all_sizes)
    };
    measured.iter().filter_map(complaint).collect()
}

/// The functions of which the default covers fewer lines than forking did, if it took no more time.
fn uncovered(measured: &[Measured]) -> Vec<String> {
    let complaint = |measured: &Measured| {
        let (default, lazy) = (measured.run(DEFAULT)?, measured.run(LAZY)?);
        (default.lines_covered() < lazy.lines_covered()).then(|| {
            format!("{} {} lines ({LAZY} {})", measured.function, default.lines_covered(), lazy.lines_covered())
        })
    };
    measured.iter().filter_map(complaint).collect()
}

/// How modes differ in what they found or covered, of those that were complete.
pub fn disagreements(measured: &[Measured]) -> Vec<String> {
    measured.iter().flat_map(|measured| both::disagreements(&measured.function, &measured.runs)).collect()
}

/// The goals, with the functions that could not be measured among them.
pub fn goals(measured: &[Measured], failed: &[Failed]) -> Vec<Goal> {
    let differ = disagreements(measured);
    let (slower, uncovered) = (slower(measured), uncovered(measured));
    let first_line = |Failed { function, why }: &Failed| {
        format!("{function}: {}", why.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no reason"))
    };
    let failures: Vec<String> = failed.iter().map(first_line).collect();
    let none = |list: Vec<String>| judge(list.is_empty(), list.join("; "));
    vec![
        Goal { what: "complete runs agree on errors and covered lines", standing: none(differ) },
        Goal { what: "every function loads", standing: none(failures) },
        Goal {
            what: "the default is nowhere more than 10 % and 50 ms slower than the best mode",
            standing: if measured.is_empty() { Standing::NotMeasured("no function") } else { none(slower) },
        },
        Goal { what: "the default covers no fewer lines than forking", standing: none(uncovered) },
    ]
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{measured, run};
    use super::*;

    #[test]
    fn means_tell_what_was_stopped() {
        let twice = measured(&[(LARGEST, run(true, 2.0, &[])), (LAZY, run(true, 1.0, &[]))]);
        let eight = measured(&[(LARGEST, run(false, 8.0, &[])), (LAZY, run(true, 1.0, &[]))]);
        let neither = measured(&[(LARGEST, run(false, 8.0, &[])), (LAZY, run(false, 8.0, &[]))]);
        let found = mean(&[twice, eight, neither], LAZY, LARGEST).expect("two are compared");
        assert!((found.times - 4.0).abs() < 1e-9);
        assert_eq!((found.functions, found.stopped, found.base_stopped), (2, 0, 1));
        assert_eq!(mean(&[], LAZY, LARGEST), None);
    }

    #[test]
    fn only_complete_runs_have_to_agree() {
        let differ = |one, other| disagreements(&[measured(&[("eager", one), (LAZY, other)])]);
        assert!(differ(run(true, 1.0, &[3]), run(true, 1.0, &[3])).is_empty());
        assert!(differ(run(false, 1.0, &[]), run(true, 1.0, &[3])).is_empty());
        let differ = differ(run(true, 1.0, &[4]), run(true, 1.0, &[3]));
        assert_eq!(differ, ["it: eager and lazy differ in findings: assert it.c:3, assert it.c:4"]);
    }

    #[test]
    fn the_default_is_compared_with_the_best_mode_of_all_sizes() {
        let told = |default: f64, eager: f64| {
            let runs =
                [(LARGEST, run(true, 0.1, &[])), ("eager", run(true, eager, &[])), (DEFAULT, run(true, default, &[]))];
            slower(&[measured(&runs)])
        };
        assert!(told(1.14, 1.0).is_empty() && told(0.04, 0.001).is_empty());
        assert_eq!(told(1.2, 1.0), ["it 1.20 s (eager 1.00 s)"]);
    }
}
