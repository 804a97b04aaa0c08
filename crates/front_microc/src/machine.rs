//! The interpreter: what a program does on concrete input. It knows nothing of the IR, of the executor, or of
//! memory as bytes; it is the oracle that their results are compared with.
//!
//! A value is a number, a pointer, or a list of values. Variables whose address is taken and the results of
//! `alloc` are cells, which live until the program ends: a pointer never dangles.

use crate::ast::Op;
use crate::check::Program;
use crate::code::{Step, Steps, code};
use crate::fault::{Fault, MAX_CALLS};
use crate::source::Pos;
use crate::tuning::STEPS_BETWEEN;

/// The environment of a program: its input and output.
pub trait World {
    /// The next number of the input.
    fn input(&mut self) -> Result<i32, Fault>;

    /// Receives a number that the program outputs.
    fn output(&mut self, number: i32);

    /// Whether the run should continue. Called every few thousand steps.
    fn go_on(&mut self) -> bool {
        true
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// `main` returned this number.
    Exit(i32),
    /// An error at this position.
    Fault(Fault, Pos),
    /// [`World::go_on`] returned false.
    Stopped,
}

/// Runs a function on numbers, one for each parameter: for `main`, those of the command line.
pub fn interpret(program: &Program, entry: usize, args: &[i32], world: &mut dyn World) -> End {
    let mut machine = Machine {
        program,
        code: code(program),
        values: args.iter().map(|&number| Value::Number(number)).collect(),
        places: Vec::new(),
        cells: Vec::new(),
        locals: Vec::new(),
        frames: Vec::new(),
        world,
    };
    machine.enter(entry);
    machine.run()
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(i32),
    Pointer(Option<usize>),
    List(Vec<Value>),
}

/// A variable of an active call: its value, or the cell that holds it.
enum Local {
    Own(Option<Value>),
    Cell(usize),
}

/// A variable or a cell, and the path to a part of it.
struct Lvalue {
    root: Root,
    path: Vec<usize>,
}

#[derive(Clone, Copy)]
enum Root {
    /// A variable of the current call.
    Variable(usize),
    Cell(usize),
}

struct Frame {
    function: usize,
    next: usize,
    /// The index of its first variable in `locals`.
    base: usize,
}

struct Machine<'a> {
    program: &'a Program,
    code: Vec<Steps>,
    values: Vec<Value>,
    places: Vec<Lvalue>,
    cells: Vec<Option<Value>>,
    locals: Vec<Local>,
    frames: Vec<Frame>,
    world: &'a mut dyn World,
}

impl Machine<'_> {
    /// Begins a call whose arguments are on top of the stack.
    fn enter(&mut self, function: usize) {
        let signature = &self.program.functions[function];
        let base = self.locals.len();
        let mut args = self.values.split_off(self.values.len() - signature.params).into_iter();
        for variable in &signature.variables {
            let first = args.next();
            if variable.address_taken {
                self.cells.push(first);
                self.locals.push(Local::Cell(self.cells.len() - 1));
            } else {
                self.locals.push(Local::Own(first));
            }
        }
        self.frames.push(Frame { function, next: 0, base });
    }

    fn run(&mut self) -> End {
        let mut left = STEPS_BETWEEN;
        loop {
            left -= 1;
            if left == 0 {
                left = STEPS_BETWEEN;
                if !self.world.go_on() {
                    return End::Stopped;
                }
            }
            let frame = self.frames.last_mut().expect("the last return ends the run");
            let (function, at) = (frame.function, frame.next);
            frame.next += 1;
            let (step, pos) = self.code[function][at].clone();
            if step == Step::Return {
                let base = self.frames.pop().expect("it is the one that returns").base;
                self.locals.truncate(base);
                if self.frames.is_empty() {
                    return End::Exit(self.number());
                }
            } else if let Err(fault) = self.step(step) {
                return End::Fault(fault, pos);
            }
        }
    }

    fn step(&mut self, step: Step) -> Result<(), Fault> {
        let value = match step {
            Step::Number(number) => Value::Number(number),
            Step::Null => Value::Pointer(None),
            Step::Input => Value::Number(self.world.input()?),
            Step::Variable(index) => return self.push_place(Root::Variable(index)),
            Step::Target(depth) => {
                let &Value::Pointer(target) = self.below(depth) else {
                    unreachable!("the check says that it is a pointer")
                };
                return self.push_place(Root::Cell(target.ok_or(Fault::Null)?));
            }
            Step::ElementPlace(depth) => {
                let &Value::Number(index) = self.below(depth) else {
                    unreachable!("the check says that it is a number")
                };
                let Value::List(items) = self.held()? else { unreachable!("the check says that it is an array") };
                let index = within(index, items.len())?;
                return self.extend_place(index);
            }
            Step::FieldPlace(field) => {
                self.held()?;
                return self.extend_place(field);
            }
            Step::Drop(count) => {
                self.values.truncate(self.values.len() - count);
                return Ok(());
            }
            Step::Read => {
                let value = self.held()?.clone();
                self.places.pop();
                value
            }
            Step::Write => return self.write(),
            Step::Element => {
                let index = self.number();
                let mut items = self.list();
                let index = within(index, items.len())?;
                items.swap_remove(index)
            }
            Step::Field(field) => self.list().swap_remove(field),
            Step::Address(index) => match self.local(index) {
                Local::Cell(cell) => Value::Pointer(Some(*cell)),
                Local::Own(_) => unreachable!("the check saw that the address is taken"),
            },
            Step::Alloc => {
                let first = self.pop();
                self.cells.push(Some(first));
                Value::Pointer(Some(self.cells.len() - 1))
            }
            Step::Not => truth(self.number() == 0),
            Step::Truth => truth(self.number() != 0),
            Step::Binary(op) => self.binary(op)?,
            Step::Array(count) => Value::List(self.values.split_off(self.values.len() - count)),
            Step::Record(order) => {
                let given = self.values.split_off(self.values.len() - order.len());
                Value::List(order.iter().map(|&index| given[index].clone()).collect())
            }
            Step::Call(function) => {
                if self.frames.len() == MAX_CALLS {
                    return Err(Fault::StackOverflow);
                }
                self.enter(function);
                return Ok(());
            }
            Step::Output => {
                let number = self.number();
                self.world.output(number);
                return Ok(());
            }
            Step::Jump(target) => {
                self.jump(target);
                return Ok(());
            }
            Step::JumpIfZero(target) => {
                if self.number() == 0 {
                    self.jump(target);
                }
                return Ok(());
            }
            Step::Return => unreachable!("returns are done by the loop"),
        };
        self.values.push(value);
        Ok(())
    }

    /// The value that is `depth` values below the top.
    fn below(&self, depth: usize) -> &Value {
        &self.values[self.values.len() - 1 - depth]
    }

    fn pop(&mut self) -> Value {
        self.values.pop().expect("operands are pushed before what uses them")
    }

    fn number(&mut self) -> i32 {
        match self.pop() {
            Value::Number(number) => number,
            other => unreachable!("the check says that {other:?} is a number"),
        }
    }

    fn list(&mut self) -> Vec<Value> {
        match self.pop() {
            Value::List(items) => items,
            other => unreachable!("the check says that {other:?} has parts"),
        }
    }

    fn jump(&mut self, target: usize) {
        self.frames.last_mut().expect("a call is under way").next = target;
    }

    fn local(&mut self, index: usize) -> &mut Local {
        let base = self.frames.last().expect("a call is under way").base;
        &mut self.locals[base + index]
    }

    fn push_place(&mut self, root: Root) -> Result<(), Fault> {
        let root = match root {
            Root::Variable(index) => match self.local(index) {
                Local::Cell(cell) => Root::Cell(*cell),
                Local::Own(_) => root,
            },
            Root::Cell(_) => root,
        };
        self.places.push(Lvalue { root, path: Vec::new() });
        Ok(())
    }

    fn extend_place(&mut self, part: usize) -> Result<(), Fault> {
        self.places.last_mut().expect("a place is on top").path.push(part);
        Ok(())
    }

    /// The value of the place on top.
    fn held(&self) -> Result<&Value, Fault> {
        let place = self.places.last().expect("a place is on top");
        let base = self.frames.last().expect("a call is under way").base;
        let whole = match place.root {
            Root::Cell(cell) => &self.cells[cell],
            Root::Variable(index) => match &self.locals[base + index] {
                Local::Own(value) => value,
                Local::Cell(cell) => &self.cells[*cell],
            },
        };
        let mut value = whole.as_ref().ok_or(Fault::Uninitialized)?;
        for &part in &place.path {
            let Value::List(parts) = value else { unreachable!("the check says that it has parts") };
            value = &parts[part];
        }
        Ok(value)
    }

    fn write(&mut self) -> Result<(), Fault> {
        let Lvalue { root, path } = self.places.pop().expect("the place was pushed last");
        let new = self.pop();
        let whole = match root {
            Root::Cell(cell) => &mut self.cells[cell],
            Root::Variable(index) => match self.local(index) {
                Local::Own(value) => value,
                Local::Cell(_) => unreachable!("a place of a cell names the cell"),
            },
        };
        if path.is_empty() {
            *whole = Some(new);
            return Ok(());
        }
        let mut value = whole.as_mut().expect("going to a part found the whole initialised");
        for &part in &path {
            let Value::List(parts) = value else { unreachable!("the check says that it has parts") };
            value = &mut parts[part];
        }
        *value = new;
        Ok(())
    }

    fn binary(&mut self, op: Op) -> Result<Value, Fault> {
        let (right, left) = (self.pop(), self.pop());
        Ok(match (op, left, right) {
            (Op::Eq, left, right) => truth(left == right),
            (Op::Ne, left, right) => truth(left != right),
            (op, Value::Number(left), Value::Number(right)) => match op {
                Op::Gt => truth(left > right),
                Op::Ge => truth(left >= right),
                Op::Lt => truth(left < right),
                Op::Le => truth(left <= right),
                Op::Add => Value::Number(left.wrapping_add(right)),
                Op::Sub => Value::Number(left.wrapping_sub(right)),
                Op::Mul => Value::Number(left.wrapping_mul(right)),
                Op::Div if right == 0 => return Err(Fault::DivByZero),
                Op::Div => Value::Number(left.wrapping_div(right)),
                Op::Eq | Op::Ne | Op::And | Op::Or => unreachable!("{op:?} is done elsewhere"),
            },
            (op, left, right) => unreachable!("the check forbids {left:?} {op:?} {right:?}"),
        })
    }
}

fn truth(holds: bool) -> Value {
    Value::Number(i32::from(holds))
}

/// Checks that an array of that length has this index.
fn within(index: i32, length: usize) -> Result<usize, Fault> {
    usize::try_from(index).ok().filter(|&index| index < length).ok_or(Fault::OutOfBounds { index, length })
}
