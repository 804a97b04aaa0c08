//! The C library that Pleach includes: sources in C and C++, compiled and linked for the functions that a
//! program leaves undefined.
//!
//! **Invariant.** A function that the program defines is never replaced, neither in the program's own calls
//! nor, as with a real C library, in the library's. Where both define a name, the library's copy is compiled
//! under another one. The sources are recorded under [`exec::LIBRARY_PREFIX`], so that reports and coverage can
//! tell them from the program.

use std::collections::BTreeSet;
use std::path::Path;

use front_llvm::Options;
use models::LibraryFile;
use report::toolchain;

use crate::compile::{Compiler, Unit};
use crate::failure::Failure;
use crate::library_cache::{Entry, dependencies};
use crate::string_forms::Strings;

/// The flags for the part in C++. It is much code in small functions; even the lowest level of optimisation
/// leaves only a third of it.
const CXX_FLAGS: [&str; 1] = ["-O1"];

/// The prefix of the library's copy of a function whose name the program has taken.
const OWN: &str = "pleach_own_";

/// The standard of C++ that the library is written in. A file whose first line names another one has functions
/// that only that standard has.
const STANDARD: &str = "-std=c++17";

/// The functions that a linked program defines and lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    defined: BTreeSet<String>,
    undefined: BTreeSet<String>,
    strings: Strings,
}

impl Needs {
    /// The symbols of these units together.
    pub fn of(units: &[Unit], strings: Strings) -> Result<Needs, Failure> {
        let mut needs = Needs { strings, ..Needs::default() };
        for unit in units {
            let options = Options { trusted: unit.is_compiled(), ..Options::default() };
            let symbols = front_llvm::symbols(&[unit.input()?], &options).map_err(Failure::Load)?;
            needs.defined.extend(symbols.iter().flat_map(|file| file.defined.clone()));
            needs.undefined.extend(symbols.iter().flat_map(|file| file.undefined.clone()));
        }
        Ok(needs)
    }

    /// Whether a function of that name is called and not defined.
    pub fn lacks(&self, name: &str) -> bool {
        self.undefined.contains(name)
    }

    /// Adds a function that the program does not call itself but that must be linked.
    pub fn require(&mut self, name: &str) {
        self.undefined.insert(name.to_owned());
    }

    /// Whether a function of that name is defined.
    pub fn has(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// The undefined functions that the executor models.
    pub fn modelled(&self) -> BTreeSet<String> {
        self.undefined.iter().filter(|name| self.is_modelled(name)).cloned().collect()
    }

    fn open(&self) -> impl Iterator<Item = &String> {
        self.undefined.iter().filter(|name| !self.defined.contains(*name) && !self.is_modelled(name))
    }

    fn is_modelled(&self, name: &str) -> bool {
        is_modelled(name) && !self.strings.is_code(name)
    }
}

/// Whether the executor has a model of a function.
pub fn is_modelled(name: &str) -> bool {
    models::lookup(name).is_some()
}

/// The library's units that a program needs, including those that these need in turn.
pub fn units_for(needs: &mut Needs, compiler: &mut Compiler) -> Result<Vec<Unit>, Failure> {
    let program = needs.defined.clone();
    let mut unused: Vec<&LibraryFile> = models::library().iter().collect();
    let mut linked = Vec::new();
    // Compiled, but not needed so far: another unit may still need them.
    let mut examined: Vec<(Unit, Needs)> = Vec::new();
    loop {
        let needed = examined.iter().position(|(_, its)| needs.open().any(|name| its.defined.contains(name)));
        if let Some(at) = needed {
            let (unit, its) = examined.remove(at);
            needs.defined.extend(its.defined);
            needs.undefined.extend(its.undefined);
            linked.push(unit);
            continue;
        }
        let Some(at) = unused.iter().position(|file| needs.open().any(|name| may_define(file, name))) else { break };
        let file = unused.remove(at);
        let unit = match compile(file, &taken(file, &program, &needs.strings), compiler) {
            // The system's headers may be older or newer than the file supports. What it would define then
            // stays undefined, and is reported by name.
            Err(Failure::Compile { .. }) if is_cxx(file) => continue,
            unit => unit?,
        };
        let its = Needs::of(std::slice::from_ref(&unit), needs.strings.clone())?;
        examined.push((unit, its));
    }
    Ok(linked)
}

/// Whether a file may define a name and is worth compiling. The source text of C++ does not show the mangled
/// names of its functions.
fn may_define(file: &LibraryFile, name: &str) -> bool {
    let name = name.strip_prefix(OWN).unwrap_or(name);
    const OF_CXX: [&str; 5] = ["_Z", "__cxa_", "__gxx_", "__dynamic_cast", "_Unwind_"];
    if is_cxx(file) {
        return OF_CXX.iter().any(|prefix| name.starts_with(prefix)) || mentions(file.source, name);
    }
    mentions(file.source, name)
}

fn is_cxx(file: &LibraryFile) -> bool {
    toolchain::is_cxx(Path::new(file.name))
}

/// The names that functions of a file must not have: those that the program defines, and string functions that
/// are never C code.
fn taken(file: &LibraryFile, program: &BTreeSet<String>, strings: &Strings) -> BTreeSet<String> {
    let mut names = program.clone();
    if file.name == models::STRING_FORMS {
        names.extend(strings.never_code().map(str::to_owned));
    }
    names
}

fn compile(file: &LibraryFile, taken: &BTreeSet<String>, compiler: &mut Compiler) -> Result<Unit, Failure> {
    let dir = compiler.dir().join("library");
    std::fs::create_dir_all(&dir)?;
    let path = dir.join(file.name);
    std::fs::write(&path, file.source)?;
    // A loop that fills memory must not be turned into a call of the very function that it implements.
    let mut flags = vec!["-w".to_owned(), "-fno-builtin".to_owned()];
    flags.extend(
        taken
            .iter()
            .filter(|name| *name != "main" && mentions(file.source, name))
            .map(|name| format!("-D{name}={OWN}{name}")),
    );
    if is_cxx(file) {
        flags.extend(CXX_FLAGS.map(str::to_owned));
        let asked = file.source.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap_or_default();
        flags.push(if asked.starts_with("-std=") { asked } else { STANDARD }.to_owned());
    }
    let entry = Entry::of(&[&compiler.identity()?, &flags.join(" "), file.source]);
    if let Some(module) = entry.read() {
        let kept = dir.join(format!("{}.bc", file.name));
        std::fs::write(&kept, module)?;
        return Ok(Unit { source: path, module: kept });
    }
    let list = dir.join(format!("{}.d", file.name));
    flags.push(in_library(&dir));
    flags.extend(["-MD".to_owned(), "-MF".to_owned(), list.display().to_string()]);
    let unit = compiler.compile(&path, &flags)?;
    if let (Ok(module), Ok(list)) = (std::fs::read(&unit.module), std::fs::read_to_string(&list)) {
        entry.write(&module, &dependencies(&list));
    }
    Ok(unit)
}

/// The flag that records the sources of a directory as the library's.
fn in_library(dir: &Path) -> String {
    format!("-ffile-prefix-map={}={}", dir.display(), exec::LIBRARY_PREFIX)
}

/// Whether a text contains a name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        assert!(mentions("size_t strlen(const char *s)", "strlen"));
        assert!(!mentions("size_t strnlen(const char *s)", "strlen"));
        assert!(!mentions("my_strlen(s), strlen2(s)", "strlen"));
    }
}
