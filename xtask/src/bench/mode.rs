//! The modes of Pleach that are compared.

use super::measure::Run;
use super::table::number;

/// A mode: a name and options of `pleach run`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// The mode's name in the tables.
    pub name: &'static str,
    /// Its options.
    pub flags: &'static [&'static str],
}

/// Parses a list of mode names separated by commas.
pub fn parse(known: &[Mode], names: &str) -> Result<Vec<Mode>, String> {
    let find = |name: &str| {
        let names = || known.iter().map(|mode| mode.name).collect::<Vec<_>>().join(", ");
        let mode = known.iter().find(|mode| mode.name == name).copied();
        mode.ok_or_else(|| format!("there is no mode '{name}'; there are {}", names()))
    };
    names.split(',').map(find).collect()
}

/// The run in the mode of that name.
pub fn run_in<'a>(runs: &'a [(Mode, Run)], mode: &str) -> Option<&'a Run> {
    runs.iter().find(|(measured, _)| measured.name == mode).map(|(_, run)| run)
}

/// A ratio of two modes' figures as text.
pub fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{}×", number(value)) } else { "–".to_owned() }
}

/// A cell of a run, marked if the run was cut short.
pub fn marked(cell: String, run: &Run) -> String {
    if run.complete() { cell } else { format!("{cell}*") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_or_refused() {
        let known = ["off", "full"].map(|name| Mode { name, flags: &[] });
        let names =
            |list: &str| parse(&known, list).map(|modes| modes.iter().map(|mode| mode.name).collect::<Vec<_>>());
        assert_eq!(names("full,off"), Ok(vec!["full", "off"]));
        assert!(names("full,of").expect_err("no such mode").contains("'of'"));
    }
}
