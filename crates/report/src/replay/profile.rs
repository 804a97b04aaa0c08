//! The lines that native runs execute, from clang's own counters and `llvm-cov`.
//!
//! The counters are in a file that is mapped into the process (`%c` in the name of the profile), so they
//! survive however the program ends: by a signal, by `_exit`, or killed because its time is up. All runs add to
//! one file (`%m`).

use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::Native;
use super::{ReplayError, trying};
use crate::lcov::Lcov;
use crate::toolchain::CoverageTools;

/// The flags that make clang count.
pub(super) const FLAGS: [&str; 4] =
    ["-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation=true"];

/// The counting library sets `errno` before `main` begins, which the program would see: this resets it.
pub(super) const BEFORE_MAIN: &str = "#include <errno.h>\n\
    int __real_main(int, char **, char **);\n\
    int __wrap_main(int argc, char **argv, char **envp) { errno = 0; return __real_main(argc, argv, envp); }\n";

/// The flag that makes the linker call `__wrap_main` in place of `main`.
pub(super) const WRAP_MAIN: &str = "-Wl,--wrap=main";

/// Counters that native runs add to.
#[derive(Clone, Debug)]
pub struct Profile {
    dir: PathBuf,
    name: &'static str,
}

impl Profile {
    /// New, empty counters with this name. Their files are deleted with the program.
    pub fn new(native: &Native, name: &'static str) -> Profile {
        Profile { dir: native.dir.path().to_owned(), name }
    }

    /// The value of `LLVM_PROFILE_FILE`.
    pub(super) fn pattern(&self) -> PathBuf {
        self.dir.join(format!("{}-%m%c.profraw", self.name))
    }

    fn files(&self) -> Result<Vec<PathBuf>, ReplayError> {
        let reading = || trying("read the profile");
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.dir).map_err(reading())? {
            let path = entry.map_err(reading())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(&format!("{}-", self.name)) && name.ends_with(".profraw") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// The lines executed by all runs that added to any of these profiles; empty if there was no run.
pub fn lines(native: &Native, profiles: &[&Profile], tools: &CoverageTools) -> Result<Lcov, ReplayError> {
    let files = profiles.iter().map(|profile| profile.files()).collect::<Result<Vec<_>, _>>()?.concat();
    if files.is_empty() {
        return Ok(Lcov::default());
    }
    let merged = native.dir.path().join("merged.profdata");
    let mut merge = Command::new(&tools.profdata);
    merge.args(["merge", "-sparse", "-o"]).arg(&merged).args(&files);
    output_of(merge, &native.executable)?;
    let mut export = Command::new(&tools.cov);
    export.args(["export", "-format=lcov", "-instr-profile"]).arg(&merged).arg(&native.executable);
    let text = output_of(export, &native.executable)?;
    let damaged = |error| ReplayError::Io { tried: "read what llvm-cov wrote", error: std::io::Error::other(error) };
    Lcov::parse(&String::from_utf8_lossy(&text)).map_err(damaged)
}

fn output_of(mut command: Command, what: &Path) -> Result<Vec<u8>, ReplayError> {
    let output = command.output().map_err(trying("start llvm-profdata or llvm-cov"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(ReplayError::Build { what: what.to_owned(), messages })
}
