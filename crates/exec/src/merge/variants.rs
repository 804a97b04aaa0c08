//! The single paths that a joined state stands for: what its tests, its trail and its coverage are about.
//!
//! A test has one input, and with it the program takes one path. So when a joined path ends, the paths that were
//! joined are looked at again: one of them by itself, another one for what only it has executed, and every one if all
//! tests are wanted.

use expr::ExprId;
use ir::ErrorKind;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, PathCondition};

use super::join::{Joined, JoinedPath};
use crate::config::Tests;

use crate::decision::{Asking, Choice, Decision, Decisions};
use crate::outcome::Termination;
use crate::shared_set::SharedSet;
use crate::state::State;
use crate::tuning::VARIANTS;
use crate::worker::{Interrupt, Worker};

/// One of the paths that a joined state stands for.
struct Variant {
    /// The conditions that it was taken.
    conditions: Vec<ExprId>,
    decisions: Decisions,
    unshown: SharedSet,
    /// How many more instructions it has executed than the joined state counts.
    longer: i64,
}

impl Worker<'_> {
    /// Reports the end of a joined path by the paths that were joined: as many as tests are wanted of.
    pub(crate) fn finish_joined(&mut self, state: &State, path: &PathCondition, termination: &Termination) {
        let is_counted = self.run.config.tests == Tests::All;
        let bound = self.represented(state, path);
        let mut counted = Some(if is_counted { 0 } else { bound });
        let found = self.finish_variants(state, path, termination, &mut counted);
        if is_counted && matches!(termination, Termination::Exit(_)) {
            let represented = found.map_or(bound, |found| found.min(bound));
            self.counts.represented = self.counts.represented.saturating_add(represented);
        }
    }

    /// Reports the paths of which tests are wanted. Returns their number if all are found that there are.
    fn finish_variants(
        &mut self,
        state: &State,
        path: &PathCondition,
        termination: &Termination,
        counted: &mut Option<u64>,
    ) -> Option<u64> {
        let mut rest = path.clone();
        for number in 1..=VARIANTS {
            let (single, taken) = self.untangled(state, &rest);
            let own = if number == 1 { termination.clone() } else { self.ended_again(state, &rest, termination) };
            if !self.finish_variant(&single, own, counted.take()) {
                return None;
            }
            if self.run.is_over() {
                // Some of the paths may have deserved tests of their own.
                self.counts.untested += 1;
                return None;
            }
            // The next path: any other one, or one that has executed something that no test shows.
            let others = match self.run.config.tests {
                Tests::All => self.pool.not(taken),
                Tests::New => self.unshown_paths(&state.path.decisions, 0, &mut FxHashMap::default()),
                Tests::Errors => return None,
            };
            match self.solver.assume(&mut self.pool, &rest, others) {
                Answer::Sat(next) => rest = next,
                Answer::Unsat => return Some(number as u64),
                Answer::Unknown(_) => {
                    // Perhaps there are others, which would have had tests.
                    self.counts.untested += 1;
                    return None;
                }
            }
        }
        None
    }

    /// What a joined path ends in, as its paths under another condition do: the sizes, offsets and addresses that an error tells of
    /// are those of a path, so its last instruction is run again there.
    fn ended_again(&mut self, state: &State, path: &PathCondition, ended: &Termination) -> Termination {
        let kind_of = |end: &Termination| if let Termination::Error { kind, .. } = end { Some(*kind) } else { None };
        // Leaks are told of path by path in any case.
        let Some(kind) = kind_of(ended).filter(|&kind| kind != ErrorKind::Leak) else { return ended.clone() };
        let mut again = state.clone();
        again.path.condition = path.clone();
        self.asking = Asking::default();
        match self.step(&mut again) {
            Err(Interrupt::End(own)) if kind_of(&own) == Some(kind) => own,
            _ => ended.clone(),
        }
    }

    /// How many paths a joined path stands for, at most. A joined path that forks is counted for all of its paths on both
    /// sides, since to find out which of them go on there would take questions. But each path has an input, so there are no more than
    /// the inputs by which the paths were told apart can have values.
    fn represented(&self, state: &State, path: &PathCondition) -> u64 {
        let most = state.path.joined.saturating_add(1);
        let (mut conditions, mut seen) = (Vec::new(), FxHashSet::default());
        told_apart_by(&state.path.decisions, 0, &mut conditions, &mut seen);
        most.min(self.solver.ways(&self.pool, path, &conditions))
    }

    /// The single path that the model of a path condition takes, and the condition that it was taken.
    pub(crate) fn untangled(&mut self, state: &State, path: &PathCondition) -> (State, ExprId) {
        let mut variant = Variant {
            conditions: Vec::new(),
            decisions: Decisions::default(),
            unshown: state.record.unshown.clone(),
            longer: 0,
        };
        self.untangle(&state.path.decisions, 0, path, &mut variant);
        let taken = variant.conditions.into_iter().fold(self.pool.bool(true), |all, next| self.pool.and(all, next));
        let mut single = state.clone();
        single.path.condition = self.solver.extended(&mut self.pool, path, taken, path.model().clone());
        single.path.decisions = variant.decisions;
        single.path.instructions = state.path.instructions.saturating_add_signed(variant.longer);
        single.path.joined = 0;
        single.record.unshown = variant.unshown;
        (single, taken)
    }

    /// Adds the decisions of a path from number `from` on; at a join those of the path that was taken.
    fn untangle(&mut self, decisions: &Decisions, from: usize, path: &PathCondition, variant: &mut Variant) {
        for decision in decisions.iter().skip(from) {
            let Choice::Joined(joined) = &decision.choice else {
                variant.decisions.push(moved(decision, variant.longer));
                continue;
            };
            let taken = self.taken(joined, path);
            variant.conditions.push(taken.condition);
            for thing in taken.unshown.outside(&SharedSet::default()) {
                variant.unshown.insert(thing);
            }
            // Before the join, the path counted its own instructions; what it inherited was moved already.
            self.untangle(&taken.decisions, joined.shared, path, variant);
            variant.longer += taken.instructions as i64 - joined.instructions as i64;
            let mark = Decision { choice: Choice::Became(joined.paths.len() as u64), ..decision.clone() };
            variant.decisions.push(moved(&mark, variant.longer));
        }
    }

    fn taken<'j>(&mut self, joined: &'j Joined, path: &PathCondition) -> &'j JoinedPath {
        let holds = |worker: &mut Self, condition| worker.solver.eval(&worker.pool, path, condition).low_u64() != 0;
        let taken = joined.paths.iter().find(|of| holds(self, of.condition));
        taken.expect("a model of a joined path takes one of the paths")
    }

    /// The condition that a path was taken that has executed something which no test shows. `from` is the number of the
    /// first decision to look at. Several paths may have been joined with the same ones before: `known` are the
    /// conditions of joins that were looked at already, by their addresses.
    fn unshown_paths(&mut self, decisions: &Decisions, from: usize, known: &mut FxHashMap<usize, ExprId>) -> ExprId {
        let mut any = self.pool.bool(false);
        for decision in decisions.iter().skip(from) {
            let Choice::Joined(joined) = &decision.choice else { continue };
            let key = std::ptr::from_ref::<Joined>(joined) as usize;
            let within = match known.get(&key) {
                Some(&condition) => condition,
                None => {
                    let condition = self.unshown_in(joined, known);
                    known.insert(key, condition);
                    condition
                }
            };
            any = self.pool.or(any, within);
        }
        any
    }

    fn unshown_in(&mut self, joined: &Joined, known: &mut FxHashMap<usize, ExprId>) -> ExprId {
        let mut any = self.pool.bool(false);
        for of in &joined.paths {
            let is_new = self.run.covered().has_unshown(&of.unshown);
            let new = if is_new {
                of.condition
            } else {
                let within = self.unshown_paths(&of.decisions, joined.shared, known);
                self.pool.and(of.condition, within)
            };
            any = self.pool.or(any, new);
        }
        any
    }
}

/// Adds the conditions by which the paths of the joins from decision number `from` on were told apart. `seen` are the joins that
/// were looked at, by their addresses.
fn told_apart_by(decisions: &Decisions, from: usize, conditions: &mut Vec<ExprId>, seen: &mut FxHashSet<usize>) {
    for decision in decisions.iter().skip(from) {
        let Choice::Joined(joined) = &decision.choice else { continue };
        let joined: &Joined = joined;
        if seen.insert(std::ptr::from_ref(joined) as usize) {
            for of in &joined.paths {
                conditions.push(of.condition);
                told_apart_by(&of.decisions, joined.shared, conditions, seen);
            }
        }
    }
}

/// A decision at an instruction that is so much later.
fn moved(decision: &Decision, later: i64) -> Decision {
    let mut moved = decision.clone();
    moved.at.instruction = moved.at.instruction.saturating_add_signed(later);
    moved
}
