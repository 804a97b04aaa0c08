//! What a run has found out apart from coverage: errors that were reported, reasons for which something was not
//! explored, and messages that are given once.

use std::collections::BTreeMap;
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
    /// The reasons for which some path was not followed, each with its number of occurrences.
    pub(crate) incomplete: BTreeMap<String, u64>,
    /// The functions that were called but are neither defined nor modelled, each with its number of calls.
    pub(crate) missing: BTreeMap<String, u64>,
    /// Whether anything was symbolic on some path.
    pub(crate) symbolic: bool,
    /// For each site of an assumption, whether it has held on some path.
    pub(crate) assumptions: BTreeMap<u32, bool>,
    /// The error with which the observer failed, if it did: the run stops.
    pub(crate) failure: Option<io::Error>,
}

impl Ledger {
    /// Counts a reason for which something was not explored.
    pub(crate) fn note_incomplete(&mut self, why: &str, count: u64) {
        match self.incomplete.get_mut(why) {
            Some(known) => *known += count,
            None => {
                self.incomplete.insert(why.to_owned(), count);
            }
        }
    }
}
