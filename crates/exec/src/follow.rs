//! Following a path by its trail: the decisions it made and an input that takes it.
//!
//! The program is executed as in a run, but the solver is asked nothing. Where the trail has a decision, it is
//! made again; everywhere else there was only one possibility, and the trail's input shows which. The state that
//! results is that of the path, in whatever pool and after whatever other paths.
//!
//! A trail that belongs to another program or other options leads astray sooner or later: a decision is due
//! that the trail does not have, or the input contradicts one that it has. Then the place is reported and the
//! rest of the path is not followed.

use expr::{ExprId, Model, Pool, SymbolId};
use ir::Module;
use rustc_hash::FxHashMap;

use crate::config::{Config, Limits};
use crate::decision::{Choice, Decision, Moment, Trail};
use crate::outcome::{Input, Limit, Location, Observer, Termination};
use crate::run::{Run, RunError};
use crate::state::State;
use crate::worker::{Interrupt, Worker};

/// What a worker that follows a trail knows of it.
pub(crate) struct Guide {
    decisions: Vec<Decision>,
    /// How many decisions have been made again.
    made: usize,
    /// The bytes of inputs that have not been created yet, by name.
    inputs: FxHashMap<String, Vec<u8>>,
    /// The input, as far as it has been created.
    pub(crate) input: Model,
    steps: Vec<Step>,
    /// Where the trail stopped to fit.
    lost: Option<Moment>,
}

/// A decision on a path, with what it was about.
#[derive(Clone, Debug)]
pub struct Step {
    /// The decision.
    pub decision: Decision,
    /// The function of the program in which it was made, and the line.
    pub function: String,
    /// The source position in the program.
    pub at: Location,
    /// The function of a library that made it, if it was not the program itself.
    pub within: Option<String>,
    /// The condition in terms of the inputs.
    pub condition: String,
    /// The condition in terms of the source's names, as far as they are known.
    pub source: Option<String>,
    /// What was chosen, as text.
    pub chosen: String,
}

/// What came of following a trail.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The decisions in order.
    pub steps: Vec<Step>,
    /// The instruction at which the trail did not fit any more, if it did not.
    pub lost: Option<u64>,
}

impl Guide {
    fn new(trail: &Trail) -> Guide {
        let inputs = trail.inputs.iter().map(|Input { name, bytes }| (name.clone(), bytes.clone())).collect();
        let decisions = trail.decisions.clone();
        Guide { decisions, made: 0, inputs, input: Model::default(), steps: Vec::new(), lost: None }
    }

    /// The decision made at a question, if one was.
    pub(crate) fn decision(&mut self, at: Moment) -> Option<Decision> {
        let next = self.decisions.get(self.made)?;
        if next.at < at {
            self.lost.get_or_insert(at);
        }
        if next.at != at {
            return None;
        }
        self.made += 1;
        Some(next.clone())
    }

    /// To be called when an input is created, or anything else that the path may depend on.
    pub(crate) fn create(&mut self, name: &str, symbol: SymbolId) {
        if let Some(bytes) = self.inputs.remove(name) {
            let bytes = bytes.into_iter().enumerate().map(|(index, byte)| (symbol, index as u32, byte));
            self.input = self.input.with_bytes(bytes);
        }
    }

    fn is_at_end(&self) -> bool {
        self.made == self.decisions.len()
    }
}

impl Choice {
    /// The side of a condition that the choice is, if it is one.
    pub(crate) fn side(&self) -> Option<bool> {
        match self {
            Choice::Side(side) | Choice::Somewhere(side) => Some(*side),
            Choice::Value { taken, .. } | Choice::Object { taken, .. } => Some(*taken),
            // That the values are the same is required.
            Choice::Filling { taken, .. } => Some(!taken),
            Choice::Collected(_) => None,
        }
    }
}

impl Worker<'_> {
    /// Whether a condition holds for the trail's input.
    pub(crate) fn holds_on_trail(&mut self, cond: ExprId) -> bool {
        let guide = self.guide.as_ref().expect("there is a trail");
        self.solver.value(&self.pool, &guide.input, cond).low_u64() != 0
    }

    /// Notes that the trail does not fit.
    pub(crate) fn lose_trail(&mut self, at: Moment) {
        if let Some(guide) = &mut self.guide {
            guide.lost.get_or_insert(at);
        }
    }

    /// Adds a decision to the steps, if a trail is followed.
    pub(crate) fn note_on_trail(&mut self, state: &State, decision: &Decision, cond: ExprId) {
        if self.guide.is_none() {
            return;
        }
        let step = self.describe_step(state, decision, cond);
        if let Some(guide) = &mut self.guide {
            guide.steps.push(step);
        }
    }

    /// Follows a trail from the first state on. Returns the state that the path is in after as many
    /// instructions as it had executed, or how it ended before.
    pub(crate) fn follow(&mut self, state: &mut State) -> Option<Termination> {
        loop {
            let guide = self.guide.as_ref().expect("there is a trail");
            let done = self.run.config.limits.instructions.is_some_and(|max| state.path.instructions >= max);
            if guide.lost.is_some() || done && guide.is_at_end() {
                return None;
            }
            match self.run_batch(state) {
                Ok(()) if done => {
                    let at = Moment { instruction: state.path.instructions, question: 0 };
                    self.lose_trail(at);
                }
                Ok(()) => {}
                Err(Interrupt::Led { with, cond, side, edges }) => {
                    let (path, decision) = *with;
                    state.schedule.restart();
                    state.path.depth += 1;
                    state.path.condition = path;
                    self.record(state, decision, cond);
                    if let Some((then, otherwise)) = edges {
                        self.take_edge(state, if side { then } else { otherwise });
                    }
                }
                Err(Interrupt::End(termination)) => return Some(termination),
                Err(Interrupt::Fork { .. }) => unreachable!("a trail has no forks"),
            }
        }
    }
}

/// Follows a path of a program by its trail and tells the observer how it ends. The configuration must be that
/// of the run in which the path was found, apart from limits, search and techniques that change costs only.
pub fn follow(
    module: &Module,
    config: &Config,
    trail: &Trail,
    observer: &mut dyn Observer,
) -> Result<Followed, RunError> {
    let limits = Limits { instructions: Some(trail.instructions), ..Limits::default() };
    let config = Config { limits, check_answers: false, log_queries: false, ..config.clone() };
    let run = Run::new(module, &config, observer)?;
    let mut worker = Worker::new(&run, Some(Guide::new(trail)));
    let mut state = worker.first_state()?;
    let end = worker.follow(&mut state);
    let guide = worker.guide.take().expect("it was given");
    let lost = guide.lost.map(|at| at.instruction);
    if lost.is_none() {
        let end = end.unwrap_or(Termination::Limit(Limit::Instructions));
        worker.finish(&state, &state.path.condition, end);
    }
    Ok(Followed { steps: guide.steps, lost })
}

/// The name of an undefined symbol, with its width in bits.
pub(crate) fn symbol_name(pool: &Pool, symbol: SymbolId) -> String {
    let symbol = pool.symbol_info(symbol);
    format!("{}/{}", symbol.name, symbol.width)
}
