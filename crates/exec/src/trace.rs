//! What the decisions of a path were about, as text for people.

use expr::ExprId;
use ir::{BlockId, FuncId, describe};

use crate::code::function_at;
use crate::decision::{Choice, Decision};
use crate::follow::Step;
use crate::state::State;
use crate::worker::Worker;

/// The greatest number of operators of a condition that is shown.
const OPERATORS: usize = 24;

impl Worker<'_> {
    /// A decision that the state makes at its present instruction, with what it is about.
    pub(crate) fn describe_step(&mut self, state: &State, decision: &Decision, cond: ExprId) -> Step {
        let innermost = &state.machine.frame;
        let own = self.own_frames(state).next().unwrap_or(innermost);
        let (func, pc) = (own.func, own.pc);
        let within = (func, pc) != (innermost.func, innermost.pc);
        let within = within.then(|| self.function_name(innermost.func, innermost.pc));
        Step {
            decision: decision.clone(),
            function: self.function_name(func, pc),
            at: self.location(func, pc),
            within,
            condition: self.pool.infix(cond, OPERATORS),
            source: self.describe_source(func, pc),
            chosen: self.describe_choice(state, &decision.choice),
        }
    }

    /// What the source asks at an instruction, in its own names, as far as they are known.
    fn describe_source(&self, func: FuncId, pc: u32) -> Option<String> {
        let code = &self.run.program.funcs[func.index()];
        let function = &self.run.module.functions[func.index()];
        let block = *code.block_of.get(pc as usize)?;
        // Only machine code has instructions that mark addresses and are not decoded, and it has no names.
        let index = pc - code.block_start[block as usize];
        describe::condition(self.run.module, function, BlockId(block), index as usize)
    }

    fn describe_choice(&self, state: &State, choice: &Choice) -> String {
        let objects = |object| self.describe_object(state, &state.path.condition, object);
        match choice {
            Choice::Side(side) => side.to_string(),
            Choice::Value { value, taken } => {
                let is = if *taken { "is" } else { "is not" };
                match function_at(self.run.module, *value) {
                    Some(func) => format!("{is} {}", self.function_name(func, 0)),
                    None => format!("{is} {value}"),
                }
            }
            Choice::Object { object, taken: true } => format!("in {}", objects(*object)),
            Choice::Object { object, taken: false } => format!("not in {}", objects(*object)),
            Choice::Somewhere(true) => "in some object".to_owned(),
            Choice::Somewhere(false) => "in no object".to_owned(),
            Choice::Collected(object) => format!("may be in {}", objects(*object)),
            Choice::Joined(joined) => format!("{} paths become one", joined.paths.len()),
            Choice::Became(paths) => format!("{paths} paths become one"),
            Choice::Filling { taken: true, .. } => "uninitialised memory makes a difference".to_owned(),
            Choice::Filling { taken: false, .. } => "uninitialised memory makes no difference".to_owned(),
        }
    }
}
