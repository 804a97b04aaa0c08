//! Builds programs for 64-bit RISC-V.

use std::path::{Path, PathBuf};
use std::process::Command;

const GCC: &str = "riscv64-linux-gnu-gcc";

/// The source of the start and end of a program without a C library.
pub fn bare() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/riscv/bare.c")
}

/// Compiles in a directory with these arguments for the compiler.
#[track_caller]
pub fn compile(dir: &Path, flags: &[&str]) {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let output = Command::new(GCC).arg("-I").arg(include).args(["-g", "-w"]).args(flags).current_dir(dir).output();
    let output = output.unwrap_or_else(|error| panic!("{GCC} cannot be run ({error}): cargo xtask setup installs it"));
    assert!(output.status.success(), "{flags:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles a program without a C library.
#[track_caller]
pub fn compile_bare(dir: &Path, source: &str, executable: &str, flags: &[&str]) {
    let bare = bare();
    let bare = bare.to_str().expect("a path in UTF-8");
    let all = [&["-static", "-nostdlib", "-fno-builtin", "-o", executable, source, bare], flags].concat();
    compile(dir, &all);
}
