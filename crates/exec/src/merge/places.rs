//! The places of a function that can be regions: its loops, and where it returns.

use ir::{Cfg, Function, Loops, Terminator};

use crate::code::{FuncCode, Program};
use crate::coverage::{self, Thing};

/// The loops of a function.
pub(crate) struct Places {
    /// For each loop, whether it contains each block.
    loops: Vec<Vec<bool>>,
    /// For each block, the loops that it is in, outermost first.
    around: Vec<Vec<usize>>,
    /// For each loop, the edges that leave it.
    exits: Vec<Vec<Thing>>,
    /// The returns of the function.
    returns: Vec<Thing>,
}

impl Places {
    /// The places of a function. Machine code has none: any jump may leave a loop.
    pub(crate) fn new(function: &Function, program: &Program, code: &FuncCode) -> Option<Places> {
        if function.machine || code.code.is_empty() {
            return None;
        }
        let cfg = Cfg::new(function);
        let found = Loops::new(&cfg, &cfg.dominators());
        let blocks = function.blocks.len();
        let contains = |index: usize| {
            let each = 0..blocks as u32;
            each.map(|block| found.all()[index].contains(ir::BlockId(block))).collect::<Vec<bool>>()
        };
        let loops: Vec<Vec<bool>> = (0..found.all().len()).map(contains).collect();
        let size = |&index: &usize| std::cmp::Reverse(loops[index].iter().filter(|&&inside| inside).count());
        let around = (0..blocks)
            .map(|block| {
                let mut around: Vec<usize> = (0..loops.len()).filter(|&index| loops[index][block]).collect();
                around.sort_by_key(size);
                around
            })
            .collect();
        let leaves = |inside: &Vec<bool>| {
            let edges = (0..).zip(&code.edges);
            let leaving = edges.filter(|(_, edge)| inside[edge.from as usize] && !inside[edge.block as usize]);
            leaving.map(|(number, _)| (code.first_edge + number) as Thing).collect()
        };
        let exits = loops.iter().map(leaves).collect();
        let returning = (0..).zip(&function.blocks).filter(|(_, block)| matches!(block.term, Terminator::Return(..)));
        let returns =
            returning.map(|(number, _): (u32, _)| coverage::returning(program, code.first_block + number)).collect();
        Some(Places { loops, around, exits, returns })
    }

    /// The loops that a block is in, outermost first.
    pub(crate) fn around(&self, block: u32) -> &[usize] {
        &self.around[block as usize]
    }

    /// Whether a loop contains a block.
    pub(crate) fn contains(&self, place: usize, block: u32) -> bool {
        self.loops[place][block as usize]
    }

    /// The edges that leave a loop.
    pub(crate) fn exits(&self, place: usize) -> &[Thing] {
        &self.exits[place]
    }

    /// The returns of the function.
    pub(crate) fn returns(&self) -> &[Thing] {
        &self.returns
    }
}
