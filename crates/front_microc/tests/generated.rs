//! Generated programs: each path of the exploration ends in the same way in the interpreter, and random inputs
//! find no error that a complete exploration missed.
//!
//! `PLEACH_RANDOM_SEED` selects other programs, `PLEACH_RANDOM_CASES` sets their number over all tests.

mod explored;

use exec::Limits;
use explored::{Explored, concrete, explore};
use front_microc::{Shape, generate};
use test_support::{Random, cases, round};

/// The default number of programs over all tests.
const PROGRAMS: u64 = 1000;
/// The number of groups of shapes, each of which has a test.
const GROUPS: u64 = 2;

/// Limits that stop at the same point in every run. Products of inputs can keep the solver busy for minutes:
/// paths whose questions it gives up on are not compared, and then the exploration is not complete.
fn limits() -> Limits {
    let question_conflicts = Some(100);
    Limits { forks: Some(25), instructions: Some(3_000), depth: Some(12), question_conflicts, ..Limits::default() }
}

/// The totals of a group.
#[derive(Default, Debug)]
struct Counts {
    programs: u64,
    complete: u64,
    paths: u64,
    compared: u64,
    errors: u64,
    random_runs: u64,
}

/// Explores the programs of a group, which take the shapes in turn.
fn compare(group: u64, shapes: &[Shape]) -> Counts {
    let base = round().unwrap_or(1);
    let programs = cases().unwrap_or(PROGRAMS).div_ceil(GROUPS);
    let mut counts = Counts::default();
    for number in 0..programs {
        let seed = base.wrapping_mul(1_000_003).wrapping_add(group << 32).wrapping_add(number);
        let shape = &shapes[(number % shapes.len() as u64) as usize];
        let text = generate(shape, seed);
        let found = explore(&text, limits());
        counts.programs += 1;
        counts.paths += found.completed;
        counts.compared += found.compared;
        counts.errors += found.errors.len() as u64;
        if found.complete {
            counts.complete += 1;
            counts.random_runs += random_inputs_find_nothing_new(&text, &found, seed);
        }
    }
    let Counts { programs, complete, paths: _, compared, errors, random_runs } = counts;
    println!(
        "microc: {programs} programs, {complete} explored to the end, {errors} errors, {compared} paths compared with the \
         interpreter, {random_runs} runs on random input"
    );
    counts
}

/// Runs the program on random inputs; returns the number of runs.
fn random_inputs_find_nothing_new(text: &str, found: &Explored, seed: u64) -> u64 {
    const RUNS: u64 = 20;
    let mut random = Random::new(seed);
    for _ in 0..RUNS {
        let numbers: Vec<i32> = (0..40)
            .map(|_| {
                let word = (random.bits() >> 33) as i32;
                if word % 4 == 0 { word.wrapping_mul(2) } else { word % 16 - 5 }
            })
            .collect();
        let (end, _) = concrete(&found.program, &numbers);
        let expected = end.starts_with("exit") || end == "end of input" || found.errors.contains(&end);
        assert!(expected, "{end} on {numbers:?} was not found in\n{text}");
    }
    RUNS
}

#[test]
fn programs_as_the_thesis_has_them() {
    let plain = Shape { loops: 0.03, ..Shape::default() };
    let varied = Shape { varied: true, ..plain.clone() };
    let counts = compare(
        0,
        &[
            plain.clone(),
            Shape { loops: 0.15, parameters: 1, ..plain.clone() },
            Shape { divisions: true, uninitialized: true, ..plain.clone() },
            Shape { max_depth: 5, for_loops: 0.5, loops: 0.1, divisions: true, error_guaranteed: true, ..plain },
            varied.clone(),
            Shape { divisions: true, error_guaranteed: true, ..varied.clone() },
            Shape { divisions: true, large_numbers: true, ..varied },
        ],
    );
    enough(&counts);
}

#[test]
fn programs_with_everything() {
    let small = Shape { loops: 0.03, max_depth: 2, max_top_level: 5, max_block: 3, ..Shape::default() };
    let all = Shape {
        functions: 2,
        parameters: 1,
        divisions: true,
        records: true,
        pointers: true,
        symbolic_indices: true,
        varied: true,
        ..small.clone()
    };
    let counts = compare(
        1,
        &[
            all.clone(),
            Shape { varied: false, ..all.clone() },
            Shape { divisions: false, large_numbers: true, uninitialized: true, ..all.clone() },
            Shape { functions: 3, symbolic_indices: false, uninitialized: true, ..all.clone() },
            Shape { error_guaranteed: true, functions: 1, max_top_level: 10, ..all.clone() },
            Shape { records: true, functions: 1, guarded: true, max_top_level: 8, ..all },
            Shape { max_top_level: 25, max_block: 5, max_depth: 3, loops: 0.05, ..Shape::guarded() },
        ],
    );
    enough(&counts);
}

/// Checks that there was enough of everything to compare, unless there were only few programs.
fn enough(counts: &Counts) {
    let share = |part: u64, percent: u64| part * 100 >= counts.programs * percent;
    let fine = share(counts.complete, 20) && share(counts.paths, 100) && share(counts.errors, 20);
    assert!(counts.programs < 100 || fine, "{counts:?}");
}
