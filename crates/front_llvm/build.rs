//! Finds the LLVM shared library to link.
//!
//! rustc's own `libLLVM` exports the whole C API, so by default nothing has to be installed: the library is the
//! one in `lib` of `rustc --print sysroot`. With the feature `system-llvm` it is the one that `llvm-config`
//! describes. In both cases its directory becomes an rpath of this package and is passed, as the metadata
//! `rpath`, to the packages that depend on it directly: their build scripts see it as `DEP_PLEACH_LLVM_RPATH`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The major version of LLVM whose C API the bindings describe.
const MAJOR: &str = "22";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LLVM_CONFIG");
    let directory = if env::var_os("CARGO_FEATURE_SYSTEM_LLVM").is_some() { link_system() } else { link_toolchain() };
    println!("cargo::rustc-link-search=native={}", directory.display());
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "unix") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", directory.display());
    }
    println!("cargo::metadata=rpath={}", directory.display());
}

/// Links the toolchain's library; returns its directory.
fn link_toolchain() -> PathBuf {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let sysroot = output(Command::new(&rustc).args(["--print", "sysroot"]));
    let directory = Path::new(&sysroot).join("lib");
    let Some(library) = shared_library(&directory) else {
        panic!(
            "no libLLVM {MAJOR} under {}: this toolchain does not carry LLVM as a shared library; use one from rustup, \
             or build with `--features system-llvm` and LLVM {MAJOR} installed",
            directory.display()
        )
    };
    println!("cargo::rustc-link-lib=dylib:+verbatim={library}");
    directory
}

/// The file name of the LLVM library in a directory; the library itself is preferred to a linker script next to
/// it.
fn shared_library(directory: &Path) -> Option<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            name.starts_with(&format!("libLLVM.so.{MAJOR}"))
                || name.starts_with(&format!("libLLVM-{MAJOR}"))
                || name == "libLLVM.dylib"
        })
        .collect();
    names.sort();
    names.pop()
}

/// Links the library that `llvm-config` describes: the one in the variable `LLVM_CONFIG`, or the first suitable
/// one in the path.
fn link_system() -> PathBuf {
    let named = env::var("LLVM_CONFIG").ok();
    let candidates = named.into_iter().chain([format!("llvm-config-{MAJOR}"), "llvm-config".to_owned()]);
    let fitting = |tool: &String| {
        let version = Command::new(tool).arg("--version").output().ok()?;
        let version = String::from_utf8(version.stdout).ok()?;
        version.trim().starts_with(&format!("{MAJOR}.")).then_some(())
    };
    let Some(tool) = candidates.into_iter().find(|tool| fitting(tool).is_some()) else {
        panic!("no llvm-config of LLVM {MAJOR} found: install its development files or set LLVM_CONFIG")
    };
    for flag in output(Command::new(&tool).args(["--link-shared", "--libs"])).split_whitespace() {
        if let Some(library) = flag.strip_prefix("-l") {
            println!("cargo::rustc-link-lib=dylib={library}");
        }
    }
    PathBuf::from(output(Command::new(&tool).arg("--libdir")))
}

/// The output of a command, without trailing whitespace.
fn output(command: &mut Command) -> String {
    let result = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    assert!(result.status.success(), "{command:?} failed");
    String::from_utf8(result.stdout).expect("tools print their paths as UTF-8").trim_end().to_owned()
}
