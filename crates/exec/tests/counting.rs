//! An observer that only counts is told of the same ends of paths, without their input and output.

use exec::{Config, Termination};
use test_support::{Collector, module};

#[test]
fn ends_are_the_same_without_tests() {
    let text = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 10:32
  branch %1, b1, b2
b1:
  return 3:32
b2:
  return 4:32
}
";
    let module = module(text);
    let ends = |wanted: bool| {
        let mut collector = Collector { tests: wanted, ..Collector::default() };
        exec::run(&module, &Config::default(), &mut collector).expect("the program runs");
        let mut ends: Vec<(Termination, usize)> =
            collector.ends.into_iter().map(|end| (end.termination, end.inputs.len())).collect();
        ends.sort_by_key(|end| format!("{end:?}"));
        ends
    };
    let exits = |inputs: usize| [(Termination::Exit(3), inputs), (Termination::Exit(4), inputs)];
    assert_eq!(ends(true), exits(1));
    assert_eq!(ends(false), exits(0));
}
