//! Finds the instructions of a program and divides them into blocks.
//!
//! Code is followed from the entry and from every symbol, through branches, jumps and calls; what is reached
//! this way is certain. The rest (code that only computed jumps reach, and data among the code) is then decoded
//! from its first byte on. An instruction that overlaps one found earlier is ignored, so a jump into the middle
//! of an instruction has no target.

use std::collections::BTreeSet;

use riscv::{Instruction, Op, decode};

use crate::elf::Image;

/// What is at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// An instruction.
    Instruction(Instruction),
    /// Two bytes that begin no instruction.
    Nothing,
}

/// The code of a program.
#[derive(Debug)]
pub struct Sweep {
    /// The addresses and what is there, ascending.
    pub found: Vec<(u64, Found)>,
    /// The addresses at which blocks begin.
    pub leaders: BTreeSet<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Unknown,
    Start,
    Middle,
}

/// A range of code, and what is known of each pair of bytes in it.
struct Stretch {
    start: u64,
    halves: Vec<Half>,
}

struct Sweeper<'a> {
    image: &'a Image,
    stretches: Vec<Stretch>,
    leaders: BTreeSet<u64>,
    work: Vec<u64>,
}

/// Finds the code of a program.
pub fn sweep(image: &Image) -> Sweep {
    let stretches = image
        .code
        .iter()
        .map(|&(start, end)| {
            let start = start.next_multiple_of(2);
            Stretch { start, halves: vec![Half::Unknown; (end.saturating_sub(start) / 2) as usize] }
        })
        .collect();
    let mut sweeper = Sweeper { image, stretches, leaders: BTreeSet::new(), work: Vec::new() };
    sweeper.begin(image.entry);
    for symbol in image.symbols.iter().filter(|symbol| symbol.is_code) {
        sweeper.begin(symbol.address);
    }
    sweeper.follow();
    sweeper.fill();
    sweeper.collect()
}

/// The target of a direct branch or jump.
pub fn direct_target(address: u64, inst: &Instruction) -> Option<u64> {
    match inst.op {
        Op::Jal | Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => {
            Some(address.wrapping_add_signed(inst.imm))
        }
        _ => None,
    }
}

/// Whether an instruction ends its block.
fn ends_block(op: Op) -> bool {
    use Op::*;
    matches!(op, Jal | Jalr | Beq | Bne | Blt | Bge | Bltu | Bgeu | Ebreak | Unimp | Sret | Mret | Wfi | SfenceVma)
}

/// Whether control never continues after an instruction; after a call it does, when the callee returns.
fn leaves(inst: &Instruction) -> bool {
    match inst.op {
        Op::Jal | Op::Jalr => inst.rd == 0,
        Op::Ebreak | Op::Unimp | Op::Sret | Op::Mret => true,
        _ => false,
    }
}

impl Sweeper<'_> {
    fn begin(&mut self, address: u64) {
        self.leaders.insert(address);
        self.work.push(address);
    }

    fn half(&mut self, address: u64) -> Option<&mut Half> {
        let stretch = self
            .stretches
            .iter_mut()
            .find(|stretch| address >= stretch.start && (address - stretch.start) / 2 < stretch.halves.len() as u64)?;
        let offset = address - stretch.start;
        if offset & 1 != 0 {
            return None;
        }
        stretch.halves.get_mut((offset / 2) as usize)
    }

    /// Claims the instruction at an address, if there is one and none of its bytes are claimed yet.
    fn take(&mut self, address: u64) -> Option<Instruction> {
        if self.half(address).copied() != Some(Half::Unknown) {
            return None;
        }
        let inst = decode(self.image.bytes_at(address))?;
        if inst.len == 4 {
            let second = self.half(address + 2)?;
            if *second != Half::Unknown {
                return None;
            }
            *second = Half::Middle;
        }
        *self.half(address)? = Half::Start;
        Some(inst)
    }

    fn follow(&mut self) {
        while let Some(mut address) = self.work.pop() {
            while let Some(inst) = self.take(address) {
                let next = address + u64::from(inst.len);
                if let Some(target) = direct_target(address, &inst) {
                    self.begin(target);
                }
                if ends_block(inst.op) {
                    self.leaders.insert(next);
                }
                if leaves(&inst) {
                    break;
                }
                address = next;
            }
        }
    }

    /// Decodes what is left, gap by gap.
    fn fill(&mut self) {
        for index in 0..self.stretches.len() {
            let mut at = 0;
            while at < self.stretches[index].halves.len() {
                let address = self.stretches[index].start + 2 * at as u64;
                if let Some(inst) = self.take(address) {
                    self.leaders.extend(direct_target(address, &inst));
                    if ends_block(inst.op) {
                        self.leaders.insert(address + u64::from(inst.len));
                    }
                }
                at += 1;
            }
        }
    }

    fn collect(self) -> Sweep {
        let mut found = Vec::new();
        for stretch in &self.stretches {
            for (index, half) in stretch.halves.iter().enumerate() {
                let address = stretch.start + 2 * index as u64;
                match half {
                    Half::Start => {
                        let inst = decode(self.image.bytes_at(address)).expect("it was decoded before");
                        found.push((address, Found::Instruction(inst)));
                    }
                    Half::Unknown => found.push((address, Found::Nothing)),
                    Half::Middle => {}
                }
            }
        }
        Sweep { found, leaders: self.leaders }
    }
}
