//! What a program does with given input: independent of the executor.

use crate::program::{Action, BUFFERS, Below, Condition, Expr, GLOBALS, INDICES, LOCALS, Operator, POINTER, Program};
use crate::program::{Relation, Statement};

/// The input of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub bytes: Vec<u8>,
    pub size: u32,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Exit(u32),
    Error { kind: &'static str, line: u32 },
}

/// Why a list of statements was left.
enum Left {
    Break,
    Return(u32),
    End(End),
}

struct Machine<'p> {
    program: &'p Program,
    size: u32,
    globals: [u32; GLOBALS],
    objects: Vec<Vec<u8>>,
    buffers: [usize; BUFFERS],
}

/// The variables of a call.
#[derive(Default)]
struct Frame {
    locals: [u32; LOCALS],
    /// Those of the loops, outermost first.
    counters: Vec<u32>,
}

/// Runs a program.
pub fn interpret(program: &Program, input: &Input) -> End {
    let size = input.size;
    let objects = vec![input.bytes[..size as usize].to_vec(), vec![0; size as usize]];
    let mut machine = Machine { program, size, globals: [0; GLOBALS], objects, buffers: [0, 1, 0] };
    match machine.call(0, 0) {
        Ok(result) => End::Exit(result & 255),
        Err(end) => end,
    }
}

impl Machine<'_> {
    fn call(&mut self, function: usize, argument: u32) -> Result<u32, End> {
        let function = &self.program.functions[function];
        let mut frame = Frame::default();
        frame.locals[0] = argument;
        match self.block(&mut frame, &function.body) {
            Ok(()) => self.expr(&frame, &function.result, function.line),
            Err(Left::Return(value)) => Ok(value),
            Err(Left::End(end)) => Err(end),
            Err(Left::Break) => unreachable!("a break is in a loop"),
        }
    }

    fn block(&mut self, frame: &mut Frame, body: &[Statement]) -> Result<(), Left> {
        body.iter().try_for_each(|statement| self.statement(frame, statement))
    }

    fn statement(&mut self, frame: &mut Frame, statement: &Statement) -> Result<(), Left> {
        let line = statement.line;
        let value = |machine: &mut Self, frame: &Frame, expr| machine.expr(frame, expr, line).map_err(Left::End);
        match &statement.action {
            Action::Local(local, expr) => frame.locals[*local] = value(self, frame, expr)?,
            Action::Global(global, expr) => self.globals[*global] = value(self, frame, expr)?,
            Action::Store { buffer, index, value: stored } => {
                let index = value(self, frame, index)?;
                let stored = value(self, frame, stored)?;
                *self.place(*buffer, index, line).map_err(Left::End)? = stored as u8;
            }
            Action::If(condition, then, other) => {
                let holds = self.condition(frame, condition, line).map_err(Left::End)?;
                self.block(frame, if holds { then } else { other })?;
            }
            Action::Loop { below, body } => {
                let below = match below {
                    Below::Size => self.size,
                    Below::Number(number) => *number,
                };
                for counter in 0..below {
                    frame.counters.push(counter);
                    let left = self.block(frame, body);
                    frame.counters.pop();
                    match left {
                        Err(Left::Break) => break,
                        other => other?,
                    }
                }
            }
            Action::Break => return Err(Left::Break),
            Action::Call { local, function, argument } => {
                let argument = value(self, frame, argument)?;
                frame.locals[*local] = self.call(*function, argument).map_err(Left::End)?;
            }
            Action::Check(condition) => {
                if !self.condition(frame, condition, line).map_err(Left::End)? {
                    return Err(Left::End(End::Error { kind: "assert", line }));
                }
            }
            Action::Exit(expr) => return Err(Left::End(End::Exit(value(self, frame, expr)? & 255))),
            Action::Return(expr) => return Err(Left::Return(value(self, frame, expr)?)),
            Action::Allocate(expr) => {
                let size = value(self, frame, expr)? % 4;
                self.objects.push(vec![0; size as usize]);
                self.buffers[POINTER] = self.objects.len() - 1;
            }
            Action::Point(buffer) => self.buffers[POINTER] = self.buffers[*buffer],
        }
        Ok(())
    }

    fn place(&mut self, buffer: usize, index: u32, line: u32) -> Result<&mut u8, End> {
        let object = &mut self.objects[self.buffers[buffer]];
        object.get_mut((index % INDICES) as usize).ok_or(End::Error { kind: "out-of-bounds", line })
    }

    fn condition(&mut self, frame: &Frame, condition: &Condition, line: u32) -> Result<bool, End> {
        let left = self.expr(frame, &condition.left, line)?;
        let right = self.expr(frame, &condition.right, line)?;
        Ok(match condition.relation {
            Relation::Equal => left == right,
            Relation::Different => left != right,
            Relation::Less => left < right,
            Relation::SignedLess => (left as i32) < right as i32,
        })
    }

    fn expr(&mut self, frame: &Frame, expr: &Expr, line: u32) -> Result<u32, End> {
        Ok(match expr {
            Expr::Number(number) => *number,
            Expr::Local(local) => frame.locals[*local],
            Expr::Global(global) => self.globals[*global],
            Expr::Counter(out) => frame.counters[frame.counters.len() - 1 - out],
            Expr::Size => self.size,
            Expr::Byte { buffer, index } => {
                let index = self.expr(frame, index, line)?;
                u32::from(*self.place(*buffer, index, line)?)
            }
            Expr::Pair(operator, left, right) => {
                let (left, right) = (self.expr(frame, left, line)?, self.expr(frame, right, line)?);
                match operator {
                    Operator::Add => left.wrapping_add(right),
                    Operator::Sub => left.wrapping_sub(right),
                    Operator::Xor => left ^ right,
                    Operator::And => left & right,
                    Operator::Mul => left.wrapping_mul(right),
                }
            }
        })
    }
}
