//! What machine code ahead wants to know: which registers and places on the stack are probably read again, and which of
//! them probably decide something.
//!
//! This is the usual analysis backwards over the blocks of each routine, until nothing changes, of two things at the
//! same time: what is *read*, and what is *asked about*, which is what a condition, an address or an argument of a
//! function outside is computed from. Calls are taken to keep to the convention: they preserve what it says, ask about
//! those of their arguments that the callee asks about, and their results are asked about if some caller does.
//! Places on the stack are told apart by their distance from where the routine found the stack pointer; all other memory
//! is one, and only what the routine and its callees do with it counts.
//!
//! This is the query count of Rozhoň 2024 (§4.3.1) with a cap of one, made for code that is not in SSA form. It only
//! says what is worth joining. What may be forgotten is said by [`FuncCode::live_at`], which assumes nothing.

use ir::{BinaryOp, BlockId, Convention, Module, Reg};

use super::routines::{Routines, Way};
use crate::code::{CalleeCode, Code, Constant, FuncCode, Src};
use crate::costs::asks_about_arguments;

/// A set of registers and of places in memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Set {
    registers: u128,
    /// Words of four bytes on the stack. Those that are 128 words apart are taken for one.
    cells: u128,
    memory: bool,
}

/// Something that a set may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Register(u32),
    Cells(u128),
    Memory,
}

/// What the code after an instruction wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Wanted {
    read: Set,
    asked: Set,
    /// How far the stack pointer is from where the routine found it.
    moved: Option<i64>,
}

/// The result of the analysis for a function of machine code.
#[derive(Debug)]
pub(super) struct Ahead {
    /// What is wanted at the end of each block, before its last instruction is looked at.
    at_end: Vec<Wanted>,
    /// For each instruction, the words on the stack that it reads or writes.
    cells: Vec<Option<u128>>,
    /// For each block, how far the stack pointer is from where the routine found it.
    moved: Vec<Option<i64>>,
    /// Whether each instruction is a call that asks about its arguments.
    asks: Vec<bool>,
}

impl Set {
    fn contains(&self, item: Item) -> bool {
        match item {
            Item::Register(slot) => slot < 128 && self.registers >> slot & 1 != 0,
            Item::Cells(cells) => self.cells & cells != 0,
            Item::Memory => self.memory,
        }
    }

    fn insert(&mut self, item: Item) {
        match item {
            Item::Register(slot) => self.registers |= 1u128.checked_shl(slot).unwrap_or(0),
            Item::Cells(cells) => self.cells |= cells,
            Item::Memory => self.memory = true,
        }
    }

    /// Takes something out, and says whether it was in.
    fn remove(&mut self, item: Item) -> bool {
        let was = self.contains(item);
        match item {
            Item::Register(slot) => self.registers &= !1u128.checked_shl(slot).unwrap_or(0),
            Item::Cells(cells) => self.cells &= !cells,
            Item::Memory => self.memory = false,
        }
        was
    }

    fn add(&mut self, other: &Set) {
        self.registers |= other.registers;
        self.cells |= other.cells;
        self.memory |= other.memory;
    }
}

impl Wanted {
    /// Whether a register is probably read again.
    pub(super) fn reads(&self, slot: u32) -> bool {
        self.read.contains(Item::Register(slot))
    }

    /// Whether something is probably decided by a register.
    pub(super) fn asks(&self, slot: u32) -> bool {
        self.asked.contains(Item::Register(slot))
    }

    /// Whether something is probably decided by memory that is no place on the routine's stack.
    pub(super) fn asks_memory(&self) -> bool {
        self.asked.memory
    }

    /// Whether something is probably decided by so many bytes that far above the stack pointer.
    pub(super) fn asks_stack(&self, above: i64, len: u32) -> bool {
        match self.moved {
            Some(moved) if moved.saturating_add(above) < 0 => {
                self.asked.contains(Item::Cells(cells(moved.saturating_add(above), len)))
            }
            _ => self.asked.memory,
        }
    }

    fn add(&mut self, other: &Wanted) {
        self.read.add(&other.read);
        self.asked.add(&other.asked);
    }

    fn write(&mut self, item: Item) -> bool {
        self.read.remove(item);
        self.asked.remove(item)
    }

    fn reads_from(&mut self, src: Src, asked: bool) {
        if let Ok(slot) = u32::try_from(src.0) {
            self.read.insert(Item::Register(slot));
            if asked {
                self.asked.insert(Item::Register(slot));
            }
        }
    }
}

/// The words of the stack with that distance from where the routine found the stack pointer.
fn cells(distance: i64, len: u32) -> u128 {
    let (first, last) = (distance.div_euclid(4), distance.saturating_add(i64::from(len) - 1).div_euclid(4));
    (first..=last).take(128).fold(0, |set, word| set | 1 << word.rem_euclid(128))
}

fn registers(of: &[Reg]) -> u128 {
    of.iter().fold(0, |set, reg| set | 1u128.checked_shl(reg.0).unwrap_or(0))
}

/// The convention, as sets.
struct Roles {
    preserved: u128,
    arguments: u128,
    results: u128,
}

impl Ahead {
    /// Analyses a function of machine code.
    pub(super) fn new(module: &Module, code: &FuncCode, routines: &Routines, convention: &Convention) -> Ahead {
        let roles = Roles {
            preserved: registers(&convention.preserved),
            arguments: registers(&convention.arguments),
            results: registers(&convention.results),
        };
        let asks = |(pc, instruction): (usize, &Code)| {
            let Code::Call { call } = *instruction else { return false };
            let call = &code.calls[call as usize];
            let CalleeCode::Direct(callee) = call.callee else { return true };
            let callee = &module.functions[callee.index()];
            let numbers = || call.args.iter().map(|&(arg, _)| number_before(code, pc, arg)).collect::<Vec<_>>();
            callee.is_defined() || asks_about_arguments(&callee.name) && !models::ends_process(&callee.name, &numbers())
        };
        let blocks = code.block_start.len();
        let mut ahead = Ahead {
            at_end: vec![Wanted::default(); blocks],
            cells: vec![None; code.code.len()],
            moved: vec![None; blocks],
            asks: code.code.iter().enumerate().map(asks).collect(),
        };
        ahead.find_cells(code, routines, convention.stack_pointer.0, &roles);
        ahead.iterate(code, routines, &roles);
        ahead
    }

    /// What is wanted before an instruction.
    pub(super) fn at(&self, code: &FuncCode, pc: u32) -> Wanted {
        let Some(&block) = code.block_of.get(pc as usize) else { return Wanted::default() };
        let mut wanted = self.before(code, block, pc);
        // Within a block the stack pointer may move; what is compared there is seldom.
        let is_start = code.block_start[block as usize] == pc;
        wanted.moved = self.moved[block as usize].filter(|_| is_start);
        wanted
    }

    fn before(&self, code: &FuncCode, block: u32, pc: u32) -> Wanted {
        let mut wanted = self.at_end[block as usize];
        for at in (pc as usize..end_of(code, block)).rev() {
            self.step_back(code, at, &mut wanted);
        }
        wanted
    }

    fn iterate(&mut self, code: &FuncCode, routines: &Routines, roles: &Roles) {
        let blocks = self.at_end.len();
        let mut at_start = vec![Wanted::default(); blocks];
        // Which results are asked about behind calls of each routine, and behind calls of some routine.
        let mut results: Vec<u128> = vec![0; routines.blocks.len()];
        let mut of_any = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..blocks).rev() {
                let mut wanted = Wanted::default();
                for next in &routines.next[block] {
                    wanted.add(&at_start[next.index()]);
                }
                match routines.ways[block] {
                    Way::Edges => {}
                    Way::Call { callee, .. } => {
                        let asked = wanted.asked.registers & roles.results;
                        changed |= match callee {
                            Some(callee) => grow(&mut results[callee], asked),
                            None => grow(&mut of_any, asked),
                        };
                        wanted.read.registers &= roles.preserved;
                        wanted.asked.registers &= roles.preserved;
                        wanted.read.registers |= roles.arguments;
                        let of_callee = callee.map(|callee| at_start[routines.blocks[callee][0].index()]);
                        wanted.asked.registers |=
                            roles.arguments & of_callee.map_or(u128::MAX, |inside| inside.asked.registers);
                        wanted.asked.memory |= of_callee.is_some_and(|inside| inside.asked.memory);
                    }
                    Way::Return => {
                        wanted.read.registers |= roles.results | roles.preserved;
                        wanted.asked.registers |= results[routines.of[block]] | of_any & roles.results;
                    }
                    Way::Computed if routines.next[block].is_empty() => {
                        wanted.read.registers |= roles.arguments | roles.preserved;
                        wanted.asked.registers |= roles.arguments;
                    }
                    Way::Computed => {}
                }
                self.at_end[block] = wanted;
                let before = self.before(code, block as u32, code.block_start[block]);
                let mut grown = at_start[block];
                grown.add(&before);
                changed |= grown != at_start[block];
                at_start[block] = grown;
            }
        }
    }

    fn step_back(&self, code: &FuncCode, pc: usize, wanted: &mut Wanted) {
        let item = self.cells[pc].map_or(Item::Memory, Item::Cells);
        let mut computes = |dst: u32, from: &[Src]| {
            let asked = wanted.write(Item::Register(dst));
            from.iter().for_each(|&src| wanted.reads_from(src, asked));
        };
        match code.code[pc] {
            Code::Move { dst, a }
            | Code::Zext { dst, a, .. }
            | Code::Sext { dst, a, .. }
            | Code::Trunc { dst, a, .. }
            | Code::WideCast { dst, a, .. }
            | Code::Extract { dst, a, .. } => computes(dst, &[a]),
            Code::Binary { dst, a, b, .. }
            | Code::Compare { dst, a, b, .. }
            | Code::WideBinary { dst, a, b, .. }
            | Code::WideCompare { dst, a, b, .. }
            | Code::Concat { dst, a, b, .. } => computes(dst, &[a, b]),
            Code::Select { dst, cond, a, b, .. } => computes(dst, &[cond, a, b]),
            Code::Alloca { dst, size: a, .. } | Code::Unwound { dst, pad: a } => computes(dst, &[a]),
            Code::Load { dst, ptr, .. } => {
                let asked = wanted.write(Item::Register(dst));
                wanted.read.insert(item);
                if asked {
                    wanted.asked.insert(item);
                }
                wanted.reads_from(ptr, true);
            }
            Code::Store { ptr, value, .. } => {
                // Other memory than this is not overwritten.
                let asked = match item {
                    Item::Memory => wanted.asked.memory,
                    _ => wanted.write(item),
                };
                wanted.reads_from(value, asked);
                wanted.reads_from(ptr, true);
            }
            Code::Check { cond, .. } | Code::Branch { cond, .. } => wanted.reads_from(cond, true),
            Code::Switch { table } => wanted.reads_from(code.switches[table as usize].value, true),
            Code::Goto { address, .. } => wanted.reads_from(address, true),
            Code::Call { call } => {
                let asks = self.asks[pc];
                let call = &code.calls[call as usize];
                if let Some((dst, _)) = call.dst {
                    wanted.write(Item::Register(dst));
                }
                call.args.iter().for_each(|&(arg, _)| wanted.reads_from(arg, asks));
            }
            Code::Return { value, .. } => value.into_iter().for_each(|src| wanted.reads_from(src, false)),
            Code::Jump { .. } | Code::Unreachable | Code::Unsupported { .. } => {}
        }
    }

    /// Finds which instructions read or write places on the stack of their routine.
    fn find_cells(&mut self, code: &FuncCode, routines: &Routines, stack_pointer: u32, roles: &Roles) {
        let mut known: Vec<Option<Distances>> = vec![None; self.at_end.len()];
        for blocks in &routines.blocks {
            known[blocks[0].index()] = Some(Distances(vec![(stack_pointer, 0)]));
            let mut pending: Vec<BlockId> = vec![blocks[0]];
            while let Some(block) = pending.pop() {
                let mut distances = known[block.index()].clone().expect("it has been reached");
                for pc in code.block_start[block.index()] as usize..end_of(code, block.0) {
                    self.cells[pc] = match code.code[pc] {
                        Code::Load { ptr, len, .. } | Code::Store { ptr, len, .. } => {
                            distances.of(ptr).map(|distance| cells(distance, len))
                        }
                        _ => None,
                    };
                    distances.step(code, pc);
                }
                if matches!(routines.ways[block.index()], Way::Call { .. }) {
                    distances.0.retain(|&(slot, _)| slot < 128 && roles.preserved >> slot & 1 != 0);
                }
                for next in &routines.next[block.index()] {
                    let before = &mut known[next.index()];
                    let is_new = match before {
                        None => {
                            *before = Some(distances.clone());
                            true
                        }
                        Some(known) => known.narrow(&distances),
                    };
                    if is_new {
                        pending.push(*next);
                    }
                }
            }
        }
        for (moved, known) in self.moved.iter_mut().zip(known) {
            *moved = known.and_then(|known| known.of(Src(stack_pointer as i32)));
        }
    }
}

/// The number that an operand of an instruction is, if its block says so.
fn number_before(code: &FuncCode, pc: usize, src: Src) -> Option<u64> {
    let constant = |src: Src| match code.consts.get(usize::try_from(!src.0).ok()?)? {
        Constant::Word(word) => Some(*word),
        _ => None,
    };
    let Ok(slot) = u32::try_from(src.0) else { return constant(src) };
    let first = code.block_start[code.block_of[pc] as usize] as usize;
    // What else writes the register makes another number of it; then nothing is lost but an estimate.
    code.code[first..pc].iter().rev().find_map(|instruction| match *instruction {
        Code::Move { dst, a } if dst == slot => Some(constant(a)),
        _ => None,
    })?
}

/// Adds to a set and says whether it has grown.
fn grow(set: &mut u128, more: u128) -> bool {
    let before = std::mem::replace(set, *set | more);
    before != *set
}

fn end_of(code: &FuncCode, block: u32) -> usize {
    code.block_start.get(block as usize + 1).map_or(code.code.len(), |&next| next as usize)
}

/// The registers that hold addresses at known distances from where the routine found the stack pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Distances(Vec<(u32, i64)>);

impl Distances {
    fn of(&self, src: Src) -> Option<i64> {
        let slot = u32::try_from(src.0).ok()?;
        self.0.iter().find(|&&(of, _)| of == slot).map(|&(_, distance)| distance)
    }

    /// Keeps what another set knows, too, and says whether something was lost.
    fn narrow(&mut self, other: &Distances) -> bool {
        let before = self.0.len();
        self.0.retain(|known| other.0.contains(known));
        self.0.len() < before
    }

    fn step(&mut self, code: &FuncCode, pc: usize) {
        let constant = |src: Src| match code.consts.get(usize::try_from(!src.0).ok()?)? {
            Constant::Word(word) => Some(*word as i64),
            _ => None,
        };
        let (dst, distance) = match code.code[pc] {
            Code::Move { dst, a } => (dst, self.of(a)),
            Code::Binary { op: BinaryOp::Add, w: 64, dst, a, b } => {
                (dst, self.of(a).zip(constant(b)).map(|(distance, more)| distance.wrapping_add(more)))
            }
            Code::Binary { dst, .. }
            | Code::Compare { dst, .. }
            | Code::Zext { dst, .. }
            | Code::Sext { dst, .. }
            | Code::Trunc { dst, .. }
            | Code::WideCast { dst, .. }
            | Code::Extract { dst, .. }
            | Code::WideBinary { dst, .. }
            | Code::WideCompare { dst, .. }
            | Code::Concat { dst, .. }
            | Code::Select { dst, .. }
            | Code::Load { dst, .. }
            | Code::Alloca { dst, .. }
            | Code::Unwound { dst, .. } => (dst, None),
            Code::Call { call } => match code.calls[call as usize].dst {
                Some((dst, _)) => (dst, None),
                None => return,
            },
            _ => return,
        };
        self.0.retain(|&(slot, _)| slot != dst);
        self.0.extend(distance.map(|distance| (dst, distance)));
    }
}
