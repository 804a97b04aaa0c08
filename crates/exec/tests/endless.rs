//! Paths that repeat themselves end, and no other paths do.

use exec::{Config, Limit, Limits, Search, Technique, Termination};
use test_support::{Collector, Random, module};

/// The terminations of a program's paths, in any order. A path that runs out of instructions ends with another limit.
fn ends(program: &str, without: &[Technique]) -> Vec<Termination> {
    let module = module(program);
    let mut first = None;
    for (search, _) in Search::NAMES {
        let limits = Limits { instructions: Some(3_000_000), ..Limits::default() };
        let config = Config { search, limits, without: without.to_vec(), ..Config::default() };
        let mut collector = Collector::default();
        exec::run(&module, &config, &mut collector).expect("the program runs");
        let mut ends: Vec<Termination> = collector.ends.into_iter().map(|end| end.termination).collect();
        ends.sort_by_key(|end| format!("{end:?}"));
        assert_eq!(first.get_or_insert_with(|| ends.clone()), &ends, "{search:?}");
    }
    first.expect("there are strategies")
}

const ENDLESS: Termination = Termination::Limit(Limit::Endless);

#[test]
fn loops_that_change_nothing_are_endless() {
    let empty = "func @main() -> 32 frame 16 {\nb0:\n  jump b1\nb1:\n  jump b1\n}\n";
    assert_eq!(ends(empty, &[]), [ENDLESS]);
    assert_eq!(ends(empty, &[Technique::FastPath]), [ENDLESS]);
    assert_eq!(ends(empty, &[Technique::EndlessLoops]), [Termination::Limit(Limit::Instructions)]);
    let swapping = "func @main() -> 32 frame 16 {\nb0:\n  jump b1(1:32, 2:32, 3:32)\nb1(%0:32, %1:32, %2:32):\n  \
                    %3:1 = eq %0, 4:32\n  branch %3, b2, b1(%1, %2, %0)\nb2:\n  return 0:32\n}\n";
    assert_eq!(ends(swapping, &[]), [ENDLESS], "it has a period of three");
}

/// One side of a condition on input loops for ever and the other ends; the loop's own condition is known on the path.
#[test]
fn a_side_without_end_does_not_keep_the_other_from_ending() {
    let text = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  jump b1
b1:
  %1:1 = slt %0, 10:32
  branch %1, b1, b2
b2:
  return 3:32
}
";
    assert_eq!(ends(text, &[]), [Termination::Exit(3), ENDLESS]);
}

/// A loop that reads input, keeps it in memory and in a register, and never looks at it.
#[test]
fn inputs_that_nothing_is_known_about_may_change() {
    let text = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:64 = alloca 8:64, align 8
  jump b1(7:32)
b1(%1:32):
  %2:32 = call @klee_int(0:64)
  store %0, %1
  %3:32 = add %2, 1:32
  jump b1(%3)
}
";
    assert_eq!(ends(text, &[]), [ENDLESS]);
}

/// As above, but each input is bounded when it is read: the path condition grows, so the state differs each time round.
#[test]
fn a_path_that_learns_is_not_endless() {
    let text = "declare @klee_int(64) -> 32
declare @klee_assume(64)
func @main() -> 32 frame 16 {
b0:
  jump b1(0:32)
b1(%0:32):
  %1:32 = call @klee_int(0:64)
  %2:1 = ult %1, 5:32
  %3:64 = zext %2
  call @klee_assume(%3)
  %4:32 = add %0, 1:32
  %5:1 = ult %4, 1500:32
  branch %5, b1(%4), b2
b2:
  return 1:32
}
";
    assert_eq!(ends(text, &[]), [Termination::Exit(1)]);
}

/// A counter in memory is part of the state.
#[test]
fn long_loops_come_to_their_end() {
    let text = "func @main() -> 32 frame 16 {
b0:
  %0:64 = alloca 4:64, align 4
  store %0, 0:32
  jump b1
b1:
  %1:32 = load %0
  %2:32 = add %1, 1:32
  store %0, %2
  %3:1 = ult %2, 60000:32
  branch %3, b1, b2
b2:
  return 9:32
}
";
    assert_eq!(ends(text, &[]), [Termination::Exit(9)]);
}

/// Loops over two numbers of six bits whose successors and ends are random: a direct simulation shows whether
/// each ends or reaches a pair that it had before.
#[test]
fn exactly_the_loops_that_repeat_themselves_are_endless() {
    let mut random = Random::new(3);
    let mut below = |limit: u64| random.below(limit);
    let mut counts = [0, 0];
    for _ in 0..40 {
        let [a, b, c, d, stop] = [0; 5].map(|_| below(64));
        let start = [below(64), below(64)];
        let (mut x, mut y) = (start[0], start[1]);
        let mut seen = std::collections::BTreeSet::new();
        while x != stop && seen.insert((x, y)) {
            (x, y) = ((a * x + b * y + c) % 64, (x + d) % 64);
        }
        let expected = if x == stop { Termination::Exit(y as i32) } else { ENDLESS };
        counts[usize::from(x == stop)] += 1;
        let text = format!(
            "func @main() -> 32 frame 16 {{\nb0:\n  jump b1({}:6, {}:6)\nb1(%0:6, %1:6):\n  %2:1 = eq %0, {stop}:6\n  branch %2, b2, b3\n\
             b2:\n  %3:32 = zext %1\n  return %3\nb3:\n  %4:6 = mul %0, {a}:6\n  %5:6 = mul %1, {b}:6\n  %6:6 = add %4, %5\n  \
             %7:6 = add %6, {c}:6\n  %8:6 = add %0, {d}:6\n  jump b1(%7, %8)\n}}\n",
            start[0], start[1]
        );
        assert_eq!(ends(&text, &[]), [expected], "{text}");
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}
