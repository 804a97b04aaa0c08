//! Runs the scripts in `tests/suite/smt`: beside each `case.smt2` is its expected output `case.out`. `BLESS=1`
//! rewrites it.

use std::fs;
use std::path::{Path, PathBuf};

use front_smt::{Config, Session};

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/smt");
    let entries = fs::read_dir(folder).expect("the suite");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    files.sort();
    files
}

#[test]
fn scripts_print_what_is_expected() {
    let mut wrong = Vec::new();
    let scripts = scripts();
    for script in &scripts {
        let text = fs::read(script).expect("a script");
        let mut output = Vec::new();
        // Without other solvers, the output does not depend on what is installed.
        let solver = solver::Config::default().without(solver::Technique::External);
        let mut session = Session::new(Config { solver, ..Config::default() });
        session.run(&mut &text[..], &mut output).expect("memory can be read and written");
        let output = String::from_utf8_lossy(&output).into_owned();
        let expected = script.with_extension("out");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &output).expect("written");
        }
        if fs::read_to_string(&expected).unwrap_or_default() != output {
            wrong.push(format!("{}:\n{output}", script.display()));
        }
    }
    assert!(scripts.len() > 5, "only {} scripts found", scripts.len());
    assert!(wrong.is_empty(), "other output than expected (BLESS=1 rewrites it):\n{}", wrong.join("\n"));
}
