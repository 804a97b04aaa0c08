//! The engines that answer: Pleach's solver, Z3 in one process, and a new Z3 process for every question.

use std::fs;
use std::io::Write as _;
use std::path::{Path as FilePath, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::steps::{Path, for_pleach, for_z3, scripts};
use crate::command::{capture, show};
use crate::project::{cargo, root, target_dir};

/// Z3's time limit for a question of the identities, which it is known to be unable to answer, in milliseconds.
const IDENTITY_LIMIT: u32 = 1000;
/// Z3's time limit for any other question, in milliseconds.
const LIMIT: u32 = 20_000;

/// Z3's time limits for a script.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The limit for a check, in milliseconds. Z3 then gives up and goes on with the next.
    pub check: u32,
    /// The limit for everything, including reading, in seconds. Z3 then stops.
    pub script: Option<u32>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { check: LIMIT, script: None }
    }
}
/// The number of questions of a class that are asked in a process of their own.
const PROCESSES: usize = 60;

/// The answers of one engine for a class.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The time of each step, in nanoseconds.
    pub times: Vec<f64>,
    /// The answers of each step: `1`, `0` or `?` for each of its questions.
    pub answers: Vec<String>,
    /// The time spent on reading terms, in nanoseconds.
    pub reading: f64,
    /// The name of each stage, and the number of steps that it answered.
    pub stages: Vec<(String, f64)>,
}

impl Answers {
    /// Appends the answers to more questions.
    pub fn extend(&mut self, more: Answers) {
        self.times.extend(more.times);
        self.answers.extend(more.answers);
        self.reading += more.reading;
        for (name, answered) in more.stages {
            match self.stages.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += answered,
                None => self.stages.push((name, answered)),
            }
        }
    }
}

/// The program that runs Z3 in one process.
pub struct Z3 {
    steps: PathBuf,
}

impl Z3 {
    /// Compiles the program, which calls Z3's library.
    pub fn build() -> Result<Z3, String> {
        let directory = target_dir()?.join("bench");
        fs::create_dir_all(&directory).map_err(|error| format!("cannot create {}: {error}", directory.display()))?;
        let steps = directory.join("z3_steps");
        let mut compile = Command::new("cc");
        compile.args(["-O2", "-Wall", "-o"]).arg(&steps).arg(root().join("bench/z3/steps.c")).arg("-lz3");
        capture(&mut compile).map_err(|error| format!("{error}\nZ3 as a library is needed (Debian: libz3-dev)"))?;
        Ok(Z3 { steps })
    }

    /// The command that answers the questions of a file, with a time limit for each in milliseconds.
    fn steps(&self, file: &FilePath, limit: u32) -> Command {
        let mut command = Command::new(&self.steps);
        command.arg(file).arg(limit.to_string());
        command
    }

    /// The answers to a script, check by check, up to where Z3 got.
    pub fn script(&self, script: &FilePath, limits: Limits) -> Result<Answers, String> {
        let mut command = self.steps(script, limits.check);
        command.args(limits.script.map(|seconds| seconds.to_string()));
        read_answers(&capture(&mut command)?)
    }
}

/// The programs of all engines.
pub struct Engines {
    pleach: PathBuf,
    /// Z3 in one process.
    pub z3: Z3,
    directory: PathBuf,
}

impl Engines {
    /// Builds Pleach's program and Z3's.
    pub fn build() -> Result<Engines, String> {
        show(&mut cargo(["build", "--release", "--package", "solver", "--example", "path_steps"]))?;
        let (target, z3) = (target_dir()?, Z3::build()?);
        Ok(Engines { pleach: target.join("release/examples/path_steps"), z3, directory: target.join("bench") })
    }

    /// Pleach's answers.
    pub fn pleach(&self, class: &str, paths: &[Path]) -> Result<Answers, String> {
        let file = self.written(class, "pleach", &for_pleach(paths))?;
        read_answers(&capture(Command::new(&self.pleach).arg(file))?)
    }

    /// The answers of Z3 in one process.
    pub fn z3(&self, class: &str, paths: &[Path], identities: bool) -> Result<Answers, String> {
        let file = self.written(class, "z3", &for_z3(paths))?;
        let limit = if identities { IDENTITY_LIMIT } else { LIMIT };
        read_answers(&capture(&mut self.z3.steps(&file, limit))?)
    }

    /// The times that new processes take for questions spread over the class, in nanoseconds.
    pub fn processes(&self, paths: &[Path], identities: bool) -> Result<Vec<f64>, String> {
        let scripts = scripts(paths);
        let limit = format!("-t:{}", if identities { IDENTITY_LIMIT } else { LIMIT });
        let every = scripts.len().div_ceil(PROCESSES).max(1);
        scripts.iter().step_by(every).map(|script| process(&limit, script)).collect()
    }

    /// Writes the questions to a file, which is kept so that they can be asked again under a profiler.
    fn written(&self, class: &str, engine: &str, text: &str) -> Result<PathBuf, String> {
        let file = self.directory.join(format!("{}.{engine}", class.replace(' ', "_")));
        fs::write(&file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        Ok(file)
    }
}

fn process(limit: &str, script: &str) -> Result<f64, String> {
    let started = Instant::now();
    let failed = |error: std::io::Error| format!("cannot run z3: {error}");
    let mut command = Command::new("z3");
    command.args(["-in", limit]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut input = child.stdin.take().expect("it was asked for");
    input.write_all(script.as_bytes()).map_err(failed)?;
    drop(input);
    let output = child.wait_with_output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.trim() {
        "sat" | "unsat" | "unknown" | "timeout" => Ok(started.elapsed().as_nanos() as f64),
        other => Err(format!("z3 says {other} to {script}")),
    }
}

fn read_answers(text: &str) -> Result<Answers, String> {
    let mut read = Answers::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse::<f64>().map_err(|_| format!("an answer reads '{line}'"));
        match words[..] {
            ["read", time] => read.reading = number(time)?,
            ["stage", name, _, answered] => read.stages.push((name.to_owned(), number(answered)?)),
            [time, answers] => {
                read.times.push(number(time)?);
                read.answers.push(answers.to_owned());
            }
            _ => return Err(format!("an answer reads '{line}'")),
        }
    }
    Ok(read)
}
