//! How far each block is from code that has never been executed.
//!
//! The distance is counted in edges; a call counts as an edge into its callee. A state's distance is the least
//! over its frames, since the code after a call can still be reached once the call returns. The distances are
//! recomputed when coverage has grown and enough has been asked since the last time that the work is
//! comparatively small; then the distances of waiting states are looked up again.

use std::collections::VecDeque;

use ir::FuncId;

use crate::code::{CalleeCode, Code, Program};
use crate::coverage::Covered;
use crate::state::State;
use crate::tuning::{DISTANCES_AT_ONCE, DISTANCES_SHARE};

/// The distances of all blocks.
pub struct Distances {
    /// For each block, the blocks that lead to it.
    predecessors: Vec<Vec<u32>>,
    distance: Vec<Option<u32>>,
    /// The value of [`Covered::news`] when the distances were computed.
    computed_at: Option<u64>,
    /// The number of calls of [`Distances::renew`] since the distances were computed.
    asked: usize,
}

impl Distances {
    /// Builds the graph of a program. The distances are not computed yet.
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

    /// Recomputes the distances if that is due, and returns whether it did.
    pub fn renew(&mut self, program: &Program, covered: &Covered, states: usize) -> bool {
        let due = match self.computed_at {
            None => true,
            Some(at) => {
                at != covered.news && DISTANCES_AT_ONCE + self.asked * DISTANCES_SHARE >= self.distance.len() + states
            }
        };
        if due {
            self.compute(program, covered);
        }
        self.asked += 1;
        due
    }

    /// The distance of a state, or `None` if it cannot reach code that has never been executed.
    pub fn of(&self, program: &Program, state: &State) -> Option<u32> {
        std::iter::once(&state.machine.frame)
            .chain(state.machine.waiting().take(16))
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
