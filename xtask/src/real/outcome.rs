//! What became of a program: its run's summary, and how its tests went natively.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// A program's run and the replay of its tests.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The program's name.
    pub name: String,
    /// Why there was no run, if there was none.
    pub failed: Option<String>,
    /// Paths that ended by exit or in an error.
    pub paths: u64,
    /// Whether every path was followed to its end.
    pub complete: bool,
    /// Lines that were executed, and lines with code.
    pub lines: [u64; 2],
    /// What cut paths short, without limits that end the run: the number of paths by reason. A missing function has
    /// its name.
    pub ended: BTreeMap<String, u64>,
    /// The errors found.
    pub findings: Vec<Finding>,
    /// Tests that happened as predicted natively, and tests of which something definite was predicted.
    pub replayed: [u64; 2],
    /// Seconds of the run, without and with loading.
    pub seconds: f64,
    /// Seconds that loading took.
    pub load: f64,
}

/// An error that was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its kind and place.
    pub what: String,
    /// The test that shows it.
    pub test: String,
    /// Whether the test shows it natively, under sanitizers.
    pub is_shown: bool,
}

/// The reasons that say nothing about a program, but how long it was explored.
const LIMITS: [&str; 7] =
    ["max-time", "max-memory", "max-instructions", "max-forks", "max-depth", "max-tests", "endless loop"];

impl Outcome {
    /// A program that did not run.
    pub fn failed(name: &str, why: String) -> Outcome {
        Outcome { name: name.to_owned(), failed: Some(why), ..Outcome::default() }
    }

    /// What a run directory says; nothing if the run did not get that far.
    pub fn of_run(name: &str, run: &Path) -> Option<Outcome> {
        let summary: Value = serde_json::from_str(&fs::read_to_string(run.join("summary.json")).ok()?).ok()?;
        Some(Outcome::of_summary(name, &summary))
    }

    fn of_summary(name: &str, summary: &Value) -> Outcome {
        let number = |path: &str| summary.pointer(path).and_then(Value::as_u64).unwrap_or_default();
        let counts = |field: &str| {
            let counts = summary[field].as_object().into_iter().flatten();
            counts.map(|(name, count)| (name.clone(), count.as_u64().unwrap_or_default()))
        };
        let missing: BTreeMap<String, u64> =
            counts("missing_functions").map(|(name, n)| (format!("{name}()"), n)).collect();
        let mut ended: BTreeMap<String, u64> = counts("cut_short")
            .filter(|(reason, _)| !LIMITS.contains(&reason.as_str()))
            // These are told by name instead.
            .filter(|(reason, _)| missing.is_empty() || !reason.contains("call of unknown function"))
            .collect();
        let mut all: BTreeMap<String, u64> = BTreeMap::new();
        ended.extend(missing);
        ended.into_iter().for_each(|(reason, count)| *all.entry(plain(&reason)).or_default() += count);
        let ended = all;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let finding = |finding: &Value| Finding {
            what: format!("{} at {}:{}", text(&finding["kind"]), text(&finding["file"]), finding["line"]),
            test: text(&finding["test"]),
            is_shown: false,
        };
        Outcome {
            name: name.to_owned(),
            failed: None,
            paths: number("/paths/completed") + number("/paths/errors"),
            complete: summary["complete"].as_bool() == Some(true),
            lines: [number("/coverage/lines_covered"), number("/coverage/lines_total")],
            ended,
            findings: summary["findings"].as_array().map_or(Vec::new(), |all| all.iter().map(finding).collect()),
            replayed: [0, 0],
            seconds: summary["seconds"].as_f64().unwrap_or_default(),
            load: summary["time"]["load"].as_f64().unwrap_or_default(),
        }
    }

    /// Reads what `pleach replay` printed last: `4 tests: 2 happened as predicted, 1 did not happen`. A single test has
    /// a line of its own only.
    pub fn replayed(&mut self, output: &str) {
        let last = output.lines().last().unwrap_or_default();
        let count = |what: &str| -> u64 {
            let part = last.split([':', ',']).map(str::trim).find(|part| part.ends_with(what));
            part.and_then(|part| part.split(' ').next()?.parse().ok()).unwrap_or_default()
        };
        let (happened, did_not) = (count("happened as predicted"), count("did not happen"));
        self.replayed = [happened, happened + did_not];
    }

    /// The share of the lines that were executed, in percent.
    pub fn coverage(&self) -> f64 {
        100.0 * self.lines[0] as f64 / self.lines[1].max(1) as f64
    }

    /// One line for people who wait.
    pub fn line(&self) -> String {
        let Outcome { name, paths, replayed: [happened, replayed], .. } = self;
        if let Some(why) = &self.failed {
            return format!("{name}: {why}");
        }
        let coverage = self.coverage();
        let mut line = format!("{name}: {paths} paths, {coverage:.1} % of lines, {happened} of {replayed} replayed");
        self.ended.iter().for_each(|(reason, count)| line.push_str(&format!("; {reason} {count}")));
        for Finding { what, is_shown, .. } in &self.findings {
            line.push_str(&format!("; {} {what}", if *is_shown { "found" } else { "NOT SHOWN" }));
        }
        line
    }
}

/// A reason without the place in the program, so that programs can be compared.
fn plain(reason: &str) -> String {
    let reason = reason.strip_prefix("unsupported: ").unwrap_or(reason);
    reason.rsplit_once(" at ").map_or(reason, |(what, _)| what).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let summary = serde_json::json!({
            "complete": false, "seconds": 2.5, "time": {"load": 0.5}, "paths": {"completed": 7, "errors": 1},
            "cut_short": {"max-time": 3, "inline assembly: hlt": 2}, "missing_functions": {"fork": 4},
            "coverage": {"lines_covered": 30, "lines_total": 40},
            "findings": [{"kind": "null", "file": "a.c", "line": 3, "test": "test000002.ktest"}],
        });
        let outcome = Outcome::of_summary("it", &summary);
        assert_eq!((outcome.paths, outcome.coverage()), (8, 75.0));
        let ended: Vec<(&str, u64)> = outcome.ended.iter().map(|(reason, &count)| (reason.as_str(), count)).collect();
        assert_eq!(ended, [("fork()", 4), ("inline assembly: hlt", 2)]);
        assert_eq!(outcome.findings[0].what, "null at a.c:3");
    }

    #[test]
    fn replays_are_counted() {
        let mut outcome = Outcome::default();
        outcome.replayed("x\n12 tests: 9 happened as predicted, 1 did not happen, 2 with nothing to compare\n");
        assert_eq!(outcome.replayed, [9, 10]);
    }
}
