//! The static costs of values by the slots of a frame.
//!
//! `ir::Costs` speaks of the registers of the IR, a state of slots, which registers share. Here the costs at the
//! start of each block are those of the slots: what a technique that compares or merges two frames asks for.

use std::hash::{Hash, Hasher};

use ir::{Costs, FuncId, Module};
use rustc_hash::FxHasher;

use crate::code::{Code, Program};
use crate::slots::Slots;
use crate::state::{StackFrame, State};

/// The costs of the live slots at the places of each function where frames meet or wait.
pub(crate) struct SlotCosts {
    /// By function; empty for those without code.
    functions: Vec<Vec<Place>>,
}

/// The costs at one place of a function.
struct Place {
    /// The block, and the number of the instruction in it that comes next. Places are sorted by both.
    at: (u32, u32),
    /// The live slots with the number of questions that each will still cause, sorted by slot.
    slots: Vec<(u32, u32)>,
    /// The greatest number for an object in memory.
    memory: u32,
}

impl SlotCosts {
    /// The costs of a program by slots.
    pub(crate) fn new(module: &Module, costs: &Costs) -> SlotCosts {
        let of_function = |(index, function): (usize, &ir::Function)| {
            if !function.is_defined() {
                return Vec::new();
            }
            let slots = Slots::new(function);
            let of_point = |point: &ir::Point| {
                let mut of_slots: Vec<(u32, u32)> =
                    point.registers.iter().map(|&(reg, cost)| (slots.of(reg), cost)).collect();
                of_slots.sort_unstable();
                let memory = point.locals.iter().map(|&(_, cost)| cost).fold(point.memory, u32::max);
                Place { at: (point.block.0, point.index), slots: of_slots, memory }
            };
            costs.function(FuncId(index as u32)).points.iter().map(of_point).collect()
        };
        SlotCosts { functions: module.functions.iter().enumerate().map(of_function).collect() }
    }

    /// The costs before an instruction of a function; `None` if no frames meet or wait there.
    fn at(&self, program: &Program, func: FuncId, pc: u32) -> Option<&Place> {
        let code = &program.funcs[func.index()];
        let block = *code.block_of.get(pc as usize)?;
        let at = (block, pc - code.block_start[block as usize]);
        let places = &self.functions[func.index()];
        places.binary_search_by_key(&at, |place| place.at).ok().map(|found| &places[found])
    }

    /// A hash of the place of a state and of the values that cost at least `least` each: two states with different ones
    /// differ in such a value, or are at different places. `None` if no frames meet at that place.
    pub(crate) fn key(&self, program: &Program, state: &State, least: u32) -> Option<u64> {
        let frame = &state.machine.frame;
        let here = self.at(program, frame.func, frame.pc)?;
        let mut hasher = FxHasher::default();
        (frame.func.index(), frame.pc, state.machine.call_depth).hash(&mut hasher);
        for &(slot, _) in here.slots.iter().filter(|(_, cost)| *cost >= least) {
            frame.regs[slot as usize].hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    /// The questions to come that are expected to depend on slots of the innermost frame in which two states at the
    /// same place differ. What differs may be returned, so the results that callers wait for count, too.
    pub(crate) fn of_slots(&self, program: &Program, a: &State, b: &State) -> u32 {
        let (one, other) = (&a.machine.frame, &b.machine.frame);
        let Some(here) = self.at(program, one.func, one.pc) else { return u32::MAX };
        let differ = |slot: u32| one.regs[slot as usize] != other.regs[slot as usize];
        let mut differing = here.slots.iter().filter(|(slot, _)| differ(*slot)).map(|&(_, cost)| cost).peekable();
        if differing.peek().is_none() {
            return 0;
        }
        let own = differing.fold(0, u32::saturating_add);
        let of_result = |frame: &StackFrame| {
            let code = &program.funcs[frame.func.index()];
            let Code::Call { call } = code.code[frame.pc as usize] else { return u32::MAX };
            let Some((result, _)) = code.calls[call as usize].dst else { return 0 };
            let Some(behind) = self.at(program, frame.func, frame.pc + 1) else { return u32::MAX };
            behind.slots.iter().find(|(slot, _)| *slot == result).map_or(0, |&(_, cost)| cost)
        };
        a.machine.waiting().map(of_result).fold(own, u32::saturating_add)
    }

    /// The questions to come that are expected to depend on memory in which states at this place differ.
    pub(crate) fn of_memory(&self, program: &Program, state: &State) -> u32 {
        let frame = &state.machine.frame;
        let own = self.at(program, frame.func, frame.pc).map_or(u32::MAX, |here| here.memory);
        // A frame waits at its call and goes on behind it.
        let behind = |frame: &StackFrame| self.at(program, frame.func, frame.pc + 1).map_or(u32::MAX, |at| at.memory);
        state.machine.waiting().map(behind).fold(own, u32::saturating_add)
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
            let of_slots = &costs.at(&program, FuncId(0), start).expect("a block begins there").slots;
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
