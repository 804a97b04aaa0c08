//! Builds a program natively, together with the runtime.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

use super::{ReplayError, profile, trying};
use crate::headers;
use crate::toolchain::{self, CoverageTools, NativeCompiler};

/// The program that runs executables for 64-bit RISC-V.
const EMULATOR: &str = "qemu-riscv64";

/// The runtime that programs are linked with: Pleach's functions, and the program's view of the system.
const RUNTIME: [(&str, &str); 2] =
    [("runtime", include_str!("../../replay/runtime.c")), ("world", include_str!("../../replay/world.c"))];

/// The sanitizers of `--sanitize`, to which the builder adds the compiler's own name for the check of array
/// bounds; that check helps AddressSanitizer where an index jumps over its red zones (clang's `bounds` would
/// add checks that trap without a message). The executor does not report everything that these do (a signed
/// addition may wrap), so undefined behaviour does not stop the program: the predicted report may be a later
/// one.
const SANITIZE: &str = "-fsanitize=address,signed-integer-overflow,shift-exponent,integer-divide-by-zero,unreachable";

/// The sanitizer that shows uses of uninitialised memory. It cannot be combined with the others, and everything
/// must be built with it, the runtime included.
const SANITIZE_MEMORY: &str = "-fsanitize=memory";

/// The sanitizers built into programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizers {
    /// No sanitizer.
    None,
    /// AddressSanitizer, LeakSanitizer, and those checks of UndefinedBehaviorSanitizer that the executor makes
    /// as well.
    Usual,
    /// MemorySanitizer.
    Memory,
}

/// A compiler with the compiled runtime. It can build any number of programs.
#[derive(Debug)]
pub struct Builder {
    compiler: NativeCompiler,
    sanitizers: Sanitizers,
    counts: bool,
    dir: TempDir,
    built: AtomicU64,
}

/// A program to build.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// The program's source files.
    pub sources: &'a [PathBuf],
    /// Flags for the compiler.
    pub cflags: &'a [String],
    /// The function to begin with.
    pub entry: &'a str,
    /// A C file with a `main` that calls the entry function, if that does not take the arguments of `main`.
    pub harness: Option<&'a Path>,
}

/// The name of the harness in a run directory.
pub const HARNESS: &str = "harness.c";

/// A native program, ready to run on tests. Its file is deleted when this is dropped.
#[derive(Debug)]
pub struct Native {
    pub(super) executable: PathBuf,
    /// The emulator that runs the program, if the machine cannot.
    pub(super) emulator: Option<&'static str>,
    pub(super) sanitizers: Sanitizers,
    /// Whether sanitizers may report anything: the builder's, or those that the user's flags name.
    pub(super) reports: bool,
    /// Whether a part of the program was given as bitcode, which lacks what compilers add to sources.
    pub(super) from_bitcode: bool,
    pub(super) symbolizer: Option<PathBuf>,
    pub(super) dir: TempDir,
}

impl Native {
    /// Whether an emulator runs the program.
    pub fn is_emulated(&self) -> bool {
        self.emulator.is_some()
    }

    /// An existing executable for 64-bit RISC-V Linux.
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

    /// A builder of programs that count what they execute, and the tools that read the counters.
    pub fn counting() -> Result<(Builder, CoverageTools), ReplayError> {
        let (compiler, tools) = CoverageTools::find()?;
        let builder = Builder::with(compiler, false)?;
        Ok((Builder { counts: true, ..builder }, tools))
    }

    /// Compiles the runtime with this compiler.
    pub fn with(compiler: NativeCompiler, sanitize: bool) -> Result<Builder, ReplayError> {
        Builder::of(compiler, if sanitize { Sanitizers::Usual } else { Sanitizers::None })
    }

    /// A builder with MemorySanitizer; `None` if no compiler has it.
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
            // The coverage library also writes a file, with the same functions; those calls must go to the
            // system.
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
        // Bitcode has lost the source whose lines would be counted.
        if !(llvm && self.counts) {
            command.args(self.instrumentation());
        }
        command.arg(source).arg("-o").arg(object);
        invoke(command, source)
    }

    /// Joins several objects into one. The linker flags hold between these objects only, not for what is linked
    /// later.
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

    /// A `main` that calls the entry function by its symbol name.
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

    /// The flags for sanitizers or counters, if there are any.
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

    /// The flags for objects that are not the program's own.
    fn flags_beside_the_program(&self) -> Vec<String> {
        if self.sanitizers == Sanitizers::Memory { self.instrumentation() } else { Vec::new() }
    }

    fn cxx(&self) -> &Path {
        self.compiler.cxx.as_deref().unwrap_or(&self.compiler.cc)
    }
}

/// The user's flags that concern the linker; the others were used for compiling.
fn linker_flags(cflags: &[String]) -> impl Iterator<Item = &String> {
    let concerns = |flag: &&String| {
        ["-l", "-L", "-Wl,", "-pthread", "-m32", "-m64", "-static", "-fuse-ld", "-fsanitize"]
            .iter()
            .any(|start| flag.starts_with(start))
    };
    cflags.iter().filter(concerns)
}

/// The functions that the runtime answers instead of the system: clocks, and whatever differs from process to
/// process.
const ANSWERED: &str = "time clock clock_gettime gettimeofday timespec_get sleep usleep nanosleep alarm \
    localtime localtime_r mktime ctime ctime_r strftime tzset \
    getpid getppid getuid geteuid getgid getegid kill killpg sigqueue tgkill syscall sysconf getrusage \
    uname gethostname getdtablesize get_nprocs get_nprocs_conf getrlimit getrlimit64 gettid getpgrp getpgid getsid \
    getresuid getresgid group_member getgroups setuid setgid seteuid setegid setreuid setregid setresuid setresgid setgroups \
    getpwuid getpwnam getgrgid getgrnam gethostid getlogin getlogin_r sched_getaffinity getpriority setpriority nice arc4random arc4random_buf arc4random_uniform getrandom getentropy";

/// The functions that take file names.
const OF_FILES: &str = "open open64 openat openat64 __open_2 __open64_2 creat creat64 \
    fopen fopen64 freopen freopen64 stat stat64 lstat lstat64 fstat fstat64 fstatat fstatat64 access euidaccess eaccess faccessat \
    unlink unlinkat remove rename renameat renameat2 link linkat symlink symlinkat readlink readlinkat mkdir mkdirat rmdir \
    truncate truncate64 chmod fchmodat chown lchown fchown fchownat utime utimes lutimes utimensat chdir getcwd \
    get_current_dir_name realpath canonicalize_file_name opendir readdir readdir64 closedir rewinddir telldir seekdir \
    mkostemps mkstemp mkstemps mkostemp mkstemp64 mkdtemp statx statfs fstatfs statvfs fstatvfs statfs64 fstatfs64 statvfs64 \
    fstatvfs64 mkfifo mkfifoat mknod mknodat chroot utmpname utmpxname setutxent getutxent setmntent execl execle execlp execve execv execvp execvpe";

/// The linker flags that send these calls to the runtime, except for functions that the program defines itself.
struct Answered {
    /// For clocks and the process.
    system: Vec<String>,
    /// For file names.
    files: Vec<String>,
    /// For functions that the program defines: the runtime's name for the system's function then stands for the
    /// program's own.
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
        // This works only for symbols that objects define: the linker does not look for them in libraries.
        let own = ANSWERED.split_whitespace().chain(OF_FILES.split_whitespace()).filter(|name| defined(name));
        Answered {
            system: wraps(ANSWERED),
            files: wraps(OF_FILES),
            own: own.map(|name| format!("-Wl,--defsym=__real_{name}={name}")).collect(),
        }
    }
}

/// Lets other objects call a function that is local to this one. If that fails, the linker says what is
/// missing.
fn make_global(object: &Path, symbol: &str) {
    let _ = Command::new("objcopy").arg(format!("--globalize-symbol={symbol}")).arg(object).output();
}

/// Whether a source's text contains a word. A file that cannot be read is left for the compiler to report.
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
