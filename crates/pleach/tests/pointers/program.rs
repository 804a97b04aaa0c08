//! A C program under construction: its inputs, its lines, and what all shapes of data need to write theirs.
//!
//! A program is a function of a few small numbers, `program17(a, b)`, whose result is computed from everything that it
//! did. Each statement that accesses memory stands on a line of its own behind an `L`, which natively notes the line:
//! so the place of a crash is known without a debugger. A line never has two accesses that may fail in two ways.

use test_support::Random;

/// The names of the inputs.
const INPUTS: [&str; 3] = ["a", "b", "c"];

/// A program under construction.
pub struct Program {
    /// What decides everything.
    pub random: Random,
    /// The program's number, which makes its global names unique.
    pub number: u64,
    /// For each input, how many values it has, from 0 on.
    pub inputs: Vec<u64>,
    /// Types, global variables and functions.
    pub globals: Vec<String>,
    /// The statements of the function.
    body: Vec<String>,
    depth: usize,
    names: u64,
}

impl Program {
    /// The program of a seed, empty so far.
    pub fn new(seed: u64, number: u64) -> Program {
        let mut random = Random::new(seed);
        let inputs = match random.below(4) {
            0 => vec![random.below(6u64) + 3],
            1 => (0..3).map(|_| random.below(2u64) + 2).collect(),
            _ => (0..2).map(|_| random.below(4u64) + 3).collect(),
        };
        Program { random, number, inputs, globals: Vec::new(), body: Vec::new(), depth: 1, names: 0 }
    }

    /// A name that no other variable of the unit has.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}_{}", self.number, self.names)
    }

    /// A statement that accesses no memory but local variables of known values, or the beginning or end of a block.
    pub fn plain(&mut self, text: &str) {
        if text.starts_with('}') {
            self.depth -= 1;
        }
        self.body.push(format!("{}{text}", "    ".repeat(self.depth)));
        if text.ends_with('{') {
            self.depth += 1;
        }
    }

    /// A statement that accesses memory, or the beginning of a block with a condition that does.
    pub fn line(&mut self, text: &str) {
        self.body.push(format!("{}L {text}", "    ".repeat(self.depth)));
        if text.ends_with('{') {
            self.depth += 1;
        }
    }

    /// Adds a value to the result. Its low bits are what later places and values may depend on: on the result itself,
    /// questions would be about products.
    pub fn observe(&mut self, value: &str) {
        self.line(&format!("t = {value};"));
        self.plain("s = s * 31 + t;");
        self.plain("t &= 15;");
    }

    /// A number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn input(&mut self) -> (&'static str, u64) {
        let at = self.random.below(self.inputs.len());
        (INPUTS[at], self.inputs[at])
    }

    /// An expression of the inputs that can have several of the values below `bound`, and no other.
    pub fn index(&mut self, bound: u64) -> String {
        let ((name, values), (other, _)) = (self.input(), self.input());
        let (factor, summand) = (self.below(5) + 1, self.below(7));
        let choice = self.random.below(8);
        if bound.is_power_of_two() && choice > 3 {
            return format!("(({name} + {factor} * {other} + {summand}) & {})", bound - 1);
        }
        match choice {
            0 | 1 if values <= bound => name.to_owned(),
            0..=2 => format!("({name} + {summand}) % {bound}"),
            3 => format!("({name} * {factor} + {other}) % {bound}"),
            4 => format!("({name} ^ {other}) % {bound}"),
            5 => format!("({name} < {} ? {} : {})", self.below(values), self.below(bound), self.below(bound)),
            6 => format!("shuffled[({name} + {summand}) % 8] % {bound}"),
            _ => format!("(t + {name}) % {bound}"),
        }
    }

    /// A place: most often an expression of the inputs, else a constant.
    pub fn place(&mut self, bound: u64) -> String {
        if self.random.one_in(4) { self.below(bound).to_string() } else { self.index(bound) }
    }

    /// Some number as an expression.
    pub fn value(&mut self) -> String {
        let (name, _) = self.input();
        let (factor, summand) = (self.below(9) + 1, self.below(99));
        match self.random.below(4) {
            0 => summand.to_string(),
            1 => name.to_owned(),
            2 => format!("t + {summand}"),
            _ => format!("{name} * {factor} + {summand}"),
        }
    }

    /// The text: types and functions, the program as a function of its inputs, and a function without parameters that
    /// makes the inputs symbolic and, when the program is done, takes each of their values apart. So every path stands
    /// for one input.
    pub fn text(&self) -> String {
        let number = self.number;
        let names = &INPUTS[..self.inputs.len()];
        let parameters: Vec<String> = names.iter().map(|name| format!("unsigned {name}")).collect();
        let mut text = format!("// {number}\n");
        for global in &self.globals {
            text.push_str(&format!("{global}\n"));
        }
        text.push_str(&format!(
            "static unsigned program{number}({}) {{\n    unsigned s = 1, t = 0;\n",
            parameters.join(", ")
        ));
        for line in &self.body {
            text.push_str(&format!("{line}\n"));
        }
        text.push_str("    return s;\n}\n");
        text.push_str(&format!("int start{number}(void) {{\n"));
        for (name, values) in names.iter().zip(&self.inputs) {
            text.push_str(&format!("    unsigned {name} = klee_range(0, {values}, \"{name}\");\n"));
        }
        text.push_str(&format!("    unsigned s = program{number}({});\n", names.join(", ")));
        for (name, values) in names.iter().zip(&self.inputs) {
            text.push_str(&format!("    for (unsigned k = 0; k < {values}; k++)\n        if ({name} == k) break;\n"));
        }
        text.push_str("    return s;\n}\n\n");
        text
    }

    /// The row of the table of programs for native runs.
    pub fn row(&self) -> String {
        let number = self.number;
        let mut values = self.inputs.clone();
        values.resize(INPUTS.len(), 1);
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        let given = match self.inputs.len() {
            1 => "in[0]",
            2 => "in[0], in[1]",
            _ => "in[0], in[1], in[2]",
        };
        format!("ROW({number}, ({given}), {})\n", values.join(", "))
    }
}
