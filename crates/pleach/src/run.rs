//! `pleach run`: compiles and explores a program, and reports the results.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use exec::Limit;
use ir::Module;
use report::query_log::QueryLog;
use report::replay::HARNESS;
use report::{About, Common, Object, Places, Recorder, Recording, RunDir, Summary};

use crate::command_line::Given;
use crate::compile::Compiler;
use crate::engine;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::present::Presenter;
use crate::program::{Program, Ready};
use crate::progress::Display;
use crate::watch::{ProgramOutput, Watcher, interrupts};
use crate::{complain, print};

/// What the command line asks for.
struct Request {
    program: Program,
    output_dir: Option<PathBuf>,
    program_output: Option<PathBuf>,
    log_queries: Option<PathBuf>,
    quiet: bool,
    klee_exit_codes: bool,
    allow_concrete: bool,
}

/// Runs the command.
pub fn run(given: Given<'_>, command: Vec<String>) -> Result<Exit, Failure> {
    let request = Request::of(given)?;
    let places = Places::below_current();
    let display = Display::new(request.quiet);
    let started = Instant::now();
    let mut compiler = Compiler::new(request.quiet)?;
    let Ready { loaded, harness, mut config } = request.program.load(&mut compiler, false)?;
    let kept = Some(config.tests.name().to_owned());
    let directory = std::env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
    let tuned = request.program.tuned.changed();
    let about = About { command, directory, program: request.program.names(), tuned, kept, load: started.elapsed() };
    // Only now, so that a program that does not compile leaves no directory behind.
    let questions = request.log_queries.as_deref().map(QueryLog::create).transpose()?;
    let dir = request.open_dir()?;
    let dir_name = places.name(&dir.path().to_string_lossy());
    let recording = request.recording(&loaded.module, places.clone(), about);
    if let Some(harness) = &harness {
        dir.write(HARNESS, &harness.text)?;
    }
    let mut recorder = Recorder::new(dir, recording)?;
    for warning in &loaded.warnings {
        recorder.warn(warning);
        display.say(&format!("{} {warning}", Paint::stderr().yellow("warning:")));
    }
    let output = request.program_output.as_deref().map(ProgramOutput::open).transpose()?;
    let interrupted = interrupts(recorder.gate());
    config.cancel = Some(Arc::clone(&interrupted));
    config.release_memory = Some(front_llvm::release_free_memory);
    // Only the summary follows the run, so memory need not be freed.
    config.leave_memory = true;
    let mut watcher = Watcher::new(recorder, display, output, questions, interrupted);
    let explored = engine::explore(&loaded.module, &config, &mut watcher);
    let recorder = watcher.into_recorder();
    let (summary, written) = recorder.finish(&explored?);
    if !request.quiet {
        let program = request.as_replay_arguments();
        let paint = Paint::stdout();
        let make_symbolic = if request.program.is_microc() {
            "what input reads and the parameters of main are"
        } else {
            "see --sym-stdin, --sym-arg, and pleach_symbolic in pleach.h"
        };
        let presenter = Presenter { paint, places: &places, dir: &dir_name, program: &program, make_symbolic };
        print(&presenter.text(&summary));
    }
    if let Err(error) = &written {
        complain(&Failure::Output(io::Error::new(
            error.kind(),
            format!("{error}\n  what could be written is in {dir_name}"),
        )));
    }
    if written.is_err() || summary.write_error.is_some() {
        return Ok(Exit::Unwritten);
    }
    Ok(match exit(&summary, request.allow_concrete) {
        Exit::WrongAnswer => Exit::WrongAnswer,
        _ if request.klee_exit_codes => Exit::Clean,
        exit => exit,
    })
}

/// The exit code of a run. A run without symbolic data has tried one input only, which proves nothing.
fn exit(summary: &Summary, allow_concrete: bool) -> Exit {
    if summary.stopped_by.as_deref() == Some(Limit::WrongAnswer.name()) {
        return Exit::WrongAnswer;
    }
    let is_proof = summary.complete && (summary.symbolic || allow_concrete);
    match (summary.findings.is_empty(), is_proof) {
        (false, _) => Exit::Findings,
        (true, false) => Exit::Incomplete,
        (true, true) => Exit::Clean,
    }
}

impl Request {
    /// The directory for the results.
    fn open_dir(&self) -> Result<RunDir, Failure> {
        match &self.output_dir {
            Some(dir) => Ok(RunDir::named(dir)?),
            None => RunDir::next(&std::env::current_dir()?).map_err(|error| {
                let advice = format!("{error}\n  name a place for the results with --output-dir");
                Failure::Output(io::Error::new(error.kind(), advice))
            }),
        }
    }

    /// The settings of the recorder.
    fn recording(&self, module: &Module, places: Places, about: About) -> Recording {
        let config = &self.program.config;
        let common = Common {
            entry: config.entry.clone(),
            entry_is_void: self.program.is_void(module),
            args: std::iter::once(&config.program).chain(&config.args).cloned().collect(),
            fixed: self.fixed_inputs(),
            places,
        };
        Recording { common, about }
    }

    /// The objects that every test holds, because the program replays only with them.
    fn fixed_inputs(&self) -> Vec<Object> {
        match &self.program.config.environment.stdin {
            Some(models::Input::Given(bytes)) => vec![Object { name: b"stdin".to_vec(), bytes: bytes.to_vec() }],
            _ => Vec::new(),
        }
    }

    /// The program as arguments of `pleach replay`.
    fn as_replay_arguments(&self) -> String {
        let join =
            |words: &[String]| shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
        let program = &self.program;
        let mut words = program.names();
        if !program.cflags.is_empty() {
            words.splice(0..0, ["--cflags".to_owned(), join(&program.cflags)]);
        }
        if !program.is_microc() && !program.is_binary {
            words.insert(0, "--sanitize".to_owned());
        }
        join(&words)
    }

    fn of(given: Given<'_>) -> Result<Request, Failure> {
        Ok(Request {
            program: Program::of(given)?,
            output_dir: given.path("output-dir"),
            program_output: given.path("program-output"),
            log_queries: given.path("log-queries"),
            quiet: given.switch("quiet"),
            klee_exit_codes: given.switch("klee-exit-codes"),
            allow_concrete: given.switch("allow-concrete"),
        })
    }
}
