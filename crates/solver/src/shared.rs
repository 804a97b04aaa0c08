//! What stages share: each is handed the same [`Shared`], and whatever one leaves for another is a field of it.

use expr::{Evaluator, ExprId};
use rustc_hash::FxHashMap;

use crate::config::Config;
use crate::value_sets::Learner;

/// What stages share.
pub(crate) struct Shared {
    /// Values under models that are being tried.
    pub(crate) check: Evaluator,
    /// What computes sets of values, as paths grow and for questions.
    pub(crate) learner: Learner,
    /// Bounds of the places that arrays are read at, in every model of constraints and question; of some places, as far as the stage at
    /// work found them out. The chain puts them into the query for the stages that follow.
    pub(crate) index_ranges: IndexRanges,
}

/// Bounds of terms, both included.
pub(crate) type IndexRanges = FxHashMap<ExprId, (u64, u64)>;

impl Shared {
    /// For stages that are on.
    pub(crate) fn new(config: &Config) -> Shared {
        Shared { check: Evaluator::new(), learner: Learner::for_config(config), index_ranges: IndexRanges::default() }
    }

    /// Gives up what is remembered of earlier questions.
    pub(crate) fn forget(&mut self) {
        self.check = Evaluator::new();
        self.learner.forget();
    }
}
