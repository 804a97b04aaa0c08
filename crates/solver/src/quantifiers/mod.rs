//! Questions with bounded universal facts, answered by questions without.
//!
//! A path where others joined has facts `for all i: 1 <= i <= k -> body` (see `Pool::forall`). Every stage sees the
//! rest, and the procedure of Trabish 2024, §6.4, is around the chain: it asks a weaker question without
//! quantifiers (`strip.rs`), hopes that the facts hold under the model, else writes the values of the first instance
//! into the others (`duplicate.rs`), else asks again for what went wrong with everything else fixed (`repair.rs`).
//!
//! The paper leaves the rest to an SMT solver. Here the instances that the model violates are added to the question,
//! and it is asked again: the bound of an index is a number, so that after finitely many rounds the question is
//! answered, and one that cannot hold is refuted. Only if the chain gives up, an SMT solver gets the facts as they
//! are.
//!
//! A fact in a disjunction or a choice is one with another count (`parts.rs`); under a negation it is written out.

mod duplicate;
mod parts;
mod reads;
mod repair;
mod strip;
#[cfg(test)]
mod tests;

use expr::{ByteRange, Evaluator, ExprId, Forall, Model, Pool};
use rustc_hash::FxHashSet;

use crate::answer::{Answer, Unknown};
use crate::lemmas::all;
use crate::path::Slice;
use crate::tuning::{QUANTIFIER_ALL, QUANTIFIER_FIRST};

use duplicate::duplicated;
pub(crate) use parts::Parts;
use reads::{Place, open_reads};
use repair::Repair;
pub(crate) use strip::first_instance;
use strip::strip;

/// What became of the questions with bounded universal facts.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Questions that were weakened and asked without quantifiers.
    pub(crate) stripped: u64,
    /// Models of those under which the facts held as well.
    pub(crate) evaluated: u64,
    /// Models that satisfied the facts after values were copied.
    pub(crate) duplicated: u64,
    /// Models that satisfied the facts after a repair.
    pub(crate) repaired: u64,
    /// Instances of facts that were added to questions.
    pub(crate) instantiated: u64,
}

impl Counts {
    /// Adds the counts of one question.
    pub(crate) fn add(&mut self, other: &Counts) {
        self.stripped += other.stripped;
        self.evaluated += other.evaluated;
        self.duplicated += other.duplicated;
        self.repaired += other.repaired;
        self.instantiated += other.instantiated;
    }

    /// The counts with their names.
    pub(crate) fn named(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("stripped", self.stripped),
            ("evaluated", self.evaluated),
            ("duplicated", self.duplicated),
            ("repaired", self.repaired),
            ("instantiated", self.instantiated),
        ]
    }
}

/// Answers questions without quantifiers.
pub(crate) trait Ask {
    /// Whether the path's constraints without quantifiers and the question, also without, can hold together.
    fn ask(&mut self, pool: &mut Pool, question: ExprId) -> Answer<Model>;

    /// Whether there is no time left.
    fn is_late(&self) -> bool;
}

/// One question on its way through the procedure.
pub(crate) struct Search<'a> {
    /// What the path says. Its constraints are those that [`Ask`] knows of.
    pub(crate) given: &'a Slice,
    /// The bytes that path and question depend on.
    pub(crate) ranges: &'a [ByteRange],
    /// The parts of the question without quantifiers, and what has been added to them.
    plain: Vec<ExprId>,
    /// The facts of the path and of the question, and those within instances.
    facts: Vec<Fact>,
    /// The instances that have been added.
    added: FxHashSet<(ExprId, u64)>,
    /// Evaluates models that are being tried.
    pub(crate) values: Evaluator,
    pub(crate) counts: Counts,
}

/// A fact with the reads of its body that the index decides.
pub(crate) struct Fact {
    term: ExprId,
    parts: Forall,
    reads: Vec<reads::Read>,
}

impl<'a> Search<'a> {
    /// A search for a model of the path and the question.
    pub(crate) fn new(pool: &mut Pool, given: &'a Slice, question: ExprId, ranges: &'a [ByteRange]) -> Search<'a> {
        let mut search = Search {
            given,
            ranges,
            plain: Vec::new(),
            facts: Vec::new(),
            added: FxHashSet::default(),
            values: Evaluator::new(),
            counts: Counts::default(),
        };
        given.facts.iter().for_each(|&fact| search.add_fact(pool, fact));
        search.add(pool, question);
        search
    }

    /// The answer.
    pub(crate) fn answer(&mut self, pool: &mut Pool, chain: &mut dyn Ask) -> Answer<Model> {
        let weaker = strip(pool, &self.facts, &self.plain, self.given);
        self.plain.extend(weaker);
        self.counts.stripped += 1;
        let mut model = match self.ask(pool, chain) {
            Answer::Sat(model) => model,
            other => return other,
        };
        if self.facts_hold(pool, &model) {
            self.counts.evaluated += 1;
            return Answer::Sat(model);
        }
        let copied = duplicated(pool, &mut self.values, &self.facts, &model, &FxHashSet::default());
        if self.holds(pool, &copied) {
            self.counts.duplicated += 1;
            return Answer::Sat(copied);
        }
        if let Some(repaired) = self.repaired(pool, chain, &copied) {
            self.counts.repaired += 1;
            return Answer::Sat(repaired);
        }
        let mut batch = QUANTIFIER_FIRST;
        loop {
            if chain.is_late() {
                return Answer::Unknown(Unknown::Time);
            }
            if !self.instantiate(pool, &model, batch) {
                debug_assert!(false, "a model violates an instance that it was asked to satisfy");
                return Answer::Unknown(Unknown::WrongModel);
            }
            batch = batch.saturating_mul(2);
            model = match self.ask(pool, chain) {
                Answer::Sat(model) => model,
                other => return other,
            };
            if self.facts_hold(pool, &model) {
                return Answer::Sat(model);
            }
            let copied = duplicated(pool, &mut self.values, &self.facts, &model, &FxHashSet::default());
            if self.holds(pool, &copied) {
                self.counts.duplicated += 1;
                return Answer::Sat(copied);
            }
        }
    }

    /// Asks for a model in which what went wrong in the last one is right, and copies values in that.
    fn repaired(&mut self, pool: &mut Pool, chain: &mut dyn Ask, model: &Model) -> Option<Model> {
        let repair = Repair::of(pool, self, model);
        if repair.is_empty() {
            return None;
        }
        let question: Vec<ExprId> = self.plain.iter().copied().chain(repair.question).collect();
        let question = all(pool, &question);
        let Answer::Sat(model) = chain.ask(pool, question) else { return None };
        let copied = duplicated(pool, &mut self.values, &self.facts, &model, &repair.conflicts);
        self.holds(pool, &copied).then_some(copied)
    }

    fn ask(&mut self, pool: &mut Pool, chain: &mut dyn Ask) -> Answer<Model> {
        let question = match &self.plain[..] {
            [] => pool.bool(true),
            parts => all(pool, parts),
        };
        chain.ask(pool, question)
    }

    /// Adds instances that the model violates to the question, up to `batch` of each fact; false if there are none.
    fn instantiate(&mut self, pool: &mut Pool, model: &Model, batch: u64) -> bool {
        let before = self.added.len();
        for place in 0..self.facts.len() {
            let (term, parts) = (self.facts[place].term, self.facts[place].parts);
            let mut wrong: Vec<u64> = violated(pool, &mut self.values, &parts, model)
                .filter(|&at| !self.added.contains(&(term, at)))
                .take(usize::try_from(batch).unwrap_or(usize::MAX))
                .collect();
            if batch >= QUANTIFIER_ALL && !wrong.is_empty() {
                // Enough models have been looked at: all that the fact says.
                wrong = (1..=parts.most).filter(|&at| !self.added.contains(&(term, at))).collect();
            }
            for at in wrong {
                self.added.insert((term, at));
                let instance = pool.instance_at(&parts, at);
                self.add(pool, instance);
                self.counts.instantiated += 1;
            }
        }
        self.added.len() > before
    }

    /// Adds a condition to the question: what it says without quantifiers, and its facts.
    fn add(&mut self, pool: &mut Pool, condition: ExprId) {
        let parts = Parts::of(pool, condition);
        self.plain.extend(parts.plain);
        parts.facts.into_iter().for_each(|fact| self.add_fact(pool, fact));
    }

    fn add_fact(&mut self, pool: &mut Pool, term: ExprId) {
        if self.facts.iter().any(|fact| fact.term == term) {
            return;
        }
        let parts = pool.as_forall(term).expect("a fact is a quantifier");
        let reads = open_reads(pool, &parts);
        self.facts.push(Fact { term, parts, reads });
    }

    fn facts_hold(&mut self, pool: &Pool, model: &Model) -> bool {
        self.facts.iter().all(|fact| self.values.is_true(pool, model, fact.term))
    }

    /// Whether everything holds under a model: facts, question and path.
    fn holds(&mut self, pool: &Pool, model: &Model) -> bool {
        self.facts_hold(pool, model)
            && self.plain.iter().all(|&part| self.values.is_true(pool, model, part))
            && self.given.constraints.youngest().all(|&constraint| self.values.is_true(pool, model, constraint))
    }

    fn places(&mut self, pool: &Pool, fact: usize, model: &Model, at: u64) -> Vec<Place> {
        let Fact { parts, reads, .. } = &self.facts[fact];
        reads.iter().flat_map(|read| read.places(pool, &mut self.values, model, parts.index, at)).collect()
    }
}

/// The number of instances that a fact has under a model.
fn instances(pool: &Pool, values: &mut Evaluator, fact: &Forall, model: &Model) -> u64 {
    values.eval_u64(pool, model, fact.count).min(fact.most)
}

/// The values of the index for which the body of a fact does not hold under a model.
fn violated<'b>(
    pool: &'b Pool,
    values: &'b mut Evaluator,
    fact: &'b Forall,
    model: &'b Model,
) -> impl Iterator<Item = u64> + 'b {
    let count = instances(pool, values, fact, model);
    (1..=count).filter(move |&at| values.eval_at(pool, model, fact.index, at, fact.body) == 0)
}
