//! Programs that csmith generates: each is compiled at -O0 and at -O2, executed, and must print what it prints natively: a
//! checksum of all its global variables.
//!
//! `PLEACH_RANDOM_SEED` and `PLEACH_RANDOM_CASES` choose which programs and how many; a program that differs is kept and named.
//! Some generated programs never end, or take very long: those that are stopped by a limit natively or here are not compared,
//! counted, and the next seeds take their places; so are those few that differ because they convert floating-point numbers to integers
//! that cannot hold them.

#[path = "../binary/mod.rs"]
mod binary;
mod program;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use program::{Compared, Workshop};
use test_support::{cases, round};

/// Programs compared in an ordinary run.
const CASES: u64 = 150;

#[test]
fn generated_programs_print_the_checksum_that_they_print_natively() {
    let workshop = match Workshop::open() {
        Ok(workshop) => workshop,
        Err(why) => {
            println!("csmith: 0 programs compared, all skipped: {why}");
            return;
        }
    };
    let first = round().unwrap_or(1);
    let cases = cases().unwrap_or(CASES);
    let (next, compared, skipped) = (AtomicU64::new(first), AtomicU64::new(0), AtomicU64::new(0));
    let meaningless = AtomicU64::new(0);
    let failures = Mutex::new(Vec::new());
    // Who begins a program has claimed one of the cases; a claim is given back when the program proves too long.
    let claimed = AtomicU64::new(0);
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while claimed.fetch_add(1, Ordering::Relaxed) < cases {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    match workshop.compare(seed) {
                        Ok(Compared::Same) => {
                            compared.fetch_add(1, Ordering::Relaxed);
                        }
                        Ok(Compared::TooLong) => {
                            skipped.fetch_add(1, Ordering::Relaxed);
                            claimed.fetch_sub(1, Ordering::Relaxed);
                        }
                        Ok(Compared::Meaningless) => {
                            meaningless.fetch_add(1, Ordering::Relaxed);
                            claimed.fetch_sub(1, Ordering::Relaxed);
                        }
                        Err(why) => failures.lock().expect("no worker panics").push(format!("seed {seed}: {why}")),
                    }
                }
                claimed.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    let (compared, skipped, meaningless) = (compared.into_inner(), skipped.into_inner(), meaningless.into_inner());
    println!(
        "csmith: {compared} generated programs compared at -O0 and -O2, {} differ, {skipped} too long to compare, \
         {meaningless} without one meaning",
        failures.len()
    );
    if !failures.is_empty() {
        panic!("kept in {}:\n{}", workshop.keep().display(), failures.join("\n"));
    }
    assert!(skipped <= cases / 4 + 2, "{skipped} of {} programs were too long to compare", cases + skipped);
    assert!(meaningless <= cases / 100 + 2, "{meaningless} programs without one meaning are more than csmith makes");
}
