//! Generates programs, explores them on all cores and says what came of each: `explore_generated MILLISECONDS < JOBS`.
//!
//! `cargo xtask bench microc` writes the jobs, one a line: `NAME SEARCH SEED FOR_LOOPS LOOPS DEPTH TOP BLOCK ERROR DIVISIONS`, the
//! parameters being those of the generator and the last two 0 or 1. An exploration ends when every path is explored, at the
//! first error, or when the time is over. For each a line is printed as soon as it is over:
//! `NAME SEARCH SEED PATHS ERRORS TIMED_OUT UNBOUNDED MICROSECONDS`. Paths that end in an error are not counted as paths.
//! The time is that of the processor, so that it does not matter what else runs on the machine; the limit is one of the clock.
//! `UNBOUNDED` is 1 if the time was over and some concrete run of the program goes on for very long.

use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use exec::{Config, Limits, Observer, PathEnd, Progress, Search, Technique, Termination};
use front_microc::{End, Fault, Program, Shape, Source, World, generate, interpret, load, lower};

fn main() -> Result<(), String> {
    let limit = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let limit = Duration::from_millis(limit.ok_or("usage: explore_generated MILLISECONDS < JOBS")?);
    let lines: Result<Vec<String>, _> = io::stdin().lines().collect();
    let lines = lines.map_err(|error| format!("cannot read the jobs: {error}"))?;
    let jobs = lines.iter().map(|line| Job::read(line)).collect::<Result<VecDeque<Job>, String>>()?;
    let (jobs, output) = (Mutex::new(jobs), Mutex::new(io::stdout()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(job) = jobs.lock().expect("nobody panics with the jobs").pop_front() else { return };
                    let line = job.explore(limit);
                    let mut output = output.lock().expect("nobody panics while printing");
                    // A reader that has gone away wants nothing more.
                    if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    Ok(())
}

/// A program to explore.
struct Job {
    name: String,
    search: Search,
    seed: u64,
    shape: Shape,
}

impl Job {
    fn read(line: &str) -> Result<Job, String> {
        let wrong = || format!("a job reads '{line}'");
        let words: Vec<&str> = line.split(' ').collect();
        let [name, search, seed, for_loops, loops, depth, top, block, error, divisions] = words[..] else {
            return Err(wrong());
        };
        let share = |word: &str| word.parse::<f64>().map_err(|_| wrong());
        let count = |word: &str| word.parse::<u32>().map_err(|_| wrong());
        let shape = Shape {
            for_loops: share(for_loops)?,
            loops: share(loops)?,
            max_depth: count(depth)?,
            max_top_level: count(top)?,
            max_block: count(block)?,
            error_guaranteed: error == "1",
            divisions: divisions == "1",
            ..Shape::default()
        };
        Ok(Job { name: name.to_owned(), search: search.parse()?, seed: seed.parse().map_err(|_| wrong())?, shape })
    }

    fn explore(&self, limit: Duration) -> String {
        let source = Source::new("generated.mc", generate(&self.shape, self.seed));
        let program = load(&source).expect("the generator makes programs");
        let module = lower(&source, &program, "main").expect("main takes and returns numbers");
        let config = Config {
            search: self.search,
            limits: Limits { time: Some(limit), first_error: true, ..Limits::default() },
            // Other processes would do work that is not seen here.
            without: vec![Technique::External],
            ..Config::default()
        };
        let mut counter = Counter::default();
        let started = processor_time();
        let result = exec::run(&module, &config, &mut counter).expect("the counter takes everything");
        let elapsed = (processor_time() - started).as_micros();
        let timed_out = !result.complete && counter.errors == 0;
        let unbounded = timed_out && runs_for_long(&program);
        format!(
            "{} {} {} {} {} {} {} {elapsed}",
            self.name,
            Search::NAMES.iter().find(|(search, _)| *search == self.search).map_or("", |(_, name)| name),
            self.seed,
            counter.paths,
            counter.errors,
            u8::from(timed_out),
            u8::from(unbounded),
        )
    }
}

/// How long this thread has been running, without the time that it waited; where the system does not tell, that of the clock.
fn processor_time() -> Duration {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => STARTED.elapsed(),
    }
}

/// Counts paths up to the first error.
#[derive(Default)]
struct Counter {
    paths: u64,
    errors: u64,
}

impl Observer for Counter {
    fn path_end(&mut self, end: &PathEnd) -> io::Result<()> {
        match end.termination {
            Termination::Exit(_) => self.paths += 1,
            Termination::Error { .. } => self.errors += 1,
            _ => {}
        }
        Ok(())
    }

    fn progress(&mut self, _: &Progress) -> bool {
        true
    }
}

/// How many concrete runs are looked at.
const RUNS: u64 = 400;
/// How often the interpreter asks whether to go on, some thousands of steps apart, before a run is long.
const PATIENCE: u32 = 50;
/// What a program with loops may find interesting.
const NUMBERS: [i32; 12] = [i32::MAX, i32::MIN, 1_000_000, -1_000_000, 0, 1, -1, 2, 5, -7, 10, 100];

/// Whether some concrete run goes on for very long.
fn runs_for_long(program: &Program) -> bool {
    let main = program.function("main").expect("the check wants main");
    (0..RUNS).any(|run| {
        let mut world = Endless { state: run, patience: PATIENCE };
        interpret(program, main, &[], &mut world) == End::Stopped
    })
}

/// A world that always has another number.
struct Endless {
    state: u64,
    patience: u32,
}

impl World for Endless {
    fn input(&mut self) -> Result<i32, Fault> {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Ok(NUMBERS[(self.state >> 33) as usize % NUMBERS.len()])
    }

    fn output(&mut self, _: i32) {}

    fn go_on(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience > 0
    }
}
