//! Scripts whose answers are checked against the questions as they were written: they print the same, and a wrong
//! answer of the solver is detected.

use std::fs;
use std::path::Path;

use front_smt::{Config, Session};
use solver::Defect;

/// The output of a script, and the complaint about a wrong answer.
fn run(text: &[u8], check_answers: bool, defect: Option<Defect>) -> (String, Option<String>) {
    let solver =
        solver::Config { check_answers, defect, ..solver::Config::default() }.without(solver::Technique::External);
    let mut session = Session::new(Config { solver, ..Config::default() });
    let mut output = Vec::new();
    session.run(&mut &text[..], &mut output).expect("memory can be read and written");
    let wrong = session.wrong_answer().map(|wrong| format!("{}: {}", wrong.stage, wrong.message));
    (String::from_utf8_lossy(&output).into_owned(), wrong)
}

#[test]
fn checks_change_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/smt");
    let mut scripts = 0;
    for entry in fs::read_dir(folder).expect("the suite") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "smt2") {
            continue;
        }
        let text = fs::read(&path).expect("a script");
        assert_eq!(run(&text, true, None), run(&text, false, None), "{}", path.display());
        scripts += 1;
    }
    assert!(scripts > 5, "only {scripts} scripts found");
}

#[test]
fn a_wrong_answer_is_found_out() {
    let script =
        b"(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= (bvmul x #x03) #x09))(check-sat)(check-sat)";
    assert_eq!(run(script, true, None), ("sat\nsat\n".to_owned(), None));
    for defect in [Defect::Refutes, Defect::Accepts] {
        let (output, wrong) = run(script, true, Some(defect));
        assert_eq!(output, "unknown\nunknown\n");
        assert!(wrong.is_some_and(|wrong| wrong.starts_with("seeded: ")), "{defect:?}");
    }
}
