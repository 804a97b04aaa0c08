//! Lowers the body of a function: variables, statements and places. Expressions are in `expr.rs`.
//!
//! Control flow is structured, so registers are in SSA form from the beginning: where two branches meet,
//! variables with different values become parameters of the block, and the head of a loop has parameters for
//! the variables that its body assigns.

use std::collections::BTreeMap;

use ir::{CompareOp, Edge, ErrorKind, Function, Operand, Reg};

use super::build::{Builder, bit, known, word};
use super::layout::{self, CELL_HEADER, NUMBER, POINTER};
use super::module::ModuleLowering;
use super::variables::{self, Home, Known};
use crate::ast::{ExprId, ExprKind, StmtId, StmtKind};
use crate::check::Program;
use crate::source::Pos;
use crate::types::{Type, TypeId};

/// A place that is being followed from its root.
pub struct Lvalue {
    at: At,
    /// The variable or cell that it is part of.
    whole: Whole,
    /// Whether it is the whole of that, whose initialization has not been checked yet.
    entire: bool,
    ty: TypeId,
}

enum At {
    /// In registers, from the scalar of the variable with this number on.
    Registers(usize),
    Address(Operand),
}

/// The variable or cell that contains a place.
enum Whole {
    Variable(usize),
    /// The cell at this address.
    Cell(Operand),
}

/// The function being lowered.
pub struct FunctionLowering<'a, 'b> {
    pub(super) module: &'a mut ModuleLowering<'b>,
    pub(super) program: &'b Program,
    index: usize,
    pub(super) builder: Builder,
    pub(super) homes: Vec<Home>,
    known: Vec<Known>,
    widths: Vec<Vec<u32>>,
    params: Vec<Operand>,
    /// The registers that hold variables.
    names: BTreeMap<Reg, String>,
}

impl<'a, 'b> FunctionLowering<'a, 'b> {
    /// Begins with a function that has its parameters.
    pub fn new(module: &'a mut ModuleLowering<'b>, index: usize, declared: Function) -> FunctionLowering<'a, 'b> {
        let params = declared.params.iter().map(|&reg| Operand::Reg(reg)).collect();
        let (program, builder) = (module.program, Builder::new(declared));
        let (homes, known, widths) = (Vec::new(), Vec::new(), Vec::new());
        let names = BTreeMap::new();
        FunctionLowering { module, program, index, builder, homes, known, widths, params, names }
    }

    /// Lowers the whole function; also returns which registers hold which variables. An entry creates its
    /// parameters itself.
    pub fn whole(mut self, entry: bool) -> (Function, BTreeMap<Reg, String>) {
        let program = self.program;
        let (signature, function) = (&program.functions[self.index], &program.ast.functions[self.index]);
        let scalar = layout::scalar(program, signature.result);
        let mut given = std::mem::take(&mut self.params).into_iter();
        let result_pointer = if scalar.is_none() { given.next() } else { None };
        for (number, variable) in signature.variables.iter().enumerate() {
            let widths = layout::scalars(program, variable.ty);
            let first = (number < signature.params).then(|| -> Vec<Operand> {
                if entry {
                    vec![self.symbolic(&variable.name.text, variable.name.pos)]
                } else {
                    given.by_ref().take(widths.len()).collect()
                }
            });
            self.declare(number, first);
        }
        self.note_names();
        function.body.iter().for_each(|&stmt| self.statement(stmt));
        let result = self.value(function.result);
        self.builder.at(function.return_pos);
        let mut whole = match result_pointer {
            None => self.builder.finish(Some(result.into_iter().next().expect("a scalar has one value"))),
            Some(pointer) => {
                self.store_all(pointer, &result, signature.result);
                self.builder.finish(None)
            }
        };
        // The register of a cell holds the address of a variable, not its value.
        let cells: Vec<&Operand> = self.homes.iter().filter_map(Home::cell).collect();
        let named = self.names.iter().filter(|&(&reg, _)| !cells.contains(&&Operand::Reg(reg)));
        whole.names = named.map(|(&reg, name)| (reg, name.clone())).collect();
        (whole, self.names)
    }

    /// Records the registers that hold variables now.
    fn note_names(&mut self) {
        let variables = &self.program.functions[self.index].variables;
        for (variable, (known, home)) in variables.iter().zip(self.known.iter().zip(&self.homes)) {
            let address = match home {
                Home::Registers => None,
                Home::Slot(address) | Home::Cell(address) => Some(address),
            };
            if let Some(Operand::Reg(reg)) = address {
                self.names.entry(*reg).or_insert_with(|| variable.name.text.clone());
            }
            let is_new = |operand: &Operand| matches!(operand, Operand::Reg(reg) if !self.names.contains_key(reg));
            if known.values.iter().any(is_new) {
                let places = layout::places(self.program, variable.ty, variable.name.text.clone());
                for (operand, place) in known.values.iter().zip(places) {
                    if let Operand::Reg(reg) = operand {
                        self.names.entry(*reg).or_insert(place);
                    }
                }
            }
            if let Operand::Reg(reg) = known.initialized {
                self.names.entry(reg).or_insert_with(|| format!("{} initialised", variable.name.text));
            }
        }
    }

    /// Creates a new symbolic input with that name.
    pub(super) fn symbolic(&mut self, name: &str, pos: Pos) -> Operand {
        self.builder.at(pos);
        let callee = self.module.external(&format!("microc.symbolic.{name}"), &[], NUMBER);
        self.builder.call(callee, Vec::new(), NUMBER).expect("it has a result")
    }

    /// Creates the home of a variable, and stores its initial value if it is a parameter.
    fn declare(&mut self, index: usize, first: Option<Vec<Operand>>) {
        let variable = &self.program.functions[self.index].variables[index];
        let size = layout::bytes(&layout::scalars(self.program, variable.ty));
        self.builder.at(variable.name.pos);
        let home = if variable.address_taken {
            let cell = self.new_cell(size);
            self.builder.store(cell.clone(), Operand::Const(bv::Bv::new(8, u64::from(first.is_some()))));
            Home::Cell(cell)
        } else if layout::has_array(self.program, variable.ty) {
            Home::Slot(self.builder.slot(size))
        } else {
            Home::Registers
        };
        self.widths.push(variables::widths(self.program, self.index, index, &home));
        self.known.push(Known::nothing(&self.widths[index]));
        self.homes.push(home);
        if let Some(first) = first {
            match self.homes[index].clone() {
                Home::Registers => self.known[index].values = first,
                Home::Slot(address) => self.store_all(address, &first, variable.ty),
                Home::Cell(cell) => {
                    let address = self.builder.offset(cell, CELL_HEADER);
                    self.store_all(address, &first, variable.ty);
                }
            }
            self.known[index].initialized = bit(true);
        }
    }

    /// Allocates a cell for a value of this many bytes.
    pub(super) fn new_cell(&mut self, size: u64) -> Operand {
        let callee = self.module.external("microc.alloc", &[POINTER], POINTER);
        self.builder.call(callee, vec![word(CELL_HEADER + size)], POINTER).expect("it has a result")
    }

    fn statement(&mut self, id: StmtId) {
        let stmt = self.program.ast.stmt(id);
        match &stmt.kind {
            StmtKind::Output(value) => {
                let value = self.scalar(*value);
                self.builder.at(stmt.pos);
                let callee = self.module.external("microc.output", &[NUMBER], 0);
                self.builder.call(callee, vec![value], 0);
            }
            StmtKind::Assign { place, value } => {
                let value = self.value(*value);
                let place = self.place(*place);
                self.builder.at(stmt.pos);
                self.write(&place, &value);
            }
            StmtKind::If { cond, then, other } => self.branch(*cond, *then, *other, stmt.pos),
            StmtKind::While { cond, body } => self.repeat(*cond, *body, stmt.pos),
            StmtKind::Block(parts) => parts.iter().for_each(|&part| self.statement(part)),
        }
    }

    fn branch(&mut self, cond: ExprId, then: StmtId, other: Option<StmtId>, pos: Pos) {
        let cond = self.condition(cond);
        self.builder.at(pos);
        let then_block = self.builder.block(&[]).0;
        let other_block = self.builder.block(&[]).0;
        let to = |block| Edge { block, args: Vec::new() };
        self.builder.branch(cond, to(then_block), to(other_block), then_block);
        let before = self.known.clone();
        self.statement(then);
        let after_then = std::mem::replace(&mut self.known, before);
        // What the two branches know, and so the parameters of the join, is known only after both are lowered.
        // So the first branch ends with a jump to an empty block, which is filled last.
        let then_end = self.builder.block(&[]).0;
        self.builder.jump(then_end, Vec::new(), other_block);
        if let Some(other) = other {
            self.statement(other);
        }
        self.builder.at(pos);
        let (join, from_then, from_other, joined) =
            Known::join(&after_then, &self.known, &self.widths, &mut self.builder);
        self.builder.jump(join, from_other, then_end);
        self.builder.jump(join, from_then, join);
        self.known = joined;
        self.note_names();
    }

    fn repeat(&mut self, cond: ExprId, body: StmtId, pos: Pos) {
        self.builder.at(pos);
        let mut assigned = vec![false; self.known.len()];
        variables::assigned(self.program, body, &mut assigned);
        let before = self.known.clone();
        let (head, known) = Known::at_head(&before, &assigned, &self.widths, &mut self.builder);
        let args = Known::to_head(&before, &before, &assigned);
        self.builder.jump(head, args, head);
        self.known = known.clone();
        self.note_names();
        let cond = self.condition(cond);
        self.builder.at(pos);
        let inside = self.builder.block(&[]).0;
        let behind = self.builder.block(&[]).0;
        let to = |block| Edge { block, args: Vec::new() };
        self.builder.branch(cond, to(inside), to(behind), inside);
        self.statement(body);
        self.builder.at(pos);
        let args = Known::to_head(&self.known, &before, &assigned);
        self.builder.jump(head, args, behind);
        self.known = known;
    }

    /// Follows the place that an expression denotes: first its pointer and its indices are evaluated, then it
    /// is followed from its root.
    pub(super) fn place(&mut self, id: ExprId) -> Lvalue {
        let mut values = Vec::new();
        self.place_values(id, &mut values);
        self.way(id, &mut values.into_iter())
    }

    /// Evaluates the pointer and the indices of a place, in order.
    fn place_values(&mut self, id: ExprId, values: &mut Vec<Operand>) {
        match self.program.ast.expr(id).kind {
            ExprKind::Deref(inner) => values.push(self.scalar(inner)),
            ExprKind::Index(base, index) => {
                self.place_values(base, values);
                values.push(self.scalar(index));
            }
            ExprKind::Field(base, _) => self.place_values(base, values),
            _ => {}
        }
    }

    /// Follows a place from its root, given those of its values that have not been used yet.
    fn way(&mut self, id: ExprId, values: &mut impl Iterator<Item = Operand>) -> Lvalue {
        let expr = self.program.ast.expr(id);
        let ty = self.program.expr_types[id.0 as usize];
        match &expr.kind {
            ExprKind::Name(_) => {
                let index = self.program.variable(id);
                let (at, whole) = match self.homes[index].clone() {
                    Home::Registers => (At::Registers(0), Whole::Variable(index)),
                    Home::Slot(address) => (At::Address(address), Whole::Variable(index)),
                    Home::Cell(cell) => {
                        self.builder.at(expr.pos);
                        (At::Address(self.builder.offset(cell.clone(), CELL_HEADER)), Whole::Cell(cell))
                    }
                };
                Lvalue { at, whole, entire: true, ty }
            }
            ExprKind::Deref(_) => {
                let cell = values.next().expect("the pointer was evaluated");
                self.builder.at(expr.pos);
                let valid = self.builder.compare(CompareOp::Ne, cell.clone(), word(0));
                self.builder.check(valid, ErrorKind::Null, "null pointer dereferenced");
                let address = self.builder.offset(cell.clone(), CELL_HEADER);
                Lvalue { at: At::Address(address), whole: Whole::Cell(cell), entire: true, ty }
            }
            ExprKind::Index(base, _) => {
                let place = self.way(*base, values);
                let index = values.next().expect("the index was evaluated");
                self.builder.at(expr.pos);
                self.require_value(&place);
                let At::Address(address) = place.at else { unreachable!("arrays are in memory") };
                let (element, address) = self.element(place.ty, address, index);
                Lvalue { at: At::Address(address), entire: false, ty: element, ..place }
            }
            ExprKind::Field(base, name) => {
                let place = self.way(*base, values);
                self.builder.at(expr.pos);
                self.require_value(&place);
                let (field, before) = layout::field(self.program, place.ty, &name.text);
                let widths = layout::scalars(self.program, place.ty);
                let at = match place.at {
                    At::Registers(first) => At::Registers(first + before),
                    At::Address(address) => At::Address(self.builder.offset(address, layout::bytes(&widths[..before]))),
                };
                Lvalue { at, entire: false, ty: field, ..place }
            }
            other => unreachable!("the check found {other:?} to be a place"),
        }
    }

    /// The type and the address of an element, with a check of the index.
    pub(super) fn element(&mut self, array: TypeId, address: Operand, index: Operand) -> (TypeId, Operand) {
        let Type::Array(_, element) = self.program.types.get(array) else { unreachable!("only arrays are indexed") };
        let size = layout::bytes(&layout::scalars(self.program, element));
        let length = self.builder.load(address.clone(), NUMBER);
        // As an unsigned number, a negative index is too large.
        let valid = self.builder.compare(CompareOp::Ult, index.clone(), length);
        self.builder.check(valid, ErrorKind::OutOfBounds, "index out of bounds");
        let address = self.builder.offset(address, u64::from(NUMBER / 8));
        if let Some(index) = known(&index) {
            // A constant index that is out of bounds never gets here at run time, so the address does not
            // matter.
            return (element, self.builder.offset(address, index.wrapping_mul(size)));
        }
        let wide = self.builder.zext(index, POINTER);
        let offset = self.builder.binary(ir::BinaryOp::Mul, POINTER, wide, word(size));
        (element, self.builder.binary(ir::BinaryOp::Add, POINTER, address, offset))
    }

    /// Checks that the variable or cell of a place is initialised; for a part this has been done on the way.
    fn require_value(&mut self, place: &Lvalue) {
        if !place.entire {
            return;
        }
        let holds = match &place.whole {
            Whole::Variable(index) => self.known[*index].initialized.clone(),
            Whole::Cell(cell) => {
                let flag = self.builder.load(cell.clone(), 8);
                self.builder.compare(CompareOp::Ne, flag, Operand::Const(bv::Bv::new(8, 0)))
            }
        };
        self.builder.check(holds, ErrorKind::Uninitialized, "use of an uninitialised value");
    }

    /// Reads a place.
    pub(super) fn read(&mut self, place: &Lvalue) -> Vec<Operand> {
        self.require_value(place);
        let widths = layout::scalars(self.program, place.ty);
        match (&place.at, &place.whole) {
            (At::Registers(first), Whole::Variable(index)) => {
                self.known[*index].values[*first..*first + widths.len()].to_vec()
            }
            (At::Registers(_), Whole::Cell(_)) => unreachable!("cells are in memory"),
            (At::Address(address), _) => self.load_all(address.clone(), &widths),
        }
    }

    fn write(&mut self, place: &Lvalue, value: &[Operand]) {
        let widths = layout::scalars(self.program, place.ty);
        match (&place.at, &place.whole) {
            (At::Registers(first), Whole::Variable(index)) => {
                for (number, (scalar, &width)) in value.iter().zip(&widths).enumerate() {
                    self.known[*index].values[first + number] = self.builder.copy(width, scalar.clone());
                }
            }
            (At::Registers(_), Whole::Cell(_)) => unreachable!("cells are in memory"),
            (At::Address(address), _) => self.store_all(address.clone(), value, place.ty),
        }
        match &place.whole {
            Whole::Variable(index) => {
                self.known[*index].initialized = bit(true);
                self.note_names();
            }
            Whole::Cell(cell) if place.entire => {
                self.builder.store(cell.clone(), Operand::Const(bv::Bv::new(8, 1)));
            }
            Whole::Cell(_) => {}
        }
    }

    /// Reads consecutive scalars.
    pub(super) fn load_all(&mut self, address: Operand, widths: &[u32]) -> Vec<Operand> {
        let mut values = Vec::new();
        let mut at = 0;
        for &width in widths {
            let place = self.builder.offset(address.clone(), at);
            values.push(self.builder.load(place, width));
            at += u64::from(width / 8);
        }
        values
    }

    /// Writes the scalars of a value of type `ty` to consecutive memory.
    pub(super) fn store_all(&mut self, address: Operand, values: &[Operand], ty: TypeId) {
        let mut at = 0;
        for (value, width) in values.iter().zip(layout::scalars(self.program, ty)) {
            let place = self.builder.offset(address.clone(), at);
            self.builder.store(place, value.clone());
            at += u64::from(width / 8);
        }
    }
}
