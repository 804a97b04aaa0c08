//! Generates numbers and conditions: as the generator of Rozhoň 2024 does, and more varied ones.

use super::function::{Generator, Kind};

/// If there are divisions, one binary operation in this many is a division.
const OPERATIONS_A_DIVISION: u32 = 13;

const COMPARISONS: [&str; 6] = ["==", "!=", ">", ">=", "<", "<="];

/// What a varied number can consist of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Add,
    Sub,
    Mul,
    Div,
    Compare,
    Not,
    Logical,
    Call,
    Pointers,
}

impl Generator<'_> {
    /// A number with at most `levels` levels of operators; in parentheses unless it is one word.
    pub fn number(&mut self, levels: u32) -> String {
        if self.shape.varied { self.varied(levels) } else { self.plain(levels) }
    }

    /// A condition; `levels` is the maximum number of levels of operators.
    pub fn condition(&mut self, levels: u32) -> String {
        if self.shape.varied { self.varied_condition() } else { self.plain(levels) }
    }

    /// One of seven things with equal probability, two of which are input; at level 0, a constant.
    fn plain(&mut self, levels: u32) -> String {
        if levels == 0 {
            return self.literal();
        }
        let inner = levels - 1;
        if !self.signatures.is_empty() && self.random.chance(0.125) {
            return self.called_number(inner);
        }
        match self.random.below(7) {
            0 | 1 => "input".to_owned(),
            2 if self.divides() => {
                let (dividend, divisor) = (self.number(inner), self.divisor(inner));
                format!("({dividend} / {divisor})")
            }
            2 => {
                let operator = *self.random.pick(&["+", "-", "*"]);
                format!("({} {operator} {})", self.number(inner), self.number(inner))
            }
            3 => self.variable(Kind::Number),
            4 => format!("(!{})", self.number(inner)),
            5 => self.part(),
            _ if self.shape.records || self.shape.pointers => self.part(),
            _ => self.literal(),
        }
    }

    /// Decides whether a binary operation is a division.
    fn divides(&mut self) -> bool {
        (self.shape.divisions || self.shape.guarded) && self.random.below(OPERATIONS_A_DIVISION) == 0
    }

    /// A more varied number. Sums are twice as likely as other operations, and most products have a constant
    /// factor: products of inputs say more about the solver than about paths.
    fn varied(&mut self, levels: u32) -> String {
        if levels == 0 || self.random.chance(0.3) {
            return self.leaf();
        }
        let mut choices = vec![Made::Add, Made::Add, Made::Sub, Made::Mul, Made::Compare, Made::Not, Made::Logical];
        if self.shape.divisions {
            choices.push(Made::Div);
        }
        if self.shape.guarded {
            choices.extend([Made::Div; 3]);
        }
        if !self.signatures.is_empty() {
            choices.push(Made::Call);
        }
        if self.shape.pointers {
            choices.push(Made::Pointers);
        }
        let inner = levels - 1;
        match *self.random.pick(&choices) {
            Made::Add => format!("({} + {})", self.number(inner), self.number(inner)),
            Made::Sub => format!("({} - {})", self.number(inner), self.number(inner)),
            Made::Mul if self.random.chance(0.1) => format!("({} * {})", self.number(inner), self.number(inner)),
            Made::Mul => format!("({} * {})", self.number(inner), self.literal()),
            Made::Div => {
                let (dividend, divisor) = (self.number(inner), self.divisor(inner));
                format!("({dividend} / {divisor})")
            }
            Made::Compare => {
                let operator = *self.random.pick(&COMPARISONS);
                format!("({} {operator} {})", self.number(inner), self.number(inner))
            }
            Made::Not => format!("(!{})", self.number(inner)),
            Made::Logical => {
                let operator = *self.random.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.number(inner), self.number(inner))
            }
            Made::Call => self.called_number(inner),
            Made::Pointers => {
                let operator = *self.random.pick(&["==", "!="]);
                format!("({} {operator} {})", self.place(Kind::Pointer), self.value(Kind::Pointer, 0))
            }
        }
    }

    /// A number from a function call, if there is a suitable function.
    fn called_number(&mut self, levels: u32) -> String {
        match self.call(Kind::Number, levels) {
            Some(call) => call,
            None => match self.call(Kind::Array, levels) {
                Some(call) => format!("{call}{}", self.index()),
                None => self.leaf(),
            },
        }
    }

    /// A divisor; in guarded programs it is a variable that the guard can test, or an odd number.
    fn divisor(&mut self, levels: u32) -> String {
        if !self.shape.guarded {
            return self.number(levels);
        }
        if self.random.chance(0.2) {
            return format!("({} * 2 + 1)", self.number(levels));
        }
        let divisor = self.variable(Kind::Number);
        self.need(format!("{divisor} != 0"));
        divisor
    }

    fn leaf(&mut self) -> String {
        match self.random.below(8) {
            0 | 1 => self.literal(),
            2 | 3 => "input".to_owned(),
            4 => self.part(),
            5 if self.shape.records || self.shape.pointers => self.part(),
            6 if self.counters > 0 => format!("c{}", self.random.below(self.counters)),
            _ => self.variable(Kind::Number),
        }
    }

    /// A comparison, a combination of two, or a number.
    fn varied_condition(&mut self) -> String {
        let one = |generator: &mut Self| {
            let operator = *generator.random.pick(&COMPARISONS);
            format!("{} {operator} {}", generator.number(1), generator.number(1))
        };
        match self.random.below(8) {
            0 => format!("({}) && ({})", one(self), one(self)),
            1 => format!("({}) || ({})", one(self), one(self)),
            2 => self.number(1),
            _ => one(self),
        }
    }

    /// A constant from -10 to 10 in varied programs, otherwise from -1 to 8; sometimes a large one, if the
    /// shape has those.
    pub fn literal(&mut self) -> String {
        if self.shape.large_numbers && self.random.chance(0.1) {
            return (*self.random.pick(&["2147483647", "-2147483648", "-2147483647", "1073741824", "65536"]))
                .to_owned();
        }
        let (count, first) = if self.shape.varied { (21, -10) } else { (10, -1) };
        (i64::from(self.random.below(count)) + first).to_string()
    }
}
