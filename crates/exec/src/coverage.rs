//! Coverage: what the paths have executed, and how much of it the tests of the run show.
//!
//! The hot path marks edges and functions only; the instructions and lines they cover are derived on demand. A
//! block that was left through its end was executed whole; in a block where a path ended, the instructions up
//! to that point were.
//!
//! A test is worth keeping if its path did something that no test shows yet: it took an edge, left a block by a
//! return or by a jump to an address, entered a block by its address, or came further than any test in a block
//! that no test has left. These things are numbered. Those that a path has done and no test shows are kept with
//! its state, and forks share them: the first fork that ends with a test shows them, and whatever happens to
//! the other forks, nothing that some path could show is lost.
//!
//! The hot path checks one flag for each thing, which belongs to the worker ([`Noted`]): whether the thing has
//! been noted for the running state or need not be noted. When another state gets its turn, the flags of things
//! that no test shows are cleared, so that they are noted for that state too. Everything else belongs to the run
//! ([`Covered`]) and is only looked at where a flag is not set.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ir::Module;

use crate::code::Program;
use crate::outcome::Coverage;
use crate::run::lock;
use crate::shared_set::SharedSet;
use crate::state::{StackFrame, State, StateId};

/// The prefix of the names of files that belong to Pleach's own library, which coverage does not count.
pub const LIBRARY_PREFIX: &str = "<pleach>";

/// Whether a source file belongs to a library rather than to the program: Pleach's own library, or a header of the
/// system, whose templates and inline functions are compiled with the program.
pub fn is_library_file(file: &str) -> bool {
    file.starts_with(LIBRARY_PREFIX) || ir::is_system_header(file)
}

/// The number of something that a path did; see [`Covered`].
pub type Thing = usize;

/// What has been executed over all paths, and what of it the tests show. All workers of a run share it.
pub struct Covered {
    /// For each thing, whether it ever happened. In this order: an edge is taken; a block is left by a return
    /// or a jump to an address; a block is entered by its address.
    happened: Vec<bool>,
    edges: usize,
    blocks: usize,
    /// For each function, whether it was entered.
    entered: Vec<bool>,
    /// For each block, how far the paths came that ended in it: one past the index of the last instruction.
    reached: Vec<u32>,
    /// How many times something was executed for the first time.
    pub news: u64,
    /// For each source file, whether it belongs to a library, which coverage does not count.
    is_library: Vec<bool>,
    /// What the tests show.
    shown: Shown,
}

/// What a worker need not note any more.
pub struct Noted {
    /// For each edge of the program, whether it need not be noted when it is taken.
    pub edges: Vec<bool>,
    /// For each block of the program, whether it need not be noted when a return or a jump to an address leaves it.
    pub returns: Vec<bool>,
    /// For each block of the program, whether it need not be noted when it is entered by its address.
    by_address: Vec<bool>,
    /// For each function, whether it need not be noted when it is entered.
    pub entered: Vec<bool>,
    /// The state that is running.
    whose: StateId,
    /// For each thing, whether it has to be noted whenever it happens, because a region may end there.
    watched: Vec<bool>,
    /// The things noted for the running state that would have to be noted for other states too.
    things: Vec<Thing>,
}

/// What the tests of the run show.
struct Shown {
    /// Whether this is recorded at all.
    watched: bool,
    /// For each function, whether it is the program's own: code in libraries does not count.
    own: Vec<bool>,
    /// The block that each edge leaves.
    edge_from: Vec<u32>,
    /// The things that tests show, followed by the instructions at which a function was left otherwise than by
    /// a return.
    things: SharedSet,
    /// For each block, whether a test leaves it.
    left: Vec<bool>,
    /// For each block, how far tests come in it: one past the index of the last instruction.
    reached: Vec<u32>,
}

/// The thing that a block is left by a return or a jump to an address.
pub fn returning(program: &Program, block: u32) -> Thing {
    program.edges as usize + block as usize
}

impl Noted {
    /// A worker that has noted nothing yet.
    pub fn new(program: &Program) -> Noted {
        let (edges, blocks) = (program.edges as usize, program.blocks as usize);
        Noted {
            edges: vec![false; edges],
            returns: vec![false; blocks],
            by_address: vec![false; blocks],
            entered: vec![false; program.funcs.len()],
            whose: StateId(u64::MAX),
            watched: vec![false; edges + 2 * blocks],
            things: Vec::new(),
        }
    }

    /// To be called when a state begins to run or goes on.
    #[inline]
    pub fn begin_turn(&mut self, covered: &Mutex<Covered>, state: &State) {
        if self.whose != state.id {
            self.whose = state.id;
            if !self.things.is_empty() {
                let covered = lock(covered);
                for thing in std::mem::take(&mut self.things) {
                    self.set(thing, covered.shown.things.contains(thing));
                }
            }
        }
    }

    /// Makes a thing be noted whenever it happens.
    pub fn watch(&mut self, thing: Thing) {
        self.watched[thing] = true;
        *self.flag(thing) = false;
    }

    /// Whether a thing is noted whenever it happens.
    pub fn is_watched(&self, thing: Thing) -> bool {
        self.watched[thing]
    }

    /// Sets whether a thing need not be noted any more.
    fn set(&mut self, thing: Thing, done: bool) {
        *self.flag(thing) = done && !self.watched[thing];
    }

    /// The flag of a thing.
    fn flag(&mut self, thing: Thing) -> &mut bool {
        let (edges, blocks) = (self.edges.len(), self.returns.len());
        match thing {
            edge if edge < edges => &mut self.edges[edge],
            left if left < edges + blocks => &mut self.returns[left - edges],
            entered => &mut self.by_address[entered - edges - blocks],
        }
    }

    /// Whether a jump from the end of a block to an address in another need not be noted.
    #[inline]
    pub fn jumps_from(&self, from: u32, to: u32) -> bool {
        self.returns[from as usize] && self.by_address[to as usize]
    }

    /// The thing that a block is left by a return or a jump to an address.
    pub fn returning(&self, block: u32) -> Thing {
        self.edges.len() + block as usize
    }

    /// The thing that a block is entered by its address.
    pub fn entering(&self, block: u32) -> Thing {
        self.edges.len() + self.returns.len() + block as usize
    }

    /// Notes a thing that a state does in a function.
    #[cold]
    #[inline(never)]
    pub fn note(&mut self, covered: &Mutex<Covered>, state: &mut State, func: usize, thing: Thing) {
        let mut covered = lock(covered);
        if !covered.happened[thing] {
            covered.happened[thing] = true;
            covered.news += 1;
            state.record.covered_new = true;
        }
        let shown = &covered.shown;
        if !shown.watched || !shown.own[func] || shown.things.contains(thing) {
            self.set(thing, true);
            return;
        }
        state.record.unshown.insert(thing);
        if state.id == self.whose && !self.watched[thing] && !std::mem::replace(self.flag(thing), true) {
            self.things.push(thing);
        }
    }

    /// Notes that a state enters a function.
    #[inline]
    pub fn enter(&mut self, covered: &Mutex<Covered>, state: &mut State, func: usize) {
        if !std::mem::replace(&mut self.entered[func], true) {
            let mut covered = lock(covered);
            if !std::mem::replace(&mut covered.entered[func], true) {
                covered.news += 1;
                state.record.covered_new = true;
            }
        }
    }

    /// Notes that tests show what a path did, which ends here.
    pub fn show(&mut self, covered: &Mutex<Covered>, program: &Program, state: &State) {
        for thing in lock(covered).show(program, state) {
            self.set(thing, true);
        }
    }
}

impl Covered {
    /// Whether some of these things are shown by no test.
    pub fn has_unshown(&self, things: &SharedSet) -> bool {
        things.outside(&self.shown.things).next().is_some()
    }

    /// Coverage with nothing executed yet. What tests show is recorded only if `watched` is set.
    pub fn new(program: &Program, module: &Module, watched: bool) -> Covered {
        let (edges, blocks) = (program.edges as usize, program.blocks as usize);
        let is_library: Vec<bool> = module.files.iter().map(|file| is_library_file(file)).collect();
        Covered {
            happened: vec![false; edges + 2 * blocks],
            edges,
            blocks,
            entered: vec![false; program.funcs.len()],
            reached: vec![0; blocks],
            news: 0,
            shown: Shown {
                watched,
                own: own_functions(program, module, &is_library),
                edge_from: edges_from(program),
                things: SharedSet::default(),
                left: vec![false; blocks],
                reached: vec![0; blocks],
            },
            is_library,
        }
    }

    /// The thing that a function is left in the middle of a block, at the given instruction.
    fn leaving(&self, site: u32) -> Thing {
        self.happened.len() + site as usize
    }

    /// Notes how far a state came in the functions that a non-local jump leaves.
    pub fn note_left(&mut self, program: &Program, state: &mut State) {
        self.note_end(program, state);
        let ends: Vec<Thing> = self.news_at_end(program, state).map(|(_, site)| self.leaving(site)).collect();
        for thing in ends {
            state.record.unshown.insert(thing);
        }
    }

    /// Notes how far a path came when it ends or is cut off.
    pub fn note_end(&mut self, program: &Program, state: &State) {
        for frame in std::iter::once(&state.machine.frame).chain(state.machine.waiting()) {
            let Some(block) = program.block_at(frame.func, frame.pc) else { continue };
            let reached = &mut self.reached[block as usize];
            *reached = (*reached).max(frame.pc + 1);
        }
    }

    /// Whether a test of this path, which ends here, would show something that no test shows yet.
    pub fn shows_new(&self, program: &Program, state: &State) -> bool {
        let mut things = state.record.unshown.outside(&self.shown.things);
        things.any(|thing| self.is_unshown(program, thing)) || self.news_at_end(program, state).next().is_some()
    }

    /// To be called when a test of this path, which ends here, is kept. Returns what no test has shown before
    /// and need not be noted any more.
    fn show(&mut self, program: &Program, state: &State) -> Vec<Thing> {
        if !self.shown.watched {
            return Vec::new();
        }
        let mut things: Vec<Thing> = state.record.unshown.outside(&self.shown.things).collect();
        things.retain(|&thing| {
            self.shown.things.insert(thing);
            if thing >= self.happened.len() {
                self.show_end(program, self.site_of(thing));
                return false;
            }
            if let Some(block) = self.block_left_by(thing) {
                self.shown.left[block] = true;
            }
            true
        });
        let ends: Vec<u32> = self.news_at_end(program, state).map(|(_, site)| site).collect();
        for site in ends {
            self.show_end(program, site);
        }
        things
    }

    fn show_end(&mut self, program: &Program, site: u32) {
        let (func, pc) = program.at_site(site);
        if let Some(block) = program.block_at(func, pc) {
            let reached = &mut self.shown.reached[block as usize];
            *reached = (*reached).max(pc + 1);
        }
    }

    /// The block that a thing leaves, if it leaves one.
    fn block_left_by(&self, thing: Thing) -> Option<usize> {
        match self.shown.edge_from.get(thing) {
            Some(&block) => Some(block as usize),
            None => Some(thing - self.edges).filter(|&block| block < self.blocks),
        }
    }

    /// The instruction of a thing made by [`Covered::leaving`].
    fn site_of(&self, thing: Thing) -> u32 {
        (thing - self.happened.len()) as u32
    }

    /// Whether no test shows a thing that is not in `shown.things`: of an end within a block, a test may have
    /// come further.
    fn is_unshown(&self, program: &Program, thing: Thing) -> bool {
        if thing < self.happened.len() {
            return true;
        }
        let (func, pc) = program.at_site(self.site_of(thing));
        program.block_at(func, pc).is_some_and(|block| self.is_further(block, pc))
    }

    /// Whether no test has come as far as this instruction of a block.
    fn is_further(&self, block: u32, pc: u32) -> bool {
        !self.shown.left[block as usize] && pc >= self.shown.reached[block as usize]
    }

    /// The blocks in which the state has come further than any test, each with the number of the instruction.
    fn news_at_end<'a>(&'a self, program: &'a Program, state: &'a State) -> impl Iterator<Item = (u32, u32)> + 'a {
        let frames = std::iter::once(&state.machine.frame).chain(state.machine.waiting());
        let further = move |frame: &StackFrame| {
            let block = program.block_at(frame.func, frame.pc)?;
            let is_new = self.shown.own[frame.func.index()] && self.is_further(block, frame.pc);
            is_new.then(|| (block, program.site(frame.func, frame.pc)))
        };
        frames.filter(|_| self.shown.watched).filter_map(further)
    }

    /// For each block of the program, whether it was entered.
    pub fn blocks_entered(&self, program: &Program) -> Vec<bool> {
        let mut entered: Vec<bool> = {
            let first = self.edges + self.blocks;
            self.happened[first..].to_vec()
        };
        for (index, func) in program.funcs.iter().enumerate() {
            if self.entered[index] && !func.block_start.is_empty() {
                entered[func.first_block as usize] = true;
            }
            for (number, edge) in func.edges.iter().enumerate() {
                if self.happened[func.first_edge as usize + number] {
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
                complete[edge.from as usize] |= self.happened[func.first_edge as usize + number];
            }
            for (pc, pos) in func.pos.iter().enumerate() {
                if module.file(*pos).is_none() || self.is_library[pos.file as usize] {
                    continue;
                }
                let block = func.block_of[pc];
                let number = func.first_block + block;
                let executed = complete[block as usize]
                    || self.happened[self.edges + number as usize]
                    || (pc as u32) < self.reached[number as usize];
                *lines.entry((pos.file, pos.line)).or_insert(false) |= executed;
            }
        }
        lines
            .into_iter()
            .map(|((file, line), executed)| ((module.files[file as usize].clone(), line), executed))
            .collect()
    }

    /// The number of lines with code, and how many of them were executed.
    pub fn count(&self, module: &Module, program: &Program) -> Coverage {
        let lines = self.lines(module, program);
        Coverage {
            lines_covered: lines.values().filter(|&&executed| executed).count() as u64,
            lines_total: lines.len() as u64,
        }
    }
}

/// For each function, whether it is the program's own: it or some of its instructions stand in the program's
/// files, or its file is unknown.
fn own_functions(program: &Program, module: &Module, is_library: &[bool]) -> Vec<bool> {
    let is_own = |pos: &ir::Pos| module.file(*pos).map(|_| !is_library[pos.file as usize]);
    let functions = program.funcs.iter().zip(&module.functions);
    functions
        .map(|(code, function)| {
            is_own(&function.pos) != Some(false) || code.pos.iter().any(|pos| is_own(pos) == Some(true))
        })
        .collect()
}

/// For each edge, the block that it leaves. Both are numbered within the program.
fn edges_from(program: &Program) -> Vec<u32> {
    let mut from = vec![0; program.edges as usize];
    for func in &program.funcs {
        for (number, edge) in func.edges.iter().enumerate() {
            from[func.first_edge as usize + number] = func.first_block + edge.from;
        }
    }
    from
}
