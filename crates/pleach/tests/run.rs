//! `pleach run`: what it finds, writes and says.

mod sandbox;

use sandbox::{CLEAN, Sandbox, THREE_WAYS};

#[test]
fn a_clean_program_is_complete() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.pleach(&["run", "prog.c"]).code(0).says("no bugs; every path was explored").says("2 completed");
    let summary = sandbox.summary();
    assert_eq!(summary["complete"], true);
    assert_eq!(summary["paths"]["completed"], 2);
    assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0));
    assert_eq!(summary["incomplete_because"].as_array().map(Vec::len), Some(0));
    assert!(sandbox.files("pleach-last").contains(&"test000002.ktest".to_owned()));
}

#[test]
fn a_bug_is_shown_with_place_source_and_input() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    let done = sandbox.pleach(&["run", "prog.c"]).code(1);
    let done = done.says("bug 1: assert in main at prog.c:12").says("   12 |     assert(x != 7);").says("x = 7");
    done.says("1 bug; every path was explored").says("pleach replay --sanitize prog.c pleach-out-0/test");
    let summary = sandbox.summary();
    let finding = &summary["findings"][0];
    assert_eq!(finding["kind"], "assert");
    assert_eq!(finding["file"], "prog.c");
    assert_eq!(finding["line"], 12);
    assert_eq!(finding["function"], "main");
    assert_eq!(finding["inputs"][0]["name"], "x");
    assert_eq!(finding["inputs"][0]["hex"], "07000000");
    let stem = finding["test"].as_str().expect("a name").trim_end_matches(".ktest");
    let error = sandbox.read(&format!("pleach-last/{stem}.assert.err"));
    assert!(error.contains("Kind: assert\nFile: prog.c\nLine: 12\n"), "{error}");
}

#[test]
fn klee_exit_codes_hide_bugs() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "--klee-exit-codes", "prog.c"]).code(0).says("1 bug");
}

#[test]
fn a_program_without_symbolic_input_gets_a_hint() {
    let sandbox = Sandbox::with("prog.c", "int main(void) { return 0; }\n");
    sandbox.pleach(&["run", "prog.c"]).code(2).says("nothing in the program is symbolic");
    sandbox.write("prog.c", CLEAN);
    let done = sandbox.pleach(&["run", "prog.c"]).code(0);
    assert!(!done.stdout.contains("nothing in the program"), "{}", done.stdout);
}

#[test]
fn quiet_says_nothing() {
    let sandbox = Sandbox::with("prog.c", &format!("#warning careful\n{THREE_WAYS}"));
    let done = sandbox.pleach(&["run", "-q", "prog.c"]).code(1);
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", ""));
}

#[test]
fn what_cuts_a_run_short_is_named() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    let cut = sandbox.pleach(&["run", "--max-tests", "1", "prog.c"]).code(2);
    cut.says("no bugs so far; the exploration is incomplete").says("--max-tests");
    assert_eq!(sandbox.summary()["complete"], false);
    assert_eq!(sandbox.summary()["stopped_by"], "max-tests");

    sandbox.write("lost.c", "int frob(int); int main(void) { return frob(1); }\n");
    let lost =
        sandbox.pleach(&["run", "lost.c"]).code(2).complains("the function frob is neither defined nor modelled");
    lost.says("frob");
    assert_eq!(sandbox.summary()["stopped_by"], serde_json::Value::Null);
    assert!(sandbox.files("pleach-last").contains(&"test000001.external.err".to_owned()));
}

#[test]
fn what_a_program_prints_can_be_kept() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "--search", "dfs", "--program-output", "out.txt", "prog.c", "--", "first", "-x"]).code(1);
    let output = sandbox.read("out.txt");
    assert_eq!(output.matches("2 arguments, first\n").count(), 3, "{output}");
    assert_eq!(output.matches("==== test00000").count(), 3, "{output}");
    assert!(output.contains(": assert, 19 bytes ===="), "{output}");
    sandbox.pleach(&["run", "--program-output", "-", "prog.c"]).code(1).says("0 arguments, none\n");
}

#[test]
fn the_same_run_gives_the_same_files() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    let arguments = ["run", "prog.c", "--search", "tree", "--seed", "3", "--", "a"];
    sandbox.pleach(&arguments).code(1);
    sandbox.pleach(&arguments).code(1);
    let names = sandbox.files("pleach-out-0");
    assert_eq!(names, sandbox.files("pleach-out-1"));
    for name in names.iter().filter(|name| *name != "info") {
        let read = |dir: &str| std::fs::read(sandbox.path(dir).join(name)).expect("readable");
        let (mut first, mut second) = (read("pleach-out-0"), read("pleach-out-1"));
        let measured: &[&str] = match name.as_str() {
            "summary.json" => &["seconds", "time", "peak_memory_bytes"],
            "statistics.json" => &["microseconds"],
            _ => &[],
        };
        if !measured.is_empty() {
            (first, second) = (without(&first, measured), without(&second, measured));
        }
        assert_eq!(String::from_utf8_lossy(&first), String::from_utf8_lossy(&second), "{name}");
    }
}

fn without(json: &[u8], measured: &[&str]) -> Vec<u8> {
    let mut value: serde_json::Value = serde_json::from_slice(json).expect("JSON");
    let fields = value.as_object_mut().expect("an object");
    for field in measured {
        assert!(fields.remove(*field).is_some(), "{field}");
    }
    value.to_string().into_bytes()
}

#[test]
fn several_files_and_forms_are_linked() {
    let sandbox =
        Sandbox::with("main.c", "int twice(int); int odd(int);\nint main(void) { return twice(3) + odd(5); }\n");
    sandbox.write("twice.c", "int twice(int x) { return 2 * x; }\n");
    sandbox.write("odd.c", "int odd(int x) { return x & 1; }\n");
    sandbox.clang(&["-emit-llvm", "-c", "twice.c", "-o", "twice.bc"]);
    sandbox.clang(&["-emit-llvm", "-S", "odd.c", "-o", "odd.ll"]);
    sandbox.pleach(&["run", "--allow-concrete", "main.c", "twice.bc", "odd.ll"]).code(0);
    assert!(sandbox.read("pleach-last/predictions.jsonl").contains("\"exit_code\":7"));
}

#[test]
fn cxx_is_compiled_as_such() {
    let sandbox = Sandbox::with("prog.cpp", "struct S { int f() { return 4; } };\nint main() { S s; return s.f(); }\n");
    sandbox.pleach(&["run", "--allow-concrete", "prog.cpp"]).code(0);
    assert!(sandbox.read("pleach-last/predictions.jsonl").contains("\"exit_code\":4"));
}

#[test]
fn flags_and_entry_are_passed_on() {
    let sandbox = Sandbox::with("prog.c", "#include \"my.h\"\nint check(void) { return VALUE + MORE; }\n");
    std::fs::create_dir(sandbox.path("my dir")).expect("created");
    sandbox.write("my dir/my.h", "#define VALUE 5\n");
    let flags = ["--cflags", "-I 'my dir' -DMORE=1", "--entry", "check", "--allow-concrete"];
    sandbox.pleach(&[&["run", "prog.c"], &flags[..]].concat()).code(0);
    let expectation = sandbox.read("pleach-last/predictions.jsonl");
    assert!(expectation.contains("\"exit_code\":6") && expectation.contains("\"entry\":\"check\""), "{expectation}");
}

#[test]
fn the_library_serves_what_the_program_lacks_and_no_more() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <string.h>\n#include <pleach.h>\n\
         size_t strlen(const char *s) { return 42; }\n\
         int main(void) { char s[4]; pleach_symbolic(s, 4, \"s\"); s[3] = 0;\n\
         pleach_assert(strlen(s) == 42); char t[8]; strcpy(t, s); return strcmp(s, t); }\n",
    );
    sandbox.pleach(&["run", "prog.c"]).code(0);
}

#[test]
fn errors_in_the_library_are_shown_where_the_program_called_it() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <string.h>\nint main(void) {\n  char s[2] = {'a', 'b'};\n  return strlen(s) > 5;\n}\n",
    );
    sandbox.pleach(&["run", "prog.c"]).code(1).says("bug 1: out-of-bounds in main at prog.c:4").says("strlen(");
    assert_eq!(sandbox.summary()["findings"][0]["line"], 4);
}

#[test]
fn a_limit_on_the_address_space_is_a_limit_on_memory() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\n#include <stdlib.h>\n#include <string.h>\nstatic char pattern[(1 << 20) + 1];\n\
         int main(void) { for (int i = 0; i < 1 << 20; i += 4096) pattern[i] = i;\n\
         if (pleach_range(0, 2, \"x\")) for (;;) memcpy(malloc(1 << 20), pattern + 1, 1 << 20); return 0; }\n",
    );
    sandbox.pleach_under("-v 800000", &["run", "--max-time", "60s", "prog.c"]).code(2);
    let summary = sandbox.summary();
    assert_eq!(summary["cut_short"]["max-memory"], 1, "{summary}");
    assert_eq!((&summary["paths"]["completed"], &summary["tests"]), (&1.into(), &2.into()));
}

/// The extensions by which compilers recognize C++ sources. Each program is also built natively.
#[test]
fn sources_in_cxx_have_many_names() {
    let program = "#include <pleach.h>\nstruct Even { bool operator()(int n) const { return n % 2 == 0; } };\n\
                   int main() { Even even; if (even(pleach_range(0, 9, \"n\"))) { return 1; } return 2; }\n";
    for extension in ["cc", "cpp", "cxx", "c++", "C"] {
        let name = format!("prog.{extension}");
        let sandbox = Sandbox::with(&name, program);
        sandbox.pleach(&["run", &name]).code(0).says("2 completed");
        let done = sandbox.pleach(&["replay", &name, "pleach-last/test000001.ktest", "pleach-last/test000002.ktest"]);
        assert_eq!(done.code(0).stdout.matches("it happened").count(), 2, "{name}");
    }
}

/// A native process that waits for itself is detected, and does not use up its time limit.
#[test]
fn a_deadlock_is_found_and_replays() {
    let program = "#include <pthread.h>\n#include <pleach.h>\nint main(void) {\n\
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n pthread_mutex_lock(&mutex);\n\
        if (pleach_int(\"x\") == 7)\n  pthread_mutex_lock(&mutex);\n return 0; }\n";
    let sandbox = Sandbox::with("prog.c", program);
    for how in ["error", "overapproximate"] {
        let run = sandbox.pleach(&["run", "--external-calls", how, "prog.c"]).code(1);
        run.says("bug 1: deadlock in main at prog.c:7").says("1 bug; every path was explored");
        assert_eq!(sandbox.summary()["missing_functions"], serde_json::json!({}));
    }
    let finding = &sandbox.summary()["findings"][0];
    assert_eq!(finding["kind"], "deadlock");
    let test = format!("pleach-last/{}", finding["test"].as_str().expect("a name"));
    // The time limit is far longer than the test may take.
    let replay = |program: &str| sandbox.pleach(&["replay", "--timeout", "1h", program, &test]);
    replay("prog.c").code(0).says("waits for itself for ever").says("it happened");
    sandbox.write("mended.c", program.replace("== 7", "== 8"));
    replay("mended.c").code(1).says("it did not happen");
}

/// Explores a program in `bench/` completely. Returns the number of questions that reached the SAT solver and
/// the number without an answer.
fn hard_questions(program: &str, flags: &str) -> (u64, u64) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(program)).expect("the program is there");
    let sandbox = Sandbox::with("prog.c", &text);
    sandbox.pleach(&["run", "--cflags", flags, "prog.c"]).code(0).says("every path was explored");
    let statistics: serde_json::Value =
        serde_json::from_str(&sandbox.read("pleach-last/statistics.json")).expect("JSON");
    let counter = |name: &str| statistics["counters"][name].as_u64().unwrap_or(0);
    (counter("solver.bit_blast.asked"), counter("solver.unknown"))
}

#[test]
fn guards_of_products_need_no_sat_solver() {
    for program in ["product_guard", "array_size", "image_size", "shares"] {
        assert_eq!(hard_questions(&format!("bench/guards/{program}.c"), "-DN=4"), (0, 0), "{program}");
    }
}

#[test]
fn counting_needs_no_sat_solver() {
    for (program, flags) in [
        ("counting_sort", "-DN=4"),
        ("counting_sort", "-DN=5 -DCOUNT=char"),
        ("backward", "-DN=5"),
        ("block_sort", "-DN=3"),
        ("anagram", "-DN=3"),
        ("mode", "-DN=4"),
        ("permutation", "-DN=4"),
    ] {
        assert_eq!(hard_questions(&format!("bench/counting/{program}.c"), flags), (0, 0), "{program} {flags}");
    }
}
