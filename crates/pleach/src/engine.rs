//! The one place where the command line meets the front end and the executor.

use std::path::PathBuf;

use exec::{Config, Observer, RunResult, Search};
use front_llvm::{Input, Loaded, Options};
use ir::Module;

use crate::compile::Compiler;
use crate::failure::Failure;
use crate::library::{self, Needs};

/// The names of the search strategies.
pub fn search_names() -> Vec<&'static str> {
    Search::NAMES.iter().map(|&(_, name)| name).collect()
}

/// The program in these files, with what it needs of the library, ready to begin with `entry`.
pub fn load(files: &[PathBuf], cflags: &[String], entry: &str, compiler: &mut Compiler) -> Result<Loaded, Failure> {
    let mut modules = compiler.modules(files, cflags)?;
    let mut needs = Needs::of(&modules)?;
    modules.extend(library::modules_for(&mut needs, compiler)?);
    let mut loaded = link(modules, Options { entry: entry.to_owned(), provided: needs.modelled() })?;
    let unknown = loaded.undefined.iter().filter(|name| !library::is_modelled(name));
    loaded.warnings.extend(
        unknown
            .map(|name| format!("the function {name} is neither defined nor modelled; paths that call it end there")),
    );
    Ok(loaded)
}

/// The program in these files and nothing else.
pub fn load_program(files: &[PathBuf], cflags: &[String], compiler: &mut Compiler) -> Result<Loaded, Failure> {
    let modules = compiler.modules(files, cflags)?;
    let provided = Needs::of(&modules)?.modelled();
    link(modules, Options { entry: String::new(), provided })
}

fn link(modules: Vec<PathBuf>, options: Options) -> Result<Loaded, Failure> {
    let inputs: Vec<Input> = modules.into_iter().map(Input::Path).collect();
    front_llvm::load(&inputs, &options).map_err(Failure::Load)
}

/// Explores a program.
pub fn explore(module: &Module, config: &Config, observer: &mut dyn Observer) -> Result<RunResult, Failure> {
    exec::run(module, config, observer).map_err(Failure::Run)
}
