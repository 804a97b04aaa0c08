//! Attempts beside each other: the one with joined paths wins where there are many, and the result is the same.

use exec::{Config, Merging, RunResult, Termination, Tests};
use test_support::{Collector, module};

/// Writes a hexadecimal digit for each of the first bytes of an input, and asserts something about the third digit.
fn digits(bytes: u64) -> String {
    format!(
        "declare @klee_make_symbolic(64, 64, 64)
global @bytes size {bytes} align 8
global @digits size {bytes} align 8
func @main() -> 32 frame 16 {{
b0:
  call @klee_make_symbolic(@bytes, {bytes}:64, 0:64)
  jump b1(0:64)
b1(%0:64):
  %1:1 = ult %0, {bytes}:64
  branch %1, b2, b6
b2:
  %2:64 = add @bytes, %0
  %3:8 = load %2
  %4:8 = and %3, 15:8
  %5:1 = ult %4, 10:8
  branch %5, b3, b4
b3:
  %6:8 = add %4, 48:8
  jump b5(%6)
b4:
  %7:8 = add %4, 87:8
  jump b5(%7)
b5(%8:8):
  %9:64 = add @digits, %0
  store %9, %8
  %10:64 = add %0, 1:64
  jump b1(%10)
b6:
  %11:64 = add @digits, 2:64
  %12:8 = load %11
  %13:1 = ne %12, 99:8
  check %13, assert, \"no c\"
  return 0:32
}}
"
    )
}

struct Explored {
    result: RunResult,
    errors: usize,
}

impl Explored {
    fn by(bytes: u64, config: &Config) -> Explored {
        let mut collector = Collector::default();
        let result = exec::run(&module(&digits(bytes)), config, &mut collector).expect("the program runs");
        let is_error = |end: &&exec::PathEnd| end.kept && matches!(end.termination, Termination::Error { .. });
        let errors = collector.ends.iter().filter(is_error).count();
        Explored { result, errors }
    }

    /// All counters but those of time.
    fn counters(&self) -> Vec<&(String, u64)> {
        self.result.statistics.iter().filter(|(name, _)| !name.ends_with("time_us")).collect()
    }

    fn counter(&self, name: &str) -> Option<u64> {
        self.result.statistics.iter().find(|(of, _)| of == name).map(|&(_, count)| count)
    }
}

fn auto() -> Config {
    let mut config = Config { merging: Merging::Auto, tests: Tests::New, ..Config::default() };
    config.tuning.race_begins = 20_000;
    config.tuning.race_forks = 16;
    config
}

#[test]
fn joined_paths_win_where_there_are_many() {
    let apart = Explored::by(11, &Config { merging: Merging::Off, ..Config::default() });
    assert!(apart.result.complete && apart.errors == 1);
    assert!(apart.result.paths_completed >= 1 << 11, "{}", apart.result.paths_completed);
    let joined = Explored::by(11, &auto());
    assert_eq!(joined.counter("exec.trials_won"), Some(1));
    assert!(joined.result.complete && joined.errors == 1);
    assert!(joined.result.paths_completed < 100, "{}", joined.result.paths_completed);
    assert_eq!(joined.result.lines, apart.result.lines);
    // Turns are counted in work, so all happens again.
    let again = Explored::by(11, &auto());
    assert_eq!(again.counters(), joined.counters());
    assert_eq!(again.result.tests, joined.result.tests);
}

#[test]
fn a_run_that_is_over_soon_tries_nothing() {
    let explored = Explored::by(3, &Config { merging: Merging::Auto, tests: Tests::New, ..Config::default() });
    assert_eq!(explored.counter("exec.trials"), Some(0));
    assert!(explored.result.complete && explored.errors == 1);
}

/// Who wants a test of every path, or limits what is counted, gets one attempt.
#[test]
fn paths_that_are_asked_for_are_not_joined() {
    let mut limited = auto();
    limited.limits.forks = Some(1 << 20);
    for config in [Config { tests: Tests::All, ..auto() }, limited] {
        let explored = Explored::by(8, &config);
        assert_eq!(explored.counter("exec.trials"), Some(0));
        assert!(explored.result.complete && explored.result.paths_completed >= 1 << 8);
    }
}
