//! A worker: what one thread needs to follow paths, and what every step may ask it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use expr::{ExprId, Pool};
use memory::{Hint, Value};
use rustc_hash::FxHashMap;
use solver::{PathCondition, Solver};

use crate::attempt::Attempt;
use crate::code::Src;
use crate::coverage::Noted;
use crate::decision::{Asking, Decision};
use crate::distance::Distances;
use crate::follow::Guide;
use crate::inputs::Names;
use crate::memory_limit::MemoryWatch;
use crate::merge::{RegionId, Regions};
use crate::outcome::{Limit, Location, Termination};
use crate::ready::ReadyFunc;
use crate::run::Run;
use crate::search::{Searcher, searcher};
use crate::state::{StackFrame, State, StateId};
use crate::uninitialized::Origins;

/// What one thread needs to follow paths of a run: its terms, its solver, its live states and its searcher.
pub struct Worker<'r> {
    pub(crate) run: &'r Run<'r>,
    pub(crate) attempt: &'r Attempt,
    pub(crate) pool: Pool,
    pub(crate) solver: Solver,
    /// The functions of the program, by [`ir::FuncId`].
    pub(crate) funcs: Vec<ReadyFunc<'r>>,
    /// For each site of a load or store, the object that it accessed last.
    pub(crate) hints: Vec<Hint>,
    /// What need not be noted as executed any more.
    pub(crate) noted: Noted,
    /// Where the memory comes from that undefined symbols stand for.
    pub(crate) origins: Origins,
    /// The names given to inputs.
    pub(crate) names: Names,
    pub(crate) counts: Counts,
    pub(crate) memory: MemoryWatch,
    /// Which question the present instruction is at.
    pub(crate) asking: Asking,
    /// The trail that is followed, if one is.
    pub(crate) guide: Option<Box<Guide>>,
    /// The states that are alive.
    pub(crate) states: FxHashMap<StateId, Box<State>>,
    pub(crate) searcher: Box<dyn Searcher>,
    pub(crate) distances: Distances,
    /// The regions at whose ends states are joined.
    pub(crate) regions: Regions,
    pub(crate) next_id: u64,
    /// The work after which other attempts have a turn.
    pub(crate) until: u64,
    /// The part of the execution tree that has been explored, where the sides of a fork are halves.
    pub(crate) explored: f64,
    /// The greatest number of states alive at the same time.
    pub(crate) peak_states: usize,
    /// Paths that were given up but not freed before the run ended.
    pub(crate) given_up: FxHashMap<StateId, Box<State>>,
    /// The number of turns so far.
    pub(crate) turns: u64,
    pub(crate) last_tick: Instant,
    pub(crate) stopped_by: Option<Limit>,
    /// While paths are being given up, when the time for their tests is over.
    pub(crate) closes: Option<Instant>,
    pub(crate) report_time: Duration,
}

/// Counters of a worker.
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
    /// Objects whose size was symbolic.
    pub symbolic_sizes: u64,
    /// Joins, and the states that were joined.
    pub joins: u64,
    pub joined: u64,
    /// Joins with nodes of the execution tree that are not leaves, and the states that were discarded for them.
    pub node_joins: u64,
    pub discarded: u64,
    /// Joins of paths that match a pattern.
    pub patterns: u64,
    /// Those with several numbers of repetitions.
    pub several_runs: u64,
    /// Those whose numbers of repetitions are terms of the inputs.
    pub known_counts: u64,
    /// Paths that ended, counting each of those that were joined.
    pub represented: u64,
    /// Forks of live states.
    pub forks: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Instructions executed by the general step rather than the fast path.
    pub slow: u64,
    /// Accesses to one of several objects, without deciding to which.
    pub choices: u64,
    /// Symbolic pointers whose terms showed which objects they come from, and the numbers of these objects added up.
    pub provenances: u64,
    pub provenance_objects: u64,
    /// Paths that were not made because several objects were accessed together.
    pub forks_avoided: u64,
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
    /// The state has left a region and waits for the others.
    Left(RegionId),
    /// The path has ended.
    End(Termination),
}

impl<'r> Worker<'r> {
    /// A worker without states.
    pub(crate) fn new(run: &'r Run<'r>, attempt: &'r Attempt) -> Worker<'r> {
        let Run { config, program, .. } = run;
        let mut pool = if config.check_answers { Pool::with_shadow() } else { Pool::new() };
        pool.set_array_axioms(config.array_axioms);
        pool.set_tuning(config.expr_tuning);
        let mut origins = Origins::new(run.has_undefined);
        let funcs = program.funcs.iter().map(|func| ReadyFunc::new(func, &mut pool, &mut origins)).collect();
        Worker {
            run,
            attempt,
            pool,
            solver: Solver::new(attempt.solver(config, run.started)),
            funcs,
            hints: vec![Hint::NONE; program.sites as usize],
            noted: Noted::new(program),
            origins,
            names: Names::default(),
            counts: Counts::default(),
            memory: MemoryWatch::new(config.limits.memory, config.release_memory),
            asking: Asking::default(),
            guide: None,
            states: FxHashMap::default(),
            searcher: searcher(config.search, config.seed),
            distances: Distances::new(program),
            regions: Regions::default(),
            next_id: 1,
            until: u64::MAX,
            explored: 0.0,
            peak_states: 0,
            given_up: FxHashMap::default(),
            turns: 0,
            last_tick: run.started,
            stopped_by: None,
            closes: None,
            report_time: Duration::ZERO,
        }
    }
}

impl Worker<'_> {
    /// The value of an operand.
    #[inline]
    pub(crate) fn get(&self, state: &State, src: Src) -> Value {
        if src.0 >= 0 {
            state.machine.frame.regs[src.0 as usize]
        } else {
            self.funcs[state.machine.frame.func.index()].constants[!src.0 as usize]
        }
    }

    /// An operand as a term.
    pub(crate) fn term(&mut self, state: &State, src: Src, width: u32) -> ExprId {
        self.get(state, src).to_expr(&mut self.pool, width)
    }

    /// The number of the instruction that the state is at.
    pub(crate) fn site(&self, state: &State) -> u32 {
        self.run.program.site(state.machine.frame.func, state.machine.frame.pc)
    }

    /// The frames from the innermost one of the program's own code outwards. Library frames called from it are
    /// left out, since to the program a library function is one instruction.
    pub(crate) fn own_frames<'s>(&self, state: &'s State) -> impl Iterator<Item = &'s StackFrame> {
        state.machine.frames().skip_while(|frame| self.run.is_library[frame.func.index()])
    }

    /// The number of the program's own instruction that the state is at, or that waits for a library function.
    pub(crate) fn own_site(&self, state: &State) -> u32 {
        match self.own_frames(state).next() {
            Some(frame) => self.run.program.site(frame.func, frame.pc),
            None => self.site(state),
        }
    }

    /// The site under which an error is reported: [`Worker::own_site`], except that in machine code all
    /// instructions with the same source position share one site, since compilers unroll loops and repeat inlined code.
    pub(crate) fn reported_site(&mut self, state: &State) -> u32 {
        if let Some(site) = state.record.blamed {
            return site;
        }
        let site = self.own_site(state);
        let Some(frame) = self.own_frames(state).next() else { return site };
        let (func, pc) = (frame.func, frame.pc);
        let pos = self.run.program.funcs[func.index()].pos.get(pc as usize).copied().unwrap_or_default();
        if pos.line == 0 || !self.run.module.functions[func.index()].machine {
            return site;
        }
        *self.run.ledger().same_place.entry(pos).or_insert(site)
    }

    /// Reports what was assumed or asked for in vain: the assumptions that held on no path, and capacities. A compiler may make several calls of one assumption in the
    /// source, some of which never hold, so assumptions are told apart by source position.
    pub(crate) fn tell_of_vain_assumptions(&mut self) {
        let mut places: BTreeMap<Location, bool> = BTreeMap::new();
        let (assumptions, is_complete) = {
            let ledger = self.run.ledger();
            (ledger.assumptions.clone(), self.attempt.gaps().incomplete.is_empty())
        };
        for (site, held) in assumptions {
            let (func, pc) = self.run.program.at_site(site);
            let mut place = self.location(func, pc);
            if place.line == 0 {
                // The source position is not known; the site keeps such assumptions apart.
                place.column = site;
            }
            *places.entry(place).or_default() |= held;
        }
        let so_far = if is_complete { "" } else { " so far" };
        for (place, _) in places.into_iter().filter(|(_, held)| !held) {
            let text = format!("this assumption holds on no path{so_far}: nothing behind it was explored");
            self.run.observer().message(&place, &text);
        }
        self.tell_of_vain_capacities();
    }

    /// Counts a reason for which something was not explored.
    pub(crate) fn note_incomplete(&self, why: &str) {
        self.attempt.gaps().note(why, 1);
    }
}
