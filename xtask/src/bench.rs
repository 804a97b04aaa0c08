//! `cargo xtask bench`: measures how fast Pleach is, from the summaries of runs on the programs in `bench/`.
//!
//! It measures instructions a second on concrete code and on one path of symbolic data, forks a second, bytes a
//! state with ten thousand of them alive, and six sorts. Figures quoted for KLEE 3.2 stand beside them. They
//! were taken on another machine and on similar programs, not the same ones, so a ratio is only a rough
//! comparison of the tools.
//!
//! The short tables go to `docs/benchmarks.md`, between the marker lines of their command; the text around the
//! markers is written by hand. All tables are added to the end of `docs/benchmarks-history.md`.
//!
//! `cargo xtask bench solver` measures the solver alone (see `bench/solver.rs`), `cargo xtask bench ase`
//! compares modes on the programs of Abyaneh 2021 (see `bench/ase.rs`), `cargo xtask bench arrays` compares
//! modes on programs that look things up in tables (see `bench/arrays.rs`), `cargo xtask bench microc` explores
//! generated microc programs (see `bench/microc.rs`), `cargo xtask bench merging` compares modes of sizes and of
//! merging, and `--thesis` patterns with forking (see `bench/merging.rs`), `cargo xtask bench memory` compares memory models
//! (see `bench/memory.rs`); each has markers of its own. `cargo xtask bench
//! compare` runs this build and another in turns (see `bench/compare.rs`).

mod arrays;
mod ase;
mod both;
mod compare;
mod goal;
mod measure;
mod memory;
mod merging;
mod microc;
mod mode;
mod solver;
mod sorts;
mod speed;
pub mod table;

use std::fs;

use crate::date;
use crate::project::{build_release, commit, machine, root};
use measure::Bench;
use table::Table;

const RESULTS: &str = "docs/benchmarks.md";
const HISTORY: &str = "docs/benchmarks-history.md";

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    match words.split_first() {
        Some((&"solver", rest)) => return solver::bench(rest),
        Some((&"ase", rest)) => return ase::bench(rest),
        Some((&"microc", rest)) => return microc::bench(rest),
        Some((&"arrays", rest)) => return arrays::bench(rest),
        Some((&"merging", rest)) => return merging::bench(rest),
        Some((&"memory", rest)) => return memory::bench(rest),
        Some((&"compare", rest)) => return compare::bench(rest),
        _ => {}
    }
    let mut settings = Settings { quick: false, max_time: "60s".to_owned(), only: None };
    settings.read("bench", words, |_, _| Ok(false))?;
    let pleach = build_release()?;
    let write = !settings.quick && settings.only.is_none();
    let bench = Bench::new(pleach, settings)?;
    let mut short = speed::measure(&bench)?;
    let [long, quoted] = sorts::measure(&bench)?;
    short.push(quoted);
    println!();
    short.iter().chain([&long]).filter(|table| !table.rows.is_empty()).for_each(|table| println!("{}", table.text()));
    let remark = format!("; each run was limited to {}", bench.settings.max_time);
    if write { record(Section::Engine, &remark, &short, &[long]) } else { Ok(()) }
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
    pub fn read(
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
#[derive(Clone, Copy)]
enum Section {
    Solver,
    ValueSets,
    Arrays,
    Memory,
    Merging,
    Patterns,
    Microc,
    Executables,
    Engine,
}

impl Section {
    /// The command that writes the section.
    fn command(self) -> &'static str {
        match self {
            Section::Solver => "cargo xtask bench solver",
            Section::ValueSets => "cargo xtask bench ase",
            Section::Arrays => "cargo xtask bench arrays",
            Section::Memory => "cargo xtask bench memory",
            Section::Merging => "cargo xtask bench merging",
            Section::Patterns => "cargo xtask bench merging --thesis",
            Section::Microc => "cargo xtask bench microc",
            Section::Executables => "cargo xtask bench ase --riscv",
            Section::Engine => "cargo xtask bench",
        }
    }
}

/// Replaces the section's text by `short` tables, and adds these and the `long` ones to the history.
fn record(section: Section, remark: &str, short: &[Table], long: &[Table]) -> Result<(), String> {
    let (today, command) = (date::today(), section.command());
    let measured = format!("Measured on {today}, commit {}, on {}, with `{command}`{remark}.\n", commit(), machine());
    let page = read(RESULTS)?;
    let text: String = short.iter().map(|table| format!("\n{}", table.markdown(2))).collect();
    let page = with_section(&page, command, &format!("{measured}{text}"))?;
    let tables: String = short.iter().chain(long).map(|table| format!("\n{}", table.markdown(3))).collect();
    let history = format!("{}\n\n## {today}: `{command}`\n\n{measured}{tables}", read(HISTORY)?.trim_end());
    for (file, text) in [(RESULTS, page), (HISTORY, history)] {
        fs::write(root().join(file), text).map_err(|error| format!("cannot write {file}: {error}"))?;
    }
    println!("written to {RESULTS} and {HISTORY}; what {RESULTS} says about the figures is written by hand");
    Ok(())
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(file)).map_err(|error| format!("cannot read {file}: {error}"))
}

/// The lines above and below what a command writes.
fn markers(command: &str) -> [String; 2] {
    ["begin", "end"].map(|which| format!("<!-- {which}: {command} -->"))
}

/// The page with new text between the markers of a command.
pub fn with_section(old: &str, command: &str, text: &str) -> Result<String, String> {
    let [begin, end] = markers(command);
    let parts = old.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("the page lacks the line '{begin}' or '{end}'"))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
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
        let page = |engine: &str, solver: &str| {
            let [[engine_begin, engine_end], [solver_begin, solver_end]] =
                [Section::Engine, Section::Solver].map(|section| markers(section.command()));
            format!(
                "By hand.\n\n{engine_begin}\n\n{engine}\n\n{engine_end}\n\n\
                 Between.\n\n{solver_begin}\n\n{solver}\n\n{solver_end}\n\nThe end.\n"
            )
        };
        let old = page("fast", "quick");
        assert_eq!(with_section(&old, Section::Engine.command(), "faster\n"), Ok(page("faster", "quick")));
        assert_eq!(with_section(&old, Section::Solver.command(), "quicker\n"), Ok(page("fast", "quicker")));
        let missing = with_section(&old, Section::Microc.command(), "").expect_err("it has no such section");
        assert!(missing.contains("<!-- begin: cargo xtask bench microc -->"), "{missing}");
    }

    #[test]
    fn the_page_has_every_section() {
        let page = read(RESULTS).expect("the page is there");
        use Section::*;
        for section in [Solver, ValueSets, Arrays, Memory, Merging, Patterns, Microc, Executables, Engine] {
            assert!(with_section(&page, section.command(), "").is_ok(), "{}", section.command());
        }
    }
}
