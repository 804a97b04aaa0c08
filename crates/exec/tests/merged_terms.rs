//! The terms of a run grow linearly with the size of a loop whose paths join (Trabish 2024, §5.2.3).

use exec::{Config, Merging};
use test_support::{Collector, module};

/// How many of the first bytes of a buffer are 'a', and whether that is what it should be at one place of it.
fn span(most: u64) -> String {
    format!(
        "declare @klee_make_symbolic(64, 64, 64)
declare @klee_range(32, 32, 64) -> 32
global @bytes size {most} align 8
func @main() -> 32 frame 16 {{
b0:
  call @klee_make_symbolic(@bytes, {most}:64, 0:64)
  %0:32 = call @klee_range(0:32, {bound}:32, 0:64)
  jump b1(0:32)
b1(%1:32):
  %2:1 = ult %1, %0
  branch %2, b2, b3
b2:
  %3:64 = zext %1
  %4:64 = add @bytes, %3
  %5:8 = load %4
  %6:1 = eq %5, 97:8
  %7:32 = add %1, 1:32
  branch %6, b1(%7), b3
b3:
  %8:1 = ule %1, %0
  check %8, assert, \"at most all of them\"
  return %1
}}
",
        bound = most + 1,
    )
}

/// The number of terms, and of paths.
fn explored(most: u64, merging: Merging) -> (u64, u64) {
    let mut collector = Collector::default();
    let mut config = Config { merging, ..Config::default() };
    // Whatever is asked about the joined values.
    config.tuning.merge_cost = 1 << 20;
    config.tuning.merge_alternatives = 1 << 20;
    let result = exec::run(&module(&span(most)), &config, &mut collector).expect("the program runs");
    assert!(result.complete && result.paths_errors == 0);
    let terms = result.statistics.iter().find(|(name, _)| name == "expr.terms").expect("terms are counted").1;
    (terms, result.paths_completed)
}

#[test]
fn terms_grow_linearly() {
    let [small, middle, large] = [8, 16, 32].map(|most| explored(most, Merging::All));
    assert_eq!([small.1, middle.1, large.1], [1; 3], "all paths join");
    let (first, second) = (middle.0 - small.0, large.0 - middle.0);
    assert!(second <= 2 * first + 10, "{small:?} {middle:?} {large:?}");
    // Without joins there are as many paths as places to leave the loop at.
    assert_eq!(explored(8, Merging::Off).1, 17);
}
