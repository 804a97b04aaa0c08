//! Runs a script from its first byte to its last: commands are read, executed and answered one by one.

use std::fmt;
use std::io::{self, Read as Input, Write};

use expr::{Evaluator, Model, Pool};
use solver::{Lemmas, Solver, WrongAnswer};

use crate::error::{Error, Read};
use crate::float;
use crate::levels::{Asking, Levels};
use crate::lexer::{Kind, Lexer};
use crate::names::Name;
use crate::operator::{NAMED, Operator};
use crate::reader::{Reader, World};
use crate::scope::{Entity, Mark};
use crate::sort::Sort;
use crate::term::{Term, Value};

/// How scripts are executed.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The settings and limits of the solver.
    pub solver: solver::Config,
    /// Whether to print the model after each `sat`.
    pub print_models: bool,
    /// Whether to stop at the first error.
    pub stop_at_error: bool,
}

/// An error that stops a script, other than an error of its commands.
#[derive(Debug)]
pub enum StreamError {
    /// The script cannot be read to its end.
    Input(io::Error),
    /// The answers cannot be written.
    Output(io::Error),
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> StreamError {
        StreamError::Output(error)
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Input(error) => write!(f, "the script cannot be read: {error}"),
            StreamError::Output(error) => write!(f, "the answers cannot be written: {error}"),
        }
    }
}

impl std::error::Error for StreamError {}

/// The results of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The number of commands that could not be executed.
    pub errors: u64,
    /// The number of checks answered with `sat`.
    pub sat: u64,
    /// The number of checks answered with `unsat`.
    pub unsat: u64,
    /// The number of checks answered with `unknown`.
    pub unknown: u64,
}

/// The state that commands work on.
pub struct Session {
    config: Config,
    pub(crate) world: World,
    pub(crate) state: State,
    summary: Summary,
}

/// What commands change besides names and terms.
pub(crate) struct State {
    pub(crate) levels: Levels,
    /// The state at the beginning of each pushed level.
    pub(crate) marks: Vec<LevelMark>,
    /// The scope at the beginning of the lowest level: it contains only the built-in names.
    pub(crate) bottom: Mark,
    /// Declared constants in order of declaration.
    pub(crate) declared: Vec<(Name, Term)>,
    /// The texts of the assertions, if they are kept.
    pub(crate) texts: Vec<String>,
    pub(crate) options: Options,
    pub(crate) asking: Asking,
    /// The model of the last check, until the assertions change.
    pub(crate) model: Option<Model>,
    /// Why the last check was answered with `unknown`.
    pub(crate) unknown: Option<solver::Unknown>,
    /// The assumptions of the last check that was answered with `unsat`.
    pub(crate) refuted: Option<Vec<String>>,
    pub(crate) logic: bool,
}

/// The state to restore when a level is popped.
pub(crate) struct LevelMark {
    pub(crate) scope: Mark,
    pub(crate) declared: usize,
    pub(crate) texts: usize,
}

/// The SMT-LIB options that are supported.
pub(crate) struct Options {
    pub(crate) print_success: bool,
    pub(crate) produce_models: bool,
    pub(crate) produce_assertions: bool,
    pub(crate) produce_unsat_assumptions: bool,
    pub(crate) global_declarations: bool,
}

/// The result of a command.
pub(crate) enum Reply {
    /// Nothing, or `success` if the script asked for it.
    Success,
    Unsupported,
    Text(String),
    /// The answer to a check.
    Sat,
    Unsat,
    Unknown,
    /// The session is to be reset.
    Reset,
    Exit,
}

impl Session {
    /// A session that has not executed anything yet.
    pub fn new(config: Config) -> Session {
        let (world, state) = begin(&config);
        Session { config, world, state, summary: Summary::default() }
    }

    /// Executes a script. Errors of the script are written to the output and counted, not returned.
    pub fn run(&mut self, input: &mut dyn Input, output: &mut dyn Write) -> Result<Summary, StreamError> {
        let mut reader = Reader::new(Lexer::new(input), &mut self.world);
        loop {
            let mark = reader.world.scope.mark();
            match next(&mut reader, &mut self.state) {
                Ok(None | Some(Reply::Exit)) => break,
                Ok(Some(Reply::Reset)) => {
                    let success = self.state.options.print_success;
                    (*reader.world, self.state) = begin(&self.config);
                    if success {
                        writeln!(output, "success")?;
                    }
                }
                Ok(Some(reply)) => {
                    answer(&reply, &mut reader, &mut self.state, &mut self.summary, &self.config, output)?
                }
                Err(error) => {
                    reader.recover(mark);
                    self.summary.errors += 1;
                    writeln!(output, "(error \"{}\")", error.to_string().replace('"', "\"\""))?;
                    if self.config.stop_at_error {
                        break;
                    }
                    skip(&mut reader, &error);
                }
            }
            output.flush()?;
        }
        output.flush()?;
        match reader.lexer.failure() {
            Some(failure) => Err(StreamError::Input(failure)),
            None => Ok(self.summary),
        }
    }

    /// The first answer that failed its check, if answers are checked.
    pub fn wrong_answer(&self) -> Option<&WrongAnswer> {
        self.state.asking.solver.wrong_answer()
    }

    /// Every counter under its dotted name, since the session began or was last reset.
    pub fn counters(&self) -> Vec<(String, u64)> {
        self.state.asking.counters()
    }
}

/// Reads and executes the next command; `None` at the end of the script.
fn next(reader: &mut Reader<'_, '_>, state: &mut State) -> Read<Option<Reply>> {
    let token = reader.token()?;
    match token.kind {
        Kind::End => Ok(None),
        Kind::Open => reader.command(state).map(Some),
        _ => Err(reader.unexpected(token, "a command")),
    }
}

/// Skips the rest of the command that failed.
fn skip(reader: &mut Reader<'_, '_>, error: &Error) {
    let ended =
        reader.lexer.depth() == 0 && !matches!(error.kind, crate::ErrorKind::Syntax { wanted: "a command", .. });
    if !ended {
        reader.lexer.skip_command();
    }
}

fn answer(
    reply: &Reply,
    reader: &mut Reader<'_, '_>,
    state: &mut State,
    summary: &mut Summary,
    config: &Config,
    output: &mut dyn Write,
) -> io::Result<()> {
    match reply {
        Reply::Success if state.options.print_success => writeln!(output, "success"),
        Reply::Success | Reply::Reset | Reply::Exit => Ok(()),
        Reply::Unsupported => writeln!(output, "unsupported"),
        Reply::Text(text) => writeln!(output, "{text}"),
        Reply::Sat => {
            summary.sat += 1;
            writeln!(output, "sat")?;
            if config.print_models {
                writeln!(output, "{}", reader.model_text(state))?;
            }
            Ok(())
        }
        Reply::Unsat => {
            summary.unsat += 1;
            writeln!(output, "unsat")
        }
        Reply::Unknown => {
            summary.unknown += 1;
            writeln!(output, "unknown")
        }
    }
}

/// The initial state: the built-in names and an empty stack of levels.
fn begin(config: &Config) -> (World, State) {
    let mut world = World::default();
    if config.solver.check_answers {
        world.terms.pool = Pool::with_shadow();
    }
    world.terms.pool.set_tuning(config.solver.expr_tuning);
    for &(name, operator) in NAMED {
        let name = world.names.intern(name);
        world.scope.bind_forever(name, Entity::Operator(operator));
    }
    for &(name, operator) in float::NAMED {
        let name = world.names.intern(name);
        world.scope.bind_forever(name, Entity::Operator(Operator::Float(operator)));
    }
    for (number, (long, short)) in float::MODES.into_iter().enumerate() {
        let value = Value::Bits(world.terms.pool.int(float::MODE_WIDTH, number as u64));
        for text in [long, short] {
            let name = world.names.intern(text);
            world.scope.bind_forever(name, Entity::Term(Term { sort: Sort::RoundingMode, value }));
        }
    }
    for (text, value) in [("true", true), ("false", false)] {
        let name = world.names.intern(text);
        let term = world.terms.bool(value);
        world.scope.bind_forever(name, Entity::Term(term));
    }
    let state = State {
        levels: Levels::new(),
        marks: Vec::new(),
        bottom: world.scope.mark(),
        declared: Vec::new(),
        texts: Vec::new(),
        options: Options {
            print_success: false,
            produce_models: true,
            produce_assertions: false,
            produce_unsat_assumptions: true,
            global_declarations: false,
        },
        asking: Asking {
            solver: Solver::new(config.solver.clone()),
            values: Evaluator::new(),
            lemmas: Lemmas { time: config.solver.question_time, ..Lemmas::default() },
        },
        model: None,
        unknown: None,
        refuted: None,
        logic: false,
    };
    (world, state)
}
