//! The graphs that costs are computed over: the blocks as they are, or unrolled.
//!
//! The recursive definition is finite because the body of each loop runs at most κ times. So the graph is
//! unrolled into copies of its blocks: one for each combination of iterations that the loops around the block
//! have left. The unrolled graph has no cycles.
//!
//! In a loop that tests before its body, the header runs κ + 1 times and the body κ times. A loop that tests at
//! the end (its header has no edge out of the loop, or is the whole loop) runs κ times. A block in a loop is
//! represented by the copy of its first iteration, with κ - 1 more to come. Backward edges that close no
//! natural loop are cut.

use std::collections::HashMap;

use crate::cfg::Cfg;
use crate::loops::Loops;
use crate::module::BlockId;
use crate::tuning::{UNROLL_COPIES, UNROLL_COPIES_A_BLOCK};

use super::effects::Way;

/// Copies of blocks and the edges between them.
pub(super) struct Graph {
    /// The block of each copy.
    pub block: Vec<BlockId>,
    /// For each copy, the ways out of its block that can be taken, by number, and the copies they lead to.
    pub next: Vec<Vec<(u32, u32)>>,
    /// The copy that represents each block; `None` if control cannot reach the block.
    pub first: Vec<Option<u32>>,
    /// The κ used for unrolling: smaller than the requested one if that would make too many copies; 0 if the
    /// graph is not unrolled.
    pub kappa: u32,
}

impl Graph {
    /// The graph with one copy of each block.
    pub fn plain(cfg: &Cfg, ways: &[Vec<Way>]) -> Graph {
        let block: Vec<BlockId> = (0..cfg.len() as u32).map(BlockId).collect();
        let next = ways.iter().map(|ways| ways.iter().zip(0..).map(|(way, number)| (number, way.to.0)).collect());
        let first = block.iter().map(|&block| cfg.is_reachable(block).then_some(block.0)).collect();
        Graph { next: next.collect(), block, first, kappa: 0 }
    }

    /// The graph in which the body of each loop runs at most κ times.
    pub fn unrolled(cfg: &Cfg, loops: &Loops, ways: &[Vec<Way>], kappa: u32) -> Graph {
        let tests_first = loops.all().iter().map(|each| {
            let next = cfg.successors(each.header);
            !next.contains(&each.header) && next.iter().any(|&block| !each.contains(block))
        });
        let around = (0..cfg.len()).map(|block| loops.around(BlockId(block as u32))).collect();
        let mut rounds = Rounds { cfg, loops, around, tests_first: tests_first.collect(), kappa: kappa.max(1) };
        let most = UNROLL_COPIES.max(UNROLL_COPIES_A_BLOCK * cfg.len() as u64);
        while rounds.kappa > 1 && rounds.copies() > most {
            rounds.kappa -= 1;
        }
        Graph::copies(&rounds, ways)
    }

    /// Creates every copy that can be reached from those that represent blocks.
    fn copies(rounds: &Rounds<'_>, ways: &[Vec<Way>]) -> Graph {
        let mut numbers: HashMap<Copy, u32> = HashMap::new();
        let mut copies: Vec<Copy> = Vec::new();
        let mut number = |copy: Copy, copies: &mut Vec<Copy>| {
            *numbers.entry(copy).or_insert_with_key(|copy| {
                copies.push(copy.clone());
                copies.len() as u32 - 1
            })
        };
        let mut graph =
            Graph { block: Vec::new(), next: Vec::new(), first: vec![None; rounds.cfg.len()], kappa: rounds.kappa };
        for &block in rounds.cfg.reverse_postorder() {
            graph.first[block.index()] = Some(number(rounds.first(block), &mut copies));
        }
        while let Some(copy) = copies.get(graph.block.len()).cloned() {
            let ways = ways[copy.block.index()].iter().zip(0..);
            let next =
                ways.filter_map(|(way, index)| Some((index, number(rounds.follow(&copy, way.to)?, &mut copies))));
            graph.next.push(next.collect());
            graph.block.push(copy.block);
        }
        graph
    }
}

/// The loops of a function, and how each counts its iterations.
struct Rounds<'a> {
    cfg: &'a Cfg,
    loops: &'a Loops,
    around: Vec<Vec<usize>>,
    /// For each loop, whether it tests before its body.
    tests_first: Vec<bool>,
    kappa: u32,
}

/// A block, and how many iterations each loop around it has left, the outermost first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Copy {
    block: BlockId,
    left: Vec<u32>,
}

impl Rounds<'_> {
    fn most(&self, number: usize, block: BlockId) -> u32 {
        let at_test = self.tests_first[number] && self.loops.all()[number].header == block;
        if at_test { self.kappa } else { self.kappa - 1 }
    }

    /// The copy that represents a block: the one in the first iteration of each loop.
    fn first(&self, block: BlockId) -> Copy {
        Copy { block, left: self.around[block.index()].iter().map(|&number| self.most(number, block)).collect() }
    }

    /// An upper bound of the number of copies of all blocks.
    fn copies(&self) -> u64 {
        let copies = |block: &BlockId| {
            let each = self.around[block.index()].iter().map(|&number| u64::from(self.most(number, *block)) + 1);
            each.fold(1, u64::saturating_mul)
        };
        self.cfg.reverse_postorder().iter().map(copies).fold(0, u64::saturating_add)
    }

    /// The copy that an edge leads to; `None` if a loop has no iterations left for it or the edge is cut.
    fn follow(&self, from: &Copy, to: BlockId) -> Option<Copy> {
        let mut left = Vec::with_capacity(self.around[to.index()].len());
        for &number in &self.around[to.index()] {
            let each = &self.loops.all()[number];
            let Some(place) = self.around[from.block.index()].iter().position(|&other| other == number) else {
                left.push(self.most(number, to));
                continue;
            };
            let rounds = from.left[place];
            let begins_round = if self.tests_first[number] { from.block == each.header } else { to == each.header };
            left.push(if begins_round { rounds.checked_sub(1)? } else { rounds });
        }
        (!self.loops.irreducible().contains(&(from.block, to))).then_some(Copy { block: to, left })
    }
}
