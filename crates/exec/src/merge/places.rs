//! The places of a function that can be regions: its loops, its diamonds, and where it returns.
//!
//! A *diamond* is what lies between a branch and the block where all of its ways meet again, if they meet within the
//! same loops: an `if` with or without `else`, a `switch`, and what these contain.

use ir::{BlockId, Cfg, Function, Loops, Terminator};

use crate::code::{FuncCode, Program};
use crate::coverage::{self, Thing};
use crate::tuning::DIAMOND_BLOCKS;

/// The loops and diamonds of a function.
pub(crate) struct Places {
    /// For each place, whether it contains each block. Loops come first.
    blocks: Vec<Vec<bool>>,
    /// The number of loops.
    loops: usize,
    /// For each block, the loops that it is in, outermost first.
    around: Vec<Vec<usize>>,
    /// For each block, the diamond that begins at its branch.
    diamonds: Vec<Option<usize>>,
    /// For each place, the edges that leave it.
    exits: Vec<Vec<Thing>>,
    /// The returns of the function.
    returns: Vec<Thing>,
}

impl Places {
    /// The places of a function. Those of machine code are found routine by routine: see [`super::machine_code`].
    pub(crate) fn new(function: &Function, program: &Program, code: &FuncCode) -> Option<Places> {
        if function.machine || code.code.is_empty() {
            return None;
        }
        let leaves = |inside: &[bool]| {
            let edges = (0..).zip(&code.edges);
            let leaving = edges.filter(|(_, edge)| inside[edge.from as usize] && !inside[edge.block as usize]);
            leaving.map(|(number, _)| (code.first_edge + number) as Thing).collect()
        };
        let returning = (0..).zip(&function.blocks).filter(|(_, block)| matches!(block.term, Terminator::Return(..)));
        let returns =
            returning.map(|(number, _): (u32, _)| coverage::returning(program, code.first_block + number)).collect();
        Some(Places::of(&Cfg::new(function), &leaves, returns))
    }

    /// The places of a graph, with the things by which some blocks are left.
    pub(super) fn of(cfg: &Cfg, leaves: &dyn Fn(&[bool]) -> Vec<Thing>, returns: Vec<Thing>) -> Places {
        let found = Loops::new(cfg, &cfg.dominators());
        let blocks = cfg.len();
        let contains = |index: usize| {
            let each = 0..blocks as u32;
            each.map(|block| found.all()[index].contains(ir::BlockId(block))).collect::<Vec<bool>>()
        };
        let mut loops: Vec<Vec<bool>> = (0..found.all().len()).map(contains).collect();
        let size = |&index: &usize| std::cmp::Reverse(loops[index].iter().filter(|&&inside| inside).count());
        let around = (0..blocks)
            .map(|block| {
                let mut around: Vec<usize> = (0..loops.len()).filter(|&index| loops[index][block]).collect();
                around.sort_by_key(size);
                around
            })
            .collect();
        let mut diamonds = vec![None; blocks];
        let count = loops.len();
        if blocks <= DIAMOND_BLOCKS {
            for (branch, block) in (0..).zip(&mut diamonds) {
                *block = diamond(cfg, BlockId(branch), &loops[..count]).map(|inside| {
                    loops.push(inside);
                    loops.len() - 1
                });
            }
        }
        let exits = loops.iter().map(|inside| leaves(inside)).collect();
        Places { blocks: loops, loops: count, around, diamonds, exits, returns }
    }

    /// The loops that a block is in, outermost first.
    pub(crate) fn around(&self, block: u32) -> &[usize] {
        &self.around[block as usize]
    }

    /// The diamond that begins at the branch of a block.
    pub(crate) fn diamond(&self, block: u32) -> Option<usize> {
        self.diamonds[block as usize]
    }

    /// Whether a place is a loop.
    pub(crate) fn is_loop(&self, place: usize) -> bool {
        place < self.loops
    }

    /// Whether a place contains a block.
    pub(crate) fn contains(&self, place: usize, block: u32) -> bool {
        self.blocks[place][block as usize]
    }

    /// The edges that leave a place.
    pub(crate) fn exits(&self, place: usize) -> &[Thing] {
        &self.exits[place]
    }

    /// The returns of the function.
    pub(crate) fn returns(&self) -> &[Thing] {
        &self.returns
    }
}

/// The blocks between a branch and where its ways meet, with the block of the branch; `None` if they do not meet within
/// the same loops, or a way leads back to the branch before.
fn diamond(cfg: &Cfg, branch: BlockId, loops: &[Vec<bool>]) -> Option<Vec<bool>> {
    let successors = cfg.successors(branch);
    if successors.len() < 2 || !cfg.is_reachable(branch) {
        return None;
    }
    // All ways meet at a block if none of them gets past it: to the end of the function, back to the branch, or out
    // of the loops. The nearest such block is the first in the order of the graph.
    let is_within = |block: BlockId| loops.iter().all(|inside| !inside[branch.index()] || inside[block.index()]);
    let reach = |meeting: Option<BlockId>| {
        let mut inside = vec![false; cfg.len()];
        let mut pending: Vec<BlockId> = successors.iter().copied().filter(|&block| Some(block) != meeting).collect();
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut inside[block.index()], true) {
                continue;
            }
            pending.extend(cfg.successors(block).iter().copied().filter(|&next| Some(next) != meeting));
        }
        inside
    };
    let reached = reach(None);
    let order = cfg.reverse_postorder();
    let place = order.iter().position(|&block| block == branch)?;
    let candidates = order[place + 1..].iter().copied();
    for meeting in candidates.filter(|block| reached[block.index()]) {
        let mut inside = reach(Some(meeting));
        let all = |block: usize| BlockId(block as u32);
        let mut between = (0..cfg.len()).filter(|&block| inside[block]).map(all);
        if between.all(|block| block != branch && !cfg.successors(block).is_empty() && is_within(block)) {
            inside[branch.index()] = true;
            return is_within(meeting).then_some(inside);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The blocks of the diamond at a branch of a function.
    fn diamond_at(text: &str, branch: u32) -> Option<Vec<usize>> {
        let module = ir::parse_module(text).unwrap_or_else(|error| panic!("{error}"));
        let cfg = Cfg::new(&module.functions[0]);
        let found = Loops::new(&cfg, &cfg.dominators());
        let inside =
            |index: usize| (0..cfg.len() as u32).map(|block| found.all()[index].contains(BlockId(block))).collect();
        let loops: Vec<Vec<bool>> = (0..found.all().len()).map(inside).collect();
        let inside = diamond(&cfg, BlockId(branch), &loops)?;
        Some((0..cfg.len()).filter(|&block| inside[block]).collect())
    }

    #[test]
    fn the_ways_of_a_branch_meet() {
        let text = "func @f(%0:1, %1:1) -> 1 {
b0:
  branch %0, b1, b4
b1:
  branch %1, b2, b3
b2:
  jump b3
b3:
  jump b4
b4:
  branch %0, b5, b6
b5:
  return %0
b6:
  branch %1, b4, b7
b7:
  return %1
}
";
        assert_eq!(diamond_at(text, 0), Some(vec![0, 1, 2, 3]));
        assert_eq!(diamond_at(text, 1), Some(vec![1, 2]));
        // One way returns; the other goes back or leaves the loop.
        assert_eq!(diamond_at(text, 4), None);
        assert_eq!(diamond_at(text, 6), None);
        assert_eq!(diamond_at(text, 2), None);
    }
}
