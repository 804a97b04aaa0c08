//! Limits: memory, interrupts, and a full disk; and the state of the files afterwards.
//!
//! The memory of the runs is measured from outside, as the peak that the operating system reports for the
//! largest child that ended. All runs here have the same limit, since a test program may run several tests at
//! the same time.

mod sandbox;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use report::archive::{is_archive, members};
use sandbox::{Sandbox, THREE_WAYS};
use serde_json::Value;

/// The memory limit of every run, in bytes.
const LIMIT: u64 = 200_000_000;

/// Runs a program that needs more memory than the limit, and returns the summary.
#[track_caller]
fn explodes(program: &str, options: &[&str]) -> (Sandbox, Value) {
    let sandbox = Sandbox::with("prog.c", program);
    let limit = LIMIT.to_string();
    let fixed = ["run", "--tests", "all", "--max-memory", &limit, "--max-time", "60s", "prog.c"];
    let done = sandbox.pleach(&[&fixed, options].concat());
    assert!(done.code == 1 || done.code == 2, "{}\n{}", done.code, done.stderr);
    let largest = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells").max_rss() as u64 * 1024;
    assert!(largest <= LIMIT / 10 * 11, "{largest} bytes were held\n{}", done.stdout);
    let summary = sandbox.summary();
    assert_eq!(summary["complete"], false);
    assert!(summary["peak_memory_bytes"].as_u64().is_some_and(|peak| peak <= LIMIT / 10 * 11));
    (sandbox, summary)
}

/// Checks that every path that was given up has a test, or is counted as untested.
#[track_caller]
fn written_before_given_up(sandbox: &Sandbox, summary: &Value) {
    let given_up = summary["cut_short"]["max-memory"].as_u64().expect("paths were given up");
    let dir = sandbox.path("pleach-last");
    let mut names = sandbox.files("pleach-last");
    // Later tests are in archives.
    for archive in names.clone().iter().map(|name| dir.join(name)).filter(|path| is_archive(path)) {
        names.extend(members(&archive).expect("it is whole").into_iter().map(|member| member.name));
    }
    let stems = |suffix: &str| -> BTreeSet<String> {
        names.iter().filter_map(|name| name.strip_suffix(suffix)).map(str::to_owned).collect()
    };
    let (tests, early) = (stems(".ktest"), stems(".early"));
    let untested = summary["untested"].as_u64().expect("a number");
    assert_eq!(
        early.len() as u64 + untested,
        summary["cut_short"].as_object().expect("a table").values().filter_map(Value::as_u64).sum::<u64>()
    );
    assert!(given_up > 0 && !early.is_empty() && early.is_subset(&tests));
    assert_eq!(summary["tests"].as_u64(), Some(tests.len() as u64));
    let predicted = sandbox.read("pleach-last/predictions.jsonl").matches("\"reason\":\"max-memory\"").count();
    assert!(predicted as u64 <= given_up && predicted as u64 + untested >= given_up);
}

#[test]
fn many_states() {
    let program = "#include <pleach.h>\n#include <string.h>\nstatic char own[64 << 10], pattern[(64 << 10) + 1];\n\
        int main(void) { unsigned char b[40]; pleach_symbolic(b, sizeof b, \"b\"); int n = 0;\n\
        for (int i = 0; i < sizeof own; i += 4096) pattern[i] = i;\n\
        for (int i = 0; i < 40; i++) { if (b[i] & 1) n++; memcpy(own, pattern + 1, sizeof own); } return n; }\n";
    let (sandbox, summary) = explodes(program, &["--search", "bfs", "--max-instructions", "90000"]);
    written_before_given_up(&sandbox, &summary);
}

#[test]
fn few_states_with_large_arrays() {
    let program = "#include <pleach.h>\n#include <string.h>\nstatic char own[8 << 20], pattern[(8 << 20) + 1];\n\
        int main(void) { for (int i = 0; i < sizeof own; i += 4096) pattern[i] = i;\n\
        int x = pleach_range(0, 64, \"x\"); int n = 0;\n\
        while (n < x) { n++; }\n memcpy(own, pattern + 1, sizeof own);\n for (int i = 0; i < 20000; i++) own[i] ^= 3; return own[n]; }\n";
    let (sandbox, summary) = explodes(program, &["--search", "bfs"]);
    written_before_given_up(&sandbox, &summary);
    assert!(summary["paths"]["completed"].as_u64() > Some(0), "{summary}");
}

#[test]
fn one_state_that_grows() {
    let program = "#include <pleach.h>\n#include <stdlib.h>\n#include <string.h>\nstatic char pattern[(1 << 20) + 1];\n\
        int main(void) { for (int i = 0; i < 1 << 20; i += 4096) pattern[i] = i;\n\
        if (pleach_range(0, 2, \"x\")) for (;;) memcpy(malloc(1 << 20), pattern + 1, 1 << 20);\n\
        int sum = 0; for (int i = 0; i < 500000; i++) sum += i; return sum & 1; }\n";
    let (sandbox, summary) = explodes(program, &[]);
    written_before_given_up(&sandbox, &summary);
    assert_eq!(summary["paths"]["completed"], 1, "the other path is not given up for it");
}

#[test]
fn one_step_that_takes_too_much() {
    // The source shares its pages, and so does filled memory; the copy that is one byte off can share nothing.
    let program = "#include <pleach.h>\n#include <stdlib.h>\n#include <string.h>\n\
        int main(void) { long size = 1 << 30, some = 1 << 20; char *from = malloc(size), *to = malloc(size);\n\
        for (long i = 0; i < some; i += 4096) from[i] = i;\n\
        for (long i = some; i < size; i += some) memcpy(from + i, from, some);\n\
        memset(to, 1, size); memmove(to + 1, to, size - 1);\n\
        if (pleach_range(0, 2, \"x\")) memcpy(to + 1, from, size - 1); return 0; }\n";
    let (sandbox, summary) = explodes(program, &[]);
    written_before_given_up(&sandbox, &summary);
    assert_eq!(summary["paths"]["completed"], 1);
}

/// Fills, and copies with the same alignment within pages, are cheap whatever their size; other copies cost as
/// much as they move.
#[test]
fn bulk_is_counted_by_what_is_moved() {
    let moved = |rest: &str| {
        let start = "#include <stdlib.h>\n#include <string.h>\nint main(void) { long size = 64 << 20;\n\
            char *from = malloc(size), *to = malloc(size);\n";
        let sandbox = Sandbox::with("prog.c", &format!("{start}{rest} return to[9]; }}\n"));
        sandbox.pleach(&["run", "--allow-concrete", "prog.c"]).code(0);
        let statistics: Value = serde_json::from_str(&sandbox.read("pleach-last/statistics.json")).expect("JSON");
        statistics["counters"]["exec.bytes_written"].as_u64().expect("a number")
    };
    let pages = "for (long i = 0; i < size; i += 4096) from[i] = i >> 12;\n";
    assert!(moved("memset(to, 1, size); memset(to + 5, 2, size - 9); to = realloc(to, 2 * size);") < 100_000);
    assert!(moved(&format!("{pages} memcpy(to, from, size); memmove(to + 4096, to, size - 4096);")) < 2_000_000);
    let whole = 64 << 20;
    assert!((whole..3 * whole).contains(&moved(&format!("{pages} memcpy(to + 1, from, size - 1);"))));
}

#[test]
fn terms_without_end() {
    let program = "#include <pleach.h>\nunsigned h[64];\n\
        int main(void) { unsigned x = pleach_int(\"x\"); for (unsigned i = 0;; i++) h[i % 64] = (h[i % 64] ^ x) * (x + i); }\n";
    let (sandbox, summary) = explodes(program, &[]);
    if summary["stopped_by"] == "max-memory" {
        written_before_given_up(&sandbox, &summary);
    }
}

/// Starts a run that never ends by itself, waits until it has found a bug, and sends the signals. Returns its
/// exit code. The program begins with the bug: the first path's is printed at once, and from then on the run is
/// under way.
#[track_caller]
fn interrupted(rest: &str, signals: &[&str]) -> (Sandbox, Option<i32>) {
    let start =
        "#include <pleach.h>\nint main(void) { int x; pleach_symbolic(&x, sizeof x, \"x\"); pleach_assert(x != 3);\n";
    let sandbox = Sandbox::with("prog.c", &format!("{start}{rest}}}\n"));
    let mut child = sandbox
        .command(&["run", "--tests", "all", "prog.c"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.starts_with("bug:") {
        line.clear();
        assert!(stderr.read_line(&mut line).expect("readable") > 0, "ended without a bug");
    }
    // A finding is reported before its test is written.
    let has_test = || {
        let names = std::fs::read_dir(sandbox.path("pleach-last")).into_iter().flatten().flatten();
        names.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().ends_with(".ktest"))
    };
    while !has_test() && child.try_wait().expect("it can be asked").is_none() {
        std::thread::yield_now();
    }
    for signal in signals {
        let killed = Command::new("kill").args([signal, child.id().to_string().as_str()]).status();
        assert!(killed.expect("kill starts").success());
    }
    // Reads everything that the process still prints, so that it cannot block.
    std::io::copy(&mut stderr, &mut std::io::sink()).expect("readable");
    (sandbox, child.wait().expect("ends").code())
}

#[track_caller]
fn ends_in_order(signal: &str) {
    let (sandbox, code) = interrupted("for (volatile int i = 0;; i++) ;", &[signal]);
    assert_eq!(code, Some(1));
    let summary = sandbox.summary();
    assert_eq!((&summary["stopped_by"], &summary["complete"]), (&"interrupt".into(), &false.into()));
    assert_eq!(summary["findings"].as_array().map(Vec::len), Some(1));
    assert_eq!(summary["tests"], 2);
}

#[test]
fn an_interrupt_stops_and_sums_up() {
    ends_in_order("-INT");
}

#[test]
fn a_request_to_terminate_stops_and_sums_up() {
    ends_in_order("-TERM");
}

/// Both signals arrive while the process is stopped, so that it cannot end by itself in between. Paths end all
/// the time, and their tests are being written.
#[test]
fn a_second_interrupt_ends_it_at_once_and_leaves_whole_files() {
    let rest = "unsigned char b[64]; pleach_symbolic(b, sizeof b, \"b\"); int n = 0;\n\
                for (int i = 0; i < 64; i++) if (b[i] & 1) n++;\n return n; ";
    let (sandbox, code) = interrupted(rest, &["-STOP", "-INT", "-TERM", "-CONT"]);
    assert_eq!(code, Some(130));
    let names = sandbox.files("pleach-last");
    assert!(!names.contains(&"summary.json".to_owned()));
    // Files, and members of archives.
    let tests = report::found::tests_in(&sandbox.path("pleach-last")).expect("readable");
    assert!(!tests.is_empty());
    for test in &tests {
        let bytes = test.read().expect("listed a moment ago");
        report::KTest::from_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", test.path().display()));
    }
    assert_predicted_is_there(&sandbox, "pleach-last");
}

/// Checks that every prediction in a run directory is about an existing test.
#[track_caller]
fn assert_predicted_is_there(sandbox: &Sandbox, dir: &str) {
    let tests = report::found::tests_in(&sandbox.path(dir)).expect("readable");
    let known: BTreeSet<&str> = tests.iter().map(|test| test.name()).collect();
    let predictions = report::prediction::read_all(&sandbox.path(dir)).expect("whole lines");
    assert!(predictions.len() <= tests.len());
    let lost: Vec<_> = predictions.iter().filter(|prediction| !known.contains(prediction.test.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// The limit on file sizes is more than the reserved space and less than the program's output.
#[test]
fn a_file_that_may_not_grow_ends_the_run_as_a_full_disk_does() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\n#include <stdio.h>\n\
         int main(void) { int x = pleach_range(0, 2, \"x\"); for (int i = 0; i < 20000; i++) printf(\"a line with %d in it, and more\\n\", i);\n\
         return x > 0; }\n",
    );
    let args = ["run", "--program-output", "printed", "--output-dir", "out", "prog.c"];
    // Blocks of 512 bytes, or of 1024 in some shells.
    sandbox.pleach_under("-f 650", &args).code(5).says("it was stopped because").says("File too large");
    let summary: Value = serde_json::from_str(&sandbox.read("out/summary.json")).expect("JSON");
    assert_eq!((&summary["stopped_by"], &summary["complete"]), (&"output".into(), &false.into()));
    assert!(summary["write_error"].as_str().is_some_and(|why| why.contains("File too large")), "{summary}");
    assert!(sandbox.files("out").contains(&"test000001.ktest".to_owned()));
    sandbox.pleach(&["run", "--program-output", "printed", "--output-dir", "again", "prog.c"]).code(0);
}

/// The same for an archive: the part that was written can be read, and is counted.
#[test]
fn an_archive_that_may_not_grow_holds_whole_tests() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\nint main(void) { unsigned short s; pleach_symbolic(&s, sizeof s, \"s\"); int n = 0;\n\
         for (int i = 0; i < 11; i++) if (s >> i & 1) n++;\n return n; }\n",
    );
    let args = ["run", "--tests", "all", "--output-dir", "out", "prog.c"];
    sandbox.pleach_under("-f 650", &args).code(5).says("it was stopped because").says("tests-001001.tar");
    let summary: Value = serde_json::from_str(&sandbox.read("out/summary.json")).expect("JSON");
    let tests = summary["tests"].as_u64().expect("a number");
    assert!((1000..2048).contains(&tests), "{tests}");
    let shown = sandbox.pleach(&["tests", "out"]).code(0);
    assert_eq!(shown.stdout.matches("  input: ").count() as u64, tests);
    // No prediction is about a missing test.
    assert_predicted_is_there(&sandbox, "out");
}

#[test]
fn a_full_disk_ends_the_run_and_is_said() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    let done = sandbox.pleach(&["run", "--program-output", "/dev/full", "prog.c"]).code(5);
    let done = done.says("it was stopped because").says("No space left on device");
    drop(done);
    let summary = sandbox.summary();
    assert_eq!(summary["stopped_by"], "output");
    assert!(summary["write_error"].as_str().is_some_and(|why| why.contains("No space left")), "{summary}");
    assert_eq!(summary["complete"], false);
    // The path whose output could not be written still has its test.
    assert!(sandbox.files("pleach-last").contains(&"test000001.ktest".to_owned()));
    assert!(!sandbox.files("pleach-last").contains(&".reserve".to_owned()));
}
