//! Switches: cases that lead to the same target are joined.
//!
//! Cases with equal edges (the same block, equal values for its parameters) form one group, and cases with the
//! edge of the default are dropped, so that one path stands for all of them. In C this is written as
//! `case 2: case 3: default:`, which unoptimised code turns into a chain of blocks that only jump to the next. An edge
//! into such a block is replaced by an edge to the end of the chain, as long as that is another target of the
//! same switch: a `case` with nothing but a `break` keeps its own edge, which a test may take. A jump that
//! every edge bypasses loses its source line.

use std::collections::BTreeSet;

use bv::Bv;
use ir::{BlockId, Edge, Function, Operand, Pos, Terminator};

use super::{Code, Decoder, SwitchCode};

impl Decoder<'_> {
    /// The code of a switch, or a jump if all cases lead to the default.
    pub(super) fn switch(&mut self, value: &Operand, cases: &[(Bv, Edge)], default: &Edge, from: u32) -> Code {
        let targets: BTreeSet<BlockId> = cases.iter().map(|(_, edge)| edge.block).chain([default.block]).collect();
        let mut passed_over = Vec::new();
        let mut led_on = |edge: &Edge| led_on(self.function, &targets, edge, &mut passed_over);
        let default = led_on(default);
        let cases: Vec<(&Bv, Edge)> = cases.iter().map(|(case, edge)| (case, led_on(edge))).collect();
        self.passed_over.extend(passed_over);
        let mut groups: Vec<(Vec<Bv>, u32)> = Vec::new();
        let mut edges: Vec<Edge> = Vec::new();
        let mut table = Vec::new();
        for (case, edge) in cases {
            if edge == default {
                continue;
            }
            let known = edges.iter().position(|known| *known == edge);
            let group = known.unwrap_or_else(|| {
                groups.push((Vec::new(), self.edge(&edge, from)));
                edges.push(edge);
                groups.len() - 1
            });
            groups[group].0.push(case.clone());
            table.push((case.low_u64(), groups[group].1));
        }
        let default = self.edge(&default, from);
        if groups.is_empty() {
            return Code::Jump { edge: default };
        }
        let w = self.width(value);
        if w > 64 {
            table.clear();
        }
        table.sort_unstable();
        let value = self.src(value);
        self.out.switches.push(SwitchCode { value, w, groups, table, default });
        Code::Switch { table: self.out.switches.len() as u32 - 1 }
    }

    /// Removes the source lines of bypassed jumps that no other edge leads to.
    pub(super) fn forget_passed_over(&mut self) {
        let entered: BTreeSet<u32> = self.out.edges.iter().map(|edge| edge.block).collect();
        for block in self.passed_over.drain(..).filter(|block| !entered.contains(&block.0)) {
            self.out.pos[self.out.block_start[block.index()] as usize] = Pos::default();
        }
    }
}

/// Where an edge leads once blocks that only jump to another of the targets are bypassed. Adds those to `passed_over`.
fn led_on(function: &Function, targets: &BTreeSet<BlockId>, edge: &Edge, passed_over: &mut Vec<BlockId>) -> Edge {
    let mut edge = edge.clone();
    // A chain of more blocks than there are targets is a cycle.
    for _ in 0..targets.len() {
        let block = &function.blocks[edge.block.index()];
        let Terminator::Jump(next) = &block.term else { break };
        if !block.insts.is_empty() || !targets.contains(&next.block) || next.block == edge.block {
            break;
        }
        let value_of = |operand: &Operand| match operand {
            Operand::Reg(reg) => match block.params.iter().position(|param| param == reg) {
                Some(place) => edge.args[place].clone(),
                None => operand.clone(),
            },
            _ => operand.clone(),
        };
        passed_over.push(edge.block);
        edge = Edge { block: next.block, args: next.args.iter().map(value_of).collect() };
    }
    edge
}
