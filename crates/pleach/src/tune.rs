//! The numbers that decide cost, of all crates: set by `--tune`, listed by `pleach man tuning` and in
//! `docs/tuning.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tuning::{Entry, Error, nearest};

/// How many names are proposed in place of an unknown one.
const PROPOSED: usize = 4;

/// The numbers that can be set, crate by crate.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tuned {
    /// Those of the solver.
    pub solver: solver::Tuning,
    /// Those of terms.
    pub expr: expr::Tuning,
    /// Those of the executor.
    pub exec: exec::Tuning,
}

impl Tuned {
    /// The numbers after all assignments, each text with one or more of them and commas between.
    pub fn of(texts: &[String]) -> Result<Tuned, String> {
        let mut tuned = Tuned::default();
        for assignment in texts.iter().flat_map(|text| text.split(',')) {
            tuned.set(assignment.trim())?;
        }
        Ok(tuned)
    }

    fn set(&mut self, assignment: &str) -> Result<(), String> {
        let Some((name, value)) = assignment.split_once('=') else {
            return Err(format!(
                "'{assignment}' is no assignment: write NAME=NUMBER; pleach man tuning lists the names"
            ));
        };
        let (name, value) = (name.trim(), value.trim());
        let result = match name.split_once('.') {
            Some(("solver", field)) => self.solver.set(field, value),
            Some(("expr", field)) => self.expr.set(field, value),
            Some(("exec", field)) => self.exec.set(field, value),
            _ => Err(Error::Unknown),
        };
        result.map_err(|error| match error {
            Error::Unknown => unknown(name),
            error => format!("{name}={value}: {error}"),
        })
    }

    /// The numbers that differ from their defaults, with their values.
    pub fn changed(&self) -> BTreeMap<String, String> {
        let changed = self.solver.changed().into_iter().chain(self.expr.changed()).chain(self.exec.changed());
        changed.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
    }
}

/// The message about a name that no number has.
fn unknown(name: &str) -> String {
    let all: Vec<Entry> = tables().into_iter().flatten().collect();
    if all.iter().any(|entry| entry.full_name() == name) {
        return format!("{name} is constant; pleach man tuning says which numbers can be set");
    }
    let names: Vec<String> = all.iter().filter(|entry| entry.tunable).map(Entry::full_name).collect();
    let near = nearest(name, names.iter().map(String::as_str), PROPOSED);
    let meant = if near.is_empty() { ";".to_owned() } else { format!(": is {} meant?", near.join(" or ")) };
    format!("there is no number '{name}'{meant} pleach man tuning lists all")
}

/// The tables of all crates, from the bottom up.
fn tables() -> Vec<Vec<Entry>> {
    vec![
        expr::tuning::table(),
        value_set::tuning::table(),
        linear_program::tuning::table(),
        array_theory::tuning::table(),
        solver::tuning::table(),
        ir::tuning::table(),
        memory::tuning::table(),
        models::tuning::table(),
        exec::tuning::table(),
        front_llvm::tuning::table(),
        front_smt::tuning::table(),
        front_microc::tuning::table(),
        report::tuning::table(),
        crate::tuning::table(),
    ]
}

/// The text of `docs/tuning.md`.
pub fn page() -> String {
    let tables = tables();
    let count = |tunable: bool| tables.iter().flatten().filter(|entry| entry.tunable == tunable).count();
    let mut out = format!(
        "# Numbers that decide cost\n\nGenerated from `src/tuning.rs` of each crate; `BLESS=1 cargo test -p pleach` rewrites it. \
         `pleach man tuning` prints it.\n\nLimits of effort, sizes of caches, thresholds and credits. They change what a run costs, \
         and which questions stay open; they never make an answer wrong. {} of them can be set with `--tune NAME=NUMBER` \
         ([cli/options.md](cli/options.md)), {} are constants. Each line gives the default, the range of values that make sense, the unit, what it \
         is, and in brackets the measurement or the reason behind it; \"{}\" says that there is none but judgement.\n",
        count(true),
        count(false),
        tuning::CHOSEN,
    );
    out.push_str("\n## Those that can be set\n");
    for table in &tables {
        section(&mut out, table, true);
    }
    out.push_str("\n## Constants\n");
    for table in &tables {
        section(&mut out, table, false);
    }
    out
}

fn section(out: &mut String, table: &[Entry], tunable: bool) {
    let lines: Vec<&Entry> = table.iter().filter(|entry| entry.tunable == tunable).collect();
    let Some(first) = lines.first() else { return };
    let _ = write!(out, "\n### `{}`\n\n", first.owner);
    for entry in lines {
        let _ = writeln!(
            out,
            "- `{}` = {} ({}): {} [{}]",
            entry.full_name(),
            entry.default,
            entry.range(),
            entry.text,
            entry.why
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned(text: &str) -> Result<Tuned, String> {
        Tuned::of(&[text.to_owned()])
    }

    #[test]
    fn the_page_is_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tuning.md");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, page()).expect("written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == page(), "docs/tuning.md is out of date: run BLESS=1 cargo test -p pleach");
    }

    #[test]
    fn every_tunable_number_can_be_set_to_what_its_table_says() {
        for entry in tables().into_iter().flatten().filter(|entry| entry.tunable) {
            for value in [entry.least, entry.default, entry.most] {
                let name = entry.full_name();
                let found = tuned(&format!("{name}={value}")).expect("in range").changed();
                let expected = (value != entry.default).then(|| (name, value.to_string()));
                assert_eq!(found, expected.into_iter().collect());
            }
        }
    }

    #[test]
    fn entries_are_well_formed() {
        let all: Vec<Entry> = tables().into_iter().flatten().collect();
        for (place, entry) in all.iter().enumerate() {
            let name = entry.full_name();
            assert!(entry.text.ends_with(['.', ')']), "{name}: the text is made of sentences");
            assert!(!entry.unit.is_empty() && !entry.why.is_empty() && !entry.why.ends_with('.'), "{name}");
            assert!(!all[..place].iter().any(|other| other.full_name() == name), "{name} is there twice");
        }
    }

    #[test]
    fn several_numbers_are_set() {
        let both = Tuned::of(&["solver.order_graphs=2, solver.repair_moves=7".to_owned()]).expect("two numbers");
        assert_eq!((both.solver.order_graphs, both.solver.repair_moves), (2, 7));
        let last = Tuned::of(&["solver.repair_moves=1".to_owned(), "solver.repair_moves=2".to_owned()]).expect("one");
        assert_eq!(last.solver.repair_moves, 2);
    }

    #[test]
    fn messages_say_what_to_try() {
        let message = |text: &str| tuned(text).expect_err("wrong");
        assert!(message("solver.repair_move=3").contains("is solver.repair_moves meant?"));
        assert!(message("repair_moves=3").contains("is solver.repair_moves meant?"));
        assert!(message("nothing.like_it=3").contains("pleach man tuning"));
        assert!(message("solver.order_graphs=0").contains("1 to 2^10 graphs"));
        assert!(message("solver.order_graphs=few").contains("1 to 2^10 graphs"));
        assert!(message("solver.order_graphs").contains("NAME=NUMBER"));
    }
}
