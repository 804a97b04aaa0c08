//! `pleach run`: compiles and explores a program, and reports the results.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use exec::{Config, ExternalCalls, Limit, Limits, MemoryModelKind, Technique, Uninitialized};
use front_riscv::Checks;
use ir::Module;
use models::LONGEST_INPUT;
use report::query_log::QueryLog;
use report::replay::HARNESS;
use report::{About, Common, Object, Places, Recorder, Recording, RunDir, Summary};

use crate::analyze;
use crate::binary;
use crate::command_line::Given;
use crate::compile::{self, Compiler};
use crate::engine::{self, Start};
use crate::failure::{Exit, Failure};
use crate::harness::{self, Arguments};
use crate::microc;
use crate::paint::Paint;
use crate::present::Presenter;
use crate::progress::Display;
use crate::quantity;
use crate::string_forms::Strings;
use crate::tune::Tuned;
use crate::watch::{ProgramOutput, Watcher, interrupts};
use crate::{complain, print};

/// What the command line asks for.
struct Request {
    files: Vec<PathBuf>,
    cflags: Vec<String>,
    config: Config,
    arguments: Arguments,
    strings: Strings,
    is_binary: bool,
    binary: binary::Request,
    output_dir: Option<PathBuf>,
    program_output: Option<PathBuf>,
    log_queries: Option<PathBuf>,
    tuned: Tuned,
    quiet: bool,
    klee_exit_codes: bool,
    allow_concrete: bool,
}

/// Runs the command.
pub fn run(given: Given<'_>, command: Vec<String>) -> Result<Exit, Failure> {
    let mut request = Request::of(given)?;
    let places = Places::below_current();
    let display = Display::new(request.quiet);
    let started = Instant::now();
    let mut compiler = Compiler::new(request.quiet)?;
    let environment = &request.config.environment;
    let symbolic_args =
        request.config.entry == "main" && !(environment.args.is_empty() && environment.variables.is_empty());
    let start = Start {
        entry: &request.config.entry,
        arguments: &request.arguments,
        symbolic_args,
        strings: request.strings.clone(),
        in_memory: request.config.check_leaks,
        names: false,
    };
    let (loaded, harness) = engine::load(&request.files, &request.cflags, &start, &request.binary, &mut compiler)?;
    request.config.unwind = Arc::new(binary::unwind(&request.files));
    let kept = Some(request.config.tests.name().to_owned());
    let tuned = request.tuned.changed();
    let about = About { command, program: request.program(), tuned, kept, load: started.elapsed() };
    // Only now, so that a program that does not compile leaves no directory behind.
    let questions = request.log_queries.as_deref().map(QueryLog::create).transpose()?;
    let dir = request.open_dir()?;
    let dir_name = places.name(&dir.path().to_string_lossy());
    let recording = request.recording(&loaded.module, places.clone(), about);
    if let Some(harness) = &harness {
        dir.write(HARNESS, &harness.text)?;
        request.config.entry = harness::FUNCTION.to_owned();
    }
    if symbolic_args {
        request.config.entry = engine::SYMBOLIC_ARGUMENTS.to_owned();
    }
    let mut recorder = Recorder::new(dir, recording)?;
    for warning in &loaded.warnings {
        recorder.warn(warning);
        display.say(&format!("{} {warning}", Paint::stderr().yellow("warning:")));
    }
    let output = request.program_output.as_deref().map(ProgramOutput::open).transpose()?;
    let interrupted = interrupts(recorder.gate());
    request.config.cancel = Some(Arc::clone(&interrupted));
    request.config.release_memory = Some(front_llvm::release_free_memory);
    // Only the summary follows the run, so memory need not be freed.
    request.config.leave_memory = true;
    let mut watcher = Watcher::new(recorder, display, output, questions, interrupted);
    let explored = engine::explore(&loaded.module, &request.config, &mut watcher);
    let recorder = watcher.into_recorder();
    let (summary, written) = recorder.finish(&explored?);
    if !request.quiet {
        let program = request.as_replay_arguments();
        let paint = Paint::stdout();
        let make_symbolic = if request.is_microc() {
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
    /// The program's files, as given.
    fn program(&self) -> Vec<String> {
        self.files.iter().map(|file| file.display().to_string()).collect()
    }

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
        let common = Common {
            entry: self.config.entry.clone(),
            entry_is_void: !self.is_binary && engine::returns_nothing(module, &self.config.entry),
            args: std::iter::once(&self.config.program).chain(&self.config.args).cloned().collect(),
            fixed: self.fixed_inputs(),
            places,
        };
        Recording { common, about }
    }

    /// The objects that every test holds, because the program replays only with them.
    fn fixed_inputs(&self) -> Vec<Object> {
        match &self.config.environment.stdin {
            Some(models::Input::Given(bytes)) => vec![Object { name: b"stdin".to_vec(), bytes: bytes.to_vec() }],
            _ => Vec::new(),
        }
    }

    fn is_microc(&self) -> bool {
        self.files.iter().any(|file| microc::is_microc(file))
    }

    /// The program as arguments of `pleach replay`.
    fn as_replay_arguments(&self) -> String {
        let join =
            |words: &[String]| shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
        let mut words = self.program();
        if !self.cflags.is_empty() {
            words.splice(0..0, ["--cflags".to_owned(), join(&self.cflags)]);
        }
        if !self.is_microc() && !self.is_binary {
            words.insert(0, "--sanitize".to_owned());
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
            memory: given.number("max-memory").or_else(|| exec::machine_memory().map(|bytes| bytes / 4 * 3)),
            instructions: given.number("max-instructions"),
            forks: given.number("max-forks"),
            depth,
            tests: given.number("max-tests"),
            first_error: given.switch("stop-at-first-error"),
            closing: None,
            question_time: given.duration("max-question-time"),
            question_conflicts: given.number("max-question-conflicts"),
            question_memory: given.number("max-question-memory"),
        };
        let without = given.texts("without");
        let without = without.iter().flat_map(|names| names.split(',')).map(|name| name.trim().parse());
        let mut without: Vec<Technique> = without.collect::<Result<_, _>>().map_err(Failure::Usage)?;
        without.extend(given.switched_off());
        let tuned = given.tuned();
        let log_queries = given.path("log-queries");
        let args = given.texts("args");
        let is_microc = files.iter().any(|file| microc::is_microc(file));
        if is_microc && !args.is_empty() {
            return Err(Failure::Usage(
                "a microc program takes no arguments here: main's parameters are inputs".into(),
            ));
        }
        let is_binary = files.iter().any(|file| binary::is_binary(file));
        for option in ["check-division", "allow-misaligned", "nonzero-exit-is-bug"] {
            if given.switch(option) && !is_binary {
                return Err(Failure::Usage(format!("--{option} is for executables")));
            }
        }
        if given.text("model-library").is_some() && !is_binary {
            return Err(Failure::Usage("--model-library is for executables".to_owned()));
        }
        let surroundings = surroundings(given, &files, is_binary)?;
        let arguments = Arguments::parse(&given.texts("arg")).map_err(Failure::Usage)?;
        if !arguments.is_empty() && (is_binary || given.text("entry").is_none()) {
            return Err(Failure::Usage("--arg is for a function of the source that --entry names".to_owned()));
        }
        if is_binary && given.text("entry").is_some() {
            return Err(Failure::Usage(
                "an executable begins where its header says: --entry is for sources".to_owned(),
            ));
        }
        if is_binary && given.text("static-costs").is_some() {
            return Err(Failure::Usage("--static-costs is for sources".to_owned()));
        }
        let binary = binary::Request {
            args: std::iter::once(files[0].display().to_string()).chain(args.iter().cloned()).collect(),
            environment: binary::Environment::of(given, is_binary)?,
            library: binary::library(given),
            checks: Checks {
                division: given.switch("check-division"),
                alignment: !given.switch("allow-misaligned"),
                exit_status: given.switch("nonzero-exit-is-bug"),
            },
        };
        if given.switch("check-leaks") && (is_binary || is_microc) {
            return Err(Failure::Usage("--check-leaks is for C and bitcode".to_owned()));
        }
        // In microc, reading an unassigned variable is an error of its own, and a new cell holds zeros.
        let uninitialized = if is_microc { Uninitialized::Ignore } else { given.uninitialized() };
        let entry = if is_binary { front_riscv::ENTRY.to_owned() } else { defaults.entry };
        let config = Config {
            entry: given.text("entry").unwrap_or(entry),
            program: files[0].display().to_string(),
            args,
            environment: surroundings,
            external_calls: external_calls(given),
            memory_model: memory_model(given),
            search,
            seed: given.number("seed").unwrap_or(defaults.seed),
            limits,
            tests: given.tests(),
            silent_assume: given.switch("silent-klee-assume"),
            value_sets: given.value_sets(),
            array_axioms: given.array_axioms(),
            without,
            check_answers: given.switch("check-answers"),
            log_queries: log_queries.is_some(),
            static_costs: analyze::static_costs(given)?,
            uninitialized,
            check_leaks: given.switch("check-leaks"),
            solver_tuning: tuned.solver,
            expr_tuning: tuned.expr,
            ..defaults
        };
        Ok(Request {
            files,
            cflags: compile::split_cflags(&given.texts("cflags"))?,
            config,
            arguments,
            strings: given.strings(),
            is_binary,
            binary,
            output_dir: given.path("output-dir"),
            program_output: given.path("program-output"),
            log_queries,
            tuned,
            quiet: given.switch("quiet"),
            klee_exit_codes: given.switch("klee-exit-codes"),
            allow_concrete: given.switch("allow-concrete"),
        })
    }
}

/// The environment of a program that is given as sources; the default for an executable.
fn surroundings(given: Given<'_>, files: &[PathBuf], is_binary: bool) -> Result<models::Environment, Failure> {
    let stdin = given.path("stdin");
    let symbolic = given.number("sym-stdin");
    let symbolic_args = ["sym-arg", "sym-args"].into_iter().find(|name| !given.numbers::<1>(name).is_empty());
    let several = !given.numbers::<2>("sym-files").is_empty();
    if is_binary {
        return match stdin {
            Some(_) => Err(Failure::Usage("--stdin is for sources; executables have --sym-stdin".to_owned())),
            None if !given.texts("sym-env").is_empty() => Err(Failure::Usage("--sym-env is for sources".to_owned())),
            None => Ok(models::Environment::default()),
        };
    }
    let any = [("stdin", stdin.is_some()), ("sym-stdin", symbolic.is_some()), ("sym-files", several)];
    let any = any.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name).or(symbolic_args);
    if let Some(name) = any
        && files.iter().any(|file| microc::is_microc(file))
    {
        return Err(Failure::Usage(format!("--{name} is not for microc, whose programs have input of their own")));
    }
    if let Some(name) = symbolic_args
        && given.text("entry").is_some_and(|entry| entry != "main")
    {
        return Err(Failure::Usage(format!("--{name} gives arguments to main: use --arg with --entry")));
    }
    let stdin = match (stdin, symbolic) {
        (Some(_), Some(_)) => {
            return Err(Failure::Usage("--stdin and --sym-stdin exclude each other".to_owned()));
        }
        (Some(file), None) => {
            let bytes = std::fs::read(&file).map_err(|error| Failure::Input { file, why: error.to_string() })?;
            Some(models::Input::Given(bytes.into()))
        }
        (None, symbolic) => symbolic.map(models::Input::Symbolic),
    };
    let binary::Environment { args, least_args, single_args, files, .. } = binary::Environment::of(given, is_binary)?;
    let time = match given.text("time").as_deref() {
        Some("symbolic") => models::Time::Symbolic,
        _ => models::Time::Fixed,
    };
    let variables = variables(&given.texts("sym-env"))?;
    Ok(models::Environment { stdin, files, args, least_args, single_args, time, variables })
}

/// The symbolic environment variables, from words of the form `NAME=N`.
fn variables(words: &[String]) -> Result<Vec<(String, u64)>, Failure> {
    /// The greatest length of a name; a longer one is taken to be a mistake.
    const LONGEST: usize = 60;
    let parse = |word: &String| {
        let (name, length) = word.split_once('=')?;
        let is_name = !name.is_empty() && name.len() <= LONGEST && !name.contains('\0');
        Some((name.to_owned(), quantity::number(length, 0..=LONGEST_INPUT).ok()?)).filter(|_| is_name)
    };
    let wrong = |word: &String| {
        Failure::Usage(format!(
            "--sym-env {word}: this is not NAME=N, with a name of at most {LONGEST} characters and a number of at most \
             {LONGEST_INPUT}"
        ))
    };
    words.iter().map(|word| parse(word).ok_or_else(|| wrong(word))).collect()
}

/// How pointers that may point to several objects are handled.
fn memory_model(given: Given<'_>) -> MemoryModelKind {
    let name = given.text("memory-model");
    name.and_then(|name| name.parse().ok()).unwrap_or(MemoryModelKind::Fork)
}

/// How calls of unknown functions are handled.
fn external_calls(given: Given<'_>) -> ExternalCalls {
    let name = given.text("external-calls");
    let known = ExternalCalls::NAMES.into_iter().find(|(_, known)| name.as_deref() == Some(known));
    known.map_or(ExternalCalls::Error, |(how, _)| how)
}
