//! What has been executed.
//!
//! The hot path marks edges and functions only; which instructions and lines that covers is derived when asked for. A block
//! left through its end was executed whole; of a block in which a path ended, the instructions up to there were.

use std::collections::BTreeMap;

use ir::Module;

use crate::code::Program;
use crate::outcome::Coverage;
use crate::state::State;

/// Files whose names begin so belong to Pleach's own library and do not count.
pub const LIBRARY_PREFIX: &str = "<pleach>";

/// Whether a source file belongs to a library rather than to the program: what Pleach brings, and the headers of C++'s, whose templates
/// are compiled with the program.
pub fn is_library_file(file: &str) -> bool {
    file.starts_with(LIBRARY_PREFIX) || ir::is_cxx_header(file)
}

/// What has been executed, over all paths.
pub struct Covered {
    /// Edges taken, by number within the program.
    pub edges: Vec<bool>,
    /// Blocks left through a return or a jump to an address, by number within the program.
    pub returns: Vec<bool>,
    /// Functions entered.
    pub entered: Vec<bool>,
    /// Blocks entered by their address, by number within the program.
    by_address: Vec<bool>,
    /// How far execution came in each block that some path ended in: one past the last instruction's index.
    reached: Vec<u32>,
    /// How often something was executed for the first time.
    pub news: u64,
}

impl Covered {
    /// Nothing executed yet.
    pub fn new(program: &Program) -> Covered {
        Covered {
            edges: vec![false; program.edges as usize],
            returns: vec![false; program.blocks as usize],
            entered: vec![false; program.funcs.len()],
            by_address: vec![false; program.blocks as usize],
            reached: vec![0; program.blocks as usize],
            news: 0,
        }
    }

    /// Whether a jump from the end of a block to an address in another is nothing new.
    #[inline]
    pub fn jumps_from(&self, from: u32, to: u32) -> bool {
        self.returns[from as usize] && self.by_address[to as usize]
    }

    /// Notes such a jump, and says whether it is new.
    pub fn note_jump(&mut self, from: u32, to: u32) -> bool {
        let known = self.jumps_from(from, to);
        self.returns[from as usize] = true;
        self.by_address[to as usize] = true;
        self.news += u64::from(!known);
        !known
    }

    /// Notes how far a path came that ends now, is cut off, or leaves functions by a jump.
    pub fn note_end(&mut self, program: &Program, state: &State) {
        for frame in std::iter::once(&state.frame).chain(state.waiting()) {
            let func = &program.funcs[frame.func.index()];
            let Some(&block) = func.block_of.get(frame.pc as usize) else { continue };
            let reached = &mut self.reached[(func.first_block + block) as usize];
            *reached = (*reached).max(frame.pc + 1);
        }
    }

    /// Whether each block was entered, by number within the program.
    pub fn blocks_entered(&self, program: &Program) -> Vec<bool> {
        let mut entered = self.by_address.clone();
        for (index, func) in program.funcs.iter().enumerate() {
            if self.entered[index] && !func.block_start.is_empty() {
                entered[func.first_block as usize] = true;
            }
            for (number, edge) in func.edges.iter().enumerate() {
                if self.edges[func.first_edge as usize + number] {
                    entered[(func.first_block + edge.block) as usize] = true;
                }
            }
        }
        entered
    }

    /// Every source line with code, by file and line, and whether it was executed.
    pub fn lines(&self, module: &Module, program: &Program) -> BTreeMap<(String, u32), bool> {
        let mut lines: BTreeMap<(u32, u32), bool> = BTreeMap::new();
        for func in &program.funcs {
            let mut complete = vec![false; func.block_start.len()];
            for (number, edge) in func.edges.iter().enumerate() {
                complete[edge.from as usize] |= self.edges[func.first_edge as usize + number];
            }
            for (pc, pos) in func.pos.iter().enumerate() {
                let Some(file) = module.file(*pos) else { continue };
                if is_library_file(file) {
                    continue;
                }
                let block = func.block_of[pc];
                let number = (func.first_block + block) as usize;
                let executed = complete[block as usize] || self.returns[number] || (pc as u32) < self.reached[number];
                *lines.entry((pos.file, pos.line)).or_insert(false) |= executed;
            }
        }
        lines
            .into_iter()
            .map(|((file, line), executed)| ((module.files[file as usize].clone(), line), executed))
            .collect()
    }

    /// How many lines there are and how many were executed.
    pub fn count(&self, module: &Module, program: &Program) -> Coverage {
        let lines = self.lines(module, program);
        Coverage {
            lines_covered: lines.values().filter(|&&executed| executed).count() as u64,
            lines_total: lines.len() as u64,
        }
    }
}
