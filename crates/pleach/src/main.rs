//! The command line: flags, progress, exit codes. The only crate that prints.

mod analyze;
mod binary;
mod binary_replay;
mod build;
mod build_options;
mod built;
mod command_line;
mod compile;
mod coverage;
mod engine;
mod failure;
mod harness;
mod instrument;
mod kind;
mod library;
mod library_cache;
mod microc;
mod microc_generate;
mod microc_replay;
mod microc_show;
mod options;
mod paint;
mod present;
mod program;
mod progress;
mod quantity;
mod reference;
mod replay;
mod replay_log;
mod run;
mod show;
mod solve;
mod string_forms;
mod trace;
mod trace_text;
mod tune;
mod tuning;
mod watch;

use std::io::Write as _;
use std::process::ExitCode;

use command_line::Given;
use compile::Compiler;
use failure::{Exit, Failure};
use paint::Paint;

fn main() -> ExitCode {
    // Within `pleach build`, this executable stands in for the compilers.
    if let Some(code) = bitcode::wrapper::called(&mut std::env::args_os()) {
        return ExitCode::from(code);
    }
    survive_large_files();
    let matches = match command_line::parse(std::env::args_os()) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version also come this way, and are not failures.
            let failed = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if failed { Exit::Failed.code() } else { Exit::Clean.code() });
        }
    };
    let (name, given) = matches.subcommand().expect("a subcommand is required");
    let given = Given(given);
    let result = match name {
        "run" => run::run(given, std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect()),
        "build" => build::build(given),
        "bitcode" => built::show(given),
        "replay" => replay::replay(given),
        "coverage" => coverage::coverage(given),
        "tests" => show::tests(given),
        "trace" => trace::trace(given),
        "ir" => print_ir(given),
        "solve" => solve::solve(given),
        "microc" => microc::microc(given),
        "analyze" => analyze::analyze(given),
        "man" => reference::man(given),
        "completions" => reference::completions(given),
        _ => unreachable!("the parser knows no other command"),
    };
    match result {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            complain(&failure);
            ExitCode::from(Exit::Failed.code())
        }
    }
}

/// Makes a write beyond the file size limit fail like one to a full disk, instead of ending the process.
/// Threads started later inherit this; child processes do not.
fn survive_large_files() {
    use nix::sys::signal::{SigSet, Signal};
    // If this fails, the default behaviour stays.
    let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
}

/// `pleach ir`
fn print_ir(given: Given<'_>) -> Result<Exit, Failure> {
    let cflags = compile::split_cflags(&given.texts("cflags"))?;
    let loaded = engine::load_program(&given.paths("files"), &cflags, &mut Compiler::new(false)?)?;
    microc_show::show_module(given, &loaded.module)
}

/// Prints to standard error why something could not be done.
fn complain(failure: &Failure) {
    tell(&format!("{} {failure}", Paint::stderr().red("error:")));
}

/// Prints a line to standard error, which may be closed.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Prints to standard output. A reader that has gone away (`| head`) is not a failure.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
