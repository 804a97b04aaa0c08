//! Figures and tables of Trabish 2024 about paths: `tests/suite/figures/*.c`, each explored in some modes of sizes and
//! of merging, which change how many paths there are.
//!
//! At the bottom of a program: `// with FLAGS: 5 paths, 2 errors`, the flags of a run and how many paths end, and how
//! many of them in an error. Without the first number it is not checked. `//~ error: KIND` is on a line where one of the
//! runs reports an error; no run reports another.

mod binary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use report::Summary;

/// An error, by its kind and its line.
type Mark = (String, u32);

/// What a line at the bottom says.
struct Expected {
    flags: Vec<String>,
    paths: Option<u64>,
    errors: u64,
}

fn expected(line: &str) -> Option<Expected> {
    let (flags, counts) = line.strip_prefix("// with ")?.rsplit_once(": ")?;
    let count = |what: &str| {
        counts.split(", ").find_map(|part| {
            let (number, name) = part.split_once(' ')?;
            name.starts_with(what).then(|| number.parse().expect("a number of paths"))
        })
    };
    let flags = flags.split(' ').map(str::to_owned).collect();
    Some(Expected { flags, paths: count("path"), errors: count("error").unwrap_or(0) })
}

fn marks(text: &str) -> BTreeSet<Mark> {
    let lines = (1..).zip(text.lines());
    lines.filter_map(|(number, line)| Some((line.split_once("//~ error: ")?.1.to_owned(), number))).collect()
}

/// Explores a program in each of its modes; returns what differs, and the number of runs.
fn compare(program: &Path) -> (Vec<String>, usize) {
    let text = std::fs::read_to_string(program).expect("a readable program");
    let name = program.file_name().expect("a file").to_string_lossy();
    let (mut complaints, mut found, marks) = (Vec::new(), BTreeSet::new(), marks(&text));
    let runs: Vec<Expected> = text.lines().filter_map(expected).collect();
    for Expected { flags, paths, errors } in &runs {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let out = dir.path().join("out");
        let mut command = binary::pleach();
        command.args(["run", "--quiet", "--klee-exit-codes", "--output-dir"]).arg(&out).args(flags).arg(program);
        let output = command.output().expect("pleach starts");
        let how = format!("{name} with {}", flags.join(" "));
        let Ok(summary) = std::fs::read(out.join("summary.json")) else {
            complaints.push(format!("{how}: {}", String::from_utf8_lossy(&output.stderr)));
            continue;
        };
        let summary: Summary = serde_json::from_slice(&summary).expect("a summary");
        let ended = summary.paths.completed + summary.paths.errors;
        if paths.is_some_and(|paths| paths != ended) || *errors != summary.paths.errors {
            complaints.push(format!("{how}: {ended} paths, {} errors", summary.paths.errors));
        }
        found.extend(summary.findings.iter().map(|finding| (finding.kind.clone(), finding.line)));
    }
    if found != marks {
        complaints.push(format!("{name}: errors {found:?}, and not {marks:?}"));
    }
    (complaints, runs.len())
}

#[test]
fn figures_have_the_paths_that_the_thesis_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/figures");
    let entries = std::fs::read_dir(folder).expect("the figures are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    programs.sort();
    let compared: Vec<(Vec<String>, usize)> = programs.iter().map(|program| compare(program)).collect();
    let runs: usize = compared.iter().map(|(_, runs)| runs).sum();
    println!("figures: {} programs explored in {runs} ways", programs.len());
    let complaints: Vec<String> = compared.into_iter().flat_map(|(complaints, _)| complaints).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(programs.len() >= 13 && runs >= 20, "figures are missing");
}
