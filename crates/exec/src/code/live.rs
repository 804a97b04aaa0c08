//! Liveness of decoded code: which slots of a frame may still be read.
//!
//! A slot is live at an instruction if some path from there reads it before writing it. The analysis is the
//! usual backward one, repeated over the blocks until nothing changes. It keeps the live slots at the start of
//! each block; those within a block are found by walking back from its end. It is computed when it is first needed.
//!
//! A computed jump may lead to any place of machine code. So what is live at some place is live where one begins.

use super::{CalleeCode, Code, FuncCode, Src};

/// A set of slots of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotSet(Vec<u64>);

/// The live slots of a function.
#[derive(Clone, Debug)]
pub struct LiveSlots {
    /// At the start of each block.
    at_start: Vec<SlotSet>,
    /// At some place that a computed jump may lead to.
    by_address: SlotSet,
}

impl SlotSet {
    fn none(slots: u32) -> SlotSet {
        SlotSet(vec![0; slots.div_ceil(64) as usize])
    }

    /// All slots.
    fn all(slots: u32) -> SlotSet {
        SlotSet(vec![u64::MAX; slots.div_ceil(64) as usize])
    }

    /// Whether a slot is in the set.
    pub fn contains(&self, slot: usize) -> bool {
        self.0[slot / 64] >> (slot % 64) & 1 != 0
    }

    fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: usize) {
        self.0[slot / 64] &= !(1 << (slot % 64));
    }

    fn read(&mut self, src: Src) {
        if let Ok(slot) = usize::try_from(src.0) {
            self.insert(slot);
        }
    }

    /// Adds the slots of another set and returns whether the set has grown.
    fn add(&mut self, other: &SlotSet) -> bool {
        let mut grown = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            grown |= more & !*word != 0;
            *word |= more;
        }
        grown
    }
}

impl FuncCode {
    /// The slots that are live before an instruction.
    pub fn live_at(&self, pc: u32) -> SlotSet {
        let live = self.live.get_or_init(|| LiveSlots::of(self));
        let Some(&block) = self.block_of.get(pc as usize) else { return SlotSet::all(self.regs) };
        self.walk_back(live, block, pc, &mut |_, _| {})
    }

    /// The slots that are live after the call at `pc` returns, without the one for its result.
    pub fn live_behind(&self, pc: u32) -> SlotSet {
        let mut live = self.live_at(pc + 1);
        if let Some(Code::Call { call }) = self.code.get(pc as usize)
            && let Some((dst, _)) = self.calls[*call as usize].dst
        {
            live.remove(dst as usize);
        }
        live
    }

    /// The slots that are live before the instruction `to` of a block, found by walking back from the end of the block.
    /// Shows what is live before each of them on the way.
    fn walk_back(&self, known: &LiveSlots, block: u32, to: u32, show: &mut dyn FnMut(u32, &SlotSet)) -> SlotSet {
        let mut live = SlotSet::none(self.regs);
        let end = self.block_start.get(block as usize + 1).map_or(self.code.len(), |&next| next as usize);
        for pc in (to as usize..end).rev() {
            self.step_back(known, &self.code[pc], &mut live);
            show(pc as u32, &live);
        }
        live
    }

    fn step_back(&self, known: &LiveSlots, code: &Code, live: &mut SlotSet) {
        let at_start = &known.at_start[..];
        let mut written = |slot: u32| live.remove(slot as usize);
        match *code {
            Code::Move { dst, a }
            | Code::Zext { dst, a, .. }
            | Code::Sext { dst, a, .. }
            | Code::Trunc { dst, a, .. }
            | Code::WideCast { dst, a, .. }
            | Code::Extract { dst, a, .. }
            | Code::Alloca { dst, size: a, .. }
            | Code::Load { dst, ptr: a, .. }
            | Code::Unwound { dst, pad: a } => {
                written(dst);
                live.read(a);
            }
            Code::Binary { dst, a, b, .. }
            | Code::Compare { dst, a, b, .. }
            | Code::WideBinary { dst, a, b, .. }
            | Code::WideCompare { dst, a, b, .. }
            | Code::Concat { dst, a, b, .. } => {
                written(dst);
                live.read(a);
                live.read(b);
            }
            Code::Select { dst, cond, a, b, .. } => {
                written(dst);
                [cond, a, b].into_iter().for_each(|src| live.read(src));
            }
            Code::Store { ptr, value, .. } => {
                live.read(ptr);
                live.read(value);
            }
            Code::Check { cond, .. } => live.read(cond),
            Code::Call { call } => {
                let call = &self.calls[call as usize];
                if let Some((dst, _)) = call.dst {
                    written(dst);
                }
                if let CalleeCode::Indirect(callee) = call.callee {
                    live.read(callee);
                }
                call.args.iter().for_each(|&(arg, _)| live.read(arg));
            }
            Code::Jump { edge } => self.enter(at_start, edge, live),
            Code::Branch { cond, then, other } => {
                self.enter(at_start, then, live);
                self.enter(at_start, other, live);
                live.read(cond);
            }
            Code::Switch { table } => {
                let switch = &self.switches[table as usize];
                for &(_, edge) in &switch.groups {
                    self.enter(at_start, edge, live);
                }
                self.enter(at_start, switch.default, live);
                live.read(switch.value);
            }
            Code::Goto { address, .. } => {
                live.add(&known.by_address);
                live.read(address);
            }
            Code::Return { value, .. } => value.into_iter().for_each(|src| live.read(src)),
            Code::Unreachable | Code::Unsupported { .. } => {}
        }
    }

    /// Adds the slots that are live before an edge is taken.
    fn enter(&self, at_start: &[SlotSet], edge: u32, live: &mut SlotSet) {
        let edge = &self.edges[edge as usize];
        let mut before = at_start[edge.block as usize].clone();
        // The assignments of an edge take place at the same time: all values are read before any slot is written.
        edge.moves.iter().for_each(|&(dst, _)| before.remove(dst as usize));
        let target = &at_start[edge.block as usize];
        edge.moves.iter().filter(|&&(dst, _)| target.contains(dst as usize)).for_each(|&(_, src)| before.read(src));
        live.add(&before);
    }
}

impl LiveSlots {
    fn of(func: &FuncCode) -> LiveSlots {
        let none = || SlotSet::none(func.regs);
        let mut live = LiveSlots { at_start: vec![none(); func.block_start.len()], by_address: none() };
        let mut is_place = vec![false; func.code.len()];
        func.places.all().filter(|&pc| (pc as usize) < func.code.len()).for_each(|pc| is_place[pc as usize] = true);
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..func.block_start.len()).rev() {
                let mut by_address = none();
                let mut at_place = |pc: u32, here: &SlotSet| {
                    if is_place[pc as usize] {
                        by_address.add(here);
                    }
                };
                let here = func.walk_back(&live, block as u32, func.block_start[block], &mut at_place);
                changed |= live.at_start[block].add(&here);
                changed |= live.by_address.add(&by_address);
            }
        }
        live
    }
}

#[cfg(test)]
mod tests {
    use test_support::Random;

    use super::*;
    use crate::code::{Addresses, decode};

    /// Machine code with arbitrary jumps: along edges, and to computed addresses.
    fn random_code(random: &mut Random) -> String {
        let blocks = 2 + random.below(5);
        let mut text = "func @f() machine {\n".to_owned();
        let mut address = 4096;
        for block in 0..blocks {
            text += &format!("b{block}:\n");
            for _ in 0..1 + random.below(4) {
                if block > 0 && random.below(2) == 0 {
                    text += &format!("  place {address}\n");
                    address += 2;
                }
                let mut reg = || random.below(6);
                let (dst, a, b) = (reg(), reg(), reg());
                text += &match random.below(4) {
                    0 => format!("  %{dst}:64 = move {a}:64\n"),
                    1 => format!("  %{dst}:64 = load %{a}\n"),
                    2 => format!("  store %{a}, %{b}\n"),
                    _ => format!("  %{dst}:64 = add %{a}, %{b}\n"),
                };
            }
            let mut to = || random.below(blocks);
            let (one, other) = (to(), to());
            text += &match random.below(4) {
                0 => format!("  goto %{}\n", random.below(6)),
                1 => "  unreachable\n".to_owned(),
                2 => format!("  jump b{one}\n"),
                _ => format!("  %6:1 = ult %{}, 5:64\n  branch %6, b{one}, b{other}\n", random.below(6)),
            };
        }
        // Every register has a width.
        let widths: String = (0..6).map(|reg| format!("  %{reg}:64 = move 0:64\n")).collect();
        format!("{text}b{blocks}:\n{widths}  unreachable\n}}\n")
    }

    /// What an instruction reads and writes, in words of its own.
    fn effect(func: &FuncCode, pc: u32) -> (Vec<Src>, Option<u32>, Vec<u32>) {
        let next = pc + 1;
        let target = |edge: u32| func.edges[edge as usize].target;
        match func.code[pc as usize] {
            Code::Move { dst, a } | Code::Load { dst, ptr: a, .. } => (vec![a], Some(dst), vec![next]),
            Code::Binary { dst, a, b, .. } | Code::Compare { dst, a, b, .. } => (vec![a, b], Some(dst), vec![next]),
            Code::Store { ptr, value, .. } => (vec![ptr, value], None, vec![next]),
            Code::Jump { edge } => (vec![], None, vec![target(edge)]),
            Code::Branch { cond, then, other } => (vec![cond], None, vec![target(then), target(other)]),
            Code::Goto { address, .. } => (vec![address], None, func.places.all().collect()),
            Code::Unreachable => (vec![], None, vec![]),
            ref other => unreachable!("{other:?} is not generated"),
        }
    }

    /// Whether some way from an instruction reads a slot before it is written: all ways are tried.
    fn is_read(func: &FuncCode, from: u32, slot: u32) -> bool {
        let (mut seen, mut pending) = (vec![false; func.code.len()], vec![from]);
        while let Some(pc) = pending.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            let (reads, writes, next) = effect(func, pc);
            if reads.contains(&Src(slot as i32)) {
                return true;
            }
            if writes != Some(slot) {
                pending.extend(next);
            }
        }
        false
    }

    #[test]
    fn what_some_way_reads_is_live_in_machine_code() {
        let mut random = Random::new(1);
        let (mut live, mut dead) = (0, 0);
        for _ in 0..300 {
            let text = random_code(&mut random);
            let module = ir::parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let program = decode(&module, &Addresses { globals: Vec::new() });
            let func = &program.funcs[0];
            for pc in 0..func.code.len() as u32 {
                let found = func.live_at(pc);
                for slot in 0..func.regs {
                    let expected = is_read(func, pc, slot);
                    assert_eq!(found.contains(slot as usize), expected, "slot {slot} at {pc}\n{text}");
                    *(if expected { &mut live } else { &mut dead }) += 1;
                }
            }
        }
        assert!(live > 1000 && dead > 1000, "{live} {dead}");
    }
}
