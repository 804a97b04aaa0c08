//! Generates programs, explores them and prints the result of each: `explore_generated MILLISECONDS [PATHS] <
//! JOBS`.
//!
//! `cargo xtask bench microc` writes the jobs, one on each line: `NAME SEARCH SEED FOR_LOOPS LOOPS DEPTH TOP
//! BLOCK ERROR DIVISIONS`. The parameters are those of the generator, and the last two are 0 or 1. Each program
//! is explored up to its first error and, if there is one, a second time past all errors. An exploration ends
//! when every path has been explored or when the time is over. As soon as a program is done, a line is printed:
//! `NAME SEARCH SEED UNBOUNDED`, then `PATHS BEGUN ERRORS TIMED_OUT MICROSECONDS` up to the first error, and
//! the same five past errors. Paths that end in an error are counted neither in `PATHS` nor in `BEGUN`. The
//! printed time is processor time, so other work on the machine does not matter; the limit is wall-clock time.
//! No tests are generated from the paths. `UNBOUNDED` is 1 if the time was over and some run of the program is
//! known to be endless or very long.
//!
//! With `PATHS`, programs are explored past errors up to that many paths. This is the same work regardless of
//! time, to compare versions of Pleach.
//!
//! Programs are explored one after the other on the main thread, whose heap the system's allocator serves best.

use std::fmt;
use std::io;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use exec::{Config, Limit, Limits, Observer, PathEnd, Progress, Search, SolverTechnique, Technique, Termination};
use front_microc::{End, Fault, Program, Shape, Source, World, generate, interpret, load, lower};
use test_support::Random;

fn main() -> Result<(), String> {
    let number = |place: usize| std::env::args().nth(place).and_then(|text| text.parse().ok());
    let limit = Duration::from_millis(number(1).ok_or("usage: explore_generated MILLISECONDS [PATHS] < JOBS")?);
    let most = number(2);
    let lines: Result<Vec<String>, _> = io::stdin().lines().collect();
    let lines = lines.map_err(|error| format!("cannot read the jobs: {error}"))?;
    let jobs = lines.iter().map(|line| Job::read(line)).collect::<Result<Vec<Job>, String>>()?;
    jobs.iter().for_each(|job| println!("{}", job.explore(limit, most)));
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

    fn explore(&self, limit: Duration, most: Option<u64>) -> String {
        let source = Source::new("generated.mc", generate(&self.shape, self.seed));
        let program = load(&source).expect("the generator makes programs");
        let module = lower(&source, &program, "main").expect("main takes and returns numbers");
        let run = |first_error: bool| {
            let config = Config {
                search: self.search,
                limits: Limits { time: Some(limit), first_error, ..Limits::default() },
                // The work of other processes would not be measured here.
                without: vec![Technique::Solver(SolverTechnique::External)],
                ..Config::default()
            };
            let mut counter = Counter { most, ..Counter::default() };
            let started = processor_time();
            let result = exec::run(&module, &config, &mut counter);
            counter.elapsed = processor_time() - started;
            if let Ok(result) = result {
                let because = result.stopped_by.map_or("", Limit::name);
                let left = result.incomplete_because.iter().find(|(why, _)| why == because);
                counter.begun += left.map_or(0, |&(_, count)| count);
                counter.timed_out = result.stopped_by == Some(Limit::Time);
            }
            counter
        };
        let first = run(most.is_none());
        let all = if first.errors > 0 && most.is_none() { run(false) } else { first.clone() };
        let endless = first.endless || all.endless;
        let unbounded = (first.timed_out || all.timed_out) && (endless || runs_for_long(&program));
        let search = Search::NAMES.iter().find(|(search, _)| *search == self.search).map_or("", |(_, name)| name);
        format!("{} {search} {} {} {first} {all}", self.name, self.seed, u8::from(unbounded))
    }
}

/// The processor time of this thread; if the system does not report it, wall-clock time.
fn processor_time() -> Duration {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The system updates the time at its ticks, milliseconds apart, and whenever a thread yields.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => STARTED.elapsed(),
    }
}

/// What happened to the paths of an exploration.
#[derive(Clone, Default)]
struct Counter {
    /// The number of paths after which to stop.
    most: Option<u64>,
    paths: u64,
    /// The number of paths without an error that have ended or were active at the end.
    begun: u64,
    errors: u64,
    /// Whether a path that repeats itself was found.
    endless: bool,
    timed_out: bool,
    elapsed: Duration,
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counter { paths, begun, errors, timed_out, elapsed, .. } = self;
        write!(f, "{paths} {begun} {errors} {} {}", u8::from(*timed_out), elapsed.as_micros())
    }
}

impl Observer for Counter {
    fn path_end(&mut self, end: PathEnd) -> io::Result<()> {
        match end.termination {
            Termination::Exit(_) => self.paths += 1,
            Termination::Error { .. } => self.errors += 1,
            Termination::Limit(Limit::Endless) => self.endless = true,
            _ => {}
        }
        self.begun += u64::from(!matches!(end.termination, Termination::Error { .. }));
        if self.most == Some(self.paths) { Err(io::Error::other("enough paths")) } else { Ok(()) }
    }

    fn wants_unfinished(&self) -> bool {
        false
    }

    fn wants_tests(&self) -> bool {
        false
    }

    fn progress(&mut self, _: &Progress) -> bool {
        true
    }
}

/// The maximum number of concrete runs.
const RUNS: u64 = 400;
/// How often the interpreter asks [`World::go_on`] in one run, every few thousand steps, before the run counts
/// as long.
const PATIENCE: u32 = 50;
/// How often it asks in all runs together, so that they do not take longer than the exploration.
const PATIENCE_WITH_ALL: u32 = 500;
/// Inputs that are likely to matter to programs with loops.
const NUMBERS: [i32; 12] = [i32::MAX, i32::MIN, 1_000_000, -1_000_000, 0, 1, -1, 2, 5, -7, 10, 100];

/// Whether some concrete run takes very long: with the same number as every input, or with any numbers.
fn runs_for_long(program: &Program) -> bool {
    let main = program.function("main").expect("the check wants main");
    let mut left = PATIENCE_WITH_ALL;
    (0..RUNS).any(|run| {
        if left < PATIENCE {
            return false;
        }
        let mut world =
            Endless { always: NUMBERS.get(run as usize).copied(), random: Random::new(run), patience: PATIENCE };
        let stopped = interpret(program, main, &[], &mut world) == End::Stopped;
        left -= PATIENCE - world.patience;
        stopped
    })
}

/// A world whose input never ends.
struct Endless {
    always: Option<i32>,
    random: Random,
    patience: u32,
}

impl World for Endless {
    fn input(&mut self) -> Result<i32, Fault> {
        if let Some(number) = self.always {
            return Ok(number);
        }
        Ok(self.random.pick(&NUMBERS))
    }

    fn output(&mut self, _: i32) {}

    fn go_on(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience > 0
    }
}
