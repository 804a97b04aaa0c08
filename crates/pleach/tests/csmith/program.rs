//! One generated program: made, built and run natively, and executed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use report::End;
use report::toolchain::Clang;

use crate::binary;

/// Generated programs mix pointers, which newer compilers refuse unless told otherwise.
const LENIENT: [&str; 2] = ["-w", "-Wno-incompatible-pointer-types"];

/// How large programs are. csmith's own defaults make programs ten times as long, which find the same differences more slowly.
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

/// Constructs that csmith leaves out unless asked for them; programs take turns.
const KINDS: [&[&str]; 3] = [&[], &["--builtins"], &["--float"]];

/// What those that are asked for need to have one meaning.
const BUILTINS: &str = include_str!("builtins.h");

/// The seconds of processor time that a program has natively, and the instructions that it has here.
const NATIVE_SECONDS: &str = "2";
const INSTRUCTIONS: &str = "2000000";

/// What became of a program that does what it should.
pub enum Compared {
    /// It printed the same everywhere.
    Same,
    /// A limit stopped it.
    TooLong,
    /// It printed different things and may: it makes an integer of a number that does not fit.
    Meaningless,
}

/// What programs are made and built with.
pub struct Workshop {
    compiler: Clang,
    dir: tempfile::TempDir,
}

impl Workshop {
    /// An error says which tool is missing.
    pub fn open() -> Result<Workshop, String> {
        let compiler = Clang::find().map_err(|error| error.to_string())?;
        let dir = tempfile::Builder::new().prefix("pleach-csmith-").tempdir().map_err(|error| error.to_string())?;
        // The first run of csmith leaves a file that describes the machine; the others, at the same time, read it.
        let workshop = Workshop { compiler, dir };
        workshop.generate(0, &workshop.dir.path().join("first.c"))?;
        Ok(workshop)
    }

    /// Leaves the directory with the programs that were not removed, and tells where it is.
    pub fn keep(self) -> PathBuf {
        self.dir.keep()
    }

    /// Compares the program of a seed; an error tells what differs. What differs is kept.
    pub fn compare(&self, seed: u64) -> Result<Compared, String> {
        let source = self.dir.path().join(format!("program{seed}.c"));
        self.generate(seed, &source)?;
        let compared = match self.compare_source(&source) {
            // csmith keeps clear of everything undefined but this, which compilers fold in different ways.
            Err(_) if self.converts_what_does_not_fit(&source)? => Compared::Meaningless,
            compared => compared?,
        };
        let _ = std::fs::remove_file(&source);
        Ok(compared)
    }

    fn generate(&self, seed: u64, source: &Path) -> Result<(), String> {
        let kind = KINDS[(seed % KINDS.len() as u64) as usize];
        let mut command = Command::new("csmith");
        command.args(["--seed", &(seed & 0x7fff_ffff).to_string()]).args(SIZE).args(kind);
        let output = command.current_dir(self.dir.path()).output().map_err(|error| format!("csmith: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !text.contains("csmith.h") {
            return Err(format!("csmith failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        // Its headers lie in a directory of their own among those of the system.
        let text = text.replace("\"csmith.h\"", "<csmith/csmith.h>");
        std::fs::write(source, format!("{BUILTINS}\n{text}")).map_err(|error| error.to_string())
    }

    fn compare_source(&self, source: &Path) -> Result<Compared, String> {
        // What is too long is found here first: a number of instructions is the same on every machine, a time is not.
        let optimised = self.here(source, "-O2");
        if matches!(optimised, Ok(None)) {
            return Ok(Compared::TooLong);
        }
        // A loop that does nothing and never ends has no meaning to an optimiser, so what was found there counts only after this.
        let Some(natively) = self.natively(source, "-O0")? else { return Ok(Compared::TooLong) };
        let Some(plain) = self.here(source, "-O0")? else { return Ok(Compared::TooLong) };
        differ("-O0", Some(plain), natively)?;
        // A few programs, most with floating point and unions, mean something else to an optimiser.
        let Some(natively) = self.natively(source, "-O2")? else { return Ok(Compared::TooLong) };
        differ("-O2", optimised?, natively)?;
        Ok(Compared::Same)
    }

    /// Whether the sanitizer for that says so.
    fn converts_what_does_not_fit(&self, source: &Path) -> Result<bool, String> {
        let output = self.run_natively(source, &["-O0", "-fsanitize=float-cast-overflow"])?;
        Ok(String::from_utf8_lossy(&output.stderr).contains("outside the range of representable values"))
    }

    /// What the program prints natively, compiled as it is here; nothing if it takes too long.
    fn natively(&self, source: &Path, level: &str) -> Result<Option<String>, String> {
        let output = self.run_natively(source, &[level])?;
        match output.status.code() {
            Some(0) => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
            Some(status) => Err(format!("ends natively with status {status}")),
            None => Ok(None),
        }
    }

    fn run_natively(&self, source: &Path, flags: &[&str]) -> Result<Output, String> {
        let executable = source.with_extension("native");
        let mut build = Command::new(&self.compiler.path);
        build.args(LENIENT).args(flags).arg(source).arg("-o").arg(&executable).arg("-lm");
        let built = build.output().map_err(|error| error.to_string())?;
        if !built.status.success() {
            return Err(format!("does not compile natively: {}", String::from_utf8_lossy(&built.stderr)));
        }
        let limited = format!("ulimit -t {NATIVE_SECONDS}; exec \"$0\"");
        let mut run = Command::new("sh");
        run.arg("-c").arg(limited).arg(&executable).stdin(Stdio::null());
        let output = run.output().map_err(|error| error.to_string())?;
        let _ = std::fs::remove_file(&executable);
        Ok(output)
    }

    /// What the program prints here; nothing if it takes too long.
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

/// An error if what was printed here is not what was printed natively.
fn differ(level: &str, here: Option<String>, natively: String) -> Result<(), String> {
    if here.as_ref() == Some(&natively) {
        return Ok(());
    }
    Err(format!("{level}: printed {here:?}, natively {natively:?}"))
}
