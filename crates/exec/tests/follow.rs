//! A path is determined by its decisions and an input: following them leads to the same end, without a question.

use exec::{Config, MemoryModelKind, PathEnd, Search, SizeMode, Uninitialized, decisions_text, parse_decisions};
use test_support::{Collector, module};

/// Explores a program, follows every path again by its trail, and compares the ends.
fn follow_all(text: &str, config: &Config) -> Vec<PathEnd> {
    let module = module(text);
    let mut first = None;
    for search in [Search::Dfs, Search::Random] {
        let config = Config { search, ..config.clone() };
        let mut collector = Collector { all_inputs: true, ..Collector::default() };
        exec::run(&module, &config, &mut collector).expect("the program runs");
        let mut ends = collector.ends;
        for end in &ends {
            let mut again = Collector { all_inputs: true, ..Collector::default() };
            let followed = exec::follow(&module, &config, &end.trail(), &mut again).expect("the program runs");
            assert_eq!(followed.lost, None, "{}", decisions_text(end.decisions.iter()));
            let [again] = &again.ends[..] else { panic!("one path is followed") };
            let same = PathEnd { first: end.first, kept: end.kept, new_coverage: end.new_coverage, ..again.clone() };
            assert_eq!(&same, end);
            assert_eq!(followed.steps.len(), end.decisions.len());
            let text = decisions_text(end.decisions.iter());
            assert!(parse_decisions(&text).expect("it parses").iter().eq(end.decisions.iter()));
        }
        // The paths and what they chose do not depend on the order of exploration.
        ends.sort_by_key(|end| decisions_text(end.decisions.iter()));
        let decisions = |ends: &[PathEnd]| ends.iter().map(|end| end.decisions.clone()).collect::<Vec<_>>();
        let first = first.get_or_insert_with(|| ends.clone());
        assert_eq!(decisions(first), decisions(&ends));
    }
    first.expect("there are strategies")
}

#[test]
fn sides_and_errors() {
    let text = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 10:32
  branch %1, b1, b2
b1:
  %2:1 = ne %0, 5:32
  check %2, div-by-zero, \"division by zero\"
  return 3:32
b2:
  %3:1 = slt %0, 20:32
  branch %3, b1, b3
b3:
  return 4:32
}
";
    assert_eq!(follow_all(text, &Config::default()).len(), 4);
}

#[test]
fn values_are_chosen_from_the_least() {
    let text = "declare @klee_int(64) -> 32
declare @klee_assume(64)
declare @malloc(64) -> 64
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:32 = sub %0, 7:32
  %2:1 = ult %1, 4:32
  %3:64 = zext %2
  call @klee_assume(%3)
  %4:64 = zext %0
  %5:64 = call @malloc(%4)
  return 0:32
}
";
    let ends = follow_all(text, &Config { sizes: SizeMode::Eager, ..Config::default() });
    let decided: Vec<String> = ends.iter().map(|end| decisions_text(end.decisions.iter())).collect();
    assert_eq!(decided.len(), 4, "{decided:?}");
    assert!(decided.iter().any(|text| text.contains("!7") && text.contains("=8")), "{decided:?}");
    assert!(decided.iter().all(|text| !text.contains("=10") || text.contains("!9")), "{decided:?}");
}

/// A pointer to one of three objects, null or nothing, read and written.
const POINTERS: &str = "declare @klee_int(64) -> 32
global @a size 8 align 8 { bytes 01 02 03 04 05 06 07 08 }
global @b size 8 align 8 { bytes 11 12 13 14 15 16 17 18 }
global @c size 4 align 8 { bytes 21 22 23 24 }
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 1:32
  %2:1 = eq %0, 2:32
  %3:1 = eq %0, 3:32
  %4:1 = eq %0, 4:32
  %5:64 = select %1, @a, 0:64
  %6:64 = select %2, @b, %5
  %7:64 = select %3, @c, %6
  %8:64 = select %4, 77777777:64, %7
  %9:64 = load %8
  %10:32 = trunc %9
  store %8, 5:32
  %11:32 = load @a
  %12:1 = eq %11, 5:32
  branch %12, b1, b2
b1:
  return %10
b2:
  return 4:32
}
";

#[test]
fn objects() {
    let ends = follow_all(POINTERS, &Config::default());
    assert!(ends.len() >= 5, "{}", ends.len());
    let merged = Config { memory_model: MemoryModelKind::Merge, ..Config::default() };
    assert!(follow_all(POINTERS, &merged).len() >= 4);
}

#[test]
fn functions() {
    let text = "declare @klee_int(64) -> 32
func @f() -> 32 frame 16 {
b0:
  return 1:32
}
func @g() -> 32 frame 16 {
b0:
  return 2:32
}
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 1:32
  %2:1 = eq %0, 2:32
  %3:64 = select %1, @f, 0:64
  %4:64 = select %2, @g, %3
  %5:32 = call indirect %4()
  return %5
}
";
    assert_eq!(follow_all(text, &Config::default()).len(), 3);
}

/// Two functions and bad addresses: the call asks twice on each path.
#[test]
fn one_of_several_functions() {
    let text = "declare @klee_int(64) -> 32
func @f() -> 32 frame 16 {
b0:
  return 1:32
}
func @g() -> 32 frame 16 {
b0:
  return 2:32
}
global @table size 24 align 8 { reloc 0 @f reloc 8 @g reloc 16 @f }
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:64 = zext %0
  %2:64 = and %1, 24:64
  %3:64 = add @table, %2
  %4:64 = load %3
  %5:32 = call indirect %4()
  return %5
}
";
    assert!(follow_all(text, &Config::default()).len() >= 3);
}

#[test]
fn undefined_memory() {
    let text = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:64 = alloca 8:64, align 8
  %2:32 = load %1
  %3:32 = and %2, %0
  %4:1 = eq %3, 0:32
  branch %4, b1, b2
b1:
  return 1:32
b2:
  return 2:32
}
";
    let config = Config { uninitialized: Uninitialized::Error, ..Config::default() };
    assert_eq!(follow_all(text, &config).len(), 2);
}

#[test]
fn a_trail_of_another_program_is_noticed() {
    let program = |bound: u32| {
        format!(
            "declare @klee_int(64) -> 32\nfunc @main() -> 32 frame 16 {{\nb0:\n  %0:32 = call @klee_int(0:64)\n  \
             %1:1 = slt %0, {bound}:32\n  branch %1, b1, b2\nb1:\n  return 3:32\nb2:\n  return 4:32\n}}\n"
        )
    };
    let ends = follow_all(&program(10), &Config::default());
    let mut ignored = Collector::default();
    let lost = ends.iter().filter(|end| {
        let other = module(&program(1_000_000));
        exec::follow(&other, &Config::default(), &end.trail(), &mut ignored).expect("it runs").lost.is_some()
    });
    assert_eq!(lost.count(), 1, "the input of one path is on another side now");
}
