//! A separate directory for each test, with programs in it and the command line to run on them.

#![allow(dead_code)] // Each test file uses a part.

#[path = "../binary/mod.rs"]
mod binary;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A temporary directory that commands run in.
pub struct Sandbox {
    dir: TempDir,
}

/// The outcome of a command.
pub struct Done {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox { dir: tempfile::tempdir().expect("a temporary directory") }
    }

    /// A sandbox with one file in it.
    pub fn with(name: &str, text: &str) -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.write(name, text);
        sandbox
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("written");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The command, ready to run in the sandbox.
    pub fn command(&self, args: &[&str]) -> Command {
        self.inside(binary::pleach(), args)
    }

    /// Runs `pleach` with these arguments under a limit of the shell (`ulimit`).
    pub fn pleach_under(&self, limit: &str, args: &[&str]) -> Done {
        done(self.inside(binary::pleach_under(limit), args).output().expect("the shell starts"))
    }

    fn inside(&self, mut command: Command, args: &[&str]) -> Command {
        command.args(args).current_dir(self.dir.path()).env_remove("PLEACH_CC").env("NO_COLOR", "1");
        command
    }

    /// Runs `pleach` with these arguments.
    pub fn pleach(&self, args: &[&str]) -> Done {
        done(self.command(args).output().expect("pleach starts"))
    }

    /// `summary.json` of the newest run.
    pub fn summary(&self) -> Value {
        serde_json::from_str(&self.read("pleach-last/summary.json")).expect("the summary is JSON")
    }

    /// The names of the files in a directory, sorted.
    pub fn files(&self, dir: &str) -> Vec<String> {
        names(&self.path(dir))
    }

    /// Compiles a source in the sandbox with clang and these flags.
    pub fn clang(&self, flags: &[&str]) {
        let clang = report::toolchain::Clang::find().expect("clang is installed");
        let status = Command::new(clang.path).args(flags).current_dir(self.dir.path()).status().expect("clang starts");
        assert!(status.success());
    }
}

pub fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub fn done(output: Output) -> Done {
    Done {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Done {
    /// Checks the exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Done {
        assert_eq!(self.code, code, "\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that standard output contains a text.
    #[track_caller]
    pub fn says(self, text: &str) -> Done {
        assert!(self.stdout.contains(text), "no {text:?} in\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that standard error contains a text.
    #[track_caller]
    pub fn complains(self, text: &str) -> Done {
        assert!(self.stderr.contains(text), "no {text:?} in\n{}\n--- stdout\n{}", self.stderr, self.stdout);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }
}

/// A program in which one int decides between three ends: 0, 1, and a failed assertion for 7.
pub const THREE_WAYS: &str = r#"#include <assert.h>
#include <stdio.h>
#include <pleach.h>

int main(int argc, char **argv) {
    int x;
    pleach_symbolic(&x, sizeof x, "x");
    printf("%d arguments, %s\n", argc - 1, argc > 1 ? argv[1] : "none");
    if (x > 100) {
        return 1;
    }
    assert(x != 7);
    return 0;
}
"#;

/// A program with two ends and no bug.
pub const CLEAN: &str = r#"#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3) {
        return 1;
    }
    return 0;
}
"#;
