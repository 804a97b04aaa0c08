//! Random programs: well typed, every variable initialised before it is used, errors where chance puts them.
//!
//! The parameters are those of the thesis on microc (chapters 5.1 and 6.1) and more: several functions, records, pointers,
//! indices that are no constants, and a mode for large programs with few errors, in which what could fail is protected by a
//! condition most of the time. Statements and expressions are chosen uniformly but for loops, whose share is a parameter.

use std::fmt::Write as _;

/// What programs to make.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The share of counting loops among statements.
    pub for_loops: f64,
    /// The share of loops with any condition among statements.
    pub loops: f64,
    /// How deep blocks lie within each other at most.
    pub max_depth: u32,
    /// How many statements a function's body has at most, its initial assignments aside.
    pub max_top_level: u32,
    /// How many statements a block has at most.
    pub max_block: u32,
    /// Whether a statement that fails for certain is put somewhere.
    pub error_guaranteed: bool,
    /// Whether there are divisions.
    pub divisions: bool,
    /// How many functions there are besides `main`.
    pub functions: u32,
    /// Whether there are records.
    pub records: bool,
    /// Whether there are pointers.
    pub pointers: bool,
    /// Whether indices may be any expressions.
    pub symbolic_indices: bool,
    /// Whether what could fail mostly stands behind a condition that keeps it from failing.
    pub guarded: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            for_loops: 0.1,
            loops: 0.15,
            max_depth: 3,
            max_top_level: 10,
            max_block: 4,
            error_guaranteed: false,
            divisions: false,
            functions: 0,
            records: false,
            pointers: false,
            symbolic_indices: false,
            guarded: false,
        }
    }
}

/// A program; the same seed and shape give the same one.
pub fn generate(shape: &Shape, seed: u64) -> String {
    let mut generator = Generator { shape, random: Random::new(seed), out: String::new(), callable: 0, counters: 0 };
    let error_in = if shape.error_guaranteed { Some(generator.below(shape.functions + 1)) } else { None };
    for index in 0..=shape.functions {
        generator.function(index, error_in == Some(index));
    }
    generator.out
}

/// How many variables of each sort a function has.
const NUMBERS: u32 = 4;
/// The elements of the arrays.
const LENGTH: u32 = 4;
/// The counters of loops, which nothing else assigns.
const COUNTERS: u32 = 8;

struct Random(u64);

impl Random {
    /// Neighbouring seeds must not give similar programs.
    fn new(seed: u64) -> Random {
        let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Random((mixed ^ (mixed >> 31)) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }
}

struct Generator<'a> {
    shape: &'a Shape,
    random: Random,
    out: String,
    /// How many functions are written already, and so can be called without recursion.
    callable: u32,
    /// The loops around the place under way.
    counters: u32,
}

impl Generator<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        (self.random.next() % u64::from(bound.max(1))) as u32
    }

    fn chance(&mut self, share: f64) -> bool {
        (self.random.next() % 1_000_000) as f64 / 1e6 < share
    }

    fn line(&mut self, level: u32, text: &str) {
        writeln!(self.out, "{}{text}", "  ".repeat(level as usize)).expect("a string takes everything");
    }

    fn function(&mut self, index: u32, error: bool) {
        let last = index == self.shape.functions;
        let name = if last { "main()".to_owned() } else { format!("f{index}(x, y)") };
        self.line(0, &format!("{name} {{"));
        let names = |letter: char, count: u32| (0..count).map(move |number| format!("{letter}{number}"));
        let mut vars: Vec<String> = names('n', NUMBERS).chain(names('c', COUNTERS)).chain(names('a', 2)).collect();
        vars.extend(self.shape.records.then(|| "r0".to_owned()));
        vars.extend(self.shape.pointers.then(|| names('p', 2).collect::<Vec<_>>()).into_iter().flatten());
        self.line(1, &format!("var {};", vars.join(", ")));
        for number in 0..NUMBERS {
            let first = match (last, number) {
                (true, 0 | 1) => "input".to_owned(),
                (false, 0) => "x".to_owned(),
                (false, 1) => "y".to_owned(),
                _ => self.literal(),
            };
            self.line(1, &format!("n{number} = {first};"));
        }
        for number in 0..COUNTERS {
            self.line(1, &format!("c{number} = 0;"));
        }
        for number in 0..2 {
            let items: Vec<String> = (0..LENGTH).map(|_| self.literal()).collect();
            self.line(1, &format!("a{number} = [{}];", items.join(", ")));
        }
        if self.shape.records {
            let text = format!("r0 = {{f: {}, g: n0}};", self.literal());
            self.line(1, &text);
        }
        if self.shape.pointers {
            let text = format!("p0 = &n2;\n  p1 = alloc {};", self.literal());
            self.line(1, &text);
        }
        let count = 1 + self.below(self.shape.max_top_level);
        let error_at = if error { Some(self.below(count)) } else { None };
        for number in 0..count {
            if error_at == Some(number) {
                self.certain_error();
            }
            self.statement(1, 0);
        }
        let result = self.expr(2);
        self.line(1, &format!("return {result};"));
        self.line(0, "}");
        self.callable = index + 1;
    }

    fn certain_error(&mut self) {
        let text = match self.below(3) {
            0 => "n3 = 1 / 0;".to_owned(),
            1 => format!("n3 = a0[{LENGTH}];"),
            _ => "n3 = *null;".to_owned(),
        };
        self.line(1, &text);
    }

    fn statement(&mut self, level: u32, depth: u32) {
        let deeper = depth < self.shape.max_depth;
        if deeper && self.chance(self.shape.for_loops) && self.counters < COUNTERS {
            return self.counting_loop(level, depth);
        }
        if deeper && self.chance(self.shape.loops) {
            let cond = self.condition();
            self.line(level, &format!("while ({cond}) {{"));
            self.block(level, depth);
            return self.line(level, "}");
        }
        match self.below(if deeper { 6 } else { 5 }) {
            5 => {
                let cond = self.condition();
                self.line(level, &format!("if ({cond}) {{"));
                self.block(level, depth);
                if self.chance(0.5) {
                    self.line(level, "} else {");
                    self.block(level, depth);
                }
                self.line(level, "}");
            }
            4 => {
                let value = self.expr(2);
                self.line(level, &format!("output {value};"));
            }
            3 if self.shape.pointers => self.pointer_statement(level),
            2 => self.array_statement(level),
            1 if self.shape.records => {
                let value = self.expr(2);
                let field = if self.chance(0.5) { "f" } else { "g" };
                self.line(level, &format!("r0.{field} = {value};"));
            }
            _ => {
                let value = self.expr(3);
                let target = self.below(NUMBERS);
                self.line(level, &format!("n{target} = {value};"));
            }
        }
    }

    fn counting_loop(&mut self, level: u32, depth: u32) {
        let counter = self.counters;
        self.counters += 1;
        let rounds = if self.chance(0.5) { self.below(4).to_string() } else { format!("n{}", self.below(NUMBERS)) };
        self.line(level, &format!("c{counter} = 0;"));
        self.line(level, &format!("while (c{counter} < {rounds}) {{"));
        self.block(level, depth);
        self.line(level + 1, &format!("c{counter} = c{counter} + 1;"));
        self.line(level, "}");
        self.counters -= 1;
    }

    fn block(&mut self, level: u32, depth: u32) {
        for _ in 0..=self.below(self.shape.max_block) {
            self.statement(level + 1, depth + 1);
        }
    }

    fn pointer_statement(&mut self, level: u32) {
        let number = self.below(NUMBERS);
        let text = match self.below(6) {
            0 => format!("p0 = &n{number};"),
            1 => "p1 = p0;".to_owned(),
            2 => format!("p1 = alloc {};", self.expr(1)),
            3 if !self.shape.guarded => "p1 = null;".to_owned(),
            4 => format!("n{number} = p0 == p1;"),
            _ => {
                let value = self.expr(1);
                self.protect("p1 != null", format!("*p1 = {value};"))
            }
        };
        self.line(level, &text);
    }

    fn array_statement(&mut self, level: u32) {
        let array = self.below(2);
        let text = match self.below(8) {
            0 => "a0 = a1;".to_owned(),
            1 if !self.shape.guarded => {
                let items: Vec<String> = (0..LENGTH - 1).map(|_| self.literal()).collect();
                format!("a{array} = [{}];", items.join(", "))
            }
            _ => {
                let value = self.expr(1);
                let index = self.index();
                let guard = format!("{index} >= 0 && {index} < {LENGTH}");
                self.protect(&guard, format!("a{array}[{index}] = {value};"))
            }
        };
        self.line(level, &text);
    }

    /// In guarded programs, a statement behind a condition, nineteen times out of twenty.
    fn protect(&mut self, guard: &str, statement: String) -> String {
        if self.shape.guarded && self.chance(0.95) { format!("if ({guard}) {{ {statement} }}") } else { statement }
    }

    fn index(&mut self) -> String {
        if self.shape.symbolic_indices && self.chance(0.3) {
            return format!("n{}", self.below(NUMBERS));
        }
        self.below(LENGTH).to_string()
    }

    fn literal(&mut self) -> String {
        (i64::from(self.below(21)) - 10).to_string()
    }

    fn condition(&mut self) -> String {
        let operator = ["==", "!=", ">", ">=", "<", "<="][self.below(6) as usize];
        let (left, right) = (self.expr(1), self.expr(1));
        let plain = format!("{left} {operator} {right}");
        match self.below(6) {
            0 => format!("({plain}) && n{} > {}", self.below(NUMBERS), self.literal()),
            1 => format!("({plain}) || !n{}", self.below(NUMBERS)),
            _ => plain,
        }
    }

    /// A number, of at most that many levels of operators; what is not one word stands in parentheses.
    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(0.3) {
            return self.leaf();
        }
        let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
        match self.below(7) {
            0 => format!("({left} - {right})"),
            1 => format!("({left} * {})", self.literal()),
            2 if self.shape.divisions => match self.shape.guarded && self.chance(0.95) {
                true => format!("({left} / ({right} * 2 + 1))"),
                false => format!("({left} / {right})"),
            },
            3 => format!("({left} > {right})"),
            4 => format!("(!{left})"),
            5 if self.callable > 0 => format!("f{}({left}, {right})", self.below(self.callable)),
            _ => format!("({left} + {right})"),
        }
    }

    fn leaf(&mut self) -> String {
        match self.below(8) {
            0 | 1 => self.literal(),
            2 => format!("a{}[{}]", self.below(2), self.below(LENGTH)),
            3 if self.shape.records => "r0.f".to_owned(),
            4 if self.shape.pointers => "(*p0)".to_owned(),
            5 if self.chance(0.2) => "input".to_owned(),
            _ => format!("n{}", self.below(NUMBERS)),
        }
    }
}
