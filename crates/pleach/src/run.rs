//! `pleach run`: compile, explore, report.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use exec::{Config, Limits, Observer, PathEnd, Progress, Termination};
use report::{About, Places, Recorder, Recording, RunDir, Summary};

use crate::command_line::Given;
use crate::compile::{self, Compiler};
use crate::engine;
use crate::failure::{Exit, Failure};
use crate::paint::Paint;
use crate::present::Presenter;
use crate::progress::Display;
use crate::{print, quantity};

/// What the command was asked to do.
struct Request {
    files: Vec<PathBuf>,
    cflags: Vec<String>,
    config: Config,
    output_dir: Option<PathBuf>,
    program_output: Option<PathBuf>,
    quiet: bool,
    klee_exit_codes: bool,
}

/// Runs the command.
pub fn run(given: Given<'_>, command: Vec<String>) -> Result<Exit, Failure> {
    let request = Request::of(given)?;
    let places = Places::below_current();
    let display = Display::new(request.quiet);
    let mut compiler = Compiler::new(request.quiet)?;
    let loaded = engine::load(&request.files, &request.cflags, &request.config.entry, &mut compiler)?;
    let dir = match &request.output_dir {
        Some(dir) => RunDir::named(dir)?,
        None => RunDir::next(&std::env::current_dir()?)?,
    };
    let dir_name = places.name(&dir.path().to_string_lossy());
    let program: Vec<String> = request.files.iter().map(|file| file.display().to_string()).collect();
    let recording = Recording {
        entry: request.config.entry.clone(),
        entry_is_void: engine::returns_nothing(&loaded.module, &request.config.entry),
        args: std::iter::once(&request.config.program).chain(&request.config.args).cloned().collect(),
        places: places.clone(),
        about: About { command, program: program.clone() },
    };
    let mut recorder = Recorder::new(dir, recording)?;
    for warning in &loaded.warnings {
        recorder.warn(warning);
        display.say(&format!("{} {warning}", Paint::stderr().yellow("warning:")));
    }
    let output = request.program_output.as_deref().map(ProgramOutput::open).transpose()?;
    let mut watcher = Watcher { recorder, display, output, interrupted: interrupts() };
    let result = engine::explore(&loaded.module, &request.config, &mut watcher)?;
    watcher.display.clear();
    let summary = watcher.recorder.finish(&result)?;
    if !request.quiet {
        let program = request.as_replay_arguments(&program);
        let presenter = Presenter { paint: Paint::stdout(), places: &places, dir: &dir_name, program: &program };
        print(&presenter.text(&summary));
    }
    Ok(if request.klee_exit_codes { Exit::Clean } else { exit(&summary) })
}

/// The exit code that a run deserves.
fn exit(summary: &Summary) -> Exit {
    match (summary.findings.is_empty(), summary.complete) {
        (false, _) => Exit::Findings,
        (true, false) => Exit::Incomplete,
        (true, true) => Exit::Clean,
    }
}

impl Request {
    /// The program as one would give it to `pleach replay`.
    fn as_replay_arguments(&self, program: &[String]) -> String {
        let join =
            |words: &[String]| shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
        let mut words = program.to_vec();
        if !self.cflags.is_empty() {
            words.splice(0..0, ["--cflags".to_owned(), join(&self.cflags)]);
        }
        join(&words)
    }

    fn of(given: Given<'_>) -> Result<Request, Failure> {
        let files = given.paths("files");
        let defaults = Config::default();
        let search = match given.text("search") {
            Some(name) => name.parse().map_err(Failure::Usage)?,
            None => defaults.search,
        };
        let depth = given.number("max-depth").map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        let limits = Limits {
            time: given.duration("max-time"),
            memory: given.number("max-memory"),
            instructions: given.number("max-instructions"),
            forks: given.number("max-forks"),
            depth,
            tests: given.number("max-tests"),
            question_time: given.duration("max-question-time"),
        };
        let config = Config {
            entry: given.text("entry").unwrap_or(defaults.entry),
            program: files[0].display().to_string(),
            args: given.texts("args"),
            search,
            seed: given.number("seed").unwrap_or(defaults.seed),
            limits,
            silent_assume: given.switch("silent-klee-assume"),
            fast_path: defaults.fast_path,
        };
        Ok(Request {
            files,
            cflags: compile::split_cflags(&given.texts("cflags"))?,
            config,
            output_dir: given.path("output-dir"),
            program_output: given.path("program-output"),
            quiet: given.switch("quiet"),
            klee_exit_codes: given.switch("klee-exit-codes"),
        })
    }
}

/// Set by the first interrupt; the second ends the process.
fn interrupts() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Without a handler an interrupt ends the process, which is what it did before.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        eprintln!("\nstopping; interrupt again to quit at once");
    });
    flag
}

/// Watches the run for the recorder, the display and the user.
struct Watcher {
    recorder: Recorder,
    display: Display,
    output: Option<ProgramOutput>,
    interrupted: Arc<AtomicBool>,
}

impl Observer for Watcher {
    fn path_end(&mut self, end: &PathEnd) -> io::Result<()> {
        let before = self.recorder.findings().len();
        let test = self.recorder.record(end)?;
        if let Some(finding) = self.recorder.findings().get(before) {
            let place = if finding.line > 0 { format!(" at {}:{}", finding.file, finding.line) } else { String::new() };
            self.display.say(&format!("{} {}{place}", Paint::stderr().red("bug:"), finding.kind));
        }
        match (&mut self.output, test) {
            (Some(output), Some(test)) => output.add(&test, end),
            _ => Ok(()),
        }
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        self.display.show(progress);
        !self.interrupted.load(Ordering::SeqCst)
    }
}

/// What the program printed, path by path.
struct ProgramOutput {
    to: Box<dyn Write>,
}

impl ProgramOutput {
    fn open(path: &std::path::Path) -> io::Result<ProgramOutput> {
        if path.as_os_str() == "-" {
            return Ok(ProgramOutput { to: Box::new(io::stdout()) });
        }
        let file = File::create(path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())))?;
        Ok(ProgramOutput { to: Box::new(io::BufWriter::new(file)) })
    }

    fn add(&mut self, test: &str, end: &PathEnd) -> io::Result<()> {
        let ended = match &end.termination {
            Termination::Exit(status) => format!("exit {}", *status as u8),
            Termination::Error { kind, .. } => kind.name().to_owned(),
            Termination::Unsupported(what) => format!("unsupported: {what}"),
            Termination::Undecided(what) => format!("undecided: {what}"),
            Termination::Limit(limit) => limit.name().to_owned(),
            Termination::Silent => "silent".to_owned(),
        };
        let test = test.trim_end_matches(".ktest");
        let bytes = quantity::show_things(end.output.len() as u64, "byte");
        writeln!(self.to, "==== {test}: {ended}, {bytes} ====")?;
        self.to.write_all(&end.output)?;
        if end.output.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(self.to)?;
        }
        self.to.flush()
    }
}
