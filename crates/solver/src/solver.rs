//! The solver and its chain.
//!
//! A question passes, in this order: what is written (constants, constraints already there), the path's own
//! model, slicing, what equalities fix, and then the stages, all of which are listed in [`chain`]. The first
//! that answers ends it; the stages before it may learn the answer.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bv::Bv;
use expr::{Evaluator, ExprId, Model, Pool};

use crate::answer::{Answer, Branch, Unknown};
use crate::chain::{self, Technique};
use crate::check::{Checker, WrongAnswer};
use crate::config::Config;
use crate::constraints::Constraints;
use crate::equalities::Equalities;
use crate::lemmas;
use crate::log::{LogChunk, QueryLog, Status, Trace};
use crate::narrowed::Narrowed;
use crate::path::{PathCondition, Slice, disjuncts};
use crate::patience::Patience;
use crate::quantifiers::{Ask, Counts, Search};
use crate::query::{Query, Reply, Witness};
use crate::ranges::union_of_ranges;
use crate::shared::Shared;
use crate::stage::{Stage, still_satisfies};
use crate::statistics::{StageStatistics, Statistics};
use crate::tuning::{ASKED_WORK, EVALUATED_WORK};
use crate::value_sets::Learnt;

/// Answers questions about paths. Each expression pool needs its own solver, because a solver remembers terms
/// by their ids.
pub struct Solver {
    config: Config,
    stages: Vec<Asked>,
    /// Evaluates terms under the models of paths.
    values: Evaluator,
    /// What the stages share.
    shared: Shared,
    asked: u64,
    unknown: u64,
    wrong_models: u64,
    constraints_visited: u64,
    /// Terms evaluated by evaluators that have been dropped, or to check models.
    terms_evaluated: u64,
    time: Duration,
    /// The counters of the techniques before the stages, indexed by the number of the technique.
    front: Vec<StageStatistics>,
    equalities: Equalities,
    narrowed: Narrowed,
    /// What became of questions with quantifiers.
    quantified: Counts,
    /// How often asking for the few values of a term has paid.
    few_values: Patience,
    /// The stage that gave the last answer.
    answered_by: &'static str,
    checker: Option<Box<Checker>>,
    log: Option<Box<QueryLog>>,
    /// The stages that the last question passed, with their times, if a trace is kept.
    trace: Option<Trace>,
}

/// The chain as the procedure for quantifiers sees it: it answers questions about one slice without them.
struct Chain<'a> {
    solver: &'a mut Solver,
    path: &'a PathCondition,
    slice: Arc<Slice>,
    /// The question as the caller asked it.
    question: ExprId,
    end: Option<Instant>,
}

impl Ask for Chain<'_> {
    fn ask(&mut self, pool: &mut Pool, question: ExprId) -> Answer<Model> {
        let model = self.path.model().clone();
        match pool.as_u64(question) {
            Some(0) => return Answer::Unsat,
            Some(_) => return Answer::Sat(model),
            None => {}
        }
        // What has no quantifier may hold already.
        if self.solver.values.is_true(pool, &model, question) {
            return Answer::Sat(model);
        }
        let support = pool.support(question);
        let query = Query::new(self.slice.clone(), question, support, model);
        self.solver.decide_plain(pool, self.path, query, self.question, (Instant::now(), self.end))
    }

    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() > end)
    }
}

/// A stage with its counters.
struct Asked {
    technique: Technique,
    stage: Box<dyn Stage>,
    counted: StageStatistics,
}

impl Solver {
    /// A solver that has learnt nothing yet.
    pub fn new(config: Config) -> Solver {
        let stages = chain::stages(&config).into_iter().map(|(technique, stage)| {
            let counted = StageStatistics::new(technique.name());
            Asked { technique, stage, counted }
        });
        let stages = stages.collect();
        let checker = config.check_answers.then(|| Box::new(Checker::new(&config)));
        let log = config.log_queries.then(|| Box::new(QueryLog::new()));
        let trace = config.log_queries.then(Trace::new);
        Solver {
            shared: Shared::new(&config),
            config,
            stages,
            values: Evaluator::new(),
            few_values: Patience::default(),
            asked: 0,
            unknown: 0,
            wrong_models: 0,
            constraints_visited: 0,
            terms_evaluated: 0,
            time: Duration::ZERO,
            front: chain::in_front(),
            equalities: Equalities::default(),
            narrowed: Narrowed::default(),
            quantified: Counts::default(),
            answered_by: "",
            checker,
            log,
            trace,
        }
    }

    /// Whether the condition can hold and whether it can fail on the path. The path's model decides one side, so there
    /// is at most one question to solve.
    pub fn branch(&mut self, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> Branch {
        let started = self.start();
        let mut branch = self.branch_inner(pool, path, condition);
        self.time += started.elapsed();
        if self.log.is_some() {
            self.log_branch(pool, path, condition, &branch);
        }
        if !self.is_right(|checker, stage| checker.branch(pool, path, condition, &branch, stage)) {
            let feasible = self.values.is_true(pool, path.model(), condition);
            branch = Branch::Undecided { feasible, with: path.clone(), reason: Unknown::WrongAnswer };
        }
        if let Branch::Undecided { .. } = branch {
            self.unknown += 1;
        }
        branch
    }

    fn branch_inner(&mut self, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> Branch {
        if let Some(always) = self.as_written(pool, path, condition) {
            return if always { Branch::Always } else { Branch::Never };
        }
        let feasible = self.own_model(pool, path, condition);
        let negation = pool.not(condition);
        let (here, there) = if feasible { (condition, negation) } else { (negation, condition) };
        match self.decide(pool, path, there) {
            Answer::Unsat => {
                if feasible {
                    Branch::Always
                } else {
                    Branch::Never
                }
            }
            Answer::Sat(model) => {
                let here = self.extended(pool, path, here, path.model().clone());
                let there = self.extended(pool, path, there, model);
                let (yes, no) = if feasible { (here, there) } else { (there, here) };
                Branch::Both { yes, no }
            }
            Answer::Unknown(reason) => {
                let with = self.extended(pool, path, here, path.model().clone());
                Branch::Undecided { feasible, with, reason }
            }
        }
    }

    /// The path extended by the condition, if both can hold.
    pub fn assume(&mut self, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> Answer<PathCondition> {
        let answer = self.may_be_true(pool, path, condition);
        answer.map(|model| self.extended(pool, path, condition, model))
    }

    /// The path with one more constraint and a model that satisfies it and all the others.
    pub fn extended(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        constraint: ExprId,
        model: Model,
    ) -> PathCondition {
        path.extended(pool, constraint, model, &mut self.shared.learner)
    }

    /// A model of the path under which the condition holds.
    pub fn may_be_true(&mut self, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> Answer<Model> {
        let started = self.start();
        let mut answer = match self.as_written(pool, path, condition) {
            Some(true) => Answer::Sat(path.model().clone()),
            Some(false) => Answer::Unsat,
            None => {
                if self.own_model(pool, path, condition) {
                    self.front[Technique::OwnModel as usize].answered += 1;
                    self.answered_by = self.front[Technique::OwnModel as usize].name;
                    Answer::Sat(path.model().clone())
                } else {
                    self.decide(pool, path, condition)
                }
            }
        };
        self.time += started.elapsed();
        if self.log.is_some() {
            let status = match answer {
                Answer::Sat(_) => Status::Sat,
                Answer::Unsat => Status::Unsat,
                Answer::Unknown(_) => Status::Unknown,
            };
            self.add_to_log(pool, path, &[(condition, status)]);
        }
        let right = match &answer {
            Answer::Sat(model) => self.is_right(|check, stage| check.answer(pool, path, condition, Some(model), stage)),
            Answer::Unsat => self.is_right(|check, stage| check.answer(pool, path, condition, None, stage)),
            Answer::Unknown(_) => true,
        };
        if !right {
            answer = Answer::Unknown(Unknown::WrongAnswer);
        }
        if let Answer::Unknown(_) = answer {
            self.unknown += 1;
        }
        answer
    }

    fn log_branch(&mut self, pool: &mut Pool, path: &PathCondition, condition: ExprId, branch: &Branch) {
        let (yes, no) = match branch {
            Branch::Always => (Status::Sat, Status::Unsat),
            Branch::Never => (Status::Unsat, Status::Sat),
            Branch::Both { .. } => (Status::Sat, Status::Sat),
            Branch::Undecided { feasible: true, .. } => (Status::Sat, Status::Unknown),
            Branch::Undecided { feasible: false, .. } => (Status::Unknown, Status::Sat),
        };
        let negation = pool.not(condition);
        self.add_to_log(pool, path, &[(condition, yes), (negation, no)]);
    }

    fn add_to_log(&mut self, pool: &Pool, path: &PathCondition, asked: &[(ExprId, Status)]) {
        if let (Some(log), Some(trace)) = (&mut self.log, &self.trace) {
            log.add(pool, path, asked, self.answered_by, trace);
        }
    }

    /// The log entries since the last call; empty if questions are not logged.
    pub fn take_log(&mut self) -> Vec<LogChunk> {
        self.log.as_mut().map(|log| log.take()).unwrap_or_default()
    }

    /// The same solver, keeping a trace of each question.
    pub(crate) fn with_trace(mut self) -> Solver {
        self.trace = Some(Trace::new());
        self
    }

    /// The stage that answered the last question, and the trace of that question.
    pub(crate) fn take_trace(&mut self) -> (&'static str, Trace) {
        (self.answered_by, self.trace.as_mut().map(std::mem::take).unwrap_or_default())
    }

    /// Adds the time that a stage took to the trace, if one is kept.
    fn note_time(&mut self, stage: &'static str, since: Option<Instant>) {
        if let (Some(trace), Some(since)) = (&mut self.trace, since) {
            trace.push((stage, since.elapsed()));
        }
    }

    /// The current time, if a trace is kept.
    fn clock(&self) -> Option<Instant> {
        self.trace.as_ref().map(|_| Instant::now())
    }

    /// Whether the checker, if there is one, confirms an answer. After a first wrong answer it confirms none.
    fn is_right(&mut self, check: impl FnOnce(&mut Checker, &'static str) -> bool) -> bool {
        match &mut self.checker {
            None => true,
            Some(checker) => checker.wrong().is_none() && check(checker, self.answered_by),
        }
    }

    /// The first answer found to be wrong, if answers are checked. Every later question is answered with
    /// `Unknown`.
    pub fn wrong_answer(&self) -> Option<&WrongAnswer> {
        self.checker.as_ref().and_then(|checker| checker.wrong())
    }

    /// Checks the rewriting done since the last question, under the path's model. A run calls this where a path
    /// ends.
    pub fn check_rewriting(&mut self, pool: &mut Pool, path: &PathCondition) {
        self.is_right(|checker, _| checker.rewriting(pool, path.model()));
    }

    /// If answers are checked: checks that two terms of the same width are equal on a path, which `claim` says. If they
    /// are not, that is a wrong answer. No term is added to the pool, so that later terms are the same as without.
    pub fn check_equal(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        (a, b): (ExprId, ExprId),
        claim: &'static str,
    ) {
        self.is_right(|checker, _| {
            let written = (pool.written(a), pool.written(b));
            checker.equality(pool, path, written, claim)
        });
    }

    /// The same for two terms of the pool of written terms ([`Pool::written`]).
    pub fn check_written_equal(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        written: (ExprId, ExprId),
        claim: &'static str,
    ) {
        self.is_right(|checker, _| checker.equality(pool, path, written, claim));
    }

    /// The value of the term if it is the same in all models of the path.
    pub fn unique_value(&mut self, pool: &mut Pool, path: &PathCondition, term: ExprId) -> Result<Option<Bv>, Unknown> {
        if let Some(value) = pool.as_const(term) {
            return Ok(Some(value));
        }
        let value = self.eval(pool, path, term);
        let constant = pool.constant(&value);
        let other = pool.ne(term, constant);
        match self.may_be_true(pool, path, other) {
            Answer::Unsat => Ok(Some(value)),
            Answer::Sat(_) => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// At most `most` values, in order, that include every value the term can have on the path; the term has at
    /// most 64 bits. `None` if more are possible as far as the path's constraints tell without a question, or
    /// if such terms have had too many values so far and no input that this one depends on has few.
    pub fn possible_values(
        &mut self,
        pool: &Pool,
        path: &PathCondition,
        term: ExprId,
        most: usize,
    ) -> Option<Vec<u64>> {
        if !self.config.uses(Technique::ValueSets) {
            return None;
        }
        let support = pool.support(term);
        let slice = path.slice(pool, &support);
        let sets = &slice.learnt.sets;
        let kind = self.few_values.tries(pool, term);
        if kind.is_none() && !sets.of_support(&support).any(|set| set.has_at_most(most)) {
            return None;
        }
        let values = self.shared.learner.obvious_values(pool, sets, term, self.config.tuning.obvious_nodes);
        let few = values.has_at_most(most);
        if let Some(kind) = kind {
            self.few_values.note(kind, few);
        }
        few.then(|| {
            let mut values: Vec<u64> = values.iter().map(|value| value as u64).collect();
            values.sort_unstable();
            values
        })
    }

    /// An upper bound on the number of ways in which some conditions can hold on the path or not: how many values the inputs can
    /// have that they depend on, by what is known without a question.
    pub fn ways(&self, pool: &Pool, path: &PathCondition, conditions: &[ExprId]) -> u64 {
        let supports = conditions.iter().map(|&condition| pool.support(condition));
        let bytes = supports.fold(Vec::new(), |all, support| union_of_ranges(&all, &support[..]));
        path.combinations(&bytes)
    }

    /// The least and the greatest unsigned value that the term, of at most 64 bits, has on the path.
    pub fn unsigned_bounds(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        term: ExprId,
    ) -> Result<(u64, u64), Unknown> {
        let complement = pool.not(term);
        let mask = bv::mask(pool.width(term));
        Ok((self.least_value(pool, path, term)?, self.least_value(pool, path, complement)? ^ mask))
    }

    /// The least unsigned value that the term, of at most 64 bits, has on the path. Each question either moves the known
    /// value down to a model's, or rules out what is below a number: first close to the known value, in steps that double,
    /// since the path's model is often near the least, and then by bisection.
    pub fn least_value(&mut self, pool: &mut Pool, path: &PathCondition, term: ExprId) -> Result<u64, Unknown> {
        let width = pool.width(term);
        assert!(width <= 64, "bounds are words");
        let (low, _) = pool.unsigned_range(term);
        let (mut least, mut open) = (self.values.eval_u64(pool, path.model(), term), low);
        let mut step = 1;
        while open < least {
            // The end first: often it is the bound.
            let middle = match least - open {
                _ if open == low => low,
                rest if step < rest => least - step,
                rest => open + (rest - 1) / 2,
            };
            let bound = pool.int(width, middle);
            let question = pool.ule(term, bound);
            match self.may_be_true(pool, path, question) {
                Answer::Sat(model) => {
                    least = self.values.eval_u64(pool, &model, term);
                    step = step.saturating_mul(2);
                }
                Answer::Unsat => {
                    // It was close if this was not the end; now only bisection is left.
                    step = if middle == low { step } else { u64::MAX };
                    open = middle + 1;
                }
                Answer::Unknown(reason) => return Err(reason),
            }
        }
        Ok(least)
    }

    /// The value of the term under a model.
    pub fn value(&mut self, pool: &Pool, model: &Model, term: ExprId) -> Bv {
        self.values.eval(pool, model, term)
    }

    /// The value of the term under the path's model.
    pub fn eval(&mut self, pool: &Pool, path: &PathCondition, term: ExprId) -> Bv {
        self.values.eval(pool, path.model(), term)
    }

    /// The work done so far, in units of about the time of a simple instruction of a program: what stages were asked, what
    /// they count themselves, and what was evaluated.
    pub fn work(&self) -> u64 {
        let stages = self.stages.iter().map(|asked| ASKED_WORK * asked.counted.asked + asked.stage.work(&self.shared));
        let evaluated = self.terms_evaluated + self.values.evaluated();
        ASKED_WORK * self.asked + stages.sum::<u64>() + EVALUATED_WORK * evaluated
    }

    /// How many questions have reached the SAT solver so far.
    pub fn hard_questions(&self) -> u64 {
        let asked = self.stages.iter().rev().find(|asked| asked.technique == Technique::BitBlast);
        asked.map_or(0, |asked| asked.counted.asked)
    }

    /// How often sets of values were computed, both as paths grew and for questions.
    pub fn sets_computed(&self) -> u64 {
        self.shared.learner.computed()
    }

    /// Forgets what was learnt from earlier questions, to free memory. Answers stay the same.
    pub fn forget(&mut self) {
        self.stages.iter_mut().for_each(|asked| asked.stage.forget());
        self.shared.forget();
        self.narrowed.forget();
        self.terms_evaluated += self.values.evaluated();
        self.values = Evaluator::new();
    }

    /// The counters since the solver was created.
    pub fn statistics(&self) -> Statistics {
        let mut stages = self.front.to_vec();
        stages[Technique::Equalities as usize].own = vec![("changed", self.equalities.changed)];
        stages[Technique::Quantifiers as usize].own = self.quantified.named();
        stages[Technique::Narrowed as usize].own = vec![("questions", self.narrowed.questions)];
        for Asked { stage, counted, .. } in &self.stages {
            let time = counted.time + stage.time_besides(&self.shared);
            stages.push(StageStatistics { own: stage.counters(&self.shared), time, ..counted.clone() });
        }
        Statistics {
            asked: self.asked,
            unknown: self.unknown,
            wrong_models: self.wrong_models,
            constraints_visited: self.constraints_visited + self.shared.learner.copied,
            terms_evaluated: self.terms_evaluated + self.values.evaluated(),
            time: self.time,
            stages,
            checks: self.checker.as_ref().map(|checker| checker.counts()),
        }
    }

    fn start(&mut self) -> Instant {
        self.asked += 1;
        self.answered_by = "";
        if let Some(trace) = &mut self.trace {
            trace.clear();
        }
        Instant::now()
    }

    /// Whether the condition holds under the path's own model.
    fn own_model(&mut self, pool: &Pool, path: &PathCondition, condition: ExprId) -> bool {
        let clock = self.clock();
        self.front[Technique::OwnModel as usize].asked += 1;
        let holds = self.values.is_true(pool, path.model(), condition);
        self.note_time(self.front[Technique::OwnModel as usize].name, clock);
        holds
    }

    /// Whether the condition always or never holds, as far as its syntax and the constraints' tell.
    fn as_written(&mut self, pool: &mut Pool, path: &PathCondition, condition: ExprId) -> Option<bool> {
        let clock = self.clock();
        if !self.config.uses(Technique::Syntactic) {
            // A constant needs no technique.
            return pool.as_u64(condition).map(|value| value == 1);
        }
        self.front[Technique::Syntactic as usize].asked += 1;
        let seen = match pool.as_u64(condition) {
            Some(value) => Some(value == 1),
            None if path.contains(pool, condition) => Some(true),
            None => {
                let negation = pool.not(condition);
                path.contains(pool, negation).then_some(false)
            }
        };
        if seen.is_some() {
            self.front[Technique::Syntactic as usize].answered += 1;
            self.answered_by = self.front[Technique::Syntactic as usize].name;
        }
        self.note_time(self.front[Technique::Syntactic as usize].name, clock);
        seen
    }

    /// Whether the question, which the path's model does not satisfy, can hold.
    fn decide(&mut self, pool: &mut Pool, path: &PathCondition, question: ExprId) -> Answer<Model> {
        let clock = self.clock();
        let query = self.query(pool, path, question);
        self.note_time(self.front[Technique::Slices as usize].name, clock);
        let started = Instant::now();
        let own = self.config.question_time.map(|time| started + time);
        let end = own.into_iter().chain(self.config.run_deadline).min();
        if pool.has_indices() && (pool.is_quantified(question) || !query.slice.facts.is_empty()) {
            return self.decide_quantified(pool, path, query, end);
        }
        self.decide_plain(pool, path, query, question, (started, end))
    }

    /// Whether a question with bounded universal facts, its own or the path's, can hold. The path's model does not
    /// satisfy it.
    fn decide_quantified(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        query: Query,
        end: Option<Instant>,
    ) -> Answer<Model> {
        let started = Instant::now();
        let question = query.question;
        let mut chain = Chain { solver: self, path, slice: query.slice.clone(), question, end };
        if !chain.solver.config.uses(Technique::Quantifiers) {
            let all: Vec<ExprId> = query.slice.facts.iter().copied().chain([question]).collect();
            let all: Vec<ExprId> = all.into_iter().map(|term| pool.expanded(term)).collect();
            let expanded = lemmas::all(pool, &all);
            return chain.ask(pool, expanded);
        }
        let mut search = Search::new(pool, &query.slice, question, query.ranges());
        let mut answer = search.answer(pool, &mut chain);
        let decided = search.counts.instantiated + search.counts.duplicated + search.counts.repaired > 0;
        let (counts, mut values) = (search.counts, search.values);
        if let Answer::Unknown(_) = answer
            && let Some(better) = self.ask_foreign(pool, &query, end)
        {
            answer = better;
        } else if let Answer::Sat(found) = &answer {
            // Only the bytes of the query: others belong to slices that nobody has looked at.
            let model = query.witness(query.bytes_of(found)).model;
            let (facts, constraints) = (query.slice.facts.iter(), query.slice.constraints.youngest());
            let mut all = std::iter::once(&question).chain(facts).chain(constraints);
            answer = match all.all(|&term| values.is_true(pool, &model, term)) {
                true => Answer::Sat(model),
                false => {
                    debug_assert!(false, "a wrong model of a question with quantifiers");
                    self.wrong_models += 1;
                    Answer::Unknown(Unknown::WrongModel)
                }
            };
        }
        self.terms_evaluated += values.evaluated();
        self.quantified.add(&counts);
        let counted = &mut self.front[Technique::Quantifiers as usize];
        counted.asked += 1;
        counted.time += started.elapsed();
        if decided && !matches!(answer, Answer::Unknown(_)) {
            counted.answered += 1;
            self.answered_by = counted.name;
        }
        self.note_time(self.front[Technique::Quantifiers as usize].name, Some(started));
        answer
    }

    /// The answer of the SMT solvers of the machine, if there are any, to a question with its facts as they are.
    pub(crate) fn ask_foreign(&mut self, pool: &Pool, query: &Query, end: Option<Instant>) -> Option<Answer<Model>> {
        let Slice { constraints, facts, .. } = &*query.slice;
        let all = Constraints::of(pool, constraints.iter().chain(facts).copied());
        let slice = Slice { constraints: all, learnt: Learnt::nothing(), ..Slice::clone(&query.slice) };
        let support = pool.support(query.question);
        let mut whole = Query::new(Arc::new(slice), query.question, support, query.model.clone());
        whole.deadline = end;
        let external = self.stages.iter_mut().find(|asked| asked.technique == Technique::External)?;
        let started = Instant::now();
        let reply = external.stage.answer(pool, &mut self.shared, &whole);
        external.counted.asked += 1;
        external.counted.time += started.elapsed();
        let answer = match reply? {
            Reply::Sat(witness) => Answer::Sat(witness.model),
            Reply::Unsat(_) => Answer::Unsat,
            Reply::Unknown(_) => return None,
        };
        external.counted.answered += 1;
        self.answered_by = external.counted.name;
        Some(answer)
    }

    /// Whether a question without quantifiers, which the path's model does not satisfy, can hold with the constraints
    /// of the query; `asked` is the question as the caller asked it. It begins at `started`, and nothing goes on beyond
    /// `end`. A stage begins when the one before it has ended: the clock is read once for both.
    fn decide_plain(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        mut query: Query,
        asked: ExprId,
        (mut started, end): (Instant, Option<Instant>),
    ) -> Answer<Model> {
        let question = query.question;
        if self.config.uses(Technique::Equalities) {
            let refuted = self.put_in(pool, &mut query);
            let ended = Instant::now();
            let took = ended.saturating_duration_since(started);
            started = ended;
            let counted = &mut self.front[Technique::Equalities as usize];
            counted.time += took;
            if let Some(trace) = &mut self.trace {
                trace.push((counted.name, took));
            }
            if refuted {
                return Answer::Unsat;
            }
        }
        if self.config.uses(Technique::Disjuncts) {
            query.disjuncts = disjuncts(pool, query.question, self.config.tuning.disjuncts);
        }
        let mut gave_up = Unknown::NoStage;
        for place in 0..self.stages.len() {
            if self.config.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                return Answer::Unknown(Unknown::Cancelled);
            }
            // Half of the time left, so that the next stage has some time too if this one runs out of its
            // share.
            query.deadline = end.map(|end| {
                if place + 1 < self.stages.len() { started + end.saturating_duration_since(started) / 2 } else { end }
            });
            let narrowed = match self.stages[place].technique {
                Technique::BitBlast if self.config.uses(Technique::Narrowed) => {
                    self.front[Technique::Narrowed as usize].asked += 1;
                    self.narrowed.query(pool, &query, self.shared.sat_work)
                }
                _ => None,
            };
            if let Some(narrowed) = &narrowed {
                self.shared.byte_orders.asks_as(query.question, narrowed.question);
            }
            let evaluated = self.shared.check.evaluated();
            let asked_now = narrowed.as_ref().unwrap_or(&query);
            let mut reply = self.stages[place].stage.answer(pool, &mut self.shared, asked_now);
            if let (Some(_), Some(Reply::Unsat(core))) = (&narrowed, &mut reply) {
                // What was narrowed holds because of any of them.
                *core = (&query.slice.constraints).into();
            }
            query.index_ranges.extend(self.shared.index_ranges.drain());
            self.terms_evaluated += self.shared.check.evaluated() - evaluated;
            let counted = &mut self.stages[place].counted;
            let ended = Instant::now();
            let took = ended.saturating_duration_since(started);
            started = ended;
            counted.asked += 1;
            counted.time += took;
            if let Some(trace) = &mut self.trace {
                trace.push((counted.name, took));
            }
            self.constraints_visited += query.visited.take();
            let Some(reply) = reply else { continue };
            if let Reply::Unknown(reason) = reply {
                self.wrong_models += u64::from(reason == Unknown::WrongModel);
                gave_up = reason;
                continue;
            }
            if let Reply::Sat(witness) = &reply
                && !self.is_model(pool, &query, question, witness)
            {
                let Asked { technique, counted, .. } = &mut self.stages[place];
                debug_assert!(*technique == Technique::Seeded, "{} gave a wrong model", counted.name);
                counted.wrong_models += 1;
                self.wrong_models += 1;
                gave_up = Unknown::WrongModel;
                if let Some(checker) = &mut self.checker
                    && !checker.answer(pool, path, asked, Some(&witness.model), counted.name)
                {
                    return Answer::Unknown(Unknown::WrongAnswer);
                }
                continue;
            }
            let counted = &mut self.stages[place].counted;
            counted.answered += 1;
            self.answered_by = counted.name;
            for earlier in &mut self.stages[..place] {
                earlier.stage.learn(&query, &reply);
            }
            return match reply {
                Reply::Sat(Witness { model, .. }) => Answer::Sat(model),
                _ => Answer::Unsat,
            };
        }
        Answer::Unknown(gave_up)
    }

    /// Whether a witness is a model of the query: it changes only bytes of the query, and the constraints and
    /// the question hold under it, the question both as asked and as equalities simplified it. Every model that
    /// leaves the chain is checked here.
    fn is_model(&mut self, pool: &Pool, query: &Query, asked: ExprId, witness: &Witness) -> bool {
        let evaluated = self.shared.check.evaluated();
        let holds = query.keeps_to_its_bytes(witness)
            && still_satisfies(pool, &mut self.shared.check, witness, query)
            && self.shared.check.is_true(pool, &witness.model, asked);
        self.terms_evaluated += self.shared.check.evaluated() - evaluated;
        self.constraints_visited += query.visited.take();
        holds
    }

    /// Replaces what the constraints fix in the question; true if that refutes the question.
    fn put_in(&mut self, pool: &mut Pool, query: &mut Query) -> bool {
        let question = self.equalities.apply(pool, query);
        let counted = &mut self.front[Technique::Equalities as usize];
        counted.asked += 1;
        let Some(question) = question else { return false };
        match pool.as_u64(question) {
            Some(0) => {
                counted.answered += 1;
                self.answered_by = counted.name;
                true
            }
            // The question fails under the path's model, so it cannot always hold. If it seems to, the result
            // is not used.
            Some(_) => {
                debug_assert!(false, "a question that fails under a model became true");
                false
            }
            None => {
                query.question = question;
                false
            }
        }
    }

    fn query(&mut self, pool: &Pool, path: &PathCondition, question: ExprId) -> Query {
        let support = pool.support(question);
        let slice = if self.config.uses(Technique::Slices) {
            self.front[Technique::Slices as usize].asked += 1;
            path.slice(pool, &support)
        } else {
            path.whole(pool)
        };
        Query::new(slice, question, support, path.model().clone())
    }
}
