//! Programs of loops over buffers: what they consist of, and how they are drawn.

use test_support::Random;

/// The greatest size of the input.
pub const MOST_BYTES: u32 = 3;
/// The number of local variables of a function, which are registers of the IR.
pub const LOCALS: usize = 2;
/// The number of global variables, which are in memory.
pub const GLOBALS: usize = 2;
/// The buffers: the input, one of zeros of the same size, and a pointer that is one of both or a new object.
pub const BUFFERS: usize = 3;
/// The number of the pointer that is assigned to.
pub const POINTER: usize = 2;
/// Indices are taken modulo this number, so that they are in a buffer or a little behind it.
pub const INDICES: u32 = 4;

/// A program. The first function is `main`, which has no argument; a function calls only those behind it.
pub struct Program {
    pub functions: Vec<Function>,
    /// Whether the input is copied into its buffer at once or byte by byte.
    pub copied_at_once: bool,
}

/// A function. Its argument is the first local variable.
pub struct Function {
    pub body: Vec<Statement>,
    pub result: Expr,
    /// The line of the result.
    pub line: u32,
}

pub struct Statement {
    pub line: u32,
    pub action: Action,
}

pub enum Action {
    Local(usize, Expr),
    Global(usize, Expr),
    Store {
        buffer: usize,
        index: Expr,
        value: Expr,
    },
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// Counts a variable of the loop from zero up.
    Loop {
        below: Below,
        body: Vec<Statement>,
    },
    Break,
    Call {
        local: usize,
        function: usize,
        argument: Expr,
    },
    Check(Condition),
    Exit(Expr),
    Return(Expr),
    /// The pointer becomes a new object of zeros; the size is taken modulo four.
    Allocate(Expr),
    /// The pointer becomes one of the other buffers.
    Point(usize),
}

/// The bound of a loop.
#[derive(Clone, Copy)]
pub enum Below {
    Size,
    Number(u32),
}

pub enum Expr {
    Number(u32),
    Local(usize),
    Global(usize),
    /// The variable of a loop around, the innermost being 0.
    Counter(usize),
    Size,
    Byte {
        buffer: usize,
        index: Box<Expr>,
    },
    Pair(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy)]
pub enum Operator {
    Add,
    Sub,
    Xor,
    And,
    Mul,
}

pub struct Condition {
    pub relation: Relation,
    pub left: Expr,
    pub right: Expr,
}

#[derive(Clone, Copy)]
pub enum Relation {
    Equal,
    Different,
    Less,
    SignedLess,
}

/// Draws a program.
pub fn generate(random: &mut Random) -> Program {
    let count = 1 + random.below(3_usize);
    let mut draw = Draw { random, line: 0, functions: count, function: 0, loops: 0, budget: 0 };
    let functions = (0..count).map(|number| draw.function(number)).collect();
    Program { functions, copied_at_once: random.one_in(2) }
}

struct Draw<'r> {
    random: &'r mut Random,
    /// The last line that was used.
    line: u32,
    functions: usize,
    /// The function under way.
    function: usize,
    /// The number of loops around the statement under way.
    loops: usize,
    /// The number of statements that the function may still have.
    budget: u32,
}

impl Draw<'_> {
    fn function(&mut self, number: usize) -> Function {
        (self.function, self.loops) = (number, 0);
        self.budget = if number == 0 { 9 } else { 5 };
        let mut body = Vec::new();
        // Without a loop there is little to join.
        if number == 0 || self.random.one_in(2) {
            body.push(self.counting());
        }
        body.extend(self.block(0));
        let line = self.next_line();
        Function { body, result: self.expr(2), line }
    }

    fn next_line(&mut self) -> u32 {
        self.line += 1;
        self.line
    }

    fn block(&mut self, depth: u32) -> Vec<Statement> {
        let mut body = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            body.push(self.statement(depth));
        }
        // What leaves comes last.
        if depth > 0 && self.random.one_in(5) {
            let line = self.next_line();
            let action = match self.random.below(4) {
                0 => Action::Exit(self.expr(1)),
                1 => Action::Return(self.expr(1)),
                _ if self.loops > 0 => Action::Break,
                _ => Action::Return(self.expr(1)),
            };
            body.push(Statement { line, action });
        }
        body
    }

    fn counting(&mut self) -> Statement {
        let line = self.next_line();
        let below = if self.random.one_in(3) { Below::Number(2) } else { Below::Size };
        self.loops += 1;
        let body = self.block(2);
        self.loops -= 1;
        Statement { line, action: Action::Loop { below, body } }
    }

    fn statement(&mut self, depth: u32) -> Statement {
        if self.loops < 2 && depth < 3 && self.random.one_in(5) {
            return self.counting();
        }
        let line = self.next_line();
        let action = match self.random.below(12) {
            0 | 1 => Action::Local(self.random.below(LOCALS), self.expr(2)),
            2 | 3 => Action::Global(self.random.below(GLOBALS), self.expr(2)),
            4 => Action::Store { buffer: self.random.below(BUFFERS), index: self.index(), value: self.expr(2) },
            5 if self.function + 1 < self.functions => {
                let function = self.function + 1 + self.random.below(self.functions - self.function - 1);
                Action::Call { local: self.random.below(LOCALS), function, argument: self.expr(1) }
            }
            6 => Action::Check(self.rarely_false()),
            7 if self.random.one_in(2) => Action::Allocate(self.expr(1)),
            7 => Action::Point(self.random.below(POINTER)),
            _ if depth < 4 => {
                let condition = self.condition();
                let then = self.block(depth + 1);
                let other = if self.random.one_in(2) { self.block(depth + 1) } else { Vec::new() };
                Action::If(condition, then, other)
            }
            _ => Action::Global(self.random.below(GLOBALS), self.expr(2)),
        };
        Statement { line, action }
    }

    fn condition(&mut self) -> Condition {
        use Relation::{Different, Equal, Less, SignedLess};
        let relation = self.random.pick(&[Equal, Equal, Different, Less, Less, SignedLess]);
        let left = if self.random.one_in(2) { self.byte() } else { self.expr(2) };
        Condition { relation, left, right: self.expr(0) }
    }

    /// A condition that mostly holds.
    fn rarely_false(&mut self) -> Condition {
        let relation = if self.random.one_in(2) { Relation::Different } else { Relation::Less };
        let right = Expr::Number(2 + 40 * self.random.below(8_u32));
        Condition { relation, left: self.expr(2), right }
    }

    fn byte(&mut self) -> Expr {
        Expr::Byte { buffer: self.random.below(BUFFERS), index: Box::new(self.index()) }
    }

    /// An index that is mostly within the buffer.
    fn index(&mut self) -> Expr {
        if self.loops > 0 && !self.random.one_in(6) {
            return Expr::Counter(self.random.below(self.loops));
        }
        if self.random.one_in(2) { Expr::Number(self.random.below(2_u32)) } else { self.expr(1) }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth > 0 && self.random.one_in(2) {
            use Operator::{Add, And, Mul, Sub, Xor};
            let operator = self.random.pick(&[Add, Add, Sub, Xor, And, Mul]);
            let left = self.expr(depth - 1);
            // Products of inputs are hard questions, and not what this is about.
            let right = match operator {
                Mul => Expr::Number(1 + self.random.below(3_u32)),
                _ => self.expr(depth - 1),
            };
            return Expr::Pair(operator, Box::new(left), Box::new(right));
        }
        match self.random.below(8) {
            0 if depth > 0 => self.byte(),
            1 | 2 => Expr::Global(self.random.below(GLOBALS)),
            3 | 4 => Expr::Local(self.random.below(LOCALS)),
            5 if self.loops > 0 => Expr::Counter(self.random.below(self.loops)),
            6 => Expr::Size,
            _ => Expr::Number(self.random.pick(&[0, 1, 2, 97, 255])),
        }
    }
}
