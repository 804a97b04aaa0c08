//! An attempt: one exploration of a program, from its first state on, with one way of joining paths.
//!
//! A run makes one attempt, or several beside each other ([`crate::race`]). What is found out about the program
//! belongs to the run ([`crate::run`]); what an attempt has left to do, and what it could not do, belongs to it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use crate::config::{Config, MergedTerms, Merging};
use crate::run::lock;
use crate::state::StateId;
use crate::tree::Tree;
use crate::tuning::TRIAL_CONFLICTS;

/// How paths are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Joining {
    /// Where.
    pub(crate) merging: Merging,
    /// How conditions and values become one.
    pub(crate) terms: MergedTerms,
    /// At loops, calls and branches only if this exceeds the static costs of the values in which paths differ.
    pub(crate) cost: u32,
    /// The most paths that are joined there if not all paths that have parted are among them.
    pub(crate) alternatives: usize,
}

impl Joining {
    /// What the configuration says. Where it leaves the choice to the run, this is how the run begins.
    pub(crate) fn of(config: &Config) -> Joining {
        let merging = if config.merging == Merging::Auto { Merging::Regions } else { config.merging };
        let Config { merged_terms, tuning, .. } = config;
        let (cost, alternatives) = (tuning.merge_cost, tuning.merge_alternatives);
        Joining { merging, terms: *merged_terms, cost, alternatives }
    }
}

/// What the workers that explore together share.
pub(crate) struct Attempt {
    pub(crate) joining: Joining,
    /// Whether another attempt goes on if this one cannot: its paths are not the user's.
    pub(crate) is_trial: bool,
    pub(crate) tree: Mutex<Tree>,
    gaps: Mutex<Gaps>,
}

/// What was not explored.
#[derive(Clone, Default)]
pub(crate) struct Gaps {
    /// The reasons for which some path was not followed, each with its number of occurrences.
    pub(crate) incomplete: BTreeMap<String, u64>,
    /// The functions that were called but are neither defined nor modelled, each with its number of calls.
    pub(crate) missing: BTreeMap<String, u64>,
}

impl Attempt {
    pub(crate) fn new(joining: Joining, is_trial: bool) -> Attempt {
        Attempt { joining, is_trial, tree: Mutex::new(Tree::new(StateId(0))), gaps: Mutex::default() }
    }

    /// The attempt of a run that makes only one.
    pub(crate) fn only(config: &Config) -> Attempt {
        Attempt::new(Joining::of(config), false)
    }

    /// The configuration of its solver. In a trial a hard question is given up soon, and no other program is asked.
    pub(crate) fn solver(&self, config: &Config, started: Instant) -> solver::Config {
        let all = config.solver(started);
        if !self.is_trial {
            return all;
        }
        let conflicts = all.conflicts.map_or(TRIAL_CONFLICTS, |most| most.min(TRIAL_CONFLICTS));
        let techniques = all.techniques.without(solver::Technique::External);
        solver::Config { conflicts: Some(conflicts), techniques, ..all }
    }

    /// The execution tree.
    pub(crate) fn tree(&self) -> MutexGuard<'_, Tree> {
        lock(&self.tree)
    }

    /// What was not explored.
    pub(crate) fn gaps(&self) -> MutexGuard<'_, Gaps> {
        lock(&self.gaps)
    }
}

impl Gaps {
    /// Counts a reason for which something was not explored.
    pub(crate) fn note(&mut self, why: &str, count: u64) {
        match self.incomplete.get_mut(why) {
            Some(known) => *known += count,
            None => {
                self.incomplete.insert(why.to_owned(), count);
            }
        }
    }
}
