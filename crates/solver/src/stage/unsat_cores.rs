//! Unsat cores: a question is refuted if constraints that refuted it before are all there.
//!
//! The SAT solver says which of its assumptions a refutation used. Together with the question they form a set of terms
//! that cannot all hold, whichever of them is the question: with `a < b` and `b < c` on a path, `c < a` is refuted, and
//! with `b < c` and `c < a` the question `a < b` is. A set is therefore found under each of its members.

use std::rc::Rc;

use expr::{Evaluator, ExprId, Pool};
use rustc_hash::FxHashMap;

use crate::config::Config;
use crate::query::{Query, Reply};
use crate::stage::Stage;

/// How many sets are kept under one term; a new one replaces the oldest.
const SETS: usize = 8;
/// A larger set is found under the question only.
const SMALL: usize = 8;

/// The stage.
pub(crate) struct UnsatCores {
    /// By member: the other members, sorted, newest last.
    sets: FxHashMap<ExprId, Vec<Rc<[ExprId]>>>,
    count: usize,
    limit: usize,
}

impl UnsatCores {
    pub(crate) fn new(config: &Config) -> UnsatCores {
        UnsatCores { sets: FxHashMap::default(), count: 0, limit: config.cache_entries.max(1) }
    }

    fn insert(&mut self, member: ExprId, others: Rc<[ExprId]>) {
        if self.count >= self.limit {
            self.sets.clear();
            self.count = 0;
        }
        let sets = self.sets.entry(member).or_default();
        if sets.contains(&others) {
            return;
        }
        if sets.len() == SETS {
            sets.remove(0);
        } else {
            self.count += 1;
        }
        sets.push(others);
    }
}

impl Stage for UnsatCores {
    fn name(&self) -> &'static str {
        "unsat_cores"
    }

    fn answer(&mut self, _: &Pool, _: &mut Evaluator, query: &Query) -> Option<Reply> {
        let constraints = &query.slice.constraints;
        let sets = self.sets.get(&query.question)?;
        let there = |member: &ExprId| constraints.binary_search(member).is_ok();
        sets.iter().rev().find(|others| others.iter().all(there)).map(|others| Reply::Unsat(others.clone()))
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        let Reply::Unsat(core) = reply else { return };
        self.insert(query.question, core.clone());
        if core.len() <= SMALL {
            for (place, &member) in core.iter().enumerate() {
                let mut others = core.to_vec();
                others[place] = query.question;
                others.sort_unstable();
                self.insert(member, others.into());
            }
        }
    }
}
