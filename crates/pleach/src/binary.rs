//! Programs that are given as executables.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use front_riscv::{Checks, Options};
use ir::Module;

use crate::failure::Failure;

/// What an exploration of a binary is asked for besides what all are.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The program's name and arguments.
    pub args: Vec<String>,
    /// How many bytes standard input holds.
    pub stdin: u64,
    /// What to check besides what the machine checks.
    pub checks: Checks,
}

/// Whether a file is an executable, of whatever machine.
pub fn is_binary(file: &Path) -> bool {
    let mut start = [0; 4];
    File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && front_riscv::is_elf(&start)
}

/// The program in the one file there must be.
pub fn load(files: &[PathBuf], request: &Request) -> Result<Module, Failure> {
    let [file] = files else {
        return Err(Failure::Usage("an executable is run by itself, not together with other files".to_owned()));
    };
    let wrong = |why: String| Failure::Input { file: file.clone(), why };
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let options = Options { args: request.args.clone(), stdin: request.stdin, checks: request.checks };
    front_riscv::load(&bytes, &options).map_err(|error| wrong(error.to_string()))
}
