//! `cargo xtask bench`: measures how fast Pleach is, from the summaries of runs on the programs in `bench/`.
//!
//! It measures instructions a second on concrete code and on one path of symbolic data, forks a second, bytes a
//! state with ten thousand of them alive, and six sorts. Figures quoted for KLEE 3.2 stand beside them. They
//! were taken on another machine and on similar programs, not the same ones, so a ratio is only a rough
//! comparison of the tools. The tables go to `docs/benchmarks.md`, below their marker lines; the text above the
//! first marker is written by hand.
//!
//! `cargo xtask bench solver` measures the solver alone (see `bench/solver.rs`), `cargo xtask bench ase`
//! compares modes on the programs of Abyaneh 2021 (see `bench/ase.rs`), `cargo xtask bench arrays` compares
//! modes on programs that look things up in tables (see `bench/arrays.rs`), `cargo xtask bench microc` explores
//! generated microc programs (see `bench/microc.rs`); each has a marker of its own.

mod arrays;
mod ase;
mod goal;
mod measure;
mod microc;
mod mode;
mod solver;
mod sorts;
mod speed;
mod table;

use std::fs;

use crate::date;
use crate::project::{build_release, commit, machine, root};
use measure::Bench;
use table::Table;

const RESULTS: &str = "docs/benchmarks.md";

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    match words.split_first() {
        Some((&"solver", rest)) => return solver::bench(rest),
        Some((&"ase", rest)) => return ase::bench(rest),
        Some((&"microc", rest)) => return microc::bench(rest),
        Some((&"arrays", rest)) => return arrays::bench(rest),
        _ => {}
    }
    let mut settings = Settings { quick: false, max_time: "60s".to_owned(), only: None };
    settings.read("bench", words, |_, _| Ok(false))?;
    let pleach = build_release()?;
    let write = !settings.quick && settings.only.is_none();
    let bench = Bench::new(pleach, settings)?;
    let tables = [speed::measure(&bench)?, sorts::measure(&bench)?].concat();
    let tables: Vec<Table> = tables.into_iter().filter(|table| !table.rows.is_empty()).collect();
    println!();
    tables.iter().for_each(|table| println!("{}", table.text()));
    let remark = format!("; each run was limited to {}", bench.settings.max_time);
    if write { record(Section::Engine, &remark, &tables) } else { Ok(()) }
}

/// How to measure.
pub struct Settings {
    /// Whether to use small sizes.
    pub quick: bool,
    /// The time limit of each run, in the syntax of `pleach run`.
    pub max_time: String,
    /// If set, only measurements whose name contains this word.
    pub only: Option<String>,
}

/// Returns the value of the current option.
type Value<'a> = dyn FnMut() -> Result<String, String> + 'a;

impl Settings {
    /// Parses a command's options. Other options go to `more`, which says whether it knows them.
    fn read(
        &mut self,
        command: &str,
        words: &[&str],
        mut more: impl FnMut(&str, &mut Value<'_>) -> Result<bool, String>,
    ) -> Result<(), String> {
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value =
                || words.next().map(|value| (*value).to_owned()).ok_or_else(|| format!("{word} needs a value"));
            match word {
                "--quick" => self.quick = true,
                "--max-time" => self.max_time = value()?,
                "--only" => self.only = Some(value()?),
                _ if more(word, &mut value)? => {}
                _ => return Err(format!("{command} knows no '{word}': see cargo xtask help")),
            }
        }
        Ok(())
    }
}

/// A part of the document that one command writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Solver,
    ValueSets,
    Arrays,
    Microc,
    Executables,
    Engine,
}

impl Section {
    /// All sections, in the order of the document.
    const ALL: [Section; 6] =
        [Section::Solver, Section::ValueSets, Section::Arrays, Section::Microc, Section::Executables, Section::Engine];

    /// The line above the section.
    fn marker(self) -> &'static str {
        match self {
            Section::Solver => "<!-- What follows is written by `cargo xtask bench solver`. -->",
            Section::ValueSets => "<!-- What follows is written by `cargo xtask bench ase`. -->",
            Section::Arrays => "<!-- What follows is written by `cargo xtask bench arrays`. -->",
            Section::Microc => "<!-- What follows is written by `cargo xtask bench microc`. -->",
            Section::Executables => "<!-- What follows is written by `cargo xtask bench ase --riscv`. -->",
            Section::Engine => "<!-- What follows is written by `cargo xtask bench`. -->",
        }
    }
}

/// Replaces the text between the section's marker and the next one.
fn record(section: Section, remark: &str, tables: &[Table]) -> Result<(), String> {
    let path = root().join(RESULTS);
    let old = fs::read_to_string(&path).map_err(|error| format!("cannot read {RESULTS}: {error}"))?;
    let mut text = format!("Measured on {}, commit {}, on {}{remark}.\n", date::today(), commit(), machine());
    for table in tables {
        text.push('\n');
        text.push_str(&table.markdown());
    }
    fs::write(&path, with_section(&old, section, &text)).map_err(|error| format!("cannot write {RESULTS}: {error}"))?;
    println!("written to {RESULTS}");
    Ok(())
}

/// The document with new text in one section.
fn with_section(old: &str, section: Section, text: &str) -> String {
    let mut by_hand = old;
    let mut sections = Vec::new();
    for other in Section::ALL.into_iter().rev() {
        let (rest, found) = by_hand.split_once(other.marker()).unwrap_or((by_hand, ""));
        by_hand = rest;
        sections.push((other.marker(), if other == section { text } else { found }));
    }
    let mut new = format!("{}\n", by_hand.trim_end());
    for (marker, text) in sections.into_iter().rev() {
        if !text.trim().is_empty() {
            new.push_str(&format!("\n{marker}\n\n{}\n", text.trim()));
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_the_rest_is_passed_on() {
        let mut settings = Settings { quick: false, max_time: "60s".to_owned(), only: None };
        let mut modes = String::new();
        let mut read = |words: &[&str]| {
            settings.read("bench it", words, |word, value| {
                if word == "--modes" {
                    modes = value()?;
                }
                Ok(word == "--modes")
            })
        };
        assert_eq!(read(&["--quick", "--modes", "a,b", "--only", "x"]), Ok(()));
        assert_eq!(read(&["--modes"]), Err("--modes needs a value".to_owned()));
        assert!(read(&["--fast"]).expect_err("no such option").starts_with("bench it knows no '--fast'"));
        assert_eq!((settings.quick, settings.only.as_deref(), modes.as_str()), (true, Some("x"), "a,b"));
    }

    #[test]
    fn sections_are_replaced_one_at_a_time() {
        let [solver, value_sets, _, _, _, engine] = Section::ALL.map(Section::marker);
        let first = with_section("By hand.\n", Section::Engine, "fast\n");
        assert_eq!(first, format!("By hand.\n\n{engine}\n\nfast\n"));
        let both = with_section(&first, Section::Solver, "quick\n");
        assert_eq!(both, format!("By hand.\n\n{solver}\n\nquick\n\n{engine}\n\nfast\n"));
        assert_eq!(with_section(&both, Section::Engine, "fast\n"), both);
        let all = with_section(&both, Section::ValueSets, "few\n");
        let expected = [(solver, "quick"), (value_sets, "few"), (engine, "fast")];
        let expected: String = expected.iter().map(|(marker, text)| format!("\n{marker}\n\n{text}\n")).collect();
        assert_eq!(all, format!("By hand.\n{expected}"));
        assert_eq!(with_section(&all, Section::Solver, "quick\n"), all);
    }
}
