//! Bit-blasting: constraints and question become literals that a SAT solver assumes.
//!
//! Nothing is ever asserted, so an encoded term serves every later question, and so do learnt clauses. But a
//! SAT solver assigns all the gates it ever saw, propagates through them, and decides by what it met last. So a
//! few instances are kept, and a query goes to the one that knows most of its constraints and to a fresh one. Which
//! is quicker is not known beforehand, so both work by turns, and the known one does about a third of what the fresh
//! one does ([`known`]): it has its first turn before the fresh one exists, if it is not much larger than the query.
//! Where known instances hardly ever win, as on joined paths, whose questions are searched for longer than they are encoded, they are seldom asked.
//! The fresh one does not notice: it searches as it would alone. The instance that answers is kept. So a question
//! rarely costs more than half as much again as it costs a fresh solver, and little where the known instance is quick. Where
//! even the fresh one takes long, orders of bytes look at the question again ([`late`]), and another instance joins that has
//! it in a second form (see [`forms`]).
//!
//! Decisions depend on counted work (see [`SatWork`]), never on time: the same questions in the same order have
//! the same answers and models. The count is rough while a solver is working, and it cannot be stopped between
//! two conflicts that follow each other immediately, so a known instance may exceed its share by some
//! assignments.

mod forms;
mod instance;
mod known;
mod late;

use expr::{Evaluator, Pool};

use crate::answer::Unknown;
use crate::blast::axiom_counts::AxiomCounts;
use crate::blast::contents::KnownContents;
use crate::config::Config;
use crate::patience::Credit;
use crate::query::{Query, Reply};
use crate::sat::{Progress, SatWork, Watch};
use crate::sat_costs::{SatCost, SatCosts, SatSpent, processor_time};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::stage::bit_blast::forms::{Asked, Form, Second};
use crate::stage::bit_blast::instance::{Ends, Instance, Prospect};
use crate::stage::bit_blast::known::Known;
use crate::stage::bit_blast::late::Late;
use crate::stage::byte_orders::Account;
use crate::tuning::{REUSE_CREDIT, REUSE_WINS, SAT_WORK, Tuning};

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
    /// The account of known instances: what they did, and the work of encoding that was saved where they answered.
    reuse: Credit,
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
            reuse: Credit::new(REUSE_CREDIT),
            costs: config.sat_costs.clone(),
        }
    }
}

impl Stage for BitBlast {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let Shared { check, byte_orders, .. } = shared;
        let before = self.work;
        let Some(costs) = self.costs.clone() else {
            let reply = self.ask(pool, check, byte_orders, query);
            let work = self.work.since(before).total();
            byte_orders.note_sat(query, work);
            shared.note_sat(work);
            return Some(reply);
        };
        let started = processor_time();
        let reply = self.ask(pool, check, byte_orders, query);
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

    fn work(&self, _: &Shared) -> u64 {
        SAT_WORK * self.work.total()
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
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
    fn ask(&mut self, pool: &Pool, check: &mut Evaluator, orders: &mut Account, query: &Query) -> Reply {
        let known = if self.reuse.tries() { self.take_known(pool, query) } else { None };
        match known {
            Some(known) => self.race(pool, check, orders, query, known),
            None => self.ask_fresh(pool, check, orders, query),
        }
    }

    /// The instance that knows most of the query; `None` if none knows enough.
    fn take_known(&mut self, pool: &Pool, query: &Query) -> Option<Known> {
        let mut best = None;
        for (place, instance) in self.instances.iter().enumerate() {
            let known = instance.known(query);
            if known > 0 && best.is_none_or(|(_, most)| known > most) {
                best = Some((place, known));
            }
        }
        let (place, _) = best?;
        let prospect = self.instances[place].prospect(pool, query);
        (prospect != Prospect::Foreign).then(|| Known::new(self.instances.remove(place), prospect, self.memory_limit))
    }

    /// Asks a fresh instance, which is kept.
    fn ask_fresh(&mut self, pool: &Pool, check: &mut Evaluator, orders: &mut Account, query: &Query) -> Reply {
        let mut fresh = self.fresh();
        if fresh.encode(pool, query, self.memory_limit).is_none() {
            // What was encoded so far is of no use and takes much memory.
            self.work = self.work.with(fresh.work());
            return Reply::Unknown(Unknown::Memory);
        }
        let mut second = Second::of(&fresh, self.memory_limit, &self.tuning);
        let asked = Asked { pool, query, ends: &self.ends, contents: &self.contents, tuning: &self.tuning };
        let mut late = Late::of(&fresh, orders, &self.tuning);
        let reply = search_in_forms(&asked, &mut fresh, &mut second, Some(&mut late), check, &mut self.others);
        let found = late.into_reply();
        match self.end_second(second).or(found) {
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

    /// Asks the instance that knows most, and soon a fresh one, too, by turns.
    fn race(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        orders: &mut Account,
        query: &Query,
        mut known: Known,
    ) -> Reply {
        let asked = Asked { pool, query, ends: &self.ends, contents: &self.contents, tuning: &self.tuning };
        if let Some(reply) = known.start(&asked, check) {
            self.end_known(known, true, true);
            return reply;
        }
        self.raced += 1;
        let mut fresh = self.fresh();
        let asked = Asked { pool, query, ends: &self.ends, contents: &self.contents, tuning: &self.tuning };
        if fresh.encode(pool, query, self.memory_limit).is_none() {
            let reply = known.finish(&asked, check);
            self.count(&mut fresh, SatWork::default());
            self.end_known(known, true, true);
            return reply;
        }
        if known.has_searched() {
            fresh.blaster.expect_of(&known.instance.blaster);
        }
        let (mut next, mut found) = (2 * fresh.work().total(), None);
        let mut second = Second::of(&fresh, self.memory_limit, &self.tuning);
        let mut late = Late::of(&fresh, orders, &self.tuning);
        let first = Progress { work: next, seen: second.next().min(late.next()) };
        let others = &mut self.others;
        let mut turn = |Progress { work, seen }| {
            if work >= next {
                next = work.saturating_mul(2);
                match known.turn(&asked, others, work) {
                    Some(reply) if is_final(&reply) => {
                        found = Some(reply);
                        return None;
                    }
                    Some(_) => next = u64::MAX,
                    None => {}
                }
            }
            let goes_on = late.turn(&asked, others, seen) && second.turn(&asked, others, seen);
            goes_on.then(|| Progress { work: next, seen: second.next().min(late.next()) })
        };
        let reply = fresh.search(pool, check, query, &self.ends, Watch::from(first, &mut turn));
        self.count(&mut fresh, SatWork::default());
        let has_won = found.is_some();
        if let Some(reply) = found.or(late.into_reply()) {
            self.end_second(second);
            self.end_known(known, true, has_won);
            return reply;
        }
        self.lost += 1;
        // It is kept if it knows more than this question.
        let knows_more = known.instance.blaster.clauses() > 2 * fresh.blaster.clauses();
        self.end_known(known, knows_more, false);
        if let Some(reply) = self.end_second(second) {
            return reply;
        }
        self.keep(fresh);
        reply.expect("only an answer of another ends the search")
    }

    /// Counts the work of a known instance, which is kept or not and has answered or not.
    fn end_known(&mut self, mut known: Known, is_kept: bool, has_won: bool) {
        // A fresh one has at least so many times the work, or it would have answered.
        let worth = if has_won { REUSE_WINS * known.spent() } else { 0 };
        self.reuse.note(known.spent(), worth);
        self.count(&mut known.instance, known.before);
        if is_kept {
            self.keep(known.instance);
        }
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
        let reply = search_in_forms(&asked, &mut instance, &mut second, None, check, &mut Evaluator::new());
        let work = instance.work().with(second.work());
        let reply = second.into_parts().1.or(reply);
        SatSpent::new(reply.as_ref(), work, processor_time() - started)
    }
}

/// Searches in the first form of a question, which is encoded, and in the second once that takes long; `None`
/// if the second has the answer, or a late look.
fn search_in_forms(
    asked: &Asked,
    first: &mut Instance,
    second: &mut Second,
    mut late: Option<&mut Late>,
    check: &mut Evaluator,
    others: &mut Evaluator,
) -> Option<Reply> {
    let next = |second: &Second, late: &Option<&mut Late>| {
        let late = late.as_ref().map_or(u64::MAX, |late| late.next());
        Progress { work: u64::MAX, seen: second.next().min(late) }
    };
    let start = next(second, &late);
    let mut turn = |now: Progress| {
        let is_open = late.as_mut().is_none_or(|late| late.turn(asked, others, now.seen));
        (is_open && second.turn(asked, others, now.seen)).then(|| next(second, &late))
    };
    first.search(asked.pool, check, asked.query, asked.ends, Watch::from(start, &mut turn))
}

/// Whether the reply ends the search in all forms and instances.
fn is_final(reply: &Reply) -> bool {
    !matches!(reply, Reply::Unknown(reason) if !matches!(reason, Unknown::Cancelled | Unknown::Time))
}
