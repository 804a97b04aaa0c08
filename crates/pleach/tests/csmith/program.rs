//! One generated program: generated, built and run natively, and executed here.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use report::End;
use report::toolchain::Clang;

use crate::binary;

/// Flags for generated programs, which mix pointer types in ways that newer compilers reject by default.
pub const LENIENT: [&str; 2] = ["-w", "-Wno-incompatible-pointer-types"];

/// The size of programs. csmith's own defaults make programs ten times as long, which find the same differences
/// more slowly.
const SIZE: &[&str] = &[
    "--no-argc",
    "--max-funcs",
    "5",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "6",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "6",
];

/// Constructs that csmith leaves out unless asked; programs take turns.
const KINDS: [&[&str]; 3] = [&[], &["--builtins"], &["--float"]];

/// Definitions that give the builtins one meaning.
const BUILTINS: &str = include_str!("builtins.h");

/// The limit on a program natively, in seconds of processor time.
pub const NATIVE_SECONDS: &str = "2";
/// The limit here, in instructions.
pub const INSTRUCTIONS: &str = "2000000";

/// The outcome for a program without an error.
pub enum Compared {
    /// It printed the same everywhere.
    Same,
    /// A limit stopped it.
    TooLong,
    /// It printed different things, which is allowed: it converts a number to an integer type that cannot hold
    /// it.
    Meaningless,
}

/// The tools that generate and build programs.
pub struct Workshop {
    compiler: Clang,
    dir: tempfile::TempDir,
}

impl Workshop {
    /// Opens a workshop. An error says which tool is missing.
    pub fn open() -> Result<Workshop, String> {
        let compiler = Clang::find().map_err(|error| error.to_string())?;
        let dir = tempfile::Builder::new().prefix("pleach-csmith-").tempdir().map_err(|error| error.to_string())?;
        // The first run of csmith writes a file that describes the machine; later ones, in parallel, read it.
        let workshop = Workshop { compiler, dir };
        workshop.generate(0, &workshop.dir.path().join("first.c"))?;
        Ok(workshop)
    }

    /// Keeps the directory with the programs that were not removed, and returns its path.
    pub fn keep(self) -> PathBuf {
        self.dir.keep()
    }

    /// Compares the program of a seed. An error says what differs, and the program is then kept.
    pub fn compare(&self, seed: u64) -> Result<Compared, String> {
        let source = self.dir.path().join(format!("program{seed}.c"));
        self.generate(seed, &source)?;
        let compared = match self.compare_source(&source) {
            // csmith avoids all undefined behaviour except this, which compilers fold in different ways.
            Err(_) if self.converts_what_does_not_fit(&source)? => Compared::Meaningless,
            compared => compared?,
        };
        let _ = std::fs::remove_file(&source);
        Ok(compared)
    }

    /// The path of a file in the workshop.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Generates the program of a seed.
    pub fn generate(&self, seed: u64, source: &Path) -> Result<(), String> {
        let kind = KINDS[(seed % KINDS.len() as u64) as usize];
        let mut command = Command::new("csmith");
        command.args(["--seed", &(seed & 0x7fff_ffff).to_string()]).args(SIZE).args(kind);
        let output = command.current_dir(self.dir.path()).output().map_err(|error| format!("csmith: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !text.contains("csmith.h") {
            return Err(format!("csmith failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        // csmith's headers are in a subdirectory of the system's.
        let text = text.replace("\"csmith.h\"", "<csmith/csmith.h>");
        std::fs::write(source, format!("{BUILTINS}\n{text}")).map_err(|error| error.to_string())
    }

    fn compare_source(&self, source: &Path) -> Result<Compared, String> {
        // Programs that take too long are found here first: a number of instructions is the same on every
        // machine, a time is not.
        let optimised = self.here(source, "-O2");
        if matches!(optimised, Ok(None)) {
            return Ok(Compared::TooLong);
        }
        // A loop that does nothing and never ends has no meaning to an optimiser, so the result at -O2 counts
        // only after -O0 has ended.
        let Some(natively) = self.natively(source, "-O0")? else { return Ok(Compared::TooLong) };
        let Some(plain) = self.here(source, "-O0")? else { return Ok(Compared::TooLong) };
        differ("-O0", Some(plain), natively)?;
        // A few programs, most with floating point and unions, mean something else to an optimiser.
        let Some(natively) = self.natively(source, "-O2")? else { return Ok(Compared::TooLong) };
        differ("-O2", optimised?, natively)?;
        Ok(Compared::Same)
    }

    /// Whether the sanitizer reports a conversion of a number that does not fit.
    fn converts_what_does_not_fit(&self, source: &Path) -> Result<bool, String> {
        let output = self.run_natively(source, &["-O0", "-fsanitize=float-cast-overflow"])?;
        Ok(String::from_utf8_lossy(&output.stderr).contains("outside the range of representable values"))
    }

    /// The program's output natively, compiled with the same flags as here; `None` if it takes too long.
    fn natively(&self, source: &Path, level: &str) -> Result<Option<String>, String> {
        let output = self.run_natively(source, &[level])?;
        match output.status.code() {
            Some(0) => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
            Some(status) => Err(format!("ends natively with status {status}")),
            None => Ok(None),
        }
    }

    /// Builds a program.
    pub fn build_natively(&self, source: &Path, flags: &[&str]) -> Result<PathBuf, String> {
        let executable = source.with_extension("native");
        let mut build = Command::new(&self.compiler.path);
        build.args(LENIENT).args(flags).arg(source).arg("-o").arg(&executable).arg("-lm");
        let built = build.output().map_err(|error| error.to_string())?;
        if !built.status.success() {
            return Err(format!("does not compile natively: {}", String::from_utf8_lossy(&built.stderr)));
        }
        Ok(executable)
    }

    fn run_natively(&self, source: &Path, flags: &[&str]) -> Result<Output, String> {
        let executable = self.build_natively(source, flags)?;
        let limited = format!("ulimit -t {NATIVE_SECONDS}; exec \"$0\"");
        let mut run = Command::new("sh");
        run.arg("-c").arg(limited).arg(&executable).stdin(Stdio::null());
        let output = run.output().map_err(|error| error.to_string())?;
        let _ = std::fs::remove_file(&executable);
        Ok(output)
    }

    /// The program's output here; `None` if it takes too long.
    fn here(&self, source: &Path, level: &str) -> Result<Option<String>, String> {
        let out = source.with_extension(level.trim_start_matches('-'));
        let mut run = binary::pleach();
        run.args([
            "run",
            "--quiet",
            "--tests",
            "all",
            "--klee-exit-codes",
            "--max-instructions",
            INSTRUCTIONS,
            "--output-dir",
        ]);
        run.arg(&out).arg("--cflags").arg(format!("{} {level}", LENIENT.join(" "))).arg(source);
        let run = run.output().map_err(|error| error.to_string())?;
        if !run.status.success() {
            return Err(format!("{level}: pleach failed: {}", String::from_utf8_lossy(&run.stderr)));
        }
        let predictions = report::prediction::read_all(&out).map_err(|error| error.to_string())?;
        let [only] = predictions.as_slice() else {
            return Err(format!("{level}: {} tests where there is nothing to choose", predictions.len()));
        };
        let result = match &only.end {
            End::Exit { exit_code: 0 } => Ok(only.output.clone()),
            End::Limit { .. } => Ok(None),
            _ => Err(format!("{level}: {}", only.describe())),
        };
        if result.is_ok() {
            let _ = std::fs::remove_dir_all(&out);
        }
        result
    }
}

/// An error if the output here differs from the native one.
fn differ(level: &str, here: Option<String>, natively: String) -> Result<(), String> {
    if here.as_ref() == Some(&natively) {
        return Ok(());
    }
    Err(format!("{level}: printed {here:?}, natively {natively:?}"))
}
