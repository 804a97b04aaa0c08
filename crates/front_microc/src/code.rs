//! Code for the interpreter: each function is a list of operations on a stack of values and a stack of places.
//!
//! The tree is flattened so that the interpreter needs no recursion: calls can be as deep as the language
//! allows, regardless of the host's stack. The order of operations is the order of evaluation that the language
//! defines: operands from left to right, the right side of an assignment before its left.

use crate::ast::{ExprId, ExprKind, Op, StmtId, StmtKind};
use crate::check::Program;
use crate::source::Pos;
use crate::types::Type;

/// One operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Pushes a number.
    Number(i32),
    /// Pushes the null pointer.
    Null,
    /// Reads a number from the input and pushes it.
    Input,
    /// Pushes the place of a variable.
    Variable(usize),
    /// Pushes the place that a pointer points to; the pointer is this far below the top of the values.
    Target(usize),
    /// Replaces the place on top by an element of it; the index is this far below the top of the values.
    ElementPlace(usize),
    /// Replaces the place on top by the field with this number.
    FieldPlace(usize),
    /// Drops this many values.
    Drop(usize),
    /// Pops a place and pushes its value.
    Read,
    /// Pops a place and a value, and assigns the value to the place.
    Write,
    /// Pops an index and an array, and pushes the element.
    Element,
    /// Pops a record and pushes the field with this number.
    Field(usize),
    /// Pushes a pointer to a variable.
    Address(usize),
    /// Pops a value, stores it in a new cell and pushes a pointer to the cell.
    Alloc,
    /// Pops a number and pushes 1 if it is zero, else 0.
    Not,
    /// Pops a number and pushes 0 if it is zero, else 1.
    Truth,
    /// Pops two operands and pushes the result; never `&&` or `||`.
    Binary(Op),
    /// Pops this many values and pushes an array of them.
    Array(usize),
    /// Pops as many values as the list has entries and pushes a record; the list says which of them is each
    /// field.
    Record(Vec<usize>),
    /// Calls the function with this index, whose arguments are on top.
    Call(usize),
    /// Pops a number and prints it.
    Output,
    /// Jumps to the operation with this index.
    Jump(usize),
    /// Pops a number and jumps to the operation with this index if it is zero.
    JumpIfZero(usize),
    /// Returns from the function; the result is on top.
    Return,
}

/// The operations of a function, with their positions in the source.
pub type Steps = Vec<(Step, Pos)>;

/// The code of all functions of a program, in order.
pub fn code(program: &Program) -> Vec<Steps> {
    let functions = program.ast.functions.iter();
    functions
        .map(|function| {
            let mut coder = Coder { program, steps: Vec::new() };
            function.body.iter().for_each(|&stmt| coder.statement(stmt));
            coder.value(function.result);
            coder.add(Step::Return, function.return_pos);
            coder.steps
        })
        .collect()
}

struct Coder<'a> {
    program: &'a Program,
    steps: Steps,
}

impl Coder<'_> {
    fn add(&mut self, step: Step, pos: Pos) {
        self.steps.push((step, pos));
    }

    /// Adds a jump whose target is set later, by `land`; returns its index.
    fn add_jump(&mut self, step: Step, pos: Pos) -> usize {
        self.add(step, pos);
        self.steps.len() - 1
    }

    /// Sets the target of a jump to the next operation.
    fn land(&mut self, jump: usize) {
        let here = self.steps.len();
        match &mut self.steps[jump].0 {
            Step::Jump(target) | Step::JumpIfZero(target) => *target = here,
            other => unreachable!("{other:?} is no jump"),
        }
    }

    fn statement(&mut self, id: StmtId) {
        let stmt = self.program.ast.stmt(id);
        match &stmt.kind {
            StmtKind::Output(value) => {
                self.value(*value);
                self.add(Step::Output, stmt.pos);
            }
            StmtKind::Assign { place, value } => {
                self.value(*value);
                self.place(*place);
                self.add(Step::Write, stmt.pos);
            }
            StmtKind::If { cond, then, other } => {
                self.value(*cond);
                let skip = self.add_jump(Step::JumpIfZero(0), stmt.pos);
                self.statement(*then);
                match other {
                    None => self.land(skip),
                    Some(other) => {
                        let over = self.add_jump(Step::Jump(0), stmt.pos);
                        self.land(skip);
                        self.statement(*other);
                        self.land(over);
                    }
                }
            }
            StmtKind::While { cond, body } => {
                let head = self.steps.len();
                self.value(*cond);
                let leave = self.add_jump(Step::JumpIfZero(0), stmt.pos);
                self.statement(*body);
                self.add(Step::Jump(head), stmt.pos);
                self.land(leave);
            }
            StmtKind::Block(parts) => parts.iter().for_each(|&part| self.statement(part)),
        }
    }

    /// Pushes the place that an expression denotes. First its pointer and its indices are evaluated, and only
    /// then is the place followed from its root. So changes made by the evaluation are seen, and an index is
    /// checked against the array as it is afterwards.
    fn place(&mut self, id: ExprId) {
        let count = self.place_values(id);
        let mut left = count;
        self.way(id, &mut left);
        if count > 0 {
            self.add(Step::Drop(count), self.program.ast.expr(id).pos);
        }
    }

    /// Pushes the pointer and the indices of a place; returns how many values that are.
    fn place_values(&mut self, id: ExprId) -> usize {
        match self.program.ast.expr(id).kind {
            ExprKind::Name(_) => 0,
            ExprKind::Deref(inner) => {
                self.value(inner);
                1
            }
            ExprKind::Index(base, index) => {
                let count = self.place_values(base);
                self.value(index);
                count + 1
            }
            ExprKind::Field(base, _) => self.place_values(base),
            ref other => unreachable!("the check found {other:?} to be a place"),
        }
    }

    /// Follows a place from its root; `left` is the number of its values that have not been used yet.
    fn way(&mut self, id: ExprId, left: &mut usize) {
        let expr = self.program.ast.expr(id);
        match &expr.kind {
            ExprKind::Deref(_) => {
                *left -= 1;
                self.add(Step::Target(*left), expr.pos);
            }
            ExprKind::Index(base, _) => {
                self.way(*base, left);
                *left -= 1;
                self.add(Step::ElementPlace(*left), expr.pos);
            }
            ExprKind::Field(base, name) => {
                self.way(*base, left);
                self.add(Step::FieldPlace(self.field(*base, &name.text)), expr.pos);
            }
            _ => self.add(Step::Variable(self.program.variable(id)), expr.pos),
        }
    }

    /// The number of the field with that name.
    fn field(&self, record: ExprId, name: &str) -> usize {
        let Type::Record(fields) = self.program.type_of(record) else { unreachable!("only records have fields") };
        fields.iter().position(|(known, _)| known == name).expect("the check found the field")
    }

    /// Pushes the value of an expression.
    fn value(&mut self, id: ExprId) {
        let expr = self.program.ast.expr(id);
        if self.program.is_place(id) {
            self.place(id);
            return self.add(Step::Read, expr.pos);
        }
        let step = match &expr.kind {
            ExprKind::Number(number) => Step::Number(*number),
            ExprKind::Null => Step::Null,
            ExprKind::Input => Step::Input,
            ExprKind::Ref(_) => Step::Address(self.program.variable(id)),
            ExprKind::Alloc(inner) => self.after(&[*inner], Step::Alloc),
            ExprKind::Not(inner) => self.after(&[*inner], Step::Not),
            ExprKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                return self.logical(*op == Op::Or, *left, *right, expr.pos);
            }
            ExprKind::Binary(op, left, right) => self.after(&[*left, *right], Step::Binary(*op)),
            ExprKind::Array(items) => self.after(items, Step::Array(items.len())),
            ExprKind::Record(fields) => {
                let mut order: Vec<usize> = (0..fields.len()).collect();
                order.sort_by_key(|&index| &fields[index].0.text);
                let values: Vec<ExprId> = fields.iter().map(|&(_, value)| value).collect();
                self.after(&values, Step::Record(order))
            }
            ExprKind::Index(base, index) => self.after(&[*base, *index], Step::Element),
            ExprKind::Field(base, name) => {
                let field = self.field(*base, &name.text);
                self.after(&[*base], Step::Field(field))
            }
            ExprKind::Call(_, args) => self.after(args, Step::Call(self.program.callee(id))),
            ExprKind::Name(_) | ExprKind::Deref(_) => unreachable!("these are places"),
        };
        self.add(step, expr.pos);
    }

    /// Pushes operands from left to right; returns `step`, which uses them.
    fn after(&mut self, operands: &[ExprId], step: Step) -> Step {
        operands.iter().for_each(|&operand| self.value(operand));
        step
    }

    /// `&&` and `||`: the right side is evaluated only if the left side does not decide.
    fn logical(&mut self, or: bool, left: ExprId, right: ExprId, pos: Pos) {
        self.value(left);
        if or {
            self.add(Step::Not, pos);
        }
        let decided = self.add_jump(Step::JumpIfZero(0), pos);
        self.value(right);
        self.add(Step::Truth, pos);
        let end = self.add_jump(Step::Jump(0), pos);
        self.land(decided);
        self.add(Step::Number(i32::from(or)), pos);
        self.land(end);
    }
}
