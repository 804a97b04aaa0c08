//! A solver that answers wrongly stops a run whose answers are checked, and the question is written to a file.

use exec::{Config, Defect};
use report::{About, Common, Places, Recorder, Recording, RunDir, Summary, WRONG_ANSWER};
use test_support::Collector;

const PROGRAM: &str = "\
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:32 = mul %0, 3:32
  %2:1 = slt %1, 10:32
  branch %2, b1, b2
b1:
  return 1:32
b2:
  return 2:32
}
";

/// The summary of a run, and the question whose answer was wrong.
fn run(defect: Option<Defect>) -> (Summary, Option<String>) {
    let module = test_support::module(PROGRAM);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let common = Common {
        entry: "main".to_owned(),
        entry_is_void: false,
        args: vec!["program".to_owned()],
        fixed: Vec::new(),
        places: Places::below_current(),
    };
    let recording = Recording { common, about: About::default() };
    let run_dir = RunDir::named(&dir.path().join("out")).expect("an empty directory");
    let mut recorder = Recorder::new(run_dir, recording).expect("a writable directory");
    let config = Config { check_answers: true, defect, ..Config::default() };
    let at_end = Box::new(|end: &exec::PathEnd| recorder.record(end.clone()));
    let result = exec::run(&module, &config, &mut Collector { at_end, ..Collector::default() });
    let (summary, written) = recorder.finish(&result.expect("the program runs"));
    written.expect("a writable directory");
    (summary, std::fs::read_to_string(dir.path().join("out").join(WRONG_ANSWER)).ok())
}

#[test]
fn right_answers_change_nothing() {
    let (summary, question) = run(None);
    assert!(summary.complete && question.is_none());
    let checks = summary.checks.expect("they are on");
    assert!(checks.sat > 0 && checks.unchecked == 0, "{checks:?}");
}

#[test]
fn a_wrong_answer_stops_the_run() {
    for defect in [Defect::Refutes, Defect::Accepts] {
        let (summary, question) = run(Some(defect));
        assert!(!summary.complete);
        assert_eq!(summary.stopped_by.as_deref(), Some("wrong answer"));
        assert!(summary.incomplete_because.iter().any(|reason| reason == "wrong answer"));
        let question = question.expect("written down");
        assert!(question.starts_with("; the stage seeded "), "{question}");
        assert!(question.contains("bvmul") && question.ends_with("(check-sat)\n"), "{question}");
    }
}
