//! The main loop: pick a state, run it, handle how its turn ended.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use expr::Pool;
use ir::Module;
use memory::Hint;
use rustc_hash::FxHashMap;
use solver::{PathCondition, Solver};

use crate::code::decode;
use crate::config::{Config, Technique, Uninitialized};
use crate::costs::{self, CostReport};
use crate::coverage::{Covered, is_library_file};
use crate::distance::Distances;
use crate::executor::{Counts, Executor, Interrupt};
use crate::fast::Fast;
use crate::memory_limit::{Demand, MemoryWatch};
use crate::outcome::{Coverage, Limit, Observer, Progress, Questions, RunResult, Termination, Time};
use crate::search::{Facts, Searcher, searcher};
use crate::setup::place_globals;
use crate::state::{State, StateId};
use crate::tree::Tree;
use crate::uninitialized::Origins;

/// Why a run could not start. Each variant names what is at fault.
#[derive(Debug)]
pub enum RunError {
    /// The program has no function with the name of the entry function.
    MissingEntry {
        /// The entry function that was requested.
        name: String,
        /// The functions that the program defines.
        known: Vec<String>,
    },
    /// The entry function has parameters that `main` does not have.
    EntryParameters {
        /// The function.
        name: String,
        /// The number of its parameters.
        count: usize,
    },
    /// A global is larger than the largest object that is modelled.
    GlobalTooLarge {
        /// The global.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// The program's arguments do not fit in memory.
    ArgumentsTooLarge,
    /// The first frame could not be created.
    Start(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::MissingEntry { name, known } => {
                write!(f, "no function '{name}' to start in")?;
                if known.is_empty() {
                    return write!(f, ": the program defines no function");
                }
                let shown: Vec<&str> = known.iter().take(8).map(String::as_str).collect();
                let more = if known.len() > shown.len() { ", …" } else { "" };
                write!(f, ": the program defines {}{more}; choose one with --entry", shown.join(", "))
            }
            RunError::EntryParameters { name, count } => write!(
                f,
                "entry function '{name}' has {count} parameters that are not main's (int, char **, char **): \
                 write a function without parameters that makes them symbolic and calls it"
            ),
            RunError::GlobalTooLarge { name, size } => {
                write!(f, "global '{name}' of {size} bytes is larger than Pleach models")
            }
            RunError::ArgumentsTooLarge => write!(f, "the program's arguments do not fit in memory"),
            RunError::Start(message) => write!(f, "the program cannot start: {message}"),
        }
    }
}

impl std::error::Error for RunError {}

/// The number of instructions that a state runs before the searcher is asked again.
const BATCH: u64 = 8_000;
/// The greatest number of choices in a row that are passed over because the state has run for long without forking.
const PASSED_OVER: u32 = 16;
/// The number of instructions that a step outside the fast path counts as in a batch. Such a step makes terms,
/// and a state in a loop of such steps must not keep the others waiting.
const SLOW: u64 = 40;
/// The number of instructions that a question counts as in a batch if only the SAT solver can answer it. Some
/// such questions take minutes, and other states must get their turns.
const HARD: u64 = 800;
/// The number of bytes moved by a modelled function that count as one instruction in a batch. Bytes that it
/// shares or fills are counted by blocks.
const BULK: u64 = 16;
/// The number of steps outside the fast path between two checks of the clock and the memory within a batch. A
/// check costs more than some of these steps.
const BETWEEN_LOOKS: u64 = 16;
/// The least time between two checks of the time limit, each with a report of progress.
const TICK: Duration = Duration::from_millis(100);

/// Explores a program.
pub fn run(module: &Module, config: &Config, observer: &mut dyn Observer) -> Result<RunResult, RunError> {
    let mut pool = if config.check_answers { Pool::with_shadow() } else { Pool::new() };
    pool.set_array_axioms(config.array_axioms);
    pool.set_tuning(config.expr_tuning);
    let (memory, addresses) = place_globals(module, config.memory_model.model())?;
    // In an executable the stack is one object, most of which is never written.
    let is_machine = module.functions.iter().any(|function| function.machine);
    let mut origins = Origins::new(config.uninitialized != Uninitialized::Ignore && !is_machine);
    let program = decode(module, &addresses, &mut pool, &mut origins);
    let costs = config.static_costs.map(|asked| costs::compute(module, asked));
    let covered = Covered::new(&program, module, observer.wants_tests());
    let started = config.now();
    let mut executor = Executor {
        module,
        config,
        observer,
        covered,
        hints: vec![Hint::NONE; program.sites as usize],
        models: module.functions.iter().map(|function| models::lookup(&function.name)).collect(),
        is_library: module
            .functions
            .iter()
            .map(|function| module.file(function.pos).is_some_and(is_library_file))
            .collect(),
        // No path enters it, so the fast path never enters it either.
        reach_error: module.function("reach_error"),
        program,
        pool,
        solver: Solver::new(config.solver(started)),
        layout: config.memory_model.model(),
        tree: Tree::new(StateId(0)),
        reported: Default::default(),
        same_place: Default::default(),
        origins,
        names: Default::default(),
        warned: Default::default(),
        incomplete: BTreeMap::new(),
        missing: BTreeMap::new(),
        symbolic: false,
        assumptions: BTreeMap::new(),
        counts: Counts::default(),
        memory: MemoryWatch::new(config.limits.memory, config.release_memory),
        failure: None,
        started,
        closes: None,
        report_time: Duration::ZERO,
    };
    let first = executor.first_state(memory)?;
    let distances = Distances::new(&executor.program);
    let mut exploration = Exploration {
        executor,
        states: FxHashMap::default(),
        searcher: searcher(config.search, config.seed),
        distances,
        next_id: 1,
        last_tick: started,
        stopped_by: None,
        given_up: FxHashMap::default(),
        peak_states: 0,
    };
    exploration.add(Box::new(first));
    exploration.explore();
    exploration.executor.hand_on_log();
    exploration.executor.tell_of_vain_assumptions();
    let result = exploration.result(costs);
    if config.leave_memory {
        std::mem::forget(exploration);
    }
    result
}

/// A run under way.
pub(crate) struct Exploration<'a> {
    pub(crate) executor: Executor<'a>,
    pub(crate) states: FxHashMap<StateId, Box<State>>,
    pub(crate) searcher: Box<dyn Searcher>,
    distances: Distances,
    next_id: u64,
    last_tick: Instant,
    stopped_by: Option<Limit>,
    /// Paths that were given up but not freed before the run ended.
    pub(crate) given_up: FxHashMap<StateId, Box<State>>,
    /// The greatest number of states alive at the same time.
    peak_states: usize,
}

impl Exploration<'_> {
    fn explore(&mut self) {
        while self.stopped_by.is_none() && self.executor.failure.is_none() {
            let Some(id) = self.next() else { break };
            let mut state = self.states.remove(&id).expect("a searcher names live states");
            let came_of_it = self.executor.run_batch(&mut state);
            self.executor.memory.look(&mut state);
            match came_of_it {
                Ok(()) => self.add(state),
                Err(Interrupt::Fork { sides, edges }) => self.fork(state, *sides, edges),
                Err(Interrupt::End(termination)) => self.end(&state, termination),
            }
            self.give_up_what_must_be();
            self.tick();
        }
        self.end_remaining();
    }

    /// Asks the searcher for a state. A state that has used up some batches since its last fork is passed over
    /// as many times before it goes on: a path in a loop that ends late or never gets about the square root of
    /// the turns that it would otherwise get, and the other states get the rest.
    fn next(&mut self) -> Option<StateId> {
        let alone = self.states.len() == 1;
        for _ in 0..PASSED_OVER {
            let id = self.searcher.next(&self.executor.tree)?;
            let state = self.states.get_mut(&id).expect("a searcher names live states");
            if state.schedule.passed_over >= state.schedule.batches || alone || self.searcher.insists() {
                return Some(id);
            }
            state.schedule.passed_over += 1;
            self.searcher.pass_over(id);
        }
        self.searcher.next(&self.executor.tree)
    }

    /// Adds a new state, or puts one back after its batch.
    fn add(&mut self, state: Box<State>) {
        let mut distance = None;
        if self.searcher.wants_distances() {
            let executor = &self.executor;
            let changed = self.distances.renew(&executor.program, &executor.covered, self.states.len());
            distance = self.distances.of(&executor.program, &state);
            if changed {
                // The order does not matter: what a searcher knows of one state does not depend on when it learns it.
                for waiting in self.states.values() {
                    let distance = self.distances.of(&executor.program, waiting);
                    self.searcher.refresh(Facts { id: waiting.id, distance });
                }
            }
        }
        self.searcher.update(Facts { id: state.id, distance });
        self.states.insert(state.id, state);
        self.peak_states = self.peak_states.max(self.states.len());
    }

    fn fork(&mut self, mut state: Box<State>, [yes, no]: [PathCondition; 2], edges: Option<(u32, u32)>) {
        let mut other = state.split(StateId(self.next_id));
        self.next_id += 1;
        self.executor.counts.forks += 1;
        (state.path.node, other.path.node) = self.executor.tree.fork(state.path.node, state.id, other.id);
        (state.path.condition, other.path.condition) = (yes, no);
        if let Some((then, otherwise)) = edges {
            self.executor.take_edge(&mut state, then);
            self.executor.take_edge(&mut other, otherwise);
        }
        self.searcher.forked(state.id, other.id);
        self.add(state);
        self.add(other);
    }

    fn end(&mut self, state: &State, termination: Termination) {
        self.executor.tree.end(state.path.node);
        self.searcher.remove(state.id);
        self.executor.finish(state, &state.path.condition, termination);
    }

    /// Gives up what has to be given up when memory runs short: see [`crate::memory_limit`].
    fn give_up_what_must_be(&mut self) {
        let demand = self.executor.memory.demand();
        if demand == Demand::Nothing {
            return;
        }
        if demand == Demand::Everything {
            self.stopped_by.get_or_insert(Limit::Memory);
        }
        self.executor.solver.forget();
        if demand == Demand::HalfOfTheStates {
            let watch = &self.executor.memory;
            let mut states: Vec<_> = self.states.values().map(|state| (watch.worth(state), state.id)).collect();
            let half = states.len() / 2;
            if half > 0 {
                states.select_nth_unstable(half);
            }
            states.truncate(half);
            let states: Vec<_> =
                states.into_iter().map(|(_, id)| self.states.remove(&id).expect("it is alive")).collect();
            self.give_up(states.into_iter(), Limit::Memory);
        }
        self.executor.memory.relieved();
    }

    /// Checks the limits, and now and then reports progress.
    fn tick(&mut self) {
        let limits = &self.executor.config.limits;
        if limits.instructions.is_some_and(|max| self.executor.counts.instructions >= max) {
            self.stopped_by.get_or_insert(Limit::Instructions);
        }
        if self.executor.has_all_tests() {
            self.stopped_by.get_or_insert(Limit::Tests);
        }
        if self.executor.met_first_error() {
            self.stopped_by.get_or_insert(Limit::FirstError);
        }
        if self.executor.solver.wrong_answer().is_some() && self.stopped_by != Some(Limit::WrongAnswer) {
            self.executor.note_incomplete(Limit::WrongAnswer.name());
            self.stopped_by = Some(Limit::WrongAnswer);
        }
        let now = self.executor.config.now();
        if now.saturating_duration_since(self.last_tick) < TICK {
            return;
        }
        self.last_tick = now;
        let started = Instant::now();
        self.executor.hand_on_log();
        if self.executor.out_of_time() {
            self.stopped_by.get_or_insert(Limit::Time);
        }
        let progress = self.progress();
        if !self.executor.observer.progress(&progress) || self.executor.config.is_cancelled() {
            self.stopped_by.get_or_insert(Limit::Interrupt);
        }
        self.executor.report_time += started.elapsed();
    }

    fn progress(&self) -> Progress {
        let executor = &self.executor;
        let counts = &executor.counts;
        Progress {
            paths: counts.completed + counts.errors + counts.others,
            errors: counts.findings,
            states: self.states.len(),
            instructions: counts.instructions,
            questions: executor.solver.statistics().asked,
            coverage: executor.covered.count(executor.module, &executor.program),
            elapsed: executor.elapsed(),
        }
    }

    /// Ends the paths that are alive when a limit is reached: see [`crate::give_up`].
    fn end_remaining(&mut self) {
        if self.states.is_empty() && self.stopped_by != Some(Limit::WrongAnswer) {
            // No path was left when the limit was reached: it only counts if something was given up or refused
            // because of it.
            self.stopped_by = self.stopped_by.filter(|limit| self.executor.incomplete.contains_key(limit.name()));
        }
        if self.executor.failure.is_some() {
            self.stopped_by = Some(Limit::Output);
        }
        let Some(limit) = self.stopped_by else { return };
        if !self.executor.observer.wants_unfinished() {
            let count = self.states.len() as u64;
            self.executor.counts.others += count;
            *self.executor.incomplete.entry(limit.name().to_owned()).or_default() += count;
            return;
        }
        self.close(limit);
    }

    fn result(&mut self, costs: Option<CostReport>) -> Result<RunResult, RunError> {
        let executor = &mut self.executor;
        let write_error = executor.failure.take().map(|error| error.to_string());
        // With a limit on forks, paths go on without forking: the run ends by itself, but it is not complete.
        let refused =
            [Limit::Forks, Limit::Depth].into_iter().find(|limit| executor.incomplete.contains_key(limit.name()));
        let stopped_by = write_error.as_ref().map(|_| Limit::Output).or(self.stopped_by).or(refused);
        // The limit that ended the run is a reason even if no path was alive: a run is complete only if there
        // is no reason.
        if let Some(limit) = stopped_by {
            executor.incomplete.entry(limit.name().to_owned()).or_default();
        }
        let lines = executor.covered.lines(executor.module, &executor.program);
        let solver = executor.solver.statistics();
        let counts = executor.counts;
        let mut statistics = vec![
            ("exec.bytes_written".to_owned(), counts.written),
            ("exec.choices".to_owned(), counts.choices),
            ("exec.forks".to_owned(), counts.forks),
            ("exec.instructions".to_owned(), counts.instructions),
            ("exec.instructions_slow".to_owned(), counts.slow),
            ("exec.peak_states".to_owned(), self.peak_states as u64),
            ("exec.tree_nodes".to_owned(), executor.tree.made()),
            ("expr.terms".to_owned(), executor.pool.len() as u64),
        ];
        statistics.extend(solver.counters());
        statistics.extend(costs.iter().flat_map(CostReport::statistics));
        statistics.sort();
        Ok(RunResult {
            complete: executor.incomplete.is_empty(),
            symbolic: executor.symbolic,
            stopped_by,
            paths_completed: counts.completed,
            paths_errors: counts.errors,
            paths_excluded: counts.excluded,
            instructions: counts.instructions,
            forks: counts.forks,
            questions: Questions {
                asked: solver.asked,
                by_stage: solver.stages.iter().map(|stage| (stage.name.to_owned(), stage.answered)).collect(),
                backend: solver.stages.iter().find(|stage| stage.name == "bit_blast").map_or(0, |stage| stage.asked),
                unknown: solver.unknown,
            },
            coverage: Coverage {
                lines_covered: lines.values().filter(|&&executed| executed).count() as u64,
                lines_total: lines.len() as u64,
            },
            lines: lines.into_iter().map(|((file, line), executed)| (file, line, executed)).collect(),
            incomplete_because: std::mem::take(&mut executor.incomplete).into_iter().collect(),
            missing_functions: std::mem::take(&mut executor.missing).into_iter().collect(),
            time: Time { total: executor.elapsed(), solver: solver.time, report: executor.report_time },
            write_error,
            untested: counts.untested,
            tests: counts.tests,
            testable: counts.testable,
            peak_memory_bytes: executor.memory.peak(),
            statistics,
            checks: solver.checks,
            wrong_answer: executor.solver.wrong_answer().cloned(),
            costs,
        })
    }
}

impl Executor<'_> {
    /// Passes the log of questions since the last call to the observer.
    fn hand_on_log(&mut self) {
        for chunk in self.solver.take_log() {
            if let Err(error) = self.observer.questions(&chunk) {
                self.failure.get_or_insert(error);
            }
        }
    }

    /// Runs a state until it forks or ends, its batch is used up, or the limit on instructions is reached. The
    /// state is watched for endless loops if the number of batches that it has used up is a power of two.
    fn run_batch(&mut self, state: &mut State) -> Result<(), Interrupt> {
        let fast_path = self.config.uses(Technique::FastPath);
        let watched = state.schedule.batches.is_power_of_two() && self.config.uses(Technique::EndlessLoops);
        self.covered.begin_turn(state);
        let allowed = self.config.limits.instructions.map(|max| max.saturating_sub(self.counts.instructions));
        let (mut left, mut batch) = (allowed.unwrap_or(u64::MAX), BATCH);
        while left > 0 && batch > 0 {
            if fast_path {
                let stack_limit = self.stack_limit();
                let (program, covered, hints) = (&self.program, &mut self.covered, &mut self.hints);
                let mut fast = Fast { program, covered, hints, stack_limit, jumped_back: false };
                let most = left.min(batch);
                let ran = if watched { fast.run::<true>(state, most) } else { fast.run::<false>(state, most) };
                let jumped_back = fast.jumped_back;
                self.counts.instructions += ran;
                left -= ran;
                batch -= ran;
                if jumped_back {
                    if state.repeats_itself(&self.program, &self.pool) {
                        return Err(Interrupt::End(Termination::Limit(Limit::Endless)));
                    }
                    continue;
                }
                if left == 0 || batch == 0 {
                    break;
                }
            }
            self.counts.instructions += 1;
            self.counts.slow += 1;
            state.path.instructions += 1;
            left -= 1;
            let from = (state.machine.frame.func, state.machine.call_depth, state.machine.frame.pc);
            let (hard, written) = (self.solver.hard_questions(), self.counts.written);
            self.step(state)?;
            let hard = self.solver.hard_questions() - hard;
            let written = self.counts.written - written;
            batch = batch.saturating_sub(SLOW + HARD * hard + written / BULK);
            let (func, depth, pc) = from;
            let jumped_back =
                (func, depth) == (state.machine.frame.func, state.machine.call_depth) && state.machine.frame.pc <= pc;
            if watched && jumped_back && state.repeats_itself(&self.program, &self.pool) {
                return Err(Interrupt::End(Termination::Limit(Limit::Endless)));
            }
            let looks = self.counts.slow.is_multiple_of(BETWEEN_LOOKS);
            if self.met_first_error() || self.has_all_tests() || looks && (self.is_over() || self.memory.look(state)) {
                break;
            }
        }
        state.schedule.used_up();
        Ok(())
    }

    /// Whether the time of the run is over. Also checked within a batch, which may contain thousands of hard questions.
    fn out_of_time(&self) -> bool {
        self.config.limits.time.is_some_and(|max| self.elapsed() >= max)
    }

    fn elapsed(&self) -> Duration {
        self.config.now().saturating_duration_since(self.started)
    }

    /// Whether the run has to end because its time is over or the user has interrupted it.
    pub(crate) fn is_over(&self) -> bool {
        self.out_of_time() || self.config.is_cancelled()
    }

    /// Whether the limit on tests is reached.
    pub(crate) fn has_all_tests(&self) -> bool {
        self.config.limits.tests.is_some_and(|max| self.counts.tests >= max)
    }

    /// Whether an error has been found that ends the run.
    fn met_first_error(&self) -> bool {
        self.config.limits.first_error && self.counts.findings > 0
    }
}
