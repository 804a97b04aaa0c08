//! Generated programs: every path of every program ends in the interpreter as the exploration says, and no random input
//! finds an error that a complete exploration missed.

mod explored;

use exec::Limits;
use explored::{concrete, explore};
use front_microc::{Shape, generate};

/// Programs for each shape.
const PROGRAMS: u64 = 20;

fn shapes() -> Vec<Shape> {
    let plain = Shape { for_loops: 0.1, loops: 0.02, ..Shape::default() };
    let all = Shape { functions: 2, records: true, pointers: true, symbolic_indices: true, ..plain.clone() };
    vec![
        plain.clone(),
        Shape { loops: 0.15, ..plain.clone() },
        Shape { divisions: true, error_guaranteed: true, ..plain.clone() },
        Shape { divisions: true, ..all.clone() },
        Shape { max_depth: 2, max_top_level: 4, divisions: true, ..all.clone() },
        Shape { guarded: true, divisions: true, max_top_level: 20, ..all },
    ]
}

/// Limits that stop at the same place in every run. Products of inputs can keep the solver busy for minutes: paths whose
/// questions it gives up on are not compared, and the exploration is not complete then.
fn limits() -> Limits {
    let question_conflicts = Some(100);
    Limits { forks: Some(25), instructions: Some(3_000), depth: Some(12), question_conflicts, ..Limits::default() }
}

#[test]
fn every_path_ends_as_predicted() {
    let base: u64 = std::env::var("PLEACH_RANDOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (mut complete, mut paths, mut errors) = (0, 0, 0);
    for (number, shape) in shapes().iter().enumerate() {
        for seed in 0..PROGRAMS {
            let seed = base.wrapping_mul(1_000_003).wrapping_add(number as u64 * 10_000 + seed);
            let text = generate(shape, seed);
            let found = explore(&text, limits());
            paths += found.completed;
            errors += found.errors.len();
            if found.complete {
                complete += 1;
                random_inputs_find_nothing_new(&text, &found, seed);
            }
        }
    }
    assert!(complete > 20 && paths > 100 && errors > 20, "{complete} complete, {paths} paths, {errors} errors");
}

fn random_inputs_find_nothing_new(text: &str, found: &explored::Explored, seed: u64) {
    let mut state = seed | 1;
    for _ in 0..20 {
        let numbers: Vec<i32> = (0..40)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let word = (state >> 33) as i32;
                if word % 4 == 0 { word.wrapping_mul(2) } else { word % 16 - 5 }
            })
            .collect();
        let (end, _) = concrete(&found.program, &numbers);
        let expected = end.starts_with("exit") || end == "end of input" || found.errors.contains(&end);
        assert!(expected, "{end} on {numbers:?} was not found in\n{text}");
    }
}
