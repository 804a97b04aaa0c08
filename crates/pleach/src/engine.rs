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

/// The older names of a search strategy, which are still accepted.
pub fn search_aliases(name: &str) -> impl Iterator<Item = &'static str> {
    let strategy = name.parse::<Search>();
    Search::ALIASES.iter().filter(move |(search, _)| strategy.as_ref() == Ok(search)).map(|&(_, alias)| alias)
}

/// The names of the modes of `--value-sets`.
pub fn value_set_modes() -> Vec<&'static str> {
    ValueSets::NAMES.iter().map(|&(_, name)| name).collect()
}

/// How a program begins.
pub struct Start<'a> {
    /// The function that the run begins with.
    pub entry: &'a str,
    /// The arguments given for it.
    pub arguments: &'a Arguments,
    /// Whether it is `main` with symbolic arguments or environment variables.
    pub symbolic_args: bool,
    /// The form of the string functions.
    pub strings: Strings,
    /// Whether local variables stay in memory, as they do natively.
    pub in_memory: bool,
    /// Whether registers get the names of the variables that they hold, for who describes conditions.
    pub names: bool,
}

/// The library function that makes arguments and variables symbolic and calls `main`.
pub const SYMBOLIC_ARGUMENTS: &str = "__pleach_start";

/// Loads the program in these files, linked with the parts of the library that it needs and with the harness
/// that calls its entry, if there is one.
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
        names: start.names,
        ..Options::default()
    };
    let mut loaded = link(&units, options)?;
    loaded.warnings.splice(0..0, compiler.take_notes());
    transform(
        &mut loaded.module,
        "the front end for LLVM",
        &[
            // In this order; `docs/architecture.md` says how to add one.
            &start.strings.deciding_calls(|name| !of_program.has(name)),
        ],
    )
    .map_err(Failure::Broken)?;
    // Functions that only the library lacks are reported where a path calls them.
    let unknown = loaded.undefined.iter().filter(|name| of_program.lacks(name) && !library::is_modelled(name));
    loaded.warnings.extend(unknown.map(|name| {
        let name = models::symbol::function_name(name);
        format!("the function {name} is neither defined nor modelled; paths that call it end there")
    }));
    Ok((loaded, harness))
}

/// The code that calls a function which is tested by itself.
pub struct Harness {
    /// The C text.
    pub text: String,
    unit: Unit,
}

impl Harness {
    /// The harness; `None` if the function takes the arguments of `main` and needs none.
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
        // Without debug information, so that its lines do not count as the program's.
        let unit = compiler.compile(&file, &["-g0".to_owned()])?;
        Ok(Some(Harness { text, unit }))
    }
}

/// The flag without which clang drops the names of values.
const KEEP_NAMES: &str = "-fno-discard-value-names";

/// A program with the source names of its registers, where they are known.
pub struct Named {
    /// The program.
    pub module: Module,
    /// The names, by function and register.
    pub names: BTreeMap<(FuncId, Reg), String>,
}

/// Loads the program in these files, without the library, in any supported language.
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

/// Loads a program in the text form of the IR.
fn parse_ir(file: &Path) -> Result<Module, Failure> {
    let wrong = |why: String| Failure::Input { file: file.to_owned(), why };
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let module = ir::parse_module(&text).map_err(|error| wrong(error.to_string()))?;
    match ir::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => Err(wrong(errors.first().map_or_else(String::new, ToString::to_string))),
    }
}

/// Loads the program in these files, without the library.
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
