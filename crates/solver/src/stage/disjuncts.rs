//! Disjunctions: whether one of several conditions can hold is asked condition by condition.
//!
//! For example, "the array is not sorted" means that some pair is out of order. Each pair alone is a question
//! for the stages that compare and bound; all pairs together are not.

use expr::Pool;

use crate::chain::Technique;
use crate::config::Config;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::{Stage, linear, order, value_sets};

/// The stage.
pub(crate) struct Disjuncts {
    parts: Vec<Part>,
    refuted: u64,
    found: u64,
}

/// A stage that is asked about single conditions.
struct Part {
    technique: Technique,
    stage: Box<dyn Stage>,
    asked: u64,
}

impl Disjuncts {
    /// The stage, with those of its parts that are in use.
    pub(crate) fn new(config: &Config) -> Disjuncts {
        let parts: [(Technique, Box<dyn Stage>); 4] = [
            (Technique::ValueSets, Box::new(value_sets::ValueSetStage::new())),
            (Technique::Order, Box::new(order::Order::new())),
            (Technique::Linear, Box::new(linear::Linear::new())),
            (Technique::Boxes, Box::new(value_sets::Boxes::new())),
        ];
        let on = parts.into_iter().filter(|&(technique, _)| config.uses(technique));
        Disjuncts {
            parts: on.map(|(technique, stage)| Part { technique, stage, asked: 0 }).collect(),
            refuted: 0,
            found: 0,
        }
    }
}

impl Stage for Disjuncts {
    fn forget(&mut self) {
        self.parts.iter_mut().for_each(|part| part.stage.forget());
    }

    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        if query.disjuncts.is_empty() {
            return None;
        }
        let mut core = Vec::new();
        let mut open = false;
        for &disjunct in &query.disjuncts {
            let part = query.about(disjunct);
            let reply = self.parts.iter_mut().find_map(|asked| {
                asked.asked += 1;
                asked.stage.answer(pool, shared, &part)
            });
            match reply {
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

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        // How often each part was asked is counted under its name.
        let parts = self.parts.iter().map(|part| (part.technique.name(), part.asked));
        [("refuted", self.refuted), ("found", self.found)].into_iter().chain(parts).collect()
    }
}
