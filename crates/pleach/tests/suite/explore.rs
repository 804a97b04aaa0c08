//! Runs `pleach run` on a program in a separate directory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use report::Summary;
use tempfile::TempDir;

use crate::binary;
use crate::case::{Case, name_of};
use crate::configuration::Configuration;

/// The run directory's name. It is the same for every run because it appears in files that must be identical.
const OUT: &str = "out";

/// A finished exploration.
#[derive(Debug)]
pub struct Explored {
    dir: TempDir,
    /// `summary.json`
    pub summary: Summary,
    /// Whether each line with code was executed, by file and line.
    pub lines: BTreeMap<(String, u32), bool>,
}

impl Explored {
    /// Explores a program. The error says what went wrong.
    pub fn by(case: &Case, configuration: &Configuration) -> Result<Explored, String> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        copy_program(case, dir.path());
        let mut command = binary::pleach();
        command.current_dir(dir.path()).env("NO_COLOR", "1");
        let flags = configuration.over(&case.run);
        command.args(["run", "--output-dir", OUT]).args(&flags);
        if !flags.iter().any(|flag| flag == "--tests") {
            // Keep every test, since every one is replayed.
            command.args(["--tests", "all"]);
        }
        if !case.cflags.is_empty() {
            command.args(["--cflags", &case.cflags]);
        }
        command.args(case.files.iter().map(|file| name_of(file)));
        if !case.args.is_empty() {
            command.arg("--").args(&case.args);
        }
        let output = command.output().expect("pleach starts");
        let broken = |why: &str| {
            let stderr = String::from_utf8_lossy(&output.stderr);
            format!("{}{}: {why}\n{}", case.name, configuration.label(), stderr.trim_end())
        };
        let code = output.status.code().ok_or_else(|| broken("pleach crashed"))?;
        let text = std::fs::read(dir.path().join(OUT).join("summary.json"))
            .map_err(|_| broken(&format!("pleach exited with {code} and wrote no summary")))?;
        let summary: Summary = serde_json::from_slice(&text).map_err(|error| broken(&format!("summary: {error}")))?;
        let deserved = exit_code(&summary, case.run.iter().any(|flag| flag == "--allow-concrete"));
        if code != deserved {
            return Err(broken(&format!("exit code {code} instead of {deserved}")));
        }
        let lines = coverage(&dir.path().join(OUT).join(report::COVERAGE));
        Ok(Explored { dir, summary, lines })
    }

    /// The directory in which the program was explored.
    pub fn place(&self) -> &Path {
        self.dir.path()
    }

    /// The run directory.
    pub fn out(&self) -> PathBuf {
        self.dir.path().join(OUT)
    }

    /// A counter of the run's statistics.
    pub fn counter(&self, name: &str) -> u64 {
        let text = std::fs::read_to_string(self.out().join("statistics.json")).expect("a run leaves its statistics");
        let statistics: serde_json::Value = serde_json::from_str(&text).expect("statistics are JSON");
        statistics["counters"][name].as_u64().expect("there is such a counter")
    }

    /// The scripts of the questions that were logged to a directory.
    pub fn log(&self, dir: &str) -> Vec<String> {
        let scripts = report::query_log::scripts(&self.dir.path().join(dir)).expect("the log is there");
        scripts.iter().map(|script| std::fs::read_to_string(script).expect("a script is text")).collect()
    }

    /// The names of the files in the run directory, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.out()).expect("the run directory is there");
        let mut names: Vec<String> = entries.map(|entry| name_of(&entry.expect("an entry").path())).collect();
        names.sort();
        names
    }

    /// The program's files in the directory of the exploration.
    pub fn sources(&self, case: &Case) -> Vec<PathBuf> {
        case.files.iter().map(|file| self.dir.path().join(name_of(file))).collect()
    }
}

/// The exit code that a summary should have. A run without symbolic data proves nothing unless that is allowed.
fn exit_code(summary: &Summary, allow_concrete: bool) -> i32 {
    match (summary.findings.is_empty(), summary.complete && (summary.symbolic || allow_concrete)) {
        (false, _) => 1,
        (true, false) => 2,
        (true, true) => 0,
    }
}

/// Copies the sources, the headers beside them, and the original program that a corrected twin includes.
fn copy_program(case: &Case, to: &Path) {
    let folder = case.files[0].parent().expect("a program is in a folder");
    let beside = std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("an entry").path());
    let headers = beside.filter(|path| path.extension().is_some_and(|extension| extension == "h"));
    let named = case.files.iter().flat_map(|file| included(file)).map(|name| folder.join(name));
    for file in case.files.iter().cloned().chain(headers).chain(named.filter(|path| path.exists())) {
        std::fs::copy(&file, to.join(name_of(&file))).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

/// The names that a source includes in quotation marks.
fn included(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a program was read before");
    let name = |line: &str| Some(line.strip_prefix("#include \"")?.split_once('"')?.0.to_owned());
    text.lines().filter_map(name).collect()
}

/// The lines of an lcov file.
fn coverage(path: &Path) -> BTreeMap<(String, u32), bool> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut file = String::new();
    let mut lines = BTreeMap::new();
    for entry in text.lines() {
        if let Some(name) = entry.strip_prefix("SF:") {
            file = name.to_owned();
        } else if let Some((line, count)) = entry.strip_prefix("DA:").and_then(|entry| entry.split_once(',')) {
            let line = line.parse().expect("lcov's lines are numbers");
            lines.insert((file.clone(), line), count != "0");
        }
    }
    lines
}
