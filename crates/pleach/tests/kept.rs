//! Which paths become tests: `--tests` and `--max-tests`.

mod sandbox;

use std::collections::BTreeSet;
use std::path::Path;

use report::lcov::Lcov;
use sandbox::Sandbox;

/// A program with 65 paths: 64 ways through six branches, one of which ends normally or in an error. A few of
/// the paths show everything that the others do.
const BITS: &str = "#include <pleach.h>\n\
    int main(void) {\n\
        unsigned char b = 0, table[64] = {0}; int n = 0;\n\
        pleach_symbolic(&b, 1, \"b\");\n\
        for (int i = 0; i < 6; i++)\n\
            if (b >> i & 1)\n\
                n++;\n\
        if (n == 6)\n\
            return table[b];\n\
        return 0;\n\
    }\n";

/// The tests of the newest run.
fn tests(sandbox: &Sandbox) -> Vec<String> {
    sandbox.files("pleach-last").into_iter().filter(|name| name.ends_with(".ktest")).collect()
}

#[test]
fn three_choices() {
    let sandbox = Sandbox::with("prog.c", BITS);
    let kept = |choice: &[&str]| {
        let done = sandbox.pleach(&[&["run", "prog.c"], choice].concat()).code(1);
        let summary = sandbox.summary();
        let found = (summary["paths"].clone(), summary["findings"][0]["line"].clone(), summary["coverage"].clone());
        assert_eq!((&summary["complete"], &summary["testable_paths"]), (&true.into(), &65.into()));
        let tests = tests(&sandbox);
        assert_eq!(summary["tests"], tests.len());
        assert!(tests.contains(&summary["findings"][0]["test"].as_str().expect("a name").to_owned()));
        // These files do not mention other paths.
        for file in ["predictions.jsonl", "messages.txt"] {
            assert_eq!(sandbox.read(&format!("pleach-last/{file}")).lines().count(), tests.len(), "{file}");
        }
        (tests.len(), found, done.stdout)
    };
    let (all, found, text) = kept(&["--tests", "all"]);
    assert!(all == 65 && text.contains("tests:     65 in pleach-out-0"), "{text}");
    let (new, same, text) = kept(&["--tests", "new"]);
    assert!((3..=6).contains(&new) && text.contains(&format!("tests:     {new} kept of 65 in")), "{text}");
    assert_eq!(same, found);
    assert_eq!(kept(&[]).0, new);
    let (errors, same, text) = kept(&["--tests", "errors"]);
    assert!(errors == 1 && text.contains("tests:     1 kept of 65 in"), "{text}");
    assert_eq!(same, found);
    sandbox.pleach(&["run", "prog.c", "--tests", "some"]).code(3).complains("new, errors, all");
}

/// There are never more tests than allowed, and a run that was cut off says so.
#[test]
fn no_more_tests_than_allowed() {
    let sandbox = Sandbox::with("prog.c", BITS);
    for choice in ["all", "new", "errors"] {
        for most in ["1", "2", "5", "66"] {
            let done = sandbox.pleach(&["run", "prog.c", "--tests", choice, "--max-tests", most]);
            let (summary, tests) = (sandbox.summary(), tests(&sandbox).len());
            assert!(tests <= most.parse().expect("a number"), "{choice}, {most}: {tests}");
            assert_eq!(summary["tests"], tests);
            let reasons = summary["incomplete_because"].as_array().expect("a list");
            let is_cut = summary["stopped_by"] == "max-tests";
            assert_eq!(summary["complete"], !is_cut, "{choice}, {most}");
            assert_eq!(reasons.contains(&"max-tests".into()), is_cut, "{choice}, {most}: {reasons:?}");
            let cut = summary["cut_short"]["max-tests"].as_u64().unwrap_or(0);
            assert_eq!(cut > 0, is_cut, "{choice}, {most}");
            // Paths that were cut off before they did anything new would not have become tests.
            let untested = summary["untested"].as_u64().expect("a number");
            assert!(if choice == "all" { untested == cut } else { untested <= cut }, "{choice}, {most}: {untested}");
            assert!(!is_cut || done.stdout.contains("--max-tests"), "{}", done.stdout);
            assert!(is_cut || most == "66" || choice != "all");
        }
    }
    // A limit equal to the number of tests cuts nothing off.
    for (choice, most) in [("all", "65"), ("errors", "2")] {
        sandbox
            .pleach(&["run", "prog.c", "--tests", choice, "--max-tests", most])
            .code(1)
            .says("every path was explored");
    }
}

/// One step may find several errors. Those without a test are not reported; their paths count as cut off.
#[test]
fn errors_in_one_step_are_limited() {
    let program = "#include <pleach.h>\n#include <stdlib.h>\nint main(void) { int i; pleach_symbolic(&i, sizeof i, \"i\");\n\
        char *p[3]; p[0] = malloc(4); p[1] = 0; p[2] = malloc(2); free(p[2]);\n\
        if (i < 0 || i > 2) return 1;\n return *p[i]; }\n";
    let sandbox = Sandbox::with("prog.c", program);
    for choice in ["all", "errors"] {
        sandbox.pleach(&["run", "prog.c", "--tests", choice, "--search", "dfs"]).code(1);
        let all = sandbox.summary()["findings"].as_array().expect("a list").len();
        assert!(all >= 2, "{all}");
        sandbox.pleach(&["run", "prog.c", "--tests", choice, "--search", "dfs", "--max-tests", "1"]);
        let summary = sandbox.summary();
        assert_eq!((tests(&sandbox).len(), &summary["complete"]), (1, &false.into()));
        let findings = summary["findings"].as_array().expect("a list");
        assert!(findings.iter().all(|finding| finding["test"] == "test000001.ktest"), "{summary}");
    }
}

/// The lines of a path that is dropped silently are shown by another path that executes them.
#[test]
fn a_path_without_a_test_shows_nothing() {
    let program = "#include <pleach.h>\nstatic int n;\n\
        static void first(void) { n = 1; }\n\
        int main(void) { unsigned char b[2]; pleach_symbolic(b, 2, \"b\");\n\
        if (b[0]) first();\n\
        if (b[1]) klee_silent_exit(0);\n\
        return 0; }\n";
    let sandbox = Sandbox::with(
        "prog.c",
        &program.replace("#include <pleach.h>", "#include <pleach.h>\nvoid klee_silent_exit(int);"),
    );
    for search in ["dfs", "bfs", "random", "tree", "coverage", "klee"] {
        sandbox.pleach(&["run", "prog.c", "--search", search]).code(0);
        let tests: Vec<String> = tests(&sandbox).iter().map(|name| format!("pleach-last/{name}")).collect();
        let shown =
            sandbox.pleach(&[&["tests"], tests.iter().map(String::as_str).collect::<Vec<_>>().as_slice()].concat());
        // One test with the call and one without.
        assert_eq!(tests.len(), 2, "{search}: {}", shown.stdout);
        assert_eq!(shown.stdout.matches("exits with status 0").count(), 2, "{}", shown.stdout);
    }
}

/// A program with more paths than fit into files.
const MANY: &str = "#include <pleach.h>\n#include <stdio.h>\n\
    int main(void) { unsigned short s; pleach_symbolic(&s, sizeof s, \"s\"); int n = 0;\n\
    for (int i = 0; i < 9; i++) if (s >> i & 1) n++; else n += 2;\n\
    if (s >= 0x8000) { if (n == 9) return 1 / (n - 9); return n; }\n\
    return 0; }\n";

/// The tests beyond the first thousand are in archives, which can be replayed, shown and measured like files.
#[test]
fn many_tests_go_to_archives() {
    let sandbox = Sandbox::with("prog.c", MANY);
    let run = ["run", "prog.c", "--tests", "all", "--search", "dfs", "-o"];
    sandbox.pleach(&[&run[..], &["out"]].concat()).code(1);
    sandbox.pleach(&[&run[..], &["again"]].concat()).code(1);
    let files = sandbox.files("out");
    let count = |suffix: &str| files.iter().filter(|name| name.ends_with(suffix)).count();
    let summary: serde_json::Value = serde_json::from_str(&sandbox.read("out/summary.json")).expect("JSON");
    let tests = summary["tests"].as_u64().expect("a number") as usize;
    assert!(tests > 1020, "{tests}");
    assert!((1000..=1001).contains(&count(".ktest")), "{}", count(".ktest"));
    assert_eq!((count(".tar"), count(".err")), (1, 1));
    assert!(files.contains(&summary["findings"][0]["test"].as_str().expect("a name").to_owned()));
    assert_eq!(sandbox.read("out/predictions.jsonl").lines().count(), tests);
    let archive = files.iter().find(|name| name.ends_with(".tar")).expect("an archive").as_str();
    let bytes = |dir: &str| std::fs::read(sandbox.path(&format!("{dir}/{archive}"))).expect("it is there");
    assert!(bytes("out") == bytes("again"), "two runs differ");

    let shown = sandbox.pleach(&["tests", "out"]).code(0);
    assert_eq!(shown.stdout.matches("ends:").count(), tests);
    assert_eq!(shown.stdout.matches(".ktest\n").count(), tests);
    let within = sandbox.pleach(&["tests", &format!("out/{archive}")]).code(0).stdout.matches("ends:").count();
    assert_eq!(within, tests - count(".ktest"));
    let last = format!("test{:06}.ktest", tests - 1);
    for path in [format!("out/{last}"), format!("out/{archive}/{last}")] {
        let done = sandbox.pleach(&["replay", "prog.c", &path, "out/test000001.ktest"]).code(0).says("it happened");
        done.says("2 tests: 2 happened as predicted").says(&format!("out/{archive}/{last}"));
        sandbox.pleach(&["tests", &path]).code(0).says("ends:");
    }
    sandbox.pleach(&["coverage", &format!("out/{archive}"), "prog.c"]).code(0).says("not compared with the run");
    sandbox.pleach(&["replay", "prog.c", "out/test009999.ktest"]).code(3).complains("nor is it in an archive");
}

/// A run directory can be given instead of a list of its tests.
#[test]
fn directories_are_taken() {
    let sandbox = Sandbox::with("prog.c", BITS);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    let tests = tests(&sandbox).len();
    let done = sandbox.pleach(&["replay", "--sanitize", "prog.c", "pleach-last"]).code(0);
    let done = done.says(&format!("\n{tests} tests: {tests} happened as predicted\n"));
    assert_eq!(done.stdout.matches("it happened:").count(), tests);
    assert_eq!(sandbox.pleach(&["replay", "-q", "--sanitize", "prog.c", "pleach-last"]).code(0).stdout, "");
    sandbox.pleach(&["coverage", "pleach-last", "prog.c"]).code(0).says("the run agrees");
    // A run that keeps only errors has no tests of the other lines that it executed.
    sandbox.pleach(&["run", "prog.c", "--tests", "errors"]).code(1);
    sandbox
        .pleach(&["coverage", "pleach-last", "prog.c"])
        .code(0)
        .says("the run executed 1 line for which it has no test");
    // Several ways to find no tests.
    sandbox.write("clean.c", "int main(void) { return 0; }\n");
    sandbox.pleach(&["run", "--allow-concrete", "--tests", "errors", "clean.c"]).code(0).says("tests:     0 kept of 1");
    for command in
        [&["replay", "clean.c", "pleach-last"][..], &["tests", "pleach-last"], &["coverage", "pleach-last", "clean.c"]]
    {
        sandbox.pleach(command).code(3).complains("pleach-last: holds no tests").complains("the run kept none");
    }
    std::fs::create_dir(sandbox.path("empty")).expect("made");
    sandbox
        .pleach(&["replay", "clean.c", "empty"])
        .code(3)
        .complains("empty: holds no tests")
        .complains("is it a run directory?");
    sandbox.pleach(&["replay", "clean.c", "nowhere"]).code(3).complains("nowhere: No such file or directory");
    sandbox
        .pleach(&["replay", "clean.c", "nowhere/test000001.ktest"])
        .code(3)
        .complains("there is no directory nowhere");
    sandbox.pleach(&["replay", "pleach-last"]).code(3).complains("name the program's source files");
    sandbox.write("noise.tar", [7u8; 2000]);
    sandbox.pleach(&["tests", "noise.tar"]).code(3).complains("noise.tar: damaged archive");
    // A damaged test does not stop the others from being replayed.
    sandbox.pleach(&["run", "prog.c"]).code(1);
    sandbox.write("pleach-last/test000001.ktest", "KTEST\0\0");
    let done = sandbox
        .pleach(&["replay", "--sanitize", "prog.c", "pleach-last"])
        .code(3)
        .complains("test000001.ktest: damaged");
    done.says(&format!("{tests} tests: {} happened as predicted, 1 could not be used", tests - 1));
}

/// A program that opens files of the machine, which no run has, and that defines functions with names of the
/// system's.
const WORLD: &str = r#"
#include <fcntl.h>
#include <pleach.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif
int chmod(const char *name, mode_t mode) { return name[0] == '/' && mode == 7 ? 41 : 0; }
int getppid(void) { return 42; }
#ifdef __cplusplus
}
#endif
int main(void) {
    int which = pleach_range(0, 5, "which");
    struct stat status;
    if (which == 0) {
        if (open("/etc/passwd", O_RDONLY) >= 0)
            return 1;
        return 2;
    }
    if (which == 1) {
        FILE *file = fopen("/etc/passwd", "r");
        if (file)
            return 3;
        return 4;
    }
    if (which == 2) {
        if (stat("/etc/passwd", &status) == 0 || access("/", R_OK) == 0)
            return 5;
        return 6;
    }
    if (which == 3) {
        if (chmod("/", 7) + getppid() == 83)
            return 7;
        return 8;
    }
    if (getpid() == 1000 && time(0) == 1000000000)
        return 9;
    return 10;
}
"#;

/// Lines are counted in the same environment as in the run, and replays see it as well: in C, in C++ and in
/// bitcode, with and without sanitizers.
#[test]
fn lines_are_counted_in_the_world_of_the_run() {
    let sandbox = Sandbox::with("prog.c", WORLD);
    sandbox.write("prog.cpp", WORLD);
    report::headers::write(&sandbox.path("include")).expect("written");
    sandbox.clang(&["-c", "-emit-llvm", "-g", "-O0", "-Iinclude", "-o", "prog.bc", "prog.c"]);
    for name in ["prog.c", "prog.cpp", "prog.bc"] {
        sandbox.pleach(&["run", name, "--tests", "all"]).code(0).says("tests:     5");
        for sanitize in [&[][..], &["--sanitize"]] {
            let replay = [&["replay", name, "pleach-last"], sanitize].concat();
            sandbox.pleach(&replay).code(0).says("5 tests: 5 happened as predicted");
        }
        if name != "prog.bc" {
            sandbox.pleach(&["coverage", "pleach-last", name]).code(0).says("the run agrees");
        }
    }
    // Bitcode has no lines to count, and is linked with sources that have.
    sandbox.write("other.c", "int other(int number) { return number + 1; }\n");
    sandbox.write("caller.c", "int other(int); int main(void) { return other(1); }\n");
    sandbox.clang(&["-c", "-emit-llvm", "-g", "-O0", "-o", "other.bc", "other.c"]);
    sandbox.pleach(&["run", "--allow-concrete", "caller.c", "other.bc"]).code(0);
    sandbox.pleach(&["coverage", "pleach-last", "caller.c", "other.bc"]).code(0).says("the run agrees on 1 lines");
}

/// The lines and branch sides that the tests of a run execute natively.
fn natively(sandbox: &Sandbox, out: &str, source: &str) -> BTreeSet<(bool, u32, u64, u64)> {
    let lcov = format!("{out}.lcov");
    // Whether this agrees with the run is not checked here.
    let done = sandbox.pleach(&["coverage", "--quiet", "--lcov", &lcov, out, source]);
    assert!(done.code <= 1, "{}", done.stderr);
    let lcov = Lcov::parse(&sandbox.read(&lcov)).expect("it is well formed");
    let files = || lcov.files.iter().filter(|(name, _)| !name.ends_with("pleach.h")).map(|(_, file)| file);
    let lines = files().flat_map(|file| &file.counts).filter(|(_, count)| **count > 0);
    let sides = files().flat_map(|file| &file.branches).filter(|(_, count)| **count > 0);
    let lines = lines.map(|(&line, _)| (false, line, 0, 0));
    lines.chain(sides.map(|(&(line, branch, side), _)| (true, line, branch, side))).collect()
}

/// The kept tests natively execute the lines and take the branch sides that all tests do. (A condition whose
/// value is stored is a branch to clang's counters but not to a run; these programs have none.)
#[track_caller]
fn kept_tests_show_all(sandbox: &Sandbox, source: &str) {
    for which in ["all", "new"] {
        let done = sandbox.pleach(&["run", "--quiet", "--klee-exit-codes", "--tests", which, "-o", which, source]);
        done.code(0);
    }
    let tests = |dir: &str| sandbox.files(dir).into_iter().filter(|name| name.ends_with(".ktest")).count();
    assert!(tests("new") < tests("all"), "{} tests are kept of {}", tests("new"), tests("all"));
    let (all, new) = (natively(sandbox, "all", source), natively(sandbox, "new", source));
    assert!(all.iter().filter(|thing| thing.0).count() > 8, "there are branches: {all:?}");
    let lost: Vec<_> = all.symmetric_difference(&new).collect();
    assert!(lost.is_empty(), "(is a branch, line, number, side): {lost:?}");
}

/// The same for a program of the suite or an example.
#[track_caller]
fn kept_tests_of_show_all(program: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    kept_tests_show_all(&Sandbox::new(), root.join(program).to_str().expect("a path in UTF-8"));
}

#[test]
fn kept_tests_of_a_parser_of_numbers_show_all() {
    kept_tests_of_show_all("tests/suite/c/parsers/roman.c");
}

#[test]
fn kept_tests_of_a_parser_of_addresses_show_all() {
    kept_tests_of_show_all("tests/suite/c/parsers/cidr.c");
}

#[test]
fn kept_tests_of_an_example_show_all() {
    kept_tests_of_show_all("examples/message.c");
}

/// Paths that end within functions and in the middle of blocks: by exit, by jumps out of functions, silently.
#[test]
fn kept_tests_show_all_where_paths_end_anywhere() {
    let program = "#include <pleach.h>\n#include <setjmp.h>\n#include <stdlib.h>\nvoid klee_silent_exit(int);\n\
        static jmp_buf back;\nstatic int n;\n\
        static void leave(int c) {\n\
            if (c == 1)\n exit(2);\n\
            if (c == 2)\n longjmp(back, 1);\n\
            if (c == 3)\n klee_silent_exit(0);\n\
        }\n\
        int main(void) {\n\
            unsigned char b[3]; pleach_symbolic(b, sizeof b, \"b\");\n\
            if (setjmp(back))\n return 9;\n\
            for (int i = 0; i < 3; i++) {\n\
                if (b[i] > 4)\n n++;\n\
                leave(b[i]);\n\
                n += 2;\n\
                leave(b[i] + n - 2);\n\
                n++;\n\
            }\n\
            return n > 5;\n\
        }\n";
    kept_tests_show_all(&Sandbox::with("prog.c", program), "prog.c");
}
