//! Terms with their value under the hidden input: the text both solvers read, and the side a path takes.
//!
//! A path of the benchmark follows one input, as a path of a program does. Nothing is simplified here.

use std::ops::Not;

/// A bit-vector of at most 64 bits.
#[derive(Clone, Debug)]
pub struct Term {
    text: String,
    width: u32,
    value: u64,
}

/// A condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The text in SMT-LIB, of sort Bool.
    pub text: String,
    /// Whether the hidden input satisfies it.
    pub holds: bool,
}

fn mask(width: u32) -> u64 {
    if width == 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Term {
    /// A symbol with its hidden value.
    pub fn symbol(name: &str, width: u32, value: u64) -> Term {
        Term { text: name.to_owned(), width, value: value & mask(width) }
    }

    /// A constant.
    pub fn constant(width: u32, value: u64) -> Term {
        let value = value & mask(width);
        Term { text: format!("(_ bv{value} {width})"), width, value }
    }

    /// The hidden value.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// A constant of the same width.
    pub fn like(&self, value: u64) -> Term {
        Term::constant(self.width, value)
    }

    /// Applies a binary operator, given by its name in SMT-LIB.
    pub fn apply(&self, operator: &str, other: &Term) -> Term {
        let (x, y) = (self.value, other.value);
        let value = match operator {
            "bvadd" => x.wrapping_add(y),
            "bvsub" => x.wrapping_sub(y),
            "bvmul" => x.wrapping_mul(y),
            "bvand" => x & y,
            "bvor" => x | y,
            "bvxor" => x ^ y,
            "bvudiv" => x.checked_div(y).unwrap_or(u64::MAX),
            "bvurem" => x.checked_rem(y).unwrap_or(x),
            _ => panic!("no operator of the benchmark: {operator}"),
        };
        let text = format!("({operator} {} {})", self.text, other.text);
        Term { text, width: self.width, value: value & mask(self.width) }
    }

    /// The term extended with zeros.
    pub fn extended(&self, width: u32) -> Term {
        let text = format!("((_ zero_extend {}) {})", width - self.width, self.text);
        Term { text, width, value: self.value }
    }

    /// The concatenation with `low`, which becomes the low part.
    pub fn above(&self, low: &Term) -> Term {
        let value = self.value << low.width | low.value;
        Term { text: format!("(concat {} {})", self.text, low.text), width: self.width + low.width, value }
    }

    /// Byte `at` of a symbol too wide for a term.
    pub fn byte(name: &str, at: usize, bytes: &[u8]) -> Term {
        let text = format!("((_ extract {} {}) {name})", 8 * at + 7, 8 * at);
        Term { text, width: 8, value: u64::from(bytes[at]) }
    }

    /// The entry of a table at this index.
    pub fn entry(&self, name: &str, table: &[u8]) -> Term {
        let index = self.extended(64);
        let value = table.get(self.value as usize).copied().unwrap_or(0);
        Term { text: format!("(select {name} {})", index.text), width: 8, value: u64::from(value) }
    }

    /// A comparison, given by its name in SMT-LIB.
    pub fn compare(&self, operator: &str, other: &Term) -> Condition {
        let (x, y) = (self.value, other.value);
        let signed = |value: u64| (value << (64 - self.width)) as i64;
        let holds = match operator {
            "=" => x == y,
            "bvult" => x < y,
            "bvule" => x <= y,
            "bvslt" => signed(x) < signed(y),
            "bvsle" => signed(x) <= signed(y),
            _ => panic!("no comparison of the benchmark: {operator}"),
        };
        Condition { text: format!("({operator} {} {})", self.text, other.text), holds }
    }
}

impl Condition {
    /// The conjunction of both.
    pub fn and(&self, other: &Condition) -> Condition {
        Condition { text: format!("(and {} {})", self.text, other.text), holds: self.holds && other.holds }
    }
}

impl Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        Condition { text: format!("(not {})", self.text), holds: !self.holds }
    }
}

/// SplitMix64 (Steele 2014): the same numbers everywhere.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.word() % bound
    }

    /// True once in `n` times on average.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A number near `value`: conditions change sides at the hidden value and its neighbours.
    pub fn near(&mut self, value: u64) -> u64 {
        match self.below(4) {
            0 => value,
            1 => value.wrapping_add(1 + self.below(8)),
            2 => value.wrapping_sub(1 + self.below(8)),
            _ => value.wrapping_add(self.below(2000)).wrapping_sub(1000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_know_their_value() {
        let x = Term::symbol("x", 8, 200);
        let sum = x.apply("bvadd", &x.like(100));
        assert_eq!(sum.value(), 44);
        let condition = !sum.compare("bvslt", &x);
        assert_eq!(condition.text, "(not (bvslt (bvadd x (_ bv100 8)) x))");
        assert!(condition.holds, "44 is not below -56");
        assert_eq!(x.apply("bvudiv", &x.like(0)).value(), 255);
    }
}
