//! The names of compilers, and which of them is really meant.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Programs that are given a compiler's command line and run it, or answer from a cache.
const LAUNCHERS: [&str; 5] = ["ccache", "sccache", "distcc", "icecc", "buildcache"];

/// The names of compilers, without the machine before them and the version behind them.
const NAMES: [&str; 8] = ["cc", "c89", "c99", "gcc", "clang", "c++", "g++", "clang++"];

/// A compiler's name taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The machine that it compiles for, such as `x86_64-linux-gnu`; empty if the name has none.
    pub machine: String,
    /// Whether files named `.c` are C++ to it.
    pub is_cxx: bool,
}

impl Name {
    /// The parts of a file name, if it is that of a compiler: `gcc`, `g++-12`, `x86_64-linux-gnu-gcc-12`.
    pub fn of(path: &OsStr) -> Option<Name> {
        let name = Path::new(path).file_name()?.to_str()?;
        let is_version = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        let plain = match name.rsplit_once('-') {
            Some((plain, version)) if is_version(version) => plain,
            _ => name,
        };
        let (machine, tool) = plain.rsplit_once('-').unwrap_or(("", plain));
        let tool = NAMES.into_iter().find(|&known| known == tool)?;
        Some(Name { machine: machine.to_owned(), is_cxx: tool.ends_with("++") })
    }

    /// The target for clang, if the name has a machine that is written as one.
    pub fn target(&self) -> Option<&str> {
        (self.machine.split('-').count() >= 3).then_some(&self.machine)
    }
}

/// Whether it is the name of a program that runs compilers.
pub fn is_launcher(path: &OsStr) -> bool {
    let name = Path::new(path).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| LAUNCHERS.contains(&name))
}

/// The program that is really meant by the name that a wrapper was called with: by its path, or the first one of
/// its name on PATH that is not this executable itself.
pub fn real(called: &OsStr, own: &Path) -> Option<PathBuf> {
    let path = Path::new(called);
    let is_own = |file: &Path| file.canonicalize().is_ok_and(|file| file == own);
    if path.components().count() > 1 && !is_own(path) {
        return Some(path.to_owned());
    }
    let name = path.file_name()?;
    let dirs = std::env::var_os("PATH")?;
    std::env::split_paths(&dirs).map(|dir| dir.join(name)).find(|file| file.is_file() && !is_own(file))
}

/// All names of compilers and launchers that there are programs for on PATH, sorted.
pub fn on_path() -> Vec<String> {
    let dirs = std::env::var_os("PATH").unwrap_or_default();
    let entries = std::env::split_paths(&dirs).filter_map(|dir| std::fs::read_dir(dir).ok()).flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter(|name| Name::of(OsStr::new(name)).is_some() || is_launcher(OsStr::new(name))).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_compilers() {
        let of = |name: &str| Name::of(OsStr::new(name)).map(|name| (name.machine, name.is_cxx));
        let c = |machine: &str| Some((machine.to_owned(), false));
        assert_eq!((of("gcc"), of("/usr/bin/cc"), of("gcc-12"), of("clang-22")), (c(""), c(""), c(""), c("")));
        assert_eq!(of("x86_64-linux-gnu-gcc-12"), c("x86_64-linux-gnu"));
        assert_eq!(of("arm-linux-g++"), Some(("arm-linux".to_owned(), true)));
        assert_eq!(of("clang++-19.1"), Some((String::new(), true)));
        for other in ["gcc-ar", "gcc-nm-12", "clang-format", "cpp", "clang-cpp", "cmake", "pleach", "as", "-12", ""] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(Name::of(OsStr::new("musl-gcc")).expect("a compiler").target(), None);
    }
}
