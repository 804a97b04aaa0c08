//! Random C programs about memory of symbolic size, explored with and without joining paths.
//!
//! Both find the same errors and cover the same lines. Of one program in [`FOLLOWED`], all tests of the joined exploration are
//! followed again by what their paths chose, and the native program, built with sanitizers, must do on them what is predicted.
//!
//! `PLEACH_RANDOM_SEED` and `PLEACH_RANDOM_CASES` choose which programs and how many; those that differ are kept and named.

#[path = "../binary/mod.rs"]
mod binary;
mod generate;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use report::replay::{Builder, Native, Program, RunOptions};
use report::toolchain::Clang;
use report::{KTest, Prediction, Summary};
use test_support::{cases, round};

/// The number of programs in an ordinary run, and in one file.
const PROGRAMS: u64 = 120;
const IN_A_FILE: u64 = 40;
/// One program in so many is explored with leaks looked for; one is followed and replayed.
const LEAKS: u64 = 5;
const FOLLOWED: u64 = 4;
/// Limits that stop at the same point in every run, and that most programs do not reach.
const LIMITS: [&str; 4] = ["--max-instructions", "60000", "--max-forks", "400"];
/// Joins whatever it costs later.
const ANY_COST: [&str; 4] = ["--merge", "all", "--tune", "exec.merge_cost=1048576,exec.merge_alternatives=1048576"];
/// Other ways to join or to treat sizes; programs take turns.
const WAYS: [&[&str]; 6] = [
    &["--merge", "all"],
    &["--merge", "sizes", "--merge-terms", "patterns"],
    &["--merge", "regions", "--sizes", "eager"],
    &["--merge", "all", "--memory-model", "merge"],
    &["--merge", "sizes", "--check-answers"],
    &["--merge", "all", "--string-functions", "expression"],
];

/// What an exploration found.
struct Explored {
    dir: PathBuf,
    is_limited: bool,
    complete: bool,
    errors: BTreeSet<(String, u32)>,
    coverage: String,
    joins: u64,
}

/// Some programs in one file, compiled once.
struct File {
    source: PathBuf,
    bitcode: PathBuf,
    native: Native,
}

/// Totals over all programs.
#[derive(Default)]
struct Totals {
    compared: AtomicU64,
    joined: AtomicU64,
    replayed: AtomicU64,
}

impl File {
    fn new(dir: &Path, seeds: std::ops::Range<u64>, builder: &Builder) -> Result<File, String> {
        let source = dir.join(format!("programs{}.c", seeds.start));
        std::fs::write(&source, generate::file(seeds)).map_err(|error| error.to_string())?;
        let bitcode = source.with_extension("bc");
        let clang = Clang::find().map_err(|error| error.to_string())?;
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
        let mut compile = Command::new(&clang.path);
        compile.args(["-g", "-O0", "-w", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-D__PLEACH__", "-I"]);
        let compiled = compile.arg(include).arg(&source).arg("-o").arg(&bitcode).status();
        if !compiled.map_err(|error| error.to_string())?.success() {
            return Err(format!("{} does not compile", source.display()));
        }
        let program = Program {
            sources: std::slice::from_ref(&source),
            cflags: &["-w".to_owned()],
            entry: "main",
            harness: None,
        };
        let native = builder.build(&program).map_err(|error| error.to_string())?;
        Ok(File { source, bitcode, native })
    }

    /// Explores the program of a number in some way.
    fn explore(&self, number: u64, how: &str, options: &[&str]) -> Result<Explored, String> {
        let dir = self.source.with_extension(format!("{number}.{how}"));
        let mut run = binary::pleach();
        run.args(["run", "--quiet", "--klee-exit-codes", "--max-time", "20s"]).args(LIMITS).args(options);
        if number.is_multiple_of(LEAKS) {
            run.arg("--check-leaks");
        }
        let run = run.arg("--output-dir").arg(&dir).arg(&self.bitcode).args(["--", &number.to_string()]).output();
        let run = run.map_err(|error| error.to_string())?;
        let read = |name: &str| std::fs::read(dir.join(name)).map_err(|error| format!("{how}: {name}: {error}"));
        if !run.status.success() {
            return Err(format!("{how}: pleach failed: {}", String::from_utf8_lossy(&run.stderr)));
        }
        let summary: Summary = serde_json::from_slice(&read("summary.json")?).map_err(|error| error.to_string())?;
        let statistics: serde_json::Value =
            serde_json::from_slice(&read("statistics.json")?).map_err(|error| error.to_string())?;
        Ok(Explored {
            is_limited: summary.stopped_by.is_some(),
            complete: summary.complete,
            errors: summary.findings.iter().map(|finding| (finding.kind.clone(), finding.line)).collect(),
            coverage: String::from_utf8_lossy(&read(report::COVERAGE)?).into_owned(),
            joins: statistics["counters"]["exec.joins"].as_u64().ok_or("no count of joins")?,
            dir,
        })
    }

    /// Compares the ways to explore a program.
    fn compare(&self, number: u64, totals: &Totals) -> Result<(), String> {
        let apart = self.explore(number, "apart", &["--merge", "off"])?;
        let joined = self.explore(number, "joined", &ANY_COST)?;
        let way = WAYS[(number % WAYS.len() as u64) as usize];
        let other = self.explore(number, "other", way)?;
        if !apart.is_limited {
            for (one, how) in [(&joined, &ANY_COST[..]), (&other, way)] {
                if one.is_limited {
                    continue;
                }
                if one.errors != apart.errors {
                    return Err(format!("{how:?}: {:?} and not {:?}", one.errors, apart.errors));
                }
                if one.coverage != apart.coverage || one.complete != apart.complete {
                    return Err(format!("{how:?}: other lines, or complete {}", one.complete));
                }
            }
            totals.compared.fetch_add(1, Ordering::Relaxed);
        }
        totals.joined.fetch_add(u64::from(joined.joins > 0), Ordering::Relaxed);
        if number.is_multiple_of(FOLLOWED) && !joined.is_limited {
            let check = binary::pleach().args(["trace", "--check"]).arg(&joined.dir).output();
            let check = check.map_err(|error| error.to_string())?;
            if !check.status.success() {
                return Err(format!("followed again: {}", String::from_utf8_lossy(&check.stderr)));
            }
            // What leaks natively may still be pointed to by stale words.
            if !number.is_multiple_of(LEAKS) {
                self.replay(&joined.dir, totals)?;
            }
        }
        for explored in [apart, joined, other] {
            std::fs::remove_dir_all(explored.dir).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn replay(&self, dir: &Path, totals: &Totals) -> Result<(), String> {
        for prediction in report::prediction::read_all(dir).map_err(|error| error.to_string())? {
            let path = dir.join(&prediction.test);
            let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let test = KTest::from_bytes(&bytes).map_err(|error| error.to_string())?;
            let ran = self.native.run_predicted(&test, &prediction, &RunOptions::default());
            let (_, verdict) = ran.map_err(|error| error.to_string())?;
            if !verdict.happened() {
                let predicted = Prediction::describe(&prediction);
                return Err(format!("{}: predicted {predicted}, but {}", path.display(), verdict.why()));
            }
            totals.replayed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[test]
fn joined_paths_of_random_programs_find_what_single_ones_find() {
    let dir = tempfile::Builder::new().prefix("pleach-joined-").tempdir().expect("a temporary directory");
    let builder = Builder::new(true).expect("a native compiler with sanitizers");
    let first = round().unwrap_or(1).wrapping_mul(1_000_003);
    let programs = cases().unwrap_or(PROGRAMS);
    let (totals, failures) = (Totals::default(), Mutex::new(Vec::new()));
    let note = |why: String| failures.lock().expect("no worker panics").push(why);
    for begin in (0..programs).step_by(IN_A_FILE as usize) {
        let count = IN_A_FILE.min(programs - begin);
        let begin = first.wrapping_add(begin);
        let file = File::new(dir.path(), begin..begin.wrapping_add(count), &builder).expect("a file of programs");
        let next = AtomicU64::new(0);
        let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return;
                        }
                        if let Err(why) = file.compare(number, &totals) {
                            note(format!("{}, program {number}: {why}", file.source.display()));
                        }
                    }
                });
            }
        });
    }
    let failures = failures.into_inner().expect("no worker panics");
    let Totals { compared, joined, replayed } = totals;
    let (compared, joined, replayed) = (compared.into_inner(), joined.into_inner(), replayed.into_inner());
    println!(
        "C: {compared} programs explored with and without joining paths, of {programs}; {joined} with joined paths"
    );
    println!("C: {replayed} tests replayed, {} programs differ", failures.len());
    if !failures.is_empty() {
        panic!("kept in {}:\n{}", dir.keep().display(), failures.join("\n"));
    }
    assert!(programs < 40 || 4 * compared >= 3 * programs && 4 * joined >= programs, "{compared} {joined}");
}
