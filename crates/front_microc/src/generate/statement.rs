//! Statements.

use super::NUMBERS;
use super::function::{Generator, Kind};

/// The kinds of statements without loops, which are chosen with equal chance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Statement {
    If,
    Output,
    Number,
    /// A number in an array, in a record or behind a pointer.
    Part,
    /// A variable that is no number.
    Whole,
}

impl Generator<'_> {
    /// Writes a statement that lies so many blocks deep.
    pub fn statement(&mut self, level: u32, depth: u32) {
        let enough = self.begin_statement();
        let blocks = !enough && depth < self.shape.max_depth;
        let draw = self.random.share();
        if blocks && draw < self.shape.for_loops {
            return self.counting_loop(level, depth);
        }
        if blocks && draw < self.shape.for_loops + self.shape.loops {
            return self.general_loop(level, depth);
        }
        let all = [Statement::If, Statement::Output, Statement::Number, Statement::Part, Statement::Whole];
        match *self.random.pick(if blocks { &all } else { &all[1..] }) {
            Statement::If => self.branch(level, depth),
            Statement::Output => {
                let value = self.number(2);
                self.guarded(level, format!("output {value};"));
            }
            Statement::Number => {
                let value = self.number(3);
                let target = self.random.below(NUMBERS);
                self.guarded(level, format!("n{target} = {value};"));
            }
            Statement::Part => {
                let value = self.number(2);
                let part = self.part();
                self.guarded(level, format!("{part} = {value};"));
            }
            Statement::Whole => {
                let kinds = self.kinds();
                let kind = *self.random.pick(&kinds[1..]);
                let value = self.value(kind, 1);
                let target = self.place(kind);
                self.guarded(level, format!("{target} = {value};"));
            }
        }
    }

    fn branch(&mut self, level: u32, depth: u32) {
        let cond = self.guarded_condition();
        self.line(level, format!("if ({cond}) {{"));
        self.block(level, depth);
        if self.random.chance(0.5) {
            self.line(level, "} else {");
            self.block(level, depth);
        }
        self.line(level, "}");
    }

    fn counting_loop(&mut self, level: u32, depth: u32) {
        let counter = self.enter_loop();
        let bound = self.random.below(NUMBERS);
        self.line(level, format!("c{counter} = 0;"));
        self.line(level, format!("while (c{counter} < n{bound}) {{"));
        self.block(level, depth);
        self.line(level + 1, format!("c{counter} = c{counter} + 1;"));
        self.line(level, "}");
        self.counters -= 1;
    }

    fn general_loop(&mut self, level: u32, depth: u32) {
        let cond = self.guarded_condition();
        self.line(level, format!("while ({cond}) {{"));
        self.block(level, depth);
        self.line(level, "}");
    }

    fn block(&mut self, level: u32, depth: u32) {
        for _ in 0..1 + self.random.below(self.shape.max_block) {
            self.statement(level + 1, depth + 1);
        }
    }

    /// Writes a statement, behind a condition if its expressions need one.
    fn guarded(&mut self, level: u32, statement: String) {
        match self.needed() {
            None => self.line(level, statement),
            Some(needs) => {
                self.line(level, format!("if ({needs}) {{"));
                self.line(level + 1, statement);
                self.line(level, "}");
            }
        }
    }

    fn guarded_condition(&mut self) -> String {
        let cond = self.condition();
        match self.needed() {
            None => cond,
            Some(needs) => format!("{needs} && ({cond})"),
        }
    }

    /// An expression for the end of a function, which no condition can stand before: what needs one goes to a variable.
    pub fn guarded_result(&mut self, kind: Kind) -> String {
        let value = self.value(kind, 2);
        if self.needs.is_empty() {
            return value;
        }
        let target = kind.name(0);
        self.guarded(1, format!("{target} = {value};"));
        target
    }

    /// What the expressions since the last statement need; a few of the needs are forgotten.
    fn needed(&mut self) -> Option<String> {
        let mut needs = std::mem::take(&mut self.needs);
        needs.retain(|_| !self.random.chance(0.02));
        let mut kept: Vec<String> = Vec::new();
        for need in needs {
            if !kept.contains(&need) {
                kept.push(need);
            }
        }
        (!kept.is_empty()).then(|| kept.join(" && "))
    }
}
