//! What is compared: ways to run Pleach, each a list of options of `pleach run`.

use crate::bench::mode::Mode;

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
