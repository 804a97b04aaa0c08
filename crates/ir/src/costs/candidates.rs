//! Where states could be merged, and what that would cost.
//!
//! Two states that diverge at a block meet again at a join that this block dominates. There they may differ in
//! the join's parameters, to which its edges pass different values, and in the memory that is written in
//! between. A merge is worthwhile if the sum of the costs of all these is less than a limit.

use std::collections::BTreeSet;

use crate::cfg::Cfg;
use crate::inst::{Callee, Inst, Operand};
use crate::module::{Block, BlockId, Function, Reg};

use super::FunctionCosts;
use super::effects::Surroundings;
use super::memory::Objects;

/// A join, with the costs of the values that may differ there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The join: where the states meet.
    pub block: BlockId,
    /// The immediate dominator of the join: the last block that all paths to the join have in common.
    pub from: BlockId,
    /// The sum of the costs of the join's parameters.
    pub parameters: u32,
    /// The sum of the costs of the memory that is written between `from` and `block`.
    pub memory: u32,
}

impl Candidate {
    /// The cost of merging at this join.
    pub fn cost(&self) -> u32 {
        self.parameters.saturating_add(self.memory)
    }

    /// Whether merging here is worthwhile: the cost is less than the limit.
    pub fn is_under(&self, limit: u32) -> bool {
        self.cost() < limit
    }
}

/// The joins of a function, by ascending block.
pub(super) fn of(writes: &mut Writes<'_>, costs: &FunctionCosts) -> Vec<Candidate> {
    let (function, cfg) = (writes.function, writes.cfg);
    let dominators = cfg.dominators();
    let mut found = Vec::new();
    for number in 0..cfg.len() as u32 {
        let block = BlockId(number);
        let ways = cfg.predecessors(block).iter().filter(|&&before| cfg.is_reachable(before)).count();
        let Some(from) = dominators.immediate(block).filter(|_| ways > 1) else { continue };
        let point = costs.at(block);
        let params = function.blocks[block.index()].params.iter().map(|&param| point.of(param));
        let written = writes.between(from, block);
        let locals = written.locals.iter().map(|&local| point.of_local(local));
        let memory = locals.chain(written.rest.then_some(point.memory)).fold(0, u32::saturating_add);
        found.push(Candidate { block, from, parameters: params.fold(0, u32::saturating_add), memory });
    }
    found
}

/// What memory may be written: some local objects, and perhaps the rest.
#[derive(Clone, Default)]
struct Written {
    locals: BTreeSet<Reg>,
    rest: bool,
}

/// What each block of a function may write.
pub(super) struct Writes<'a> {
    function: &'a Function,
    cfg: &'a Cfg,
    blocks: Vec<Written>,
    /// For each block, the join for which it was visited last.
    seen: Vec<u32>,
}

impl<'a> Writes<'a> {
    /// Collects what the instructions of each block may write.
    pub fn new(around: &Surroundings<'_>, function: &'a Function, cfg: &'a Cfg, objects: &Objects) -> Writes<'a> {
        let written = |block: &Block| {
            let mut written = Written::default();
            block.insts.iter().for_each(|(inst, _)| written.note(around, objects, inst));
            written
        };
        let blocks = function.blocks.iter().map(written).collect();
        Writes { function, cfg, blocks, seen: vec![u32::MAX; cfg.len()] }
    }

    /// Whether the function may write memory other than its own local objects.
    pub fn anything(&self) -> bool {
        self.cfg.reverse_postorder().iter().any(|block| self.blocks[block.index()].rest)
    }

    /// What may be written on the paths from `from` to `to`. The writes of `from` itself are not included;
    /// those of `to` are only if a path passes through it more than once.
    fn between(&mut self, from: BlockId, to: BlockId) -> Written {
        let mut written = Written::default();
        let mut waiting: Vec<BlockId> = self.cfg.predecessors(to).to_vec();
        while let Some(block) = waiting.pop() {
            let seen = std::mem::replace(&mut self.seen[block.index()], to.0);
            if block != from && seen != to.0 && self.cfg.is_reachable(block) {
                let here = &self.blocks[block.index()];
                written.locals.extend(&here.locals);
                written.rest |= here.rest;
                waiting.extend(self.cfg.predecessors(block));
            }
        }
        written
    }
}

impl Written {
    fn note(&mut self, around: &Surroundings<'_>, objects: &Objects, inst: &Inst) {
        match inst {
            Inst::Store { ptr, .. } => self.write(objects, ptr),
            Inst::Call { callee: Callee::Direct(id), args, .. } => match &around.summaries[id.index()] {
                // A model writes at most to the objects whose addresses it is given.
                _ if !around.module.functions[id.index()].is_defined() => {
                    args.iter().filter(|arg| objects.is_address(arg)).for_each(|arg| self.write(objects, arg));
                }
                Some(summary) => self.rest |= summary.writes,
                None => self.rest = true,
            },
            Inst::Call { callee: Callee::Indirect(_), .. } => self.rest = true,
            _ => {}
        }
    }

    fn write(&mut self, objects: &Objects, address: &Operand) {
        match objects.register_at(address) {
            Some(local) => {
                self.locals.insert(local);
            }
            None => self.rest = true,
        }
    }
}
