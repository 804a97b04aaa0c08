//! Generates statements.

use super::function::{Generator, Kind};

/// The kinds of statements other than loops; they are equally likely.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Statement {
    If,
    Output,
    /// An assignment to a variable of any kind.
    Variable,
    /// An assignment to a number variable.
    Number,
    /// An assignment to a number in an array, in a record or behind a pointer.
    Part,
    /// An assignment to a variable that is not a number.
    Whole,
}

/// The kinds in programs like those of Rozhoň 2024.
const PLAIN: [Statement; 4] = [Statement::If, Statement::Output, Statement::Variable, Statement::Part];
/// The kinds in more varied programs.
const VARIED: [Statement; 5] = [Statement::If, Statement::Output, Statement::Number, Statement::Part, Statement::Whole];

impl Generator<'_> {
    /// Writes a statement that is `depth` blocks deep.
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
        let all: &[Statement] = if self.shape.varied { &VARIED } else { &PLAIN };
        match *self.random.pick(if blocks { all } else { &all[1..] }) {
            Statement::If => self.branch(level, depth),
            Statement::Output => self.output(level, depth),
            Statement::Variable => match self.random.below(10) {
                0..5 => self.assign_number(level, depth),
                5 => self.assign_whole(level, depth, Kind::Array),
                _ => match &self.kinds()[2..] {
                    [] => self.output(level, depth),
                    others => {
                        let kind = *self.random.pick(others);
                        self.assign_whole(level, depth, kind);
                    }
                },
            },
            Statement::Number => self.assign_number(level, depth),
            Statement::Part => {
                let value = self.number(self.levels(depth, 2));
                let part = self.part();
                self.guarded(level, format!("{part} = {value};"));
            }
            Statement::Whole => {
                let kinds = self.kinds();
                let kind = *self.random.pick(&kinds[1..]);
                self.assign_whole(level, depth, kind);
            }
        }
    }

    /// The maximum number of levels of operators in an expression. In programs like those of Rozhoň 2024, the
    /// blocks around the expression count as levels, too.
    fn levels(&self, depth: u32, varied: u32) -> u32 {
        if self.shape.varied { varied } else { 5_u32.saturating_sub(depth) }
    }

    fn output(&mut self, level: u32, depth: u32) {
        let value = self.number(self.levels(depth, 2));
        self.guarded(level, format!("output {value};"));
    }

    fn assign_number(&mut self, level: u32, depth: u32) {
        let value = self.number(self.levels(depth, 3));
        let target = self.variable(Kind::Number);
        self.guarded(level, format!("{target} = {value};"));
    }

    fn assign_whole(&mut self, level: u32, depth: u32, kind: Kind) {
        let value = self.value(kind, self.levels(depth, 1));
        let target = self.place(kind);
        self.guarded(level, format!("{target} = {value};"));
    }

    fn branch(&mut self, level: u32, depth: u32) {
        let cond = self.guarded_condition(depth);
        self.line(level, format!("if ({cond}) {{"));
        self.block(level, depth);
        if !self.shape.varied || self.random.chance(0.5) {
            self.line(level, "} else {");
            self.block(level, depth);
        }
        self.line(level, "}");
    }

    /// A loop that counts a number variable up to another one; in varied programs, it has a counter that
    /// nothing else assigns to.
    fn counting_loop(&mut self, level: u32, depth: u32) {
        let counter = if self.shape.varied {
            let counter = format!("c{}", self.enter_loop());
            self.line(level, format!("{counter} = 0;"));
            counter
        } else {
            self.variable(Kind::Number)
        };
        let bound = self.variable(Kind::Number);
        self.line(level, format!("while ({counter} < {bound}) {{"));
        self.block(level, depth);
        self.line(level + 1, format!("{counter} = {counter} + 1;"));
        self.line(level, "}");
        if self.shape.varied {
            self.counters -= 1;
        }
    }

    fn general_loop(&mut self, level: u32, depth: u32) {
        let cond = self.guarded_condition(depth);
        self.line(level, format!("while ({cond}) {{"));
        self.block(level, depth);
        self.line(level, "}");
    }

    fn block(&mut self, level: u32, depth: u32) {
        for _ in 0..1 + self.random.below(self.shape.max_block) {
            self.statement(level + 1, depth + 1);
        }
    }

    /// Writes a statement, guarded by a condition if its expressions need one.
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

    fn guarded_condition(&mut self, depth: u32) -> String {
        let cond = self.condition(self.levels(depth, 0));
        match self.needed() {
            None => cond,
            Some(needs) => format!("{needs} && ({cond})"),
        }
    }

    /// An expression to return, which cannot be guarded: if it needs a guard, it is assigned to a variable
    /// first.
    pub fn guarded_result(&mut self, kind: Kind) -> String {
        let value = self.value(kind, 2);
        if self.needs.is_empty() {
            return value;
        }
        let target = kind.name(0);
        self.guarded(1, format!("{target} = {value};"));
        target
    }

    /// The guard for the expressions generated since the last statement; a few of the conditions are left out
    /// on purpose.
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
