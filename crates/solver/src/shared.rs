//! What stages share: each is handed the same [`Shared`], and what one leaves for another is a field of it.

use expr::{Evaluator, ExprId};
use rustc_hash::FxHashMap;

use crate::config::Config;
use crate::stage::byte_orders;
use crate::tuning::{SAT_AVERAGED, Tuning};
use crate::value_sets::Learner;

/// What stages share.
pub(crate) struct Shared {
    /// Evaluates terms under models that are being tried.
    pub(crate) check: Evaluator,
    /// Computes sets of values, as paths grow and for questions.
    pub(crate) learner: Learner,
    /// Bounds of the indices at which arrays are read, true in every model of constraints and question. Only
    /// those that the current stage has found; the chain moves them into the query for the stages that follow.
    pub(crate) index_ranges: IndexRanges,
    /// Orders of bytes, which are looked at before the SAT solver is asked, and again if it takes long.
    pub(crate) byte_orders: byte_orders::Account,
    /// The work that the SAT solver has needed for a question, on average; the latest count most.
    pub(crate) sat_work: u64,
    /// The numbers that decide cost.
    pub(crate) tuning: Tuning,
}

/// Bounds of terms, both included.
pub(crate) type IndexRanges = FxHashMap<ExprId, (u64, u64)>;

impl Shared {
    /// For the stages that this configuration switches on.
    pub(crate) fn new(config: &Config) -> Shared {
        Shared {
            check: Evaluator::new(),
            learner: Learner::for_config(config),
            index_ranges: IndexRanges::default(),
            byte_orders: byte_orders::Account::new(config),
            sat_work: 0,
            tuning: config.tuning,
        }
    }

    /// Notes the work that the SAT solver has needed for a question.
    pub(crate) fn note_sat(&mut self, work: u64) {
        self.sat_work = self.sat_work - self.sat_work / SAT_AVERAGED + work / SAT_AVERAGED;
    }

    /// Forgets what was remembered from earlier questions.
    pub(crate) fn forget(&mut self) {
        self.check = Evaluator::new();
        self.learner.forget();
        self.byte_orders.forget();
    }
}
