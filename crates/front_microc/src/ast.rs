//! The syntax tree. Nodes are kept in two lists and refer to each other by index, so dropping or copying a tree
//! needs no recursion, and later passes keep what they know about a node in lists of the same length.

use crate::source::Pos;

/// The index of an expression in [`Ast::exprs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);

/// The index of a statement in [`Ast::stmts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

/// The tree of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ast {
    /// The functions, in the order of the text.
    pub functions: Vec<Function>,
    /// All expressions; operands come before the expressions that use them.
    pub exprs: Vec<Expr>,
    /// All statements; parts come before the statements that contain them.
    pub stmts: Vec<Stmt>,
}

/// A name where it is declared or mentioned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it is in the source.
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
    /// The position of its `return`.
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
    /// Where messages about it point: to its operator, for an index expression to the index, otherwise to its
    /// start.
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

/// Binary operators, from the loosest to the tightest.
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

/// Every operator with its spelling and its binding strength.
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

    /// How tightly it binds; a greater number is tighter.
    pub fn binding(self) -> u8 {
        OPERATORS[self as usize].2
    }

    /// The operator with that spelling.
    pub fn from_sign(sign: &str) -> Option<Op> {
        OPERATORS.iter().find(|(_, known, _)| *known == sign).map(|&(op, ..)| op)
    }
}

impl Ast {
    /// The expression with that id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The start of an expression, apart from parentheses around its first operand.
    pub fn start(&self, mut id: ExprId) -> Pos {
        loop {
            let expr = self.expr(id);
            id = match expr.kind {
                ExprKind::Binary(_, first, _) | ExprKind::Index(first, _) | ExprKind::Field(first, _) => first,
                _ => return expr.pos,
            };
        }
    }

    /// The statement with that id.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }
}

impl ExprKind {
    /// The direct operands, in the order of evaluation.
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
