//! Lowers expressions. A value is the list of its scalars at the time of evaluation, so later changes do not
//! affect it.

use ir::{BinaryOp, CompareOp, Edge, ErrorKind, Operand};

use super::build::{bit, known, number, word};
use super::function::FunctionLowering;
use super::layout::{self, CELL_HEADER, NUMBER};
use super::variables::Home;
use crate::ast::{ExprId, ExprKind, Op};
use crate::source::Pos;

impl FunctionLowering<'_, '_> {
    /// The value of an expression that is one scalar.
    pub(super) fn scalar(&mut self, id: ExprId) -> Operand {
        self.value(id).into_iter().next().expect("the check says that it is a number or a pointer")
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, id: ExprId) -> Vec<Operand> {
        let expr = self.program.ast.expr(id);
        if self.program.is_place(id) {
            let place = self.place(id);
            self.builder.at(expr.pos);
            return self.read(&place);
        }
        let scalar = match &expr.kind {
            ExprKind::Number(value) => number(*value),
            ExprKind::Null => word(0),
            ExprKind::Input => self.symbolic("input", expr.pos),
            ExprKind::Ref(_) => match &self.homes[self.program.variable(id)] {
                Home::Cell(cell) => cell.clone(),
                Home::Registers | Home::Slot(_) => unreachable!("the check saw that the address is taken"),
            },
            ExprKind::Alloc(inner) => self.alloc(*inner, expr.pos),
            ExprKind::Binary(op @ (Op::Add | Op::Sub | Op::Mul | Op::Div), left, right) => {
                self.arithmetic(*op, *left, *right, expr.pos)
            }
            ExprKind::Binary(..) | ExprKind::Not(_) => {
                let holds = self.condition(id);
                self.builder.at(expr.pos);
                self.builder.zext(holds, NUMBER)
            }
            ExprKind::Array(items) => return self.array(id, items),
            ExprKind::Record(fields) => {
                let mut values: Vec<(&str, Vec<Operand>)> =
                    fields.iter().map(|(name, value)| (name.text.as_str(), self.value(*value))).collect();
                values.sort_by_key(|&(name, _)| name);
                return values.into_iter().flat_map(|(_, value)| value).collect();
            }
            ExprKind::Index(base, index) => return self.element_of_value(*base, *index, expr.pos),
            ExprKind::Field(base, name) => {
                let record = self.value(*base);
                let (ty, before) = layout::field(self.program, self.program.expr_types[base.0 as usize], &name.text);
                let count = layout::scalars(self.program, ty).len();
                return record[before..before + count].to_vec();
            }
            ExprKind::Call(_, args) => return self.call(id, args, expr.pos),
            ExprKind::Name(_) | ExprKind::Deref(_) => unreachable!("these are places"),
        };
        vec![scalar]
    }

    /// The length, the elements, and zeros up to the length of the longest array of the type.
    fn array(&mut self, id: ExprId, items: &[ExprId]) -> Vec<Operand> {
        let mut values = vec![number(items.len() as i32)];
        for &item in items {
            values.extend(self.value(item));
        }
        let widths = layout::scalars(self.program, self.program.expr_types[id.0 as usize]);
        values.extend(widths[values.len()..].iter().map(|&width| Operand::Const(bv::Bv::new(width, 0))));
        values
    }

    fn alloc(&mut self, inner: ExprId, pos: Pos) -> Operand {
        let ty = self.program.expr_types[inner.0 as usize];
        let value = self.value(inner);
        self.builder.at(pos);
        let cell = self.new_cell(layout::bytes(&layout::scalars(self.program, ty)));
        self.builder.store(cell.clone(), Operand::Const(bv::Bv::new(8, 1)));
        let address = self.builder.offset(cell.clone(), CELL_HEADER);
        self.store_all(address, &value, ty);
        cell
    }

    fn arithmetic(&mut self, op: Op, left: ExprId, right: ExprId, pos: Pos) -> Operand {
        let left = self.scalar(left);
        let right = self.scalar(right);
        self.builder.at(pos);
        let op = match op {
            Op::Add => BinaryOp::Add,
            Op::Sub => BinaryOp::Sub,
            Op::Mul => BinaryOp::Mul,
            _ => {
                let valid = match known(&right) {
                    Some(value) => bit(value != 0),
                    None => self.builder.compare(CompareOp::Ne, right.clone(), number(0)),
                };
                self.builder.check(valid, ErrorKind::DivByZero, "division by zero");
                BinaryOp::SDiv
            }
        };
        self.builder.binary(op, NUMBER, left, right)
    }

    /// An element of an array that is not in a place; the array is stored in a temporary slot.
    fn element_of_value(&mut self, base: ExprId, index: ExprId, pos: Pos) -> Vec<Operand> {
        let ty = self.program.expr_types[base.0 as usize];
        let array = self.value(base);
        let index = self.scalar(index);
        self.builder.at(pos);
        let slot = self.builder.slot(layout::bytes(&layout::scalars(self.program, ty)));
        self.store_all(slot.clone(), &array, ty);
        let (element, address) = self.element(ty, slot, index);
        let widths = layout::scalars(self.program, element);
        self.load_all(address, &widths)
    }

    fn call(&mut self, id: ExprId, args: &[ExprId], pos: Pos) -> Vec<Operand> {
        let values: Vec<Operand> = args.iter().flat_map(|&arg| self.value(arg)).collect();
        self.builder.at(pos);
        let callee = self.program.callee(id);
        let (target, result) = (self.module.targets[callee], self.program.functions[callee].result);
        match layout::scalar(self.program, result) {
            Some(width) => self.builder.call(target, values, width).into_iter().collect(),
            None => {
                let widths = layout::scalars(self.program, result);
                let slot = self.builder.slot(layout::bytes(&widths));
                let values = [vec![slot.clone()], values].concat();
                self.builder.call(target, values, 0);
                self.load_all(slot, &widths)
            }
        }
    }

    /// Whether an expression is true, as one bit.
    pub(super) fn condition(&mut self, id: ExprId) -> Operand {
        let expr = self.program.ast.expr(id);
        match &expr.kind {
            ExprKind::Not(inner) => {
                let holds = self.condition(*inner);
                self.builder.at(expr.pos);
                match known(&holds) {
                    Some(value) => bit(value == 0),
                    None => self.builder.compare(CompareOp::Eq, holds, bit(false)),
                }
            }
            ExprKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                self.logical(*op == Op::Or, *left, *right, expr.pos)
            }
            ExprKind::Binary(op, left, right) if !matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div) => {
                self.comparison(*op, *left, *right, expr.pos)
            }
            _ => {
                let value = self.scalar(id);
                self.builder.at(expr.pos);
                match known(&value) {
                    Some(value) => bit(value != 0),
                    None => self.builder.compare(CompareOp::Ne, value, number(0)),
                }
            }
        }
    }

    fn comparison(&mut self, op: Op, left: ExprId, right: ExprId, pos: Pos) -> Operand {
        let left = self.scalar(left);
        let right = self.scalar(right);
        self.builder.at(pos);
        match op {
            Op::Eq => self.builder.compare(CompareOp::Eq, left, right),
            Op::Ne => self.builder.compare(CompareOp::Ne, left, right),
            Op::Lt => self.builder.compare(CompareOp::Slt, left, right),
            Op::Le => self.builder.compare(CompareOp::Sle, left, right),
            Op::Gt => self.builder.compare(CompareOp::Slt, right, left),
            Op::Ge => self.builder.compare(CompareOp::Sle, right, left),
            _ => unreachable!("{op:?} is no comparison"),
        }
    }

    /// `&&` and `||`: the right side is evaluated in a block that is skipped if the left side decides.
    fn logical(&mut self, or: bool, left: ExprId, right: ExprId, pos: Pos) -> Operand {
        let left = self.condition(left);
        self.builder.at(pos);
        let more = self.builder.block(&[]).0;
        let (join, result) = self.builder.block(&[1]);
        let on = Edge { block: more, args: Vec::new() };
        let past = Edge { block: join, args: vec![bit(or)] };
        let (then, other) = if or { (past, on) } else { (on, past) };
        self.builder.branch(left, then, other, more);
        let right = self.condition(right);
        self.builder.at(pos);
        self.builder.jump(join, vec![right], join);
        result.into_iter().next().expect("the block has one parameter")
    }
}
