//! `cargo xtask setup`: installs missing tools with apt-get, without asking anything.
//!
//! The tools are: a clang whose bitcode the front end reads; gcc and g++ with the C library's headers and gcc's
//! sanitizer runtime, for native replays; z3, which the solver's tests compare with and which answers what the
//! built-in solver gives up on; a cross compiler and qemu for 64-bit RISC-V, with which the tests of
//! executables build and run programs; csmith, which generates C programs for the tests of the LLVM front end;
//! llvm-cov, which reads clang's counters. z3 and the tools after it are optional: only tests miss them, and
//! say so. If nothing is missing, nothing is installed or downloaded.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::capture;

/// The supported versions of clang: older ones are not tested, newer ones write bitcode that cannot be read.
const OLDEST_CLANG: u32 = 14;
const NEWEST_CLANG: u32 = 22;

/// The cross compiler for executables of 64-bit RISC-V.
const RISCV_GCC: &str = "riscv64-linux-gnu-gcc";

/// A required or optional tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Clang,
    Gcc,
    Gxx,
    Headers,
    Z3,
    RiscvGcc,
    RiscvLibc,
    Qemu,
    Csmith,
    CsmithHeaders,
    Coverage,
}

impl Tool {
    const ALL: [Tool; 11] = [
        Tool::Clang,
        Tool::Gcc,
        Tool::Gxx,
        Tool::Headers,
        Tool::Z3,
        Tool::RiscvGcc,
        Tool::RiscvLibc,
        Tool::Qemu,
        Tool::Csmith,
        Tool::CsmithHeaders,
        Tool::Coverage,
    ];

    fn is_here(self) -> bool {
        match self {
            Tool::Clang => clang().is_some(),
            Tool::Gcc => has_sanitizers("gcc"),
            Tool::Gxx => works("g++", &["--version"]),
            Tool::Headers => compiles("gcc", "#include <stdio.h>\n"),
            Tool::Z3 => works("z3", &["--version"]),
            Tool::RiscvGcc => works(RISCV_GCC, &["--version"]),
            Tool::RiscvLibc => has_file(RISCV_GCC, "libc.a"),
            Tool::Qemu => works("qemu-riscv64", &["--version"]),
            // csmith writes a file to the current directory however it is started, so it is only looked up.
            Tool::Csmith => works("sh", &["-c", "command -v csmith"]),
            Tool::CsmithHeaders => compiles("gcc", "#include <csmith/csmith.h>\n"),
            Tool::Coverage => clang().is_some_and(|clang| counts(&clang)),
        }
    }

    fn is_optional(self) -> bool {
        !matches!(self, Tool::Clang | Tool::Gcc | Tool::Gxx | Tool::Headers)
    }

    /// The tool's package on Debian and its descendants, for messages.
    fn package(self) -> &'static str {
        match self {
            Tool::Clang => "clang",
            Tool::Gcc => "gcc",
            Tool::Gxx => "g++",
            Tool::Headers => "libc6-dev",
            Tool::Z3 => "z3",
            Tool::RiscvGcc => "gcc-riscv64-linux-gnu",
            Tool::RiscvLibc => "libc6-dev-riscv64-cross",
            Tool::Qemu => "qemu-user",
            Tool::Csmith => "csmith",
            Tool::CsmithHeaders => "libcsmith-dev",
            Tool::Coverage => "llvm",
        }
    }
}

/// Installs missing tools. An error names the packages that could not be installed.
pub fn setup() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        println!("setup: nothing is missing (clang: {})", clang().unwrap_or_default());
        return Ok(());
    }
    let names: Vec<&str> = missing.iter().map(|tool| tool.package()).collect();
    println!("setup: missing: {}", names.join(" "));
    let installed = Apt::find(&names).and_then(|apt| apt.install(&missing));
    let still: Vec<Tool> = missing.into_iter().filter(|tool| !tool.is_here()).collect();
    if still.is_empty() {
        println!("setup: done");
        return Ok(());
    }
    let names: Vec<&str> = still.iter().map(|tool| tool.package()).collect();
    let why = installed.err().unwrap_or_else(|| format!("still missing after installing: {}", names.join(" ")));
    if still.iter().all(|tool| tool.is_optional()) {
        println!("setup: going on without {}: {why}", names.join(" "));
        return Ok(());
    }
    Err(format!("setup: {why}"))
}

fn missing() -> Vec<Tool> {
    Tool::ALL.into_iter().filter(|tool| !tool.is_here()).collect()
}

/// The name of a suitable clang: the value of `PLEACH_CLANG`, `clang`, or the newest numbered one.
fn clang() -> Option<String> {
    let named = std::env::var("PLEACH_CLANG").ok().filter(|name| !name.is_empty());
    let numbered = (OLDEST_CLANG..=NEWEST_CLANG).rev().map(|version| format!("clang-{version}"));
    named.into_iter().chain(["clang".to_owned()]).chain(numbered).find(|name| {
        let version = capture(Command::new(name).arg("--version")).ok().and_then(|text| clang_version(&text));
        version.is_some_and(|version| (OLDEST_CLANG..=NEWEST_CLANG).contains(&version))
    })
}

/// Whether this clang has counters, and the tools that read them exist.
fn counts(clang: &str) -> bool {
    let version = capture(Command::new(clang).arg("--version")).ok().and_then(|text| clang_version(&text));
    let Some(version) = version else { return false };
    let plain = capture(Command::new("llvm-cov").arg("--version"));
    let reads = works(&format!("llvm-cov-{version}"), &["--version"])
        || plain.is_ok_and(|text| text.contains(&format!("LLVM version {version}.")));
    let library = ["libclang_rt.profile-x86_64.a", "libclang_rt.profile-aarch64.a", "libclang_rt.profile.a"];
    reads && library.iter().any(|library| has_file(clang, library))
}

fn clang_version(text: &str) -> Option<u32> {
    let (_, after) = text.split_once("clang version ")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn works(program: &str, words: &[&str]) -> bool {
    capture(Command::new(program).args(words)).is_ok()
}

fn has_sanitizers(gcc: &str) -> bool {
    has_file(gcc, "libasan.so")
}

/// Whether gcc has a library. The path of one that it does not have is printed as given.
fn has_file(gcc: &str, library: &str) -> bool {
    let printed = capture(Command::new(gcc).arg(format!("-print-file-name={library}")));
    printed.is_ok_and(|path| Path::new(path.trim()).is_absolute())
}

fn compiles(gcc: &str, source: &str) -> bool {
    let mut command = Command::new(gcc);
    command.args(["-fsyntax-only", "-x", "c", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    // A compiler that ends early closes its input; its status decides.
    let _ = child.stdin.take().expect("it was asked for").write_all(source.as_bytes());
    child.wait().is_ok_and(|status| status.success())
}

/// apt-get, with the right to install.
struct Apt {
    /// The command in front of `apt-get`.
    prefix: &'static [&'static str],
}

impl Apt {
    fn find(packages: &[&str]) -> Result<Apt, String> {
        let list = packages.join(" ");
        if !works("apt-get", &["--version"]) {
            return Err(format!(
                "there is no apt-get here; install these or what they are called on this system: {list} \
                 (clang {OLDEST_CLANG} to {NEWEST_CLANG})"
            ));
        }
        if capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0") {
            return Ok(Apt { prefix: &["env"] });
        }
        if works("sudo", &["-n", "true"]) {
            return Ok(Apt { prefix: &["sudo", "-n", "env"] });
        }
        Err(format!(
            "installing needs root, and sudo without a password is not to be had; run as root: apt-get install {list}"
        ))
    }

    fn install(&self, missing: &[Tool]) -> Result<(), String> {
        println!("setup: apt-get update");
        if let Err(why) = self.run(&["update", "-qq"]) {
            // The lists of an earlier update may be enough.
            println!("setup: {why}");
        }
        let plain = |tool: &&Tool| !matches!(tool, Tool::Clang | Tool::Coverage);
        let others: Vec<String> = missing.iter().filter(plain).map(|tool| tool.package().to_owned()).collect();
        let mut result = if missing.contains(&Tool::Clang) {
            self.install_clang(&others)
        } else if others.is_empty() {
            Ok(())
        } else {
            self.install_packages(&others)
        };
        if missing.contains(&Tool::Coverage) {
            result = result.and(self.install_coverage());
        }
        result
    }

    /// Installs the tools for the current clang. Before version 15, the library came with clang itself.
    fn install_coverage(&self) -> Result<(), String> {
        let version = clang().and_then(|clang| capture(Command::new(clang).arg("--version")).ok());
        let version = version.and_then(|text| clang_version(&text)).ok_or("no clang to count lines with")?;
        let tools = format!("llvm-{version}");
        self.install_packages(&[tools.clone(), format!("libclang-rt-{version}-dev")])
            .or_else(|_| self.install_packages(&[tools]))
    }

    fn install_clang(&self, others: &[String]) -> Result<(), String> {
        // The newest one first. If its dependencies cannot be met, an older one will do.
        let mut result = Err("apt-get offers no clang that will do".to_owned());
        for clang in offered_clangs() {
            result = self.install_packages(&[others, &[clang]].concat());
            if result.is_ok() {
                break;
            }
        }
        result
    }

    fn install_packages(&self, packages: &[String]) -> Result<(), String> {
        println!("setup: apt-get install {}", packages.join(" "));
        let mut words = vec!["install", "-y", "-qq", "--no-install-recommends"];
        words.extend(packages.iter().map(String::as_str));
        self.run(&words)
    }

    fn run(&self, words: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.prefix[0]);
        command.args(&self.prefix[1..]).args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(words);
        capture(&mut command).map(drop)
    }
}

/// The numbered clangs that apt can install, newest first.
fn offered_clangs() -> Vec<String> {
    let mut query = Command::new("apt-cache");
    query.env("LC_ALL", "C").arg("policy");
    query.args((OLDEST_CLANG..=NEWEST_CLANG).rev().map(|version| format!("clang-{version}")));
    capture(&mut query).map(|policy| candidates(&policy)).unwrap_or_default()
}

/// The packages in the output of `apt-cache policy` that have a candidate.
fn candidates(policy: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut package = "";
    for line in policy.lines() {
        if !line.starts_with(' ') {
            package = line.trim_end_matches(':');
        } else if let Some(candidate) = line.trim().strip_prefix("Candidate:")
            && candidate.trim() != "(none)"
        {
            found.push(package.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_clang() {
        assert_eq!(clang_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64"), Some(19));
        assert_eq!(clang_version("gcc (Debian 12.2.0-14) 12.2.0"), None);
    }

    #[test]
    fn packages_with_a_candidate_are_offered() {
        let policy = "clang-22:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n\
                      clang-19:\n  Installed: (none)\n  Candidate: 1:19.1.7-3\n  Version table:\n     1:19.1.7-3 500\n\
                      clang-16:\n  Installed: (none)\n  Candidate: 1:16.0.6-15\n";
        assert_eq!(candidates(policy), ["clang-19", "clang-16"]);
        assert_eq!(candidates(""), [""; 0]);
    }

    #[test]
    fn every_tool_has_a_package() {
        for tool in Tool::ALL {
            assert!(!tool.package().is_empty());
        }
    }
}
