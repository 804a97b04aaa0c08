//! `pleach trace`: the decisions on the path of a test, and whether it still fits the program.

#[path = "riscv/cross.rs"]
#[allow(dead_code)] // One program is compiled here.
mod cross;
mod sandbox;

use sandbox::{Done, Sandbox, THREE_WAYS};

const SIDES: &str = "#include <pleach.h>\n\
    #include <string.h>\n\
    static int sign(int x) {\n\
    \x20   if (x < 0)\n\
    \x20       return -1;\n\
    \x20   return x > 0;\n\
    }\n\
    int main(void) {\n\
    \x20   int x = pleach_int(\"x\");\n\
    \x20   char word[4] = \"\";\n\
    \x20   pleach_symbolic(word, 3, \"word\");\n\
    \x20   if (sign(x) > 0)\n\
    \x20       return 2;\n\
    \x20   pleach_assert(strlen(word) != 2 || x != -5);\n\
    \x20   return 0;\n\
    }\n";

/// The text with `…` for each condition: how they are written is not the matter here.
fn without_conditions(text: &str) -> String {
    let line = |line: &str| match (line.find(": "), line.find(" → ")) {
        (Some(from), Some(to)) if from < to => format!("{}…{}", &line[..from + 2], &line[to..]),
        _ => line.to_owned(),
    };
    // Lines that continue a decision, or the input, begin deeper than it.
    text.lines().filter(|line| !line.starts_with("      ")).map(line).collect::<Vec<_>>().join("\n")
}

/// Runs with these arguments, and follows all tests, of which there must be some.
#[track_caller]
fn followed(sandbox: &Sandbox, args: &[&str]) -> Done {
    let done = sandbox.pleach(&[&["run", "--tests", "all"], args].concat());
    assert!(done.code < 3, "{}", done.stderr);
    let tests = sandbox.summary()["tests"].as_u64().expect("a number");
    assert!(tests > 1, "{args:?}: {tests}");
    let checked = sandbox.pleach(&["trace", "--check", "pleach-last"]).code(0);
    checked.says(&format!("{tests} tests: {tests} as predicted"));
    sandbox.pleach(&["trace", "pleach-last/test000001"]).code(0)
}

#[test]
fn a_path_is_printed() {
    let sandbox = Sandbox::with("prog.c", SIDES);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    let summary = sandbox.summary();
    let failing = summary["findings"][0]["test"].as_str().expect("a name").to_owned();
    let name = failing.trim_end_matches(".ktest");
    let done = sandbox.pleach(&["trace", &format!("pleach-last/{name}")]).code(0);
    let shown = without_conditions(&done.stdout);
    let (head, rest) = shown.split_once('\n').expect("several lines");
    assert!(head.starts_with(&format!("pleach-last/{failing}: assert at prog.c:14: ")), "{shown}");
    assert!(head.contains(" decisions, ") && head.ends_with(" instructions"), "{head}");
    let steps: Vec<&str> = rest.lines().take_while(|line| !line.contains("input:")).collect();
    assert_eq!(steps[0], "  1  prog.c:4 in sign: … → true");
    assert!(steps[1..].iter().all(|line| line.contains("prog.c:14 in main")), "{shown}");
    assert!(done.stdout.contains("  input:   x = -5 (0xfffffffb)  [4 bytes: fbffffff]\n           word = "), "{shown}");
    assert!(rest.contains("\n  ends:    assert at prog.c:14: "), "{shown}");
    // By any name of it, from anywhere, the same is printed.
    let out = sandbox.path("pleach-out-0").join(name).display().to_string();
    for path in [format!("pleach-out-0/{failing}"), out] {
        let again = sandbox.pleach(&["trace", &path]).code(0);
        assert_eq!(again.stdout.split_once('\n').expect("several lines").1, done.stdout.split_once('\n').unwrap().1);
    }
    let elsewhere = tempfile::tempdir().expect("a temporary directory");
    let mut command = sandbox.command(&["trace", &sandbox.path("pleach-last").join(name).display().to_string()]);
    let again = sandbox::done(command.current_dir(elsewhere.path()).output().expect("pleach starts")).code(0);
    assert_eq!(again.stdout.lines().skip(1).collect::<Vec<_>>(), done.stdout.lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn only_the_last_decisions() {
    let sandbox = Sandbox::with("prog.c", SIDES);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    let failing = sandbox.summary()["findings"][0]["test"].as_str().expect("a name").to_owned();
    let test = format!("pleach-last/{failing}");
    let all = sandbox.pleach(&["trace", &test]).code(0).stdout;
    let last = sandbox.pleach(&["trace", "--last", "1", &test]).code(0).says("before\n").stdout;
    let steps = |text: &str| text.lines().filter(|line| line.contains(" → ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(steps(&last), steps(&all)[steps(&all).len() - 1..]);
    assert_eq!(sandbox.pleach(&["trace", "--last", "1000", &test]).code(0).stdout, all);
}

#[test]
fn json_has_an_object_a_line() {
    let sandbox = Sandbox::with("prog.c", SIDES);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    let failing = sandbox.summary()["findings"][0]["test"].as_str().expect("a name").to_owned();
    let done = sandbox.pleach(&["trace", "--json", &format!("pleach-last/{failing}")]).code(0);
    let lines: Vec<serde_json::Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (head, steps, end) = (&lines[0], &lines[1..lines.len() - 1], &lines[lines.len() - 1]);
    assert_eq!((&head["test"], &head["decisions"]), (&failing.as_str().into(), &steps.len().into()));
    assert!(head["instructions"].as_u64() > Some(0));
    let first = &steps[0];
    assert_eq!((&first["decision"], &first["file"], &first["line"]), (&1.into(), &"prog.c".into(), &4.into()));
    assert_eq!(
        (&first["function"], &first["chosen"], &first["others"]),
        (&"sign".into(), &"true".into(), &"followed".into())
    );
    assert!(first["condition"].is_string() && first["within"].is_null() && first["instruction"].is_u64());
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/trace.md")).expect("it");
    for field in head.as_object().expect("an object").keys().chain(first.as_object().expect("an object").keys()) {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
    assert_eq!((&end["ended"], &end["kind"]), (&"error".into(), &"assert".into()));
    assert_eq!(end["inputs"][0]["hex"], "fbffffff");
}

#[test]
fn a_changed_program_does_not_fit() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    sandbox.pleach(&["trace", "--check", "pleach-last"]).code(0).says("3 tests: 3 as predicted");
    let failing = sandbox.summary()["findings"][0]["test"].as_str().expect("a name").to_owned();
    let test = format!("pleach-last/{failing}");
    // Another decision, more instructions, another end, another output.
    for (from, to) in
        [("x != 7", "x != 8"), ("int x;", "int x; volatile int y = argc;"), ("%d arguments", "%d of them")]
    {
        sandbox.write("prog.c", THREE_WAYS.replace(from, to));
        let done = sandbox.pleach(&["trace", &test]).code(1);
        done.complains("the program or the options are not those of the run");
        let done = sandbox.pleach(&["trace", "--check", "pleach-last"]).code(1);
        done.says("not; the program or the options are not those of the run").says(&failing);
    }
    sandbox.write("prog.c", THREE_WAYS.replace("x > 100", "x != 50 && x > 100"));
    sandbox.pleach(&["trace", &test]).code(1).complains("is lost at instruction ").complains("of 2 decisions");
    sandbox.write("prog.c", "int main(void) { return frob; }\n");
    sandbox.pleach(&["trace", &test]).code(3).complains("frob").complains("could not compile prog.c");
    std::fs::remove_file(sandbox.path("prog.c")).expect("removed");
    sandbox.pleach(&["trace", &test]).code(3).complains("prog.c: No such file").complains("the run was: ");
}

#[test]
fn what_is_missing_is_named() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    let wrong = |path: &str, why: &str| drop(sandbox.pleach(&["trace", path]).code(3).complains(why));
    wrong("pleach-last/test000009", "pleach-last/test000009.ktest: no such file");
    wrong("nowhere/test000001", "there is no directory nowhere");
    wrong("pleach-last", "pleach-last holds 3 tests: name one of them, such as pleach-last/test000001");
    sandbox.pleach(&["trace"]).code(3);
    sandbox.pleach(&["trace", "--last", "0", "pleach-last/test000001"]).code(3).complains("--last");
    let rename = |from: &str, to: &str| std::fs::rename(sandbox.path(from), sandbox.path(to)).expect("renamed");
    rename("pleach-last/summary.json", "summary");
    wrong("pleach-last/test000001", "pleach-last/summary.json: there is no such file");
    rename("summary", "pleach-last/summary.json");
    let lines = sandbox.read("pleach-last/decisions.txt");
    sandbox.write("pleach-last/decisions.txt", lines.lines().next().expect("a line"));
    wrong("pleach-last/test000001", "decisions.txt does not mention it");
    sandbox.write("pleach-last/decisions.txt", "test000001 instructions=5 : 1x\n");
    wrong("pleach-last/test000001", "its line in decisions.txt is damaged: '1x' is not a decision");
    std::fs::remove_file(sandbox.path("pleach-last/decisions.txt")).expect("removed");
    wrong("pleach-last/test000001", "an older version or another tool made the directory");
}

#[test]
fn a_member_of_an_archive() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\n\
         int main(void) { unsigned n = pleach_int(\"n\"); int i = 0;\n\
         while (i < 10 && n >> i & 1 ? 1 : i < 10) i += 1 + (n >> 10 + i & 1) * 0;\n return i; }\n",
    );
    sandbox.pleach(&["run", "--tests", "all", "prog.c"]).code(0);
    assert!(sandbox.path("pleach-last/tests-001001.tar").exists(), "{}", sandbox.summary());
    for path in ["pleach-last/test001002", "pleach-last/tests-001001.tar/test001002.ktest"] {
        sandbox.pleach(&["trace", path]).code(0).says("test001002.ktest: exits with status 10; ");
    }
    let done = sandbox.pleach(&["trace", "pleach-last/tests-001001.tar"]).code(3);
    done.complains("tests: name one of them");
    sandbox.pleach(&["trace", "--check", "pleach-last/tests-001001.tar"]).code(0).says("as predicted");
}

#[test]
fn in_every_language() {
    let sandbox = Sandbox::with("prog.c", SIDES);
    followed(&sandbox, &["prog.c"]);
    sandbox.write("prog.mc", "main(n) {\n  if (n > input) {\n    n = 1;\n  }\n  return 0;\n}\n");
    followed(&sandbox, &["prog.mc"]).says("prog.mc:2 in main");
    sandbox.write(
        "prog.cpp",
        "#include <pleach.h>\n#include <vector>\n#include <stdexcept>\n\
         int main() { std::vector<int> v(3); unsigned i = pleach_int(\"i\");\n\
         try { return v.at(i & 7) + (i > 1); } catch (const std::out_of_range &) { return 7; } }\n",
    );
    followed(&sandbox, &["prog.cpp"]);
    sandbox.clang(&["-g", "-O1", "-c", "-emit-llvm", "-o", "prog.bc", "-I", include(), "prog.c"]);
    followed(&sandbox, &["prog.bc"]);
    sandbox.write(
        "elf.c",
        "long system_call(long, long, long, long, long);\n\
        int main(void) { char c[2]; system_call(63, 0, (long)c, 2, 0);\n return c[0] == 'a' ? c[1] > 5 : 3; }\n",
    );
    cross::compile_bare(&sandbox.path(""), "elf.c", "prog.elf", &["-O0"]);
    followed(&sandbox, &["--sym-stdin", "2", "prog.elf"]).says("elf.c:3 in main");
}

fn include() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../include")
}

#[test]
fn with_every_way_to_start() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <stdio.h>\n#include <string.h>\n\
         int parse(const char *text, int n) { return n > 3 ? strlen(text) : text[0] == 'x' ? 5 : n; }\n\
         int main(int argc, char **argv) { int c = getchar();\n\
         if (c == 'y') return 9;\n\
         return argc > 1 ? parse(argv[1], c) : 0; }\n",
    );
    followed(&sandbox, &["--sym-arg", "2", "prog.c"]).says("prog.c:");
    followed(&sandbox, &["--sym-stdin", "2", "prog.c"]);
    sandbox.write("input", "yes");
    followed(&sandbox, &["--stdin", "input", "--sym-args", "0", "2", "1", "prog.c"]);
    followed(&sandbox, &["--entry", "parse", "--arg", "text=str:3", "prog.c"]);
    followed(&sandbox, &["--entry", "parse", "--arg", "text=3", "--arg", "n=2..5", "prog.c"]);
    // A program that is named from elsewhere.
    std::fs::create_dir(sandbox.path("sub")).expect("made");
    let mut command = sandbox.command(&["run", "--sym-stdin", "1", "../prog.c"]);
    command.current_dir(sandbox.path("sub")).output().expect("pleach starts");
    sandbox.pleach(&["trace", "--check", "sub/pleach-last"]).code(0);
    sandbox.pleach(&["trace", "sub/pleach-last/test000001"]).code(0).says("exits with status");
}

#[test]
fn with_choices_that_are_not_sides() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\n#include <stdlib.h>\n\
         int a[4], b[2];\n\
         static int f(void) { return 1; }\n\
         static int g(void) { return 2; }\n\
         int main(void) {\n\
         unsigned n = pleach_int(\"n\"), u; int *p = n & 1 ? a : b;\n\
         pleach_assume(n < 20);\n\
         int (*call)(void) = n & 2 ? f : g;\n\
         char *room = malloc(n);\n\
         if (n == 9) return u > 7;\n\
         p[n & 3] = 5; p[0]++;\n\
         return call() + a[0] + b[1] + (room == 0); }\n",
    );
    let done = followed(&sandbox, &["--sizes", "eager", "prog.c"]);
    assert!(done.stdout.contains("→ is"), "{}", done.stdout);
    followed(&sandbox, &["prog.c"]);
    followed(&sandbox, &["--memory-model", "merge", "prog.c"]);
    followed(&sandbox, &["--uninitialized", "error", "prog.c"]);
    followed(&sandbox, &["--uninitialized", "error", "--memory-model", "merge", "--search", "random", "prog.c"]);
    // Limits cut paths short, and forbid to fork.
    followed(&sandbox, &["--max-depth", "3", "prog.c"]);
    followed(&sandbox, &["--max-forks", "2", "--max-instructions", "100", "prog.c"]);
    let shown = |number: u32| sandbox.pleach(&["trace", &format!("pleach-last/test00000{number}")]).code(0).stdout;
    let shown = shown(1) + &shown(2);
    assert!(shown.contains("(others were not followed)"), "{shown}");
    sandbox.write("prog.c", SIDES);
    followed(&sandbox, &["--max-depth", "1", "prog.c"]);
    let shown = sandbox.pleach(&["trace", "pleach-last/test000002"]).code(0);
    shown.says("(the other side was not followed)");
}

/// A path of many decisions is printed at once, and every one is numbered.
#[test]
fn a_long_path() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\n\
         static unsigned char text[20000];\n\
         int main(void) { pleach_symbolic(text, sizeof text, \"text\");\n\
         for (unsigned i = 0; i < sizeof text; i++)\n  if (text[i] == 'x')\n    return 1;\n return 0; }\n",
    );
    sandbox.pleach(&["run", "prog.c", "--search", "dfs", "--max-tests", "3"]);
    let most = sandbox.read("pleach-last/decisions.txt");
    let longest = most.lines().max_by_key(|line| line.len()).expect("a line");
    let test = longest.split(' ').next().expect("a name");
    let done = sandbox.pleach(&["trace", &format!("pleach-last/{test}")]).code(0);
    done.says("20000  prog.c:5 in main: ").says("20,000 decisions");
}
