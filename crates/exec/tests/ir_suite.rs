//! Runs every program of `tests/suite/ir` and compares the ends of its paths with its footer.
//!
//! Footer lines: `; paths: N`, `; exits: status…` and `; errors: kind…` (each sorted, without repetitions).
//! Every search strategy, with each technique switched off in turn, must give the same footer. `BLESS=1`
//! rewrites the footers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use exec::{Config, PathEnd, Search, Technique, Termination};
use test_support::{Collector, module};

/// The contents of a footer.
#[derive(Default)]
struct Ends {
    paths: u64,
    exits: BTreeSet<i32>,
    errors: BTreeSet<String>,
    others: BTreeSet<String>,
}

impl Ends {
    fn add(&mut self, end: &PathEnd) {
        self.paths += 1;
        match &end.termination {
            Termination::Exit(status) => {
                self.exits.insert(*status);
            }
            Termination::Error { kind, .. } => {
                self.errors.insert(kind.to_string());
            }
            other => {
                self.others.insert(format!("{other:?}"));
            }
        }
    }

    fn footer(&self) -> String {
        let mut text = String::new();
        let list = |items: Vec<String>| items.join(" ");
        if !self.exits.is_empty() {
            text += &format!("; exits: {}\n", list(self.exits.iter().map(i32::to_string).collect()));
        }
        if !self.errors.is_empty() {
            text += &format!("; errors: {}\n", list(self.errors.iter().cloned().collect()));
        }
        if !self.others.is_empty() {
            text += &format!("; others: {}\n", list(self.others.iter().cloned().collect()));
        }
        text + &format!("; paths: {}\n", self.paths)
    }
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the suite is there") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "pir") {
            found.push(path);
        }
    }
}

fn is_footer(line: &str) -> bool {
    ["; paths:", "; exits:", "; errors:", "; others:"].iter().any(|start| line.starts_with(start))
}

#[test]
fn every_program_ends_as_its_footer_says() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/ir"), &mut files);
    files.sort();
    assert!(files.len() >= 5, "the suite has lost its programs");
    let mut wrong = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a readable program");
        let module = module(&text);
        let expected: String = text.lines().filter(|line| is_footer(line)).map(|line| format!("{line}\n")).collect();
        for (search, name) in Search::NAMES {
            for without in std::iter::once(None).chain(Technique::NAMES.map(Some)) {
                let mut collector = Collector::default();
                let without_name = without.map_or("nothing", |(_, name)| name);
                let without = without.map(|(technique, _)| technique).into_iter().collect();
                let config = Config { search, without, ..Config::default() };
                exec::run(&module, &config, &mut collector)
                    .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                let mut ends = Ends::default();
                collector.ends.iter().for_each(|end| ends.add(end));
                let found = ends.footer();
                if found == expected {
                    continue;
                }
                if std::env::var_os("BLESS").is_some() {
                    let body: String =
                        text.lines().filter(|line| !is_footer(line)).map(|line| format!("{line}\n")).collect();
                    std::fs::write(file, body + &found).expect("a writable suite");
                    break;
                }
                wrong.push(format!("{} with {name}, without {without_name}:\n{found}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 accepts these:\n{}", wrong.join("\n"));
}
