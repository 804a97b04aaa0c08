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
use memory::ObjectId;
use rustc_hash::FxHashMap;

use crate::attempt::Attempt;
use crate::config::{Config, Limits};
use crate::decide::Question;
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
    /// The number of instructions that the path has executed.
    pub(crate) instructions: u64,
    /// Where the trail stopped to fit.
    lost: Option<Moment>,
    /// Whether the path was joined with others before.
    joined: bool,
    /// The marks of joins that were passed and not told of yet.
    marks: Vec<Decision>,
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
    /// The number of decisions that did not have to be made again: the path was joined with others when they were made.
    pub passed: usize,
}

impl Guide {
    fn new(trail: &Trail) -> Guide {
        let inputs = trail.inputs.iter().map(|Input { name, bytes }| (name.clone(), bytes.clone())).collect();
        let decisions = trail.decisions.clone();
        let (input, instructions) = (Model::default(), trail.instructions);
        Guide {
            decisions,
            made: 0,
            inputs,
            input,
            steps: Vec::new(),
            instructions,
            lost: None,
            joined: false,
            marks: Vec::new(),
        }
    }

    /// How many more instructions the path may execute. The last decision may have been made by an instruction that was
    /// to run again, and does not count yet.
    pub(crate) fn allowed(&self, executed: u64) -> u64 {
        self.instructions.saturating_sub(executed).max(u64::from(!self.is_at_end()))
    }

    /// Whether the next decision was made at a question.
    pub(crate) fn decides(&self, at: Moment) -> bool {
        self.decisions.get(self.made).is_some_and(|next| next.at == at)
    }

    /// The decision made at a question, if one was.
    pub(crate) fn decision(&mut self, at: Moment) -> Option<Decision> {
        self.pass_marks(at);
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

    /// Passes over what was not asked on this path alone: marks of joins, and behind a join the questions that had
    /// more than one answer only because other paths were joined with this one.
    fn pass_marks(&mut self, at: Moment) {
        while let Some(next) = self.decisions.get(self.made) {
            let is_mark = matches!(next.choice, Choice::Became(_));
            if !(next.at < at && (is_mark || self.joined)) {
                return;
            }
            self.joined = true;
            self.made += 1;
            if is_mark {
                self.marks.push(next.clone());
            }
        }
    }

    /// To be called when an input is created, or anything else that the path may depend on.
    pub(crate) fn create(&mut self, name: &str, symbol: SymbolId) {
        if let Some(bytes) = self.inputs.remove(name) {
            let bytes = bytes.into_iter().enumerate().map(|(index, byte)| (symbol, index as u32, byte));
            self.input = self.input.with_bytes(bytes);
        }
    }

    fn is_at_end(&self) -> bool {
        let mut joined = self.joined;
        self.decisions[self.made..].iter().all(|next| {
            joined |= matches!(next.choice, Choice::Became(_));
            joined
        })
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
            Choice::Collected(_) | Choice::Joined(_) | Choice::Became(_) => None,
        }
    }
}

impl Worker<'_> {
    /// Whether a condition holds for the trail's input.
    pub(crate) fn holds_on_trail(&mut self, cond: ExprId) -> bool {
        let guide = self.guide.as_ref().expect("there is a trail");
        self.solver.value(&self.pool, &guide.input, cond).low_u64() != 0
    }

    /// Compares a condition that is constant on this path with the trail's decision about it: behind a join, the other
    /// paths may have made it a question.
    pub(crate) fn compare_on_trail(&mut self, question: &Question, side: bool) {
        let (Some(guide), Some(led)) = (&mut self.guide, question.led()) else { return };
        if !guide.joined || question.is_open() {
            return;
        }
        if led.side() != Some(side) {
            self.lose_trail(question.at());
        }
    }

    /// Whether a trail is followed that was joined with others before.
    pub(crate) fn is_behind_join(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.joined)
    }

    /// The object that a pointer denotes for the trail's input; `object` if it was not joined with others, whose objects
    /// may have other names.
    pub(crate) fn object_on_trail(&mut self, state: &State, pointer: ExprId, object: ObjectId) -> ObjectId {
        let Some(guide) = self.guide.as_ref().filter(|guide| guide.joined) else { return object };
        let address = self.solver.value(&self.pool, &guide.input, pointer).low_u64();
        state.machine.memory.find(address).map_or(object, |found| found.object)
    }

    /// Adds the joins that were passed to the steps.
    pub(crate) fn note_joins(&mut self, state: &State) {
        let marks = self.guide.as_mut().map(|guide| std::mem::take(&mut guide.marks)).unwrap_or_default();
        for mark in marks {
            let always = self.pool.bool(true);
            self.note_on_trail(state, &mark, always);
        }
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

    /// Follows a trail from the program's start and returns where it leads.
    pub(crate) fn follow(&mut self, trail: &Trail) -> Result<Arrival, RunError> {
        self.guide = Some(Box::new(Guide::new(trail)));
        let mut state = self.first_state()?;
        let end = self.be_led(&mut state);
        let guide = self.guide.take().expect("it was set");
        let rest = if guide.is_at_end() { guide.decisions.len() - guide.made } else { 0 };
        // Behind a join, what was passed over and what turned out to be no question on this path alone.
        let is_joined = guide.decisions.iter().any(|decision| matches!(decision.choice, Choice::Became(_)));
        let passed = if is_joined { (guide.made + rest).saturating_sub(guide.steps.len()) } else { 0 };
        Ok(Arrival { state, end, steps: guide.steps, lost: guide.lost, passed })
    }

    /// Runs a state until it has executed as many instructions as the path had, or ends.
    fn be_led(&mut self, state: &mut State) -> Option<Termination> {
        loop {
            let guide = self.guide.as_ref().expect("there is a trail");
            let done = state.path.instructions >= guide.instructions;
            if guide.lost.is_some() || done && guide.is_at_end() {
                return None;
            }
            match self.run_batch(state) {
                Ok(()) if done => {
                    let at = Moment { instruction: state.path.instructions, ..Moment::default() };
                    self.lose_trail(at);
                }
                Ok(()) => {}
                Err(Interrupt::Led { with, cond, side, edges }) => {
                    let (path, decision) = *with;
                    state.schedule.restart();
                    state.path.depth += 1;
                    state.path.condition = path;
                    self.record(state, decision, cond);
                    match edges {
                        Some((then, otherwise)) => self.take_edge(state, if side { then } else { otherwise }),
                        None => state.path.runs_again(),
                    }
                }
                Err(Interrupt::End(termination)) => return Some(termination),
                Err(Interrupt::Left(_)) => unreachable!("no regions are opened"),
                Err(Interrupt::Fork { .. }) => unreachable!("a trail has no forks"),
            }
        }
    }
}

/// Where a trail leads.
pub(crate) struct Arrival {
    /// The state of the path.
    pub(crate) state: State,
    /// How the path ended, if it did.
    pub(crate) end: Option<Termination>,
    pub(crate) steps: Vec<Step>,
    /// Where the trail stopped to fit, if it did not fit.
    pub(crate) lost: Option<Moment>,
    /// [`Followed::passed`].
    pub(crate) passed: usize,
}

/// Follows a path of a program by its trail and tells the observer how it ends. The configuration must be that
/// of the run in which the path was found, apart from limits, search and techniques that change costs only.
pub fn follow(
    module: &Module,
    config: &Config,
    trail: &Trail,
    observer: &mut dyn Observer,
) -> Result<Followed, RunError> {
    let config = Config { limits: Limits::default(), check_answers: false, log_queries: false, ..config.clone() };
    let run = Run::new(module, &config, observer)?;
    let attempt = Attempt::only(&config);
    let mut worker = Worker::new(&run, &attempt);
    let Arrival { state, end, steps, lost, passed } = worker.follow(trail)?;
    if lost.is_none() {
        let end = end.unwrap_or(Termination::Limit(Limit::Instructions));
        worker.finish(&state, &state.path.condition, end);
    }
    Ok(Followed { steps, lost: lost.map(|at| at.instruction), passed })
}

/// The name of an undefined symbol, with its width in bits.
pub(crate) fn symbol_name(pool: &Pool, symbol: SymbolId) -> String {
    let symbol = pool.symbol_info(symbol);
    format!("{}/{}", symbol.name, symbol.width)
}

#[cfg(test)]
mod tests {
    use expr::Import;
    use memory::{AddressSpace, Value};
    use solver::Answer;

    use super::*;
    use crate::config::{MemoryModelKind, Search, SizeMode, Uninitialized};
    use crate::outcome::{PathEnd, Progress};
    use crate::state::{Registers, Slot};

    /// Ignores everything.
    struct Deaf;

    impl Observer for Deaf {
        fn path_end(&mut self, _: PathEnd) -> std::io::Result<()> {
            Ok(())
        }

        fn progress(&mut self, _: &Progress) -> bool {
            true
        }
    }

    /// Explores a program for so many instructions; then moves every live state to a worker of its own, in another
    /// thread, and compares all that the visitor sees. Returns how many states and terms were compared, and how
    /// many terms are written differently there.
    fn move_states(text: &str, config: &Config, instructions: u64) -> [usize; 3] {
        let module = ir::parse_module(text).unwrap_or_else(|error| panic!("{error}"));
        let config = Config {
            limits: Limits { instructions: Some(instructions), ..Limits::default() },
            search: Search::Random,
            ..config.clone()
        };
        let mut deaf = Deaf;
        let run = Run::new(&module, &config, &mut deaf).expect("the program runs");
        let attempts = [(); 2].map(|()| Attempt::only(&config));
        let mut worker = Worker::new(&run, &attempts[0]);
        let first = worker.first_state().expect("it starts");
        worker.begin(first);
        worker.explore(u64::MAX);
        worker.end_exploration();
        let mut states: Vec<_> = std::mem::take(&mut worker.given_up).into_values().collect();
        states.sort_by_key(|state| state.id);
        let trails: Vec<Trail> = states.iter().map(|state| worker.trail(state)).collect();
        let mut there = Worker::new(&run, &attempts[1]);
        let follow = move || {
            // In another order, so that terms are made in another order, too.
            let arrivals: Vec<_> = trails.iter().rev().map(|trail| there.follow(trail).expect("it starts")).collect();
            (there, arrivals)
        };
        let (there, arrivals) = std::thread::scope(|scope| scope.spawn(follow).join().expect("it follows"));
        assert_eq!(there.solver.statistics().asked, 0, "nothing is asked");
        let (mut there, mut import) = (there, Import::default());
        let (mut terms, mut rewritten) = (0, 0);
        for (state, Arrival { state: moved, end, lost, .. }) in states.iter().rev().zip(&arrivals) {
            assert!(end.is_none() && lost.is_none(), "{lost:?}");
            let mut pairs = Vec::new();
            let mut note = |slot: Slot, a: Value, b: Value| {
                pairs.push((slot, a, b));
                true
            };
            let same = state.machine.pairs_outside_memory(&moved.machine, Registers::All, &mut note)
                && state.path.pairs(&moved.path, &mut note)
                && state.record.pairs(&moved.record, &mut note);
            assert!(same, "state {:?} differs in something that is not a value", state.id);
            // Of memory the contents are compared and not how they are kept.
            let (mut memory, mut other_memory) = (state.machine.memory.clone(), moved.machine.memory.clone());
            let objects = |memory: &AddressSpace| memory.live().map(|entry| (entry.id, entry.size)).collect::<Vec<_>>();
            assert_eq!(objects(&memory), objects(&other_memory));
            for (object, size) in objects(&memory) {
                let (here, moved) = (memory.whole(object).into(), other_memory.whole(object).into());
                for index in 0..size {
                    let a = memory.read(&mut worker.pool, &here, index, 1, &mut |_, _| None);
                    let b = other_memory.read(&mut there.pool, &moved, index, 1, &mut |_, _| None);
                    pairs.push((Slot::Memory { object }, a, b));
                }
            }
            for (slot, a, b) in pairs {
                let b = match b {
                    Value::Expr(b) => {
                        let term = import.term(&there.pool, &mut worker.pool, b);
                        Value::from_expr(&worker.pool, term)
                    }
                    word => word,
                };
                terms += usize::from(matches!(a, Value::Expr(_)));
                rewritten += usize::from(a != b);
                assert!(a == b || is_same(&mut worker, state, a, b), "{slot:?}: {a:?} is {b:?}");
            }
        }
        [states.len(), terms, rewritten]
    }

    /// Whether two values are the same for every input of a path. How a term is written depends on what a worker
    /// has learnt about the path, such as which elements of a table an offset can be that of.
    fn is_same(worker: &mut Worker<'_>, state: &State, a: Value, b: Value) -> bool {
        let ((Value::Expr(term), other) | (other, Value::Expr(term))) = (a, b) else { return false };
        let width = worker.pool.width(term);
        let other = other.to_expr(&mut worker.pool, width);
        let differs = worker.pool.ne(term, other);
        // A term may mention undefined symbols, about which a path condition says nothing.
        let answer = worker.solver.may_be_true(&mut worker.pool, &state.path.condition, differs);
        matches!(answer, Answer::Unsat)
    }

    /// Bytes that index a table, are written at symbolic places, choose sizes and objects, and are summed up.
    const PROGRAM: &str = "declare @klee_make_symbolic(64, 64, 64)
declare @malloc(64) -> 64
global @table size 16 align 8 { bytes 03 01 04 01 05 09 02 06 05 03 05 08 09 07 09 03 }
global @other size 16 align 8 { bytes 02 07 01 08 02 08 01 08 02 08 04 05 09 00 04 05 }
global @name size 2 align 1 { bytes 78 00 }
func @main() -> 32 frame 16 {
b0:
  %0:64 = alloca 8:64, align 8
  call @klee_make_symbolic(%0, 8:64, @name)
  jump b1(0:64, 0:32)
b1(%1:64, %2:32):
  %3:1 = ult %1, 8:64
  branch %3, b2, b5
b2:
  %4:64 = add %0, %1
  %5:8 = load %4
  %6:8 = and %5, 15:8
  %7:64 = zext %6
  %8:1 = ult %5, 100:8
  %9:64 = select %8, @table, @other
  %10:64 = add %9, %7
  %11:8 = load %10
  %12:32 = zext %11
  %13:32 = add %2, %12
  store %10, %5
  %14:1 = ult %13, 40:32
  branch %14, b3, b4(%13)
b3:
  %15:8 = and %5, 3:8
  %16:64 = zext %15
  %17:64 = add %16, 8:64
  %18:64 = call @malloc(%17)
  store %18, %13
  jump b4(%13)
b4(%19:32):
  %20:64 = add %1, 1:64
  jump b1(%20, %19)
b5:
  return %2
}
";

    #[test]
    fn states_move_between_workers() {
        let eager = Config { sizes: SizeMode::Eager, ..Config::default() };
        let merging = Config { memory_model: MemoryModelKind::Merge, ..eager.clone() };
        let strict = Config { uninitialized: Uninitialized::Error, ..eager.clone() };
        for (config, instructions) in [(Config::default(), 500), (eager, 3_000), (merging, 3_000), (strict, 3_000)] {
            let [states, terms, rewritten] = move_states(PROGRAM, &config, instructions);
            assert!(states > 10 && terms > 100, "{states} states with {terms} terms");
            assert!(rewritten < terms / 4, "{rewritten} of {terms} terms are written differently");
        }
    }
}
