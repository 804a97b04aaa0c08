//! Logs of real runs (`pleach run --log-queries`, see `docs/queries.md`): the questions, Pleach's answers and
//! their times.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::engines::Answers;
use super::real;
use crate::command::capture;
use crate::project::{build_release, root, target_dir};

/// The directories of the programs whose runs are recorded, and the ends of the programs' names.
const PROGRAMS: [(&str, &str); 2] = [("examples", ".c"), ("tests/suite/c/larger", "_symbolic.c")];
/// The limits of a recorded run. They are counts, so that it ends at the same place everywhere.
const LIMITS: [&str; 4] = ["--max-forks", "500", "--max-instructions", "3000000"];

/// The limits of a recorded run of a third-party program. External solvers are off, since they would answer
/// questions that ours gives up on.
const REAL_LIMITS: [&str; 8] = [
    "--max-forks",
    "600",
    "--max-instructions",
    "20000000",
    "--max-question-conflicts",
    "5000",
    "--without",
    "external",
];

/// Runs programs of the project and logs their questions. Returns the programs' names and the directories of
/// the logs.
pub fn record(quick: bool) -> Result<Vec<(String, PathBuf)>, String> {
    let (pleach, directory) = (build_release()?, empty_directory("recorded")?);
    let mut logs = Vec::new();
    for program in programs()?.into_iter().take(if quick { 3 } else { usize::MAX }) {
        let name = program.file_stem().expect("a program has a name").to_string_lossy().into_owned();
        logs.extend(recorded(&pleach, &directory, &name, &LIMITS, |command| {
            command.arg(&program);
        })?);
    }
    Ok(logs)
}

/// Fetches third-party programs, runs them and logs their questions.
pub fn record_real() -> Result<Vec<(String, PathBuf)>, String> {
    let (pleach, directory) = (build_release()?, empty_directory("recorded-real")?);
    let mut logs = Vec::new();
    for program in real::PROGRAMS {
        println!("{}", program.name);
        let fetched = real::fetch(program)?;
        logs.extend(recorded(&pleach, &directory, program.name, &REAL_LIMITS, |command| {
            command.arg("--cflags").arg(&fetched.flags).args(&fetched.files);
        })?);
    }
    Ok(logs)
}

fn empty_directory(name: &str) -> Result<PathBuf, String> {
    let directory = target_dir()?.join("bench").join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(|error| format!("cannot remove {}: {error}", directory.display()))?;
    }
    fs::create_dir_all(&directory).map_err(|error| format!("cannot create {}: {error}", directory.display()))?;
    Ok(directory)
}

/// Runs a program; `None` if it asks nothing.
fn recorded(
    pleach: &Path,
    directory: &Path,
    name: &str,
    limits: &[&str],
    program: impl FnOnce(&mut Command),
) -> Result<Option<(String, PathBuf)>, String> {
    let (log, run) = (directory.join(name), directory.join("run"));
    let mut command = Command::new(pleach);
    command.args(["run", "--quiet", "--klee-exit-codes"]).args(limits).arg("--output-dir").arg(&run);
    command.arg("--log-queries").arg(&log);
    program(&mut command);
    capture(command.current_dir(root()).stdin(Stdio::null()))?;
    fs::remove_dir_all(&run).map_err(|error| format!("cannot remove the run: {error}"))?;
    Ok(scripts(&log).is_ok().then(|| (name.to_owned(), log)))
}

/// The programs, in order.
fn programs() -> Result<Vec<PathBuf>, String> {
    let mut programs = Vec::new();
    for (directory, end) in PROGRAMS {
        let failed = |error: std::io::Error| format!("cannot read {directory}: {error}");
        for entry in fs::read_dir(root().join(directory)).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.to_str().is_some_and(|path| path.ends_with(end)) {
                programs.push(path);
            }
        }
    }
    programs.sort();
    Ok(programs)
}

/// The scripts of a log, in order.
pub fn scripts(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", directory.display());
    let mut scripts = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "smt2") {
            scripts.push(path);
        }
    }
    if scripts.is_empty() {
        return Err(format!("{}: no log of questions is here", directory.display()));
    }
    scripts.sort();
    Ok(scripts)
}

/// Pleach's answers and times, from the text of a script. A question's time is the sum of its stages' times.
pub fn answers(text: &str) -> Result<Answers, String> {
    let mut read = Answers::default();
    for line in text.lines() {
        let value = |name: &str| line.strip_prefix("(set-info :")?.strip_prefix(name)?.trim_start().strip_suffix(')');
        let quoted = |name: &str| value(name)?.strip_prefix('"')?.strip_suffix('"');
        if let Some(asked) = quoted("branch").or_else(|| quoted("question")) {
            let stage = asked.split(' ').nth(1).ok_or_else(|| format!("no stage in '{line}'"))?;
            read.times.push(0.0);
            read.answers.push(String::new());
            match read.stages.iter_mut().find(|(name, _)| name == stage) {
                Some((_, answered)) => *answered += 1.0,
                None => read.stages.push((stage.to_owned(), 1.0)),
            }
        } else if let Some(costs) = quoted("cost") {
            let micros = costs.split(' ').skip(1).step_by(2).map(|micros| micros.parse::<f64>());
            let micros = micros.sum::<Result<f64, _>>().map_err(|_| format!("no costs: '{line}'"))?;
            *read.times.last_mut().ok_or("costs without a question")? += 1000.0 * micros;
        } else if let Some(status) = value("status") {
            let answer = match status {
                "sat" => '1',
                "unsat" => '0',
                _ => '?',
            };
            read.answers.last_mut().ok_or("a status without a question")?.push(answer);
        }
    }
    Ok(read)
}

/// Answers to single checks, grouped into those of the steps.
pub fn grouped(checks: &Answers, steps: &Answers) -> Answers {
    let mut grouped = Answers::default();
    let mut at = 0;
    for step in &steps.answers {
        let end = (at + step.len()).min(checks.times.len());
        grouped.times.push(checks.times[at..end].iter().sum());
        grouped.answers.push(checks.answers[at..end].concat());
        at = end;
    }
    grouped
}

/// Whether one solver says yes where the other says no.
pub fn contradict(ours: &str, theirs: &str) -> bool {
    ours.chars().zip(theirs.chars()).any(|pair| matches!(pair, ('0', '1') | ('1', '0')))
}

/// The prefixes of the functions that read a symbol, a table or stored bytes at any place.
const READS: [&str; 3] = ["$bytes", "$table", "$store"];

/// For each question of a script, whether its own condition reads a table or a buffer at a symbolic place. A
/// constant place of a symbol is read without such a function.
pub fn reads_arrays(text: &str) -> Vec<bool> {
    let mut reading: HashSet<&str> = HashSet::new();
    let (mut steps, mut asserted) = (Vec::new(), false);
    for line in text.lines() {
        let mut words = line.split(['(', ')', ' ']).filter(|word| !word.is_empty());
        match (words.next(), words.next()) {
            (Some("define-fun"), Some(name)) => reading.extend(reads(words, &reading).then_some(name)),
            (Some("assert"), _) => asserted = reads(words, &reading),
            (Some("set-info"), Some(":branch" | ":question")) => steps.push(false),
            (Some("set-info"), Some(":status")) => {
                if let Some(step) = steps.last_mut() {
                    *step |= asserted;
                }
            }
            _ => {}
        }
    }
    steps
}

fn reads<'a>(mut words: impl Iterator<Item = &'a str>, reading: &HashSet<&str>) -> bool {
    words.any(|word| reading.contains(word) || READS.iter().any(|function| word.starts_with(function)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read() {
        let log = "(set-info :branch \"17 repair\")\n(set-info :cost \"syntactic 0.25 repair 2.5\")\n(push 1)\n(assert x)\n\
                   (set-info :status sat)\n(check-sat)\n(pop 1)\n(set-info :status unsat)\n(check-sat)\n\
                   (set-info :question \"18 repair\")\n(set-info :cost \"syntactic 1\")\n(set-info :status sat)\n";
        let read = answers(log).expect("it is a log");
        assert_eq!(read.times, [2750.0, 1000.0]);
        assert_eq!(read.answers, ["10", "1"]);
        assert_eq!(read.stages, [("repair".to_owned(), 2.0)]);
        let checks = Answers {
            times: vec![1.0, 2.0, 4.0],
            answers: ["1", "0", "1"].map(str::to_owned).to_vec(),
            ..read.clone()
        };
        let steps = grouped(&checks, &read);
        assert_eq!((steps.times, steps.answers), (vec![3.0, 4.0], vec!["10".to_owned(), "1".to_owned()]));
    }

    #[test]
    fn questions_that_read_arrays_are_told_apart() {
        let log = "(define-fun $table0 ((i (_ BitVec 64))) (_ BitVec 8) #x00)\n\
                   (define-fun $4 () (_ BitVec 8) (select |x| #x0000000000000000))\n\
                   (define-fun $5 () (_ BitVec 8) ($table0 ((_ zero_extend 56) $4)))\n\
                   (define-fun $6 () (_ BitVec 1) (ite (= $5 #x07) #b1 #b0))\n\
                   (define-fun $7 () (_ BitVec 1) (ite (= $4 #x07) #b1 #b0))\n\
                   (set-info :branch \"1 repair\")\n(push 1)\n(assert (= $6 #b1))\n(set-info :status sat)\n(check-sat)\n\
                   (push 1)\n(assert (= $6 #b1))\n\
                   (set-info :question \"2 repair\")\n(push 1)\n(assert (= $7 #b1))\n(set-info :status sat)\n";
        assert_eq!(reads_arrays(log), [true, false]);
    }

    #[test]
    fn giving_up_contradicts_nothing() {
        assert!(contradict("10", "11") && !contradict("1?", "?0") && !contradict("10", ""));
    }
}
