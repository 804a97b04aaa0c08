//! The compilers of the system: clang for bitcode, and any compiler for native programs.
//!
//! The names tried are those that distributions use: `clang`, or only `clang-19`. `PLEACH_CLANG` names the
//! clang to use, `PLEACH_CC` the native compiler.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The newest LLVM whose bitcode can be read.
pub const NEWEST_LLVM: u32 = 22;
/// The oldest clang looked for under its numbered name.
const OLDEST_CLANG: u32 = 9;

/// Why no compiler can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToolError {
    /// There is no clang.
    NoClang,
    /// The only clang writes newer bitcode than can be read.
    ClangTooNew {
        /// Its path.
        path: PathBuf,
        /// Its major version.
        version: u32,
    },
    /// The environment variable names a file that is not a working clang.
    NotAClang {
        /// Its path.
        path: PathBuf,
        /// The problem, for people.
        why: String,
    },
    /// There is no native compiler.
    NoNativeCompiler,
    /// The tools that read clang's counters, or the library that counts, are missing.
    NoCoverage {
        /// The missing tool or library.
        missing: String,
        /// The major version of the clang that it should belong to.
        version: u32,
    },
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::NoClang => write!(
                f,
                "no clang found on PATH; it compiles C to LLVM bitcode\n  \
                 install it (Debian, Ubuntu: apt install clang; Fedora: dnf install clang; macOS: brew install llvm)\n  \
                 or set PLEACH_CLANG to one, or give .bc or .ll files instead of C"
            ),
            ToolError::ClangTooNew { path, version } => write!(
                f,
                "{} is version {version}, and bitcode is read up to LLVM {NEWEST_LLVM}\n  \
                 install clang-{NEWEST_LLVM} or an older one, or set PLEACH_CLANG to one",
                path.display()
            ),
            ToolError::NotAClang { path, why } => {
                write!(f, "PLEACH_CLANG names {}, which does not work as clang: {why}", path.display())
            }
            ToolError::NoNativeCompiler => write!(
                f,
                "no C compiler found on PATH to build the program natively\n  \
                 install clang or gcc (Debian, Ubuntu: apt install gcc), or set PLEACH_CC to one"
            ),
            ToolError::NoCoverage { missing, version } => write!(
                f,
                "no {missing} that belongs to clang {version}; coverage is counted and read with it\n  \
                 install it (Debian, Ubuntu: apt install llvm-{version} libclang-rt-{version}-dev)"
            ),
        }
    }
}

impl std::error::Error for ToolError {}

/// A clang that writes bitcode the front end can read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    /// Its path.
    pub path: PathBuf,
    /// Its major version.
    pub version: u32,
    /// The whole output of `--version`.
    pub says: String,
}

impl Clang {
    /// The clang at `path`, or why it is none.
    fn at(path: PathBuf) -> Result<Clang, String> {
        let output = Command::new(&path).arg("--version").output().map_err(|error| error.to_string())?;
        let says = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = parse_version(&says);
        let version = version.ok_or_else(|| format!("--version says {:?}", says.lines().next().unwrap_or_default()))?;
        Ok(Clang { path, version, says })
    }

    /// The clang named by `PLEACH_CLANG`; otherwise `clang`; otherwise the newest suitable `clang-NN`.
    pub fn find() -> Result<Clang, ToolError> {
        if let Some(named) = std::env::var_os("PLEACH_CLANG").filter(|name| !name.is_empty()) {
            let path = PathBuf::from(named);
            let clang = Clang::at(path.clone()).map_err(|why| ToolError::NotAClang { path, why })?;
            return if clang.version > NEWEST_LLVM {
                Err(ToolError::ClangTooNew { path: clang.path, version: clang.version })
            } else {
                Ok(clang)
            };
        }
        let mut too_new = None;
        let numbered = (OLDEST_CLANG..=NEWEST_LLVM).rev().map(|version| format!("clang-{version}"));
        for name in std::iter::once("clang".to_owned()).chain(numbered) {
            let Some(path) = on_path(&name) else { continue };
            match Clang::at(path) {
                Ok(clang) if clang.version <= NEWEST_LLVM => return Ok(clang),
                Ok(Clang { path, version, .. }) => too_new = Some(ToolError::ClangTooNew { path, version }),
                Err(_) => {}
            }
        }
        Err(too_new.unwrap_or(ToolError::NoClang))
    }

    /// The compiler's name in messages.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The C++ driver that belongs to this clang.
    fn cxx(&self) -> Option<PathBuf> {
        let name = self.path.file_name()?.to_str()?;
        beside(&self.path, &name.replacen("clang", "clang++", 1))
    }

    /// Whether this clang can build with AddressSanitizer and print source lines in its reports.
    fn sanitizes(&self) -> bool {
        let symbolizer = on_path("llvm-symbolizer").is_some()
            || beside(&self.path, &format!("llvm-symbolizer-{}", self.version)).is_some();
        let runtime = ["libclang_rt.asan-x86_64.a", "libclang_rt.asan-aarch64.a", "libclang_rt.asan.a"];
        symbolizer && runtime.iter().any(|library| self.has_library(library))
    }

    fn has_library(&self, library: &str) -> bool {
        let output = Command::new(&self.path).arg(format!("-print-file-name={library}")).output();
        // The path of a library that does not exist is printed as given.
        output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_absolute())
    }

    /// The tool of that name that came with this clang: under its numbered name, in the directory that clang's
    /// link points to, or under its plain name if that has the same version.
    fn tool(&self, name: &str) -> Option<PathBuf> {
        let really = self.path.canonicalize().ok().and_then(|path| Some(path.parent()?.join(name)));
        let plain = on_path(name).filter(|path| {
            let said = Command::new(path).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
            String::from_utf8_lossy(&said).contains(&format!("LLVM version {}.", self.version))
        });
        beside(&self.path, &format!("{name}-{}", self.version))
            .or_else(|| really.filter(|path| is_program(path)))
            .or(plain)
    }

    /// The symbolizer's path, for sanitizers that look for it under its plain name only.
    fn symbolizer(&self) -> Option<PathBuf> {
        on_path("llvm-symbolizer").or_else(|| beside(&self.path, &format!("llvm-symbolizer-{}", self.version)))
    }
}

/// A compiler for native programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeCompiler {
    /// The compiler and linker for C.
    pub cc: PathBuf,
    /// The compiler and linker for C++.
    pub cxx: Option<PathBuf>,
    /// Whether it is clang, which also takes bitcode.
    pub is_clang: bool,
    /// The program that prints source lines in sanitizer reports, if the sanitizer needs one.
    pub symbolizer: Option<PathBuf>,
}

impl NativeCompiler {
    /// The compiler named by `PLEACH_CC`, otherwise clang, otherwise gcc, otherwise cc. With sanitizers, clang
    /// comes first only if it has its runtime library and a symbolizer; gcc's runtime prints source lines by
    /// itself.
    pub fn find(sanitize: bool) -> Result<NativeCompiler, ToolError> {
        if let Some(named) = std::env::var_os("PLEACH_CC").filter(|name| !name.is_empty()) {
            return Ok(NativeCompiler::at(PathBuf::from(named)));
        }
        let clang = Clang::find().ok();
        if let Some(clang) = clang.as_ref().filter(|clang| !sanitize || clang.sanitizes()) {
            return Ok(NativeCompiler::of_clang(clang));
        }
        let gcc = ["gcc", "cc"].iter().find_map(|name| on_path(name)).map(NativeCompiler::at);
        gcc.or(clang.map(|clang| NativeCompiler::of_clang(&clang))).ok_or(ToolError::NoNativeCompiler)
    }

    /// A compiler with MemorySanitizer, if there is one: the one named by `PLEACH_CC`, or clang.
    pub fn with_memory_sanitizer() -> Option<NativeCompiler> {
        let named = std::env::var_os("PLEACH_CC").filter(|name| !name.is_empty()).map(PathBuf::from);
        let clang = match named {
            Some(path) => Clang::at(path).ok()?,
            None => Clang::find().ok()?,
        };
        clang.has_library("libclang_rt.msan-x86_64.a").then(|| NativeCompiler::of_clang(&clang))
    }

    /// The compiler at that path; it is taken for clang only if its name says so.
    pub fn at(cc: PathBuf) -> NativeCompiler {
        let name = cc.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains("clang")
            && let Ok(clang) = Clang::at(cc.clone())
        {
            return NativeCompiler::of_clang(&clang);
        }
        let cxx = match name.strip_prefix("gcc") {
            Some(rest) => beside(&cc, &format!("g++{rest}")),
            None => beside(&cc, "c++").or_else(|| on_path("g++")),
        };
        NativeCompiler { cc, cxx, is_clang: false, symbolizer: None }
    }

    fn of_clang(clang: &Clang) -> NativeCompiler {
        NativeCompiler { cc: clang.path.clone(), cxx: clang.cxx(), is_clang: true, symbolizer: clang.symbolizer() }
    }

    /// The compiler's major version, if it is clang.
    pub fn clang_version(&self) -> Option<u32> {
        Clang::at(self.cc.clone()).ok().filter(|_| self.is_clang).map(|clang| clang.version)
    }
}

/// The tools that read clang's counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageTools {
    /// `llvm-profdata`
    pub profdata: PathBuf,
    /// `llvm-cov`
    pub cov: PathBuf,
}

impl CoverageTools {
    /// The tools that belong to clang, since the format of counters differs from version to version; and that
    /// clang itself.
    pub fn find() -> Result<(NativeCompiler, CoverageTools), ToolError> {
        let clang = Clang::find()?;
        let missing = |missing: &str| ToolError::NoCoverage { missing: missing.to_owned(), version: clang.version };
        let library = ["libclang_rt.profile-x86_64.a", "libclang_rt.profile-aarch64.a", "libclang_rt.profile.a"];
        if !library.iter().any(|library| clang.has_library(library)) {
            return Err(missing("library libclang_rt.profile"));
        }
        let tools = CoverageTools {
            profdata: clang.tool("llvm-profdata").ok_or_else(|| missing("llvm-profdata"))?,
            cov: clang.tool("llvm-cov").ok_or_else(|| missing("llvm-cov"))?,
        };
        Ok((NativeCompiler::of_clang(&clang), tools))
    }
}

/// Whether a file is a C++ source, by its extension.
pub fn is_cxx(file: &Path) -> bool {
    matches!(extension(file), "cc" | "cpp" | "cxx" | "c++" | "C")
}

/// Whether a file is a C source, by its extension.
pub fn is_c(file: &Path) -> bool {
    matches!(extension(file), "c" | "i")
}

/// Whether a file holds LLVM code, as bitcode or as text, by its extension.
pub fn is_llvm(file: &Path) -> bool {
    matches!(extension(file), "bc" | "ll")
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// The program of that name on PATH.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| is_program(file))
}

/// The program of that name in the directory of another one, or on PATH.
fn beside(other: &Path, name: &str) -> Option<PathBuf> {
    let near = other.parent().filter(|dir| !dir.as_os_str().is_empty()).map(|dir| dir.join(name));
    near.filter(|file| is_program(file)).or_else(|| on_path(name))
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// The major version in the output of `--version`, such as `Debian clang version 19.1.7 (...)`.
fn parse_version(text: &str) -> Option<u32> {
    let (_, after) = text.split_once("clang version ")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert_eq!(parse_version("Debian clang version 19.1.7 (3)\nTarget: x"), Some(19));
        assert_eq!(parse_version("clang version 22.0.0git"), Some(22));
        assert_eq!(parse_version("Apple clang version 15.0.0"), Some(15));
        assert_eq!(parse_version("gcc (Debian 12.2.0)"), None);
    }

    #[test]
    fn languages() {
        assert!(is_cxx(Path::new("a.C")) && is_cxx(Path::new("a.cpp")) && !is_cxx(Path::new("a.c")));
        assert!(is_c(Path::new("x/a.c")) && !is_c(Path::new("c")));
        assert!(is_llvm(Path::new("a.bc")) && is_llvm(Path::new("a.ll")) && !is_llvm(Path::new("a.llx")));
    }
}
