//! A program and how it is to be explored, as the command line of `pleach run` says it. `pleach trace` reads the
//! recorded command line of a run the same way, so both execute the same program.

use std::path::PathBuf;
use std::sync::Arc;

use exec::{
    Capacities, Config, ExternalCalls, Limits, MemoryModelKind, MergedTerms, Merging, SizeMode, Technique,
    Uninitialized,
};
use front_llvm::Loaded;
use front_riscv::Checks;
use ir::Module;
use models::LONGEST_INPUT;

use crate::analyze;
use crate::binary;
use crate::command_line::Given;
use crate::compile::{self, Compiler};
use crate::engine::{self, Harness, Start};
use crate::failure::Failure;
use crate::harness::{self, Arguments};
use crate::microc;
use crate::quantity;
use crate::string_forms::Strings;
use crate::tune::Tuned;

/// A program to explore.
pub struct Program {
    /// Its files, as given.
    pub files: Vec<PathBuf>,
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    /// How it is to be explored. The entry is the function that was asked for.
    pub config: Config,
    /// Whether it is an executable.
    pub is_binary: bool,
    /// The numbers that decide cost.
    pub tuned: Tuned,
    arguments: Arguments,
    strings: Strings,
    binary: binary::Request,
}

/// A program that is ready to be explored.
pub struct Ready {
    /// The program.
    pub loaded: Loaded,
    /// The code that calls the function that was asked for, if it needs some.
    pub harness: Option<Harness>,
    /// How it is to be explored, beginning with what calls that function.
    pub config: Config,
}

impl Program {
    /// Compiles and loads the program; `names` says whether registers are to know the variables of the source.
    pub fn load(&self, compiler: &mut Compiler, names: bool) -> Result<Ready, Failure> {
        let environment = &self.config.environment;
        let symbolic_args =
            self.config.entry == "main" && !(environment.args.is_empty() && environment.variables.is_empty());
        let start = Start {
            entry: &self.config.entry,
            arguments: &self.arguments,
            symbolic_args,
            strings: self.strings.clone(),
            in_memory: self.config.check_leaks,
            names,
        };
        let (loaded, harness) = engine::load(&self.files, &self.cflags, &start, &self.binary, compiler)?;
        let entry = match &harness {
            Some(_) => harness::FUNCTION,
            None if symbolic_args => engine::SYMBOLIC_ARGUMENTS,
            None => &self.config.entry,
        };
        let unwind = Arc::new(binary::unwind(&self.files));
        let config = Config { entry: entry.to_owned(), unwind, ..self.config.clone() };
        Ok(Ready { loaded, harness, config })
    }

    /// The files, as given.
    pub fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.display().to_string()).collect()
    }

    /// Whether the function that was asked for returns no value.
    pub fn is_void(&self, module: &Module) -> bool {
        !self.is_binary && engine::returns_nothing(module, &self.config.entry)
    }

    /// Whether it is written in microc.
    pub fn is_microc(&self) -> bool {
        self.files.iter().any(|file| microc::is_microc(file))
    }

    /// The program that a command line of `pleach run` asks for.
    pub fn of(given: Given<'_>) -> Result<Program, Failure> {
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
            merging: merging(given),
            merged_terms: merged_terms(given),
            sizes: sizes(given),
            capacities: capacities(given)?,
            search,
            seed: given.number("seed").unwrap_or(defaults.seed),
            limits,
            tests: given.tests(),
            silent_assume: given.switch("silent-klee-assume"),
            value_sets: given.value_sets(),
            array_axioms: given.array_axioms(),
            without,
            check_answers: given.switch("check-answers"),
            log_queries: given.path("log-queries").is_some(),
            static_costs: analyze::static_costs(given)?,
            uninitialized,
            check_leaks: given.switch("check-leaks"),
            solver_tuning: tuned.solver,
            expr_tuning: tuned.expr,
            tuning: tuned.exec,
            ..defaults
        };
        Ok(Program {
            files,
            cflags: compile::split_cflags(&given.texts("cflags"))?,
            config,
            is_binary,
            tuned,
            arguments,
            strings: given.strings(),
            binary,
        })
    }
}

/// The environment of a program that is given as sources; the default for an executable.
fn surroundings(given: Given<'_>, files: &[PathBuf], is_binary: bool) -> Result<models::Environment, Failure> {
    let stdin = given.path("stdin");
    let symbolic = given.lengths("sym-stdin").pop();
    let symbolic_args = ["sym-arg", "sym-args"].into_iter().find(|name| !given.numbers::<1>(name).is_empty());
    let several = !given.lengths("sym-files").is_empty();
    if is_binary {
        return match stdin {
            Some(_) => Err(Failure::Usage("--stdin is for sources; executables have --sym-stdin".to_owned())),
            None if !given.texts("sym-env").is_empty() => Err(Failure::Usage("--sym-env is for sources".to_owned())),
            None => Ok(binary::Environment::of(given, is_binary)?.of_kernel()),
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
    name.and_then(|name| name.parse().ok()).unwrap_or(MemoryModelKind::Auto)
}

/// Where paths are joined.
fn merging(given: Given<'_>) -> Merging {
    given.text("merge").and_then(|name| name.parse().ok()).unwrap_or(Merging::Auto)
}

/// How the terms of paths that are joined become one.
fn merged_terms(given: Given<'_>) -> MergedTerms {
    given.text("merge-terms").and_then(|name| name.parse().ok()).unwrap_or(MergedTerms::Tree)
}

/// How objects of symbolic size are handled.
fn sizes(given: Given<'_>) -> SizeMode {
    given.text("sizes").and_then(|name| name.parse().ok()).unwrap_or(SizeMode::Lazy)
}

/// The greatest sizes of objects whose size is symbolic.
fn capacities(given: Given<'_>) -> Result<Capacities, Failure> {
    let mut capacities = Capacities::default();
    given.texts("size-capacity").iter().try_for_each(|word| capacities.add(word)).map_err(Failure::Usage)?;
    Ok(capacities)
}

/// How calls of unknown functions are handled.
fn external_calls(given: Given<'_>) -> ExternalCalls {
    let name = given.text("external-calls");
    let known = ExternalCalls::NAMES.into_iter().find(|(_, known)| name.as_deref() == Some(known));
    known.map_or(ExternalCalls::Error, |(how, _)| how)
}
