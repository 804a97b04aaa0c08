//! Runs a target on its corpus and on mutations of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use test_support::Random;

use crate::corpus;
use crate::mutate::mutate;
use crate::targets::Target;
use crate::watchdog::Watchdog;

/// The stack size for cases, in bytes: unbounded recursion should be found.
const STACK: usize = 8 << 20;
/// The greatest number of cases that are kept to be mutated further.
const KEPT: usize = 4096;

/// How much to do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The greatest number of cases.
    pub cases: u64,
    /// The time limit, if there is one.
    pub time: Option<Duration>,
    /// The seed that decides which cases are made.
    pub seed: u64,
}

/// The results of fuzzing a target.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The number of cases that were run.
    pub cases: u64,
    /// The number of cases that were understood.
    pub understood: u64,
    /// The files with the cases that made the target panic.
    pub panics: Vec<PathBuf>,
}

/// Fuzzes a target. Cases that make it panic are written to the directory `leave`.
pub fn drive(target: Target, effort: Effort, leave: &Path) -> Found {
    std::fs::create_dir_all(leave).expect("a directory for cases can be made");
    let leave = leave.to_owned();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let handle = thread.spawn(move || cases(target, effort, &leave)).expect("a thread starts");
    handle.join().expect("panics of cases are caught")
}

fn cases(target: Target, effort: Effort, leave: &Path) -> Found {
    let started = Instant::now();
    let watchdog = Watchdog::new(leave.join(format!("{}-stuck", target.name)));
    let mut random = Random::new(effort.seed);
    let mut corpus = corpus::of(&target);
    let mut found = Found::default();
    let first = corpus.len() as u64;
    while found.cases < effort.cases && effort.time.is_none_or(|time| started.elapsed() < time) {
        // First the initial cases, unchanged.
        let is_new = found.cases >= first;
        let case = if is_new {
            // Every other case comes from an initial file: the kept cases get shorter and shorter, because
            // short ones are easily understood.
            let among = if random.below(2) == 0 { first as usize } else { corpus.len() };
            let (one, other) = (random.below(among), random.below(corpus.len()));
            mutate(&corpus[one], &corpus[other], &mut random)
        } else {
            corpus[found.cases as usize].clone()
        };
        found.cases += 1;
        watchdog.begin(&case);
        match catch_unwind(AssertUnwindSafe(|| target.run(&case))) {
            Ok(understood) => {
                found.understood += u64::from(understood);
                if understood && is_new && corpus.len() < KEPT {
                    corpus.push(case);
                }
            }
            Err(_) => {
                let file = leave.join(format!("{}-{}", target.name, found.cases));
                std::fs::write(&file, &case).expect("the case can be written");
                found.panics.push(file);
            }
        }
    }
    found
}
