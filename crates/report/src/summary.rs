//! `summary.json`: the results of a run, for programs to read. The contract is `docs/summary.md`.

use std::collections::BTreeMap;
use std::time::Duration;

use exec::{PathEnd, RunResult, Termination};
use serde::{Deserialize, Serialize};

use crate::costs::Costs;
use crate::place::Places;
use crate::value;

/// The whole file, its fields in the order in which they are written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Pleach's version.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
    /// The directory that the command was given in.
    #[serde(default)]
    pub directory: String,
    /// The program's files, as given.
    pub program: Vec<String>,
    /// The numbers that `--tune` set to other values than their defaults, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tuned: BTreeMap<String, String>,
    /// Whether every feasible path was followed to its end.
    pub complete: bool,
    /// Whether anything was symbolic on some path.
    #[serde(default)]
    pub symbolic: bool,
    /// The limit that ended the run, if one did.
    pub stopped_by: Option<String>,
    /// Every reason for which some path was not followed to its end; empty exactly if the run is complete.
    pub incomplete_because: Vec<String>,
    /// How often each of these reasons cut a path short.
    #[serde(default)]
    pub cut_short: BTreeMap<String, u64>,
    /// Paths that were given up without a test.
    #[serde(default)]
    pub untested: u64,
    /// Why results could not be written, if that ended the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_error: Option<String>,
    /// The called functions that are neither defined nor modelled, each with its number of calls.
    #[serde(default)]
    pub missing_functions: BTreeMap<String, u64>,
    /// Paths by how they ended.
    pub paths: Paths,
    /// The errors found, each (instruction, kind) once, in order of discovery.
    pub findings: Vec<Finding>,
    /// How many tests were written.
    pub tests: u64,
    /// Which tests were kept, as `--tests` has it.
    #[serde(default)]
    pub kept: Option<String>,
    /// The number of tests there would be if every path that can have one had been kept.
    #[serde(default)]
    pub testable_paths: u64,
    /// The number of instructions executed.
    pub instructions: u64,
    /// The number of forks.
    pub forks: u64,
    /// The solver's counters.
    pub questions: Questions,
    /// The outcome of the checks of answers, if they were on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<Checks>,
    /// The lines covered.
    pub coverage: Coverage,
    /// The static costs of the program, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Costs>,
    /// The wall-clock time of the run, in seconds.
    pub seconds: f64,
    /// Where that time went.
    pub time: Time,
    /// The greatest amount of memory that the process held, in bytes.
    pub peak_memory_bytes: u64,
}

/// Paths by how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Paths {
    /// Paths that exited.
    pub completed: u64,
    /// Paths that ended in an error, repeated ones included.
    pub errors: u64,
    /// Paths without a test, because no input satisfies one of their assumptions.
    #[serde(default)]
    pub excluded: u64,
    /// At most so many paths are those that exited made of: more than `completed` if paths were joined. A joined path
    /// that forks again counts with all its paths on both sides.
    #[serde(default)]
    pub represented: u64,
}

/// One error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The kind's name.
    pub kind: String,
    /// The source file; empty if unknown.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The function it happened in.
    pub function: String,
    /// One line for people.
    pub message: String,
    /// The test that shows it, by its file name within the run directory.
    pub test: String,
    /// The call stack, innermost first.
    pub stack: Vec<StackFrame>,
    /// The input that leads to the error.
    pub inputs: Vec<InputValue>,
}

/// One level of a stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StackFrame {
    /// The function's name.
    pub function: String,
    /// The source file; empty if unknown.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The arguments, printed; one that depends on the input begins with `=`.
    pub args: Vec<String>,
}

/// One symbolic object with its bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputValue {
    /// The object's name.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The bytes, as hex.
    pub hex: String,
    /// The bytes as text for people.
    pub text: String,
}

/// The solver's counters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Questions {
    /// The number of questions that the chain was asked.
    pub asked: u64,
    /// The number of answers by stage.
    pub by_stage: BTreeMap<String, u64>,
    /// The number of questions that reached the back end.
    pub backend: u64,
    /// The number of questions without an answer.
    pub unknown: u64,
}

/// The checks of the solver's answers against the questions as they were written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Checks {
    /// The number of models evaluated.
    pub sat: u64,
    /// The number of refutations confirmed.
    pub unsat: u64,
    /// The number of refutations that could not be checked within the budget.
    pub unchecked: u64,
}

/// Lines covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// The number of lines executed on some path.
    pub lines_covered: u64,
    /// The number of lines with code in the program.
    pub lines_total: u64,
}

/// Where the time went, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Time {
    /// Compiling and loading the program, before the run.
    pub load: f64,
    /// Executing instructions.
    pub execution: f64,
    /// Answering questions.
    pub solver: f64,
    /// Checking the answers, if that is on.
    #[serde(default)]
    pub checks: f64,
    /// Writing tests and showing progress.
    pub report: f64,
}

/// Facts about the run that the executor does not know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The command line.
    pub command: Vec<String>,
    /// The directory that the command was given in.
    pub directory: String,
    /// The program's files, as given.
    pub program: Vec<String>,
    /// The numbers that decide cost and differ from their defaults, by their names.
    pub tuned: BTreeMap<String, String>,
    /// Which tests are kept.
    pub kept: Option<String>,
    /// The time it took to compile and load the program.
    pub load: Duration,
}

impl Summary {
    /// Sums up a run.
    pub fn of(result: &RunResult, findings: Vec<Finding>, tests: u64, about: About, places: &Places) -> Summary {
        assert_eq!(result.complete, result.incomplete_because.is_empty(), "an incomplete run says why");
        let time = result.time;
        let checks = result.checks.map_or(Duration::ZERO, |checks| checks.time);
        let execution = time.total.saturating_sub(time.solver).saturating_sub(checks).saturating_sub(time.report);
        Summary {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: about.command,
            directory: about.directory,
            program: about.program,
            tuned: about.tuned,
            complete: result.complete,
            symbolic: result.symbolic,
            stopped_by: result.stopped_by.map(|limit| limit.name().to_owned()),
            incomplete_because: result.incomplete_because.iter().map(|(reason, _)| reason.clone()).collect(),
            cut_short: result.incomplete_because.iter().cloned().collect(),
            untested: result.untested,
            write_error: result.write_error.clone(),
            missing_functions: result.missing_functions.iter().cloned().collect(),
            paths: Paths {
                completed: result.paths_completed,
                errors: result.paths_errors,
                excluded: result.paths_excluded,
                represented: result.paths_represented,
            },
            findings,
            tests,
            kept: about.kept,
            testable_paths: result.testable,
            instructions: result.instructions,
            forks: result.forks,
            questions: Questions {
                asked: result.questions.asked,
                by_stage: result.questions.by_stage.iter().cloned().collect(),
                backend: result.questions.backend,
                unknown: result.questions.unknown,
            },
            checks: result.checks.map(|checks| Checks {
                sat: checks.sat,
                unsat: checks.unsat,
                unchecked: checks.unchecked,
            }),
            coverage: Coverage {
                lines_covered: result.coverage.lines_covered,
                lines_total: result.coverage.lines_total,
            },
            costs: result.costs.as_ref().map(|costs| Costs::of(costs, places)),
            seconds: time.total.as_secs_f64(),
            time: Time {
                load: about.load.as_secs_f64(),
                execution: execution.as_secs_f64(),
                solver: time.solver.as_secs_f64(),
                checks: checks.as_secs_f64(),
                report: time.report.as_secs_f64(),
            },
            peak_memory_bytes: result.peak_memory_bytes,
        }
    }

    /// The file's text.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings and numbers have a JSON form");
        text.push('\n');
        text
    }
}

impl Finding {
    /// The finding of a path that ended in an error.
    pub fn of(end: &PathEnd, test: &str, places: &Places) -> Option<Finding> {
        let Termination::Error { kind, message, .. } = &end.termination else { return None };
        let stack: Vec<StackFrame> = end.stack.iter().map(|frame| StackFrame::of(frame, places)).collect();
        let place = own_code(&stack).or(stack.first());
        Some(Finding {
            kind: kind.name().to_owned(),
            file: place.map(|frame| frame.file.clone()).unwrap_or_default(),
            line: place.map_or(0, |frame| frame.line),
            function: place.map(|frame| frame.function.clone()).unwrap_or_default(),
            message: message.clone(),
            test: test.to_owned(),
            inputs: end.inputs.iter().map(InputValue::of).collect(),
            stack,
        })
    }
}

/// The innermost level of the program's own code. An error in a library function, or in a function that was
/// compiled without debug information, is shown at the place where the program called it.
pub fn own_code(stack: &[StackFrame]) -> Option<&StackFrame> {
    let known = |frame: &&StackFrame| frame.line > 0;
    stack.iter().filter(known).find(|frame| !exec::is_library_file(&frame.file)).or(stack.iter().find(known))
}

impl StackFrame {
    /// A level of a path's stack.
    pub fn of(frame: &exec::Frame, places: &Places) -> StackFrame {
        StackFrame {
            function: frame.function.clone(),
            file: places.name(&frame.at.file),
            line: frame.at.line,
            args: frame.args.clone(),
        }
    }

    /// For example `main(=5) at prog.c:7`.
    pub fn describe(&self) -> String {
        let call = format!("{}({})", self.function, self.args.join(", "));
        if self.line > 0 { format!("{call} at {}:{}", self.file, self.line) } else { call }
    }
}

impl InputValue {
    /// A path's input.
    pub fn of(input: &exec::Input) -> InputValue {
        InputValue {
            name: input.name.clone(),
            size: input.bytes.len() as u64,
            hex: value::hex(&input.bytes),
            text: value::readable(&input.bytes),
        }
    }
}
