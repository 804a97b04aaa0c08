//! `pleach solve`: answers on standard output, exit codes, and the message when there is no script.

mod sandbox;

use std::io::Write as _;
use std::process::Stdio;

use sandbox::Sandbox;

const SCRIPT: &str = "\
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (= (bvmul x #x03) #x2a))
(check-sat)
(get-value (x))
";

#[test]
fn a_script_is_answered() {
    let sandbox = Sandbox::with("script.smt2", SCRIPT);
    let done = sandbox.pleach(&["solve", "script.smt2"]).code(0);
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("sat\n((x #x0e))\n", ""));
    let done = sandbox.pleach(&["solve", "script.smt2", "--model", "--without", "order,repair,cache"]).code(0);
    assert_eq!(done.stdout, "sat\n(\n  (define-fun x () (_ BitVec 8) #x0e)\n)\n((x #x0e))\n");
    let done = sandbox.pleach(&["solve", "script.smt2", "--stats"]).code(0);
    assert_eq!(done.stdout, "sat\n((x #x0e))\n");
    assert!(done.stderr.contains("solver.asked 1\n"), "{}", done.stderr);
}

#[test]
fn standard_input_is_a_script() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["solve", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("pleach starts");
    child.stdin.take().expect("it was asked for").write_all(SCRIPT.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"sat\n((x #x0e))\n"[..]));
}

#[test]
fn errors_are_told_and_counted() {
    let sandbox = Sandbox::with("script.smt2", "(assert x)\n(check-sat)\n");
    let error = "(error \"line 1 column 9: x is not declared\")\n";
    assert_eq!(sandbox.pleach(&["solve", "script.smt2"]).code(1).stdout, format!("{error}sat\n"));
    assert_eq!(sandbox.pleach(&["solve", "script.smt2", "--strict"]).code(1).stdout, error);
}

#[test]
fn an_open_question_is_no_answer() {
    // The circuit of this product takes more memory than a question may.
    let script = "\
        (declare-const x (_ BitVec 8192))(declare-const y (_ BitVec 8192))
        (assert (= (bvmul x y) (bvadd x (_ bv77 8192))))
        (check-sat)(get-info :reason-unknown)";
    let sandbox = Sandbox::with("script.smt2", script);
    let done = sandbox.pleach(&["solve", "script.smt2", "--without", "external"]).code(2);
    assert_eq!(done.stdout, "unknown\n(:reason-unknown \"the question ran out of memory\")\n");
}

#[test]
fn a_missing_script() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("folder")).expect("created");
    sandbox.pleach(&["solve", "missing.smt2"]).code(3).complains("missing.smt2: No such file");
    sandbox.pleach(&["solve", "folder"]).code(3).complains("folder: Is a directory");
    sandbox.pleach(&["solve"]).code(3).complains("<FILE>");
    sandbox.pleach(&["solve", "missing.smt2", "--without", "frob"]).code(3).complains("frob");
}
