//! Where states could be merged, and what that would cost.
//!
//! Two states that part at a block come together at a join that it dominates. What they may differ in there are the join's
//! parameters, to which its edges give different values, and the memory that is written between. A merge is worth it if the
//! costs of all that, summed up, are less than a limit.

use std::collections::BTreeSet;

use crate::cfg::Cfg;
use crate::inst::{Callee, Inst, Operand};
use crate::module::{Block, BlockId, Function, Reg};

use super::FunctionCosts;
use super::effects::Surroundings;
use super::memory::Objects;

/// A join with what the values that may differ there cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where the states meet.
    pub block: BlockId,
    /// The block that dominates the join and every way to it: where they part at the latest.
    pub from: BlockId,
    /// The sum of the costs of the join's parameters.
    pub parameters: u32,
    /// The sum of the costs of the memory that is written between.
    pub memory: u32,
}

impl Candidate {
    /// The cost of merging there.
    pub fn cost(&self) -> u32 {
        self.parameters.saturating_add(self.memory)
    }

    /// Whether merging there is worth it under a limit: the cost has to be less.
    pub fn is_under(&self, limit: u32) -> bool {
        self.cost() < limit
    }
}

/// The joins of a function.
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

/// What may be written.
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
    /// The join for which each block was looked at last.
    seen: Vec<u32>,
}

impl<'a> Writes<'a> {
    /// Looks at every instruction.
    pub fn new(around: &Surroundings<'_>, function: &'a Function, cfg: &'a Cfg, objects: &Objects) -> Writes<'a> {
        let written = |block: &Block| {
            let mut written = Written::default();
            block.insts.iter().for_each(|(inst, _)| written.note(around, objects, inst));
            written
        };
        let blocks = function.blocks.iter().map(written).collect();
        Writes { function, cfg, blocks, seen: vec![u32::MAX; cfg.len()] }
    }

    /// Whether the function may write memory that is not its own.
    pub fn anything(&self) -> bool {
        self.cfg.reverse_postorder().iter().any(|block| self.blocks[block.index()].rest)
    }

    /// What may be written on the ways from `from` to `to`; what `from` itself writes is not, and what `to` writes only if a way
    /// leads through it again.
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
                // A model writes at most what it is given the addresses of.
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
