//! The static costs of values by the slots of a frame.
//!
//! `ir::Costs` speaks of the registers of the IR, a state of slots, which registers share. Here the costs at the
//! start of each block are those of the slots: what a technique that compares or merges two frames asks for.

use ir::{BlockId, Costs, FuncId, Module};

use crate::slots::Slots;

/// The costs of the live slots at the start of each block of each function.
pub(crate) struct SlotCosts {
    /// By function and block. Empty for functions without code.
    functions: Vec<Vec<Vec<(u32, u32)>>>,
}

#[cfg_attr(not(test), expect(dead_code, reason = "no technique merges states yet"))]
impl SlotCosts {
    /// The costs of a program by slots.
    pub(crate) fn new(module: &Module, costs: &Costs) -> SlotCosts {
        let of_function = |(index, function): (usize, &ir::Function)| {
            let slots = Slots::new(function);
            let blocks = 0..function.blocks.len() as u32;
            let of_block = |block: u32| {
                let point = costs.at(FuncId(index as u32), BlockId(block));
                let mut of_slots: Vec<(u32, u32)> =
                    point.registers.iter().map(|&(reg, cost)| (slots.of(reg), cost)).collect();
                of_slots.sort_unstable();
                of_slots
            };
            if function.is_defined() { blocks.map(of_block).collect() } else { Vec::new() }
        };
        SlotCosts { functions: module.functions.iter().enumerate().map(of_function).collect() }
    }

    /// The live slots at the start of a block with the number of questions that each will still cause, sorted by
    /// slot. Two registers that are live at the same time have different slots.
    pub(crate) fn at(&self, func: FuncId, block: BlockId) -> &[(u32, u32)] {
        &self.functions[func.index()][block.index()]
    }
}

#[cfg(test)]
mod tests {
    use ir::Estimate;

    use super::*;
    use crate::code::{Addresses, decode};
    use crate::costs::static_costs;

    /// The slots that have costs at the start of a block are those that are live there.
    #[test]
    fn costs_are_of_live_slots() {
        let text = "func @f(%0:32, %1:32) -> 32 frame 16 {
b0:
  %2:32 = add %0, 1:32
  %3:1 = ult %2, %1
  branch %3, b1(%2), b2
b1(%4:32):
  %5:32 = mul %4, %0
  %6:1 = eq %5, 77:32
  branch %6, b2, b1(%5)
b2:
  return %0
}
";
        let module = ir::parse_module(text).unwrap_or_else(|error| panic!("{error}"));
        let program = decode(&module, &Addresses { globals: Vec::new() });
        let costs = SlotCosts::new(&module, &static_costs(&module, Estimate::Lattice { cap: 10 }));
        let code = &program.funcs[0];
        for (block, &start) in code.block_start.iter().enumerate().skip(1) {
            let of_slots = costs.at(FuncId(0), BlockId(block as u32));
            let live = code.live_at(start);
            // Parameters keep their slots, whether they are live or not.
            for slot in 0..code.regs as usize {
                let has_cost = of_slots.iter().any(|&(of, _)| of as usize == slot);
                assert!(!has_cost || live.contains(slot), "b{block}, slot {slot}");
            }
            assert!(block == 2 || of_slots.iter().any(|&(_, cost)| cost > 0), "b{block}: {of_slots:?}");
        }
    }
}
