//! The control-flow graph of a function: successors, predecessors, reverse postorder and dominators.
//!
//! The dominators are computed by the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
//! Algorithm" (2001): iterate `idom(b) = meet of the processed predecessors` in reverse postorder until nothing
//! changes. The tree is then numbered in depth-first order, so that asking whether one block dominates another
//! takes two comparisons. Edges to blocks that do not exist are left out, so the graph of a broken function can
//! be built too. Nothing here recurses.

use crate::module::{Block, BlockId, Function};

/// Where control can go, block by block.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    /// The index of a block in `order`; `None` if control cannot reach it.
    place: Vec<Option<u32>>,
}

impl Cfg {
    /// Builds the graph of a function; it is empty for a function without a body.
    pub fn new(function: &Function) -> Cfg {
        let of = |block: &Block| block.term.edges().map(|edge| edge.block).collect();
        Cfg::of_successors(function.blocks.iter().map(of))
    }

    /// Builds a graph of the successors of each block. The first block is the entry.
    pub fn of_successors(blocks: impl ExactSizeIterator<Item = Vec<BlockId>>) -> Cfg {
        let count = blocks.len();
        let mut successors = Vec::with_capacity(count);
        let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); count];
        for (index, next) in blocks.enumerate() {
            let mut out: Vec<BlockId> = Vec::new();
            for block in next {
                let from = BlockId(index as u32);
                // Blocks are visited in order, so if this edge was seen before, `from` is the last entry of the
                // list.
                if let Some(before) = predecessors.get_mut(block.index())
                    && before.last() != Some(&from)
                {
                    out.push(block);
                    before.push(from);
                }
            }
            successors.push(out);
        }
        let order = reverse_postorder(&successors);
        let mut place = vec![None; count];
        for (index, block) in order.iter().enumerate() {
            place[block.index()] = Some(index as u32);
        }
        Cfg { successors, predecessors, order, place }
    }

    /// The blocks that may run right after this one, each once, in the order of the terminator's edges.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// The blocks that may run right before this one, each once, ascending.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The reachable blocks in reverse postorder: each one stands before its successors, except along back
    /// edges of loops.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// Whether some path from the entry leads to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.place[block.index()].is_some()
    }

    /// How many blocks there are, reachable or not.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether the function has no body.
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// The dominator tree.
    pub fn dominators(&self) -> Dominators {
        Dominators::new(self)
    }
}

/// Blocks in reverse of the order in which a depth-first search from block 0 finishes them.
fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(successors.len());
    if successors.is_empty() {
        return order;
    }
    let mut visited = vec![false; successors.len()];
    visited[0] = true;
    let mut stack = vec![(BlockId(0), 0)];
    while let Some((block, next)) = stack.last_mut() {
        match successors[block.index()].get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut visited[successor.index()], true) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The dominator tree: which blocks every path to a block passes through.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator of each block; the entry's is the entry itself, an unreachable block has none.
    idom: Vec<Option<BlockId>>,
    /// For each block, the first and the last number in its subtree of the dominator tree.
    span: Vec<(u32, u32)>,
}

impl Dominators {
    fn new(cfg: &Cfg) -> Dominators {
        let mut idom: Vec<Option<BlockId>> = vec![None; cfg.place.len()];
        if let Some(&entry) = cfg.order.first() {
            idom[entry.index()] = Some(entry);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.order.iter().skip(1) {
                let mut processed = cfg.predecessors(block).iter().copied().filter(|p| idom[p.index()].is_some());
                let first = processed.next().expect("in reverse postorder one predecessor comes before the block");
                let meet = processed.fold(first, |a, b| meet(&idom, &cfg.place, a, b));
                changed |= idom[block.index()].replace(meet) != Some(meet);
            }
        }
        let span = number_tree(&idom, &cfg.order);
        Dominators { idom, span }
    }

    /// The closest dominator of a block other than itself; `None` for the entry and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.idom[block.index()].filter(|&idom| idom != block)
    }

    /// Whether every path from the entry to `b` passes through `a`; every block dominates itself, and an unreachable
    /// block neither dominates nor is dominated by another.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        if self.idom[a.index()].is_none() || self.idom[b.index()].is_none() {
            return a == b;
        }
        let (first, last) = self.span[a.index()];
        (first..=last).contains(&self.span[b.index()].0)
    }
}

/// The closest common ancestor of two processed blocks: repeatedly climb from the one that stands later in the
/// order.
fn meet(idom: &[Option<BlockId>], place: &[Option<u32>], mut a: BlockId, mut b: BlockId) -> BlockId {
    let up = |block: BlockId| idom[block.index()].expect("ancestors of a processed block are processed");
    while a != b {
        if place[a.index()] > place[b.index()] {
            a = up(a);
        } else {
            b = up(b);
        }
    }
    a
}

/// Numbers the dominator tree depth first. A block stands in `order` after its immediate dominator, so subtree
/// sizes are summed up from the end of `order`, and the first numbers are assigned from its start.
fn number_tree(idom: &[Option<BlockId>], order: &[BlockId]) -> Vec<(u32, u32)> {
    let parent = |block: BlockId| idom[block.index()].expect("blocks of the order are reachable");
    let mut size = vec![1u32; idom.len()];
    for &block in order.iter().skip(1).rev() {
        size[parent(block).index()] += size[block.index()];
    }
    let mut span = vec![(0, 0); idom.len()];
    let mut next_child = vec![1u32; idom.len()];
    for (index, &block) in order.iter().enumerate() {
        let first = if index == 0 {
            0
        } else {
            let parent = parent(block).index();
            let first = span[parent].0 + next_child[parent];
            next_child[parent] += size[block.index()];
            first
        };
        span[block.index()] = (first, first + size[block.index()] - 1);
    }
    span
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::inst::{Edge, Operand, Terminator};
    use crate::module::{Block, Pos};
    use bv::Bv;
    use test_support::Random;

    /// A function whose block `i` goes to the blocks `graph[i]`.
    pub(crate) fn function(graph: &[Vec<u32>]) -> Function {
        let edge = |&block: &u32| Edge { block: BlockId(block), args: Vec::new() };
        let blocks = graph.iter().map(|targets| {
            let term = match targets.split_last() {
                None => Terminator::Return(None),
                Some((default, cases)) => Terminator::Switch {
                    value: Operand::Const(Bv::new(32, 0)),
                    cases: cases.iter().zip(0..).map(|(case, value)| (Bv::new(32, value), edge(case))).collect(),
                    default: edge(default),
                },
            };
            Block { params: Vec::new(), insts: Vec::new(), term, term_pos: Pos::default() }
        });
        Function { blocks: blocks.collect(), ..Function::declared("f", &[], 0) }
    }

    /// The blocks reachable from the entry when `without` is cut out.
    fn reachable(graph: &[Vec<u32>], without: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut stack = if without == Some(0) { vec![] } else { vec![0usize] };
        while let Some(block) = stack.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                stack.extend(graph[block].iter().map(|&b| b as usize).filter(|&b| Some(b) != without));
            }
        }
        seen
    }

    fn check(graph: &[Vec<u32>]) {
        let cfg = Cfg::new(&function(graph));
        let dominators = cfg.dominators();
        let all = reachable(graph, None);
        assert_eq!(cfg.reverse_postorder().len(), all.iter().filter(|&&seen| seen).count());
        for a in 0..graph.len() {
            let cut = reachable(graph, Some(a));
            let block = |index: usize| BlockId(index as u32);
            assert_eq!(cfg.is_reachable(block(a)), all[a]);
            for b in 0..graph.len() {
                let expected = if all[a] && all[b] { !cut[b] } else { a == b };
                assert_eq!(dominators.dominates(block(a), block(b)), expected, "{graph:?}: {a} over {b}");
                assert_eq!(cfg.successors(block(a)).contains(&block(b)), graph[a].contains(&(b as u32)));
                assert_eq!(cfg.predecessors(block(b)).contains(&block(a)), graph[a].contains(&(b as u32)));
            }
            match dominators.immediate(block(a)) {
                // Every other strict dominator dominates the immediate one.
                Some(idom) => assert!((0..graph.len()).map(block).all(|other| {
                    other == block(a) || !dominators.dominates(other, block(a)) || dominators.dominates(other, idom)
                })),
                None => assert!(a == 0 || !all[a]),
            }
        }
    }

    #[test]
    fn every_graph_of_four_blocks() {
        for bits in 0..1u32 << 16 {
            let targets = |from: u32| (0..4).filter(|to| bits >> (from * 4 + to) & 1 == 1).collect();
            let graph: Vec<Vec<u32>> = (0..4).map(targets).collect();
            check(&graph);
        }
    }

    /// Calls `check` with random graphs of up to `size` blocks.
    pub(crate) fn random_graphs(count: usize, size: u64, mut check: impl FnMut(&[Vec<u32>])) {
        let mut generator = Random::new(1);
        let mut random = |bound: u64| generator.below(bound);
        for _ in 0..count {
            let count = 1 + random(size);
            let graph: Vec<Vec<u32>> =
                (0..count).map(|_| (0..random(4)).map(|_| random(count) as u32).collect()).collect();
            check(&graph);
        }
    }

    #[test]
    fn dominators_of_random_graphs() {
        random_graphs(300, 20, check);
    }

    #[test]
    fn a_long_chain_does_not_recurse() {
        let count = 100_000u32;
        let graph: Vec<Vec<u32>> = (0..count).map(|b| if b + 1 < count { vec![b + 1] } else { vec![] }).collect();
        let cfg = Cfg::new(&function(&graph));
        assert!(cfg.dominators().dominates(BlockId(1), BlockId(count - 1)));
    }

    #[test]
    fn missing_targets_and_bodies_are_left_out() {
        let mut broken = function(&[vec![7, 1], vec![]]);
        let cfg = Cfg::new(&broken);
        assert_eq!(cfg.successors(BlockId(0)), [BlockId(1)]);
        broken.blocks.clear();
        assert!(Cfg::new(&broken).reverse_postorder().is_empty());
        Cfg::new(&broken).dominators();
    }
}
