//! The one place where the command line meets the front end and the executor.

use std::path::PathBuf;

use exec::{Config, Observer, RunResult, Search};
use front_llvm::{Loaded, Options};
use ir::Module;

use crate::compile::{Compiler, Unit};
use crate::failure::Failure;
use crate::library::{self, Needs};

/// The names of the search strategies.
pub fn search_names() -> Vec<&'static str> {
    Search::NAMES.iter().map(|&(_, name)| name).collect()
}

/// The program in these files, with what it needs of the library, ready to begin with `entry`.
pub fn load(files: &[PathBuf], cflags: &[String], entry: &str, compiler: &mut Compiler) -> Result<Loaded, Failure> {
    let mut units = compiler.units(files, cflags)?;
    let mut needs = Needs::of(&units)?;
    units.extend(library::units_for(&mut needs, compiler)?);
    let mut loaded = link(&units, Options { entry: entry.to_owned(), provided: needs.modelled() })?;
    let unknown = loaded.undefined.iter().filter(|name| !library::is_modelled(name));
    loaded.warnings.extend(
        unknown
            .map(|name| format!("the function {name} is neither defined nor modelled; paths that call it end there")),
    );
    Ok(loaded)
}

/// The program in these files and nothing else.
pub fn load_program(files: &[PathBuf], cflags: &[String], compiler: &mut Compiler) -> Result<Loaded, Failure> {
    let units = compiler.units(files, cflags)?;
    let provided = Needs::of(&units)?.modelled();
    link(&units, Options { entry: String::new(), provided })
}

fn link(units: &[Unit], options: Options) -> Result<Loaded, Failure> {
    let inputs = units.iter().map(Unit::input).collect::<Result<Vec<_>, _>>()?;
    front_llvm::load(&inputs, &options).map_err(Failure::Load)
}

/// Explores a program.
pub fn explore(module: &Module, config: &Config, observer: &mut dyn Observer) -> Result<RunResult, Failure> {
    exec::run(module, config, observer).map_err(Failure::Run)
}
