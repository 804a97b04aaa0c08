//! `pleach solve`: an SMT-LIB script, answered by the solver that explorations use.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use exec::Technique;
use front_smt::{Config, Session, StreamError, Summary};

use crate::command_line::Given;
use crate::failure::{Exit, Failure};
use crate::tell;

/// How many bytes the encoding of one question may take.
const MEMORY: usize = 4 << 30;

/// What was asked for.
struct Request {
    script: PathBuf,
    config: Config,
    stats: bool,
}

/// `pleach solve`
pub fn solve(given: Given<'_>) -> Result<Exit, Failure> {
    let request = Request::from(given)?;
    let mut input = open(&request.script)?;
    let mut session = Session::new(request.config);
    let mut output = BufWriter::new(io::stdout().lock());
    let result = session.run(&mut *input, &mut output);
    if request.stats {
        tell(statistics(&session).trim_end());
    }
    match result {
        Ok(summary) => Ok(exit(summary)),
        // A reader that has gone away (`| head`) is no failure.
        Err(StreamError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Incomplete),
        Err(StreamError::Output(error)) => Err(Failure::Output(error)),
        Err(StreamError::Input(error)) => Err(unreadable(&request.script, &error)),
    }
}

impl Request {
    fn from(given: Given<'_>) -> Result<Request, Failure> {
        let names = given.texts("without");
        let names = names.iter().flat_map(|names| names.split(',')).map(|name| name.trim().parse());
        let without: Vec<Technique> = names.collect::<Result<_, _>>().map_err(Failure::Usage)?;
        let defaults = exec::Config::default();
        let limits = exec::Limits { question_time: given.duration("max-question-time"), ..defaults.limits };
        let run = exec::Config { without, limits, ..defaults };
        // A script is one question or a few, and the only thing the process does.
        let solver = solver::Config { question_memory: Some(MEMORY), ..run.solver(Instant::now()) };
        let config = Config { solver, print_models: given.switch("model"), stop_at_error: given.switch("strict") };
        let script = given.path("script").ok_or_else(|| Failure::Usage("name a script".to_owned()))?;
        Ok(Request { script, config, stats: given.switch("stats") })
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

fn exit(summary: Summary) -> Exit {
    match summary {
        Summary { errors: 1.., .. } => Exit::Findings,
        Summary { unknown: 1.., .. } => Exit::Incomplete,
        _ => Exit::Clean,
    }
}

/// The counters, one a line.
fn statistics(session: &Session) -> String {
    let mut text = String::new();
    for (name, count) in session.counters() {
        let _ = writeln!(text, "{name} {count}");
    }
    text
}
