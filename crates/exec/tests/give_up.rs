//! What becomes of the paths that are alive when a run ends before them.

use std::time::Duration;

use exec::{Config, Limit, Limits, Observer, PathEnd, Progress, RunResult, Search, Termination};

/// Reads bits for ever and forks at each.
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

#[derive(Default)]
struct Ends {
    ends: Vec<PathEnd>,
    interrupts: bool,
}

impl Observer for Ends {
    fn path_end(&mut self, end: &PathEnd) -> std::io::Result<()> {
        self.ends.push(end.clone());
        Ok(())
    }

    fn progress(&mut self, _: &Progress) -> bool {
        !self.interrupts
    }
}

fn run(limits: Limits, interrupts: bool) -> (RunResult, Vec<PathEnd>) {
    let module = ir::parse_module(FORKS).expect("the program parses");
    let config = Config { search: Search::Bfs, limits, ..Config::default() };
    let mut observer = Ends { interrupts, ..Ends::default() };
    let result = exec::run(&module, &config, &mut observer).expect("the program runs");
    (result, observer.ends)
}

/// What a limit makes of the paths, with all the time for tests and with none.
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

/// Limits that are the same in every run write the same tests in every run.
#[test]
fn what_counts_takes_its_time() {
    let limits = Limits { instructions: Some(500), closing: Some(Duration::ZERO), ..Limits::default() };
    let (result, ends) = run(limits, false);
    assert_eq!((result.stopped_by, result.untested), (Some(Limit::Instructions), 0));
    assert_eq!(ends.len() as u64, result.forks + 1);
}
