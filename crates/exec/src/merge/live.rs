//! The live slots of a frame with the widths of what they hold: what two frames are compared and merged by.

use std::sync::OnceLock;

use ir::{BlockId, Cfg, Function, Liveness};

use crate::code::FuncCode;
use crate::slots::Slots;

/// The liveness of a function, found when it is first needed.
#[derive(Default)]
pub(crate) struct LiveWidths(OnceLock<(Slots, Liveness)>);

impl LiveWidths {
    /// The slots that are live before an instruction, each with the width in bits of the register that it holds.
    pub(crate) fn at(&self, function: &Function, code: &FuncCode, pc: u32) -> Vec<(u32, u32)> {
        if function.machine {
            let live = code.live_at(pc);
            let slots = (0..).zip(function.regs.iter().copied());
            return slots.filter(|&(slot, _)| live.contains(slot as usize)).collect();
        }
        let (slots, live) = self.0.get_or_init(|| {
            let cfg = Cfg::new(function);
            (Slots::new(function), Liveness::new(function, &cfg))
        });
        let block = code.block_of[pc as usize];
        let index = (pc - code.block_start[block as usize]) as usize;
        let before = live.before(function, BlockId(block), &[index]);
        before[0].iter().map(|&reg| (slots.of(reg), function.regs[reg.index()])).collect()
    }
}
