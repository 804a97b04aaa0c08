//! Explores every program in `tests/suite/microc` and compares the findings with the expectations in the file.
//!
//! Expectations are on the lines they are about: `//~ error: KIND`, `//~ dead` (no path executes the line),
//! `//~ reach`, and `//~ refused: TEXT` for a program that does not pass the check. Every error must be listed.
//! Lines at the end are about the whole program:
//! - `// paths: N`, the number of paths that end without an error, or `// paths: at least N`;
//! - `// unbounded: N`: there are more paths than can be explored, and the exploration stops after this many
//!   forks;
//! - `// input: NUMBERS`: an input on which the interpreter meets one of the errors.
//!
//! A program without `unbounded` is explored with every search strategy. All programs are also explored in
//! normal form, with the same expectations. Each path is compared with the interpreter. `SUITE_FILTER` selects
//! programs whose names contain it.

mod explored;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use exec::{Config, Limits, MergedTerms, Merging, Search};
use explored::{concrete, explore_program};
use front_microc::{Program, Source, check, load, normalize};

/// The expectations in a file.
#[derive(Debug, Default)]
struct Expected {
    /// The kind and the line of each error.
    errors: BTreeSet<(String, u32)>,
    dead: Vec<u32>,
    reach: Vec<u32>,
    refused: Option<(u32, String)>,
    paths: u64,
    at_least: bool,
    unbounded: Option<u64>,
    input: Vec<i32>,
}

fn expected(text: &str) -> Expected {
    let mut expected = Expected::default();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some((_, mark)) = line.split_once("//~ ") {
            match mark.split_once(": ") {
                None if mark == "dead" => expected.dead.push(number),
                None if mark == "reach" => expected.reach.push(number),
                Some(("error", kind)) => drop(expected.errors.insert((kind.to_owned(), number))),
                Some(("refused", why)) => expected.refused = Some((number, why.to_owned())),
                _ => panic!("nobody knows the mark {mark:?}"),
            }
        } else if let Some(paths) = line.strip_prefix("// paths: ") {
            expected.at_least = paths.starts_with("at least ");
            expected.paths = paths.trim_start_matches("at least ").parse().expect("a number of paths");
        } else if let Some(numbers) = line.strip_prefix("// input: ") {
            expected.input = numbers.split(' ').map(|number| number.parse().expect("a number")).collect();
        } else if let Some(forks) = line.strip_prefix("// unbounded: ") {
            expected.unbounded = Some(forks.parse().expect("a number of forks"));
        }
    }
    expected
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/microc");
    let listed = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the suite is there");
        let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
        all.sort();
        all
    };
    listed(&root).iter().flat_map(|folder| listed(folder)).collect()
}

#[test]
fn programs_do_as_they_say() {
    let programs = programs();
    assert!(programs.len() > 20, "only {} programs were found", programs.len());
    let filter = std::env::var("SUITE_FILTER").unwrap_or_default();
    let chosen = programs.iter().filter(|file| file.to_string_lossy().contains(&filter));
    let wrong: Vec<String> = chosen.flat_map(|file| compare(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs that can be explored whole find the same with joined paths, and every join is proved. Those in `merging/` have
/// fewer paths then; those in `merging/kept_*` where any number of questions may depend on what paths differ in. No object of
/// microc has a symbolic size, so nothing joins for the sake of one.
#[test]
fn joined_paths_find_the_same() {
    let (mut compared, mut joining) = (0, 0);
    for file in programs() {
        let name = file.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let source = Source::new("t.mc", text.as_str());
        let Ok(program) = load(&source) else { continue };
        if expected(&text).unbounded.is_some() {
            continue;
        }
        let explore = |merging, merged_terms| {
            let check_answers = merging == Merging::All;
            let mut config = Config { merging, merged_terms, check_answers, ..Config::default() };
            if name.contains("/merging/kept_") {
                (config.tuning.merge_cost, config.tuning.merge_alternatives) = (1 << 20, 1 << 20);
            }
            explore_program(&source, program.clone(), config)
        };
        let apart = explore(Merging::Off, MergedTerms::Tree);
        assert_eq!(explore(Merging::Sizes, MergedTerms::Tree).joins, 0, "{name}");
        let is_about_joins = name.contains("/merging/");
        for (terms, terms_name) in MergedTerms::NAMES {
            if terms != MergedTerms::Tree && !is_about_joins {
                continue;
            }
            let joined = explore(Merging::All, terms);
            let found = |of: &explored::Explored| (of.errors.clone(), of.lines.clone(), of.complete);
            assert_eq!(found(&joined), found(&apart), "{name}, {terms_name}");
            let has_fewer = joined.joins > 0 && joined.completed < apart.completed;
            assert!(has_fewer || !is_about_joins, "{name}, {terms_name}: nothing joins");
            joining += u64::from(joined.joins > 0);
        }
        compared += 1;
    }
    println!("microc: {compared} programs compared with joined paths; {joining} joined some");
    assert!(compared >= 18 && joining > 12, "{compared} {joining}");
}

/// The differences between the findings and the expectations in the file.
fn compare(file: &Path) -> Vec<String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file).expect("a readable file");
    let (source, expected) = (Source::new("t.mc", text.as_str()), expected(&text));
    let program = match (load(&source), &expected.refused) {
        (Ok(program), None) => program,
        (Err(problems), Some((line, why))) => {
            let found = problems.iter().any(|problem| problem.pos.line == *line && problem.text.contains(why));
            return if found { Vec::new() } else { vec![format!("{name}: {}", source.messages(&problems))] };
        }
        (Err(problems), None) => return vec![format!("{name}: {}", source.messages(&problems))],
        (Ok(_), Some(_)) => return vec![format!("{name}: it passes the check")],
    };
    let mut wrong = Vec::new();
    if !expected.input.is_empty() {
        let end = concrete(&program, &expected.input).0;
        if !expected.errors.iter().any(|(kind, line)| end.starts_with(&format!("{kind} [{line}:"))) {
            wrong.push(format!("{name}: on its input it ends with {end}"));
        }
    }
    let normal = check(normalize(&program)).expect("the normal form passes the check");
    let searches: &[(Search, &str)] =
        if expected.unbounded.is_some() { &[(Search::Bfs, "bfs")] } else { &Search::NAMES };
    for &(search, search_name) in searches {
        let differences = differences(&source, program.clone(), search, &expected);
        wrong.extend(differences.iter().map(|difference| format!("{name}, {search_name}: {difference}")));
    }
    let differences = differences(&source, normal, Search::Bfs, &expected);
    wrong.extend(differences.iter().map(|difference| format!("{name}, in normal form: {difference}")));
    wrong
}

fn differences(source: &Source, program: Program, search: Search, expected: &Expected) -> Vec<String> {
    let forks = expected.unbounded;
    let instructions = forks.map(|forks| forks * 50);
    let limits = Limits { forks, instructions, ..Limits::default() };
    let found = explore_program(source, program, Config { search, limits, ..Config::default() });
    let mut wrong = Vec::new();
    if found.complete == expected.unbounded.is_some() {
        wrong.push(format!("complete: {}", found.complete));
    }
    if found.completed < expected.paths || (!expected.at_least && found.completed > expected.paths) {
        wrong.push(format!("{} paths instead of {}", found.completed, expected.paths));
    }
    let errors: BTreeSet<(String, u32)> = found.errors.iter().map(|error| place(error)).collect();
    if errors != expected.errors {
        wrong.push(format!("errors: {errors:?} instead of {:?}", expected.errors));
    }
    for (lines, executed) in [(&expected.dead, false), (&expected.reach, true)] {
        for line in lines.iter().filter(|line| found.lines.get(line) != Some(&executed)) {
            wrong.push(format!("line {line} is not {}", if executed { "reached" } else { "dead" }));
        }
    }
    wrong
}

/// The kind and the line of an error written as `kind [line:column]`.
fn place(error: &str) -> (String, u32) {
    let (kind, place) = error.split_once(" [").expect("an error has a place");
    let line = place.split(':').next().and_then(|line| line.parse().ok()).expect("a place has a line");
    (kind.to_owned(), line)
}
