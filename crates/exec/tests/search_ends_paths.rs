//! The default search ends paths and keeps few states, on programs with far more paths than can be followed.

use exec::{Config, Limits, RunResult, Search, Termination};
use test_support::{Collector, module};

fn run(program: &str, search: Search, instructions: u64) -> RunResult {
    let module = module(program);
    let limits = Limits { instructions: Some(instructions), ..Limits::default() };
    let config = Config { search, limits, ..Config::default() };
    let mut counted = Collector { tests: false, unfinished: false, ..Collector::default() };
    let result = exec::run(&module, &config, &mut counted).expect("the program runs");
    for end in &counted.ends {
        assert!(matches!(end.termination, Termination::Exit(_)), "{:?}", end.termination);
    }
    result
}

/// The greatest number of states alive at the same time.
fn peak(result: &RunResult) -> u64 {
    let found = result.statistics.iter().find(|(name, _)| name == "exec.peak_states");
    found.expect("it is counted").1
}

/// Checks that the default search ends at least `paths` paths within `instructions` instructions and never
/// keeps more than `states` states.
#[track_caller]
fn ends_paths(program: &str, instructions: u64, paths: u64, states: u64) {
    let result = run(program, Config::default().search, instructions);
    assert!(!result.complete, "the program is too small for its test");
    let (ended, peak) = (result.paths_completed, peak(&result));
    assert!(ended >= paths && peak <= states, "{ended} paths were ended with {peak} states");
}

/// Numbers the blocks and registers of a program as the text form of the IR requires. In `text`, blocks have
/// names such as `.name`, and registers may have any numbers.
fn numbered(text: &str) -> String {
    let word_end = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let blocks: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix('.')).map(|line| &line[..word_end(line)]).collect();
    let mut registers: Vec<&str> = Vec::new();
    let mut numbered = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(['.', '%']) {
        let (before, after) = rest.split_at(place);
        let (sign, after) = after.split_at(1);
        let (word, after) = after.split_at(word_end(after));
        let (letter, known) = if sign == "%" { ("%", &mut registers) } else { ("b", &mut blocks.clone()) };
        let number = known.iter().position(|&other| other == word).unwrap_or(known.len());
        if number == known.len() {
            known.push(word);
        }
        numbered += &format!("{before}{letter}{number}");
        rest = after;
    }
    numbered + rest
}

/// A loop of 64 rounds, each of which reads a number into `%1`, forks as `round` says, and goes on with
/// `.next`, where a sum is updated; `suffix` comes at the end.
fn rounds(prefix: &str, round: &str, suffix: &str) -> String {
    numbered(&format!(
        "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {{
{prefix}
.loop(%0:32, %18:32):
  %1:32 = call @klee_int(0:64)
  jump .round
{round}
.next(%19:32):
  %20:32 = add %0, 1:32
  %22:32 = add %18, %19
  %21:1 = ult %20, 64:32
  branch %21, .again, .suffix
.again:
  jump .loop(%20, %22)
{suffix}
}}
"
    ))
}

const FROM_HERE: &str = ".start:
  jump .loop(0:32, 0:32)";

const ONE_COMPARISON: &str = ".round:
  %2:1 = eq %1, 120:32
  branch %2, .next(1:32), .next(2:32)";

const AT_ONCE: &str = ".suffix:
  return %22";

#[test]
fn where_every_input_is_compared_once() {
    ends_paths(&rounds(FROM_HERE, ONE_COMPARISON, AT_ONCE), 200_000, 5_000, 5_000);
}

#[test]
fn where_comparisons_are_nested() {
    let nested = ".round:
  %2:1 = ult %1, 97:32
  branch %2, .low, .high
.low:
  %3:1 = ult %1, 58:32
  branch %3, .digit, .next(1:32)
.high:
  %4:1 = ult %1, 123:32
  branch %4, .letter, .next(1:32)
.digit:
  %5:1 = ult %1, 48:32
  branch %5, .next(1:32), .next(2:32)
.letter:
  %6:1 = eq %1, 101:32
  branch %6, .next(1:32), .next(2:32)";
    ends_paths(&rounds(FROM_HERE, nested, AT_ONCE), 200_000, 5_000, 5_000);
}

#[test]
fn where_strings_are_compared_one_after_the_other() {
    let words = ".round:
  %2:32 = and %1, 255:32
  %3:1 = eq %2, 105:32
  branch %3, .second, .next(1:32)
.second:
  %4:32 = lshr %1, 8:32
  %5:32 = and %4, 255:32
  %6:1 = eq %5, 102:32
  branch %6, .third, .next(1:32)
.third:
  %7:32 = lshr %1, 16:32
  %8:32 = and %7, 255:32
  %9:1 = eq %8, 32:32
  branch %9, .next(1:32), .next(2:32)";
    ends_paths(&rounds(FROM_HERE, words, AT_ONCE), 300_000, 5_000, 5_000);
}

/// A loop with as many rounds as the input says, but at most `most`.
fn bounded(most: u32) -> String {
    numbered(&format!(
        "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {{
.start:
  %0:32 = call @klee_int(0:64)
  %1:32 = urem %0, {most}:32
  jump .loop(0:32, 0:32)
.loop(%2:32, %7:32):
  %3:1 = ult %2, %0
  branch %3, .round, .end
.round:
  %4:32 = call @klee_int(0:64)
  %5:1 = slt %4, 0:32
  branch %5, .next(1:32), .next(2:32)
.next(%8:32):
  %6:32 = add %2, 1:32
  %9:32 = add %7, %8
  jump .loop(%6, %9)
.end:
  return %7
}}
"
    ))
}

#[test]
fn where_the_input_says_how_many_rounds_there_are() {
    ends_paths(&bounded(200).replace("ult %2, %0", "ult %2, %1"), 100_000, 4_000, 5_000);
}

/// Without a bound on the rounds there is none on the states, but paths end all the time.
#[test]
fn where_nothing_bounds_the_rounds() {
    let result = run(&bounded(200), Search::Mixed, 50_000);
    let (ended, peak) = (result.paths_completed, peak(&result));
    assert!(ended > 3_000 && peak < 3 * ended, "{ended} paths were ended with {peak} states");
}

/// The code after the last fork takes many turns; paths must not wait for each other there.
#[test]
fn where_paths_end_long_after_their_last_fork() {
    let long = ".suffix:
  jump .count(0:32)
.count(%30:32):
  %31:32 = add %30, 1:32
  %32:1 = ult %31, 30000:32
  branch %32, .more, .end
.more:
  jump .count(%31)
.end:
  return %22";
    ends_paths(&rounds(FROM_HERE, ONE_COMPARISON, long), 15_000_000, 60, 5_000);
}

/// One path counts for ever, and a coin at the first fork leads to it half of the time.
#[test]
fn beside_a_path_without_end() {
    let prefix = ".start:
  %40:32 = call @klee_int(0:64)
  %41:1 = eq %40, 5:32
  branch %41, .endless(0:64), .from
.endless(%42:64):
  %43:64 = add %42, 1:64
  jump .endless(%43)
.from:
  jump .loop(0:32, 0:32)";
    ends_paths(&rounds(prefix, ONE_COMPARISON, AT_ONCE), 2_000_000, 5_000, 5_000);
}

/// If no path ends, nothing can be gained: dives take at most half of the turns, and the other turns spread
/// over the states.
#[test]
fn where_no_path_ends() {
    let endless = ".suffix:
  jump .loop(0:32, 0:32)";
    let program = rounds(FROM_HERE, ONE_COMPARISON, endless);
    let [klee, mixed] = [Search::Klee, Search::Mixed].map(|search| run(&program, search, 50_000).forks);
    assert!(10 * mixed > 9 * klee, "{mixed} forks instead of {klee}");
}

/// Every run makes the same choices, also with so many states that paths are ended first.
#[test]
fn the_seed_determines_what_is_ended() {
    let program = rounds(FROM_HERE, ONE_COMPARISON, AT_ONCE);
    let figures = || {
        let result = run(&program, Search::Mixed, 100_000);
        (result.paths_completed, result.forks, peak(&result))
    };
    assert_eq!(figures(), figures());
}
