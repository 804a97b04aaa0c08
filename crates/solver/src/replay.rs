//! Asks the questions of a log again, with any chain.
//!
//! Paths are followed as the log gives them: a path is kept from the moment the answer to a question opens it,
//! with the model of that answer, and a later question on it finds it with its slices, just as in the run that
//! was logged. A path that no answer opened (the answer was different then, or the log begins later) is made by
//! assuming its conditions one by one, which counts towards no stage.
//!
//! Nothing is read or printed here: scripts come as texts, and the result is a [`ReplayReport`].

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use expr::{Command, ExprId, Model, ParseError, Pool, read_script};
use rustc_hash::FxHashMap;

use crate::answer::{Answer, Branch};
use crate::chain::Technique;
use crate::config::Config;
use crate::log::Status;
use crate::path::PathCondition;
use crate::sat_costs::{SatCost, SatCosts};
use crate::solver::Solver;
use crate::tuning::REPLAY_LEVELS;

/// The stages that translate questions to clauses or ask other solvers.
const BACKENDS: [&str; 2] = [Technique::BitBlast.name(), Technique::External.name()];

/// Asks the questions of a log again.
pub struct Replay {
    pool: Pool,
    solver: Solver,
    places: Vec<KnownPath>,
    report: ReplayReport,
    stages: BTreeMap<String, Times>,
    /// The stages in the order in which they were first seen: those of the chain, then further ones of the log.
    order: Vec<String>,
    costs: Option<SatCosts>,
}

/// A path, and the paths that its questions opened.
struct KnownPath {
    path: PathCondition,
    next: FxHashMap<ExprId, Next>,
}

/// A path that is known to be possible.
enum Next {
    Known(usize),
    /// A path that becomes known when a question needs it.
    Path(PathCondition),
    Model(Model),
}

/// The times of one stage in nanoseconds.
#[derive(Default)]
struct Times {
    each: Vec<u64>,
    answered: u64,
    logged_asked: u64,
    logged_answered: u64,
    logged: f64,
}

/// The result of a replay.
#[derive(Clone, Debug, Default)]
pub struct ReplayReport {
    /// Questions of the log; a branch is one question.
    pub questions: u64,
    /// Questions that could not be decided in the replay.
    pub unknown: u64,
    /// Conditions assumed to make paths that no answer had opened.
    pub assumed: u64,
    /// The stages in the order of the chain.
    pub stages: Vec<ReplayedStage>,
    /// Answers that differ from the log's, one line each.
    pub mismatches: Vec<String>,
    /// The questions that reached the SAT solver, if costs are noted ([`Config::sat_costs`]).
    pub translated: Vec<Translated>,
}

/// A question of a log that reached the SAT solver when it was replayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Translated {
    /// Its number in the log.
    pub number: u64,
    /// Its cost, both after the earlier questions and alone.
    pub cost: SatCost,
    /// The time of the SAT solver and the SMT solvers after it when the log was made; `None` if the question
    /// did not reach them.
    pub logged: Option<Duration>,
}

/// One stage in a replay and in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedStage {
    /// The stage's name.
    pub name: String,
    /// Questions that reached it.
    pub asked: u64,
    /// Questions it answered.
    pub answered: u64,
    /// The time it took for all of them.
    pub time: Duration,
    /// The median of the times for one question.
    pub median: Duration,
    /// Questions that reached it when the log was made.
    pub logged_asked: u64,
    /// Questions it answered then.
    pub logged_answered: u64,
    /// The time it took then.
    pub logged_time: Duration,
}

/// Why a text is not a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// It is not a script.
    Script(ParseError),
    /// It is a script, but not one of a log: this is missing or out of place.
    NoLog(&'static str),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Script(error) => error.fmt(f),
            ReplayError::NoLog(what) => write!(f, "this is no log of questions: {what}"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// What a script has said so far about the next question.
#[derive(Default)]
struct Reading {
    /// The assertions of each level.
    levels: Vec<Vec<ExprId>>,
    asked: Option<Asked>,
    status: Option<Status>,
    error: Option<ReplayError>,
}

struct Asked {
    number: u64,
    is_branch: bool,
    /// The replay's answer for the other side of a branch, once asked.
    other: Option<Status>,
    /// The time of the last stages when the log was made.
    backend: Option<Duration>,
}

impl Replay {
    /// A replay that has asked nothing yet.
    pub fn new(config: Config) -> Replay {
        let mut pool = if config.check_answers { Pool::with_shadow() } else { Pool::new() };
        pool.set_array_axioms(config.array_axioms);
        pool.set_tuning(config.expr_tuning);
        let costs = config.sat_costs.clone();
        let solver = Solver::new(Config { log_queries: false, ..config }).with_trace();
        let order = solver.statistics().stages.iter().map(|stage| stage.name.to_owned()).collect();
        Replay {
            pool,
            solver,
            places: vec![KnownPath { path: PathCondition::new(), next: FxHashMap::default() }],
            report: ReplayReport::default(),
            stages: BTreeMap::new(),
            order,
            costs,
        }
    }

    /// Asks the questions of one script. The scripts of a log come in order.
    pub fn script(&mut self, text: &str) -> Result<(), ReplayError> {
        let mut pool = std::mem::take(&mut self.pool);
        let mut reading = Reading { levels: vec![Vec::new()], ..Reading::default() };
        let read = read_script(&mut pool, text, |pool, command| self.command(pool, &mut reading, command));
        self.pool = pool;
        read.map_err(ReplayError::Script)?;
        reading.error.map_or(Ok(()), Err)
    }

    /// The solver, for its statistics and for an answer that was found to be wrong.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The results of all scripts.
    pub fn report(mut self) -> ReplayReport {
        for name in &self.order {
            let Some(mut times) = self.stages.remove(name) else { continue };
            times.each.sort_unstable();
            self.report.stages.push(ReplayedStage {
                name: name.clone(),
                asked: times.each.len() as u64,
                answered: times.answered,
                time: Duration::from_nanos(times.each.iter().sum()),
                median: Duration::from_nanos(times.each.get(times.each.len() / 2).copied().unwrap_or(0)),
                logged_asked: times.logged_asked,
                logged_answered: times.logged_answered,
                logged_time: Duration::from_nanos((times.logged * 1000.0) as u64),
            });
        }
        self.report
    }

    fn command(&mut self, pool: &mut Pool, reading: &mut Reading, command: Command<'_>) {
        if reading.error.is_some() {
            return;
        }
        match command {
            Command::Push(count) if count as usize > REPLAY_LEVELS - reading.levels.len().min(REPLAY_LEVELS) => {
                reading.error = Some(ReplayError::NoLog("it pushes more levels than any path has constraints"));
            }
            Command::Push(count) => (0..count).for_each(|_| reading.levels.push(Vec::new())),
            Command::Pop(count) => {
                let left = reading.levels.len().checked_sub(count as usize).filter(|&left| left > 0);
                match left {
                    Some(left) => reading.levels.truncate(left),
                    None => reading.error = Some(ReplayError::NoLog("it pops more than it pushes")),
                }
            }
            Command::Assert(term) => reading.levels.last_mut().expect("there is always one").push(term),
            Command::Info(kind @ (":branch" | ":question"), value) => {
                let number = value.split_once(' ').and_then(|(number, by)| Some((number.parse().ok()?, by)));
                let Some((number, by)) = number else {
                    reading.error = Some(ReplayError::NoLog("a question without number and stage"));
                    return;
                };
                reading.asked = Some(Asked { number, is_branch: kind == ":branch", other: None, backend: None });
                self.report.questions += 1;
                if by != "nobody" {
                    self.stage(by).logged_answered += 1;
                }
            }
            Command::Info(":cost", value) => {
                let words: Vec<&str> = value.split_whitespace().collect();
                for pair in words.chunks_exact(2) {
                    let micros = pair[1].parse().unwrap_or(0.0);
                    let stage = self.stage(pair[0]);
                    stage.logged_asked += 1;
                    stage.logged += micros;
                    if let Some(asked) = reading.asked.as_mut().filter(|_| BACKENDS.contains(&pair[0])) {
                        let time = Duration::try_from_secs_f64(micros / 1e6).unwrap_or_default();
                        asked.backend = Some(asked.backend.unwrap_or_default() + time);
                    }
                }
            }
            Command::Info(":status", value) => reading.status = Status::parse(value),
            Command::Info(..) => {}
            Command::Check => {
                let question = reading.levels.last_mut().and_then(Vec::pop);
                let path: Vec<ExprId> = reading.levels.iter().flatten().copied().collect();
                match (question, reading.asked.as_mut(), reading.status.take()) {
                    (Some(question), Some(asked), Some(status)) => self.check(pool, &path, question, asked, status),
                    _ => reading.error = Some(ReplayError::NoLog("a check without question, number or status")),
                }
            }
        }
    }

    /// Asks one question, or compares the other side of a branch that was asked already.
    fn check(&mut self, pool: &mut Pool, path: &[ExprId], question: ExprId, asked: &mut Asked, logged: Status) {
        let found = match asked.other.take() {
            Some(found) => found,
            None => {
                let place = self.place(pool, path);
                // The cost of making the path belongs to no question.
                self.take_costs();
                let Some(place) = place else {
                    self.report
                        .mismatches
                        .push(format!("question {}: its path was refuted or not decided", asked.number));
                    asked.other = asked.is_branch.then_some(Status::Unknown);
                    return;
                };
                let found = if asked.is_branch {
                    let (yes, no) = self.branch(pool, place, question);
                    asked.other = Some(no);
                    yes
                } else {
                    self.question(pool, place, question)
                };
                for cost in self.take_costs() {
                    self.report.translated.push(Translated { number: asked.number, cost, logged: asked.backend });
                }
                found
            }
        };
        if found == Status::Unknown {
            self.report.unknown += 1;
        } else if logged != Status::Unknown && found != logged {
            let (number, found, logged) = (asked.number, found.name(), logged.name());
            self.report.mismatches.push(format!("question {number}: {found}, but the log says {logged}"));
        }
    }

    fn branch(&mut self, pool: &mut Pool, place: usize, condition: ExprId) -> (Status, Status) {
        let negation = pool.not(condition);
        let path = self.places[place].path.clone();
        let branch = self.solver.branch(pool, &path, condition);
        self.count();
        let next = &mut self.places[place].next;
        match branch {
            Branch::Always => (Status::Sat, Status::Unsat),
            Branch::Never => (Status::Unsat, Status::Sat),
            Branch::Both { yes, no } => {
                next.entry(condition).or_insert(Next::Path(yes));
                next.entry(negation).or_insert(Next::Path(no));
                (Status::Sat, Status::Sat)
            }
            Branch::Undecided { feasible, with, .. } => {
                next.entry(if feasible { condition } else { negation }).or_insert(Next::Path(with));
                if feasible { (Status::Sat, Status::Unknown) } else { (Status::Unknown, Status::Sat) }
            }
        }
    }

    fn question(&mut self, pool: &mut Pool, place: usize, question: ExprId) -> Status {
        let path = self.places[place].path.clone();
        let answer = self.solver.may_be_true(pool, &path, question);
        self.count();
        match answer {
            Answer::Sat(model) => {
                self.places[place].next.entry(question).or_insert(Next::Model(model));
                Status::Sat
            }
            Answer::Unsat => Status::Unsat,
            Answer::Unknown(_) => Status::Unknown,
        }
    }

    fn take_costs(&self) -> Vec<SatCost> {
        self.costs.as_ref().map(SatCosts::take).unwrap_or_default()
    }

    /// Adds the last question to the stages' times.
    fn count(&mut self) {
        let (by, trace) = self.solver.take_trace();
        for (stage, time) in trace {
            self.stage(stage).each.push(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        }
        if !by.is_empty() {
            self.stage(by).answered += 1;
        }
    }

    fn stage(&mut self, name: &str) -> &mut Times {
        if !self.order.iter().any(|known| known == name) {
            self.order.push(name.to_owned());
        }
        self.stages.entry(name.to_owned()).or_default()
    }

    /// The path that assumed these conditions; `None` if one of them cannot hold or is not decided.
    fn place(&mut self, pool: &mut Pool, conditions: &[ExprId]) -> Option<usize> {
        let mut place = 0;
        for &condition in conditions {
            let path = &self.places[place].path;
            let opened = match self.places[place].next.get(&condition) {
                Some(&Next::Known(next)) => {
                    place = next;
                    continue;
                }
                Some(Next::Path(path)) => path.clone(),
                Some(Next::Model(model)) => {
                    let (path, model) = (path.clone(), model.clone());
                    self.solver.extended(pool, &path, condition, model)
                }
                None => {
                    let path = path.clone();
                    self.report.assumed += 1;
                    let Answer::Sat(path) = self.solver.assume(pool, &path, condition) else { return None };
                    path
                }
            };
            let next = self.places.len();
            self.places.push(KnownPath { path: opened, next: FxHashMap::default() });
            self.places[place].next.insert(condition, Next::Known(next));
            place = next;
        }
        Some(place)
    }
}
