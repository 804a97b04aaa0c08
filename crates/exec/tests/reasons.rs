//! Everything that makes a run incomplete is named as a reason, under every limit, however little is left when
//! it is reached.

use std::io;
use std::time::Duration;

use exec::{Config, Limit, Limits, PathEnd, RunResult, Search, Termination};
use test_support::{Collector, module};

/// A program with a loop and then eight paths over three bits, of which one ends in an error.
const PROGRAM: &str = "declare @klee_range(32, 32, 64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_range(0:32, 8:32, 0:64)
  jump b1(0:32)
b1(%1:32):
  %2:32 = add %1, 1:32
  %3:1 = slt %2, 100:32
  branch %3, b1(%2), b2
b2:
  switch %0, 0:32 -> b3(0:32), 1:32 -> b3(1:32), 2:32 -> b3(2:32), 3:32 -> b3(3:32), 4:32 -> b3(4:32), 5:32 -> b3(5:32), \
  6:32 -> b4, default -> b3(7:32)
b3(%4:32):
  return %4
b4:
  unreachable
}
";

/// What the observer does: it fails to write from some path on, or interrupts the run.
#[derive(Default)]
struct Watch {
    unwritable_from: Option<u64>,
    interrupts: bool,
    wants_no_unfinished: bool,
}

impl Watch {
    fn observer(self) -> Collector<'static> {
        let mut paths = 0;
        let at_end = move |end: &PathEnd| {
            paths += u64::from(!matches!(end.termination, Termination::Limit(_)));
            match self.unwritable_from {
                Some(from) if paths >= from => Err(io::Error::other("the disk is full")),
                _ => Ok(()),
            }
        };
        Collector {
            unfinished: !self.wants_no_unfinished,
            interrupts: self.interrupts,
            at_end: Box::new(at_end),
            ..Collector::default()
        }
    }
}

/// Runs the program, checks what holds for every result, and returns the reasons.
fn run(limits: Limits, watch: Watch, search: Search) -> (RunResult, Vec<String>) {
    let module = module(PROGRAM);
    let config = Config { limits, search, ..Config::default() };
    let result = exec::run(&module, &config, &mut watch.observer()).expect("the program runs");
    let reasons: Vec<String> = result.incomplete_because.iter().map(|(reason, _)| reason.clone()).collect();
    assert_eq!(result.complete, reasons.is_empty(), "{result:?}");
    if let Some(limit) = result.stopped_by {
        assert!(reasons.iter().any(|reason| reason == limit.name()), "stopped by {limit:?}, but: {reasons:?}");
    }
    if result.complete {
        assert_eq!(result.paths_completed + result.paths_errors, 8, "{result:?}");
    }
    (result, reasons)
}

/// Limits that count something, at every number until they no longer matter.
#[test]
fn every_number_of_everything_counted_is_accounted_for() {
    /// The limits for a number.
    type Meant = fn(u64) -> Limits;
    let limits: [(Meant, Limit); 4] = [
        (|n| Limits { instructions: Some(n), ..Limits::default() }, Limit::Instructions),
        (|n| Limits { tests: Some(n), ..Limits::default() }, Limit::Tests),
        (|n| Limits { forks: Some(n), ..Limits::default() }, Limit::Forks),
        (|n| Limits { depth: Some(n as u32), ..Limits::default() }, Limit::Depth),
    ];
    for (limits, limit) in limits {
        for search in [Search::Bfs, Search::Dfs] {
            for wants_no_unfinished in [false, true] {
                let mut completed = 0;
                for number in (1..16).chain((16..600).step_by(7)) {
                    let watch = Watch { wants_no_unfinished, ..Watch::default() };
                    let (result, reasons) = run(limits(number), watch, search);
                    match result.stopped_by {
                        None => completed += 1,
                        Some(by) => assert_eq!((by, reasons.as_slice()), (limit, [limit.name().to_owned()].as_slice())),
                    }
                    assert_eq!(result.complete, result.stopped_by.is_none());
                }
                assert!(completed > 0, "{limit:?} is never large enough");
            }
        }
    }
}

/// A run is complete if its last piece of work is what reaches a limit.
#[test]
fn what_is_reached_at_the_end_stops_nothing() {
    for (tests, complete) in [(7, false), (8, true), (9, true)] {
        let (result, _) = run(Limits { tests: Some(tests), ..Limits::default() }, Watch::default(), Search::Bfs);
        assert_eq!((result.complete, result.stopped_by.is_none()), (complete, complete), "{tests} tests");
    }
}

#[test]
fn what_is_measured_or_asked_for_is_accounted_for() {
    let ways = [
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Watch::default(), Limit::Time),
        (Limits { memory: Some(1), ..Limits::default() }, Watch::default(), Limit::Memory),
        (Limits { first_error: true, ..Limits::default() }, Watch::default(), Limit::FirstError),
        (Limits::default(), Watch { interrupts: true, ..Watch::default() }, Limit::Interrupt),
    ];
    for (limits, watch, limit) in ways {
        for search in [Search::Bfs, Search::Dfs] {
            let watch = Watch { interrupts: watch.interrupts, ..Watch::default() };
            let (result, reasons) = run(limits.clone(), watch, search);
            assert!(result.stopped_by.is_none_or(|by| by == limit), "{:?} instead of {limit:?}", result.stopped_by);
            assert!(reasons.iter().all(|reason| reason == limit.name()), "{limit:?}: {reasons:?}");
        }
    }
}

/// The path that cannot be written may be the last one.
#[test]
fn what_cannot_be_written_is_accounted_for() {
    for from in 1..=8 {
        for wants_no_unfinished in [false, true] {
            let watch = Watch { unwritable_from: Some(from), wants_no_unfinished, ..Watch::default() };
            let (result, reasons) = run(Limits::default(), watch, Search::Bfs);
            assert_eq!(result.stopped_by, Some(Limit::Output));
            assert!(!result.complete && reasons == ["output"] && result.write_error.is_some(), "{reasons:?}");
        }
    }
}
