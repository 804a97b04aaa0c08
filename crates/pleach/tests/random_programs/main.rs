//! Random C programs, explored and replayed: every test of every program must end natively as predicted.
//!
//! `PLEACH_RANDOM_SEED` and `PLEACH_RANDOM_CASES` choose which programs and how many; a failing program is kept
//! and named.

#[path = "../binary/mod.rs"]
mod binary;
mod generate;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use report::replay::{Builder, Program, RunOptions};
use report::{KTest, Prediction};
use test_support::{cases, round};

/// The number of programs in an ordinary run.
const CASES: u64 = 24;

/// Explores one program and replays its tests. Returns the number of tests.
fn check(seed: u64, builder: &Builder, dir: &Path) -> Result<u64, String> {
    let source = dir.join(format!("random{seed}.c"));
    std::fs::write(&source, generate::program(seed)).map_err(|error| error.to_string())?;
    let out = dir.join(format!("out{seed}"));
    let run = binary::pleach()
        .args(["run", "--quiet", "--klee-exit-codes", "--tests", "all", "--max-tests", "40", "--max-time", "20s"])
        .args(["--seed", &seed.to_string(), "--output-dir"])
        .arg(&out)
        .arg(&source)
        .output()
        .map_err(|error| error.to_string())?;
    if !run.status.success() {
        return Err(format!("pleach failed: {}", String::from_utf8_lossy(&run.stderr)));
    }
    let sources: [PathBuf; 1] = [source];
    let native = builder
        .build(&Program { sources: &sources, cflags: &[], entry: "main", harness: None })
        .map_err(|error| error.to_string())?;
    let mut replayed = 0;
    let mut tests: Vec<PathBuf> = std::fs::read_dir(&out)
        .map_err(|error| error.to_string())?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "ktest"))
        .collect();
    tests.sort();
    for test in tests {
        let prediction = Prediction::beside(&test).map_err(|error| error.to_string())?;
        let prediction = prediction.ok_or_else(|| format!("{}: no prediction", test.display()))?;
        if test.with_extension("early").exists() {
            continue;
        }
        let bytes = std::fs::read(&test).map_err(|error| error.to_string())?;
        let ktest = KTest::from_bytes(&bytes).map_err(|error| error.to_string())?;
        let ran = native.run_predicted(&ktest, &prediction, &RunOptions::default());
        let (observed, verdict) = ran.map_err(|error| error.to_string())?;
        if !verdict.happened() {
            return Err(format!(
                "{}: predicted {}, but {}\nprinted: {}",
                test.display(),
                prediction.describe(),
                verdict.why(),
                String::from_utf8_lossy(&observed.stdout)
            ));
        }
        replayed += 1;
    }
    Ok(replayed)
}

#[test]
fn every_test_of_every_random_program_ends_as_predicted() {
    let dir = std::env::temp_dir().join(format!("pleach-random-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let builder = Builder::new(true).expect("a native compiler with sanitizers");
    let first = round().unwrap_or(0);
    let last = first + cases().unwrap_or(CASES);
    let next = AtomicU64::new(first);
    let replayed = AtomicU64::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= last {
                        return;
                    }
                    match check(seed, &builder, &dir) {
                        Ok(count) => {
                            replayed.fetch_add(count, Ordering::Relaxed);
                        }
                        Err(why) => failures.lock().expect("no worker panics").push(format!("seed {seed}: {why}")),
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    let replayed = replayed.into_inner();
    println!("random programs: {} programs, {replayed} tests replayed, {} mismatches", last - first, failures.len());
    assert!(failures.is_empty(), "kept in {}:\n{}", dir.display(), failures.join("\n"));
    assert!(replayed >= last - first, "every program has a test");
    std::fs::remove_dir_all(&dir).ok();
}
