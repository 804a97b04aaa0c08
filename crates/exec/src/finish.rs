//! The end of a path: its input, its output and its stack are passed to the observer.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use ir::{ErrorKind, FuncId, Pos};
use memory::Value;
use models::Stream;
use solver::{Answer, PathCondition};

use crate::config::Tests;
use crate::decision::{Decision, Decisions, Trail};
use crate::machine::MACHINE_MEMORY;
use crate::outcome::{Frame, Input, Limit, Location, PathEnd, Termination};
use crate::shared_set::SharedSet;
use crate::state::{StackFrame, State};
use crate::worker::Worker;

/// Whether a test of a path is worth keeping, and why.
struct Worth {
    /// The error that the test would be the first to show, by site and kind.
    finding: Option<(u32, ErrorKind)>,
    /// Whether no such error was reported before; true for a path that does not end in an error.
    first: bool,
    /// Whether the path becomes a test with [`Tests::All`].
    testable: bool,
    /// Whether the path becomes a test.
    kept: bool,
}

/// How much of a stack is described. Each level includes the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// The source position of each frame.
    Places,
    /// The arguments of each frame.
    Arguments,
    /// The callers within machine code, which have to be found by unwinding.
    Callers,
}

impl Worker<'_> {
    /// Reports a path that ends at the state's instruction, under the given path condition.
    pub(crate) fn finish(&mut self, state: &State, path: &PathCondition, termination: Termination) {
        if state.path.joined > 0 {
            return self.finish_joined(state, path, &termination);
        }
        let termination = blaming_no_program(state, termination);
        let worth = self.worth(state, &termination, false);
        self.report(state, path, state.path.decisions.clone(), termination, worth, Some(1));
    }

    /// Reports one of the paths that were joined. The joined path is counted with the first of them, by the number of
    /// paths that it stands for; of the others only tests are wanted. Returns whether this was reported.
    pub(crate) fn finish_variant(&mut self, single: &State, termination: Termination, counted: Option<u64>) -> bool {
        let termination = self.leaked_on(single, termination);
        let termination = blaming_no_program(single, termination);
        let worth = self.worth(single, &termination, false);
        if counted.is_none() && !worth.kept {
            return false;
        }
        self.report(single, &single.path.condition, single.path.decisions.clone(), termination, worth, counted);
        true
    }

    /// Reports a path that ends while the state itself goes on from the same instruction. The state will show
    /// what is new on the way to it.
    pub(crate) fn finish_side(
        &mut self,
        state: &State,
        path: &PathCondition,
        decision: Decision,
        termination: Termination,
    ) {
        if state.path.joined > 0 {
            let (mut single, _) = self.untangled(state, path);
            let decision = single.path.moved(decision, &state.path);
            single.path.decisions.push(decision);
            // The joined state goes on and shows what is new on the way.
            single.record.unshown = SharedSet::default();
            self.finish_variant(&single, termination, Some(1));
            return;
        }
        let termination = blaming_no_program(state, termination);
        let worth = self.worth(state, &termination, true);
        let mut decisions = state.path.decisions.clone();
        decisions.push(decision);
        self.report(state, path, decisions, termination, worth, Some(1));
    }

    /// Counts a path that a limit ends and that is not reported any more.
    pub(crate) fn abandon(&mut self, state: &State, limit: Limit) {
        let worth = self.worth(state, &Termination::Limit(limit), false);
        self.counts.others += 1;
        self.counts.testable += u64::from(worth.testable);
        self.counts.untested += u64::from(worth.kept);
        self.note_incomplete(limit.name());
    }

    /// Whether a test of a path that ends at the state's instruction is worth keeping. `goes_on` says that the
    /// state goes on.
    fn worth(&mut self, state: &State, termination: &Termination, goes_on: bool) -> Worth {
        let error = match termination {
            Termination::Error { kind, .. } => Some((self.reported_site(state), *kind)),
            _ => None,
        };
        let first = error.is_none_or(|error| !self.run.ledger().reported.contains(&error));
        let shows_new = !goes_on && self.run.covered().shows_new(&self.run.program, state);
        let testable = !matches!(termination, Termination::Silent) && (first || shows_new);
        let finding = error.filter(|_| first);
        let kept = match self.run.config.tests {
            Tests::New => testable && (finding.is_some() || shows_new),
            Tests::Errors => finding.is_some(),
            Tests::All => testable,
        };
        Worth { finding, first, testable, kept }
    }

    /// Reports a path, and counts it as so many paths as it stands for; `None` if it was counted already.
    fn report(
        &mut self,
        state: &State,
        path: &PathCondition,
        decisions: Decisions,
        termination: Termination,
        worth: Worth,
        counted: Option<u64>,
    ) {
        let Worth { finding, first, testable, kept } = worth;
        self.counts.testable += u64::from(testable);
        self.run.covered().note_end(&self.run.program, state);
        if kept && self.has_all_tests() {
            // A path that should become a test but may not is not reported, but counted as cut off.
            self.counts.others += u64::from(counted.is_some());
            self.counts.untested += 1;
            let limit = if let Termination::Limit(limit) = termination { limit } else { Limit::Tests };
            self.note_incomplete(limit.name());
            return;
        }
        if let Some(finding) = finding {
            self.run.ledger().reported.insert(finding);
        }
        self.counts.findings += u64::from(finding.is_some());
        self.counts.tests += u64::from(kept);
        if let Some(represented) = counted {
            self.count(state, &termination, represented);
        }
        if testable {
            // With `Tests::All` this would be a test. With `Tests::Errors`, what is kept does not depend on
            // what tests show.
            self.noted.show(&self.run.covered, &self.run.program, state);
        }
        self.solver.check_rewriting(&mut self.pool, path);
        let is_described = kept || self.run.wants_all_inputs;
        let end = if is_described {
            self.describe_end(state, path, termination, first)
        } else {
            end_of(state, termination, first)
        };
        let end = PathEnd { kept, decisions, ..end };
        // A path that is only counted takes no time to report.
        let started = is_described.then(Instant::now);
        if let Err(error) = self.run.observer().path_end(end) {
            self.run.fail(error);
        }
        self.report_time += started.map_or(Duration::ZERO, |started| started.elapsed());
    }

    /// Counts a path by its termination; `represented` is how many paths it stands for.
    fn count(&mut self, state: &State, termination: &Termination, represented: u64) {
        self.explored += 0.5f64.powi(i32::try_from(state.path.depth).unwrap_or(i32::MAX));
        match termination {
            Termination::Exit(_) => {
                self.counts.completed += 1;
                self.counts.represented = self.counts.represented.saturating_add(represented);
            }
            Termination::Error { .. } => self.counts.errors += 1,
            Termination::Silent => self.counts.others += 1,
            Termination::Unsupported(what) => {
                self.counts.others += 1;
                let what = format!("unsupported: {what}{}", self.at_line(state));
                self.note_incomplete(&what);
            }
            Termination::Undecided(why) => {
                self.counts.others += 1;
                self.note_incomplete(&format!("solver: {why}"));
            }
            Termination::Limit(limit) => {
                self.counts.others += 1;
                self.note_incomplete(limit.name());
            }
        }
    }

    fn at_line(&self, state: &State) -> String {
        let Some((func, pc)) = self.own_frames(state).next().map(|frame| (frame.func, frame.pc)) else {
            return String::new();
        };
        let location = self.location(func, pc);
        if location.line == 0 {
            return String::new();
        }
        format!(" at {}:{}", file_name(&location.file), location.line)
    }

    fn describe_end(&mut self, state: &State, path: &PathCondition, termination: Termination, first: bool) -> PathEnd {
        let path = &*self.with_preferences(state, path);
        let termination = match termination {
            // A symbolic status is evaluated under the input that was chosen with the preferences.
            Termination::Exit(_) => Termination::Exit(match state.machine.status {
                Value::Int(word) => word as i32,
                Value::Expr(term) => self.solver.eval(&self.pool, path, term).low_u64() as i32,
            }),
            other => other,
        };
        let (inputs, output) = if self.run.wants_tests { self.test(state, path) } else { (Vec::new(), Vec::new()) };
        let detail = match termination {
            // Where a program exits, the callers and arguments are of no interest.
            Termination::Exit(_) => Detail::Places,
            Termination::Error { .. } => Detail::Callers,
            _ => Detail::Arguments,
        };
        let surroundings = self.surroundings(path);
        PathEnd {
            stack: self.stack(state, path, detail),
            inputs,
            output,
            surroundings,
            ..end_of(state, termination, first)
        }
    }

    /// The trail of a live state: another worker that follows it gets the same state.
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests move states between workers so far"))]
    pub(crate) fn trail(&mut self, state: &State) -> Trail {
        let path = &state.path.condition;
        let mut inputs = state.record.inputs.under(path.model());
        inputs.extend(self.surroundings(path));
        Trail {
            decisions: state.path.decisions.iter().cloned().collect(),
            inputs,
            instructions: state.path.instructions,
        }
    }

    /// What a path depends on that is not input, under its model.
    fn surroundings(&mut self, path: &PathCondition) -> Vec<Input> {
        let symbol = self.pool.symbol_id(MACHINE_MEMORY, 64);
        let memory = path.mentions(symbol).then(|| path.model().bytes(symbol, 8));
        memory.into_iter().map(|bytes| Input { name: MACHINE_MEMORY.to_owned(), bytes }).collect()
    }

    /// The inputs of a test of the path, and the output that the program prints under them.
    fn test(&mut self, state: &State, path: &PathCondition) -> (Vec<Input>, Vec<u8>) {
        let inputs = state.record.inputs.under(path.model());
        let mut output = Vec::new();
        for piece in state.record.output.pieces() {
            if piece.stream == Stream::Out {
                let (solver, pool) = (&mut self.solver, &self.pool);
                models::render(&piece.text, &mut |term| solver.eval(pool, path, term), &mut output);
            }
        }
        (inputs, output)
    }

    /// The path condition with as many of the state's preferences as can hold together, tried in order while
    /// there is time.
    fn with_preferences<'p>(&mut self, state: &State, path: &'p PathCondition) -> Cow<'p, PathCondition> {
        let mut path = Cow::Borrowed(path);
        for &wish in state.record.preferences.iter() {
            if self.closes.is_some_and(|end| self.run.config.now() >= end) {
                break;
            }
            if let Answer::Sat(better) = self.solver.assume(&mut self.pool, &path, wish) {
                path = Cow::Owned(better);
            }
        }
        path
    }

    /// The source position of an instruction. An instruction without a position takes that of the nearest one
    /// before it.
    pub(crate) fn location(&self, func: FuncId, pc: u32) -> Location {
        let code = &self.run.program.funcs[func.index()];
        // In machine code, do not take the position of another symbol.
        let first = code.places.symbol(pc).map_or(0, |(start, _)| start) as usize;
        let known =
            code.pos[first..=(pc as usize).min(code.pos.len().saturating_sub(1))].iter().rev().find(|pos| pos.line > 0);
        let pos: Pos = known.copied().unwrap_or(self.run.module.functions[func.index()].pos);
        Location { file: self.run.module.file(pos).unwrap_or_default().to_owned(), line: pos.line, column: pos.column }
    }

    /// The call stack of the program.
    fn stack(&mut self, state: &State, path: &PathCondition, detail: Detail) -> Vec<Frame> {
        /// The greatest number of frames shown: of a deeper stack, half of them innermost and half of them outermost.
        const SHOWN: usize = 64;
        if let Some(site) = state.record.blamed {
            let (func, pc) = self.run.program.at_site(site);
            return vec![self.code_frame(func, pc, Vec::new())];
        }
        let mut frames: Vec<&StackFrame> = self.own_frames(state).collect();
        if frames.len() > SHOWN {
            frames.drain(SHOWN / 2..frames.len() - SHOWN / 2);
        }
        let mut described = Vec::with_capacity(frames.len());
        for frame in frames {
            described.push(match detail {
                Detail::Places => self.code_frame(frame.func, frame.pc, Vec::new()),
                Detail::Arguments | Detail::Callers => self.frame(frame, path),
            });
            if detail == Detail::Callers && self.run.module.functions[frame.func.index()].machine {
                let callers = self.machine_callers(state, frame);
                described.extend(callers.into_iter().map(|pc| self.code_frame(frame.func, pc, Vec::new())));
            }
        }
        described
    }

    fn frame(&mut self, frame: &StackFrame, path: &PathCondition) -> Frame {
        let code = &self.run.program.funcs[frame.func.index()];
        let params: Vec<(Value, u32)> = code
            .params
            .iter()
            .zip(&code.param_widths)
            .map(|(&reg, &width)| (frame.regs[reg as usize], width))
            .collect();
        let args = params
            .into_iter()
            .map(|(value, width)| match value {
                Value::Int(word) => show_word(word, width),
                Value::Expr(term) => {
                    let value = self.solver.eval(&self.pool, path, term);
                    format!("={}", if width <= 64 { show_word(value.low_u64(), width) } else { value.to_string() })
                }
            })
            .collect();
        self.code_frame(frame.func, frame.pc, args)
    }

    /// The frame of an instruction.
    fn code_frame(&self, func: FuncId, pc: u32, args: Vec<String>) -> Frame {
        Frame { function: self.function_name(func, pc), at: self.location(func, pc), args }
    }

    /// The name of a function as the source has it; in machine code, of the symbol that an instruction belongs to.
    pub(crate) fn function_name(&self, func: FuncId, pc: u32) -> String {
        let symbol = self.run.program.funcs[func.index()].places.symbol(pc).map(|(_, name)| name.to_owned());
        symbol.unwrap_or_else(|| models::symbol::function_name(&self.run.module.functions[func.index()].name))
    }

    /// The call stack as lines of text.
    pub(crate) fn stack_text(&mut self, state: &State) -> String {
        let path = state.path.condition.clone();
        self.stack(state, &path, Detail::Callers)
            .iter()
            .enumerate()
            .map(|(i, frame)| {
                let args = frame.args.join(", ");
                format!("#{i} in {}({args}) at {}:{}\n", frame.function, file_name(&frame.at.file), frame.at.line)
            })
            .collect()
    }

    /// Passes a message to the observer. With `once`, a message that was given before is dropped.
    pub(crate) fn warn(&mut self, state: &State, message: String, once: bool) {
        if once && !self.run.ledger().warned.insert(message.clone()) {
            return;
        }
        let frame = self.own_frames(state).next().unwrap_or(&state.machine.frame);
        let location = self.location(frame.func, frame.pc);
        self.run.observer().message(&location, &message);
    }
}

/// Replaces an error on a path where the machine lacks the memory that the program asked for: many machines
/// have that memory, so the program may not be at fault.
fn blaming_no_program(state: &State, termination: Termination) -> Termination {
    match termination {
        Termination::Error { kind, message, .. } if state.record.lacks_memory => {
            Termination::Unsupported(format!("{} on a machine without the memory asked for: {message}", kind.name()))
        }
        other => other,
    }
}

/// The end of a path without the parts that take time to compute.
fn end_of(state: &State, termination: Termination, first: bool) -> PathEnd {
    PathEnd {
        termination,
        kept: true,
        stack: Vec::new(),
        inputs: Vec::new(),
        output: Vec::new(),
        decisions: Decisions::default(),
        surroundings: Vec::new(),
        instructions: state.path.instructions,
        depth: state.path.depth,
        first,
        new_coverage: state.record.covered_new,
        approximated: state.record.approximated,
    }
}

/// The last component of a file's path: what is printed must not depend on where the checkout lies.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Prints an argument: an address in hexadecimal, a number in decimal.
fn show_word(word: u64, width: u32) -> String {
    let signed = bv::word::signed(width, word);
    if width == 64 && word > 0xFFFF_FFFF && signed > 0 { format!("{word:#x}") } else { signed.to_string() }
}
