//! The C library's functions, compiled natively under other names, agree with the system's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

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
const DRIVERS: [&str; 20] = [
    "library.c",
    "mathematics.c",
    "streams.c",
    "descriptors.c",
    "file_system.c",
    "gnu.c",
    "codes.c",
    "regex.c",
    "waiting.c",
    "scanf.c",
    "getopt.c",
    "time.c",
    "process.c",
    "threads.c",
    "network.c",
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

/// The headers of which every function is there or listed in `docs/limits.md`: those that programs commonly include, of C, of POSIX, and of
/// glibc and Linux.
const HEADERS: &str = "string strings ctype stdlib stdio time assert errno math complex fenv wchar wctype uchar getopt unistd fcntl \
                       setjmp signal locale langinfo nl_types iconv inttypes search libgen fnmatch glob regex wordexp ftw fts \
                       err error argp obstack malloc alloca byteswap endian sys/stat sys/statvfs sys/statfs sys/types dirent \
                       sys/file sys/uio sys/ioctl sys/mman sys/select poll sys/time sys/times sys/resource sys/wait sys/utsname \
                       utime utmpx termios pty pwd grp shadow syslog spawn sched pthread semaphore threads ucontext dlfcn \
                       execinfo mntent sys/socket sys/un netinet/in netinet/tcp arpa/inet net/if ifaddrs netdb sys/epoll \
                       sys/eventfd sys/timerfd sys/signalfd sys/inotify sys/sendfile sys/random sys/sysinfo sys/xattr \
                       sys/prctl sys/ipc sys/shm sys/sem sys/msg mqueue aio monetary libintl stdio_ext";

/// The glibc that the list was made for; others declare more functions or fewer.
const LISTED_FOR: &str = "#if __GLIBC__ == 2 && __GLIBC_MINOR__ == 36";

/// How long the lines of the list are at most.
const WIDTH: usize = 122;

/// The list of missing functions names none that is there and, with that glibc, all others.
fn what_is_missing_is_listed(folder: &Path, seen: &[String]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/limits.md");
    let limits = fs::read_to_string(&file).expect("the list is there");
    let start = limits.find("## Functions that are missing").expect("the list has a section of its own");
    let start = start + limits[start..].find("\n- `<").expect("the section has a list") + 1;
    let length: usize = limits[start..]
        .split_inclusive('\n')
        .take_while(|line| line.starts_with("- `<") || line.starts_with("  "))
        .map(str::len)
        .sum();
    let written = &limits[start..start + length];
    let is_there = |name: &str| models::lookup(name).is_some() || seen.iter().any(|seen| seen == name);
    let listed = written.lines().flat_map(|line| line.rsplit(": ").next().unwrap_or(line).split(','));
    let there: Vec<&str> = listed.map(str::trim).filter(|name| is_there(name)).collect();
    let list = list_of_missing(&declared(folder), &is_there);
    if list.is_empty() {
        // Another glibc, which declares other functions.
        assert!(there.is_empty(), "listed as missing: {there:?}");
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{}{list}{}", &limits[..start], &limits[start + length..]);
        fs::write(&file, text).expect("the list can be written");
    } else if list != written {
        let changed = |a: &str, b: &str| -> Vec<String> {
            let words = |text: &str| -> BTreeSet<String> {
                text.split([',', ' ', '\n', ':']).map(str::to_owned).filter(|word| !word.is_empty()).collect()
            };
            words(a).difference(&words(b)).cloned().collect()
        };
        panic!(
            "docs/limits.md does not list what is missing: it lacks {:?} and should not have {:?}; \
             BLESS=1 cargo test -p models --test library rewrites it",
            changed(&list, written),
            changed(written, &list)
        );
    }
}

/// The functions that each header declares, by its place in the list, with whether it does so itself.
fn declared(folder: &Path) -> BTreeMap<String, Vec<(usize, bool)>> {
    let headers: Vec<&str> = HEADERS.split_whitespace().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(header) = headers.get(index) else { return found };
            let (source, listed) = (folder.join(format!("header{index}.c")), folder.join(format!("header{index}.txt")));
            let text =
                format!("#define _GNU_SOURCE\n#include <features.h>\n{LISTED_FOR}\n#include <{header}.h>\n#endif\n");
            fs::write(&source, text).expect("the target directory is writable");
            run(Command::new("gcc").arg("-aux-info").arg(&listed).args(["-std=gnu17", "-fsyntax-only"]).arg(&source));
            let listed = fs::read_to_string(&listed).expect("gcc has written it");
            let own = format!("/{header}.h:");
            for line in listed.lines() {
                // A comment with the place, then the declaration: the name stands before the parameters.
                let Some(name) = line.split(" (").next().and_then(|start| start.rsplit([' ', '*']).next()) else {
                    continue;
                };
                let is_own = line.split(" */").next().is_some_and(|place| place.contains(&own));
                found.push((name.to_owned(), index, is_own));
            }
        }
    };
    let found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("gcc runs")).collect::<Vec<_>>()
    });
    let mut declared: BTreeMap<String, Vec<(usize, bool)>> = BTreeMap::new();
    for (name, index, is_own) in found {
        declared.entry(name).or_default().push((index, is_own));
    }
    declared
}

/// The list: a function stands with the header that declares it itself, or else with the first that does by another file.
fn list_of_missing(declared: &BTreeMap<String, Vec<(usize, bool)>>, is_there: &dyn Fn(&str) -> bool) -> String {
    let mut by_header: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let headers: Vec<&str> = HEADERS.split_whitespace().collect();
    for (name, places) in declared {
        // A comment has no name, and alloca() is the compiler's.
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name != "alloca";
        if !is_name || is_of_another_float(name) || is_there(name) {
            continue;
        }
        let (index, _) = places.iter().min_by_key(|(index, is_own)| (!is_own, *index)).expect("somebody declares it");
        by_header.entry(headers[*index]).or_default().push(name);
    }
    let mut text = String::new();
    for (header, names) in by_header {
        let mut line = format!("- `<{header}.h>`:");
        for (at, name) in names.iter().enumerate() {
            let comma = if at + 1 < names.len() { "," } else { "" };
            if line.len() + 1 + name.len() + comma.len() > WIDTH {
                text += &line;
                text.push('\n');
                line = " ".to_owned();
            }
            line += &format!(" {name}{comma}");
        }
        text += &line;
        text.push('\n');
    }
    text
}

/// Whether a function is a form for `_Float32` or its like, or for the narrowing arithmetic with them.
fn is_of_another_float(name: &str) -> bool {
    let name = name.trim_end_matches("_l").trim_end_matches("_r");
    ["f16", "f32", "f64", "f128", "f32x", "f64x"].iter().any(|kind| name.ends_with(kind) || name.starts_with(kind))
}
