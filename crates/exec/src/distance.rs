//! How far each block is from code that was never executed.
//!
//! The distance counts edges; a call counts as an edge into its callee. A state's distance is the least over its frames,
//! since what follows a call can still be reached after it returns. Recomputed when coverage has grown and the last time is
//! so long ago that the work is small beside that done since; then the distances of waiting states are looked at again.

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
    asked: usize,
}

/// So many blocks and states are looked at again whenever coverage has grown…
const AT_ONCE: usize = 1024;
/// …and so many more for each question that stale distances have answered.
const SHARE: usize = 16;

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

    /// Brings the distances up to date if that is due, and says whether it did.
    pub fn renew(&mut self, program: &Program, covered: &Covered, states: usize) -> bool {
        let due = match self.computed_at {
            None => true,
            Some(at) => at != covered.news && AT_ONCE + self.asked * SHARE >= self.distance.len() + states,
        };
        if due {
            self.compute(program, covered);
        }
        self.asked += 1;
        due
    }

    /// The distance of a state.
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
