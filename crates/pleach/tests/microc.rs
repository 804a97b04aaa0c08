//! `pleach microc`: the tools for the small language.

mod sandbox;

use sandbox::Sandbox;

const SUM: &str = "main(n) {\n  var i, s;\n  i = 0;\n  s = 0;\n  while (i < n) {\n    s = s + input;\n    i = i + 1;\n  }\n  output s;\n  return 10 / s;\n}\n";

#[test]
fn programs_run_on_numbers() {
    let sandbox = Sandbox::with("sum.mc", SUM);
    let done = sandbox.pleach(&["microc", "exec", "sum.mc", "--input", "1, 2 -1", "3"]).code(5);
    assert_eq!(done.stdout, "2\n");
    sandbox.write("numbers", "5\n\n0\n");
    let done = sandbox.pleach(&["microc", "exec", "sum.mc", "--input-file", "numbers", "2"]).code(2);
    assert_eq!(done.stdout, "5\n");
    sandbox.pleach(&["microc", "exec", "sum.mc", "--input", "-10", "1"]).code(255);
}

#[test]
fn errors_name_their_place_and_give_one() {
    let sandbox = Sandbox::with("sum.mc", SUM);
    let done = sandbox.pleach(&["microc", "exec", "sum.mc", "-7"]).code(1);
    assert_eq!(done.stdout, "0\n");
    assert_eq!(done.stderr, "sum.mc:[10:13]: error: division by zero\n      return 10 / s;\n                ^\n");
    let done = sandbox.pleach(&["microc", "exec", "sum.mc", "--input", "1", "2"]).code(1);
    assert!(done.stderr.starts_with("sum.mc:[6:13]: error: end of input\n"), "{}", done.stderr);
    let done = sandbox.pleach(&["microc", "exec", "sum.mc", "--input", "1 x", "2"]).code(1);
    assert!(done.stderr.contains("\"x\" is not a number"), "{}", done.stderr);
    sandbox.write("wrong.mc", "main() {\n  return x + null;\n}\n");
    let done = sandbox.pleach(&["microc", "exec", "wrong.mc"]).code(1);
    assert!(done.stderr.contains("wrong.mc:[2:10]: error: the variable `x` is not declared"), "{}", done.stderr);
    assert!(done.stderr.contains("wrong.mc:[2:14]: error: an operand of `+` must be a number"), "{}", done.stderr);
}

#[test]
fn a_wrong_command_line_gives_three() {
    let sandbox = Sandbox::with("sum.mc", SUM);
    for words in [&["sum.mc"][..], &["sum.mc", "1", "2"], &["sum.mc", "x"], &["none.mc"]] {
        sandbox.pleach(&[&["microc", "exec"], words].concat()).code(3);
    }
    sandbox.pleach(&["microc", "exec", "sum.mc", "--input", "1", "--input-file", "sum.mc", "1"]).code(3);
}

#[test]
fn characters_instead_of_numbers() {
    let text = "main() { var c; c = input; while (c != 46) { output c + 1; c = input; } output 10; return 0; }";
    let sandbox = Sandbox::with("shift.mc", text);
    let done = sandbox.pleach(&["microc", "exec", "--ascii", "--input", "HAL.", "shift.mc"]).code(0);
    assert_eq!(done.stdout, "IBM\n");
}

#[test]
fn programs_are_shown() {
    let sandbox = Sandbox::with("sum.mc", SUM);
    let show = |words: &[&str]| sandbox.pleach(&[&["microc"], words, &["sum.mc"]].concat()).code(0).stdout;
    assert!(show(&["ast"]).starts_with("program\n  functions 0: function main params n vars i, s [1:1]\n"));
    assert!(show(&["cfg"]).contains("  n2: if i < n [5:12]\n    yes -> n3\n    no -> n4\n"));
    assert!(show(&["ir"]).contains("func @main() -> 32"));
    for command in ["ast", "cfg", "ir"] {
        assert!(show(&[command, "--format", "dot"]).starts_with("digraph {\n"));
        let json: serde_json::Value =
            serde_json::from_str(&show(&[command, "--format", "json"])).expect("what is printed is JSON");
        assert_eq!(json["functions"][0]["name"], "main");
    }
    // The program itself, and its normal form, which is an equivalent program.
    assert_eq!(show(&["ast", "--format", "source"]), SUM);
    let normal = show(&["ast", "--normalize", "--format", "source"]);
    assert!(normal.contains("  s = s + input;\n") && normal.contains("  return 10 / s;\n"), "{normal}");
    sandbox.write("nested.mc", "main(n) { return n * (n + input) / 2; }");
    let nested = sandbox.pleach(&["microc", "ast", "--normalize", "--format", "source", "nested.mc"]).code(0);
    let expected = "main(n) {\n  var _t0, _t1;\n  _t0 = n + input;\n  _t1 = n * _t0;\n  return _t1 / 2;\n}\n";
    assert_eq!(nested.stdout, expected);
    assert!(show(&["ir", "--normalize"]).contains("func @main() -> 32"));
    sandbox.pleach(&["microc", "cfg", "--format", "source", "sum.mc"]).code(3);
    sandbox.pleach(&["microc", "ir", "--format", "source", "sum.mc"]).code(3);
    sandbox.pleach(&["microc", "cfg", "--format", "svg", "sum.mc"]).code(3);
    sandbox.write("wrong.mc", "main() { return x; }");
    let done = sandbox.pleach(&["microc", "ast", "wrong.mc"]).code(3);
    assert!(done.stderr.contains("the variable `x` is not declared"), "{}", done.stderr);
}

#[test]
fn paths_are_explored_and_replayed() {
    let sandbox = Sandbox::with(
        "div.mc",
        "main(n) {\n  var x;\n  x = input;\n  output n;\n  if (n > 3) { x = x + 1; }\n  return n / x;\n}\n",
    );
    let done = sandbox.pleach(&["run", "div.mc"]).code(1);
    let done = done.says("bug 1: div-by-zero in main at div.mc:6").says("    6 |   return n / x;").says("input = ");
    done.says("every path was explored").says("see it happen: pleach replay div.mc pleach-out-0/test");
    let tests = sandbox.files("pleach-last").into_iter().filter(|name| name.ends_with(".ktest"));
    let tests: Vec<String> = tests.map(|name| format!("pleach-last/{name}")).collect();
    assert_eq!(tests.len(), 3, "two paths and one bug: {tests:?}");
    for test in &tests {
        sandbox.pleach(&["replay", "div.mc", test]).code(0).says("it happened");
    }
    sandbox.write("div.mc", "main(n) {\n  var x;\n  x = input;\n  return 1000 / (x + 7 * n * n);\n}\n");
    sandbox.pleach(&["replay", "div.mc", &tests[0]]).code(1).says("it did not happen");
}

#[test]
fn wrong_programs_are_not_explored() {
    let sandbox = Sandbox::with("wrong.mc", "main() { return x; }");
    let done = sandbox.pleach(&["run", "wrong.mc"]).code(3);
    assert!(done.stderr.contains("wrong.mc:[1:17]: error: the variable `x` is not declared"), "{}", done.stderr);
    sandbox.write("fine.mc", "f(p) { return *p; } main() { return 0; }");
    sandbox.pleach(&["run", "--allow-concrete", "fine.mc"]).code(0);
    sandbox.pleach(&["run", "fine.mc", "--entry", "f"]).code(3);
    sandbox.pleach(&["run", "fine.mc", "--entry", "g"]).code(3);
    sandbox.pleach(&["run", "fine.mc", "--", "1"]).code(3);
    sandbox.pleach(&["run", "fine.mc", "wrong.mc"]).code(3);
}

#[test]
fn a_run_stops_at_the_first_error_if_asked_to() {
    let text = "main(n) {\n  var r;\n  r = 0;\n  if (n > 5) { r = 1 / (n - 7); } else { r = 1 / n; }\n  while (n < 0) { output input; }\n  return r;\n}\n";
    let sandbox = Sandbox::with("two.mc", text);
    let done = sandbox.pleach(&["run", "--stop-at-first-error", "two.mc"]).code(1);
    done.says("stopped by --stop-at-first-error");
    let summary = sandbox.summary();
    assert_eq!(summary["stopped_by"], "stop-at-first-error");
    assert_eq!(summary["complete"], false);
    assert_eq!(summary["findings"].as_array().map(Vec::len), Some(1));
    // The only path fails, so nothing is left to explore: the run is complete.
    sandbox.write("one.mc", "main() { return 1 / 0; }");
    sandbox.pleach(&["run", "--stop-at-first-error", "one.mc"]).code(1).says("1 bug; nothing was symbolic");
    assert_eq!(sandbox.summary()["complete"], true);
    sandbox.write("none.mc", "main(n) { if (n > 0) { n = 0; } return n; }");
    sandbox.pleach(&["run", "--stop-at-first-error", "none.mc"]).code(0).says("every path was explored");
}

#[test]
fn programs_are_generated() {
    let sandbox = Sandbox::new();
    let generate = |words: &[&str]| sandbox.pleach(&[&["microc", "generate"], words].concat());
    let one = generate(&["--seed", "7"]).code(0).stdout;
    assert!(one.starts_with("main() {\n  var n0, "), "{one}");
    assert_eq!(one, generate(&["--seed", "7"]).code(0).stdout);
    assert_ne!(one, generate(&["--seed", "8"]).code(0).stdout);
    generate(&["--seed", "6", "--count", "3", "--output-dir", "many"]).code(0);
    assert_eq!(sandbox.files("many"), ["program000006.mc", "program000007.mc", "program000008.mc"]);
    assert_eq!(sandbox.read("many/program000007.mc"), one);
    sandbox.pleach(&["microc", "ast", "many/program000006.mc"]).code(0);
    let flat =
        generate(&["--max-block-depth", "0", "--max-top-level", "1", "--divisions", "--parameters", "2"]).code(0);
    assert!(flat.stdout.starts_with("main(n0, n1) {\n") && !flat.stdout.contains("while"), "{}", flat.stdout);
    let guarded = generate(&["--guarded", "--records", "--functions", "2", "--error-guaranteed"]).code(0).stdout;
    assert!(guarded.contains("f1(") && guarded.contains(" != 0) {\n") && guarded.contains("{f: "), "{guarded}");
    for wrong in [
        &["--for-loop-prob", "0.7", "--loop-prob", "0.4"][..],
        &["--loop-prob", "1.5"],
        &["--loop-prob", "nan"],
        &["--max-block-depth", "101"],
        &["--parameters", "5"],
        &["--count", "2"],
        &["--output-dir", "many"],
    ] {
        generate(wrong).code(3);
    }
}

#[test]
fn tests_of_generated_programs_replay() {
    let sandbox = Sandbox::new();
    let shape = "--count 20 --loop-prob 0.02 --divisions --records --pointers --symbolic-indices --functions 1 --parameters 1 --max-block 3";
    let words = ["microc", "generate", "--output-dir", "programs"];
    sandbox.pleach(&[&words[..], &shape.split(' ').collect::<Vec<_>>()].concat()).code(0);
    let limits = "--max-forks 20 --max-instructions 3000 --max-question-conflicts 100 --without external";
    let mut replayed = 0;
    for name in sandbox.files("programs") {
        let (program, out) = (format!("programs/{name}"), format!("out-{name}"));
        let run = ["run", "--klee-exit-codes", "--quiet", "--tests", "all", "--output-dir", &out, &program];
        sandbox.pleach(&[&run[..], &limits.split(' ').collect::<Vec<_>>()].concat()).code(0);
        // A program whose path was cut short may run forever.
        let predictions = sandbox.read(&format!("{out}/predictions.jsonl"));
        let predictions =
            predictions.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let definite = predictions.filter(|prediction| ["exit", "error"].iter().any(|&end| prediction["ended"] == end));
        let tests: Vec<String> =
            definite.map(|prediction| format!("{out}/{}", prediction["test"].as_str().expect("its file"))).collect();
        if !tests.is_empty() {
            let words: Vec<&str> = ["replay", &program].into_iter().chain(tests.iter().map(String::as_str)).collect();
            let done = sandbox.pleach(&words).code(0);
            assert_eq!(done.stdout.matches("it happened").count(), tests.len(), "{}", done.stdout);
            replayed += tests.len();
        }
    }
    assert!(replayed > 20, "{replayed} tests");
}
