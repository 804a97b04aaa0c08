//! `cargo xtask bench`: how fast Pleach is, from the summaries of runs on the programs in `bench/`.
//!
//! What is measured: instructions a second on concrete code and on one path of symbolic data, forks a second, bytes a
//! state with ten thousand of them alive, and six sorts. Beside it stand figures quoted for KLEE 3.2; they were taken on
//! another machine and on programs that are alike, not the same, so a ratio says how far apart the tools are, not more.
//! `docs/benchmarks.md` gets the tables below its marker line; what stands above it is written by hand.

mod measure;
mod sorts;
mod speed;
mod table;

use std::fs;

use crate::date;
use crate::project::{build_release, commit, machine, root};
use measure::Bench;
use table::Table;

const RESULTS: &str = "docs/benchmarks.md";
const MARKER: &str = "<!-- What follows is written by `cargo xtask bench`. -->";

/// Runs the command.
pub fn bench(words: &[&str]) -> Result<(), String> {
    let mut settings = Settings { quick: false, max_time: "60s".to_owned(), only: None };
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().map(|value| (*value).to_owned()).ok_or_else(|| format!("{word} needs a value"));
        match word {
            "--quick" => settings.quick = true,
            "--max-time" => settings.max_time = value()?,
            "--only" => settings.only = Some(value()?),
            _ => return Err(format!("bench knows no '{word}': see cargo xtask help")),
        }
    }
    let pleach = build_release()?;
    let write = !settings.quick && settings.only.is_none();
    let bench = Bench::new(pleach, settings)?;
    let tables = [speed::measure(&bench)?, sorts::measure(&bench)?].concat();
    let tables: Vec<Table> = tables.into_iter().filter(|table| !table.rows.is_empty()).collect();
    println!();
    tables.iter().for_each(|table| println!("{}", table.text()));
    if write { record(&bench, &tables) } else { Ok(()) }
}

/// How to measure.
pub struct Settings {
    /// Small settings.
    pub quick: bool,
    /// The limit of each run, as `pleach run` takes it.
    pub max_time: String,
    /// Only measurements with this word in their name.
    pub only: Option<String>,
}

/// Replaces what stands below the marker.
fn record(bench: &Bench, tables: &[Table]) -> Result<(), String> {
    let path = root().join(RESULTS);
    let old = fs::read_to_string(&path).map_err(|error| format!("cannot read {RESULTS}: {error}"))?;
    let by_hand = old.split_once(MARKER).map_or(old.as_str(), |(before, _)| before);
    let mut text = format!(
        "{}\n\n{MARKER}\n\nMeasured on {}, commit {}, on {}; each run was limited to {}.\n",
        by_hand.trim_end(),
        date::today(),
        commit(),
        machine(),
        bench.settings.max_time
    );
    for table in tables {
        text.push('\n');
        text.push_str(&table.markdown());
    }
    fs::write(&path, text).map_err(|error| format!("cannot write {RESULTS}: {error}"))?;
    println!("written to {RESULTS}");
    Ok(())
}
