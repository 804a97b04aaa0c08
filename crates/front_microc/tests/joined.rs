//! Generated programs, explored with and without joining paths: both find the same errors and execute the same lines, and
//! each path of both ends in the same way in the interpreter; every join is proved.
//!
//! `PLEACH_RANDOM_SEED` selects other programs, `PLEACH_RANDOM_CASES` sets their number.

mod explored;

use exec::{Config, Limits, Merging, Tests};
use explored::{Explored, explore_program};
use front_microc::{Shape, Source, generate, load};
use test_support::{cases, round};

/// The default number of programs.
const PROGRAMS: u64 = 120;
/// The factor by which there are fewer programs here than in other tests: most of them have nothing to join.
const FEWER: u64 = 5;

/// Limits that stop at the same point in every run.
fn limits() -> Limits {
    let question_conflicts = Some(30);
    Limits { forks: Some(40), instructions: Some(3_000), depth: Some(16), question_conflicts, ..Limits::default() }
}

fn shapes() -> [Shape; 5] {
    let counting = Shape {
        for_loops: 0.1,
        loops: 0.01,
        varied: true,
        max_top_level: 5,
        max_block: 2,
        max_depth: 2,
        ..Shape::default()
    };
    [
        counting.clone(),
        Shape { divisions: true, parameters: 2, ..counting.clone() },
        Shape { functions: 2, parameters: 1, divisions: true, symbolic_indices: true, ..counting.clone() },
        Shape { functions: 1, records: true, pointers: true, symbolic_indices: true, ..counting.clone() },
        Shape { guarded: true, divisions: true, parameters: 2, functions: 1, ..counting },
    ]
}

fn explore(text: &str, merging: Merging, at_any_cost: bool) -> Explored {
    let source = Source::new("t.mc", text);
    let program = load(&source).unwrap_or_else(|problems| panic!("{}\n{text}", source.messages(&problems)));
    let mut config = Config { limits: limits(), merging, tests: Tests::New, check_answers: true, ..Config::default() };
    if at_any_cost {
        (config.tuning.merge_cost, config.tuning.merge_alternatives) = (1 << 20, 1 << 20);
    }
    explore_program(&source, program, config)
}

#[test]
fn joined_paths_find_what_single_ones_find() {
    let base = round().unwrap_or(1);
    let (mut programs, mut complete, mut fewer, mut compared, mut joins, mut kept_joins) = (0, 0, 0, 0, 0, 0);
    for number in 0..cases().map_or(PROGRAMS, |cases| cases.div_ceil(FEWER)) {
        let shapes = shapes();
        let shape = &shapes[(number % shapes.len() as u64) as usize];
        let text = generate(shape, base.wrapping_mul(1_000_003).wrapping_add(7 << 32).wrapping_add(number));
        let apart = explore(&text, Merging::Off, false);
        programs += 1;
        compared += apart.compared;
        // Where no question to come depends on what is joined; and in one of two programs whatever it costs: only then do paths
        // join that differ in arrays and cells.
        for at_any_cost in [false, true] {
            if at_any_cost && number % 2 == 1 {
                continue;
            }
            let joined = explore(&text, Merging::All, at_any_cost);
            compared += joined.compared;
            joins += joined.joins;
            kept_joins += if at_any_cost { joined.joins } else { 0 };
            if apart.complete && joined.complete {
                complete += u64::from(!at_any_cost);
                fewer += u64::from(joined.completed < apart.completed);
                assert_eq!(apart.errors, joined.errors, "other errors\n{text}");
                assert_eq!(apart.lines, joined.lines, "other lines\n{text}");
            }
        }
    }
    println!(
        "microc: {complete} programs explored with and without joining paths, of {programs}; {fewer} with joined paths"
    );
    println!("microc: {compared} paths compared with the interpreter");
    println!("microc: {joins} joins, each proved; {kept_joins} of them whatever they cost");
    assert!(programs < 100 || 2 * complete >= programs && fewer > 0 && joins > 20, "{complete} {fewer} {joins}");
}
