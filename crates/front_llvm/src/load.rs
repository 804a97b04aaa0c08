//! The whole load: reads, links, runs passes, lowers.

use std::collections::{BTreeMap, BTreeSet};

use ir::Module;

use crate::debug::Files;
use crate::error::LoadError;
use crate::exception;
use crate::input::Input;
use crate::program::{self, Variables};
use crate::raw::{self, Context, Linkage, Severity, TrialEnd};
use crate::{passes, read};

/// Options for loading a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The function at which the program starts; it must be defined. If empty, any program is accepted.
    pub entry: String,
    /// A function that all inputs may call, even if it is local to the input that defines it. Empty for none.
    pub exposed: String,
    /// The functions and variables that the environment provides. A weak reference to a symbol that neither the
    /// program nor the environment has is null.
    pub provided: BTreeSet<String>,
    /// Whether the inputs come straight from a compiler. All others are first tried in a process of their own,
    /// since LLVM may crash on damaged files; this doubles the time.
    pub trusted: bool,
    /// Whether to find out which registers hold which variables. This needs the names of values, which take
    /// time and memory.
    pub variables: bool,
    /// Whether registers get the names of the variables that they hold ([`ir::Function::names`]), as far as debug
    /// information has them. This takes time.
    pub names: bool,
    /// Whether to leave local variables in memory, as in a native unoptimised program. This makes execution
    /// slower.
    pub in_memory: bool,
}

/// A loaded program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The program.
    pub module: Module,
    /// The names of variables that registers hold (parameters, variables that are joined at blocks, and
    /// addresses of variables in memory), as far as the inputs name them.
    pub variables: Variables,
    /// Messages for the user that need no action.
    pub warnings: Vec<String>,
    /// The functions that are called or whose address is taken, but that the program does not define; sorted.
    pub undefined: Vec<String>,
}

/// The symbols of one file; each list is sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    /// The name of the input.
    pub file: String,
    /// The symbols that other files may use.
    pub defined: Vec<String>,
    /// The symbols that other files must define.
    pub undefined: Vec<String>,
}

/// Loads the program that consists of all inputs.
pub fn load(inputs: &[Input], options: &Options) -> Result<Loaded, LoadError> {
    if !options.trusted {
        survives(inputs, &|inputs| drop(load_directly(inputs, options)))?;
    }
    let _using = raw::using();
    load_directly(inputs, options)
}

/// The symbols that each input defines and expects, without reading the bodies of functions in bitcode: enough
/// to choose the files of a library that a program needs.
pub fn symbols(inputs: &[Input], options: &Options) -> Result<Vec<Symbols>, LoadError> {
    let list = |inputs: &[Input]| inputs.iter().map(symbols_of).collect::<Result<Vec<Symbols>, LoadError>>();
    if !options.trusted {
        survives(inputs, &|inputs| drop(list(inputs)))?;
    }
    let _using = raw::using();
    list(inputs)
}

/// Checks that a trial does not crash on the inputs; the error names the input that makes it crash.
pub(crate) fn survives(inputs: &[Input], trial: &dyn Fn(&[Input])) -> Result<(), LoadError> {
    let crashes = |inputs: &[Input]| raw::guarded(|| trial(inputs)) == TrialEnd::Crashed;
    if !crashes(inputs) {
        return Ok(());
    }
    let culprit = inputs.iter().find(|&input| crashes(std::slice::from_ref(input)));
    let Some(culprit) = culprit.or(inputs.first()) else { return Ok(()) };
    let what = "LLVM crashes on it, or takes more than 4 GiB of memory or five minutes for it";
    Err(read::damage(&culprit.name(), &culprit.bytes()?, what.to_owned()))
}

fn load_directly(inputs: &[Input], options: &Options) -> Result<Loaded, LoadError> {
    let Some((first, others)) = inputs.split_first() else { return Err(LoadError::NoInput) };
    let context = Context::new().keeping_names(options.variables);
    let mut linked = read::module(&context, first)?;
    linked.expose(&options.exposed);
    check_target(&linked, &first.name())?;
    for input in others {
        let mut module = read::module(&context, input)?;
        module.expose(&options.exposed);
        check_target(&module, &input.name())?;
        linked.link(module).map_err(|reason| LoadError::Link { file: input.name(), reason })?;
    }
    let file = first.name();
    let internal = |reason| LoadError::Internal { file: file.clone(), reason };
    let mut files = Files::default();
    let lines = passes::run(&mut linked, &mut files, options.in_memory).map_err(internal)?;
    let mut warnings: Vec<String> = context
        .take_diagnostics()
        .into_iter()
        .filter(|&(severity, _)| severity == Severity::Warning)
        .map(|(_, message)| message)
        .collect();
    let (module, variables, more) = program::lower(&linked, files, &lines, &options.provided, options.names)
        .map_err(|reason| LoadError::Broken { file: file.clone(), reason })?;
    warnings.extend(more);
    check_entry(&module, options, inputs)?;
    let undefined = undefined_functions(&module);
    Ok(Loaded { module, variables, warnings, undefined })
}

fn symbols_of(input: &Input) -> Result<Symbols, LoadError> {
    let context = Context::new();
    let module = read::symbols(&context, input)?;
    // LLVM has one entry for each name; a name that is both defined and undefined counts as defined.
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    let mut note = |name: String, defined: bool| *found.entry(name).or_default() |= defined;
    for value in module.functions().chain(module.globals()).chain(module.aliases()) {
        match value.intrinsic() {
            Some(name) => library_function(&name).into_iter().for_each(|name| note(name.to_owned(), false)),
            None if value.name().starts_with("llvm.") => {}
            None if value.is_declaration() => {
                // Code that handles exceptions may pass them on, for which LLVM has an instruction instead of a
                // call.
                if value.name() == "__gxx_personality_v0" {
                    note(exception::RESUME.to_owned(), false);
                }
                note(value.name(), false);
            }
            None if matches!(value.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage) => {}
            None => note(value.name(), true),
        }
    }
    let (defined, undefined): (Vec<_>, Vec<_>) = found.into_iter().partition(|&(_, defined)| defined);
    let names = |list: Vec<(String, bool)>| list.into_iter().map(|(name, _)| name).collect();
    Ok(Symbols { file: input.name(), defined: names(defined), undefined: names(undefined) })
}

/// The C function that an intrinsic is lowered to a call of.
fn library_function(intrinsic: &str) -> Option<&'static str> {
    ["memcpy", "memmove", "memset"].into_iter().find(|name| {
        intrinsic
            .strip_prefix("llvm.")
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

pub(crate) fn check_target(module: &raw::Module<'_>, file: &str) -> Result<(), LoadError> {
    let layout = module.data_layout();
    if layout.is_little_endian() && layout.pointer_bytes() == 8 {
        return Ok(());
    }
    let target = match module.target() {
        triple if triple.is_empty() => module.data_layout_text(),
        triple => triple,
    };
    Err(LoadError::Target { file: file.to_owned(), target })
}

fn check_entry(module: &Module, options: &Options, inputs: &[Input]) -> Result<(), LoadError> {
    let defined = |name: &str| module.function(name).is_some_and(|id| module.functions[id.index()].is_defined());
    if options.entry.is_empty() || defined(&options.entry) {
        return Ok(());
    }
    let names = module.functions.iter().filter(|function| function.is_defined()).map(|function| function.name.clone());
    Err(no_entry(inputs, &options.entry, names))
}

/// The error that the entry function is missing, with some of the functions that are defined.
pub(crate) fn no_entry(inputs: &[Input], entry: &str, defined: impl Iterator<Item = String>) -> LoadError {
    const SHOWN: usize = 5;
    let file = inputs.iter().map(Input::name).collect::<Vec<_>>().join(", ");
    LoadError::NoEntry { file, entry: entry.to_owned(), defined: defined.take(SHOWN).collect() }
}

fn undefined_functions(module: &Module) -> Vec<String> {
    let undefined = module.functions.iter().filter(|function| !function.is_defined());
    let mut names: Vec<String> = undefined.map(|function| function.name.clone()).collect();
    names.retain(|name| !name.starts_with("llvm."));
    names.sort();
    names
}
