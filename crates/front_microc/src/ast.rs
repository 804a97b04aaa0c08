//! The syntax tree. Nodes lie in two lists and refer to each other by index, so that dropping or copying a tree needs no
//! recursion, and what later passes know about a node lies in a list beside it.

use crate::source::Pos;

/// An expression of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);

/// A statement of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

/// A program as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ast {
    /// Its functions, in order.
    pub functions: Vec<Function>,
    /// Every expression; operands stand before what uses them.
    pub exprs: Vec<Expr>,
    /// Every statement; parts stand before what contains them.
    pub stmts: Vec<Stmt>,
}

/// A name where it is declared or mentioned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub pos: Pos,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// The variables of its `var` statements, in order.
    pub vars: Vec<Name>,
    /// Its body.
    pub body: Vec<StmtId>,
    /// What it returns.
    pub result: ExprId,
    /// Where its `return` stands.
    pub return_pos: Pos,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it begins.
    pub pos: Pos,
}

/// What a statement is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StmtKind {
    Output(ExprId),
    Assign { place: ExprId, value: ExprId },
    If { cond: ExprId, then: StmtId, other: Option<StmtId> },
    While { cond: ExprId, body: StmtId },
    Block(Vec<StmtId>),
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where messages about it point: its operator, for an index the index, else its beginning.
    pub pos: Pos,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ExprKind {
    Number(i32),
    Name(String),
    Input,
    Null,
    /// `&x`
    Ref(Name),
    /// `*e`
    Deref(ExprId),
    Alloc(ExprId),
    Not(ExprId),
    Binary(Op, ExprId, ExprId),
    Array(Vec<ExprId>),
    Record(Vec<(Name, ExprId)>),
    Index(ExprId, ExprId),
    Field(ExprId, Name),
    Call(Name, Vec<ExprId>),
}

/// Operators of two operands, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Or,
    And,
    Eq,
    Ne,
    Gt,
    Ge,
    Lt,
    Le,
    Add,
    Sub,
    Mul,
    Div,
}

/// Every operator with its spelling and how tightly it binds.
const OPERATORS: [(Op, &str, u8); 12] = [
    (Op::Or, "||", 1),
    (Op::And, "&&", 2),
    (Op::Eq, "==", 3),
    (Op::Ne, "!=", 4),
    (Op::Gt, ">", 5),
    (Op::Ge, ">=", 5),
    (Op::Lt, "<", 5),
    (Op::Le, "<=", 5),
    (Op::Add, "+", 6),
    (Op::Sub, "-", 6),
    (Op::Mul, "*", 7),
    (Op::Div, "/", 7),
];

impl Op {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        OPERATORS[self as usize].1
    }

    /// How tightly it binds: more is tighter.
    pub fn binding(self) -> u8 {
        OPERATORS[self as usize].2
    }

    /// The operator written like that.
    pub fn from_sign(sign: &str) -> Option<Op> {
        OPERATORS.iter().find(|(_, known, _)| *known == sign).map(|&(op, ..)| op)
    }
}

impl Ast {
    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// Where an expression begins, but for parentheses around its first part.
    pub fn start(&self, mut id: ExprId) -> Pos {
        loop {
            let expr = self.expr(id);
            id = match expr.kind {
                ExprKind::Binary(_, first, _) | ExprKind::Index(first, _) | ExprKind::Field(first, _) => first,
                _ => return expr.pos,
            };
        }
    }

    /// A statement.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }
}

impl ExprKind {
    /// The direct operands, in order of evaluation.
    pub fn operands(&self) -> Vec<ExprId> {
        match self {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Input | ExprKind::Null | ExprKind::Ref(_) => Vec::new(),
            ExprKind::Deref(inner) | ExprKind::Alloc(inner) | ExprKind::Not(inner) | ExprKind::Field(inner, _) => {
                vec![*inner]
            }
            ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => vec![*left, *right],
            ExprKind::Array(items) | ExprKind::Call(_, items) => items.clone(),
            ExprKind::Record(fields) => fields.iter().map(|&(_, value)| value).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_the_declaration() {
        assert!(OPERATORS.iter().enumerate().all(|(index, &(op, ..))| op as usize == index));
    }
}
