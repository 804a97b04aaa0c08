//! What is compared: ways to run Pleach, each a list of options of `pleach run`.

/// A way to run Pleach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// How the tables call it.
    pub name: &'static str,
    /// Its options.
    pub flags: &'static [&'static str],
}

/// All of them. Adding one is a line here; [`OFF`], [`ASE1`], [`ASE2`] and [`FULL`] are those that the goals speak of.
pub const MODES: [Mode; 5] = [
    Mode { name: OFF, flags: &["--value-sets=off", "--without=order"] },
    Mode { name: "parti", flags: &["--value-sets=parti"] },
    Mode { name: ASE1, flags: &["--value-sets=ase1"] },
    Mode { name: ASE2, flags: &["--value-sets=ase2"] },
    Mode { name: FULL, flags: &["--value-sets=full"] },
];

/// Nothing but the caches and the SAT solver.
pub const OFF: &str = "off";
/// The procedure of the paper with its first heuristic.
pub const ASE1: &str = "ase1";
/// With its second one.
pub const ASE2: &str = "ase2";
/// All that Pleach can do.
pub const FULL: &str = "full";

/// The modes of a list of names separated by commas.
pub fn parse(names: &str) -> Result<Vec<Mode>, String> {
    let find = |name: &str| {
        let known = || MODES.map(|mode| mode.name).join(", ");
        let mode = MODES.into_iter().find(|mode| mode.name == name);
        mode.ok_or_else(|| format!("there is no mode '{name}'; there are {}", known()))
    };
    names.split(',').map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_or_refused() {
        let names = |list: &str| parse(list).map(|modes| modes.iter().map(|mode| mode.name).collect::<Vec<_>>());
        assert_eq!(names("full,off"), Ok(vec![FULL, OFF]));
        assert!(names("full,of").expect_err("no such mode").contains("'of'"));
    }
}
