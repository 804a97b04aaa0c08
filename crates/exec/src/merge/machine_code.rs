//! Regions in machine code: the loops and diamonds of its routines, and the routines themselves.
//!
//! All machine code is one function of the IR, so a call of a routine is not told by the number of frames. It is told
//! by the stack pointer: while it is below where it was when the region was opened, the region's blocks have called
//! something, and where it is above, they have been left. Where it is the same, the code is that of a routine which
//! has made no room on the stack; whether that was called from the region is told by the address to return to.
//!
//! Nothing of this is certain. A state that waits too early or too late costs more than it has to, and is joined with
//! those that wait at the same instruction with the same stack, as everywhere.

use std::hash::{Hash as _, Hasher as _};
use std::sync::OnceLock;

use ir::{Cfg, Convention, FuncId, Function, Module, Terminator};
use memory::{Difference, Value};
use rustc_hash::FxHasher;

use super::ahead::{Ahead, Wanted};
use super::places::Places;
use super::routines::{Routines, Way};
use super::{Extent, Reason, chain};
use crate::code::{FuncCode, Program};
use crate::coverage::{self, Thing};
use crate::state::State;
use crate::worker::Worker;

/// What is known of a function of machine code.
pub(crate) struct MachineCode {
    convention: Convention,
    routines: Routines,
    /// The places of each routine, found when they are first needed.
    places: Vec<OnceLock<RoutinePlaces>>,
    /// What the code ahead wants to know, found when it is first needed.
    ahead: OnceLock<Ahead>,
}

/// The places of a routine.
struct RoutinePlaces {
    /// The number of each block of the function among those of the routine, sorted by block.
    numbers: Vec<(u32, usize)>,
    places: Places,
    /// The things by which the routine is left.
    exits: Vec<Thing>,
}

/// A region of machine code: a place of a routine, or all of it, with the value of the stack pointer in the call of the
/// routine that it was opened in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CodeRegion {
    pub(super) func: FuncId,
    depth: u32,
    stack_pointer: u64,
    routine: usize,
    place: Option<usize>,
}

impl CodeRegion {
    /// The number of the place among those of all routines of the function.
    pub(super) fn number(&self) -> usize {
        self.routine << 20 | self.place.map_or(0, |place| place + 1)
    }
}

impl MachineCode {
    /// What is known of a function of machine code in which calls are made as agreed.
    pub(crate) fn new(function: &Function, convention: &Convention) -> MachineCode {
        let routines = Routines::new(function);
        let places = routines.blocks.iter().map(|_| OnceLock::new()).collect();
        MachineCode { convention: convention.clone(), routines, places, ahead: OnceLock::new() }
    }

    /// What the code ahead wants to know.
    fn ahead(&self, module: &Module, code: &FuncCode) -> &Ahead {
        self.ahead.get_or_init(|| Ahead::new(module, code, &self.routines, &self.convention))
    }

    fn places(&self, routine: usize, function: &Function, program: &Program, code: &FuncCode) -> &RoutinePlaces {
        self.places[routine].get_or_init(|| RoutinePlaces::new(&self.routines, routine, function, program, code))
    }

    /// Whether a block belongs to a region.
    fn contains(&self, region: &CodeRegion, block: u32) -> bool {
        self.routines.of.get(block as usize) == Some(&region.routine)
            && region.place.is_none_or(|place| {
                let known = self.places[region.routine].get().expect("it has a region");
                known.number(block).is_some_and(|number| known.places.contains(place, number))
            })
    }

    /// Whether something is called right before a block.
    fn is_behind_call(&self, block: u32) -> bool {
        let before = block.checked_sub(1).map(|before| self.routines.ways[before as usize]);
        matches!(before, Some(Way::Call { .. }))
    }

    /// Whether a state has left a region.
    fn has_left(&self, region: &CodeRegion, state: &State, code: &FuncCode) -> bool {
        let machine = &state.machine;
        if machine.call_depth != region.depth || machine.frame.func != region.func {
            return machine.call_depth < region.depth;
        }
        let register = |reg: ir::Reg| match machine.frame.regs.get(reg.index()) {
            Some(&Value::Int(word)) => Some(word),
            _ => None,
        };
        let Some(stack_pointer) = register(self.convention.stack_pointer) else { return true };
        let Some(&block) = code.block_of.get(machine.frame.pc as usize) else { return true };
        let is_inside = self.contains(region, block);
        match stack_pointer.cmp(&region.stack_pointer) {
            std::cmp::Ordering::Less => false,
            // A routine that calls itself has returned to itself.
            std::cmp::Ordering::Greater => !is_inside || self.is_behind_call(block),
            std::cmp::Ordering::Equal if self.routines.of[block as usize] == region.routine => !is_inside,
            std::cmp::Ordering::Equal => {
                let back = register(self.convention.link).and_then(|address| code.places.at(address));
                !back.is_some_and(|pc| self.contains(region, code.block_of[pc as usize]))
            }
        }
    }
}

impl RoutinePlaces {
    fn new(
        routines: &Routines,
        routine: usize,
        function: &Function,
        program: &Program,
        code: &FuncCode,
    ) -> RoutinePlaces {
        let blocks = &routines.blocks[routine];
        let mut numbers: Vec<(u32, usize)> = blocks.iter().zip(0..).map(|(block, number)| (block.0, number)).collect();
        numbers.sort_unstable();
        let number = |block: u32| find(&numbers, block);
        let next = |block: &ir::BlockId| {
            let next = routines.next[block.index()].iter();
            next.filter_map(|to| number(to.0)).map(|number| ir::BlockId(number as u32)).collect()
        };
        let cfg = Cfg::of_successors(blocks.iter().map(next));
        // Calls lead out of the routine and back; what comes before them is not left by that.
        let is_call = |block: u32| matches!(routines.ways[block as usize], Way::Call { .. });
        let leaves = |inside: &[bool]| {
            let contains = |block: u32| number(block).is_some_and(|number| inside[number]);
            let edges = (0..).zip(&code.edges);
            let leaving = edges.filter(|(_, edge)| contains(edge.from) && !contains(edge.block) && !is_call(edge.from));
            let along = leaving.map(|(number, _): (u32, _)| (code.first_edge + number) as Thing);
            let jumps = blocks.iter().filter(|block| {
                let term = &function.blocks[block.index()].term;
                contains(block.0) && matches!(term, Terminator::Goto { .. }) && !is_call(block.0)
            });
            along.chain(jumps.map(|block| coverage::returning(program, code.first_block + block.0))).collect()
        };
        let exits = leaves(&vec![true; blocks.len()]);
        let places = Places::of(&cfg, &leaves, Vec::new());
        RoutinePlaces { numbers, places, exits }
    }

    /// The number of a block among those of the routine.
    fn number(&self, block: u32) -> Option<u32> {
        find(&self.numbers, block).map(|number| number as u32)
    }
}

fn find(numbers: &[(u32, usize)], block: u32) -> Option<usize> {
    numbers.binary_search_by_key(&block, |&(block, _)| block).ok().map(|at| numbers[at].1)
}

impl Worker<'_> {
    /// Opens the regions of a state that is about to fork in machine code and is not in them yet.
    pub(super) fn open_in_code(&mut self, state: &mut State, reason: Reason) {
        let (func, depth, pc) = (state.machine.frame.func, state.machine.call_depth, state.machine.frame.pc);
        let run = self.run;
        let (function, code) = (&run.module.functions[func.index()], &run.program.funcs[func.index()]);
        let Some(known) = run.machine_code(func) else { return };
        let Some(&Value::Int(stack_pointer)) = state.machine.frame.regs.get(known.convention.stack_pointer.index())
        else {
            return;
        };
        let block = code.block_of[pc as usize];
        let routine = known.routines.of[block as usize];
        let own = known.places(routine, function, &run.program, code);
        let number = own.number(block).expect("a routine has its blocks");
        let loops = own.places.around(number);
        let innermost = loops.last().copied().map(Some);
        let around: Vec<Option<usize>> = match reason {
            Reason::Size => innermost.into_iter().collect(),
            Reason::Same => innermost.into_iter().chain(own.places.diamond(number).map(Some)).collect(),
            _ => std::iter::once(None)
                .chain(loops.iter().copied().map(Some))
                .chain(own.places.diamond(number).map(Some))
                .collect(),
        };
        for place in around {
            let wanted = CodeRegion { func, depth, stack_pointer, routine, place };
            let is_open = chain(state).any(|id| match self.regions.open[&id].extent {
                Extent::Code(open) => open == wanted,
                _ => false,
            });
            if is_open || reason == Reason::Cheap && !self.regions.may_pay((func, Some(wanted.number()))) {
                continue;
            }
            self.open(state, Extent::Code(wanted), reason);
            let exits = place.map_or(&own.exits[..], |place| own.places.exits(place));
            exits.iter().for_each(|&thing| self.noted.watch(thing));
        }
    }

    /// Whether a state has left a region of machine code.
    pub(super) fn has_left_code(&self, region: &CodeRegion, state: &State) -> bool {
        let code = &self.run.program.funcs[region.func.index()];
        let known = self.run.machine_code(region.func).expect("it has a region");
        known.has_left(region, state, code)
    }
}

/// What states in machine code may differ in.
#[derive(Clone, Copy)]
pub(super) struct InCode {
    wanted: Wanted,
    stack_pointer: Option<u64>,
}

impl InCode {
    /// Whether a register is probably not read any more.
    pub(super) fn forgets(&self, slot: u32) -> bool {
        !self.wanted.reads(slot)
    }

    /// Whether a difference is probably not read any more, because it lies behind the end of the stack.
    pub(super) fn forgets_memory(&self, state: &State, difference: &Difference) -> bool {
        self.above_stack_pointer(state, difference).is_some_and(|above| above < 0)
    }

    /// How many bytes a difference lies above the stack pointer, if it lies in the stack.
    fn above_stack_pointer(&self, state: &State, difference: &Difference) -> Option<i64> {
        let found = state.machine.memory.find(self.stack_pointer?)?;
        (found.object == difference.object).then(|| difference.offset.wrapping_sub(found.offset) as i64)
    }

    /// The questions to come that are expected to depend on the registers in which two states differ.
    pub(super) fn cost_of_registers(&self, a: &State, b: &State) -> u32 {
        let pairs = (0..).zip(a.machine.frame.regs.iter().zip(&b.machine.frame.regs));
        pairs.filter(|&(slot, (a, b))| a != b && self.wanted.asks(slot)).count() as u32
    }

    /// Those that depend on a difference in memory.
    pub(super) fn cost_of_memory(&self, state: &State, difference: &Difference) -> u32 {
        u32::from(match self.above_stack_pointer(state, difference) {
            Some(above) => above >= 0 && self.wanted.asks_stack(above, difference.len),
            None => self.wanted.asks_memory(),
        })
    }

    /// A hash of the place of a state, of its stack pointer, and of what is expected to be asked about.
    pub(super) fn key(&self, state: &State) -> u64 {
        let frame = &state.machine.frame;
        let mut hasher = FxHasher::default();
        (frame.func.index(), frame.pc, state.machine.call_depth, self.stack_pointer).hash(&mut hasher);
        let asked = (0..).zip(&frame.regs).filter(|(slot, _)| self.wanted.asks(*slot));
        asked.for_each(|(_, value)| value.hash(&mut hasher));
        hasher.finish()
    }
}

impl Worker<'_> {
    /// What states may differ in that are where this one is; `None` if it is not in machine code.
    pub(super) fn in_code(&self, state: &State) -> Option<InCode> {
        let frame = &state.machine.frame;
        let known = self.run.machine_code(frame.func)?;
        let code = &self.run.program.funcs[frame.func.index()];
        let stack_pointer = match frame.regs.get(known.convention.stack_pointer.index()) {
            Some(&Value::Int(word)) => Some(word),
            _ => None,
        };
        Some(InCode { wanted: known.ahead(self.run.module, code).at(code, frame.pc), stack_pointer })
    }
}
