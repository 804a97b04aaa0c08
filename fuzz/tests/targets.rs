//! Every target accepts any input. `PLEACH_RANDOM_SEED` chooses other cases; `PLEACH_RANDOM_CASES` multiplies
//! the number of cases of each target.

use fuzz::{Effort, TARGETS, drive, target};

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[track_caller]
fn takes_anything(name: &str) {
    let target = target(name).expect("a target");
    let cases = target.cases * number("PLEACH_RANDOM_CASES").unwrap_or(1);
    let seed = number("PLEACH_RANDOM_SEED").unwrap_or(1);
    let leave = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let found = drive(target, Effort { cases, time: None, seed }, &leave);
    println!("fuzz: {name}: {} cases, {} understood", found.cases, found.understood);
    assert!(found.panics.is_empty(), "cases that panic: {:?}", found.panics);
    assert!(found.understood > 0 && found.understood < found.cases, "{found:?}");
}

macro_rules! targets {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            takes_anything(stringify!($name));
        })*

        #[test]
        fn each_target_has_a_test() {
            assert_eq!(TARGETS.map(|target| target.name), [$(stringify!($name)),*]);
        }
    };
}

targets!(llvm, symbols, elf, microc, ir, costs, smt, queries, terms, ktest, run, lcov);
