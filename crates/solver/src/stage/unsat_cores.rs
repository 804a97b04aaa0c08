//! Unsat cores: a question is refuted if it and the constraints contain terms that cannot hold together.
//!
//! The SAT solver says which of its assumptions a refutation used. Together with the question they form a set
//! of terms that cannot all hold, whichever of them is the question: with `a < b` and `b < c` on a path, `c <
//! a` is refuted, and with `b < c` and `c < a` the question `a < b` is. A path keeps a conjunction as its
//! parts, so a question counts as its conjuncts here, when a set is made as well as when one is looked for.
//!
//! Any set within constraints and question refutes. Only the sets listed under a conjunct of the question are
//! examined, which suffices: the constraints alone hold together, so a set without such a conjunct cannot be
//! among them.

use expr::{ExprId, Pool};

use crate::config::Config;
use crate::constraints::Core;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::term_sets::{TermSets, conjuncts};
use crate::tuning::CORES_SMALL;

/// The stage.
pub(crate) struct UnsatCores {
    /// The sets, each with the question that it refuted.
    sets: TermSets<ExprId>,
    /// The last question and its conjuncts.
    question: Option<ExprId>,
    parts: Vec<ExprId>,
    /// Answers from a set that the same question made.
    same_question: u64,
    /// Answers from a set that another question made.
    other_question: u64,
    /// The most members of a set that is kept.
    largest: usize,
}

impl UnsatCores {
    pub(crate) fn new(config: &Config) -> UnsatCores {
        UnsatCores {
            sets: TermSets::new(&config.tuning),
            question: None,
            parts: Vec::new(),
            same_question: 0,
            other_question: 0,
            largest: config.tuning.cores_largest,
        }
    }
}

impl Stage for UnsatCores {
    fn answer(&mut self, pool: &Pool, _: &mut Shared, query: &Query) -> Option<Reply> {
        conjuncts(pool, query.question, &mut self.parts);
        self.question = Some(query.question);
        let (parts, constraints) = (&self.parts, &query.slice.constraints);
        let asked = |member: &ExprId| parts.binary_search(member).is_ok();
        let holds = |member: &ExprId| constraints.contains(member);
        // The youngest member is the most likely to be missing.
        let mut candidates = parts.iter().flat_map(|&part| self.sets.under(part));
        let found = candidates.find(|set| set.members.iter().rev().all(|member| asked(member) || holds(member)))?;
        let core: Core = found.members.iter().copied().filter(holds).collect();
        if found.known == query.question {
            self.same_question += 1;
        } else {
            self.other_question += 1;
        }
        Some(Reply::Unsat(core))
    }

    fn forget(&mut self) {
        self.sets.clear();
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        let Reply::Unsat(core) = reply else { return };
        if self.question != Some(query.question) || core.len() > self.largest {
            return;
        }
        let mut members: Vec<ExprId> = core.iter().chain(&self.parts).copied().collect();
        members.sort_unstable();
        members.dedup();
        let listed = if members.len() <= CORES_SMALL { &members } else { &self.parts };
        self.sets.insert(members[..].into(), listed, query.question, 0);
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("same_question", self.same_question), ("other_question", self.other_question)]
    }
}
