//! The C library's functions, compiled natively under other names, agree with the system's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the library must leave alone.
const DONE_BY_THE_EXECUTOR: [&str; 14] = [
    "memcpy",
    "memmove",
    "memset",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "exit",
    "abort",
    "atexit",
    "printf",
    "puts",
    "putchar",
    "__errno_location",
];

/// The programs in C that compare.
const DRIVERS: [&str; 13] = [
    "library.c",
    "mathematics.c",
    "streams.c",
    "descriptors.c",
    "scanf.c",
    "getopt.c",
    "time.c",
    "process.c",
    "signals.c",
    "wchar.c",
    "wide_forms.c",
    "rarer_strings.c",
    "fortified.c",
];

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?} failed with {}\n{out}{err}", output.status);
    output
}

/// All sources of the library, by name.
fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    let mut sources: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the crate has its C sources")
        .map(|entry| entry.expect("readable").path())
        .collect();
    sources.sort();
    sources
}

/// The symbols an object file defines for others.
fn defined_symbols(object: &Path) -> Vec<String> {
    let output = run(Command::new("nm").args(["--defined-only", "--extern-only", "--format=posix"]).arg(object));
    let text = String::from_utf8(output.stdout).expect("symbol names are ASCII");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

#[test]
fn agrees_with_the_system() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    fs::create_dir_all(&folder).expect("the target directory is writable");
    let mut objects = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for source in sources() {
        let object = folder.join(source.file_name().expect("a file has a name")).with_extension("o");
        let flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fno-builtin", "-ffreestanding", "-c", "-o"];
        // The executor's variables, which the system has too.
        let variables = ["stdin", "stdout", "stderr"].map(|name| format!("-D{name}=pl_{name}"));
        run(Command::new("gcc").args(variables).args(flags).arg(&object).arg(&source));
        seen.extend(defined_symbols(&object));
        objects.push(object);
    }
    let mut sorted = seen.clone();
    sorted.sort();
    assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "a function is defined twice: {sorted:?}");
    assert!(!DONE_BY_THE_EXECUTOR.iter().any(|name| seen.iter().any(|seen| seen == name)), "{sorted:?}");

    let renames: String = seen.iter().map(|name| format!("{name} pl_{name}\n")).collect();
    let rename_file = folder.join("renames");
    fs::write(&rename_file, renames).expect("the target directory is writable");
    for object in &objects {
        run(Command::new("objcopy").arg("--redefine-syms").arg(&rename_file).arg(object));
    }
    let drivers = DRIVERS.map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native").join(name));
    let program = folder.join("library");
    // The driver must call the system's functions, not what a compiler makes of them.
    let flags = ["-std=gnu11", "-Wall", "-Wno-unused-result", "-O1", "-fno-builtin", "-o"];
    run(Command::new("gcc").args(flags).arg(&program).args(&drivers).args(&objects).arg("-lm"));
    run(&mut Command::new(&program));

    // Every function is compared: the drivers name all of them but those that only the library itself calls.
    let text: String = drivers.iter().map(|driver| fs::read_to_string(driver).expect("the driver is there")).collect();
    let missing: Vec<&String> = seen
        .iter()
        .filter(|name| !name.starts_with("__pleach"))
        .filter(|name| !text.contains(&format!("pl_{name}")) && !text.contains(&format!("X({name})")))
        .collect();
    assert!(missing.is_empty(), "not compared: {missing:?}");
    what_is_missing_is_listed(&folder, &seen);
}

/// The headers of which every function is there or listed in `docs/limits.md`.
const HEADERS: &str = "string strings ctype stdlib stdio time assert errno math wchar wctype getopt unistd fcntl setjmp signal \
                       locale langinfo inttypes search libgen fnmatch sys/stat";

/// The glibc that the list was made for; others declare more functions or fewer.
const LISTED_FOR: &str = "#if __GLIBC__ == 2 && __GLIBC_MINOR__ == 36";

/// The list of missing functions names none that is there and, with that glibc, all others.
fn what_is_missing_is_listed(folder: &Path, seen: &[String]) {
    let limits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/limits.md");
    let limits = fs::read_to_string(limits).expect("the list is there");
    let section = limits.split("## Functions that are missing").nth(1).and_then(|rest| rest.split("\n## ").next());
    let listed: Vec<&str> = section
        .expect("the list has a section of its own")
        .lines()
        .filter(|line| line.starts_with("- `<") || line.starts_with("  "))
        .flat_map(|line| line.rsplit(": ").next().unwrap_or(line).split(','))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    let is_there = |name: &str| models::lookup(name).is_some() || seen.iter().any(|seen| seen == name);
    let there: Vec<&&str> = listed.iter().filter(|name| is_there(name)).collect();
    assert!(there.is_empty(), "listed as missing: {there:?}");

    let (source, found) = (folder.join("headers.c"), folder.join("headers.txt"));
    let includes: String = HEADERS.split_whitespace().map(|name| format!("#include <{name}.h>\n")).collect();
    let text = format!("#define _GNU_SOURCE\n#include <features.h>\n{LISTED_FOR}\n{includes}#endif\n");
    fs::write(&source, text).expect("the target directory is writable");
    run(Command::new("gcc").arg("-aux-info").arg(&found).args(["-std=gnu17", "-fsyntax-only"]).arg(&source));
    let found = fs::read_to_string(&found).expect("gcc has written it");
    let unlisted: Vec<&str> = found
        .lines()
        .filter_map(|line| line.split(" (").next()?.rsplit([' ', '*']).next())
        // A comment has no name, and alloca() is the compiler's.
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()) && *name != "alloca")
        .filter(|name| !is_of_another_float(name) && !is_there(name) && !listed.contains(name))
        .collect();
    assert!(unlisted.is_empty(), "neither there nor listed in docs/limits.md: {unlisted:?}");
}

/// Whether a function is a form for `_Float32` or its like, or for the narrowing arithmetic with them.
fn is_of_another_float(name: &str) -> bool {
    let name = name.trim_end_matches("_l").trim_end_matches("_r");
    ["f16", "f32", "f64", "f128", "f32x", "f64x"].iter().any(|kind| name.ends_with(kind) || name.starts_with(kind))
}
