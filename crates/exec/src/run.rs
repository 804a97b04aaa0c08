//! A run: what all its workers share.
//!
//! A [`Run`] has the program, the configuration, and what is found out about the program: which code was
//! executed and which errors were reported. It is shared by reference between threads. The execution tree, and what was not
//! explored and why, belong to an [`Attempt`]. What a thread needs to follow paths (terms, solver, live states) belongs to a
//! [`Worker`].
//!
//! **Invariant.** Nothing here holds an id of a pool, and a lock is held only for as long as one thing is noted
//! or looked up.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ir::{Estimate, FuncId, Module};
use memory::{AddressSpace, MemoryModel};

use crate::attempt::Attempt;
use crate::code::{Program, decode};
use crate::config::{Config, Merging, Uninitialized};
use crate::costs;
use crate::coverage::{Covered, is_library_file};
use crate::ledger::Ledger;
use crate::merge::{LiveWidths, MachineCode, Places};
use crate::outcome::{Observer, RunResult};
use crate::race;
use crate::setup::place_globals;
use crate::slot_costs::SlotCosts;
use crate::tuning::MERGE_COST_CAP;
use crate::worker::Worker;

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

/// What the workers of a run share.
pub(crate) struct Run<'a> {
    pub(crate) module: &'a Module,
    pub(crate) config: &'a Config,
    pub(crate) program: Program,
    /// The memory in which the program starts.
    pub(crate) first_memory: AddressSpace,
    pub(crate) layout: &'static dyn MemoryModel,
    /// The model of each function that the program does not define, by [`ir::FuncId`].
    pub(crate) models: Vec<Option<models::Model>>,
    /// Whether each function belongs to Pleach's own library, by [`ir::FuncId`].
    pub(crate) is_library: Vec<bool>,
    /// The function whose call is an error in itself (`reach_error`).
    pub(crate) reach_error: Option<FuncId>,
    /// Whether memory that nobody has written is told from zeros.
    pub(crate) has_undefined: bool,
    /// What is known about the live slots of each function, by [`ir::FuncId`].
    pub(crate) live_widths: Vec<LiveWidths>,
    /// Where states can be joined in each function, found when it is first needed.
    places: Vec<OnceLock<Option<Places>>>,
    /// What is known of machine code, by [`ir::FuncId`], found when it is first needed.
    machine_code: Vec<OnceLock<Option<MachineCode>>>,
    /// What joined values will cost, computed where states are first compared for it.
    slot_costs: OnceLock<SlotCosts>,
    pub(crate) covered: Mutex<Covered>,
    ledger: Mutex<Ledger>,
    observer: Mutex<&'a mut dyn Observer>,
    /// What the observer wants; asked once.
    pub(crate) wants_tests: bool,
    pub(crate) wants_all_inputs: bool,
    /// Whether the observer has failed. The error is in the ledger.
    has_failed: AtomicBool,
    pub(crate) started: Instant,
}

/// Locks a mutex. What it protects is whole even if a thread has panicked, since no function that may panic runs
/// while it is changed.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Run<'a> {
    /// Prepares a run: decodes the program and places its globals.
    pub(crate) fn new(
        module: &'a Module,
        config: &'a Config,
        observer: &'a mut dyn Observer,
    ) -> Result<Run<'a>, RunError> {
        let layout = config.memory_model.model();
        let (first_memory, addresses) = place_globals(module, layout)?;
        let program = decode(module, &addresses);
        // In an executable the stack is one object, most of which is never written.
        let is_machine = module.functions.iter().any(|function| function.machine);
        let in_library = |function: &ir::Function| module.file(function.pos).is_some_and(is_library_file);
        Ok(Run {
            module,
            config,
            first_memory,
            live_widths: module.functions.iter().map(|_| LiveWidths::default()).collect(),
            places: module.functions.iter().map(|_| OnceLock::new()).collect(),
            machine_code: module.functions.iter().map(|_| OnceLock::new()).collect(),
            slot_costs: OnceLock::new(),
            layout,
            models: module.functions.iter().map(|function| models::lookup(&function.name)).collect(),
            is_library: module.functions.iter().map(in_library).collect(),
            // No path enters it, so the fast path never enters it either.
            reach_error: module.function("reach_error"),
            has_undefined: config.uninitialized != Uninitialized::Ignore && !is_machine,
            covered: Mutex::new(Covered::new(&program, module, observer.wants_tests())),
            wants_tests: observer.wants_tests(),
            wants_all_inputs: observer.wants_all_inputs(),
            has_failed: AtomicBool::new(false),
            ledger: Mutex::default(),
            observer: Mutex::new(observer),
            started: config.now(),
            program,
        })
    }

    /// Where states can be joined in a function.
    pub(crate) fn places(&self, func: FuncId) -> Option<&Places> {
        let (function, code) = (&self.module.functions[func.index()], &self.program.funcs[func.index()]);
        self.places[func.index()].get_or_init(|| Places::new(function, &self.program, code)).as_ref()
    }

    /// What is known of a function if it is machine code in which calls are made by a known convention.
    pub(crate) fn machine_code(&self, func: FuncId) -> Option<&MachineCode> {
        let function = &self.module.functions[func.index()];
        let convention = self.config.unwind.convention().filter(|_| function.machine);
        self.machine_code[func.index()].get_or_init(|| Some(MachineCode::new(function, convention?))).as_ref()
    }

    /// The static costs of values, by slots.
    pub(crate) fn slot_costs(&self) -> &SlotCosts {
        let most = match self.config.merging {
            Merging::Auto => MERGE_COST_CAP,
            _ => self.config.tuning.merge_cost.min(MERGE_COST_CAP),
        };
        let estimate = Estimate::Lattice { cap: most };
        self.slot_costs.get_or_init(|| SlotCosts::new(self.module, &costs::static_costs(self.module, estimate)))
    }

    /// What has been executed.
    pub(crate) fn covered(&self) -> MutexGuard<'_, Covered> {
        lock(&self.covered)
    }

    /// What has been found out.
    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        lock(&self.ledger)
    }

    /// Who is told of the results.
    pub(crate) fn observer(&self) -> MutexGuard<'_, &'a mut dyn Observer> {
        lock(&self.observer)
    }

    /// Notes that the observer has failed, which ends the run.
    pub(crate) fn fail(&self, error: io::Error) {
        self.ledger().failure.get_or_insert(error);
        self.has_failed.store(true, Ordering::Relaxed);
    }

    /// Whether the observer has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// The time since the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.config.now().saturating_duration_since(self.started)
    }

    /// Whether the time of the run is over. Also checked within a batch, which may contain thousands of hard questions.
    pub(crate) fn out_of_time(&self) -> bool {
        self.config.limits.time.is_some_and(|max| self.elapsed() >= max)
    }

    /// Whether the run has to end because its time is over or the user has interrupted it.
    pub(crate) fn is_over(&self) -> bool {
        self.out_of_time() || self.config.is_cancelled()
    }
}

/// Explores a program.
pub fn run(module: &Module, config: &Config, observer: &mut dyn Observer) -> Result<RunResult, RunError> {
    let (attempt, trials) = (Attempt::only(config), race::trials(config));
    let run = Run::new(module, config, observer)?;
    if !trials.is_empty() {
        return race::race(&run, &attempt, &trials);
    }
    let mut worker = Worker::new(&run, &attempt);
    let first = worker.first_state()?;
    let costs = config.static_costs.map(|asked| costs::compute(module, asked));
    worker.begin(first);
    worker.explore(u64::MAX);
    worker.end_exploration();
    worker.tell_of_vain_assumptions();
    let result = worker.result(costs);
    if config.leave_memory {
        std::mem::forget(worker);
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run is shared by threads, and a worker can be handed to one.
    #[test]
    fn runs_are_shared_and_workers_are_sent() {
        fn is_sync<T: Sync>() {}
        fn is_send<T: Send>() {}
        is_sync::<Run<'static>>();
        is_send::<Worker<'static>>();
    }
}
