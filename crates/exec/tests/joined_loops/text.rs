//! A program as the text of the IR. Local variables and those of loops are registers, global ones are in memory.

use std::fmt::Write as _;

use crate::program::{Action, Below, Condition, Expr, Function, INDICES, LOCALS, MOST_BYTES, Operator, POINTER};
use crate::program::{Program, Relation, Statement};

/// The text of a program. The lines of its positions are those of the statements.
pub fn text(program: &Program) -> String {
    let mut text = format!(
        "file 0 \"loops\"
global @bytes size {MOST_BYTES} align 8
global @size size 4 align 8
global @globals size 16 align 8
global @buffers size 24 align 8
declare @klee_make_symbolic(64, 64, 64)
declare @klee_range(32, 32, 64) -> 32
declare @malloc(64) -> 64
declare @calloc(64, 64) -> 64
declare @memcpy(64, 64, 64) -> 64
declare @exit(32)
"
    );
    for (number, function) in program.functions.iter().enumerate() {
        text += &Writer::default().function(number, function, program.copied_at_once);
    }
    text
}

#[derive(Default)]
struct Writer {
    is_main: bool,
    /// The text of each block. One that nothing leads to stays empty.
    blocks: Vec<String>,
    /// The block under way.
    block: usize,
    /// The number of the next register.
    register: u32,
    /// What holds the local variables, and those of the loops, outermost first.
    locals: Vec<String>,
    counters: Vec<String>,
    /// Where a `break` in each of the loops leads to.
    exits: Vec<usize>,
    line: u32,
    /// Whether the block under way has its last instruction.
    is_over: bool,
}

impl Writer {
    fn function(mut self, number: usize, function: &Function, copied_at_once: bool) -> String {
        self.is_main = number == 0;
        self.locals = vec!["0:32".to_owned(); LOCALS];
        let first = self.new_block();
        self.begin(first, "");
        let mut text = if self.is_main {
            self.input(copied_at_once);
            "func @main() -> 32 frame 16 {\n".to_owned()
        } else {
            self.register = 1;
            self.locals[0] = "%0".to_owned();
            format!("func @f{number}(%0:32) -> 32 frame 16 {{\n")
        };
        self.statements(&function.body);
        if !self.is_over {
            self.line = function.line;
            let value = self.expr(&function.result);
            self.leave(&value);
        }
        for (number, block) in self.blocks.iter().enumerate() {
            text += &if block.is_empty() { format!("b{number}:\n  unreachable\n") } else { block.clone() };
        }
        text + "}\n"
    }

    /// Makes the input, and the buffers of its size.
    fn input(&mut self, copied_at_once: bool) {
        self.tell(&format!("call @klee_make_symbolic(@bytes, {MOST_BYTES}:64, 0:64)"));
        let size = self.assign(32, &format!("call @klee_range(0:32, {}:32, 0:64)", MOST_BYTES + 1));
        self.tell(&format!("store @size, {size}"));
        let wide = self.assign(64, &format!("zext {size}"));
        let buffer = self.assign(64, &format!("call @malloc({wide})"));
        let zeros = self.assign(64, &format!("call @calloc({wide}, 1:64)"));
        self.tell(&format!("store @buffers, {buffer}"));
        self.tell(&format!("store @buffers+8, {zeros}"));
        self.tell(&format!("store @buffers+16, {buffer}"));
        if copied_at_once {
            self.assign(64, &format!("call @memcpy({buffer}, @bytes, {wide})"));
            return;
        }
        let [head, body, exit] = [self.new_block(), self.new_block(), self.new_block()];
        self.end(&format!("jump b{head}(0:64)"));
        let counter = self.new_register();
        self.begin(head, &format!("({counter}:64)"));
        let goes_on = self.assign(1, &format!("ult {counter}, {wide}"));
        self.end(&format!("branch {goes_on}, b{body}, b{exit}"));
        self.begin(body, "");
        let from = self.assign(64, &format!("add @bytes, {counter}"));
        let to = self.assign(64, &format!("add {buffer}, {counter}"));
        let byte = self.assign(8, &format!("load {from}"));
        self.tell(&format!("store {to}, {byte}"));
        let next = self.assign(64, &format!("add {counter}, 1:64"));
        self.end(&format!("jump b{head}({next})"));
        self.begin(exit, "");
    }

    fn new_register(&mut self) -> String {
        self.register += 1;
        format!("%{}", self.register - 1)
    }

    fn new_block(&mut self) -> usize {
        self.blocks.push(String::new());
        self.blocks.len() - 1
    }

    fn position(&self) -> String {
        if self.line == 0 { String::new() } else { format!(" !0:{}:1", self.line) }
    }

    fn tell(&mut self, instruction: &str) {
        let position = self.position();
        let _ = writeln!(self.blocks[self.block], "  {instruction}{position}");
    }

    fn assign(&mut self, width: u32, value: &str) -> String {
        let register = self.new_register();
        self.tell(&format!("{register}:{width} = {value}"));
        register
    }

    fn end(&mut self, terminator: &str) {
        self.tell(terminator);
        self.is_over = true;
    }

    fn begin(&mut self, block: usize, parameters: &str) {
        self.block = block;
        let _ = writeln!(self.blocks[block], "b{block}{parameters}:");
        self.is_over = false;
    }

    /// Begins a block that gets the local variables as parameters.
    fn begin_with_locals(&mut self, block: usize) {
        self.locals = (0..LOCALS).map(|_| self.new_register()).collect();
        let parameters: Vec<String> = self.locals.iter().map(|local| format!("{local}:32")).collect();
        self.begin(block, &format!("({})", parameters.join(", ")));
    }

    fn locals(&self) -> String {
        self.locals.join(", ")
    }

    fn leave(&mut self, value: &str) {
        let value = if self.is_main { self.assign(32, &format!("and {value}, 255:32")) } else { value.to_owned() };
        self.end(&format!("return {value}"));
    }

    fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            if self.is_over {
                return;
            }
            self.line = statement.line;
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.action {
            Action::Local(local, expr) => self.locals[*local] = self.expr(expr),
            Action::Global(global, expr) => {
                let value = self.expr(expr);
                self.tell(&format!("store @globals+{}, {value}", 4 * global));
            }
            Action::Store { buffer, index, value } => {
                let index = self.expr(index);
                let value = self.expr(value);
                let address = self.address(*buffer, &index);
                let byte = self.assign(8, &format!("trunc {value}"));
                self.tell(&format!("store {address}, {byte}"));
            }
            Action::If(condition, then, other) => self.branch(condition, then, other),
            Action::Loop { below, body } => self.counting(*below, body),
            Action::Break => {
                let (exit, locals) = (*self.exits.last().expect("a break is in a loop"), self.locals());
                self.end(&format!("jump b{exit}({locals})"));
            }
            Action::Call { local, function, argument } => {
                let argument = self.expr(argument);
                self.locals[*local] = self.assign(32, &format!("call @f{function}({argument})"));
            }
            Action::Check(condition) => {
                let holds = self.condition(condition);
                self.tell(&format!("check {holds}, assert, \"it holds\""));
            }
            Action::Exit(expr) => {
                let value = self.expr(expr);
                let status = self.assign(32, &format!("and {value}, 255:32"));
                self.tell(&format!("call @exit({status})"));
                self.end("unreachable");
            }
            Action::Return(expr) => {
                let value = self.expr(expr);
                self.leave(&value);
            }
            Action::Allocate(expr) => {
                let size = self.expr(expr);
                let small = self.assign(32, &format!("and {size}, 3:32"));
                let wide = self.assign(64, &format!("zext {small}"));
                let object = self.assign(64, &format!("call @calloc({wide}, 1:64)"));
                self.tell(&format!("store @buffers+{}, {object}", 8 * POINTER));
            }
            Action::Point(buffer) => {
                let object = self.assign(64, &format!("load @buffers+{}", 8 * buffer));
                self.tell(&format!("store @buffers+{}, {object}", 8 * POINTER));
            }
        }
    }

    fn branch(&mut self, condition: &Condition, then: &[Statement], other: &[Statement]) {
        let holds = self.condition(condition);
        let [yes, no, join] = [self.new_block(), self.new_block(), self.new_block()];
        let before = self.locals.clone();
        self.end(&format!("branch {holds}, b{yes}, b{no}"));
        let mut goes_on = false;
        for (block, body) in [(yes, then), (no, other)] {
            self.begin(block, "");
            self.locals.clone_from(&before);
            self.statements(body);
            if !self.is_over {
                let locals = self.locals();
                self.end(&format!("jump b{join}({locals})"));
                goes_on = true;
            }
        }
        if goes_on {
            self.begin_with_locals(join);
        }
    }

    fn counting(&mut self, below: Below, body: &[Statement]) {
        let [head, inside, exit] = [self.new_block(), self.new_block(), self.new_block()];
        let locals = self.locals();
        self.end(&format!("jump b{head}(0:32, {locals})"));
        let counter = self.new_register();
        self.locals = (0..LOCALS).map(|_| self.new_register()).collect();
        let parameters: Vec<String> =
            [&counter].into_iter().chain(&self.locals).map(|parameter| format!("{parameter}:32")).collect();
        self.begin(head, &format!("({})", parameters.join(", ")));
        let below = match below {
            Below::Size => self.assign(32, "load @size"),
            Below::Number(number) => format!("{number}:32"),
        };
        let goes_on = self.assign(1, &format!("ult {counter}, {below}"));
        let locals = self.locals();
        self.end(&format!("branch {goes_on}, b{inside}, b{exit}({locals})"));
        self.begin(inside, "");
        self.counters.push(counter.clone());
        self.exits.push(exit);
        self.statements(body);
        self.counters.pop();
        self.exits.pop();
        if !self.is_over {
            let next = self.assign(32, &format!("add {counter}, 1:32"));
            let locals = self.locals();
            self.end(&format!("jump b{head}({next}, {locals})"));
        }
        self.begin_with_locals(exit);
    }

    fn condition(&mut self, condition: &Condition) -> String {
        let left = self.expr(&condition.left);
        let right = self.expr(&condition.right);
        let relation = match condition.relation {
            Relation::Equal => "eq",
            Relation::Different => "ne",
            Relation::Less => "ult",
            Relation::SignedLess => "slt",
        };
        self.assign(1, &format!("{relation} {left}, {right}"))
    }

    fn address(&mut self, buffer: usize, index: &str) -> String {
        let small = self.assign(32, &format!("and {index}, {}:32", INDICES - 1));
        let wide = self.assign(64, &format!("zext {small}"));
        let object = self.assign(64, &format!("load @buffers+{}", 8 * buffer));
        self.assign(64, &format!("add {object}, {wide}"))
    }

    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) => format!("{number}:32"),
            Expr::Local(local) => self.locals[*local].clone(),
            Expr::Global(global) => self.assign(32, &format!("load @globals+{}", 4 * global)),
            Expr::Counter(out) => self.counters[self.counters.len() - 1 - out].clone(),
            Expr::Size => self.assign(32, "load @size"),
            Expr::Byte { buffer, index } => {
                let index = self.expr(index);
                let address = self.address(*buffer, &index);
                let byte = self.assign(8, &format!("load {address}"));
                self.assign(32, &format!("zext {byte}"))
            }
            Expr::Pair(operator, left, right) => {
                let left = self.expr(left);
                let right = self.expr(right);
                let name = match operator {
                    Operator::Add => "add",
                    Operator::Sub => "sub",
                    Operator::Xor => "xor",
                    Operator::And => "and",
                    Operator::Mul => "mul",
                };
                self.assign(32, &format!("{name} {left}, {right}"))
            }
        }
    }
}
