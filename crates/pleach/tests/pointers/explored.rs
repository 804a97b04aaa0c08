//! The exploration of a program in one memory model, and its comparison with the native runs.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use exec::{Config, Limit, Limits, MemoryModelKind, Merging, PathEnd, SolverTechnique, Technique, Termination, Tests};
use ir::Module;
use test_support::Collector;

use crate::native::{End, Input, Table};

/// What one exploration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The lines that were executed.
    pub lines: BTreeSet<u32>,
    /// How many paths there were.
    pub paths: u64,
}

/// How programs are explored.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The memory model.
    pub model: MemoryModelKind,
    /// Where paths are joined.
    pub merging: Merging,
    /// Whether every answer of the solver is checked.
    pub checked: bool,
}

fn config(number: u64, way: Way) -> Config {
    let limits = Limits {
        forks: Some(5_000),
        instructions: Some(2_000_000),
        question_conflicts: Some(5_000),
        time: Some(Duration::from_secs(5)),
        ..Limits::default()
    };
    // Other solvers' abilities and speed must not influence the test.
    let without = vec![Technique::Solver(SolverTechnique::External)];
    Config {
        entry: format!("start{number}"),
        memory_model: way.model,
        merging: way.merging,
        check_answers: way.checked,
        limits,
        tests: Tests::All,
        without,
        ..Config::default()
    }
}

/// Explores a program. Its paths must be what happens natively: those that return have every input that returns
/// natively, each once, and the same result; those in errors have inputs that make the same error natively; and there
/// is no other error natively. `None` if questions were too hard.
pub fn explore(module: &Module, number: u64, way: Way, natively: &Table) -> Result<Option<Explored>, String> {
    let mut collector = Collector { all_inputs: true, ..Collector::default() };
    let result = exec::run(module, &config(number, way), &mut collector).map_err(|error| error.to_string())?;
    if !result.complete {
        let is_hard = |why: &str| why.starts_with("solver:") || why == Limit::Time.name();
        if result.incomplete_because.iter().any(|(why, _)| is_hard(why)) {
            return Ok(None);
        }
        return Err(format!("not complete: {:?}", result.incomplete_because));
    }
    // The ends of paths that were joined are told apart one by one, for which there may have been no time.
    if result.untested > 0 {
        return Ok(None);
    }
    let mut returned: BTreeMap<Input, u32> = BTreeMap::new();
    let mut errors = BTreeSet::new();
    for end in &collector.ends {
        let input = input_of(end);
        let expected = natively.get(&input).ok_or_else(|| format!("a path has the input {input:?}"))?;
        let predicted = match &end.termination {
            Termination::Exit(status) => {
                if returned.insert(input, *status as u32).is_some() {
                    return Err(format!("two paths have the input {input:?}"));
                }
                End::Result(*status as u32)
            }
            Termination::Error { kind, .. } => {
                let line = end.stack.first().map_or(0, |frame| frame.at.line);
                errors.insert((kind.to_string(), line));
                End::Error(kind.to_string(), line)
            }
            other => return Err(format!("a path ends by {other:?}")),
        };
        if predicted != *expected {
            return Err(format!("on {input:?}: {predicted:?}, but natively {expected:?} ({:?})", end.termination));
        }
    }
    for (input, end) in natively {
        let is_found = match end {
            End::Result(_) => returned.contains_key(input),
            End::Error(kind, line) => errors.contains(&(kind.clone(), *line)),
        };
        if !is_found {
            return Err(format!("no path for {input:?}: {end:?}"));
        }
    }
    let lines = result.lines.iter().filter(|(_, _, executed)| *executed).map(|&(_, line, _)| line).collect();
    Ok(Some(Explored { lines, paths: collector.ends.len() as u64 }))
}

/// The values of `a`, `b` and `c` on a path; what a program does not have is 0.
fn input_of(end: &PathEnd) -> Input {
    let mut input = [0; 3];
    for given in &end.inputs {
        let bytes = given.bytes[..].try_into().map_or(u32::MAX, u32::from_le_bytes);
        match given.name.as_str() {
            "a" => input[0] = bytes,
            "b" => input[1] = bytes,
            "c" => input[2] = bytes,
            _ => {}
        }
    }
    input
}
