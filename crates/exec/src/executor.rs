//! The parts of the executor, and what every step may do: decide a condition, require one, end in an error.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use expr::{ExprId, Pool};
use ir::{ErrorKind, FuncId, Module, Pos};
use memory::{Hint, MemoryModel, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{PathCondition, Solver};

use crate::code::{Program, Src};
use crate::config::Config;
use crate::coverage::Covered;
use crate::decision::Decision;
use crate::follow::Guide;
use crate::inputs::Names;
use crate::memory_limit::MemoryWatch;
use crate::outcome::{Location, Observer, Termination};
use crate::state::{StackFrame, State};
use crate::tree::Tree;
use crate::uninitialized::Origins;

/// Everything a run works with, except the live states and the searcher.
pub struct Executor<'a> {
    pub(crate) module: &'a Module,
    pub(crate) config: &'a Config,
    pub(crate) observer: &'a mut dyn Observer,
    pub(crate) program: Program,
    pub(crate) pool: Pool,
    pub(crate) solver: Solver,
    pub(crate) layout: &'static dyn MemoryModel,
    pub(crate) covered: Covered,
    /// The model of each function that the program does not define, by [`ir::FuncId`].
    pub(crate) models: Vec<Option<models::Model>>,
    /// Whether each function belongs to Pleach's own library, by [`ir::FuncId`].
    pub(crate) is_library: Vec<bool>,
    /// The function whose call is an error in itself (`reach_error`).
    pub(crate) reach_error: Option<FuncId>,
    /// For each site of a load or store, the object that it accessed last.
    pub(crate) hints: Vec<Hint>,
    pub(crate) tree: Tree,
    /// The errors reported so far, by site and kind.
    pub(crate) reported: FxHashSet<(u32, ErrorKind)>,
    /// For machine code, the site that stands for all sites with the same source position.
    pub(crate) same_place: FxHashMap<Pos, u32>,
    /// Where the memory comes from that undefined symbols stand for.
    pub(crate) origins: Origins,
    /// The names given to inputs.
    pub(crate) names: Names,
    /// The messages given so far that are to be given only once.
    pub(crate) warned: FxHashSet<String>,
    /// The reasons for which some path was not followed, each with its number of occurrences.
    pub(crate) incomplete: BTreeMap<String, u64>,
    /// The functions that were called but are neither defined nor modelled, each with its number of calls.
    pub(crate) missing: BTreeMap<String, u64>,
    /// Whether anything was symbolic on some path.
    pub(crate) symbolic: bool,
    /// For each site of an assumption, whether it has held on some path.
    pub(crate) assumptions: BTreeMap<u32, bool>,
    pub(crate) counts: Counts,
    pub(crate) memory: MemoryWatch,
    /// The error with which the observer failed, if it did: the run stops.
    pub(crate) failure: Option<io::Error>,
    pub(crate) started: Instant,
    /// While paths are being given up, when the time for their tests is over.
    pub(crate) closes: Option<Instant>,
    pub(crate) report_time: Duration,
    /// The number of questions that the present instruction has asked.
    pub(crate) questions: u32,
    /// The trail that is followed, if one is.
    pub(crate) guide: Option<Box<Guide>>,
}

/// Counters of a run.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    /// Paths that ended by exit.
    pub completed: u64,
    /// Paths that ended in an error.
    pub errors: u64,
    /// Paths that ended in any other way.
    pub others: u64,
    /// Paths that were given up without the test that they should have had.
    pub untested: u64,
    /// Paths that ended at an assumption which none of their inputs satisfies.
    pub excluded: u64,
    /// Errors reported; each pair of site and kind counts once.
    pub findings: u64,
    /// Paths passed to the observer to become tests.
    pub tests: u64,
    /// Paths that would become tests with [`crate::Tests::All`].
    pub testable: u64,
    /// Forks of live states.
    pub forks: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Instructions executed by the general step rather than the fast path.
    pub slow: u64,
    /// Accesses to one of several objects, without deciding to which.
    pub choices: u64,
    /// Bytes moved by modelled functions. Bytes that they fill or share are counted by blocks.
    pub written: u64,
}

/// Why a step did not complete.
pub(crate) enum Interrupt {
    /// Both sides of a condition are possible. If there are edges, the condition was that of a branch. If not,
    /// both sides run the instruction again, each with its side of the condition assumed.
    Fork {
        /// The path condition on which the condition holds and the one on which it does not, and the decision
        /// that leads to each.
        sides: Box<([PathCondition; 2], [Decision; 2])>,
        cond: ExprId,
        edges: Option<(u32, u32)>,
    },
    /// Both sides of a condition were possible, and the trail says which one to take. The rest is as for a fork.
    Led { with: Box<(PathCondition, Decision)>, cond: ExprId, side: bool, edges: Option<(u32, u32)> },
    /// The path has ended.
    End(Termination),
}

impl Executor<'_> {
    /// The value of an operand.
    #[inline]
    pub(crate) fn get(&self, state: &State, src: Src) -> Value {
        if src.0 >= 0 {
            state.machine.frame.regs[src.0 as usize]
        } else {
            self.program.funcs[state.machine.frame.func.index()].consts[!src.0 as usize]
        }
    }

    /// An operand as a term.
    pub(crate) fn term(&mut self, state: &State, src: Src, width: u32) -> ExprId {
        self.get(state, src).to_expr(&mut self.pool, width)
    }

    /// The number of the instruction that the state is at.
    pub(crate) fn site(&self, state: &State) -> u32 {
        self.program.site(state.machine.frame.func, state.machine.frame.pc)
    }

    /// The frames from the innermost one of the program's own code outwards. Library frames called from it are
    /// left out, since to the program a library function is one instruction.
    pub(crate) fn own_frames<'s>(&self, state: &'s State) -> impl Iterator<Item = &'s StackFrame> {
        state.machine.frames().skip_while(|frame| self.is_library[frame.func.index()])
    }

    /// The number of the program's own instruction that the state is at, or that waits for a library function.
    pub(crate) fn own_site(&self, state: &State) -> u32 {
        match self.own_frames(state).next() {
            Some(frame) => self.program.site(frame.func, frame.pc),
            None => self.site(state),
        }
    }

    /// The site under which an error is reported: [`Executor::own_site`], except that in machine code all
    /// instructions with the same source position share one site, since compilers unroll loops and repeat inlined code.
    pub(crate) fn reported_site(&mut self, state: &State) -> u32 {
        if let Some(site) = state.record.blamed {
            return site;
        }
        let site = self.own_site(state);
        let Some(frame) = self.own_frames(state).next() else { return site };
        let (func, pc) = (frame.func, frame.pc);
        let pos = self.program.funcs[func.index()].pos.get(pc as usize).copied().unwrap_or_default();
        if pos.line == 0 || !self.module.functions[func.index()].machine {
            return site;
        }
        *self.same_place.entry(pos).or_insert(site)
    }

    /// Reports the assumptions that held on no path. A compiler may make several calls of one assumption in the
    /// source, some of which never hold, so assumptions are told apart by source position.
    pub(crate) fn tell_of_vain_assumptions(&mut self) {
        let mut places: BTreeMap<Location, bool> = BTreeMap::new();
        for (&site, &held) in &self.assumptions {
            let (func, pc) = self.program.at_site(site);
            let mut place = self.location(func, pc);
            if place.line == 0 {
                // The source position is not known; the site keeps such assumptions apart.
                place.column = site;
            }
            *places.entry(place).or_default() |= held;
        }
        let so_far = if self.incomplete.is_empty() { "" } else { " so far" };
        for (place, _) in places.into_iter().filter(|(_, held)| !held) {
            let text = format!("this assumption holds on no path{so_far}: nothing behind it was explored");
            self.observer.message(&place, &text);
        }
    }

    /// Counts a reason for which something was not explored.
    pub(crate) fn note_incomplete(&mut self, why: &str) {
        match self.incomplete.get_mut(why) {
            Some(count) => *count += 1,
            None => {
                self.incomplete.insert(why.to_owned(), 1);
            }
        }
    }
}
