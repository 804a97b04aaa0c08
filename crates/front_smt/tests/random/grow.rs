//! Random scripts.
//!
//! A script first gets a random assignment. Most of its assertions are random properties that hold under it; some
//! are then spoilt: a number is changed, a property negated, or a term compared with an equivalent one. Terms are
//! reused often, so that they are shared. What is hard for any solver, such as the product of two wide unknowns,
//! is avoided or rare: a question should take about a millisecond, so that very many can be asked.

use std::collections::HashMap;

use bv::Bv;

use crate::meaning::{Array, Meaning, Value};
use crate::rewrite;
use crate::tree::{Command, Op, Script, Sort, Symbol, TermId};
use test_support::Random;

/// The greatest width of operands in a multiplication or division of unknowns.
const HARD_WIDTH: u32 = 6;

/// The script for a seed.
pub fn script(seed: u64) -> Script {
    let mut random = Random::new(seed);
    let widths = widths(&mut random);
    let constant_arrays = random.one_in(2);
    let (script, values, arrays) = (Script::default(), Vec::new(), Vec::new());
    let mut grow = Grow { script, values, widths, arrays, constant_arrays, random };
    grow.declare();
    grow.commands();
    grow.script
}

/// The widths used in a script.
fn widths(random: &mut Random) -> Vec<u32> {
    let narrow = |random: &mut Random| 1 + random.below(8) as u32;
    match random.below(8) {
        0..=3 => (0..2).map(|_| narrow(random)).collect(),
        4 | 5 => vec![8, random.pick(&[1, 16, 32])],
        6 => vec![narrow(random), random.pick(&[16, 24, 31, 32, 33])],
        _ => vec![narrow(random), random.pick(&[48, 63, 64, 65, 100, 127, 128])],
    }
}

struct Grow {
    script: Script,
    /// The assignment of the symbols.
    values: Vec<Value>,
    widths: Vec<u32>,
    /// The sorts of arrays used.
    arrays: Vec<Sort>,
    /// Whether there are constant arrays, with which Z3 takes three times as long.
    constant_arrays: bool,
    random: Random,
}

impl Grow {
    fn declare(&mut self) {
        for width in self.widths.clone() {
            for _ in 0..1 + self.random.below(2) {
                self.symbol(Sort::Bits(width));
            }
        }
        for _ in 0..1 + self.random.below(2) {
            self.symbol(Sort::Bool);
        }
        if self.random.one_in(2) {
            for _ in 0..1 + self.random.below(2) {
                let index = if self.random.one_in(3) { self.random.pick(&[1, 2, 3]) } else { self.width() };
                let sort = Sort::Array { index, element: self.width() };
                self.arrays.push(sort);
                for _ in 0..1 + self.random.below(2) {
                    self.symbol(sort);
                }
            }
        }
    }

    fn symbol(&mut self, sort: Sort) {
        let number = self.script.symbols.len();
        let name = match self.random.below(6) {
            0 => format!("|x {number}|"),
            1 => format!("x!{number}"),
            _ => format!("x{number}"),
        };
        self.script.symbols.push(Symbol { name, sort });
        let value = match sort {
            Sort::Bool => Value::Bool(self.random.one_in(2)),
            Sort::Bits(width) => Value::Bits(self.number(width)),
            Sort::Array { index, element } => {
                let default = self.number(element);
                let entries = (0..self.random.below(4)).map(|_| (self.number(index), self.number(element)));
                Value::Array(Array { index_width: index, default, entries: entries.collect::<HashMap<_, _>>() })
            }
        };
        self.values.push(value);
        self.script.add(Op::Symbol(number), &[], sort);
    }

    fn width(&mut self) -> u32 {
        self.random.pick(&self.widths)
    }

    /// A number, often a special one.
    fn number(&mut self, width: u32) -> Bv {
        match self.random.below(8) {
            0 => Bv::new(width, 0),
            1 => Bv::new(width, 1),
            2 => Bv::all_ones(width),
            3 => Bv::new(width, u64::from(width)),
            4 => Bv::new(width, 1).shl(&Bv::new(width, u64::from(width) - 1)),
            _ => Bv::from_words(width, &[self.random.bits(), self.random.bits()]),
        }
    }

    fn commands(&mut self) {
        let mut questions = 0;
        let mut depth = 0;
        let wanted = self.random.pick(&[1, 2, 4, 6, 8, 10]);
        let spoilt = !self.random.one_in(3);
        let most = if spoilt { 3 } else { 5 };
        while questions < wanted {
            for _ in 0..1 + self.random.below(most) {
                let mut assertion = self.assertion(spoilt);
                if wanted > 1 && self.random.one_in(4) {
                    let guard = self.pick(Sort::Bool);
                    assertion = self.script.plain("=>", &[guard, assertion], Sort::Bool);
                }
                self.script.commands.push(Command::Assert(assertion));
            }
            if self.random.one_in(4) {
                let mut assumptions = Vec::new();
                for symbol in self.symbols(Sort::Bool) {
                    match self.random.below(3) {
                        0 => assumptions.push(symbol),
                        1 => assumptions.push(self.script.plain("not", &[symbol], Sort::Bool)),
                        _ => {}
                    }
                }
                self.script.commands.push(Command::CheckAssuming(assumptions));
            } else {
                self.script.commands.push(Command::Check);
            }
            questions += 1;
            if questions == wanted {
                break;
            }
            if depth > 0 && self.random.one_in(2) {
                self.script.commands.push(Command::Pop);
                depth -= 1;
            } else if self.random.one_in(2) {
                self.script.commands.push(Command::Push);
                depth += 1;
            }
        }
    }

    /// A formula that holds under the assignment; if `spoilt`, maybe one that does not.
    fn assertion(&mut self, spoilt: bool) -> TermId {
        let depth = 1 + self.random.below(4) as u32;
        if self.random.one_in(12) {
            // A term differs from an equivalent one, which is never true.
            let width = self.width();
            let term = self.bits(width, depth);
            let other = rewrite::equivalent(&mut self.script, &mut self.random, term, 4);
            let different = self.script.plain("distinct", &[term, other], Sort::Bool);
            let escape = self.formula(1);
            return if self.random.one_in(2) {
                different
            } else {
                self.script.plain("or", &[different, escape], Sort::Bool)
            };
        }
        if self.random.one_in(3) {
            // A term has its value under the assignment, or nearly so.
            let width = self.width();
            let term = self.bits(width, depth);
            let mut value = Meaning::new(&self.values).of(&self.script, term).bits().clone();
            if spoilt && self.random.one_in(2) {
                let bit = Bv::new(width, 1).shl(&Bv::new(width, self.random.below(width as usize) as u64));
                value = value.xor(&bit);
            }
            let number = self.script.number(value);
            let name = self.random.pick(&["=", "=", "=", "bvule", "bvsge", "bvuge"]);
            return self.script.plain(name, &[term, number], Sort::Bool);
        }
        let formula = self.formula(depth);
        let holds = Meaning::new(&self.values).of(&self.script, formula).truth();
        let wrong = spoilt && self.random.one_in(2);
        if holds != wrong { formula } else { self.script.plain("not", &[formula], Sort::Bool) }
    }

    /// The symbols of a sort, which are the first terms.
    fn symbols(&self, sort: Sort) -> Vec<TermId> {
        (0..self.script.symbols.len()).map(TermId).filter(|&term| self.script.sort(term) == sort).collect()
    }

    /// A symbol of the sort, an existing term, or a number.
    fn pick(&mut self, sort: Sort) -> TermId {
        if self.random.one_in(3) {
            let fitting: Vec<TermId> =
                (0..self.script.nodes.len()).map(TermId).filter(|&term| self.script.sort(term) == sort).collect();
            if !fitting.is_empty() {
                return self.random.pick(&fitting);
            }
        }
        let symbols = self.symbols(sort);
        let only_symbols = !self.constant_arrays && matches!(sort, Sort::Array { .. });
        if !symbols.is_empty() && (only_symbols || !self.random.one_in(4)) {
            return self.random.pick(&symbols);
        }
        match sort {
            Sort::Bool if symbols.is_empty() || self.random.one_in(4) => {
                let truth = self.random.one_in(2);
                self.script.add(Op::Truth(truth), &[], sort)
            }
            Sort::Bool => self.random.pick(&symbols),
            Sort::Bits(width) => {
                let number = self.number(width);
                self.script.number(number)
            }
            Sort::Array { element, .. } => {
                let value = self.pick(Sort::Bits(element));
                self.script.add(Op::Constant, &[value], sort)
            }
        }
    }

    fn formula(&mut self, depth: u32) -> TermId {
        if depth == 0 {
            return self.pick(Sort::Bool);
        }
        let below = depth - 1;
        match self.random.below(20) {
            0 => {
                let formula = self.formula(below);
                self.script.plain("not", &[formula], Sort::Bool)
            }
            1..=3 => {
                let name = self.random.pick(&["and", "or", "xor", "=>", "=", "distinct"]);
                let args = [self.formula(below), self.formula(below)];
                self.script.plain(name, &args, Sort::Bool)
            }
            4 => {
                let name = self.random.pick(&["and", "or"]);
                let args = [self.formula(below), self.formula(below), self.formula(below)];
                self.script.plain(name, &args, Sort::Bool)
            }
            5 => {
                let args = [self.formula(below), self.formula(below), self.formula(below)];
                self.script.plain("ite", &args, Sort::Bool)
            }
            6 | 7 if !self.arrays.is_empty() => {
                let sort = self.random.pick(&self.arrays);
                let args = [self.array(sort, below.min(2)), self.array(sort, below.min(2))];
                let name = self.random.pick(&["=", "=", "distinct"]);
                self.script.plain(name, &args, Sort::Bool)
            }
            8 => {
                let width = self.width();
                let args = [self.bits(width, below), self.bits(width, below), self.bits(width, below)];
                let name = self.random.pick(&["=", "distinct"]);
                self.script.plain(name, &args, Sort::Bool)
            }
            9..=11 => {
                let width = self.width();
                let args = [self.bits(width, below), self.bits(width, below)];
                let name = self.random.pick(&["=", "=", "distinct"]);
                self.script.plain(name, &args, Sort::Bool)
            }
            _ => {
                let width = self.width();
                let args = [self.bits(width, below), self.bits(width, below)];
                let names = ["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"];
                let name = self.random.pick(&names);
                self.script.plain(name, &args, Sort::Bool)
            }
        }
    }

    /// A bit-vector.
    fn bits(&mut self, width: u32, depth: u32) -> TermId {
        let sort = Sort::Bits(width);
        if depth == 0 || self.random.one_in(10) {
            return self.pick(sort);
        }
        let below = depth - 1;
        match self.random.below(24) {
            0 | 1 => {
                let arg = self.bits(width, below);
                let name = self.random.pick(&["bvnot", "bvneg"]);
                self.script.plain(name, &[arg], sort)
            }
            2..=5 => {
                let args = [self.bits(width, below), self.bits(width, below)];
                let names = ["bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor"];
                let name = self.random.pick(&names);
                self.script.plain(name, &args, sort)
            }
            6..=8 => {
                let args = [self.bits(width, below), self.bits(width, below)];
                let name = self.random.pick(&["bvadd", "bvadd", "bvsub"]);
                self.script.plain(name, &args, sort)
            }
            9 => {
                let args = [self.bits(width, below), self.bits(width, below), self.bits(width, below)];
                let name = self.random.pick(&["bvadd", "bvand", "bvor", "bvxor"]);
                self.script.plain(name, &args, sort)
            }
            10 | 11 => self.hard(width, below),
            12 | 13 => {
                let value = self.bits(width, below);
                let distance = match self.random.below(3) {
                    0 => {
                        let number = Bv::new(width, self.random.below(width as usize + 2) as u64);
                        self.script.number(number)
                    }
                    _ => self.bits(width, below),
                };
                let name = self.random.pick(&["bvshl", "bvlshr", "bvashr"]);
                self.script.plain(name, &[value, distance], sort)
            }
            14 => {
                let arg = self.bits(width, below);
                let name = self.random.pick(&["rotate_left", "rotate_right"]);
                let index = self.random.below(2 * width as usize) as u32;
                self.script.add(Op::Indexed(name, index), &[arg], sort)
            }
            15 => {
                let from = self.width();
                if from >= width {
                    let arg = self.bits(from, below);
                    let low = self.random.below((from - width) as usize + 1) as u32;
                    return self.script.add(Op::Extract(low + width - 1, low), &[arg], sort);
                }
                let arg = self.bits(from, below);
                let name = self.random.pick(&["zero_extend", "sign_extend"]);
                self.script.add(Op::Indexed(name, width - from), &[arg], sort)
            }
            16 if width > 1 => {
                let high = 1 + self.random.below(width as usize - 1) as u32;
                let args = [self.cut(high, below), self.cut(width - high, below)];
                self.script.plain("concat", &args, sort)
            }
            17 if width > 1 => {
                let count = (2..=width).find(|count| width.is_multiple_of(*count)).expect("the width itself");
                let arg = self.cut(width / count, below);
                self.script.add(Op::Indexed("repeat", count), &[arg], sort)
            }
            18 if width == 1 => {
                let wide = self.width();
                let args = [self.bits(wide, below), self.bits(wide, below)];
                self.script.plain("bvcomp", &args, sort)
            }
            19 | 20 => {
                let args = [self.formula(below), self.bits(width, below), self.bits(width, below)];
                self.script.plain("ite", &args, sort)
            }
            _ => {
                let fits = |array: &Sort| matches!(array, Sort::Array { element, .. } if *element == width);
                let arrays: Vec<Sort> = self.arrays.iter().copied().filter(fits).collect();
                if arrays.is_empty() {
                    return self.bits(width, below);
                }
                let array = self.random.pick(&arrays);
                let Sort::Array { index, .. } = array else { panic!("{array:?} is an array") };
                let args = [self.array(array, below.min(3)), self.cut(index, below)];
                self.script.plain("select", &args, sort)
            }
        }
    }

    /// A product, quotient or remainder: of narrow terms, or by a number that keeps it easy.
    fn hard(&mut self, width: u32, depth: u32) -> TermId {
        let sort = Sort::Bits(width);
        let names = ["bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"];
        if width <= HARD_WIDTH {
            let args = [self.bits(width, depth), self.bits(width, depth)];
            let name = self.random.pick(&names);
            return self.script.plain(name, &args, sort);
        }
        let arg = self.bits(width, depth.min(1));
        if width <= 10 && self.random.one_in(4) {
            let other = self.pick(sort);
            let name = self.random.pick(&names);
            return self.script.plain(name, &[arg, other], sort);
        }
        // A power of two, zero or all ones; for products also any small number.
        let bit = Bv::new(width, 1).shl(&Bv::new(width, self.random.below(width as usize + 1) as u64));
        let name = self.random.pick(&names);
        let number = match self.random.below(4) {
            0 if name == "bvmul" => Bv::new(width, self.random.below(12) as u64),
            0 | 1 => Bv::all_ones(width),
            _ => bit,
        };
        let number = self.script.number(number);
        self.script.plain(name, &[arg, number], sort)
    }

    /// A term of a width that need not be one of the script's: an extract or an extension of a term whose width is.
    fn cut(&mut self, width: u32, depth: u32) -> TermId {
        if self.widths.contains(&width) {
            return self.bits(width, depth);
        }
        if self.random.one_in(8) {
            return self.pick(Sort::Bits(width));
        }
        let from = self.width();
        let arg = self.bits(from, depth);
        if from > width {
            let low = self.random.below((from - width) as usize + 1) as u32;
            return self.script.add(Op::Extract(low + width - 1, low), &[arg], Sort::Bits(width));
        }
        let name = self.random.pick(&["zero_extend", "sign_extend"]);
        self.script.add(Op::Indexed(name, width - from), &[arg], Sort::Bits(width))
    }

    fn array(&mut self, sort: Sort, depth: u32) -> TermId {
        let Sort::Array { index, element } = sort else { panic!("{sort:?} is an array") };
        if depth == 0 {
            return self.pick(sort);
        }
        let below = depth - 1;
        match self.random.below(8) {
            0 | 1 => self.pick(sort),
            2 if self.constant_arrays => {
                let value = self.bits(element, below);
                self.script.add(Op::Constant, &[value], sort)
            }
            3 => {
                let args = [self.formula(below), self.array(sort, below), self.array(sort, below)];
                self.script.plain("ite", &args, sort)
            }
            _ => {
                let args = [self.array(sort, below), self.cut(index, below), self.bits(element, below)];
                self.script.plain("store", &args, sort)
            }
        }
    }
}
