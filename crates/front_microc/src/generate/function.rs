//! Generates functions: parameters, variables with their initial values, and the place for the guaranteed
//! error.

use super::random::Random;
use super::{MOST_PARAMETERS, Shape};

use crate::tuning::MOST_STATEMENTS;

/// The length of an array, and of an array of arrays.
pub const LENGTH: u32 = 7;
/// The minimum and maximum number of number variables in a program like those of Rozhoň 2024.
const FEWEST_NUMBERS: u32 = 8;
const MOST_NUMBERS: u32 = 15;

/// The kind of a variable, a parameter or a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Number,
    /// An array of numbers.
    Array,
    /// An array of arrays.
    Matrix,
    /// `{f: number, g: number, a: array}`
    Record,
    /// A pointer to a number.
    Pointer,
    /// A pointer to a record.
    Link,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::Number => 'n',
            Kind::Array => 'a',
            Kind::Matrix => 'm',
            Kind::Record => 'r',
            Kind::Pointer => 'p',
            Kind::Link => 'l',
        }
    }

    /// The name of the variable of this kind with that number.
    pub fn name(self, number: u32) -> String {
        format!("{}{number}", self.letter())
    }
}

/// A function that can be called.
#[derive(Clone)]
pub struct Signature {
    pub params: Vec<Kind>,
    pub result: Kind,
}

pub struct Generator<'a> {
    pub shape: &'a Shape,
    pub random: Random,
    /// The lines of the text, each with its indentation level.
    lines: Vec<(u32, String)>,
    /// The indices of the lines before which a statement can be inserted.
    spots: Vec<usize>,
    /// The indices of lines of `main` before which a statement can be inserted that is not in a block.
    main_spots: Vec<usize>,
    /// The functions written so far: calling them does not lead to recursion.
    pub signatures: Vec<Signature>,
    /// The number of number variables in the current function, including its parameters.
    numbers: u32,
    /// The number of loops around the current place that have a counter of their own.
    pub counters: u32,
    /// The maximum of `counters` so far in the function.
    most_counters: u32,
    /// Conditions under which the expressions of the current statement do not fail.
    pub needs: Vec<String>,
}

impl<'a> Generator<'a> {
    pub fn new(shape: &'a Shape, seed: u64) -> Generator<'a> {
        Generator {
            shape,
            random: Random::new(seed),
            lines: Vec::new(),
            spots: Vec::new(),
            main_spots: Vec::new(),
            signatures: Vec::new(),
            numbers: MOST_PARAMETERS,
            counters: 0,
            most_counters: 0,
            needs: Vec::new(),
        }
    }

    pub fn text(&self) -> String {
        self.lines.iter().map(|(level, line)| format!("{}{line}\n", "  ".repeat(*level as usize))).collect()
    }

    pub fn line(&mut self, level: u32, text: impl Into<String>) {
        self.lines.push((level, text.into()));
    }

    /// Records that a statement begins here; returns whether there are so many that it should contain no
    /// blocks.
    pub fn begin_statement(&mut self) -> bool {
        self.spots.push(self.lines.len());
        self.spots.len() as u32 > MOST_STATEMENTS
    }

    fn begin_top_level(&mut self, main: bool) {
        if main {
            self.main_spots.push(self.lines.len());
        }
    }

    /// Begins a loop with a counter of its own; returns the number of the counter.
    pub fn enter_loop(&mut self) -> u32 {
        self.counters += 1;
        self.most_counters = self.most_counters.max(self.counters);
        self.counters - 1
    }

    /// The kinds of values in programs of this shape.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds = vec![Kind::Number, Kind::Array];
        if self.shape.records {
            kinds.extend([Kind::Matrix, Kind::Record]);
        }
        if self.shape.pointers {
            kinds.push(Kind::Pointer);
        }
        if self.shape.records && self.shape.pointers {
            kinds.push(Kind::Link);
        }
        kinds
    }

    /// The number of variables of a kind in the current function.
    fn variables(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Number => self.numbers,
            Kind::Array | Kind::Record | Kind::Pointer => 2,
            Kind::Matrix | Kind::Link => 1,
        }
    }

    /// A random variable of a kind.
    pub fn variable(&mut self, kind: Kind) -> String {
        let number = self.random.below(self.variables(kind));
        kind.name(number)
    }

    /// Writes the function with this number; the last one is `main`.
    pub fn function(&mut self, index: u32) {
        let main = index == self.shape.functions;
        self.numbers = if main && !self.shape.varied {
            FEWEST_NUMBERS + self.random.below(1 + MOST_NUMBERS - FEWEST_NUMBERS)
        } else {
            MOST_PARAMETERS
        };
        let kinds = self.kinds();
        let signature = if main {
            let count = self.shape.parameters.min(MOST_PARAMETERS);
            Signature { params: vec![Kind::Number; count as usize], result: Kind::Number }
        } else {
            let params = (0..1 + self.random.below(3)).map(|_| *self.random.pick(&kinds)).collect();
            let result = if self.random.chance(0.6) { Kind::Number } else { *self.random.pick(&kinds) };
            self.limited(Signature { params, result })
        };
        let given = |kind: Kind| signature.params.iter().filter(|&&param| param == kind).count() as u32;
        let mut seen = Vec::new();
        let mut params = Vec::new();
        for &kind in &signature.params {
            params.push(kind.name(seen.iter().filter(|&&other| other == kind).count() as u32));
            seen.push(kind);
        }
        let name = if main { "main".to_owned() } else { format!("f{index}") };
        self.line(0, format!("{name}({}) {{", params.join(", ")));
        let declarations = self.lines.len();
        self.line(1, "");
        let locals: Vec<(Kind, u32)> = kinds
            .iter()
            .flat_map(|&kind| (given(kind)..self.variables(kind)).map(move |number| (kind, number)))
            .collect();
        let mut names: Vec<String> = locals.iter().map(|&(kind, number)| kind.name(number)).collect();
        for (kind, number) in locals {
            if !(self.shape.uninitialized && self.random.chance(0.2)) {
                let first = self.first_value(kind, number, main);
                self.begin_top_level(main);
                self.line(1, format!("{} = {first};", kind.name(number)));
            }
        }
        for _ in 0..1 + self.random.below(self.shape.max_top_level) {
            self.begin_top_level(main);
            self.statement(1, 0);
        }
        let result = self.guarded_result(signature.result);
        self.line(1, format!("return {result};"));
        self.line(0, "}");
        names.extend((0..std::mem::take(&mut self.most_counters)).map(|number| format!("c{number}")));
        self.lines[declarations].1 = format!("var {};", names.join(", "));
        self.signatures.push(signature);
    }

    /// The signature without parameters that exceed the function's number of variables of their kind.
    fn limited(&self, signature: Signature) -> Signature {
        let mut params: Vec<Kind> = Vec::new();
        for kind in signature.params {
            if (params.iter().filter(|&&other| other == kind).count() as u32) < self.variables(kind) {
                params.push(kind);
            }
        }
        Signature { params, ..signature }
    }

    /// The initial value of a variable, which refers to no later variable.
    fn first_value(&mut self, kind: Kind, number: u32, main: bool) -> String {
        match kind {
            Kind::Number if main && number < 2 && self.shape.varied => "input".to_owned(),
            Kind::Number => self.literal(),
            Kind::Array => self.array_literal(LENGTH),
            Kind::Matrix => {
                let rows: Vec<String> = (0..LENGTH).map(|_| self.array_literal(LENGTH)).collect();
                format!("[{}]", rows.join(", "))
            }
            Kind::Record => {
                format!("{{f: {}, g: {}, a: {}}}", self.literal(), self.literal(), self.array_literal(LENGTH))
            }
            Kind::Pointer if number == 0 => format!("&{}", self.variable(Kind::Number)),
            Kind::Pointer => format!("alloc {}", self.literal()),
            Kind::Link => "&r0".to_owned(),
        }
    }

    /// Inserts a statement that fails before a random statement; in programs like those of Rozhoň 2024, before
    /// one that is not in a block: the executor there found 45 to 49 of 50 such errors, most of them on the
    /// first path.
    pub fn certain_error(&mut self) {
        let mut errors = vec![format!("n0 = [0][{}];", 1 + self.random.below(9)), "n0 = *null;".to_owned()];
        if self.shape.divisions {
            errors.push("n0 = 1 / 0;".to_owned());
        }
        let error = self.random.pick(&errors).clone();
        let spot = *self.random.pick(if self.shape.varied { &self.spots } else { &self.main_spots });
        let level = self.lines[spot].0;
        self.lines.insert(spot, (level, error));
    }
}
