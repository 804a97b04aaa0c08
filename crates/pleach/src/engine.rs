//! The one place where the command line meets the front end and the executor.

use std::path::PathBuf;

use exec::{Config, Observer, RunResult, Search};
use ir::Module;

use crate::compile::Compiler;
use crate::failure::Failure;

/// A program, ready to be explored.
pub struct Loaded {
    /// Its code.
    pub module: Module,
    /// What the front end wants the user to know.
    pub warnings: Vec<String>,
}

/// The names of the search strategies.
pub fn search_names() -> Vec<&'static str> {
    Search::NAMES.iter().map(|&(_, name)| name).collect()
}

/// The program in these files, with what it needs of the library.
pub fn load(files: &[PathBuf], cflags: &[String], compiler: &mut Compiler) -> Result<Loaded, Failure> {
    load_program(files, cflags, compiler)
}

/// The program in these files and nothing else.
pub fn load_program(files: &[PathBuf], cflags: &[String], compiler: &mut Compiler) -> Result<Loaded, Failure> {
    let _modules = compiler.modules(files, cflags)?;
    Ok(Loaded { module: Module::default(), warnings: Vec::new() })
}

/// Explores a program.
pub fn explore(module: &Module, config: &Config, observer: &mut dyn Observer) -> Result<RunResult, Failure> {
    exec::run(module, config, observer).map_err(|error| Failure::Run(error.to_string()))
}
