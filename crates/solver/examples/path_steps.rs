//! Answers the questions of a file and prints how long each took: `path_steps FILE`.
//!
//! The file is written by `cargo xtask bench solver`:
//! - `path`: a new path condition;
//! - `symbol NAME WIDTH` and `table NAME HEX`: what its terms mention;
//! - `branch SIDE TERM`: can the term hold, can it fail; afterwards the side is taken;
//! - `ask TERM`: can the term hold.
//!
//! For each step a line is printed: nanoseconds, then the answers (`1` for yes, `0` for no, `?` for unknown).
//! Reading the term of a branch is not counted; reading that of an `ask` is, since terms that rewriting decides
//! are decided while they are read. Then follow `read NANOSECONDS`, the time spent on reading terms, and `stage
//! NAME ASKED ANSWERED`, one line for each stage.

use std::time::Instant;

use expr::{ExprId, Pool};
use solver::{Answer, Branch, Config, PathCondition, Solver, Technique};

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("usage: path_steps FILE")?;
    let text = std::fs::read_to_string(&file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let mut run = Run::new();
    let mut output = String::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(step) = run.line(line).map_err(|error| format!("{file}:{}: {error}", number + 1))? {
            output += &step;
        }
    }
    output += &format!("read {}\n", run.reading);
    for stage in run.solver.statistics().stages {
        output += &format!("stage {} {} {}\n", stage.name, stage.asked, stage.answered);
    }
    print!("{output}");
    Ok(())
}

struct Run {
    pool: Pool,
    solver: Solver,
    path: PathCondition,
    /// The symbols of the path, as the bindings of a `let`. Paths may use a name for symbols of several widths.
    symbols: String,
    tables: Vec<(String, String)>,
    reading: u128,
}

impl Run {
    fn new() -> Run {
        // No SMT solver of the machine may answer instead.
        let solver = Solver::new(Config::default().without(Technique::External));
        Run {
            pool: Pool::new(),
            solver,
            path: PathCondition::new(),
            symbols: String::new(),
            tables: Vec::new(),
            reading: 0,
        }
    }

    /// Executes a line; returns what a step prints.
    fn line(&mut self, line: &str) -> Result<Option<String>, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let two = || rest.split_once(' ').ok_or("two words are missing");
        match word {
            "path" => {
                self.path = PathCondition::new();
                self.symbols.clear();
                self.tables.clear();
            }
            "symbol" => {
                let (name, width) = two()?;
                let own_name = format!("{name}:{width}");
                self.pool.symbol(&own_name, width.parse().map_err(|_| "a width is a number")?);
                self.symbols += &format!("({name} |{own_name}|)");
            }
            "table" => {
                let (name, hex) = two()?;
                self.tables.push((format!("(select {name} "), format!("(select (table #x{hex}) ")));
            }
            "branch" => {
                let (side, term) = two()?;
                let (condition, _) = self.term(term)?;
                return Ok(Some(self.branch(side == "1", condition)));
            }
            "ask" => {
                let (condition, read) = self.term(rest)?;
                let started = Instant::now();
                let answer = self.solver.may_be_true(&mut self.pool, &self.path, condition);
                let answer = match answer {
                    Answer::Sat(_) => '1',
                    Answer::Unsat => '0',
                    Answer::Unknown(_) => '?',
                };
                return Ok(Some(format!("{} {answer}\n", read + started.elapsed().as_nanos())));
            }
            _ => return Err(format!("no command is called {word}")),
        }
        Ok(None)
    }

    /// The term and the nanoseconds that reading it took.
    fn term(&mut self, text: &str) -> Result<(ExprId, u128), String> {
        let text = format!("(let ({}) {text})", self.symbols);
        let text = self.tables.iter().fold(text, |text, (from, to)| text.replace(from, to));
        let started = Instant::now();
        let term = self.pool.parse(&text).map_err(|error| format!("{error} in {text}"))?;
        let read = started.elapsed().as_nanos();
        self.reading += read;
        Ok((term, read))
    }

    fn branch(&mut self, side: bool, condition: ExprId) -> String {
        let started = Instant::now();
        let branch = self.solver.branch(&mut self.pool, &self.path, condition);
        let nanoseconds = started.elapsed().as_nanos();
        let (answers, path) = match branch {
            Branch::Always => ("10", None),
            Branch::Never => ("01", None),
            Branch::Both { yes, no } => ("11", Some(if side { yes } else { no })),
            Branch::Undecided { feasible: true, with, .. } => ("1?", Some(with)),
            Branch::Undecided { feasible: false, with, .. } => ("?1", Some(with)),
        };
        if let Some(path) = path {
            self.path = path;
        }
        format!("{nanoseconds} {answers}\n")
    }
}
