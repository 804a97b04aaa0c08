//! The configuration of a run.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use expr::ArrayAxioms;
use memory::{Auto, Dynamic, MemoryModel, Merge, Standard};
use solver::ValueSets;

use crate::costs::StaticCosts;
use crate::sizes::Capacities;
use crate::tuning::Tuning;

/// How a run explores and when it stops.
#[derive(Clone, Debug)]
pub struct Config {
    /// The function to start in.
    pub entry: String,
    /// `argv[0]`.
    pub program: String,
    /// `argv[1..]`.
    pub args: Vec<String>,
    /// The environment that the program is started in.
    pub environment: models::Environment,
    /// How calls of functions that are neither defined nor modelled are handled.
    pub external_calls: ExternalCalls,
    /// How pointers that may denote several objects are handled.
    pub memory_model: MemoryModelKind,
    /// How objects of symbolic size are handled.
    pub sizes: SizeMode,
    /// The greatest sizes that such objects are considered to have.
    pub capacities: Capacities,
    /// Where states are joined.
    pub merging: Merging,
    /// How the conditions and the values of states that are joined become one.
    pub merged_terms: MergedTerms,
    /// How the next state to run is chosen.
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
    /// The techniques that are switched off.
    pub without: Vec<Technique>,
    /// If another thread sets it, the question and the turn under way end early, so that an interrupt takes
    /// effect at once.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The clock that time limits are measured with.
    pub clock: fn() -> Instant,
    /// Whether the memory that the run holds at its end is leaked, because the process is about to exit: to
    /// free a million states one by one takes seconds, while the operating system takes the memory back at
    /// once. If not set, the memory is freed before [`crate::run`] returns.
    pub leave_memory: bool,
    /// Returns memory that is free within the process to the operating system.
    pub release_memory: Option<fn()>,
    /// Whether every answer of the solver is checked against the original question.
    pub check_answers: bool,
    /// Whether every question is passed to the observer as text, for a log.
    pub log_queries: bool,
    /// Which static costs of the program are computed before the run.
    pub static_costs: Option<StaticCosts>,
    /// Bytes for each input, by the input's name on the path. If given, nothing is symbolic, and the run is one path.
    pub given: Option<Arc<BTreeMap<String, Vec<u8>>>>,
    /// How the callers of machine code are found.
    pub unwind: Arc<ir::Unwind>,
    /// How uses of uninitialized memory are handled.
    pub uninitialized: Uninitialized,
    /// Whether each path that exits is checked for memory that was never freed.
    pub check_leaks: bool,
    /// A defect put into the solver, to test that the checks find it.
    pub defect: Option<solver::Defect>,
    /// The executor's numbers that decide cost.
    pub tuning: Tuning,
    /// The solver's numbers that decide cost.
    pub solver_tuning: solver::Tuning,
    /// Those of terms.
    pub expr_tuning: expr::Tuning,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            entry: "main".to_owned(),
            program: "program".to_owned(),
            args: Vec::new(),
            environment: models::Environment::default(),
            external_calls: ExternalCalls::Error,
            memory_model: MemoryModelKind::Auto,
            sizes: SizeMode::Lazy,
            capacities: Capacities::default(),
            merging: Merging::Regions,
            merged_terms: MergedTerms::Tree,
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
            tuning: Tuning::default(),
            solver_tuning: solver::Tuning::default(),
            expr_tuning: expr::Tuning::default(),
        }
    }
}

/// What happens if uninitialized memory decides a branch, an address or what is printed. It then reads as zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialized {
    /// Nothing: the memory holds zeros from the beginning.
    Ignore,
    /// Each such use is reported once.
    Warn,
    /// The use is an error.
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
    /// Paths that end in an error which no test shows yet, and paths that execute code which no test executes.
    New,
    /// Paths that end in an error which no test shows yet.
    Errors,
    /// Every path, except those whose error a test shows already and that execute no new code.
    All,
}

impl Tests {
    /// Every choice with its name.
    pub const NAMES: [(Tests, &'static str); 3] = [(Tests::New, "new"), (Tests::Errors, "errors"), (Tests::All, "all")];

    /// The name of the choice.
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

/// The limits of a run; `None` means unlimited.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time of the whole run.
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
    /// Time for writing the tests of the paths that are given up when a limit on time or memory is reached or
    /// the user interrupts the run. Half a second by default.
    pub closing: Option<Duration>,
    /// Time for one question to the solver.
    pub question_time: Option<Duration>,
    /// Conflicts of the SAT solver in one question.
    pub question_conflicts: Option<u64>,
    /// Bytes of memory for one question to the solver.
    pub question_memory: Option<u64>,
}

/// A technique that makes runs faster and can be switched off. It changes cost, never results: the suite also runs
/// without each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Running concrete code without building terms.
    FastPath,
    /// Ending paths that repeat themselves.
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

/// Finds an item by name; the error message lists the known names.
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

    /// The current time by the configured clock.
    pub(crate) fn now(&self) -> Instant {
        (self.clock)()
    }

    /// Whether another thread wants the run to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// The configuration of the solver.
    pub fn solver(&self, started: Instant) -> solver::Config {
        let defaults = solver::Config::default();
        // The memory of the process is not checked while a question is being answered, so the question gets a
        // share of it.
        let share = self.limits.memory.map(|bytes| bytes / self.tuning.question_share);
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
            tuning: self.solver_tuning,
            expr_tuning: self.expr_tuning,
            run_deadline: self.limits.time.map(|time| started + time),
            ..defaults
        }
    }
}

/// How calls of functions that are neither defined nor modelled are handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternalCalls {
    /// The path ends.
    Error,
    /// The path goes on with an unconstrained result, and with unconstrained bytes in the objects that the
    /// arguments point to.
    Overapproximate,
}

impl ExternalCalls {
    /// Every choice with its name.
    pub const NAMES: [(ExternalCalls, &'static str); 2] =
        [(ExternalCalls::Error, "error"), (ExternalCalls::Overapproximate, "overapproximate")];
}

/// How a pointer that may denote several objects is handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryModelKind {
    /// The path forks into one for each object.
    Fork,
    /// The path goes on with a term that chooses between the objects.
    Merge,
    /// The path goes on, and chooses between contents as the pointer was chosen.
    Dynamic,
    /// As with `Dynamic` where what is read is numbers, else the path forks.
    Auto,
}

impl MemoryModelKind {
    /// Every model with its name.
    pub const NAMES: [(MemoryModelKind, &'static str); 4] = [
        (MemoryModelKind::Auto, "auto"),
        (MemoryModelKind::Fork, "fork"),
        (MemoryModelKind::Merge, "merge"),
        (MemoryModelKind::Dynamic, "dynamic"),
    ];

    /// The model itself.
    pub(crate) fn model(self) -> &'static dyn MemoryModel {
        match self {
            MemoryModelKind::Fork => &Standard,
            MemoryModelKind::Merge => &Merge,
            MemoryModelKind::Dynamic => &Dynamic,
            MemoryModelKind::Auto => &Auto,
        }
    }
}

impl FromStr for MemoryModelKind {
    type Err = String;

    fn from_str(name: &str) -> Result<MemoryModelKind, String> {
        named(&MemoryModelKind::NAMES, name, "memory model")
    }
}

/// How objects of symbolic size are handled. All modes consider sizes up to the capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeMode {
    /// The object has the greatest possible size, and other sizes are not explored.
    Largest,
    /// The path forks into one for each size.
    Eager,
    /// The size stays symbolic.
    Lazy,
}

impl SizeMode {
    /// Every mode with its name.
    pub const NAMES: [(SizeMode, &'static str); 3] =
        [(SizeMode::Lazy, "lazy"), (SizeMode::Eager, "eager"), (SizeMode::Largest, "largest")];
}

impl FromStr for SizeMode {
    type Err = String;

    fn from_str(name: &str) -> Result<SizeMode, String> {
        named(&SizeMode::NAMES, name, "mode of sizes")
    }
}

/// Where states that have parted are joined again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merging {
    /// Nowhere.
    Off,
    /// Where the program says so.
    Regions,
    /// There, and at the ends of loops that depend on the symbolic size of an object.
    Sizes,
    /// There, and at the ends of all loops, calls and diamonds where joined values are not asked about any more.
    All,
    /// Where the program says so; if there are many paths, the others are tried beside it, and whichever attempt
    /// explores everything first counts.
    Auto,
}

impl Merging {
    /// Every choice with its name.
    pub const NAMES: [(Merging, &'static str); 5] = [
        (Merging::Auto, "auto"),
        (Merging::Off, "off"),
        (Merging::Regions, "regions"),
        (Merging::Sizes, "sizes"),
        (Merging::All, "all"),
    ];
}

impl FromStr for Merging {
    type Err = String;

    fn from_str(name: &str) -> Result<Merging, String> {
        named(&Merging::NAMES, name, "choice")
    }
}

/// How the conditions and the values of states that are joined become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergedTerms {
    /// One of the paths, each by all that it has assumed.
    Plain,
    /// Along the tree of the conditions.
    Tree,
    /// By the number of repetitions where the conditions of the paths repeat a pattern, else along the tree.
    Patterns,
}

impl MergedTerms {
    /// Every choice with its name.
    pub const NAMES: [(MergedTerms, &'static str); 3] =
        [(MergedTerms::Plain, "plain"), (MergedTerms::Tree, "tree"), (MergedTerms::Patterns, "patterns")];
}

impl FromStr for MergedTerms {
    type Err = String;

    fn from_str(name: &str) -> Result<MergedTerms, String> {
        named(&MergedTerms::NAMES, name, "choice")
    }
}

/// A search strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Breadth first: the state that has waited longest.
    Bfs,
    /// Depth first: the newest state.
    Dfs,
    /// Any live state, each with the same probability.
    Random,
    /// A random walk down the execution tree.
    Tree,
    /// States near code that was never executed.
    Coverage,
    /// `tree` and `coverage` in turn.
    Klee,
    /// Like `klee`, but now and then one path is followed to its end; the more states there are, the more often.
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

    /// Alternative names of strategies.
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
