//! The order in which the search strategies end the paths of small programs; all strategies end the same paths.

use std::fmt::Write as _;

use exec::{Config, PathEnd, Search, Termination};
use test_support::{Collector, module};

/// The exit statuses of paths, in the order in which the paths end.
fn order(program: &str, search: Search, seed: u64) -> Vec<i32> {
    let module = module(program);
    let mut order = Collector::default();
    let config = Config { search, seed, ..Config::default() };
    let result = exec::run(&module, &config, &mut order).expect("the program runs");
    assert!(result.complete);
    let status = |end: PathEnd| match end.termination {
        Termination::Exit(status) => status,
        other => panic!("a path ends as {other:?}"),
    };
    order.ends.into_iter().map(status).collect()
}

/// `if (x == 0) return 0; if (x == 1) return 1; …`: the path that returns `n` is `n + 1` forks deep.
fn ladder(rungs: usize) -> String {
    let mut text = "declare @klee_int(64) -> 32\nfunc @main() -> 32 frame 16 {\nb0:\n".to_owned();
    text += "  %0:32 = call @klee_int(0:64)\n  jump b1\n";
    for rung in 0..rungs {
        let (here, out, next) = (2 * rung + 1, 2 * rung + 2, 2 * rung + 3);
        let condition = rung + 1;
        let _ = writeln!(text, "b{here}:\n  %{condition}:1 = eq %0, {rung}:32\n  branch %{condition}, b{out}, b{next}");
        let _ = writeln!(text, "b{out}:\n  return {rung}:32");
    }
    let _ = writeln!(text, "b{}:\n  return {rungs}:32\n}}", 2 * rungs + 1);
    text
}

/// The exit status of the path of interest.
const GOAL: i32 = 7;

/// A loop that forks `rounds` times on bits of one input, beside a chain of `length` conditions on another; the
/// end of the chain returns [`GOAL`]. All other paths return 0 from one block, which is covered before either
/// begins, so that the loop leads to nothing new.
fn loop_beside_chain(rounds: u32, length: usize) -> String {
    let mut text = format!(
        "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {{
b0:
  %0:32 = call @klee_int(0:64)
  %1:32 = call @klee_int(0:64)
  %2:1 = eq %1, 0:32
  branch %2, b4, b5
b1(%3:32):
  %4:32 = lshr %0, %3
  %5:32 = and %4, 1:32
  %6:1 = eq %5, 1:32
  branch %6, b2(1:32), b2(0:32)
b2(%7:32):
  %8:32 = add %3, 1:32
  %9:1 = ult %8, {rounds}:32
  branch %9, b3, b4
b3:
  jump b1(%8)
b4:
  return 0:32
b5:
  %10:1 = slt %1, 0:32
  branch %10, b1(0:32), b6
"
    );
    for step in 0..length {
        let (block, register) = (step + 6, step + 11);
        let _ = writeln!(text, "b{block}:\n  %{register}:1 = ult {}:32, %1", 10 + step);
        let _ = writeln!(text, "  branch %{register}, b{}, b4", block + 1);
    }
    let _ = writeln!(text, "b{}:\n  return {GOAL}:32\n}}", length + 6);
    text
}

/// The number of paths that end before the one of interest, for several seeds.
fn ends_before_goal(program: &str, search: Search) -> Vec<usize> {
    let found = |seed| order(program, search, seed).iter().position(|&status| status == GOAL);
    (0..10).map(|seed| found(seed).expect("the goal can be reached")).collect()
}

#[test]
fn breadth_first_ends_shallow_paths_first_and_depth_first_deep_ones() {
    let program = ladder(8);
    assert_eq!(order(&program, Search::Bfs, 0), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    // Of two new states, depth first takes the newer one: the side on which the condition does not hold.
    assert_eq!(order(&program, Search::Dfs, 0), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn all_strategies_end_the_same_paths() {
    for program in [ladder(8), loop_beside_chain(5, 4)] {
        let sorted = |search, seed| {
            let mut ends = order(&program, search, seed);
            ends.sort_unstable();
            ends
        };
        let expected = sorted(Search::Bfs, 0);
        for (search, name) in Search::NAMES {
            for seed in 0..3 {
                assert_eq!(sorted(search, seed), expected, "{name}, seed {seed}");
            }
        }
    }
}

#[test]
fn the_seed_determines_the_order() {
    let program = ladder(12);
    for (search, name) in Search::NAMES {
        assert_eq!(order(&program, search, 3), order(&program, search, 3), "{name}");
    }
    for search in [Search::Random, Search::Tree, Search::Klee, Search::Mixed] {
        assert!((1..9).any(|seed| order(&program, search, seed) != order(&program, search, 0)), "{search:?}");
    }
}

#[test]
fn a_loop_that_forks_does_not_drown_a_walk_down_the_tree() {
    let program = loop_beside_chain(8, 6);
    let tree = ends_before_goal(&program, Search::Tree);
    let random = ends_before_goal(&program, Search::Random);
    // Half of all walks go to the side of the chain, however many states the loop has created.
    assert!(tree.iter().all(|&ends| ends < 20), "{tree:?}");
    assert!(tree.iter().sum::<usize>() < random.iter().sum(), "{tree:?} and {random:?}");
}

#[test]
fn coverage_goes_where_new_code_is() {
    let program = loop_beside_chain(8, 6);
    let coverage = ends_before_goal(&program, Search::Coverage);
    let random = ends_before_goal(&program, Search::Random);
    let klee = ends_before_goal(&program, Search::Klee);
    let mixed = ends_before_goal(&program, Search::Mixed);
    // Only the chain is followed until its last block is entered; then every waiting state has the same probability.
    assert!(coverage.iter().all(|&ends| ends < 10), "{coverage:?}");
    assert!(klee.iter().all(|&ends| ends < 20), "{klee:?}");
    // A third of its turns goes to dives, which end paths.
    assert!(mixed.iter().all(|&ends| ends < 30), "{mixed:?}");
    assert!(4 * coverage.iter().sum::<usize>() < random.iter().sum(), "{coverage:?} and {random:?}");
}
