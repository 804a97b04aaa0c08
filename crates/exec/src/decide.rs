//! Every question of a path: whether a condition holds, must hold or is assumed, and which value a term is given.
//!
//! All that a path chooses is chosen here and recorded as a [`Decision`]. Where a term must be concrete, its
//! least possible value comes first, then the next one, so that the choice does not depend on which model the
//! solver happens to know.
//!
//! A worker that follows a trail ([`crate::follow`]) asks no solver: what was decided is taken from the trail,
//! and what was not decided had one answer, which the trail's input shows.

use expr::ExprId;
use ir::ErrorKind;
use memory::Value;
use solver::{Answer, Branch, PathCondition};

use crate::decision::{Choice, Decision, Moment, Others};
use crate::outcome::{Limit, Termination};
use crate::rng::Rng;
use crate::state::State;
use crate::uninitialized::Use;
use crate::worker::{Interrupt, Worker};

/// The answer to a question.
enum Verdict {
    /// Only one answer is possible.
    Forced(bool),
    /// Both are possible: the path on which the condition holds, and the one on which it does not.
    Both([PathCondition; 2]),
    /// One is possible; of the other it is not known.
    Undecided(bool, PathCondition, String),
    /// The trail says which side was taken.
    Led(bool, PathCondition, Others),
}

/// A question that has begun: where it is asked, and what the trail says about it, if there is a trail.
pub(crate) struct Question {
    at: Moment,
    led: Option<Decision>,
}

impl Question {
    /// Where it is asked.
    pub(crate) fn at(&self) -> Moment {
        self.at
    }

    /// Whether the trail says that the other possibilities stay open.
    pub(crate) fn is_open(&self) -> bool {
        self.led.as_ref().is_some_and(|decision| decision.others == Others::Open)
    }

    /// What the trail says.
    pub(crate) fn led(&self) -> Option<&Choice> {
        self.led.as_ref().map(|decision| &decision.choice)
    }

    /// The decision that this choice is.
    fn decision(&self, choice: Choice, others: Others) -> Decision {
        Decision { at: self.at, choice, others }
    }
}

impl Worker<'_> {
    /// Runs one request of an instruction, so that its questions are numbered by it: see [`Moment`].
    pub(crate) fn request<T>(&mut self, ask: impl FnOnce(&mut Self) -> Result<T, Interrupt>) -> Result<T, Interrupt> {
        self.asking.begin();
        let answer = ask(self);
        self.asking.end();
        answer
    }

    /// Begins a question of the instruction that the state is at.
    pub(crate) fn question(&mut self, state: &State) -> Question {
        let at = self.asking.question(state.path.instructions);
        let led = self.guide.as_mut().and_then(|guide| guide.decision(at));
        if self.guide.is_some() {
            self.note_joins(state);
        }
        Question { at, led }
    }

    /// Decides a condition: returns its value, or an [`Interrupt`] if both values are possible.
    pub(crate) fn decide(&mut self, state: &mut State, cond: ExprId) -> Result<bool, Interrupt> {
        self.request(|worker| {
            let cond = worker.settle(state, cond, Use::Branch)?;
            let question = worker.question(state);
            worker.decide_as(state, question, cond, &Choice::Side)
        })
    }

    /// Like [`Worker::decide`], where `choice` says what the sides of the condition are. The condition
    /// mentions no undefined symbol.
    pub(crate) fn decide_as(
        &mut self,
        state: &mut State,
        question: Question,
        cond: ExprId,
        choice: &dyn Fn(bool) -> Choice,
    ) -> Result<bool, Interrupt> {
        match self.ask(state, &question, cond) {
            Verdict::Forced(side) => Ok(side),
            Verdict::Both(sides) => match self.fork_refused(state) {
                None => {
                    let decisions = [true, false].map(|side| question.decision(choice(side), Others::Followed));
                    Err(Interrupt::Fork { sides: Box::new((sides, decisions)), cond, edges: None })
                }
                Some(why) => {
                    // A value or an object is taken at the first chance, a side at random.
                    let side = match choice(true) {
                        Choice::Side(_) => coin(question.at),
                        _ => true,
                    };
                    let [yes, no] = sides;
                    state.path.condition = if side { yes } else { no };
                    self.record(state, question.decision(choice(side), Others::Dropped), cond);
                    self.note_incomplete(why);
                    Ok(side)
                }
            },
            Verdict::Undecided(side, with, why) => {
                state.path.condition = with;
                self.record(state, question.decision(choice(side), Others::Dropped), cond);
                self.note_incomplete(&why);
                Ok(side)
            }
            Verdict::Led(side, with, Others::Followed) => {
                let decision = question.decision(choice(side), Others::Followed);
                Err(Interrupt::Led { with: Box::new((with, decision)), cond, side, edges: None })
            }
            Verdict::Led(side, with, others) => {
                state.path.condition = with;
                self.record(state, question.decision(choice(side), others), cond);
                Ok(side)
            }
        }
    }

    /// Asks whether a condition can hold and whether it can fail.
    fn ask(&mut self, state: &State, question: &Question, cond: ExprId) -> Verdict {
        if let Some(word) = self.pool.as_u64(cond) {
            self.compare_on_trail(question, word != 0);
            return Verdict::Forced(word != 0);
        }
        if self.guide.is_some() {
            let holds = self.holds_on_trail(cond);
            let Some(led) = &question.led else { return Verdict::Forced(holds) };
            if led.choice.side() != Some(holds) {
                self.lose_trail(question.at);
            }
            if led.others == Others::Open {
                return Verdict::Forced(holds);
            }
            let with = self.extended(state, cond, holds);
            return Verdict::Led(holds, with, led.others);
        }
        match self.solver.branch(&mut self.pool, &state.path.condition, cond) {
            Branch::Always => Verdict::Forced(true),
            Branch::Never => Verdict::Forced(false),
            Branch::Both { yes, no } => Verdict::Both([yes, no]),
            Branch::Undecided { feasible, with, reason } => {
                Verdict::Undecided(feasible, with, format!("solver: {reason}"))
            }
        }
    }

    /// The state's path condition with a condition, or its negation, that holds for the trail's input.
    fn extended(&mut self, state: &State, cond: ExprId, side: bool) -> PathCondition {
        let cond = if side { cond } else { self.pool.not(cond) };
        let input = self.guide.as_ref().expect("there is a trail").input.clone();
        self.solver.extended(&mut self.pool, &state.path.condition, cond, input)
    }

    /// Adds a decision to a path, which goes on.
    pub(crate) fn record(&mut self, state: &mut State, decision: Decision, cond: ExprId) {
        self.note_on_trail(state, &decision, cond);
        state.path.decisions.push(decision);
    }

    fn fork_refused(&self, state: &State) -> Option<&'static str> {
        let limits = &self.run.config.limits;
        if !state.machine.forking {
            Some("forking switched off by the program")
        } else if limits.depth.is_some_and(|max| state.path.depth >= max) {
            Some(Limit::Depth.name())
        } else if limits.forks.is_some_and(|max| self.counts.forks >= max) {
            Some(Limit::Forks.name())
        } else {
            None
        }
    }

    /// Requires a condition: the side on which it is false ends in an error, and the other goes on. `describe`
    /// is given the path condition of the side with the error.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        cond: ExprId,
        describe: impl FnOnce(&mut Self, &State, &PathCondition) -> (ErrorKind, String),
    ) -> Result<(), Interrupt> {
        self.request(|worker| {
            let cond = worker.settle(state, cond, Use::Branch)?;
            let question = worker.question(state);
            worker.require_as(state, question, cond, &Choice::Side, describe)
        })
    }

    /// Like [`Worker::require`], where `choice` says what the sides of the condition are. The condition
    /// mentions no undefined symbol.
    pub(crate) fn require_as(
        &mut self,
        state: &mut State,
        question: Question,
        cond: ExprId,
        choice: &dyn Fn(bool) -> Choice,
        describe: impl FnOnce(&mut Self, &State, &PathCondition) -> (ErrorKind, String),
    ) -> Result<(), Interrupt> {
        let verdict = self.ask(state, &question, cond);
        let side = match &verdict {
            Verdict::Forced(side) | Verdict::Undecided(side, ..) | Verdict::Led(side, ..) => *side,
            Verdict::Both(_) => true,
        };
        match verdict {
            Verdict::Forced(_) => {}
            Verdict::Both([yes, no]) => {
                let error = error_of(describe(self, state, &no));
                let [holds, fails] = [true, false].map(|side| question.decision(choice(side), Others::Followed));
                self.attempt.tree().fork_ended();
                self.counts.forks += 1;
                state.path.depth += 1;
                self.finish_side(state, &no, fails, error);
                state.path.condition = yes;
                self.record(state, holds, cond);
                return Ok(());
            }
            Verdict::Undecided(side, with, why) => {
                self.note_incomplete(&why);
                state.path.condition = with;
                self.record(state, question.decision(choice(side), Others::Dropped), cond);
            }
            Verdict::Led(side, with, others) => {
                state.path.depth += u32::from(others == Others::Followed);
                state.path.condition = with;
                self.record(state, question.decision(choice(side), others), cond);
            }
        }
        if side {
            return Ok(());
        }
        let path = state.path.condition.clone();
        Err(Interrupt::End(error_of(describe(self, state, &path))))
    }

    /// Like [`Worker::require_as`], for a choice that is recorded even if the condition never holds: without
    /// it, nobody could tell what was required.
    pub(crate) fn require_recorded(
        &mut self,
        state: &mut State,
        question: Question,
        cond: ExprId,
        choice: &dyn Fn(bool) -> Choice,
        error: (ErrorKind, String),
    ) -> Result<(), Interrupt> {
        let fails = question.decision(choice(false), Others::Open);
        let recorded = state.path.decisions.len();
        let result = self.require_as(state, question, cond, choice, |_, _, _| error);
        if result.is_err() && state.path.decisions.len() == recorded {
            self.record(state, fails, cond);
        }
        result
    }

    /// Adds a condition to the path condition; returns false if it cannot hold.
    pub(crate) fn assume(&mut self, state: &mut State, cond: ExprId) -> Result<bool, Interrupt> {
        let cond = self.request(|worker| worker.settle(state, cond, Use::Assumption))?;
        if self.guide.is_some() {
            let holds = self.holds_on_trail(cond);
            if holds {
                state.path.condition = self.extended(state, cond, true);
            }
            return Ok(holds);
        }
        match self.solver.assume(&mut self.pool, &state.path.condition, cond) {
            Answer::Sat(path) => {
                state.path.condition = path;
                Ok(true)
            }
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(Interrupt::End(Termination::Undecided(reason.to_string()))),
        }
    }

    /// Adds a condition that the program itself assumes. A path on which it cannot hold ends without a test and
    /// is counted.
    pub(crate) fn restrict(&mut self, state: &mut State, cond: ExprId) -> Result<(), Interrupt> {
        let holds = self.assume(state, cond)?;
        let site = self.own_site(state);
        *self.run.ledger().assumptions.entry(site).or_default() |= holds;
        if holds {
            return Ok(());
        }
        self.counts.excluded += 1;
        Err(Interrupt::End(Termination::Silent))
    }

    /// Restricts a path to a condition without a fork: if the condition can also fail, the run is incomplete for
    /// the given reason. Returns false if it cannot hold.
    pub(crate) fn confine(&mut self, state: &mut State, cond: ExprId, why: &str) -> Result<bool, Interrupt> {
        self.request(|worker| {
            let cond = worker.settle(state, cond, Use::Number)?;
            let question = worker.question(state);
            let (side, with) = match worker.ask(state, &question, cond) {
                Verdict::Forced(side) => return Ok(side),
                Verdict::Both([with, _]) => (true, with),
                Verdict::Undecided(side, with, _) | Verdict::Led(side, with, _) => (side, with),
            };
            state.path.condition = with;
            worker.record(state, question.decision(Choice::Side(side), Others::Dropped), cond);
            worker.note_incomplete(why);
            Ok(side)
        })
    }

    /// The value that a term is to be given next: what the trail says, else the least one that is possible. If
    /// the solver does not know the least, it is that of the path's own model.
    pub(crate) fn next_value(&mut self, state: &State, question: &Question, term: ExprId) -> u64 {
        match question.led() {
            Some(&Choice::Value { value, .. }) => value,
            _ => self.least_value(&state.path.condition, term),
        }
    }

    /// The least value of a term of at most 64 bits on a path, or if that is not known, some value.
    pub(crate) fn least_value(&mut self, path: &PathCondition, term: ExprId) -> u64 {
        if let Some(guide) = &self.guide {
            return self.solver.value(&self.pool, &guide.input, term).low_u64();
        }
        match self.solver.least_value(&mut self.pool, path, term) {
            Ok(value) => value,
            Err(_) => self.solver.eval(&self.pool, path, term).low_u64(),
        }
    }

    /// Makes a value concrete: the path forks over its possible values, the least first.
    pub(crate) fn concretize(&mut self, state: &mut State, value: Value, width: u32) -> Result<u64, Interrupt> {
        self.request(|worker| match worker.settle_value(state, value, Use::Number)? {
            Value::Int(word) => Ok(word),
            Value::Expr(term) => loop {
                let question = worker.question(state);
                let now = worker.next_value(state, &question, term);
                if worker.decide_value(state, question, term, width, now)? {
                    return Ok(now);
                }
            },
        })
    }

    /// Decides whether a term has a value.
    pub(crate) fn decide_value(
        &mut self,
        state: &mut State,
        question: Question,
        term: ExprId,
        width: u32,
        value: u64,
    ) -> Result<bool, Interrupt> {
        let constant = self.pool.int(width, value);
        let equal = self.pool.eq(term, constant);
        self.decide_as(state, question, equal, &|taken| Choice::Value { value, taken })
    }

    /// Makes a term concrete without a fork: the path goes on with the least value, and if there are others it
    /// is incomplete for the given reason.
    pub(crate) fn fix(&mut self, state: &mut State, term: ExprId, width: u32, why: &str) -> Result<u64, Interrupt> {
        self.request(|worker| worker.fix_term(state, term, width, why))
    }

    fn fix_term(&mut self, state: &mut State, term: ExprId, width: u32, why: &str) -> Result<u64, Interrupt> {
        let term = self.settle(state, term, Use::Number)?;
        let question = self.question(state);
        let value = self.next_value(state, &question, term);
        let constant = self.pool.int(width, value);
        let equal = self.pool.eq(term, constant);
        state.path.condition = match self.ask(state, &question, equal) {
            Verdict::Forced(true) => return Ok(value),
            Verdict::Both([with, _]) | Verdict::Undecided(true, with, _) | Verdict::Led(true, with, _) => with,
            Verdict::Forced(false) | Verdict::Undecided(false, ..) | Verdict::Led(false, ..) => {
                // The path's own model has another value, and it is not known whether this one is possible.
                return match self.assume(state, equal)? {
                    true => Ok(value),
                    false => Err(Interrupt::End(Termination::Undecided("a value that was to be fixed".to_owned()))),
                };
            }
        };
        self.record(state, question.decision(Choice::Value { value, taken: true }, Others::Dropped), equal);
        self.note_incomplete(why);
        Ok(value)
    }

    /// The least value that a term may have. The path is not constrained.
    pub(crate) fn some_value(&mut self, state: &mut State, term: ExprId) -> u64 {
        self.asking.begin();
        let question = self.question(state);
        let value = self.next_value(state, &question, term);
        self.record(state, question.decision(Choice::Value { value, taken: true }, Others::Open), term);
        self.asking.end();
        value
    }

    /// A lower bound on a term of 64 bits: its least value, if the solver finds that. The path is not constrained.
    pub(crate) fn lower_bound(&mut self, state: &mut State, term: ExprId) -> u64 {
        self.asking.begin();
        let question = self.question(state);
        let value = match (question.led(), &self.guide) {
            (Some(&Choice::Value { value, .. }), _) => value,
            (_, Some(_)) => self.pool.unsigned_range(term).0,
            (_, None) => match self.solver.least_value(&mut self.pool, &state.path.condition, term) {
                Ok(value) => value,
                Err(_) => self.pool.unsigned_range(term).0,
            },
        };
        self.record(state, question.decision(Choice::Value { value, taken: true }, Others::Open), term);
        self.asking.end();
        value
    }

    /// Records that an object was collected, to be accessed together with others.
    pub(crate) fn collect(
        &mut self,
        state: &mut State,
        question: &Question,
        object: memory::ObjectId,
        pointer: ExprId,
    ) {
        self.record(state, question.decision(Choice::Collected(object), Others::Open), pointer);
    }

    /// The value of a term that must not be symbolic: another possible value is an error.
    pub(crate) fn require_value(
        &mut self,
        state: &mut State,
        term: ExprId,
        width: u32,
        message: &str,
    ) -> Result<u64, Interrupt> {
        self.request(|worker| {
            let term = worker.settle(state, term, Use::Number)?;
            let question = worker.question(state);
            let value = worker.next_value(state, &question, term);
            let constant = worker.pool.int(width, value);
            let equal = worker.pool.eq(term, constant);
            let choice = |taken| Choice::Value { value, taken };
            worker.require_as(state, question, equal, &choice, |_, _, _| (ErrorKind::User, message.to_owned()))?;
            Ok(value)
        })
    }
}

fn error_of((kind, message): (ErrorKind, String)) -> Termination {
    Termination::Error { kind, message, suffix: None }
}

/// A side for a path that may not fork, as a function of where it is.
fn coin(at: Moment) -> bool {
    Rng::new((at.instruction << 8).wrapping_add(u64::from(at.request))).coin()
}
