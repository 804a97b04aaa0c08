//! Generates expressions of each kind. If an expression could fail and the shape wants guards, the condition it
//! needs is recorded for the guard of the statement.

use super::function::{Generator, Kind, LENGTH};

/// The probability that an array is shorter than the initial value of its variable.
const SHORTER: f64 = 0.05;

impl Generator<'_> {
    /// An expression of a kind with at most `depth` levels of operators.
    pub fn value(&mut self, kind: Kind, depth: u32) -> String {
        if kind == Kind::Number {
            return self.number(depth);
        }
        if depth > 0
            && self.random.chance(0.25)
            && let Some(call) = self.call(kind, depth - 1)
        {
            return call;
        }
        let inner = depth.saturating_sub(1);
        match (kind, self.random.below(4)) {
            (Kind::Array, 0) => {
                // A shorter array is what makes a constant index fail.
                let shorter = !self.shape.guarded && self.random.chance(SHORTER);
                let length = LENGTH - u32::from(shorter);
                self.list(length, |generator| generator.number(inner))
            }
            (Kind::Matrix, 0) => self.list(LENGTH, |generator| generator.value(Kind::Array, 0)),
            (Kind::Record, 0) => {
                let (f, g) = (self.number(inner), self.number(inner));
                let a = self.value(Kind::Array, 0);
                format!("{{f: {f}, g: {g}, a: {a}}}")
            }
            (Kind::Pointer, 0) => format!("&{}", self.variable(Kind::Number)),
            (Kind::Pointer, 1) => format!("alloc {}", self.number(inner)),
            (Kind::Link, 0) => format!("&r{}", self.random.below(2)),
            (Kind::Link, 1) => format!("alloc {}", self.value(Kind::Record, 0)),
            (Kind::Pointer | Kind::Link, 2) if self.random.chance(0.5) => "null".to_owned(),
            _ => self.place(kind),
        }
    }

    /// A variable of a kind, or another place that holds such a value.
    pub fn place(&mut self, kind: Kind) -> String {
        let part = self.random.below(4);
        match (kind, part) {
            (Kind::Array, 0) if self.shape.records => format!("m0{}", self.index()),
            (Kind::Array, 1) if self.shape.records => format!("r{}.a", self.random.below(2)),
            (Kind::Array, 2) if self.shape.records && self.shape.pointers => format!("{}.a", self.target(Kind::Link)),
            (Kind::Record, 0) if self.shape.pointers => self.target(Kind::Link),
            _ => self.variable(kind),
        }
    }

    /// A place for a number that is not a variable, to read or to assign to.
    pub fn part(&mut self) -> String {
        let record = |generator: &mut Self| match generator.shape.pointers && generator.random.chance(0.5) {
            true => generator.target(Kind::Link),
            false => format!("r{}", generator.random.below(2)),
        };
        match self.random.below(5) {
            0 if self.shape.pointers => self.target(Kind::Pointer),
            1 if self.shape.records => format!("{}.f", record(self)),
            2 if self.shape.records => format!("{}.g", record(self)),
            3 if self.shape.records => format!("m0{}{}", self.index(), self.index()),
            _ => format!("{}{}", self.place(Kind::Array), self.index()),
        }
    }

    /// The target of a pointer.
    fn target(&mut self, kind: Kind) -> String {
        let pointer = self.variable(kind);
        self.need(format!("{pointer} != null"));
        format!("(*{pointer})")
    }

    pub fn index(&mut self) -> String {
        if self.shape.symbolic_indices && self.random.chance(if self.shape.guarded { 0.7 } else { 0.25 }) {
            let index = self.variable(Kind::Number);
            self.need(format!("{index} >= 0"));
            self.need(format!("{index} < {LENGTH}"));
            return format!("[{index}]");
        }
        format!("[{}]", self.random.below(LENGTH))
    }

    pub fn need(&mut self, what: String) {
        if self.shape.guarded {
            self.needs.push(what);
        }
    }

    /// A call of a function with a result of that kind; `None` if there is no such function.
    pub fn call(&mut self, kind: Kind, depth: u32) -> Option<String> {
        let fits = |&index: &usize| self.signatures[index].result == kind;
        let candidates: Vec<usize> = (0..self.signatures.len()).filter(fits).collect();
        if candidates.is_empty() {
            return None;
        }
        let callee = *self.random.pick(&candidates);
        let params = self.signatures[callee].params.clone();
        let args: Vec<String> = params.iter().map(|&param| self.value(param, depth)).collect();
        Some(format!("f{callee}({})", args.join(", ")))
    }

    pub fn array_literal(&mut self, length: u32) -> String {
        self.list(length, Self::literal)
    }

    fn list(&mut self, length: u32, mut item: impl FnMut(&mut Self) -> String) -> String {
        let items: Vec<String> = (0..length).map(|_| item(self)).collect();
        format!("[{}]", items.join(", "))
    }
}
