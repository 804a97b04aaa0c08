//! The uses of a run's results: replay, printed tests and the documented summary; and the generated references.

mod sandbox;

use std::collections::BTreeSet;

use sandbox::{CLEAN, Sandbox, THREE_WAYS};

#[test]
fn every_test_replays() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "prog.c", "--", "word"]).code(1);
    let tests = sandbox.files("pleach-last").into_iter().filter(|name| name.ends_with(".ktest"));
    let tests: Vec<String> = tests.map(|name| format!("pleach-last/{name}")).collect();
    assert_eq!(tests.len(), 3);
    for sanitize in [false, true] {
        let mut args = vec!["replay", "prog.c"];
        args.extend(sanitize.then_some("--sanitize"));
        args.extend(tests.iter().map(String::as_str));
        let done = sandbox.pleach(&args).code(0);
        assert_eq!(done.stdout.matches("it happened:").count(), 3, "{}", done.stdout);
        done.says("1 arguments, word").says("SIGABRT").says("printed what was predicted");
    }
}

#[test]
fn a_changed_program_no_longer_does_what_was_predicted() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "prog.c"]).code(1);
    sandbox.write("prog.c", THREE_WAYS.replace("x != 7", "x != 8"));
    let failing = sandbox.summary()["findings"][0]["test"].as_str().expect("a name").to_owned();
    let done = sandbox.pleach(&["replay", "prog.c", &format!("pleach-last/{failing}")]).code(1);
    done.says("predicted: assert at prog.c:12").says("it did not happen:");
}

#[test]
fn other_entries_replay_too() {
    let sandbox = Sandbox::with(
        "prog.c",
        "#include <pleach.h>\n#include <stdio.h>\nvoid check(void) { if (pleach_int(\"x\") == 5) puts(\"five\"); }\n\
         int main(void) { return 1; }\n",
    );
    sandbox.pleach(&["run", "--entry", "check", "prog.c"]).code(0).says("2 completed");
    sandbox.pleach(&["replay", "prog.c", "pleach-last/test000001.ktest"]).code(0);
    sandbox.pleach(&["replay", "prog.c", "pleach-last/test000002.ktest"]).code(0);
}

#[test]
fn a_test_without_prediction_says_what_the_program_did() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.pleach(&["run", "prog.c"]).code(0);
    std::fs::remove_file(sandbox.path("pleach-last/predictions.jsonl")).expect("removed");
    sandbox.pleach(&["replay", "prog.c", "pleach-last/test000001.ktest"]).code(2).says("exited with status");
}

#[test]
fn replay_shows_compiler_errors() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.pleach(&["run", "prog.c"]).code(0);
    sandbox.write("prog.c", "int main(void) { return frob; }\n");
    sandbox.pleach(&["replay", "prog.c", "pleach-last/test000001.ktest"]).code(3).complains("frob");
}

#[test]
fn tests_are_shown() {
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    sandbox.pleach(&["run", "prog.c", "--", "word"]).code(1);
    let done = sandbox.pleach(&["tests", "pleach-last"]).code(0).says("test000001.ktest").says("test000003.ktest");
    let done = done.says("x = 7  [4 bytes: 07000000]").says("args:    \"word\"").says("exits with status 1");
    done.says("assert at prog.c:12").says("prints:  \"1 arguments, word\\n\"");
}

#[test]
fn the_intermediate_representation_is_printed() {
    let sandbox = Sandbox::with("prog.c", CLEAN);
    sandbox.pleach(&["ir", "prog.c"]).code(0).says("@main").says("klee_make_symbolic");
}

/// The fields in the first column of the table that follows a line of `docs/summary.md`.
fn documented(after: &str) -> BTreeSet<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/summary.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let (_, rest) = text.split_once(after).expect("the table is there");
    let rows = rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|')).skip(2);
    let first = |row: &str| row.split('|').nth(1).unwrap_or_default().replace('`', "");
    rows.flat_map(|row| first(row).split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>()).collect()
}

fn keys(value: &serde_json::Value) -> BTreeSet<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}

#[test]
fn the_summary_is_as_documented() {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<String>>();
    let sandbox = Sandbox::with("prog.c", THREE_WAYS);
    // The table also lists the fields that appear only on request.
    let asked = ["run", "--check-answers", "--static-costs", "recursive", "--tune", "exec.batch=4000", "prog.c"];
    sandbox.pleach(&asked).code(1);
    let checked = sandbox.summary();
    let mut written = documented("## summary.json");
    // This field appears only if something could not be written.
    assert!(written.remove("write_error"));
    assert_eq!(keys(&checked), written);
    assert_eq!(keys(&checked["checks"]), names(&["sat", "unsat", "unchecked"]));
    sandbox.pleach(&["run", "prog.c"]).code(1);
    let summary = sandbox.summary();
    let mut plain = written;
    assert!(plain.remove("checks") && plain.remove("costs") && plain.remove("tuned"));
    assert_eq!(keys(&summary), plain);
    assert_eq!(keys(&summary["findings"][0]), documented("A finding:"));
    assert_eq!(keys(&summary["paths"]), names(&["completed", "errors", "excluded", "represented"]));
    assert_eq!(keys(&summary["questions"]), names(&["asked", "by_stage", "backend", "unknown"]));
    assert_eq!(keys(&summary["coverage"]), names(&["lines_covered", "lines_total"]));
    assert_eq!(keys(&summary["time"]), names(&["load", "execution", "solver", "checks", "report"]));
    assert_eq!(keys(&summary["findings"][0]["stack"][0]), names(&["function", "file", "line", "args"]));
    assert_eq!(keys(&summary["findings"][0]["inputs"][0]), names(&["name", "size", "hex", "text"]));
    for number in ["tests", "testable_paths", "instructions", "forks", "peak_memory_bytes"] {
        assert!(summary[number].is_u64(), "{number}");
    }
    assert!(summary["seconds"].is_f64() && summary["complete"].is_boolean() && summary["command"].is_array());
    assert_eq!(summary["program"], serde_json::json!(["prog.c"]));
    let here = sandbox.path(".").canonicalize().expect("the sandbox is there");
    assert_eq!(summary["directory"].as_str(), here.to_str());
    assert_eq!(summary["tests"], 3);
    let coverage = &summary["coverage"];
    assert!(coverage["lines_covered"].as_u64() > Some(0) && coverage["lines_covered"] == coverage["lines_total"]);
}

#[test]
fn every_kind_is_documented_with_its_file() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/summary.md");
    let text = std::fs::read_to_string(path).expect("the document");
    for kind in ir::ErrorKind::all() {
        assert!(text.contains(&format!("| `{kind}` |")), "{kind}");
    }
}

#[test]
fn references_are_printed() {
    let sandbox = Sandbox::new();
    sandbox.pleach(&["--help"]).code(0).says("Exit codes");
    sandbox.pleach(&["run", "--help"]).code(0).says("--max-question-time");
    sandbox.pleach(&["--version"]).code(0).says("pleach 0.");
    sandbox.pleach(&["man"]).code(0).says(".TH");
    sandbox.pleach(&["man", "run"]).code(0).says("max\\-time");
    sandbox.pleach(&["man", "options"]).code(0).says("## pleach run");
    for shell in ["bash", "zsh", "fish"] {
        sandbox.pleach(&["completions", shell]).code(0).says("max-question-time");
    }
}
