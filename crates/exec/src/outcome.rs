//! What a run tells the outside: how each path ended, how far the run is, and what it comes to in the end.
//!
//! The executor prints and writes nothing. It hands a [`PathEnd`] for every finished path, and now and then a
//! [`Progress`], to an [`Observer`], and returns a [`RunResult`].

use std::time::Duration;

use ir::ErrorKind;
use solver::{Checks, LogChunk, WrongAnswer};

use crate::costs::CostReport;

/// Why a path ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// `main` returned or the program called `exit`; the status as the operating system would see it is its low 8 bits.
    Exit(i32),
    /// The program asked for its path to be dropped without a test (`klee_silent_exit`, a false silent assumption).
    Silent,
    /// The program did something wrong.
    Error {
        /// What kind of wrong.
        kind: ErrorKind,
        /// One line for people.
        message: String,
        /// The extension that `klee_report_error` asked for.
        suffix: Option<String>,
    },
    /// The path met something Pleach does not support: a construct or an unmodelled function, by name.
    Unsupported(String),
    /// The solver could not decide a question that the path depends on.
    Undecided(String),
    /// The path was alive when a limit stopped it.
    Limit(Limit),
}

/// A limit of the run or of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// `--max-time`
    Time,
    /// `--max-memory`
    Memory,
    /// `--max-instructions`
    Instructions,
    /// `--max-forks`
    Forks,
    /// `--max-depth`
    Depth,
    /// `--max-tests`
    Tests,
    /// `--stop-at-first-error`
    FirstError,
    /// The path repeats itself: it would go on for ever. It ends no run.
    Endless,
    /// The user interrupted the run.
    Interrupt,
    /// A result could not be written.
    Output,
    /// An answer of the solver failed its check: what would follow could not be trusted.
    WrongAnswer,
}

impl Limit {
    /// The name used in `stopped_by` and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Time => "max-time",
            Limit::Memory => "max-memory",
            Limit::Instructions => "max-instructions",
            Limit::Forks => "max-forks",
            Limit::Depth => "max-depth",
            Limit::Tests => "max-tests",
            Limit::FirstError => "stop-at-first-error",
            Limit::Endless => "endless loop",
            Limit::Interrupt => "interrupt",
            Limit::Output => "output",
            Limit::WrongAnswer => "wrong answer",
        }
    }
}

/// A place in the source; the file is empty and the line 0 where it is not known.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Location {
    /// The source file as the compiler recorded it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where unknown.
    pub column: u32,
}

/// One level of the call stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function's name.
    pub function: String,
    /// Where it was.
    pub at: Location,
    /// Its arguments, printed; a symbolic one as its value in this path's test with a `=` before it. None where a path exits: nobody
    /// looks at them then.
    pub args: Vec<String>,
}

/// One symbolic object of a path with the bytes that drive the path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The object's name, unique within the path.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A finished path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathEnd {
    /// Why it ended.
    pub termination: Termination,
    /// Whether it is to become a test ([`crate::Tests`]). Of other paths, stack, inputs and output are left out, and the status that
    /// they exit with may be any ([`Observer::wants_all_inputs`]).
    pub kept: bool,
    /// The call stack at its end, innermost first.
    pub stack: Vec<Frame>,
    /// The symbolic objects in order of creation, with bytes that lead down this path.
    pub inputs: Vec<Input>,
    /// What the program printed under these inputs.
    pub output: Vec<u8>,
    /// How many instructions the path executed.
    pub instructions: u64,
    /// How many forks lie on it.
    pub depth: u32,
    /// Whether this is the first error of its kind at its instruction; always true for what is no error.
    pub first: bool,
    /// Whether the path executed something that no earlier path did, and none that split off it and goes on.
    pub new_coverage: bool,
    /// Whether it depends on a call of which nobody knows what it does, or on how much memory the machine has.
    pub approximated: bool,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// Paths that ended, in whatever way.
    pub paths: u64,
    /// Errors found, each (instruction, kind) once.
    pub errors: u64,
    /// States alive.
    pub states: usize,
    /// Instructions executed.
    pub instructions: u64,
    /// Questions asked of the solver chain.
    pub questions: u64,
    /// Lines covered so far.
    pub coverage: Coverage,
    /// Since the run began.
    pub elapsed: Duration,
}

/// Source lines with code, and those among them that were executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Lines executed on some path.
    pub lines_covered: u64,
    /// Lines with code in functions defined in the program (not in Pleach's own library).
    pub lines_total: u64,
}

/// Where questions were answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Questions {
    /// Questions asked of the chain.
    pub asked: u64,
    /// Answers by stage, in chain order.
    pub by_stage: Vec<(String, u64)>,
    /// Questions that reached the back end.
    pub backend: u64,
    /// Questions without an answer.
    pub unknown: u64,
}

/// Where the time went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Time {
    /// The whole run.
    pub total: Duration,
    /// In the solver chain.
    pub solver: Duration,
    /// In the observer: writing tests and showing progress.
    pub report: Duration,
}

/// What a run comes to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunResult {
    /// Whether every feasible path was followed to its end: exactly if [`RunResult::incomplete_because`] is empty.
    pub complete: bool,
    /// Whether anything was symbolic on some path. If not, there was one path, and nothing is known about other inputs.
    pub symbolic: bool,
    /// The limit that ended the run, if one did.
    pub stopped_by: Option<Limit>,
    /// Paths that ended by exit.
    pub paths_completed: u64,
    /// Paths that ended in an error, repeated ones included.
    pub paths_errors: u64,
    /// Paths that ended without a test at an assumption which none of their inputs satisfies.
    pub paths_excluded: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Forks made.
    pub forks: u64,
    /// What the solver did.
    pub questions: Questions,
    /// Lines covered.
    pub coverage: Coverage,
    /// The lines with code, by file and line, and whether each was executed; sorted.
    pub lines: Vec<(String, u32, bool)>,
    /// Every reason for which some path was not followed, with how often.
    pub incomplete_because: Vec<(String, u64)>,
    /// Why results could not be written, if that ended the run.
    pub write_error: Option<String>,
    /// Paths that were given up without a test that they should have had: nothing could be written, there was no time left, or there are
    /// as many tests as there may be.
    pub untested: u64,
    /// Tests handed to the observer.
    pub tests: u64,
    /// How many these would be if all were kept.
    pub testable: u64,
    /// The functions that were called and are neither defined nor modelled, with how often; sorted.
    pub missing_functions: Vec<(String, u64)>,
    /// Where the time went.
    pub time: Time,
    /// The greatest amount of memory the process held, in bytes.
    pub peak_memory_bytes: u64,
    /// Component statistics under dotted names, sorted by name.
    pub statistics: Vec<(String, u64)>,
    /// What became of the checks of answers, if they were on.
    pub checks: Option<Checks>,
    /// The answer that failed its check.
    pub wrong_answer: Option<WrongAnswer>,
    /// What the static costs of the program come to, if they were asked for.
    pub costs: Option<CostReport>,
}

/// Watches a run.
pub trait Observer {
    /// A path ended. An error stops the run ([`Limit::Output`]): a full disk must not look like a clean result.
    fn path_end(&mut self, end: PathEnd) -> std::io::Result<()>;

    /// Whether paths that are still under way when a limit ends the run are to be told of, each with its input. They are
    /// counted all the same.
    fn wants_unfinished(&self) -> bool {
        true
    }

    /// Whether the end of a path comes with its input and output. To make them takes time in proportion to what the path has
    /// read and printed; an observer that only counts does without.
    fn wants_tests(&self) -> bool {
        true
    }

    /// Whether also the ends of paths that do not become tests come with stack, input and output.
    fn wants_all_inputs(&self) -> bool {
        false
    }

    /// A line for the log: something the user should know that ends no path.
    fn message(&mut self, at: &Location, text: &str) {
        let _ = (at, text);
    }

    /// More of the log of questions, if one is made. An error stops the run.
    fn questions(&mut self, chunk: &LogChunk) -> std::io::Result<()> {
        let _ = chunk;
        Ok(())
    }

    /// Called several times a second; returning `false` interrupts the run.
    fn progress(&mut self, progress: &Progress) -> bool;
}
