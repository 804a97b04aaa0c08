//! An instance: one SAT solver with the terms that were encoded into it, and the search for an answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use expr::{Evaluator, ExprId, Op, Pool};
use rustc_hash::FxHashMap;

use crate::answer::Unknown;
use crate::blast::Blaster;
use crate::blast::contents::KnownContents;
use crate::query::{Query, Reply};
use crate::sat::{Backend, Limits, Lit, SatWork, Verdict, Watch};
use crate::stage::bit_blast::forms::Form;
use crate::stage::satisfies;
use crate::tuning::{BLAST_EARLY_CLAUSES, BLAST_MISSING, BLAST_SAMPLE, BLAST_VARIABLE, Tuning};

/// What to expect of an instance that knows a part of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prospect {
    /// To encode the rest is a great part of what a fresh one has to do.
    Foreign,
    /// It may do more at one go than its share of what a fresh one has to do at least.
    Late,
    /// It may start before a fresh one.
    Early,
}

/// A SAT solver and the terms encoded into it.
pub(super) struct Instance {
    pub(super) blaster: Blaster<Backend>,
    form: Form,
    /// How many clauses each constraint or question added when it was encoded; negations are listed under their
    /// operand.
    cost: FxHashMap<ExprId, usize>,
    /// The literals of the current query's constraints and question, the question last.
    assumptions: Vec<Lit>,
    /// How often reads had to be connected to the contents since the counter was last taken.
    pub(super) refinements: u64,
}

/// The limits that end a search without an answer, beside the deadline of the query.
#[derive(Clone)]
pub(super) struct Ends {
    pub(super) conflicts: Option<u64>,
    pub(super) cancel: Option<Arc<AtomicBool>>,
}

impl Instance {
    pub(super) fn new(contents: &KnownContents, tuning: &Tuning, form: Form) -> Instance {
        let mut blaster = Blaster::new(tuning);
        blaster.share_contents(contents);
        if form == Form::Backward {
            blaster.turn_backward();
        }
        Instance { blaster, form, cost: FxHashMap::default(), assumptions: Vec::new(), refinements: 0 }
    }

    /// The work of the SAT solver so far.
    pub(super) fn work(&self) -> SatWork {
        self.blaster.work()
    }

    /// How many of a sample of the query's terms are encoded already.
    pub(super) fn known(&self, query: &Query) -> usize {
        let constraints = &query.slice.constraints;
        let step = constraints.len().div_ceil(BLAST_SAMPLE).max(1);
        let sample = constraints.iter().step_by(step).chain([&query.question]);
        sample.filter(|&&term| self.blaster.knows(term)).count()
    }

    /// Encodes the query and returns how many clauses it needs, roughly and rather too few; `None` if it needs
    /// more memory than `room`.
    pub(super) fn encode(&mut self, pool: &Pool, query: &Query, room: usize) -> Option<usize> {
        self.assumptions.clear();
        self.blaster.expect_nothing();
        self.blaster.set_bounds(query.index_ranges.clone());
        let most = self.blaster.bytes().saturating_add(room);
        let mut needed = 0;
        for term in self.form.order(query) {
            let before = self.blaster.clauses();
            self.assumptions.push(self.blaster.literal(pool, term, most)?);
            let added = self.blaster.clauses() - before;
            needed += *self.cost.entry(positive(pool, term)).or_insert(added);
        }
        if self.form == Form::Backward {
            self.assumptions.reverse();
        }
        self.blaster.connect_within_bounds(pool);
        Some(needed)
    }

    /// Solves the encoded query, checks the model and connects reads that it gets wrong, until there is an
    /// answer or a limit is reached; `None` if the watch ended it.
    pub(super) fn search(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        ends: &Ends,
        mut watch: Watch,
    ) -> Option<Reply> {
        let Instance { blaster, assumptions, .. } = self;
        let before = blaster.work().conflicts;
        loop {
            let spent = blaster.work().conflicts - before;
            let conflicts = ends.conflicts.map(|limit| limit.saturating_sub(spent));
            let limits = Limits { conflicts, deadline: query.deadline, cancel: ends.cancel.clone() };
            match blaster.solve(assumptions, limits.clone(), &mut watch) {
                Verdict::Unsat => {
                    // The constraints hold together, so a refutation uses the question. A refutation without it
                    // would mean that the definitions of the gates contradict each other.
                    let question = *assumptions.last().expect("the question is assumed last");
                    if !blaster.in_core(question) {
                        debug_assert!(false, "a refutation without the question");
                        return Some(Reply::Unknown(Unknown::WrongModel));
                    }
                    let assumed = query.slice.constraints.iter().zip(&*assumptions);
                    let core = assumed.filter(|&(_, &lit)| blaster.in_core(lit)).map(|(&constraint, _)| constraint);
                    return Some(Reply::Unsat(core.collect()));
                }
                Verdict::Limit if watch.has_ended() => return None,
                Verdict::Limit => {
                    let spent = blaster.work().conflicts - before;
                    return Some(Reply::Unknown(match ends.conflicts.is_some_and(|limit| spent >= limit) {
                        _ if limits.cancelled() => Unknown::Cancelled,
                        true => Unknown::Conflicts,
                        false => Unknown::Time,
                    }));
                }
                Verdict::Sat => {}
            }
            let witness = query.witness(blaster.model_bytes(query.ranges(), &query.model).into());
            if satisfies(pool, check, &witness.model, query) {
                return Some(Reply::Sat(witness));
            }
            self.refinements += 1;
            if blaster.refine(pool, |symbol, index| witness.model.byte(symbol, index)) == 0 {
                return Some(Reply::Unknown(Unknown::WrongModel));
            }
        }
    }

    /// What to expect of the instance if it is asked before a fresh one.
    pub(super) fn prospect(&self, pool: &Pool, query: &Query) -> Prospect {
        let missing = self.blaster.clauses_missing(pool, query.terms());
        let is_known = |known: usize| BLAST_MISSING * missing <= known;
        let is_small =
            |known: usize| known >= BLAST_EARLY_CLAUSES && self.blaster.variables() <= (known / BLAST_VARIABLE) as u64;
        // The sum of what each constraint added is too small where constraints share terms, but quickly known.
        let known = query.terms().filter_map(|term| self.cost.get(&positive(pool, term))).sum();
        if is_known(known) && is_small(known) {
            return Prospect::Early;
        }
        let known = self.needed(pool, query);
        match (is_known(known), is_small(known)) {
            (false, _) => Prospect::Foreign,
            (true, false) => Prospect::Late,
            (true, true) => Prospect::Early,
        }
    }

    /// How many clauses encode those of the query's terms that are encoded.
    pub(super) fn needed(&self, pool: &Pool, query: &Query) -> usize {
        self.blaster.clauses_below(pool, query.terms(), usize::MAX)
    }
}

/// The term without its negation, if it is one.
fn positive(pool: &Pool, term: ExprId) -> ExprId {
    let node = pool.node(term);
    if node.op == Op::Not { node.arg(0) } else { term }
}
