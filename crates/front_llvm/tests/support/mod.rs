//! Compiles C for tests, and loads programs with the checks that every load must pass.

#![allow(dead_code)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use front_llvm::{Input, Loaded, Options, load};

pub mod interpreter;

/// A new path in the directory for temporary files.
pub fn scratch(extension: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    directory.join(format!("front_llvm-{}-{number}.{extension}", std::process::id()))
}

/// Every clang in the path: `clang` first, then by version, the newest first. Tests that need one report
/// themselves as skipped without it.
pub fn clangs() -> Vec<String> {
    let names = std::iter::once("clang".to_owned()).chain((11..=30).rev().map(|version| format!("clang-{version}")));
    let found: Vec<String> = names.filter(|name| Command::new(name).arg("--version").output().is_ok()).collect();
    if found.is_empty() {
        println!("skipped: no clang in the path");
    }
    found
}

/// The flags that programs are compiled with for symbolic execution.
pub const FLAGS: &[&str] = &["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-w"];

/// Compiles C to bitcode with the first clang found; `None` without clang.
pub fn compile(source: &str, flags: &[&str]) -> Option<Vec<u8>> {
    clangs().first().map(|clang| compile_with(clang, source, flags))
}

/// Compiles C to bitcode with a given clang.
pub fn compile_with(clang: &str, source: &str, flags: &[&str]) -> Vec<u8> {
    let (c, bc) = (scratch("c"), scratch("bc"));
    std::fs::write(&c, source).expect("temporary files can be written");
    let mut command = Command::new(clang);
    let output = command.args(flags).args(["-emit-llvm", "-c", "-o"]).args([&bc, &c]).output();
    let output = output.expect("clang was just found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&bc).expect("clang wrote the file");
    let _ = std::fs::remove_file(&c);
    let _ = std::fs::remove_file(&bc);
    bytes
}

/// Compiles and loads C; `None` without clang.
pub fn load_c(source: &str) -> Option<Loaded> {
    let bytes = compile(source, FLAGS)?;
    Some(load_checked(&[Input::Bytes { name: "test.bc".to_owned(), bytes }]))
}

/// Loads a program given as LLVM's text.
pub fn load_ll(text: &str) -> Loaded {
    load_checked(&[ll(text)])
}

/// LLVM's text as an input.
pub fn ll(text: &str) -> Input {
    Input::Bytes { name: "test.ll".to_owned(), bytes: text.as_bytes().to_vec() }
}

/// Loads a program, and checks the rules of the IR.
pub fn load_checked(inputs: &[Input]) -> Loaded {
    let loaded = load(inputs, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    if let Err(errors) = ir::verify(&loaded.module) {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{}\n{}", errors.join("\n"), loaded.module);
    }
    loaded
}
