//! Turns the files of a program into LLVM modules: sources through clang, bitcode and assembly as they are.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bitcode::FLAGS;
use front_llvm::Input;
use report::toolchain::{self, Clang};
use tempfile::TempDir;

use crate::built;
use crate::failure::Failure;

/// An LLVM module and the file that it came from, which messages name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The file that the user gave.
    pub source: PathBuf,
    /// The module's file.
    pub module: PathBuf,
}

impl Unit {
    /// The module in the form that the front end takes.
    pub fn input(&self) -> Result<Input, Failure> {
        let bytes = std::fs::read(&self.module)
            .map_err(|error| Failure::Input { file: self.source.clone(), why: error.to_string() })?;
        Ok(Input::Bytes { name: self.source.display().to_string(), bytes })
    }

    /// Whether the module was just compiled from a source.
    pub fn is_compiled(&self) -> bool {
        self.source != self.module
    }
}

/// A compiler with its headers in a temporary directory, which is deleted when this is dropped. clang is
/// searched for when it is first needed: a program given as bitcode does not need it.
#[derive(Debug)]
pub struct Compiler {
    dir: TempDir,
    clang: Option<Clang>,
    compiled: usize,
    quiet: bool,
    notes: Vec<String>,
}

impl Compiler {
    /// Prepares the headers. A quiet compiler does not show warnings.
    pub fn new(quiet: bool) -> Result<Compiler, Failure> {
        let dir = tempfile::Builder::new().prefix("pleach-").tempdir()?;
        report::headers::write(&dir.path().join("include"))?;
        Ok(Compiler { dir, clang: None, compiled: 0, quiet, notes: Vec::new() })
    }

    /// The units of a program, in the order of its files. The compiler's messages go straight to the user.
    pub fn units(&mut self, files: &[PathBuf], cflags: &[String]) -> Result<Vec<Unit>, Failure> {
        let (archives, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| built::is_archive(file));
        let mut units = others.iter().map(|file| self.unit(file, cflags)).collect::<Result<Vec<Unit>, _>>()?;
        let dir = self.dir.path().to_owned();
        units.extend(built::members(&archives, &units, &dir, &mut self.notes)?);
        Ok(units)
    }

    /// What is to be said about the units so far: code that has no bitcode.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn unit(&mut self, file: &Path, cflags: &[String]) -> Result<Unit, Failure> {
        if let Err(error) = std::fs::File::open(file) {
            return Err(Failure::Input { file: file.to_owned(), why: error.to_string() });
        }
        if file.is_dir() {
            return Err(Failure::Input { file: file.to_owned(), why: "is a directory".to_owned() });
        }
        if built::is_built(file) {
            self.compiled += 1;
            let module = self.dir.path().join(format!("{}.bc", self.compiled - 1));
            built::link(file, &module, &mut self.notes)?;
            return Ok(Unit { source: file.to_owned(), module });
        }
        if toolchain::is_llvm(file) {
            return Ok(Unit { source: file.to_owned(), module: file.to_owned() });
        }
        if !toolchain::is_c(file) && !toolchain::is_cxx(file) {
            let why = "is neither C (.c), C++ (.cc, .cpp, .cxx, .C), LLVM bitcode (.bc), LLVM assembly (.ll) nor microc (.mc)";
            return Err(Failure::Input { file: file.to_owned(), why: why.to_owned() });
        }
        self.compile(file, cflags)
    }

    /// Compiles one source.
    pub fn compile(&mut self, file: &Path, cflags: &[String]) -> Result<Unit, Failure> {
        let clang = self.clang()?.clone();
        let object = self.dir.path().join(format!("{}.bc", self.compiled));
        self.compiled += 1;
        let mut command = Command::new(&clang.path);
        command.args(FLAGS).args(cflags).arg("-I").arg(self.dir.path().join("include"));
        command.args(self.quiet.then_some("-w"));
        command.arg(file).arg("-o").arg(&object).stdin(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => Ok(Unit { source: file.to_owned(), module: object }),
            Ok(_) => Err(Failure::Compile { file: file.to_owned(), compiler: clang.name() }),
            Err(error) => Err(Failure::Input { file: clang.path.clone(), why: format!("cannot be started: {error}") }),
        }
    }

    /// A text that identifies the compiler: its path, its version output, and the flags that are always used.
    pub fn identity(&mut self) -> Result<String, Failure> {
        let clang = self.clang()?;
        Ok(format!("{} {} {}", clang.path.display(), clang.says, FLAGS.join(" ")))
    }

    /// The directory of temporary files.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    fn clang(&mut self) -> Result<&Clang, Failure> {
        let found = match self.clang.take() {
            Some(clang) => clang,
            None => Clang::find()?,
        };
        Ok(self.clang.insert(found))
    }
}

/// Splits the values of `--cflags` as a shell would.
pub fn split_cflags(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut flags = Vec::new();
    for text in given {
        let words = shlex::split(text)
            .ok_or_else(|| Failure::Usage(format!("--cflags {text:?}: a quotation mark is not closed")))?;
        flags.extend(words);
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_split_as_a_shell_does() {
        let split = |text: &str| split_cflags(&[text.to_owned()]);
        assert_eq!(split("-DA=1 -I 'my dir'").expect("splits"), ["-DA=1", "-I", "my dir"]);
        assert_eq!(split("").expect("splits"), Vec::<String>::new());
        assert!(split("'open").is_err());
    }
}
