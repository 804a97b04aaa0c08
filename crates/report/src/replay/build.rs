//! Builds a program natively, together with the runtime.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

use super::{ReplayError, profile, trying};
use crate::headers;
use crate::toolchain::{self, CoverageTools, NativeCompiler};

/// Runs executables for 64-bit RISC-V.
const EMULATOR: &str = "qemu-riscv64";

/// What a program is linked with: what it calls of Pleach, and what it sees of the system.
const RUNTIME: [(&str, &str); 2] =
    [("runtime", include_str!("../../replay/runtime.c")), ("world", include_str!("../../replay/world.c"))];

/// What `--sanitize` looks for, and the compiler's own name for the bounds of arrays, which help AddressSanitizer where an
/// index jumps over its red zones (clang's `bounds` would add checks that trap without a word). The executor does not
/// report everything that these do (a signed addition may wrap), so undefined behaviour does not stop the program: the
/// report that was predicted may be a later one.
const SANITIZE: &str = "-fsanitize=address,signed-integer-overflow,shift-exponent,integer-divide-by-zero,unreachable";

/// What shows uses of uninitialised memory. It cannot be had together with the others, and everything must be built with it, the
/// runtime included.
const SANITIZE_MEMORY: &str = "-fsanitize=memory";

/// What is built into programs to see what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizers {
    /// Nothing.
    None,
    /// AddressSanitizer, LeakSanitizer, and what of UndefinedBehaviorSanitizer the executor looks for, too.
    Usual,
    /// MemorySanitizer.
    Memory,
}

/// A compiler with the compiled runtime; builds any number of programs.
#[derive(Debug)]
pub struct Builder {
    compiler: NativeCompiler,
    sanitizers: Sanitizers,
    counts: bool,
    dir: TempDir,
    built: AtomicU64,
}

/// What to build.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// Its sources.
    pub sources: &'a [PathBuf],
    /// Flags for the compiler.
    pub cflags: &'a [String],
    /// The function to begin with.
    pub entry: &'a str,
    /// What calls it, if it does not take what `main` takes: a C file with a `main` of its own.
    pub harness: Option<&'a Path>,
}

/// The name of that file in a run directory.
pub const HARNESS: &str = "harness.c";

/// A native program, ready to run on tests. Its file goes away with it.
#[derive(Debug)]
pub struct Native {
    pub(super) executable: PathBuf,
    /// What runs it, if the machine cannot.
    pub(super) emulator: Option<&'static str>,
    pub(super) sanitizers: Sanitizers,
    /// Whether sanitizers may report anything: those that are wanted, or those that the user's flags name.
    pub(super) reports: bool,
    /// Whether a part of it was compiled before, so that what compilers do to sources is not done to it.
    pub(super) from_bitcode: bool,
    pub(super) symbolizer: Option<PathBuf>,
    pub(super) dir: TempDir,
}

impl Native {
    /// Whether an emulator runs it.
    pub fn is_emulated(&self) -> bool {
        self.emulator.is_some()
    }

    /// An executable for 64-bit RISC-V Linux, as it is.
    pub fn emulated(executable: &Path) -> Result<Native, ReplayError> {
        let found = Command::new(EMULATOR).arg("--version").output();
        if !found.is_ok_and(|output| output.status.success()) {
            return Err(ReplayError::NoEmulator(EMULATOR));
        }
        let executable = executable.canonicalize().map_err(trying("find the program"))?;
        let (emulator, sanitizers) = (Some(EMULATOR), Sanitizers::None);
        let (reports, from_bitcode) = (false, false);
        Ok(Native { executable, emulator, sanitizers, reports, from_bitcode, symbolizer: None, dir: temporary()? })
    }
}

impl Builder {
    /// Finds a compiler and compiles the runtime.
    pub fn new(sanitize: bool) -> Result<Builder, ReplayError> {
        Builder::with(NativeCompiler::find(sanitize)?, sanitize)
    }

    /// Builds programs that count what they execute, and gives the tools that read the counters.
    pub fn counting() -> Result<(Builder, CoverageTools), ReplayError> {
        let (compiler, tools) = CoverageTools::find()?;
        let builder = Builder::with(compiler, false)?;
        Ok((Builder { counts: true, ..builder }, tools))
    }

    /// Compiles the runtime with that compiler.
    pub fn with(compiler: NativeCompiler, sanitize: bool) -> Result<Builder, ReplayError> {
        Builder::of(compiler, if sanitize { Sanitizers::Usual } else { Sanitizers::None })
    }

    /// One that builds with MemorySanitizer; none if no compiler has it.
    pub fn for_memory() -> Result<Option<Builder>, ReplayError> {
        let compiler = NativeCompiler::with_memory_sanitizer();
        compiler.map(|compiler| Builder::of(compiler, Sanitizers::Memory)).transpose()
    }

    fn of(compiler: NativeCompiler, sanitizers: Sanitizers) -> Result<Builder, ReplayError> {
        let dir = temporary()?;
        headers::write(&dir.path().join("include")).map_err(trying("write the headers"))?;
        let builder = Builder { compiler, sanitizers, counts: false, dir, built: AtomicU64::new(0) };
        for (name, text) in RUNTIME {
            let source = builder.dir.path().join(format!("{name}.c"));
            std::fs::write(&source, text).map_err(trying("write the replay runtime"))?;
            let mut command = Command::new(&builder.compiler.cc);
            command.args(["-O1", "-w", "-fno-builtin", "-c"]).args(builder.flags_beside_the_program());
            command.arg(&source).arg("-o").arg(source.with_extension("o"));
            invoke(command, &source)?;
        }
        Ok(builder)
    }

    /// The compiler in use.
    pub fn compiler(&self) -> &NativeCompiler {
        &self.compiler
    }

    /// Builds a program.
    pub fn build(&self, program: &Program<'_>) -> Result<Native, ReplayError> {
        let dir = temporary()?;
        let mut objects: Vec<PathBuf> =
            RUNTIME.iter().map(|(name, _)| self.dir.path().join(format!("{name}.o"))).collect();
        let hook_errors = program.sources.iter().any(|source| mentions(source, "reach_error"));
        for (number, source) in program.sources.iter().enumerate() {
            let object = dir.path().join(format!("{number}.o"));
            self.compile(program, source, &object, hook_errors)?;
            if program.entry != "main" {
                make_global(&object, program.entry);
            }
            objects.push(object);
        }
        match program.harness {
            Some(harness) => objects.push(self.compile_caller(harness, dir.path())?),
            None if program.entry != "main" => objects.push(self.compile_driver(program.entry, dir.path())?),
            None => {}
        }
        if self.counts {
            let source = dir.path().join("before_main.c");
            std::fs::write(&source, profile::BEFORE_MAIN).map_err(trying("write what runs before main"))?;
            objects.push(self.compile_caller(&source, dir.path())?);
        }
        let number = self.built.fetch_add(1, Ordering::Relaxed);
        let executable = dir.path().join(format!("program{number}"));
        let cxx = program.sources.iter().any(|source| toolchain::is_cxx(source));
        let mut command = Command::new(if cxx { self.cxx() } else { &self.compiler.cc });
        let answered = Answered::of(&objects);
        if self.counts {
            // Who counts writes a file, too, by the same functions, and that is the system's.
            let whole = self.join(&objects, &answered.files, program, dir.path())?;
            objects = vec![whole];
        } else {
            command.args(&answered.files);
        }
        command.args(answered.system).args(answered.own);
        command.args(objects).arg("-o").arg(&executable).args(linker_flags(program.cflags));
        command.args(self.instrumentation());
        if self.counts {
            command.arg(profile::WRAP_MAIN);
        }
        command.args(["-lm", "-lpthread"]);
        invoke(command, &program.sources[0])?;
        Ok(Native {
            executable,
            emulator: None,
            sanitizers: self.sanitizers,
            reports: self.sanitizers != Sanitizers::None
                || program.cflags.iter().any(|flag| flag.starts_with("-fsanitize")),
            from_bitcode: program.sources.iter().any(|source| toolchain::is_llvm(source)),
            symbolizer: self.compiler.symbolizer.clone(),
            dir,
        })
    }

    fn compile(
        &self,
        program: &Program<'_>,
        source: &Path,
        object: &Path,
        hook_errors: bool,
    ) -> Result<(), ReplayError> {
        let llvm = toolchain::is_llvm(source) && self.compiler.is_clang;
        if !toolchain::is_c(source) && !toolchain::is_cxx(source) && !llvm {
            return Err(ReplayError::NotASource(source.to_owned()));
        }
        let mut command = Command::new(if toolchain::is_cxx(source) { self.cxx() } else { &self.compiler.cc });
        command.args(["-g", "-O0", "-w", "-c"]);
        if !llvm {
            command.arg("-D__PLEACH__").args(program.cflags).arg("-I").arg(self.dir.path().join("include"));
        }
        if program.entry != "main" && !llvm {
            command.arg("-Dmain=pleach_program_main");
        }
        if hook_errors && !llvm {
            command.arg("-finstrument-functions");
        }
        // What is compiled already has lost the source that lines would be counted in.
        if !(llvm && self.counts) {
            command.args(self.instrumentation());
        }
        command.arg(source).arg("-o").arg(object);
        invoke(command, source)
    }

    /// Makes one object of several, where these flags of the linker hold between them and for nothing that is linked later.
    fn join(
        &self,
        objects: &[PathBuf],
        flags: &[String],
        program: &Program<'_>,
        dir: &Path,
    ) -> Result<PathBuf, ReplayError> {
        let joined = dir.join("joined.o");
        let mut command = Command::new(&self.compiler.cc);
        command.args(["-r", "-nostdlib", "-w"]).args(flags).args(objects).arg("-o").arg(&joined);
        let which = ["-m32", "-m64", "-fuse-ld"];
        command.args(program.cflags.iter().filter(|flag| which.iter().any(|start| flag.starts_with(start))));
        invoke(command, &program.sources[0])?;
        Ok(joined)
    }

    /// A `main` that calls the entry function by its symbol's name.
    fn compile_driver(&self, entry: &str, dir: &Path) -> Result<PathBuf, ReplayError> {
        let symbol: String = entry.chars().filter(|c| c.is_ascii_alphanumeric() || "_$.".contains(*c)).collect();
        let text = format!(
            "extern int pleach_entry(int, char **, char **) __asm__(\"{symbol}\");\n\
             int main(int argc, char **argv, char **envp) {{ return pleach_entry(argc, argv, envp); }}\n"
        );
        let source = dir.join("driver.c");
        std::fs::write(&source, text).map_err(trying("write the driver"))?;
        self.compile_caller(&source, dir)
    }

    fn compile_caller(&self, source: &Path, dir: &Path) -> Result<PathBuf, ReplayError> {
        let object = dir.join(source.file_name().unwrap_or_default()).with_extension("o");
        let mut command = Command::new(&self.compiler.cc);
        command.args(["-w", "-c"]).args(self.flags_beside_the_program()).arg(source).arg("-o").arg(&object);
        invoke(command, source)?;
        Ok(object)
    }

    /// The flags for sanitizers or counters, if they are wanted.
    fn instrumentation(&self) -> Vec<String> {
        if self.counts {
            return profile::FLAGS.map(str::to_owned).to_vec();
        }
        let what = match self.sanitizers {
            Sanitizers::None => return Vec::new(),
            Sanitizers::Usual if self.compiler.is_clang => format!("{SANITIZE},array-bounds"),
            Sanitizers::Usual => format!("{SANITIZE},bounds"),
            Sanitizers::Memory => SANITIZE_MEMORY.to_owned(),
        };
        vec![what, "-fno-omit-frame-pointer".to_owned()]
    }

    /// The flags for what is not the program's own.
    fn flags_beside_the_program(&self) -> Vec<String> {
        if self.sanitizers == Sanitizers::Memory { self.instrumentation() } else { Vec::new() }
    }

    fn cxx(&self) -> &Path {
        self.compiler.cxx.as_deref().unwrap_or(&self.compiler.cc)
    }
}

/// Those of the user's flags that concern the linker; the others were used when compiling.
fn linker_flags(cflags: &[String]) -> impl Iterator<Item = &String> {
    let concerns = |flag: &&String| {
        ["-l", "-L", "-Wl,", "-pthread", "-m32", "-m64", "-static", "-fuse-ld", "-fsanitize"]
            .iter()
            .any(|start| flag.starts_with(start))
    };
    cflags.iter().filter(concerns)
}

/// What the runtime answers in the place of the system: clocks, and what is different from process to process.
const ANSWERED: &str = "time clock clock_gettime gettimeofday timespec_get sleep usleep nanosleep alarm \
    localtime localtime_r mktime ctime ctime_r strftime tzset \
    getpid getppid getuid geteuid getgid getegid kill killpg sigqueue tgkill syscall sysconf getrusage";

/// What has to do with names of files.
const OF_FILES: &str = "open open64 openat openat64 __open_2 __open64_2 creat creat64 \
    fopen fopen64 freopen freopen64 stat stat64 lstat lstat64 access unlink remove truncate truncate64 chmod readlink rename \
    mkostemps mkstemp mkstemps mkostemp mkstemp64";

/// What sends these calls to the runtime, but for functions that the program defines itself.
struct Answered {
    /// For the clocks and the process.
    system: Vec<String>,
    /// For names of files.
    files: Vec<String>,
    /// For functions of the program: what the runtime calls the system's is the program's own.
    own: Vec<String>,
}

impl Answered {
    fn of(objects: &[PathBuf]) -> Answered {
        let mut nm = Command::new("nm");
        let listed = nm.args(["--defined-only", "--extern-only", "--format=posix"]).args(objects).output();
        let listed = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let defined = |name: &str| listed.lines().any(|line| line.split(' ').next() == Some(name));
        let wraps = |names: &str| {
            let names = names.split_whitespace().filter(|name| !defined(name));
            names.map(|name| format!("-Wl,--wrap={name}")).collect()
        };
        // Only what objects define can be named so: the linker does not look for it in libraries.
        let own = ANSWERED.split_whitespace().chain(OF_FILES.split_whitespace()).filter(|name| defined(name));
        Answered {
            system: wraps(ANSWERED),
            files: wraps(OF_FILES),
            own: own.map(|name| format!("-Wl,--defsym=__real_{name}={name}")).collect(),
        }
    }
}

/// Lets other objects call a function that is local to this one. Where that cannot be done the linker will say what is missing.
fn make_global(object: &Path, symbol: &str) {
    let _ = Command::new("objcopy").arg(format!("--globalize-symbol={symbol}")).arg(object).output();
}

/// Whether a source's text holds a word; what cannot be read is the compiler's to complain about.
fn mentions(source: &Path, word: &str) -> bool {
    std::fs::read(source).is_ok_and(|text| text.windows(word.len()).any(|part| part == word.as_bytes()))
}

fn temporary() -> Result<TempDir, ReplayError> {
    tempfile::Builder::new().prefix("pleach-native-").tempdir().map_err(trying("make a temporary directory"))
}

fn invoke(mut command: Command, what: &Path) -> Result<(), ReplayError> {
    let output = command.output().map_err(trying("start the native compiler"))?;
    if output.status.success() {
        return Ok(());
    }
    let mut messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if messages.trim().is_empty() {
        messages = format!("{} failed", command.get_program().to_string_lossy());
    }
    Err(ReplayError::Build { what: OsStr::new(what).into(), messages })
}
