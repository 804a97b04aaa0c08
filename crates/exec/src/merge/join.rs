//! Joining states: several states at the same place become one that stands for all of them.
//!
//! States can be joined if they differ in nothing but values: what they have assumed since their common root, the
//! live slots of the innermost frame, and the contents of objects. The joined state has assumed that one of the
//! paths was taken, and where values differ it holds a choice by which one it was.

use expr::ExprId;
use memory::{AddressSpace, Difference, Value};
use solver::PathCondition;
use triomphe::Arc;

use super::Reason;
use super::paths::Paths;
use super::patterns::Pattern;
use super::pointers::same_base;
use super::terms::Terms;
use crate::config::MergedTerms;
use crate::decision::{Choice, Decision, Decisions, Moment, Others};
use crate::shared_set::SharedSet;
use crate::state::{Registers, Slot, State, StateId, States};
use crate::tuning::{MERGED_BYTES, MERGED_PLACES};
use crate::worker::Worker;

/// States that became one, as the joined state remembers them.
#[derive(Debug)]
pub struct Joined {
    /// Each path: the condition that it was taken, given that one of them was.
    pub paths: Vec<JoinedPath>,
    /// The number of decisions that all of them share.
    pub(crate) shared: usize,
    /// The number of instructions that the joined state counts at this point.
    pub(crate) instructions: u64,
}

/// One of the paths that became one.
#[derive(Clone, Debug)]
pub struct JoinedPath {
    /// What it has assumed since the root of the region.
    pub(crate) condition: ExprId,
    /// Its decisions.
    pub(crate) decisions: Decisions,
    /// The number of instructions that it has executed.
    pub(crate) instructions: u64,
    /// What it has done that no test had shown at that time.
    pub(crate) unshown: SharedSet,
    /// The number of paths that it stands for itself.
    pub(crate) represents: u64,
}

impl PartialEq for Joined {
    fn eq(&self, other: &Joined) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Joined {}

impl Worker<'_> {
    /// Whether two states differ in values only, and in no more than the reason to join them allows. States that point to
    /// different objects are not joined, unless the program has asked for it: each access through a choice between
    /// pointers would fork again. Pointers into the same object may differ: they become its address and an offset.
    pub(crate) fn can_join(&self, a: &State, b: &State, reason: Reason) -> bool {
        let is_wanted = reason == Reason::Wanted;
        let (most, program) = (self.attempt.joining.cost, &self.run.program);
        let at_same_place = (a.machine.frame.func, a.machine.frame.pc) == (b.machine.frame.func, b.machine.frame.pc);
        let code = self.in_code(a);
        let mut cost = 0;
        if reason == Reason::Cheap {
            cost = match &code {
                _ if !at_same_place => u32::MAX,
                Some(code) => code.cost_of_registers(a, b),
                None => self.run.slot_costs().of_slots(program, a, b),
            };
            if cost >= most {
                return false;
            }
        }
        let mut places = 0;
        let mut is_fine = |slot: Slot, one: Value, other: Value| {
            if one == other {
                return true;
            }
            let Slot::Register { frame: 0, slot } = slot else { return false };
            if code.as_ref().is_some_and(|code| code.forgets(slot)) {
                return true;
            }
            if reason == Reason::Same {
                return false;
            }
            places += 1;
            is_wanted || self.pointed_at(a, one) == self.pointed_at(b, other)
        };
        if !a.machine.pairs_outside_memory(&b.machine, Registers::Live(&self.run.program), &mut is_fine)
            || !a.record.pairs(&b.record, &mut |_, a, b| a == b)
        {
            return false;
        }
        let Some(alike) = AddressSpace::alike(&[&a.machine.memory, &b.machine.memory]) else { return false };
        let spaces = alike.spaces();
        let Some(differences) = AddressSpace::differences(&spaces, MERGED_BYTES) else { return false };
        if reason == Reason::Same && !(differences.is_empty() && alike.sizes() == 0) {
            return false;
        }
        if self.run.config.check_leaks {
            let points = |&difference: &Difference| [a, b].iter().any(|state| self.points_around(state, difference));
            // What lies behind the end of an object that is smaller on one path may be a pointer of the other.
            if alike.sizes() > 0 || !self.keep_alike(a, b) || differences.iter().any(points) {
                return false;
            }
        }
        let counted: Vec<&Difference> = differences
            .iter()
            .filter(|difference| !code.as_ref().is_some_and(|code| code.forgets_memory(a, difference)))
            .collect();
        let points = |difference: &&Difference| {
            let at = |state, space: &AddressSpace| {
                let word = space.concrete_difference(**difference);
                word.and_then(|word| self.pointed_at(state, Value::Int(word)))
            };
            difference.len == 8 && at(a, spaces[0]) != at(b, spaces[1])
        };
        if is_wanted {
            return true;
        }
        if places + counted.len() + alike.sizes() > MERGED_PLACES || counted.iter().any(points) {
            return false;
        }
        if reason == Reason::Cheap && (!counted.is_empty() || alike.sizes() > 0) {
            let of_memory = match &code {
                Some(code) => counted.iter().map(|difference| code.cost_of_memory(a, difference)).sum(),
                None => self.run.slot_costs().of_memory(program, a),
            };
            cost = cost.saturating_add(of_memory);
        }
        cost < most
    }

    /// Joins states of which each two can be joined, and which have `root` in common. Gives the states back if
    /// nothing tells their paths apart or they differ in too much.
    pub(crate) fn join(
        &mut self,
        root: &PathCondition,
        mut states: States,
        reason: Reason,
        pattern: Option<Pattern>,
    ) -> Result<Box<State>, States> {
        let assumed: Vec<Vec<ExprId>> = states.iter().map(|state| state.path.condition.assumed_since(root)).collect();
        let spaces: Vec<&AddressSpace> = states.iter().map(|state| &state.machine.memory).collect();
        let alike = AddressSpace::alike(&spaces);
        let spaces = alike.as_ref().map_or_else(Vec::new, |alike| alike.spaces());
        let differences = AddressSpace::differences(&spaces, MERGED_BYTES);
        let paths = Paths::new(&mut self.pool, &assumed, &self.regions.routes);
        let (Some(paths), Some(alike), Some(differences)) = (paths, &alike, differences) else {
            return Err(states);
        };
        if reason == Reason::Cheap
            && pattern.is_none()
            && self.pool.as_u64(paths.condition()) != Some(1)
            && states.len() > self.attempt.joining.alternatives
        {
            return Err(states);
        }
        let paths = match pattern {
            Some(pattern) => Terms::Pattern(pattern),
            None if self.attempt.joining.terms == MergedTerms::Plain => Terms::plain(&mut self.pool, &assumed),
            None => Terms::Tree(paths),
        };
        let layout = self.run.layout;
        // Memory.
        let mut chosen: Vec<(Vec<ExprId>, ExprId)> = Vec::new();
        let mut choose = |pool: &mut expr::Pool, values: &[Value], width: u32| {
            if values.iter().all(|value| *value == values[0]) {
                return values[0];
            }
            let terms: Vec<ExprId> = values.iter().map(|value| value.to_expr(pool, width)).collect();
            let base = if width == 64 { same_base(layout, pool, &states, values) } else { None };
            let term = match base {
                Some(base) => {
                    let base = pool.int(64, base);
                    let offsets: Vec<ExprId> = terms.iter().map(|&term| pool.sub(term, base)).collect();
                    let offset = paths.value(pool, &offsets);
                    pool.add(base, offset)
                }
                None => paths.value(pool, &terms),
            };
            chosen.push((terms, term));
            Value::from_expr(pool, term)
        };
        let mut memory = AddressSpace::joined(&mut self.pool, &spaces, &differences, &mut choose);
        alike.choose(&mut self.pool, &mut memory, &mut choose);
        // Slots.
        let func = states[0].machine.frame.func;
        let (function, code) = (&self.run.module.functions[func.index()], &self.run.program.funcs[func.index()]);
        let live = self.run.live_widths[func.index()].at(function, code, states[0].machine.frame.pc);
        let mut slots = Vec::new();
        for (slot, width) in live {
            let values: Vec<Value> = states.iter().map(|state| state.machine.frame.regs[slot as usize]).collect();
            slots.push((slot, choose(&mut self.pool, &values, width)));
        }
        let of = &states[0].path.condition;
        let path = if let Terms::Pattern(pattern) = &paths {
            let path = self.repeated_condition(root, pattern, of);
            if self.run.config.check_answers {
                chosen.extend(self.read_back(&states, &memory, &differences));
                self.check_pattern(&states, &path, pattern, &assumed, &chosen);
            }
            path
        } else {
            let condition = paths.condition(&mut self.pool);
            self.regions.routes.learn(condition, &assumed);
            let path = self.joined_condition(root, condition, of);
            if self.run.config.check_answers {
                chosen.extend(self.read_back(&states, &memory, &differences));
                self.check_join(&states, condition, &chosen);
            }
            path
        };
        let joined = Arc::new(self.remember(&states, assumed));
        let mut state = states.swap_remove(0);
        state.id = StateId(self.next_id);
        self.next_id += 1;
        state.machine.memory = memory;
        for (slot, value) in slots {
            state.machine.frame.regs[slot as usize] = value;
        }
        state.path.condition = path;
        let represented = joined.paths.iter().map(|path| path.represents).fold(0, u64::saturating_add);
        state.path.joined = represented - 1;
        // What the paths have executed is looked up when a test is written.
        state.record.unshown = SharedSet::default();
        // With the greatest number an instruction loads zeros no later than on any of the paths. Where a path alone would
        // still load something undefined, it has no decision about it and goes on with zeros, too: the trail fits.
        for other in &states {
            state.record.undefined_loads.raise(&other.record.undefined_loads);
        }
        state.record.covered_new |= states.iter().any(|state| state.record.covered_new);
        state.path.decisions = state.path.decisions.first(joined.shared);
        let at = Moment { instruction: state.path.instructions, ..Moment::default() };
        state.path.decisions.push(Decision { at, choice: Choice::Joined(joined), others: Others::Followed });
        state.schedule.restart();
        if let Terms::Pattern(pattern) = &paths {
            self.note_counted_size(&mut state, pattern);
            self.counts.patterns += 1;
            self.counts.several_runs += u64::from(pattern.is_of_several());
            self.counts.known_counts += u64::from(pattern.is_known());
        }
        self.counts.joins += 1;
        self.counts.joined += 1 + states.len() as u64;
        Ok(state)
    }

    /// The path condition of the joined state, with a model of one of the paths.
    fn joined_condition(&mut self, root: &PathCondition, condition: ExprId, of: &PathCondition) -> PathCondition {
        if self.pool.as_u64(condition) == Some(1) {
            return root.clone();
        }
        self.solver.extended(&mut self.pool, root, condition, of.model().clone())
    }

    fn remember(&mut self, states: &[Box<State>], assumed: Vec<Vec<ExprId>>) -> Joined {
        let shared = states.iter().map(|state| state.path.decisions.shared_with(&states[0].path.decisions)).min();
        let paths = states.iter().zip(assumed).map(|(state, assumed)| {
            let condition = assumed.into_iter().fold(self.pool.bool(true), |all, next| self.pool.and(all, next));
            JoinedPath {
                condition,
                decisions: state.path.decisions.clone(),
                instructions: state.path.instructions,
                unshown: state.record.unshown.clone(),
                represents: state.path.joined.saturating_add(1),
            }
        });
        Joined { paths: paths.collect(), shared: shared.unwrap_or(0), instructions: states[0].path.instructions }
    }

    /// What differs in memory, as the paths' own memory and the joined one have it. Of an object that is smaller on some
    /// path only the bytes that all have are compared.
    fn read_back(
        &mut self,
        states: &[Box<State>],
        joined: &AddressSpace,
        differences: &[Difference],
    ) -> Vec<(Vec<ExprId>, ExprId)> {
        let mut pairs = Vec::new();
        for difference in differences {
            let spaces: Vec<&AddressSpace> = states.iter().map(|state| &state.machine.memory).collect();
            if !spaces.iter().all(|space| space.has_difference(*difference)) {
                continue;
            }
            let width = 8 * difference.len;
            let terms = AddressSpace::values(&mut self.pool, &spaces, *difference);
            let terms = terms.into_iter().map(|value| value.to_expr(&mut self.pool, width)).collect();
            let read = AddressSpace::values(&mut self.pool, &[joined], *difference)[0];
            pairs.push((terms, read.to_expr(&mut self.pool, width)));
        }
        pairs
    }

    /// Checks a join by the solver: on each path the joined condition holds, and the joined values are the path's.
    fn check_join(&mut self, states: &[Box<State>], condition: ExprId, chosen: &[(Vec<ExprId>, ExprId)]) {
        let holds = self.pool.bool(true);
        for (number, state) in states.iter().enumerate() {
            let values = chosen.iter().map(|(terms, joined)| (terms[number], *joined));
            for pair in values.chain([(condition, holds)]) {
                self.solver.check_equal(&mut self.pool, &state.path.condition, pair, "join");
            }
        }
    }
}
