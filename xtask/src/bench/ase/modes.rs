//! The modes that are compared, each a list of options of `pleach run`.

use crate::bench::mode::Mode;

/// All modes. To add one, add a line here. The goals use [`OFF`], [`ASE1`], [`ASE2`] and [`FULL`].
pub const MODES: [Mode; 5] = [
    Mode { name: OFF, flags: &["--value-sets=off", "--without=order"] },
    Mode { name: "parti", flags: &["--value-sets=parti"] },
    Mode { name: ASE1, flags: &["--value-sets=ase1"] },
    Mode { name: ASE2, flags: &["--value-sets=ase2"] },
    Mode { name: FULL, flags: &["--value-sets=full"] },
];

/// Only the caches and the SAT solver.
pub const OFF: &str = "off";
/// ASE (Abyaneh 2021) with its first heuristic.
pub const ASE1: &str = "ase1";
/// ASE with its second heuristic.
pub const ASE2: &str = "ase2";
/// Everything that Pleach has.
pub const FULL: &str = "full";
