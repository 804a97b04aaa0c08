//! The commands as `clap` sees them, built from the option table, and typed access to the options given.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use exec::{ArrayAxioms, SolverTechnique, Technique, Tests, Uninitialized, ValueSets};
use models::{LONGEST_INPUT, Length};

use crate::kind::Kind;
use crate::options::{self, Cmd, Opt};
use crate::string_forms::Strings;
use crate::tune::Tuned;
use crate::{analyze, binary, build, engine, microc_show, quantity};

/// Shown at the end of the help, and in the manual page.
pub const EXIT_CODES: &str = "\
Exit codes of run:
  0  every path was explored and no bug was found
  1  bugs were found
  2  no bug was found, but the exploration is incomplete, or nothing was symbolic
  3  usage or input error
  4  an answer of the solver failed its check (--check-answers)
  5  results could not all be written, for one because the disk is full
Exit codes of replay:
  0  the predicted thing happened
  1  it did not
  2  nothing definite was predicted, or it cannot be shown natively
  3  usage or input error
Exit codes of coverage:
  0  the run executed the lines that its tests do, or nothing is there to compare with
  1  it did not
  3  usage or input error
Exit codes of trace:
  0  the path was followed; with --check, each of them ends as predicted
  1  it does not fit the program, or ends otherwise
  3  usage or input error
Exit codes of solve:
  0  every command was carried out and every check answered with sat or unsat
  1  the script has errors, or an answer differs from that of the log (--replay)
  2  it has none, but a check was answered with unknown
  3  usage or input error
  4  an answer failed its check (--check-answers)";

const ABOUT: &str = "Explores C programs symbolically: finds inputs that crash them, and proves when none is left";

const ENVIRONMENT: &str = "\
Environment:
  PLEACH_CLANG  the clang to compile with [default: clang or the newest clang-NN on PATH]
  PLEACH_CC     the compiler for replay [default: clang, else gcc, else cc]
  PLEACH_STORE  where pleach build puts bitcode [default: in the user's cache directory]
  NO_COLOR      no colours";

/// The whole command line.
pub fn command() -> Command {
    Command::new("pleach")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(format!("{EXIT_CODES}\n\n{ENVIRONMENT}"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(run())
        .subcommand(build())
        .subcommand(bitcode())
        .subcommand(replay())
        .subcommand(coverage())
        .subcommand(tests())
        .subcommand(trace())
        .subcommand(ir())
        .subcommand(solve())
        .subcommand(microc())
        .subcommand(analyze())
        .subcommand(man())
        .subcommand(completions())
}

fn run() -> Command {
    with_options(Command::new("run"), Cmd::Run)
        .about("Explore a program and write a test for every path")
        .long_about(
            "Explores every path of a program, reports each bug with an input that triggers it, and writes a test for \
             every path to the run directory.\n\nThe files are C or C++ sources, LLVM bitcode (.bc) or LLVM assembly \
             (.ll); several are linked. Or they are executables, libraries and objects that were made in a pleach build. Or there is one microc program (.mc), \
             or one static executable for 64-bit RISC-V Linux. \
             Make input symbolic with pleach_symbolic (pleach.h), klee_make_symbolic (klee/klee.h) or __VERIFIER_nondet_*; \
             or with --sym-stdin, --sym-arg and --sym-files; in microc, what input reads and the \
             parameters of main are symbolic. A function is tested by itself with --entry and --arg.",
        )
        .after_help(format!(
            "{}\n\n{ENVIRONMENT}",
            EXIT_CODES.split("\nExit codes of replay").next().unwrap_or_default()
        ))
        .arg(files("The program: .c, .cc, .cpp, .cxx, .C, .bc or .ll files, a .mc file, or an executable"))
        .arg(program_args())
}

fn build() -> Command {
    with_options(Command::new("build"), Cmd::Build)
        .about("Run a build and keep the bitcode of everything that it compiles")
        .long_about(
            "Runs a command such as make, cmake --build, ninja, ./configure or a single call of a compiler. Wherever it calls a \
             compiler, that one makes its object as always, and clang makes bitcode of the same source; the object says where \
             that is, and so does the executable or the library that it is linked to. Then pleach run ./prog runs the executable, and \
             pleach bitcode ./prog lists its parts. See docs/build.md.",
        )
        .after_help(
            "The exit code is that of the command; 127 if it is not found. Files that are up to date are not compiled again: make \
             clean comes first where a build was made without pleach build.",
        )
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .num_args(1..)
                .required(true)
                .trailing_var_arg(true)
                .value_hint(ValueHint::CommandWithArguments)
                .help("The command, with its arguments")
                .value_parser(clap::value_parser!(OsString)),
        )
}

fn bitcode() -> Command {
    with_options(Command::new("bitcode"), Cmd::Bitcode)
        .about("List the bitcode of what pleach build made, and write it to a file")
        .long_about(
            "Lists the sources whose bitcode is in an executable, a shared library, an object or an archive that was made in a \
             pleach build, and what has none; with --output, links them to one file. The project's own shared libraries that an \
             executable needs are part of it.",
        )
        .after_help("Give the program: pleach bitcode ./prog -o prog.bc")
        .arg(files("Executables, shared libraries (.so), objects (.o), archives (.a)"))
}

fn replay() -> Command {
    with_options(Command::new("replay"), Cmd::Replay)
        .about("Run a program natively on a test and check that the predicted thing happens")
        .long_about(
            "Builds the program with the native compiler, runs it on each test, shows what it prints, and says whether \
             what the exploration predicted (an exit code and output, or an error) did happen. A microc program (.mc) is \
             run by its interpreter instead, an executable for RISC-V under qemu.",
        )
        .after_help(
            "Give the program's files and then the tests: pleach replay prog.c pleach-last runs all of a run directory, \
             pleach replay prog.c pleach-last/test000003.ktest a single one, whether it is a file there or in an archive.",
        )
        .arg(files("The program's source files, and the tests to run it on: .ktest files, archives of them, run directories"))
}

fn coverage() -> Command {
    with_options(Command::new("coverage"), Cmd::Coverage)
        .about("Run a program natively on every test and count the lines that are executed")
        .long_about(
            "Builds the program with clang's counters, runs it on every test of a run directory (or of an archive, or on one test), prints how many lines of each file \
             are executed, and says whether the run's own coverage.lcov names the same lines. docs/coverage.md says what is \
             compared.",
        )
        .after_help("Give the run directory and then the program's files: pleach coverage pleach-last prog.c")
        .arg(
            Arg::new("directory")
                .value_name("DIR")
                .required(true)
                .value_hint(ValueHint::DirPath)
                .help("The run directory, an archive of it, or a test")
                .value_parser(clap::value_parser!(PathBuf)),
        )
        .arg(files("The program's source files"))
}

fn tests() -> Command {
    Command::new("tests").about("Show tests for people").arg(
        Arg::new("tests")
            .value_name("PATH")
            .num_args(1..)
            .required(true)
            .value_hint(ValueHint::AnyPath)
            .help("Run directories, archives of tests, or .ktest files")
            .value_parser(clap::value_parser!(PathBuf)),
    )
}

fn trace() -> Command {
    with_options(Command::new("trace"), Cmd::Trace)
        .about("Show every decision on the path of a test")
        .long_about(
            "Follows the path of a test again, without a solver, and prints what it chose where more than one choice was possible: \
             the place, the condition and the side or value; then how it ends and on which input. The program is \
             compiled again with the options that the run directory records, so it must be as it was.",
        )
        .after_help(
            "Name a test of a run: pleach trace pleach-last/test000003, whether it is a file there or in an archive. \
             pleach trace --check pleach-last follows all of them.",
        )
        .arg(
            Arg::new("test")
                .value_name("TEST")
                .required(true)
                .value_hint(ValueHint::AnyPath)
                .help("The test; with --check also a run directory or an archive of tests")
                .value_parser(clap::value_parser!(PathBuf)),
        )
}

fn ir() -> Command {
    with_options(Command::new("ir"), Cmd::Ir)
        .about("Print a program in Pleach's intermediate representation")
        .arg(files("The program: .c, .cc, .cpp, .cxx, .C, .bc or .ll files"))
}

fn solve() -> Command {
    with_options(Command::new("solve"), Cmd::Solve)
        .about("Answer an SMT-LIB script")
        .long_about(
            "Carries out a script in SMT-LIB 2.6 over bit-vectors and arrays of them (QF_BV, QF_ABV) with the solver that \
             run uses, and prints the answers.",
        )
        .after_help(EXIT_CODES.split_once("Exit codes of solve").map_or(String::new(), |(_, codes)| {
            format!("Exit codes of solve{codes}")
        }))
        .arg(
            Arg::new("script")
                .value_name("FILE")
                .required_unless_present("replay")
                .conflicts_with("replay")
                .value_hint(ValueHint::FilePath)
                .help("The script, or - for standard input")
                .value_parser(clap::value_parser!(PathBuf)),
        )
}

fn microc() -> Command {
    Command::new("microc")
        .about("Tools for the small language microc")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(microc_exec())
        .subcommand(microc_generate())
        .subcommand(
            with_options(Command::new("ast"), Cmd::MicrocAst)
                .about("Show the syntax tree of a microc program")
                .arg(source("The program (.mc)")),
        )
        .subcommand(
            with_options(Command::new("cfg"), Cmd::MicrocCfg)
                .about("Show the control-flow graph of a microc program")
                .arg(source("The program (.mc)")),
        )
        .subcommand(
            with_options(Command::new("ir"), Cmd::MicrocIr)
                .about("Show a microc program in Pleach's intermediate representation")
                .arg(source("The program (.mc)")),
        )
}

fn microc_generate() -> Command {
    with_options(Command::new("generate"), Cmd::MicrocGenerate).about("Generate random microc programs").long_about(
        "Prints a random microc program that passes the check and uses no variable before it has a value; or, with \
             --output-dir, writes programs to files. Words in parentheses are the parameters' names in the thesis that \
             microc comes from. The same options and seed give the same bytes.",
    )
}

fn microc_exec() -> Command {
    with_options(Command::new("exec"), Cmd::MicrocExec)
        .about("Run a microc program on concrete input")
        .long_about(
            "Checks a microc program and runs it with an interpreter that is independent of the symbolic executor. The \
             exit code is the number that main returns, modulo 256; any error gives 1, and a wrong command line 3.",
        )
        .arg(source("The program (.mc)"))
        .arg(
            Arg::new("numbers")
                .value_name("ARG")
                .num_args(0..)
                .allow_negative_numbers(true)
                .help("The arguments of main")
                .value_parser(clap::value_parser!(i32)),
        )
}

fn analyze() -> Command {
    let costs = with_options(Command::new("costs"), Cmd::AnalyzeCosts)
        .about("Estimate how many questions to the solver the values of a program will cause")
        .long_about(
            "Prints, function by function, for each block and for each place after a call the values that are live there, and \
             how many questions to the solver are to come that depend on each. Joins are blocks where states that took \
             different ways could be merged. See docs/costs.md.",
        )
        .arg(files("The program: .c, .cc, .cpp, .cxx, .C, .bc, .ll, .mc or .pir files"));
    Command::new("analyze")
        .about("Analyse a program without running it")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(costs)
}

fn source(help: &'static str) -> Arg {
    Arg::new("source")
        .value_name("FILE")
        .required(true)
        .value_hint(ValueHint::FilePath)
        .help(help)
        .value_parser(clap::value_parser!(PathBuf))
}

fn man() -> Command {
    Command::new("man").about("Print a manual page").arg(
        Arg::new("command")
            .value_name("COMMAND")
            .help(
                "The command, `options` for the reference of all options in Markdown, or `tuning` for that of all numbers that decide \
                 cost [default: an overview]",
            ),
    )
}

fn completions() -> Command {
    Command::new("completions").about("Print completions for a shell").arg(
        Arg::new("shell")
            .value_name("SHELL")
            .required(true)
            .help("The shell")
            .value_parser(clap::value_parser!(clap_complete::Shell)),
    )
}

fn files(help: &'static str) -> Arg {
    Arg::new("files")
        .value_name("FILE")
        .num_args(1..)
        .required(true)
        .value_hint(ValueHint::FilePath)
        .help(help)
        .value_parser(clap::value_parser!(PathBuf))
}

fn program_args() -> Arg {
    Arg::new("args").value_name("ARG").num_args(0..).last(true).help("The program's own arguments")
}

fn with_options(command: Command, cmd: Cmd) -> Command {
    options::of(cmd).fold(command, |command, option| command.arg(argument(option)))
}

fn argument(option: &'static Opt) -> Arg {
    let (default, facts) = match option.kind {
        Kind::Switch => (String::new(), String::new()),
        Kind::Text
        | Kind::Search
        | Kind::Estimate
        | Kind::OnOff
        | Kind::Intercept
        | Kind::ValueSets
        | Kind::ArrayAxioms
        | Kind::Uninitialized
        | Kind::Tests
        | Kind::Library
        | Kind::Time
        | Kind::ExternalCalls
        | Kind::Sizes
        | Kind::Merging
        | Kind::MergedTerms
        | Kind::MemoryModel => (format!(" [default: {}]", option.default), format!("\n\nDefault: {}.", option.default)),
        kind => (
            format!(" [default: {}]", option.default),
            format!("\n\nValue: {}. Default: {}.", kind.range(), option.default),
        ),
    };
    let arg = Arg::new(option.name)
        .long(option.name)
        .help_heading(option.heading)
        .help(format!("{}{default}", option.line))
        .long_help(format!("{}. {}{facts}", option.line, option.paragraph()));
    let arg = match option.short {
        Some(letter) => arg.short(letter),
        None => arg,
    };
    if option.kind == Kind::Switch {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg.value_names(option.value.split(' ')).value_parser(parser(option.kind));
    // A negative number is rejected as a number, not as an unknown option.
    let arg = arg.allow_negative_numbers(!matches!(option.kind, Kind::Text));
    match option.kind {
        Kind::Numbers(count) => arg.num_args(count).action(ArgAction::Append),
        Kind::Files => arg.num_args(2).action(ArgAction::Append),
        Kind::Tuning | Kind::Capacity => arg.action(ArgAction::Append),
        Kind::Store => arg.value_hint(ValueHint::DirPath).action(ArgAction::Set),
        Kind::File => arg.value_hint(ValueHint::FilePath).action(ArgAction::Set),
        Kind::Directory | Kind::Log => arg.value_hint(ValueHint::DirPath).action(ArgAction::Set),
        // Compiler flags begin with a dash themselves.
        Kind::Text => arg.action(ArgAction::Append).allow_hyphen_values(true),
        _ => arg.action(ArgAction::Set),
    }
}

fn parser(kind: Kind) -> ValueParser {
    match kind {
        Kind::Switch => clap::value_parser!(bool),
        Kind::Text => clap::value_parser!(String),
        Kind::File | Kind::Directory | Kind::Log | Kind::Store => clap::value_parser!(PathBuf),
        Kind::Number(most) => ValueParser::new(move |text: &str| quantity::number(text, 0..=most)),
        // The greatest value depends on the program as well, and is checked where the program is known.
        Kind::Length | Kind::Files => ValueParser::new(quantity::length),
        Kind::Numbers(_) => {
            ValueParser::new(|text: &str| text.parse::<u64>().or_else(|_| quantity::number(text, 0..=LONGEST_INPUT)))
        }
        Kind::Count(most) => ValueParser::new(move |text: &str| quantity::number(text, 1..=most)),
        Kind::Share => ValueParser::new(|text: &str| quantity::share(text)),
        Kind::Duration => ValueParser::new(|text: &str| quantity::duration(text)),
        Kind::Size(least) => ValueParser::new(move |text: &str| quantity::size(text, least)),
        Kind::Search => PossibleValuesParser::new(engine::search_names().into_iter().map(|name| {
            let aliases = engine::search_aliases(name);
            PossibleValue::new(name).aliases(aliases)
        }))
        .into(),
        Kind::Estimate => PossibleValuesParser::new(analyze::ESTIMATES).into(),
        Kind::Intercept => PossibleValuesParser::new(build::MEANS.map(|(name, _)| name)).into(),
        Kind::OnOff => PossibleValuesParser::new(["on", "off"]).into(),
        Kind::ValueSets => PossibleValuesParser::new(engine::value_set_modes()).into(),
        Kind::ArrayAxioms => PossibleValuesParser::new(ArrayAxioms::NAMES.map(|(_, name)| name)).into(),
        Kind::Uninitialized => PossibleValuesParser::new(Uninitialized::NAMES.map(|(_, name)| name)).into(),
        Kind::Tests => PossibleValuesParser::new(Tests::NAMES.map(|(_, name)| name)).into(),
        Kind::Library => PossibleValuesParser::new(binary::LIBRARY.map(|(name, _)| name)).into(),
        Kind::Time => PossibleValuesParser::new(["fixed", "symbolic"]).into(),
        Kind::MemoryModel => PossibleValuesParser::new(exec::MemoryModelKind::NAMES.map(|(_, name)| name)).into(),
        Kind::Merging => PossibleValuesParser::new(exec::Merging::NAMES.map(|(_, name)| name)).into(),
        Kind::MergedTerms => PossibleValuesParser::new(exec::MergedTerms::NAMES.map(|(_, name)| name)).into(),
        Kind::Sizes => PossibleValuesParser::new(exec::SizeMode::NAMES.map(|(_, name)| name)).into(),
        Kind::Capacity => {
            ValueParser::new(|text: &str| exec::Capacities::default().add(text).map(|()| text.to_owned()))
        }
        Kind::ExternalCalls => PossibleValuesParser::new(exec::ExternalCalls::NAMES.map(|(_, name)| name)).into(),
        Kind::Strings => ValueParser::new(|text: &str| Strings::parse(text)),
        Kind::Format => PossibleValuesParser::new(microc_show::FORMATS).into(),
        Kind::Tuning => ValueParser::new(|text: &str| Tuned::of(&[text.to_owned()]).map(|_| text.to_owned())),
    }
}

/// The options given to a command.
#[derive(Clone, Copy)]
pub struct Given<'a>(pub &'a ArgMatches);

impl Given<'_> {
    /// Whether a switch is on.
    pub fn switch(&self, name: &str) -> bool {
        self.0.get_flag(name)
    }

    /// The technique that is switched off by an option of its own, if any.
    pub fn switched_off(&self) -> Option<Technique> {
        let off = self.0.get_one::<String>("array-precheck").is_some_and(|choice| choice == "off");
        off.then_some(Technique::Solver(SolverTechnique::ArrayPrecheck))
    }

    /// The mode of `--array-axioms`.
    pub fn array_axioms(&self) -> ArrayAxioms {
        let name = self.0.get_one::<String>("array-axioms");
        name.and_then(|name| ArrayAxioms::named(name)).unwrap_or_default()
    }

    /// The mode of `--value-sets`.
    pub fn value_sets(&self) -> ValueSets {
        let name = self.0.get_one::<String>("value-sets");
        name.and_then(|name| ValueSets::named(name)).unwrap_or_default()
    }

    /// The choice of `--string-functions`.
    pub fn strings(&self) -> Strings {
        self.0.get_one::<Strings>("string-functions").cloned().unwrap_or_default()
    }

    /// The numbers that `--tune` sets, among all others.
    pub fn tuned(&self) -> Tuned {
        // The parser has checked each text.
        Tuned::of(&self.texts("tune")).unwrap_or_default()
    }

    /// The choice of `--uninitialized`.
    pub fn uninitialized(&self) -> Uninitialized {
        let name = self.0.get_one::<String>("uninitialized");
        name.and_then(|name| name.parse().ok()).unwrap_or(Uninitialized::Warn)
    }

    /// The choice of `--tests`.
    pub fn tests(&self) -> Tests {
        let name = self.0.get_one::<String>("tests");
        name.and_then(|name| name.parse().ok()).unwrap_or(Tests::New)
    }

    /// The last value of an option.
    pub fn text(&self, name: &str) -> Option<String> {
        self.texts(name).pop()
    }

    /// Words that need not be text.
    pub fn words(&self, name: &str) -> Vec<OsString> {
        self.0.get_many::<OsString>(name).into_iter().flatten().cloned().collect()
    }

    /// Every value of an option, in order.
    pub fn texts(&self, name: &str) -> Vec<String> {
        self.0.get_many::<String>(name).into_iter().flatten().cloned().collect()
    }

    /// A file or directory.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.0.get_one::<PathBuf>(name).cloned()
    }

    /// Several files.
    pub fn paths(&self, name: &str) -> Vec<PathBuf> {
        self.0.get_many::<PathBuf>(name).into_iter().flatten().cloned().collect()
    }

    /// A number or a size.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get_one::<u64>(name).copied()
    }

    /// The values of an option that takes several numbers, once for each time it was given.
    pub fn numbers<const COUNT: usize>(&self, name: &str) -> Vec<[u64; COUNT]> {
        let all: Vec<u64> = self.0.get_many::<u64>(name).into_iter().flatten().copied().collect();
        all.chunks_exact(COUNT).map(|chunk| chunk.try_into().expect("chunks are exact")).collect()
    }

    /// The values of an option that takes numbers or pairs of numbers.
    pub fn lengths(&self, name: &str) -> Vec<Length> {
        self.0.get_many::<Length>(name).into_iter().flatten().copied().collect()
    }

    /// A probability.
    pub fn share(&self, name: &str) -> Option<f64> {
        self.0.get_one::<f64>(name).copied()
    }

    /// A duration.
    pub fn duration(&self, name: &str) -> Option<Duration> {
        self.0.get_one::<Duration>(name).copied()
    }
}

/// Parses a command line.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<ArgMatches, clap::Error> {
    command().try_get_matches_from(args)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(line: &str) -> Result<ArgMatches, clap::Error> {
        parse(line.split(' ').map(OsString::from))
    }

    #[test]
    fn the_commands_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn values_are_checked() {
        assert!(given("pleach run a.c --max-time 1h10min --max-memory 2GB --seed 0").is_ok());
        for wrong in
            ["--max-time soon", "--max-memory much", "--max-forks 0", "--max-tests -1", "--search best", "--frob"]
        {
            assert!(given(&format!("pleach run a.c {wrong}")).is_err(), "accepted {wrong}");
        }
        assert!(given("pleach run").is_err());
        assert!(given("pleach").is_err());
    }

    #[test]
    fn search_strategies_have_their_names_and_older_ones() {
        for name in "bfs dfs random tree coverage klee mixed random-state random-path default".split(' ') {
            let matches = given(&format!("pleach run a.c --search {name}")).expect("a strategy's name");
            let run = Given(matches.subcommand_matches("run").expect("run"));
            assert_eq!(run.text("search").as_deref(), Some(name));
        }
    }

    #[test]
    fn program_arguments_follow_two_dashes() {
        let matches = given("pleach run a.c b.bc -- -x --max-time").expect("parses");
        let run = Given(matches.subcommand_matches("run").expect("run"));
        assert_eq!(run.paths("files"), [PathBuf::from("a.c"), PathBuf::from("b.bc")]);
        assert_eq!(run.texts("args"), ["-x", "--max-time"]);
    }
}
