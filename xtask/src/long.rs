//! The long part of the tests: random tests on seeds nobody has tried yet, until the time is over, with a record of it.
//!
//! Tests that draw random cases take their seed from `PLEACH_RANDOM_SEED` and mix it into their own; the C suite
//! explores every program once more for each seed in `SUITE_SEEDS`. Without these variables they always do the same.
//! The record goes to the end of `docs/verification.md` after each round, so that an interrupted run leaves its trace.

use std::fs;
use std::time::{Duration, Instant};

use crate::date;
use crate::project::{cargo, commit, machine, root};
use crate::test::{Outcome, counted};

const RECORD: &str = "docs/verification.md";
/// The packages whose random tests are repeated.
const RANDOM: [&str; 5] = ["bv", "expr", "solver", "ir", "memory"];

/// Runs rounds until the hours are over; at least one.
pub fn long(hours: f64, seed: Option<u64>) -> Result<Outcome, String> {
    let first = seed.unwrap_or_else(date::now);
    let end =
        Instant::now() + Duration::try_from_secs_f64(hours * 3600.0).map_err(|error| format!("--hours: {error}"))?;
    let path = root().join(RECORD);
    let before = fs::read_to_string(&path).map_err(|error| format!("cannot read {RECORD}: {error}"))?;
    let (commit, today) = (commit(), date::today());
    let mut total = Outcome::default();
    let mut last = first;
    loop {
        println!("\n== random tests, seed {last}");
        let outcome = round(last);
        total.passed += outcome.passed;
        total.failed += outcome.failed;
        let complaints = outcome.complaints.into_iter().map(|complaint| format!("seed {last}: {complaint}"));
        total.complaints.extend(complaints);
        let entry = entry(&today, &commit, &machine(), first, last, &total);
        let text = format!("{}\n\n{entry}", before.trim_end());
        fs::write(&path, text).map_err(|error| format!("cannot write {RECORD}: {error}"))?;
        if Instant::now() >= end {
            return Ok(total);
        }
        last = last.wrapping_add(1);
    }
}

/// One round: the random tests and the suite on one seed.
fn round(seed: u64) -> Outcome {
    let seed = seed.to_string();
    let mut tests = cargo(["test", "--no-fail-fast", "--tests"]);
    tests.args(RANDOM.iter().flat_map(|package| ["--package", package]));
    let random = counted(tests.env("PLEACH_RANDOM_SEED", &seed));
    let mut suite = cargo(["test", "--no-fail-fast", "--package", "pleach", "--test", "suite"]);
    let suite = counted(suite.env("SUITE_SEEDS", &seed));
    Outcome {
        passed: random.passed + suite.passed,
        failed: random.failed + suite.failed,
        complaints: [random.complaints, suite.complaints].concat(),
    }
}

/// The record of a run so far.
fn entry(today: &str, commit: &str, machine: &str, first: u64, last: u64, total: &Outcome) -> String {
    let mut text = format!(
        "### {today}, commit {commit}\n\n\
         {} rounds of random tests and of the suite, seeds {first} to {last}, on {machine}: {} passed, {} failed.\n",
        last.wrapping_sub(first).wrapping_add(1),
        total.passed,
        total.failed
    );
    if total.complaints.is_empty() {
        text.push_str("No mismatch.\n");
    } else {
        text.push_str("\nMismatches:\n\n");
        total.complaints.iter().for_each(|complaint| text.push_str(&format!("- {}\n", complaint.replace('\n', " "))));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_name_seeds_counts_and_mismatches() {
        let clean = Outcome { passed: 12, ..Outcome::default() };
        let text = entry("2026-01-02", "abc", "a machine", 5, 7, &clean);
        assert!(text.contains("3 rounds") && text.contains("seeds 5 to 7") && text.contains("12 passed, 0 failed"));
        assert!(text.ends_with("No mismatch.\n"));
        let bad = Outcome { passed: 11, failed: 1, complaints: vec!["seed 6: expr::rewriting".to_owned()] };
        assert!(entry("2026-01-02", "abc", "a machine", 5, 7, &bad).contains("- seed 6: expr::rewriting\n"));
    }
}
