//! The one place where the command line meets the front end and the executor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use exec::{Config, Observer, RunResult, Search, ValueSets};
use front_llvm::{Loaded, Options};
use ir::transform::transform;
use ir::{FuncId, Module, Reg};

use crate::binary;
use crate::compile::{Compiler, Unit};
use crate::failure::Failure;
use crate::harness::{self, Arguments};
use crate::library::{self, Needs};
use crate::microc;
use crate::string_forms::Strings;

/// The names of the search strategies.
pub fn search_names() -> Vec<&'static str> {
    Search::NAMES.iter().map(|&(_, name)| name).collect()
}

/// The older names of a search strategy, which are understood as well.
pub fn search_aliases(name: &str) -> impl Iterator<Item = &'static str> {
    let strategy = name.parse::<Search>();
    Search::ALIASES.iter().filter(move |(search, _)| strategy.as_ref() == Ok(search)).map(|&(_, alias)| alias)
}

/// The names of the procedures that reason about values.
pub fn value_set_modes() -> Vec<&'static str> {
    ValueSets::NAMES.iter().map(|&(_, name)| name).collect()
}

/// What to begin with.
pub struct Start<'a> {
    /// The function.
    pub entry: &'a str,
    /// Its arguments, as far as they were given.
    pub arguments: &'a Arguments,
    /// Whether it is main, with symbolic arguments or variables of the environment.
    pub symbolic_args: bool,
    /// How string functions work.
    pub strings: Strings,
    /// Whether local variables stay in memory, as they do natively.
    pub in_memory: bool,
}

/// The function of the library that makes arguments and variables symbolic and calls main.
pub const SYMBOLIC_ARGUMENTS: &str = "__pleach_start";

/// The program in these files, with what it needs of the library and with what calls its entry, ready to begin.
pub fn load(
    files: &[PathBuf],
    cflags: &[String],
    start: &Start<'_>,
    binary: &binary::Request,
    compiler: &mut Compiler,
) -> Result<(Loaded, Option<Harness>), Failure> {
    let entry = start.entry;
    let alone = |module| Loaded { module, variables: BTreeMap::new(), warnings: Vec::new(), undefined: Vec::new() };
    if files.iter().any(|file| binary::is_binary(file)) {
        return Ok((alone(binary::load(files, binary)?), None));
    }
    if files.iter().any(|file| microc::is_microc(file)) {
        return Ok((alone(microc::lower(files, entry)?), None));
    }
    let mut cflags = cflags.to_vec();
    if entry != "main" {
        cflags.push(KEEP_NAMES.to_owned());
    }
    let mut units = compiler.units(files, &cflags)?;
    let harness = if entry == "main" { None } else { Harness::make(&units, start, compiler)? };
    let (begin, exposed) = match &harness {
        Some(_) => (harness::FUNCTION, entry),
        None if start.symbolic_args => (SYMBOLIC_ARGUMENTS, entry),
        None => (entry, ""),
    };
    units.extend(harness.as_ref().map(|harness| harness.unit.clone()));
    let mut needs = Needs::of(&units, start.strings.clone())?;
    if start.symbolic_args {
        needs.require(SYMBOLIC_ARGUMENTS);
    }
    let of_program = needs.clone();
    units.extend(library::units_for(&mut needs, compiler)?);
    let provided = needs.modelled();
    let options = Options {
        entry: begin.to_owned(),
        exposed: exposed.to_owned(),
        provided,
        in_memory: start.in_memory,
        ..Options::default()
    };
    let mut loaded = link(&units, options)?;
    transform(
        &mut loaded.module,
        "the front end for LLVM",
        &[
            // In this order; `docs/architecture.md` says how to add one.
            &start.strings.deciding_calls(|name| !of_program.has(name)),
        ],
    )
    .map_err(Failure::Broken)?;
    // What only the library lacks is named where a path needs it.
    let unknown = loaded.undefined.iter().filter(|name| of_program.lacks(name) && !library::is_modelled(name));
    loaded.warnings.extend(unknown.map(|name| {
        let name = models::symbol::function_name(name);
        format!("the function {name} is neither defined nor modelled; paths that call it end there")
    }));
    Ok((loaded, harness))
}

/// What calls a function that is tested by itself.
pub struct Harness {
    /// Its text in C.
    pub text: String,
    unit: Unit,
}

impl Harness {
    /// None if the function gets what `main` gets.
    fn make(units: &[Unit], start: &Start<'_>, compiler: &mut Compiler) -> Result<Option<Harness>, Failure> {
        let inputs = units.iter().map(Unit::input).collect::<Result<Vec<_>, _>>()?;
        let trusted = units.iter().all(Unit::is_compiled);
        let options = Options { entry: start.entry.to_owned(), trusted, ..Options::default() };
        let signature = front_llvm::signature(&inputs, &options).map_err(Failure::Load)?;
        if start.arguments.is_empty() && harness::is_like_main(&signature) {
            return Ok(None);
        }
        let text = harness::text(start.entry, &signature, start.arguments).map_err(Failure::Usage)?;
        let file = compiler.dir().join("harness.c");
        std::fs::write(&file, &text)?;
        // Its lines are not the program's.
        let unit = compiler.compile(&file, &["-g0".to_owned()])?;
        Ok(Some(Harness { text, unit }))
    }
}

/// Without this, clang drops the names of values.
const KEEP_NAMES: &str = "-fno-discard-value-names";

/// A program to be looked at, with the names that its registers have in the source, where they are known.
pub struct Named {
    /// The program.
    pub module: Module,
    /// By function and register.
    pub names: BTreeMap<(FuncId, Reg), String>,
}

/// The program in these files and nothing else, whatever it is written in.
pub fn load_named(
    files: &[PathBuf],
    cflags: &[String],
    entry: &str,
    compiler: &mut Compiler,
) -> Result<Named, Failure> {
    if files.iter().any(|file| microc::is_microc(file)) {
        let (module, names) = microc::lower_with_names(files, entry)?;
        return Ok(Named { module, names });
    }
    if let [file] = files
        && file.extension().is_some_and(|extension| extension == "pir")
    {
        return Ok(Named { module: parse_ir(file)?, names: BTreeMap::new() });
    }
    let mut cflags = cflags.to_vec();
    cflags.push(KEEP_NAMES.to_owned());
    let loaded = load_alone(files, &cflags, compiler, true)?;
    Ok(Named { module: loaded.module, names: loaded.variables })
}

/// A program in the text form of the IR.
fn parse_ir(file: &Path) -> Result<Module, Failure> {
    let wrong = |why: String| Failure::Input { file: file.to_owned(), why };
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let module = ir::parse_module(&text).map_err(|error| wrong(error.to_string()))?;
    match ir::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => Err(wrong(errors.first().map_or_else(String::new, ToString::to_string))),
    }
}

/// The program in these files and nothing else.
pub fn load_program(files: &[PathBuf], cflags: &[String], compiler: &mut Compiler) -> Result<Loaded, Failure> {
    load_alone(files, cflags, compiler, false)
}

fn load_alone(
    files: &[PathBuf],
    cflags: &[String],
    compiler: &mut Compiler,
    variables: bool,
) -> Result<Loaded, Failure> {
    let units = compiler.units(files, cflags)?;
    let provided = Needs::of(&units, Strings::default())?.modelled();
    link(&units, Options { provided, variables, ..Options::default() })
}

fn link(units: &[Unit], options: Options) -> Result<Loaded, Failure> {
    let inputs = units.iter().map(Unit::input).collect::<Result<Vec<_>, _>>()?;
    let options = Options { trusted: units.iter().all(Unit::is_compiled), ..options };
    front_llvm::load(&inputs, &options).map_err(Failure::Load)
}

/// Explores a program.
pub fn explore(module: &Module, config: &Config, observer: &mut dyn Observer) -> Result<RunResult, Failure> {
    exec::run(module, config, observer).map_err(Failure::Run)
}

/// Whether a function has no result.
pub fn returns_nothing(module: &Module, name: &str) -> bool {
    module.function(name).is_some_and(|id| module.functions[id.index()].ret == 0)
}
