//! How far each block is from code that was never executed.
//!
//! The distance counts edges; a call counts as an edge into its callee. A state's distance is the least over its frames,
//! since what follows a call can still be reached after it returns. Recomputed when coverage has grown, not at every step.

use std::collections::VecDeque;

use ir::FuncId;

use crate::code::{CalleeCode, Code, Program};
use crate::coverage::Covered;
use crate::state::State;

/// Distances of all blocks.
pub struct Distances {
    /// Blocks that lead to each block.
    predecessors: Vec<Vec<u32>>,
    distance: Vec<Option<u32>>,
    /// What [`Covered::news`] was when the distances were computed.
    computed_at: Option<u64>,
    /// How many questions were answered since.
    asked: u32,
}

/// Stale distances serve for so many questions.
const PATIENCE: u32 = 256;

impl Distances {
    /// The graph of a program.
    pub fn new(program: &Program) -> Distances {
        let mut predecessors = vec![Vec::new(); program.blocks as usize];
        for func in &program.funcs {
            for edge in &func.edges {
                predecessors[(func.first_block + edge.block) as usize].push(func.first_block + edge.from);
            }
            for (pc, code) in func.code.iter().enumerate() {
                let Code::Call { call } = code else { continue };
                let CalleeCode::Direct(FuncId(callee)) = func.calls[*call as usize].callee else { continue };
                let callee = &program.funcs[callee as usize];
                if !callee.code.is_empty() {
                    predecessors[callee.first_block as usize].push(func.first_block + func.block_of[pc]);
                }
            }
        }
        Distances { distance: vec![None; predecessors.len()], predecessors, computed_at: None, asked: 0 }
    }

    /// The distance of a state.
    pub fn of(&mut self, program: &Program, covered: &Covered, state: &State) -> Option<u32> {
        let stale = self.computed_at.is_none_or(|at| at != covered.news);
        if self.computed_at.is_none() || (stale && self.asked >= PATIENCE) {
            self.compute(program, covered);
        }
        self.asked += 1;
        std::iter::once(&state.frame)
            .chain(state.waiting().take(16))
            .enumerate()
            .filter_map(|(level, frame)| {
                let func = &program.funcs[frame.func.index()];
                let block = func.block_of.get(frame.pc as usize)?;
                self.distance[(func.first_block + block) as usize].map(|distance| distance + level as u32)
            })
            .min()
    }

    fn compute(&mut self, program: &Program, covered: &Covered) {
        self.computed_at = Some(covered.news);
        self.asked = 0;
        self.distance.fill(None);
        let entered = covered.blocks_entered(program);
        let mut queue: VecDeque<u32> = VecDeque::new();
        for (block, _) in entered.iter().enumerate().filter(|(_, entered)| !**entered) {
            self.distance[block] = Some(0);
            queue.push_back(block as u32);
        }
        while let Some(block) = queue.pop_front() {
            let next = self.distance[block as usize].map(|distance| distance + 1);
            for &before in &self.predecessors[block as usize] {
                if self.distance[before as usize].is_none() {
                    self.distance[before as usize] = next;
                    queue.push_back(before);
                }
            }
        }
    }
}
