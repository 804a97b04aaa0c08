//! One run of Pleach, and the values in its summary.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::Settings;
use crate::command::timed;
use crate::project::{root, target_dir};

/// The binary, and the place for its run directories.
pub struct Bench {
    pleach: PathBuf,
    directory: PathBuf,
    /// The number of runs begun. Each has a directory of its own.
    begun: AtomicUsize,
    /// How to measure.
    pub settings: Settings,
}

/// A program with its macros and flags.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The file in `bench/`, or the absolute path of an executable.
    pub program: &'a str,
    /// Macros, as `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Further flags of `pleach run`. Without `--tests`, every path becomes a test.
    pub flags: Vec<&'a str>,
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Run {
    summary: Value,
    statistics: Value,
    /// The lines that were executed.
    covered: BTreeSet<Place>,
    /// Processor time, user and system.
    processor_seconds: f64,
}

/// A line of a program, with the kind of the error there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The kind of error; empty for a line that was executed.
    pub kind: String,
    /// The file as the run names it.
    pub file: String,
    /// The number of the line.
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { kind, file, line } = self;
        let space = if kind.is_empty() { "" } else { " " };
        write!(f, "{kind}{space}{file}:{line}")
    }
}

/// The executed lines of a file in lcov's format.
fn executed(lcov: &str) -> BTreeSet<Place> {
    let mut file = "";
    let mut lines = BTreeSet::new();
    for line in lcov.lines() {
        if let Some(name) = line.strip_prefix("SF:") {
            file = name;
        } else if let Some((line, count)) = line.strip_prefix("DA:").and_then(|data| data.split_once(','))
            && count != "0"
            && let Ok(line) = line.parse()
        {
            lines.insert(Place { kind: String::new(), file: file.to_owned(), line });
        }
    }
    lines
}

impl Bench {
    /// Chooses the directory for results.
    pub fn new(pleach: PathBuf, settings: Settings) -> Result<Bench, String> {
        // In memory, if the system has a file system there: with a file for each test, the disk would be
        // measured.
        let memory = PathBuf::from("/dev/shm");
        let name = format!("pleach-bench-{}", std::process::id());
        let directory = if memory.is_dir() { memory.join(name) } else { target_dir()?.join("bench") };
        Ok(Bench { pleach, directory, begun: AtomicUsize::new(0), settings })
    }

    /// The directory for intermediate files.
    pub fn directory(&self) -> Result<&Path, String> {
        fs::create_dir_all(&self.directory)
            .map_err(|error| format!("cannot make {}: {error}", self.directory.display()))?;
        Ok(&self.directory)
    }

    /// Whether a measurement is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.settings.only.as_ref().is_none_or(|word| name.contains(word))
    }

    /// One of two values: the first normally, the second for a quick run.
    pub fn scale<T>(&self, normal: T, quick: T) -> T {
        if self.settings.quick { quick } else { normal }
    }

    /// Runs a job.
    pub fn run(&self, job: &Job<'_>) -> Result<Run, String> {
        let directory = self.directory.join(self.begun.fetch_add(1, Ordering::Relaxed).to_string());
        let error = |error| format!("cannot make {}: {error}", directory.display());
        if directory.exists() {
            fs::remove_dir_all(&directory).map_err(error)?;
        }
        fs::create_dir_all(&directory).map_err(error)?;
        let mut command = Command::new(&self.pleach);
        command.args(["run", "--quiet", "--klee-exit-codes", "--max-time", &self.settings.max_time]);
        if !job.flags.contains(&"--tests") {
            command.args(["--tests", "all"]);
        }
        if !job.defines.is_empty() {
            let defines: Vec<String> = job.defines.iter().map(|define| format!("-D{define}")).collect();
            command.arg("--cflags").arg(defines.join(" "));
        }
        command.args(&job.flags).arg("--output-dir").arg(&directory).arg(Path::new("bench").join(job.program));
        println!("{} {} {}", job.program, job.defines.join(" "), job.flags.join(" "));
        let processor_seconds = timed(command.current_dir(root()))?;
        let read = |name: &str| {
            let text = fs::read_to_string(directory.join(name));
            let text = text.map_err(|error| format!("{}: no {name}: {error}", job.program))?;
            serde_json::from_str(&text).map_err(|error| format!("{}: {name}: {error}", job.program))
        };
        let (summary, statistics) = (read("summary.json")?, read("statistics.json")?);
        let covered = executed(&fs::read_to_string(directory.join("coverage.lcov")).unwrap_or_default());
        // Thousands of small files are not needed any more.
        let _ = fs::remove_dir_all(&directory);
        Ok(Run { summary, statistics, covered, processor_seconds })
    }

    /// The median of three runs by `value`.
    pub fn middle_of_three(&self, job: &Job<'_>, value: fn(&Run) -> f64) -> Result<Run, String> {
        let mut runs = vec![self.run(job)?];
        if !self.settings.quick {
            runs.extend([self.run(job)?, self.run(job)?]);
        }
        runs.sort_by(|a, b| value(a).total_cmp(&value(b)));
        Ok(runs.swap_remove(runs.len() / 2))
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // What remains is empty, or belongs to a run whose failure was reported.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

impl Run {
    /// A run with a made-up summary and made-up statistics.
    #[cfg(test)]
    pub fn of(summary: Value, statistics: Value) -> Run {
        let processor_seconds = summary["processor_seconds"].as_f64().unwrap_or(f64::NAN);
        Run { summary, statistics, covered: BTreeSet::new(), processor_seconds }
    }

    fn field(&self, path: &str) -> f64 {
        self.summary.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN)
    }

    /// Wall-clock seconds.
    pub fn seconds(&self) -> f64 {
        self.field("/seconds")
    }

    /// Processor time in seconds, user and system, including compiling and loading.
    pub fn processor_seconds(&self) -> f64 {
        self.processor_seconds
    }

    /// A counter by its dotted name.
    pub fn counter(&self, name: &str) -> f64 {
        self.statistics["counters"][name].as_f64().unwrap_or(f64::NAN)
    }

    /// Wall-clock seconds without those spent on writing tests.
    pub fn seconds_without_writing(&self) -> f64 {
        self.seconds() - self.field("/time/report")
    }

    /// Seconds spent in some stages of the solver.
    pub fn seconds_in(&self, stages: &[&str]) -> f64 {
        let microseconds = |stage: &&str| self.statistics["microseconds"][format!("solver.{stage}")].as_f64();
        stages.iter().map(|stage| microseconds(stage).unwrap_or(f64::NAN)).sum::<f64>() / 1e6
    }

    /// Seconds spent in the solver.
    pub fn solver_seconds(&self) -> f64 {
        self.field("/time/solver")
    }

    /// The number of instructions executed.
    pub fn instructions(&self) -> f64 {
        self.field("/instructions")
    }

    /// The number of forks.
    pub fn forks(&self) -> f64 {
        self.field("/forks")
    }

    /// The number of paths that ended by exit or in an error.
    pub fn paths(&self) -> f64 {
        self.field("/paths/completed") + self.field("/paths/errors")
    }

    /// Whether every path was explored.
    pub fn complete(&self) -> bool {
        self.summary["complete"].as_bool() == Some(true)
    }

    /// The number of paths that those which ended by exit stand for.
    pub fn represented(&self) -> f64 {
        self.field("/paths/represented")
    }

    /// Whether a limit ended the run.
    pub fn is_stopped(&self) -> bool {
        self.summary["stopped_by"].is_string()
    }

    /// The number of lines that were executed.
    pub fn lines_covered(&self) -> f64 {
        self.field("/coverage/lines_covered")
    }

    /// The number of lines with code.
    pub fn lines_total(&self) -> f64 {
        self.field("/coverage/lines_total")
    }

    /// The lines that were executed.
    pub fn covered(&self) -> &BTreeSet<Place> {
        &self.covered
    }

    /// The errors found, by kind and line.
    pub fn found(&self) -> BTreeSet<Place> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let place = |finding: &Value| Place {
            kind: text(&finding["kind"]),
            file: text(&finding["file"]),
            line: finding["line"].as_u64().unwrap_or(0),
        };
        self.summary["findings"].as_array().map_or(BTreeSet::new(), |all| all.iter().map(place).collect())
    }

    /// The number of errors found.
    pub fn findings(&self) -> usize {
        self.summary["findings"].as_array().map_or(0, Vec::len)
    }

    /// The number of questions that the solver chain was asked.
    pub fn questions(&self) -> f64 {
        self.field("/questions/asked")
    }

    /// The number of questions that reached the SAT solver.
    pub fn backend(&self) -> f64 {
        self.field("/questions/backend")
    }

    /// The peak memory, in bytes.
    pub fn peak_memory(&self) -> f64 {
        self.field("/peak_memory_bytes")
    }

    /// The share of answers of each stage, the greatest first; stages without a share are left out.
    pub fn stages(&self) -> String {
        let Some(stages) = self.summary["questions"]["by_stage"].as_object() else { return String::new() };
        let mut shares: Vec<(&str, f64)> = stages
            .iter()
            .map(|(name, count)| (name.as_str(), 100.0 * count.as_f64().unwrap_or(0.0) / self.questions()))
            .filter(|&(_, share)| share > 0.0)
            .collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        shares.iter().map(|(name, share)| format!("{name} {share:.0} %")).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let summary = serde_json::json!({
            "complete": true, "seconds": 2.5, "time": {"report": 0.5, "solver": 1.0},
            "paths": {"completed": 7, "errors": 1},
            "questions": {"asked": 10, "backend": 4, "by_stage": {"bit_blast": 4, "slices": 0, "syntactic": 6}},
        });
        let run = Run::of(summary, serde_json::Value::Null);
        assert_eq!(run.seconds_without_writing(), 2.0);
        assert_eq!(run.paths(), 8.0);
        assert_eq!(run.stages(), "syntactic 60 %, bit_blast 40 %");
        assert!(run.complete() && run.forks().is_nan());
    }

    #[test]
    fn executed_lines_are_read() {
        let lines = executed("TN:\nSF:a.c\nDA:3,1\nDA:4,0\nend_of_record\nSF:b.c\nDA:3,1\nend_of_record\n");
        assert_eq!(lines.iter().map(Place::to_string).collect::<Vec<_>>(), ["a.c:3", "b.c:3"]);
    }
}
