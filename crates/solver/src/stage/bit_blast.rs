//! Bit-blasting: constraints and question become literals of a SAT solver that are assumed.
//!
//! Nothing is ever asserted, so an encoded term serves every later question. But a SAT solver assigns all the gates it
//! ever saw, so one solver for everything grows slow: a few instances are kept, a query goes to the one that knows
//! most of its constraints, and an instance that grew far beyond what its queries need is dropped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use expr::{Evaluator, ExprId, Pool};
use rustc_hash::FxHashMap;

use crate::answer::Unknown;
use crate::blast::Blaster;
use crate::blast::arrays::AxiomCounts;
use crate::blast::contents::KnownContents;
use crate::config::Config;
use crate::query::{Query, Reply};
use crate::sat::{Backend, Limits, Lit, Verdict};
use crate::stage::{BIT_BLAST, Stage, satisfies};

/// An instance below this many clauses is never dropped for its size.
const CLAUSE_FLOOR: usize = 20_000;
/// An instance may hold so many times the clauses its query needs.
const SLACK: usize = 4;
/// How many constraints are looked up to compare instances.
const SAMPLE: usize = 16;

/// The stage.
pub(crate) struct BitBlast {
    /// Most recently used first.
    instances: Vec<Instance>,
    limit: usize,
    conflict_limit: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    /// Bytes.
    memory_limit: usize,
    assumptions: Vec<Lit>,
    conflicts: u64,
    created: u64,
    refinements: u64,
    axioms: AxiomCounts,
    /// Of tables, for all instances.
    contents: KnownContents,
}

/// One SAT solver.
struct Instance {
    blaster: Blaster<Backend>,
    /// How many clauses each constraint or question added.
    cost: FxHashMap<ExprId, usize>,
}

impl BitBlast {
    pub(crate) fn new(config: &Config) -> BitBlast {
        BitBlast {
            instances: Vec::new(),
            limit: config.instances.max(1),
            conflict_limit: config.conflicts,
            cancel: config.cancel.clone(),
            memory_limit: config.question_memory.unwrap_or(usize::MAX),
            assumptions: Vec::new(),
            conflicts: 0,
            created: 0,
            refinements: 0,
            axioms: AxiomCounts::default(),
            contents: KnownContents::default(),
        }
    }

    /// Brings the instance that knows most of the constraints to the front, or a new one if none knows any.
    fn choose(&mut self, query: &Query) {
        let constraints = &query.slice.constraints;
        let step = constraints.len().div_ceil(SAMPLE).max(1);
        let known = |instance: &Instance| {
            constraints.iter().step_by(step).chain([&query.question]).filter(|&&c| instance.blaster.knows(c)).count()
        };
        let mut best = None;
        for (place, instance) in self.instances.iter().enumerate() {
            let known = known(instance);
            if known > 0 && best.is_none_or(|(_, most)| known > most) {
                best = Some((place, known));
            }
        }
        match best {
            Some((place, _)) => self.instances[..=place].rotate_right(1),
            None => {
                self.created += 1;
                self.instances.truncate(self.limit - 1);
                self.instances.insert(0, Instance::new(&self.contents));
            }
        }
    }
}

impl Instance {
    fn new(contents: &KnownContents) -> Instance {
        let mut blaster = Blaster::new();
        blaster.share_contents(contents);
        Instance { blaster, cost: FxHashMap::default() }
    }

    /// Encodes the query and gives the number of clauses it needs, roughly; nothing if it needs more memory than it may
    /// take.
    fn assume(&mut self, pool: &Pool, query: &Query, room: usize, assumptions: &mut Vec<Lit>) -> Option<usize> {
        assumptions.clear();
        self.blaster.set_bounds(query.index_ranges.borrow().clone());
        let start = self.blaster.bytes();
        let mut needed = 0;
        for &term in query.slice.constraints.iter().chain([&query.question]) {
            let before = self.blaster.clauses();
            let room = (start.saturating_add(room)).saturating_sub(self.blaster.bytes());
            assumptions.push(self.blaster.literal(pool, term, room)?);
            let added = self.blaster.clauses() - before;
            needed += *self.cost.entry(term).or_insert(added);
        }
        self.blaster.connect_within_bounds(pool);
        Some(needed)
    }
}

impl Stage for BitBlast {
    fn name(&self) -> &'static str {
        BIT_BLAST
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        let mut assumptions = std::mem::take(&mut self.assumptions);
        let reply = if self.encode(pool, query, &mut assumptions) {
            self.search(pool, check, query, &assumptions)
        } else {
            // What was encoded so far is worth nothing and takes much.
            self.instances.remove(0);
            Reply::Unknown(Unknown::Memory)
        };
        self.assumptions = assumptions;
        Some(reply)
    }

    fn forget(&mut self) {
        self.instances.clear();
        self.contents.borrow_mut().clear();
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("conflicts", self.conflicts),
            ("instances", self.created),
            ("refinements", self.refinements),
            ("axioms_possible", self.axioms.possible),
            ("axioms_made", self.axioms.made),
            ("axioms_avoided_by_type", self.axioms.avoided_by_type),
            ("axioms_avoided_by_interval", self.axioms.avoided_by_interval),
        ]
    }
}

impl BitBlast {
    /// Brings the query's literals into the instance at the front; false if that takes too much memory.
    fn encode(&mut self, pool: &Pool, query: &Query, assumptions: &mut Vec<Lit>) -> bool {
        self.choose(query);
        let Some(needed) = self.instances[0].assume(pool, query, self.memory_limit, assumptions) else { return false };
        if self.instances[0].blaster.clauses() <= CLAUSE_FLOOR.max(SLACK * needed) {
            return true;
        }
        self.created += 1;
        self.instances[0] = Instance::new(&self.contents);
        self.instances[0].assume(pool, query, self.memory_limit, assumptions).is_some()
    }

    /// Solves, checks the model, connects what was left open, until there is an answer or a limit.
    fn search(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query, assumptions: &[Lit]) -> Reply {
        let blaster = &mut self.instances[0].blaster;
        let before = blaster.conflicts();
        let reply = loop {
            let spent = blaster.conflicts() - before;
            let conflicts = self.conflict_limit.map(|limit| limit.saturating_sub(spent));
            let limits = Limits { conflicts, deadline: query.deadline, cancel: self.cancel.clone() };
            match blaster.solve(assumptions, limits.clone()) {
                Verdict::Unsat => {
                    // The constraints hold together, so a refutation uses the question. One without it would mean
                    // that the definitions of the gates contradict each other.
                    let question = *assumptions.last().expect("the question is assumed last");
                    if !blaster.in_core(question) {
                        debug_assert!(false, "a refutation without the question");
                        break Reply::Unknown(Unknown::WrongModel);
                    }
                    let assumed = query.slice.constraints.iter().zip(assumptions);
                    let core = assumed.filter(|&(_, &lit)| blaster.in_core(lit)).map(|(&constraint, _)| constraint);
                    break Reply::Unsat(core.collect());
                }
                Verdict::Limit => {
                    let exhausted = self.conflict_limit.is_some_and(|limit| blaster.conflicts() - before >= limit);
                    break Reply::Unknown(match exhausted {
                        _ if limits.cancelled() => Unknown::Cancelled,
                        true => Unknown::Conflicts,
                        false => Unknown::Time,
                    });
                }
                Verdict::Sat => {}
            }
            let witness = query.witness(blaster.model_bytes(&query.ranges, &query.model).into());
            if satisfies(pool, check, &witness.model, query) {
                break Reply::Sat(witness);
            }
            self.refinements += 1;
            if blaster.refine(pool, |symbol, index| witness.model.byte(symbol, index)) == 0 {
                break Reply::Unknown(Unknown::WrongModel);
            }
        };
        self.conflicts += blaster.conflicts() - before;
        self.axioms.add(blaster.take_axiom_counts());
        if blaster.bytes() > self.memory_limit {
            // Learnt clauses count too; the next question starts anew.
            self.instances.remove(0);
        }
        reply
    }
}
