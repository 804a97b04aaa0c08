//! Programs that are given as executables.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use front_riscv::{Checks, Library, Options};
use ir::{Module, Unwind};
use models::Length;

use crate::built;
use crate::command_line::Given;
use crate::failure::Failure;

/// The greatest number of symbolic arguments of a source program: their names have two digits.
const MOST_ARGS: u64 = 99;
/// The greatest number of symbolic files: their names have one letter.
const MOST_FILES: u64 = 26;

/// The settings of an exploration that only binaries have.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The program's name and arguments.
    pub args: Vec<String>,
    /// The symbolic parts of its arguments and files.
    pub environment: Environment,
    /// Which functions of the C library are modelled.
    pub library: Library,
    /// The checks to make besides those that the machine makes.
    pub checks: Checks,
}

/// The symbolic parts of what a program is started with.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    /// The greatest length of each symbolic argument, in bytes.
    pub args: Vec<u64>,
    /// The least number of symbolic arguments.
    pub least_args: usize,
    /// How many of them come from `--sym-arg`.
    pub single_args: usize,
    /// The length of standard input.
    pub stdin: Length,
    /// The number of further files, and the length of each.
    pub files: (u64, Length),
}

impl Environment {
    /// The environment that the options ask for. Where the number of arguments may vary, the required ones come
    /// first.
    pub fn of(given: Given<'_>, is_binary: bool) -> Result<Environment, Failure> {
        let most = Most::of(is_binary);
        let mut args: Vec<u64> = given.numbers("sym-arg").into_iter().map(|[length]| length).collect();
        for &length in &args {
            at_most("sym-arg", length, length, most.argument, "bytes")?;
        }
        let single_args = args.len();
        let ranges = given.numbers::<3>("sym-args");
        for &[min, max, length] in &ranges {
            let all = format!("{min} {max} {length}");
            if min > max {
                return Err(Failure::Usage(format!("--sym-args {all}: there are no numbers from {min} to {max}")));
            }
            at_most("sym-args", &all, max, most.args, "arguments")?;
            at_most("sym-args", &all, length, most.argument, "bytes")?;
        }
        let repeated = |length: u64, count: u64| std::iter::repeat_n(length, count as usize);
        args.extend(ranges.iter().flat_map(|&[min, _, length]| repeated(length, min)));
        let least_args = args.len();
        args.extend(ranges.iter().flat_map(|&[min, max, length]| repeated(length, max - min)));
        if args.len() as u64 > most.args {
            return Err(Failure::Usage(format!(
                "--sym-arg and --sym-args ask for {} arguments together: at most {} are possible",
                args.len(),
                most.args
            )));
        }
        let files = match given.lengths("sym-files").as_slice() {
            [.., count, size] if count.is_fixed() => (count.most, *size),
            [.., count, _] => {
                let (least, most) = (count.least, count.most);
                return Err(Failure::Usage(format!("--sym-files {least}..{most}: the number of files is one number")));
            }
            _ => (0, Length::default()),
        };
        let all = format!("{} {}", files.0, shown(files.1));
        at_most("sym-files", &all, files.0, MOST_FILES, "files")?;
        at_most("sym-files", &all, files.1.most, most.file, "bytes")?;
        let stdin = given.lengths("sym-stdin").pop().unwrap_or_default();
        at_most("sym-stdin", shown(stdin), stdin.most, most.file, "bytes")?;
        Ok(Environment { args, least_args, single_args, stdin, files })
    }

    /// What the kernel's model has to know of it: the lengths of files.
    pub fn of_kernel(&self) -> models::Environment {
        let stdin = Some(models::Input::Symbolic(self.stdin));
        models::Environment { stdin, files: self.files, ..models::Environment::default() }
    }
}

/// A length as it is given.
fn shown(Length { least, most }: Length) -> String {
    if least == most { most.to_string() } else { format!("{least}..{most}") }
}

/// The greatest numbers and sizes of symbolic inputs.
struct Most {
    args: u64,
    argument: u64,
    file: u64,
}

impl Most {
    fn of(is_binary: bool) -> Most {
        match is_binary {
            true => Most {
                args: front_riscv::MOST_ARGUMENTS,
                argument: front_riscv::LONGEST_ARGUMENT,
                file: front_riscv::LARGEST_FILE,
            },
            false => Most { args: MOST_ARGS, argument: models::LONGEST_INPUT, file: models::LONGEST_INPUT },
        }
    }
}

/// Rejects a number that is too large. The message names the option and everything that was given to it.
fn at_most(option: &str, given: impl fmt::Display, number: u64, most: u64, of_what: &str) -> Result<(), Failure> {
    if number <= most {
        return Ok(());
    }
    Err(Failure::Usage(format!("--{option} {given}: {number} {of_what} are too many, at most {most} are possible")))
}

/// The choices of `--model-library`, by name.
pub const LIBRARY: [(&str, Library); 3] = [("auto", Library::Auto), ("all", Library::All), ("none", Library::None)];

/// The choice of `--model-library`.
pub fn library(given: Given<'_>) -> Library {
    let name = given.text("model-library");
    let known = LIBRARY.into_iter().find(|(known, _)| name.as_deref() == Some(known));
    known.map_or(Library::Auto, |(_, library)| library)
}

/// Whether a file is an executable that is run by itself, without bitcode.
pub fn is_binary(file: &Path) -> bool {
    let mut start = [0; 4];
    let is_elf =
        File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && front_riscv::is_elf(&start);
    is_elf && !built::is_built(file)
}

/// What is known about the callers of functions, if the program is one executable.
pub fn unwind(files: &[PathBuf]) -> Unwind {
    match files {
        [file] if is_binary(file) => std::fs::read(file).map(|bytes| front_riscv::unwind(&bytes)).unwrap_or_default(),
        _ => Unwind::default(),
    }
}

/// Loads the program. There must be exactly one file.
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
        stdin: environment.stdin.most,
        files: (environment.files.0, environment.files.1.most),
        library: request.library,
        checks: request.checks,
    };
    front_riscv::load(&bytes, &options).map_err(|error| wrong(error.to_string()))
}
