//! Programs that are given as executables.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use front_riscv::{Checks, Library, Options};
use ir::{Module, Unwind};

use crate::command_line::Given;
use crate::failure::Failure;

/// There may be no more symbolic arguments.
const MOST_ARGS: u64 = 26;

/// What an exploration of a binary is asked for besides what all are.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The program's name and arguments.
    pub args: Vec<String>,
    /// What is symbolic of its arguments and files.
    pub environment: Environment,
    /// Which functions of the C library are modelled.
    pub library: Library,
    /// What to check besides what the machine checks.
    pub checks: Checks,
}

/// What is symbolic of what a program is started with.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    /// How long each symbolic argument may be.
    pub args: Vec<u64>,
    /// How many of them there are at least.
    pub least_args: usize,
    /// How many of them are there by themselves.
    pub single_args: usize,
    /// How many bytes standard input holds.
    pub stdin: u64,
    /// How many files there are besides, and how many bytes each holds.
    pub files: (u64, u64),
}

impl Environment {
    /// What the options ask for. Where there are several numbers of arguments, those that must be there come first.
    pub fn of(given: Given<'_>) -> Result<Environment, Failure> {
        let mut args: Vec<u64> = given.numbers("sym-arg").into_iter().map(|[length]| length).collect();
        let single_args = args.len();
        let ranges = given.numbers::<3>("sym-args");
        if let Some([min, max, _]) = ranges.iter().find(|[min, max, _]| min > max || *max > MOST_ARGS) {
            return Err(Failure::Usage(format!(
                "--sym-args: from {min} to {max} arguments cannot be; at most {MOST_ARGS} can"
            )));
        }
        let repeated = |length: u64, count: u64| std::iter::repeat_n(length, count as usize);
        args.extend(ranges.iter().flat_map(|&[min, _, length]| repeated(length, min)));
        let least_args = args.len();
        args.extend(ranges.iter().flat_map(|&[min, max, length]| repeated(length, max - min)));
        let files = match given.numbers("sym-files").as_slice() {
            [] => (0, 0),
            [.., [count, size]] => (*count, *size),
        };
        Ok(Environment { args, least_args, single_args, stdin: given.number("sym-stdin").unwrap_or(0), files })
    }
}

/// Which functions of the C library can be modelled, by name.
pub const LIBRARY: [(&str, Library); 3] = [("auto", Library::Auto), ("all", Library::All), ("none", Library::None)];

/// Which functions of the C library are to be modelled.
pub fn library(given: Given<'_>) -> Library {
    let name = given.text("model-library");
    let known = LIBRARY.into_iter().find(|(known, _)| name.as_deref() == Some(known));
    known.map_or(Library::Auto, |(_, library)| library)
}

/// Whether a file is an executable, of whatever machine.
pub fn is_binary(file: &Path) -> bool {
    let mut start = [0; 4];
    File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && front_riscv::is_elf(&start)
}

/// What is known of the callers of functions, if the one file is an executable.
pub fn unwind(files: &[PathBuf]) -> Unwind {
    match files {
        [file] if is_binary(file) => std::fs::read(file).map(|bytes| front_riscv::unwind(&bytes)).unwrap_or_default(),
        _ => Unwind::default(),
    }
}

/// The program in the one file there must be.
pub fn load(files: &[PathBuf], request: &Request) -> Result<Module, Failure> {
    let [file] = files else {
        return Err(Failure::Usage("an executable is run by itself, not together with other files".to_owned()));
    };
    let wrong = |why: String| Failure::Input { file: file.clone(), why };
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let environment = request.environment.clone();
    let options = Options {
        args: request.args.clone(),
        symbolic_args: environment.args,
        least_args: environment.least_args,
        uncounted_args: environment.single_args,
        stdin: environment.stdin,
        files: environment.files,
        library: request.library,
        checks: request.checks,
    };
    front_riscv::load(&bytes, &options).map_err(|error| wrong(error.to_string()))
}
