//! The routines of machine code: what its functions were before they were compiled.
//!
//! All machine code of a program is one function of the IR, in which calls and returns are jumps. Here it is taken
//! apart again: a block that leaves the address of the block behind it in a register and then jumps makes a call,
//! and a jump to an address that such a register holds returns from one. A routine begins where a symbol stands or
//! where a call goes, and consists of the blocks that lead from there to one another without a call. A jump to any
//! other address is that of a table: it goes to the blocks around it which nothing else leads to.
//!
//! Code need not be like that. What is found here says where states wait for each other and what they may differ
//! in, and never what is true of them.

use std::collections::BTreeSet;

use ir::{BlockId, Function, Inst, Operand, Reg, Terminator};

/// How a block of machine code is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Along its edges.
    Edges,
    /// By a call of a routine, if it is known which; the call returns to the block behind.
    Call { callee: Option<usize>, back: Option<BlockId> },
    /// By a return.
    Return,
    /// By a jump to some address.
    Computed,
}

/// The routines of a function of machine code.
#[derive(Debug)]
pub(super) struct Routines {
    /// How each block is left.
    pub(super) ways: Vec<Way>,
    /// The routine of each block.
    pub(super) of: Vec<usize>,
    /// The blocks of each routine, the one that it begins with first.
    pub(super) blocks: Vec<Vec<BlockId>>,
    /// The blocks that may run after each block in the same routine; after a call, the one behind it.
    pub(super) next: Vec<Vec<BlockId>>,
}

impl Routines {
    /// The routines of a function of machine code.
    pub(super) fn new(function: &Function) -> Routines {
        let count = function.blocks.len();
        let behind: Vec<Option<Reg>> = (0..count).map(|block| link(function, block)).collect();
        let links: BTreeSet<Reg> = behind.iter().flatten().copied().collect();
        // A block and a routine have the same number until all entries are known.
        let mut entries: BTreeSet<BlockId> = BTreeSet::from([BlockId(0)]);
        let mut ways = Vec::with_capacity(count);
        for (block, behind) in function.blocks.iter().zip(&behind) {
            let back = BlockId(ways.len() as u32 + 1);
            let way = match &block.term {
                Terminator::Jump(edge) if behind.is_some() && edge.block != back => {
                    entries.insert(edge.block);
                    Way::Call { callee: Some(edge.block.index()), back: Some(back) }
                }
                Terminator::Goto { .. } if behind.is_some() => Way::Call { callee: None, back: Some(back) },
                Terminator::Goto { address } if comes_from(block, address, &links) => Way::Return,
                Terminator::Goto { .. } => Way::Computed,
                _ => Way::Edges,
            };
            ways.push(way);
        }
        let begins = |block: &ir::Block| matches!(block.insts.first(), Some((Inst::Place { symbol: Some(_), .. }, _)));
        entries.extend((0..).zip(&function.blocks).filter(|(_, block)| begins(block)).map(|(index, _)| BlockId(index)));
        for way in &mut ways {
            // What stands behind a call that never returns may be another routine.
            if let Way::Call { back, .. } = way {
                *back = back.filter(|block| block.index() < count && !entries.contains(block));
            }
        }
        let mut routines = Routines { ways, of: vec![usize::MAX; count], blocks: Vec::new(), next: Vec::new() };
        routines.claim(function, &entries);
        routines
    }

    /// Gives each block to a routine.
    fn claim(&mut self, function: &Function, entries: &BTreeSet<BlockId>) {
        let mut entered = vec![false; self.of.len()];
        let direct: Vec<Vec<BlockId>> = (0..self.of.len()).map(|block| self.along_edges(function, block)).collect();
        direct.iter().flatten().for_each(|block| entered[block.index()] = true);
        let mut number = vec![usize::MAX; self.of.len()];
        for &entry in entries {
            number[entry.index()] = self.blocks.len();
            self.blocks.push(vec![entry]);
            self.of[entry.index()] = number[entry.index()];
        }
        for routine in 0..self.blocks.len() {
            self.reach(routine, self.blocks[routine][0], &direct);
        }
        // What is left is entered by address, or not at all.
        let mut by_address: Vec<Vec<BlockId>> = vec![Vec::new(); self.blocks.len()];
        for block in (0..self.of.len() as u32).map(BlockId) {
            if self.of[block.index()] == usize::MAX {
                // The entry of the function is an entry, so there is one before.
                let before = self.of[..block.index()].iter().rev().find(|&&of| of != usize::MAX);
                let routine = *before.expect("the first block has a routine");
                self.of[block.index()] = routine;
                self.blocks[routine].push(block);
                self.reach(routine, block, &direct);
            }
            let routine = self.of[block.index()];
            if !entered[block.index()] && self.blocks[routine][0] != block {
                by_address[routine].push(block);
            }
        }
        for (block, mut next) in direct.into_iter().enumerate() {
            if self.ways[block] == Way::Computed {
                next = by_address[self.of[block]].clone();
            }
            next.retain(|to| self.of[to.index()] == self.of[block]);
            self.next.push(next);
        }
        for way in &mut self.ways {
            if let Way::Call { callee: Some(callee), .. } = way {
                *callee = number[*callee];
            }
        }
    }

    /// Where a block leads without a jump to an address.
    fn along_edges(&self, function: &Function, block: usize) -> Vec<BlockId> {
        match self.ways[block] {
            Way::Edges => function.blocks[block].term.edges().map(|edge| edge.block).collect(),
            Way::Call { back, .. } => back.into_iter().collect(),
            Way::Return | Way::Computed => Vec::new(),
        }
    }

    fn reach(&mut self, routine: usize, from: BlockId, direct: &[Vec<BlockId>]) {
        let mut pending = vec![from];
        while let Some(block) = pending.pop() {
            for &next in &direct[block.index()] {
                if self.of[next.index()] == usize::MAX {
                    self.of[next.index()] = routine;
                    self.blocks[routine].push(next);
                    pending.push(next);
                }
            }
        }
    }
}

/// The register in which a block leaves the address of the block behind it.
fn link(function: &Function, block: usize) -> Option<Reg> {
    let next = function.blocks.get(block + 1)?;
    let Some((Inst::Place { address, .. }, _)) = next.insts.first() else { return None };
    // What comes before the last machine instruction is nothing but a number.
    let insts = function.blocks[block].insts.iter().rev().map(|(inst, _)| inst);
    insts.take_while(|inst| !matches!(inst, Inst::Place { .. })).find_map(|inst| match inst {
        Inst::Move { dst, src: Operand::Const(value) } if value.width() == 64 && value.low_u64() == *address => {
            Some(*dst)
        }
        _ => None,
    })
}

/// Whether the address of a jump is computed from one of some registers, as it is when the block begins or as it was
/// loaded in the block.
fn comes_from(block: &ir::Block, address: &Operand, links: &BTreeSet<Reg>) -> bool {
    let Operand::Reg(mut reg) = *address else { return false };
    for (inst, _) in block.insts.iter().rev() {
        if links.contains(&reg) {
            return true;
        }
        match inst {
            Inst::Binary { dst, a: Operand::Reg(from), .. } if *dst == reg => reg = *from,
            _ if inst.dst() == Some(reg) => return false,
            _ => {}
        }
    }
    links.contains(&reg)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two routines, of which the first calls the second in a loop; a table behind the second.
    const CODE: &str = "func @code() machine {
b0:
  %0:64 = move 1:64
  %2:64 = move 0:64
  jump b1
b1:
  place 4096 \"main\"
  %3:1 = ult %0, 5:64
  branch %3, b2, b4
b2:
  place 4100
  %1:64 = move 4104:64
  jump b5
b3:
  place 4104
  jump b1
b4:
  place 4108
  %2:64 = and %1, -2:64
  goto %2
b5:
  place 4112
  %2:64 = and %0, -2:64
  goto %2
b6:
  place 4116
  %2:64 = and %1, -2:64
  goto %2
b7:
  place 4120
  jump b6
}
";

    fn parsed() -> Function {
        let module = ir::parse_module(CODE).unwrap_or_else(|error| panic!("{error}"));
        module.functions[0].clone()
    }

    #[test]
    fn calls_returns_and_tables_are_told_apart() {
        let routines = Routines::new(&parsed());
        let call = Way::Call { callee: Some(routines.of[5]), back: Some(BlockId(3)) };
        let expected = [Way::Edges, Way::Edges, call, Way::Edges, Way::Return, Way::Computed, Way::Return, Way::Edges];
        assert_eq!(routines.ways, expected);
        let of = &routines.of;
        assert!(of[1] == of[2] && of[1] == of[3] && of[1] == of[4] && of[1] != of[5], "{of:?}");
        assert!(of[5] == of[6] && of[5] == of[7], "{of:?}");
        let next = |block: usize| routines.next[block].iter().map(|next| next.0).collect::<Vec<_>>();
        assert_eq!((next(1), next(2), next(4)), (vec![2, 4], vec![3], vec![]));
        // The table leads to what nothing else leads to.
        assert_eq!((next(5), next(7)), (vec![7], vec![6]));
    }
}
