//! What a run is told.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use expr::ArrayAxioms;
use memory::{MemoryModel, Merge, Standard};
use solver::ValueSets;

use crate::costs::StaticCosts;

/// One question may take this part of the memory that the process may hold.
const QUESTION_SHARE: u64 = 20;

/// How a run explores and when it stops.
#[derive(Clone, Debug)]
pub struct Config {
    /// The function to start in.
    pub entry: String,
    /// `argv[0]`.
    pub program: String,
    /// `argv[1..]`.
    pub args: Vec<String>,
    /// What else the program is started with.
    pub environment: models::Environment,
    /// What becomes of calls of functions that are neither defined nor modelled.
    pub external_calls: ExternalCalls,
    /// What becomes of a pointer that may denote several objects.
    pub memory_model: MemoryModelKind,
    /// Which state goes next.
    pub search: Search,
    /// Seed of every random choice.
    pub seed: u64,
    /// When to stop.
    pub limits: Limits,
    /// Which paths become tests.
    pub tests: Tests,
    /// Whether a false assumption ends its path silently.
    pub silent_assume: bool,
    /// Which procedure reasons about sets of values.
    pub value_sets: ValueSets,
    /// Which axioms about arrays are left out.
    pub array_axioms: ArrayAxioms,
    /// What to do without.
    pub without: Vec<Technique>,
    /// Set by another thread, it ends the question and the turn under way, so that an interrupt need not wait for them.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The clock that limits on time are measured by.
    pub clock: fn() -> Instant,
    /// Whether what the run holds when it ends is left to the end of the process, which is to come soon: to free a million states
    /// one by one takes seconds, and the operating system takes the memory back at once. Otherwise it is freed before [`crate::run`]
    /// returns.
    pub leave_memory: bool,
    /// Hands memory that is free within the process back to the operating system.
    pub release_memory: Option<fn()>,
    /// Check every answer of the solver against the question as it was written.
    pub check_answers: bool,
    /// Hand every question to the observer, as text of a log.
    pub log_queries: bool,
    /// Compute the static costs of the program before the run.
    pub static_costs: Option<StaticCosts>,
    /// What each input is, by its name on the path: nothing is symbolic then, and the run is one path.
    pub given: Option<Arc<BTreeMap<String, Vec<u8>>>>,
    /// How the callers of machine code are found.
    pub unwind: Arc<ir::Unwind>,
    /// What happens where memory that nobody has written is used.
    pub uninitialized: Uninitialized,
    /// Whether memory that is never freed is looked for when a path exits.
    pub check_leaks: bool,
    /// A wrong stage in the solver, for tests of these checks.
    pub defect: Option<solver::Defect>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            entry: "main".to_owned(),
            program: "program".to_owned(),
            args: Vec::new(),
            environment: models::Environment::default(),
            external_calls: ExternalCalls::Error,
            memory_model: MemoryModelKind::Fork,
            search: Search::Mixed,
            seed: 0,
            limits: Limits::default(),
            tests: Tests::All,
            silent_assume: false,
            value_sets: ValueSets::default(),
            array_axioms: ArrayAxioms::default(),
            without: Vec::new(),
            cancel: None,
            clock: Instant::now,
            leave_memory: false,
            release_memory: None,
            check_answers: false,
            log_queries: false,
            static_costs: None,
            given: None,
            unwind: Arc::default(),
            uninitialized: Uninitialized::Ignore,
            check_leaks: false,
            defect: None,
        }
    }
}

/// What happens where memory that nobody has written decides a branch, an address or what is printed. It reads as zero then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialized {
    /// Nothing: it reads as zero from the beginning.
    Ignore,
    /// Each place is told once.
    Warn,
    /// It is an error.
    Error,
}

impl Uninitialized {
    /// Every choice with its name.
    pub const NAMES: [(Uninitialized, &'static str); 3] =
        [(Uninitialized::Warn, "warn"), (Uninitialized::Error, "error"), (Uninitialized::Ignore, "ignore")];
}

impl FromStr for Uninitialized {
    type Err = String;

    fn from_str(name: &str) -> Result<Uninitialized, String> {
        named(&Uninitialized::NAMES, name, "choice")
    }
}

/// Which paths become tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tests {
    /// Those that end in an error which no test shows, and those that execute what no test does.
    New,
    /// Those that end in an error which no test shows.
    Errors,
    /// Every path, but for those whose error a test shows already and that execute nothing new.
    All,
}

impl Tests {
    /// Every choice with its name.
    pub const NAMES: [(Tests, &'static str); 3] = [(Tests::New, "new"), (Tests::Errors, "errors"), (Tests::All, "all")];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tests::New => "new",
            Tests::Errors => "errors",
            Tests::All => "all",
        }
    }
}

impl FromStr for Tests {
    type Err = String;

    fn from_str(name: &str) -> Result<Tests, String> {
        named(&Tests::NAMES, name, "choice")
    }
}

/// Limits; `None` is unlimited.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall clock time of the whole run.
    pub time: Option<Duration>,
    /// Bytes of memory of the process.
    pub memory: Option<u64>,
    /// Instructions over all paths.
    pub instructions: Option<u64>,
    /// Forks over all paths.
    pub forks: Option<u64>,
    /// Forks on one path.
    pub depth: Option<u32>,
    /// Tests written.
    pub tests: Option<u64>,
    /// Whether the first error ends the run.
    pub first_error: bool,
    /// Time for the tests of the paths that a limit on time or memory, or the user, gives up; half a second if nothing else is said.
    pub closing: Option<Duration>,
    /// Time for one question to the solver.
    pub question_time: Option<Duration>,
    /// Conflicts of the SAT solver in one question.
    pub question_conflicts: Option<u64>,
    /// Bytes of memory for one question to the solver.
    pub question_memory: Option<u64>,
}

/// Something that makes runs faster and can be switched off. It changes cost, never results: the suite runs without each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Concrete code runs without touching terms.
    FastPath,
    /// Paths that repeat themselves end.
    EndlessLoops,
    /// A part of the solver's chain.
    Solver(solver::Technique),
}

impl Technique {
    /// Every technique with its name.
    pub const NAMES: [(Technique, &'static str); 2 + solver::Technique::NAMES.len()] = {
        let mut all = [(Technique::FastPath, "fast-path"); 2 + solver::Technique::NAMES.len()];
        all[1] = (Technique::EndlessLoops, "endless-loops");
        let mut place = 0;
        while place < solver::Technique::NAMES.len() {
            let (technique, name) = solver::Technique::NAMES[place];
            all[2 + place] = (Technique::Solver(technique), name);
            place += 1;
        }
        all
    };
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(name: &str) -> Result<Technique, String> {
        named(&Technique::NAMES, name, "technique")
    }
}

/// The item of that name, or a message that lists the names there are.
fn named<T: Copy>(all: &[(T, &str)], name: &str, what: &str) -> Result<T, String> {
    all.iter().find(|(_, known)| *known == name).map(|&(item, _)| item).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(_, name)| name).collect();
        format!("unknown {what} '{name}': choose one of {}", names.join(", "))
    })
}

impl Config {
    /// Whether a technique is on.
    pub fn uses(&self, technique: Technique) -> bool {
        !self.without.contains(&technique)
    }

    /// What the clock says.
    pub(crate) fn now(&self) -> Instant {
        (self.clock)()
    }

    /// Whether another thread wants the run to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// What the solver is told.
    pub fn solver(&self, started: Instant) -> solver::Config {
        let defaults = solver::Config::default();
        // Nothing looks at the memory of the process while a question is answered.
        let share = self.limits.memory.map(|bytes| bytes / QUESTION_SHARE);
        let memory = self.limits.question_memory.into_iter().chain(share).min();
        let memory = memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        solver::Config {
            techniques: self.without.iter().fold(defaults.techniques, |on, technique| match technique {
                Technique::Solver(technique) => on.without(*technique),
                Technique::FastPath | Technique::EndlessLoops => on,
            }),
            value_sets: self.value_sets,
            array_axioms: self.array_axioms,
            check_answers: self.check_answers,
            log_queries: self.log_queries,
            defect: self.defect,
            question_time: self.limits.question_time.or(defaults.question_time),
            conflicts: self.limits.question_conflicts.or(defaults.conflicts),
            question_memory: memory.into_iter().chain(defaults.question_memory).min(),
            cancel: self.cancel.clone(),
            run_deadline: self.limits.time.map(|time| started + time),
            ..defaults
        }
    }
}

/// What becomes of calls of functions that are neither defined nor modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternalCalls {
    /// The path ends.
    Error,
    /// The path goes on with any result, and with any bytes in the objects that the arguments point to.
    Overapproximate,
}

impl ExternalCalls {
    /// Both with their names.
    pub const NAMES: [(ExternalCalls, &'static str); 2] =
        [(ExternalCalls::Error, "error"), (ExternalCalls::Overapproximate, "overapproximate")];
}

/// What becomes of a pointer that may denote several objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryModelKind {
    /// The path forks: one for each object.
    Fork,
    /// The path goes on with a choice between the objects.
    Merge,
}

impl MemoryModelKind {
    /// Every model with its name.
    pub const NAMES: [(MemoryModelKind, &'static str); 2] =
        [(MemoryModelKind::Fork, "fork"), (MemoryModelKind::Merge, "merge")];

    /// The model itself.
    pub(crate) fn model(self) -> &'static dyn MemoryModel {
        match self {
            MemoryModelKind::Fork => &Standard,
            MemoryModelKind::Merge => &Merge,
        }
    }
}

impl FromStr for MemoryModelKind {
    type Err = String;

    fn from_str(name: &str) -> Result<MemoryModelKind, String> {
        named(&MemoryModelKind::NAMES, name, "memory model")
    }
}

/// A search strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Breadth first: the state that has waited longest.
    Bfs,
    /// Depth first: the newest state.
    Dfs,
    /// Any live state with equal chance.
    Random,
    /// A random walk down the execution tree.
    Tree,
    /// States near code that was never executed.
    Coverage,
    /// `tree` and `coverage` in turn.
    Klee,
    /// The same, with paths that are followed to their ends in between; the more states there are, the more of these.
    Mixed,
}

impl Search {
    /// Every strategy with its name.
    pub const NAMES: [(Search, &'static str); 7] = [
        (Search::Bfs, "bfs"),
        (Search::Dfs, "dfs"),
        (Search::Random, "random"),
        (Search::Tree, "tree"),
        (Search::Coverage, "coverage"),
        (Search::Klee, "klee"),
        (Search::Mixed, "mixed"),
    ];

    /// Other names that are understood.
    pub const ALIASES: [(Search, &'static str); 3] =
        [(Search::Random, "random-state"), (Search::Tree, "random-path"), (Search::Mixed, "default")];
}

impl FromStr for Search {
    type Err = String;

    fn from_str(name: &str) -> Result<Search, String> {
        let alias = Search::ALIASES.iter().find(|(_, alias)| *alias == name);
        alias.map_or_else(|| named(&Search::NAMES, name, "search strategy"), |&(search, _)| Ok(search))
    }
}
