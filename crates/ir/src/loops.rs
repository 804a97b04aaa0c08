//! The natural loops of a function and how they nest.
//!
//! A back edge goes to a block that dominates its source. The loop of a header consists of all blocks from
//! which one of the header's back edges can be reached without passing through the header. Other edges that go
//! backwards in reverse postorder (jumps into the middle of a cycle) belong to no loop here and are listed as
//! irreducible. Nothing here recurses.

use crate::cfg::{Cfg, Dominators};
use crate::module::BlockId;

/// One natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block through which control enters the loop.
    pub header: BlockId,
    /// The number of the innermost loop around this one.
    pub parent: Option<usize>,
    /// The blocks of the loop, including those of inner loops, ascending.
    pub blocks: Vec<BlockId>,
}

impl Loop {
    /// Whether a block belongs to the loop.
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }
}

/// The loops of a function, numbered by their place in the list; outer loops come before inner ones.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<usize>>,
    irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    /// Finds the loops of a graph.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let order = cfg.reverse_postorder();
        let mut place = vec![usize::MAX; cfg.len()];
        for (index, block) in order.iter().enumerate() {
            place[block.index()] = index;
        }
        let mut irreducible = Vec::new();
        let mut latches: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
        for &block in order {
            for &next in cfg.successors(block) {
                if dominators.dominates(next, block) {
                    latches[next.index()].push(block);
                } else if place[next.index()] <= place[block.index()] {
                    irreducible.push((block, next));
                }
            }
        }
        let mut found = Loops { loops: Vec::new(), innermost: vec![None; cfg.len()], irreducible };
        // Headers in reverse postorder: an outer header dominates the inner ones, so it comes before them.
        for &header in order {
            if !latches[header.index()].is_empty() {
                found.add(cfg, header, &latches[header.index()]);
            }
        }
        found
    }

    fn add(&mut self, cfg: &Cfg, header: BlockId, latches: &[BlockId]) {
        let number = self.loops.len();
        let parent = self.innermost[header.index()];
        let mut blocks = vec![header];
        self.innermost[header.index()] = Some(number);
        let mut waiting = latches.to_vec();
        while let Some(block) = waiting.pop() {
            if self.innermost[block.index()] != Some(number) {
                self.innermost[block.index()] = Some(number);
                blocks.push(block);
                waiting.extend(cfg.predecessors(block).iter().filter(|&&before| cfg.is_reachable(before)));
            }
        }
        blocks.sort_unstable();
        self.loops.push(Loop { header, parent, blocks });
    }

    /// All loops; a loop's number is its index.
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// The numbers of the loops around a block, the outermost first.
    pub fn around(&self, block: BlockId) -> Vec<usize> {
        let mut around: Vec<usize> =
            std::iter::successors(self.innermost[block.index()], |&inner| self.loops[inner].parent).collect();
        around.reverse();
        around
    }

    /// Edges that go backwards but close no natural loop.
    pub fn irreducible(&self) -> &[(BlockId, BlockId)] {
        &self.irreducible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{function, random_graphs};

    fn loops(graph: &[Vec<u32>]) -> (Cfg, Loops) {
        let cfg = Cfg::new(&function(graph));
        let loops = Loops::new(&cfg, &cfg.dominators());
        (cfg, loops)
    }

    /// Whether `from` reaches `to` without passing through `without`.
    fn reaches(graph: &[Vec<u32>], from: u32, to: u32, without: u32) -> bool {
        let mut seen = vec![false; graph.len()];
        let mut waiting = vec![from];
        while let Some(block) = waiting.pop() {
            if block != without && !std::mem::replace(&mut seen[block as usize], true) {
                waiting.extend(&graph[block as usize]);
            }
        }
        seen[to as usize]
    }

    /// Compares with a literal reading of the definition.
    fn check(graph: &[Vec<u32>]) {
        let (cfg, loops) = loops(graph);
        let dominators = cfg.dominators();
        let reachable = |block: u32| cfg.is_reachable(BlockId(block));
        let count = graph.len() as u32;
        for header in (0..count).filter(|&block| reachable(block)) {
            let back: Vec<u32> = (0..count)
                .filter(|&from| reachable(from) && graph[from as usize].contains(&header))
                .filter(|&from| dominators.dominates(BlockId(header), BlockId(from)))
                .collect();
            let found = loops.all().iter().find(|each| each.header == BlockId(header));
            assert_eq!(found.is_some(), !back.is_empty(), "{graph:?}: {header}");
            let Some(found) = found else { continue };
            for block in 0..count {
                let inside = block == header
                    || reachable(block) && back.iter().any(|&latch| reaches(graph, block, latch, header));
                assert_eq!(found.contains(BlockId(block)), inside, "{graph:?}: {block} in the loop of {header}");
            }
        }
        for block in (0..count).map(BlockId) {
            let mut around: Vec<usize> = (0..loops.all().len()).filter(|&n| loops.all()[n].contains(block)).collect();
            around.sort_by_key(|&number| std::cmp::Reverse(loops.all()[number].blocks.len()));
            assert_eq!(loops.around(block), around, "{graph:?}: {block}");
        }
    }

    #[test]
    fn loops_are_what_their_definition_says() {
        for bits in 0..1u32 << 16 {
            let targets = |from: u32| (0..4).filter(|to| bits >> (from * 4 + to) & 1 == 1).collect();
            check(&(0..4).map(targets).collect::<Vec<_>>());
        }
        random_graphs(300, 12, check);
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let (_, loops) = loops(&[vec![1, 2], vec![2], vec![1, 3], vec![]]);
        assert!(loops.all().is_empty());
        assert_eq!(loops.irreducible().len(), 1);
    }
}
