//! Scripts as plain data: a list of terms, in which operands come first, and commands.

use bv::Bv;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    Bits(u32),
    Array { index: u32, element: u32 },
}

impl Sort {
    /// The width of a bit-vector.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bits(width) => width,
            other => panic!("{other:?} has no width"),
        }
    }
}

/// A term of a [`Script`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub usize);

/// The operator of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// A declared constant, by its number.
    Symbol(usize),
    Truth(bool),
    Number(Bv),
    /// An operator without indices, by its name.
    Plain(&'static str),
    /// The bits from the first number down to the second.
    Extract(u32, u32),
    /// An operator with one index.
    Indexed(&'static str, u32),
    /// An array with one value everywhere.
    Constant,
}

/// An operator with its operands.
#[derive(Clone, Debug)]
pub struct Node {
    pub op: Op,
    pub args: Vec<TermId>,
    pub sort: Sort,
}

/// A declared constant.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub sort: Sort,
}

/// A command after the declarations.
#[derive(Clone, Debug)]
pub enum Command {
    Assert(TermId),
    Push,
    Pop,
    Check,
    /// Each assumption is a Boolean symbol or its negation.
    CheckAssuming(Vec<TermId>),
}

/// A script.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub symbols: Vec<Symbol>,
    pub nodes: Vec<Node>,
    pub commands: Vec<Command>,
}

impl Script {
    /// Adds a term.
    pub fn add(&mut self, op: Op, args: &[TermId], sort: Sort) -> TermId {
        self.nodes.push(Node { op, args: args.to_vec(), sort });
        TermId(self.nodes.len() - 1)
    }

    /// Adds the application of an operator without indices.
    pub fn plain(&mut self, name: &'static str, args: &[TermId], sort: Sort) -> TermId {
        self.add(Op::Plain(name), args, sort)
    }

    /// Adds a number.
    pub fn number(&mut self, value: Bv) -> TermId {
        let sort = Sort::Bits(value.width());
        self.add(Op::Number(value), &[], sort)
    }

    /// The node of a term.
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.0]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.node(term).sort
    }

    /// The terms that each question asks about: the current assertions and the assumptions.
    pub fn questions(&self) -> Vec<Vec<TermId>> {
        let mut asserted = Vec::new();
        let mut levels = Vec::new();
        let mut questions = Vec::new();
        for command in &self.commands {
            match command {
                Command::Assert(term) => asserted.push(*term),
                Command::Push => levels.push(asserted.len()),
                Command::Pop => asserted.truncate(levels.pop().expect("a level was pushed")),
                Command::Check => questions.push(asserted.clone()),
                Command::CheckAssuming(assumptions) => {
                    questions.push(asserted.iter().chain(assumptions).copied().collect());
                }
            }
        }
        questions
    }
}
