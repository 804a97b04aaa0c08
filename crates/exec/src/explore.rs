//! The main loop: pick a state, run it, handle how its turn ended.

use std::time::{Duration, Instant};

use expr::ExprId;
use solver::PathCondition;

use crate::config::Technique;
use crate::costs::CostReport;
use crate::decision::{Asking, Decision};
use crate::fast::Fast;
use crate::memory_limit::Demand;
use crate::merge::RegionId;
use crate::outcome::{Coverage, Limit, Progress, Questions, RunResult, Termination, Time};
use crate::search::Facts;
use crate::state::{State, StateId};
use crate::tuning::{STEPS_BETWEEN_LOOKS, TERM_WORK, TICK_MILLISECONDS, TURNS_BETWEEN_LOOKS};
use crate::worker::{Interrupt, Worker};

impl Worker<'_> {
    /// Takes up the first state of a program.
    pub(crate) fn begin(&mut self, first: State) {
        self.add(Box::new(first));
    }

    /// Explores until nothing is left, a limit ends the run, or so much work has been done ([`Worker::work`]).
    pub(crate) fn explore(&mut self, until: u64) {
        self.until = until;
        while self.stopped_by.is_none() && !self.run.has_failed() && !self.has_done_enough() {
            let Some(id) = self.next() else {
                if !self.has_waiting() {
                    break;
                }
                self.release_late(true);
                continue;
            };
            let mut state = self.states.remove(&id).expect("a searcher names live states");
            let came_of_it = self.run_batch(&mut state);
            self.memory.look(&mut state);
            match came_of_it {
                Ok(()) => self.add(state),
                Err(Interrupt::Fork { sides, cond, edges }) => self.fork(state, *sides, cond, edges),
                Err(Interrupt::Left(region)) => self.leave(state, region),
                Err(Interrupt::Led { .. }) => unreachable!("no trail is followed"),
                Err(Interrupt::End(termination)) => self.end(&state, termination),
            }
            self.give_up_what_must_be();
            self.release_late(false);
            self.tick();
        }
    }

    /// Whether there is nothing left to explore, or a limit ends the run.
    pub(crate) fn is_done(&self) -> bool {
        self.stopped_by.is_some() || self.run.has_failed() || self.states.is_empty() && !self.has_waiting()
    }

    /// Ends what is left when exploring has ended.
    pub(crate) fn end_exploration(&mut self) {
        self.release_late(true);
        self.end_remaining();
        self.hand_on_log();
    }

    /// Ends a trial that has not won. What it was the first to execute becomes tests if the run ends by a limit; if not,
    /// another attempt has shown it.
    pub(crate) fn end_trial(&mut self, stopped_by: Option<Limit>) {
        if stopped_by.is_some() {
            self.stopped_by = stopped_by;
            self.states.retain(|_, state| state.record.covered_new);
            self.end_remaining();
        }
    }

    /// The work done so far, in units of about a fast instruction. The weights are rough: they are for comparing attempts,
    /// and the same steps are the same work at any time.
    pub(crate) fn work(&self) -> u64 {
        let tuning = &self.run.config.tuning;
        let steps = self.counts.instructions + tuning.slow_step * self.counts.slow + self.counts.written / tuning.bulk;
        steps + TERM_WORK * self.pool.len() as u64 + self.solver.work() + self.regions.work()
    }

    /// Whether others are to have a turn.
    fn has_done_enough(&self) -> bool {
        self.until < u64::MAX && self.work() >= self.until
    }

    /// To be called when other attempts have had turns: what they have allocated is not this one's.
    pub(crate) fn looked_after_others(&mut self) {
        self.memory.disregard_growth();
    }

    /// Asks the searcher for a state. A state that has used up some batches since its last fork is passed over
    /// as many times before it goes on: a path in a loop that ends late or never gets about the square root of
    /// the turns that it would otherwise get, and the other states get the rest. States that others wait for come
    /// first.
    fn next(&mut self) -> Option<StateId> {
        if let Some(id) = self.awaited() {
            return Some(id);
        }
        let alone = self.states.len() == 1;
        for _ in 0..self.run.config.tuning.passed_over {
            let id = self.searcher.next(&self.attempt.tree)?;
            let state = self.states.get_mut(&id).expect("a searcher names live states");
            if state.schedule.passed_over >= state.schedule.batches || alone || self.searcher.insists() {
                return Some(id);
            }
            state.schedule.passed_over += 1;
            self.searcher.pass_over(id);
        }
        self.searcher.next(&self.attempt.tree)
    }

    /// Adds a new state, or puts one back after its batch.
    pub(crate) fn add(&mut self, state: Box<State>) {
        let mut distance = None;
        if self.searcher.wants_distances() {
            let run = self.run;
            let changed = self.distances.renew(&run.program, &run.covered(), self.states.len());
            distance = self.distances.of(&run.program, &state);
            if changed {
                // The order does not matter: what a searcher knows of one state does not depend on when it learns it.
                for waiting in self.states.values() {
                    let distance = self.distances.of(&run.program, waiting);
                    self.searcher.refresh(Facts { id: waiting.id, distance });
                }
            }
        }
        self.searcher.update(Facts { id: state.id, distance });
        self.states.insert(state.id, state);
        self.peak_states = self.peak_states.max(self.states.len());
    }

    fn fork(
        &mut self,
        mut state: Box<State>,
        ([yes, no], decisions): ([PathCondition; 2], [Decision; 2]),
        cond: ExprId,
        edges: Option<(u32, u32)>,
    ) {
        self.open_around(&mut state, cond);
        self.forked_in_regions(&state, StateId(self.next_id));
        let mut other = state.split(StateId(self.next_id));
        self.next_id += 1;
        self.counts.forks += 1;
        (state.path.node, other.path.node) = self.attempt.tree().fork(state.path.node, state.id, other.id);
        (state.path.condition, other.path.condition) = (yes, no);
        let [taken, left] = decisions;
        state.path.decisions.push(taken);
        other.path.decisions.push(left);
        match edges {
            Some((then, otherwise)) => {
                self.take_edge(&mut state, then);
                self.take_edge(&mut other, otherwise);
            }
            None => [&mut state, &mut other].into_iter().for_each(|state| state.path.runs_again()),
        }
        self.searcher.forked(state.id, other.id);
        for mut state in [state, other] {
            match self.region_left(&state) {
                None => {
                    if edges.is_some() {
                        state = self.met(state);
                    }
                    self.add(state);
                }
                Some(region) => self.leave(state, region),
            }
        }
    }

    /// Takes a state that has left a region out of the search until it has been joined with others.
    fn leave(&mut self, state: Box<State>, region: RegionId) {
        self.attempt.tree().end(state.path.node);
        self.searcher.remove(state.id);
        self.wait(state, region);
    }

    fn end(&mut self, state: &State, termination: Termination) {
        self.attempt.tree().end(state.path.node);
        self.searcher.remove(state.id);
        self.leave_regions(state);
        self.finish(state, &state.path.condition, termination);
    }

    /// Gives up what has to be given up when memory runs short: see [`crate::memory_limit`].
    fn give_up_what_must_be(&mut self) {
        if self.attempt.is_trial && self.memory.is_half_full() {
            self.stopped_by.get_or_insert(Limit::Memory);
            return;
        }
        let demand = self.memory.demand();
        if demand == Demand::Nothing {
            return;
        }
        if demand == Demand::Everything {
            self.stopped_by.get_or_insert(Limit::Memory);
        }
        self.solver.forget();
        if demand == Demand::HalfOfTheStates {
            let watch = &self.memory;
            let mut states: Vec<_> = self.states.values().map(|state| (watch.worth(state), state.id)).collect();
            let half = states.len() / 2;
            if half > 0 {
                states.select_nth_unstable(half);
            }
            states.truncate(half);
            let states: Vec<_> =
                states.into_iter().map(|(_, id)| self.states.remove(&id).expect("it is alive")).collect();
            self.give_up(states.into_iter(), Limit::Memory);
        }
        self.memory.relieved();
    }

    /// Checks the limits, and now and then reports progress.
    fn tick(&mut self) {
        let limits = &self.run.config.limits;
        if limits.instructions.is_some_and(|max| self.counts.instructions >= max) {
            self.stopped_by.get_or_insert(Limit::Instructions);
        }
        if self.has_all_tests() {
            self.stopped_by.get_or_insert(Limit::Tests);
        }
        if self.met_first_error() {
            self.stopped_by.get_or_insert(Limit::FirstError);
        }
        if self.solver.wrong_answer().is_some() && self.stopped_by != Some(Limit::WrongAnswer) {
            self.note_incomplete(Limit::WrongAnswer.name());
            self.stopped_by = Some(Limit::WrongAnswer);
        }
        self.turns += 1;
        if !self.turns.is_multiple_of(TURNS_BETWEEN_LOOKS) {
            return;
        }
        let now = self.run.config.now();
        if now.saturating_duration_since(self.last_tick) < Duration::from_millis(TICK_MILLISECONDS) {
            return;
        }
        self.last_tick = now;
        let started = Instant::now();
        self.hand_on_log();
        if self.run.out_of_time() {
            self.stopped_by.get_or_insert(Limit::Time);
        }
        let progress = self.progress();
        // The first attempt is shown; a trial only looks whether the run is over.
        if self.attempt.is_trial {
            if self.run.config.is_cancelled() {
                self.stopped_by.get_or_insert(Limit::Interrupt);
            }
        } else if !self.run.observer().progress(&progress) || self.run.config.is_cancelled() {
            self.stopped_by.get_or_insert(Limit::Interrupt);
        }
        self.report_time += started.elapsed();
    }

    fn progress(&self) -> Progress {
        let (run, counts) = (self.run, &self.counts);
        Progress {
            paths: counts.completed + counts.errors + counts.others,
            errors: counts.findings,
            states: self.states.len(),
            instructions: counts.instructions,
            questions: self.solver.statistics().asked,
            coverage: run.covered().count(run.module, &run.program),
            elapsed: run.elapsed(),
        }
    }

    /// Ends the paths that are alive when a limit is reached: see [`crate::give_up`].
    fn end_remaining(&mut self) {
        if self.states.is_empty() && self.stopped_by != Some(Limit::WrongAnswer) {
            // No path was left when the limit was reached: it only counts if something was given up or refused
            // because of it.
            self.stopped_by = self.stopped_by.filter(|limit| self.attempt.gaps().incomplete.contains_key(limit.name()));
        }
        if self.run.has_failed() {
            self.stopped_by = Some(Limit::Output);
        }
        let Some(limit) = self.stopped_by else { return };
        if !self.run.observer().wants_unfinished() {
            let count = self.states.len() as u64;
            self.counts.others += count;
            self.attempt.gaps().note(limit.name(), count);
            return;
        }
        self.close(limit);
    }

    /// The result of the run, of which this was the only worker.
    pub(crate) fn result(&mut self, costs: Option<CostReport>) -> RunResult {
        let run = self.run;
        let mut ledger = run.ledger();
        let mut gaps = self.attempt.gaps();
        let write_error = ledger.failure.take().map(|error| error.to_string());
        // With a limit on forks, paths go on without forking: the run ends by itself, but it is not complete.
        let refused = [Limit::Forks, Limit::Depth].into_iter().find(|limit| gaps.incomplete.contains_key(limit.name()));
        let stopped_by = write_error.as_ref().map(|_| Limit::Output).or(self.stopped_by).or(refused);
        // The limit that ended the run is a reason even if no path was alive: a run is complete only if there
        // is no reason.
        if let Some(limit) = stopped_by {
            gaps.note(limit.name(), 0);
        }
        let lines = run.covered().lines(run.module, &run.program);
        let solver = self.solver.statistics();
        let counts = self.counts;
        let mut statistics = vec![
            ("exec.bytes_written".to_owned(), counts.written),
            ("exec.choices".to_owned(), counts.choices),
            ("exec.forks".to_owned(), counts.forks),
            ("exec.forks_avoided".to_owned(), counts.forks_avoided),
            ("exec.instructions".to_owned(), counts.instructions),
            ("exec.instructions_slow".to_owned(), counts.slow),
            ("exec.joins".to_owned(), counts.joins),
            ("exec.node_joins".to_owned(), counts.node_joins),
            ("exec.node_joins_discarded".to_owned(), counts.discarded),
            ("exec.pattern_joins".to_owned(), counts.patterns),
            ("exec.pattern_joins_of_several_runs".to_owned(), counts.several_runs),
            ("exec.pattern_joins_by_inputs".to_owned(), counts.known_counts),
            ("exec.joined_states".to_owned(), counts.joined),
            ("exec.peak_states".to_owned(), self.peak_states as u64),
            ("exec.provenances".to_owned(), counts.provenances),
            ("exec.provenance_objects".to_owned(), counts.provenance_objects),
            ("exec.symbolic_sizes".to_owned(), counts.symbolic_sizes),
            ("exec.trials".to_owned(), 0),
            ("exec.trials_won".to_owned(), 0),
            ("exec.tree_nodes".to_owned(), self.attempt.tree().made()),
            ("exec.work".to_owned(), self.work()),
            ("expr.terms".to_owned(), self.pool.len() as u64),
        ];
        statistics.extend(solver.counters());
        statistics.extend(costs.iter().flat_map(CostReport::statistics));
        statistics.sort();
        RunResult {
            complete: gaps.incomplete.is_empty(),
            symbolic: ledger.symbolic,
            stopped_by,
            paths_completed: counts.completed,
            paths_errors: counts.errors,
            paths_excluded: counts.excluded,
            paths_represented: counts.represented,
            instructions: counts.instructions,
            forks: counts.forks,
            questions: Questions {
                asked: solver.asked,
                by_stage: solver.stages.iter().map(|stage| (stage.name.to_owned(), stage.answered)).collect(),
                backend: solver.stages.iter().find(|stage| stage.name == "bit_blast").map_or(0, |stage| stage.asked),
                unknown: solver.unknown,
            },
            coverage: Coverage {
                lines_covered: lines.values().filter(|&&executed| executed).count() as u64,
                lines_total: lines.len() as u64,
            },
            lines: lines.into_iter().map(|((file, line), executed)| (file, line, executed)).collect(),
            incomplete_because: std::mem::take(&mut gaps.incomplete).into_iter().collect(),
            missing_functions: std::mem::take(&mut gaps.missing).into_iter().collect(),
            time: Time { total: run.elapsed(), solver: solver.time, report: self.report_time },
            write_error,
            untested: counts.untested,
            tests: counts.tests,
            testable: counts.testable,
            peak_memory_bytes: self.memory.peak(),
            statistics,
            checks: solver.checks,
            wrong_answer: self.solver.wrong_answer().cloned(),
            costs,
        }
    }

    /// Passes the log of questions since the last call to the observer.
    fn hand_on_log(&mut self) {
        for chunk in self.solver.take_log() {
            if let Err(error) = self.run.observer().questions(&chunk) {
                self.run.fail(error);
            }
        }
    }

    /// Runs a state until it forks or ends, its batch is used up, or the limit on instructions is reached. The
    /// state is watched for endless loops if the number of batches that it has used up is a power of two.
    pub(crate) fn run_batch(&mut self, state: &mut State) -> Result<(), Interrupt> {
        let tuning = &self.run.config.tuning;
        let fast_path = self.run.config.uses(Technique::FastPath);
        let watched = state.schedule.batches.is_power_of_two() && self.run.config.uses(Technique::EndlessLoops);
        self.noted.begin_turn(&self.run.covered, state);
        let allowed = match &self.guide {
            Some(guide) => Some(guide.allowed(state.path.instructions)),
            None => self.run.config.limits.instructions.map(|max| max.saturating_sub(self.counts.instructions)),
        };
        let (mut left, mut batch) = (allowed.unwrap_or(u64::MAX), tuning.batch);
        while left > 0 && batch > 0 {
            if fast_path {
                let stack_limit = self.stack_limit();
                let mut fast = Fast {
                    funcs: &self.funcs,
                    covered: &self.run.covered,
                    noted: &mut self.noted,
                    hints: &mut self.hints,
                    stack_limit,
                    jumped_back: false,
                };
                let most = left.min(batch);
                let ran = if watched { fast.run::<true>(state, most) } else { fast.run::<false>(state, most) };
                let jumped_back = fast.jumped_back;
                self.counts.instructions += ran;
                left -= ran;
                batch -= ran;
                if jumped_back {
                    if state.repeats_itself(&self.run.program, &self.pool) {
                        return Err(Interrupt::End(Termination::Limit(Limit::Endless)));
                    }
                    continue;
                }
                if left == 0 || batch == 0 {
                    break;
                }
            }
            self.counts.instructions += 1;
            self.counts.slow += 1;
            state.path.instructions += 1;
            left -= 1;
            let from = (state.machine.frame.func, state.machine.call_depth, state.machine.frame.pc);
            let (hard, written) = (self.solver.hard_questions(), self.counts.written);
            self.asking = Asking::default();
            self.step(state)?;
            if state.schedule.regions.is_some()
                && let Some(region) = self.region_left(state)
            {
                return Err(Interrupt::Left(region));
            }
            let hard = self.solver.hard_questions() - hard;
            let written = self.counts.written - written;
            batch = batch.saturating_sub(tuning.slow_step + tuning.hard_question * hard + written / tuning.bulk);
            let (func, depth, pc) = from;
            let jumped_back =
                (func, depth) == (state.machine.frame.func, state.machine.call_depth) && state.machine.frame.pc <= pc;
            if watched && jumped_back && state.repeats_itself(&self.run.program, &self.pool) {
                return Err(Interrupt::End(Termination::Limit(Limit::Endless)));
            }
            let looks = self.counts.slow.is_multiple_of(STEPS_BETWEEN_LOOKS);
            if self.met_first_error()
                || self.has_all_tests()
                || looks && (self.run.is_over() || self.memory.look(state) || self.has_done_enough())
            {
                break;
            }
        }
        state.schedule.used_up();
        Ok(())
    }

    /// Whether the limit on tests is reached.
    pub(crate) fn has_all_tests(&self) -> bool {
        self.run.config.limits.tests.is_some_and(|max| self.counts.tests >= max)
    }

    /// Whether an error has been found that ends the run.
    fn met_first_error(&self) -> bool {
        self.run.config.limits.first_error && self.counts.findings > 0
    }
}
