//! Liveness: which registers may still be read, at each place of a function.
//!
//! A register is live at a place if some path from there reads it. Registers are assigned once, so the blocks
//! where one is live are found by walking back from each of its uses to its definition: the work is
//! proportional to the size of the result. The arguments of an edge count as read at the end of the block that
//! the edge leaves.

use std::collections::BTreeSet;

use crate::cfg::Cfg;
use crate::inst::Operand;
use crate::module::{BlockId, Function, Reg};

/// The live registers of a function.
#[derive(Clone, Debug)]
pub struct Liveness {
    at_start: Vec<Vec<Reg>>,
    at_end: Vec<Vec<Reg>>,
}

/// The register that an operand reads, if it is a register.
pub(crate) fn register(operand: &Operand) -> Option<Reg> {
    match operand {
        Operand::Reg(reg) => Some(*reg),
        _ => None,
    }
}

impl Liveness {
    /// Computes the liveness of a function. In blocks that control cannot reach, nothing is live.
    pub fn new(function: &Function, cfg: &Cfg) -> Liveness {
        let defined_in = definitions(function);
        let mut uses: Vec<Vec<BlockId>> = vec![Vec::new(); function.regs.len()];
        for &id in cfg.reverse_postorder() {
            let block = &function.blocks[id.index()];
            let mut note = |operand: &Operand| {
                let Some(reg) = register(operand) else { return };
                // A use in the defining block comes after the definition and makes nothing live in other
                // blocks.
                if defined_in[reg.index()] != Some(id) && uses[reg.index()].last() != Some(&id) {
                    uses[reg.index()].push(id);
                }
            };
            block.insts.iter().for_each(|(inst, _)| inst.each_operand(&mut note));
            block.term.each_operand(&mut note);
        }
        let mut live = Liveness { at_start: vec![Vec::new(); cfg.len()], at_end: vec![Vec::new(); cfg.len()] };
        for (index, uses) in uses.into_iter().enumerate() {
            live.walk_back(cfg, Reg(index as u32), defined_in[index], uses);
        }
        live
    }

    /// Marks a register as live on all paths from its definition to the given blocks. Must be called with
    /// ascending registers: then the last entry of a list says whether the register is already in it.
    fn walk_back(&mut self, cfg: &Cfg, reg: Reg, definition: Option<BlockId>, mut waiting: Vec<BlockId>) {
        while let Some(block) = waiting.pop() {
            if self.at_start[block.index()].last() == Some(&reg) {
                continue;
            }
            self.at_start[block.index()].push(reg);
            for &before in cfg.predecessors(block).iter().filter(|&&before| cfg.is_reachable(before)) {
                if self.at_end[before.index()].last() != Some(&reg) {
                    self.at_end[before.index()].push(reg);
                }
                if definition != Some(before) {
                    waiting.push(before);
                }
            }
        }
    }

    /// The registers that are live at the start of a block, ascending, without the block's parameters.
    pub fn at_start(&self, block: BlockId) -> &[Reg] {
        &self.at_start[block.index()]
    }

    /// The registers that are live at the end of a block, ascending, without those that only the arguments of
    /// its edges read.
    pub fn at_end(&self, block: BlockId) -> &[Reg] {
        &self.at_end[block.index()]
    }

    /// The registers that are live before each of the given instructions of a block, registers defined in the
    /// block included; each list is ascending. `indices` must be ascending; the number of instructions, as an
    /// index, stands for the terminator.
    pub fn before(&self, function: &Function, block: BlockId, indices: &[usize]) -> Vec<Vec<Reg>> {
        let body = &function.blocks[block.index()];
        let mut live: BTreeSet<Reg> = self.at_end(block).iter().copied().collect();
        body.term.each_operand(|operand| live.extend(register(operand)));
        let mut below = body.insts.len();
        let mut lists: Vec<Vec<Reg>> = Vec::with_capacity(indices.len());
        for &index in indices.iter().rev() {
            for (inst, _) in body.insts[index..below].iter().rev() {
                if let Some(dst) = inst.dst() {
                    live.remove(&dst);
                }
                inst.each_operand(|operand| live.extend(register(operand)));
            }
            below = index;
            lists.push(live.iter().copied().collect());
        }
        lists.reverse();
        lists
    }
}

/// The block that assigns each register; `None` for the function's parameters.
fn definitions(function: &Function) -> Vec<Option<BlockId>> {
    let mut defined_in = vec![None; function.regs.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        let assigned = block.params.iter().copied().chain(block.insts.iter().filter_map(|(inst, _)| inst.dst()));
        for reg in assigned {
            defined_in[reg.index()] = Some(BlockId(index as u32));
        }
    }
    defined_in
}
