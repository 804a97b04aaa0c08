//! Satisfiable supersets: constraints and question are among terms that held together before.
//!
//! A model of a set of terms is a model of each subset. Terms that held together are remembered with the bytes
//! of their model, and the set is listed under its members. A superset of this query contains every conjunct of
//! the question, so only the sets listed under one of them are examined. The recent models, which are tried
//! first, are fewer and need not come from a superset; here a model is found however old it is, without
//! evaluating those of other sets.

use expr::{ByteRange, ExprId, Pool};

use crate::config::Config;
use crate::query::{Bytes, Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::term_sets::{TermSets, conjuncts};
use crate::tuning::SUPERSETS_LISTING;

/// How many words a remembered byte takes.
const WORDS: usize = 3;

/// The stage.
pub(crate) struct Supersets {
    sets: TermSets<Bytes>,
    /// The last question and its conjuncts.
    question: Option<ExprId>,
    parts: Vec<ExprId>,
    /// Queries over too many bytes.
    skipped: u64,
    /// The most constraints of a set that is kept.
    largest: usize,
}

impl Supersets {
    pub(crate) fn new(config: &Config) -> Supersets {
        let (sets, largest) = (TermSets::new(&config.tuning), config.tuning.supersets_largest);
        Supersets { sets, question: None, parts: Vec::new(), skipped: 0, largest }
    }
}

impl Stage for Supersets {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        self.question = None;
        if query.slice.constraints.len() > self.largest || query.size() > shared.tuning.supersets_bytes {
            self.skipped += 1;
            return None;
        }
        conjuncts(pool, query.question, &mut self.parts);
        self.question = Some(query.question);
        let (parts, constraints) = (&self.parts, &query.slice.constraints);
        let youngest = *parts.last().expect("a question has a conjunct");
        // The youngest terms are the most likely to be missing.
        let needed = parts.iter().rev().chain(constraints.youngest());
        let is_above = |set: &[ExprId]| needed.clone().all(|term| set.binary_search(term).is_ok());
        let found = self.sets.under(youngest).find(|set| is_above(&set.members))?;
        Some(Reply::Sat(query.witness(within(&found.known, query.ranges()))))
    }

    fn forget(&mut self) {
        self.sets.clear();
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        let Reply::Sat(witness) = reply else { return };
        let constraints = &query.slice.constraints;
        if self.question != Some(query.question) || constraints.len() > self.largest {
            return;
        }
        let mut members: Vec<ExprId> = constraints.iter().chain(&self.parts).copied().collect();
        members.sort_unstable();
        members.dedup();
        let bytes = query.bytes_of(&witness.model);
        let weight = WORDS * bytes.len();
        let listed = &members[members.len().saturating_sub(SUPERSETS_LISTING)..];
        self.sets.insert(members[..].into(), listed, bytes, weight);
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("skipped", self.skipped)]
    }
}

/// The bytes that lie in the ranges.
fn within(bytes: &Bytes, ranges: &[ByteRange]) -> Bytes {
    let place = |range: &ByteRange, index: u32| {
        bytes.partition_point(|&(symbol, other, _)| (symbol, other) < (range.symbol, index))
    };
    let runs = ranges.iter().map(|range| &bytes[place(range, range.from)..place(range, range.to)]);
    runs.flatten().copied().collect()
}
