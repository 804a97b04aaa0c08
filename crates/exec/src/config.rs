//! What a run is told.

use std::str::FromStr;
use std::time::Duration;

/// How a run explores and when it stops.
#[derive(Clone, Debug)]
pub struct Config {
    /// The function to start in.
    pub entry: String,
    /// `argv[0]`.
    pub program: String,
    /// `argv[1..]`.
    pub args: Vec<String>,
    /// Which state goes next.
    pub search: Search,
    /// Seed of every random choice.
    pub seed: u64,
    /// When to stop.
    pub limits: Limits,
    /// Whether a false assumption ends its path silently.
    pub silent_assume: bool,
    /// Whether concrete code may run on the fast path; off only to compare the two.
    pub fast_path: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            entry: "main".to_owned(),
            program: "program".to_owned(),
            args: Vec::new(),
            search: Search::Default,
            seed: 0,
            limits: Limits::default(),
            silent_assume: false,
            fast_path: true,
        }
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
    /// Time for one question to the solver.
    pub question_time: Option<Duration>,
}

/// A search strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Depth first.
    Dfs,
    /// Breadth first.
    Bfs,
    /// Any live state with equal chance.
    RandomState,
    /// A random walk down the execution tree.
    RandomPath,
    /// States near code that was never executed.
    Coverage,
    /// `random-path` and `coverage` in turn.
    Default,
}

impl Search {
    /// Every strategy with its name.
    pub const NAMES: [(Search, &'static str); 6] = [
        (Search::Dfs, "dfs"),
        (Search::Bfs, "bfs"),
        (Search::RandomState, "random-state"),
        (Search::RandomPath, "random-path"),
        (Search::Coverage, "coverage"),
        (Search::Default, "default"),
    ];
}

impl FromStr for Search {
    type Err = String;

    fn from_str(name: &str) -> Result<Search, String> {
        Search::NAMES.iter().find(|(_, known)| *known == name).map(|&(search, _)| search).ok_or_else(|| {
            let names: Vec<&str> = Search::NAMES.iter().map(|&(_, name)| name).collect();
            format!("unknown search strategy '{name}': choose one of {}", names.join(", "))
        })
    }
}
