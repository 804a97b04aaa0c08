//! Builds small programs natively, runs them on tests, and judges the outcome, with and without sanitizers and
//! with every compiler available.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ir::ErrorKind;
use report::ktest::{KTest, Object};
use report::prediction::StackLevel;
use report::replay::{Builder, Native, Observed, Program, RunOptions, Status, Verdict, judge};
use report::toolchain::NativeCompiler;
use report::{End, Prediction};

/// The compilers on this machine: the default one, and gcc if that is a different one.
fn builders(sanitize: bool) -> Vec<Builder> {
    let chosen = NativeCompiler::find(sanitize).expect("a native compiler");
    let mut compilers = vec![chosen];
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(gcc) = std::env::split_paths(&path).map(|dir| dir.join("gcc")).find(|gcc| gcc.exists())
        && gcc != compilers[0].cc
    {
        compilers.push(NativeCompiler::at(gcc));
    }
    compilers.into_iter().map(|compiler| Builder::with(compiler, sanitize).expect("the runtime compiles")).collect()
}

fn ktest(objects: &[(&str, &[u8])]) -> KTest {
    let object = |&(name, bytes): &(&str, &[u8])| Object { name: name.into(), bytes: bytes.to_vec() };
    KTest { args: vec![b"prog".to_vec()], objects: objects.iter().map(object).collect() }
}

fn source(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("prog.c");
    std::fs::write(&path, text).expect("written");
    path
}

fn run(builder: &Builder, text: &str, entry: &str, test: &KTest) -> Observed {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = [source(dir.path(), text)];
    let program = Program { sources: &sources, cflags: &[], entry, harness: None };
    let native = builder.build(&program).unwrap_or_else(|error| panic!("{error}\n{text}"));
    native.run_on(test, &RunOptions::default()).expect("runs")
}

fn error(kind: ErrorKind, line: u32) -> Prediction {
    let stack = vec![StackLevel { function: "wrong".into(), file: "wrong.c".into(), line }];
    let end = End::Error { kind: kind.name().into(), message: "m".into() };
    Prediction { end, output: None, stack, ..exit(0, "") }
}

fn exit(exit_code: u8, output: &str) -> Prediction {
    let end = End::Exit { exit_code };
    Prediction {
        test: String::new(),
        end,
        entry: "main".into(),
        entry_is_void: false,
        approximated: false,
        output: Some(output.into()),
        output_hex: None,
        stack: Vec::new(),
    }
}

const HEAD: &str = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                    #include <klee/klee.h>\n\
                    extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n";

const WRONG: &str = include_str!("wrong.c");

/// The cases marked in `wrong.c`: the number of each, with its prediction.
fn wrong_cases() -> Vec<(u32, Prediction)> {
    let case = |(at, line): (usize, &str)| {
        let (_, mark) = line.split_once("//~ ")?;
        let (number, kind) = mark.split_once(' ').expect("a mark has a number and a kind");
        let kind = ErrorKind::from_name(kind).expect("the kind exists");
        Some((number.parse().expect("a number"), error(kind, at as u32 + 1)))
    };
    WRONG.lines().enumerate().filter_map(case).collect()
}

fn wrong_native(builder: &Builder) -> Native {
    let sources = [Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong.c")];
    let program = Program { sources: &sources, cflags: &[], entry: "main", harness: None };
    builder.build(&program).unwrap_or_else(|error| panic!("{error}"))
}

fn run_wrong(native: &Native, number: u32, i: u32) -> Observed {
    let test = ktest(&[("which", &number.to_le_bytes()), ("i", &i.to_le_bytes())]);
    native.run_on(&test, &RunOptions::default()).expect("runs")
}

#[test]
fn every_kind_is_seen_with_sanitizers() {
    for builder in builders(true) {
        let native = wrong_native(&builder);
        let name = builder.compiler().cc.display();
        for (number, prediction) in wrong_cases() {
            let observed = run_wrong(&native, number, 9);
            let verdict = judge(&prediction, &observed);
            assert!(verdict.happened(), "{name}: {number}: {prediction:?}\n{verdict:?}\n{observed:#?}");
        }
    }
}

#[test]
fn crashes_are_seen_without_sanitizers() {
    let visible = [
        ErrorKind::Null,
        ErrorKind::ReadOnlyWrite,
        ErrorKind::DivByZero,
        ErrorKind::Assert,
        ErrorKind::Abort,
        ErrorKind::DoubleFree,
        ErrorKind::ReachError,
        ErrorKind::User,
        ErrorKind::StackOverflow,
    ];
    let is_visible = |prediction: &Prediction| prediction.kind().is_some_and(|kind| visible.contains(&kind));
    for builder in builders(false) {
        let native = wrong_native(&builder);
        for (number, prediction) in wrong_cases().into_iter().filter(|(_, prediction)| is_visible(prediction)) {
            let observed = run_wrong(&native, number, 9);
            let verdict = judge(&prediction, &observed);
            assert!(verdict.happened(), "{number}: {prediction:?}\n{verdict:?}\n{observed:#?}");
        }
    }
}

#[test]
fn other_errors_and_other_inputs_are_told_apart() {
    let native = wrong_native(&Builder::new(true).expect("a compiler"));
    let cases = wrong_cases();
    for (number, _) in &cases {
        let observed = run_wrong(&native, *number, 9);
        for (other, prediction) in cases.iter().filter(|(other, _)| other != number) {
            let verdict = judge(prediction, &observed);
            // Without a report, one abort looks like another.
            let aborts = |kind| matches!(kind, Some(ErrorKind::Assert | ErrorKind::Abort));
            let both_abort = aborts(prediction.kind()) && (14..=16).contains(number);
            assert!(!verdict.happened() || both_abort, "case {number} was taken for {other}: {verdict:?}");
        }
        assert!(!judge(&exit(0, ""), &observed).happened() || *number == 11 || *number == 13, "case {number}");
    }
    let (_, division) = cases.into_iter().find(|(number, _)| *number == 10).expect("it is listed");
    let observed = run_wrong(&native, 10, 8);
    assert!(!judge(&division, &observed).happened());
    assert!(judge(&exit(0, ""), &observed).happened());
}

#[test]
fn values_arrive_in_order_and_output_is_compared() {
    let text = format!(
        "{HEAD}extern _Bool __VERIFIER_nondet_bool(void);\nextern unsigned long __VERIFIER_nondet_ulong(void);\n\
         int main(int argc, char **argv) {{\n  char s[4]; int x = __VERIFIER_nondet_int();\n\
         klee_make_symbolic(s, sizeof s, \"s\");\n  _Bool b = __VERIFIER_nondet_bool();\n  int r = klee_range(3, 4, \"r\");\n\
         int q = klee_range(0, 10, \"s\");\n  unsigned long u = __VERIFIER_nondet_ulong();\n\
         printf(\"%d %.4s %d %d %d %lx %s\", x, s, b, r, q, u, argv[0]); return klee_is_replay() + argc; }}\n"
    );
    let test = ktest(&[
        ("nondet_int", &(-2i32).to_le_bytes()),
        ("s", b"abcd"),
        ("nondet_bool", &[2]),
        ("s_1", &7u32.to_le_bytes()),
        ("nondet_ulong", &0x1234_5678_9abcu64.to_le_bytes()),
    ]);
    let observed = run(&Builder::new(false).expect("a compiler"), &text, "main", &test);
    let verdict = judge(&exit(2, "-2 abcd 1 3 7 123456789abc prog"), &observed);
    assert!(verdict.happened(), "{verdict:?} {observed:?}");
}

#[test]
fn tests_that_do_not_fit_are_mismatches() {
    let text = format!(
        "{HEAD}int main(void) {{ int x; klee_make_symbolic(&x, sizeof x, \"x\"); klee_assume(x > 3); return 0; }}\n"
    );
    let builder = Builder::new(false).expect("a compiler");
    let cases: [&[(&str, &[u8])]; 4] = [&[], &[("y", &[9, 0, 0, 0])], &[("x", &[9])], &[("x", &[1, 0, 0, 0])]];
    for objects in cases {
        let observed = run(&builder, &text, "main", &ktest(objects));
        assert!(matches!(judge(&exit(0, ""), &observed), Verdict::DidNot(_)), "{objects:?}: {observed:?}");
        assert_eq!(observed.notes.len(), 1, "{observed:?}");
    }
    assert!(judge(&exit(0, ""), &run(&builder, &text, "main", &ktest(&[("x", &[9, 0, 0, 0])]))).happened());
}

#[test]
fn another_entry_is_called_even_beside_main() {
    let builder = Builder::new(false).expect("a compiler");
    let text = format!(
        "{HEAD}int check(void) {{ return 5; }}\nvoid quiet(void) {{ puts(\"quiet\"); }}\n\
         static int local(void) {{ return 6; }}\nint main(void) {{ return local(); }}\n"
    );
    for (entry, expected) in [("check", 5), ("local", 6), ("main", 6)] {
        let observed = run(&builder, &text, entry, &ktest(&[]));
        assert_eq!(observed.status, Status::Exited(expected), "{entry}: {observed:?}");
    }
    let observed = run(&builder, &text, "quiet", &ktest(&[]));
    let prediction = Prediction { entry: "quiet".into(), entry_is_void: true, ..exit(0, "quiet\n") };
    assert!(judge(&prediction, &observed).happened(), "{observed:?}");
}

#[test]
fn output_is_seen_however_the_program_ends() {
    let builder = Builder::new(false).expect("a compiler");
    for end in ["_Exit(3)", "abort()", "*(volatile int *)0 = 1", "return 0"] {
        let text = format!("{HEAD}int main(void) {{ printf(\"no end of line\"); {end}; }}\n");
        assert_eq!(run(&builder, &text, "main", &ktest(&[])).stdout, b"no end of line", "{end}");
    }
}

#[test]
fn endless_programs_are_stopped() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = [source(dir.path(), "int main(void) { for (;;) ; }\n")];
    let builder = Builder::new(false).expect("a compiler");
    let native =
        builder.build(&Program { sources: &sources, cflags: &[], entry: "main", harness: None }).expect("builds");
    let options = RunOptions { timeout: Duration::from_millis(100), ..RunOptions::default() };
    let observed = native.run_on(&ktest(&[]), &options).expect("runs");
    assert_eq!(observed.status, Status::TimedOut);
    assert!(!judge(&exit(0, ""), &observed).happened());
}

#[test]
fn compiler_messages_are_kept() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = [source(dir.path(), "int main(void) { return frob }\n")];
    let builder = Builder::new(false).expect("a compiler");
    let error = builder
        .build(&Program { sources: &sources, cflags: &[], entry: "main", harness: None })
        .expect_err("does not compile");
    assert!(error.to_string().contains("frob"), "{error}");
}

/// After the predicted report, the program asks for an object that the test does not have, and never ends.
/// Before it, there is undefined behaviour that is not predicted.
const AFTER: &str = "#include <klee/klee.h>\n\
int main(void) {\n\
    int before, x, more;\n\
    klee_make_symbolic(&before, sizeof before, \"before\");\n\
    klee_make_symbolic(&x, sizeof x, \"x\");\n\
    before += 1;\n\
    int shifted = 1 << x;\n\
    if (before == 7) for (volatile int i = 0;; i++) ;\n\
    klee_make_symbolic(&more, sizeof more, \"more\");\n\
    return shifted + more;\n\
}\n";

#[test]
fn what_follows_undefined_behaviour_says_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sources = [source(dir.path(), AFTER)];
    let mut prediction = error(ErrorKind::Overshift, 7);
    prediction.stack[0].file = "prog.c".into();
    for builder in builders(true) {
        let native =
            builder.build(&Program { sources: &sources, cflags: &[], entry: "main", harness: None }).expect("builds");
        let judged = |before: i32, x: i32| {
            let test = ktest(&[("before", &before.to_le_bytes()), ("x", &x.to_le_bytes())]);
            native.run_predicted(&test, &prediction, &RunOptions::default()).expect("runs")
        };
        // The report ends the run, whether the program would ask for more input or never end.
        for before in [1, 6] {
            let (observed, verdict) = judged(before, 40);
            assert!(verdict.happened() && observed.notes.is_empty(), "{verdict:?}\n{observed:#?}");
            assert!(matches!(observed.status, Status::Exited(1) | Status::Signalled(_)), "{observed:#?}");
        }
        // An earlier report does not hide the predicted one.
        let (observed, verdict) = judged(i32::MAX, 40);
        assert!(verdict.happened() && observed.reports.len() == 2, "{verdict:?}\n{observed:#?}");
        // Without the report, a test that does not fit is still reported as one.
        let (_, verdict) = judged(1, 4);
        assert!(!verdict.happened() && verdict.why().contains("does not fit"), "{verdict:?}");
    }
}
