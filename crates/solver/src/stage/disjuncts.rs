//! Disjunctions: a question that asks whether one of several conditions can hold, condition by condition.
//!
//! That a sorted array is sorted fails if one pair is out of order; each pair alone is a question for the stages that compare
//! and bound, all of them together are one for none of these.

use std::cell::RefCell;
use std::rc::Rc;

use expr::{Evaluator, Pool};

use super::{linear, order, value_sets};
use crate::query::{Query, Reply};
use crate::stage::Stage;
use crate::value_sets::Learner;

/// The stage.
pub(crate) struct Disjuncts {
    stages: Vec<Box<dyn Stage>>,
    refuted: u64,
    found: u64,
}

impl Disjuncts {
    pub(crate) fn new(learner: &Rc<RefCell<Learner>>) -> Disjuncts {
        let stages: Vec<Box<dyn Stage>> = vec![
            Box::new(value_sets::ValueSetStage::new(learner.clone())),
            Box::new(order::Order::new()),
            Box::new(linear::Linear::new(learner.clone())),
            Box::new(value_sets::Boxes::new(learner.clone())),
        ];
        Disjuncts { stages, refuted: 0, found: 0 }
    }
}

impl Stage for Disjuncts {
    fn name(&self) -> &'static str {
        "disjuncts"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        if query.disjuncts.is_empty() {
            return None;
        }
        let mut core = Vec::new();
        let mut open = false;
        for &disjunct in &query.disjuncts {
            let part = query.about(disjunct);
            match self.stages.iter_mut().find_map(|stage| stage.answer(pool, check, &part)) {
                Some(Reply::Sat(witness)) => {
                    self.found += 1;
                    return Some(Reply::Sat(witness));
                }
                Some(Reply::Unsat(reasons)) => core.extend(reasons.iter().copied()),
                Some(Reply::Unknown(_)) | None => open = true,
            }
        }
        if open {
            return None;
        }
        self.refuted += 1;
        core.sort_unstable();
        core.dedup();
        Some(Reply::Unsat(core.into_iter().collect()))
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found)]
    }
}
