//! Bit-blasting: constraints and question become literals that a SAT solver assumes.
//!
//! Nothing is ever asserted, so an encoded term serves every later question, and so do learnt clauses. But a
//! SAT solver assigns all the gates it ever saw, propagates through them, and decides by what it met last. So a
//! few instances are kept, and a query goes to the one that knows most of its constraints. Before that instance
//! has spent a third of the least work of a fresh solver, which is to encode the query, a fresh one is made and
//! starts, too. While the fresh one works, the known one takes turns, for a third of the work done so far. The
//! fresh one does not notice: it searches as it would alone. The instance that answers is kept. So a question
//! costs little more than it costs a fresh solver, and little where the known instance is quick. Where even the
//! fresh one takes long, another joins that has the question in a second form (see [`forms`]).
//!
//! Decisions depend on counted work (see [`SatWork`]), never on time: the same questions in the same order have
//! the same answers and models. The count is rough while a solver is working, and it cannot be stopped between
//! two conflicts that follow each other immediately, so a known instance may exceed its share by some
//! assignments.

mod forms;
mod instance;

use expr::{Evaluator, Pool};

use crate::answer::Unknown;
use crate::blast::axiom_counts::AxiomCounts;
use crate::blast::contents::KnownContents;
use crate::config::Config;
use crate::query::{Query, Reply};
use crate::sat::{Progress, SatWork, Watch};
use crate::sat_costs::{SatCost, SatCosts, SatSpent, processor_time};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::stage::bit_blast::forms::{Asked, Form, Second};
use crate::stage::bit_blast::instance::{Ends, Instance};
use crate::tuning::{BLAST_ASSIGNMENTS, Tuning};

/// The stage.
pub(crate) struct BitBlast {
    /// Most recently used first.
    instances: Vec<Instance>,
    tuning: Tuning,
    ends: Ends,
    /// The most bytes that an instance may take.
    memory_limit: usize,
    work: SatWork,
    created: u64,
    raced: u64,
    lost: u64,
    second: u64,
    second_won: u64,
    refinements: u64,
    axioms: AxiomCounts,
    /// Evaluates models of an instance that takes its turn while another is in the midst of its search.
    others: Evaluator,
    /// The contents of tables, shared by all instances.
    contents: KnownContents,
    /// Where to note what each question cost, if that is asked for.
    costs: Option<SatCosts>,
}

impl BitBlast {
    pub(crate) fn new(config: &Config) -> BitBlast {
        BitBlast {
            instances: Vec::new(),
            tuning: config.tuning,
            ends: Ends { conflicts: config.conflicts, cancel: config.cancel.clone() },
            memory_limit: config.question_memory.unwrap_or(usize::MAX),
            work: SatWork::default(),
            created: 0,
            raced: 0,
            lost: 0,
            second: 0,
            second_won: 0,
            refinements: 0,
            axioms: AxiomCounts::default(),
            others: Evaluator::new(),
            contents: KnownContents::default(),
            costs: config.sat_costs.clone(),
        }
    }
}

impl Stage for BitBlast {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let Some(costs) = self.costs.clone() else { return Some(self.ask(pool, check, query)) };
        let (before, started) = (self.work, processor_time());
        let reply = self.ask(pool, check, query);
        let kept = SatSpent::new(Some(&reply), self.work.since(before), processor_time() - started);
        let alone = self.alone(pool, check, query);
        costs.note(SatCost { kept, alone });
        Some(reply)
    }

    fn forget(&mut self) {
        self.instances.clear();
        self.others = Evaluator::new();
        self.contents.clear();
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("conflicts", self.work.conflicts),
            ("propagations", self.work.propagations),
            ("clauses", self.work.clauses),
            ("instances", self.created),
            ("raced", self.raced),
            ("lost", self.lost),
            ("second_forms", self.second),
            ("second_forms_won", self.second_won),
            ("refinements", self.refinements),
            ("axioms_possible", self.axioms.possible),
            ("axioms_made", self.axioms.made),
            ("axioms_avoided_by_type", self.axioms.avoided_by_type),
            ("axioms_avoided_by_interval", self.axioms.avoided_by_interval),
        ]
    }
}

impl BitBlast {
    fn ask(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Reply {
        match self.take_known(pool, query) {
            Some(known) => self.race(pool, check, query, known),
            None => self.ask_fresh(pool, check, query),
        }
    }

    /// The instance that knows most of the query; `None` if none knows the greater part.
    fn take_known(&mut self, pool: &Pool, query: &Query) -> Option<Instance> {
        let mut best = None;
        for (place, instance) in self.instances.iter().enumerate() {
            let known = instance.known(query);
            if known > 0 && best.is_none_or(|(_, most)| known > most) {
                best = Some((place, known));
            }
        }
        let (place, _) = best?;
        let foreign = self.instances[place].is_foreign(pool, query, self.tuning.blast_free as usize);
        (!foreign).then(|| self.instances.remove(place))
    }

    /// Asks a fresh instance, which is kept.
    fn ask_fresh(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Reply {
        let mut fresh = self.fresh();
        if fresh.encode(pool, query, self.memory_limit).is_none() {
            // What was encoded so far is of no use and takes much memory.
            self.work = self.work.with(fresh.work());
            return Reply::Unknown(Unknown::Memory);
        }
        let mut second = Second::of(&fresh, self.memory_limit, &self.tuning);
        let asked = Asked { pool, query, ends: &self.ends, contents: &self.contents, tuning: &self.tuning };
        let reply = search_in_forms(&asked, &mut fresh, &mut second, check, &mut self.others);
        match self.end_second(second) {
            Some(found) => {
                self.count(&mut fresh, SatWork::default());
                found
            }
            None => {
                self.count(&mut fresh, SatWork::default());
                self.keep(fresh);
                reply.expect("only an answer of the second form ends the search")
            }
        }
    }

    /// Asks the instance that knows most, until it has done its share of the least work of a fresh one; then
    /// both, by turns.
    fn race(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query, mut known: Instance) -> Reply {
        let before = known.work();
        let Some(needed) = known.encode(pool, query, self.memory_limit) else {
            self.count(&mut known, before);
            return self.ask_fresh(pool, check, query);
        };
        let mut reply = self.head_start(pool, check, query, &mut known, before, needed);
        if reply.is_none() {
            let needed = known.needed(pool, query);
            reply = self.head_start(pool, check, query, &mut known, before, needed);
        }
        if let Some(reply) = reply.filter(is_final) {
            self.count(&mut known, before);
            self.keep(known);
            return reply;
        }
        self.raced += 1;
        let mut fresh = self.fresh();
        if fresh.encode(pool, query, self.memory_limit).is_none() {
            let reply = known.search(pool, check, query, &self.ends, Watch::nobody());
            self.count(&mut fresh, SatWork::default());
            self.count(&mut known, before);
            self.keep(known);
            return reply.expect("nobody looked");
        }
        fresh.blaster.expect_of(&known.blaster);
        let (mut next, mut found) = (2 * fresh.work().total(), None);
        let mut second = Second::of(&fresh, self.memory_limit, &self.tuning);
        let first = Progress { work: next, seen: second.next() };
        let asked = Asked { pool, query, ends: &self.ends, contents: &self.contents, tuning: &self.tuning };
        let others = &mut self.others;
        let mut turn = |Progress { work, seen }| {
            if work >= next {
                next = work.saturating_mul(2);
                let spent = known.work().since(before).total();
                let left = (work / self.tuning.blast_share + self.tuning.blast_free).saturating_sub(spent);
                if left >= BLAST_ASSIGNMENTS * known.blaster.variables() {
                    match known.search(pool, others, query, asked.ends, Watch::until(known.work().total() + left)) {
                        Some(reply) if is_final(&reply) => {
                            found = Some(reply);
                            return None;
                        }
                        Some(_) => next = u64::MAX,
                        None => {}
                    }
                }
            }
            second.turn(&asked, others, seen).then(|| Progress { work: next, seen: second.next() })
        };
        let reply = fresh.search(pool, check, query, &self.ends, Watch::from(first, &mut turn));
        self.count(&mut known, before);
        self.count(&mut fresh, SatWork::default());
        if let Some(reply) = found {
            self.end_second(second);
            self.keep(known);
            return reply;
        }
        self.lost += 1;
        if known.blaster.clauses() > 2 * fresh.blaster.clauses() {
            // It knows more than this question.
            self.keep(known);
        }
        if let Some(reply) = self.end_second(second) {
            return reply;
        }
        self.keep(fresh);
        reply.expect("only an answer of another ends the search")
    }

    /// Counts the work of the second form, and returns its answer if it has one; then its instance is kept.
    fn end_second(&mut self, second: Second) -> Option<Reply> {
        let (instance, reply) = second.into_parts();
        let mut instance = instance?;
        self.second += 1;
        self.created += 1;
        self.count(&mut instance, SatWork::default());
        if reply.is_some() {
            self.second_won += 1;
            self.keep(instance);
        }
        reply
    }

    /// Lets the known instance work until it has done its share of the least work of a fresh one, which is to
    /// encode the query.
    fn head_start(
        &self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        known: &mut Instance,
        before: SatWork,
        needed: usize,
    ) -> Option<Reply> {
        let free = self.tuning.blast_free;
        let all = needed as u64 / self.tuning.blast_share + free;
        // Much is refuted at once; and the first call shows what a conflict costs.
        for most in [free, all, all, all] {
            let spent = known.work().since(before).total();
            let left = all.saturating_sub(spent).min(most);
            if left < free / 4 {
                break;
            }
            let reply = known.search(pool, check, query, &self.ends, Watch::until(known.work().total() + left));
            if reply.is_some() {
                return reply;
            }
        }
        None
    }

    fn fresh(&mut self) -> Instance {
        self.created += 1;
        Instance::new(&self.contents, &self.tuning, Form::Forward)
    }

    /// Makes the instance the most recently used one, unless it has become too large; learnt clauses count,
    /// too.
    fn keep(&mut self, instance: Instance) {
        if instance.blaster.bytes() > self.memory_limit {
            return;
        }
        self.instances.truncate(self.tuning.instances - 1);
        self.instances.insert(0, instance);
    }

    /// Adds the work of an instance since `before` to the counters.
    fn count(&mut self, instance: &mut Instance, before: SatWork) {
        self.work = self.work.with(instance.work().since(before));
        self.refinements += std::mem::take(&mut instance.refinements);
        self.axioms.add(instance.blaster.take_axiom_counts());
    }

    /// The cost of the query for a fresh instance.
    fn alone(&self, pool: &Pool, check: &mut Evaluator, query: &Query) -> SatSpent {
        let started = processor_time();
        let contents = KnownContents::default();
        let mut instance = Instance::new(&contents, &self.tuning, Form::Forward);
        if instance.encode(pool, query, self.memory_limit).is_none() {
            return SatSpent::new(None, instance.work(), processor_time() - started);
        }
        let mut second = Second::of(&instance, self.memory_limit, &self.tuning);
        let asked = Asked { pool, query, ends: &self.ends, contents: &contents, tuning: &self.tuning };
        let reply = search_in_forms(&asked, &mut instance, &mut second, check, &mut Evaluator::new());
        let work = instance.work().with(second.work());
        let reply = second.into_parts().1.or(reply);
        SatSpent::new(reply.as_ref(), work, processor_time() - started)
    }
}

/// Searches in the first form of a question, which is encoded, and in the second once that takes long; `None`
/// if the second has the answer.
fn search_in_forms(
    asked: &Asked,
    first: &mut Instance,
    second: &mut Second,
    check: &mut Evaluator,
    others: &mut Evaluator,
) -> Option<Reply> {
    let next = |second: &Second| Progress { work: u64::MAX, seen: second.next() };
    let start = next(second);
    let mut turn = |now: Progress| second.turn(asked, others, now.seen).then(|| next(second));
    first.search(asked.pool, check, asked.query, asked.ends, Watch::from(start, &mut turn))
}

/// Whether the reply ends the search in all forms and instances.
fn is_final(reply: &Reply) -> bool {
    !matches!(reply, Reply::Unknown(reason) if !matches!(reason, Unknown::Cancelled | Unknown::Time))
}
