//! What a run has found out apart from coverage: errors that were reported, and messages that are given once.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use ir::{ErrorKind, Pos};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the workers of a run have found out.
#[derive(Default)]
pub(crate) struct Ledger {
    /// The errors reported so far, by site and kind.
    pub(crate) reported: FxHashSet<(u32, ErrorKind)>,
    /// For machine code, the site that stands for all sites with the same source position.
    pub(crate) same_place: FxHashMap<Pos, u32>,
    /// The messages given so far that are to be given only once.
    pub(crate) warned: FxHashSet<String>,
    /// The program's own instructions whose uses of uninitialized memory were reported.
    pub(crate) uses_told: FxHashSet<u32>,
    /// Whether anything was symbolic on some path.
    pub(crate) symbolic: bool,
    /// For each site of an assumption, whether it has held on some path.
    pub(crate) assumptions: BTreeMap<u32, bool>,
    /// The places with a capacity of their own at which the size of an object was symbolic, by their numbers.
    pub(crate) capacities: BTreeSet<usize>,
    /// The error with which the observer failed, if it did: the run stops.
    pub(crate) failure: Option<io::Error>,
}
