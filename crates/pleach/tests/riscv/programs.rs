//! Small programs of `tests/suite/riscv`, linked with the C library and explored with symbolic standard input:
//! exactly the planted error is found, and the prediction of every test comes true under qemu. Natively, some
//! memory errors go unnoticed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cross;
use crate::sandbox::Sandbox;

/// The greatest number of tests of a program that are replayed.
const REPLAYED: usize = 25;
/// Kinds of errors that a native run need not show.
const QUIET: [&str; 2] = ["out-of-bounds", "use-after-free"];

/// A program with the expectations in its text: each error on the line it is about, and at the end the size of
/// the input and what joins its paths.
pub struct Program {
    pub path: PathBuf,
    errors: BTreeSet<(String, u64)>,
    pub stdin: String,
    /// Where its paths join; empty if they need not.
    pub merging: String,
}

impl Program {
    fn read(path: PathBuf) -> Program {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let errors = (1..).zip(text.lines()).filter_map(|(number, line)| {
            let (_, kind) = line.split_once("//~ error: ")?;
            Some((kind.to_owned(), number))
        });
        let last = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        let stdin = last("// stdin: ").expect("how much input it gets");
        Program { errors: errors.collect(), stdin, merging: last("// merge: ").unwrap_or_default(), path }
    }

    /// What is wrong, if anything.
    fn judge(&self) -> Option<String> {
        let sandbox = Sandbox::new();
        let path = self.path.to_str().expect("a path in UTF-8");
        cross::compile(&sandbox.path(""), &["-O1", "-static", "-o", "program.elf", path]);
        let run = sandbox.pleach(&["run", "--tests", "all", "--sym-stdin", &self.stdin, "program.elf"]);
        let summary = sandbox.summary();
        let found = errors(&summary);
        let count = summary["findings"].as_array().map(Vec::len);
        // Each error is reported once, even where the compiler duplicated its line.
        if found != self.errors || count != Some(found.len()) || summary["complete"] != true {
            return Some(format!("{path}: expected {:?}, found {found:?}\n{}", self.errors, run.stdout));
        }
        self.replay(&sandbox)
    }

    /// Replays tests of the last run; what is wrong with them, if anything.
    pub fn replay(&self, sandbox: &Sandbox) -> Option<String> {
        let tests: Vec<String> = sandbox
            .files("pleach-last")
            .into_iter()
            .filter(|name| name.ends_with(".ktest"))
            .take(REPLAYED)
            .map(|name| format!("pleach-last/{name}"))
            .collect();
        let words: Vec<&str> = ["replay", "program.elf"].into_iter().chain(tests.iter().map(String::as_str)).collect();
        let done = sandbox.pleach(&words);
        let happened = done.stdout.matches("it happened:").count();
        let missed: Vec<&str> = done.stdout.lines().filter(|line| line.contains("it did not happen:")).collect();
        let quiet = self.errors.iter().any(|(kind, _)| QUIET.contains(&kind.as_str()));
        let allowed = |line: &&str| quiet && line.contains("ran to its end without a visible crash");
        let right = happened + missed.len() == tests.len() && missed.iter().all(allowed) && happened > 0;
        (!right).then(|| format!("{}: {}\n{}", self.path.display(), done.stdout, done.stderr))
    }
}

/// The kinds and lines of the errors in a summary.
pub fn errors(summary: &serde_json::Value) -> BTreeSet<(String, u64)> {
    let findings = summary["findings"].as_array().expect("a list").iter();
    let place = |finding: &serde_json::Value| {
        let kind = finding["kind"].as_str().expect("a kind").to_owned();
        (kind, finding["line"].as_u64().unwrap_or(0))
    };
    findings.map(place).collect()
}

/// The programs of the suite that are in a folder, sorted.
pub fn all(folder: &str) -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/riscv").join(folder);
    let entries = std::fs::read_dir(folder).expect("the suite is there");
    let files = entries.map(|entry| entry.expect("a readable folder").path()).filter(|path| path.is_file());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files.into_iter().map(Program::read).collect()
}

#[test]
fn planted_errors_are_found_and_replayed() {
    let programs: Vec<Program> = [all(""), all("merging")].into_iter().flatten().collect();
    assert!(programs.len() >= 10, "the suite has lost its programs");
    let (first, second) = programs.split_at(programs.len() / 2);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let halves =
            [first, second].map(|half| scope.spawn(|| half.iter().filter_map(Program::judge).collect::<Vec<_>>()));
        halves.into_iter().flat_map(|half| half.join().expect("a program does not panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
