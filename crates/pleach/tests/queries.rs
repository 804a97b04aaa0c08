//! `pleach run --log-queries`, `pleach solve --replay` and `--check-answers` from the command line.

mod sandbox;

use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use sandbox::Sandbox;

const PROGRAM: &str = r#"
#include "pleach.h"
static const unsigned char weights[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static unsigned char input[1 << 20];
int main(void) {
    unsigned char place;
    pleach_symbolic(input, sizeof input, "input");
    pleach_symbolic(&place, sizeof place, "place");
    if (place >= 200)
        return 0;
    input[place + 1000] = 7;
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char c = input[5000 + i];
        if (c > 'f')
            sum += weights[c & 15];
        if (input[1000 + i] == 7 && c * 3 == 100)
            return 1;
        if (place > 250)
            return 4;
    }
    return sum > 20 ? 2 : 3;
}
"#;

fn logged() -> Sandbox {
    let sandbox = Sandbox::with("program.c", PROGRAM);
    let done = sandbox.pleach(&["run", "-q", "--log-queries", "log", "--check-answers", "program.c"]);
    assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{}", done.stdout);
    sandbox
}

/// The lines of all scripts, without the costs.
fn lines(sandbox: &Sandbox) -> Vec<String> {
    let texts = sandbox.files("log").into_iter().map(|name| sandbox.read(&format!("log/{name}")));
    texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|l| !l.contains(":cost"))
        .collect()
}

#[test]
fn a_log_is_repeatable_and_its_answers_are_those_of_another_solver() {
    let sandbox = logged();
    let lines = lines(&sandbox);
    assert_eq!(lines, self::lines(&logged()));
    let text = lines.join("\n");
    // A large object is an array; only bytes in use are mentioned.
    assert!(text.contains("(declare-const |input| (Array (_ BitVec 64) (_ BitVec 8)))"));
    assert!(text.len() < 1 << 20, "{} bytes", text.len());
    let statuses: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("(set-info :status ")?.strip_suffix(')')).collect();
    assert!(statuses.contains(&"sat") && statuses.contains(&"unsat"));
    for name in sandbox.files("log") {
        let Ok(output) = Command::new("z3").arg(sandbox.path(&format!("log/{name}"))).output() else {
            println!("skipped: there is no z3");
            return;
        };
        let answers = String::from_utf8(output.stdout).expect("z3 prints text");
        let script = sandbox.read(&format!("log/{name}"));
        let logged = script.lines().filter_map(|line| line.strip_prefix("(set-info :status ")?.strip_suffix(')'));
        assert!(answers.lines().eq(logged), "{name}: {answers}");
    }
}

#[test]
fn a_log_is_asked_again() {
    let sandbox = logged();
    for options in [&[][..], &["--without", "cache,repair"], &["--only", "slices", "--check-answers"]] {
        let done = sandbox.pleach(&[&["solve", "--replay", "log"], options].concat());
        assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{}", done.stdout);
        assert!(done.stdout.starts_with("stage ") && done.stdout.contains(" 0 mismatches; "), "{}", done.stdout);
        assert!(done.stdout.contains("\nbit_blast "), "{}", done.stdout);
    }
    let script = sandbox.read("log/queries-000001.smt2");
    sandbox.write("log/queries-000001.smt2", script.replacen(":status unsat", ":status sat", 1));
    let done = sandbox.pleach(&["solve", "--replay", "log"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stderr.contains("unsat, but the log says sat"), "{}", done.stderr);
}

#[test]
fn what_cannot_be_done_is_said() {
    let sandbox = logged();
    let done = sandbox.pleach(&["run", "-q", "--log-queries", "log", "program.c"]);
    assert_eq!(done.code, 3);
    assert!(done.stderr.contains("log exists and is not empty"), "{}", done.stderr);
    std::fs::create_dir(sandbox.path("empty")).expect("created");
    let done = sandbox.pleach(&["solve", "--replay", "empty"]);
    assert_eq!(done.code, 3);
    assert!(done.stderr.contains("no log of questions"), "{}", done.stderr);
    sandbox.write("log/queries-000001.smt2", "(check-sat)");
    let done = sandbox.pleach(&["solve", "--replay", "log"]);
    assert_eq!(done.code, 3);
    assert!(done.stderr.contains("queries-000001.smt2: this is no log"), "{}", done.stderr);
}

#[test]
fn answers_to_scripts_are_checked() {
    let script = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (bvult (bvmul x #x03) #x07))\n(check-sat)\n\
                  (assert (= (bvand x #x01) (bvand (bvnot x) #x01)))\n(check-sat)\n";
    let sandbox = Sandbox::with("script.smt2", script);
    let done = sandbox.pleach(&["solve", "--check-answers", "--stats", "script.smt2"]);
    assert_eq!((done.code, done.stdout.as_str()), (0, "sat\nunsat\n"), "{}", done.stderr);
    assert!(done.stderr.contains("solver.checks.sat ") && done.stderr.contains("solver.checks.unchecked 0"));
}

/// An SMT solver that answers every question with `unsat`.
fn liar(sandbox: &Sandbox) -> OsString {
    std::fs::create_dir(sandbox.path("bin")).expect("created");
    sandbox.write("bin/z3", "#!/bin/sh\ncat > /dev/null\necho unsat\n");
    std::fs::set_permissions(sandbox.path("bin/z3"), Permissions::from_mode(0o755)).expect("set");
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(sandbox.path("bin")).chain(std::env::split_paths(&paths));
    std::env::join_paths(paths).expect("directories without colons")
}

/// Options that leave so little memory for a question that its product goes to the SMT solver.
const LEFT_TO_IT: [&str; 5] = ["--max-question-memory", "64KiB", "--without", "repair", "--check-answers"];

#[test]
fn a_wrong_answer_ends_a_run_and_is_written_down() {
    let program = "#include <pleach.h>\n\
                   int main(void) {\n\
                       unsigned x, y;\n\
                       pleach_symbolic(&x, sizeof x, \"x\");\n\
                       pleach_symbolic(&y, sizeof y, \"y\");\n\
                       return (x | 1) * (y | 1) == 17000051 && x > 1 && y > 1;\n\
                   }\n";
    let sandbox = Sandbox::with("program.c", program);
    let path = liar(&sandbox);
    let mut command = sandbox.command(&["run", "program.c"]);
    let done = sandbox::done(command.args(LEFT_TO_IT).env("PATH", path).output().expect("starts"));
    assert_eq!(done.code, 4, "{}{}", done.stdout, done.stderr);
    let written = std::fs::read_to_string(sandbox.path("pleach-last/wrong-answer.smt2")).expect("written");
    assert!(written.starts_with("; the stage external says that the question cannot hold, but it has a model"));
    assert_eq!(sandbox.summary()["complete"], false);
    // With an honest solver, the recorded question is satisfiable.
    let done = sandbox.pleach(&["solve", "pleach-last/wrong-answer.smt2"]);
    assert_eq!((done.code, done.stdout.as_str()), (0, "sat\n"), "{}", done.stderr);
}

#[test]
fn a_wrong_answer_ends_a_script_and_is_written_down() {
    let script = "(set-logic QF_BV)\n(declare-const x (_ BitVec 32))\n(declare-const y (_ BitVec 32))\n\
                  (assert (= (bvmul (bvor x #x00000001) (bvor y #x00000001)) #x01036673))\n\
                  (assert (bvugt x #x00000001))\n(assert (bvugt y #x00000001))\n(check-sat)\n";
    let sandbox = Sandbox::with("script.smt2", script);
    let path = liar(&sandbox);
    let mut command = sandbox.command(&["solve", "script.smt2"]);
    let done = sandbox::done(command.args(LEFT_TO_IT).env("PATH", path).output().expect("starts"));
    assert_eq!(done.code, 4, "{}{}", done.stdout, done.stderr);
    assert!(!done.stdout.contains("unsat"), "{}", done.stdout);
    assert!(sandbox.path("wrong-answer.smt2").exists());
}
