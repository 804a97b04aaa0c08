//! The normal form of a program: nested expressions are split into assignments to new variables (Rozhoň 2024,
//! §5.2.1, listing 5.1). `*x[0].field = *y + z[i + 1]` becomes
//!
//! ```text
//! _t0 = *y;
//! _t1 = i + 1;
//! _t2 = z[_t1];
//! *x[0].field = _t0 + _t2;
//! ```
//!
//! Where a value is used there is at most one operator, and its operands are numbers, names, `input`, `null` or
//! `&x`. A call is always the whole right side of an assignment. Left sides are not changed.
//!
//! The normal form does the same as the program, in the same order, including errors. Therefore an operand that
//! could be changed later, or whose evaluation could fail, is copied before the later operands are split; `&&`
//! and `||` become `if` if their right side has to be split; and what the condition of a loop needs is computed
//! before the loop and again at the end of its body.

use std::collections::BTreeSet;

use crate::ast::{Ast, Expr, ExprId, ExprKind, Function, Name, Op, Stmt, StmtId, StmtKind};
use crate::check::Program;
use crate::source::Pos;

/// The normal form of a program, which passes the check.
pub fn normalize(program: &Program) -> Ast {
    let functions = &program.ast.functions;
    let names = functions.iter().flat_map(|function| function.params.iter().chain(&function.vars));
    let taken = names.chain(functions.iter().map(|function| &function.name)).map(|name| name.text.as_str()).collect();
    let mut out = Ast::default();
    for (index, function) in functions.iter().enumerate() {
        let signature = &program.functions[index];
        let mut normalizer = Normalizer {
            program,
            index,
            taken: &taken,
            out: &mut out,
            temporaries: Vec::new(),
            next: 0,
            initialized: (0..signature.variables.len()).map(|number| number < signature.params).collect(),
            block: Vec::new(),
        };
        let function = normalizer.function(function);
        out.functions.push(function);
    }
    out
}

struct Normalizer<'a> {
    program: &'a Program,
    /// The index of the current function.
    index: usize,
    /// All names in the program.
    taken: &'a BTreeSet<&'a str>,
    out: &'a mut Ast,
    temporaries: Vec<Name>,
    next: u32,
    /// For each variable, whether it is known to be initialised here.
    initialized: Vec<bool>,
    /// The statements of the current block.
    block: Vec<StmtId>,
}

impl Normalizer<'_> {
    fn function(&mut self, function: &Function) -> Function {
        function.body.iter().for_each(|&stmt| self.statement(stmt));
        let result = self.simple(function.result);
        let body = std::mem::take(&mut self.block);
        let mut vars = function.vars.clone();
        vars.append(&mut self.temporaries);
        Function { vars, body, result, ..function.clone() }
    }

    fn statement(&mut self, id: StmtId) {
        let program = self.program;
        let stmt = program.ast.stmt(id);
        let kind = match &stmt.kind {
            StmtKind::Output(value) => StmtKind::Output(self.simple(*value)),
            StmtKind::Assign { place, value } => {
                let value = self.right_side(*value);
                if let ExprKind::Name(_) = program.ast.expr(*place).kind {
                    self.initialized[program.variable(*place)] = true;
                }
                StmtKind::Assign { place: self.copy(*place), value }
            }
            StmtKind::If { cond, then, other } => {
                let cond = self.simple(*cond);
                let before = self.initialized.clone();
                let then = self.inside(*then);
                let after_then = std::mem::replace(&mut self.initialized, before);
                let other = other.map(|other| self.inside(other));
                self.initialized.iter_mut().zip(after_then).for_each(|(here, there)| *here &= there);
                StmtKind::If { cond, then, other }
            }
            StmtKind::While { cond, body } => {
                let first = self.block.len();
                let cond = self.simple(*cond);
                let again = self.block[first..].to_vec();
                let before = self.initialized.clone();
                let outer = std::mem::take(&mut self.block);
                self.parts(*body);
                for part in again {
                    let copied = self.copy_again(part);
                    self.block.push(copied);
                }
                let body = self.close(outer, stmt.pos);
                self.initialized = before;
                StmtKind::While { cond, body }
            }
            StmtKind::Block(_) => {
                let inner = self.inside(id);
                return self.block.push(inner);
            }
        };
        self.add(kind, stmt.pos);
    }

    /// Normalizes a statement to a block.
    fn inside(&mut self, id: StmtId) -> StmtId {
        let outer = std::mem::take(&mut self.block);
        self.parts(id);
        self.close(outer, self.program.ast.stmt(id).pos)
    }

    /// Appends the parts of a block, or a single statement, to the current block.
    fn parts(&mut self, id: StmtId) {
        match &self.program.ast.stmt(id).kind {
            StmtKind::Block(parts) => parts.iter().for_each(|&part| self.statement(part)),
            _ => self.statement(id),
        }
    }

    /// Ends the current block and continues with the one around it.
    fn close(&mut self, outer: Vec<StmtId>, pos: Pos) -> StmtId {
        let parts = std::mem::replace(&mut self.block, outer);
        self.new_stmt(StmtKind::Block(parts), pos)
    }

    fn new_stmt(&mut self, kind: StmtKind, pos: Pos) -> StmtId {
        self.out.stmts.push(Stmt { kind, pos });
        StmtId(self.out.stmts.len() as u32 - 1)
    }

    fn add(&mut self, kind: StmtKind, pos: Pos) {
        let stmt = self.new_stmt(kind, pos);
        self.block.push(stmt);
    }

    fn new_expr(&mut self, kind: ExprKind, pos: Pos) -> ExprId {
        self.out.exprs.push(Expr { kind, pos });
        ExprId(self.out.exprs.len() as u32 - 1)
    }

    fn leaf(&mut self, leaf: Expr) -> ExprId {
        self.new_expr(leaf.kind, leaf.pos)
    }

    /// A new variable with an unused name.
    fn temporary(&mut self, pos: Pos) -> Expr {
        let text = loop {
            let text = format!("_t{}", self.next);
            self.next += 1;
            if !self.taken.contains(text.as_str()) {
                break text;
            }
        };
        let declared = self.program.ast.functions[self.index].name.pos;
        self.temporaries.push(Name { text: text.clone(), pos: declared });
        Expr { kind: ExprKind::Name(text), pos }
    }

    fn assign(&mut self, variable: &Expr, value: ExprId) {
        let place = self.leaf(variable.clone());
        self.add(StmtKind::Assign { place, value }, variable.pos);
    }

    /// Assigns the value to a new variable.
    fn keep(&mut self, value: ExprId) -> Expr {
        let variable = self.temporary(self.out.expr(value).pos);
        self.assign(&variable, value);
        variable
    }

    /// Normalizes to an expression with at most one operator that is not a call.
    fn simple(&mut self, id: ExprId) -> ExprId {
        let value = self.right_side(id);
        match self.out.expr(value).kind {
            ExprKind::Call(..) => {
                let kept = self.keep(value);
                self.leaf(kept)
            }
            _ => value,
        }
    }

    /// Normalizes to an expression without operators.
    fn atom(&mut self, id: ExprId) -> Expr {
        if self.is_leaf(id) {
            return self.program.ast.expr(id).clone();
        }
        let value = self.right_side(id);
        match &self.out.expr(value).kind {
            // The variable that holds the result of `&&` or `||`.
            ExprKind::Name(_) => self.out.expr(value).clone(),
            _ => self.keep(value),
        }
    }

    /// Normalizes to an expression with at most one operator, or a call.
    fn right_side(&mut self, id: ExprId) -> ExprId {
        let program = self.program;
        let Expr { kind, pos } = program.ast.expr(id);
        if self.is_leaf(id) {
            return self.new_expr(kind.clone(), *pos);
        }
        if program.is_place(id) {
            return self.place(id);
        }
        if let ExprKind::Binary(op @ (Op::And | Op::Or), left, right) = kind
            && !self.is_leaf(*right)
        {
            return self.logical(*op == Op::Or, *left, *right, *pos);
        }
        let operands = self.operands(&kind.operands(), false);
        let ids: Vec<ExprId> = operands.into_iter().map(|operand| self.leaf(operand)).collect();
        self.new_expr(with_operands(kind, &ids), *pos)
    }

    /// Normalizes operands to expressions without operators, evaluated from left to right. `more` says that
    /// other statements will come between here and their use.
    fn operands(&mut self, ids: &[ExprId], more: bool) -> Vec<Expr> {
        let mut all = Vec::new();
        for (at, &id) in ids.iter().enumerate() {
            let later = &ids[at + 1..];
            let atom = self.atom(id);
            let passed = more || later.iter().any(|&other| !self.is_leaf(other));
            if self.is_leaf(id) && passed && !self.is_stable(id, later) {
                let value = self.leaf(atom);
                all.push(self.keep(value));
            } else {
                all.push(atom);
            }
        }
        all
    }

    fn is_leaf(&self, id: ExprId) -> bool {
        self.program.ast.expr(id).kind.operands().is_empty()
            && !matches!(self.program.ast.expr(id).kind, ExprKind::Call(..))
    }

    /// Whether a leaf cannot fail and keeps its value while the others are evaluated.
    fn is_stable(&self, id: ExprId, others: &[ExprId]) -> bool {
        match self.program.ast.expr(id).kind {
            ExprKind::Name(_) => {
                let index = self.program.variable(id);
                let shared = self.program.functions[self.index].variables[index].address_taken;
                self.initialized[index] && !(shared && others.iter().any(|&other| self.calls(other)))
            }
            ExprKind::Input => false,
            _ => true,
        }
    }

    /// Whether an expression contains a call.
    fn calls(&self, id: ExprId) -> bool {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let kind = &self.program.ast.expr(id).kind;
            if matches!(kind, ExprKind::Call(..)) {
                return true;
            }
            work.extend(kind.operands());
        }
        false
    }

    /// Reads a place: first its pointer and its indices are evaluated, then it is accessed step by step.
    fn place(&mut self, id: ExprId) -> ExprId {
        let program = self.program;
        let mut steps = Vec::new();
        let mut root = id;
        while let ExprKind::Index(base, _) | ExprKind::Field(base, _) = &program.ast.expr(root).kind {
            steps.push(program.ast.expr(root));
            root = *base;
        }
        steps.reverse();
        let root = program.ast.expr(root);
        let (pointer, length) = match root.kind {
            ExprKind::Deref(pointer) => (Some(pointer), steps.len() + 1),
            _ => (None, steps.len()),
        };
        let indices = steps.iter().filter_map(|step| match step.kind {
            ExprKind::Index(_, index) => Some(index),
            _ => None,
        });
        let evaluated: Vec<ExprId> = pointer.into_iter().chain(indices).collect();
        let mut evaluated = self.operands(&evaluated, length > 1).into_iter();
        let mut next = |normalizer: &mut Self| {
            let operand = evaluated.next().expect("one for the pointer and each index");
            normalizer.leaf(operand)
        };
        let mut here = match root.kind {
            ExprKind::Deref(_) => {
                let pointer = next(self);
                self.new_expr(ExprKind::Deref(pointer), root.pos)
            }
            _ => self.leaf(root.clone()),
        };
        for step in steps {
            if !matches!(self.out.expr(here).kind, ExprKind::Name(_)) {
                let kept = self.keep(here);
                here = self.leaf(kept);
            }
            let kind = match &step.kind {
                ExprKind::Index(..) => ExprKind::Index(here, next(self)),
                ExprKind::Field(_, name) => ExprKind::Field(here, name.clone()),
                other => unreachable!("{other:?} is no step"),
            };
            here = self.new_expr(kind, step.pos);
        }
        here
    }

    /// `&&` and `||` whose right side has to be split: it is evaluated only if the left side does not decide.
    fn logical(&mut self, or: bool, left: ExprId, right: ExprId, pos: Pos) -> ExprId {
        let cond = self.simple(left);
        let result = self.temporary(pos);
        let outer = std::mem::take(&mut self.block);
        let right = self.truth(right);
        self.assign(&result, right);
        let undecided = self.close(outer, pos);
        let outer = std::mem::take(&mut self.block);
        let constant = self.new_expr(ExprKind::Number(i32::from(or)), pos);
        self.assign(&result, constant);
        let decided = self.close(outer, pos);
        let (then, other) = if or { (decided, undecided) } else { (undecided, decided) };
        self.add(StmtKind::If { cond, then, other: Some(other) }, pos);
        self.leaf(result)
    }

    /// Normalizes to an expression that is 1 if the given one is true, else 0.
    fn truth(&mut self, id: ExprId) -> ExprId {
        let Expr { kind, pos } = self.program.ast.expr(id);
        let arithmetic = |op: &Op| matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div);
        if matches!(kind, ExprKind::Not(_)) || matches!(kind, ExprKind::Binary(op, ..) if !arithmetic(op)) {
            return self.right_side(id);
        }
        let atom = self.atom(id);
        let atom = self.leaf(atom);
        let zero = self.new_expr(ExprKind::Number(0), *pos);
        self.new_expr(ExprKind::Binary(Op::Ne, atom, zero), *pos)
    }

    /// Copies a left side without changes.
    fn copy(&mut self, id: ExprId) -> ExprId {
        let Expr { kind, pos } = self.program.ast.expr(id);
        let ids: Vec<ExprId> = kind.operands().into_iter().map(|operand| self.copy(operand)).collect();
        self.new_expr(with_operands(kind, &ids), *pos)
    }

    /// Copies a statement of the normal form.
    fn copy_again(&mut self, id: StmtId) -> StmtId {
        let Stmt { kind, pos } = self.out.stmt(id).clone();
        let kind = match kind {
            StmtKind::Assign { place, value } => {
                StmtKind::Assign { place: self.copy_expr_again(place), value: self.copy_expr_again(value) }
            }
            StmtKind::If { cond, then, other } => StmtKind::If {
                cond: self.copy_expr_again(cond),
                then: self.copy_again(then),
                other: other.map(|other| self.copy_again(other)),
            },
            StmtKind::Block(parts) => StmtKind::Block(parts.into_iter().map(|part| self.copy_again(part)).collect()),
            StmtKind::Output(_) | StmtKind::While { .. } => unreachable!("conditions need neither"),
        };
        self.new_stmt(kind, pos)
    }

    fn copy_expr_again(&mut self, id: ExprId) -> ExprId {
        let Expr { kind, pos } = self.out.expr(id).clone();
        let ids: Vec<ExprId> = kind.operands().into_iter().map(|operand| self.copy_expr_again(operand)).collect();
        self.new_expr(with_operands(&kind, &ids), pos)
    }
}

/// An expression of the same kind with other operands.
fn with_operands(kind: &ExprKind, operands: &[ExprId]) -> ExprKind {
    match kind {
        ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Input | ExprKind::Null | ExprKind::Ref(_) => kind.clone(),
        ExprKind::Deref(_) => ExprKind::Deref(operands[0]),
        ExprKind::Alloc(_) => ExprKind::Alloc(operands[0]),
        ExprKind::Not(_) => ExprKind::Not(operands[0]),
        ExprKind::Field(_, name) => ExprKind::Field(operands[0], name.clone()),
        ExprKind::Binary(op, ..) => ExprKind::Binary(*op, operands[0], operands[1]),
        ExprKind::Index(..) => ExprKind::Index(operands[0], operands[1]),
        ExprKind::Array(_) => ExprKind::Array(operands.to_vec()),
        ExprKind::Call(name, _) => ExprKind::Call(name.clone(), operands.to_vec()),
        ExprKind::Record(fields) => {
            ExprKind::Record(fields.iter().zip(operands).map(|((name, _), &value)| (name.clone(), value)).collect())
        }
    }
}
