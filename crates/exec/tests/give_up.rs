//! What happens to the paths that are alive when a limit or the user ends a run.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use exec::{Config, Limit, Limits, PathEnd, RunResult, Search, Termination};
use test_support::{Collector, module};

/// A program that reads bits for ever and forks at each.
const FORKS: &str = "declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  jump b1(0:32)
b1(%0:32):
  %1:32 = call @klee_int(0:64)
  %2:1 = slt %1, 0:32
  branch %2, b2, b3
b2:
  %3:32 = add %0, 1:32
  jump b1(%3)
b3:
  jump b1(%0)
}
";

fn run(limits: Limits, interrupts: bool) -> (RunResult, Vec<PathEnd>) {
    let module = module(FORKS);
    let config = Config { search: Search::Bfs, limits, ..Config::default() };
    let mut observer = Collector { interrupts, ..Collector::default() };
    let result = exec::run(&module, &config, &mut observer).expect("the program runs");
    (result, observer.ends)
}

/// Checks how a limit ends the paths, with unlimited time for tests and with none.
#[track_caller]
fn ends_in_order(limits: Limits, interrupts: bool, limit: Limit) {
    let (whole, ends) = run(Limits { closing: Some(Duration::from_secs(3600)), ..limits.clone() }, interrupts);
    assert_eq!((whole.stopped_by, whole.untested), (Some(limit), 0));
    let alive = whole.forks + 1;
    assert_eq!(whole.incomplete_because, [(limit.name().to_owned(), alive)]);
    assert!(alive > 10 && ends.len() as u64 == alive, "{} of {alive}", ends.len());
    assert!(ends.iter().all(|end| end.termination == Termination::Limit(limit)));
    assert!(ends.is_sorted_by_key(|end| (!end.new_coverage, end.depth)), "{ends:#?}");
    let (cut, ends) = run(Limits { closing: Some(Duration::ZERO), ..limits }, interrupts);
    assert_eq!((cut.stopped_by, cut.untested), (Some(limit), cut.forks + 1));
    assert_eq!(cut.incomplete_because, [(limit.name().to_owned(), cut.forks + 1)]);
    assert!(ends.is_empty() && !cut.complete);
}

#[test]
fn at_the_end_of_the_time() {
    ends_in_order(Limits { time: Some(Duration::ZERO), ..Limits::default() }, false, Limit::Time);
}

#[test]
fn at_an_interrupt() {
    ends_in_order(Limits::default(), true, Limit::Interrupt);
}

/// Limits that are the same in every run produce the same tests in every run.
#[test]
fn what_counts_takes_its_time() {
    let limits = Limits { instructions: Some(500), closing: Some(Duration::ZERO), ..Limits::default() };
    let (result, ends) = run(limits, false);
    assert_eq!((result.stopped_by, result.untested), (Some(Limit::Instructions), 0));
    assert_eq!(ends.len() as u64, result.forks + 1);
}

thread_local! {
    /// When the clock began, and the time that has passed since.
    static CLOCK: (Instant, Cell<Duration>) = (Instant::now(), Cell::default());
}

/// The time that passes at every reading of the clock.
const LOOK: Duration = Duration::from_micros(200);
/// The time that passes with every test.
const TEST: Duration = Duration::from_millis(2);

fn pass(time: Duration) -> Instant {
    CLOCK.with(|(began, passed)| {
        passed.set(passed.get() + time);
        *began + passed.get()
    })
}

fn passed() -> Duration {
    CLOCK.with(|(_, passed)| passed.get())
}

/// Runs by that clock, with an observer that takes time over every test and may be interrupted at one of them.
/// Returns the result, the number of tests, and the time that has passed since `limit` or the interrupt.
fn run_slowly(limits: Limits, interrupt_at: Option<u64>) -> (RunResult, u64, Duration) {
    let module = module(FORKS);
    let flag = Arc::new(AtomicBool::new(false));
    let (time, began) = (limits.time, passed());
    let cancel = Some(Arc::clone(&flag));
    let config = Config { search: Search::Bfs, limits, cancel, clock: || pass(LOOK), ..Config::default() };
    let (mut tests, interrupted) = (0, Mutex::new(None));
    let at_end = |_: &PathEnd| {
        tests += 1;
        pass(TEST);
        if interrupt_at == Some(tests) {
            flag.store(true, Ordering::Relaxed);
            *interrupted.lock().expect("one thread") = Some(passed());
        }
        Ok(())
    };
    let mut observer = Collector { at_end: Box::new(at_end), ..Collector::default() };
    let result = exec::run(&module, &config, &mut observer).expect("the program runs");
    let end = interrupted.lock().expect("one thread").or(time.map(|time| began + time)).expect("something ends it");
    (result, observer.ends.len() as u64, passed() - end)
}

/// Checks that the run ended within a second, and that all paths are accounted for.
#[track_caller]
fn over_within_a_second((result, tests, late): (RunResult, u64, Duration), limit: Limit) {
    assert_eq!(result.stopped_by, Some(limit));
    let alive = result.forks + 1;
    assert!(alive > 1000 && tests > 10, "{tests} tests of {alive} paths");
    assert!(late < Duration::from_millis(900), "{late:?} for {tests} tests of {alive} paths");
    assert_eq!(result.untested + tests, alive);
    assert_eq!(result.incomplete_because, [(limit.name().to_owned(), alive)]);
}

#[test]
fn tests_are_written_for_half_a_second_after_the_time_is_over() {
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    over_within_a_second(run_slowly(limits, None), Limit::Time);
}

/// Writing all tests takes longer than the run may take.
#[test]
fn the_time_holds_for_the_tests_of_other_limits() {
    let limits = Limits { time: Some(Duration::from_secs(2)), instructions: Some(8_000), ..Limits::default() };
    over_within_a_second(run_slowly(limits, None), Limit::Instructions);
}

#[test]
fn an_interrupt_ends_the_writing_of_tests() {
    let limits = Limits { instructions: Some(8_000), ..Limits::default() };
    over_within_a_second(run_slowly(limits, Some(20)), Limit::Instructions);
}
