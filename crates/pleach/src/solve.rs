//! `pleach solve`: answers an SMT-LIB script with the solver that explorations use.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use exec::{Technique, WrongAnswer};
use front_smt::{Config, Session, StreamError, Summary};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::tune::Tuned;
use crate::tuning::SOLVE_MEMORY;
use crate::{replay_log, tell};

/// What the command line asks for.
struct Request {
    source: Source,
    config: Config,
    stats: bool,
}

/// Where the questions come from.
enum Source {
    /// A script, or standard input for `-`.
    Script(PathBuf),
    /// The directory of a query log.
    Log(PathBuf),
}

/// `pleach solve`
pub fn solve(given: Given<'_>) -> Result<Exit, Failure> {
    let request = Request::from(given)?;
    let script = match &request.source {
        Source::Script(script) => script,
        Source::Log(dir) => return replay_log::replay(dir, request.config.solver),
    };
    let mut input = open(script)?;
    let mut session = Session::new(request.config);
    let mut output = BufWriter::new(io::stdout().lock());
    let result = session.run(&mut *input, &mut output);
    if request.stats {
        tell(statistics(&session).trim_end());
    }
    match result {
        Ok(summary) => match session.wrong_answer() {
            Some(wrong) => write_down(wrong),
            None => Ok(exit(summary)),
        },
        // A reader that has gone away (`| head`) is not a failure.
        Err(StreamError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Incomplete),
        Err(StreamError::Output(error)) => Err(Failure::Output(error)),
        Err(StreamError::Input(error)) => Err(unreadable(script, &error)),
    }
}

impl Request {
    fn from(given: Given<'_>) -> Result<Request, Failure> {
        let names = given.texts("without");
        let names = names.iter().flat_map(|names| names.split(',')).map(|name| name.trim().parse());
        let mut without: Vec<Technique> = names.collect::<Result<_, _>>().map_err(Failure::Usage)?;
        without.extend(given.switched_off());
        let only = given.texts("only");
        if !only.is_empty() {
            let kept = only.iter().flat_map(|names| names.split(',')).map(|name| name.trim().parse());
            let kept: Vec<Technique> = kept.collect::<Result<_, _>>().map_err(Failure::Usage)?;
            let all = Technique::NAMES.iter().map(|&(technique, _)| technique);
            without.extend(all.filter(|technique| !kept.contains(technique)));
        }
        let defaults = exec::Config::default();
        let limits = exec::Limits {
            question_time: given.duration("max-question-time"),
            question_memory: given.number("max-question-memory").or(Some(SOLVE_MEMORY)),
            ..defaults.limits
        };
        let check_answers = given.switch("check-answers");
        let (value_sets, array_axioms) = (given.value_sets(), given.array_axioms());
        let Tuned { solver: solver_tuning, expr: expr_tuning, exec: _ } = given.tuned();
        let run = exec::Config {
            without,
            limits,
            check_answers,
            value_sets,
            array_axioms,
            solver_tuning,
            expr_tuning,
            ..defaults
        };
        let solver = run.solver(Instant::now());
        let config = Config { solver, print_models: given.switch("model"), stop_at_error: given.switch("strict") };
        let source = match (given.path("replay"), given.path("script")) {
            (Some(dir), _) => Source::Log(dir),
            (None, Some(script)) => Source::Script(script),
            (None, None) => return Err(Failure::Usage("name a script".to_owned())),
        };
        Ok(Request { source, config, stats: given.switch("stats") })
    }
}

fn open(script: &Path) -> Result<Box<dyn Read>, Failure> {
    if script.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(script) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(unreadable(script, &error)),
    }
}

fn unreadable(script: &Path, error: &io::Error) -> Failure {
    Failure::Input { file: script.to_owned(), why: error.to_string() }
}

/// Writes the question with a wrong answer to the first free file name in the current directory.
pub fn write_down(wrong: &WrongAnswer) -> Result<Exit, Failure> {
    let names =
        (1u32..).map(|n| if n == 1 { report::WRONG_ANSWER.to_owned() } else { format!("wrong-answer-{n}.smt2") });
    for name in names {
        match File::create_new(&name) {
            Ok(mut file) => {
                file.write_all(wrong.script.as_bytes())?;
                tell(&format!("{}; the question is in {name}", wrong.message));
                break;
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Failure::Output(error)),
        }
    }
    Ok(Exit::WrongAnswer)
}

fn exit(summary: Summary) -> Exit {
    match summary {
        Summary { errors: 1.., .. } => Exit::Findings,
        Summary { unknown: 1.., .. } => Exit::Incomplete,
        _ => Exit::Clean,
    }
}

/// The counters, one per line.
fn statistics(session: &Session) -> String {
    let mut text = String::new();
    for (name, count) in session.counters() {
        let _ = writeln!(text, "{name} {count}");
    }
    text
}
