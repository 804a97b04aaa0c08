//! The command line that is tested.

use std::path::Path;
use std::process::Command;

/// The `pleach` command without arguments. What it caches from run to run (compiled files of the library) is
/// kept in the target directory, shared by all tests: they neither use a user's cache nor leave anything in it.
pub fn pleach() -> Command {
    with_cache(Command::new(env!("CARGO_BIN_EXE_pleach")))
}

/// The same under a limit of the shell (`ulimit`), such as `-f 100`.
#[allow(dead_code)] // Few tests need it.
pub fn pleach_under(limit: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_pleach")]);
    with_cache(shell)
}

fn with_cache(mut command: Command) -> Command {
    command.env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    command
}
