//! The C library that Pleach brings: sources in C, compiled and linked for the functions that a program leaves undefined.
//!
//! **Invariant.** A function that the program defines itself is never replaced, and files whose functions nobody needs
//! are not compiled. The sources are recorded under [`exec::LIBRARY_PREFIX`], so that reports and coverage can tell them
//! from the program.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::compile::Compiler;
use crate::failure::Failure;

/// One file of the library.
pub struct LibraryFile {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
    /// The functions that it defines.
    pub defines: &'static [&'static str],
}

/// The modules to link for these undefined functions. What they need in turn shows as undefined when they are linked, so
/// the caller asks again until nothing is added; `linked` are the files it already has.
pub fn modules_for(
    undefined: &[String],
    library: &[LibraryFile],
    linked: &mut BTreeSet<&'static str>,
    compiler: &mut Compiler,
) -> Result<Vec<PathBuf>, Failure> {
    let wanted = |file: &&LibraryFile| undefined.iter().any(|name| file.defines.contains(&name.as_str()));
    let mut modules = Vec::new();
    for file in library.iter().filter(wanted) {
        if linked.insert(file.name) {
            modules.push(compile(file, compiler)?);
        }
    }
    Ok(modules)
}

fn compile(file: &LibraryFile, compiler: &mut Compiler) -> Result<PathBuf, Failure> {
    let dir = compiler.dir().join("library");
    std::fs::create_dir_all(&dir)?;
    let path = dir.join(file.name);
    std::fs::write(&path, file.source)?;
    let map = format!("-ffile-prefix-map={}={}", dir.display(), exec::LIBRARY_PREFIX);
    // The library must not call itself for what it defines: `memset` in a loop that the compiler recognises as `memset`.
    compiler.compile(&path, &[map, "-fno-builtin".to_owned(), "-w".to_owned()])
}
