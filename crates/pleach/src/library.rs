//! The C library that Pleach brings: sources in C, compiled and linked for the functions that a program leaves undefined.
//!
//! **Invariant.** A function that the program defines itself is never replaced, neither in the program's own calls nor, as
//! with a real C library, in the library's: where both define a name, the library's copy is compiled under another one.
//! The sources are recorded under [`exec::LIBRARY_PREFIX`], so that reports and coverage can tell them from the program.

use std::collections::BTreeSet;

use front_llvm::Options;
use models::LibraryFile;

use crate::compile::{Compiler, Unit};
use crate::failure::Failure;

/// Functions that a linked program has and lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    defined: BTreeSet<String>,
    undefined: BTreeSet<String>,
}

impl Needs {
    /// The symbols of these units together.
    pub fn of(units: &[Unit]) -> Result<Needs, Failure> {
        let mut needs = Needs::default();
        for unit in units {
            let options = Options { trusted: unit.is_compiled(), ..Options::default() };
            let symbols = front_llvm::symbols(&[unit.input()?], &options).map_err(Failure::Load)?;
            needs.defined.extend(symbols.iter().flat_map(|file| file.defined.clone()));
            needs.undefined.extend(symbols.iter().flat_map(|file| file.undefined.clone()));
        }
        Ok(needs)
    }

    /// What the executor has for the program.
    pub fn modelled(&self) -> BTreeSet<String> {
        self.undefined.iter().filter(|name| is_modelled(name)).cloned().collect()
    }

    fn open(&self) -> impl Iterator<Item = &String> {
        self.undefined.iter().filter(|name| !self.defined.contains(*name) && !is_modelled(name))
    }
}

/// Whether the executor knows a function itself.
pub fn is_modelled(name: &str) -> bool {
    models::lookup(name).is_some()
}

/// The library's units that a program needs, also for what they need in turn.
pub fn units_for(needs: &mut Needs, compiler: &mut Compiler) -> Result<Vec<Unit>, Failure> {
    let program = needs.defined.clone();
    let mut unused: Vec<&LibraryFile> = models::library().iter().collect();
    let mut linked = Vec::new();
    // One file may need another that was looked at before it.
    while let Some(at) = unused.iter().position(|file| needs.open().any(|name| mentions(file.source, name))) {
        let file = unused.remove(at);
        let unit = compile(file, &program, compiler)?;
        let its = Needs::of(std::slice::from_ref(&unit))?;
        if needs.open().any(|name| its.defined.contains(name)) {
            needs.defined.extend(its.defined);
            needs.undefined.extend(its.undefined);
            linked.push(unit);
        }
    }
    Ok(linked)
}

fn compile(file: &LibraryFile, program: &BTreeSet<String>, compiler: &mut Compiler) -> Result<Unit, Failure> {
    let dir = compiler.dir().join("library");
    std::fs::create_dir_all(&dir)?;
    let path = dir.join(file.name);
    std::fs::write(&path, file.source)?;
    // A loop that fills memory must not be turned into a call of the very function that it implements.
    let mut flags = vec!["-w".to_owned(), "-fno-builtin".to_owned()];
    flags.push(format!("-ffile-prefix-map={}={}", dir.display(), exec::LIBRARY_PREFIX));
    flags.extend(
        program.iter().filter(|name| mentions(file.source, name)).map(|name| format!("-D{name}=pleach_own_{name}")),
    );
    compiler.compile(&path, &flags)
}

/// Whether a text holds a name as a whole word.
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
