//! What a run reports: how each path ended, how far the run is, and its result.
//!
//! The executor prints and writes nothing. It passes a [`PathEnd`] for every finished path, and now and then a
//! [`Progress`], to an [`Observer`], and returns a [`RunResult`].

use std::time::Duration;

use ir::ErrorKind;
use solver::{Checks, LogChunk, WrongAnswer};

use crate::costs::CostReport;
use crate::decision::{Decisions, Trail};

/// Why a path ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// `main` returned or the program called `exit`. The operating system would see the low 8 bits of the status.
    Exit(i32),
    /// The program asked for its path to be dropped without a test (`klee_silent_exit`, a false silent assumption).
    Silent,
    /// The program made an error.
    Error {
        /// The kind of error.
        kind: ErrorKind,
        /// A message of one line.
        message: String,
        /// The file name extension requested with `klee_report_error`.
        suffix: Option<String>,
    },
    /// The path met something that Pleach does not support: the name of a construct or of an unmodelled function.
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
    /// The path repeats itself and would go on for ever. It ends the path, not the run.
    Endless,
    /// The user interrupted the run.
    Interrupt,
    /// A result could not be written.
    Output,
    /// An answer of the solver failed its check, so later results could not be trusted.
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

/// A source position. If it is not known, the file is empty and the line is 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Location {
    /// The source file as the compiler recorded it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if not known.
    pub column: u32,
}

/// One level of the call stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function's name.
    pub function: String,
    /// The source position of the instruction that the frame is at.
    pub at: Location,
    /// The arguments as text; a symbolic one is `=` followed by its value in this path's test. Empty for a path
    /// that exits.
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
    /// Whether the path is to become a test ([`crate::Tests`]). For other paths, stack, inputs and output are
    /// empty and the exit status is that of some input of the path, unless [`Observer::wants_all_inputs`] is set.
    pub kept: bool,
    /// The call stack at its end, innermost first.
    pub stack: Vec<Frame>,
    /// The symbolic objects in order of creation, with bytes that lead down this path.
    pub inputs: Vec<Input>,
    /// What the program prints under these inputs.
    pub output: Vec<u8>,
    /// What the path chose where there was a choice.
    pub decisions: Decisions,
    /// The values of what the path depends on and is not input, such as the memory of the machine.
    pub surroundings: Vec<Input>,
    /// The number of instructions that the path executed.
    pub instructions: u64,
    /// The number of forks on the path.
    pub depth: u32,
    /// Whether this is the first error of its kind at its instruction; true for a path that does not end in an error.
    pub first: bool,
    /// Whether the path executed something that no earlier path did, nor one that forked off it and goes on.
    pub new_coverage: bool,
    /// Whether the path depends on a call with an unknown effect, or on how much memory the machine has.
    pub approximated: bool,
}

impl PathEnd {
    /// The trail by which the path can be followed again. Only a path whose input was asked for has one.
    pub fn trail(&self) -> Trail {
        Trail {
            decisions: self.decisions.iter().cloned().collect(),
            inputs: self.inputs.iter().chain(&self.surroundings).cloned().collect(),
            instructions: self.instructions,
        }
    }
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// Paths that have ended, with any termination.
    pub paths: u64,
    /// Errors found; each pair of instruction and kind counts once.
    pub errors: u64,
    /// States alive.
    pub states: usize,
    /// Instructions executed.
    pub instructions: u64,
    /// Questions asked of the solver chain.
    pub questions: u64,
    /// Lines covered so far.
    pub coverage: Coverage,
    /// The time since the run began.
    pub elapsed: Duration,
}

/// The number of source lines with code, and of those that were executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Lines executed on some path.
    pub lines_covered: u64,
    /// Lines with code in functions defined in the program (not in Pleach's own library).
    pub lines_total: u64,
}

/// How many questions the solver answered, and in which stage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Questions {
    /// Questions asked of the solver chain.
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

/// The result of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunResult {
    /// Whether every feasible path was followed to its end. True exactly if [`RunResult::incomplete_because`] is empty.
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
    /// The paths that those which ended by exit stand for.
    pub paths_represented: u64,
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
    /// The reasons for which some path was not followed, each with its number of occurrences.
    pub incomplete_because: Vec<(String, u64)>,
    /// Why results could not be written, if that ended the run.
    pub write_error: Option<String>,
    /// Paths that were given up without the test that they should have had: nothing could be written, there was
    /// no time left, or the limit on tests was reached.
    pub untested: u64,
    /// Tests passed to the observer.
    pub tests: u64,
    /// The number of tests there would be with [`crate::Tests::All`].
    pub testable: u64,
    /// The functions that were called but are neither defined nor modelled, each with its number of calls; sorted.
    pub missing_functions: Vec<(String, u64)>,
    /// Where the time went.
    pub time: Time,
    /// The greatest amount of memory the process held, in bytes.
    pub peak_memory_bytes: u64,
    /// Component statistics under dotted names, sorted by name.
    pub statistics: Vec<(String, u64)>,
    /// The results of checking the solver's answers, if that was on.
    pub checks: Option<Checks>,
    /// The answer that failed its check, if one did.
    pub wrong_answer: Option<WrongAnswer>,
    /// A summary of the static costs of the program, if they were requested.
    pub costs: Option<CostReport>,
}

/// Watches a run.
pub trait Observer: Send {
    /// A path ended. An error stops the run ([`Limit::Output`]): a full disk must not look like a clean result.
    fn path_end(&mut self, end: PathEnd) -> std::io::Result<()>;

    /// Whether paths that are still running when a limit ends the run are reported, each with its input. They
    /// are counted in any case.
    fn wants_unfinished(&self) -> bool {
        true
    }

    /// Whether the end of a path comes with its input and output. Computing them takes time in proportion to
    /// what the path has read and printed, so an observer that only counts paths can do without.
    fn wants_tests(&self) -> bool {
        true
    }

    /// Whether the ends of paths that do not become tests come with stack, input and output too.
    fn wants_all_inputs(&self) -> bool {
        false
    }

    /// A message for the log: something that the user should know but that ends no path.
    fn message(&mut self, at: &Location, text: &str) {
        let _ = (at, text);
    }

    /// The next part of the log of questions, if there is one. An error stops the run.
    fn questions(&mut self, chunk: &LogChunk) -> std::io::Result<()> {
        let _ = chunk;
        Ok(())
    }

    /// Called several times a second; returning `false` interrupts the run.
    fn progress(&mut self, progress: &Progress) -> bool;
}
